//! Every function of every generated module against big integers: portable, native (inline and out of line) and dispatching.

use fieldc_tests::adversarial::Random;
use num_bigint::BigUint;
use num_traits::{Num, One};

const ROUNDS: usize = 60;

/// What the tests need of limbs.
trait Word: Copy {
    const BITS: usize;
    fn from_big(x: &BigUint) -> Self;
    fn to_big(self) -> BigUint;
}

macro_rules! word {
    ($($t:ty)*) => {$(impl Word for $t {
        const BITS: usize = <$t>::BITS as usize;
        fn from_big(x: &BigUint) -> Self {
            x.iter_u64_digits().next().unwrap_or(0) as $t
        }
        fn to_big(self) -> BigUint {
            self.into()
        }
    })*};
}
word!(u32 u64);

fn limbs<W: Word, const N: usize>(x: &BigUint) -> [W; N] {
    assert!(x.bits() as usize <= W::BITS * N);
    std::array::from_fn(|i| {
        let mask = (BigUint::one() << W::BITS) - 1u8;
        W::from_big(&((x >> (W::BITS * i)) & mask))
    })
}

fn big<W: Word>(x: &[W]) -> BigUint {
    x.iter()
        .rev()
        .fold(BigUint::ZERO, |acc, w| (acc << W::BITS) + w.to_big())
}

/// The arithmetic of one module, on integers.
struct Model {
    p: BigUint,
    radius: BigUint,
    inverse: BigUint,
}

impl Model {
    fn reduce(&self, x: BigUint) -> BigUint {
        x * &self.inverse % &self.p
    }
}

fn model(modulus: &str, montgomery: bool, capacity: usize) -> Model {
    let p = BigUint::from_str_radix(&modulus[2..], 16).unwrap();
    let radius = if montgomery {
        BigUint::one() << capacity
    } else {
        BigUint::one()
    };
    let inverse = radius.modinv(&p).unwrap();
    Model { p, radius, inverse }
}

/// Checks the shared kernels of a path (`k`, `k::portable` or wrappers of `k::adx`), given as functions.
macro_rules! shared {
    ($r:ident $m:ident $what:literal: $add:expr, $sub:expr, $neg:expr, $double:expr, $half:expr, $mul:expr, $sqr:expr, $wide:expr, $redc:expr, $from:expr) => {
        for _ in 0..ROUNDS {
            let top = &$m.p - 1u8;
            let (a, b) = ($r.operand(&top), $r.operand(&top));
            let (x, y) = (limbs(&a), limbs(&b));
            let at = format!("{} {a:#x} {b:#x}", $what);
            assert_eq!(big(&$add(&x, &y)), (&a + &b) % &$m.p, "add {at}");
            assert_eq!(big(&$sub(&x, &y)), (&a + &$m.p - &b) % &$m.p, "sub {at}");
            assert_eq!(big(&$neg(&x)), (&$m.p - &a) % &$m.p, "neg {at}");
            assert_eq!(big(&$double(&x)), (&a * 2u8) % &$m.p, "double {at}");
            let half = big(&$half(&x));
            assert!(half < $m.p && (&half * 2u8) % &$m.p == a, "half {at}");
            assert_eq!(big(&$mul(&x, &y)), $m.reduce(&a * &b), "mul {at}");
            assert_eq!(big(&$sqr(&x)), $m.reduce(&a * &a), "sqr {at}");
            let (lo, hi) = $wide(&x, &y);
            assert_eq!(big(&[lo, hi].concat()), &a * &b, "mul_wide {at}");
            let any = $r.bits(hi.len() as u64 * 8 * size_of_val(&hi[0]) as u64);
            let low = limbs(&any);
            let total = any + (&b << (8 * size_of_val(&hi)));
            assert_eq!(big(&$redc(&low, &y)), $m.reduce(total), "redc {at}");
            assert_eq!(big(&$from(&x)), $m.reduce(a.clone()), "from_internal {at}");
        }
    };
}

macro_rules! dots {
    ($r:ident $m:ident $k:ident: $($name:ident $count:literal)*) => {$(
        for _ in 0..ROUNDS / 2 {
            let top = &$m.p - 1u8;
            let a: [BigUint; $count] = std::array::from_fn(|_| $r.operand(&top));
            let b: [BigUint; $count] = std::array::from_fn(|_| $r.operand(&top));
            let sum: BigUint = a.iter().zip(&b).map(|(a, b)| a * b).sum();
            let (x, y) = (a.each_ref().map(limbs), b.each_ref().map(limbs));
            assert_eq!(big(&$k::$name(&x, &y)), $m.reduce(sum), "{}", stringify!($name));
        }
    )*};
}

