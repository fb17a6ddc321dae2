//! Local search over dictionaries.
//!
//! A state is a set of numbers that is a chain by itself. What it costs is its own steps plus the cheapest way to write
//! the target with its members as digits, which a dynamic program finds exactly. A move adds a number or two, drops some,
//! or both. Everything is integer arithmetic with a fixed generator: the same result on every machine.
//!
//! Digits may overlap: after a digit that is longer than what it matches, the rest of the target is `(n >> shift) - c`
//! with a small carry `c`, and the dynamic program keeps a cost for every `c` up to a limit.

use super::builder::Builder;
use super::chain::{Chain, ChainError, MULTIPLICATION_COST, SQUARING_COST};
use super::dictionary::{Term, assemble};
use num_bigint::BigUint;

/// No way to write the rest.
const NEVER: u32 = u32::MAX / 2;

/// Dictionary numbers stay below `2^MAX_DIGIT_BITS`, so that a digit plus a carry and the window it is compared with fit 128 bits.
pub(super) const MAX_DIGIT_BITS: u32 = 120;

/// Numbers a dictionary may have: far more than pays.
const MAX_DICTIONARY: usize = 96;

const M: u32 = MULTIPLICATION_COST as u32;
const S: u32 = SQUARING_COST as u32;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }

    /// About `-1024 ln u` for a uniform u: exponential with mean 1024, by integers only.
    fn exponential(&mut self) -> u64 {
        let bits = self.next() | 1;
        let zeros = u64::from(bits.leading_zeros());
        // between two powers of two the logarithm is taken as linear
        let fraction = ((bits << zeros) << 1) >> 54;
        // 710 / 1024 = ln 2
        (zeros * 1024 + 1023 - fraction) * 710 / 1024
    }
}

/// The target, prepared for comparisons with digits.
pub(super) struct Landscape {
    target: BigUint,
    /// `windows[i]` = the low 128 bits of `target >> i`.
    windows: Vec<u128>,
    /// Largest carry.
    carry: usize,
    /// Costs by position and carry, reused between evaluations.
    table: Vec<u32>,
    odd: Vec<u128>,
    /// Digit comparisons made so far: the measure of work.
    pub(super) work: u64,
}

impl Landscape {
    /// For a positive target; `carry` is 0 for digits that do not overlap, else `2^i - 1`.
    pub(super) fn new(target: &BigUint, carry: usize) -> Self {
        let digits = target.to_u64_digits();
        let bits = target.bits() as usize;
        let word = |i: usize| u128::from(digits.get(i).copied().unwrap_or(0));
        let windows = (0..bits)
            .map(|i| {
                let (w, s) = (i / 64, i % 64);
                let low = word(w) | word(w + 1) << 64;
                if s == 0 {
                    low
                } else {
                    low >> s | word(w + 2) << (128 - s)
                }
            })
            .collect();
        Self {
            target: target.clone(),
            windows,
            carry,
            table: vec![NEVER; (bits + 1) * (carry + 1)],
            odd: Vec::new(),
            work: 0,
        }
    }

    fn bits(&self) -> usize {
        self.windows.len()
    }

    /// Cost of the whole chain with this dictionary (ascending, closed).
    fn evaluate(&mut self, dictionary: &[u128]) -> u32 {
        let own: u32 = dictionary
            .iter()
            .skip(1)
            .map(|v| {
                if v % 2 == 0 && dictionary.binary_search(&(v / 2)).is_ok() {
                    S
                } else {
                    M
                }
            })
            .sum();
        self.fill(dictionary);
        own + self.table[0]
    }

    /// `table[i, c]` = the cheapest cost, with the dictionary there already, of `(target >> i) - c`.
    fn fill(&mut self, dictionary: &[u128]) {
        self.odd.clear();
        self.odd.extend(dictionary.iter().filter(|v| *v % 2 == 1));
        let (bits, states) = (self.bits(), self.carry + 1);
        for i in (0..bits).rev() {
            let window = self.windows[i];
            for c in 0..states {
                let rest = window.wrapping_sub(c as u128);
                let mut best = NEVER;
                if i + MAX_DIGIT_BITS as usize >= bits {
                    if window <= c as u128 {
                        self.table[i * states + c] = NEVER;
                        continue;
                    }
                    if dictionary.binary_search(&rest).is_ok() {
                        best = 0;
                    }
                }
                if rest.is_multiple_of(2) {
                    if i + 1 < bits {
                        best = best.min(self.table[(i + 1) * states + c / 2] + S);
                    }
                } else {
                    self.work += self.odd.len() as u64;
                    for &d in &self.odd {
                        if let Some((t, next)) = step(window, d + c as u128)
                            && next < states
                            && i + t < bits
                        {
                            let there = self.table[(i + t) * states + next] + t as u32 * S + M;
                            best = best.min(there);
                        }
                    }
                }
                self.table[i * states + c] = best;
            }
        }
    }

