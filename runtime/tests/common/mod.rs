//! Kernel modules for the tests, by hand: word-by-word Montgomery (or plain) arithmetic as `const fn`,
//! every constant computed from the modulus and a generator.
#![allow(
    long_running_const_eval,
    dead_code,
    missing_docs,
    clippy::needless_range_loop
)]

pub const fn limbs_from_hex<const N: usize>(text: &str) -> [u64; N] {
    let bytes = text.as_bytes();
    let mut out = [0u64; N];
    let mut i = 2;
    while i < bytes.len() {
        let digit = match bytes[i] {
            c @ b'0'..=b'9' => c - b'0',
            c @ b'a'..=b'f' => c - b'a' + 10,
            _ => panic!("not hexadecimal"),
        };
        let mut carry = digit as u64;
        let mut j = 0;
        while j < N {
            let top = out[j] >> 60;
            out[j] = out[j] << 4 | carry;
            carry = top;
            j += 1;
        }
        assert!(carry == 0);
        i += 1;
    }
    out
}

pub const fn less<const N: usize>(a: &[u64; N], b: &[u64; N]) -> bool {
    let mut i = N;
    while i > 0 {
        i -= 1;
        if a[i] != b[i] {
            return a[i] < b[i];
        }
    }
    false
}

pub const fn sub_words<const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    let mut out = [0; N];
    let mut borrow = 0;
    let mut i = 0;
    while i < N {
        let d = (a[i] as u128)
            .wrapping_sub(b[i] as u128)
            .wrapping_sub(borrow);
        out[i] = d as u64;
        borrow = d >> 127;
        i += 1;
    }
    out
}

pub const fn add_mod<const N: usize>(p: &[u64; N], a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    let mut out = [0; N];
    let mut carry = 0u128;
    let mut i = 0;
    while i < N {
        carry += a[i] as u128 + b[i] as u128;
        out[i] = carry as u64;
        carry >>= 64;
        i += 1;
    }
    if carry != 0 || !less(&out, p) {
        sub_words(&out, p)
    } else {
        out
    }
}

/// a b / 2^(64 N) mod p.
pub const fn redc_mul<const N: usize>(p: &[u64; N], a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    let mut inverse = 1u64;
    let mut i = 0;
    while i < 6 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(p[0].wrapping_mul(inverse)));
        i += 1;
    }
    let mut t = [0u64; N];
    let mut t_top = 0u64;
    let mut i = 0;
    while i < N {
        let mut carry = 0u128;
        let mut j = 0;
        while j < N {
            carry += t[j] as u128 + a[i] as u128 * b[j] as u128;
            t[j] = carry as u64;
            carry >>= 64;
            j += 1;
        }
        let top = t_top as u128 + carry;
        let m = t[0].wrapping_mul(inverse.wrapping_neg());
        let mut carry = (t[0] as u128 + m as u128 * p[0] as u128) >> 64;
        let mut j = 1;
        while j < N {
            carry += t[j] as u128 + m as u128 * p[j] as u128;
            t[j - 1] = carry as u64;
            carry >>= 64;
            j += 1;
        }
        let top = top + carry;
        t[N - 1] = top as u64;
        t_top = (top >> 64) as u64;
        i += 1;
    }
    if t_top != 0 || !less(&t, p) {
        sub_words(&t, p)
    } else {
        t
    }
}

/// a b mod p, bit by bit.
pub const fn plain_mul<const N: usize>(p: &[u64; N], a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    let mut out = [0; N];
    let mut bit = 64 * N;
    while bit > 0 {
        bit -= 1;
        out = add_mod(p, &out, &out);
        if a[bit / 64] >> (bit % 64) & 1 == 1 {
            out = add_mod(p, &out, b);
        }
    }
    out
}

pub const fn shift_right<const N: usize>(a: &[u64; N], n: u32) -> [u64; N] {
    let mut out = *a;
    let mut k = 0;
    while k < n {
        let mut i = 0;
        while i < N {
            let upper = if i + 1 < N { out[i + 1] } else { 0 };
            out[i] = out[i] >> 1 | upper << 63;
            i += 1;
        }
        k += 1;
    }
    out
}

pub const fn trailing_zeros<const N: usize>(a: &[u64; N]) -> u32 {
    let mut n = 0;
    while a[n as usize / 64] >> (n % 64) & 1 == 0 {
        n += 1;
    }
    n
}

pub const fn bits<const N: usize>(a: &[u64; N]) -> u32 {
    let mut i = N;
    while i > 0 {
        i -= 1;
        if a[i] != 0 {
            return 64 * i as u32 + 64 - a[i].leading_zeros();
        }
    }
    0
}

