//! The sextic twist `y^2 = x^3 + 3 / (9 + u)` over Fp2, and its subgroup of order r.

use crate::curve::{Affine, Jacobian, Projective, Weierstrass};
use crate::fields::{Bn254Fp, Bn254Fp2, Bn254Fr};

/// The curve `y^2 = x^3 + 3 / (9 + u)`, a D-twist. Its order is `r (2 p - r)`: a point on it need not be in the subgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct G2;

/// An affine point of [`G2`].
pub type G2Affine = Affine<G2>;
/// A point of [`G2`] for public data, in variable time.
pub type G2Jacobian = Jacobian<G2>;
/// A point of [`G2`], in constant time.
pub type G2Projective = Projective<G2>;

/// `3 b` of the twist.
pub(crate) const B3: Bn254Fp2 = Bn254Fp2::new(
    Bn254Fp::from_raw([
        0x1ef69c66bce9b021,
        0xf21b7c8d3cb039cf,
        0x1499be5e509e8f8f,
        0x20753adca9c6bfb8,
    ]),
    Bn254Fp::from_raw([
        0xade8371391494176,
        0xf5eee18eaf8748f8,
        0x67860f09cc8af9dd,
        0x01c53b10b0d2fc7e,
    ]),
);

impl Weierstrass for G2 {
    type Base = Bn254Fp2;
    type Scalar = Bn254Fr;

    const B: Bn254Fp2 = Bn254Fp2::new(
        Bn254Fp::from_raw([
            0x3267e6dc24a138e5,
            0xb5b4c5e559dbefa3,
            0x81be18991be06ac3,
            0x2b149d40ceb8aaae,
        ]),
        Bn254Fp::from_raw([
            0xe4a2bd0685c315d2,
            0xa74fa084e52d1852,
            0xcd2cafadeed8fdf4,
            0x009713b03af0fed4,
        ]),
    );
    const GENERATOR: (Bn254Fp2, Bn254Fp2) = (
        Bn254Fp2::new(
            Bn254Fp::from_raw([
                0x46debd5cd992f6ed,
                0x674322d4f75edadd,
                0x426a00665e5c4479,
                0x1800deef121f1e76,
            ]),
            Bn254Fp::from_raw([
                0x97e485b7aef312c2,
                0xf1aa493335a9e712,
                0x7260bfb731fb5d25,
                0x198e9393920d483a,
            ]),
        ),
        Bn254Fp2::new(
            Bn254Fp::from_raw([
                0x4ce6cc0166fa7daa,
                0xe3d1e7690c43d37b,
                0x4aab71808dcb408f,
                0x12c85ea5db8c6deb,
            ]),
            Bn254Fp::from_raw([
                0x55acdadcd122975b,
                0xbc4b313370b38ef3,
                0xec9e99ad690c3395,
                0x090689d0585ff075,
            ]),
        ),
    );

    #[inline]
    fn mul_3b(a: &Bn254Fp2) -> Bn254Fp2 {
        B3 * a
    }

    #[inline(always)]
    fn scalar_limbs(k: &Bn254Fr) -> [u64; 4] {
        k.to_canonical_limbs()
    }
}
