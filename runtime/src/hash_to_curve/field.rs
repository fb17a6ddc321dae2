//! What hashing asks of a field: signs, uniform elements, roots of ratios.

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use crate::fields::*;
use crate::tower::{Element, Extension};

/// A field that messages are hashed to.
pub trait HashField: Element + ff::Field {
    /// The prime field.
    type Base: Copy;

    /// Coordinates over the prime field.
    const DEGREE: usize;
    /// The bit length of the characteristic.
    const BITS: u32;

    /// The sign of RFC 9380, section 4.1: the parity of the first coordinate that is not 0. Constant time.
    fn sgn0(&self) -> Choice;

    /// The element whose coordinates are big-endian integers of equal lengths, reduced. Constant time for a length.
    ///
    /// # Domain
    /// A multiple of `DEGREE` bytes; what is above one is not read.
    fn from_uniform_bytes(bytes: &[u8]) -> Self;

    /// Whether there is a root; 0 has one. Constant time.
    fn is_square(&self) -> Choice;

    /// Whether `u / v` is a square, and a root of it or else of `z u / v`. Constant time.
    ///
    /// # Domain
    /// v is not 0, z is no square; `root` is a root of `-z`, over a quadratic extension of minus its norm.
    fn sqrt_ratio_z(u: &Self, v: &Self, z: &Self, root: &Self::Base) -> (Choice, Self);
}

/// Bytes a coordinate for a bias of at most `2^-security`: L of RFC 9380, section 5.1.
pub const fn uniform_length(bits: u32, security: u32) -> usize {
    (bits + security).div_ceil(8) as usize
}

/// Prime fields with p = 3 mod 4.
macro_rules! prime {
    ($feature:literal $name:ident) => {
        #[cfg(feature = $feature)]
        impl HashField for $name {
            type Base = Self;
            const DEGREE: usize = 1;
            const BITS: u32 = $name::NUM_BITS;

            fn sgn0(&self) -> Choice {
                Choice::from((self.to_canonical_limbs()[0] & 1) as u8)
            }

            fn from_uniform_bytes(bytes: &[u8]) -> Self {
                $name::from_bytes_reduced_be(bytes)
            }

            fn is_square(&self) -> Choice {
                !self.legendre().ct_eq(&-1)
            }

            /// One exponentiation.
            fn sqrt_ratio_z(u: &Self, v: &Self, _: &Self, root: &Self) -> (Choice, Self) {
                // A root of u / v or of -u / v.
                let (square, r) = <Self as ff::Field>::sqrt_ratio(u, v);
                (square, Self::conditional_select(&(r * root), &r, square))
            }
        }
    };
}

/// Quadratic extensions by a root of -1.
macro_rules! quadratic {
    ($feature:literal $name:ident = $base:ident, $module:ident) => {
        #[cfg(feature = $feature)]
        impl HashField for $name {
            type Base = $base;
            const DEGREE: usize = 2;
            const BITS: u32 = $base::NUM_BITS;

            fn sgn0(&self) -> Choice {
                let (c0, c1) = (self.c0(), self.c1());
                c0.sgn0() | (c0.is_zero() & c1.sgn0())
            }

            fn from_uniform_bytes(bytes: &[u8]) -> Self {
                let (c0, c1) = bytes.split_at(bytes.len() / 2);
                $name::new(
                    $base::from_bytes_reduced_be(c0),
                    $base::from_bytes_reduced_be(c1),
                )
            }

            fn is_square(&self) -> Choice {
                self.norm().is_square()
            }

            /// Two exponentiations in the prime field, no inversion.
            ///
            /// `u / v = w / n` with `w = u conj(v)` and n the norm of v, in the prime field. With δ a root of the norm of w and
            /// `s = ((w0 + δ) 2 n)^((p - 3) / 4)`, the root is `(w0 + δ) s + w1 s i`, or `w1 s - (w0 + δ) s i` where
            /// `(w0 + δ) 2 n` is no square. Where the norm of w is none, z w takes the place of w; δ squares to minus the norm
            /// then, and times `root` to the norm of z w.
            fn sqrt_ratio_z(u: &Self, v: &Self, z: &Self, root: &$base) -> (Choice, Self) {
                let power = |a: &$base| {
                    $base::from_montgomery_limbs_unchecked(fieldc_generated::$module::sqrt_chain(
                        a.as_montgomery_limbs(),
                    ))
                };
                let w = *u * v.conjugate();
                let n = v.norm();
                let norm = w.norm();
                let delta = norm * power(&norm);
                let square = delta.square().ct_eq(&norm);
                let w = Self::conditional_select(&(w * z), &w, square);
                let delta = $base::conditional_select(&(delta * root), &delta, square);
                // Where w is in the prime field one of both signs of δ gives 0.
                let sum = w.c0() + delta;
                let sum = $base::conditional_select(&sum, &w.c0().double(), sum.is_zero());
                let twice = n.double();
                let s = power(&(sum * twice));
                let (a, b) = (sum * s, w.c1() * s);
                let straight = (a.square() * twice).ct_eq(&sum);
                let r = $name::new(
                    $base::conditional_select(&b, &a, straight),
                    $base::conditional_select(&-a, &b, straight),
                );
                (square, r)
            }
        }
    };
}

prime!("bls12-381" Bls12381Fp);
prime!("bn254" Bn254Fp);
prime!("secp256k1" Secp256k1Fp);
prime!("p256" P256Fp);
quadratic!("bls12-381" Bls12381Fp2 = Bls12381Fp, bls12_381_fp);
quadratic!("bn254" Bn254Fp2 = Bn254Fp, bn254_fp);
