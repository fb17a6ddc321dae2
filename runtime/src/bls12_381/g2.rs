//! The sextic twist `y^2 = x^3 + 4 (1 + u)` over Fp2, and its subgroup of order r.

use subtle::Choice;

use super::{X, X_ABSOLUTE, X_SQUARED};
use crate::curve::{Affine, Coordinates, Jacobian, Projective, Signed, Weierstrass};
use crate::fields::{Bls12381Fp, Bls12381Fp2, Bls12381Fr};
use crate::tower::Extension;

/// The curve `y^2 = x^3 + 4 (1 + u)`, an M-twist. A point on it need not be in the subgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct G2;

/// An affine point of [`G2`].
pub type G2Affine = Affine<G2>;
/// A point of [`G2`] for public data, in variable time.
pub type G2Jacobian = Jacobian<G2>;
/// A point of [`G2`], in constant time.
pub type G2Projective = Projective<G2>;

impl Weierstrass for G2 {
    type Base = Bls12381Fp2;
    type Scalar = Bls12381Fr;

    const B: Bls12381Fp2 = Bls12381Fp2::new(Bls12381Fp::from_u64(4), Bls12381Fp::from_u64(4));
    const GENERATOR: (Bls12381Fp2, Bls12381Fp2) = (
        Bls12381Fp2::new(
            Bls12381Fp::from_raw([
                0xd48056c8c121bdb8,
                0x0bac0326a805bbef,
                0xb4510b647ae3d177,
                0xc6e47ad4fa403b02,
                0x260805272dc51051,
                0x024aa2b2f08f0a91,
            ]),
            Bls12381Fp::from_raw([
                0xe5ac7d055d042b7e,
                0x334cf11213945d57,
                0xb5da61bbdc7f5049,
                0x596bd0d09920b61a,
                0x7dacd3a088274f65,
                0x13e02b6052719f60,
            ]),
        ),
        Bls12381Fp2::new(
            Bls12381Fp::from_raw([
                0xe193548608b82801,
                0x923ac9cc3baca289,
                0x6d429a695160d12c,
                0xadfd9baa8cbdd3a7,
                0x8cc9cdc6da2e351a,
                0x0ce5d527727d6e11,
            ]),
            Bls12381Fp::from_raw([
                0xaaa9075ff05f79be,
                0x3f370d275cec1da1,
                0x267492ab572e99ab,
                0xcb3e287e85a763af,
                0x32acd2b02bc28b99,
                0x0606c4a02ea734cc,
            ]),
        ),
    );

    #[inline]
    fn mul_3b(a: &Bls12381Fp2) -> Bls12381Fp2 {
        // 12 (1 + u)
        let four = a.double().double();
        (four.double() + four).times_xi()
    }

    #[inline(always)]
    fn scalar_limbs(k: &Bls12381Fr) -> [u64; 4] {
        k.to_canonical_limbs()
    }

    const ORDER: [u64; 4] = Bls12381Fr::MODULUS;
    const PARTS: usize = 4;
    const PART_BITS: u32 = 64;
    const CONJUGATES: bool = true;

    /// The digits of k in base |x|, with alternating signs as `λ = x = -|x|`.
    fn split(k: &[u64; 4]) -> [Signed; 4] {
        let (high, low) = X_SQUARED.divide(k);
        let digits = |k: u128| X_ABSOLUTE.divide(&[k as u64, (k >> 64) as u64, 0, 0]);
        let ((k1, k0), (k3, k2)) = (digits(low), digits(high));
        [
            Signed::new(false, k0),
            Signed::new(true, k1),
            Signed::new(false, k2),
            Signed::new(true, k3),
        ]
    }

    #[inline]
    fn map_x(x: &Bls12381Fp2) -> Bls12381Fp2 {
        // PSI_X u (c0 - c1 u) = PSI_X c1 + PSI_X c0 u
        Bls12381Fp2::new(Self::PSI_X * x.c1(), Self::PSI_X * x.c0())
    }

    #[inline]
    fn map_y(y: &Bls12381Fp2) -> Bls12381Fp2 {
        Self::PSI_Y * y.conjugate()
    }

    #[inline]
    fn map_z(z: &Bls12381Fp2) -> Bls12381Fp2 {
        z.conjugate()
    }

    /// `ψ(Q) = x Q`.
    ///
    /// # Source
    /// Scott, ePrint 2021/1130.
    fn is_in_subgroup<P: Coordinates<Self>>(q: &P) -> Choice {
        (-q.times(&X)).equals(&q.mapped())
    }

    /// `(x^2 - x - 1) Q + (x - 1) ψ(Q) + ψ^2(2 Q)`, which is `h_eff Q` of RFC 9380.
    ///
    /// # Source
    /// Budroni and Pintore, ePrint 2017/419.
    fn clear_cofactor<P: Coordinates<Self>>(q: &P) -> P {
        let (minus_xq, psi) = (q.times(&X), q.mapped());
        // x (x Q + ψ(Q)) - x Q - Q - ψ(Q) + ψ^2(2 Q)
        let left = minus_xq.add(&-psi).times(&X).add(&minus_xq);
        left.add(&-q.add(&psi)).add(&q.double().mapped().mapped())
    }
}

impl G2 {
    /// ψ, the untwisted and twisted Frobenius map: `(x, y) -> (PSI_X u x^p, PSI_Y y^p)`.
    pub const PSI_X: Bls12381Fp = Bls12381Fp::from_raw([
        0x8bfd00000000aaad,
        0x409427eb4f49fffd,
        0x897d29650fb85f9b,
        0xaa0d857d89759ad4,
        0xec02408663d4de85,
        0x1a0111ea397fe699,
    ]);
    /// See [`PSI_X`](Self::PSI_X).
    pub const PSI_Y: Bls12381Fp2 = Bls12381Fp2::new(
        Bls12381Fp::from_raw([
            0xf1ee7b04121bdea2,
            0x304466cf3e67fa0a,
            0xef396489f61eb45e,
            0x1c3dedd930b1cf60,
            0xe2e9c448d77a2cd9,
            0x135203e60180a68e,
        ]),
        Bls12381Fp::from_raw([
            0xc81084fbede3cc09,
            0xee67992f72ec05f4,
            0x77f76e17009241c5,
            0x48395dabc2d3435e,
            0x6831e36d6bd17ffe,
            0x06af0e0437ff400b,
        ]),
    );
    /// `x = p mod r`: ψ multiplies the points of the subgroup by it.
    pub const LAMBDA: Bls12381Fr = Bls12381Fr::from_raw([
        0x2dfefffeffff0001,
        0x53bda402fffe5bfe,
        0x3339d80809a1d805,
        0x73eda753299d7d48,
    ]);
}
