//! `fieldc generate`

use crate::error::CliError;
use crate::output;
use fieldc_compiler::generate;
use std::path::PathBuf;

/// Arguments of `fieldc generate`.
#[derive(clap::Args)]
pub struct Args {
    /// Say what would change and change nothing; exit 1 if there is something
    #[arg(long)]
    check: bool,
}

/// Rewrites or compares `generated/`.
pub fn run(args: &Args) -> Result<(), CliError> {
    let root = root()?;
    let changed = match args.check {
        true => generate::check(&root)?,
        false => generate::write(&root)?,
    };
    let verb = if args.check { "differs" } else { "wrote" };
    let lines: String = changed
        .iter()
        .map(|f| format!("{verb}: generated/src/{f}\n"))
        .collect();
    output::print(&lines)?;
    match changed.len() {
        0 => eprintln!("generated/ is up to date"),
        n if args.check => return Err(CliError::Failed(format!("{n} files would change"))),
        _ => {}
    }
    Ok(())
}

/// The closest folder, from the current one upwards, that has `generated/src`.
pub fn root() -> Result<PathBuf, CliError> {
    let here = std::env::current_dir().map_err(|e| CliError::Io(".".into(), e))?;
    here.ancestors()
        .find(|p| p.join("generated/src").is_dir())
        .map(PathBuf::from)
        .ok_or_else(|| {
            CliError::Usage(
                "generate",
                "no folder from here upwards has generated/src; run it in the repository".into(),
            )
        })
}
