//! Homogeneous coordinates with complete formulas: no exceptional case, constant time.

use core::iter::Sum;
use core::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use ff::Field;
use fieldc_generated::element::Element;
use fieldc_generated::formulas;
use group::{ScalarMul, ScalarMulOwned};
use rand_core::RngCore;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use super::{Affine, CoefficientA, Jacobian, Weierstrass, multiply};

/// The point `(X / Z, Y / Z)`; infinity is `(0 : Y : 0)`.
#[derive(Clone, Copy, Debug)]
pub struct Projective<C: Weierstrass> {
    /// `[X, Y, Z]`, as the formulas want it.
    pub(super) xyz: [C::Base; 3],
}

impl<C: Weierstrass> Projective<C> {
    /// Infinity.
    pub const IDENTITY: Self =
        Self::from_coordinates_unchecked([C::Base::ZERO, C::Base::ONE, C::Base::ZERO]);

    /// The curve's base point.
    pub const GENERATOR: Self =
        Self::from_coordinates_unchecked([C::GENERATOR.0, C::GENERATOR.1, C::Base::ONE]);

    /// The point with coordinates `[X, Y, Z]`, without a check.
    ///
    /// Coordinates that are not on the curve are memory-safe but give results without meaning.
    #[inline]
    pub const fn from_coordinates_unchecked(xyz: [C::Base; 3]) -> Self {
        Projective { xyz }
    }

    /// `[X, Y, Z]`.
    #[inline]
    pub const fn coordinates(&self) -> &[C::Base; 3] {
        &self.xyz
    }

    /// Whether this is infinity. Constant time.
    pub fn is_identity(&self) -> Choice {
        self.xyz[2].is_zero()
    }

    /// `2 P`. Constant time.
    ///
    /// # Cost
    /// For `a = 0`: 6M + 2S and one multiplication by 3b. Else: 8M + 3S, two multiplications by 3b and three by a.
    ///
    /// # Source
    /// Renes, Costello and Batina, ePrint 2015/1060, algorithm 9; the equations of section 3.
    #[must_use]
    pub fn double(&self) -> Self {
        if C::COEFFICIENT_A != CoefficientA::Zero {
            let products = formulas::complete_squares(&self.xyz);
            let [s, w, t] = Self::linear(&products);
            return Projective {
                xyz: formulas::complete_double_a(&products, &s, &w, &t),
            };
        }
        let b3zz = C::mul_3b(&Element::square(&self.xyz[2]));
        Projective {
            xyz: formulas::complete_double(&self.xyz, &b3zz),
        }
    }

