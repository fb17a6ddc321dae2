//! Helpers shared by the cross-crate tests.

pub mod bn254;
pub mod fuzz;
pub mod groups;
pub mod tiers;
pub mod vectors;

pub use fieldc_compiler::adversarial;
