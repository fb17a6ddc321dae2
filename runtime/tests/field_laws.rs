//! Every field of `common` against big integers, on operands at the edges of words and of p.
mod common;

use common::*;
use fieldc::__private::ff::{Field, FromUniformBytes, PrimeField};
use fieldc::__private::subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use num_bigint::BigUint;
use num_integer::Integer;

/// 0, 1, 2, p-1, p-2, (p+-1)/2, 2^k and 2^k +- 1, p - 2^k, runs of ones, R, R^2, and random values.
fn operands(p: &BigUint, bytes: usize) -> Vec<BigUint> {
    let one = BigUint::from(1u8);
    let r = &one << (8 * bytes);
    let mut out = vec![
        BigUint::ZERO,
        one.clone(),
        BigUint::from(2u8),
        p - 1u8,
        p - 2u8,
        (p - 1u8) >> 1u8,
        (p + 1u8) >> 1u8,
        r.clone(),
        &r * &r,
    ];
    for k in [
        1, 7, 31, 32, 59, 60, 61, 63, 64, 65, 127, 128, 191, 192, 253, 255, 319, 380, 520,
    ] {
        let power = &one << k;
        if power < *p {
            out.extend([&power + 1u8, &power - 1u8, p - &power, power]);
        }
    }
    for (from, to) in [
        (3, 60),
        (60, 120),
        (64, 128),
        (1, 200),
        (100, 380),
        (5, 500),
    ] {
        out.push((&one << to) - (&one << from));
    }
    let mut random = Random(0x5eed);
    for _ in 0..24 {
        let words: Vec<u32> = (0..bytes / 4).map(|_| random.next() as u32).collect();
        out.push(BigUint::new(words));
    }
    let mut out: Vec<_> = out.into_iter().map(|value| value % p).collect();
    out.sort();
    out.dedup();
    out
}

