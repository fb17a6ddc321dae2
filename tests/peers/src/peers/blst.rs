//! blst 0.3: BLS12-381 in assembly, ADX chosen at run time.

use super::traits::le_bytes;
use crate::bench::{Peer, Suite};
use crate::ids::Op;
use crate::reference::{BLS12_381_FP, BLS12_381_FR};
use blst::*;
use num_bigint::BigUint;

const WHO: &str = "blst";

fn fp_from(x: &BigUint) -> blst_fp {
    let mut out = blst_fp::default();
    // SAFETY: reads 48 bytes, writes one element.
    unsafe { blst_fp_from_lendian(&mut out, le_bytes::<48>(x).as_ptr()) };
    out
}

fn fp_to(x: &blst_fp) -> BigUint {
    let mut bytes = [0; 48];
    // SAFETY: writes 48 bytes, reads one element.
    unsafe { blst_lendian_from_fp(bytes.as_mut_ptr(), x) };
    BigUint::from_bytes_le(&bytes)
}

fn fr_from(x: &BigUint) -> blst_fr {
    let scalar = blst_scalar {
        b: le_bytes::<32>(x),
    };
    let mut out = blst_fr::default();
    // SAFETY: both point to live values.
    unsafe { blst_fr_from_scalar(&mut out, &scalar) };
    out
}

fn fr_to(x: &blst_fr) -> BigUint {
    let mut scalar = blst_scalar::default();
    // SAFETY: both point to live values.
    unsafe { blst_scalar_from_fr(&mut scalar, x) };
    BigUint::from_bytes_le(&scalar.b)
}

pub fn register(suite: &mut Suite) {
    // SAFETY, for all calls below: every pointer comes from a reference to a whole element; operands are canonical, as blst expects.
    Peer::new(suite, &BLS12_381_FP, WHO, fp_from, fp_to)
        .binary(Op::Add, |out, a, b| unsafe { blst_fp_add(out, a, b) })
        .binary(Op::Sub, |out, a, b| unsafe { blst_fp_sub(out, a, b) })
        .neg(|out, a| unsafe { blst_fp_cneg(out, a, true) })
        .binary(Op::Mul, |out, a, b| unsafe { blst_fp_mul(out, a, b) })
        .sqr(|out, a| unsafe { blst_fp_sqr(out, a) })
        .inversion(
            Op::Inv,
            |out, a, b| unsafe { blst_fp_add(out, a, b) },
            |out, a| unsafe { blst_fp_inverse(out, a) },
        )
        .inversion(
            Op::InvVartime,
            |out, a, b| unsafe { blst_fp_add(out, a, b) },
            |out, a| unsafe { blst_fp_inverse(out, a) },
        )
        .sqrt(
            |out, a, b| unsafe { blst_fp_mul(out, a, b) },
            |out, a| {
                unsafe { blst_fp_sqrt(out, a) };
            },
        );
    Peer::new(suite, &BLS12_381_FR, WHO, fr_from, fr_to)
        .binary(Op::Add, |out, a, b| unsafe { blst_fr_add(out, a, b) })
        .binary(Op::Sub, |out, a, b| unsafe { blst_fr_sub(out, a, b) })
        .neg(|out, a| unsafe { blst_fr_cneg(out, a, true) })
        .binary(Op::Mul, |out, a, b| unsafe { blst_fr_mul(out, a, b) })
        .sqr(|out, a| unsafe { blst_fr_sqr(out, a) })
        .inversion(
            Op::Inv,
            |out, a, b| unsafe { blst_fr_add(out, a, b) },
            |out, a| unsafe { blst_fr_inverse(out, a) },
        )
        .inversion(
            Op::InvVartime,
            |out, a, b| unsafe { blst_fr_add(out, a, b) },
            |out, a| unsafe { blst_fr_inverse(out, a) },
        );
}
