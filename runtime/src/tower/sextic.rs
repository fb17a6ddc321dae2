//! `Fp2` as the base of a sextic extension.

use core::fmt::Debug;
use core::hash::Hash;

use fieldc_generated::element::Extension;

use crate::curve::CurveField;

#[cfg(any(feature = "bn254", feature = "bls12-381"))]
use crate::field::constant::ConstLimbs;

/// `Fp2` with a ξ that is neither a square nor a cube: `w^6 = ξ` is irreducible over it.
pub trait SexticBase: Extension<Base: CurveField + Debug> + CurveField + Debug + Hash {
    /// The constants of the first three powers of the Frobenius.
    const FROBENIUS: Frobenius<Self>;

    /// Writes the coordinates `c0`, `c1`, each as an integer, most significant byte first. Constant time.
    ///
    /// # Shape
    /// `out` has the bytes of two elements of the prime field.
    ///
    /// # Panics
    /// Another length.
    fn write_be(&self, out: &mut [u8]);

    /// What [`SexticBase::write_be`] wrote.
    ///
    /// # Errors
    /// Another length, or an integer that is not below p; bytes are counted from the first of the coordinate.
    fn read_be(bytes: &[u8]) -> Result<Self, crate::field::DecodeError>;

    /// Bytes of an element.
    const BYTES: usize;
}

/// `ξ^(i (p^k - 1) / 6)` for i = 1, …, 5: what the p^k-th power multiplies `w^i` by.
#[derive(Clone, Copy, Debug)]
pub struct Frobenius<F: Extension> {
    /// k = 1.
    pub one: [F; 5],
    /// k = 2, in the prime field.
    pub two: [F::Base; 5],
    /// k = 3.
    pub three: [F; 5],
}

/// The constants as limbs in Montgomery form.
#[cfg(any(feature = "bn254", feature = "bls12-381"))]
pub(crate) struct Raw<const N: usize> {
    pub(crate) one: [[[u64; N]; 2]; 5],
    pub(crate) two: [[u64; N]; 5],
    pub(crate) three: [[[u64; N]; 2]; 5],
}

/// Every constant from `γ = ξ^((p - 1) / 6)`, plain limbs: powers `γ^i`, their norms `γ^(i (p + 1))`, and the products of both,
/// as `γ^(p^2) = γ N(γ)^(p - 1) = γ`.
#[cfg(any(feature = "bn254", feature = "bls12-381"))]
pub(crate) const fn frobenius<const N: usize>(
    p: [u64; N],
    r2: [u64; N],
    gamma: [[u64; N]; 2],
) -> Raw<N> {
    let k = ConstLimbs::<[u64; N]>::new(p, true);
    let gamma = [k.mul(&gamma[0], &r2), k.mul(&gamma[1], &r2)];
    let mut out = Raw {
        one: [gamma; 5],
        two: [[0; N]; 5],
        three: [gamma; 5],
    };
    // p is odd: p - 1 has no borrow.
    let mut minus_one = p;
    minus_one[0] -= 1;
    let minus_one = k.mul(&minus_one, &r2);
    let mut i = 0;
    while i < 5 {
        if i > 0 {
            let a = out.one[i - 1];
            let t = k.mul(&k.mul(&a[1], &gamma[1]), &minus_one);
            out.one[i] = [
                k.add(&k.mul(&a[0], &gamma[0]), &t),
                k.add(&k.mul(&a[0], &gamma[1]), &k.mul(&a[1], &gamma[0])),
            ];
        }
        let [a0, a1] = out.one[i];
        let norm = k.add(&k.mul(&a0, &a0), &k.mul(&a1, &a1));
        out.two[i] = norm;
        out.three[i] = [k.mul(&a0, &norm), k.mul(&a1, &norm)];
        i += 1;
    }
    out
}

/// Implements [`SexticBase`] from `γ = ξ^((p - 1) / 6)`.
#[cfg(any(feature = "bn254", feature = "bls12-381"))]
macro_rules! sextic_base {
    ($Fp2:ident over $Fp:ident = $module:ident, gamma = $gamma:expr) => {
        impl $crate::tower::SexticBase for $Fp2 {
            const FROBENIUS: $crate::tower::Frobenius<Self> = {
                const RAW: $crate::tower::Raw<{ fieldc_generated::$module::MODULUS.len() }> =
                    $crate::tower::frobenius(
                        fieldc_generated::$module::MODULUS,
                        fieldc_generated::$module::R2,
                        $gamma,
                    );
                const fn base(limbs: fieldc_generated::$module::Limbs) -> $Fp {
                    $Fp::from_montgomery_limbs_unchecked(limbs)
                }
                const fn all(raw: [[fieldc_generated::$module::Limbs; 2]; 5]) -> [$Fp2; 5] {
                    let mut out = [$Fp2::ZERO; 5];
                    let mut i = 0;
                    while i < 5 {
                        out[i] = $Fp2::new(base(raw[i][0]), base(raw[i][1]));
                        i += 1;
                    }
                    out
                }
                let two = RAW.two;
                $crate::tower::Frobenius {
                    one: all(RAW.one),
                    two: [
                        base(two[0]),
                        base(two[1]),
                        base(two[2]),
                        base(two[3]),
                        base(two[4]),
                    ],
                    three: all(RAW.three),
                }
            };

            const BYTES: usize = 2 * $Fp::BYTES;

            fn write_be(&self, out: &mut [u8]) {
                let (low, high) = out.split_at_mut($Fp::BYTES);
                low.copy_from_slice(&self.c0().to_bytes_be());
                high.copy_from_slice(&self.c1().to_bytes_be());
            }

            fn read_be(bytes: &[u8]) -> Result<Self, $crate::field::DecodeError> {
                let Some((low, high)) = bytes.split_at_checked($Fp::BYTES) else {
                    return Err($crate::field::DecodeError::Length {
                        expected: Self::BYTES,
                        found: bytes.len(),
                    });
                };
                Ok($Fp2::new(
                    $Fp::from_bytes_be(low)?,
                    $Fp::from_bytes_be(high)?,
                ))
            }
        }
    };
}
#[cfg(any(feature = "bn254", feature = "bls12-381"))]
pub(crate) use sextic_base;
