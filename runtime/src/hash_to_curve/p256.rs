//! P-256: simplified SWU (RFC 9380, section 8.2).

use super::MapToCurve;
use super::jacobian;
use super::map::Swu;
use crate::fields::P256Fp;

/// A root of -Z.
const ROOT: P256Fp = P256Fp::from_raw([
    0xd332cbd81bcc3b80,
    0x8472e008b3aa2a49,
    0x36870398ae7f554d,
    0x25ac71c31e276467,
]);
/// b of the curve.
const B: P256Fp = P256Fp::from_raw([
    0x3bce3c3e27d2604b,
    0x651d06b0cc53b0f6,
    0xb3ebbd55769886bc,
    0x5ac635d8aa3a93e7,
]);

/// Minus a small integer.
const fn minus(k: u64) -> P256Fp {
    let mut p = P256Fp::MODULUS;
    // No borrow: the lowest limb is 2^64 - 1.
    p[0] -= k;
    P256Fp::from_raw(p)
}

/// P-256: simplified SWU (RFC 9380, section 8.2), as something to hash to. A point is `(x, y)`, `None` at infinity.
#[derive(Clone, Copy, Debug)]
pub struct P256;

pub(super) const SWU: Swu<P256Fp> = Swu {
    a: minus(3),
    b: B,
    z: minus(10),
    root: ROOT,
};

impl MapToCurve for P256 {
    type Field = P256Fp;
    type Point = Option<(P256Fp, P256Fp)>;

    fn map_sum_uncleared(u: &[P256Fp]) -> Self::Point {
        Self::map_sum(u)
    }

    /// The cofactor is 1.
    fn map_sum(u: &[P256Fp]) -> Self::Point {
        jacobian::to_affine(&SWU.sum(u))
    }
}
