//! BN254 (alt_bn128), the pairing curve of EIP-196 and EIP-197.

mod g1;

pub use g1::{G1, G1Affine, G1Jacobian, G1Projective};
