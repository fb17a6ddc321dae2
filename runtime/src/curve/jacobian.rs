//! Jacobian coordinates, in variable time: exceptional cases are branches.

use core::ops::Neg;

use ff::Field;
use fieldc_generated::element::Element;
use fieldc_generated::formulas;
use zeroize::Zeroize;

use super::{Affine, CoefficientA, CurveField, Projective, Weierstrass, multiply};

/// The point `(X / Z^2, Y / Z^3)`; infinity where `Z = 0`.
#[derive(Clone, Copy, Debug)]
pub struct Jacobian<C: Weierstrass> {
    /// `[X, Y, Z]`, as the formulas want it.
    pub(super) xyz: [C::Base; 3],
}

impl<C: Weierstrass> Jacobian<C> {
    /// Infinity.
    pub const IDENTITY: Self =
        Self::from_coordinates_unchecked([C::Base::ONE, C::Base::ONE, C::Base::ZERO]);

    /// The point with coordinates `[X, Y, Z]`, without a check.
    ///
    /// Coordinates that are not on the curve are memory-safe but give results without meaning.
    #[inline]
    pub const fn from_coordinates_unchecked(xyz: [C::Base; 3]) -> Self {
        Jacobian { xyz }
    }

    /// `[X, Y, Z]`.
    #[inline]
    pub const fn coordinates(&self) -> &[C::Base; 3] {
        &self.xyz
    }

    /// Whether this is infinity. Variable time.
    #[inline(always)]
    pub fn is_identity_vartime(&self) -> bool {
        self.xyz[2] == C::Base::ZERO
    }

    /// `2 P`. The time depends on nothing, as infinity needs no branch.
    ///
    /// # Cost
    /// 3M + 4S; 4M + 4S where a is -3, 4M + 6S where it is any other.
    #[inline]
    #[must_use]
    pub fn double_vartime(&self) -> Self {
        let xyz = match C::COEFFICIENT_A {
            CoefficientA::Zero => formulas::jacobian_double(&self.xyz),
            CoefficientA::MinusThree => formulas::jacobian_double_minus_3(&self.xyz),
            CoefficientA::Any => formulas::jacobian_double_a(&self.xyz, &C::A),
        };
        Jacobian { xyz }
    }

    /// `P + Q`. Variable time.
    ///
    /// # Cost
    /// 12M + 4S.
    #[must_use]
    pub fn add_vartime(&self, other: &Self) -> Self {
        let sum = Jacobian {
            xyz: formulas::jacobian_add(&self.xyz, &other.xyz),
        };
        if sum.is_identity_vartime() {
            return self.add_exceptional(other);
        }
        sum
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
        let (xyz, ratio) = formulas::jacobian_add_mixed(&self.xyz, &other.xy);
        let sum = Jacobian { xyz };
        if sum.is_identity_vartime() {
            return (self.add_exceptional(&(*other).into()), ratio);
        }
        (sum, ratio)
    }

    /// `P + Q` where one is infinity or the x are equal.
    #[cold]
    #[inline(never)]
    fn add_exceptional(&self, other: &Self) -> Self {
        if self.is_identity_vartime() {
            *other
        } else if other.is_identity_vartime() {
            *self
        } else if self.eq_vartime(other) {
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
        match self.xyz[2].invert_vartime() {
            Some(inverse) => self.scaled(&inverse),
            None => Affine::IDENTITY,
        }
    }

    /// `(X s^2, Y s^3)`.
    #[inline(always)]
    pub(super) fn scaled(&self, s: &C::Base) -> Affine<C> {
        let square = Element::square(s);
        let [x, y, _] = &self.xyz;
        Affine::new_unchecked(*x * square, *y * (square * s))
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
            out.xy[0] = product;
            if !p.is_identity_vartime() {
                product *= &p.xyz[2];
            }
        }
        // A product of non-zero elements.
        let mut inverse = product.invert_vartime().unwrap_or(C::Base::ONE);
        for (p, out) in points.iter().zip(out.iter_mut()).rev() {
            if p.is_identity_vartime() {
                *out = Affine::IDENTITY;
            } else {
                let own = inverse * out.xy[0];
                inverse *= &p.xyz[2];
                *out = p.scaled(&own);
            }
        }
    }

    /// Whether both are the same point. Variable time.
    pub fn eq_vartime(&self, other: &Self) -> bool {
        if self.is_identity_vartime() || other.is_identity_vartime() {
            return self.is_identity_vartime() && other.is_identity_vartime();
        }
        let ([x1, y1, z1], [x2, y2, z2]) = (&self.xyz, &other.xyz);
        let (zz1, zz2) = (Element::square(z1), Element::square(z2));
        *x1 * zz2 == *x2 * zz1 && *y1 * (zz2 * z2) == *y2 * (zz1 * z1)
    }

    /// Whether a point of the curve is in the subgroup. Infinity is. Variable time.
    pub fn is_in_subgroup_vartime(&self) -> bool {
        C::is_in_subgroup(self).into()
    }

    /// A multiple of P that is in the subgroup, the same for equal points; see the curve for which. Variable time.
    #[must_use]
    pub fn clear_cofactor_vartime(&self) -> Self {
        C::clear_cofactor(self)
    }

    /// `k P`. Variable time.
    ///
    /// # Domain
    /// `P` in the subgroup.
    #[must_use]
    pub fn mul_vartime(&self, k: &C::Scalar) -> Self {
        multiply::mul_split_vartime(self, &C::scalar_limbs(k))
    }
}

impl<C: Weierstrass> Default for Jacobian<C> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<C: Weierstrass> Neg for Jacobian<C> {
    type Output = Self;
    fn neg(self) -> Self {
        let [x, y, z] = self.xyz;
        Jacobian { xyz: [x, -y, z] }
    }
}

impl<C: Weierstrass> From<Affine<C>> for Jacobian<C> {
    /// Variable time.
    fn from(p: Affine<C>) -> Self {
        if p == Affine::IDENTITY {
            return Self::IDENTITY;
        }
        let [x, y] = p.xy;
        Jacobian {
            xyz: [x, y, C::Base::ONE],
        }
    }
}

impl<C: Weierstrass> From<Projective<C>> for Jacobian<C> {
    /// `(X Z : Y Z^2 : Z)`. Infinity stays `Z = 0`. Constant time.
    fn from(p: Projective<C>) -> Self {
        let [x, y, z] = p.xyz;
        Jacobian {
            xyz: [x * z, y * Element::square(&z), z],
        }
    }
}

impl<C: Weierstrass> Zeroize for Jacobian<C> {
    fn zeroize(&mut self) {
        self.xyz.iter_mut().for_each(Zeroize::zeroize);
    }
}
