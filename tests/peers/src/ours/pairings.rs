//! Towers and pairings.

use crate::bench::Suite;
use crate::peers::pairings::{Coordinates, Library, bls12_381, bn254, inverse, product, square};
use fieldc::fields::{Bls12381Fp, Bls12381Fp2, Bn254Fp, Bn254Fp2};
use fieldc::pairing::{multi_miller_loop_vartime, pairing_product_is_one_vartime, pairing_vartime};
use fieldc::tower::Fp12;
use num_bigint::BigUint;
use std::rc::Rc;

macro_rules! curve {
    ($suite:expr, $who:expr, $reference:ident, $krate:ident :: $Curve:ident, $Fp:ident, $Fp2:ident) => {{
        use fieldc::$krate::{G1Affine, G2Affine, $Curve};
        fn fp(x: &BigUint) -> $Fp {
            $Fp::from_bytes_reduced_le(&x.to_bytes_le())
        }
        let library = Rc::new(Library {
            who: $who,
            reference: $reference(),
            g1: |p| G1Affine::new(fp(&p[0]), fp(&p[1])).expect("on the curve"),
            g2: |q| {
                let (x, y) = (
                    $Fp2::new(fp(&q[0]), fp(&q[1])),
                    $Fp2::new(fp(&q[2]), fp(&q[3])),
                );
                G2Affine::new(x, y).expect("on the curve")
            },
            to: |x: &Fp12<$Fp2>| -> Coordinates {
                let integer = |x: $Fp| BigUint::from_bytes_le(&x.to_bytes_le());
                std::array::from_fn(|i| {
                    let c = &x.0[i / 2];
                    integer(if i % 2 == 0 { c.c0() } else { c.c1() })
                })
            },
            from: |x| {
                Fp12(std::array::from_fn(|i| {
                    $Fp2::new(fp(&x[2 * i]), fp(&x[2 * i + 1]))
                }))
            },
            power: BigUint::from(1u8),
        });
        library.pairing(
            $suite,
            |p, q| pairing_vartime::<$Curve>(p, q).to_fp12(),
            |p, q| multi_miller_loop_vartime::<$Curve>(&[(*p, *q)], &[]),
            |f| f.final_exponentiation_vartime().to_fp12(),
            |pairs| pairing_product_is_one_vartime::<$Curve>(pairs),
        );
        library.fp12($suite, "mul", |a, b| a * b, product);
        library.fp12($suite, "sqr", |a, _| a.square(), square);
        library.fp12(
            $suite,
            "cyclotomic_sqr",
            |a, _| a.cyclotomic_square(),
            square,
        );
        library.fp12(
            $suite,
            "inv",
            |a, _| a.invert_vartime().expect("not 0"),
            inverse,
        );
    }};
}

/// Registers the rows `tower/…` and `pairing/…`.
pub fn register(suite: &mut Suite, who: &'static str) {
    curve!(suite, who, bn254, bn254::Bn254, Bn254Fp, Bn254Fp2);
    curve!(
        suite,
        who,
        bls12_381,
        bls12_381::Bls12381,
        Bls12381Fp,
        Bls12381Fp2
    );
}
