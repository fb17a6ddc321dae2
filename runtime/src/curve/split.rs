//! The splitting of a scalar by an endomorphism.

/// An integer as its sign and magnitude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed {
    /// Whether the integer is the magnitude's negative.
    pub negative: bool,
    /// The magnitude, least significant limb first.
    pub magnitude: [u64; 4],
}

impl Signed {
    /// 0.
    pub const ZERO: Self = Self::positive([0; 4]);

    /// An integer that is not negative.
    pub const fn positive(magnitude: [u64; 4]) -> Self {
        Signed {
            negative: false,
            magnitude,
        }
    }

    /// The integer `magnitude`, or its negative.
    pub const fn new(negative: bool, magnitude: u128) -> Self {
        Signed {
            negative,
            magnitude: [magnitude as u64, (magnitude >> 64) as u64, 0, 0],
        }
    }
}

/// A basis of the lattice of all `(a_0, a_1, …)` with `sum a_i λ^i = 0 mod r`, of determinant ±r, and what divides by r.
///
/// # Source
/// Gallant, Lambert and Vanstone, CRYPTO 2001; Galbraith, Lin and Scott, EUROCRYPT 2009.
#[derive(Clone, Copy, Debug)]
pub struct Lattice<const N: usize> {
    /// The vectors, reduced, each with the sign for which its quotient is not negative.
    pub basis: [[Signed; N]; N],
    /// `2^320 c_i / r`, rounded, where `(k, 0, …) = sum (k c_i / r) v_i`.
    pub quotients: [[u64; 4]; N],
}

impl<const N: usize> Lattice<N> {
    /// `(k_0, k_1, …)` with `sum k_i λ^i = k`, each of about the length of r divided by N. Constant time up to the
    /// signs, which it returns.
    ///
    /// `(k, 0, …) - sum round(k quotient_i / 2^320) v_i`, modulo 2^256: the results are shorter than that.
    ///
    /// # Domain
    /// k below r.
    pub fn split(&self, k: &[u64; 4]) -> [Signed; N] {
        let mut parts = [[0; 4]; N];
        parts[0] = *k;
        for (vector, quotient) in self.basis.iter().zip(&self.quotients) {
            let c = scaled_down(k, quotient);
            for (part, entry) in parts.iter_mut().zip(vector) {
                let [product @ .., _, _, _, _] = product(&c, &entry.magnitude);
                // The signs of the basis are public.
                *part = if entry.negative {
                    add(part, &product)
                } else {
                    add(part, &negative(&product))
                };
            }
        }
        parts.map(|part| {
            let below = part[3] >> 63;
            let mask = 0u64.wrapping_sub(below);
            let minus = negative(&part);
            Signed {
                negative: below == 1,
                magnitude: core::array::from_fn(|i| (minus[i] & mask) | (part[i] & !mask)),
            }
        })
    }
}

/// `a + b` modulo 2^256.
#[inline(always)]
fn add(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let mut carry = false;
    core::array::from_fn(|i| {
        let (sum, c) = a[i].overflowing_add(b[i]);
        let (sum, d) = sum.overflowing_add(u64::from(carry));
        carry = c | d;
        sum
    })
}

/// `-a` modulo 2^256.
#[inline(always)]
fn negative(a: &[u64; 4]) -> [u64; 4] {
    add(&a.map(|limb| !limb), &[1, 0, 0, 0])
}

/// A divisor of up to 128 bits, and what divides by it.
#[cfg_attr(not(feature = "bls12-381"), allow(dead_code))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Divisor {
    pub(crate) value: u128,
    /// `floor(2^256 / value)`.
    pub(crate) reciprocal: [u64; 4],
}

#[cfg_attr(not(feature = "bls12-381"), allow(dead_code))]
impl Divisor {
    /// `(floor(k / d), k mod d)`. Constant time.
    ///
    /// # Domain
    /// The quotient below 2^128, k below 2^256.
    pub(crate) fn divide(&self, k: &[u64; 4]) -> (u128, u128) {
        // At most 1 too small, as k < 2^256; then the remainder is below 2 d, for which 129 bits are enough.
        let [_, _, _, _, q @ ..] = product(k, &self.reciprocal);
        let q = low(&[q[0], q[1]]);
        let words = |a: u128| [a as u64, (a >> 64) as u64, 0, 0];
        let taken = product(&words(q), &words(self.value));
        let (rest, borrow) = low(&[k[0], k[1]]).overflowing_sub(low(&[taken[0], taken[1]]));
        let top = k[2].wrapping_sub(taken[2]).wrapping_sub(u64::from(borrow));
        let (reduced, below) = rest.overflowing_sub(self.value);
        let again = (top != 0) | !below;
        let mask = 0u128.wrapping_sub(u128::from(again));
        (
            q.wrapping_add(u128::from(again)),
            (reduced & mask) | (rest & !mask),
        )
    }
}

/// The integer of two limbs.
pub(crate) const fn low(limbs: &[u64; 2]) -> u128 {
    limbs[0] as u128 | (limbs[1] as u128) << 64
}

/// `a b`, eight limbs.
#[inline(always)]
fn product(a: &[u64; 4], b: &[u64; 4]) -> [u64; 8] {
    let mut out = [0u64; 8];
    for i in 0..4 {
        let mut carry = 0u128;
        for j in 0..4 {
            carry += u128::from(a[i]) * u128::from(b[j]) + u128::from(out[i + j]);
            out[i + j] = carry as u64;
            carry >>= 64;
        }
        out[i + 4] = carry as u64;
    }
    out
}

/// `round(a b / 2^320)`.
#[inline(always)]
fn scaled_down(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let [_, _, _, _, half, c @ ..] = product(a, b);
    add(&[c[0], c[1], c[2], 0], &[half >> 63, 0, 0, 0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions() {
        // 3, and its reciprocal 0x5555…; quotients stay below 2^128.
        let three = Divisor {
            value: 3,
            reciprocal: [0x5555_5555_5555_5555; 4],
        };
        for k in [
            0u128,
            1,
            2,
            3,
            4,
            5,
            6,
            1 << 64,
            u128::MAX,
            u128::MAX - 1,
            u128::MAX - 2,
        ] {
            let (q, r) = three.divide(&[k as u64, (k >> 64) as u64, 0, 0]);
            assert_eq!((q, r), (k / 3, k % 3), "{k}");
        }
        // 2^128 - 1 = d: 2^256 = d (2^128 + 1) + 1.
        let ones = Divisor {
            value: u128::MAX,
            reciprocal: [1, 0, 1, 0],
        };
        // q d + r for the ends of both ranges; the product has 256 bits.
        for q in [0, 1, 2, 1 << 127, u128::MAX - 1, u128::MAX] {
            for r in [0, 1, u128::MAX - 2, u128::MAX - 1] {
                let words = |a: u128| [a as u64, (a >> 64) as u64, 0, 0];
                let mut k = product(&words(q), &[u64::MAX, u64::MAX, 0, 0]);
                let mut carry = 0u128;
                for (word, more) in k.iter_mut().zip(words(r)) {
                    carry += u128::from(*word) + u128::from(more);
                    *word = carry as u64;
                    carry >>= 64;
                }
                assert_eq!(ones.divide(&[k[0], k[1], k[2], k[3]]), (q, r));
            }
        }
    }
}
