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

    /// A sum of products before its reduction.
    type Wide: Copy;
    /// Whether sums of products are faster with one reduction at the end.
    const LATE: bool;
    /// `self + b`, reduced or not: a factor of a wide product.
    fn add_lazy(&self, b: &Self) -> Self;
    /// `self b`, not reduced
    fn mul_wide(&self, b: &Self) -> Self::Wide;
    /// `self^2`, not reduced
    fn square_wide(&self) -> Self::Wide;
    /// `a + b`
    fn add_wide(a: &Self::Wide, b: &Self::Wide) -> Self::Wide;
    /// `a - b`
    fn sub_wide(a: &Self::Wide, b: &Self::Wide) -> Self::Wide;
    /// `ξ a`
    fn times_xi_wide(a: &Self::Wide) -> Self::Wide;
    /// `a - b - c`
    fn sub2_wide(a: &Self::Wide, b: &Self::Wide, c: &Self::Wide) -> Self::Wide {
        Self::sub_wide(&Self::sub_wide(a, b), c)
    }
    /// `a + ξ b`
    fn add_times_xi_wide(a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
        Self::add_wide(a, &Self::times_xi_wide(b))
    }
    /// `a`, reduced
    fn redc(a: &Self::Wide) -> Self;
}
