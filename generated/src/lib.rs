//! Kernels and constants of the standard fields, printed by `fieldc-generate`, each kernel proven before it was printed.
//!
//! - one module a field (`bn254_fp`, `bls12_381_fr`, …): constants, portable kernels, MULX/ADCX/ADOX kernels, dispatch
//! - [`tier`]: which of them run on this processor
#![no_std]

pub mod tier;

include!("fields.rs");
