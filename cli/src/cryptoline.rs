//! `fieldc prove --emit cryptoline`: kernels as programs of an independent verifier.

use crate::error::CliError;
use crate::field::Field;
use crate::kernel::Target;
use crate::output;
use fieldc_compiler::kernels::{Name, build_certified};
use fieldc_compiler::target::cryptoline::export;
use std::path::Path;

/// Prints the programs, or writes a file each to the folder. A kernel without a proof that emitted code does without is left out, unless
/// `asked` for.
pub fn emit(
    field: &Field,
    targets: &[Target],
    names: &[Name],
    asked: bool,
    folder: Option<&Path>,
) -> Result<(), CliError> {
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder)
            .map_err(|e| CliError::Io(folder.display().to_string(), e))?;
    }
    for target in targets {
        for name in names {
            let title = format!("{} {} {}", field.title(), target.name(), name.as_str());
            let kernel = match build_certified(&field.plan, target.style(), *name) {
                Ok((kernel, _)) => kernel,
                Err(_) if name.is_optional() && !asked => {
                    eprintln!("note: {title} has no proof and is left out");
                    continue;
                }
                Err(e) => return Err(CliError::Prove(title, Box::new(e))),
            };
            let text = export(&kernel.function, &kernel.contract)
                .map_err(|e| CliError::Failed(format!("{title}: {e}")))?;
            let Some(folder) = folder else {
                output::print(&format!("{text}\n"))?;
                continue;
            };
            let path = folder.join(format!(
                "{}_{}_{}.cl",
                field.spec.name,
                target.name().replace('-', "_"),
                name.as_str()
            ));
            std::fs::write(&path, text).map_err(|e| CliError::Io(path.display().to_string(), e))?;
            eprintln!("wrote {}", path.display());
        }
    }
    Ok(())
}
