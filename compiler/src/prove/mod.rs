//! Certificates: bounds and algebra of a function against its contract (`algorithms` 11).
//!
//! [`prove`] sees the function and the contract and nothing else: it shares no code with the kernels, takes no hints,
//! and accepts the instructions in any valid order, so that code lifted back from emitted text is proven the same way.
//!
//! - `num`, `poly`: dyadic coefficients, sparse polynomials
//! - `forms`: words modulo `W`: which are zero, which are equal
//! - `program`: what each instruction says: interval, equation, alias
//! - `walk`: backward substitution, exact or as an upper bound
//! - `bounds`: carries that are zero or equal to another bit; how large numbers get
//! - `algebra`: the defining equations
//! - `certificate`: the outcome
//!
//! It is an executable check of a few hundred lines, not a foundational proof. Whatever it cannot show is an error.
//! Parameters are taken to have limbs below `2^radix`; results are shown to.

mod algebra;
mod bounds;
mod certificate;
mod forms;
#[cfg(test)]
mod kernel_tests;
mod num;
mod poly;
mod program;
#[cfg(test)]
pub(crate) mod tests;
mod walk;

pub use bounds::{Discarded, Reason};
pub use certificate::{Certificate, Proven};

use crate::limb_ir::{Contract, Function, Range, VerifyError, verify};
use bounds::Solver;
use num::Num;

/// Why a function has no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The function is not well-formed.
    #[error(transparent)]
    Malformed(#[from] VerifyError),
    /// The contract does not fit the function.
    #[error("result `{result}`: {what}")]
    Contract {
        /// The result.
        result: String,
        /// What does not fit.
        what: &'static str,
    },
    /// The equation does not follow: what is left of `scale * result - terms`.
    #[error("result `{result}`: left over {terms}")]
    Residual {
        /// The result.
        result: String,
        /// The first terms of the residual polynomial.
        terms: String,
    },
    /// The range does not follow.
    #[error("result `{result}`: no proof that it is {wanted}")]
    Range {
        /// The result.
        result: String,
        /// The range that the contract states.
        wanted: String,
    },
    /// The polynomials grew beyond what a kernel's do.
    #[error("result `{result}`: the equation grows beyond four factors or the step limit")]
    Complex {
        /// The result.
        result: String,
    },
}

/// Proves that `f` keeps `c` for all parameters within their bounds.
///
/// The equations follow from the instructions over the integers, every carry that they discard is accounted for, and
/// every result lies in its range. Time: milliseconds for kernels of up to six limbs.
///
/// # Errors
/// [`ProveError`] names the result and what could not be shown. An error does not mean that the function is wrong.
///
/// Source: `algorithms` 11.1, 11.2.
pub fn prove(f: &Function, c: &Contract) -> Result<Certificate, ProveError> {
    verify(f)?;
    for r in &f.results {
        if !c.equations.iter().any(|e| e.result == r.name) {
            return Err(ProveError::Contract {
                result: r.name.clone(),
                what: "no equation",
            });
        }
    }
    let mut s = Solver::new(f, c);
    let mut certificate = Certificate {
        function: f.name.clone(),
        discarded: vec![],
        results: vec![],
        monomials: 0,
        steps: 0,
        walks: 0,
        digest: [0; 32],
    };
    for e in &c.equations {
        let (monomials, steps) = algebra::equation(&mut s, e)?;
        certificate.monomials += monomials;
        certificate.steps += steps;
        certificate
            .results
            .push(range(&mut s, &e.result, &e.range)?);
    }
    certificate.discarded = std::mem::take(&mut s.discarded);
    certificate.steps += s.steps;
    certificate.walks = s.walks;
    Ok(certificate.seal(f, c))
}

/// The most characters of a polynomial or a bound in an error.
const MAX_SHOWN: usize = 160;

/// Numbers are as long as the modulus, but an error is a line for people.
fn brief(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_SHOWN) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Proves the range of a result.
fn range(s: &mut Solver, name: &str, wanted: &Range) -> Result<Proven, ProveError> {
    let f = s.p.f;
    let r = f.word.radix as i32;
    let limbs = f
        .results
        .iter()
        .find(|x| x.name == name)
        .map(|x| x.limbs.clone())
        .unwrap_or_default();
    let mut number: Vec<_> = limbs
        .iter()
        .enumerate()
        .map(|(j, v)| (*v, Num::pow2(r * j as i32)))
        .collect();
    let fail = |wanted: String| ProveError::Range {
        result: name.to_string(),
        wanted,
    };
    if let Some(v) = limbs
        .iter()
        .find(|v| f.word.radix < 64 && s.p.max[v.index()] >> f.word.radix != 0)
    {
        return Err(fail(format!(
            "in limbs below 2^{} (%{})",
            f.word.radix, v.0
        )));
    }
    match wanted {
        Range::AtMost(m) => {
            let limit = Num::from_biguint(m);
            // Limbs are below `2^radix`, as was just shown.
            let bound = s
                .prove_upper(&number, &[], &limit)
                .or_else(|| s.prove_residue(&number, r * limbs.len() as i32, &limit));
            match bound {
                Some(b) => Ok(Proven {
                    result: name.to_string(),
                    max: Some(b.floor()),
                }),
                None => Err(fail(brief(format!("at most {m:#x}")))),
            }
        }
        Range::BelowParam(p) => {
            let modulus = f.param(p).ok_or(ProveError::Contract {
                result: name.to_string(),
                what: "the range names no parameter",
            })?;
            number.extend(
                modulus
                    .limbs
                    .iter()
                    .enumerate()
                    .map(|(j, v)| (*v, Num::pow2(r * j as i32).neg())),
            );
            match s.prove_upper(&number, &[], &Num::ONE.neg()) {
                Some(_) => Ok(Proven {
                    result: name.to_string(),
                    max: None,
                }),
                None => Err(fail(format!("below {p}"))),
            }
        }
    }
}
