//! Towers of `extension!` over the base fields of pairing curves, against other libraries and the runtime's own.

use ark_ff::{BigInt, Field as ArkField, PrimeField};
use ff::Field;
use fieldc::curve::{Affine, Jacobian, Projective, Weierstrass};
use fieldc::fields::{Bls12377Fp, Bls12381Fp, Bn254Fp, Bn254Fr};
use fieldc_compiler::spec::names;
use fieldc_tests::adversarial::Random;
use fieldc_tests::tiers;
use num_bigint::BigUint;
use subtle::{ConditionallySelectable, ConstantTimeEq};

/// Coordinates as plain integers: zeros, ones, edges and anything.
fn coordinates(r: &mut Random, name: &str, n: usize) -> Vec<[u64; 6]> {
    let p = names::find(name).unwrap().modulus().unwrap();
    let all = match r.below(12) {
        0 => vec![BigUint::ZERO; n],
        // One coordinate, or the last ones, or the first.
        1 => {
            let at = r.below(n);
            let one = |i| {
                if i == at {
                    r.operand(&(&p - 1u8))
                } else {
                    BigUint::ZERO
                }
            };
            (0..n).map(one).collect()
        }
        2 | 3 => {
            let (at, low) = (r.below(n), r.below(2) == 0);
            let some = |i| match (i < at) == low {
                true => r.operand(&(&p - 1u8)),
                false => BigUint::ZERO,
            };
            (0..n).map(some).collect()
        }
        4 => vec![&p - 1u8; n],
        _ => (0..n).map(|_| r.operand(&(&p - 1u8))).collect(),
    };
    all.iter()
        .map(|x| {
            let mut limbs = [0; 6];
            limbs
                .iter_mut()
                .zip(x.iter_u64_digits())
                .for_each(|(l, d)| *l = d);
            limbs
        })
        .collect()
}

mod bls12_377 {
    use super::*;
    use ark_bls12_377::{Fq, Fq2, Fq6, Fq12};

    fieldc::extension! {
        /// `Fp[u]/(u^2 + 5)`
        pub struct Fp2;
        /// `Fp2[v]/(v^3 - u)`
        pub struct Fp6;
        /// `Fp6[w]/(w^2 - v)`
        pub struct Fp12;
        base = Bls12377Fp;
        modulus = "bls12-377:fp";
        tower = "u^2 = -5, v^3 = u, w^2 = v";
    }

    fn ours(c: &[u64; 6]) -> Bls12377Fp {
        Bls12377Fp::from_canonical_limbs(*c).unwrap()
    }

    macro_rules! against {
        ($test:ident, $Ours:ident, $Ark:ident, $n:literal, $rounds:literal, $norm:expr) => {
            #[test]
            fn $test() {
                let mut r = Random(377);
                let ark = |x: &$Ours| {
                    let c = x.coordinates();
                    let c =
                        c.map(|c| Fq::from_bigint(BigInt::new(c.to_canonical_limbs())).unwrap());
                    $Ark::from_base_prime_field_elems(c).unwrap()
                };
                let mut element = || {
                    let c = coordinates(&mut r, "bls12-377:fp", $n);
                    $Ours::from_coordinates(core::array::from_fn(|i| ours(&c[i])))
                };
                for round in 0..$rounds {
                    let (a, mut b) = (element(), element());
                    if round % 8 == 0 {
                        b = a;
                    }
                    let (x, y) = (ark(&a), ark(&b));
                    assert_eq!(ark(&(a + b)), x + y);
                    assert_eq!(ark(&(a - b)), x - y);
                    assert_eq!(ark(&-a), -x);
                    assert_eq!(ark(&(a * b)), x * y);
                    assert_eq!(ark(&a.square()), x.square());
                    assert_eq!(ark(&a.double()), x + x);
                    assert_eq!(a.half().double(), a);
                    let inverse = Option::<$Ours>::from(a.invert());
                    assert_eq!(inverse.map(|i| ark(&i)), x.inverse());
                    assert_eq!(a.invert_vartime(), inverse);
                    for k in 0..2 * $n {
                        assert_eq!(ark(&a.frobenius(k)), x.frobenius_map(k as usize), "{k}");
                    }
                    let e = [7, round, u64::MAX];
                    assert_eq!(ark(&a.pow_vartime(e)), x.pow(e));
                    assert_eq!(a.pow(e), a.pow_vartime(e));
                    $norm(&a, &x);
                    if round < $rounds / 4 {
                        let root = Option::<$Ours>::from(a.sqrt());
                        assert_eq!(root.is_some(), !x.legendre().is_qnr(), "{a:?}");
                        if let Some(root) = root {
                            assert_eq!(root.square(), a);
                        }
                        let square = a.square();
                        let root = square.sqrt().unwrap();
                        assert!(root == a || root == -a);
                        let (is, root) = $Ours::sqrt_ratio(&a, &b);
                        let ratio = y.inverse().map(|i| x * i);
                        match (ratio, a == $Ours::ZERO) {
                            (_, true) => assert!(bool::from(is) && root == a),
                            (None, _) => assert!(!bool::from(is) && root == $Ours::ZERO),
                            (Some(ratio), _) => {
                                assert_eq!(bool::from(is), !ratio.legendre().is_qnr());
                                if bool::from(is) {
                                    assert_eq!(ark(&root.square()), ratio);
                                } else {
                                    assert!(ark(&root.square()) != ratio);
                                }
                            }
                        }
                    }
                }
            }
        };
    }

