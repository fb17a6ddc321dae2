//! `Fp12 = Fp6[w]/(w^2 - v)`.

use fieldc_generated::element::Element;
use fieldc_generated::formulas;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

use super::operators::operators;
use super::{Fp6, SexticBase};

/// An element by its coordinates at `1, v, v^2, w, v w, v^2 w`; `w^2 = v`, `v^3 = ξ`.
#[derive(Clone, Copy, Debug)]
pub struct Fp12<F: SexticBase>(pub [F; 6]);

operators!(Fp12, 6);

impl<F: SexticBase> Fp12<F> {
    /// `c0 + c1 w`
    pub const fn new(c0: Fp6<F>, c1: Fp6<F>) -> Self {
        Fp12([c0.0[0], c0.0[1], c0.0[2], c1.0[0], c1.0[1], c1.0[2]])
    }

    /// The coefficient of 1 in Fp6.
    pub const fn c0(&self) -> Fp6<F> {
        Fp6([self.0[0], self.0[1], self.0[2]])
    }

    /// The coefficient of w in Fp6.
    pub const fn c1(&self) -> Fp6<F> {
        Fp6([self.0[3], self.0[4], self.0[5]])
    }

    fn times(&self, other: &Self) -> Self {
        Fp12(formulas::fp12_mul(&self.0, &other.0))
    }

    /// `a^2`. Constant time.
    ///
    /// # Cost
    /// 12M in Fp2.
    #[must_use]
    pub fn square(&self) -> Self {
        Fp12(formulas::fp12_sqr(&self.0))
    }

    /// `c0 - c1 w`, which is `a^(p^6)`, and `1 / a` where the norm to Fp6 is 1. Constant time.
    #[must_use]
    pub fn conjugate(&self) -> Self {
        let [a, b, c, d, e, f] = self.0;
        Fp12([a, b, c, d.neg(), e.neg(), f.neg()])
    }

    /// `a^(p^K)` for K = 1, 2, 3. Constant time.
    ///
    /// # Cost
    /// 5M in Fp2, for K = 2 in products of an element of Fp2 and one of Fp.
    #[must_use]
    pub fn frobenius<const K: u32>(&self) -> Self {
        const { assert!(1 <= K && K <= 3, "the powers with constants") };
        Fp12(match K {
            1 => formulas::fp12_frobenius_odd(&self.0, &F::FROBENIUS.one),
            2 => formulas::fp12_frobenius_even(&self.0, &F::FROBENIUS.two),
            _ => formulas::fp12_frobenius_odd(&self.0, &F::FROBENIUS.three),
        })
    }

    /// `1 / a`, none for 0. Constant time.
    ///
    /// # Cost
    /// Two squares, two products and an inversion in Fp6.
    pub fn invert(&self) -> CtOption<Self> {
        let norm = Fp6(formulas::fp12_norm(&self.0));
        norm.invert().map(|n| self.over_norm(&n))
    }

    /// `1 / a`, none for 0. Variable time.
    pub fn invert_vartime(&self) -> Option<Self> {
        let norm = Fp6(formulas::fp12_norm(&self.0));
        Some(self.over_norm(&norm.invert_vartime()?))
    }

    /// The conjugate times `n`, the inverse of the norm.
    fn over_norm(&self, n: &Fp6<F>) -> Self {
        Fp12::new(self.c0() * n, -(self.c1() * n))
    }

    /// `a b`, b with coordinates at 1, `v`, `v w` only: a line of an M-twist. Constant time.
    ///
    /// # Cost
    /// 13M in Fp2.
    #[must_use]
    pub fn mul_014(&self, b: &[F; 3]) -> Self {
        Fp12(formulas::fp12_mul_014(&self.0, b))
    }

    /// `a b`, b with coordinates at 1, `w`, `v w` only: a line of a D-twist. Constant time.
    ///
    /// # Cost
    /// 13M in Fp2.
    #[must_use]
    pub fn mul_034(&self, b: &[F; 3]) -> Self {
        Fp12(formulas::fp12_mul_034(&self.0, b))
    }

    /// `a b`, b with coordinates at 1, `v`, `v^2`, `v w`, `v^2 w` only: two lines of an M-twist. Constant time.
    ///
    /// # Cost
    /// 17M in Fp2.
    #[must_use]
    pub fn mul_01245(&self, b: &[F; 5]) -> Self {
        Fp12(formulas::fp12_mul_01245(&self.0, b))
    }

    /// `a b`, b with coordinates at 1, `v`, `v^2`, `w`, `v w` only: two lines of a D-twist. Constant time.
    ///
    /// # Cost
    /// 17M in Fp2.
    #[must_use]
    pub fn mul_01234(&self, b: &[F; 5]) -> Self {
        Fp12(formulas::fp12_mul_01234(&self.0, b))
    }

    /// `a^(p^4 - p^2 + 1) = 1`, as all values of a pairing satisfy. Constant time.
    pub fn is_cyclotomic(&self) -> Choice {
        // a^(p^4) a = a^(p^2)
        let square = self.frobenius::<2>();
        (square.frobenius::<2>() * self).ct_eq(&square) & !self.is_zero()
    }

    /// The coordinates, each as its two integers `c0`, `c1`, most significant byte first. Constant time.
    ///
    /// # Shape
    /// `out` has the bytes of twelve elements of the prime field.
    ///
    /// # Panics
    /// Another length.
    pub fn write_be(&self, out: &mut [u8]) {
        assert_eq!(out.len(), 6 * F::BYTES, "twelve elements");
        for (c, out) in self.0.iter().zip(out.chunks_exact_mut(F::BYTES)) {
            c.write_be(out);
        }
    }

    /// What [`Fp12::write_be`] wrote.
    ///
    /// # Errors
    /// Another length, or an integer that is not below p.
    pub fn read_be(bytes: &[u8]) -> Result<Self, crate::field::DecodeError> {
        if bytes.len() != 6 * F::BYTES {
            return Err(crate::field::DecodeError::Length {
                expected: 6 * F::BYTES,
                found: bytes.len(),
            });
        }
        let mut out = Self::ZERO;
        for (c, bytes) in out.0.iter_mut().zip(bytes.chunks_exact(F::BYTES)) {
            *c = F::read_be(bytes)?;
        }
        Ok(out)
    }
}

impl<F: SexticBase> From<F> for Fp12<F> {
    fn from(c: F) -> Self {
        let mut out = Self::ZERO;
        out.0[0] = c;
        out
    }
}
