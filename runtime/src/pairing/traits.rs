//! The additive notation that the traits of `group` and `pairing` want of [`Gt`] and of values of Miller loops.

use core::iter::Sum;
use core::ops::Neg;

use super::{Gt, MillerValue, Pairing};

impl<C: Pairing> Gt<C> {
    fn plus(&self, other: &Self) -> Self {
        *self * other
    }

    fn minus(&self, other: &Self) -> Self {
        *self * other.invert()
    }
}

crate::__tower_operators!(@binary [C: Pairing] Gt<C>, Add add AddAssign add_assign, Gt::<C>::plus);
crate::__tower_operators!(@binary [C: Pairing] Gt<C>, Sub sub SubAssign sub_assign, Gt::<C>::minus);

impl<C: Pairing> Neg for Gt<C> {
    type Output = Self;
    fn neg(self) -> Self {
        self.invert()
    }
}

impl<C: Pairing> Sum for Gt<C> {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.product()
    }
}

impl<'a, C: Pairing> Sum<&'a Self> for Gt<C> {
    fn sum<I: Iterator<Item = &'a Self>>(values: I) -> Self {
        values.copied().product()
    }
}

impl<C: Pairing> Default for MillerValue<C> {
    fn default() -> Self {
        Self::ONE
    }
}

impl<C: Pairing> MillerValue<C> {
    fn plus(&self, other: &Self) -> Self {
        *self * *other
    }
}

crate::__tower_operators!(@binary [C: Pairing] MillerValue<C>, Add add AddAssign add_assign, MillerValue::<C>::plus);