    against!(fp2, Fp2, Fq2, 2, 400, |a: &Fp2, x: &Fq2| {
        let norm = a.norm().to_canonical_limbs();
        assert_eq!(Fq::from_bigint(BigInt::new(norm)).unwrap(), x.norm());
        assert_eq!(Fp2::from(a.norm()), *a * a.conjugate());
    });
    against!(fp6, Fp6, Fq6, 6, 48, |a: &Fp6, _: &Fq6| {
        // q = p^2
        let conjugates = *a * a.frobenius(2) * a.frobenius(4);
        assert_eq!(Fp6::from(a.norm()), conjugates);
    });
    against!(fp12, Fp12, Fq12, 12, 24, |a: &Fp12, x: &Fq12| {
        let norm = x.norm();
        let limbs: Vec<_> = norm
            .to_base_prime_field_elements()
            .map(|c| c.into_bigint().0)
            .collect();
        let limbs_here = a.norm().coordinates().map(|c| c.to_canonical_limbs());
        assert_eq!(limbs, limbs_here);
        assert_eq!(a.conjugate(), a.frobenius(6));
        assert_eq!(Fp12::from(a.norm()), *a * a.conjugate());
    });

    #[test]
    fn levels() {
        let mut r = Random(1);
        let mut base = || ours(&coordinates(&mut r, "bls12-377:fp", 1)[0]);
        for _ in 0..20 {
            let (s, a, b) = (base(), Fp2::new(base(), base()), Fp2::new(base(), base()));
            assert_eq!((a.c0(), a.c1()), (a.coordinates()[0], a.coordinates()[1]));
            assert_eq!(a.scale(&s), a * Fp2::from(s));
            assert_eq!(a.scale_below(&s), a * Fp2::from(s));
            let x = Fp6::new(a, b, a + b);
            assert_eq!((x.c0(), x.c1(), x.c2()), (a, b, a + b));
            assert_eq!(x.scale(&s), x * Fp6::from(s));
            assert_eq!(x.scale_below(&a), x * Fp6::from(a));
            let y = Fp12::new(x, x.square());
            assert_eq!((y.c0(), y.c1()), (x, x.square()));
            assert_eq!(y.scale(&s), y * Fp12::from(s));
            assert_eq!(y.scale_below(&x), y * Fp12::from(x));
            assert_eq!(Fp12::from(Fp6::from(a)), Fp12::from(a));
            // Operators by reference, in place, and over iterators.
            let mut z = y;
            z += &y;
            z -= y;
            z *= y;
            z *= &y;
            assert_eq!(z, y * y.square());
            assert_eq!([y, y, y].iter().sum::<Fp12>(), y.double() + y);
            assert_eq!([y, y, y].into_iter().product::<Fp12>(), y * y * y);
            let (l, r) = (&y, &z);
            assert_eq!((l - r, l + r, l * r), (y - z, y + z, y * z));
            assert_eq!(-&y + y, Fp12::default());
            let pick = |c: u8| Fp12::conditional_select(&y, &z, c.into());
            assert_eq!((pick(0), pick(1)), (y, z));
            assert_eq!(bool::from(y.ct_eq(&z)), y == z);
            assert!(bool::from((y - y).is_zero()));
        }
    }

    /// The same arithmetic on every tier.
    #[test]
    fn tiers_agree() {
        let mut all = vec![];
        tiers::on_each(|_| {
            let mut r = Random(9);
            let c = coordinates(&mut r, "bls12-377:fp", 12);
            let a = Fp12::from_coordinates(core::array::from_fn(|i| ours(&c[i])));
            let a = a + Fp12::ONE;
            all.push((a.square() * a).invert_vartime());
        });
        assert!(all.windows(2).all(|w| w[0] == w[1]));
    }
}

