//! Every pairing group against affine big integers, and published multiples of points, on every tier.

use fieldc::curve::Projective;
use fieldc::{bls12_381, bn254};
use fieldc_tests::weierstrass::{hex, real};
use fieldc_tests::{curve_laws as laws, tiers, vectors};

macro_rules! curves {
    ($($name:ident $Curve:path;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn additions() {
                laws::additions::<$Curve>();
            }

            #[test]
            fn subgroup() {
                laws::subgroup::<$Curve>();
            }

            #[test]
            fn multiplications() {
                laws::multiplications::<$Curve>();
            }

            #[test]
            fn fixed_base() {
                laws::fixed_base::<$Curve>();
            }

            #[test]
            fn sums() {
                laws::sums::<$Curve>();
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
    secp256k1 fieldc::secp256k1::Secp256k1;
    p256 fieldc::p256::P256;
    grumpkin fieldc::grumpkin::Grumpkin;
    pallas fieldc::pallas::Pallas;
    vesta fieldc::vesta::Vesta;
}

/// The multiples that constantine's tests have, made with Sage.
#[test]
fn published_multiples() {
    fn check<C: laws::Tested>(file: &str) -> usize {
        let element = |value: &serde_json::Value| match value {
            serde_json::Value::String(digits) => real(hex(digits)),
            pair => ["c0", "c1"].map(|name| hex(pair[name].as_str().expect("digits"))),
        };
        let Some(vectors) = vectors::load(&format!("curves/constantine/{file}.json")) else {
            return 0;
        };
        let list = vectors["vectors"].as_array().expect("a list");
        for vector in list {
            let point =
                |name: &str| Some((element(&vector[name]["x"]), element(&vector[name]["y"])));
            let k = C::scalar(&hex(vector["scalar"].as_str().expect("digits")));
            let (p, q) = (
                laws::affine::<C>(&point("P")),
                laws::affine::<C>(&point("Q")),
            );
            assert_eq!(
                p.mul_vartime(&k).to_affine_vartime(),
                q,
                "{file} {}",
                vector["id"]
            );
            assert_eq!(
                Projective::from(p).mul(&k).to_affine(),
                q,
                "{file} {}",
                vector["id"]
            );
        }
        assert!(list.len() > 10);
        list.len()
    }
    tiers::on_each(|_| {
        let mut count = 0;
        for bits in [32, 64, 128, 254] {
            count += check::<bn254::G1>(&format!("tv_BN254_Snarks_scalar_mul_G1_{bits}bit"));
            count += check::<bn254::G2>(&format!("tv_BN254_Snarks_scalar_mul_G2_{bits}bit"));
        }
        for bits in [32, 64, 128, 255] {
            count += check::<bls12_381::G1>(&format!("tv_BLS12_381_scalar_mul_G1_{bits}bit"));
            count += check::<bls12_381::G2>(&format!("tv_BLS12_381_scalar_mul_G2_{bits}bit"));
        }
        assert!(count == 0 || count > 300, "{count}");
    });
}
