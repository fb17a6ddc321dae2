//! Levels of towers that `extension!` defines: what it prints, and what is built on that.

use ff::Field;
use fieldc_generated::element::Element;
use subtle::{Choice, ConditionallySelectable, CtOption};

use crate::curve::CurveField;
use crate::field::{FieldType, Kernels, Limbs};

/// A field `K[r]/(r^D - β)` over a field K of a tower, D = 2 or 3; implemented by [`extension!`](crate::extension).
pub trait Level<const D: usize>: CurveField {
    /// The prime field.
    type Base: FieldType + CurveField;
    /// K.
    type Below: CurveField;

    /// The degree of K over the prime field.
    const BELOW_DEGREE: u32;
    /// An element that is no square.
    const NON_SQUARE: Self;

    /// `c[0] + c[1] r + …`
    fn from_parts(c: [Self::Below; D]) -> Self;

    /// The coefficients of `1, r, …`.
    fn parts(&self) -> [Self::Below; D];

    /// `β x`. Constant time.
    fn times_non_residue(x: &Self::Below) -> Self::Below;

    /// `(t, n)` with `a t = n` in K, the norm: `a^-1 = t / n`. Constant time.
    fn adjugate(&self) -> (Self, Self::Below);

    /// `a^(p^k)`. Constant time in a, not in k.
    #[must_use]
    fn frobenius(&self, k: u32) -> Self;

    /// `s a`, `s` in K. Constant time.
    #[must_use]
    fn scale_below(&self, s: &Self::Below) -> Self {
        Self::from_parts(self.parts().map(|c| c * s))
    }
}

/// `1 / a`, none for 0. Constant time.
pub fn invert<const D: usize, L: Level<D>>(a: &L) -> CtOption<L> {
    let (adjugate, norm) = a.adjugate();
    norm.invert().map(|n| adjugate.scale_below(&n))
}

/// `1 / a`, none for 0. Variable time.
pub fn invert_vartime<const D: usize, L: Level<D>>(a: &L) -> Option<L> {
    let (adjugate, norm) = a.adjugate();
    Some(adjugate.scale_below(&norm.invert_vartime()?))
}

/// A root of a, if there is one: three roots in K and an inversion. Constant time where roots in K are.
///
/// With `n^2 = a0^2 - β a1^2` and `d = (a0 + n) / 2` (where that is 0, `d = a0`), either d or `β d` is a square `e^2`:
/// `e + (a1 / 2 e) r` or `β (a1 / 2 e) + (d / e) r`.
pub fn sqrt_quadratic<L: Level<2>>(a: &L) -> CtOption<L> {
    let zero = <L::Below as Field>::ZERO;
    let select = L::Below::conditional_select;
    let [a0, a1] = a.parts();
    // Where the norm has no root, a has none: the check at the end finds out.
    let n = a.adjugate().1.sqrt().unwrap_or(zero);
    let d = (a0 + n).half();
    let d = select(&d, &a0, d.is_zero());
    let (root, other) = (d.sqrt(), L::times_non_residue(&d).sqrt());
    let is_square = root.is_some();
    let e = select(&other.unwrap_or(zero), &root.unwrap_or(zero), is_square);
    let inverse = e.invert().unwrap_or(zero);
    let half = a1.half() * inverse;
    let root = L::from_parts([
        select(&L::times_non_residue(&half), &e, is_square),
        select(&(d * inverse), &half, is_square),
    ]);
    CtOption::new(root, Field::square(&root).ct_eq(a))
}

/// A root of a, if there is one: a root and an inversion in K, and a power of as many bits as p has. Constant time where roots in K are.
///
/// K has `q = p^m` elements. `n = a^(1 + q + q^2)` is the norm, so `a = (a c^q)^2 / n` with `c = a^((q + 1) / 2)`, which is a times
/// `t t^p … t^(p^(m - 1))`, `t = a^((p - 1) / 2)`.
pub fn sqrt_cubic<L: Level<3>>(a: &L) -> CtOption<L> {
    let zero = <L::Below as Field>::ZERO;
    let inverse = a.adjugate().1.sqrt().and_then(|n| n.invert());
    // p is odd: its bits but the last.
    let p = <<L::Base as FieldType>::Kernels as Kernels>::MODULUS;
    let bits = <<L::Base as FieldType>::Kernels as Kernels>::NUM_BITS;
    let mut t = L::ONE;
    for bit in (1..bits as usize).rev() {
        t = Field::square(&t);
        if p.word(bit / 64) >> (bit % 64) & 1 == 1 {
            t *= a;
        }
    }
    let mut c = *a * t;
    for k in 1..L::BELOW_DEGREE {
        c *= t.frobenius(k);
    }
    let root = *a * c.frobenius(L::BELOW_DEGREE);
    let root = root.scale_below(&inverse.unwrap_or(zero));
    CtOption::new(root, Field::square(&root).ct_eq(a))
}

