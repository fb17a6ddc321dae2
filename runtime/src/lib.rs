//! Finite fields, curves and Ethereum precompiles.
//!
//! - [`mod@field`]: the type of a prime field over any set of kernels
//! - [`fields`]: the standard fields
//! - [`field!`]: a field of one's own
//! - [`mod@curve`]: points and their multiplication, over any field
//! - [`bls12_381`]: the curve of EIP-2537, EIP-4844 and Ethereum's consensus
//! - [`bn254`]: the curve of EIP-196 and EIP-197
//! - [`secp256k1`], [`p256`], [`grumpkin`], [`pallas`], [`vesta`]: curves of prime order; [`curve!`]: one of one's own
//! - [`hash_to_curve`]: points from messages and field elements, RFC 9380
//! - [`pairing`]: pairings of two curves, over any tower
//! - [`precompile`]: the precompiled contracts of the EVM, with their gas
//! - [`tower`]: extension fields; [`extension!`]: a tower of one's own
//! - [`tier`]: which instructions the machine has, and which code runs
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;

// So that paths that begin with `::fieldc` mean this crate here too.
extern crate self as fieldc;

#[cfg(feature = "bls12-381")]
pub mod bls12_381;
#[cfg(feature = "bn254")]
pub mod bn254;
pub mod curve;
pub mod field;
pub mod fields;
#[cfg(feature = "bn254")]
pub mod grumpkin;
pub mod hash_to_curve;
#[cfg(feature = "p256")]
pub mod p256;
pub mod pairing;
#[cfg(feature = "pasta")]
pub mod pallas;
#[cfg(any(feature = "bn254", feature = "bls12-381"))]
pub mod precompile;
#[cfg(feature = "secp256k1")]
pub mod secp256k1;
pub mod tower;
#[cfg(feature = "pasta")]
pub mod vesta;

pub use fieldc_generated::tier;

/// What the exported macros name in a user's crate. Not part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use fieldc_macros::{curve, extension, field};

    pub use ff;
    #[cfg(feature = "ff_0_14")]
    pub use ff_0_14;
    #[cfg(feature = "num-traits")]
    pub use num_traits;
    pub use rand_core;
    #[cfg(feature = "ff_0_14")]
    pub use rand_core_0_10;
    #[cfg(feature = "serde")]
    pub use serde;
    pub use subtle;
    pub use zeroize;

    pub use crate::field::constant::{ConstLimbs, root_rows, scales};
    pub use crate::field::{decode, fmt, invert, ops, sqrt};
    pub use crate::tower::level;

    /// `count` zeros, for scratch.
    #[cfg(feature = "alloc")]
    pub fn zeros<F: Copy + Default>(count: usize) -> alloc::vec::Vec<F> {
        alloc::vec![F::default(); count]
    }
}

/// Defines a prime field of your own: a type with proven kernels for this modulus, made while your crate is compiled.
///
/// ```
/// fieldc::field! {
///     /// The base field of Curve25519.
///     pub struct Fp;
///     modulus = 2^255 - 19;
///     generator = 2;
///     uniform = [48, 64];
/// }
///
/// let a = Fp::from(3u64);
/// let inverse = a.invert().unwrap();
/// assert_eq!(a * inverse, Fp::ONE);
/// assert_eq!(Fp::ZERO - Fp::ONE, Fp::from_hex("0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffec").unwrap());
/// ```
///
/// Options, each `key = value;`:
///
/// - `modulus`: a prime, of at most 1024 bits. An expression of integers with `+ - * / ^` and parentheses, of any size
///   (division must be exact), or the same in quotes, or the name of a standard field in quotes: `"bn254:fp"`. The only one
///   that is needed.
/// - `generator`: a non-residue, by convention a generator of the units. If left out, that of the standard field named, or
///   the smallest non-residue.
/// - `root_of_unity`: of order exactly 2^s, p - 1 = 2^s q with q odd. `generator`^q if left out.
/// - `uniform`: lengths in bytes for `ff::FromUniformBytes`, each at least 128 bits longer than the modulus. `[64]`, or the
///   least possible where that is longer, if left out.
/// - `lazy`: `false` leaves out the kernels on values below 2p.
/// - `crate`: the path of this crate. Seldom needed, as the macro knows the crate that it belongs to.
///
/// The type is what [`field_type!`] describes. It is your crate's own, so that you may implement any trait on it; it is defined in a hidden
/// module, where paths in attributes and in `crate` must be absolute (`::a::b`, `crate::a`). Every kernel is certified during the expansion;
/// where a certificate fails there is an error and no code. Fields of at most 32 bits have limbs `[u32; 1]`, others `[u64; n]`.
///
/// # Errors
/// What is wrong with the options is a compile error at the tokens that are to blame.
#[macro_export]
macro_rules! field {
    ($($tokens:tt)*) => {
        $crate::__private::field! { [$crate] $($tokens)* }
    };
}