macro_rules! laws {
    ($($test:ident $F:ident;)*) => {$(
        mod $test {
            use super::*;

            fn modulus() -> BigUint {
                BigUint::parse_bytes(&<$F as PrimeField>::MODULUS.as_bytes()[2..], 16).unwrap()
            }

            fn big(a: &$F) -> BigUint {
                BigUint::from_bytes_le(&a.to_bytes_le())
            }

            fn element(a: &BigUint) -> $F {
                let mut bytes = a.to_bytes_le();
                bytes.resize($F::BYTES, 0);
                $F::from_bytes_le(&bytes).unwrap()
            }

            fn pairs() -> Vec<(BigUint, $F)> {
                operands(&modulus(), $F::BYTES)
                    .into_iter()
                    .map(|value| (value.clone(), element(&value)))
                    .collect()
            }

            #[test]
            fn operations_agree_with_integers() {
                let p = modulus();
                let pairs = pairs();
                for (x, a) in &pairs {
                    assert_eq!(big(a), *x);
                    assert_eq!(big(&-a), (&p - x) % &p);
                    assert_eq!(-*a, -a);
                    assert_eq!(big(&a.square()), x * x % &p);
                    assert_eq!(big(&a.double()), (x + x) % &p);
                    assert_eq!(a.half().double(), *a);
                    for (y, b) in &pairs {
                        assert_eq!(big(&(a + b)), (x + y) % &p);
                        assert_eq!(big(&(a - b)), (&p + x - y) % &p);
                        assert_eq!(big(&(a * b)), x * y % &p);
                        assert_eq!(a.cmp(b), x.cmp(y));
                        assert_eq!(a == b, x == y);
                        assert_eq!(bool::from(a.ct_eq(b)), x == y);
                        assert_eq!($F::conditional_select(a, b, Choice::from(0)), *a);
                        assert_eq!($F::conditional_select(a, b, Choice::from(1)), *b);
                    }
                }
                let (x, y) = (pairs[pairs.len() / 2].1, pairs[pairs.len() / 3].1);
                let mut z = x;
                z += y;
                z += &y;
                z -= y;
                z *= &y;
                z *= y;
                z -= &x;
                assert_eq!(z, (x + y) * y * y - x);
                assert_eq!((x + &y, x - &y, x * &y), (&x + y, &x - y, &x * y));
                let all: Vec<$F> = pairs.iter().map(|pair| pair.1).collect();
                let sum: BigUint = pairs.iter().map(|pair| &pair.0).sum();
                let product = pairs[1..].iter().fold(BigUint::from(1u8), |a, pair| a * &pair.0 % &p);
                assert_eq!(big(&all.iter().sum()), sum % &p);
                assert_eq!(all.iter().copied().sum::<$F>(), all.iter().sum());
                assert_eq!(big(&all[1..].iter().product()), product);
                assert_eq!(all[1..].iter().copied().product::<$F>(), all[1..].iter().product());
            }

            #[test]
            fn inverses() {
                let p = modulus();
                assert!(bool::from($F::ZERO.invert().is_none()));
                assert_eq!($F::ZERO.invert_vartime(), None);
                for (x, a) in &pairs()[1..] {
                    let expected = x.modinv(&p).unwrap();
                    assert_eq!(big(&a.invert().unwrap()), expected, "{x}");
                    assert_eq!(big(&a.invert_vartime().unwrap()), expected, "{x}");
                }
            }

            #[test]
            fn powers() {
                let p = modulus();
                let exponents: [&[u64]; 8] = [
                    &[], &[0], &[1], &[2], &[200], &[0, 0], &[u64::MAX, 0x1234], &[5, u64::MAX, 1],
                ];
                for (x, a) in pairs().iter().step_by(5) {
                    for exponent in exponents {
                        let e = exponent.iter().rev().fold(BigUint::ZERO, |e, &w| (e << 64) + w);
                        let expected = x.modpow(&e, &p);
                        assert_eq!(big(&a.pow(exponent)), expected);
                        assert_eq!(big(&a.pow_vartime(exponent)), expected);
                    }
                }
            }

            #[test]
            fn roots_and_symbols() {
                let p = modulus();
                let half = (&p - 1u8) >> 1u8;
                assert_eq!($F::ZERO.sqrt().unwrap(), $F::ZERO);
                let generator = $F::GENERATOR;
                for (x, a) in &pairs() {
                    let euler = x.modpow(&half, &p);
                    let symbol = if x.bits() == 0 { 0 } else if euler == BigUint::from(1u8) { 1 } else { -1 };
                    assert_eq!(a.legendre(), symbol, "{x}");
                    assert_eq!(a.legendre_vartime(), symbol, "{x}");
                    let root: Option<$F> = a.sqrt().into();
                    assert_eq!(root.is_some(), symbol >= 0);
                    assert_eq!(a.sqrt_vartime().is_some(), symbol >= 0);
                    if let Some(root) = root {
                        assert_eq!(root.square(), *a);
                        assert_eq!(a.sqrt_vartime().unwrap().square(), *a);
                    }
                    // A square times a generator is none.
                    if symbol > 0 {
                        assert!(bool::from((a * generator).sqrt().is_none()));
                    }
                }
            }

            #[test]
            fn root_of_ratio() {
                let values: Vec<$F> = pairs().iter().step_by(3).map(|pair| pair.1).collect();
                // One non-square for all failures: u/v g = r^2.
                let mut non_square = None;
                for u in &values {
                    for v in &values {
                        let (square, root) = $F::sqrt_ratio(u, v);
                        let square = bool::from(square);
                        if bool::from(u.is_zero()) {
                            assert!(square && bool::from(root.is_zero()));
                        } else if bool::from(v.is_zero()) {
                            assert!(!square && bool::from(root.is_zero()));
                        } else {
                            let factor = root.square() * v * u.invert().unwrap();
                            assert_eq!(square, (u * v).legendre() == 1);
                            let expected = if square {
                                $F::ONE
                            } else {
                                *non_square.get_or_insert(factor)
                            };
                            assert_eq!(factor, expected);
                        }
                    }
                }
                assert_eq!(non_square.map_or(-1, |g| g.legendre()), -1);
            }

            #[test]
            fn constants() {
                let p = modulus();
                assert_eq!(u64::from($F::NUM_BITS), p.bits());
                assert_eq!(<$F as PrimeField>::CAPACITY, $F::NUM_BITS - 1);
                assert_eq!($F::TWO_INV.double(), $F::ONE);
                let s = <$F as PrimeField>::S;
                assert_eq!(u64::from(s), (&p - 1u8).trailing_zeros().unwrap());
                let root = <$F as PrimeField>::ROOT_OF_UNITY;
                let before = (0..s - 1).fold(root, |a, _| a.square());
                assert_eq!(before, -$F::ONE);
                assert_eq!(root * <$F as PrimeField>::ROOT_OF_UNITY_INV, $F::ONE);
                let q = (&p - 1u8) >> s;
                assert_eq!($F::GENERATOR.pow_vartime(q.to_u64_digits()), root);
                let delta = (0..s).fold($F::GENERATOR, |a, _| a.square());
                assert_eq!(<$F as PrimeField>::DELTA, delta);
                assert_eq!(<$F as PrimeField>::MULTIPLICATIVE_GENERATOR, $F::GENERATOR);
                assert_eq!($F::GENERATOR.legendre(), -1);
                assert_eq!($F::default(), $F::ZERO);
                assert_eq!(<$F as Field>::ZERO + <$F as Field>::ONE, $F::ONE);
            }

            #[test]
            fn integers_and_reduction() {
                let p = modulus();
                let words = [0, 1, 2, 3, 255, 256, 1 << 31, (1 << 32) - 1, 1 << 63, u64::MAX, 0xffff_ffff_0000_0001];
                for low in words {
                    assert_eq!(big(&$F::from(low)), BigUint::from(low) % &p);
                    assert_eq!($F::from_u64(low), $F::from(low));
                    for high in words {
                        let value = u128::from(high) << 64 | u128::from(low);
                        assert_eq!(big(&$F::from(value)), BigUint::from(value) % &p);
                        assert_eq!($F::from_u128(value), $F::from(value));
                    }
                }
                assert_eq!(($F::from(true), $F::from(false)), ($F::ONE, $F::ZERO));
                let mut random = Random(7);
                for length in (0..70).chain([96, 127, 128, 129]) {
                    for fill in [Some(0xff), Some(0), None] {
                        let bytes: Vec<u8> =
                            (0..length).map(|_| fill.unwrap_or(random.next() as u8)).collect();
                        let le = BigUint::from_bytes_le(&bytes) % &p;
                        let be = BigUint::from_bytes_be(&bytes) % &p;
                        assert_eq!(big(&$F::from_bytes_reduced_le(&bytes)), le);
                        assert_eq!(big(&$F::from_bytes_reduced_be(&bytes)), be);
                        if let Ok(wide) = <&[u8; 64]>::try_from(&bytes[..]) {
                            assert_eq!(big(&$F::from_bytes_wide(wide)), le);
                        }
                    }
                }
                // from_raw takes any limbs, also above p.
                let top = BigUint::from_bytes_le(&[0xff; $F::BYTES]);
                let ones = $F::MODULUS.map(|limb| limb | !limb);
                assert_eq!(big(&$F::from_raw(ones)), top % &p);
                assert_eq!($F::from_raw($F::MODULUS), $F::ZERO);
            }

            #[test]
            fn batches() {
                let mut random = Random(11);
                for length in 0..64usize {
                    let values: Vec<$F> = (0..length)
                        .map(|i| match random.next() % 4 {
                            0 => $F::ZERO,
                            1 => -$F::from(i as u64),
                            _ => $F::from(random.next()),
                        })
                        .collect();
                    let expected: Vec<$F> =
                        values.iter().map(|a| a.invert().unwrap_or($F::ZERO)).collect();
                    let mut scratch = vec![$F::ONE; length];
                    let (mut a, mut b) = (values.clone(), values.clone());
                    $F::batch_invert_with_scratch(&mut a, &mut scratch).unwrap();
                    $F::batch_invert_with_scratch_vartime(&mut b, &mut scratch).unwrap();
                    assert_eq!((&a, &b), (&expected, &expected));
                    #[cfg(feature = "alloc")]
                    {
                        let (mut a, mut b) = (values.clone(), values.clone());
                        $F::batch_invert(&mut a);
                        $F::batch_invert_vartime(&mut b);
                        assert_eq!((&a, &b), (&expected, &expected));
                    }
                    if length > 0 {
                        let mut e = values.clone();
                        let error = $F::batch_invert_with_scratch(&mut e, &mut scratch[1..]).unwrap_err();
                        assert_eq!((error.batch, error.scratch), (length, length - 1));
                        assert_eq!(e, values);
                    }
                }
            }
        }
    )*};
}

