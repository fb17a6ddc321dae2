//! Helpers shared by the cross-crate tests.

pub mod bn254;
pub mod contracts;
pub mod curve_laws;
pub mod curves;
pub mod fuzz;
pub mod groups;
pub mod tiers;
pub mod vectors;
pub mod weierstrass;

pub use fieldc_compiler::adversarial;
