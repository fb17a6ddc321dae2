//! What the contracts ask of the groups.

use super::Error;
#[cfg(feature = "bls12-381")]
use crate::curve::Jacobian;
use crate::curve::{Affine, Weierstrass};

/// Whether a point is in the subgroup of order r.
///
/// # Domain
/// A point of the curve, with its index in the input.
pub(super) fn check_subgroup<C: Weierstrass>(p: &Affine<C>, point: usize) -> Result<(), Error> {
    if p.is_in_subgroup_vartime() {
        Ok(())
    } else {
        Err(Error::NotInSubgroup { point })
    }
}

/// The sum of `scalars[i] points[i]`, for any integers.
///
/// # Domain
/// Points of the subgroup, as many as scalars.
#[cfg(feature = "bls12-381")]
pub(super) fn msm<C: Weierstrass>(points: &[Affine<C>], scalars: &[[u64; 4]]) -> Affine<C> {
    // Unequal lengths are the only error.
    let sum = Jacobian::msm_vartime(points, scalars).unwrap_or_default();
    sum.to_affine_vartime()
}

/// The two parts of a pair.
pub(super) fn split<const A: usize, const B: usize, const N: usize>(
    pair: &[u8; N],
) -> (&[u8; A], &[u8; B]) {
    const { assert!(A + B == N) };
    match (pair.first_chunk(), pair.last_chunk()) {
        (Some(a), Some(b)) => (a, b),
        // Neither part is longer than the pair.
        _ => (&[0; A], &[0; B]),
    }
}