/// `ff::Field::sqrt_ratio` by `sqrt`, where `twist` multiplies by a fixed element that is no square. Constant time where these are.
pub fn sqrt_ratio<F: Field>(num: &F, div: &F, twist: impl Fn(&F) -> F) -> (Choice, F) {
    let ratio = div.invert().map(|d| d * num);
    let exists = ratio.is_some();
    let ratio = ratio.unwrap_or(F::ZERO);
    let (root, other) = (ratio.sqrt(), twist(&ratio).sqrt());
    let square = root.is_some();
    let value = F::conditional_select(&other.unwrap_or(F::ZERO), &root.unwrap_or(F::ZERO), square);
    // 0 / v is a square whatever v is; u / 0 has no root.
    ((square & exists) | num.is_zero(), value)
}

/// `c0 + c1 u + …`, a coordinate and the name of its basis element each.
///
/// # Errors
/// The formatter's.
pub fn debug<F: core::fmt::Display>(
    c: &[F],
    basis: &[&str],
    f: &mut core::fmt::Formatter<'_>,
) -> core::fmt::Result {
    for (i, (c, name)) in c.iter().zip(basis).enumerate() {
        let plus = if i == 0 { "" } else { " + " };
        let space = if name.is_empty() { "" } else { " " };
        write!(f, "{plus}{c}{space}{name}")?;
    }
    Ok(())
}