/// The dispatching and portable functions, constants and chains of a module.
macro_rules! module {
    ($name:ident) => {{
        use fieldc_generated::$name as k;
        let mut r = Random(stringify!($name).bytes().map(u64::from).sum());
        let capacity = 8 * size_of::<k::Limbs>();
        let m = model(k::MODULUS_STR, k::MONTGOMERY, capacity);
        assert_eq!(big(&k::MODULUS), m.p);
        assert_eq!(k::NUM_BITS as u64, m.p.bits());
        assert_eq!(big(&k::R), &m.radius % &m.p);
        assert_eq!(big(&k::R2), &m.radius * &m.radius % &m.p);
        assert_eq!(big(&k::R3), m.radius.modpow(&3u8.into(), &m.p));
        let plain = |x: &k::Limbs| m.reduce(big(x));
        let p1 = &m.p - 1u8;
        let s = k::TWO_ADICITY;
        assert_eq!(p1.trailing_zeros(), Some(s.into()));
        let (g, root) = (plain(&k::GENERATOR), plain(&k::ROOT_OF_UNITY));
        assert_eq!(g.modpow(&(&p1 >> 1u8), &m.p), p1, "a residue as generator");
        assert_eq!(root, g.modpow(&(&p1 >> s), &m.p));
        assert_eq!(root.modpow(&(BigUint::one() << (s - 1)), &m.p), p1);
        assert_eq!(plain(&k::ROOT_OF_UNITY_INV) * &root % &m.p, BigUint::one());
        assert_eq!(plain(&k::DELTA), g.modpow(&(BigUint::one() << s), &m.p));
        assert_eq!(plain(&k::TWO_INV) * 2u8 % &m.p, BigUint::one());
        shared!(r m "dispatch": k::add, k::sub, k::neg, k::double, k::half, k::mul, k::sqr, k::mul_wide, k::redc, k::from_internal);
        use k::portable as q;
        shared!(r m "portable": q::add, q::sub, q::neg, q::double, q::half, q::mul, q::sqr, q::mul_wide, q::redc, q::from_internal);
        dots!(r m k: dot2 2 dot3 3 dot4 4 dot5 5 dot6 6 dot7 7 dot8 8);
        for _ in 0..ROUNDS {
            let a = r.operand(&p1);
            let x: k::Limbs = limbs(&a);
            let value = plain(&x);
            for n in [0u32, 1, 2, 7, 64] {
                let power = value.modpow(&(BigUint::one() << n), &m.p);
                assert_eq!(plain(&k::sqr_n(&x, n)), power, "sqr_n {n}");
            }
            assert_eq!(plain(&k::inv_chain(&x)), value.modpow(&(&m.p - 2u8), &m.p));
            assert_eq!(plain(&k::sqrt_chain(&x)), value.modpow(&big(&k::SQRT_EXPONENT), &m.p));
            // Lazy ranges: below 2p in, below 2p out.
            let below = if k::LAZY { &m.p * 2u8 - 1u8 } else { p1.clone() };
            let (a, b) = (r.operand(&below), r.operand(&below));
            let (x, y) = (limbs(&a), limbs(&b));
            let product = big(&k::mul_lazy(&x, &y));
            assert!(product <= below && &product % &m.p == m.reduce(&a * &b), "mul_lazy {a:#x} {b:#x}");
            let square = big(&k::sqr_lazy(&x));
            assert!(square <= below && &square % &m.p == m.reduce(&a * &a), "sqr_lazy {a:#x}");
            assert_eq!(big(&k::reduce(&x)), &a % &m.p, "reduce {a:#x}");
        }
    }};
}

/// The native functions of a module, inline and out of line.
#[cfg(target_arch = "x86_64")]
macro_rules! native {
    ($name:ident) => {{
        use fieldc_generated::$name::{self as k, adx};
        let mut r = Random(7 + stringify!($name).bytes().map(u64::from).sum::<u64>());
        let m = model(k::MODULUS_STR, k::MONTGOMERY, 8 * size_of::<k::Limbs>());
        // SAFETY: the caller has seen BMI2 and ADX.
        shared!(r m "native":
            |a: &_, b: &_| unsafe { adx::add(a, b) }, |a: &_, b: &_| unsafe { adx::sub(a, b) }, |a: &_| unsafe { adx::neg(a) },
            |a: &_| unsafe { adx::double(a) }, k::half, |a: &_, b: &_| unsafe { adx::mul(a, b) }, |a: &_| unsafe { adx::sqr(a) },
            |a: &_, b: &_| unsafe { adx::mul_wide(a, b) }, |a: &_, b: &_| unsafe { adx::redc(a, b) }, |a: &_| unsafe { adx::from_internal(a) });
        for _ in 0..ROUNDS {
            let top = &m.p - 1u8;
            let (a, b) = (r.operand(&top), r.operand(&top));
            let (x, y): (k::Limbs, k::Limbs) = (limbs(&a), limbs(&b));
            let mut out: k::Limbs = [0; _];
            // SAFETY: every pointer is to an element.
            unsafe { adx::mul_call(out.as_mut_ptr(), x.as_ptr(), y.as_ptr()) };
            assert_eq!(big(&out), m.reduce(&a * &b), "mul_call");
            // SAFETY: as above; the output is an operand.
            unsafe {
                out = x;
                adx::sqr_call(out.as_mut_ptr(), &raw const out as *const u64);
            }
            assert_eq!(big(&out), m.reduce(&a * &a), "sqr_call in place");
            // SAFETY: as above.
            unsafe { adx::add_call(out.as_mut_ptr(), x.as_ptr(), y.as_ptr()) };
            assert_eq!(big(&out), (&a + &b) % &m.p, "add_call");
        }
    }};
}

macro_rules! tests {
    (one word: $($small:ident)*; more: $($name:ident)*) => {
        $(#[test] fn $small() { module!($small) })*
        $(#[test] fn $name() {
            module!($name);
            #[cfg(target_arch = "x86_64")]
            if std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("adx") {
                native!($name);
            } else {
                eprintln!("SKIPPED: native kernels, this processor has no BMI2 and ADX");
            }
        })*
    };
}

tests!(one word: goldilocks mersenne31 babybear koalabear;
    more: bn254_fp bn254_fr bls12_381_fp bls12_381_fr bls12_377_fp bls12_377_fr secp256k1_fp secp256k1_fr p256_fp p256_fr pallas_fp
    vesta_fp bandersnatch_fr curve25519_fp);
