//! The optimal ate pairing, for curves with embedding degree 12 and a sextic twist.
//!
//! - [`Pairing`]: what a curve says of itself
//! - `digits`: signed digits of the loop and of the seed
//! - `lines`: the walk of a point of G2, which gives lines; [`G2Prepared`] keeps them
//! - `miller`: the Miller loop of a product of pairs
//! - `final_exponentiation`: the power that makes the value unique
//! - [`Gt`]: the values
//!
//! Everything but the operations of [`Gt`] is for public data, in variable time.
//!
//! # Source
//! Vercauteren, "Optimal Pairings", IEEE Trans. Inf. Theory 56 (2010).

// What the curves of the library need of it.
#![cfg_attr(not(any(feature = "bn254", feature = "bls12-381")), allow(dead_code))]

mod digits;
mod final_exponentiation;
mod gt;
mod lines;
mod miller;
#[cfg(feature = "pairing")]
mod traits;

#[cfg(any(feature = "bn254", feature = "bls12-381"))]
#[cfg(feature = "bls12-381")]
pub(crate) use digits::bits;
#[cfg(feature = "bn254")]
pub(crate) use digits::signed_window;
pub use gt::{Gt, GtError};
pub use lines::{G2Prepared, Line};
#[cfg(feature = "pairing")]
pub(crate) use miller::SHARED;
pub use miller::{MillerValue, multi_miller_loop_vartime};

use core::fmt::Debug;

use fieldc_generated::element::Extension;

use crate::curve::{Affine, Weierstrass};
use crate::tower::SexticBase;

/// Which sextic twist G2 lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twist {
    /// `y^2 = x^3 + b / ξ`
    D,
    /// `y^2 = x^3 + b ξ`
    M,
}

/// What family a curve is of, and its seed.
#[derive(Clone, Copy, Debug)]
pub enum Family {
    /// Barreto and Naehrig: the loop is over `6x + 2` and ends with two lines through images of the Frobenius; x is positive.
    Bn {
        /// x as digits for [`Fp12::cyclotomic_exp_vartime`](crate::tower::Fp12::cyclotomic_exp_vartime).
        seed: &'static [i8],
    },
    /// Barreto, Lynn and Scott, degree 12: the loop is over `|x|`; x is even and negative.
    Bls12 {
        /// The places of the ones of `|x|`, from the least.
        ones: [u32; 6],
    },
}

/// A curve with a pairing of its subgroups of order r.
pub trait Pairing: Copy + Eq + Debug + Send + Sync + 'static {
    /// The integers modulo r.
    type Scalar: ff::PrimeField;
    /// The field of the coordinates of [`Pairing::G2`].
    type Fp2: SexticBase;
    /// The curve over Fp.
    type G1: Weierstrass<Base = <Self::Fp2 as Extension>::Base, Scalar = Self::Scalar>;
    /// The twist over Fp2.
    type G2: Weierstrass<Base = Self::Fp2, Scalar = Self::Scalar>;
    /// An array of as many lines as the loop has.
    type Lines: AsRef<[Line<Self::Fp2>]> + AsMut<[Line<Self::Fp2>]> + Clone + Debug + Send + Sync;

    /// Lines that are all 0.
    const NO_LINES: Self::Lines;
    /// The form of the twist.
    const TWIST: Twist;
    /// The family.
    const FAMILY: Family;
    /// The digits of the loop, 0 or ±1, from the most significant, which is 1.
    const LOOP: &'static [i8];
}

/// What a pairing takes: a point of each group.
pub type Points<C> = (Affine<<C as Pairing>::G1>, Affine<<C as Pairing>::G2>);

/// `e(P, Q)`, for BLS12 curves its third power as every common library has it; 1 where one point is infinity. Variable time.
///
/// # Domain
/// Points in the subgroups.
pub fn pairing_vartime<C: Pairing>(p: &Affine<C::G1>, q: &Affine<C::G2>) -> Gt<C> {
    multi_pairing_vartime(&[(*p, *q)])
}

/// `Π e(P_i, Q_i)`; 1 for no pairs. Variable time.
///
/// # Domain
/// Points in the subgroups.
pub fn multi_pairing_vartime<C: Pairing>(pairs: &[Points<C>]) -> Gt<C> {
    multi_miller_loop_vartime::<C>(pairs, &[]).final_exponentiation_vartime()
}

/// `Π e(P_i, Q_i) = 1`, true for no pairs. Variable time.
///
/// # Domain
/// Points in the subgroups.
pub fn pairing_product_is_one_vartime<C: Pairing>(pairs: &[Points<C>]) -> bool {
    multi_pairing_vartime::<C>(pairs) == Gt::IDENTITY
}
