//! curve25519-dalek 5. Only its scalars are public; the field of the curve is not. (fiat-crypto's field, in the same radix 2^51 as
//! dalek's serial backend, stands in the `curve25519:fp` rows.)

use super::traits::ff_peer;
use crate::bench::Suite;
use crate::ids::Op;
use crate::reference::CURVE25519_FR;
use curve25519_dalek::Scalar;

pub fn register(suite: &mut Suite) {
    ff_peer!(suite, &CURVE25519_FR, "curve25519-dalek", Scalar, ff, big_endian: false, tidy: |x| x)
        .inversion(
            Op::Inv,
            |out, a, b| *out = a + b,
            |out, a| *out = a.invert(),
        )
        .inversion(
            Op::InvVartime,
            |out, a, b| *out = a + b,
            |out, a| *out = a.invert(),
        );
}
