//! x86-64: one description of the instructions that we use, shared by everything that touches them.
//!
//! - [`isa`]: operands, instructions, what each reads and writes, how each is printed
//! - [`emit`]: from limb IR to instructions
//! - [`print`]: instructions as Rust source (`asm!`, naked functions)
//! - [`encode`]: machine code, with labels and a pool of constants
//! - [`parse`]: printed text back to instructions

pub mod emit;
pub mod encode;
pub mod isa;
pub mod parse;
pub mod print;

#[cfg(test)]
mod forms;
