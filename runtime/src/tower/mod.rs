//! Extensions of a prime field `Fp`.
//!
//! - [`extension!`](crate::extension): towers of quadratic and cubic levels of one's own; [`Level`] is what its types have alike
//!
//! For pairings, p = 3 mod 4:
//!
//! - [`quadratic_extension!`](crate::quadratic_extension): `Fp2 = Fp[u]/(u^2 + 1)`, with the non-residue ξ of what stands above it
//! - [`SexticBase`]: an `Fp2` with the constants of the Frobenius of what stands above it
//! - [`Fp6`]: `Fp2[v]/(v^3 - ξ)`
//! - [`Fp12`]: `Fp6[w]/(w^2 - v)`, with its cyclotomic subgroup
//!
//! The arithmetic is that of [`fieldc_generated::formulas`]: every formula exists once, in the compiler.

mod cyclotomic;
mod fp12;
mod fp2;
mod fp6;
#[doc(hidden)]
pub mod level;
mod operators;
mod sextic;

pub use cyclotomic::Compressed;
pub use fieldc_generated::element::{Element, Extension};
#[doc(hidden)]
pub use fieldc_generated::formulas::LATE_SPAN;
pub use fp6::Fp6;
pub use fp12::Fp12;
pub use level::Level;
pub use sextic::{Frobenius, SexticBase};
#[cfg(any(feature = "bn254", feature = "bls12-381"))]
pub(crate) use sextic::{Raw, frobenius, sextic_base};
