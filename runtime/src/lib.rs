//! Finite fields, curves and Ethereum precompiles.
//!
//! - [`field`]: the type of a prime field over any set of kernels
//! - [`fields`]: the standard fields
//! - [`curve`]: points and their multiplication, over any field
//! - [`bn254`]: the curve of EIP-196 and EIP-197
//! - [`precompile`]: the precompiled contracts of the EVM, with their gas
//! - [`tier`]: which instructions the machine has, and which code runs
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod bn254;
pub mod curve;
pub mod field;
pub mod fields;
pub mod precompile;

pub use fieldc_generated::tier;

/// What the exported macros name in a user's crate. Not part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use ff;
    #[cfg(feature = "ff_0_14")]
    pub use ff_0_14;
    #[cfg(feature = "num-traits")]
    pub use num_traits;
    pub use rand_core;
    #[cfg(feature = "ff_0_14")]
    pub use rand_core_0_10;
    #[cfg(feature = "serde")]
    pub use serde;
    pub use subtle;
    pub use zeroize;

    pub use crate::field::constant::{ConstLimbs, root_digits, scales};
    pub use crate::field::{decode, fmt, invert, ops, sqrt};

    /// `count` zeros, for scratch.
    #[cfg(feature = "alloc")]
    pub fn zeros<F: Copy + Default>(count: usize) -> alloc::vec::Vec<F> {
        alloc::vec![F::default(); count]
    }
}
