//! The search: an ensemble of classical constructions, then local search over dictionaries from the best of them.

use super::anneal::Landscape;
use super::bos_coster::{self, RULES};
use super::builder::{Builder, optimise};
use super::cache;
use super::chain::{Chain, MAX_BITS, Step, lower_bound};
use super::continued_fraction::{self, STRATEGIES, Strategy};
use super::dictionary::{Cut, Term, assemble, decompose, runs};
use super::seeds::{is_run, seeds};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use thiserror::Error;

/// How much work a search may do. Work is counted, never timed: the same target and budget give the same chain everywhere.
///
/// The unit is one comparison of a dictionary number with a place of the target; an optimised build does about 150 million
/// a second, an unoptimised one about a tenth of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// For a procedural macro, which may be built without optimisation: [`MACRO_UNITS_PER_BIT`], and a few constructions.
    Macro,
    /// For what is generated and kept: [`FULL_UNITS_PER_BIT`], at most [`FULL_UNITS`], and the whole ensemble.
    Full,
    /// The whole ensemble and this many units.
    Units(u64),
}

/// Units of [`Budget::Macro`] for each bit of the target.
pub const MACRO_UNITS_PER_BIT: u64 = 800;

/// Units of [`Budget::Full`] for each bit of the target.
pub const FULL_UNITS_PER_BIT: u64 = 10_000_000;

