//! Short Weierstrass curves as data: what is claimed of one is checked, what follows from it is computed.
//!
//! - [`Spec`]: the claims
//! - [`Curve`]: the checked curve, with its endomorphism and the lattice that splits scalars by it

use crate::spec::is_prime;
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// What somebody says of a curve `y^2 = x^3 + a x + b` over the integers modulo p.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// p, a prime.
    pub modulus: BigUint,
    /// The order of the generator, a prime.
    pub order: BigUint,
    /// a, below p.
    pub a: BigUint,
    /// b, below p.
    pub b: BigUint,
    /// A point of that order, coordinates below p.
    pub generator: (BigUint, BigUint),
    /// The number of points, divided by the order.
    pub cofactor: BigUint,
}

/// The part of a [`Spec`] that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// p.
    Modulus,
    /// The order.
    Order,
    /// a.
    A,
    /// b.
    B,
    /// The generator.
    Generator,
    /// The cofactor.
    Cofactor,
}

/// What is wrong with a curve.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct CurveError {
    /// Where.
    pub place: Place,
    /// What, and what to do.
    pub reason: String,
}

fn wrong<T>(place: Place, reason: impl Into<String>) -> Result<T, CurveError> {
    let reason = reason.into();
    Err(CurveError { place, reason })
}

/// A curve whose claims hold.
#[derive(Clone, Debug)]
pub struct Curve {
    /// The claims.
    pub spec: Spec,
    /// The endomorphism, where a is 0, p and the order are 1 modulo 3, and the order has more than about 128 bits.
    pub endomorphism: Option<Endomorphism>,
}

/// `(x, y) -> (β x, y)`, which multiplies points by λ, and how scalars are split by it.
#[derive(Clone, Debug)]
pub struct Endomorphism {
    /// β: a cube root of 1 modulo p, not 1.
    pub beta: BigUint,
    /// λ: a cube root of 1 modulo the order, not 1.
    pub lambda: BigUint,
    /// A reduced basis of the pairs `(u, v)` with `u + v λ = 0` modulo the order, each vector with the sign for which its quotient
    /// is not negative.
    pub basis: [[BigInt; 2]; 2],
    /// `2^320 c_i / order`, rounded, where `(k, 0) = sum (k c_i / order) v_i`.
    pub quotients: [BigUint; 2],
    /// The most bits of a part of a scalar.
    pub part_bits: u64,
}

/// A point in Jacobian coordinates; infinity where Z is 0.
#[derive(Clone)]
struct Point([BigUint; 3]);

