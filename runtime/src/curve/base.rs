//! What the formulas of a curve ask of its base field.

use fieldc_generated::element::Element;
use zeroize::Zeroize;

#[cfg(feature = "bls12-381")]
use crate::fields::Bls12381Fp;
#[cfg(feature = "bn254")]
use crate::fields::Bn254Fp;

/// A field in which a curve's coordinates live.
pub trait CurveField: ff::Field + Zeroize + Element {
    /// `1 / a`, none for 0. Variable time.
    fn invert_vartime(&self) -> Option<Self>;
}

#[cfg(any(feature = "bn254", feature = "bls12-381"))]
/// A prime field.
macro_rules! prime {
    ($($name:ident)*) => {$(
        impl CurveField for $name {
            fn invert_vartime(&self) -> Option<Self> {
                $name::invert_vartime(self)
            }
        }
    )*};
}

#[cfg(feature = "bn254")]
prime! {
    Bn254Fp
}

#[cfg(feature = "bls12-381")]
prime! {
    Bls12381Fp
}
