//! Pallas: its base field is the scalar field of Vesta and the other way round.

use crate::curve::{Affine, Jacobian, Projective};
use crate::fields::{PallasFp, VestaFp};

crate::curve! {
    /// The curve `y^2 = x^3 + 5`, of prime order.
    pub struct Pallas;
    base = PallasFp;
    scalar = VestaFp;
    modulus = "pallas:fp";
    order = "vesta:fp";
    a = 0;
    b = 5;
    generator = (
        -1,
        2,
    );
}

/// An affine point.
pub type PallasAffine = Affine<Pallas>;
/// A point for public data, in variable time.
pub type PallasJacobian = Jacobian<Pallas>;
/// A point in constant time.
pub type PallasProjective = Projective<Pallas>;