/// `test_kernels!(name, words, "0xmodulus", generator, montgomery)`
#[macro_export]
macro_rules! test_kernels {
    ($name:ident, $words:literal, $modulus:literal, $generator:literal, $montgomery:literal) => {
        pub mod $name {
            use $crate::common as c;
            pub type Limbs = [u64; $words];
            pub const MODULUS_STR: &str = $modulus;
            pub const MODULUS: Limbs = c::limbs_from_hex(MODULUS_STR);
            pub const NUM_BITS: u32 = c::bits(&MODULUS);
            pub const MONTGOMERY: bool = $montgomery;
            // Both ways of counting are tested: 590 is proven for all moduli below 2^256.
            pub const DIVSTEPS: u32 = if $words == 4 { 590 } else { 0 };
            const PLAIN_ONE: Limbs = small(1);
            const MINUS_ONE: Limbs = c::sub_words(&MODULUS, &PLAIN_ONE);
            pub const R: Limbs = if MONTGOMERY {
                doubled(&PLAIN_ONE, 64 * $words)
            } else {
                PLAIN_ONE
            };
            pub const R2: Limbs = if MONTGOMERY {
                doubled(&R, 64 * $words)
            } else {
                PLAIN_ONE
            };
            pub const R3: Limbs = if MONTGOMERY {
                doubled(&R2, 64 * $words)
            } else {
                PLAIN_ONE
            };
            pub const GENERATOR: Limbs = const_mul(&small($generator), &R2);
            pub const TWO_ADICITY: u32 = c::trailing_zeros(&MINUS_ONE);
            const Q: Limbs = c::shift_right(&MINUS_ONE, TWO_ADICITY);
            pub const ROOT_OF_UNITY: Limbs = power(&GENERATOR, &Q);
            pub const ROOT_OF_UNITY_INV: Limbs =
                power(&ROOT_OF_UNITY, &c::sub_words(&MINUS_ONE, &PLAIN_ONE));
            pub const DELTA: Limbs = {
                let mut out = GENERATOR;
                let mut i = 0;
                while i < TWO_ADICITY {
                    out = const_mul(&out, &out);
                    i += 1;
                }
                out
            };
            pub const TWO_INV: Limbs =
                power(&add_const(&R, &R), &c::sub_words(&MINUS_ONE, &PLAIN_ONE));
            pub const SQRT_EXPONENT: Limbs = match TWO_ADICITY {
                1 => c::shift_right(&MODULUS, 2),
                2 => c::shift_right(&MODULUS, 3),
                _ => c::shift_right(&Q, 1),
            };

            const fn small(value: u64) -> Limbs {
                let mut out = [0; $words];
                out[0] = value;
                out
            }
            const fn add_const(a: &Limbs, b: &Limbs) -> Limbs {
                c::add_mod(&MODULUS, a, b)
            }
            const fn doubled(a: &Limbs, times: u32) -> Limbs {
                let mut out = *a;
                let mut i = 0;
                while i < times {
                    out = add_const(&out, &out);
                    i += 1;
                }
                out
            }
            const fn const_mul(a: &Limbs, b: &Limbs) -> Limbs {
                if MONTGOMERY {
                    c::redc_mul(&MODULUS, a, b)
                } else {
                    c::plain_mul(&MODULUS, a, b)
                }
            }
            const fn power(a: &Limbs, e: &Limbs) -> Limbs {
                let mut out = R;
                let mut bit = 64 * $words;
                while bit > 0 {
                    bit -= 1;
                    out = const_mul(&out, &out);
                    if e[bit / 64] >> (bit % 64) & 1 == 1 {
                        out = const_mul(&out, a);
                    }
                }
                out
            }
            /// The kernels promise canonical inputs; hold callers to it.
            #[track_caller]
            fn check(a: &Limbs) {
                debug_assert!(c::less(a, &MODULUS), "operand not canonical");
            }
            #[track_caller]
            pub fn add(a: &Limbs, b: &Limbs) -> Limbs {
                check(a);
                check(b);
                add_const(a, b)
            }
            #[track_caller]
            pub fn sub(a: &Limbs, b: &Limbs) -> Limbs {
                check(a);
                add(a, &neg(b))
            }
            #[track_caller]
            #[inline]
            pub fn mul(a: &Limbs, b: &Limbs) -> Limbs {
                check(a);
                check(b);
                const_mul(a, b)
            }
            #[track_caller]
            pub fn neg(a: &Limbs) -> Limbs {
                check(a);
                if *a == [0; $words] {
                    *a
                } else {
                    c::sub_words(&MODULUS, a)
                }
            }
            pub fn double(a: &Limbs) -> Limbs {
                add(a, a)
            }
            pub fn half(a: &Limbs) -> Limbs {
                mul(a, &TWO_INV)
            }
            pub fn sqr(a: &Limbs) -> Limbs {
                mul(a, a)
            }
            pub fn sqr_n(a: &Limbs, n: u32) -> Limbs {
                (0..n).fold(*a, |a, _| sqr(&a))
            }
            pub fn dot2(a: &[Limbs; 2], b: &[Limbs; 2]) -> Limbs {
                add(&mul(&a[0], &b[0]), &mul(&a[1], &b[1]))
            }

            pub fn from_internal(a: &Limbs) -> Limbs {
                check(a);
                if MONTGOMERY {
                    const_mul(a, &PLAIN_ONE)
                } else {
                    *a
                }
            }
            pub fn sqrt_chain(a: &Limbs) -> Limbs {
                check(a);
                power(a, &SQRT_EXPONENT)
            }
            pub fn inv_chain(a: &Limbs) -> Limbs {
                check(a);
                power(a, &c::sub_words(&MINUS_ONE, &PLAIN_ONE))
            }
        }
    };
}

