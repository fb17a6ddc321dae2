//! Every pairing group against affine big integers, on every tier.

use fieldc::{bls12_381, bn254};
use fieldc_tests::{curve_laws as laws, tiers};

macro_rules! curves {
    ($($name:ident $Curve:path;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn additions() {
                tiers::on_each(|_| laws::additions::<$Curve>());
            }

            #[test]
            fn subgroup() {
                tiers::on_each(|_| laws::subgroup::<$Curve>());
            }

            #[test]
            fn multiplications() {
                tiers::on_each(|_| laws::multiplications::<$Curve>());
            }

            #[test]
            fn parts() {
                laws::parts::<$Curve>();
            }

            #[test]
            fn batches() {
                tiers::on_each(|_| laws::batches::<$Curve>());
            }
        }
    )*};
}

curves! {
    bn254_g1 bn254::G1;
    bn254_g2 bn254::G2;
    bls12_381_g1 bls12_381::G1;
    bls12_381_g2 bls12_381::G2;
}
