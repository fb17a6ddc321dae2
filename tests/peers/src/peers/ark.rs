//! arkworks 0.6, with its `asm` feature. The assembly is only compiled where BMI2 and ADX are enabled statically
//! (`-Ctarget-cpu=native`); a default build runs its portable code.

use crate::bench::{Peer, Suite};
use crate::ids::Op;
use crate::reference::{self, Field};
use ark_ff::{AdditiveGroup, PrimeField};

const WHO: &str = "ark-ff";

fn field<F: PrimeField>(suite: &mut Suite, field: &'static Field) {
    Peer::new(
        suite,
        field,
        WHO,
        |x| F::from(x.clone()),
        |x: &F| (*x).into(),
    )
    .binary(Op::Add, |out, a, b| *out = *a + b)
    .binary(Op::Sub, |out, a, b| *out = *a - b)
    .neg(|out, a| *out = -*a)
    .binary(Op::Mul, |out, a, b| *out = *a * b)
    .sqr(|out, a| *out = a.square())
    // A binary extended Euclidean algorithm.
    .inversion(
        Op::InvVartime,
        |out, a, b| *out = *a + b,
        |out, a| *out = a.inverse().unwrap_or(<F as AdditiveGroup>::ZERO),
    )
    .sqrt(
        |out, a, b| *out = *a * b,
        |out, a| *out = a.sqrt().unwrap_or(<F as AdditiveGroup>::ZERO),
    );
}

pub fn register(suite: &mut Suite) {
    field::<ark_bn254::Fq>(suite, &reference::BN254_FP);
    field::<ark_bn254::Fr>(suite, &reference::BN254_FR);
    field::<ark_bls12_381::Fq>(suite, &reference::BLS12_381_FP);
    field::<ark_bls12_381::Fr>(suite, &reference::BLS12_381_FR);
    field::<ark_bls12_377::Fq>(suite, &reference::BLS12_377_FP);
    field::<ark_bls12_377::Fr>(suite, &reference::BLS12_377_FR);
    field::<ark_secp256k1::Fq>(suite, &reference::SECP256K1_FP);
    field::<ark_secp256k1::Fr>(suite, &reference::SECP256K1_FR);
    field::<ark_secp256r1::Fq>(suite, &reference::P256_FP);
    field::<ark_secp256r1::Fr>(suite, &reference::P256_FR);
    field::<ark_pallas::Fq>(suite, &reference::PALLAS_FP);
    field::<ark_vesta::Fq>(suite, &reference::VESTA_FP);
    field::<ark_curve25519::Fq>(suite, &reference::CURVE25519_FP);
    field::<ark_curve25519::Fr>(suite, &reference::CURVE25519_FR);
    field::<ark_ed_on_bls12_381_bandersnatch::Fr>(suite, &reference::BANDERSNATCH_FR);
}
