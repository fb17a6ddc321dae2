use std::{env, error::Error, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let path = Path::new(&env::var("OUT_DIR")?).join("kernels.rs");
    fieldc_compiler::target::module::write_module("15 * 2^27 + 1", &path)?;
    Ok(())
}
