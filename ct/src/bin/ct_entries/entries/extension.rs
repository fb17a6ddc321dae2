//! Towers of `extension!` in constant time: a quadratic and a cubic level.

use super::{BIT, Entry, Input, bytes_of, functions, get, put, put_option};
use fieldc::fields::Bls12377Fp as Fp;

fieldc::extension! {
    /// `Fp[u]/(u^2 + 5)`
    pub struct Fp2;
    /// `Fp2[v]/(v^3 - u)`
    pub struct Fp6;
    base = Fp;
    modulus = "bls12-377:fp";
    tower = "u^2 = -5, v^3 = u";
}

/// The entries of one level.
macro_rules! level {
    ($module:ident, $prefix:literal, $F:ident) => {
        mod $module {
            use super::*;
            use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

            fn elements(seed: u64) -> [$F; 2] {
                let coordinate = |i| {
                    Fp::from_bytes_wide(&std::array::from_fn(|j| {
                        super::super::random(64 * seed + i, 64)[j]
                    }))
                };
                let element = |k: u64| {
                    $F::from_coordinates(std::array::from_fn(|i| coordinate(16 * k + i as u64)))
                };
                // Squares have roots.
                [element(0).square(), element(1)]
            }

            const A: Input = Input::Secret(|seed| bytes_of(&elements(seed)));
            const S: Input = Input::Secret(|seed| bytes_of(&[elements(seed)[0].coordinates()[0]]));

            functions! { $prefix, false;
                add(A, A, [0]) |out, a, b, _| put(out, *get::<$F>(a) + get::<$F>(b));
                sub(A, A, [0]) |out, a, b, _| put(out, *get::<$F>(a) - get::<$F>(b));
                neg(A, A, [0]) |out, a, _, _| put(out, -*get::<$F>(a));
                double(A, A, [0]) |out, a, _, _| put(out, get::<$F>(a).double());
                half(A, A, [0]) |out, a, _, _| put(out, get::<$F>(a).half());
                mul(A, A, [0]) |out, a, b, _| put(out, *get::<$F>(a) * get::<$F>(b));
                square(A, A, [0]) |out, a, _, _| put(out, get::<$F>(a).square());
                scale(A, S, [0]) |out, a, b, _| put(out, get::<$F>(a).scale(get(b)));
                norm(A, A, [0]) |out, a, _, _| put(out, get::<$F>(a).norm());
                frobenius(A, A, [1]) |out, a, _, n| put(out, get::<$F>(a).frobenius(n as u32));
                invert(A, A, [0]) |out, a, _, _| put_option(out, get::<$F>(a).invert());
                sqrt(A, A, [0]) |out, a, _, _| put_option(out, get::<$F>(a).sqrt());
                eq(A, A, [0]) |out, a, b, _| put(out, u8::from(get::<$F>(a) == get(b)));
                ct_eq(A, A, [0]) |out, a, b, _| put(out, get::<$F>(a).ct_eq(get(b)).unwrap_u8());
                is_zero(A, A, [0]) |out, a, _, _| put(out, get::<$F>(a).is_zero().unwrap_u8());
                conditional_select(A, BIT, [0]) |out, a, b, _| {
                    let pair = get::<[$F; 2]>(a);
                    put(out, $F::conditional_select(&pair[0], &pair[1], Choice::from(*get::<u8>(b))));
                };
            }
        }
    };
}

level!(fp2, "extension_fp2", Fp2);
level!(fp6, "extension_fp6", Fp6);

pub fn all() -> Vec<Entry> {
    [fp2::ENTRIES, fp6::ENTRIES].concat()
}