    /// `P + Q`. Constant time.
    ///
    /// # Cost
    /// 12M and two multiplications by 3b; where a is not 0, three by a.
    ///
    /// # Source
    /// Renes, Costello and Batina, ePrint 2015/1060, algorithm 7; the equations of section 3.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        Self::from_products(&formulas::complete_products(&self.xyz, &other.xyz))
    }

    /// `P + Q` with affine Q. Constant time.
    ///
    /// # Cost
    /// 11M and two multiplications by 3b; where a is not 0, three by a.
    ///
    /// # Source
    /// Renes, Costello and Batina, ePrint 2015/1060, algorithm 8, the equations of section 3, and a selection for Q at infinity.
    #[must_use]
    pub fn add_affine(&self, other: &Affine<C>) -> Self {
        let sum = Self::from_products(&formulas::complete_products_mixed(&self.xyz, &other.xy));
        Self::conditional_select(&sum, self, other.is_identity())
    }

    /// The end of both additions.
    #[inline(always)]
    fn from_products(products: &[C::Base; 6]) -> Self {
        if C::COEFFICIENT_A != CoefficientA::Zero {
            let [s, w, t] = Self::linear(products);
            return Projective {
                xyz: formulas::complete_sum_a(products, &s, &w, &t),
            };
        }
        let [_, _, zz, _, _, xz] = products;
        Projective {
            xyz: formulas::complete_sum(products, &C::mul_3b(zz), &C::mul_3b(xz)),
        }
    }

    /// `[3 b zz + a xz, 3 b xz + a (xx - a zz), 3 xx + a zz]`.
    #[inline(always)]
    fn linear([xx, _, zz, _, _, xz]: &[C::Base; 6]) -> [C::Base; 3] {
        let azz = C::mul_a(zz);
        [
            C::mul_3b(zz) + C::mul_a(xz),
            C::mul_3b(xz) + C::mul_a(&(*xx - azz)),
            Element::double(xx) + xx + azz,
        ]
    }

    /// Whether a point of the curve is in the subgroup. Infinity is. Constant time.
    pub fn is_in_subgroup(&self) -> Choice {
        C::is_in_subgroup(self)
    }

    /// A multiple of P that is in the subgroup, the same for equal points; see the curve for which. Constant time.
    #[must_use]
    pub fn clear_cofactor(&self) -> Self {
        C::clear_cofactor(self)
    }

    /// The affine point. Constant time.
    #[must_use]
    pub fn to_affine(&self) -> Affine<C> {
        let [x, y, z] = self.xyz;
        let inverse = z.invert().unwrap_or(C::Base::ZERO);
        Affine::new_unchecked(x * inverse, y * inverse)
    }

    /// Writes the affine form of each point. Constant time for a given number of points.
    ///
    /// # Cost
    /// 1I + 5M a point.
    ///
    /// # Panics
    /// Slices of unequal lengths.
    pub fn batch_normalize(points: &[Self], out: &mut [Affine<C>]) {
        assert_eq!(points.len(), out.len(), "as many results as points");
        let factor =
            |p: &Self| C::Base::conditional_select(&p.xyz[2], &C::Base::ONE, p.is_identity());
        let mut product = C::Base::ONE;
        for (p, out) in points.iter().zip(out.iter_mut()) {
            out.xy[0] = product;
            product *= factor(p);
        }
        // A product of non-zero elements.
        let mut inverse = product.invert().unwrap_or(C::Base::ONE);
        for (p, out) in points.iter().zip(out.iter_mut()).rev() {
            let own = inverse * out.xy[0];
            inverse *= factor(p);
            let [x, y, _] = p.xyz;
            let affine = Affine::new_unchecked(x * own, y * own);
            *out = Affine::conditional_select(&affine, &Affine::IDENTITY, p.is_identity());
        }
    }

    /// `k P`. Constant time.
    ///
    /// # Domain
    /// P in the subgroup. [`mul_limbs`](Self::mul_limbs) takes any point.
    #[must_use]
    pub fn mul(&self, k: &C::Scalar) -> Self {
        multiply::mul_split(self, &C::scalar_limbs(k))
    }

    /// `k P` for any point of the curve and any 256-bit integer, least significant limb first. Constant time.
    #[must_use]
    pub fn mul_limbs(&self, k: &[u64; 4]) -> Self {
        multiply::mul(self, k)
    }
}

impl<C: Weierstrass> Default for Projective<C> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<C: Weierstrass> From<Affine<C>> for Projective<C> {
    /// Constant time.
    fn from(p: Affine<C>) -> Self {
        let [x, y] = p.xy;
        let finite = Projective {
            xyz: [x, y, C::Base::ONE],
        };
        Self::conditional_select(&finite, &Self::IDENTITY, p.is_identity())
    }
}

impl<C: Weierstrass> From<Jacobian<C>> for Projective<C> {
    /// `(X Z : Y : Z^3)`. Constant time.
    fn from(p: Jacobian<C>) -> Self {
        let [x, y, z] = p.xyz;
        Projective {
            xyz: [x * z, y, Element::square(&z) * z],
        }
    }
}

impl<C: Weierstrass> ConditionallySelectable for Projective<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Projective {
            xyz: core::array::from_fn(|i| {
                C::Base::conditional_select(&a.xyz[i], &b.xyz[i], choice)
            }),
        }
    }
}

