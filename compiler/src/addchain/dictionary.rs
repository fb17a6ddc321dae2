//! A target as `sum digit_i 2^shift_i`, and the chain that a dictionary of the digits gives.

use super::builder::Builder;
use super::chain::{Chain, ChainError};
use num_bigint::BigUint;
use num_traits::One;

/// A piece of the target: `digit << shift`, the digit odd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Term {
    /// An odd number.
    pub(super) digit: BigUint,
    /// Its place.
    pub(super) shift: u64,
}

/// How a target is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// Widest window in bits; at least 1.
    pub(super) window: u64,
    /// Runs of ones longer than the window become one digit `2^r - 1`, `r` at most this; 0 for no limit; `None`: no run digits.
    pub(super) run: Option<u64>,
}

/// Cuts the target from the top; the terms come largest shift first, and do not overlap.
///
/// `Cut { window: k, run: None }` is the sliding window, `Cut { window: 1, run: Some(t) }` run length, the rest hybrids.
pub(super) fn decompose(target: &BigUint, cut: Cut) -> Vec<Term> {
    let mut terms = Vec::new();
    let mut top = target.bits();
    while top > 0 {
        if !target.bit(top - 1) {
            top -= 1;
            continue;
        }
        let mut ones = 1;
        while ones < top && target.bit(top - 1 - ones) {
            ones += 1;
        }
        let low = match cut.run {
            Some(limit) if ones > cut.window => {
                top - if limit == 0 { ones } else { ones.min(limit) }
            }
            _ => {
                let mut low = top.saturating_sub(cut.window.max(1));
                while !target.bit(low) {
                    low += 1;
                }
                low
            }
        };
        terms.push(Term {
            digit: (target >> low) & ((BigUint::one() << (top - low)) - 1u8),
            shift: low,
        });
        top = low;
    }
    terms
}

/// Adds `2^r - 1` for every `r` of an ascending chain of lengths: `x_(a+b) = x_a 2^b + x_b`.
pub(super) fn runs(builder: &mut Builder, lengths: &[u64]) {
    let ones = |r: u64| (BigUint::one() << r) - 1u8;
    for (i, &r) in lengths.iter().enumerate() {
        if builder.find(&ones(r)).is_some() {
            continue;
        }
        // the larger summand is kept whole and the smaller one is what it is shifted by: fewest squarings
        let pair = lengths[..i]
            .iter()
            .rev()
            .find(|&&a| 2 * a >= r && lengths[..i].binary_search(&(r - a)).is_ok());
        if let Some(&a) = pair
            && let (Some(high), Some(low)) = (builder.find(&ones(a)), builder.find(&ones(r - a)))
        {
            let shifted = builder.shift(high, r - a);
            builder.add(shifted, low);
        }
    }
}

/// Left-to-right evaluation of the terms (largest shift first); the builder must hold every digit.
pub(super) fn assemble(
    mut builder: Builder,
    target: &BigUint,
    terms: &[Term],
) -> Result<Chain, ChainError> {
    let mut last: Option<(usize, u64)> = None;
    for term in terms {
        let Some(digit) = builder.find(&term.digit) else {
            break;
        };
        let at = match last {
            None => digit,
            Some((at, shift)) => {
                let shifted = builder.shift(at, shift - term.shift);
                builder.add(shifted, digit)
            }
        };
        last = Some((at, term.shift));
    }
    if let Some((at, shift)) = last {
        builder.shift(at, shift);
    }
    builder.finish(target)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(terms: &[Term]) -> BigUint {
        terms.iter().map(|t| &t.digit << t.shift).sum()
    }

    #[test]
    fn cuts_sum_to_the_target() {
        let mut n = BigUint::from(0x9e37_79b9_7f4a_7c15u64);
        for _ in 0..40 {
            n = (&n * &n + 0x1234_5678_ffff_0001u64) % (BigUint::one() << 300u32);
            for window in 1..13 {
                for run in [None, Some(0), Some(5), Some(16)] {
                    let terms = decompose(&n, Cut { window, run });
                    assert_eq!(sum(&terms), n);
                    assert!(terms.iter().all(|t| t.digit.bit(0)));
                    if run.is_none() {
                        assert!(terms.iter().all(|t| t.digit.bits() <= window));
                    }
                }
            }
        }
    }

    #[test]
    fn long_runs() {
        let n = (BigUint::one() << 127u32) - 1u8;
        let terms = decompose(
            &n,
            Cut {
                window: 1,
                run: Some(0),
            },
        );
        assert_eq!(terms.len(), 1);
        let mut builder = Builder::new();
        runs(&mut builder, &[1, 2, 3, 6, 12, 24, 48, 63, 126, 127]);
        // 15 is missing, so 63 and what follows is not built: an error, not a wrong chain
        assert!(assemble(builder, &n, &terms).is_err());
        let mut builder = Builder::new();
        runs(&mut builder, &[1, 2, 3, 6, 12, 15, 24, 48, 63, 126, 127]);
        let chain = assemble(builder, &n, &terms).unwrap();
        chain.validate(&n).unwrap();
        assert_eq!((chain.squarings(), chain.multiplications()), (126, 10));
    }
}
