//! fieldc-ct: whether the machine code that runs is constant time.
//!
//! Rust has no constant-time types, and LLVM may turn any selection into a branch, so that what counts is the machine
//! code that comes out. Two independent checks of the same functions:
//!
//! - [`scan`]: a static analysis of an executable ([`Image`]): secrets are followed through registers, flags and memory, on
//!   every path that public values allow
//! - [`memcheck`]: the functions run under valgrind with secrets that it takes for uninitialised
//!
//! The functions are those of the program `ct_entries`.
//!
//! What the scan assumes: memory safety (an address that was computed from a pointer stays in what that points to), and
//! the layout of [`layout`] (arguments do not overlap). What it does not see: speculation, and instructions that take longer
//! for some operands on some processor although their makers list them as constant time.
mod alu;
pub mod image;
mod insn;
pub mod layout;
#[cfg(target_arch = "x86_64")]
pub mod memcheck;
mod run;
pub mod scan;
mod state;
pub mod value;

pub use image::{Image, ImageError};
pub use scan::{Argument, Finding, Memory, Reason, Report, Scan};
