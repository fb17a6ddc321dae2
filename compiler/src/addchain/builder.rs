//! Building a chain value by value, each value once; and tidying a finished chain.

use super::chain::{Chain, ChainError, MULTIPLICATION_COST, SQUARING_COST, Step};
use num_bigint::BigUint;
use num_traits::One;
use std::collections::HashMap;

/// A chain under construction: asking for a sum that exists already costs nothing.
#[derive(Clone)]
pub(super) struct Builder {
    values: Vec<BigUint>,
    steps: Vec<Step>,
    index: HashMap<BigUint, usize>,
}

impl Builder {
    /// Holds the value 1 at index 0.
    pub(super) fn new() -> Self {
        Self {
            values: vec![BigUint::one()],
            steps: Vec::new(),
            index: HashMap::from([(BigUint::one(), 0)]),
        }
    }

    /// The values that fit 128 bits.
    pub(super) fn numbers(&self) -> Vec<u128> {
        self.values
            .iter()
            .filter_map(|v| u128::try_from(v).ok())
            .collect()
    }

    /// Where a value is, if it is there.
    pub(super) fn find(&self, value: &BigUint) -> Option<usize> {
        self.index.get(value).copied()
    }

    /// The index of `value[a] + value[b]`.
    pub(super) fn add(&mut self, a: usize, b: usize) -> usize {
        let sum = &self.values[a] + &self.values[b];
        if let Some(at) = self.find(&sum) {
            return at;
        }
        self.values.push(sum.clone());
        self.steps.push(Step { a, b });
        self.index.insert(sum, self.values.len() - 1);
        self.values.len() - 1
    }

    /// The index of `value[a] << n`.
    pub(super) fn shift(&mut self, mut a: usize, n: u64) -> usize {
        for _ in 0..n {
            a = self.add(a, a);
        }
        a
    }

    /// The index of `value`, added as a sum of two values that are there (a doubling if possible); `None` if there is no such pair.
    pub(super) fn reach(&mut self, value: &BigUint) -> Option<usize> {
        if let Some(at) = self.find(value) {
            return Some(at);
        }
        if !value.bit(0)
            && let Some(half) = self.find(&(value >> 1u32))
        {
            return Some(self.add(half, half));
        }
        for a in (0..self.values.len()).rev() {
            if self.values[a] < *value
                && let Some(b) = self.find(&(value - &self.values[a]))
            {
                return Some(self.add(a, b));
            }
        }
        None
    }

    /// The chain of `target`, which must be there, without the steps that it does not need.
    pub(super) fn finish(self, target: &BigUint) -> Result<Chain, ChainError> {
        match self.find(target) {
            Some(at) => Chain::new(prune(&self.steps, at)),
            None => Err(ChainError::WrongTarget {
                found: self.values.last().cloned().unwrap_or_default(),
                target: target.clone(),
            }),
        }
    }
}

/// The steps that the value `last` needs, renumbered.
fn prune(steps: &[Step], last: usize) -> Vec<Step> {
    let mut needed = vec![false; steps.len() + 1];
    needed[last] = true;
    for i in (1..=last).rev() {
        if needed[i] {
            needed[steps[i - 1].a] = true;
            needed[steps[i - 1].b] = true;
        }
    }
    let mut place = vec![0; steps.len() + 1];
    let mut kept = Vec::new();
    for i in 1..=last {
        if needed[i] {
            let Step { a, b } = steps[i - 1];
            kept.push(Step {
                a: place[a],
                b: place[b],
            });
            place[i] = kept.len();
        }
    }
    kept
}

/// Values are compared modulo this prime first; a match is then checked exactly.
const FINGERPRINT: u64 = (1 << 61) - 1;

/// The longest chain that [`optimise`] works on.
const MAX_TIDY: usize = 1024;

