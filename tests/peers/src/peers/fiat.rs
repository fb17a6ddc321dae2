//! fiat-crypto 0.3: verified synthesis, printed as Rust. It has no inversions or roots of its own.

use super::traits::le_bytes;
use crate::bench::{Peer, Suite};
use crate::ids::Op;
use crate::reference;
use fiat_crypto::*;
use num_bigint::BigUint;

const WHO: &str = "fiat-crypto";

macro_rules! montgomery {
    ($suite:expr, $field:ident, $module:ident, $Element:ident, $Plain:ident,
     $to:ident, $from:ident, $add:ident, $sub:ident, $opp:ident, $mul:ident, $square:ident) => {{
        use $module::*;
        Peer::new(
            $suite,
            &reference::$field,
            WHO,
            |x| {
                let mut digits = x.iter_u64_digits();
                let plain = $Plain(std::array::from_fn(|_| digits.next().unwrap_or(0)));
                let mut out = $Element([0; 4]);
                $to(&mut out, &plain);
                out
            },
            |x| {
                let mut plain = $Plain([0; 4]);
                $from(&mut plain, x);
                plain
                    .0
                    .iter()
                    .rev()
                    .fold(BigUint::ZERO, |x, &limb| (x << 64) + limb)
            },
        )
        .binary(Op::Add, |out, a, b| $add(out, a, b))
        .binary(Op::Sub, |out, a, b| $sub(out, a, b))
        .neg(|out, a| $opp(out, a))
        .binary(Op::Mul, |out, a, b| $mul(out, a, b))
        .sqr(|out, a| $square(out, a));
    }};
}

pub fn register(suite: &mut Suite) {
    montgomery!(
        suite,
        P256_FP,
        p256_64,
        fiat_p256_montgomery_domain_field_element,
        fiat_p256_non_montgomery_domain_field_element,
        fiat_p256_to_montgomery,
        fiat_p256_from_montgomery,
        fiat_p256_add,
        fiat_p256_sub,
        fiat_p256_opp,
        fiat_p256_mul,
        fiat_p256_square
    );
    montgomery!(
        suite,
        P256_FR,
        p256_scalar_64,
        fiat_p256_scalar_montgomery_domain_field_element,
        fiat_p256_scalar_non_montgomery_domain_field_element,
        fiat_p256_scalar_to_montgomery,
        fiat_p256_scalar_from_montgomery,
        fiat_p256_scalar_add,
        fiat_p256_scalar_sub,
        fiat_p256_scalar_opp,
        fiat_p256_scalar_mul,
        fiat_p256_scalar_square
    );
    montgomery!(
        suite,
        SECP256K1_FP,
        secp256k1_montgomery_64,
        fiat_secp256k1_montgomery_montgomery_domain_field_element,
        fiat_secp256k1_montgomery_non_montgomery_domain_field_element,
        fiat_secp256k1_montgomery_to_montgomery,
        fiat_secp256k1_montgomery_from_montgomery,
        fiat_secp256k1_montgomery_add,
        fiat_secp256k1_montgomery_sub,
        fiat_secp256k1_montgomery_opp,
        fiat_secp256k1_montgomery_mul,
        fiat_secp256k1_montgomery_square
    );
    montgomery!(
        suite,
        SECP256K1_FR,
        secp256k1_montgomery_scalar_64,
        fiat_secp256k1_montgomery_scalar_montgomery_domain_field_element,
        fiat_secp256k1_montgomery_scalar_non_montgomery_domain_field_element,
        fiat_secp256k1_montgomery_scalar_to_montgomery,
        fiat_secp256k1_montgomery_scalar_from_montgomery,
        fiat_secp256k1_montgomery_scalar_add,
        fiat_secp256k1_montgomery_scalar_sub,
        fiat_secp256k1_montgomery_scalar_opp,
        fiat_secp256k1_montgomery_scalar_mul,
        fiat_secp256k1_montgomery_scalar_square
    );
    montgomery!(
        suite,
        CURVE25519_FR,
        curve25519_scalar_64,
        fiat_25519_scalar_montgomery_domain_field_element,
        fiat_25519_scalar_non_montgomery_domain_field_element,
        fiat_25519_scalar_to_montgomery,
        fiat_25519_scalar_from_montgomery,
        fiat_25519_scalar_add,
        fiat_25519_scalar_sub,
        fiat_25519_scalar_opp,
        fiat_25519_scalar_mul,
        fiat_25519_scalar_square
    );
    curve25519(suite);
}

/// 2^255 - 19 in radix 2^51, unsaturated: every result is carried back to the tight form.
fn curve25519(suite: &mut Suite) {
    use curve25519_64::*;
    type Tight = fiat_25519_tight_field_element;
    type Loose = fiat_25519_loose_field_element;

    /// A tight element is a loose one: the type changes, the limbs do not.
    #[inline(always)]
    fn relax(x: &Tight) -> Loose {
        fiat_25519_loose_field_element(x.0)
    }
    #[inline(always)]
    fn carried(out: &mut Tight, f: impl FnOnce(&mut Loose)) {
        let mut loose = fiat_25519_loose_field_element([0; 5]);
        f(&mut loose);
        fiat_25519_carry(out, &loose);
    }

    Peer::new(
        suite,
        &reference::CURVE25519_FP,
        WHO,
        |x| {
            let mut out = fiat_25519_tight_field_element([0; 5]);
            fiat_25519_from_bytes(&mut out, &le_bytes::<32>(x));
            out
        },
        |x| {
            let mut bytes = [0; 32];
            fiat_25519_to_bytes(&mut bytes, x);
            BigUint::from_bytes_le(&bytes)
        },
    )
    .binary(Op::Add, |out, a, b| {
        carried(out, |t| fiat_25519_add(t, a, b))
    })
    .binary(Op::Sub, |out, a, b| {
        carried(out, |t| fiat_25519_sub(t, a, b))
    })
    .neg(|out, a| carried(out, |t| fiat_25519_opp(t, a)))
    .binary(Op::Mul, |out, a, b| {
        fiat_25519_carry_mul(out, &relax(a), &relax(b))
    })
    .sqr(|out, a| fiat_25519_carry_square(out, &relax(a)));
}
