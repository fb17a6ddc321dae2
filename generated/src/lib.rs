//! Kernels and constants of the standard fields, printed by `fieldc-generate`, each kernel proven before it was printed.
//!
//! - one module a field (`bn254_fp`, `bls12_381_fr`, …): constants, portable kernels, MULX/ADCX/ADOX kernels, dispatch
//! - [`element`]: what a formula asks of a field
//! - [`formulas`]: towers, curves, pairing steps, generic in the field
//! - [`tier`]: which of them run on this processor
#![no_std]

pub mod element;
// As it is printed.
#[rustfmt::skip]
#[allow(clippy::all)]
pub mod formulas;
pub mod tier;

include!("fields.rs");
