//! x86-64: one description of the instructions that we use, shared by everything that touches them.
//!
//! - [`isa`]: operands, instructions, what each reads and writes, how each is printed
//! - [`encode`]: machine code, with labels and a pool of constants
//! - [`parse`]: printed text back to instructions

pub mod encode;
pub mod isa;
pub mod parse;

#[cfg(test)]
mod forms;
