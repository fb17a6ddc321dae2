//! Multiples of one point, from a table.

use alloc::vec::Vec;

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use super::recode::{WINDOW, fixed_digit, fixed_digits};
use super::{Affine, Jacobian, Projective, Weierstrass};

/// Multiples that a window needs: `j 32^i P` for j = 1..=16.
const ROW: usize = 1 << (WINDOW - 1);

/// A point with the table that makes its multiples cheap: additions alone.
///
/// # Cost
/// `52 * 16` affine points of memory, an addition of an affine point for each of 52 digits.
#[derive(Clone, Debug)]
pub struct FixedBase<C: Weierstrass> {
    /// Row i holds `j 32^i P`.
    rows: Vec<[Affine<C>; ROW]>,
}

impl<C: Weierstrass> FixedBase<C> {
    /// The table of a point of the curve, infinity included. Variable time.
    pub fn new_vartime(p: &Affine<C>) -> Self {
        let count = fixed_digits(256) as usize;
        let mut multiples = Vec::with_capacity(count * ROW);
        let mut base = Jacobian::from(*p);
        for _ in 0..count {
            let mut multiple = base;
            for _ in 0..ROW {
                multiples.push(multiple);
                multiple = multiple.add_vartime(&base);
            }
            // The last was 16 times the base.
            base = multiples[multiples.len() - 1].double_vartime();
        }
        let mut affine = alloc::vec![Affine::IDENTITY; multiples.len()];
        Jacobian::batch_normalize_vartime(&multiples, &mut affine);
        let (rows, _) = affine.as_chunks();
        FixedBase {
            rows: rows.to_vec(),
        }
    }

    /// `k P`. Constant time.
    #[must_use]
    pub fn mul(&self, k: &C::Scalar) -> Projective<C> {
        self.mul_limbs(&C::scalar_limbs(k))
    }

    /// `k P` for any 256-bit integer, least significant limb first. Constant time.
    #[must_use]
    pub fn mul_limbs(&self, k: &[u64; 4]) -> Projective<C> {
        Self::mul_rows(&self.rows, k)
    }

    /// The rows, for what looks at machine code.
    #[doc(hidden)]
    pub fn rows(&self) -> &[[Affine<C>; ROW]] {
        &self.rows
    }

    /// [`mul_limbs`](Self::mul_limbs) from the rows. Constant time.
    #[doc(hidden)]
    #[must_use]
    pub fn mul_rows(rows: &[[Affine<C>; ROW]], k: &[u64; 4]) -> Projective<C> {
        let mut out = Projective::IDENTITY;
        for (i, row) in (0..).zip(rows) {
            let digit = fixed_digit(k, i);
            let sign = digit >> 63;
            let magnitude = ((digit ^ sign) - sign) as u64;
            // The row is read in full.
            let mut multiple = Affine::IDENTITY;
            for (j, entry) in (1u64..).zip(row) {
                multiple.conditional_assign(entry, j.ct_eq(&magnitude));
            }
            let minus = -multiple;
            multiple.conditional_assign(&minus, Choice::from(sign as u8 & 1));
            out = out.add_affine(&multiple);
        }
        out
    }

    /// `k P`. Variable time.
    #[must_use]
    pub fn mul_vartime(&self, k: &C::Scalar) -> Jacobian<C> {
        self.mul_limbs_vartime(&C::scalar_limbs(k))
    }

    /// `k P` for any 256-bit integer, least significant limb first. Variable time.
    #[must_use]
    pub fn mul_limbs_vartime(&self, k: &[u64; 4]) -> Jacobian<C> {
        let mut out = Jacobian::IDENTITY;
        for (i, row) in (0..).zip(&self.rows) {
            let digit = fixed_digit(k, i);
            let multiple = match digit.unsigned_abs() as usize {
                0 => continue,
                j => row[j - 1],
            };
            let multiple = if digit < 0 { -multiple } else { multiple };
            out = out.add_affine_vartime(&multiple);
        }
        out
    }
}
