//! BN254 (alt_bn128), the pairing curve of EIP-196 and EIP-197.

mod g1;
mod g2;
mod pairing;

pub use g1::{G1, G1Affine, G1Jacobian, G1Projective};
pub use g2::{G2, G2Affine, G2Jacobian, G2Projective};
pub use pairing::{Bn254, G2Prepared, Gt};
