//! secp256k1 (SEC 2, section 2.4.1): the curve of Ethereum's and Bitcoin's keys.

use crate::curve::{Affine, Jacobian, Projective};
use crate::fields::{Secp256k1Fp, Secp256k1Fr};

crate::curve! {
    /// The curve `y^2 = x^3 + 7`, of prime order.
    pub struct Secp256k1;
    base = Secp256k1Fp;
    scalar = Secp256k1Fr;
    modulus = "secp256k1:fp";
    order = "secp256k1:fr";
    a = 0;
    b = 7;
    generator = (
        0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798,
        0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8,
    );
}

/// An affine point.
pub type Secp256k1Affine = Affine<Secp256k1>;
/// A point for public data, in variable time.
pub type Secp256k1Jacobian = Jacobian<Secp256k1>;
/// A point in constant time.
pub type Secp256k1Projective = Projective<Secp256k1>;

crate::curve::sec1! { Secp256k1 Secp256k1Fp }