    /// The terms behind the value of `evaluate`, largest shift first; the first digit may be even.
    fn terms(&mut self, dictionary: &[u128]) -> Vec<Term> {
        self.fill(dictionary);
        let (bits, states) = (self.bits(), self.carry + 1);
        let (mut i, mut c) = (0, 0);
        let mut terms = Vec::new();
        loop {
            let window = self.windows[i];
            let rest = window.wrapping_sub(c as u128);
            let cost = self.table[i * states + c];
            if cost >= NEVER {
                break;
            }
            if cost == 0 {
                terms.push(Term {
                    digit: rest.into(),
                    shift: i as u64,
                });
                break;
            }
            if rest.is_multiple_of(2) {
                (i, c) = (i + 1, c / 2);
                continue;
            }
            let found = self.odd.iter().find_map(|&d| {
                let (t, next) = step(window, d + c as u128)?;
                let fits = next < states && i + t < bits;
                (fits && self.table[(i + t) * states + next] + t as u32 * S + M == cost)
                    .then_some((d, t, next))
            });
            let Some((digit, t, next)) = found else {
                break;
            };
            terms.push(Term {
                digit: digit.into(),
                shift: i as u64,
            });
            (i, c) = (i + t, next);
        }
        terms.reverse();
        terms
    }

    /// The chain of the target with this dictionary.
    pub(super) fn chain(&mut self, dictionary: &[u128]) -> Result<Chain, ChainError> {
        let mut builder = Builder::new();
        for &v in dictionary {
            builder.reach(&v.into());
        }
        let terms = self.terms(dictionary);
        let target = self.target.clone();
        assemble(builder, &target, &terms)
    }

    /// A dictionary near `start` that costs less, within a number of digit comparisons. `heat` is the start temperature in units of 1/1024 cost.
    pub(super) fn improve(
        &mut self,
        start: &[u128],
        units: u64,
        heat: u64,
        seed: u64,
    ) -> (u32, Vec<u128>) {
        let mut random = Random(seed);
        let from = self.work;
        let mut current = close(start);
        let mut next = Vec::new();
        let mut cost = self.evaluate(&current);
        let mut best = (cost, current.clone());
        // a floor, so that moves which are rejected without an evaluation cannot go on for ever
        let mut overhead = 0;
        loop {
            let used = self.work - from + overhead;
            if used >= units {
                return best;
            }
            overhead += 16;
            next.clone_from(&current);
            if !self.propose(&mut next, &mut random) {
                continue;
            }
            let proposed = self.evaluate(&next);
            // linear cooling, to a tenth of the start
            let left = u128::from(units - used);
            let temperature =
                heat / 10 + (u128::from(heat) * 9 / 10 * left / u128::from(units)) as u64;
            if proposed <= cost
                || u64::from(proposed - cost) << 20 <= temperature * random.exponential()
            {
                std::mem::swap(&mut current, &mut next);
                cost = proposed;
                if cost < best.0 {
                    best = (cost, current.clone());
                }
            }
        }
    }

    /// Changes the dictionary; false if it did not.
    fn propose(&self, dictionary: &mut Vec<u128>, random: &mut Random) -> bool {
        match random.below(8) {
            0..3 => drop_one(dictionary, random),
            3..5 => self.add_one(dictionary, random),
            _ => drop_one(dictionary, random) && self.add_one(dictionary, random),
        }
    }

    fn add_one(&self, dictionary: &mut Vec<u128>, random: &mut Random) -> bool {
        if dictionary.len() >= MAX_DICTIONARY {
            return false;
        }
        match random.below(8) {
            // a window of the target that is one sum away
            0..4 => (0..8).any(|_| {
                let mut at = random.below(self.bits());
                while self.windows[at].is_multiple_of(2) {
                    at += 1;
                }
                let longest = if random.below(8) == 0 { 24 } else { 10 };
                let length = 2 + random.below(longest);
                let v = self.windows[at] & ((1 << length) - 1);
                reachable(dictionary, v) && insert(dictionary, v)
            }),
            // any sum
            4..6 => {
                let a = dictionary[random.below(dictionary.len())];
                let b = dictionary[random.below(dictionary.len())];
                insert(dictionary, a + b)
            }
            // a sum with a shifted number, and the doublings it takes
            kind => {
                let mut a = dictionary[random.below(dictionary.len())];
                let b = dictionary[random.below(dictionary.len())];
                let n = if kind == 6 {
                    1 + random.below(4) as u32
                } else {
                    128 - b.leading_zeros()
                };
                for _ in 0..n {
                    a *= 2;
                    if a >> MAX_DIGIT_BITS != 0 || dictionary.len() >= MAX_DICTIONARY {
                        return false;
                    }
                    insert(dictionary, a);
                }
                insert(dictionary, a + b)
            }
        }
    }
}

