//! substrate-bn 0.6: BN254 in portable Rust, the one in many EVM nodes.

use crate::bench::{Peer, Suite};
use crate::ids::Op;
use crate::reference::{BN254_FP, BN254_FR};
use num_bigint::BigUint;
use substrate_bn::{Fq, Fr};

const WHO: &str = "substrate-bn";

fn be_bytes(x: &BigUint) -> [u8; 32] {
    let mut bytes = super::traits::le_bytes::<32>(x);
    bytes.reverse();
    bytes
}

pub fn register(suite: &mut Suite) {
    Peer::new(
        suite,
        &BN254_FP,
        WHO,
        |x| Fq::from_slice(&be_bytes(x)).expect("32 bytes below the modulus"),
        |x: &Fq| {
            let mut bytes = [0; 32];
            x.to_big_endian(&mut bytes).expect("32 bytes");
            BigUint::from_bytes_be(&bytes)
        },
    )
    .binary(Op::Add, |out, a, b| *out = *a + *b)
    .binary(Op::Sub, |out, a, b| *out = *a - *b)
    .neg(|out, a| *out = -*a)
    .binary(Op::Mul, |out, a, b| *out = *a * *b)
    .inversion(
        Op::InvVartime,
        |out, a, b| *out = *a + *b,
        |out, a| *out = a.inverse().expect("not zero"),
    )
    .sqrt(
        |out, a, b| *out = *a * *b,
        |out, a| *out = a.sqrt().expect("a square"),
    );
    Peer::new(
        suite,
        &BN254_FR,
        WHO,
        |x| Fr::from_slice(&be_bytes(x)).expect("32 bytes"),
        |x: &Fr| {
            let mut bytes = [0; 32];
            x.into_u256().to_big_endian(&mut bytes).expect("32 bytes");
            BigUint::from_bytes_be(&bytes)
        },
    )
    .binary(Op::Add, |out, a, b| *out = *a + *b)
    .binary(Op::Sub, |out, a, b| *out = *a - *b)
    .neg(|out, a| *out = -*a)
    .binary(Op::Mul, |out, a, b| *out = *a * *b)
    .inversion(
        Op::InvVartime,
        |out, a, b| *out = *a + *b,
        |out, a| *out = a.inverse().expect("not zero"),
    );
}
