//! Vesta: its base field is the scalar field of Pallas and the other way round.

use crate::curve::{Affine, Jacobian, Projective};
use crate::fields::{PallasFp, VestaFp};

crate::curve! {
    /// The curve `y^2 = x^3 + 5`, of prime order.
    pub struct Vesta;
    base = VestaFp;
    scalar = PallasFp;
    modulus = "vesta:fp";
    order = "pallas:fp";
    a = 0;
    b = 5;
    generator = (
        -1,
        2,
    );
}

/// An affine point.
pub type VestaAffine = Affine<Vesta>;
/// A point for public data, in variable time.
pub type VestaJacobian = Jacobian<Vesta>;
/// A point in constant time.
pub type VestaProjective = Projective<Vesta>;