/// `test_kernels_u32!(name, modulus, "0xmodulus", generator, montgomery)`
#[macro_export]
macro_rules! test_kernels_u32 {
    ($name:ident, $modulus:literal, $text:literal, $generator:literal, $montgomery:literal) => {
        pub mod $name {
            pub type Limbs = [u32; 1];
            const P: u64 = $modulus;
            pub const MODULUS: Limbs = [P as u32];
            pub const MODULUS_STR: &str = $text;
            pub const NUM_BITS: u32 = P.ilog2() + 1;
            pub const MONTGOMERY: bool = $montgomery;
            pub const DIVSTEPS: u32 = 0;
            const RR: u64 = if MONTGOMERY { (1u64 << 32) % P } else { 1 };
            pub const R: Limbs = [RR as u32];
            pub const R2: Limbs = [(RR * RR % P) as u32];
            pub const R3: Limbs = [(RR * RR % P * RR % P) as u32];
            pub const TWO_ADICITY: u32 = (P - 1).trailing_zeros();
            const Q: u64 = (P - 1) >> TWO_ADICITY;
            const R_INV: u64 = plain_power(RR, P - 2);
            pub const GENERATOR: Limbs = [($generator * RR % P) as u32];
            pub const ROOT_OF_UNITY: Limbs = internal(plain_power($generator, Q));
            pub const ROOT_OF_UNITY_INV: Limbs = internal(plain_power($generator, P - 1 - Q));
            pub const DELTA: Limbs = internal(plain_power($generator, 1 << TWO_ADICITY));
            pub const TWO_INV: Limbs = internal(P.div_ceil(2));
            const EXPONENT: u64 = match TWO_ADICITY {
                1 => P >> 2,
                2 => P >> 3,
                _ => Q >> 1,
            };
            const fn internal(a: u64) -> Limbs {
                [(a * RR % P) as u32]
            }
            const fn plain_power(a: u64, e: u64) -> u64 {
                let (mut out, mut bit) = (1, 64);
                while bit > 0 {
                    bit -= 1;
                    out = out * out % P;
                    if e >> bit & 1 == 1 {
                        out = out * a % P;
                    }
                }
                out
            }
            fn value(a: &Limbs) -> u64 {
                assert!((a[0] as u64) < P, "operand not canonical");
                a[0] as u64
            }
            pub fn add(a: &Limbs, b: &Limbs) -> Limbs {
                [((value(a) + value(b)) % P) as u32]
            }
            pub fn sub(a: &Limbs, b: &Limbs) -> Limbs {
                [((value(a) + P - value(b)) % P) as u32]
            }
            pub fn mul(a: &Limbs, b: &Limbs) -> Limbs {
                [(value(a) * value(b) % P * R_INV % P) as u32]
            }
            pub fn neg(a: &Limbs) -> Limbs {
                [((P - value(a)) % P) as u32]
            }
            pub fn double(a: &Limbs) -> Limbs {
                add(a, a)
            }
            pub fn half(a: &Limbs) -> Limbs {
                mul(a, &TWO_INV)
            }
            pub fn sqr(a: &Limbs) -> Limbs {
                mul(a, a)
            }
            pub fn sqr_n(a: &Limbs, n: u32) -> Limbs {
                (0..n).fold(*a, |a, _| sqr(&a))
            }
            pub fn dot2(a: &[Limbs; 2], b: &[Limbs; 2]) -> Limbs {
                add(&mul(&a[0], &b[0]), &mul(&a[1], &b[1]))
            }

            pub fn from_internal(a: &Limbs) -> Limbs {
                [(value(a) * R_INV % P) as u32]
            }
            fn power(a: &Limbs, e: u64) -> Limbs {
                internal(plain_power(from_internal(a)[0] as u64, e))
            }
            pub fn sqrt_chain(a: &Limbs) -> Limbs {
                power(a, EXPONENT)
            }
            pub fn inv_chain(a: &Limbs) -> Limbs {
                power(a, P - 2)
            }
        }
    };
}

