//! `y^2 = x^3 + 4` over Fp, and its subgroup of order r.

use subtle::Choice;

use super::{X, X_SQUARED};
use crate::curve::{Affine, Coordinates, Jacobian, Projective, Signed, Weierstrass};
use crate::fields::{Bls12381Fp, Bls12381Fr};

/// The curve `y^2 = x^3 + 4`. Its order is `r (x - 1)^2 / 3`: a point on it need not be in the subgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct G1;

/// An affine point of [`G1`].
pub type G1Affine = Affine<G1>;
/// A point of [`G1`] for public data, in variable time.
pub type G1Jacobian = Jacobian<G1>;
/// A point of [`G1`], in constant time.
pub type G1Projective = Projective<G1>;

impl Weierstrass for G1 {
    type Base = Bls12381Fp;
    type Scalar = Bls12381Fr;

    const B: Bls12381Fp = Bls12381Fp::from_u64(4);
    const GENERATOR: (Bls12381Fp, Bls12381Fp) = (
        Bls12381Fp::from_raw([
            0xfb3af00adb22c6bb,
            0x6c55e83ff97a1aef,
            0xa14e3a3f171bac58,
            0xc3688c4f9774b905,
            0x2695638c4fa9ac0f,
            0x17f1d3a73197d794,
        ]),
        Bls12381Fp::from_raw([
            0x0caa232946c5e7e1,
            0xd03cc744a2888ae4,
            0x00db18cb2c04b3ed,
            0xfcf5e095d5d00af6,
            0xa09e30ed741d8ae4,
            0x08b3f481e3aaa0f1,
        ]),
    );

    #[inline(always)]
    fn mul_3b(a: &Bls12381Fp) -> Bls12381Fp {
        let four = a.double().double();
        four.double() + four
    }

    #[inline(always)]
    fn scalar_limbs(k: &Bls12381Fr) -> [u64; 4] {
        k.to_canonical_limbs()
    }

    const ORDER: [u64; 4] = Bls12381Fr::MODULUS;
    const PARTS: usize = 2;
    const PART_BITS: u32 = 128;

    /// `k = k0 + k1 x^2` and `λ = -x^2`.
    fn split(k: &[u64; 4]) -> [Signed; 4] {
        let (k1, k0) = X_SQUARED.divide(k);
        [
            Signed::new(false, k0),
            Signed::new(true, k1),
            Signed::ZERO,
            Signed::ZERO,
        ]
    }

    #[inline(always)]
    fn map_x(x: &Bls12381Fp) -> Bls12381Fp {
        Self::BETA * x
    }

    /// `φ(P) = -x^2 P`.
    ///
    /// # Source
    /// Scott, ePrint 2021/1130.
    fn is_in_subgroup<P: Coordinates<Self>>(p: &P) -> Choice {
        (-p.times(&X).times(&X)).equals(&p.mapped())
    }

    /// `(1 - x) P`, as RFC 9380 has it.
    ///
    /// # Source
    /// Wahby and Boneh, ePrint 2019/403, section 5.
    fn clear_cofactor<P: Coordinates<Self>>(p: &P) -> P {
        p.times(&X).add(p)
    }
}

impl G1 {
    /// β: `(x, y) -> (β x, y)` is an endomorphism.
    pub const BETA: Bls12381Fp = Bls12381Fp::from_raw([
        0x2e01fffffffefffe,
        0xde17d813620a0002,
        0xddb3a93be6f89688,
        0xba69c6076a0f77ea,
        0x5f19672fdf76ce51,
        0,
    ]);
    /// `-x^2`: that endomorphism multiplies the points of the subgroup by it.
    pub const LAMBDA: Bls12381Fr = Bls12381Fr::from_raw([
        0xfffffffe00000001,
        0xa7780001fffcb7fc,
        0x3339d80809a1d804,
        0x73eda753299d7d48,
    ]);
}
