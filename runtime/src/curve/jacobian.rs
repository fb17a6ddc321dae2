//! Jacobian coordinates, in variable time: exceptional cases are branches.
//!
//! The formulas are those of Cohen, Miyaji and Ono (ASIACRYPT 1998) with the doubling scaled by 1/2: `Y3` is
//! a sum of two products, which is reduced once, and fewer additions surround the products than where squares
//! replace products. None of them contains b.

use core::ops::Neg;

use ff::Field;
use zeroize::Zeroize;

use super::{Affine, CurveField, Projective, Weierstrass};

/// The point `(X / Z^2, Y / Z^3)`; infinity where `Z = 0`.
#[derive(Clone, Copy, Debug)]
pub struct Jacobian<C: Weierstrass> {
    pub(super) x: C::Base,
    pub(super) y: C::Base,
    pub(super) z: C::Base,
}

impl<C: Weierstrass> Jacobian<C> {
    /// Infinity.
    pub const IDENTITY: Self = Jacobian {
        x: C::Base::ONE,
        y: C::Base::ONE,
        z: C::Base::ZERO,
    };

    /// Whether this is infinity. Variable time.
    #[inline(always)]
    pub fn is_identity_vartime(&self) -> bool {
        self.z == C::Base::ZERO
    }

    /// `2 P`. The time depends on nothing, as infinity needs no branch.
    ///
    /// # Cost
    /// 3M + 4S.
    #[inline]
    #[must_use]
    pub fn double_vartime(&self) -> Self {
        // L = 3/2 X^2, S = Y^2, T = X S: x = L^2 - 2 T, y = L (T - x) - S^2, z = Y Z.
        let square = self.x.square();
        let l = (square.double() + square).half();
        let s = self.y.square();
        let t = self.x * s;
        let x = l.square() - t.double();
        let y = C::Base::sum_of_products(&l, &(t - x), &-s, &s);
        let z = self.y * self.z;
        Jacobian { x, y, z }
    }

    /// `P + Q`. Variable time.
    ///
    /// # Cost
    /// 12M + 4S.
    #[must_use]
    pub fn add_vartime(&self, other: &Self) -> Self {
        if self.is_identity_vartime() {
            return *other;
        }
        if other.is_identity_vartime() {
            return *self;
        }
        let (zz1, zz2) = (self.z.square(), other.z.square());
        let x1 = self.x * zz2;
        let y1 = self.y * zz2 * other.z;
        let h = other.x * zz1 - x1;
        let r = other.y * zz1 * self.z - y1;
        if h == C::Base::ZERO {
            return self.same_x(&r);
        }
        let (x, y) = chord::<C>(&x1, &y1, &h, &r);
        let z = self.z * other.z * h;
        Jacobian { x, y, z }
    }

    /// `P + Q` with affine Q. Variable time.
    ///
    /// # Cost
    /// 8M + 3S.
    #[inline]
    #[must_use]
    pub fn add_affine_vartime(&self, other: &Affine<C>) -> Self {
        if *other == Affine::IDENTITY {
            return *self;
        }
        self.add_finite_vartime(other).0
    }

    /// `P + Q` with affine Q that is not infinity, and the ratio of the sum's Z to P's where no case is
    /// exceptional.
    #[inline(always)]
    pub(super) fn add_finite_vartime(&self, other: &Affine<C>) -> (Self, C::Base) {
        if self.is_identity_vartime() {
            return ((*other).into(), C::Base::ZERO);
        }
        let zz = self.z.square();
        let h = other.x * zz - self.x;
        let r = other.y * (zz * self.z) - self.y;
        if h == C::Base::ZERO {
            return (self.same_x(&r), C::Base::ZERO);
        }
        let (x, y) = chord::<C>(&self.x, &self.y, &h, &r);
        let z = self.z * h;
        (Jacobian { x, y, z }, h)
    }

    /// `P + Q` where the x are equal and the y differ by a multiple of r.
    #[cold]
    fn same_x(&self, r: &C::Base) -> Self {
        if *r == C::Base::ZERO {
            self.double_vartime()
        } else {
            Self::IDENTITY
        }
    }

