//! The quadratic extensions against pairs of big integers.

use ff::Field;
use fieldc::fields::{Bls12381Fp, Bls12381Fp2, Bn254Fp, Bn254Fp2};
use fieldc::tower::{Element, Extension};
use fieldc_tests::adversarial::Random;
use num_bigint::BigUint;

macro_rules! quadratic {
    ($test:ident, $Fp:ident, $Fp2:ident, $xi:literal) => {
        #[test]
        fn $test() {
            let mut r = Random(17);
            let digits = |x: &[u64]| {
                BigUint::new(
                    x.iter()
                        .flat_map(|w| [*w as u32, (w >> 32) as u32])
                        .collect(),
                )
            };
            let p = digits(&$Fp::MODULUS);
            let element = |x: &BigUint| {
                let mut limbs = $Fp::ZERO.to_canonical_limbs();
                limbs
                    .iter_mut()
                    .zip(x.iter_u64_digits())
                    .for_each(|(l, d)| *l = d);
                $Fp::from_canonical_limbs(limbs).unwrap()
            };
            let pair = |x: &[BigUint; 2]| $Fp2::new(element(&x[0]), element(&x[1]));
            let value = |x: &$Fp2| [x.c0(), x.c1()].map(|c| digits(&c.to_canonical_limbs()));
            let mul = |x: &[BigUint; 2], y: &[BigUint; 2]| {
                [
                    (&x[0] * &y[0] + &p * &p - &x[1] * &y[1]) % &p,
                    (&x[0] * &y[1] + &x[1] * &y[0]) % &p,
                ]
            };
            let top = &p - 1u8;
            let mut squares = 0;
            for round in 0..400u32 {
                let mut x = [r.operand(&top), r.operand(&top)];
                let mut y = [r.operand(&top), r.operand(&top)];
                // Real, imaginary, zero, diagonal.
                match round % 9 {
                    0 => x[1] = BigUint::ZERO,
                    1 => x[0] = BigUint::ZERO,
                    2 => x[1] = x[0].clone(),
                    3 => (x[0], x[1]) = (&top - &y[0], y[0].clone()),
                    4 if round < 20 => x = [BigUint::ZERO, BigUint::ZERO],
                    5 => y = x.clone(),
                    _ => {}
                }
                let (a, b) = (pair(&x), pair(&y));
                let each =
                    |f: &dyn Fn(&BigUint, &BigUint) -> BigUint| [f(&x[0], &y[0]), f(&x[1], &y[1])];
                assert_eq!(value(&(a + b)), each(&|x, y| (x + y) % &p));
                assert_eq!(value(&(a - b)), each(&|x, y| (x + &p - y) % &p));
                assert_eq!(value(&-a), each(&|x, _| (&p - x) % &p));
                assert_eq!(value(&a.double()), each(&|x, _| 2u8 * x % &p));
                assert_eq!(Element::half(&a).double(), a);
                assert_eq!(value(&(a * b)), mul(&x, &y));
                assert_eq!(value(&a.square()), mul(&x, &x));
                let xi = [BigUint::from($xi as u8), BigUint::from(1u8)];
                assert_eq!(value(&a.times_xi()), mul(&x, &xi));
                assert_eq!(a.scale(&b.c0()), a * $Fp2::from(b.c0()));
                assert_eq!(a * a.conjugate(), $Fp2::from(a.norm()));
                match Option::<$Fp2>::from(a.invert()) {
                    Some(i) => {
                        assert_eq!(a * i, $Fp2::ONE);
                        assert_eq!(a.invert_vartime(), Some(i));
                    }
                    None => {
                        assert_eq!(a, $Fp2::ZERO);
                        assert_eq!(a.invert_vartime(), None);
                    }
                }
                // Every square has a root, which squares to it; twists by the non-square do not.
                let square = a.square();
                let root = square.sqrt().unwrap();
                assert!(root == a || root == -a, "{a:?}");
                assert!(square.is_square_vartime());
                assert_eq!(bool::from(a.sqrt().is_some()), a.is_square_vartime());
                squares += u32::from(a.is_square_vartime());
                if a != $Fp2::ZERO {
                    assert!(bool::from(square.times_xi().sqrt().is_none()));
                    let (is, root) = $Fp2::sqrt_ratio(&a, &b);
                    let ratio = a * b.invert().unwrap_or($Fp2::ZERO);
                    if b == $Fp2::ZERO {
                        assert!(!bool::from(is));
                    } else if bool::from(is) {
                        assert_eq!(root.square(), ratio);
                    } else {
                        assert_eq!(root.square(), ratio.times_xi());
                    }
                }
            }
            assert!((120..360).contains(&squares), "{squares}");
        }
    };
}

quadratic!(bn254, Bn254Fp, Bn254Fp2, 9);
quadratic!(bls12_381, Bls12381Fp, Bls12381Fp2, 1);
