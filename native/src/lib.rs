//! fieldc-native: runs machine code that was generated a moment ago.
//!
//! - [`ExecutableBuffer`]: code in memory that may be executed and no longer be written
//! - [`NativeKernel`]: a compiled kernel behind a call that compares lengths
//! - [`Harness`] (x86-64 Unix): calls a kernel under every condition that its callers may create, and reports what it
//!   does that the calling convention or its signature forbids
//!
//! The crate exists so that the compiler needs no `unsafe`: all of it is here.

mod buffer;
#[cfg(all(unix, target_arch = "x86_64"))]
mod call;
#[cfg(all(unix, target_arch = "x86_64"))]
mod harness;
mod kernel;
#[cfg(all(unix, target_arch = "x86_64"))]
mod pages;

pub use buffer::ExecutableBuffer;
#[cfg(all(unix, target_arch = "x86_64"))]
pub use harness::{Aliasing, Arg, Case, Harness, HarnessError, Place, Violation, words};
pub use kernel::NativeKernel;