impl Spec {
    /// Checks every claim.
    ///
    /// # Errors
    /// The first claim that does not hold: p or the order not prime, coefficients or coordinates not below p, a singular curve, b = 0, a generator that
    /// is not on the curve or of another order, a number of points outside Hasse's interval, a point of order 2.
    pub fn check(self) -> Result<Curve, CurveError> {
        let p = &self.modulus;
        if *p <= BigUint::from(3u8) || !is_prime(p) {
            return wrong(Place::Modulus, "must be a prime above 3");
        }
        if self.order.bits() > 256 {
            return wrong(Place::Order, "more than 256 bits");
        }
        if !is_prime(&self.order) {
            return wrong(Place::Order, "must be prime");
        }
        // Tables of multiples go up to 16.
        if self.order <= BigUint::from(16u8) {
            return wrong(Place::Order, "must be above 16");
        }
        if self.order == *p {
            return wrong(
                Place::Order,
                "the order is the modulus: discrete logarithms are easy on such a curve",
            );
        }
        for (place, value) in [
            (Place::A, &self.a),
            (Place::B, &self.b),
            (Place::Generator, &self.generator.0),
            (Place::Generator, &self.generator.1),
        ] {
            if value >= p {
                return wrong(place, "must be below the modulus");
            }
        }
        if self.b.is_zero() {
            return wrong(
                Place::B,
                "must not be 0: (0, 0) would be a point, and it stands for infinity",
            );
        }
        let discriminant = BigUint::from(4u8) * self.a.pow(3) + BigUint::from(27u8) * self.b.pow(2);
        if (discriminant % p).is_zero() {
            return wrong(Place::B, "4 a^3 + 27 b^2 = 0: the curve is singular");
        }
        let (x, y) = &self.generator;
        if (y * y) % p != self.right_side(x) {
            return wrong(Place::Generator, "not on the curve");
        }
        if self.cofactor.is_zero() || self.cofactor.is_even() {
            return wrong(
                Place::Cofactor,
                "must be odd: the formulas are complete where no point has order 2",
            );
        }
        if self.cofactor.bits() > 256 {
            return wrong(Place::Cofactor, "more than 256 bits");
        }
        // |h n - (p + 1)| <= 2 sqrt(p)
        let count = BigInt::from(&self.cofactor * &self.order);
        let trace = BigInt::from(p + 1u8) - count;
        if &trace * &trace > BigInt::from(p * 4u8) {
            return wrong(
                Place::Cofactor,
                "order times cofactor is not a number of points that a curve over this field can have (Hasse)",
            );
        }
        if &self.order * &self.order <= p * 16u8 {
            return wrong(
                Place::Order,
                "at most 4 sqrt(p): it does not determine the number of points",
            );
        }
        let g = self.generator_point();
        if !self.times(&g, &self.order).is_infinity() {
            return wrong(
                Place::Generator,
                "has another order: order times generator is not infinity",
            );
        }
        let endomorphism = self.endomorphism();
        Ok(Curve {
            spec: self,
            endomorphism,
        })
    }

    /// `x^3 + a x + b`.
    fn right_side(&self, x: &BigUint) -> BigUint {
        ((x * x + &self.a) * x + &self.b) % &self.modulus
    }

    fn generator_point(&self) -> Point {
        let (x, y) = self.generator.clone();
        Point([x, y, BigUint::one()])
    }

    fn sub(&self, a: &BigUint, b: &BigUint) -> BigUint {
        (a + &self.modulus - b) % &self.modulus
    }

    fn double(&self, Point([x, y, z]): &Point) -> Point {
        let p = &self.modulus;
        let yy = y * y % p;
        let s = ((x * &yy) << 2u8) % p;
        let zz = z * z % p;
        let m = (x * x * 3u8 + &self.a * (&zz * &zz % p)) % p;
        let x3 = self.sub(&(&m * &m % p), &((&s << 1u8) % p));
        let y3 = &m * self.sub(&s, &x3) % p;
        let y3 = self.sub(&y3, &(((&yy * &yy) << 3u8) % p));
        Point([x3, y3, ((y * z) << 1u8) % p])
    }

    fn add(&self, left: &Point, right: &Point) -> Point {
        if left.is_infinity() {
            return right.clone();
        }
        if right.is_infinity() {
            return left.clone();
        }
        let p = &self.modulus;
        let (Point([x1, y1, z1]), Point([x2, y2, z2])) = (left, right);
        let (zz1, zz2) = (z1 * z1 % p, z2 * z2 % p);
        let (u1, u2) = (x1 * &zz2 % p, x2 * &zz1 % p);
        let (s1, s2) = (y1 * (z2 * &zz2 % p) % p, y2 * (z1 * &zz1 % p) % p);
        if u1 == u2 {
            return if s1 == s2 {
                self.double(left)
            } else {
                Point([BigUint::one(), BigUint::one(), BigUint::zero()])
            };
        }
        let (h, r) = (self.sub(&u2, &u1), self.sub(&s2, &s1));
        let hh = &h * &h % p;
        let hhh = &hh * &h % p;
        let v = u1 * hh % p;
        let x3 = self.sub(&(&r * &r % p), &((&hhh + (&v << 1u8)) % p));
        let y3 = r * self.sub(&v, &x3) % p;
        let y3 = self.sub(&y3, &(s1 * hhh % p));
        Point([x3, y3, (z1 * z2 % p) * h % p])
    }

