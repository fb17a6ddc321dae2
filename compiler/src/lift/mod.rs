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
//! pointer restored, no access outside of the declared operands, no operand read once the result is being written
//! (but by kernels whose result lies apart: [`crate::claims::apart`]).

mod intel;
pub mod native;
#[cfg(feature = "lift")]
pub mod rust;
pub mod x86_64;

/// Why a text has no meaning that could be proven, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.shown())]
pub struct LiftError {
    /// The line of the text, from 1; 0 where something is missing from the whole text.
    pub line: usize,
    /// The column in characters, from 1; 0 where it is about the whole line, or the whole text.
    pub column: usize,
    /// What is wrong.
    pub what: String,
    /// The line, or the part of it that is wrong; empty where the place says it.
    pub text: String,
}

impl LiftError {
    pub(crate) fn new(line: usize, what: impl Into<String>, text: impl Into<String>) -> LiftError {
        LiftError {
            line,
            column: 0,
            what: what.into(),
            text: text.into(),
        }
    }

    /// `line 3: what`, `line 3:14: what`, `what`; then the text.
    fn shown(&self) -> String {
        let place = match (self.line, self.column) {
            (0, _) => String::new(),
            (line, 0) => format!("line {line}: "),
            (line, column) => format!("line {line}:{column}: "),
        };
        let text = match self.text.as_str() {
            "" => String::new(),
            text => format!(": `{text}`"),
        };
        format!("{place}{}{text}", self.what)
    }
}

#[cfg(test)]
mod tests;
