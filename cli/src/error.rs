//! What can go wrong, and the exit status that it gets.

use fieldc_compiler::addchain::SearchError;
use fieldc_compiler::generate::GenerateError;
use fieldc_compiler::prove::ProveError;
use fieldc_compiler::spec::SpecError;
use fieldc_compiler::target::module::ModuleError;
use fieldc_compiler::target::x86_64::CompileError;
use std::io;

/// An error of the command.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// What was asked for does not exist: `place: reason`.
    #[error("{0}: {1}")]
    Usage(&'static str, String),
    /// The field is not one.
    #[error(transparent)]
    Spec(Box<SpecError>),
    /// The exponent has no chain.
    #[error(transparent)]
    Chain(#[from] SearchError),
    /// A check failed, and what it was has been printed.
    #[error("{0}")]
    Failed(String),
    /// A kernel has no certificate.
    #[error("{0}: not proven: {1}")]
    Prove(String, Box<ProveError>),
    /// A kernel has no machine code.
    #[error(transparent)]
    Native(Box<CompileError>),
    /// A kernel could not be run.
    #[error("{0}: {1}")]
    Run(String, String),
    /// A module could not be made.
    #[error(transparent)]
    Module(Box<ModuleError>),
    /// `generated/` could not be made.
    #[error(transparent)]
    Generate(Box<GenerateError>),
    /// A file or stream.
    #[error("{0}: {1}")]
    Io(String, io::Error),
}

impl CliError {
    /// 2 where the user asked for something that is not there, else 1.
    pub fn status(&self) -> u8 {
        match self {
            CliError::Usage(..) | CliError::Spec(_) | CliError::Chain(_) => 2,
            _ => 1,
        }
    }

    /// Whoever read standard output has seen enough.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, CliError::Io(_, e) if e.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// The larger errors are kept in a box, so that a result stays small.
macro_rules! boxed {
    ($($variant:ident $error:ty,)*) => {$(
        impl From<$error> for CliError {
            fn from(e: $error) -> CliError {
                CliError::$variant(Box::new(e))
            }
        }
    )*};
}

boxed! {
    Spec SpecError,
    Native CompileError,
    Module ModuleError,
    Generate GenerateError,
}
