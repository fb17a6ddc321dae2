//! P-256: simplified SWU (RFC 9380, section 8.2).

use super::MapToCurve;
use super::map::Swu;
use crate::curve::Weierstrass;
use crate::fields::P256Fp;
use crate::p256::{P256, P256Jacobian, P256Projective};

/// A root of -Z.
const ROOT: P256Fp = P256Fp::from_raw([
    0xd332cbd81bcc3b80,
    0x8472e008b3aa2a49,
    0x36870398ae7f554d,
    0x25ac71c31e276467,
]);
/// Minus a small integer.
const fn minus(k: u64) -> P256Fp {
    let mut p = P256Fp::MODULUS;
    // No borrow: the lowest limb is 2^64 - 1.
    p[0] -= k;
    P256Fp::from_raw(p)
}

pub(super) const SWU: Swu<P256Fp> = Swu {
    a: minus(3),
    b: P256::B,
    z: minus(10),
    root: ROOT,
};

impl MapToCurve for P256 {
    type Field = P256Fp;
    type Point = P256Projective;

    fn map_sum_uncleared(u: &[P256Fp]) -> Self::Point {
        Self::map_sum(u)
    }

    /// The cofactor is 1.
    fn map_sum(u: &[P256Fp]) -> Self::Point {
        P256Jacobian::from_coordinates_unchecked(SWU.sum(u)).into()
    }
}
