//! The sextic twist `y^2 = x^3 + 3 / (9 + u)` over Fp2, and its subgroup of order r.

use subtle::Choice;

use crate::curve::{
    Affine, Coordinates, Digits, Jacobian, Lattice, Projective, Signed, Weierstrass,
};
use crate::fields::{Bn254Fp, Bn254Fp2, Bn254Fr};
use crate::tower::Extension;

/// The curve `y^2 = x^3 + 3 / (9 + u)`, a D-twist. Its order is `r (2 p - r)`: a point on it need not be in the subgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct G2;

/// An affine point of [`G2`].
pub type G2Affine = Affine<G2>;
/// A point of [`G2`] for public data, in variable time.
pub type G2Jacobian = Jacobian<G2>;
/// A point of [`G2`], in constant time.
pub type G2Projective = Projective<G2>;

/// `3 b` of the twist.
pub(crate) const B3: Bn254Fp2 = Bn254Fp2::new(
    Bn254Fp::from_raw([
        0x1ef69c66bce9b021,
        0xf21b7c8d3cb039cf,
        0x1499be5e509e8f8f,
        0x20753adca9c6bfb8,
    ]),
    Bn254Fp::from_raw([
        0xade8371391494176,
        0xf5eee18eaf8748f8,
        0x67860f09cc8af9dd,
        0x01c53b10b0d2fc7e,
    ]),
);

impl Weierstrass for G2 {
    type Base = Bn254Fp2;
    type Scalar = Bn254Fr;

    const B: Bn254Fp2 = Bn254Fp2::new(
        Bn254Fp::from_raw([
            0x3267e6dc24a138e5,
            0xb5b4c5e559dbefa3,
            0x81be18991be06ac3,
            0x2b149d40ceb8aaae,
        ]),
        Bn254Fp::from_raw([
            0xe4a2bd0685c315d2,
            0xa74fa084e52d1852,
            0xcd2cafadeed8fdf4,
            0x009713b03af0fed4,
        ]),
    );
    const GENERATOR: (Bn254Fp2, Bn254Fp2) = (
        Bn254Fp2::new(
            Bn254Fp::from_raw([
                0x46debd5cd992f6ed,
                0x674322d4f75edadd,
                0x426a00665e5c4479,
                0x1800deef121f1e76,
            ]),
            Bn254Fp::from_raw([
                0x97e485b7aef312c2,
                0xf1aa493335a9e712,
                0x7260bfb731fb5d25,
                0x198e9393920d483a,
            ]),
        ),
        Bn254Fp2::new(
            Bn254Fp::from_raw([
                0x4ce6cc0166fa7daa,
                0xe3d1e7690c43d37b,
                0x4aab71808dcb408f,
                0x12c85ea5db8c6deb,
            ]),
            Bn254Fp::from_raw([
                0x55acdadcd122975b,
                0xbc4b313370b38ef3,
                0xec9e99ad690c3395,
                0x090689d0585ff075,
            ]),
        ),
    );

    #[inline]
    fn mul_3b(a: &Bn254Fp2) -> Bn254Fp2 {
        B3 * a
    }

    #[inline(always)]
    fn scalar_limbs(k: &Bn254Fr) -> [u64; 4] {
        k.to_canonical_limbs()
    }

    const ORDER: [u64; 4] = Bn254Fr::MODULUS;
    const PARTS: usize = 4;
    const PART_BITS: u32 = 64;
    const CONJUGATES: bool = true;

    fn split(k: &[u64; 4]) -> [Signed; 4] {
        Self::LATTICE.split(k)
    }

    #[inline]
    fn map_x(x: &Bn254Fp2) -> Bn254Fp2 {
        Self::PSI_X * x.conjugate()
    }

    #[inline]
    fn map_y(y: &Bn254Fp2) -> Bn254Fp2 {
        Self::PSI_Y * y.conjugate()
    }

    #[inline]
    fn map_z(z: &Bn254Fp2) -> Bn254Fp2 {
        z.conjugate()
    }

