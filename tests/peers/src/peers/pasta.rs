//! pasta_curves 0.6 with assembly and its square-root tables.

use super::traits::ff_peer;
use crate::bench::Suite;
use crate::ids::Op;
use crate::reference;
use pasta_curves::arithmetic::VartimeField;

const WHO: &str = "pasta_curves";

pub fn register(suite: &mut Suite) {
    macro_rules! field {
        ($field:ident, $T:ty) => {
            ff_peer!(suite, &reference::$field, WHO, $T, ff, big_endian: false, tidy: |x| x)
                .inversion(
                    Op::Inv,
                    |out, a, b| *out = a + b,
                    |out, a| *out = ff::Field::invert(a).unwrap(),
                )
                .inversion(
                    Op::InvVartime,
                    |out, a, b| *out = a + b,
                    |out, a| *out = a.invert_vartime().unwrap(),
                )
        };
    }
    field!(PALLAS_FP, pasta_curves::Fp);
    field!(VESTA_FP, pasta_curves::Fq);
}
