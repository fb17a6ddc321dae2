//! BLS12-381, the pairing curve of EIP-2537, EIP-4844 and Ethereum's consensus.

mod g1;
mod g2;
pub(crate) mod isogeny;

pub use g1::{G1, G1Affine, G1Jacobian, G1Projective};
pub use g2::{G2, G2Affine, G2Jacobian, G2Projective};
