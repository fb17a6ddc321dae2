//! The search: an ensemble of classical constructions, then local search over dictionaries from the best of them.

use super::anneal::Landscape;
use super::bos_coster::{self, RULES};
use super::builder::{Builder, optimise};
use super::cache;
use super::chain::{Chain, MAX_BITS};
use super::continued_fraction::{self, STRATEGIES, Strategy};
use super::dictionary::{Cut, Term, assemble, decompose, runs};
use num_bigint::BigUint;
use num_traits::Zero;
use thiserror::Error;

/// How much work a search may do. Work is counted, never timed: the same target and budget give the same chain everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Small enough for a procedural macro built without optimisation: [`MACRO_UNITS`].
    Macro,
    /// Seconds in an optimised build: [`FULL_UNITS`].
    Full,
    /// The whole ensemble and this many digit comparisons.
    Units(u64),
}

/// Digit comparisons of [`Budget::Macro`].
pub const MACRO_UNITS: u64 = 300_000;

/// Digit comparisons of [`Budget::Full`].
pub const FULL_UNITS: u64 = 4_000_000_000;

/// Why there is no chain.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SearchError {
    /// Addition chains are for positive integers.
    #[error("target: 0 has no addition chain")]
    Zero,
    /// More than [`MAX_BITS`] bits.
    #[error("target: {0} bits, more than {MAX_BITS}")]
    TooLarge(u64),
}

/// An addition chain for `target`, of low cost ([`Chain::cost`]), valid by construction and checked again.
///
/// Errors: 0; more than [`MAX_BITS`] bits. Time: bounded by the budget, see [`Budget`]; for very long targets the
/// quadratic tidying pass comes on top.
pub fn search(target: &BigUint, budget: Budget) -> Result<Chain, SearchError> {
    if target.is_zero() {
        return Err(SearchError::Zero);
    }
    if target.bits() > MAX_BITS {
        return Err(SearchError::TooLarge(target.bits()));
    }
    let mut search = Search::new(target);
    match budget {
        Budget::Macro => search.quick(MACRO_UNITS),
        Budget::Full => search.thorough(FULL_UNITS),
        Budget::Units(units) => search.thorough(units),
    }
    Ok(search.best)
}

/// The committed chain for `target` if there is a valid one, else [`search`] with [`Budget::Full`].
pub fn best_known(target: &BigUint) -> Result<Chain, SearchError> {
    match cache::lookup(target) {
        Some(chain) => Ok(chain),
        None => search(target, Budget::Full),
    }
}

/// The committed chain for `target` if there is a valid one, else [`search`] with [`Budget::Macro`].
pub fn quickly_known(target: &BigUint) -> Result<Chain, SearchError> {
    match cache::lookup(target) {
        Some(chain) => Ok(chain),
        None => search(target, Budget::Macro),
    }
}

/// How the numbers of a dictionary are reached.
#[derive(Clone, Copy, Debug)]
enum Sequence {
    Fraction(Strategy),
    BosCoster(bos_coster::Rule),
}

impl Sequence {
    fn chain_set(self, targets: &[u64]) -> Vec<u64> {
        match self {
            Sequence::Fraction(strategy) => continued_fraction::chain_set(targets, strategy),
            Sequence::BosCoster(rule) => bos_coster::chain_set(targets, rule),
        }
    }
}

struct Search<'a> {
    target: &'a BigUint,
    best: Chain,
    /// Digit comparisons made.
    work: u64,
}

impl<'a> Search<'a> {
    /// Starts from the binary method, which always works.
    fn new(target: &'a BigUint) -> Self {
        let cut = Cut {
            window: 1,
            run: None,
        };
        let best = assemble(Builder::new(), target, &decompose(target, cut)).unwrap_or_default();
        debug_assert!(best.validate(target).is_ok());
        Self {
            target,
            best,
            work: 0,
        }
    }

    /// Keeps a chain if it is valid and better.
    fn offer(&mut self, chain: Chain) {
        let key = |c: &Chain| (c.cost(), c.len());
        if key(&chain) < key(&self.best) && chain.validate(self.target).is_ok() {
            self.best = chain;
        }
    }

