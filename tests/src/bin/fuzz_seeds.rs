//! Writes the seeds of every fuzz target into `FOLDER/TARGET/`, for `fuzz/run`.

use std::path::Path;
use std::{env, fs, io};

use fieldc_tests::fuzz::TARGETS;

fn main() -> io::Result<()> {
    let folder = env::args_os().nth(1).expect("usage: fuzz_seeds FOLDER");
    for target in TARGETS {
        let folder = Path::new(&folder).join(target.name);
        fs::create_dir_all(&folder)?;
        for (i, seed) in (target.seeds)().iter().enumerate() {
            fs::write(folder.join(format!("seed-{i:03}")), seed)?;
        }
        println!("{}", target.name);
    }
    Ok(())
}
