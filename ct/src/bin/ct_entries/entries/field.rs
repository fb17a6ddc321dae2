//! The methods of every field type.

use super::{BIT, BYTES, EXPONENT, Entry, Input, bytes_of, functions, get, put, put_option};

/// Lengths around multiples of words and of the elements' lengths.
const LENGTHS: [usize; 17] = [
    0, 1, 3, 7, 8, 9, 16, 31, 32, 33, 47, 48, 63, 64, 96, 97, 128,
];

macro_rules! fields {
    ($($module:ident $F:ident $prefix:literal;)*) => {
        $(mod $module {
            use super::*;
            use ff::{Field, PrimeField};
            use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

            type F = fieldc::fields::$F;
            const E: Input = Input::Secret(|seed| {
                let element = |i| F::from_bytes_wide(&std::array::from_fn(|j| crate::entries::random(8 * seed + i, 64)[j]));
                bytes_of(&[0, 1, 2, 3, 4, 5, 6, 7].map(element))
            });

            functions! { $prefix, false;
                add(E, E, [0]) |out, a, b, _| put(out, get::<F>(a) + get::<F>(b));
                sub(E, E, [0]) |out, a, b, _| put(out, get::<F>(a) - get::<F>(b));
                mul(E, E, [0]) |out, a, b, _| put(out, get::<F>(a) * get::<F>(b));
                neg(E, E, [0]) |out, a, _, _| put(out, -get::<F>(a));
                double(E, E, [0]) |out, a, _, _| put(out, get::<F>(a).double());
                half(E, E, [0]) |out, a, _, _| put(out, get::<F>(a).half());
                square(E, E, [0]) |out, a, _, _| put(out, get::<F>(a).square());
                sum(E, E, [0, 1, 8]) |out, a, _, n| put(out, std::slice::from_raw_parts(a.cast::<F>(), n).iter().sum::<F>());
                product(E, E, [0, 1, 8]) |out, a, _, n| put(out, std::slice::from_raw_parts(a.cast::<F>(), n).iter().product::<F>());
                invert(E, E, [0]) |out, a, _, _| put_option(out, get::<F>(a).invert());
                sqrt(E, E, [0]) |out, a, _, _| put_option(out, get::<F>(a).sqrt());
                sqrt_ratio(E, E, [0]) |out, a, b, _| {
                    let (square, root) = F::sqrt_ratio(get(a), get(b));
                    put(out, square.unwrap_u8());
                    put(out.add(16), root);
                };
                legendre(E, E, [0]) |out, a, _, _| put(out, get::<F>(a).legendre());
                pow(E, BYTES, [0, 1, 4]) |out, a, b, n| put(out, get::<F>(a).pow(std::slice::from_raw_parts(b.cast::<u64>(), n)));
                pow_vartime(E, EXPONENT, [0, 1, 4]) |out, a, b, n| put(out, get::<F>(a).pow_vartime(std::slice::from_raw_parts(b.cast::<u64>(), n)));
                is_zero(E, E, [0]) |out, a, _, _| put(out, get::<F>(a).is_zero().unwrap_u8());
                eq(E, E, [0]) |out, a, b, _| put(out, u8::from(get::<F>(a) == get(b)));
                ct_eq(E, E, [0]) |out, a, b, _| put(out, get::<F>(a).ct_eq(get(b)).unwrap_u8());
                conditional_select(E, BIT, [0]) |out, a, b, _| {
                    let pair = get::<[F; 2]>(a);
                    put(out, F::conditional_select(&pair[0], &pair[1], Choice::from(*get::<u8>(b))));
                };
                conditional_swap(E, BIT, [0]) |out, a, b, _| {
                    let [mut x, mut y] = *get::<[F; 2]>(a);
                    F::conditional_swap(&mut x, &mut y, Choice::from(*get::<u8>(b)));
                    put(out, [x, y]);
                };
                from_bool(BIT, BIT, [0]) |out, a, _, _| put(out, F::from(*get::<u8>(a) & 1 == 1));
                from_u16(BYTES, BYTES, [0]) |out, a, _, _| put(out, F::from(*get::<u16>(a)));
                is_odd(E, E, [0]) |out, a, _, _| put(out, get::<F>(a).is_odd().unwrap_u8());
                to_bytes_le(E, E, [0]) |out, a, _, _| put(out, get::<F>(a).to_bytes_le());
                to_bytes_be(E, E, [0]) |out, a, _, _| put(out, get::<F>(a).to_bytes_be());
                to_canonical_limbs(E, E, [0]) |out, a, _, _| put(out, get::<F>(a).to_canonical_limbs());
                from_repr(BYTES, BYTES, [0]) |out, a, _, _| put_option(out, F::from_repr(*get(a)));
                from_bytes_wide(BYTES, BYTES, [0]) |out, a, _, _| put(out, F::from_bytes_wide(get(a)));
                from_bytes_reduced_le(BYTES, BYTES, LENGTHS) |out, a, _, n| {
                    put(out, F::from_bytes_reduced_le(std::slice::from_raw_parts(a, n)));
                };
                from_bytes_reduced_be(BYTES, BYTES, LENGTHS) |out, a, _, n| {
                    put(out, F::from_bytes_reduced_be(std::slice::from_raw_parts(a, n)));
                };
                batch_invert(E, E, [0, 1, 2, 7]) |out, a, b, n| {
                    let values = std::slice::from_raw_parts_mut(a.cast::<F>(), n);
                    let scratch = std::slice::from_raw_parts_mut(b.cast::<F>(), n);
                    put(out, F::batch_invert_with_scratch(values, scratch).is_ok());
                };
            }
        })*

        pub fn all() -> Vec<Entry> {
            [$($module::ENTRIES),*].concat()
        }
    };
}

fields! {
    bn254_fp Bn254Fp "bn254_fp";
    bn254_fr Bn254Fr "bn254_fr";
    bls12_381_fp Bls12381Fp "bls12_381_fp";
    bls12_381_fr Bls12381Fr "bls12_381_fr";
    bls12_377_fp Bls12377Fp "bls12_377_fp";
    bls12_377_fr Bls12377Fr "bls12_377_fr";
    secp256k1_fp Secp256k1Fp "secp256k1_fp";
    secp256k1_fr Secp256k1Fr "secp256k1_fr";
    p256_fp P256Fp "p256_fp";
    p256_fr P256Fr "p256_fr";
    pallas_fp PallasFp "pallas_fp";
    vesta_fp VestaFp "vesta_fp";
    bandersnatch_fr BandersnatchFr "bandersnatch_fr";
    curve25519_fp Curve25519Fp "curve25519_fp";
    goldilocks Goldilocks "goldilocks";
    mersenne31 Mersenne31 "mersenne31";
    babybear BabyBear "babybear";
    koalabear KoalaBear "koalabear";
}
