//! Short Weierstrass curves `y^2 = x^3 + a x + b` over any field.
//!
//! - `base`: what the formulas ask of the base field
//! - [`Affine`]: `(x, y)`, checked
//! - [`Jacobian`]: `(X : Y : Z)` with `x = X / Z^2`, `y = Y / Z^3`; the fewest multiplications, variable time
//! - [`Projective`]: `(X : Y : Z)` with `x = X / Z`, `y = Y / Z`; complete formulas, constant time
//! - `recode`: the digits of scalars
//! - `split`: the splitting of a scalar by an endomorphism
//! - `coordinates`: what both coordinate systems can do
//! - `multiply`: scalar multiplication
//! - [`FixedBase`]: multiples of one point
//! - `msm`: sums of multiples
//! - [`sec1`]: encodings of SEC 1
//!
//! A curve is a type that implements [`Weierstrass`]; it holds constants and choices, no arithmetic.
//! A function whose name ends in `vartime` takes a time that depends on values, every other one does not but for constructors that check points.

mod affine;
mod base;
mod coordinates;
#[cfg(feature = "alloc")]
mod fixed_base;
mod jacobian;
#[cfg(feature = "alloc")]
mod msm;
mod multiply;
mod projective;
mod recode;
pub mod sec1;
mod split;

pub use affine::{Affine, NotOnCurve, PointError};
pub use base::CurveField;
pub use coordinates::{Coordinates, Digits};
#[cfg(feature = "alloc")]
pub use fixed_base::FixedBase;
pub use jacobian::Jacobian;
#[cfg(feature = "alloc")]
pub use msm::UnequalLengths;
pub use multiply::mul_vartime;
pub use projective::Projective;
#[cfg(any(feature = "secp256k1", feature = "p256"))]
pub(crate) use sec1::sec1;
#[cfg(feature = "bls12-381")]
pub(crate) use split::Divisor;
#[cfg(feature = "bls12-381")]
pub(crate) use split::low;
pub use split::{Lattice, Signed};

use core::fmt::Debug;

use fieldc_generated::element::Element;
use subtle::Choice;

/// What the formulas use of the coefficient a.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoefficientA {
    /// `a = 0`.
    Zero,
    /// `a = -3`.
    MinusThree,
    /// Any other.
    Any,
}

/// A curve `y^2 = x^3 + a x + b` with a subgroup of prime order.
///
/// # Domain
/// `b` is not 0 and the curve has no point of order 2: then no point is `(0, 0)`, which stands for infinity,
/// and the formulas of [`Projective`] are complete.
pub trait Weierstrass: Copy + Eq + Debug + Send + Sync + 'static {
    /// The field of the coordinates.
    type Base: CurveField;
    /// The integers modulo the order of the subgroup.
    type Scalar: ff::PrimeField;

    /// a.
    const A: Self::Base = <Self::Base as ff::Field>::ZERO;
    /// Which of the cases a is.
    const COEFFICIENT_A: CoefficientA = CoefficientA::Zero;
    /// b.
    const B: Self::Base;
    /// A point of the subgroup, not infinity.
    const GENERATOR: (Self::Base, Self::Base);

    /// `3 b x`, by additions where b is small. Constant time.
    fn mul_3b(x: &Self::Base) -> Self::Base;

    /// `x^3 + a x + b`. Constant time.
    fn right_side(x: &Self::Base) -> Self::Base {
        let square = Element::square(x);
        (square + Self::A) * x + Self::B
    }

    /// `a x`. Constant time.
    #[inline(always)]
    fn mul_a(x: &Self::Base) -> Self::Base {
        match Self::COEFFICIENT_A {
            CoefficientA::Zero => <Self::Base as ff::Field>::ZERO,
            CoefficientA::MinusThree => -(Element::double(x) + x),
            CoefficientA::Any => Self::A * x,
        }
    }

    /// The plain integer of a scalar, least significant limb first. Constant time.
    fn scalar_limbs(k: &Self::Scalar) -> [u64; 4];

    /// The order of the subgroup, least significant limb first.
    const ORDER: [u64; 4];

    /// Into how many parts [`split`](Self::split) splits a scalar: 1, 2 or 4.
    const PARTS: usize = 1;
    /// The most bits of a part's magnitude.
    const PART_BITS: u32 = 256;
    /// Whether the endomorphism conjugates the coordinates, besides multiplying them by constants.
    const CONJUGATES: bool = false;

    /// `k = sum k_i λ^i` modulo the order, for the eigenvalue λ of the endomorphism; parts from [`PARTS`](Self::PARTS) on are 0. Constant
    /// time up to the signs, which it returns.
    ///
    /// # Domain
    /// k below the order.
    fn split(k: &[u64; 4]) -> [Signed; 4] {
        [
            Signed::positive(*k),
            Signed::ZERO,
            Signed::ZERO,
            Signed::ZERO,
        ]
    }

    /// The x of the image under the endomorphism, which multiplies the points of the subgroup by λ. Constant time.
    fn map_x(x: &Self::Base) -> Self::Base {
        *x
    }

    /// The y of the image.
    fn map_y(y: &Self::Base) -> Self::Base {
        *y
    }

    /// The Z of the image.
    fn map_z(z: &Self::Base) -> Self::Base {
        *z
    }

    /// Whether a point of the curve is in the subgroup.
    fn is_in_subgroup<P: Coordinates<Self>>(p: &P) -> Choice;

    /// A multiple of a point of the curve that is in the subgroup, by a constant.
    #[must_use]
    fn clear_cofactor<P: Coordinates<Self>>(p: &P) -> P;
}
