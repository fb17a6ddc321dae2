//! Jacobian points of any short Weierstrass curve in constant time: every case of an addition is computed, one is selected.
//!
//! A point is `[X, Y, Z]`, infinity where Z is 0.

use core::ops::Neg;

use ff::Field;
use fieldc_generated::formulas;
use subtle::{Choice, ConstantTimeEq};

use super::HashField;
use crate::curve::{Coordinates, Jacobian, Projective, Weierstrass};

/// `[X, Y, Z]`.
pub(super) type Point<F> = [F; 3];

/// `second` where the choice is 1.
fn select<F: HashField, const N: usize>(first: &[F; N], second: &[F; N], choice: Choice) -> [F; N] {
    core::array::from_fn(|i| F::conditional_select(&first[i], &second[i], choice))
}

/// `P + Q` on `y^2 = x^3 + a x + b`, for all points. Constant time.
///
/// # Cost
/// 12M + 5S, with a 13M + 7S.
pub(super) fn add<F: HashField>(p: &Point<F>, q: &Point<F>, a: Option<&F>) -> Point<F> {
    // The chord or, where both are the same point, the tangent. Where the line is vertical Z comes out as 0.
    let chord = formulas::jacobian_chord(p, q, &formulas::jacobian_powers(&q[2]));
    let tangent = match a {
        None => formulas::jacobian_tangent(p),
        Some(a) => formulas::jacobian_tangent_a(p, a),
    };
    let [_, _, _, h, r, _] = &chord;
    let same = h.is_zero() & r.is_zero();
    let sum = formulas::jacobian_line_sum(&select(&chord, &tangent, same));
    let sum = select(&sum, p, q[2].is_zero());
    select(&sum, q, p[2].is_zero())
}

/// `-P`.
pub(super) fn neg<F: HashField>([x, y, z]: &Point<F>) -> Point<F> {
    [*x, -*y, *z]
}

/// The sum of the images of some elements on `y^2 = x^3 + a x + b`. Constant time but for their number.
pub(super) fn sum<F: HashField>(u: &[F], map: impl Fn(&F) -> Point<F>, a: Option<&F>) -> Point<F> {
    let sum = u.iter().map(map).reduce(|p, q| add(&p, &q, a));
    sum.unwrap_or([F::ONE, F::ONE, F::ZERO])
}

/// A point of a curve with `a = 0` whose sums are in constant time by selection: doublings are cheaper than those of complete formulas,
/// which is what the multiplications by public constants of a cofactor are made of.
#[derive(Clone, Copy)]
pub(super) struct Selecting<C: Weierstrass<Base: HashField>>(pub Point<C::Base>);

impl<C: Weierstrass<Base: HashField>> Selecting<C> {
    /// The same point. Constant time.
    pub(super) fn projective(&self) -> Projective<C> {
        Jacobian::from_coordinates_unchecked(self.0).into()
    }
}

impl<C: Weierstrass<Base: HashField>> Neg for Selecting<C> {
    type Output = Self;
    fn neg(self) -> Self {
        Selecting(neg(&self.0))
    }
}

impl<C: Weierstrass<Base: HashField>> Coordinates<C> for Selecting<C> {
    const IDENTITY: Self = Selecting([C::Base::ONE, C::Base::ONE, C::Base::ZERO]);

    #[inline(always)]
    fn double(&self) -> Self {
        Selecting(formulas::jacobian_double(&self.0))
    }

    #[inline(always)]
    fn add(&self, other: &Self) -> Self {
        Selecting(add(&self.0, &other.0, None))
    }

    fn equals(&self, other: &Self) -> Choice {
        self.projective().ct_eq(&other.projective())
    }

    fn mapped(&self) -> Self {
        let [x, y, z] = &self.0;
        Selecting([C::map_x(x), C::map_y(y), C::map_z(z)])
    }
}
