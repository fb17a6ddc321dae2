//! What `Fp6` and `Fp12` have alike: operators, constant-time comparison and selection, wiping.

/// Operators by value and by reference, from the methods `add_to`, `sub_from`, `times` and the array of coordinates.
macro_rules! operators {
    (@binary $name:ident $Op:ident $op:ident $OpAssign:ident $op_assign:ident $method:ident) => {
        impl<F: SexticBase> core::ops::$Op<&$name<F>> for &$name<F> {
            type Output = $name<F>;
            #[inline]
            fn $op(self, other: &$name<F>) -> $name<F> {
                self.$method(other)
            }
        }
        impl<F: SexticBase> core::ops::$Op<&$name<F>> for $name<F> {
            type Output = $name<F>;
            #[inline]
            fn $op(self, other: &$name<F>) -> $name<F> {
                self.$method(other)
            }
        }
        impl<F: SexticBase> core::ops::$Op for $name<F> {
            type Output = $name<F>;
            #[inline]
            fn $op(self, other: $name<F>) -> $name<F> {
                self.$method(&other)
            }
        }
        impl<F: SexticBase> core::ops::$OpAssign<&$name<F>> for $name<F> {
            #[inline]
            fn $op_assign(&mut self, other: &$name<F>) {
                *self = self.$method(other);
            }
        }
        impl<F: SexticBase> core::ops::$OpAssign for $name<F> {
            #[inline]
            fn $op_assign(&mut self, other: $name<F>) {
                *self = self.$method(&other);
            }
        }
    };
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

        $crate::tower::operators::operators!(@binary $name Add add AddAssign add_assign plus);
        $crate::tower::operators::operators!(@binary $name Sub sub SubAssign sub_assign minus);
        $crate::tower::operators::operators!(@binary $name Mul mul MulAssign mul_assign times);

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
