//! The traits of `group` for points, and with the feature `pairing` those of the crate `pairing`.

use group::prime::{PrimeCurve, PrimeCurveAffine, PrimeGroup};
use group::{GroupEncoding, UncompressedEncoding};
use subtle::{Choice, CtOption};

use super::{EncodingError, G1Affine, G1Projective, G2Affine, G2Projective};
use crate::curve::{Affine, Weierstrass};
use crate::field::Repr;
use crate::fields::Bls12381Fr;

/// What a decoder says, as these traits want it.
fn option<C: Weierstrass>(result: Result<Affine<C>, EncodingError>) -> CtOption<Affine<C>> {
    let some = Choice::from(u8::from(result.is_ok()));
    CtOption::new(result.unwrap_or(Affine::IDENTITY), some)
}

macro_rules! points {
    ($($Affine:ident, $Projective:ident: $compressed:literal, $uncompressed:literal;)*) => {$(
        /// Compressed. Variable time where a point is read: an encoding is public.
        impl GroupEncoding for $Affine {
            type Repr = Repr<$compressed>;

            fn from_bytes(bytes: &Self::Repr) -> CtOption<Self> {
                option($Affine::from_compressed(&bytes.0))
            }

            fn from_bytes_unchecked(bytes: &Self::Repr) -> CtOption<Self> {
                option($Affine::from_compressed_unchecked(&bytes.0))
            }

            fn to_bytes(&self) -> Self::Repr {
                Repr(self.to_compressed())
            }
        }

        /// Compressed. Variable time where a point is read: an encoding is public.
        impl GroupEncoding for $Projective {
            type Repr = Repr<$compressed>;

            fn from_bytes(bytes: &Self::Repr) -> CtOption<Self> {
                $Affine::from_bytes(bytes).map(Self::from)
            }

            fn from_bytes_unchecked(bytes: &Self::Repr) -> CtOption<Self> {
                $Affine::from_bytes_unchecked(bytes).map(Self::from)
            }

            fn to_bytes(&self) -> Self::Repr {
                self.to_affine().to_bytes()
            }
        }

        /// Variable time where a point is read: an encoding is public.
        impl UncompressedEncoding for $Affine {
            type Uncompressed = Repr<$uncompressed>;

            fn from_uncompressed(bytes: &Self::Uncompressed) -> CtOption<Self> {
                option($Affine::from_uncompressed(&bytes.0))
            }

            fn from_uncompressed_unchecked(bytes: &Self::Uncompressed) -> CtOption<Self> {
                option($Affine::from_uncompressed_unchecked(&bytes.0))
            }

            fn to_uncompressed(&self) -> Self::Uncompressed {
                Repr($Affine::to_uncompressed(self))
            }
        }

        impl PrimeGroup for $Projective {}

        impl PrimeCurve for $Projective {
            type Affine = $Affine;
        }

        impl PrimeCurveAffine for $Affine {
            type Scalar = Bls12381Fr;
            type Curve = $Projective;

            fn identity() -> Self {
                Self::IDENTITY
            }

            fn generator() -> Self {
                Self::GENERATOR
            }

            fn is_identity(&self) -> Choice {
                $Affine::is_identity(self)
            }

            fn to_curve(&self) -> Self::Curve {
                Self::Curve::from(*self)
            }
        }
    )*};
}

points! {
    G1Affine, G1Projective: 48, 96;
    G2Affine, G2Projective: 96, 192;
}

/// Pairings, in the additive notation of the crate `pairing`. Constant time in scalars; pairings and Miller loops are variable time in
/// their points, as everywhere here.
#[cfg(feature = "pairing")]
mod engine {
    use core::ops::{Mul, MulAssign};

    use group::Group;
    use pairing::{Engine, MillerLoopResult, MultiMillerLoop, PairingCurveAffine};
    use rand_core::RngCore;
    use subtle::Choice;

    use crate::bls12_381::{
        Bls12381, G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective, Gt,
    };
    use crate::fields::Bls12381Fr;
    use crate::pairing::{MillerValue, SHARED, multi_miller_loop_vartime, pairing_vartime};

    impl Mul<&Bls12381Fr> for Gt {
        type Output = Gt;
        fn mul(self, k: &Bls12381Fr) -> Gt {
            self.pow(k)
        }
    }

    impl Mul<Bls12381Fr> for Gt {
        type Output = Gt;
        fn mul(self, k: Bls12381Fr) -> Gt {
            self.pow(&k)
        }
    }

    impl MulAssign<&Bls12381Fr> for Gt {
        fn mul_assign(&mut self, k: &Bls12381Fr) {
            *self = self.pow(k);
        }
    }

    impl MulAssign<Bls12381Fr> for Gt {
        fn mul_assign(&mut self, k: Bls12381Fr) {
            *self = self.pow(&k);
        }
    }

    impl Group for Gt {
        type Scalar = Bls12381Fr;

        /// The pairing of the base points to a random power that is not 0.
        fn random(mut rng: impl RngCore) -> Self {
            loop {
                let k = <Bls12381Fr as ff::Field>::random(&mut rng);
                if !bool::from(k.is_zero()) {
                    return Self::generator_vartime().pow(&k);
                }
            }
        }

        fn identity() -> Self {
            Self::IDENTITY
        }

        fn generator() -> Self {
            Self::generator_vartime()
        }

        fn is_identity(&self) -> Choice {
            Gt::is_identity(self)
        }

        fn double(&self) -> Self {
            self.square()
        }
    }

    impl Engine for Bls12381 {
        type Fr = Bls12381Fr;
        type G1 = G1Projective;
        type G1Affine = G1Affine;
        type G2 = G2Projective;
        type G2Affine = G2Affine;
        type Gt = Gt;

        fn pairing(p: &G1Affine, q: &G2Affine) -> Gt {
            pairing_vartime(p, q)
        }
    }

    impl PairingCurveAffine for G1Affine {
        type Pair = G2Affine;
        type PairingResult = Gt;

        fn pairing_with(&self, other: &G2Affine) -> Gt {
            pairing_vartime(self, other)
        }
    }

    impl PairingCurveAffine for G2Affine {
        type Pair = G1Affine;
        type PairingResult = Gt;

        fn pairing_with(&self, other: &G1Affine) -> Gt {
            pairing_vartime(other, self)
        }
    }

    impl From<G2Affine> for G2Prepared {
        fn from(q: G2Affine) -> Self {
            G2Prepared::new_vartime(&q)
        }
    }

    impl MultiMillerLoop for Bls12381 {
        type G2Prepared = G2Prepared;
        type Result = MillerValue<Bls12381>;

        fn multi_miller_loop(terms: &[(&G1Affine, &G2Prepared)]) -> Self::Result {
            let mut product = MillerValue::ONE;
            for terms in terms.chunks(SHARED) {
                // No chunk is empty.
                let (p, q) = terms[0];
                let mut list = [(*p, q); SHARED];
                for (slot, (p, q)) in list.iter_mut().zip(terms) {
                    *slot = (**p, q);
                }
                product += multi_miller_loop_vartime(&[], &list[..terms.len()]);
            }
            product
        }
    }

    impl MillerLoopResult for MillerValue<Bls12381> {
        type Gt = Gt;

        fn final_exponentiation(&self) -> Gt {
            self.final_exponentiation_vartime()
        }
    }
}
