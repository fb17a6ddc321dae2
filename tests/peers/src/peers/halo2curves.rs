//! halo2curves 0.10 with its `asm` feature (MULX and ADX instructions for four limbs, no check of the processor).

use super::traits::ff_peer;
use crate::bench::Suite;
use crate::ids::Op;
use crate::reference;

const WHO: &str = "halo2curves";

macro_rules! fields {
    ($suite:expr, $($field:ident: $T:ty, big_endian: $big:expr;)+) => {
        $(ff_peer!($suite, &reference::$field, WHO, $T, halo2curves::ff, big_endian: $big, tidy: |x| x)
            // Bernstein and Yang's division steps with an early exit.
            .inversion(
                Op::InvVartime,
                |out, a, b| *out = a + b,
                |out, a| *out = halo2curves::ff::Field::invert(a).unwrap(),
            );)+
    };
}

pub fn register(suite: &mut Suite) {
    fields!(suite,
        BN254_FP: halo2curves::bn256::Fq, big_endian: false;
        BN254_FR: halo2curves::bn256::Fr, big_endian: false;
        BLS12_381_FP: halo2curves::bls12381::Fq, big_endian: false;
        BLS12_381_FR: halo2curves::bls12381::Fr, big_endian: false;
        SECP256K1_FP: halo2curves::secp256k1::Fp, big_endian: false;
        SECP256K1_FR: halo2curves::secp256k1::Fq, big_endian: false;
        P256_FP: halo2curves::secp256r1::Fp, big_endian: false;
        P256_FR: halo2curves::secp256r1::Fq, big_endian: false;
        PALLAS_FP: halo2curves::pasta::Fp, big_endian: false;
        VESTA_FP: halo2curves::pasta::Fq, big_endian: false;
    );
}
