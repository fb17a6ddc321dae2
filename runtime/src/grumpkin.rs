//! Grumpkin: its base field is the scalar field of BN254 and the other way round.

use crate::curve::{Affine, Jacobian, Projective};
use crate::fields::{Bn254Fp, Bn254Fr};

crate::curve! {
    /// The curve `y^2 = x^3 - 17`, of prime order.
    pub struct Grumpkin;
    base = Bn254Fr;
    scalar = Bn254Fp;
    modulus = "bn254:fr";
    order = "bn254:fp";
    a = 0;
    b = -17;
    generator = (
        1,
        0x2cf135e7506a45d632d270d45f1181294833fc48d823f272c,
    );
}

/// An affine point.
pub type GrumpkinAffine = Affine<Grumpkin>;
/// A point for public data, in variable time.
pub type GrumpkinJacobian = Jacobian<Grumpkin>;
/// A point in constant time.
pub type GrumpkinProjective = Projective<Grumpkin>;
