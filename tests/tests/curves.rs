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
    brainpool fieldc_tests::curves::Brainpool;
    secp160k1 fieldc_tests::curves::Secp160k1;
    bls12_381_g1_by_macro fieldc_tests::curves::Bls12381G1;
}

/// Every form, every prefix, every length, coordinates at the edges.
#[test]
fn sec1_encodings() {
    use fieldc::curve::sec1::Sec1Error;
    use fieldc::curve::{Affine, Weierstrass};
    use fieldc::p256::{P256, P256Affine};
    use fieldc::secp256k1::{Secp256k1, Secp256k1Affine};

    fn check<C: Weierstrass>(
        modulus: [u64; 4],
        compressed: fn(&Affine<C>) -> Vec<u8>,
        uncompressed: fn(&Affine<C>) -> Vec<u8>,
        read: fn(&[u8]) -> Result<Affine<C>, Sec1Error>,
    ) {
        let length = |bytes: &[u8], expected| {
            let length = bytes.len();
            assert_eq!(read(bytes), Err(Sec1Error::Length { length, expected }));
        };
        for k in 0..40u64 {
            let p = (Projective::<C>::GENERATOR.mul(&C::Scalar::from(k))).to_affine();
            for p in [p, -p] {
                for bytes in [compressed(&p), uncompressed(&p)] {
                    assert_eq!(read(&bytes), Ok(p));
                    length(&[&bytes[..], &[0]].concat(), bytes.len());
                    if bytes.len() > 1 {
                        length(&bytes[..bytes.len() - 1], bytes.len());
                        for prefix in (0..=255).filter(|prefix| ![0, 2, 3, 4].contains(prefix)) {
                            let other = [&[prefix], &bytes[1..]].concat();
                            assert_eq!(read(&other), Err(Sec1Error::Prefix(prefix)));
                        }
                        length(&[&[0], &bytes[1..]].concat(), 1);
                    }
                }
                let mut wrong = uncompressed(&p);
                if let Some(last) = wrong.get_mut(64) {
                    *last ^= 1;
                    assert_eq!(read(&wrong), Err(Sec1Error::NotOnCurve));
                }
            }
        }
        length(&[], 1);
        let p: Vec<u8> = modulus.iter().rev().flat_map(|w| w.to_be_bytes()).collect();
        let y = &uncompressed(&Affine::GENERATOR)[33..];
        assert_eq!(read(&[&[2], &p[..]].concat()), Err(Sec1Error::X));
        assert_eq!(read(&[&[4], &p[..], y].concat()), Err(Sec1Error::X));
        assert_eq!(
            read(&[&[4], &[0xff; 32][..], y].concat()),
            Err(Sec1Error::X)
        );
        let x = &uncompressed(&Affine::GENERATOR)[1..33];
        assert_eq!(read(&[&[4], x, &p[..]].concat()), Err(Sec1Error::Y));
        // An x without a point: one of the first few.
        let x = |i: u8| [&[2], &[0; 31][..], &[i]].concat();
        let none = (0..20).filter(|&i| read(&x(i)) == Err(Sec1Error::NotOnCurve));
        assert!(none.count() > 3);
    }
    tiers::on_each(|_| {
        check::<Secp256k1>(
            fieldc::fields::Secp256k1Fp::MODULUS,
            |p| p.to_sec1_compressed().to_vec(),
            |p| p.to_sec1_uncompressed().to_vec(),
            Secp256k1Affine::from_sec1_vartime,
        );
        check::<P256>(
            fieldc::fields::P256Fp::MODULUS,
            |p| p.to_sec1_compressed().to_vec(),
            |p| p.to_sec1_uncompressed().to_vec(),
            P256Affine::from_sec1_vartime,
        );
    });
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