laws! {
    bn254_fp Bn254Fp;
    bls12_381_fp Bls381Fp;
    secp256k1_fp Secp256k1Fp;
    p25519 P25519;
    bls12_381_fr Bls381Fr;
    bn254_fr Bn254Fr;
    bls12_377_fr Bls377Fr;
    p224 P224;
    goldilocks Goldilocks;
    goldilocks_plain GoldilocksPlain;
    two_adic_17 TwoAdic17;
    two_adic_18 TwoAdic18;
    p5 P5;
    p7 P7;
    p17 P17;
    p101 P101;
    p103 P103;
    p10007 P10007;
    p65519 P65519;
    p65537 P65537;
    m127 M127;
    p521 P521;
    baby_bear BabyBear;
    mersenne31 Mersenne31;
    small_257 Small257;
}

/// Inverses and roots of every element of the small fields.
macro_rules! exhaustive {
    ($($test:ident $F:ident $p:literal;)*) => {$(
        #[test]
        fn $test() {
            let mut squares = vec![false; $p];
            for x in 0..$p as u64 {
                squares[(x * x % $p) as usize] = true;
            }
            for x in 0..$p as u64 {
                let a = $F::from(x);
                let inverse: Option<$F> = a.invert().into();
                assert_eq!(inverse, a.invert_vartime());
                assert_eq!(inverse.map(|i| i * a), (x != 0).then_some($F::ONE));
                let root: Option<$F> = a.sqrt().into();
                assert_eq!(root.is_some(), squares[x as usize]);
                assert!(root.is_none_or(|root| root.square() == a));
                assert!(a.sqrt_vartime().is_none_or(|root| root.square() == a));
                let symbol = if x == 0 { 0 } else if squares[x as usize] { 1 } else { -1 };
                assert_eq!((a.legendre(), a.legendre_vartime()), (symbol, symbol));
            }
        }
    )*};
}

