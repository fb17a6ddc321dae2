//! The type of a prime field, over any set of kernels.
//!
//! - `limbs`: arrays of words as numbers
//! - `kernels`: the trait through which the algorithms below see a kernel module
//! - `constant`: the little arithmetic that `const` needs
//! - `ops`: powers, reduction, order, batch inversion
//! - `invert`: inversion, constant-time and variable-time
//! - `sqrt`: square roots, ratios, the Legendre symbol
//! - `symbol`: the Legendre symbol in variable time
//! - `decode`: bytes and hexadecimal text, strictly
//! - `field_type`: the exported macro that makes the newtype
//!
//! An algorithm is written once, generic over [`Kernels`]; [`field_type!`](crate::field_type) emits a
//! newtype whose methods are one call each. Constant time (in the value of the elements) is the rule;
//! a name that ends in `vartime` is the exception.

#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod constant;
#[doc(hidden)]
pub mod decode;
mod field_type;
#[doc(hidden)]
pub mod fmt;
#[doc(hidden)]
pub mod invert;
mod kernels;
mod limbs;
#[doc(hidden)]
pub mod ops;
#[doc(hidden)]
pub mod sqrt;
mod symbol;

pub use decode::DecodeError;
pub use kernels::{FieldType, Kernels};
pub use limbs::Limbs;
pub use ops::{BatchLengthError, Repr};
