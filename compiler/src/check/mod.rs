//! A second check of a function against its contract, slow and by other means than [`crate::prove`], with which it shares nothing.
//!
//! - `inputs`, `observe`: route 1. The interpreter runs on structured inputs; every result is compared with the contract over the
//!   integers, and every value is kept: which discarded carries were ever 1, which words ever other than 0.
//! - `linear`, `algebra`: route 2. The equations at random parameters, forward, with unknown carries and high words, by elimination
//!   (Schwartz-Zippel), from facts that route 1 observed.
//! - `random`: the same values at every run
//!
//! It is a test, not a proof: ranges and facts are observed on a few hundred inputs. What it does establish is that the equation follows from
//! the facts that it lists, except with the stated probability; an error of the prover in an equation does not pass it.

mod algebra;
pub(crate) mod inputs;
mod linear;
mod observe;
pub(crate) mod random;
#[cfg(test)]
mod tests;

use crate::limb_ir::{Contract, Function, Modulo, Range, Type, Value, VerifyError, verify};
use std::fmt;

/// Rows of parameters that [`check`] tries.
pub const ROWS: usize = 500;

/// A part of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantity {
    /// The value.
    Value(Value),
    /// `floor(value / 2^k)`.
    High(Value, u32),
    /// `value mod 2^k`.
    Low(Value, u32),
}

/// What it equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Equal {
    /// A constant.
    Constant(u64),
    /// An earlier value of the same type.
    Value(Value),
}

/// An observation that an equation rests on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fact {
    /// It holds where all of these values are so; always if there are none.
    pub when: Vec<(Value, u64)>,
    /// What it is about.
    pub quantity: Quantity,
    /// What that equals.
    pub equal: Equal,
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (v, x) in &self.when {
            write!(f, "%{} = {x:#x}: ", v.0)?;
        }
        match self.quantity {
            Quantity::Value(v) => write!(f, "%{}", v.0)?,
            Quantity::High(v, k) => write!(f, "%{} >> {k}", v.0)?,
            Quantity::Low(v, k) => write!(f, "%{} mod 2^{k}", v.0)?,
        }
        match self.equal {
            Equal::Constant(c) => write!(f, " = {c:#x}"),
            Equal::Value(v) => write!(f, " = %{}", v.0),
        }
    }
}

/// What was checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked {
    /// Rows of parameters on which the contract held.
    pub rows: usize,
    /// Carries that nobody reads and that were never 1.
    pub never: Vec<Value>,
    /// Carries that nobody reads and that were 1.
    pub sometimes: Vec<Value>,
    /// Words that were 0 at every row, constants of the code left out.
    pub zero: Vec<Value>,
    /// Patterns of the choosing bits that occurred.
    pub cases: usize,
    /// Cases that hold only for the parameters that occurred in them (a negation of zero).
    pub pinned: usize,
    /// Random evaluations of each equation and case.
    pub rounds: u32,
    /// Base-two logarithm of the probability that an equation that does not follow from the facts was accepted.
    pub error: f64,
    /// The facts that the equations rest on.
    pub facts: Vec<Fact>,
}

/// Why a function did not pass.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
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
    /// Parameters for which it is wrong.
    #[error("result `{result}`: wrong for {parameters}")]
    Broken {
        /// The result.
        result: String,
        /// The parameters.
        parameters: String,
    },
    /// The equation does not follow from what was observed.
    #[error(
        "result `{result}`: the equation does not follow ({unknowns} unknowns left, case {case:?})"
    )]
    Residual {
        /// The result.
        result: String,
        /// The values that choose.
        case: String,
        /// Carries and high words left over.
        unknowns: usize,
    },
    /// The equation is beyond this check; it is neither accepted nor refuted.
    #[error("result `{result}`: undecided: {what}")]
    Undecided {
        /// The result.
        result: String,
        /// Why.
        what: &'static str,
    },
}

/// Checks `f` against `c` on [`ROWS`] rows of parameters and by random evaluation of the equations.
///
/// # Errors
/// [`CheckError::Broken`] is a counterexample. [`CheckError::Residual`] and [`CheckError::Undecided`] do not mean that the function is wrong.
///
/// Source: `algorithms` 11; Schwartz 1980, Zippel 1979.
pub fn check(f: &Function, c: &Contract) -> Result<Checked, CheckError> {
    check_rows(f, c, ROWS)
}

/// [`check`] on another number of rows. More rows find rarer failures, and fewer false facts.
///
/// # Errors
/// As [`check`].
pub fn check_rows(f: &Function, c: &Contract, rows: usize) -> Result<Checked, CheckError> {
    verify(f)?;
    fits(f, c)?;
    let seen = observe::observe(f, c, &inputs::rows(f, c, rows))?;
    let outcome = algebra::Algebra::new(f, c, &seen).check()?;
    let all: Vec<usize> = (0..seen.rows).collect();
    let uses = f.uses();
    let constants: Vec<Value> = f
        .insts
        .iter()
        .filter(|i| matches!(i.op, crate::limb_ir::Op::Const(_)))
        .map(|i| i.first)
        .collect();
    let (mut never, mut sometimes, mut zero) = (vec![], vec![], vec![]);
    for v in (0..f.types.len() as u32).map(Value) {
        let is_zero = seen.constant(v, &all) == Some(0);
        match f.types[v.index()] {
            Type::Bit if uses[v.index()] > 0 => {}
            Type::Bit if is_zero => never.push(v),
            Type::Bit => sometimes.push(v),
            Type::Word if is_zero && !constants.contains(&v) => zero.push(v),
            Type::Word => {}
        }
    }
    Ok(Checked {
        rows: seen.rows,
        never,
        sometimes,
        zero,
        cases: outcome.cases,
        pinned: outcome.pinned,
        rounds: outcome.rounds,
        error: outcome.error,
        facts: outcome.facts,
    })
}

/// Every result has one equation, and every name in them exists.
fn fits(f: &Function, c: &Contract) -> Result<(), CheckError> {
    let wrong = |result: &String, what| {
        Err(CheckError::Contract {
            result: result.clone(),
            what,
        })
    };
    for r in &f.results {
        if !c.equations.iter().any(|e| e.result == r.name) {
            return wrong(&r.name, "no equation");
        }
    }
    for e in &c.equations {
        if !f.results.iter().any(|r| r.name == e.result) {
            return wrong(&e.result, "no such result");
        }
        let mut names: Vec<&String> = e.terms.iter().flat_map(|t| &t.factors).collect();
        if let Modulo::Param(p) = &e.modulo {
            names.push(p);
        }
        if let Range::BelowParam(p) = &e.range {
            names.push(p);
        }
        if names.iter().any(|n| f.param(n).is_none()) {
            return wrong(&e.result, "a name that is no parameter");
        }
        if matches!(&e.modulo, Modulo::Constant(p) if p.bits() < 2) {
            return wrong(&e.result, "the modulus is below 2");
        }
    }
    Ok(())
}
