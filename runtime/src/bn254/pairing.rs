//! The pairing of BN254: the loop is over `6x + 2` in signed digits, the twist a D-twist.

use super::{G1, G2};
use crate::fields::{Bn254Fp, Bn254Fp2, Bn254Fr};
use crate::pairing::{Family, Line, Pairing, Twist, signed_window};
use crate::tower::sextic_base;

/// The pairing of G1 and G2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bn254;

/// A value of the pairing.
pub type Gt = crate::pairing::Gt<Bn254>;
/// A point of G2 with its lines.
pub type G2Prepared = crate::pairing::G2Prepared<Bn254>;

/// x
const SEED: u128 = 0x44e9_92b4_4a69_09f1;
const LOOP: [i8; 66] = signed_window(6 * SEED + 2, 2);
const DIGITS: [i8; 63] = signed_window(SEED, 4);

sextic_base! {
    Bn254Fp2 over Bn254Fp = bn254_fp,
    gamma = [
        [0xd60b35dadcc9e470, 0x5c521e08292f2176, 0xe8b99fdd76e68b60, 0x1284b71c2865a7df],
        [0xca5cf05f80f362ac, 0x747992778eeec7e5, 0xa6327cfe12150b8e, 0x246996f3b4fae7e6],
    ]
}

impl Pairing for Bn254 {
    type Scalar = Bn254Fr;
    type Fp2 = Bn254Fp2;
    type G1 = G1;
    type G2 = G2;
    type Lines = [Line<Bn254Fp2>; 88];

    const NO_LINES: Self::Lines = [[Bn254Fp2::ZERO; 3]; 88];
    const TWIST: Twist = Twist::D;
    const FAMILY: Family = Family::Bn { seed: &DIGITS };
    const LOOP: &'static [i8] = &LOOP;
}
