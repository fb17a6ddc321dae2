//! Short chains to start from when the target is mostly long runs of ones.
//!
//! For such targets a saved step counts, and the saving is in the first few numbers: `2^255 - 21` has one long run and the
//! digit 11, and 1 2 4 8 9 11 22 31 gives both 11 and a run of five. All short chains are listed.

/// Largest number in a seed.
const LARGEST: u64 = 64;

/// Most steps in a seed.
const DEPTH: usize = 7;

/// Every ascending chain from 1 of at most [`DEPTH`] steps and numbers at most [`LARGEST`] that contains `digits` (ascending)
/// and a run of ones longer than 1, ending with one or the other.
pub(super) fn seeds(digits: &[u64]) -> Vec<Vec<u64>> {
    let mut found = Vec::new();
    extend(&mut vec![1], digits, &mut found);
    found
}

/// True for `2^r - 1` with `r >= 2`.
pub(super) fn is_run(n: u64) -> bool {
    n >= 3 && (n + 1).is_power_of_two()
}

fn extend(chain: &mut Vec<u64>, digits: &[u64], found: &mut Vec<Vec<u64>>) {
    let last = chain[chain.len() - 1];
    let missing = digits.iter().filter(|d| **d > last).count();
    let ends_well = is_run(last) || digits.contains(&last);
    if missing == 0 && ends_well && chain.iter().any(|&n| is_run(n)) {
        found.push(chain.clone());
    }
    if chain.len() + missing.max(1) > DEPTH + 1 {
        return;
    }
    // going past a digit that is not there yet would lose it
    let limit = digits
        .iter()
        .copied()
        .find(|&d| d > last)
        .unwrap_or(LARGEST);
    let mut sums: Vec<u64> = Vec::new();
    for (i, a) in chain.iter().enumerate() {
        sums.extend(
            chain[i..]
                .iter()
                .map(|b| a + b)
                .filter(|s| *s > last && *s <= limit),
        );
    }
    sums.sort_unstable();
    sums.dedup();
    for sum in sums {
        chain.push(sum);
        extend(chain, digits, found);
        chain.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::super::continued_fraction::is_chain;
    use super::*;

    #[test]
    fn complete_and_valid() {
        let all = seeds(&[1, 11]);
        assert!(
            all.iter()
                .all(|s| is_chain(s) && s.contains(&11) && s.len() <= DEPTH + 1)
        );
        assert!(all.contains(&vec![1, 2, 4, 8, 9, 11, 22, 31]));
        let mut unique = all.clone();
        unique.sort();
        unique.dedup();
        assert_eq!(unique.len(), all.len());
        assert!(seeds(&[]).contains(&vec![1, 2, 3]));
    }
}
