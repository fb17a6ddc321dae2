//! Affine points.

use core::ops::Neg;

use ff::Field;
use fieldc_generated::element::Element;
use fieldc_generated::formulas;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use super::{CurveField, Jacobian, Projective, Weierstrass};

/// The coordinates do not satisfy `y^2 = x^3 + a x + b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not on the curve")]
pub struct NotOnCurve;

/// Why coordinates are no point of the subgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PointError {
    /// They do not satisfy the equation of the curve.
    #[error("not on the curve")]
    NotOnCurve,
    /// They are a point of the curve whose order is another than that of the subgroup.
    #[error("on the curve but not in the subgroup")]
    NotInSubgroup,
}

/// A point `(x, y)` of the curve, or infinity, which is stored as `(0, 0)`.
#[derive(Clone, Copy, Debug)]
pub struct Affine<C: Weierstrass> {
    /// `[x, y]`, as the formulas want it.
    pub(super) xy: [C::Base; 2],
}

impl<C: Weierstrass> Affine<C> {
    /// Infinity.
    pub const IDENTITY: Self = Self::new_unchecked(C::Base::ZERO, C::Base::ZERO);

    /// The curve's base point.
    pub const GENERATOR: Self = Self::new_unchecked(C::GENERATOR.0, C::GENERATOR.1);

    /// The point `(x, y)`. Only acceptance is visible in the time.
    ///
    /// # Errors
    /// Coordinates that are not on the curve; `(0, 0)` is among them.
    pub fn new(x: C::Base, y: C::Base) -> Result<Self, NotOnCurve> {
        if bool::from(is_on_curve::<C>(&x, &y)) {
            Ok(Affine { xy: [x, y] })
        } else {
            Err(NotOnCurve)
        }
    }

    /// The point `(x, y)` of the subgroup. Variable time: for public points.
    ///
    /// # Errors
    /// Coordinates that are not on the curve, `(0, 0)` among them; a point outside the subgroup.
    pub fn new_in_subgroup(x: C::Base, y: C::Base) -> Result<Self, PointError> {
        let point = Self::new(x, y).map_err(|_| PointError::NotOnCurve)?;
        if point.is_in_subgroup_vartime() {
            Ok(point)
        } else {
            Err(PointError::NotInSubgroup)
        }
    }

    /// Whether a point of the curve is in the subgroup. Infinity is. Variable time.
    ///
    /// # Domain
    /// A point on the curve.
    pub fn is_in_subgroup_vartime(&self) -> bool {
        Jacobian::from(*self).is_in_subgroup_vartime()
    }

    /// The place of the first point that is not in the subgroup, if any: each point is checked by itself, exactly. Variable time.
    ///
    /// # Domain
    /// Points on the curve.
    pub fn first_outside_subgroup_vartime(points: &[Self]) -> Option<usize> {
        points.iter().position(|p| !p.is_in_subgroup_vartime())
    }

    /// The point `(x, y)`, or infinity for `(0, 0)`, without a check.
    ///
    /// Coordinates that are not on the curve are memory-safe but give results without meaning.
    #[inline]
    pub const fn new_unchecked(x: C::Base, y: C::Base) -> Self {
        Affine { xy: [x, y] }
    }

    /// `(x, y)`, none for infinity. Whether there are coordinates is visible in the time.
    pub fn coordinates(&self) -> Option<(C::Base, C::Base)> {
        let [x, y] = self.xy;
        (!bool::from(self.is_identity())).then_some((x, y))
    }

    /// `[x, y]`, both 0 for infinity. Constant time.
    #[inline]
    pub const fn xy(&self) -> &[C::Base; 2] {
        &self.xy
    }

    /// Whether this is infinity. Constant time.
    pub fn is_identity(&self) -> Choice {
        self.xy[0].is_zero() & self.xy[1].is_zero()
    }

    /// Whether this is infinity or satisfies the equation, as it does unless it was made without a check.
    /// Constant time.
    pub fn is_on_curve(&self) -> Choice {
        is_on_curve::<C>(&self.xy[0], &self.xy[1]) | self.is_identity()
    }

    /// `P + Q` in affine coordinates by one inversion. Variable time.
    ///
    /// # Cost
    /// 1I + 2M + 1S, for `P = Q` 1I + 2M + 2S.
    #[must_use]
    pub fn add_vartime(&self, other: &Self) -> Self {
        match self.line_vartime(other) {
            Line::Known(sum) => sum,
            // The run is not 0.
            Line::Slope { rise, run } => match run.invert_vartime() {
                Some(inverse) => self.along(other, &(rise * inverse)),
                None => Self::IDENTITY,
            },
        }
    }

    /// The line through both points, or their sum where there is none. Variable time.
    #[inline(always)]
    pub(super) fn line_vartime(&self, other: &Self) -> Line<C> {
        let ([x1, y1], [x2, y2]) = (&self.xy, &other.xy);
        if *self == Self::IDENTITY {
            return Line::Known(*other);
        }
        if *other == Self::IDENTITY {
            return Line::Known(*self);
        }
        if x1 != x2 {
            let (rise, run) = (*y2 - y1, *x2 - x1);
            Line::Slope { rise, run }
        } else if y1 == y2 {
            let square = Element::square(x1);
            // No point has y = 0, so a tangent is not vertical.
            let (rise, run) = (
                Element::double(&square) + square + C::A,
                Element::double(y1),
            );
            Line::Slope { rise, run }
        } else {
            Line::Known(Self::IDENTITY)
        }
    }

    /// The sum of two points by the slope of their line.
    #[inline(always)]
    pub(super) fn along(&self, other: &Self, slope: &C::Base) -> Self {
        Affine {
            xy: formulas::affine_sum(&self.xy, &other.xy[0], slope),
        }
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

/// What determines a sum of affine points.
pub(super) enum Line<C: Weierstrass> {
    /// `rise / run`; run is not 0.
    Slope { rise: C::Base, run: C::Base },
    /// No line, but the sum.
    Known(Affine<C>),
}

/// `y^2 = x^3 + a x + b`.
fn is_on_curve<C: Weierstrass>(x: &C::Base, y: &C::Base) -> Choice {
    Element::square(y).ct_eq(&C::right_side(x))
}

impl<C: Weierstrass> Default for Affine<C> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<C: Weierstrass> Neg for Affine<C> {
    type Output = Self;
    fn neg(self) -> Self {
        let [x, y] = self.xy;
        Affine { xy: [x, -y] }
    }
}

impl<C: Weierstrass> ConditionallySelectable for Affine<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Affine {
            xy: core::array::from_fn(|i| C::Base::conditional_select(&a.xy[i], &b.xy[i], choice)),
        }
    }
}

/// Constant time.
impl<C: Weierstrass> PartialEq for Affine<C> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: Weierstrass> Eq for Affine<C> {}

impl<C: Weierstrass> ConstantTimeEq for Affine<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.xy[0].ct_eq(&other.xy[0]) & self.xy[1].ct_eq(&other.xy[1])
    }
}

impl<C: Weierstrass> Zeroize for Affine<C> {
    fn zeroize(&mut self) {
        self.xy.iter_mut().for_each(Zeroize::zeroize);
    }
}

impl<C: Weierstrass> From<Projective<C>> for Affine<C> {
    /// One inversion. Constant time.
    fn from(p: Projective<C>) -> Self {
        p.to_affine()
    }
}