/// The most units of [`Budget::Full`].
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
/// Errors: 0; more than [`MAX_BITS`] bits. Time: the budget, see [`Budget`], plus the constructions it begins with: some
/// milliseconds for [`Budget::Macro`], for the ensemble a tenth of a second at 256 bits and ten seconds or more at 4096.
pub fn search(target: &BigUint, budget: Budget) -> Result<Chain, SearchError> {
    if target.is_zero() {
        return Err(SearchError::Zero);
    }
    if target.bits() > MAX_BITS {
        return Err(SearchError::TooLarge(target.bits()));
    }
    let mut search = Search::new(target);
    match budget {
        Budget::Macro => search.quick(MACRO_UNITS_PER_BIT * target.bits()),
        Budget::Full => search.thorough(FULL_UNITS.min(FULL_UNITS_PER_BIT * target.bits())),
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

/// Where a local search ended.
struct Found {
    cost: u32,
    dictionary: Vec<u128>,
    chain: Chain,
}

/// A smaller number whose chain gives one for the target; a committed chain is taken before one is searched.
struct Relative {
    of: BigUint,
    /// The target is `of * factor`, the factor by this chain; or `(of << shift) + 1`.
    tail: Tail,
}

enum Tail {
    Factor(Chain),
    ShiftAndOne(u64),
}

impl Relative {
    fn extend(&self, chain: &Chain) -> Option<Chain> {
        match &self.tail {
            Tail::Factor(factor) => chain.then(factor).ok(),
            Tail::ShiftAndOne(shift) => {
                let mut steps = chain.steps().to_vec();
                for _ in 0..*shift {
                    let last = steps.len();
                    steps.push(Step { a: last, b: last });
                }
                steps.push(Step {
                    a: steps.len(),
                    b: 0,
                });
                Chain::new(steps).ok()
            }
        }
    }
}

/// `n = 2^s e + 1` (as `p - 2 = 4 e + 1` with `e = (p - 3) / 4`), and `n = f e` for the factors `f = 2^i + 1`, `i <= 4`,
/// which cost i doublings and one sum.
fn relatives(n: &BigUint) -> Vec<Relative> {
    let mut list = Vec::new();
    let one = BigUint::one();
    if *n <= BigUint::from(64u8) {
        return list;
    }
    if n.bit(0) {
        let shift = (n - &one).trailing_zeros().unwrap_or(1);
        // the odd e, and even ones that somebody has a chain for
        for s in (1..=shift).filter(|&s| s == shift || cache::lookup(&(n >> s)).is_some()) {
            list.push(Relative {
                of: n >> s,
                tail: Tail::ShiftAndOne(s),
            });
        }
    }
    for i in 1..=4u64 {
        let factor = (&one << i) + &one;
        let mut steps: Vec<Step> = (0..i as usize).map(|k| Step { a: k, b: k }).collect();
        steps.push(Step {
            a: i as usize,
            b: 0,
        });
        if (n % &factor).is_zero()
            && let Ok(chain) = Chain::new(steps)
        {
            list.push(Relative {
                of: n / &factor,
                tail: Tail::Factor(chain),
            });
        }
    }
    list
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

    /// True if nothing better exists.
    fn proven(&self) -> bool {
        self.best.len() <= lower_bound(self.target)
    }

    /// Runs of ones by themselves; a window and a hybrid, and descent from each.
    fn quick(&mut self, units: u64) {
        let runs = Cut {
            window: 1,
            run: Some(0),
        };
        let terms = decompose(self.target, runs);
        self.build(&terms, Sequence::Fraction(Strategy::Dichotomic), runs);
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
            if self.proven() {
                return;
            }
            let terms = decompose(self.target, cut);
            let sequence = Sequence::BosCoster(bos_coster::Rule::DeltaLargest);
            if let Some((_, start)) = self.build(&terms, sequence, cut) {
                let found = self.descend(&start, 0, units / 2, 2 << 10, 1);
                self.offer(found.chain);
            }
        }
    }

    /// The ensemble, then annealing of the target and of what it follows from.
    fn thorough(&mut self, units: u64) {
        let starts = self.ensemble();
        self.seeded();
        let tidy = optimise(&self.best);
        self.offer(tidy);
        let relatives = relatives(self.target);
        for relative in &relatives {
            if self.proven() {
                return;
            }
            let chain = cache::lookup(&relative.of).unwrap_or_else(|| {
                let mut search = Search::new(&relative.of);
                let starts = search.ensemble();
                search.anneal(&starts, units / 4 / relatives.len() as u64);
                self.work += search.work;
                search.best
            });
            if let Some(chain) = relative.extend(&chain) {
                let tidy = optimise(&chain);
                self.offer(tidy);
            }
        }
        let spent = if relatives.is_empty() { 0 } else { units / 4 };
        self.anneal(&starts, units - spent);
    }

    /// Annealing from the two best dictionaries, then closer around the best that was found.
    fn anneal(&mut self, starts: &[(u64, Vec<u128>)], units: u64) {
        let starts = &starts[..starts.len().min(2)];
        let mut best: Option<Found> = None;
        for round in 0..20 {
            if self.proven() {
                return;
            }
            let found = match &best {
                Some(best) if round >= 16 => {
                    self.descend(&best.dictionary, 3, units / 20, 6 << 10, round)
                }
                _ => {
                    let start = starts.get(round as usize % starts.len().max(1));
                    let carry = [0, 0, 1, 3][round as usize / 2 % 4];
                    let dictionary = start.map_or(&[][..], |s| &s.1);
                    self.descend(dictionary, carry, units / 20, 12 << 10, round)
                }
            };
            let tidy = optimise(&found.chain);
            self.offer(tidy);
            if best.as_ref().is_none_or(|b| found.cost < b.cost) {
                best = Some(found);
            }
        }
    }

    /// Local search from a dictionary.
    fn descend(&mut self, start: &[u128], carry: usize, units: u64, heat: u64, seed: u64) -> Found {
        let mut landscape = Landscape::new(self.target, carry);
        let (cost, dictionary) = landscape.improve(start, units, heat, seed);
        let chain = landscape
            .chain(&dictionary)
            .unwrap_or_else(|_| self.best.clone());
        self.work += landscape.work;
        Found {
            cost,
            dictionary,
            chain,
        }
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

    /// Where the target is runs of ones and few other digits: every seed, and the runs from each run it has.
    fn seeded(&mut self) {
        for window in 1..=5 {
            let terms = decompose(
                self.target,
                Cut {
                    window,
                    run: Some(0),
                },
            );
            let mut small = Vec::new();
            let mut long = Vec::new();
            for term in &terms {
                match u64::try_from(&term.digit) {
                    Ok(digit) if term.digit.bits() <= window => small.push(digit),
                    _ => long.push(term.digit.bits()),
                }
            }
            small.sort_unstable();
            small.dedup();
            if long.is_empty() || terms.len() > 12 || small.len() > 3 {
                continue;
            }
            for seed in seeds(&small) {
                for &run in seed.iter().filter(|&&n| is_run(n)) {
                    self.sow(&terms, &seed, &long, u64::from(run.count_ones()));
                }
            }
        }
    }

    /// Runs whose lengths are multiples of `unit`, plus a remainder that the seed has.
    fn sow(&mut self, terms: &[Term], seed: &[u64], long: &[u64], unit: u64) -> Option<()> {
        let mut lengths: Vec<u64> = seed
            .iter()
            .filter(|&&n| n == 1 || is_run(n))
            .map(|n| u64::from(n.count_ones()))
            .collect();
        if long
            .iter()
            .any(|l| l % unit != 0 && !lengths.contains(&(l % unit)))
        {
            return None;
        }
        let quotients: Vec<u64> = long.iter().map(|l| l / unit).filter(|&q| q > 0).collect();
        let multiples = continued_fraction::chain_set(&quotients, Strategy::Dichotomic);
        lengths.extend(multiples.iter().map(|q| q * unit));
        lengths.extend(long);
        lengths.sort_unstable();
        lengths.dedup();
        let mut builder = Builder::new();
        for &v in seed {
            builder.reach(&v.into())?;
        }
        runs(&mut builder, &lengths);
        let chain = assemble(builder, self.target, terms).ok()?;
        self.offer(chain);
        Some(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hex(s: &str) -> BigUint {
        BigUint::parse_bytes(s.as_bytes(), 16).unwrap()
    }

    const BLS12_381: &str = "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab";

    #[test]
    fn errors() {
        for budget in [Budget::Macro, Budget::Full] {
            assert_eq!(search(&BigUint::zero(), budget), Err(SearchError::Zero));
            let large = BigUint::one() << MAX_BITS;
            assert_eq!(
                search(&large, budget),
                Err(SearchError::TooLarge(MAX_BITS + 1))
            );
        }
        assert_eq!(best_known(&BigUint::zero()), Err(SearchError::Zero));
        assert!(search(&BigUint::one(), Budget::Full).unwrap().is_empty());
    }

    /// Against the lengths of shortest chains, computed here by exhaustive deepening.
    #[test]
    fn small_targets() {
        let shortest = shortest_lengths(300);
        let mut excess = 0;
        for n in 1..=2000u32 {
            let target = BigUint::from(n);
            let chain = search(&target, Budget::Macro).unwrap();
            chain.validate(&target).unwrap();
            assert!(chain.len() >= lower_bound(&target));
            if let Some(&length) = shortest.get(n as usize) {
                assert!(chain.len() >= length, "{n}: shorter than the shortest");
                excess += chain.len() - length;
            }
        }
        assert!(
            excess <= 30,
            "{excess} steps above the optimum over 300 targets"
        );
    }

    /// Shortest lengths for 0 (unused), 1, …, limit: every star chain by depth-first search, deeper and deeper. Star chains
    /// are optimal up to 12508.
    fn shortest_lengths(limit: usize) -> Vec<usize> {
        fn extend(chain: &mut Vec<usize>, depth: usize, limit: usize, best: &mut [usize]) {
            let last = chain[chain.len() - 1];
            best[last] = best[last].min(chain.len() - 1);
            if chain.len() > depth {
                return;
            }
            for i in (0..chain.len()).rev() {
                let next = last + chain[i];
                if next <= limit {
                    chain.push(next);
                    extend(chain, depth, limit, best);
                    chain.pop();
                }
            }
        }
        let mut best = vec![usize::MAX; limit + 1];
        best[0] = 0;
        let mut depth = 1;
        while best.contains(&usize::MAX) {
            extend(&mut vec![1], depth, limit, &mut best);
            depth += 1;
        }
        best
    }

    #[test]
    fn macro_budget_is_kept() {
        let target = hex(BLS12_381) - 2u8;
        let units = MACRO_UNITS_PER_BIT * target.bits();
        let mut s = Search::new(&target);
        s.quick(units);
        // two descents may each overrun by one evaluation, and evaluate once more for the chain
        let evaluation = target.count_ones() * 64;
        assert!(s.work <= units + 4 * evaluation, "{}", s.work);
        assert!(s.work > units / 4, "{}: the budget is not used", s.work);
        assert!(s.best.len() <= 460, "{}", s.best.len());
    }

    #[test]
    fn thorough_budget_is_kept() {
        let target = hex(BLS12_381) + 1234u32;
        let mut s = Search::new(&target);
        s.thorough(200_000);
        assert!(
            s.work <= 200_000 + 40 * 4 * 2 * target.bits() * 96,
            "{}",
            s.work
        );
        s.best.validate(&target).unwrap();
        // the ensemble alone is worth this
        assert!(s.best.len() <= 452, "{}", s.best.len());
    }

    #[test]
    fn relatives_give_the_target() {
        for n in (65..3000u32).chain([0x7fff_ffff, 0xffff_fffe]) {
            let target = BigUint::from(n);
            for relative in relatives(&target) {
                let chain = search(&relative.of, Budget::Macro).unwrap();
                relative.extend(&chain).unwrap().validate(&target).unwrap();
            }
        }
    }

    #[test]
    fn structured_targets() {
        // all ones: 254 squarings and a chain for 255 of length 10; 2^k: squarings only
        let ones = (BigUint::one() << 255u32) - 1u8;
        let chain = search(&ones, Budget::Macro).unwrap();
        assert_eq!((chain.squarings(), chain.multiplications()), (254, 10));
        let power = BigUint::one() << 300u32;
        assert_eq!(search(&power, Budget::Macro).unwrap().multiplications(), 0);
        for target in [
            (BigUint::one() << MAX_BITS) - 1u8,
            BigUint::one() << (MAX_BITS - 1),
            ((BigUint::one() << MAX_BITS) - 1u8) / 3u8,
        ] {
            search(&target, Budget::Macro)
                .unwrap()
                .validate(&target)
                .unwrap();
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn random_targets(bytes in prop::collection::vec(any::<u8>(), 1..80)) {
            let target = BigUint::from_bytes_be(&bytes) + 1u8;
            let chain = search(&target, Budget::Macro).unwrap();
            chain.validate(&target).unwrap();
            prop_assert!(chain.len() >= lower_bound(&target));
            prop_assert!(chain.len() as u64 <= target.bits() + target.bits() / 3 + 4);
        }
    }
}