/// A tower of the macro against the runtime's, coordinate by coordinate.
macro_rules! own {
    ($module:ident, $Fp:ident, $Own2:ident, $name:literal, $tower:literal) => {
        mod $module {
            use super::*;
            use fieldc::fields::$Own2;
            use fieldc::tower::{Fp6 as Own6, Fp12 as Own12};

            fieldc::extension! {
                /// Over the prime field.
                pub struct Fp2;
                /// Over Fp2.
                pub struct Fp6;
                /// Over Fp6.
                pub struct Fp12;
                base = $Fp;
                modulus = $name;
                tower = $tower;
            }

            fn own2(a: &Fp2) -> $Own2 {
                $Own2::new(a.c0(), a.c1())
            }
            fn own6(a: &Fp6) -> Own6<$Own2> {
                Own6([a.c0(), a.c1(), a.c2()].map(|c| own2(&c)))
            }
            fn own12(a: &Fp12) -> Own12<$Own2> {
                Own12::new(own6(&a.c0()), own6(&a.c1()))
            }

            #[test]
            fn agrees() {
                let mut r = Random(12);
                let mut element = || {
                    let c = coordinates(&mut r, $name, 12);
                    Fp12::from_coordinates(core::array::from_fn(|i| {
                        let mut limbs = $Fp::ZERO.to_canonical_limbs();
                        let n = limbs.len();
                        limbs.copy_from_slice(&c[i][..n]);
                        $Fp::from_canonical_limbs(limbs).unwrap()
                    }))
                };
                for _ in 0..60 {
                    let (a, b) = (element(), element());
                    let (x, y) = (own12(&a), own12(&b));
                    assert_eq!(own12(&(a * b)), x * y);
                    assert_eq!(own12(&a.square()), x.square());
                    assert_eq!(own12(&(a - b)), x - y);
                    assert_eq!(own12(&a.frobenius(1)), x.frobenius::<1>());
                    assert_eq!(own12(&a.frobenius(2)), x.frobenius::<2>());
                    assert_eq!(own12(&a.frobenius(3)), x.frobenius::<3>());
                    assert_eq!(own12(&a.conjugate()), x.conjugate());
                    assert_eq!(a.invert_vartime().map(|i| own12(&i)), x.invert_vartime());
                    let (a, b) = (a.c0(), b.c1());
                    let (x, y) = (own6(&a), own6(&b));
                    assert_eq!(own6(&(a * b)), x * y);
                    assert_eq!(own6(&a.square()), x.square());
                    assert_eq!(a.invert_vartime().map(|i| own6(&i)), x.invert_vartime());
                    let (a, b) = (a.c0(), b.c1());
                    let (x, y) = (own2(&a), own2(&b));
                    assert_eq!(own2(&(a * b)), x * y);
                    assert_eq!(own2(&a.square()), x.square());
                    assert_eq!(own2(&a.frobenius(1)), x.frobenius());
                    assert_eq!(a.norm(), x.norm());
                    assert_eq!(a.invert_vartime().map(|i| own2(&i)), x.invert_vartime());
                    assert_eq!(
                        bool::from(a.sqrt().is_some()),
                        bool::from(x.sqrt().is_some())
                    );
                }
            }
        }
    };
}

own!(
    bn254,
    Bn254Fp,
    Bn254Fp2,
    "bn254:fp",
    "u^2 = -1, v^3 = 9 + u, w^2 = v"
);
own!(
    bls12_381,
    Bls12381Fp,
    Bls12381Fp2,
    "bls12-381:fp",
    "u^2 = -1, v^3 = u + 1, w^2 = v"
);

/// G2 of BN254 with coordinates in a field of the macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Twist;

const fn twist(a: fieldc::fields::Bn254Fp2) -> bn254::Fp2 {
    bn254::Fp2::new(a.c0(), a.c1())
}

impl Weierstrass for Twist {
    type Base = bn254::Fp2;
    type Scalar = Bn254Fr;
    const B: bn254::Fp2 = twist(fieldc::bn254::G2::B);
    const GENERATOR: (bn254::Fp2, bn254::Fp2) = {
        let (x, y) = fieldc::bn254::G2::GENERATOR;
        (twist(x), twist(y))
    };
    const ORDER: [u64; 4] = Bn254Fr::MODULUS;
    fn mul_3b(x: &bn254::Fp2) -> bn254::Fp2 {
        let b = Self::B * x;
        b.double() + b
    }
    fn scalar_limbs(k: &Bn254Fr) -> [u64; 4] {
        k.to_canonical_limbs()
    }
    fn is_in_subgroup<P: fieldc::curve::Coordinates<Self>>(p: &P) -> subtle::Choice {
        p.times_limbs(&Self::ORDER).equals(&P::IDENTITY)
    }
    fn clear_cofactor<P: fieldc::curve::Coordinates<Self>>(p: &P) -> P {
        *p
    }
}

#[test]
fn a_curve_over_an_extension() {
    use fieldc::bn254::G2Jacobian;
    let k = Bn254Fr::from(0x1234_5678_9abc_def1u64).square().square();
    let own = G2Jacobian::from(Affine::GENERATOR)
        .mul_vartime(&k)
        .to_affine_vartime();
    let wanted = own.xy().map(twist);
    let p = Projective::<Twist>::GENERATOR.mul(&k).to_affine();
    let q = Jacobian::<Twist>::from(Affine::GENERATOR)
        .mul_vartime(&k)
        .to_affine_vartime();
    assert_eq!(*p.xy(), wanted);
    assert_eq!(p, q);
    assert!(p.is_in_subgroup_vartime());
}
