//! Short Weierstrass curves `y^2 = x^3 + b` over any field.
//!
//! - `base`: what the formulas ask of the base field
//! - [`Affine`]: `(x, y)`, checked
//! - [`Jacobian`]: `(X : Y : Z)` with `x = X / Z^2`, `y = Y / Z^3`; the fewest multiplications, variable time
//! - [`Projective`]: `(X : Y : Z)` with `x = X / Z`, `y = Y / Z`; complete formulas, constant time
//! - `recode`: the digits of scalars
//! - `glv`: the splitting of a scalar by an endomorphism
//! - `multiply`: scalar multiplication
//!
//! A curve is a type that implements [`Weierstrass`]; it holds constants and choices, no arithmetic.
//! A function whose name ends in `vartime` takes a time that depends on values, every other one does not.

// What the curves of the library need of it.
#![cfg_attr(
    not(feature = "bn254"),
    allow(dead_code, unused_imports, unused_macros)
)]

mod affine;
mod base;
#[cfg(any(feature = "bn254", feature = "bls12-381"))]
mod coordinates;
mod glv;
mod jacobian;
mod multiply;
mod projective;
mod recode;

pub use affine::{Affine, NotOnCurve};
pub use base::CurveField;
pub(crate) use glv::negated;
pub use glv::{Endomorphism, Lattice, Signed};
pub use jacobian::Jacobian;
pub use multiply::{mul_glv_vartime, mul_vartime};
pub use projective::Projective;

use core::fmt::Debug;

/// A curve `y^2 = x^3 + b` with a subgroup of prime order.
///
/// # Domain
/// `b` is not 0 and the curve has no point of order 2: then no point is `(0, 0)`, which stands for infinity,
/// and the formulas of [`Projective`] are complete.
pub trait Weierstrass: Copy + Eq + Debug + Send + Sync + 'static {
    /// The field of the coordinates.
    type Base: CurveField;
    /// The integers modulo the order of the subgroup.
    type Scalar: ff::PrimeField;

    /// b.
    const B: Self::Base;
    /// A point of the subgroup, not infinity.
    const GENERATOR: (Self::Base, Self::Base);

    /// `3 b a`, by additions where b is small. Constant time.
    fn mul_3b(a: &Self::Base) -> Self::Base;

    /// The plain integer of a scalar, least significant limb first. Constant time.
    fn scalar_limbs(k: &Self::Scalar) -> [u64; 4];

    /// `k P` for a plain integer `k` below the order of the subgroup. Variable time.
    ///
    /// # Domain
    /// `P` in the subgroup.
    fn mul_limbs_vartime(p: &Jacobian<Self>, k: &[u64; 4]) -> Jacobian<Self> {
        mul_vartime(p, k)
    }
}
