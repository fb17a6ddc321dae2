//! Every formula above a prime field, written once, in field IR.
//!
//! - `tower`: extensions of the field as data, and their arithmetic
//! - `cyclotomic`: squaring and compression in the cyclotomic subgroup of Fp12
//! - `weierstrass`: points of `y^2 = x^3 + b`
//! - `pairing`: steps of Miller loops
//! - `map`: maps from a field to a curve, isogenies
//!
//! [`all`] lists what is printed for the runtime, generic in the field: a formula is the same over `Fp` and over `Fp2`.

pub mod cyclotomic;
pub mod map;
pub mod pairing;
pub mod tower;
pub mod weierstrass;

#[cfg(test)]
mod tests;

use crate::field_ir::Function;

/// A formula with late reductions reduces what is at most this many `p^2` from zero (the tests compute it).
pub const LATE_SPAN: u64 = 26;

/// A formula for the runtime.
#[derive(Clone, Debug)]
pub struct Formula {
    /// What it computes: a line of documentation.
    pub doc: String,
    /// The code.
    pub function: Function,
    /// Whether it is over a quadratic extension only.
    pub extension: bool,
}

/// Every formula that is printed.
pub fn all() -> Vec<Formula> {
    let mut out = weierstrass::formulas();
    out.extend(tower::formulas());
    out.extend(cyclotomic::formulas());
    out.extend(pairing::formulas());
    out.extend(map::formulas());
    out
}
