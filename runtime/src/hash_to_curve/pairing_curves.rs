//! The pairing curves.

use super::HashField;
use super::MapToCurve;
use super::jacobian::{self, Point, Selecting};
use super::map::{Svdw, Swu};
use crate::curve::{Projective, Weierstrass};

/// A curve of this library with a map, whose points may be outside the subgroup.
trait Map: Weierstrass<Base: HashField> {
    /// The sum of the images of one or two elements, on the curve.
    fn sum(u: &[Self::Base]) -> Point<Self::Base>;
}

macro_rules! map_to_curve {
    ($name:ident) => {
        impl MapToCurve for $name {
            type Field = <$name as Weierstrass>::Base;
            type Point = Projective<$name>;

            fn map_sum_uncleared(u: &[Self::Field]) -> Self::Point {
                Selecting::<Self>(Self::sum(u)).projective()
            }

            fn map_sum(u: &[Self::Field]) -> Self::Point {
                Self::clear_cofactor(&Selecting(Self::sum(u))).projective()
            }
        }
    };
}

#[cfg(feature = "bls12-381")]
mod bls12_381 {
    use super::*;
    use crate::bls12_381::isogeny::{g1, g2};
    use crate::bls12_381::{G1, G2};
    use crate::fields::{Bls12381Fp, Bls12381Fp2};
    use fieldc_generated::formulas;

    impl Map for G1 {
        fn sum(u: &[Bls12381Fp]) -> Point<Bls12381Fp> {
            const SWU: Swu<Bls12381Fp> = Swu {
                a: g1::A,
                b: g1::B,
                z: g1::Z,
                root: g1::ROOT,
            };
            formulas::isogeny_11(&SWU.sum(u), &g1::X_NUMERATOR, &g1::Y_NUMERATOR, &g1::KERNEL)
        }
    }

    impl Map for G2 {
        fn sum(u: &[Bls12381Fp2]) -> Point<Bls12381Fp2> {
            const SWU: Swu<Bls12381Fp2> = Swu {
                a: g2::A,
                b: g2::B,
                z: g2::Z,
                root: g2::ROOT,
            };
            let [kernel] = &g2::KERNEL;
            formulas::isogeny_3(&SWU.sum(u), &g2::X_NUMERATOR, &g2::Y_NUMERATOR, kernel)
        }
    }

    map_to_curve!(G1);
    map_to_curve!(G2);
}

#[cfg(all(test, feature = "bn254"))]
pub(super) use bn254::{BN254_G1, BN254_G2};

#[cfg(feature = "bn254")]
mod bn254 {
    use super::*;
    use crate::bn254::{G1, G2};
    use crate::fields::{Bn254Fp, Bn254Fp2};

    /// The map to G1 with `Z = 1`.
    pub(crate) const BN254_G1: Svdw<Bn254Fp> = Svdw {
        c: [
            Bn254Fp::from_u64(4),
            Bn254Fp::from_raw([
                0x9e10460b6c3e7ea3,
                0xcbc0b548b438e546,
                0xdc2822db40c0ac2e,
                0x183227397098d014,
            ]),
            Bn254Fp::from_raw([
                0x5d8d1cc5dffffffa,
                0x53c98fc6b36d713d,
                0x6789af3a83522eb3,
                0x0000000000000001,
            ]),
            Bn254Fp::from_raw([
                0x69602eb24829a9bd,
                0xdd2b2385cd7b4384,
                0xe81ac1e7808072c9,
                0x10216f7ba065e00d,
            ]),
        ],
        z: Bn254Fp::ONE,
        b: G1::B,
    };

    impl Map for G1 {
        fn sum(u: &[Bn254Fp]) -> Point<Bn254Fp> {
            jacobian::sum(u, |u| BN254_G1.map(u), None)
        }
    }

    /// The map to G2 with `Z = 1`.
    pub(crate) const BN254_G2: Svdw<Bn254Fp2> = Svdw {
        c: [
            Bn254Fp2::new(
                Bn254Fp::from_raw([
                    0x3267e6dc24a138e6,
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
            ),
            Bn254Fp2::new(
                Bn254Fp::from_raw([
                    0x9e10460b6c3e7ea3,
                    0xcbc0b548b438e546,
                    0xdc2822db40c0ac2e,
                    0x183227397098d014,
                ]),
                Bn254Fp::ZERO,
            ),
            Bn254Fp2::new(
                Bn254Fp::from_raw([
                    0xfcbe57377b5ca1ec,
                    0x2e6da55f90a3e510,
                    0xb801fa95b21af64e,
                    0x29fd332ab7260112,
                ]),
                Bn254Fp::from_raw([
                    0xb1e9154d01565034,
                    0x5e76f77b1267a846,
                    0xf8408aee24ba0b86,
                    0x303d1eff1426764b,
                ]),
            ),
            Bn254Fp2::new(
                Bn254Fp::from_raw([
                    0x21010b008d4eaf99,
                    0xb4e6a9c08b986767,
                    0x8632fe0eb2ac5a41,
                    0x17365bbe63b1d207,
                ]),
                Bn254Fp::from_raw([
                    0x388732a995d03755,
                    0xfe164d7f4694786b,
                    0xd689d7aa4209cad8,
                    0x0f57ffe5fc79e19c,
                ]),
            ),
        ],
        z: Bn254Fp2::ONE,
        b: G2::B,
    };

    impl Map for G2 {
        fn sum(u: &[Bn254Fp2]) -> Point<Bn254Fp2> {
            jacobian::sum(u, |u| BN254_G2.map(u), None)
        }
    }

    map_to_curve!(G1);
    map_to_curve!(G2);
}
