//! The two maps, and the interface of curves that have one.

use fieldc_generated::formulas;

use super::HashField;
use super::jacobian::{self, Point};

/// A curve with a map of a field to it.
pub trait MapToCurve {
    /// The field of the coordinates.
    type Field: HashField;
    /// What points are.
    type Point;

    /// The bits of security, k, of the curve's suites.
    const SECURITY: u32 = 128;

    /// The sum of the images of some elements, on the curve. Constant time but for their number.
    ///
    /// With one element this is `map_to_curve` of RFC 9380: the cofactor is not cleared.
    fn map_sum_uncleared(u: &[Self::Field]) -> Self::Point;

    /// The sum of the images of some elements, in the subgroup of prime order. Constant time but for their number.
    fn map_sum(u: &[Self::Field]) -> Self::Point;
}

/// The image of an element in the subgroup of prime order: map, isogeny, cofactor. Constant time.
///
/// This is the function of EIP-2537's MAP_FP_TO_G1 and MAP_FP2_TO_G2.
pub fn map_to_curve<C: MapToCurve>(u: &C::Field) -> C::Point {
    C::map_sum(core::slice::from_ref(u))
}

/// y or -y, whichever has the sign of u.
fn with_sign_of<F: HashField>(u: &F, y: &F) -> F {
    F::conditional_select(y, &-*y, u.sgn0() ^ y.sgn0())
}

/// The simplified map of Shallue, van de Woestijne and Ulas to `y^2 = x^3 + a x + b` (RFC 9380, section 6.6.2).
pub(super) struct Swu<F: HashField> {
    pub a: F,
    pub b: F,
    /// A non-square with the properties that the RFC asks for.
    pub z: F,
    /// For [`HashField::sqrt_ratio_z`].
    pub root: F::Base,
}

impl<F: HashField> Swu<F> {
    /// The image of u. Constant time.
    fn map(&self, u: &F) -> Point<F> {
        let (t, d, xn, xd) = formulas::sswu_x(u, &self.a, &self.b, &self.z);
        let xd = F::conditional_select(&xd, &(self.a * self.z), d.is_zero());
        let (gn, gd) = formulas::sswu_g(&xn, &xd, &self.a, &self.b);
        let (square, r) = F::sqrt_ratio_z(&gn, &gd, &self.z, &self.root);
        let (xn2, r2) = formulas::sswu_second(&t, u, &xn, &r);
        let xn = F::conditional_select(&xn2, &xn, square);
        let y = F::conditional_select(&r2, &r, square);
        formulas::jacobian_from_fraction(&xn, &xd, &gd, &with_sign_of(u, &y))
    }

    /// The sum of the images. Constant time but for the number.
    pub fn sum(&self, u: &[F]) -> Point<F> {
        jacobian::sum(u, |u| self.map(u), Some(&self.a))
    }
}

/// The map of Shallue and van de Woestijne to `y^2 = x^3 + b` (RFC 9380, section 6.6.1).
pub(super) struct Svdw<F> {
    /// `g(Z)`, `-Z / 2`, `sqrt(-g(Z) 3 Z^2)` with sign 0, `-4 g(Z) / (3 Z^2)` for `g(x) = x^3 + b`.
    pub c: [F; 4],
    pub z: F,
    pub b: F,
}

impl<F: HashField> Svdw<F> {
    /// The image of u. Constant time.
    pub fn map(&self, u: &F) -> Point<F> {
        let [c1, c @ ..] = &self.c;
        let (plus, minus, product) = formulas::svdw_denominator(u, c1, &F::ONE);
        let inverse = product.invert().unwrap_or(F::ZERO);
        let [x1, x2, x3] = formulas::svdw_candidates(u, &plus, &minus, &inverse, c, &self.z);
        let g = |x: &F| formulas::cubic(x, &self.b);
        let x = F::conditional_select(&x3, &x2, g(&x2).is_square());
        let x = F::conditional_select(&x, &x1, g(&x1).is_square());
        // One of the three has a root.
        let y = g(&x).sqrt().unwrap_or(F::ZERO);
        [x, with_sign_of(u, &y), F::ONE]
    }
}