/// The same point, whatever the coordinates. Infinity equals only itself: its Y is not 0, and that of another
/// point is multiplied by its Z, 0.
impl<C: Weierstrass> ConstantTimeEq for Projective<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        let ([x1, y1, z1], [x2, y2, z2]) = (&self.xyz, &other.xyz);
        (*x1 * z2).ct_eq(&(*x2 * z1)) & (*y1 * z2).ct_eq(&(*y2 * z1))
    }
}

impl<C: Weierstrass> PartialEq for Projective<C> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: Weierstrass> Eq for Projective<C> {}

impl<C: Weierstrass> Zeroize for Projective<C> {
    fn zeroize(&mut self) {
        self.xyz.iter_mut().for_each(Zeroize::zeroize);
    }
}

impl<C: Weierstrass> Neg for Projective<C> {
    type Output = Self;
    fn neg(self) -> Self {
        let [x, y, z] = self.xyz;
        Projective { xyz: [x, -y, z] }
    }
}

/// The operators, by value and by reference, from a method.
macro_rules! operators {
    ($Rhs:ty, $Op:ident $op:ident $OpAssign:ident $op_assign:ident, |$a:ident, $b:ident| $result:expr) => {
        impl<C: Weierstrass> $Op<&$Rhs> for Projective<C> {
            type Output = Self;
            fn $op(self, other: &$Rhs) -> Self {
                let ($a, $b) = (&self, other);
                $result
            }
        }
        impl<C: Weierstrass> $Op<$Rhs> for Projective<C> {
            type Output = Self;
            fn $op(self, other: $Rhs) -> Self {
                $Op::<&$Rhs>::$op(self, &other)
            }
        }
        impl<C: Weierstrass> $OpAssign<&$Rhs> for Projective<C> {
            fn $op_assign(&mut self, other: &$Rhs) {
                *self = $Op::<&$Rhs>::$op(*self, other);
            }
        }
        impl<C: Weierstrass> $OpAssign<$Rhs> for Projective<C> {
            fn $op_assign(&mut self, other: $Rhs) {
                *self = $Op::<&$Rhs>::$op(*self, &other);
            }
        }
    };
}

operators!(Projective<C>, Add add AddAssign add_assign, |a, b| Projective::add(a, b));
operators!(Projective<C>, Sub sub SubAssign sub_assign, |a, b| Projective::add(a, &-*b));
operators!(Affine<C>, Add add AddAssign add_assign, |a, b| a.add_affine(b));
operators!(Affine<C>, Sub sub SubAssign sub_assign, |a, b| a.add_affine(&-*b));

impl<C: Weierstrass> Sum for Projective<C> {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::IDENTITY, |a, b| a + b)
    }
}

impl<'a, C: Weierstrass> Sum<&'a Self> for Projective<C> {
    fn sum<I: Iterator<Item = &'a Self>>(points: I) -> Self {
        points.fold(Self::IDENTITY, |a, b| a + b)
    }
}

impl<C: Weierstrass> group::Group for Projective<C>
where
    Self: ScalarMul<C::Scalar> + ScalarMulOwned<C::Scalar>,
{
    type Scalar = C::Scalar;

    /// A multiple of the base point by a random scalar that is not 0.
    fn random(mut rng: impl RngCore) -> Self {
        loop {
            let k = C::Scalar::random(&mut rng);
            if !bool::from(k.is_zero()) {
                return Projective::mul(&Self::GENERATOR, &k);
            }
        }
    }

    fn identity() -> Self {
        Self::IDENTITY
    }

    fn generator() -> Self {
        Self::GENERATOR
    }

    fn is_identity(&self) -> Choice {
        Projective::is_identity(self)
    }

    fn double(&self) -> Self {
        Projective::double(self)
    }
}

impl<C: Weierstrass> group::Curve for Projective<C>
where
    Self: ScalarMul<C::Scalar> + ScalarMulOwned<C::Scalar>,
{
    type AffineRepr = Affine<C>;

    fn batch_normalize(points: &[Self], out: &mut [Affine<C>]) {
        Projective::batch_normalize(points, out);
    }

    fn to_affine(&self) -> Affine<C> {
        Projective::to_affine(self)
    }
}
