//! x86-64: one description of the instructions that we use, shared by everything that touches them.
//!
//! - [`isa`]: operands, instructions, what each reads and writes, how each is printed
//! - [`emit`]: from limb IR to instructions

pub mod emit;
pub mod isa;
