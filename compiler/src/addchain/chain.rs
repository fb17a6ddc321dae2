//! Addition chains: the value, its counts, its proof.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use thiserror::Error;

/// The largest target, in bits, that this module accepts.
pub const MAX_BITS: u64 = 4096;

/// The most steps a [`Chain`] may have: twice [`MAX_BITS`], what the binary method needs at worst.
pub const MAX_STEPS: usize = 2 * MAX_BITS as usize;

/// Relative cost of a squaring, in units where a multiplication costs [`MULTIPLICATION_COST`] (ratio 0.85).
pub const SQUARING_COST: u64 = 17;

/// Relative cost of a multiplication of two different values; see [`SQUARING_COST`].
pub const MULTIPLICATION_COST: u64 = 20;

/// One step: the new value is `value[a] + value[b]`; in an exponentiation, one multiplication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Index of the first summand.
    pub a: usize,
    /// Index of the second summand; `a == b` is a doubling (a squaring).
    pub b: usize,
}

/// An addition chain: `value[0] = 1`, and `value[i + 1] = value[steps[i].a] + value[steps[i].b]` with both indices at
/// most `i`. The last value is what the chain computes.
///
/// Every `Chain` is well formed: the only ways to make one check the indices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chain {
    steps: Vec<Step>,
}

/// Why steps are not a chain, or not one for the target.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChainError {
    /// A step uses a value that does not exist yet.
    #[error("step {step}: value {index} is not computed before it")]
    Forward {
        /// Index of the step.
        step: usize,
        /// The index it asks for.
        index: usize,
    },
    /// More than [`MAX_STEPS`] steps.
    #[error("{0} steps: more than {MAX_STEPS}")]
    TooLong(usize),
    /// The chain computes something else.
    #[error("the chain ends at {found:#x}, not at {target:#x}")]
    WrongTarget {
        /// The last value.
        found: BigUint,
        /// What was asked for.
        target: BigUint,
    },
}

impl Chain {
    /// The chain of these steps.
    ///
    /// Errors: a step that looks forward, too many steps.
    pub fn new(steps: Vec<Step>) -> Result<Self, ChainError> {
        if steps.len() > MAX_STEPS {
            return Err(ChainError::TooLong(steps.len()));
        }
        for (step, &Step { a, b }) in steps.iter().enumerate() {
            let index = a.max(b);
            if index > step {
                return Err(ChainError::Forward { step, index });
            }
        }
        Ok(Self { steps })
    }

    /// The steps, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Number of steps: squarings plus multiplications of an exponentiation.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// True for the chain of 1, which has no step.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Number of doublings.
    pub fn squarings(&self) -> usize {
        self.steps.iter().filter(|s| s.a == s.b).count()
    }

    /// Number of sums of two different values.
    pub fn multiplications(&self) -> usize {
        self.len() - self.squarings()
    }

    /// `squarings * SQUARING_COST + multiplications * MULTIPLICATION_COST`: what the search minimises.
    pub fn cost(&self) -> u64 {
        self.squarings() as u64 * SQUARING_COST
            + self.multiplications() as u64 * MULTIPLICATION_COST
    }

    /// All values, `len() + 1` of them, the first being 1.
    pub fn values(&self) -> Vec<BigUint> {
        let mut values = Vec::with_capacity(self.steps.len() + 1);
        values.push(BigUint::one());
        for &Step { a, b } in &self.steps {
            let sum: BigUint = &values[a] + &values[b];
            values.push(sum);
        }
        values
    }

    /// Computes the chain and compares its last value with `target`.
    pub fn validate(&self, target: &BigUint) -> Result<(), ChainError> {
        match self.values().pop() {
            Some(found) if found == *target => Ok(()),
            found => Err(ChainError::WrongTarget {
                found: found.unwrap_or_default(),
                target: target.clone(),
            }),
        }
    }

    /// The chain of `self`'s target times `other`'s: `other` applied to the last value of `self`.
    pub fn then(&self, other: &Chain) -> Result<Chain, ChainError> {
        let base = self.steps.len();
        let steps = self
            .steps
            .iter()
            .copied()
            .chain(other.steps.iter().map(|s| Step {
                a: s.a + base,
                b: s.b + base,
            }));
        Chain::new(steps.collect())
    }
}

/// A number of steps that no addition chain for `target` goes below (0 for 0 and 1).
///
/// With `λ = floor(log2 n)` and `ν` the number of one bits: `λ + ceil(log2 ν)` for `ν <= 16` (Knuth 4.6.3; Thurber 1973),
/// and `log2 n + log2 ν - 2.13` in general (Schönhage 1975).
pub fn lower_bound(target: &BigUint) -> usize {
    if target.is_zero() {
        return 0;
    }
    let bits = target.bits();
    let ones = target.count_ones();
    let log_ones = 64 - u64::from((ones - 1).leading_zeros());
    let small = bits - 1 + log_ones.min(4);
    // the leading 53 bits give log2 to far better than the margin of 1e-6 that keeps rounding on the safe side
    let shift = bits.saturating_sub(53);
    let head = (target >> shift).iter_u64_digits().next().unwrap_or(1);
    let log = (head as f64).log2() + shift as f64 + (ones as f64).log2();
    let general = (log - 2.13 - 1e-6).ceil().max(0.0) as u64;
    small.max(general) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_must_look_back() {
        assert_eq!(
            Chain::new(vec![Step { a: 0, b: 0 }, Step { a: 2, b: 0 }]),
            Err(ChainError::Forward { step: 1, index: 2 })
        );
        assert_eq!(
            Chain::new(vec![Step { a: 0, b: 0 }; MAX_STEPS + 1]),
            Err(ChainError::TooLong(MAX_STEPS + 1))
        );
    }

    #[test]
    fn counts_and_validation() {
        let chain = Chain::new(vec![
            Step { a: 0, b: 0 },
            Step { a: 1, b: 0 },
            Step { a: 2, b: 2 },
        ])
        .unwrap();
        assert_eq!(
            (chain.len(), chain.squarings(), chain.multiplications()),
            (3, 2, 1)
        );
        assert_eq!(chain.cost(), 2 * SQUARING_COST + MULTIPLICATION_COST);
        chain.validate(&BigUint::from(6u8)).unwrap();
        assert!(matches!(
            chain.validate(&BigUint::from(7u8)),
            Err(ChainError::WrongTarget { .. })
        ));
        let square = chain.then(&chain).unwrap();
        square.validate(&BigUint::from(36u8)).unwrap();
    }

    /// Lengths of shortest chains, OEIS A003313.
    #[test]
    fn lower_bound_is_below_the_shortest() {
        let shortest = [
            0, 1, 2, 2, 3, 3, 4, 3, 4, 4, 5, 4, 5, 5, 5, 4, 5, 5, 6, 5, 6, 6, 6, 5, 6, 6, 6, 6, 7,
            6, 7, 5,
        ];
        for (i, &length) in shortest.iter().enumerate() {
            let n = BigUint::from(i + 1);
            assert!(lower_bound(&n) <= length, "{n}");
            assert!(lower_bound(&n) + 1 >= length, "{n}");
        }
        // 2^127 - 1: 127 ones
        let m127 = (BigUint::one() << 127u32) - 1u8;
        assert_eq!(lower_bound(&m127), 132);
    }
}