exhaustive! {
    every_element_of_5 P5 5;
    every_element_of_7 P7 7;
    every_element_of_17 P17 17;
    every_element_of_101 P101 101;
    every_element_of_103 P103 103;
    every_element_of_257 Small257 257;
    every_element_of_10007 P10007 10007;
    every_element_of_65519 P65519 65519;
    every_element_of_65537 P65537 65537;
}

/// The two inversions (and symbols) against each other on many values, with runs of equal bits.
#[test]
fn inversions_agree() {
    let mut random = Random(3);
    let mut words = [0u64; 9];
    for round in 0..4000 {
        for word in &mut words {
            *word = match random.next() % 5 {
                0 => 0,
                1 => u64::MAX,
                2 => u64::MAX << (random.next() % 64),
                3 => 1 << (random.next() % 64),
                _ => random.next(),
            };
        }
        if round % 3 == 0 {
            words[3] = 0;
            words[5] = 0;
        }
        macro_rules! check {
            ($F:ident, $words:literal) => {
                let a = $F::from_raw(words[..$words].try_into().unwrap());
                let inverse: Option<$F> = a.invert().into();
                assert_eq!(inverse, a.invert_vartime(), "{a}");
                assert!(inverse.is_none_or(|inverse| inverse * a == $F::ONE), "{a}");
                if round % 16 == 0 {
                    assert_eq!(a.legendre_vartime(), a.legendre(), "{a}");
                }
            };
        }
        check!(Goldilocks, 1);
        check!(GoldilocksPlain, 1);
        check!(M127, 2);
        check!(Bn254Fp, 4);
        check!(Bls381Fr, 4);
        check!(Bls381Fp, 6);
        if round % 8 == 0 {
            check!(P521, 9);
            check!(Secp256k1Fp, 4);
        }
    }
}

#[test]
fn uniform_bytes_and_random() {
    use fieldc::__private::rand_core::{Error, RngCore};

    struct Seeded(Random);
    impl RngCore for Seeded {
        fn next_u32(&mut self) -> u32 {
            self.next_u64() as u32
        }
        fn next_u64(&mut self) -> u64 {
            self.0.next()
        }
        fn fill_bytes(&mut self, bytes: &mut [u8]) {
            for byte in bytes {
                *byte = self.0.next() as u8;
            }
        }
        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
            self.fill_bytes(bytes);
            Ok(())
        }
    }

    let bytes = [0xa5; 96];
    let p = BigUint::parse_bytes(&<Bls381Fp as PrimeField>::MODULUS.as_bytes()[2..], 16).unwrap();
    let expected = BigUint::from_bytes_le(&bytes).mod_floor(&p);
    let got = <Bls381Fp as FromUniformBytes<96>>::from_uniform_bytes(&bytes);
    assert_eq!(BigUint::from_bytes_le(&got.to_bytes_le()), expected);
    let short: [u8; 48] = [0xff; 48];
    let got = <Bn254Fp as FromUniformBytes<48>>::from_uniform_bytes(&short);
    assert_eq!(got, Bn254Fp::from_bytes_reduced_le(&short));

    let mut rng = Seeded(Random(1));
    let (a, b) = (Bls381Fr::random(&mut rng), Bls381Fr::random(&mut rng));
    assert_ne!(a, b);
    // Every residue of a small field comes up.
    let mut seen = [false; 7];
    for _ in 0..200 {
        seen[P7::random(&mut rng).to_canonical_limbs()[0] as usize] = true;
    }
    assert_eq!(seen, [true; 7]);
}

/// Constructors work in constants.
#[test]
fn constants_at_compile_time() {
    const SEVEN: Bn254Fp = Bn254Fp::from_u64(7);
    const RAW: Bls381Fp = Bls381Fp::from_raw([7, 0, 0, 0, 0, 0]);
    const SMALL: BabyBear = BabyBear::from_u128(7 + 2013265921);
    assert_eq!(SEVEN, Bn254Fp::from(7u64));
    assert_eq!(RAW, Bls381Fp::from(7u8));
    assert_eq!(SMALL, BabyBear::from(7u32));
}