    /// The affine point. Variable time.
    ///
    /// # Cost
    /// 1I + 3M + 1S.
    #[must_use]
    pub fn to_affine_vartime(&self) -> Affine<C> {
        match self.z.invert_vartime() {
            Some(inverse) => self.scaled(&inverse),
            None => Affine::IDENTITY,
        }
    }

    /// `(X s^2, Y s^3)`.
    #[inline(always)]
    pub(super) fn scaled(&self, s: &C::Base) -> Affine<C> {
        let square = s.square();
        Affine {
            x: self.x * square,
            y: self.y * (square * s),
        }
    }

    /// Writes the affine form of each point. Variable time.
    ///
    /// # Cost
    /// 1I + 6M + 1S a point.
    ///
    /// # Panics
    /// Slices of unequal lengths.
    pub fn batch_normalize_vartime(points: &[Self], out: &mut [Affine<C>]) {
        assert_eq!(points.len(), out.len(), "as many results as points");
        let mut product = C::Base::ONE;
        for (p, out) in points.iter().zip(out.iter_mut()) {
            out.x = product;
            if !p.is_identity_vartime() {
                product *= &p.z;
            }
        }
        // A product of non-zero elements.
        let mut inverse = product.invert_vartime().unwrap_or(C::Base::ONE);
        for (p, out) in points.iter().zip(out.iter_mut()).rev() {
            if p.is_identity_vartime() {
                *out = Affine::IDENTITY;
            } else {
                let own = inverse * out.x;
                inverse *= &p.z;
                *out = p.scaled(&own);
            }
        }
    }

    /// Whether both are the same point. Variable time.
    pub fn eq_vartime(&self, other: &Self) -> bool {
        if self.is_identity_vartime() || other.is_identity_vartime() {
            return self.is_identity_vartime() && other.is_identity_vartime();
        }
        let (zz1, zz2) = (self.z.square(), other.z.square());
        self.x * zz2 == other.x * zz1 && self.y * (zz2 * other.z) == other.y * (zz1 * self.z)
    }

    /// `k P`. Variable time.
    ///
    /// # Domain
    /// `P` in the subgroup.
    #[must_use]
    pub fn mul_vartime(&self, k: &C::Scalar) -> Self {
        C::mul_limbs_vartime(self, &C::scalar_limbs(k))
    }
}

/// The sum of `(x1, y1)` and the point whose x differs by h and whose y differs by r, without its Z.
#[inline(always)]
fn chord<C: Weierstrass>(
    x1: &C::Base,
    y1: &C::Base,
    h: &C::Base,
    r: &C::Base,
) -> (C::Base, C::Base) {
    let hh = h.square();
    let hhh = hh * h;
    let v = hh * x1;
    let x = r.square() - hhh - v.double();
    let y = C::Base::sum_of_products(r, &(v - x), &-hhh, y1);
    (x, y)
}

impl<C: Weierstrass> Default for Jacobian<C> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<C: Weierstrass> Neg for Jacobian<C> {
    type Output = Self;
    fn neg(self) -> Self {
        Jacobian { y: -self.y, ..self }
    }
}

impl<C: Weierstrass> From<Affine<C>> for Jacobian<C> {
    /// Variable time.
    fn from(p: Affine<C>) -> Self {
        if p == Affine::IDENTITY {
            return Self::IDENTITY;
        }
        Jacobian {
            x: p.x,
            y: p.y,
            z: C::Base::ONE,
        }
    }
}

impl<C: Weierstrass> From<Projective<C>> for Jacobian<C> {
    /// `(X Z : Y Z^2 : Z)`. Infinity stays `Z = 0`. Constant time.
    fn from(p: Projective<C>) -> Self {
        Jacobian {
            x: p.x * p.z,
            y: p.y * p.z.square(),
            z: p.z,
        }
    }
}

impl<C: Weierstrass> Zeroize for Jacobian<C> {
    fn zeroize(&mut self) {
        self.x.zeroize();
        self.y.zeroize();
        self.z.zeroize();
    }
}
