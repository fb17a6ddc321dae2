//! The fields, the curve and the precompiles of one family; no other field is built.
#![no_std]
#![forbid(unsafe_code)]
#![deny(warnings)]

use fieldc::precompile::{Error, Fork, Output, bn254_add};

// Were the others built too, this name would be ambiguous.
mod own {
    /// Not the library's.
    pub struct Goldilocks;
}
use fieldc::fields::*;
use own::*;

/// Whose it is.
pub const OWN: Goldilocks = Goldilocks;

/// 2 a.
pub fn double(a: Bn254Fp) -> Bn254Fp {
    a.double()
}

/// The sum of two points.
pub fn add(input: &[u8]) -> Result<Output, Error> {
    bn254_add::run(input, Fork::Osaka)
}
