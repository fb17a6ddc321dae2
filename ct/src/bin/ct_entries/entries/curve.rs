//! Points of BN254 G1 in constant time.

use fieldc::bn254::{G1Affine, G1Projective};
use fieldc::fields::Bn254Fr;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use super::{BIT, BYTES, Entry, Input, bytes_of, functions, get, put};

fn points(seed: u64) -> [G1Projective; 4] {
    let generator = G1Projective::GENERATOR;
    let scalar =
        |i| Bn254Fr::from_bytes_wide(&std::array::from_fn(|j| super::random(4 * seed + i, 64)[j]));
    // Infinity is a secret as well.
    [
        generator.mul(&scalar(0)),
        generator.mul(&scalar(1)),
        generator,
        G1Projective::IDENTITY,
    ]
}

const P: Input = Input::Secret(|seed| bytes_of(&points(seed)));
const AFFINE: Input = Input::Secret(|seed| bytes_of(&points(seed).map(G1Affine::from)));
const SCALAR: Input = Input::Secret(|seed| {
    bytes_of(&[Bn254Fr::from_bytes_wide(&std::array::from_fn(|j| {
        super::random(seed, 64)[j]
    }))])
});

functions! { "bn254_g1", false;
    add(P, P, [0]) |out, a, b, _| put(out, get::<G1Projective>(a).add(get(b)));
    add_affine(P, AFFINE, [0]) |out, a, b, _| put(out, get::<G1Projective>(a).add_affine(get(b)));
    sub(P, P, [0]) |out, a, b, _| put(out, *get::<G1Projective>(a) - get::<G1Projective>(b));
    double(P, P, [0]) |out, a, _, _| put(out, get::<G1Projective>(a).double());
    neg(P, P, [0]) |out, a, _, _| put(out, -*get::<G1Projective>(a));
    mul(P, SCALAR, [0]) |out, a, b, _| put(out, get::<G1Projective>(a).mul(get(b)));
    mul_limbs(P, BYTES, [0]) |out, a, b, _| put(out, get::<G1Projective>(a).mul_limbs(get(b)));
    to_affine(P, P, [0]) |out, a, _, _| put(out, get::<G1Projective>(a).to_affine());
    batch_normalize(P, P, [0, 1, 4]) |out, a, _, n| {
        let out = std::slice::from_raw_parts_mut(out.cast::<G1Affine>(), n);
        G1Projective::batch_normalize(std::slice::from_raw_parts(a.cast(), n), out);
    };
    from_affine(AFFINE, AFFINE, [0]) |out, a, _, _| put(out, G1Projective::from(*get::<G1Affine>(a)));
    is_identity(P, P, [0]) |out, a, _, _| put(out, get::<G1Projective>(a).is_identity().unwrap_u8());
    affine_is_on_curve(AFFINE, AFFINE, [0]) |out, a, _, _| put(out, get::<G1Affine>(a).is_on_curve().unwrap_u8());
    affine_is_identity(AFFINE, AFFINE, [0]) |out, a, _, _| put(out, get::<G1Affine>(a).is_identity().unwrap_u8());
    affine_neg(AFFINE, AFFINE, [0]) |out, a, _, _| put(out, -*get::<G1Affine>(a));
    affine_ct_eq(AFFINE, AFFINE, [0]) |out, a, b, _| put(out, get::<G1Affine>(a).ct_eq(get(b)).unwrap_u8());
    ct_eq(P, P, [0]) |out, a, b, _| put(out, get::<G1Projective>(a).ct_eq(get(b)).unwrap_u8());
    conditional_select(P, BIT, [0]) |out, a, b, _| {
        let pair = get::<[G1Projective; 2]>(a);
        put(out, G1Projective::conditional_select(&pair[0], &pair[1], Choice::from(*get::<u8>(b))));
    };
    affine_conditional_select(AFFINE, BIT, [0]) |out, a, b, _| {
        let pair = get::<[G1Affine; 2]>(a);
        put(out, G1Affine::conditional_select(&pair[0], &pair[1], Choice::from(*get::<u8>(b))));
    };
}

pub fn all() -> Vec<Entry> {
    ENTRIES.to_vec()
}
