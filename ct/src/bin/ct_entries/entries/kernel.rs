//! Kernels that no field type has a method for, and the native ones by themselves: valgrind runs them although it hides
//! ADX from whoever asks.

use super::{BIT, Entry, Input, bytes_of, functions, get, put, random};

/// Eight canonical elements, whatever the type of the limbs.
macro_rules! elements {
    ($module:ident) => {
        Input::Secret(|seed| {
            let element = |i| {
                let bytes = random(8 * seed + i, size_of::<L>());
                let words = bytes.chunks(size_of::<Word>());
                let mut words =
                    words.map(|w| w.iter().fold(0, |word, byte| word << 8 | Word::from(*byte)));
                let mut limbs = k::MODULUS.map(|_| words.next().unwrap_or(0));
                // Below p, as its highest limb is not 0.
                let last = limbs.len() - 1;
                limbs[last] %= k::MODULUS[last];
                limbs
            };
            bytes_of(&[0, 1, 2, 3, 4, 5, 6, 7].map(element))
        })
    };
}

macro_rules! dispatched {
    ($($module:ident $Word:ident $prefix:literal;)*) => {
        $(mod $module {
            use super::*;
            use fieldc_generated::$module as k;
            type L = k::Limbs;
            type Word = $Word;
            pub(super) const E: Input = elements!($module);

            functions! { $prefix, false;
                mul_wide(E, E, [0]) |out, a, b, _| put(out, k::mul_wide(get(a), get(b)));
                redc(E, E, [0]) |out, a, b, _| put(out, k::redc(get(a), get(b)));
                select(E, BIT, [0]) |out, a, b, _| {
                    let [x, y] = get::<[L; 2]>(a);
                    put(out, k::select(x, y, Word::from(*get::<u8>(b) & 1)));
                };
                sqr_n(E, E, [0, 1, 2, 9]) |out, a, _, n| put(out, k::sqr_n(get(a), n as u32));
                sqrt_chain(E, E, [0]) |out, a, _, _| put(out, k::sqrt_chain(get(a)));
                inv_chain(E, E, [0]) |out, a, _, _| put(out, k::inv_chain(get(a)));
                dot2(E, E, [0]) |out, a, b, _| put(out, k::dot2(get(a), get(b)));
                dot3(E, E, [0]) |out, a, b, _| put(out, k::dot3(get(a), get(b)));
                dot4(E, E, [0]) |out, a, b, _| put(out, k::dot4(get(a), get(b)));
                dot5(E, E, [0]) |out, a, b, _| put(out, k::dot5(get(a), get(b)));
                dot6(E, E, [0]) |out, a, b, _| put(out, k::dot6(get(a), get(b)));
                dot7(E, E, [0]) |out, a, b, _| put(out, k::dot7(get(a), get(b)));
                dot8(E, E, [0]) |out, a, b, _| put(out, k::dot8(get(a), get(b)));
            }
        })*
        fn dispatched() -> Vec<Entry> {
            [$($module::ENTRIES),*].concat()
        }
    };
}

dispatched! {
    bn254_fp u64 "bn254_fp";
    bn254_fr u64 "bn254_fr";
    bls12_381_fp u64 "bls12_381_fp";
    bls12_381_fr u64 "bls12_381_fr";
    bls12_377_fp u64 "bls12_377_fp";
    bls12_377_fr u64 "bls12_377_fr";
    secp256k1_fp u64 "secp256k1_fp";
    secp256k1_fr u64 "secp256k1_fr";
    p256_fp u64 "p256_fp";
    p256_fr u64 "p256_fr";
    pallas_fp u64 "pallas_fp";
    vesta_fp u64 "vesta_fp";
    bandersnatch_fr u64 "bandersnatch_fr";
    curve25519_fp u64 "curve25519_fp";
    goldilocks u64 "goldilocks";
    mersenne31 u32 "mersenne31";
    babybear u32 "babybear";
    koalabear u32 "koalabear";
}

