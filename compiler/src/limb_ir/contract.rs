//! What a function promises, in words that the kernels state, the prover checks and the tests evaluate.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::One;
use std::collections::BTreeMap;
use std::fmt;

/// What an equation is modulo.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Modulo {
    /// The equation holds over the integers.
    Exact,
    /// The equation holds modulo this constant.
    Constant(BigUint),
    /// The equation holds modulo the value of this parameter.
    Param(String),
}

/// `coefficient * Π params`: names may repeat (squares).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The integer factor.
    pub coefficient: BigInt,
    /// The names of the parameters multiplied.
    pub factors: Vec<String>,
}

impl Term {
    /// A term.
    pub fn new(coefficient: impl Into<BigInt>, factors: &[&str]) -> Term {
        Term {
            coefficient: coefficient.into(),
            factors: factors.iter().map(|s| s.to_string()).collect(),
        }
    }
}

/// The bound of a result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Range {
    /// At most this constant.
    AtMost(BigUint),
    /// Below the value of this parameter (the modulus as an operand).
    BelowParam(String),
}

/// `scale * result = Σ terms (modulo …)`, and the range of `result`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Equation {
    /// The name of the result.
    pub result: String,
    /// The factor on the result (Montgomery's `R`, or 1, or 2 for a halving).
    pub scale: BigUint,
    /// The right-hand side.
    pub terms: Vec<Term>,
    /// Where it holds.
    pub modulo: Modulo,
    /// The range of the result.
    pub range: Range,
}

/// Every promise of one function.
///
/// Where the modulus is a parameter, [`Contract::negated_inverse`] names the parameter `k` for which the caller promises
/// `p k = -1 (mod 2^radix)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Contract {
    /// One equation a result.
    pub equations: Vec<Equation>,
    /// `(modulus parameter, parameter holding -1/p mod 2^radix)`.
    pub negated_inverse: Option<(String, String)>,
}

impl Contract {
    /// A contract of equations.
    pub fn new(equations: Vec<Equation>) -> Contract {
        Contract {
            equations,
            negated_inverse: None,
        }
    }

    /// Does it hold for these parameter values and results? The name of the first result that breaks it otherwise.
    pub fn check(
        &self,
        params: &BTreeMap<String, BigUint>,
        results: &BTreeMap<String, BigUint>,
    ) -> Result<(), String> {
        for e in &self.equations {
            let got = results.get(&e.result).ok_or_else(|| e.result.clone())?;
            let mut rhs = BigInt::from(0);
            for t in &e.terms {
                let mut x = t.coefficient.clone();
                for f in &t.factors {
                    x *= BigInt::from(params.get(f).ok_or_else(|| e.result.clone())?.clone());
                }
                rhs += x;
            }
            let diff = BigInt::from(&e.scale * got) - rhs;
            let zero = match &e.modulo {
                Modulo::Exact => diff == BigInt::from(0),
                Modulo::Constant(p) => diff.is_multiple_of(&BigInt::from(p.clone())),
                Modulo::Param(p) => params
                    .get(p)
                    .is_some_and(|p| diff.is_multiple_of(&BigInt::from(p.clone()))),
            };
            let in_range = match &e.range {
                Range::AtMost(m) => got <= m,
                Range::BelowParam(p) => params.get(p).is_some_and(|p| got < p),
            };
            if !zero || !in_range {
                return Err(e.result.clone());
            }
        }
        Ok(())
    }
}

impl fmt::Display for Equation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.scale.is_one() {
            write!(f, "{:#x} * ", self.scale)?;
        }
        write!(f, "{} = ", self.result)?;
        for (i, t) in self.terms.iter().enumerate() {
            let negative = t.coefficient.sign() == num_bigint::Sign::Minus;
            write!(
                f,
                "{}",
                if i == 0 {
                    if negative { "-" } else { "" }
                } else if negative {
                    " - "
                } else {
                    " + "
                }
            )?;
            let magnitude = t.coefficient.magnitude();
            if !magnitude.is_one() || t.factors.is_empty() {
                write!(
                    f,
                    "{magnitude:#x}{}",
                    if t.factors.is_empty() { "" } else { " * " }
                )?;
            }
            write!(f, "{}", t.factors.join(" * "))?;
        }
        match &self.modulo {
            Modulo::Exact => {}
            Modulo::Constant(p) => write!(f, " (mod {p:#x})")?,
            Modulo::Param(p) => write!(f, " (mod {p})")?,
        }
        match &self.range {
            Range::AtMost(m) => write!(f, ", {} <= {m:#x}", self.result),
            Range::BelowParam(p) => write!(f, ", {} < {p}", self.result),
        }
    }
}
