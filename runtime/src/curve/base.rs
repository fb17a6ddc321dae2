//! What the formulas of a curve ask of its base field.

use fieldc_generated::element::Element;
use zeroize::Zeroize;

/// A field in which a curve's coordinates live.
pub trait CurveField: ff::Field + Zeroize + Element {
    /// `1 / a`, none for 0. Variable time.
    fn invert_vartime(&self) -> Option<Self>;
}
