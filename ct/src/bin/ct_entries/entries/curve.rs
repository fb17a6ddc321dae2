//! Points of the pairing groups in constant time.

use super::{BIT, BYTES, Entry, Input, bytes_of, functions, get, put};

/// The entries of one group.
macro_rules! group {
    ($module:ident, $prefix:literal, $curve:ident, $Curve:ident, $Affine:ident, $Projective:ident, $Scalar:ident) => {
        mod $module {
            use super::*;
            use fieldc::$curve::{$Affine as Affine, $Curve as Curve, $Projective as Projective};
            use fieldc::curve::FixedBase;
            use fieldc::fields::$Scalar as Scalar;
            use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

            fn points(seed: u64) -> [Projective; 4] {
                let generator = Projective::GENERATOR;
                let scalar = |i| {
                    Scalar::from_bytes_wide(&std::array::from_fn(|j| {
                        super::super::random(4 * seed + i, 64)[j]
                    }))
                };
                // Infinity is a secret as well.
                [
                    generator.mul(&scalar(0)),
                    generator.mul(&scalar(1)),
                    generator,
                    Projective::IDENTITY,
                ]
            }

            const P: Input = Input::Secret(|seed| bytes_of(&points(seed)));
            const AFFINE: Input = Input::Secret(|seed| bytes_of(&points(seed).map(Affine::from)));
            const SCALAR: Input = Input::Secret(|seed| {
                bytes_of(&[Scalar::from_bytes_wide(&std::array::from_fn(|j| {
                    super::super::random(seed, 64)[j]
                }))])
            });

            /// The rows of a table are public.
            const ROWS: Input = Input::Public(|_| bytes_of(FixedBase::new_vartime(&Affine::GENERATOR).rows()));

            functions! { $prefix, false;
                fixed_base_mul(ROWS, BYTES, [0]) |out, a, b, _| {
                    let rows = std::slice::from_raw_parts(a.cast(), 52);
                    put(out, FixedBase::<Curve>::mul_rows(rows, get(b)));
                };
                add(P, P, [0]) |out, a, b, _| put(out, get::<Projective>(a).add(get(b)));
                add_affine(P, AFFINE, [0]) |out, a, b, _| put(out, get::<Projective>(a).add_affine(get(b)));
                sub(P, P, [0]) |out, a, b, _| put(out, *get::<Projective>(a) - get::<Projective>(b));
                double(P, P, [0]) |out, a, _, _| put(out, get::<Projective>(a).double());
                neg(P, P, [0]) |out, a, _, _| put(out, -*get::<Projective>(a));
                mul(P, SCALAR, [0]) |out, a, b, _| put(out, get::<Projective>(a).mul(get(b)));
                mul_limbs(P, BYTES, [0]) |out, a, b, _| put(out, get::<Projective>(a).mul_limbs(get(b)));
                is_in_subgroup(P, P, [0]) |out, a, _, _| put(out, get::<Projective>(a).is_in_subgroup().unwrap_u8());
                clear_cofactor(P, P, [0]) |out, a, _, _| put(out, get::<Projective>(a).clear_cofactor());
                to_affine(P, P, [0]) |out, a, _, _| put(out, get::<Projective>(a).to_affine());
                batch_normalize(P, P, [0, 1, 4]) |out, a, _, n| {
                    let out = std::slice::from_raw_parts_mut(out.cast::<Affine>(), n);
                    Projective::batch_normalize(std::slice::from_raw_parts(a.cast(), n), out);
                };
                from_affine(AFFINE, AFFINE, [0]) |out, a, _, _| put(out, Projective::from(*get::<Affine>(a)));
                is_identity(P, P, [0]) |out, a, _, _| put(out, get::<Projective>(a).is_identity().unwrap_u8());
                affine_is_on_curve(AFFINE, AFFINE, [0]) |out, a, _, _| put(out, get::<Affine>(a).is_on_curve().unwrap_u8());
                affine_is_identity(AFFINE, AFFINE, [0]) |out, a, _, _| put(out, get::<Affine>(a).is_identity().unwrap_u8());
                affine_neg(AFFINE, AFFINE, [0]) |out, a, _, _| put(out, -*get::<Affine>(a));
                affine_ct_eq(AFFINE, AFFINE, [0]) |out, a, b, _| put(out, get::<Affine>(a).ct_eq(get(b)).unwrap_u8());
                affine_eq(AFFINE, AFFINE, [0]) |out, a, b, _| put(out, u8::from(get::<Affine>(a) == get(b)));
                ct_eq(P, P, [0]) |out, a, b, _| put(out, get::<Projective>(a).ct_eq(get(b)).unwrap_u8());
                conditional_select(P, BIT, [0]) |out, a, b, _| {
                    let pair = get::<[Projective; 2]>(a);
                    put(out, Projective::conditional_select(&pair[0], &pair[1], Choice::from(*get::<u8>(b))));
                };
                affine_conditional_select(AFFINE, BIT, [0]) |out, a, b, _| {
                    let pair = get::<[Affine; 2]>(a);
                    put(out, Affine::conditional_select(&pair[0], &pair[1], Choice::from(*get::<u8>(b))));
                };
            }
        }
    };
}

group!(
    secp256k1,
    "secp256k1",
    secp256k1,
    Secp256k1,
    Secp256k1Affine,
    Secp256k1Projective,
    Secp256k1Fr
);
group!(p256, "p256", p256, P256, P256Affine, P256Projective, P256Fr);
group!(
    bn254_g1,
    "bn254_g1",
    bn254,
    G1,
    G1Affine,
    G1Projective,
    Bn254Fr
);
group!(
    bn254_g2,
    "bn254_g2",
    bn254,
    G2,
    G2Affine,
    G2Projective,
    Bn254Fr
);
group!(
    bls12_381_g1,
    "bls12_381_g1",
    bls12_381,
    G1,
    G1Affine,
    G1Projective,
    Bls12381Fr
);
group!(
    bls12_381_g2,
    "bls12_381_g2",
    bls12_381,
    G2,
    G2Affine,
    G2Projective,
    Bls12381Fr
);

mod encodings {
    use super::*;
    use fieldc::bls12_381::{G1Affine, G2Affine};

    const G1: Input = Input::Secret(|_| bytes_of(&[-G1Affine::GENERATOR, G1Affine::IDENTITY]));
    const G2: Input = Input::Secret(|_| bytes_of(&[-G2Affine::GENERATOR, G2Affine::IDENTITY]));

    functions! { "bls12_381", false;
        g1_to_compressed(G1, G1, [0]) |out, a, _, _| put(out, get::<G1Affine>(a).to_compressed());
        g1_to_uncompressed(G1, G1, [0]) |out, a, _, _| put(out, get::<G1Affine>(a).to_uncompressed());
        g2_to_compressed(G2, G2, [0]) |out, a, _, _| put(out, get::<G2Affine>(a).to_compressed());
        g2_to_uncompressed(G2, G2, [0]) |out, a, _, _| put(out, get::<G2Affine>(a).to_uncompressed());
    }
}

pub fn all() -> Vec<Entry> {
    [
        secp256k1::ENTRIES,
        p256::ENTRIES,
        bn254_g1::ENTRIES,
        bn254_g2::ENTRIES,
        bls12_381_g1::ENTRIES,
        bls12_381_g2::ENTRIES,
        encodings::ENTRIES,
    ]
    .concat()
}
