//! This project's rows.
//!
//! A tier of a field is one `Peer` over its limbs, and an operation is a line:
//!
//! ```ignore
//! use fieldc_generated::bn254_fp::adx;
//! montgomery::<4>(suite, &BN254_FP, "fieldc:adx")
//!     .binary(Op::Mul, |out, a, b| *out = unsafe { adx::mul(a, b) })
//!     .sqr(|out, a| *out = unsafe { adx::sqr(a) });
//! ```

use crate::bench::{Peer, Suite};
use crate::reference::Field;
use num_bigint::BigUint;

/// Registers every row of this project.
pub fn register(_suite: &mut Suite) {}

/// A tier on `N` limbs of 64 bits in Montgomery form with `R = 2^(64 N)`.
#[cfg_attr(not(test), expect(dead_code, reason = "no tier is registered yet"))]
pub fn montgomery<'a, const N: usize>(
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