/// Kernels that some fields have.
macro_rules! partly {
    ($set:ident $functions:ident; $($module:ident $prefix:literal;)*) => {
        mod $set {
            $(pub(super) mod $module {
                use super::super::$module::E;
                use super::super::*;
                use fieldc_generated::$module as k;
                $functions! { $prefix }
            })*
        }
        fn $set() -> Vec<Entry> {
            [$($set::$module::ENTRIES),*].concat()
        }
    };
}

macro_rules! lazy_functions {
    ($prefix:literal) => {
        functions! { $prefix, false;
            mul_lazy(E, E, [0]) |out, a, b, _| put(out, k::mul_lazy(get(a), get(b)));
            sqr_lazy(E, E, [0]) |out, a, _, _| put(out, k::sqr_lazy(get(a)));
            reduce(E, E, [0]) |out, a, _, _| put(out, k::reduce(get(a)));
        }
    };
}

partly! {
    lazy lazy_functions;
    bn254_fp "bn254_fp";
    bn254_fr "bn254_fr";
    bls12_381_fp "bls12_381_fp";
    bls12_377_fp "bls12_377_fp";
    bls12_377_fr "bls12_377_fr";
    bandersnatch_fr "bandersnatch_fr";
}

macro_rules! quadratic_functions {
    ($prefix:literal) => {
        functions! { $prefix, false;
            fp2_mul(E, E, [0]) |out, a, b, _| put(out, k::fp2_mul(get(a), get(b)));
            fp2_sqr(E, E, [0]) |out, a, _, _| put(out, k::fp2_sqr(get(a)));
        }
    };
}

partly! {
    quadratic quadratic_functions;
    bn254_fp "bn254_fp";
    bls12_381_fp "bls12_381_fp";
    p256_fp "p256_fp";
}

macro_rules! adx_functions {
    ($prefix:literal) => {
        // SAFETY of all calls: whoever runs them has looked for BMI2 and ADX, see [`Entry::adx`].
        functions! { $prefix, true;
            adx_add(E, E, [0]) |out, a, b, _| put(out, k::adx::add(get(a), get(b)));
            adx_sub(E, E, [0]) |out, a, b, _| put(out, k::adx::sub(get(a), get(b)));
            adx_neg(E, E, [0]) |out, a, _, _| put(out, k::adx::neg(get(a)));
            adx_double(E, E, [0]) |out, a, _, _| put(out, k::adx::double(get(a)));
            adx_mul(E, E, [0]) |out, a, b, _| put(out, k::adx::mul(get(a), get(b)));
            adx_sqr(E, E, [0]) |out, a, _, _| put(out, k::adx::sqr(get(a)));
            adx_mul_wide(E, E, [0]) |out, a, b, _| put(out, k::adx::mul_wide(get(a), get(b)));
            adx_redc(E, E, [0]) |out, a, b, _| put(out, k::adx::redc(get(a), get(b)));
            adx_from_internal(E, E, [0]) |out, a, _, _| put(out, k::adx::from_internal(get(a)));
            adx_dot2(E, E, [0]) |out, a, b, _| put(out, k::adx::dot2(get(a), get(b)));
            adx_dot3(E, E, [0]) |out, a, b, _| put(out, k::adx::dot3(get(a), get(b)));
            adx_dot8(E, E, [0]) |out, a, b, _| put(out, k::adx::dot8(get(a), get(b)));
        }
    };
}

partly! {
    adx adx_functions;
    bn254_fp "bn254_fp";
    bn254_fr "bn254_fr";
    bls12_381_fp "bls12_381_fp";
    bls12_381_fr "bls12_381_fr";
    bls12_377_fp "bls12_377_fp";
    bls12_377_fr "bls12_377_fr";
    secp256k1_fp "secp256k1_fp";
    secp256k1_fr "secp256k1_fr";
    p256_fp "p256_fp";
    p256_fr "p256_fr";
    pallas_fp "pallas_fp";
    vesta_fp "vesta_fp";
    bandersnatch_fr "bandersnatch_fr";
    curve25519_fp "curve25519_fp";
}

pub fn all() -> Vec<Entry> {
    [dispatched(), lazy(), quadratic(), adx()].concat()
}