    /// `(x + 1) Q + ψ(x Q) + ψ^2(x Q) = ψ^3(2 x Q)`.
    ///
    /// # Source
    /// El Housni, Guillevic and Piellard, ePrint 2022/352; Dai, Lin, Zhao and Zhou, ePrint 2022/348.
    fn is_in_subgroup<P: Coordinates<Self>>(q: &P) -> Choice {
        let xq = q.times(&X);
        let (psi, psi2) = (xq.mapped(), xq.mapped().mapped());
        let left = xq.add(q).add(&psi).add(&psi2);
        left.equals(&psi2.mapped().double())
    }

    /// `x Q + ψ(3 x Q) + ψ^2(x Q) + ψ^3(Q)`.
    ///
    /// # Source
    /// Fuentes-Castañeda, Knapp and Rodríguez-Henríquez, SAC 2011.
    fn clear_cofactor<P: Coordinates<Self>>(q: &P) -> P {
        let xq = q.times(&X);
        let psi = xq.mapped();
        let left = xq.add(&psi.double().add(&psi));
        left.add(&psi.mapped()).add(&q.mapped().mapped().mapped())
    }
}

/// The parameter x of the family.
static X: Digits = Digits::sparse(0x44e992b44a6909f1);

impl G2 {
    /// ψ, the untwisted and twisted Frobenius map: `(x, y) -> (PSI_X x^p, PSI_Y y^p)`.
    pub const PSI_X: Bn254Fp2 = Bn254Fp2::new(
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
    );
    /// See [`PSI_X`](Self::PSI_X).
    pub const PSI_Y: Bn254Fp2 = Bn254Fp2::new(
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
    );
    /// `6 x^2 = p mod r`: ψ multiplies the points of the subgroup by it.
    pub const LAMBDA: Bn254Fr = Bn254Fr::from_raw([0xf83e9682e87cfd46, 0x6f4d8248eeb859fb, 0, 0]);
    /// A reduced basis of the `(a, b, c, d)` with `a + b λ + c λ^2 + d λ^3 = 0`.
    pub const LATTICE: Lattice<4> = Lattice {
        basis: [
            [
                Signed::new(false, 0x89d3256894d213e2),
                Signed::new(false, 0x44e992b44a6909f2),
                Signed::new(true, 0x44e992b44a6909f1),
                Signed::new(false, 0x44e992b44a6909f1),
            ],
            [
                Signed::new(false, 0x44e992b44a6909f1),
                Signed::new(true, 0x44e992b44a6909f1),
                Signed::new(false, 0x44e992b44a6909f1),
                Signed::new(false, 0x89d3256894d213e3),
            ],
            [
                Signed::new(false, 0x44e992b44a6909f2),
                Signed::new(false, 0x44e992b44a6909f1),
                Signed::new(false, 0x44e992b44a6909f1),
                Signed::new(true, 0x89d3256894d213e2),
            ],
            [
                Signed::new(false, 0x89d3256894d213e3),
                Signed::new(true, 0x44e992b44a6909f1),
                Signed::new(true, 0x44e992b44a6909f2),
                Signed::new(true, 0x44e992b44a6909f1),
            ],
        ],
        quotients: [
            [
                0x7d1fff2e5ce18e26,
                0x46f4bda995d51bb1,
                0x08e5da66fc7184ae,
                0x9e80318ab0d92b93,
            ],
            [
                0x353ccca0e558c73c,
                0x2dff291532e42728,
                0x55b4ca7ba3e5577f,
                0x9e80318ab0d92b95,
            ],
            [
                0xa3f693b55c93362e,
                0x071c4c43fac4daff,
                0x55b4ca7ba3e55782,
                0x9e80318ab0d92b95,
            ],
            [
                0x23038c29bb8bb500,
                0xc170977dcef3cd3f,
                0x55b4ca7ba3e5577d,
                0x9e80318ab0d92b95,
            ],
        ],
    };
}
