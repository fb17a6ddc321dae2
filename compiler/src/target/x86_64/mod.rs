//! x86-64: one description of the instructions that we use, shared by everything that touches them.
//!
//! - [`isa`]: operands, instructions, what each reads and writes, how each is printed
//! - [`emit`]: from limb IR to instructions
//! - [`print`]: instructions as Rust source (`asm!`, naked functions)

pub mod emit;
pub mod print;
pub mod isa;
