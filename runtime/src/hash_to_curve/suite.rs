//! The suites by their names, and the functions that they are made of.

use sha2::Sha256;

use super::{ExpandError, ExpandMessage, HashField, MapToCurve, Xmd, uniform_length};

/// Bytes for the elements of one call.
const BUFFER: usize = 1024;

/// `N` elements from a message with `K` bits of security (RFC 9380, section 5.2). The time depends on lengths.
///
/// # Domain
/// At most 1024 uniform bytes, or it does not compile.
///
/// # Errors
/// An empty tag; more bytes than the expander gives.
pub fn hash_to_field<F: HashField, X: ExpandMessage, const N: usize, const K: u32>(
    msg: &[u8],
    dst: &[u8],
) -> Result<[F; N], ExpandError> {
    let size = const {
        let size = F::DEGREE * uniform_length(F::BITS, K);
        assert!(
            N * size <= BUFFER,
            "more uniform bytes than there is room for"
        );
        size
    };
    let mut bytes = [0; BUFFER];
    X::expand_message(msg, dst, &mut bytes[..N * size])?;
    Ok(core::array::from_fn(|i| {
        F::from_uniform_bytes(&bytes[i * size..(i + 1) * size])
    }))
}

/// The security of the suites, checked where one is used.
const K: u32 = 128;

/// A point that is as good as random: `hash_to_curve` of RFC 9380. The time depends on lengths.
///
/// # Errors
/// An empty tag; more bytes than the expander gives.
pub fn hash_to_curve<C: MapToCurve, X: ExpandMessage>(
    msg: &[u8],
    dst: &[u8],
) -> Result<C::Point, ExpandError> {
    const { assert!(C::SECURITY == K) }
    Ok(C::map_sum(&hash_to_field::<C::Field, X, 2, K>(msg, dst)?))
}

/// A point of a part of the curve, at half the cost: `encode_to_curve` of RFC 9380. The time depends on lengths.
///
/// # Errors
/// An empty tag; more bytes than the expander gives.
pub fn encode_to_curve<C: MapToCurve, X: ExpandMessage>(
    msg: &[u8],
    dst: &[u8],
) -> Result<C::Point, ExpandError> {
    const { assert!(C::SECURITY == K) }
    Ok(C::map_sum(&hash_to_field::<C::Field, X, 1, K>(msg, dst)?))
}

/// A suite of RFC 9380.
pub trait Suite {
    /// The name.
    const ID: &'static str;
    /// Whether its function is `hash_to_curve`, a random oracle; else it is `encode_to_curve`.
    const RANDOM_ORACLE: bool;
    /// The curve.
    type Curve: MapToCurve;
    /// How messages become bytes.
    type Expander: ExpandMessage;

    /// The point of a message under a domain separation tag. The time depends on lengths.
    ///
    /// # Errors
    /// An empty tag.
    fn hash(msg: &[u8], dst: &[u8]) -> Result<<Self::Curve as MapToCurve>::Point, ExpandError> {
        if Self::RANDOM_ORACLE {
            hash_to_curve::<Self::Curve, Self::Expander>(msg, dst)
        } else {
            encode_to_curve::<Self::Curve, Self::Expander>(msg, dst)
        }
    }
}

macro_rules! suites {
    ($($feature:literal $name:ident = $id:literal, $curve:ty, $random_oracle:literal;)*) => {$(
        #[doc = concat!("`", $id, "`.")]
        #[cfg(feature = $feature)]
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        #[cfg(feature = $feature)]
        impl Suite for $name {
            const ID: &'static str = $id;
            const RANDOM_ORACLE: bool = $random_oracle;
            type Curve = $curve;
            type Expander = Xmd<Sha256>;
        }
    )*};
}

suites! {
    "bls12-381" Bls12381G1Ro = "BLS12381G1_XMD:SHA-256_SSWU_RO_", crate::bls12_381::G1, true;
    "bls12-381" Bls12381G1Nu = "BLS12381G1_XMD:SHA-256_SSWU_NU_", crate::bls12_381::G1, false;
    "bls12-381" Bls12381G2Ro = "BLS12381G2_XMD:SHA-256_SSWU_RO_", crate::bls12_381::G2, true;
    "bls12-381" Bls12381G2Nu = "BLS12381G2_XMD:SHA-256_SSWU_NU_", crate::bls12_381::G2, false;
    "bn254" Bn254G1Ro = "BN254G1_XMD:SHA-256_SVDW_RO_", crate::bn254::G1, true;
    "bn254" Bn254G1Nu = "BN254G1_XMD:SHA-256_SVDW_NU_", crate::bn254::G1, false;
    "bn254" Bn254G2Ro = "BN254G2_XMD:SHA-256_SVDW_RO_", crate::bn254::G2, true;
    "bn254" Bn254G2Nu = "BN254G2_XMD:SHA-256_SVDW_NU_", crate::bn254::G2, false;
    "secp256k1" Secp256k1Ro = "secp256k1_XMD:SHA-256_SSWU_RO_", crate::secp256k1::Secp256k1, true;
    "secp256k1" Secp256k1Nu = "secp256k1_XMD:SHA-256_SSWU_NU_", crate::secp256k1::Secp256k1, false;
    "p256" P256Ro = "P256_XMD:SHA-256_SSWU_RO_", crate::p256::P256, true;
    "p256" P256Nu = "P256_XMD:SHA-256_SSWU_NU_", crate::p256::P256, false;
}