    /// Two windows and descent from each.
    fn quick(&mut self, units: u64) {
        let whole = Cut {
            window: 1,
            run: Some(0),
        };
        let terms = decompose(self.target, whole);
        self.build(&terms, Sequence::Fraction(Strategy::Dichotomic), whole);
        let hybrid = Cut {
            window: 4,
            run: Some(0),
        };
        for cut in [
            Cut {
                window: 5,
                run: None,
            },
            hybrid,
        ] {
            let terms = decompose(self.target, cut);
            let sequence = Sequence::BosCoster(bos_coster::Rule::DeltaLargest);
            if let Some((_, start)) = self.build(&terms, sequence, cut) {
                self.descend(&start, 0, units / 2, 2 << 10, 1);
            }
        }
    }

    /// The ensemble, then annealing.
    fn thorough(&mut self, units: u64) {
        let mut starts = self.ensemble();
        self.offer(optimise(&self.best));
        starts.truncate(2);
        let rounds = 16;
        let mut best: Option<(u32, Vec<u128>)> = None;
        for round in 0..rounds {
            let start = starts
                .get(round % starts.len().max(1))
                .cloned()
                .unwrap_or_default();
            let carry = [0, 0, 1, 3][round / 2 % 4];
            let found = self.descend(&start.1, carry, units / 20, 12 << 10, round as u64);
            if best.as_ref().is_none_or(|b| found.0 < b.0) {
                best = Some(found);
            }
        }
        for round in 0..4 {
            if let Some(start) = best.take() {
                let found = self.descend(&start.1, 3, units / 20, 6 << 10, 100 + round);
                best = Some(if found.0 < start.0 { found } else { start });
            }
        }
    }

    /// Local search from a dictionary; the chain it ends with is offered.
    fn descend(
        &mut self,
        start: &[u128],
        carry: usize,
        units: u64,
        heat: u64,
        seed: u64,
    ) -> (u32, Vec<u128>) {
        let mut landscape = Landscape::new(self.target, carry);
        let found = landscape.improve(start, units, heat, seed);
        if let Ok(chain) = landscape.chain(&found.1) {
            if units > MACRO_UNITS {
                self.offer(optimise(&chain));
            }
            self.offer(chain);
        }
        self.work += landscape.work;
        found
    }

    /// Every cut with every sequence; the dictionaries, cheapest chain first.
    fn ensemble(&mut self) -> Vec<(u64, Vec<u128>)> {
        let mut cuts: Vec<Cut> = (2..=12).map(|window| Cut { window, run: None }).collect();
        for window in 1..=8 {
            for limit in [0, 16, 32, 64, 128] {
                cuts.push(Cut {
                    window,
                    run: Some(limit),
                });
            }
        }
        let sequences: Vec<Sequence> = STRATEGIES
            .map(Sequence::Fraction)
            .into_iter()
            .chain(RULES.map(Sequence::BosCoster))
            .collect();
        let mut starts: Vec<(u64, Vec<u128>)> = Vec::new();
        for cut in cuts {
            let terms = decompose(self.target, cut);
            for &sequence in &sequences {
                starts.extend(self.build(&terms, sequence, cut));
            }
        }
        starts.sort();
        starts.dedup();
        starts
    }

    /// The chain that a cut and a sequence give is offered; its cost and the numbers of its dictionary are returned.
    fn build(&mut self, terms: &[Term], sequence: Sequence, cut: Cut) -> Option<(u64, Vec<u128>)> {
        let (mut small, mut long) = (vec![1], vec![]);
        for term in terms {
            let length = term.digit.bits();
            if cut.run.is_some() && length > cut.window {
                long.push(length);
            } else {
                small.extend(u64::try_from(&term.digit));
            }
        }
        let mut builder = Builder::new();
        for v in sequence.chain_set(&small) {
            builder.reach(&v.into())?;
        }
        if !long.is_empty() {
            runs(&mut builder, &sequence.chain_set(&long));
        }
        let numbers = builder.numbers();
        let chain = assemble(builder, self.target, terms).ok()?;
        let cost = chain.cost();
        self.offer(chain);
        Some((cost, numbers))
    }
}
