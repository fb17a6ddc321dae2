//! Groups: single operations, sums of multiples, encodings, hashing.

use super::inputs::{element, points, scalars};
use super::row::{Rows, Work};
use fieldc::curve::{FixedBase, Jacobian, Projective, Weierstrass};
use fieldc::grumpkin::Grumpkin;
use fieldc::hash_to_curve::Suite;
use fieldc::p256::P256;
use fieldc::pallas::Pallas;
use fieldc::secp256k1::Secp256k1;
use fieldc::{bls12_381, bn254, hash_to_curve};

/// Points of a sum.
const SIZES: [u64; 8] = [1, 2, 4, 8, 16, 32, 64, 128];

/// `curves/<curve>/<group>/…`, `msm/<curve>/<group>/<points>`, `hash-to-curve/<suite>`
pub fn rows(rows: &mut Rows) {
    group::<bn254::G1>(rows, "bn254/g1");
    group::<bn254::G2>(rows, "bn254/g2");
    group::<bls12_381::G1>(rows, "bls12-381/g1");
    group::<bls12_381::G2>(rows, "bls12-381/g2");
    group::<Secp256k1>(rows, "secp256k1/g1");
    group::<P256>(rows, "p256/g1");
    group::<Grumpkin>(rows, "grumpkin/g1");
    group::<Pallas>(rows, "pallas/g1");
    macro_rules! decompress {
        ($name:literal $group:ident $affine:ident) => {
            rows.add(
                concat!("curves/bls12-381/", $name, "/decompress").into(),
                || {
                    let encoded = points::<bls12_381::$group>(8)
                        .iter()
                        .map(|p| p.to_compressed())
                        .collect();
                    Work::each(encoded, |bytes| bls12_381::$affine::from_compressed(bytes))
                },
            );
        };
    }
    decompress!("g1" G1 G1Affine);
    decompress!("g2" G2 G2Affine);
    hash::<hash_to_curve::Bls12381G1Ro>(rows);
    hash::<hash_to_curve::Bls12381G1Nu>(rows);
    hash::<hash_to_curve::Bls12381G2Ro>(rows);
    hash::<hash_to_curve::Bls12381G2Nu>(rows);
    hash::<hash_to_curve::Bn254G1Ro>(rows);
    hash::<hash_to_curve::Bn254G2Ro>(rows);
    hash::<hash_to_curve::Secp256k1Ro>(rows);
    hash::<hash_to_curve::P256Ro>(rows);
}

fn group<C: Weierstrass>(rows: &mut Rows, name: &str) {
    let id = |op: &str| format!("curves/{name}/{op}");
    rows.add(id("add_vartime"), || {
        let pairs = jacobian::<C>().windows(2).map(|w| (w[0], w[1])).collect();
        Work::each(pairs, |(p, q): &(Jacobian<C>, Jacobian<C>)| {
            p.add_vartime(q)
        })
    });
    rows.add(id("add_affine_vartime"), || {
        let pairs = jacobian::<C>().into_iter().zip(points::<C>(8)).collect();
        Work::each(pairs, |(p, q)| p.add_affine_vartime(q))
    });
    rows.add(id("double_vartime"), || {
        Work::each(jacobian::<C>(), Jacobian::double_vartime)
    });
    rows.add(id("add"), || {
        let pairs = projective::<C>().windows(2).map(|w| (w[0], w[1])).collect();
        Work::each(pairs, |(p, q): &(Projective<C>, Projective<C>)| p.add(q))
    });
    rows.add(id("double"), || {
        Work::each(projective::<C>(), Projective::double)
    });
    rows.add(id("mul_vartime"), || {
        let pairs = jacobian::<C>().into_iter().zip(factors::<C>()).collect();
        Work::each(pairs, |(p, k)| p.mul_vartime(k))
    });
    rows.add(id("mul"), || {
        let pairs = projective::<C>().into_iter().zip(factors::<C>()).collect();
        Work::each(pairs, |(p, k)| p.mul(k))
    });
    rows.add(id("fixed_base_mul_vartime"), || {
        let table = FixedBase::<C>::new_vartime(&points(1)[0]);
        Work::each(factors::<C>(), move |k| table.mul_vartime(k))
    });
    rows.add(id("fixed_base_mul"), || {
        let table = FixedBase::<C>::new_vartime(&points(1)[0]);
        Work::each(factors::<C>(), move |k| table.mul(k))
    });
    rows.add(id("subgroup_check_vartime"), || {
        Work::each(points::<C>(8), |p| p.is_in_subgroup_vartime())
    });
    for size in SIZES {
        rows.add(format!("msm/{name}/{size}"), move || {
            let input = (points::<C>(size), scalars::<C>(size));
            Work::each(vec![input], |(p, k)| Jacobian::msm_vartime(p, k))
        });
    }
}

fn factors<C: Weierstrass>() -> Vec<C::Scalar> {
    (0..8).map(|i| element(100 + i)).collect()
}

/// Points whose last coordinate is not 1.
fn jacobian<C: Weierstrass>() -> Vec<Jacobian<C>> {
    let double = |p| Jacobian::from(p).double_vartime();
    points::<C>(8).into_iter().map(double).collect()
}

fn projective<C: Weierstrass>() -> Vec<Projective<C>> {
    let double = |p| Projective::from(p).double();
    points::<C>(8).into_iter().map(double).collect()
}

fn hash<S: Suite>(rows: &mut Rows) {
    rows.add(format!("hash-to-curve/{}", S::ID), || {
        let messages: Vec<[u8; 32]> = (0..8).map(|i| [i; 32]).collect();
        Work::each(messages, |m| S::hash(m, b"fieldc bench").is_ok())
    });
}