/// A chain for the same target that costs no more: every way to write each value as a sum of two others is listed, then
/// values that all their users can do without are dropped, and sums that can be doublings become doublings.
///
/// Quadratic in the length, so chains of more than [`MAX_TIDY`] steps are returned as they are.
pub(super) fn optimise(chain: &Chain) -> Chain {
    if chain.is_empty() || chain.len() > MAX_TIDY {
        return chain.clone();
    }
    let values = chain.values();
    let target = &values[chain.len()];
    // ascending order, so that every pair of smaller values is a possible step
    let mut sorted: Vec<&BigUint> = values.iter().filter(|v| *v <= target).collect();
    sorted.sort();
    sorted.dedup();
    let n = sorted.len();
    let print: Vec<u64> = sorted
        .iter()
        .map(|v| (*v % FINGERPRINT).iter_u64_digits().next().unwrap_or(0))
        .collect();
    let index: HashMap<u64, usize> = print.iter().enumerate().map(|(i, &p)| (p, i)).collect();
    let mut pairs: Vec<Vec<(usize, usize)>> = vec![Vec::new(); n];
    for a in 0..n {
        for b in 0..=a {
            let sum = (print[a] + print[b]) % FINGERPRINT;
            if let Some(&at) = index.get(&sum)
                && at > a
                && sorted[a] + sorted[b] == *sorted[at]
            {
                pairs[at].push((a, b));
            }
        }
    }
    if (1..n).any(|i| pairs[i].is_empty()) {
        // two values share a fingerprint: leave the chain as it is
        return chain.clone();
    }
    let mut alive = vec![true; n];
    let usable = |alive: &[bool], i: usize| {
        pairs[i]
            .iter()
            .filter(|&&(a, b)| alive[a] && alive[b])
            .min_by_key(|&&(a, b)| a != b)
            .copied()
    };
    let cost = |alive: &[bool]| -> Option<u64> {
        (1..n).filter(|&i| alive[i]).try_fold(0, |sum, i| {
            let (a, b) = usable(alive, i)?;
            Some(
                sum + if a == b {
                    SQUARING_COST
                } else {
                    MULTIPLICATION_COST
                },
            )
        })
    };
    let mut best = cost(&alive).unwrap_or(u64::MAX);
    loop {
        let before = best;
        for x in (1..n - 1).rev() {
            if !alive[x] {
                continue;
            }
            alive[x] = false;
            match cost(&alive) {
                Some(c) if c < best => best = c,
                _ => alive[x] = true,
            }
        }
        if best == before {
            break;
        }
    }
    let mut place = vec![0; n];
    let mut steps = Vec::new();
    for i in 1..n {
        if alive[i]
            && let Some((a, b)) = usable(&alive, i)
        {
            steps.push(Step {
                a: place[a],
                b: place[b],
            });
            place[i] = steps.len();
        }
    }
    let last = steps.len();
    match Chain::new(prune(&steps, last)) {
        Ok(better) if better.cost() <= chain.cost() && better.validate(target).is_ok() => better,
        _ => chain.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::addchain::text::parse;

    #[test]
    fn sums_are_shared_and_dead_steps_go() {
        let mut b = Builder::new();
        let two = b.add(0, 0);
        let three = b.add(two, 0);
        assert_eq!(b.add(0, two), three);
        assert_eq!(b.reach(&BigUint::from(5u8)), Some(3));
        assert_eq!(b.reach(&BigUint::from(100u8)), None);
        let twelve = b.shift(three, 2);
        assert_eq!(b.values[twelve], BigUint::from(12u8));
        let chain = b.clone().finish(&BigUint::from(12u8)).unwrap();
        assert_eq!(chain.len(), 4);
        assert!(b.finish(&BigUint::from(11u8)).is_err());
    }

    #[test]
    fn redundant_values_are_removed() {
        // 1 2 3 5 6 8 11: 11 = 6 + 5 and 8 is not needed; 6 = 3 + 3 is a doubling
        let chain = parse("<1 +0 2+1 2+2 3+2 4+3").unwrap();
        let better = optimise(&chain);
        better.validate(&BigUint::from(11u8)).unwrap();
        assert_eq!(better.len(), 5);
        // 1 2 3 4 8: 4 = 2 + 2 makes 3 useless
        let better = optimise(&parse("<1 +0 +0 <1").unwrap());
        assert_eq!((better.len(), better.squarings()), (3, 3));
    }
}
