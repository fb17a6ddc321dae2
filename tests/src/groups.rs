//! The groups of BLS12-381 and BN254 in affine big integers, with their encodings of EIP-2537 and EIP-197: what every other
//! computation of them must give.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::bn254::{self, hex};

/// `c0 + c1 u`; `c1` is 0 over the prime field.
pub type Element = [BigUint; 2];

/// An affine point; `None` is infinity.
pub type Point = Option<(Element, Element)>;

/// A curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Curve {
    /// BLS12-381.
    Bls12381,
    /// BN254.
    Bn254,
}

use Curve::{Bls12381, Bn254};

impl Curve {
    /// The modulus of the coordinates.
    pub fn p(self) -> BigUint {
        match self {
            Bls12381 => hex(
                "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
            ),
            Bn254 => bn254::p(),
        }
    }

    /// The order of the groups.
    pub fn r(self) -> BigUint {
        match self {
            Bls12381 => hex("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"),
            Bn254 => bn254::r(),
        }
    }

    /// The bytes of a coefficient, and how many of them are zero.
    pub fn word(self) -> (usize, usize) {
        match self {
            Bls12381 => (64, 16),
            Bn254 => (32, 0),
        }
    }

    /// A coefficient, big-endian.
    pub fn bytes(self, x: &BigUint) -> Vec<u8> {
        let digits = x.to_bytes_be();
        let mut out = vec![0; self.word().0 - digits.len()];
        out.extend(digits);
        out
    }

    fn plus(self, a: &Element, b: &Element) -> Element {
        let p = self.p();
        [0, 1].map(|i| (&a[i] + &b[i]) % &p)
    }

    fn minus(self, a: &Element, b: &Element) -> Element {
        let p = self.p();
        [0, 1].map(|i| (&a[i] + &p - &b[i]) % &p)
    }

    fn times(self, a: &Element, b: &Element) -> Element {
        let p = self.p();
        let difference = &a[0] * &b[0] + &p * &p - &a[1] * &b[1];
        [difference % &p, (&a[0] * &b[1] + &a[1] * &b[0]) % &p]
    }

    fn inverse(self, a: &Element) -> Option<Element> {
        let p = self.p();
        let norm = (&a[0] * &a[0] + &a[1] * &a[1]).modinv(&p)?;
        Some([&a[0] * &norm % &p, (&p - &a[1]) * norm % p])
    }

    fn power(self, a: &Element, e: &BigUint) -> Element {
        let one = [BigUint::one(), BigUint::zero()];
        (0..e.bits()).rev().fold(one, |x, bit| {
            let square = self.times(&x, &x);
            if e.bit(bit) {
                self.times(&square, a)
            } else {
                square
            }
        })
    }

    /// A root over Fp2, none where there is none. Both moduli are 3 modulo 4.
    fn root(self, a: &Element) -> Option<Element> {
        let p = self.p();
        let half = self.power(a, &((&p - 3u8) / 4u8));
        let root = self.times(&half, a);
        let sign = self.times(&half, &root);
        let root = if sign == [&p - 1u8, BigUint::zero()] {
            self.times(&[BigUint::zero(), BigUint::one()], &root)
        } else {
            let one = [BigUint::one(), BigUint::zero()];
            let factor = self.power(&self.plus(&one, &sign), &((&p - 1u8) / 2u8));
            self.times(&factor, &root)
        };
        (self.times(&root, &root) == *a).then_some(root)
    }
}

/// One of the groups of a curve: over Fp, or over Fp2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The curve.
    pub curve: Curve,
    /// The coefficients of a coordinate.
    pub degree: usize,
}

impl Group {
    /// The bytes of a point.
    pub fn length(self) -> usize {
        2 * self.degree * self.curve.word().0
    }

    fn b(self) -> Element {
        let pair = |c0: u8, c1: u8| [BigUint::from(c0), BigUint::from(c1)];
        match (self.curve, self.degree) {
            (Bls12381, 1) => pair(4, 0),
            (Bls12381, _) => pair(4, 4),
            (Bn254, 1) => pair(3, 0),
            (Bn254, _) => {
                let inverse = self.curve.inverse(&pair(9, 1)).expect("not 0");
                self.curve.times(&pair(3, 0), &inverse)
            }
        }
    }

