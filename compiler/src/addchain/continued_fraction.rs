//! Chains that contain a set of numbers, by continued fractions (Bergeron, Berstel, Brlek, Duboc 1989; Bergeron, Berstel, Brlek 1994).
//!
//! `n = q k + r`: a chain for `k` and `r`, multiplied by a chain for `q`, plus `r`. The strategies differ in `k`.

use std::collections::HashMap;

/// Which `k` is tried for a given `n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strategy {
    /// `floor(n / 2)`.
    Binary,
    /// `ceil(n / 2)`.
    CoBinary,
    /// `floor(n / 2^(bits / 2))`.
    Dichotomic,
    /// `floor(sqrt n)`.
    SquareRoot,
    /// Every `k` from 2 to `n / 2` for `n` below 64; `Dichotomic` and `Binary` above.
    Total,
}

/// All strategies.
pub(super) const STRATEGIES: [Strategy; 5] = [
    Strategy::Binary,
    Strategy::CoBinary,
    Strategy::Dichotomic,
    Strategy::SquareRoot,
    Strategy::Total,
];

/// An ascending chain that contains every number of `targets` (positive).
pub(super) fn chain_set(targets: &[u64], strategy: Strategy) -> Vec<u64> {
    let mut sorted = targets.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    Search {
        strategy,
        known: HashMap::new(),
    }
    .set(&sorted)
}

struct Search {
    strategy: Strategy,
    known: HashMap<u64, Vec<u64>>,
}

impl Search {
    /// A chain for an ascending list: the two largest are divided until one number is left, then the way back.
    fn set(&mut self, targets: &[u64]) -> Vec<u64> {
        let mut list = targets.to_vec();
        let mut divisions = Vec::new();
        while let [.., below, n] = list[..] {
            let (q, r) = (n / below, n % below);
            list.pop();
            if r > 0
                && let Err(at) = list.binary_search(&r)
            {
                list.insert(at, r);
            }
            divisions.push((below, q, r));
        }
        let mut chain = self.single(list.first().copied().unwrap_or(1));
        for (below, q, r) in divisions.into_iter().rev() {
            let outer = self.single(q);
            chain = join(chain, below, &outer, r);
        }
        chain
    }

    /// The shortest chain that the strategy finds for one number.
    fn single(&mut self, n: u64) -> Vec<u64> {
        if n.is_power_of_two() {
            return (0..=n.trailing_zeros()).map(|i| 1 << i).collect();
        }
        if n == 3 {
            return vec![1, 2, 3];
        }
        if let Some(chain) = self.known.get(&n) {
            return chain.clone();
        }
        let bits = u64::BITS - n.leading_zeros();
        let candidates = match self.strategy {
            Strategy::Binary => vec![n / 2],
            Strategy::CoBinary => vec![n.div_ceil(2)],
            Strategy::Dichotomic => vec![n >> (bits / 2)],
            Strategy::SquareRoot => vec![n.isqrt()],
            Strategy::Total if n < 64 => (2..=n / 2).collect(),
            Strategy::Total => vec![n >> (bits / 2), n / 2],
        };
        let mut best: Option<Vec<u64>> = None;
        for k in candidates {
            let (q, r) = (n / k, n % k);
            let inner = if r > 1 {
                self.set(&[r, k])
            } else {
                self.single(k)
            };
            let outer = self.single(q);
            let chain = join(inner, k, &outer, r);
            if best.as_ref().is_none_or(|b| chain.len() < b.len()) {
                best = Some(chain);
            }
        }
        let best = best.unwrap_or_default();
        self.known.insert(n, best.clone());
        best
    }
}

/// `inner`, then `k` times each value of `outer`, then `+ r`.
fn join(mut inner: Vec<u64>, k: u64, outer: &[u64], r: u64) -> Vec<u64> {
    inner.extend(outer.iter().map(|m| k * m));
    if let (true, Some(&last)) = (r > 0, inner.last()) {
        inner.push(last + r);
    }
    inner.sort_unstable();
    inner.dedup();
    inner
}

/// True if `chain` is ascending from 1 and each later value is a sum of two earlier ones.
#[cfg(test)]
pub(super) fn is_chain(chain: &[u64]) -> bool {
    chain.first() == Some(&1)
        && (1..chain.len()).all(|i| {
            chain[i] > chain[i - 1]
                && chain[..i]
                    .iter()
                    .any(|a| chain[..i].binary_search(&(chain[i] - a)).is_ok())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn singles_and_sets() {
        for strategy in STRATEGIES {
            for n in 1..1000 {
                let chain = chain_set(&[n], strategy);
                assert!(
                    is_chain(&chain) && chain.last() == Some(&n),
                    "{strategy:?} {n}: {chain:?}"
                );
            }
            for n in 1..300u64 {
                let set: Vec<u64> = (1..6).map(|i| 1 + (n * n * i * 37) % 2048).collect();
                let chain = chain_set(&set, strategy);
                assert!(is_chain(&chain), "{strategy:?} {set:?}: {chain:?}");
                assert!(set.iter().all(|t| chain.contains(t)));
            }
        }
    }

    #[test]
    fn total_finds_the_factor_method() {
        // 15 in five steps, where the binary method needs six
        assert_eq!(chain_set(&[15], Strategy::Total).len(), 6);
        assert_eq!(chain_set(&[15], Strategy::Binary).len(), 7);
    }
}
