//! Single changes of emitted text: what a slip in an emitter, a scheduler or an assembler might look like. The proof must refuse
//! every change that matters.
//!
//! - `rust` (feature `lift`): changes of statements of portable kernels
//! - `x86_64`: changes of instructions, operands, constants and of the operands of `asm!` blocks
//!
//! Each mutant is lifted and proven. One that is accepted computes what was promised, or the prover is wrong: it is run on adversarial
//! operands to find out. One that is refused although it is right on all operands tried is counted by itself.

#[cfg(feature = "lift")]
pub mod rust;
pub mod x86_64;

use crate::adversarial::{Random, counterexample};
use crate::limb_ir::{Contract, Function};
use crate::prove::prove;
use std::fmt;

/// Operands on which an accepted mutant is run.
pub const ROUNDS: usize = 400;

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not lifted, or not proven, and wrong for some operands (or without meaning).
    Rejected,
    /// Not proven, and right for all operands that were tried.
    Unshown,
    /// Proven, and right for all operands that were tried.
    Equivalent,
    /// Proven, and wrong: the prover has a fault.
    Survived,
}

/// How many of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All that were tried.
    pub tried: usize,
    /// See [`Verdict::Rejected`] and [`Verdict::Unshown`]: all that were refused.
    pub rejected: usize,
    /// See [`Verdict::Unshown`]: the refused ones that are right as far as tried.
    pub unshown: usize,
    /// See [`Verdict::Equivalent`].
    pub equivalent: usize,
    /// See [`Verdict::Survived`]: what was changed.
    pub survived: Vec<String>,
}

impl Tally {
    /// Counts a mutant.
    pub fn count(&mut self, what: &str, verdict: Verdict) {
        self.tried += 1;
        match verdict {
            Verdict::Rejected => self.rejected += 1,
            Verdict::Unshown => {
                self.rejected += 1;
                self.unshown += 1;
            }
            Verdict::Equivalent => self.equivalent += 1,
            Verdict::Survived => self.survived.push(what.to_string()),
        }
    }

    /// Adds another tally.
    pub fn add(&mut self, other: Tally) {
        self.tried += other.tried;
        self.rejected += other.rejected;
        self.unshown += other.unshown;
        self.equivalent += other.equivalent;
        self.survived.extend(other.survived);
    }
}

/// `tried N, rejected N, rejected but equal N, equivalent N, survived N`; the third of these are among the second.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "tried {}, rejected {}, rejected but equal {}, equivalent {}, survived {}",
            self.tried,
            self.rejected,
            self.unshown,
            self.equivalent,
            self.survived.len()
        )
    }
}

/// Where a sample of about `sample` of `total` mutants begins, and its step. The beginning depends on the function, so that different
/// functions show different changes.
fn choice(symbol: &str, total: usize, sample: Option<usize>) -> (usize, usize) {
    let step = sample.map_or(1, |n| total.div_ceil(n.max(1)).max(1));
    let hash = symbol
        .bytes()
        .fold(total, |h, b| (h * 31 + usize::from(b)) % 997);
    (hash % step, step)
}

/// The verdict on a mutant's function; `None` for one that could not be lifted.
pub fn judge(f: Option<&Function>, c: &Contract, random: &mut Random) -> Verdict {
    let Some(f) = f else {
        return Verdict::Rejected;
    };
    let wrong = |random: &mut Random| counterexample(f, c, random, ROUNDS).is_some();
    match (prove(f, c).is_ok(), wrong(random)) {
        (false, true) => Verdict::Rejected,
        (false, false) => Verdict::Unshown,
        (true, false) => Verdict::Equivalent,
        (true, true) => Verdict::Survived,
    }
}
