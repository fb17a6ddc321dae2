//! Plonky3 0.9: 31- and 64-bit fields. Scalars everywhere; its packed types where a vector instruction set is enabled statically
//! (`-Ctarget-cpu=native`), in the `lanes` rows.

use crate::bench::{Peer, Suite};
use crate::ids::Op;
use crate::reference::{self, Field};
use num_bigint::BigUint;
use p3_field::{Field as P3Field, PackedValue, PrimeCharacteristicRing, PrimeField64};

fn word(x: &BigUint) -> u64 {
    x.iter_u64_digits().next().unwrap_or(0)
}

fn field<F: P3Field + PrimeField64>(suite: &mut Suite, field: &'static Field, who: &'static str) {
    Peer::new(
        suite,
        field,
        who,
        |x| F::from_u64(word(x)),
        |x: &F| x.as_canonical_u64().into(),
    )
    .binary(Op::Add, |out, a, b| *out = *a + *b)
    .binary(Op::Sub, |out, a, b| *out = *a - *b)
    .neg(|out, a| *out = -*a)
    .binary(Op::Mul, |out, a, b| *out = *a * *b)
    .sqr(|out, a| *out = a.square())
    .inversion(
        Op::InvVartime,
        |out, a, b| *out = *a + *b,
        |out, a| *out = a.inverse(),
    )
    .sqrt(
        |out, a, b| *out = *a * *b,
        |out, a| *out = a.try_sqrt().unwrap_or(F::ZERO),
    );

    if F::Packing::WIDTH > 1 {
        Peer::new(
            suite,
            field,
            who,
            |x| F::Packing::broadcast(F::from_u64(word(x))),
            |x: &F::Packing| {
                let lanes = x.as_slice();
                assert!(lanes.iter().all(|lane| *lane == lanes[0]), "lanes differ");
                lanes[0].as_canonical_u64().into()
            },
        )
        .lanes(F::Packing::WIDTH)
        .binary(Op::Add, |out, a, b| *out = *a + *b)
        .binary(Op::Sub, |out, a, b| *out = *a - *b)
        .neg(|out, a| *out = -*a)
        .binary(Op::Mul, |out, a, b| *out = *a * *b)
        .sqr(|out, a| *out = a.square());
    }
}

pub fn register(suite: &mut Suite) {
    field::<p3_goldilocks::Goldilocks>(suite, &reference::GOLDILOCKS, "p3-goldilocks");
    field::<p3_mersenne_31::Mersenne31>(suite, &reference::MERSENNE31, "p3-mersenne-31");
    field::<p3_baby_bear::BabyBear>(suite, &reference::BABYBEAR, "p3-baby-bear");
    field::<p3_koala_bear::KoalaBear>(suite, &reference::KOALABEAR, "p3-koala-bear");
}
