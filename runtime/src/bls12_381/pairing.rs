//! The pairing of BLS12-381: the loop is over `|x|`, the twist an M-twist.

use super::{G1, G2};
use crate::fields::{Bls12381Fp, Bls12381Fp2, Bls12381Fr};
use crate::pairing::{Family, Line, Pairing, Twist, bits};
use crate::tower::sextic_base;

/// The pairing of G1 and G2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bls12381;

/// A value of the pairing.
pub type Gt = crate::pairing::Gt<Bls12381>;
/// A point of G2 with its lines.
pub type G2Prepared = crate::pairing::G2Prepared<Bls12381>;

/// `-x`
const SEED: u128 = 0xd201_0000_0001_0000;
const LOOP: [i8; 64] = bits(SEED);

sextic_base! {
    Bls12381Fp2 over Bls12381Fp = bls12_381_fp,
    gamma = [
        [0x8d0775ed92235fb8, 0xf67ea53d63e7813d, 0x7b2443d784bab9c4, 0x0fd603fd3cbd5f4f, 0xc231beb4202c0d1f, 0x1904d3bf02bb0667],
        [0x2cf78a126ddc4af3, 0x282d5ac14d6c7ec2, 0xec0c8ec971f63c5f, 0x54a14787b6c7b36f, 0x88e9e902231f9fb8, 0x00fc3e2b36c4e032],
    ]
}

impl Pairing for Bls12381 {
    type Scalar = Bls12381Fr;
    type Fp2 = Bls12381Fp2;
    type G1 = G1;
    type G2 = G2;
    type Lines = [Line<Bls12381Fp2>; 68];

    const NO_LINES: Self::Lines = [[Bls12381Fp2::ZERO; 3]; 68];
    const TWIST: Twist = Twist::M;
    const FAMILY: Family = Family::Bls12 {
        ones: [16, 48, 57, 60, 62, 63],
    };
    const LOOP: &'static [i8] = &LOOP;
}