/// The type of a level around what `extension!` prints of it: `[D] NAME over BASE, BELOW, basis`.
#[doc(hidden)]
#[macro_export]
macro_rules! __extension_level {
    ([$D:tt] $name:ident over $Base:ident, $Below:ty, $basis:expr) => {
        impl $name {
            /// 0.
            pub const ZERO: Self = $name([$Base::ZERO; $name::DEGREE]);
            /// 1.
            pub const ONE: Self = {
                let mut c = [$Base::ZERO; $name::DEGREE];
                c[0] = $Base::ONE;
                $name(c)
            };

            /// The element of its coordinates in the prime field, lower powers of the lower roots first.
            pub const fn from_coordinates(c: [$Base; $name::DEGREE]) -> Self {
                $name(c)
            }

            /// The coordinates in the prime field, lower powers of the lower roots first.
            pub const fn coordinates(&self) -> [$Base; $name::DEGREE] {
                self.0
            }

            /// A uniform element.
            pub fn random(mut rng: impl $crate::__private::rand_core::RngCore) -> Self {
                $name(::core::array::from_fn(|_| <$Base as $crate::__private::ff::Field>::random(&mut rng)))
            }

            /// a = 0. Constant time.
            pub fn is_zero(&self) -> $crate::__private::subtle::Choice {
                $crate::__private::subtle::ConstantTimeEq::ct_eq(self, &Self::ZERO)
            }

            /// 2 a. Constant time.
            #[inline]
            #[must_use]
            pub fn double(&self) -> Self {
                $crate::tower::Element::double(self)
            }

            /// a / 2. Constant time.
            #[inline]
            #[must_use]
            pub fn half(&self) -> Self {
                $crate::tower::Element::half(self)
            }

            /// a^2. Constant time.
            #[inline]
            #[must_use]
            pub fn square(&self) -> Self {
                $crate::tower::Element::square(self)
            }

            /// s a, s in the prime field. Constant time.
            #[inline]
            #[must_use]
            pub fn scale(&self, s: &$Base) -> Self {
                $name(self.0.map(|c| c * s))
            }

            /// s a, s in the level below. Constant time.
            #[inline]
            #[must_use]
            pub fn scale_below(&self, s: &$Below) -> Self {
                $crate::tower::Level::<$D>::scale_below(self, s)
            }

            /// The norm to the level below: the product of the conjugates. Constant time.
            pub fn norm(&self) -> $Below {
                $crate::tower::Level::<$D>::adjugate(self).1
            }

            /// a^(p^k). Constant time in a, not in k.
            #[must_use]
            pub fn frobenius(&self, k: u32) -> Self {
                $crate::tower::Level::<$D>::frobenius(self, k)
            }

            /// 1/a, none for 0. Constant time.
            pub fn invert(&self) -> $crate::__private::subtle::CtOption<Self> {
                $crate::__private::level::invert::<$D, Self>(self)
            }

            /// 1/a, none for 0. Variable time.
            pub fn invert_vartime(&self) -> ::core::option::Option<Self> {
                $crate::__private::level::invert_vartime::<$D, Self>(self)
            }

            /// A square root of a, none if a is no square. Constant time.
            pub fn sqrt(&self) -> $crate::__private::subtle::CtOption<Self> {
                $crate::__extension_level!(@sqrt $D)(self)
            }

            /// a^e, e in 64-bit words, least significant first. Constant time for a given number of words. 0^0 = 1.
            #[must_use]
            pub fn pow<FieldcS: ::core::convert::AsRef<[u64]>>(&self, exponent: FieldcS) -> Self {
                $crate::__private::ff::Field::pow(self, exponent)
            }

            /// a^e. Variable time in e, not in a. 0^0 = 1.
            #[must_use]
            pub fn pow_vartime<FieldcS: ::core::convert::AsRef<[u64]>>(&self, exponent: FieldcS) -> Self {
                $crate::__private::ff::Field::pow_vartime(self, exponent)
            }
        }
        $crate::__extension_level!(@conjugate $D $name);

        impl $crate::tower::Element for $name {
            #[inline]
            fn add(&self, b: &Self) -> Self {
                $name(::core::array::from_fn(|i| self.0[i] + b.0[i]))
            }
            #[inline]
            fn sub(&self, b: &Self) -> Self {
                $name(::core::array::from_fn(|i| self.0[i] - b.0[i]))
            }
            #[inline]
            fn neg(&self) -> Self {
                $name(self.0.map(|c| -c))
            }
            #[inline]
            fn double(&self) -> Self {
                $name(self.0.map(|c| c.double()))
            }
            #[inline]
            fn half(&self) -> Self {
                $name(self.0.map(|c| c.half()))
            }
            #[inline]
            fn mul(&self, b: &Self) -> Self {
                self.fieldc_mul(b)
            }
            #[inline]
            fn square(&self) -> Self {
                self.fieldc_square()
            }
        }

        $crate::__tower_operators!([] $name);
        $crate::__tower_equality!([] $name);

        impl ::core::convert::From<$Base> for $name {
            fn from(c: $Base) -> Self {
                let mut out = Self::ZERO;
                out.0[0] = c;
                out
            }
        }

        /// Coordinates in hexadecimal, each with its basis element.
        impl ::core::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::__private::level::debug(&self.0, $basis, f)
            }
        }

        impl $crate::__private::subtle::ConstantTimeEq for $name {
            fn ct_eq(&self, other: &Self) -> $crate::__private::subtle::Choice {
                $crate::__private::subtle::ConstantTimeEq::ct_eq(&self.0[..], &other.0[..])
            }
        }

        impl $crate::__private::subtle::ConditionallySelectable for $name {
            fn conditional_select(a: &Self, b: &Self, choice: $crate::__private::subtle::Choice) -> Self {
                $name(::core::array::from_fn(|i| {
                    $crate::__private::subtle::ConditionallySelectable::conditional_select(&a.0[i], &b.0[i], choice)
                }))
            }
        }

        impl $crate::__private::zeroize::DefaultIsZeroes for $name {}

        impl $crate::__private::ff::Field for $name {
            const ZERO: Self = $name::ZERO;
            const ONE: Self = $name::ONE;

            fn random(rng: impl $crate::__private::rand_core::RngCore) -> Self {
                $name::random(rng)
            }
            #[inline]
            fn square(&self) -> Self {
                $name::square(self)
            }
            #[inline]
            fn double(&self) -> Self {
                $name::double(self)
            }
            fn invert(&self) -> $crate::__private::subtle::CtOption<Self> {
                $name::invert(self)
            }
            fn sqrt_ratio(num: &Self, div: &Self) -> ($crate::__private::subtle::Choice, Self) {
                let twist = |a: &Self| *a * <Self as $crate::tower::Level<$D>>::NON_SQUARE;
                $crate::__private::level::sqrt_ratio(num, div, twist)
            }
            fn sqrt(&self) -> $crate::__private::subtle::CtOption<Self> {
                $name::sqrt(self)
            }
        }

        impl $crate::curve::CurveField for $name {
            fn invert_vartime(&self) -> ::core::option::Option<Self> {
                $name::invert_vartime(self)
            }
        }
    };
    (@sqrt 2) => { $crate::__private::level::sqrt_quadratic };
    (@sqrt 3) => { $crate::__private::level::sqrt_cubic };
    (@conjugate 2 $name:ident) => {
        impl $name {
            /// The conjugate over the level below, `c0 - c1 r`: 1/a where the norm is 1. Constant time.
            #[must_use]
            pub fn conjugate(&self) -> Self {
                $name::new(self.c0(), -self.c1())
            }
        }
    };
    (@conjugate 3 $name:ident) => {};
}
