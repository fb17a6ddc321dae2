//! Helpers shared by the cross-crate tests.

pub mod bls12_381;
pub mod bn254;
pub mod fuzz;
pub mod tiers;
pub mod vectors;

pub use fieldc_compiler::adversarial;