    fn times(&self, point: &Point, k: &BigUint) -> Point {
        let mut out = Point([BigUint::one(), BigUint::one(), BigUint::zero()]);
        for i in (0..k.bits()).rev() {
            out = self.double(&out);
            if k.bit(i) {
                out = self.add(&out, point);
            }
        }
        out
    }

    fn endomorphism(&self) -> Option<Endomorphism> {
        if !self.a.is_zero() {
            return None;
        }
        let beta = cube_root_of_one(&self.modulus)?;
        let lambda = cube_root_of_one(&self.order)?;
        // One of λ and λ^2 belongs to β: on a subgroup of another eigenvalue there is none.
        let (x, y) = &self.generator;
        let image = (x * &beta % &self.modulus, y);
        let squared = &lambda * &lambda % &self.order;
        let lambda = [lambda, squared].into_iter().find(|lambda| {
            let Point([px, py, pz]) = self.times(&self.generator_point(), lambda);
            let p = &self.modulus;
            let zz = &pz * &pz % p;
            px == &image.0 * &zz % p && py == image.1 * (&zz * pz % p) % p
        })?;
        let (basis, quotients) = lattice(&self.order, &lambda);
        // Of short orders, below about 2^128: multiplications are short without a split.
        if quotients.iter().any(|quotient| quotient.bits() > 256) {
            return None;
        }
        let part_bits = (0..2)
            .map(|j| {
                // Each of two roundings is off by a half and a little.
                let sum: BigUint = basis.iter().map(|v| v[j].magnitude()).sum();
                let bound: BigUint = (&sum >> 1u8) + (&sum >> 60u8) + 1u8;
                bound.bits()
            })
            .max()?;
        Some(Endomorphism {
            beta,
            lambda,
            basis,
            quotients,
            part_bits,
        })
    }
}

impl Point {
    fn is_infinity(&self) -> bool {
        self.0[2].is_zero()
    }
}

/// A root of `x^2 + x + 1` modulo a prime, if there is one.
fn cube_root_of_one(p: &BigUint) -> Option<BigUint> {
    let (exponent, rest) = (p - 1u8).div_rem(&BigUint::from(3u8));
    if !rest.is_zero() {
        return None;
    }
    (2u32..1000)
        .map(|g| BigUint::from(g).modpow(&exponent, p))
        .find(|root| !root.is_one())
}

