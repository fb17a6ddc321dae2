//! Helpers shared by the cross-crate tests.

pub mod adversarial;
