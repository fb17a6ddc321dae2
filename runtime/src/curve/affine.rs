//! Affine points.

use core::ops::Neg;

use ff::Field;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use super::{CurveField, Jacobian, Projective, Weierstrass};

/// The coordinates satisfy no `y^2 = x^3 + b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not on the curve")]
pub struct NotOnCurve;

/// A point `(x, y)` of the curve, or infinity, which is stored as `(0, 0)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Affine<C: Weierstrass> {
    pub(super) x: C::Base,
    pub(super) y: C::Base,
}

impl<C: Weierstrass> Affine<C> {
    /// Infinity.
    pub const IDENTITY: Self = Affine {
        x: C::Base::ZERO,
        y: C::Base::ZERO,
    };

    /// The curve's base point.
    pub const GENERATOR: Self = Affine {
        x: C::GENERATOR.0,
        y: C::GENERATOR.1,
    };

    /// The point `(x, y)`. Only acceptance is visible in the time.
    ///
    /// # Errors
    /// Coordinates that are not on the curve; `(0, 0)` is among them.
    pub fn new(x: C::Base, y: C::Base) -> Result<Self, NotOnCurve> {
        if bool::from(is_on_curve::<C>(&x, &y)) {
            Ok(Affine { x, y })
        } else {
            Err(NotOnCurve)
        }
    }

    /// The point `(x, y)`, or infinity for `(0, 0)`, without a check.
    ///
    /// Coordinates that are not on the curve are memory-safe but give results without meaning.
    #[inline]
    pub const fn new_unchecked(x: C::Base, y: C::Base) -> Self {
        Affine { x, y }
    }

    /// `(x, y)`, none for infinity. Whether there are coordinates is visible in the time.
    pub fn coordinates(&self) -> Option<(C::Base, C::Base)> {
        (!bool::from(self.is_identity())).then_some((self.x, self.y))
    }

    /// Whether this is infinity. Constant time.
    pub fn is_identity(&self) -> Choice {
        self.x.is_zero() & self.y.is_zero()
    }

    /// Whether this is infinity or satisfies the equation, as it does unless it was made without a check.
    /// Constant time.
    pub fn is_on_curve(&self) -> Choice {
        is_on_curve::<C>(&self.x, &self.y) | self.is_identity()
    }

    /// `P + Q` in affine coordinates by one inversion. Variable time.
    ///
    /// # Cost
    /// 1I + 2M + 1S, for `P = Q` 1I + 2M + 2S.
    #[must_use]
    pub fn add_vartime(&self, other: &Self) -> Self {
        if *self == Self::IDENTITY {
            return *other;
        }
        if *other == Self::IDENTITY {
            return *self;
        }
        let (rise, run) = if self.x != other.x {
            (other.y - self.y, other.x - self.x)
        } else if self.y == other.y {
            let square = self.x.square();
            (square.double() + square, self.y.double())
        } else {
            return Self::IDENTITY;
        };
        // No point has y = 0, so a tangent is not vertical.
        let Some(inverse) = run.invert_vartime() else {
            return Self::IDENTITY;
        };
        let slope = rise * inverse;
        let x = slope.square() - self.x - other.x;
        let y = slope * (self.x - x) - self.y;
        Affine { x, y }
    }

    /// `k P`. Variable time.
    ///
    /// # Domain
    /// `P` in the subgroup.
    #[must_use]
    pub fn mul_vartime(&self, k: &C::Scalar) -> Jacobian<C> {
        Jacobian::from(*self).mul_vartime(k)
    }
}

/// `y^2 = x^3 + b`.
fn is_on_curve<C: Weierstrass>(x: &C::Base, y: &C::Base) -> Choice {
    y.square().ct_eq(&(x.square() * x + C::B))
}

impl<C: Weierstrass> Default for Affine<C> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<C: Weierstrass> Neg for Affine<C> {
    type Output = Self;
    fn neg(self) -> Self {
        Affine {
            x: self.x,
            y: -self.y,
        }
    }
}

impl<C: Weierstrass> ConditionallySelectable for Affine<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Affine {
            x: C::Base::conditional_select(&a.x, &b.x, choice),
            y: C::Base::conditional_select(&a.y, &b.y, choice),
        }
    }
}

impl<C: Weierstrass> ConstantTimeEq for Affine<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.x.ct_eq(&other.x) & self.y.ct_eq(&other.y)
    }
}

impl<C: Weierstrass> Zeroize for Affine<C> {
    fn zeroize(&mut self) {
        self.x.zeroize();
        self.y.zeroize();
    }
}

impl<C: Weierstrass> From<Projective<C>> for Affine<C> {
    /// One inversion. Constant time.
    fn from(p: Projective<C>) -> Self {
        p.to_affine()
    }
}
