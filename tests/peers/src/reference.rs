//! The fields of the comparison, and big-integer arithmetic that says what every result must be.

use crate::ids::Op;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use std::sync::LazyLock;

/// A prime field: its name in row ids and its modulus.
pub struct Field {
    pub name: &'static str,
    pub modulus: BigUint,
}

macro_rules! fields {
    ($($ident:ident = $name:literal, $hex:literal;)+) => {
        $(pub static $ident: LazyLock<Field> = LazyLock::new(|| Field {
            name: $name,
            modulus: BigUint::parse_bytes($hex.as_bytes(), 16).expect("a hexadecimal modulus"),
        });)+
        /// Every field of the comparison.
        #[cfg(test)]
        static ALL: &[&LazyLock<Field>] = &[$(&$ident),+];
    };
}

mod table {
    use super::*;
    fields! {
        BN254_FP = "bn254:fp", "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47";
        BN254_FR = "bn254:fr", "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";
        BLS12_381_FP = "bls12-381:fp", "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab";
        BLS12_381_FR = "bls12-381:fr", "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
        BLS12_377_FP = "bls12-377:fp", "01ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001";
        BLS12_377_FR = "bls12-377:fr", "12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001";
        SECP256K1_FP = "secp256k1:fp", "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f";
        SECP256K1_FR = "secp256k1:fr", "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141";
        P256_FP = "p256:fp", "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";
        P256_FR = "p256:fr", "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
        PALLAS_FP = "pallas:fp", "40000000000000000000000000000000224698fc094cf91b992d30ed00000001";
        VESTA_FP = "vesta:fp", "40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001";
        CURVE25519_FP = "curve25519:fp", "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed";
        CURVE25519_FR = "curve25519:fr", "1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed";
        BANDERSNATCH_FR = "bandersnatch:fr", "1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1";
        GOLDILOCKS = "goldilocks", "ffffffff00000001";
        MERSENNE31 = "mersenne31", "7fffffff";
        BABYBEAR = "babybear", "78000001";
        KOALABEAR = "koalabear", "7f000001";
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        /// A mistyped digit gives a composite with all but negligible probability.
        #[test]
        fn moduli_are_prime() {
            for field in ALL {
                let p = &field.modulus;
                for base in [2u32, 3, 5, 7, 11] {
                    assert!(
                        BigUint::from(base).modpow(&(p - 1u32), p).is_one(),
                        "{} is composite",
                        field.name
                    );
                }
            }
        }
    }
}
pub use table::*;

impl Field {
    /// Whether `result` is what `op` gives on `a` (and `b`): canonical, and satisfying the operation's equation.
    pub fn holds(&self, op: Op, a: &BigUint, b: &BigUint, result: &BigUint) -> bool {
        let p = &self.modulus;
        result < p
            && match op {
                Op::Add => *result == (a + b) % p,
                Op::Sub => *result == (a + p - b) % p,
                Op::Neg => *result == (p - a) % p,
                Op::Mul => *result == a * b % p,
                Op::Sqr => *result == a * a % p,
                Op::Inv | Op::InvVartime => (result * a % p).is_one(),
                Op::Sqrt => result * result % p == *a,
            }
    }

    /// Operands that go wrong first: the ends of the range, its middle, and word boundaries.
    pub fn edges(&self) -> Vec<BigUint> {
        let p = &self.modulus;
        let one = BigUint::one();
        let mut edges = vec![
            BigUint::zero(),
            one.clone(),
            BigUint::from(2u32),
            BigUint::from(4u32),
            p >> 1,
            (p >> 1) + 1u32,
            p - 2u32,
            p - 1u32,
        ];
        for bits in [32u64, 52, 64, 128, 192, 256, 320] {
            for value in [(&one << bits) - 1u32, &one << bits] {
                if value < *p {
                    edges.push(value);
                }
            }
        }
        edges
    }
}

/// A fixed pseudo-random sequence (SplitMix64), so that every library computes on the same values in every run.
pub struct Samples(u64);

impl Samples {
    pub fn new(seed: u64) -> Self {
        Samples(seed)
    }

    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A non-zero element of `field`, with a bias below 2^-64.
    pub fn element(&mut self, field: &Field) -> BigUint {
        loop {
            let digits = field.modulus.bits().div_ceil(32) as usize + 2;
            let value =
                BigUint::new((0..digits).map(|_| self.word() as u32).collect()) % &field.modulus;
            if !value.is_zero() {
                return value;
            }
        }
    }
}
