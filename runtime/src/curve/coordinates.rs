//! The coordinates of points, for what computes with them outside of this module.

use super::{Jacobian, Weierstrass};

impl<C: Weierstrass> Jacobian<C> {
    /// The point `(X / Z^2, Y / Z^3)`, unchecked.
    pub(crate) fn from_coordinates([x, y, z]: [C::Base; 3]) -> Self {
        Jacobian { x, y, z }
    }
}
