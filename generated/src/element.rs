//! What the formulas of [`crate::formulas`] ask of a field. Methods compute what their name says, reduced.

/// An element of a field.
pub trait Element: Copy {
    /// `self + b`
    fn add(&self, b: &Self) -> Self;
    /// `self - b`
    fn sub(&self, b: &Self) -> Self;
    /// `-self`
    fn neg(&self) -> Self;
    /// `2 self`
    fn double(&self) -> Self;
    /// `self / 2`
    fn half(&self) -> Self;
    /// `self b`
    fn mul(&self, b: &Self) -> Self;
    /// `self^2`
    fn square(&self) -> Self;
    /// `a b + c d`. A field with a kernel for sums of products reduces once.
    #[inline(always)]
    fn sum_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
        a.mul(b).add(&c.mul(d))
    }
}

/// An element `c0 + c1 u` of a quadratic extension, with a non-residue ξ for what stands above it.
pub trait Extension: Element {
    /// The field below.
    type Base: Copy;
    /// `ξ self`
    fn times_xi(&self) -> Self;
    /// `c0 - c1 u`
    fn conjugate(&self) -> Self;
    /// `s self`
    fn scale(&self, s: &Self::Base) -> Self;
}
