//! `y^2 = x^3 + 3` over Fp, of prime order r.

use subtle::Choice;

use crate::curve::{Affine, Coordinates, Jacobian, Lattice, Projective, Signed, Weierstrass};
use crate::fields::{Bn254Fp, Bn254Fr};

/// The curve `y^2 = x^3 + 3`. Its order is r: every point is in the subgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct G1;

/// An affine point of [`G1`].
pub type G1Affine = Affine<G1>;
/// A point of [`G1`] for public data, in variable time.
pub type G1Jacobian = Jacobian<G1>;
/// A point of [`G1`], in constant time.
pub type G1Projective = Projective<G1>;

impl Weierstrass for G1 {
    type Base = Bn254Fp;
    type Scalar = Bn254Fr;

    const B: Bn254Fp = Bn254Fp::from_u64(3);
    const GENERATOR: (Bn254Fp, Bn254Fp) = (Bn254Fp::ONE, Bn254Fp::from_u64(2));

    #[inline(always)]
    fn mul_3b(a: &Bn254Fp) -> Bn254Fp {
        a.double().double().double() + a
    }

    #[inline(always)]
    fn scalar_limbs(k: &Bn254Fr) -> [u64; 4] {
        k.to_canonical_limbs()
    }

    const ORDER: [u64; 4] = Bn254Fr::MODULUS;
    const PARTS: usize = 2;
    const PART_BITS: u32 = 128;

    fn split(k: &[u64; 4]) -> [Signed; 4] {
        let [k0, k1] = Self::LATTICE.split(k);
        [k0, k1, Signed::ZERO, Signed::ZERO]
    }

    #[inline(always)]
    fn map_x(x: &Bn254Fp) -> Bn254Fp {
        Self::BETA * x
    }

    /// Every point is. Constant time.
    fn is_in_subgroup<P: Coordinates<Self>>(_: &P) -> Choice {
        Choice::from(1)
    }

    /// The point itself. Constant time.
    fn clear_cofactor<P: Coordinates<Self>>(p: &P) -> P {
        *p
    }
}

impl G1 {
    /// β: `(x, y) -> (β x, y)` is an endomorphism.
    pub const BETA: Bn254Fp = Bn254Fp::from_raw([
        0x5763473177fffffe,
        0xd4f263f1acdb5c4f,
        0x59e26bcea0d48bac,
        0,
    ]);
    /// λ: that endomorphism multiplies points by it.
    pub const LAMBDA: Bn254Fr = Bn254Fr::from_raw([
        0x8b17ea66b99c90dd,
        0x5bfc41088d8daaa7,
        0xb3c4d79d41a91758,
        0,
    ]);
    /// A reduced basis of the pairs `(a, b)` with `a + b λ = 0`.
    pub const LATTICE: Lattice<2> = Lattice {
        basis: [
            [
                Signed::new(false, 0x89d3256894d213e3),
                Signed {
                    negative: true,
                    magnitude: [0x8211bbeb7d4f1128, 0x6f4d8248eeb859fc, 0, 0],
                },
            ],
            [
                Signed::positive([0x0be4e1541221250b, 0x6f4d8248eeb859fd, 0, 0]),
                Signed::new(false, 0x89d3256894d213e3),
            ],
        ],
        quotients: [
            [0x6eb9c714773a6ef3, 0xd91d232ec7e0b3d7, 2, 0],
            [
                0xa5e38cfb5eaa26da,
                0x7a7bd9d4391eb18d,
                0x4ccef014a773d2cf,
                2,
            ],
        ],
    };
}
