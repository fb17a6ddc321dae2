//! Homogeneous coordinates with complete formulas: no exceptional case, constant time.

use core::iter::Sum;
use core::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use ff::Field;
use group::{ScalarMul, ScalarMulOwned};
use rand_core::RngCore;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};
use zeroize::Zeroize;

use super::{Affine, CurveField, Jacobian, Weierstrass, multiply};

/// The point `(X / Z, Y / Z)`; infinity is `(0 : Y : 0)`.
#[derive(Clone, Copy, Debug)]
pub struct Projective<C: Weierstrass> {
    pub(super) x: C::Base,
    pub(super) y: C::Base,
    pub(super) z: C::Base,
}

impl<C: Weierstrass> Projective<C> {
    /// Infinity.
    pub const IDENTITY: Self = Projective {
        x: C::Base::ZERO,
        y: C::Base::ONE,
        z: C::Base::ZERO,
    };

    /// The curve's base point.
    pub const GENERATOR: Self = Projective {
        x: C::GENERATOR.0,
        y: C::GENERATOR.1,
        z: C::Base::ONE,
    };

    /// Whether this is infinity. Constant time.
    pub fn is_identity(&self) -> Choice {
        self.z.is_zero()
    }

    /// `2 P`. Constant time.
    ///
    /// # Cost
    /// 6M + 2S and one multiplication by 3b.
    ///
    /// # Source
    /// Renes, Costello and Batina, ePrint 2015/1060, algorithm 9.
    #[must_use]
    pub fn double(&self) -> Self {
        let yy = self.y.square();
        let yy8 = yy.double().double().double();
        let b3zz = C::mul_3b(&self.z.square());
        let t = yy - (b3zz.double() + b3zz);
        Projective {
            x: (t * (self.x * self.y)).double(),
            y: C::Base::sum_of_products(&t, &(yy + b3zz), &b3zz, &yy8),
            z: self.y * self.z * yy8,
        }
    }

    /// `P + Q`. Constant time.
    ///
    /// # Cost
    /// 12M and two multiplications by 3b.
    ///
    /// # Source
    /// Renes, Costello and Batina, ePrint 2015/1060, algorithm 7.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        let xx = self.x * other.x;
        let yy = self.y * other.y;
        let zz = self.z * other.z;
        let xy = (self.x + self.y) * (other.x + other.y) - (xx + yy);
        let yz = (self.y + self.z) * (other.y + other.z) - (yy + zz);
        let xz = (self.x + self.z) * (other.x + other.z) - (xx + zz);
        Self::from_products(&xx, &yy, &xy, &yz, &C::mul_3b(&zz), &C::mul_3b(&xz))
    }

    /// `P + Q` with affine Q. Constant time.
    ///
    /// # Cost
    /// 11M and two multiplications by 3b.
    ///
    /// # Source
    /// Renes, Costello and Batina, ePrint 2015/1060, algorithm 8, and a selection for Q at infinity.
    #[must_use]
    pub fn add_affine(&self, other: &Affine<C>) -> Self {
        let xx = self.x * other.x;
        let yy = self.y * other.y;
        let xy = (self.x + self.y) * (other.x + other.y) - (xx + yy);
        let yz = other.y * self.z + self.y;
        let xz = other.x * self.z + self.x;
        let sum = Self::from_products(&xx, &yy, &xy, &yz, &C::mul_3b(&self.z), &C::mul_3b(&xz));
        Self::conditional_select(&sum, self, other.is_identity())
    }

    /// The end of both additions: `xy = X1 Y2 + X2 Y1` and so on.
    #[inline(always)]
    fn from_products(
        xx: &C::Base,
        yy: &C::Base,
        xy: &C::Base,
        yz: &C::Base,
        b3zz: &C::Base,
        b3xz: &C::Base,
    ) -> Self {
        let xx3 = xx.double() + xx;
        let plus = *yy + b3zz;
        let minus = *yy - b3zz;
        Projective {
            x: C::Base::sum_of_products(xy, &minus, &-*yz, b3xz),
            y: C::Base::sum_of_products(&plus, &minus, &xx3, b3xz),
            z: C::Base::sum_of_products(yz, &plus, xy, &xx3),
        }
    }

    /// The affine point. Constant time.
    #[must_use]
    pub fn to_affine(&self) -> Affine<C> {
        let inverse = self.z.invert().unwrap_or(C::Base::ZERO);
        Affine {
            x: self.x * inverse,
            y: self.y * inverse,
        }
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
        let factor = |p: &Self| C::Base::conditional_select(&p.z, &C::Base::ONE, p.is_identity());
        let mut product = C::Base::ONE;
        for (p, out) in points.iter().zip(out.iter_mut()) {
            out.x = product;
            product *= factor(p);
        }
        // A product of non-zero elements.
        let mut inverse = product.invert().unwrap_or(C::Base::ONE);
        for (p, out) in points.iter().zip(out.iter_mut()).rev() {
            let own = inverse * out.x;
            inverse *= factor(p);
            let affine = Affine {
                x: p.x * own,
                y: p.y * own,
            };
            *out = Affine::conditional_select(&affine, &Affine::IDENTITY, p.is_identity());
        }
    }

    /// `k P`. Constant time.
    #[must_use]
    pub fn mul(&self, k: &C::Scalar) -> Self {
        multiply::mul(self, &C::scalar_limbs(k))
    }

    /// `k P` for any 256-bit integer, least significant limb first. Constant time.
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
        let finite = Projective {
            x: p.x,
            y: p.y,
            z: C::Base::ONE,
        };
        Self::conditional_select(&finite, &Self::IDENTITY, p.is_identity())
    }
}

