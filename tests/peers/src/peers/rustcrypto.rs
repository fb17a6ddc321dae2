//! RustCrypto's k256 and p256, 0.14. Their field elements have no public path of their own, but are the associated types of
//! `FieldArithmetic`. k256's base field is lazy: sums are brought back by its weak normalization, as a long computation must.

use super::traits::ff_peer;
use crate::bench::Suite;
use crate::ids::Op;
use crate::reference;
use elliptic_curve::{hazmat::FieldArithmetic, ops::Invert};

type K256Field = <k256::Secp256k1 as FieldArithmetic>::FieldElement;
type P256Field = <p256::NistP256 as FieldArithmetic>::FieldElement;

macro_rules! field {
    ($suite:expr, $field:ident, $who:expr, $T:ty, $tidy:expr) => {
        ff_peer!($suite, &reference::$field, $who, $T, ff, big_endian: true, tidy: $tidy)
            .inversion(
                Op::Inv,
                |out, a, b| *out = ($tidy)(*a + *b),
                |out, a| *out = Invert::invert(a).unwrap(),
            )
            .inversion(
                Op::InvVartime,
                |out, a, b| *out = ($tidy)(*a + *b),
                |out, a| *out = Invert::invert_vartime(a).unwrap(),
            )
    };
}

pub fn register(suite: &mut Suite) {
    field!(suite, SECP256K1_FP, "k256", K256Field, |x: K256Field| x
        .normalize_weak());
    field!(suite, SECP256K1_FR, "k256", k256::Scalar, |x| x);
    field!(suite, P256_FP, "p256", P256Field, |x| x);
    field!(suite, P256_FR, "p256", p256::Scalar, |x| x);
}
