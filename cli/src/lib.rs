//! The `fieldc` command, as a library: [`main`] is the command, [`Session`] answers the lines of `fieldc eval`.
//!
//! - `compile`, `explain`, `prove`, `addchain`, `generate`, `eval`, `bench`, `doctor`: one module a subcommand
//! - `cryptoline`: what `prove --emit cryptoline` prints
//! - `tier`: the setting of the environment that chooses the code
//! - `standard`: the types of the standard fields
//! - `kernel`: a kernel that has its certificate, run natively or by the interpreter
//! - `output`: standard output, colour, tables
//! - `timer`: rounds and the clock
//! - `error`: what can go wrong, and the exit status
//!
//! Data goes to standard output, everything else to standard error. Exit status: 0 done, 1 a check failed, 2 bad usage.
#![deny(unsafe_code)]

mod addchain;
mod bench;
mod compile;
mod cryptoline;
mod doctor;
mod error;
mod eval;
mod explain;
mod field;
mod generate;
mod kernel;
mod output;
mod prove;
mod standard;
mod tier;
mod timer;

pub use eval::Session;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// From an odd modulus to proven machine code for its arithmetic.
#[derive(Parser)]
#[command(name = "fieldc", version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print the kernels of a field: assembly, Rust or limb IR, each proven first
    Compile(compile::Args),
    /// The plan of a field and why, then a row a kernel: counts, measured time, certificate
    Explain(explain::Args),
    /// Prove every kernel; exit 1 and the failing value if one does not hold
    Prove(prove::Args),
    /// An addition chain for a fixed exponent, its length, a lower bound, the code
    Addchain(addchain::Args),
    /// Rewrite generated/, or with --check say what would change (exit 1)
    Generate(generate::Args),
    /// JSON lines in, JSON lines out: every operation of the runtime
    Eval,
    /// Time the operations of the library: ns, operations and gas a second, per tier
    Bench(bench::Args),
    /// What this machine has: CPU features, tier, LLVM, test vectors, qemu
    Doctor(doctor::Args),
}

/// Runs the command with the arguments of the process.
///
/// Exits the process where the arguments ask for help or are wrong.
pub fn main() -> ExitCode {
    let command = Cli::parse().command;
    // `doctor` has a row for it.
    if let (false, Some(problem)) = (matches!(command, Command::Doctor(_)), tier::problem()) {
        eprintln!("warning: {problem}");
    }
    let done = match command {
        Command::Compile(args) => compile::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Prove(args) => prove::run(&args),
        Command::Addchain(args) => addchain::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Eval => eval::run(),
        Command::Bench(args) => bench::run(&args),
        Command::Doctor(args) => doctor::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) if e.is_closed_pipe() => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("error: {e}");
            ExitCode::from(e.status())
        }
    }
}
