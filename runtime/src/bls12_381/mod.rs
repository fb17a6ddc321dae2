//! BLS12-381, the pairing curve of EIP-2537, EIP-4844 and Ethereum's consensus.

mod encoding;
mod g1;
mod g2;
pub(crate) mod isogeny;
mod pairing;
mod traits;

pub use encoding::EncodingError;
pub use g1::{G1, G1Affine, G1Jacobian, G1Projective};
pub use g2::{G2, G2Affine, G2Jacobian, G2Projective};
pub use pairing::{Bls12381, G2Prepared, Gt};

use crate::curve::{Digits, Divisor, low};

/// `|x|` of the family's parameter `x = -0xd201000000010000`.
static X: Digits = Digits::binary(0xd201000000010000);

/// `|x|`, to divide by.
const X_ABSOLUTE: Divisor = Divisor {
    value: 0xd201000000010000,
    reciprocal: [
        0x92078a5e8573b29c,
        0x33cfcc0d3e76ec28,
        0x381204ca56cd56b5,
        1,
    ],
};

/// `x^2`, to divide by.
const X_SQUARED: Divisor = Divisor {
    value: low(&[0x0000000100000000, 0xac45a4010001a402]),
    reciprocal: [0x63f6e522f6cfee2e, 0x7c6becf1e01faadd, 1, 0],
};