/// Defines a short Weierstrass curve `y^2 = x^3 + a x + b` of your own, over any two fields of this library or of [`field!`].
///
/// ```
/// use fieldc::curve::{Affine, Projective};
/// use fieldc::fields::{Secp256k1Fp, Secp256k1Fr};
///
/// fieldc::curve! {
///     /// The curve whose base field is the scalar field of secp256k1.
///     pub struct Secq256k1;
///     base = Secp256k1Fr;
///     scalar = Secp256k1Fp;
///     modulus = "secp256k1:fr";
///     order = "secp256k1:fp";
///     a = 0;
///     b = 7;
///     generator = (
///         0x76c39f5585cb160eb6b06c87a2ce32e23134e45a097781a6a24288e37702eda6,
///         0x3ffc646c7b2918b5dc2d265a8e82a7f7d18983d26e8dc055a4120ddad952677f,
///     );
/// }
///
/// let k = Secp256k1Fp::from(1u64 << 40).square();
/// let p = Projective::<Secq256k1>::GENERATOR.mul(&k);
/// assert_eq!(p.to_affine(), Affine::<Secq256k1>::GENERATOR.mul_vartime(&k).to_affine_vartime());
/// ```
///
/// Options, each `key = value;`, all but the last two needed; integers are expressions as in [`field!`], with a sign for coefficients and coordinates:
///
/// - `base`, `scalar`: the types of coordinates and of scalars
/// - `modulus`, `order`: their moduli, or the names of standard fields in quotes. The order has at most 256 bits and is larger than 16 and `4 sqrt(p)`.
/// - `a`, `b`: the coefficients; b is not 0
/// - `generator`: a point of that order, `(x, y)`
/// - `cofactor`: the number of points divided by the order, odd; 1 if left out
/// - `crate`: the path of this crate
///
/// The type implements [`curve::Weierstrass`]: [`curve::Affine`], [`curve::Jacobian`] and [`curve::Projective`] over it have everything. Where a is 0, both moduli
/// are 1 modulo 3 and the order has more than about 128 bits, the endomorphism of the curve is found and halves the length of multiplications.
///
/// # Errors
/// Every claim is checked during the expansion, the order of the generator and the number of points included; what is wrong is a compile error at the tokens
/// that are to blame.
#[macro_export]
macro_rules! curve {
    ($($tokens:tt)*) => {
        $crate::__private::curve! { [$crate] $($tokens)* }
    };
}

/// Defines towers of quadratic and cubic extensions of a prime field: a type a level, with its arithmetic made while your crate is compiled.
///
/// ```
/// use fieldc::fields::Bls12377Fp as Fp;
///
/// fieldc::extension! {
///     /// `Fp[u]/(u^2 + 5)`
///     pub struct Fp2;
///     /// `Fp2[v]/(v^3 - u)`
///     pub struct Fp6;
///     /// `Fp6[w]/(w^2 - v)`
///     pub struct Fp12;
///     base = Fp;
///     modulus = "bls12-377:fp";
///     tower = "u^2 = -5, v^3 = u, w^2 = v";
/// }
///
/// let u = Fp2::new(Fp::ZERO, Fp::ONE);
/// assert_eq!(u.square(), -Fp2::from(Fp::from(5u64)));
/// let v = Fp6::new(Fp2::ZERO, Fp2::ONE, Fp2::ZERO);
/// assert_eq!(v * v.square(), Fp6::from(u));
/// let a = Fp12::new(v + Fp6::ONE, v.square());
/// assert_eq!(a * a.invert().unwrap(), Fp12::ONE);
/// assert_eq!(a.frobenius(6), a.conjugate());
/// assert_eq!(a * a.conjugate(), Fp12::from(a.norm()));
/// ```
///
/// First the types, one a level from the bottom, then options, each `key = value;`:
///
/// - `base`: the type of the prime field
/// - `modulus`: its modulus, an expression as in [`field!`], or the name of a standard field in quotes
/// - `tower`: the levels from the bottom, separated by commas: a name for the root, its degree (2 or 3), and what that power of it is, a polynomial in the
///   roots below with coefficients up to 64. In quotes or not. The degree of the whole is at most 24.
/// - `crate`: the path of this crate
///
/// Each type has `new(c0, c1)` or `new(c0, c1, c2)`, the coefficients `c0`, … in the level below, `From` of every level below, operators by value and by reference,
/// `square`, `double`, `half`, `scale`, `norm`, `conjugate` (of quadratic levels), `frobenius`, inversion, roots, powers, the traits of `ff` 0.13 (`Field`), `subtle` and `zeroize`,
/// [`tower::Level`], and [`curve::CurveField`], so that the coordinates of a [`curve::Weierstrass`] may be of it. Constant time but for names with `vartime`.
///
/// # Errors
/// Every claim is checked during the expansion: the modulus, and that each right side is no square or cube in the level below. What is wrong is a compile error at the
/// tokens that are to blame.
#[macro_export]
macro_rules! extension {
    ($($tokens:tt)*) => {
        $crate::__private::extension! { [$crate] $($tokens)* }
    };
}

// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
