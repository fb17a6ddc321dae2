//! secp256k1: simplified SWU on a 3-isogenous curve (RFC 9380, sections 8.7 and E.1).

use super::MapToCurve;
use super::jacobian;
use super::map::Swu;
use crate::fields::Secp256k1Fp;
use crate::secp256k1::{Secp256k1, Secp256k1Jacobian, Secp256k1Projective};

/// A of `y^2 = x^3 + A x + B`, the curve from which the isogeny leads.
const A: Secp256k1Fp = Secp256k1Fp::from_raw([
    0x405447c01a444533,
    0xe953d363cb6f0e5d,
    0xa08a5558f0f5d272,
    0x3f8731abdd661adc,
]);
/// B of that curve.
const B: Secp256k1Fp = Secp256k1Fp::from_u64(0x6eb);
/// Z of the map to that curve.
const Z: Secp256k1Fp = Secp256k1Fp::from_raw([
    0xfffffffefffffc24,
    0xffffffffffffffff,
    0xffffffffffffffff,
    0xffffffffffffffff,
]);
/// A root of -Z.
const ROOT: Secp256k1Fp = Secp256k1Fp::from_raw([
    0x286729c8303c4a59,
    0xec184f00a74789dd,
    0x7ad13fb38f842afe,
    0x31fdf302724013e5,
]);
/// The numerator of x, from the constant coefficient up.
pub(super) const X_NUMERATOR: [Secp256k1Fp; 4] = [
    Secp256k1Fp::from_raw([
        0x8e38e38daaaaa8c7,
        0x38e38e38e38e38e3,
        0xe38e38e38e38e38e,
        0x8e38e38e38e38e38,
    ]),
    Secp256k1Fp::from_raw([
        0xdfff1044f17c6581,
        0xd595d2fc0bf63b92,
        0xb9f315cea7fd44c5,
        0x07d3d4c80bc321d5,
    ]),
    Secp256k1Fp::from_raw([
        0x4ecbd0b53d9dd262,
        0xe4506144037c4031,
        0xe2a413deca25caec,
        0x534c328d23f234e6,
    ]),
    Secp256k1Fp::from_raw([
        0x8e38e38daaaaa88c,
        0x38e38e38e38e38e3,
        0xe38e38e38e38e38e,
        0x8e38e38e38e38e38,
    ]),
];
/// The numerator of `y' / y`, from the constant coefficient up.
pub(super) const Y_NUMERATOR: [Secp256k1Fp; 4] = [
    Secp256k1Fp::from_raw([
        0xa12f684b8e38e23c,
        0x2f684bda12f684bd,
        0x684bda12f684bda1,
        0x4bda12f684bda12f,
    ]),
    Secp256k1Fp::from_raw([
        0xdffc90fc201d71a3,
        0x647ab046d686da6f,
        0xa9d0a54b12a0a6d5,
        0xc75e0c32d5cb7c0f,
    ]),
    Secp256k1Fp::from_raw([
        0xa765e85a9ecee931,
        0x722830a201be2018,
        0x715209ef6512e576,
        0x29a6194691f91a73,
    ]),
    Secp256k1Fp::from_raw([
        0x84bda12f38e38d84,
        0xbda12f684bda12f6,
        0xa12f684bda12f684,
        0x2f684bda12f684bd,
    ]),
];
/// The polynomial of the kernel, whose square and cube are the denominators of x and y; without its leading 1.
pub(super) const KERNEL: [Secp256k1Fp; 1] = [Secp256k1Fp::from_raw([
    0xe2952b309546368a,
    0x0369b5b20faf20dd,
    0xfbe2596a8daa112a,
    0x76d6e37b21c1ee0e,
])];

pub(super) const SWU: Swu<Secp256k1Fp> = Swu {
    a: A,
    b: B,
    z: Z,
    root: ROOT,
};

/// The 3-isogeny to `y^2 = x^3 + 7`.
pub(super) fn isogeny(p: &jacobian::Point<Secp256k1Fp>) -> jacobian::Point<Secp256k1Fp> {
    let [kernel] = &KERNEL;
    fieldc_generated::formulas::isogeny_3(p, &X_NUMERATOR, &Y_NUMERATOR, kernel)
}

impl MapToCurve for Secp256k1 {
    type Field = Secp256k1Fp;
    type Point = Secp256k1Projective;

    fn map_sum_uncleared(u: &[Secp256k1Fp]) -> Self::Point {
        Self::map_sum(u)
    }

    /// The cofactor is 1.
    fn map_sum(u: &[Secp256k1Fp]) -> Self::Point {
        Secp256k1Jacobian::from_coordinates_unchecked(isogeny(&SWU.sum(u))).into()
    }
}
