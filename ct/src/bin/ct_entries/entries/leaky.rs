//! Functions whose time depends on their operands, and says so: both checks must report each of them.

use fieldc::bn254::{G1Jacobian, G1Projective};
use fieldc::fields::{Bn254Fp, Bn254Fr, Goldilocks};
use subtle::{Choice, ConditionallySelectable};

use super::{BYTES, Entry, Input, bytes_of, functions, get, put};

macro_rules! element {
    ($F:ident) => {
        Input::Secret(|seed| {
            bytes_of(&[$F::from_bytes_wide(&std::array::from_fn(|j| {
                super::random(seed, 64)[j]
            }))])
        })
    };
}

const FP: Input = element!(Bn254Fp);
const FR: Input = element!(Bn254Fr);
// A square, so that the digits of its logarithm are even and some are not 0.
const SQUARE: Input = Input::Secret(|seed| {
    let root = Bn254Fr::from_bytes_wide(&std::array::from_fn(|j| super::random(seed, 64)[j]));
    bytes_of(&[root.square()])
});
const GOLDILOCKS: Input = element!(Goldilocks);
const P: Input =
    Input::Secret(|seed| bytes_of(&[G1Projective::GENERATOR.mul(&Bn254Fr::from(seed + 2))]));

functions! { "leaky", false;
    invert_vartime(FP, FP, [0]) |out, a, _, _| put(out, get::<Bn254Fp>(a).invert_vartime());
    invert_vartime_word(GOLDILOCKS, FP, [0]) |out, a, _, _| put(out, get::<Goldilocks>(a).invert_vartime());
    sqrt_vartime(SQUARE, FR, [0]) |out, a, _, _| put(out, get::<Bn254Fr>(a).sqrt_vartime());
    legendre_vartime(FP, FP, [0]) |out, a, _, _| put(out, get::<Bn254Fp>(a).legendre_vartime());
    pow_vartime_of_a_secret(FP, BYTES, [4]) |out, a, b, n| {
        put(out, get::<Bn254Fp>(a).pow_vartime(std::slice::from_raw_parts(b.cast::<u64>(), n)));
    };
    cmp(FP, FP, [0]) |out, a, b, _| put(out, get::<Bn254Fp>(a) < get::<Bn254Fp>(b));
    mul_vartime(P, FR, [0]) |out, a, b, _| put(out, G1Projective::from(G1Jacobian::from(get::<G1Projective>(a).to_affine()).mul_vartime(get(b))));
    secret_index(BYTES, BYTES, [0]) |out, a, b, _| put(out, get::<[u8; 128]>(a)[usize::from(*get::<u8>(b)) & 127]);
    secret_length(BYTES, BYTES, [0]) |out, a, b, _| {
        let n = usize::from(*get::<u8>(b) & 127) + 1;
        put(out, std::hint::black_box(get::<[u8; 128]>(a)).iter().take(n).fold(0u8, |x, y| x.rotate_left(3) ^ y));
    };
    branch_after_select(FP, BYTES, [0]) |out, a, b, _| {
        let x = Bn254Fp::conditional_select(get(a), &Bn254Fp::ONE, Choice::from(*get::<u8>(b) & 1));
        if std::hint::black_box(x.to_canonical_limbs()[0] & 1) == 1 {
            put(out, std::hint::black_box(x.square()));
        }
    };
}

/// Every function here.
pub fn all() -> Vec<Entry> {
    ENTRIES.to_vec()
}
