//! Hashing to the groups of BLS12-381 and mapping to them. Constant time.

use crate::bench::{Suite, each};
use crate::peers::hash_to_curve::{self as blst, MESSAGES, element, row};
use fieldc::bls12_381::{G1Projective, G2Projective};
use fieldc::fields::{Bls12381Fp, Bls12381Fp2};
use fieldc::hash_to_curve::{
    Bls12381G1Nu, Bls12381G1Ro, Bls12381G2Nu, Bls12381G2Ro, Suite as _, map_to_curve,
};

fn fp(x: &[u8]) -> Bls12381Fp {
    Bls12381Fp::from_bytes_reduced_be(x)
}

fn g1(p: &G1Projective) -> Vec<u8> {
    let (x, y) = p.to_affine().coordinates().expect("not infinity");
    [x, y].map(|c| c.to_bytes_be()).concat()
}

/// In blst's order: c1 first.
fn g2(p: &G2Projective) -> Vec<u8> {
    let (x, y) = p.to_affine().coordinates().expect("not infinity");
    let c = [x.c1(), x.c0(), y.c1(), y.c0()];
    c.map(|c| c.to_bytes_be()).concat()
}

/// Registers rows, each checked against blst.
pub fn register(suite: &mut Suite, who: &'static str) {
    macro_rules! hash {
        ($group:literal $op:literal $suite:ident, $bytes:ident, $peer:expr) => {
            suite.add(row($group, $op), who, None, || {
                each(
                    MESSAGES.to_vec(),
                    |m| $suite::hash(m.as_slice(), blst::DST).expect("a tag"),
                    |i, p| $bytes(p) == $peer(MESSAGES[i]),
                )
            });
        };
    }
    hash!("g1" "hash_to_curve" Bls12381G1Ro, g1, |m| blst::g1(&blst::hash_to_g1(m)));
    hash!("g1" "encode_to_curve" Bls12381G1Nu, g1, |m| blst::g1(&blst::encode_to_g1(m)));
    hash!("g2" "hash_to_curve" Bls12381G2Ro, g2, |m| blst::g2(&blst::hash_to_g2(m)));
    hash!("g2" "encode_to_curve" Bls12381G2Nu, g2, |m| blst::g2(&blst::encode_to_g2(m)));
    suite.add(row("g1", "map_to_curve"), who, None, || {
        each(
            (0..MESSAGES.len()).map(|i| fp(&element(i))).collect(),
            map_to_curve::<fieldc::bls12_381::G1>,
            |i, p| g1(p) == blst::g1(&blst::map_to_g1(&blst::fp(i))),
        )
    });
    suite.add(row("g2", "map_to_curve"), who, None, || {
        each(
            (0..MESSAGES.len())
                .map(|i| Bls12381Fp2::new(fp(&element(i)), fp(&element(i + 1))))
                .collect(),
            map_to_curve::<fieldc::bls12_381::G2>,
            |i, p| g2(p) == blst::g2(&blst::map_to_g2(&blst::fp2(i))),
        )
    });
}
