//! The values of a pairing.

use core::ops::{Mul, MulAssign};

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use super::{Family, Pairing};
use crate::curve::Weierstrass;
use crate::field::DecodeError;
use crate::tower::Fp12;

/// An element of the group of order r in Fp12, written as a product.
#[derive(Clone, Copy, Debug)]
pub struct Gt<C: Pairing>(pub(super) Fp12<C::Fp2>);

/// Why bytes are no value of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GtError {
    /// No element of Fp12.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// An element of Fp12 outside the subgroup of order r.
    #[error("not in the subgroup of order r")]
    NotInSubgroup,
}

impl<C: Pairing> Gt<C> {
    /// 1
    pub const IDENTITY: Self = Gt(Fp12::ONE);

    /// The pairing of the base points. Variable time.
    pub fn generator_vartime() -> Self {
        super::pairing_vartime(
            &crate::curve::Affine::GENERATOR,
            &crate::curve::Affine::GENERATOR,
        )
    }

    /// The element of Fp12.
    pub fn to_fp12(&self) -> Fp12<C::Fp2> {
        self.0
    }

    /// The element of Fp12 as a value of the pairing; none outside the subgroup of order r. Variable time.
    pub fn from_fp12_vartime(a: Fp12<C::Fp2>) -> Option<Self> {
        let a = Gt(a);
        a.is_in_subgroup_vartime().then_some(a)
    }

    /// The same without the check: results are memory-safe, and without meaning outside the subgroup.
    pub const fn from_fp12_unchecked(a: Fp12<C::Fp2>) -> Self {
        Gt(a)
    }

    /// Whether `a^r = 1`, which all values of a pairing satisfy. Variable time.
    ///
    /// # Source
    /// Scott, ePrint 2021/1130: in the cyclotomic subgroup, `a^p = a^(p mod r)` with the short `p mod r` (x for BLS12, `6 x^2` for BN).
    pub fn is_in_subgroup_vartime(&self) -> bool {
        if !bool::from(self.0.is_cyclotomic()) {
            return false;
        }
        let image = self.0.frobenius::<1>();
        image
            == match C::FAMILY {
                Family::Bn { seed } => {
                    let square = self
                        .0
                        .cyclotomic_exp_vartime(seed)
                        .cyclotomic_exp_vartime(seed)
                        .cyclotomic_square();
                    square.cyclotomic_square() * square
                }
                Family::Bls12 { .. } => self.0.cyclotomic_exp_vartime(C::LOOP).conjugate(),
            }
    }

    /// Whether this is 1. Constant time.
    pub fn is_identity(&self) -> Choice {
        self.ct_eq(&Self::IDENTITY)
    }

    /// `1 / a`. Constant time.
    #[must_use]
    pub fn invert(&self) -> Self {
        Gt(self.0.conjugate())
    }

    /// `a^2`. Constant time.
    #[must_use]
    pub fn square(&self) -> Self {
        Gt(self.0.cyclotomic_square())
    }

    /// `a^k`. Constant time: windows of four bits, and a table read in full.
    ///
    /// # Cost
    /// 256 squares and 78 products.
    #[must_use]
    pub fn pow(&self, k: &C::Scalar) -> Self {
        let mut table = [Self::IDENTITY; 16];
        for i in 1..16 {
            table[i] = table[i - 1] * self;
        }
        let mut out = Self::IDENTITY;
        for word in C::G1::scalar_limbs(k).iter().rev() {
            for window in (0..16).rev() {
                for _ in 0..4 {
                    out = out.square();
                }
                let index = word >> (4 * window) & 15;
                let mut factor = table[0];
                for (i, entry) in (0u64..).zip(&table) {
                    factor.0.conditional_assign(&entry.0, i.ct_eq(&index));
                }
                out *= &factor;
            }
        }
        out
    }

    /// `a^k`. Variable time.
    ///
    /// # Cost
    /// One square a bit and one product for five.
    #[must_use]
    pub fn pow_vartime(&self, k: &C::Scalar) -> Self {
        let mut k = C::G1::scalar_limbs(k);
        // Digits from the least significant; a carry may need one more than the bits.
        let mut digits = [0i8; 257];
        let mut i = digits.len();
        while k != [0; 4] {
            i -= 1;
            if k[0] & 1 == 1 {
                let window = (k[0] & 15) as i8;
                let digit = if window > 7 { window - 16 } else { window };
                digits[i] = digit;
                let mut carry = i128::from(digit);
                for word in &mut k {
                    let sum = i128::from(*word) - carry;
                    *word = sum as u64;
                    carry = -(sum >> 64);
                }
            }
            for j in 0..4 {
                k[j] = k[j] >> 1 | k.get(j + 1).map_or(0, |upper| upper << 63);
            }
        }
        Gt(self.0.cyclotomic_exp_vartime(&digits[i..]))
    }

    /// The coordinates at `1, v, v^2, w, v w, v^2 w`, each as its two integers `c0`, `c1`, most significant byte first.
    /// Constant time.
    ///
    /// # Shape
    /// `out` has the bytes of twelve elements of the prime field.
    ///
    /// # Panics
    /// Another length.
    pub fn write_be(&self, out: &mut [u8]) {
        self.0.write_be(out);
    }

    /// What [`Gt::write_be`] wrote. Variable time.
    ///
    /// # Errors
    /// Another length, an integer that is not below p, an element outside the subgroup.
    pub fn read_be_vartime(bytes: &[u8]) -> Result<Self, GtError> {
        Self::from_fp12_vartime(Fp12::read_be(bytes)?).ok_or(GtError::NotInSubgroup)
    }
}

impl<C: Pairing> Default for Gt<C> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<C: Pairing> MulAssign<&Gt<C>> for Gt<C> {
    fn mul_assign(&mut self, other: &Gt<C>) {
        self.0 *= &other.0;
    }
}

impl<C: Pairing> MulAssign for Gt<C> {
    fn mul_assign(&mut self, other: Gt<C>) {
        self.0 *= &other.0;
    }
}

impl<C: Pairing> Mul<&Gt<C>> for Gt<C> {
    type Output = Gt<C>;
    fn mul(self, other: &Gt<C>) -> Gt<C> {
        Gt(self.0 * other.0)
    }
}

impl<C: Pairing> Mul for Gt<C> {
    type Output = Gt<C>;
    fn mul(self, other: Gt<C>) -> Gt<C> {
        Gt(self.0 * other.0)
    }
}

impl<C: Pairing> core::iter::Product for Gt<C> {
    fn product<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::IDENTITY, |a, b| a * b)
    }
}

crate::__tower_equality!([C: Pairing] Gt<C>);

impl<C: Pairing> ConstantTimeEq for Gt<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl<C: Pairing> ConditionallySelectable for Gt<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Gt(Fp12::conditional_select(&a.0, &b.0, choice))
    }
}

impl<C: Pairing> zeroize::Zeroize for Gt<C> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}
