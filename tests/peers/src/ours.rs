//! This project's rows: every standard field through the runtime's type (`fieldc:adx` or whatever tier is in force), and the
//! kernels of each tier by themselves where they differ (`fieldc:portable`, `fieldc:lazy`).

#[cfg(feature = "curves")]
mod curves;
#[cfg(feature = "hash-to-curve")]
mod hash_to_curve;
#[cfg(feature = "pairings")]
mod pairings;

use crate::bench::{Peer, Suite};
use crate::ids::Op;
use crate::reference::*;
use fieldc::fields;
use num_bigint::BigUint;

/// One field through its runtime type.
macro_rules! field {
    ($suite:expr, $field:ident, $type:ident, $who:expr) => {
        Peer::new(
            $suite,
            &$field,
            $who,
            read::<fields::$type, _>(|b| fields::$type::from_bytes_le(b).ok()),
            |x: &fields::$type| BigUint::from_bytes_le(&x.to_bytes_le()),
        )
        .binary(Op::Add, |out, a, b| *out = a + b)
        .binary(Op::Sub, |out, a, b| *out = a - b)
        .neg(|out, a| *out = -a)
        .binary(Op::Mul, |out, a, b| *out = a * b)
        .sqr(|out, a| *out = a.square())
        .inversion(
            Op::Inv,
            |out, a, b| *out = *a + *b,
            |out, a| *out = a.invert().unwrap(),
        )
        .inversion(
            Op::InvVartime,
            |out, a, b| *out = *a + *b,
            |out, a| *out = a.invert_vartime().unwrap(),
        )
        .sqrt(
            |out, a, b| *out = *a * *b,
            |out, a| *out = a.sqrt().unwrap(),
        );
    };
}

/// The kernels of one tier of a Montgomery field on 64-bit limbs.
macro_rules! portable {
    ($suite:expr, $field:ident, $module:ident, $n:literal) => {
        montgomery::<$n>($suite, &$field, "fieldc:portable")
            .binary(Op::Add, |out, a, b| {
                *out = fieldc_generated::$module::portable::add(a, b)
            })
            .binary(Op::Mul, |out, a, b| {
                *out = fieldc_generated::$module::portable::mul(a, b)
            })
            .sqr(|out, a| *out = fieldc_generated::$module::portable::sqr(a));
    };
}

/// Lazy kernels: values below 2p in and out; the comparison reduces them.
macro_rules! lazy {
    ($suite:expr, $field:ident, $module:ident, $n:literal) => {
        lazy_montgomery::<$n>($suite, &$field, "fieldc:lazy")
            .binary(Op::Mul, |out, a, b| {
                *out = fieldc_generated::$module::mul_lazy(a, b)
            })
            .sqr(|out, a| *out = fieldc_generated::$module::sqr_lazy(a));
    };
}

/// Registers every row of this project.
pub fn register(suite: &mut Suite) {
    let who = match fieldc::tier::current() {
        fieldc::tier::Tier::Portable => "fieldc:portable",
        _ => "fieldc:adx",
    };
    field!(suite, BN254_FP, Bn254Fp, who);
    field!(suite, BN254_FR, Bn254Fr, who);
    field!(suite, BLS12_381_FP, Bls12381Fp, who);
    field!(suite, BLS12_381_FR, Bls12381Fr, who);
    field!(suite, BLS12_377_FP, Bls12377Fp, who);
    field!(suite, BLS12_377_FR, Bls12377Fr, who);
    field!(suite, SECP256K1_FP, Secp256k1Fp, who);
    field!(suite, SECP256K1_FR, Secp256k1Fr, who);
    field!(suite, P256_FP, P256Fp, who);
    field!(suite, P256_FR, P256Fr, who);
    field!(suite, PALLAS_FP, PallasFp, who);
    field!(suite, VESTA_FP, VestaFp, who);
    field!(suite, CURVE25519_FP, Curve25519Fp, who);
    field!(suite, BANDERSNATCH_FR, BandersnatchFr, who);
    field!(suite, GOLDILOCKS, Goldilocks, who);
    field!(suite, MERSENNE31, Mersenne31, who);
    field!(suite, BABYBEAR, BabyBear, who);
    field!(suite, KOALABEAR, KoalaBear, who);
    if who != "fieldc:portable" {
        portable!(suite, BN254_FP, bn254_fp, 4);
        portable!(suite, BLS12_381_FP, bls12_381_fp, 6);
    }
    lazy!(suite, BN254_FP, bn254_fp, 4);
    lazy!(suite, BLS12_381_FP, bls12_381_fp, 6);
    #[cfg(feature = "curves")]
    curves::register(suite, who);
    #[cfg(feature = "hash-to-curve")]
    hash_to_curve::register(suite, who);
    #[cfg(feature = "pairings")]
    pairings::register(suite, who);
}

