//! Points from field elements and from messages, as RFC 9380 has it.
//!
//! - [`MapToCurve`], [`map_to_curve`]: the map of a field to a curve's subgroup; EIP-2537's MAP contracts
//! - [`HashField`]: what a field needs for it
//! - `Suite` and one type a suite, named after it (feature `hash-to-curve`)
//! - `hash_to_curve`, `encode_to_curve`: the same with any expander, say `Xmd<Keccak256>`
//! - `expand_message`: `Xmd` and `Xof`
//!
//! | curve | map |
//! |---|---|
//! | BLS12-381, both groups | simplified SWU on a curve with an isogeny of degree 11 or 3 |
//! | BN254, both groups | Shallue and van de Woestijne |
//! | secp256k1 | simplified SWU and an isogeny of degree 3 |
//! | P-256 | simplified SWU |
//!
//! Everything is straight-line with selections: the time depends on the lengths of message and tag only.

// What no curve without its feature needs.
#![cfg_attr(
    not(all(
        feature = "bls12-381",
        feature = "bn254",
        feature = "secp256k1",
        feature = "p256"
    )),
    allow(dead_code, unused_imports, unused_macros)
)]

#[cfg(feature = "hash-to-curve")]
mod expand;
mod field;
mod jacobian;
mod map;
#[cfg(feature = "p256")]
mod p256;
mod pairing_curves;
#[cfg(feature = "secp256k1")]
mod secp256k1;
#[cfg(feature = "hash-to-curve")]
mod suite;

#[cfg(feature = "hash-to-curve")]
pub use expand::{ExpandError, ExpandMessage, Xmd, Xof, XofShake128, XofShake256};
pub use field::{HashField, uniform_length};
pub use map::{MapToCurve, map_to_curve};
#[cfg(feature = "hash-to-curve")]
pub use suite::*;

#[cfg(all(
    test,
    feature = "bls12-381",
    feature = "bn254",
    feature = "secp256k1",
    feature = "p256"
))]
mod tests;
