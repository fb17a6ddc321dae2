//! Helpers shared by the cross-crate tests.

pub mod adversarial;
pub mod bn254;
pub mod fuzz;
pub mod tiers;
pub mod vectors;