pub mod kernels {
    // 3 mod 4
    test_kernels!(
        bn254_fp,
        4,
        "0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47",
        3,
        true
    );
    test_kernels!(
        bls12_381_fp,
        6,
        "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
        2,
        true
    );
    test_kernels!(
        secp256k1_fp,
        4,
        "0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
        3,
        false
    );
    // 5 mod 8
    test_kernels!(
        p25519,
        4,
        "0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
        2,
        true
    );
    // 1 mod 8: two-adicity 32, 28, 47, 7, 96
    test_kernels!(
        bls12_381_fr,
        4,
        "0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001",
        7,
        true
    );
    test_kernels!(
        bn254_fr,
        4,
        "0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001",
        5,
        true
    );
    test_kernels!(
        bls12_377_fr,
        4,
        "0x12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001",
        22,
        true
    );
    test_kernels!(
        p224,
        4,
        "0xffffffffffffffffffffffffffffffff000000000000000000000001",
        22,
        true
    );
    // Two-adicities that are no multiple of the four bits of a digit: 17, 18.
    test_kernels!(two_adic_17, 1, "0x2000000000460001", 5, true);
    test_kernels!(two_adic_18, 1, "0x20000000007c0001", 5, false);
    test_kernels!(goldilocks, 1, "0xffffffff00000001", 7, true);
    test_kernels!(goldilocks_plain, 1, "0xffffffff00000001", 7, false);
    test_kernels!(p5, 1, "0x5", 2, true);
    test_kernels!(p7, 1, "0x7", 3, true);
    test_kernels!(p17, 1, "0x11", 3, true);
    test_kernels!(p101, 1, "0x65", 2, true);
    test_kernels!(p103, 1, "0x67", 5, true);
    test_kernels!(p10007, 1, "0x2717", 5, true);
    test_kernels!(p65519, 1, "0xffef", 11, true);
    test_kernels!(p65537, 1, "0x10001", 3, true);
    // two words, and more than any curve has
    test_kernels!(m127, 2, "0x7fffffffffffffffffffffffffffffff", 43, true);
    test_kernels!(
        p521,
        9,
        "0x1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        3,
        true
    );
    test_kernels_u32!(baby_bear, 2013265921, "0x78000001", 31, true);
    test_kernels_u32!(mersenne31, 2147483647, "0x7fffffff", 7, false);
    test_kernels_u32!(small_257, 257, "0x101", 3, true);
}

macro_rules! fields {
    ($($type:ident = $module:ident [$($uniform:literal),*];)*) => {$(
        fieldc::field_type! {
            /// A field of the tests.
            pub struct $type;
            kernels = $crate::common::kernels::$module;
            uniform = [$($uniform),*];
        }
    )*};
}

fields! {
    Bn254Fp = bn254_fp [48, 64];
    Bls381Fp = bls12_381_fp [64, 96];
    Secp256k1Fp = secp256k1_fp [48, 64];
    P25519 = p25519 [64];
    Bls381Fr = bls12_381_fr [64];
    Bn254Fr = bn254_fr [64];
    Bls377Fr = bls12_377_fr [64];
    P224 = p224 [64];
    Goldilocks = goldilocks [64];
    GoldilocksPlain = goldilocks_plain [64];
    TwoAdic17 = two_adic_17 [64];
    TwoAdic18 = two_adic_18 [64];
    P5 = p5 [64];
    P7 = p7 [64];
    P17 = p17 [64];
    P101 = p101 [64];
    P103 = p103 [64];
    P10007 = p10007 [64];
    P65519 = p65519 [64];
    P65537 = p65537 [64];
    M127 = m127 [64];
    P521 = p521 [96];
    BabyBear = baby_bear [64];
    Mersenne31 = mersenne31 [64];
    Small257 = small_257 [64];
}

/// splitmix64: a seeded stream for the tests.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}
