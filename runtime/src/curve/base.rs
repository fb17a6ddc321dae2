//! What the formulas of a curve ask of its base field.

use zeroize::Zeroize;

#[cfg(feature = "bls12-381")]
use crate::fields::Bls12381Fp;
#[cfg(feature = "bn254")]
use crate::fields::Bn254Fp;

/// A field in which a curve's coordinates live.
pub trait CurveField: ff::Field + Zeroize {
    /// `a b + c d`. Constant time.
    ///
    /// A field with a kernel for the sum of two products saves one of the two reductions.
    #[must_use]
    fn sum_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
        *a * b + *c * d
    }

    /// `a / 2`. Constant time.
    #[must_use]
    fn half(&self) -> Self;

    /// `1 / a`, none for 0. Variable time.
    fn invert_vartime(&self) -> Option<Self>;
}

#[cfg(any(feature = "bn254", feature = "bls12-381"))]
/// A prime field whose kernel module has `dot2`.
macro_rules! prime {
    ($($name:ident = $module:ident;)*) => {$(
        impl CurveField for $name {
            #[inline(always)]
            fn sum_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
                let limbs = $name::as_montgomery_limbs;
                $name::from_montgomery_limbs_unchecked(fieldc_generated::$module::dot2(
                    &[*limbs(a), *limbs(c)],
                    &[*limbs(b), *limbs(d)],
                ))
            }

            #[inline(always)]
            fn half(&self) -> Self {
                $name::half(self)
            }

            fn invert_vartime(&self) -> Option<Self> {
                $name::invert_vartime(self)
            }
        }
    )*};
}

#[cfg(feature = "bn254")]
prime! {
    Bn254Fp = bn254_fp;
}

#[cfg(feature = "bls12-381")]
prime! {
    Bls12381Fp = bls12_381_fp;
}
