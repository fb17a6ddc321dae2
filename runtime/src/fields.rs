//! The standard fields, each behind the cargo feature of its family.

#[cfg(any(feature = "bn254", feature = "bls12-381"))]
use crate::quadratic_extension;

macro_rules! fields {
    ($($feature:literal { $($(#[$doc:meta])* $name:ident = $module:ident $([$($uniform:literal),*])?;)* })*) => {$($(
        #[cfg(feature = $feature)]
        crate::field_type! {
            $(#[$doc])*
            pub struct $name;
            kernels = fieldc_generated::$module;
            uniform = [$($($uniform),*)?];
        }
    )*)*};
}

fields! {
    "bn254" {
        /// The base field of BN254.
        Bn254Fp = bn254_fp [48, 64];
        /// The scalar field of BN254.
        Bn254Fr = bn254_fr [48, 64];
    }
    "bls12-381" {
        /// The base field of BLS12-381.
        Bls12381Fp = bls12_381_fp [64, 96];
        /// The scalar field of BLS12-381.
        Bls12381Fr = bls12_381_fr [48, 64];
    }
    "bls12-377" {
        /// The base field of BLS12-377.
        Bls12377Fp = bls12_377_fp [64, 96];
        /// The scalar field of BLS12-377.
        Bls12377Fr = bls12_377_fr [48, 64];
    }
    "secp256k1" {
        /// The base field of secp256k1.
        Secp256k1Fp = secp256k1_fp [48, 64];
        /// The scalar field of secp256k1.
        Secp256k1Fr = secp256k1_fr [48, 64];
    }
    "p256" {
        /// The base field of P-256.
        P256Fp = p256_fp [48, 64];
        /// The scalar field of P-256.
        P256Fr = p256_fr [48, 64];
    }
    "pasta" {
        /// The base field of Pallas, the scalar field of Vesta.
        PallasFp = pallas_fp [48, 64];
        /// The base field of Vesta, the scalar field of Pallas.
        VestaFp = vesta_fp [48, 64];
    }
    "bandersnatch" {
        /// The scalar field of Bandersnatch.
        BandersnatchFr = bandersnatch_fr [48, 64];
    }
    "curve25519" {
        /// The base field of Curve25519.
        Curve25519Fp = curve25519_fp [48, 64];
    }
    "small" {
        /// 2^64 - 2^32 + 1.
        Goldilocks = goldilocks [32, 64];
        /// 2^31 - 1.
        Mersenne31 = mersenne31 [32, 64];
        /// 15 2^27 + 1.
        BabyBear = babybear [32, 64];
        /// 127 2^24 + 1.
        KoalaBear = koalabear [32, 64];
    }
}

#[cfg(feature = "bn254")]
quadratic_extension! {
    /// `Fp[u]/(u^2 + 1)` over the base field of BN254; `ξ = 9 + u`.
    pub struct Bn254Fp2;
    base = Bn254Fp;
    kernels = fieldc_generated::bn254_fp;
    xi = [9, 1];
    late = false;
}

#[cfg(feature = "bls12-381")]
quadratic_extension! {
    /// `Fp[u]/(u^2 + 1)` over the base field of BLS12-381; `ξ = 1 + u`.
    pub struct Bls12381Fp2;
    base = Bls12381Fp;
    kernels = fieldc_generated::bls12_381_fp;
    xi = [1, 1];
    late = true;
}
