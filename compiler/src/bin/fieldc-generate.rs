//! Rewrites `generated/`, or with `--check` says what would change (exit 1). Run from the repository root. It needs nothing but
//! the compiler, so that a change of kernel signatures cannot stop it from building.

use fieldc_compiler::generate;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let check = std::env::args().any(|a| a == "--check");
    let done = if check {
        generate::check(Path::new("."))
    } else {
        generate::write(Path::new("."))
    };
    match done {
        Ok(changed) => {
            changed.iter().for_each(|f| {
                println!(
                    "{}: generated/src/{f}",
                    if check { "differs" } else { "wrote" }
                )
            });
            ExitCode::from(u8::from(check && !changed.is_empty()))
        }
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::FAILURE
        }
    }
}
