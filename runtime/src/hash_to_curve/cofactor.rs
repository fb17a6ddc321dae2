//! Points of a curve to its subgroup: multiplication by the effective cofactor of RFC 9380 through endomorphisms.

use crate::curve::Weierstrass;

use super::HashField;
use super::jacobian::{Point, add, sub, times};

/// A curve whose points can be brought into the subgroup of prime order.
pub(super) trait ClearCofactor: Weierstrass<Base: HashField> {
    /// `h_eff P`. Constant time.
    fn clear_cofactor(p: &Point<Self::Base>) -> Point<Self::Base>;
}

/// The endomorphism ψ of a sextic twist, untwist-Frobenius-twist: `(x, y) -> (cx conj(x), cy conj(y))`.
#[cfg(any(feature = "bls12-381", feature = "bn254"))]
fn psi<F: HashField + crate::tower::Extension>([x, y, z]: &Point<F>, c: &[F; 2]) -> Point<F> {
    [c[0] * x.conjugate(), c[1] * y.conjugate(), z.conjugate()]
}

#[cfg(feature = "bls12-381")]
mod bls12_381 {
    use super::*;
    use crate::bls12_381::{G1, G2};
    use crate::fields::{Bls12381Fp, Bls12381Fp2};

    /// -x of the family.
    const MINUS_X: u64 = 0xd201_0000_0001_0000;

    impl ClearCofactor for G1 {
        /// `(1 - x) P`.
        ///
        /// # Cost
        /// 63 doublings and 6 additions.
        fn clear_cofactor(p: &Point<Bls12381Fp>) -> Point<Bls12381Fp> {
            times(p, MINUS_X + 1)
        }
    }

    const PSI: [Bls12381Fp2; 2] = [
        Bls12381Fp2::new(
            Bls12381Fp::ZERO,
            Bls12381Fp::from_raw([
                0x8bfd00000000aaad,
                0x409427eb4f49fffd,
                0x897d29650fb85f9b,
                0xaa0d857d89759ad4,
                0xec02408663d4de85,
                0x1a0111ea397fe699,
            ]),
        ),
        Bls12381Fp2::new(
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
        ),
    ];

    impl ClearCofactor for G2 {
        /// `(x^2 - x - 1) P + (x - 1) ψ(P) + ψ^2(2 P)`.
        ///
        /// # Cost
        /// 127 doublings and 15 additions.
        ///
        /// # Source
        /// Budroni and Pintore, ePrint 2017/419.
        fn clear_cofactor(p: &Point<Bls12381Fp2>) -> Point<Bls12381Fp2> {
            // With m = -x: m (m P - ψ(P)) + m P - P - ψ(P) + ψ^2(2 P).
            let mp = times(p, MINUS_X);
            let image = psi(p, &PSI);
            let twice = fieldc_generated::formulas::jacobian_double(p);
            let rest = sub(&psi(&psi(&twice, &PSI), &PSI), &image);
            let rest = sub(&add(&rest, &mp, None), p);
            add(&times(&sub(&mp, &image), MINUS_X), &rest, None)
        }
    }
}

#[cfg(feature = "bn254")]
mod bn254 {
    use super::*;
    use crate::bn254::{G1, G2};
    use crate::fields::{Bn254Fp, Bn254Fp2};

    /// x of the family.
    const X: u64 = 0x44e9_92b4_4a69_09f1;

    impl ClearCofactor for G1 {
        /// Every point is in the subgroup.
        fn clear_cofactor(p: &Point<Bn254Fp>) -> Point<Bn254Fp> {
            *p
        }
    }

    const PSI: [Bn254Fp2; 2] = [
        Bn254Fp2::new(
            Bn254Fp::from_raw([
                0x99e39557176f553d,
                0xb78cc310c2c3330c,
                0x4c0bec3cf559b143,
                0x2fb347984f7911f7,
            ]),
            Bn254Fp::from_raw([
                0x1665d51c640fcba2,
                0x32ae2a1d0b7c9dce,
                0x4ba4cc8bd75a0794,
                0x16c9e55061ebae20,
            ]),
        ),
        Bn254Fp2::new(
            Bn254Fp::from_raw([
                0xdc54014671a0135a,
                0xdbaae0eda9c95998,
                0xdc5ec698b6e2f9b9,
                0x063cf305489af5dc,
            ]),
            Bn254Fp::from_raw([
                0x82d37f632623b0e3,
                0x21807dc98fa25bd2,
                0x0704b5a7ec796f2b,
                0x07c03cbcac41049a,
            ]),
        ),
    ];

    impl ClearCofactor for G2 {
        /// `x P + ψ(3 x P) + ψ^2(x P) + ψ^3(P)`.
        ///
        /// # Cost
        /// 63 doublings and 32 additions.
        ///
        /// # Source
        /// Fuentes-Castañeda, Knapp and Rodríguez-Henríquez, SAC 2011.
        fn clear_cofactor(p: &Point<Bn254Fp2>) -> Point<Bn254Fp2> {
            let psi = |p: &Point<Bn254Fp2>| psi(p, &PSI);
            // x P + ψ(3 x P + ψ(x P + ψ(P))).
            let xp = times(p, X);
            let inner = psi(&add(&xp, &psi(p), None));
            let inner = psi(&add(&times(&xp, 3), &inner, None));
            add(&xp, &inner, None)
        }
    }
}
