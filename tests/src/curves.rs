//! The library's curves as [`curve_laws`](crate::curve_laws) takes them.

use fieldc::fields::{Bls12381Fp, Bls12381Fp2, Bls12381Fr, Bn254Fp, Bn254Fp2, Bn254Fr};
use fieldc::{bls12_381, bn254};
use num_bigint::BigUint;

use crate::curve_laws::Tested;
use crate::weierstrass::{self, Curve, Element, real};

macro_rules! prime {
    ($($into:ident $from:ident $Field:ident;)*) => {$(
        fn $into(a: &BigUint) -> $Field {
            let digits = a.to_bytes_be();
            let mut bytes = [0; $Field::BYTES];
            bytes[$Field::BYTES - digits.len()..].copy_from_slice(&digits);
            $Field::from_bytes_be(&bytes).expect("below the modulus")
        }

        fn $from(a: &$Field) -> BigUint {
            BigUint::from_bytes_be(&a.to_bytes_be())
        }
    )*};
}

prime! {
    bn254_fp from_bn254_fp Bn254Fp;
    bls_fp from_bls_fp Bls12381Fp;
}

macro_rules! second {
    ($($Curve:path: $reference:ident $Field:ident $Scalar:ident $into:ident $from:ident;)*) => {$(
        impl Tested for $Curve {
            fn reference() -> Curve {
                weierstrass::$reference()
            }
            fn element([c0, c1]: &Element) -> $Field {
                $Field::new($into(c0), $into(c1))
            }
            fn integers(a: &$Field) -> Element {
                [$from(&a.c0()), $from(&a.c1())]
            }
            fn scalar(k: &BigUint) -> $Scalar {
                $Scalar::from_bytes_reduced_be(&k.to_bytes_be())
            }
        }
    )*};
}

second! {
    bn254::G2: bn254_g2 Bn254Fp2 Bn254Fr bn254_fp from_bn254_fp;
    bls12_381::G2: bls12_381_g2 Bls12381Fp2 Bls12381Fr bls_fp from_bls_fp;
}

impl Tested for bls12_381::G1 {
    fn reference() -> Curve {
        weierstrass::bls12_381_g1()
    }
    fn element([c0, c1]: &Element) -> Bls12381Fp {
        assert_eq!(*c1, BigUint::ZERO);
        bls_fp(c0)
    }
    fn integers(a: &Bls12381Fp) -> Element {
        real(from_bls_fp(a))
    }
    fn scalar(k: &BigUint) -> Bls12381Fr {
        Bls12381Fr::from_bytes_reduced_be(&k.to_bytes_be())
    }
}

impl Tested for bn254::G1 {
    fn reference() -> Curve {
        let Some((x, y)) = crate::bn254::generator() else {
            unreachable!("a generator is not infinity")
        };
        Curve {
            p: crate::bn254::p(),
            r: crate::bn254::r(),
            cofactor: 1u8.into(),
            small: vec![],
            b: real(3u8),
            generator: (real(x), real(y)),
            lambda: crate::bn254::lambda(),
            clearing: Some(1u8.into()),
            extension: false,
        }
    }
    fn element([c0, c1]: &Element) -> Bn254Fp {
        assert_eq!(*c1, BigUint::ZERO);
        bn254_fp(c0)
    }
    fn integers(a: &Bn254Fp) -> Element {
        real(from_bn254_fp(a))
    }
    fn scalar(k: &BigUint) -> Bn254Fr {
        Bn254Fr::from_bytes_reduced_be(&k.to_bytes_be())
    }
}
