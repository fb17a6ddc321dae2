//! What types of towers have alike: operators; of `Fp6` and `Fp12` also constant-time comparison and selection, wiping.

/// Operators by value and by reference, sums and products of iterators, 0 as the default, for a type with the arithmetic of
/// [`Element`](crate::tower::Element); or the operators of one operation by a function. `[generics] type`.
#[doc(hidden)]
#[macro_export]
macro_rules! __tower_operators {
    ([$($generics:tt)*] $name:ty) => {
        $crate::__tower_operators!(@binary [$($generics)*] $name, Add add AddAssign add_assign, $crate::tower::Element::add);
        $crate::__tower_operators!(@binary [$($generics)*] $name, Sub sub SubAssign sub_assign, $crate::tower::Element::sub);
        $crate::__tower_operators!(@binary [$($generics)*] $name, Mul mul MulAssign mul_assign, $crate::tower::Element::mul);
        $crate::__tower_operators!(@fold [$($generics)*] $name, Sum sum ZERO add);
        $crate::__tower_operators!(@fold [$($generics)*] $name, Product product ONE mul);

        impl<$($generics)*> ::core::ops::Neg for $name {
            type Output = $name;
            #[inline]
            fn neg(self) -> $name {
                $crate::tower::Element::neg(&self)
            }
        }

        impl<$($generics)*> ::core::ops::Neg for &$name {
            type Output = $name;
            #[inline]
            fn neg(self) -> $name {
                $crate::tower::Element::neg(self)
            }
        }

        impl<$($generics)*> ::core::default::Default for $name {
            fn default() -> Self {
                Self::ZERO
            }
        }
    };
    (@binary [$($generics:tt)*] $name:ty, $Op:ident $op:ident $OpAssign:ident $op_assign:ident, $function:path) => {
        impl<$($generics)*> ::core::ops::$Op for $name {
            type Output = $name;
            #[inline]
            fn $op(self, other: $name) -> $name {
                $function(&self, &other)
            }
        }

        impl<$($generics)*> ::core::ops::$Op<&$name> for $name {
            type Output = $name;
            #[inline]
            fn $op(self, other: &$name) -> $name {
                $function(&self, other)
            }
        }

        impl<$($generics)*> ::core::ops::$Op<$name> for &$name {
            type Output = $name;
            #[inline]
            fn $op(self, other: $name) -> $name {
                $function(self, &other)
            }
        }

        impl<$($generics)*> ::core::ops::$Op<&$name> for &$name {
            type Output = $name;
            #[inline]
            fn $op(self, other: &$name) -> $name {
                $function(self, other)
            }
        }

        impl<$($generics)*> ::core::ops::$OpAssign for $name {
            #[inline]
            fn $op_assign(&mut self, other: $name) {
                *self = $function(self, &other);
            }
        }

        impl<$($generics)*> ::core::ops::$OpAssign<&$name> for $name {
            #[inline]
            fn $op_assign(&mut self, other: &$name) {
                *self = $function(self, other);
            }
        }
    };
    (@fold [$($generics:tt)*] $name:ty, $Trait:ident $method:ident $start:ident $op:ident) => {
        impl<$($generics)*> ::core::iter::$Trait for $name {
            fn $method<FieldcI: ::core::iter::Iterator<Item = $name>>(values: FieldcI) -> $name {
                ::core::iter::Iterator::fold(values, <$name>::$start, |a, b| $crate::tower::Element::$op(&a, &b))
            }
        }

        impl<'fieldc, $($generics)*> ::core::iter::$Trait<&'fieldc $name> for $name {
            fn $method<FieldcI: ::core::iter::Iterator<Item = &'fieldc $name>>(values: FieldcI) -> $name {
                ::core::iter::Iterator::fold(values, <$name>::$start, |a, b| $crate::tower::Element::$op(&a, b))
            }
        }
    };
}

/// `==` by constant-time comparison, and the hash of the coordinates in field `0`. `[generics] type`.
#[doc(hidden)]
#[macro_export]
macro_rules! __tower_equality {
    ([$($generics:tt)*] $name:ty) => {
        /// Constant time.
        impl<$($generics)*> ::core::cmp::PartialEq for $name {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                bool::from($crate::__private::subtle::ConstantTimeEq::ct_eq(self, other))
            }
        }

        impl<$($generics)*> ::core::cmp::Eq for $name {}

        impl<$($generics)*> ::core::hash::Hash for $name {
            fn hash<FieldcH: ::core::hash::Hasher>(&self, state: &mut FieldcH) {
                ::core::hash::Hash::hash(&self.0, state);
            }
        }
    };
}

/// What `Fp6` and `Fp12` have alike, from the method `times` and the array of coordinates.
macro_rules! operators {
    ($name:ident, $degree:literal) => {
        impl<F: SexticBase> $name<F> {
            /// 0
            pub const ZERO: Self = $name([<F as ff::Field>::ZERO; $degree]);

            /// 1
            pub const ONE: Self = {
                let mut c = [<F as ff::Field>::ZERO; $degree];
                c[0] = <F as ff::Field>::ONE;
                $name(c)
            };

            /// A uniform element.
            pub fn random(mut rng: impl rand_core::RngCore) -> Self {
                $name(core::array::from_fn(|_| <F as ff::Field>::random(&mut rng)))
            }

            /// Whether this is 0. Constant time.
            pub fn is_zero(&self) -> Choice {
                self.ct_eq(&Self::ZERO)
            }

            /// `2 a`. Constant time.
            #[must_use]
            pub fn double(&self) -> Self {
                $name(self.0.map(|c| Element::double(&c)))
            }

            fn plus(&self, other: &Self) -> Self {
                $name(core::array::from_fn(|i| Element::add(&self.0[i], &other.0[i])))
            }

            fn minus(&self, other: &Self) -> Self {
                $name(core::array::from_fn(|i| Element::sub(&self.0[i], &other.0[i])))
            }
        }

        $crate::__tower_operators!(@binary [F: SexticBase] $name<F>, Add add AddAssign add_assign, $name::<F>::plus);
        $crate::__tower_operators!(@binary [F: SexticBase] $name<F>, Sub sub SubAssign sub_assign, $name::<F>::minus);
        $crate::__tower_operators!(@binary [F: SexticBase] $name<F>, Mul mul MulAssign mul_assign, $name::<F>::times);

        $crate::__tower_equality!([F: SexticBase] $name<F>);

        impl<F: SexticBase> core::ops::Neg for $name<F> {
            type Output = Self;
            fn neg(self) -> Self {
                $name(self.0.map(|c| Element::neg(&c)))
            }
        }

        impl<F: SexticBase> Default for $name<F> {
            fn default() -> Self {
                Self::ZERO
            }
        }

        impl<F: SexticBase> ConstantTimeEq for $name<F> {
            fn ct_eq(&self, other: &Self) -> Choice {
                let pairs = self.0.iter().zip(&other.0);
                pairs.fold(Choice::from(1), |all, (a, b)| all & a.ct_eq(b))
            }
        }

        impl<F: SexticBase> ConditionallySelectable for $name<F> {
            fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
                $name(core::array::from_fn(|i| {
                    F::conditional_select(&a.0[i], &b.0[i], choice)
                }))
            }
        }

        impl<F: SexticBase> zeroize::Zeroize for $name<F> {
            fn zeroize(&mut self) {
                self.0.iter_mut().for_each(zeroize::Zeroize::zeroize);
            }
        }
    };
}
pub(super) use operators;
