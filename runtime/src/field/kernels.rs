//! How the algorithms see a kernel module.

use core::fmt::Debug;

use super::limbs::Limbs;

/// The kernels and constants of one prime field, as ARCHITECTURE.md describes a kernel module.
///
/// Implemented by [`field_type!`](crate::field_type) for a marker type; the algorithms of this crate
/// are generic over it. Operands and results are canonical (below p) and in *internal form* (Montgomery,
/// `x R mod p`, if [`Kernels::MONTGOMERY`], else `x`), unless said otherwise. All kernels are constant time.
pub trait Kernels: Sized + 'static {
    /// The limbs of an element.
    type Limbs: Limbs;

    /// p, as a plain integer.
    const MODULUS: Self::Limbs;
    /// p in hexadecimal, `"0x…"`.
    const MODULUS_STR: &'static str;
    /// The bit length of p.
    const NUM_BITS: u32;
    /// One in internal form.
    const R: Self::Limbs;
    /// `mul(a, R2)` is the internal form of a.
    const R2: Self::Limbs;
    /// R^3 mod p, or 1 for a canonical internal form.
    const R3: Self::Limbs;
    /// Whether the internal form is Montgomery's.
    const MONTGOMERY: bool;
    /// A proven number of half-delta division steps for p; 0: not known.
    const DIVSTEPS: u32;
    /// A generator of the multiplicative group.
    const GENERATOR: Self::Limbs;
    /// s with p - 1 = 2^s q, q odd.
    const TWO_ADICITY: u32;
    /// GENERATOR^q.
    const ROOT_OF_UNITY: Self::Limbs;
    /// Its inverse.
    const ROOT_OF_UNITY_INV: Self::Limbs;
    /// GENERATOR^(2^s).
    const DELTA: Self::Limbs;
    /// 1/2.
    const TWO_INV: Self::Limbs;

    /// Entry j is what [`invert`](super::invert) multiplies a cofactor scaled by 2^(60 j) with.
    #[doc(hidden)]
    const INVERSE_SCALE: &'static [Self::Limbs];
    /// Powers of the root of unity for [`sqrt`](super::sqrt); empty where no table is used.
    #[doc(hidden)]
    const ROOT_TABLE: &'static [[Self::Limbs; 16]];
    /// 2^(8 floor((NUM_BITS - 1) / 8)) in internal form, the base in which long byte strings are reduced.
    #[doc(hidden)]
    const CHUNK_BASE: Self::Limbs;

    /// a + b.
    fn add(a: &Self::Limbs, b: &Self::Limbs) -> Self::Limbs;
    /// a - b.
    fn sub(a: &Self::Limbs, b: &Self::Limbs) -> Self::Limbs;
    /// a b (for a Montgomery form: a b / R).
    fn mul(a: &Self::Limbs, b: &Self::Limbs) -> Self::Limbs;
    /// -a.
    fn neg(a: &Self::Limbs) -> Self::Limbs;
    /// 2 a.
    fn double(a: &Self::Limbs) -> Self::Limbs;
    /// a / 2.
    fn half(a: &Self::Limbs) -> Self::Limbs;
    /// a^2.
    fn sqr(a: &Self::Limbs) -> Self::Limbs;
    /// a^(2^n).
    fn sqr_n(a: &Self::Limbs, n: u32) -> Self::Limbs;
    /// The plain integer of a.
    fn from_internal(a: &Self::Limbs) -> Self::Limbs;
    /// a^e with e = (p-3)/4, (p-5)/8 or (q-1)/2 for p = 3 mod 4, 5 mod 8, 1 mod 8.
    fn sqrt_chain(a: &Self::Limbs) -> Self::Limbs;
    /// a^(p-2).
    fn inv_chain(a: &Self::Limbs) -> Self::Limbs;
}

/// A newtype made by [`field_type!`](crate::field_type): an element of a prime field.
pub trait FieldType: Copy + Eq + Debug + Send + Sync + 'static {
    /// Its kernels.
    type Kernels: Kernels;

    /// The limbs in internal form.
    fn internal(&self) -> &<Self::Kernels as Kernels>::Limbs;

    /// The element with these limbs in internal form.
    ///
    /// The limbs must be below p: a larger value is memory-safe but gives wrong results.
    fn from_internal_unchecked(limbs: <Self::Kernels as Kernels>::Limbs) -> Self;
}
