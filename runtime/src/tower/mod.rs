//! Extensions of a prime field `Fp`, p = 3 mod 4, for pairings.
//!
//! - [`quadratic_extension!`](crate::quadratic_extension): `Fp2 = Fp[u]/(u^2 + 1)`, with the non-residue ξ of what stands above it
//!
//! The arithmetic is that of [`fieldc_generated::formulas`]: every formula exists once, in the compiler.

mod fp2;

pub use fieldc_generated::element::{Element, Extension};
