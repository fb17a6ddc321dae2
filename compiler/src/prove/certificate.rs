//! What was proven, in a form that can be printed and compared.

use super::bounds::{Discarded, Reason};
use crate::limb_ir::{Contract, Function, print};
use num_bigint::BigInt;
use sha2::{Digest, Sha256};
use std::fmt;

/// A result's proven range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The result.
    pub result: String,
    /// The largest value; `None` where the range is relative to a parameter.
    pub max: Option<BigInt>,
}

/// The machine-checked result for one function and contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The function's name.
    pub function: String,
    /// Every carry that nobody reads, with what makes it harmless.
    pub discarded: Vec<Discarded>,
    /// Every result, with its largest value.
    pub results: Vec<Proven>,
    /// Monomials left in the equations before multiples of the modulus vanish.
    pub monomials: usize,
    /// Polynomial additions made.
    pub steps: usize,
    /// Backward walks made for bounds.
    pub walks: usize,
    pub(super) digest: [u8; 32],
}

impl Certificate {
    /// SHA-256 over the printed function, the contract and the facts.
    pub fn digest(&self) -> [u8; 32] {
        self.digest
    }

    /// The digest in hexadecimal.
    pub fn digest_hex(&self) -> String {
        self.digest.iter().map(|b| format!("{b:02x}")).collect()
    }

    pub(super) fn seal(mut self, f: &Function, c: &Contract) -> Certificate {
        let mut h = Sha256::new();
        h.update(print(f));
        for e in &c.equations {
            h.update(format!("{e}\n"));
        }
        if let Some((p, k)) = &c.negated_inverse {
            h.update(format!("{p} * {k} = -1 (mod 2^{})\n", f.word.radix));
        }
        for d in &self.discarded {
            h.update(format!("{d}\n"));
        }
        for r in &self.results {
            h.update(format!("{r}\n"));
        }
        self.digest = h.finalize().into();
        self
    }
}

impl fmt::Display for Discarded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "%{}: ", self.carry.0)?;
        match &self.reason {
            Reason::Bounded { bound, limit } => write!(f, "{bound:#x} < {limit:#x}"),
            Reason::Refuted => write!(f, "1 is impossible"),
            Reason::Equals(v) => write!(f, "equals %{}", v.0),
            Reason::Wraps => write!(f, "wraps"),
        }
    }
}

impl fmt::Display for Proven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.max {
            Some(m) => write!(f, "{} <= {m:#x}", self.result),
            None => write!(f, "{} in range", self.result),
        }
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} discarded carries, {} results, {} steps, {} walks, {}",
            self.function,
            self.discarded.len(),
            self.results.len(),
            self.steps,
            self.walks,
            &self.digest_hex()[..16]
        )
    }
}
