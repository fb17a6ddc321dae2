//! Chains that contain a set of numbers, by the rules of Bos and Coster (CRYPTO 1989): the largest number still open is
//! replaced by smaller ones, until only 1 and 2 are left.

use std::collections::BTreeSet;

/// The rule for a number that halving does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// `f` becomes `f - f1`, `f1` the next below: then `f = f1 + (f - f1)`.
    DeltaLargest,
    /// With `a <= b` below `f` so that `e = f - (a + b) >= 0` is smallest, `f` becomes `a + e`: then `f = b + (a + e)`.
    Approximation,
}

/// Both rules.
pub(super) const RULES: [Rule; 2] = [Rule::DeltaLargest, Rule::Approximation];

/// An ascending chain that contains every number of `targets` (positive).
pub(super) fn chain_set(targets: &[u64], rule: Rule) -> Vec<u64> {
    let mut open: BTreeSet<u64> = targets.iter().copied().collect();
    open.extend([1, 2]);
    let mut chain = BTreeSet::from([1, 2]);
    while let Some(f) = open.pop_last() {
        if f <= 2 {
            break;
        }
        chain.insert(f);
        let below = open.last().copied().unwrap_or(2);
        if halve(f, below, &mut open) {
            continue;
        }
        open.insert(match rule {
            Rule::DeltaLargest => f - below,
            Rule::Approximation => approximate(f, &open),
        });
    }
    if targets.iter().all(|&t| t <= 1) {
        return vec![1];
    }
    chain.into_iter().collect()
}

/// If `below <= f / 2`: `f = 2^u k + r` with the largest `2^u <= f / below`, by way of `k, 2k, …, 2^u k` and `r`.
fn halve(f: u64, below: u64, open: &mut BTreeSet<u64>) -> bool {
    let u = (f / below).ilog2();
    if u == 0 {
        return false;
    }
    let k = f >> u;
    for i in 0..=u {
        if k << i < f {
            open.insert(k << i);
        }
    }
    let r = f - (k << u);
    if r > 0 {
        open.insert(r);
    }
    true
}

/// `a + e` for the closest `a + b <= f`.
fn approximate(f: u64, open: &BTreeSet<u64>) -> u64 {
    let numbers: Vec<u64> = open.iter().copied().collect();
    let mut best = (u64::MAX, 0);
    for &a in &numbers {
        for &b in numbers.iter().filter(|&&b| b >= a && a + b <= f) {
            let e = f - (a + b);
            if e < best.0 {
                best = (e, a + e);
            }
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::super::continued_fraction::is_chain;
    use super::*;

    #[test]
    fn singles_and_sets() {
        for rule in RULES {
            for n in 1..1000 {
                let chain = chain_set(&[n], rule);
                assert!(
                    is_chain(&chain) && chain.last() == Some(&n),
                    "{rule:?} {n}: {chain:?}"
                );
            }
            for n in 1..300u64 {
                let set: Vec<u64> = (1..9).map(|i| 1 + (n * n * i * 41) % 4096).collect();
                let chain = chain_set(&set, rule);
                assert!(is_chain(&chain), "{rule:?} {set:?}: {chain:?}");
                assert!(set.iter().all(|t| chain.contains(t)));
            }
        }
    }

    /// The example of the paper, whose best chain, found with choices between the rules, has 23 numbers.
    #[test]
    fn paper() {
        let set = [47, 117, 343, 499, 933, 5689];
        let chain = chain_set(&set, Rule::Approximation);
        assert!(is_chain(&chain) && set.iter().all(|t| chain.contains(t)));
        assert!(chain.len() <= 27, "{}", chain.len());
    }
}
