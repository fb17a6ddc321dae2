//! lambdaworks-math 0.13: Montgomery arithmetic in portable Rust, and its own small fields.

use crate::bench::{Peer, Suite};
use crate::ids::Op;
use crate::reference::{self, Field};
#[cfg(feature = "fields")]
use lambdaworks_math::field::element::FieldElement;
use lambdaworks_math::field::traits::IsPrimeField;
use num_bigint::BigUint;

const WHO: &str = "lambdaworks-math";

/// Works on the base type: `FieldElement` only copies where the field's configuration does, and forwards to these functions.
fn field<F>(
    suite: &mut Suite,
    field: &'static Field,
    from: fn(&BigUint) -> F::BaseType,
    to: fn(&F::BaseType) -> BigUint,
) where
    F: IsPrimeField + 'static,
    F::BaseType: Copy,
{
    Peer::new(suite, field, WHO, from, to)
        .binary(Op::Add, |out, a, b| *out = F::add(a, b))
        .binary(Op::Sub, |out, a, b| *out = F::sub(a, b))
        .neg(|out, a| *out = F::neg(a))
        .binary(Op::Mul, |out, a, b| *out = F::mul(a, b))
        .sqr(|out, a| *out = F::square(a))
        .inversion(
            Op::InvVartime,
            |out, a, b| *out = F::add(a, b),
            |out, a| *out = F::inv(a).expect("not zero"),
        )
        .sqrt(
            |out, a, b| *out = F::mul(a, b),
            |out, a| *out = F::sqrt(a).expect("a square").0,
        );
}

#[cfg(feature = "fields")]
fn big<F>(suite: &mut Suite, of: &'static Field)
where
    F: IsPrimeField + 'static,
    F::BaseType: Copy,
    FieldElement<F>: lambdaworks_math::traits::ByteConversion,
{
    field::<F>(
        suite,
        of,
        |x| {
            FieldElement::<F>::from_reduced_big_uint(x)
                .expect("below the modulus")
                .to_raw()
        },
        |x| FieldElement::<F>::from_raw(*x).to_big_uint(),
    );
}

#[cfg(feature = "small-fields")]
fn small<F>(suite: &mut Suite, of: &'static Field)
where
    F: IsPrimeField<RepresentativeType: Into<u64>> + 'static,
    F::BaseType: Copy,
{
    field::<F>(
        suite,
        of,
        |x| F::from_u64(x.iter_u64_digits().next().unwrap_or(0)),
        |x| F::representative(x).into().into(),
    );
}

#[cfg(feature = "fields")]
pub fn register(suite: &mut Suite) {
    use lambdaworks_math::elliptic_curve::short_weierstrass::curves::{
        bls12_377::field_extension::BLS12377PrimeField,
        bls12_381::{default_types as bls12_381, field_extension::BLS12381PrimeField},
        bn_254::{default_types as bn_254, field_extension::BN254PrimeField},
    };
    use lambdaworks_math::field::fields::{
        pallas_field::Pallas255PrimeField, secp256k1_field::Secp256k1PrimeField,
        secp256k1_scalarfield::Secp256k1ScalarField, secp256r1_field::Secp256r1PrimeField,
        vesta_field::Vesta255PrimeField,
    };
    big::<BN254PrimeField>(suite, &reference::BN254_FP);
    big::<bn_254::FrField>(suite, &reference::BN254_FR);
    big::<BLS12381PrimeField>(suite, &reference::BLS12_381_FP);
    big::<bls12_381::FrField>(suite, &reference::BLS12_381_FR);
    big::<BLS12377PrimeField>(suite, &reference::BLS12_377_FP);
    big::<Secp256k1PrimeField>(suite, &reference::SECP256K1_FP);
    big::<Secp256k1ScalarField>(suite, &reference::SECP256K1_FR);
    big::<Secp256r1PrimeField>(suite, &reference::P256_FP);
    big::<Pallas255PrimeField>(suite, &reference::PALLAS_FP);
    big::<Vesta255PrimeField>(suite, &reference::VESTA_FP);
}

#[cfg(feature = "small-fields")]
pub fn register_small(suite: &mut Suite) {
    use lambdaworks_math::field::fields::{
        fft_friendly::babybear_u32::Babybear31PrimeField, mersenne31::field::Mersenne31Field,
        u64_goldilocks_field::Goldilocks64Field,
    };
    small::<Goldilocks64Field>(suite, &reference::GOLDILOCKS);
    small::<Mersenne31Field>(suite, &reference::MERSENNE31);
    small::<Babybear31PrimeField>(suite, &reference::BABYBEAR);
}