/// A reduced basis of the `(u, v)` with `u + v λ = 0` modulo n, and the quotients.
fn lattice(n: &BigUint, lambda: &BigUint) -> ([[BigInt; 2]; 2], [BigUint; 2]) {
    let norm = |v: &[BigInt; 2]| &v[0] * &v[0] + &v[1] * &v[1];
    let mut short = [-BigInt::from(lambda.clone()), BigInt::one()];
    let mut long = [BigInt::from(n.clone()), BigInt::zero()];
    // Lagrange's reduction.
    loop {
        if norm(&short) > norm(&long) {
            std::mem::swap(&mut short, &mut long);
        }
        let dot: BigInt = &short[0] * &long[0] + &short[1] * &long[1];
        let square = norm(&short);
        let quotient: BigInt = (dot * 2u8 + &square).div_floor(&(square * 2u8));
        if quotient.is_zero() {
            break;
        }
        for i in 0..2 {
            let step = &quotient * &short[i];
            long[i] -= step;
        }
    }
    // (k, 0) = (k v2_1 / D) v1 - (k v1_1 / D) v2
    let determinant = &short[0] * &long[1] - &short[1] * &long[0];
    let coefficients = [long[1].clone(), -short[1].clone()];
    let mut basis = [short, long];
    let mut quotients = [BigUint::zero(), BigUint::zero()];
    for i in 0..2 {
        let negative = (&coefficients[i] * &determinant).sign() == Sign::Minus;
        if negative {
            basis[i] = basis[i].clone().map(|entry| -entry);
        }
        let scaled = coefficients[i].abs().magnitude() << 320u32;
        quotients[i] = ((scaled << 1u8) + n) / (n << 1u8);
    }
    (basis, quotients)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(digits: &str) -> BigUint {
        BigUint::parse_bytes(digits.as_bytes(), 16).unwrap()
    }

    fn secp256k1() -> Spec {
        Spec {
            modulus: hex("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f"),
            order: hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"),
            a: BigUint::zero(),
            b: BigUint::from(7u8),
            generator: (
                hex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
                hex("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
            ),
            cofactor: BigUint::one(),
        }
    }

    #[test]
    fn scalars_are_split() {
        let curve = secp256k1().check().unwrap();
        let n = &curve.spec.order;
        let e = curve.endomorphism.unwrap();
        assert_eq!(e.part_bits, 128);
        assert_eq!(&e.lambda * &e.lambda % n + &e.lambda + 1u8, *n);
        for v in &e.basis {
            let sum = &v[0] + &v[1] * BigInt::from(e.lambda.clone());
            assert!(sum.mod_floor(&BigInt::from(n.clone())).is_zero());
        }
        // Corners: the largest scalar, and multiples of quotients about halves.
        let mut scalars = vec![BigUint::zero(), BigUint::one(), n - 1u8, e.lambda.clone()];
        for i in 1..200u32 {
            let half = (BigUint::from(i) << 319u32) / &e.quotients[i as usize % 2];
            scalars.extend([&half % n, (&half + 1u8) % n]);
        }
        for k in scalars {
            let mut parts = [BigInt::from(k.clone()), BigInt::zero()];
            for (v, q) in e.basis.iter().zip(&e.quotients) {
                let c: BigUint = (&k * q + (BigUint::one() << 319u32)) >> 320u32;
                for j in 0..2 {
                    parts[j] -= BigInt::from(c.clone()) * &v[j];
                }
            }
            let back = &parts[0] + &parts[1] * BigInt::from(e.lambda.clone());
            assert_eq!(back.mod_floor(&BigInt::from(n.clone())), BigInt::from(k));
            assert!(parts.iter().all(|part| part.bits() <= e.part_bits));
        }
    }

    #[test]
    fn false_claims_are_refused_where_they_stand() {
        let refused = |edit: &dyn Fn(&mut Spec)| {
            let mut spec = secp256k1();
            edit(&mut spec);
            spec.check().unwrap_err().place
        };
        assert_eq!(refused(&|s| s.modulus += 2u8), Place::Modulus);
        assert_eq!(refused(&|s| s.order += 2u8), Place::Order);
        assert_eq!(refused(&|s| s.order = s.modulus.clone()), Place::Order);
        assert_eq!(refused(&|s| s.a = s.modulus.clone()), Place::A);
        assert_eq!(refused(&|s| s.b = BigUint::zero()), Place::B);
        assert_eq!(refused(&|s| s.b += 1u8), Place::Generator);
        assert_eq!(refused(&|s| s.generator.0 += 1u8), Place::Generator);
        let twice = |s: &mut Spec| s.cofactor = BigUint::from(2u8);
        assert_eq!(refused(&twice), Place::Cofactor);
        let thrice = |s: &mut Spec| s.cofactor = BigUint::from(3u8);
        assert_eq!(refused(&thrice), Place::Cofactor);
        // y^2 = (x - 1)^2 (x + 2) = x^3 - 3 x + 2
        let singular = |s: &mut Spec| {
            s.a = &s.modulus - 3u8;
            s.b = BigUint::from(2u8);
        };
        assert_eq!(refused(&singular), Place::B);
        // A prime in Hasse's interval that is not the order.
        let other = |s: &mut Spec| {
            s.order += 2u8;
            while !is_prime(&s.order) {
                s.order += 2u8;
            }
        };
        assert_eq!(refused(&other), Place::Generator);
    }
}
