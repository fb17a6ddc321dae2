//! What the user wrote: a field is data. Validated before anything is emitted.
//!
//! [`Spec::resolve`] reads a standard name ([`names`]), an integer expression ([`expr`]) or a spec file; [`validate()`] says whether the
//! claims are true. `Modulus` (odd, above 1: [`check_modulus`]) is enough for a [`crate::plan::Plan`] and its kernels; a field needs a prime.

mod error;
pub mod expr;
mod file;
pub mod names;
#[cfg(test)]
mod tests;
mod validate;

pub use error::{Place, Problem, SpecError};
pub use validate::{Checked, MAX_FIELD_BITS, check_modulus, check_name, is_prime, validate};

use num_bigint::BigUint;

/// A field as the user describes it; nothing in it is checked until [`validate()`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The field's name, an identifier: the name of the kernel module.
    pub name: String,
    /// The modulus.
    pub modulus: BigUint,
    /// A non-residue, by convention a generator of the units; the smallest non-residue if `None`.
    pub generator: Option<BigUint>,
    /// A root of unity of order exactly `2^s`, `p - 1 = 2^s q`; `generator^q` if `None`.
    pub root_of_unity: Option<BigUint>,
    /// Whether kernels on values below 2p are wanted where they are possible.
    pub lazy: bool,
}

impl Spec {
    /// A Spec with default options.
    pub fn new(name: impl Into<String>, modulus: BigUint) -> Spec {
        Spec {
            name: name.into(),
            modulus,
            generator: None,
            root_of_unity: None,
            lazy: true,
        }
    }

    /// Reads a standard name (`bn254:fp`, `bn254.fp`, `bls12_381-fr`), an expression (`2^255 - 19`, `0x1a01…`), or the path of a spec file.
    ///
    /// A file is meant where the text ends in `.toml`; an expression where it begins with a digit, `(` or `-`, unless it is none and holds
    /// a `/`; a file again where it holds a `/`. A field from an expression is called `field`. Resolving does not validate.
    ///
    /// # Errors
    /// Syntax with its byte range, a file's problems by line and option and without its text, an unknown name with the known ones.
    pub fn resolve(text: &str) -> Result<Spec, SpecError> {
        let text = text.trim();
        if let Some(standard) = names::find(text) {
            return standard.spec();
        }
        if text.ends_with(".toml") {
            return file::read(text);
        }
        if text.starts_with(|c: char| c.is_ascii_digit() || c == '(' || c == '-') {
            // A `/` divides, or stands in the path of a file that is there.
            return match expr::parse_at(text, Place::Modulus) {
                Ok(modulus) => Ok(Spec::new("field", modulus)),
                Err(_) if text.contains('/') && std::path::Path::new(text).exists() => {
                    file::read(text)
                }
                Err(e) => Err(e),
            };
        }
        if text.contains('/') {
            return file::read(text);
        }
        let known = names::STANDARD
            .iter()
            .map(|s| s.name)
            .collect::<Vec<_>>()
            .join(", ");
        Err(SpecError::new(
            Place::Name,
            Problem::UnknownField {
                given: error::brief(text, 40),
                known,
            },
        ))
    }

    /// Reads the text of a spec file: lines `key = value`, `#` starts a comment.
    ///
    /// Keys: `modulus` (needed), `name`, `generator`, `root_of_unity` (expressions, in double quotes or bare), `lazy` (`true` or `false`).
    /// The lines are valid TOML when the expressions are quoted.
    ///
    /// # Errors
    /// The line or the option, and the problem; nothing else of the text, which may not be a spec at all.
    pub fn parse_file(text: &str) -> Result<Spec, SpecError> {
        file::parse(text)
    }
}
