//! Jacobian points of any short Weierstrass curve in constant time: every case of an addition is computed, one is selected.
//!
//! A point is `[X, Y, Z]`, infinity where Z is 0.

use fieldc_generated::formulas;
use subtle::Choice;

use super::HashField;

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
    add_with(p, q, &formulas::jacobian_powers(&q[2]), a)
}

/// `P + Q` with the square and the cube of Q's Z.
///
/// The line is the chord or, where both are the same point, the tangent. Where the line is vertical Z comes out as 0.
fn add_with<F: HashField>(p: &Point<F>, q: &Point<F>, powers: &[F; 2], a: Option<&F>) -> Point<F> {
    let chord = formulas::jacobian_chord(p, q, powers);
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

/// `P - Q` on `y^2 = x^3 + b`. Constant time.
pub(super) fn sub<F: HashField>(p: &Point<F>, q: &Point<F>) -> Point<F> {
    add(p, &neg(q), None)
}

/// `k P` on `y^2 = x^3 + b` for a public constant k that is not 0. The time depends on k.
pub(super) fn times<F: HashField>(p: &Point<F>, k: u64) -> Point<F> {
    let powers = formulas::jacobian_powers(&p[2]);
    let mut out = *p;
    for i in (0..k.ilog2()).rev() {
        out = formulas::jacobian_double(&out);
        if k >> i & 1 == 1 {
            out = add_with(&out, p, &powers, None);
        }
    }
    out
}

/// The sum of the images of some elements on `y^2 = x^3 + a x + b`. Constant time but for their number.
pub(super) fn sum<F: HashField>(u: &[F], map: impl Fn(&F) -> Point<F>, a: Option<&F>) -> Point<F> {
    let sum = u.iter().map(map).reduce(|p, q| add(&p, &q, a));
    sum.unwrap_or([F::ONE, F::ONE, F::ZERO])
}
