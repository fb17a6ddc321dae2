//! From emitted text back to limb IR, so that a certificate is about what is assembled and not about what was meant.
//!
//! - `intel`: lines of Intel syntax, token by token
//! - `x86_64`: what each instruction does: registers, flags one by one, stack, memory
//! - `rust` (feature `lift`): printed Rust: portable kernels, dispatch, loops, sums, chains, constants
//! - `native`: the kernels of a generated module's `adx` part: naked functions, `asm!` blocks with their operands
//!
//! Nothing here is shared with the emitters: the text is read by a parser of its own, and every instruction, operand or line that
//! is not known is an error with its place. What comes out is a [`Function`](crate::limb_ir::Function) for
//! [`prove`](crate::prove::prove) against a [`Claim`](crate::claims::Claim), and what was shown on the way: saved registers and stack
//! pointer restored, no access outside of the declared operands, which operands may overlap the result.

mod intel;
pub mod native;
#[cfg(feature = "lift")]
pub mod rust;
pub mod x86_64;

/// Why a text has no meaning that could be proven.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}: `{text}`")]
pub struct LiftError {
    /// The line of the text, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
    /// The line, or the part of it that is wrong.
    pub text: String,
}

impl LiftError {
    pub(crate) fn new(line: usize, what: impl Into<String>, text: impl Into<String>) -> LiftError {
        LiftError {
            line,
            what: what.into(),
            text: text.into(),
        }
    }
}

#[cfg(test)]
mod tests;