impl<C: Weierstrass> From<Jacobian<C>> for Projective<C> {
    /// `(X Z : Y : Z^3)`. Constant time.
    fn from(p: Jacobian<C>) -> Self {
        Projective {
            x: p.x * p.z,
            y: p.y,
            z: p.z.square() * p.z,
        }
    }
}

impl<C: Weierstrass> ConditionallySelectable for Projective<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Projective {
            x: C::Base::conditional_select(&a.x, &b.x, choice),
            y: C::Base::conditional_select(&a.y, &b.y, choice),
            z: C::Base::conditional_select(&a.z, &b.z, choice),
        }
    }
}

/// The same point, whatever the coordinates. Infinity equals only itself: its Y is not 0, and that of another
/// point is multiplied by its Z, 0.
impl<C: Weierstrass> ConstantTimeEq for Projective<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        (self.x * other.z).ct_eq(&(other.x * self.z))
            & (self.y * other.z).ct_eq(&(other.y * self.z))
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
        self.x.zeroize();
        self.y.zeroize();
        self.z.zeroize();
    }
}

impl<C: Weierstrass> Neg for Projective<C> {
    type Output = Self;
    fn neg(self) -> Self {
        Projective { y: -self.y, ..self }
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

/// Multiplication by a scalar of one field. Written for each field, as `Mul<S>` and `Mul<&S>` for any `S` overlap.
macro_rules! scalar_operators {
    ($($Scalar:ty),*) => {$(
        impl<C: Weierstrass<Scalar = $Scalar>> Mul<&$Scalar> for Projective<C> {
            type Output = Self;
            fn mul(self, k: &$Scalar) -> Self {
                Projective::mul(&self, k)
            }
        }
        impl<C: Weierstrass<Scalar = $Scalar>> Mul<$Scalar> for Projective<C> {
            type Output = Self;
            fn mul(self, k: $Scalar) -> Self {
                Projective::mul(&self, &k)
            }
        }
        impl<C: Weierstrass<Scalar = $Scalar>> MulAssign<&$Scalar> for Projective<C> {
            fn mul_assign(&mut self, k: &$Scalar) {
                *self = Projective::mul(self, k);
            }
        }
        impl<C: Weierstrass<Scalar = $Scalar>> MulAssign<$Scalar> for Projective<C> {
            fn mul_assign(&mut self, k: $Scalar) {
                *self = Projective::mul(self, &k);
            }
        }
    )*};
}

#[cfg(feature = "bn254")]
scalar_operators!(crate::fields::Bn254Fr);

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
