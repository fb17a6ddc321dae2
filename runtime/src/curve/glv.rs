//! The splitting of a scalar by an endomorphism.

use super::Weierstrass;

/// A curve with `φ(x, y) = (β x, y)`, which multiplies the points of the subgroup by λ.
///
/// # Domain
/// `β^3 = 1` and `λ^2 + λ + 1 = 0`, of the two pairs the one with `φ(P) = λ P`.
///
/// # Source
/// Gallant, Lambert and Vanstone, CRYPTO 2001.
pub trait Endomorphism: Weierstrass {
    /// β.
    const BETA: Self::Base;
    /// λ.
    const LAMBDA: Self::Scalar;
    /// A reduced basis of the pairs `(a, b)` with `a + b λ = 0`.
    const LATTICE: Lattice;
}

/// An integer as its sign and magnitude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed {
    /// Whether the integer is the magnitude's negative.
    pub negative: bool,
    /// The magnitude, least significant limb first.
    pub magnitude: [u64; 4],
}

/// A basis `(v1, v2)` of the lattice, of determinant r, and what divides by r.
#[derive(Clone, Copy, Debug)]
pub struct Lattice {
    /// v1 and v2, modulo 2^256: `2^256 - a` for `-a`.
    pub basis: [[[u64; 4]; 2]; 2],
    /// `2^320 v2.1 / r` and `-2^320 v1.1 / r`, rounded; neither is negative.
    pub quotients: [[u64; 4]; 2],
}

impl Lattice {
    /// `(k1, k2)` with `k1 + k2 λ = k`, of about half the length of r. Constant time up to the signs, which it
    /// returns.
    ///
    /// `(k1, k2) = (k, 0) - c1 v1 - c2 v2` with `c = round(k quotient / 2^320)`.
    pub fn split(&self, k: &[u64; 4]) -> [Signed; 2] {
        let c = self.quotients.map(|quotient| scaled_down(k, &quotient));
        let part = |start: [u64; 4], j: usize| {
            let taken = |i: usize| low_product(&c[i], &self.basis[i][j]);
            signed(sub(&sub(&start, &taken(0)), &taken(1)))
        };
        [part(*k, 0), part([0; 4], 1)]
    }
}

/// The two's complement of a constant.
pub(crate) const fn negated(a: [u64; 4]) -> [u64; 4] {
    let mut out = [0; 4];
    let mut carry = true;
    let mut i = 0;
    while i < 4 {
        (out[i], carry) = (!a[i]).overflowing_add(carry as u64);
        i += 1;
    }
    out
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

/// `a b mod 2^256`.
#[inline(always)]
fn low_product(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let [low @ .., _, _, _, _] = product(a, b);
    low
}

/// `round(a b / 2^320)`.
#[inline(always)]
fn scaled_down(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let wide = product(a, b);
    let mut carry = wide[4] >> 63;
    let mut out = [0; 4];
    for (i, out) in out.iter_mut().take(3).enumerate() {
        let (sum, overflow) = wide[5 + i].overflowing_add(carry);
        *out = sum;
        carry = u64::from(overflow);
    }
    out[3] = carry;
    out
}

/// `a - b mod 2^256`.
#[inline(always)]
fn sub(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let mut borrow = false;
    core::array::from_fn(|i| {
        let (difference, first) = a[i].overflowing_sub(b[i]);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        borrow = first | second;
        difference
    })
}

/// The integer of a two's complement.
#[inline(always)]
fn signed(a: [u64; 4]) -> Signed {
    let mask = 0u64.wrapping_sub(a[3] >> 63);
    let flipped = a.map(|word| word ^ mask);
    Signed {
        negative: mask != 0,
        magnitude: sub(&flipped, &[mask; 4]),
    }
}
