//! The sextic twist `y^2 = x^3 + 4 (1 + u)` over Fp2, and its subgroup of order r.

use crate::curve::{Affine, Jacobian, Projective, Weierstrass};
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
}
