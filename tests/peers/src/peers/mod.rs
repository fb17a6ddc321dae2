//! The other libraries, one module each. What a module leaves out, its library does not offer (or keeps private).
//!
//! A constant-time inversion also stands in the `inv_vartime` rows when its library has no other: a user who does not need constant
//! time would call it all the same.

#[cfg(any(feature = "fields", feature = "small-fields"))]
mod traits;

#[cfg(feature = "curves")]
pub mod alt_bn128;
#[cfg(feature = "fields")]
mod ark;
#[cfg(feature = "fields")]
mod blst;
#[cfg(feature = "curves")]
pub mod curves;
#[cfg(feature = "small-fields")]
mod dalek;
#[cfg(feature = "small-fields")]
mod fiat;
#[cfg(feature = "curves")]
pub mod group;
#[cfg(feature = "fields")]
mod halo2curves;
#[cfg(feature = "hash-to-curve")]
pub mod hash_to_curve;
#[cfg(any(feature = "fields", feature = "small-fields"))]
mod lambdaworks;
#[cfg(feature = "pairings")]
pub mod pairings;
#[cfg(feature = "fields")]
mod pasta;
#[cfg(feature = "small-fields")]
mod plonky3;
#[cfg(feature = "curves")]
pub mod precompiles;
#[cfg(feature = "small-fields")]
mod rustcrypto;
#[cfg(feature = "fields")]
mod substrate;

use crate::bench::Suite;

/// Registers every peer that is compiled in.
pub fn register(suite: &mut Suite) {
    #[cfg(feature = "fields")]
    {
        ark::register(suite);
        blst::register(suite);
        halo2curves::register(suite);
        lambdaworks::register(suite);
        pasta::register(suite);
        substrate::register(suite);
    }
    #[cfg(feature = "small-fields")]
    {
        dalek::register(suite);
        fiat::register(suite);
        lambdaworks::register_small(suite);
        plonky3::register(suite);
        rustcrypto::register(suite);
    }
    #[cfg(feature = "curves")]
    {
        curves::register(suite);
        precompiles::register(suite);
    }
    #[cfg(feature = "hash-to-curve")]
    hash_to_curve::register(suite);
    #[cfg(feature = "pairings")]
    pairings::register(suite);
    let _ = suite;
}