/// From an integer by its bytes, as many as the type has.
fn read<T, F: Fn(&[u8]) -> Option<T> + Clone>(f: F) -> impl Fn(&BigUint) -> T + Clone {
    move |x| {
        let mut bytes = x.to_bytes_le();
        loop {
            if let Some(v) = f(&bytes) {
                return v;
            }
            assert!(bytes.len() < 256, "{x:#x} is not an element");
            bytes.push(0);
        }
    }
}

/// A tier on `N` limbs of 64 bits in Montgomery form with `R = 2^(64 N)`.
fn montgomery<'a, const N: usize>(
    suite: &'a mut Suite,
    field: &'static Field,
    who: &'static str,
) -> Peer<'a, [u64; N]> {
    let p = &field.modulus;
    let r_inverse = (BigUint::from(1u32) << (64 * N)).modpow(&(p - 2u32), p);
    Peer::new(
        suite,
        field,
        who,
        move |x| to_limbs(&((x << (64 * N)) % &field.modulus)),
        move |limbs| from_limbs(limbs, &field.modulus) * &r_inverse % &field.modulus,
    )
}

/// The same for values below 2p.
fn lazy_montgomery<'a, const N: usize>(
    suite: &'a mut Suite,
    field: &'static Field,
    who: &'static str,
) -> Peer<'a, [u64; N]> {
    let p = &field.modulus;
    let r_inverse = (BigUint::from(1u32) << (64 * N)).modpow(&(p - 2u32), p);
    Peer::new(
        suite,
        field,
        who,
        move |x| to_limbs(&((x << (64 * N)) % &field.modulus)),
        move |limbs| from_limbs(limbs, &(&field.modulus * 2u32)) * &r_inverse % &field.modulus,
    )
}

fn to_limbs<const N: usize>(x: &BigUint) -> [u64; N] {
    let mut digits = x.iter_u64_digits();
    std::array::from_fn(|_| digits.next().unwrap_or(0))
}

/// The integer in `limbs`. One that is not below the modulus is a wrong result, and must not be hidden by the reduction that follows.
fn from_limbs<const N: usize>(limbs: &[u64; N], modulus: &BigUint) -> BigUint {
    let x = limbs
        .iter()
        .rev()
        .fold(BigUint::ZERO, |x, &limb| (x << 64) + limb);
    assert!(x < *modulus, "limbs {x:#x} are not canonical");
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Op;
    use crate::reference::BN254_FP;

    const P: [u64; 4] = [
        0x3c20_8c16_d87c_fd47,
        0x9781_6a91_6871_ca8d,
        0xb850_45b6_8181_585d,
        0x3064_4e72_e131_a029,
    ];

    /// Montgomery product, one bit at a time.
    fn product(a: &[u64; 4], b: &[u64; 4]) -> [u64; 4] {
        let p: BigUint = from_limbs(&P, &(BigUint::from(1u32) << 256));
        let (a, b) = (from_limbs(a, &p), from_limbs(b, &p));
        let mut t = a * b;
        for _ in 0..256 {
            if t.bit(0) {
                t += &p;
            }
            t >>= 1;
        }
        to_limbs(&(t % p))
    }

    /// What the suite says about a multiplication.
    fn verdict(mul: impl Fn(&mut [u64; 4], &[u64; 4], &[u64; 4]) + Copy + 'static) -> bool {
        let mut suite = Suite::default();
        montgomery::<4>(&mut suite, &BN254_FP, "fieldc:test").binary(Op::Mul, mul);
        let rows = suite.select("bn254:fp/mul");
        assert_eq!(rows.len(), 2);
        rows.into_iter().all(|row| row.prepare().is_ok())
    }

    #[test]
    fn a_right_kernel_passes() {
        assert!(verdict(|out, a, b| *out = product(a, b)));
    }

    #[test]
    fn a_wrong_kernel_is_caught() {
        assert!(!verdict(|out, a, b| {
            *out = product(a, b);
            if out[3] & 7 == 7 {
                out[0] ^= 1;
            }
        }));
    }

    #[test]
    #[should_panic(expected = "not canonical")]
    fn a_lazy_result_is_caught() {
        verdict(|out, _, _| *out = P);
    }
}