/// Taking `e`, a digit plus the carry, from `window` and shifting by what then is zero, at most the length of `e`: the
/// shift and the new carry. `None` if nothing becomes zero.
fn step(window: u128, e: u128) -> Option<(usize, usize)> {
    let length = 128 - e.leading_zeros();
    let t = (window ^ e).trailing_zeros().min(length);
    if t == 0 {
        None
    } else {
        Some((t as usize, usize::try_from(e >> t).ok()?))
    }
}

/// True if `v` is a sum of two members.
fn reachable(dictionary: &[u128], v: u128) -> bool {
    let (mut low, mut high) = (0, dictionary.partition_point(|&x| x < v));
    while low < high {
        let sum = dictionary[low] + dictionary[high - 1];
        match sum.cmp(&v) {
            std::cmp::Ordering::Equal => return true,
            std::cmp::Ordering::Less => low += 1,
            std::cmp::Ordering::Greater => high -= 1,
        }
    }
    false
}

fn insert(dictionary: &mut Vec<u128>, v: u128) -> bool {
    if v >> MAX_DIGIT_BITS != 0 {
        return false;
    }
    match dictionary.binary_search(&v) {
        Ok(_) => false,
        Err(at) => {
            dictionary.insert(at, v);
            true
        }
    }
}

/// Drops a random number, and then whatever is no sum of two others any more.
fn drop_one(dictionary: &mut Vec<u128>, random: &mut Random) -> bool {
    if dictionary.len() <= 2 {
        return false;
    }
    dictionary.remove(1 + random.below(dictionary.len() - 1));
    let mut i = 1;
    while i < dictionary.len() {
        if reachable(dictionary, dictionary[i]) {
            i += 1;
        } else {
            dictionary.remove(i);
        }
    }
    true
}

/// The members of `start` that form a chain from 1.
fn close(start: &[u128]) -> Vec<u128> {
    let mut sorted: Vec<u128> = start
        .iter()
        .copied()
        .filter(|v| v >> MAX_DIGIT_BITS == 0)
        .collect();
    sorted.push(1);
    sorted.sort_unstable();
    sorted.dedup();
    let mut closed: Vec<u128> = Vec::new();
    for v in sorted {
        if closed.len() < MAX_DICTIONARY && (v == 1 || reachable(&closed, v)) {
            closed.push(v);
        }
    }
    closed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target() -> BigUint {
        // the digits of pi in hex: no structure
        BigUint::parse_bytes(
            b"3243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
            16,
        )
        .unwrap()
    }

    /// What the program says a dictionary costs is what its chain costs, or less where values coincide.
    #[test]
    fn estimate_is_reached() {
        let dictionary = [1, 2, 3, 5, 7, 10, 11, 22, 23, 46, 51];
        for carry in [0, 1, 3] {
            let mut landscape = Landscape::new(&target(), carry);
            let estimate = landscape.evaluate(&dictionary);
            let chain = landscape.chain(&dictionary).unwrap();
            chain.validate(&target()).unwrap();
            assert!(
                chain.cost() <= u64::from(estimate),
                "{} {estimate}",
                chain.cost()
            );
            assert!(chain.cost() + 5 * MULTIPLICATION_COST >= u64::from(estimate));
        }
    }

    #[test]
    fn overlap_never_costs_more() {
        let dictionary = [1, 2, 3, 5, 7, 8, 15];
        let costs =
            [0, 1, 3, 7].map(|carry| Landscape::new(&target(), carry).evaluate(&dictionary));
        assert!(costs.is_sorted_by(|a, b| a >= b), "{costs:?}");
        assert!(costs[3] < costs[0], "{costs:?}");
    }

    /// With the digit 1 alone the cost is that of the binary method.
    #[test]
    fn binary_method() {
        let n = target();
        let cost = Landscape::new(&n, 0).evaluate(&[1]);
        let expected = (n.bits() - 1) * SQUARING_COST + (n.count_ones() - 1) * MULTIPLICATION_COST;
        assert_eq!(u64::from(cost), expected);
    }

    #[test]
    fn improves_deterministically_and_stays_closed() {
        let run = || {
            Landscape::new(&target(), 1).improve(
                &[1, 2, 3, 5, 7, 9, 11, 13, 15],
                400_000,
                4 << 10,
                7,
            )
        };
        let (cost, dictionary) = run();
        assert_eq!(run(), (cost, dictionary.clone()));
        assert_eq!(close(&dictionary), dictionary);
        let start = Landscape::new(&target(), 1).evaluate(&[1, 2, 3, 5, 7, 9, 11, 13, 15]);
        assert!(cost < start, "{cost} {start}");
    }

    #[test]
    fn members_that_lose_their_sum_go() {
        let mut dictionary = vec![1, 2, 3, 5, 10, 20];
        dictionary.remove(1);
        assert_eq!(close(&dictionary), [1]);
        assert_eq!(close(&[2, 3, 3, 6, 7, 100]), [1, 2, 3, 6, 7]);
        assert!(reachable(&[1, 2, 3], 6) && reachable(&[1, 2, 3], 5) && !reachable(&[1, 2, 3], 7));
    }
}