    /// The base point of the subgroup.
    pub fn generator(self) -> Point {
        let point = |words: [&str; 4]| {
            let [x0, x1, y0, y1] = words.map(hex);
            Some(([x0, x1], [y0, y1]))
        };
        match (self.curve, self.degree) {
            (Bls12381, 1) => point([
                "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
                "0",
                "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1",
                "0",
            ]),
            (Bls12381, _) => point([
                "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
                "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
                "0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801",
                "0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be",
            ]),
            (Bn254, 1) => point(["1", "0", "2", "0"]),
            (Bn254, _) => point([
                "1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed",
                "198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2",
                "12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa",
                "090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b",
            ]),
        }
    }

    /// Whether coordinates satisfy the curve's equation.
    pub fn holds(self, x: &Element, y: &Element) -> bool {
        self.curve.times(y, y) == self.square(x)
    }

    /// `x^3 + b`
    fn square(self, x: &Element) -> Element {
        let curve = self.curve;
        curve.plus(&curve.times(&curve.times(x, x), x), &self.b())
    }

    /// A point of the curve that is not in the subgroup, from the first x at or after this one. There is none on BN254 over Fp.
    pub fn outside(self, mut x: u32) -> Point {
        loop {
            let element = [BigUint::from(x), BigUint::from(self.degree as u32 - 1)];
            let y = self.curve.root(&self.square(&element));
            let y = y.filter(|y| self.degree == 2 || y[1].is_zero());
            let point = y.map(|y| (element, y));
            if point.is_some() && self.mul(&point, &self.curve.r()).is_some() {
                return point;
            }
            x += 1;
        }
    }

    /// Whether a point is in the subgroup of order r.
    pub fn contains(self, a: &Point) -> bool {
        self.mul(a, &self.curve.r()).is_none()
    }

    /// The encoding.
    pub fn bytes(self, a: &Point) -> Vec<u8> {
        let Some((x, y)) = a else {
            return vec![0; self.length()];
        };
        let coordinate = |element: &Element| {
            let mut words: Vec<_> = element[..self.degree].iter().collect();
            if self.curve == Bn254 {
                words.reverse();
            }
            words
                .into_iter()
                .flat_map(|c| self.curve.bytes(c))
                .collect::<Vec<_>>()
        };
        [coordinate(x), coordinate(y)].concat()
    }

    /// `-P`.
    pub fn neg(self, a: &Point) -> Point {
        let zero = [BigUint::zero(), BigUint::zero()];
        a.as_ref()
            .map(|(x, y)| (x.clone(), self.curve.minus(&zero, y)))
    }

    /// `P + Q` by chord and tangent.
    pub fn add(self, a: &Point, b: &Point) -> Point {
        let (Some((x1, y1)), Some((x2, y2))) = (a, b) else {
            return a.clone().or_else(|| b.clone());
        };
        let f = self.curve;
        let (rise, run) = if x1 != x2 {
            (f.minus(y2, y1), f.minus(x2, x1))
        } else if y1 == y2 {
            let square = f.times(x1, x1);
            (f.plus(&f.plus(&square, &square), &square), f.plus(y1, y1))
        } else {
            return None;
        };
        let slope = f.times(&rise, &f.inverse(&run)?);
        let x = f.minus(&f.minus(&f.times(&slope, &slope), x1), x2);
        let y = f.minus(&f.times(&slope, &f.minus(x1, &x)), y1);
        Some((x, y))
    }

    /// `k P` by double and add.
    pub fn mul(self, a: &Point, k: &BigUint) -> Point {
        (0..k.bits()).rev().fold(None, |sum, bit| {
            let twice = self.add(&sum, &sum);
            if k.bit(bit) {
                self.add(&twice, a)
            } else {
                twice
            }
        })
    }
}
