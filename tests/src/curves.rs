//! The library's curves as [`curve_laws`](crate::curve_laws) takes them.

use fieldc::curve::Weierstrass;
use fieldc::fields::*;
use fieldc::{bls12_381, bn254, grumpkin, p256, pallas, secp256k1, vesta};
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
    bn254_fr from_bn254_fr Bn254Fr;
    secp256k1_fp from_secp256k1_fp Secp256k1Fp;
    p256_fp from_p256_fp P256Fp;
    pallas_fp from_pallas_fp PallasFp;
    vesta_fp from_vesta_fp VestaFp;
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
            a: real(0u8),
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

fieldc::field! {
    /// The coordinates of brainpoolP256r1 (RFC 5639, section 3.4).
    pub struct BrainpoolFp;
    modulus = 0xa9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377;
}

fieldc::field! {
    /// Its scalars.
    pub struct BrainpoolFr;
    modulus = 0xa9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7;
}

fieldc::curve! {
    /// brainpoolP256r1: a is neither 0 nor -3.
    pub struct Brainpool;
    base = BrainpoolFp;
    scalar = BrainpoolFr;
    modulus = 0xa9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377;
    order = 0xa9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7;
    a = 0x7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9;
    b = 0x26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6;
    generator = (
        0x8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262,
        0x547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997
    );
}

fieldc::field! {
    /// The coordinates of secp160k1 (SEC 2, version 1, section 2.4.1).
    pub struct Secp160k1Fp;
    modulus = 2^160 - 2^32 - 21389;
}

fieldc::field! {
    /// Its scalars, a bit longer.
    pub struct Secp160k1Fr;
    modulus = 0x100000000000000000001b8fa16dfab9aca16b6b3;
}

fieldc::curve! {
    /// secp160k1: three limbs, an endomorphism, an order of more bits than the modulus.
    pub struct Secp160k1;
    base = Secp160k1Fp;
    scalar = Secp160k1Fr;
    modulus = 2^160 - 2^32 - 21389;
    order = 0x100000000000000000001b8fa16dfab9aca16b6b3;
    a = 0;
    b = 7;
    generator = (
        0x3b4c382ce37aa192a4019e763036f4f5dd4d7ebb,
        0x938cf935318fdced6bc28286531733c3f03c4fee
    );
}

prime! {
    brainpool_fp from_brainpool_fp BrainpoolFp;
    secp160k1_fp from_secp160k1_fp Secp160k1Fp;
}

fieldc::curve! {
    /// BLS12-381's first group again, as a user would define it: a cofactor, and an endomorphism that is found.
    pub struct Bls12381G1;
    base = Bls12381Fp;
    scalar = Bls12381Fr;
    modulus = "bls12-381:fp";
    order = "bls12-381:fr";
    a = 0;
    b = 4;
    generator = (
        0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb,
        0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1
    );
    cofactor = 0x396c8c005555e1568c00aaab0000aaab;
}

impl Tested for Bls12381G1 {
    fn reference() -> Curve {
        let mut curve = weierstrass::bls12_381_g1();
        curve.clearing = Some(curve.cofactor.clone());
        let image = Self::map_x(&bls_fp(&curve.generator.0[0]));
        let multiple = curve.mul(&curve.generator(), &curve.lambda);
        if multiple.expect("not infinity").0[0] != from_bls_fp(&image) {
            curve.lambda = &curve.r - &curve.lambda - 1u8;
        }
        curve
    }
    fn element(a: &Element) -> Bls12381Fp {
        <bls12_381::G1 as Tested>::element(a)
    }
    fn integers(a: &Bls12381Fp) -> Element {
        <bls12_381::G1 as Tested>::integers(a)
    }
    fn scalar(k: &BigUint) -> Bls12381Fr {
        <bls12_381::G1 as Tested>::scalar(k)
    }
}

/// Curves of prime order; λ is one of the two that belong to the endomorphism, or 1 where there is none.
macro_rules! of_prime_order {
    ($($Curve:path: $Field:ident $Scalar:ident $into:ident $from:ident, $lambda:literal, $digits:expr;)*) => {$(
        impl Tested for $Curve {
            fn reference() -> Curve {
                let mut curve = weierstrass::of_prime_order($digits);
                let lambda = weierstrass::hex($lambda);
                let image = Self::map_x(&$into(&curve.generator.0[0]));
                let multiple = curve.mul(&curve.generator(), &lambda).expect("not infinity");
                curve.lambda = if multiple.0[0] == $from(&image) {
                    lambda
                } else {
                    // 1 + λ + λ^2 = 0
                    &curve.r - lambda - 1u8
                };
                curve
            }
            fn element([c0, c1]: &Element) -> $Field {
                assert_eq!(*c1, BigUint::ZERO);
                $into(c0)
            }
            fn integers(a: &$Field) -> Element {
                real($from(a))
            }
            fn scalar(k: &BigUint) -> $Scalar {
                $Scalar::from_bytes_reduced_be(&k.to_bytes_be())
            }
        }
    )*};
}

of_prime_order! {
    Secp160k1: Secp160k1Fp Secp160k1Fr secp160k1_fp from_secp160k1_fp, "f3c6393c4c5c9288fe47f1dff787a6ec6d16b2be", [
        "fffffffffffffffffffffffffffffffeffffac73",
        "100000000000000000001b8fa16dfab9aca16b6b3",
        "0",
        "7",
        "3b4c382ce37aa192a4019e763036f4f5dd4d7ebb",
        "938cf935318fdced6bc28286531733c3f03c4fee",
    ];
    Brainpool: BrainpoolFp BrainpoolFr brainpool_fp from_brainpool_fp, "1", [
        "a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377",
        "a9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7",
        "7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9",
        "26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6",
        "8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262",
        "547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997",
    ];
    secp256k1::Secp256k1: Secp256k1Fp Secp256k1Fr secp256k1_fp from_secp256k1_fp, "5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72", [
        "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
        "0",
        "7",
        "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8",
    ];
    p256::P256: P256Fp P256Fr p256_fp from_p256_fp, "1", [
        "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
        "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
        "ffffffff00000001000000000000000000000000fffffffffffffffffffffffc",
        "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
        "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
        "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
    ];
    grumpkin::Grumpkin: Bn254Fr Bn254Fp bn254_fr from_bn254_fr, "59e26bcea0d48bacd4f263f1acdb5c4f5763473177fffffe", [
        "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001",
        "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47",
        "0",
        "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593effffff0",
        "1",
        "2cf135e7506a45d632d270d45f1181294833fc48d823f272c",
    ];
    pallas::Pallas: PallasFp VestaFp pallas_fp from_pallas_fp, "6819a58283e528e511db4d81cf70f5a0fed467d47c033af2aa9d2e050aa0e4f", [
        "40000000000000000000000000000000224698fc094cf91b992d30ed00000001",
        "40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001",
        "0",
        "5",
        "40000000000000000000000000000000224698fc094cf91b992d30ed00000000",
        "2",
    ];
    vesta::Vesta: VestaFp PallasFp vesta_fp from_vesta_fp, "12ccca834acdba712caad5dc57aab1b01d1f8bd237ad31491dad5ebdfdfe4ab9", [
        "40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001",
        "40000000000000000000000000000000224698fc094cf91b992d30ed00000001",
        "0",
        "5",
        "40000000000000000000000000000000224698fc0994a8dd8c46eb2100000000",
        "2",
    ];
}
