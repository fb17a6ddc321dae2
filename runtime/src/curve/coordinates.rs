//! What both coordinate systems can do: a computation over it takes constant time on [`Projective`] and variable time on [`Jacobian`].

use core::ops::Neg;

use subtle::{Choice, ConstantTimeEq};

use super::{Jacobian, Projective, Weierstrass};

/// A point in some coordinates.
pub trait Coordinates<C: Weierstrass>: Copy + Neg<Output = Self> {
    /// Infinity.
    const IDENTITY: Self;

    /// `2 P`.
    #[must_use]
    fn double(&self) -> Self;

    /// `P + Q`.
    #[must_use]
    fn add(&self, other: &Self) -> Self;

    /// Whether both are the same point.
    fn equals(&self, other: &Self) -> Choice;

    /// The image under the endomorphism of the curve.
    #[must_use]
    fn mapped(&self) -> Self;

    /// `k P` for a public integer, least significant limb first. The time depends on k.
    #[must_use]
    fn times_limbs(&self, k: &[u64; 4]) -> Self {
        let mut out = Self::IDENTITY;
        for word in k.iter().rev() {
            for i in (0..64).rev() {
                out = out.double();
                if word >> i & 1 == 1 {
                    out = out.add(self);
                }
            }
        }
        out
    }

    /// `k P` for a constant k. The time depends on k.
    #[must_use]
    fn times(&self, k: &Digits) -> Self {
        let triple = if k.digits.iter().any(|digit| digit.abs() == 3) {
            self.double().add(self)
        } else {
            *self
        };
        let term = |out: Self, digit: i8| match digit {
            1 => out.add(self),
            3 => out.add(&triple),
            -1 => out.add(&-*self),
            -3 => out.add(&-triple),
            _ => out,
        };
        // The first digit is 1 or 3: no sum with infinity.
        let (first, rest) = match k.digits[..k.length].split_last() {
            Some((3, rest)) => (triple, rest),
            Some((_, rest)) => (*self, rest),
            None => return Self::IDENTITY,
        };
        let mut out = first;
        for &digit in rest.iter().rev() {
            out = out.double();
            if digit != 0 {
                out = term(out, digit);
            }
        }
        out
    }
}

/// A constant as the digits of its multiplication.
#[derive(Debug)]
pub struct Digits {
    digits: [i8; 66],
    length: usize,
}

impl Digits {
    /// 0 and 1.
    pub const fn binary(k: u64) -> Self {
        let mut digits = [0; 66];
        let mut i = 0;
        while i < 64 {
            digits[i] = (k >> i & 1) as i8;
            i += 1;
        }
        Digits {
            digits,
            length: 64 - k.leading_zeros() as usize,
        }
    }

    /// 0, ±1 and ±3, at least two zeros between others.
    pub const fn sparse(k: u64) -> Self {
        let mut digits = [0; 66];
        let (mut rest, mut i, mut length) = (k as u128, 0, 0);
        while rest > 0 {
            if rest & 1 == 1 {
                let window = (rest & 7) as i8;
                let digit = if window < 4 { window } else { window - 8 };
                rest = (rest as i128 - digit as i128) as u128;
                digits[i] = digit;
                length = i + 1;
            }
            rest >>= 1;
            i += 1;
        }
        Digits { digits, length }
    }
}

impl<C: Weierstrass> Coordinates<C> for Jacobian<C> {
    const IDENTITY: Self = Self::IDENTITY;

    #[inline(always)]
    fn double(&self) -> Self {
        self.double_vartime()
    }

    fn add(&self, other: &Self) -> Self {
        self.add_vartime(other)
    }

    fn equals(&self, other: &Self) -> Choice {
        Choice::from(u8::from(self.eq_vartime(other)))
    }

    fn mapped(&self) -> Self {
        let [x, y, z] = &self.xyz;
        Self::from_coordinates_unchecked([C::map_x(x), C::map_y(y), C::map_z(z)])
    }
}

impl<C: Weierstrass> Coordinates<C> for Projective<C> {
    const IDENTITY: Self = Self::IDENTITY;

    fn double(&self) -> Self {
        Projective::double(self)
    }

    fn add(&self, other: &Self) -> Self {
        Projective::add(self, other)
    }

    fn equals(&self, other: &Self) -> Choice {
        self.ct_eq(other)
    }

    fn mapped(&self) -> Self {
        let [x, y, z] = &self.xyz;
        Self::from_coordinates_unchecked([C::map_x(x), C::map_y(y), C::map_z(z)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_add_up() {
        for k in [
            0,
            1,
            2,
            3,
            5,
            7,
            11,
            u64::MAX,
            u64::MAX - 1,
            1 << 63,
            0xd201000000010000,
        ] {
            for digits in [Digits::binary(k), Digits::sparse(k)] {
                let sum = digits.digits[..digits.length]
                    .iter()
                    .rev()
                    .fold(0i128, |sum, &digit| 2 * sum + i128::from(digit));
                assert_eq!(sum, i128::from(k));
                assert!(digits.digits[digits.length..].iter().all(|d| *d == 0));
            }
        }
    }
}
