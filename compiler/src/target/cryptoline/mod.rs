//! CryptoLine: a kernel and its contract in the language of an independent verifier, so that a stranger can check a certificate.
//!
//! - [`export`]: a function and its contract as a program with pre- and postconditions
//! - [`eval`]: a parser and an interpreter of the part of the language that is printed
//!
//! CryptoLine splits every claim in two: the algebraic part (before `&&`) is a question of ideal membership, the range part (after it) one
//! of bit vectors. A fact that only bit vectors show and only the algebra needs is carried over by `assert true && r; assume e && true;`.
//! The facts that are printed are the ones on which [`crate::check`] saw the equations rest. They are claims, not hints that are trusted:
//! a false one makes the assertion fail.
//!
//! The postconditions of whole products follow by ideal membership in seconds (Singular, coefficients modulo the modulus) when bits get their
//! equation `c (c - 1) = 0` only where they choose; with one for every carry it may take long, so that `-no_carry_constraint` is the option to
//! try first.
//!
//! What is printed is safe in CryptoLine's sense: no instruction may wrap but those that return their carry or borrow. Shifts and masks are
//! `split`s, one for each word and position.
//!
//! Source: Polyakov, Tsai, Wang, Yang, CONCUR 2018; the language manual of CryptoLine.

pub mod eval;
mod print;
#[cfg(test)]
mod tests;

use crate::check::{CheckError, check_rows};
use crate::limb_ir::{Contract, Function};

/// Rows of parameters that the printed facts are observed on.
const ROWS: usize = 1500;

/// Why a function has no CryptoLine form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// It does not keep its contract, or the check does not see why.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// A name that is no identifier there.
    #[error("`{0}` is no identifier")]
    Name(String),
    /// Limbs that do not fill their words.
    #[error("limbs of {radix} bits in words of {container}")]
    Word {
        /// Bits of a limb.
        radix: u32,
        /// Bits of a word.
        container: u32,
    },
}

/// `f` as a CryptoLine program whose precondition is the bounds of the parameters and whose postcondition is `c`.
///
/// Limb `j` of parameter `a` is `a_j`, value `%12` is `x12`.
///
/// # Errors
/// [`ExportError`]: the function does not pass [`crate::check`], or cannot be written.
pub fn export(f: &Function, c: &Contract) -> Result<String, ExportError> {
    let word = f.word;
    if word.radix != word.container {
        return Err(ExportError::Word {
            radix: word.radix,
            container: word.container,
        });
    }
    // They are printed, in a comment that ends with `*)` too.
    let names = f.params.iter().map(|p| &p.name);
    let names = names.chain(f.results.iter().map(|r| &r.name));
    for name in names.chain([&f.name]) {
        let mut letters = name.chars();
        let first = letters
            .next()
            .is_some_and(|l| l.is_ascii_alphabetic() || l == '_');
        if !first || !letters.all(|l| l.is_ascii_alphanumeric() || l == '_') {
            return Err(ExportError::Name(name.clone()));
        }
    }
    let checked = check_rows(f, c, ROWS)?;
    Ok(print::program(f, c, &checked.facts))
}
