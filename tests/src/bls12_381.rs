//! BLS12-381's two groups in affine big integers, and their encoding of EIP-2537: what every other computation of them must
//! give.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::bn254::hex;

/// `c0 + c1 u`; `c1` is 0 over the prime field.
pub type Element = [BigUint; 2];

/// An affine point; `None` is infinity.
pub type Point = Option<(Element, Element)>;

/// The modulus of the coordinates.
pub fn p() -> BigUint {
    hex(
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    )
}

/// The order of the groups.
pub fn r() -> BigUint {
    hex("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001")
}

fn combine(
    a: &Element,
    b: &Element,
    f: impl Fn(&BigUint, &BigUint, &BigUint) -> BigUint,
) -> Element {
    let p = p();
    [0, 1].map(|i| f(&a[i], &b[i], &p) % &p)
}

fn plus(a: &Element, b: &Element) -> Element {
    combine(a, b, |a, b, _| a + b)
}

fn minus(a: &Element, b: &Element) -> Element {
    combine(a, b, |a, b, p| a + p - b)
}

fn times(a: &Element, b: &Element) -> Element {
    let p = p();
    let difference = &a[0] * &b[0] + &p * &p - &a[1] * &b[1];
    [difference % &p, (&a[0] * &b[1] + &a[1] * &b[0]) % &p]
}

fn inverse(a: &Element) -> Option<Element> {
    let p = p();
    let norm = (&a[0] * &a[0] + &a[1] * &a[1]).modinv(&p)?;
    Some([&a[0] * &norm % &p, (&p - &a[1]) * norm % p])
}

fn power(a: &Element, e: &BigUint) -> Element {
    let one = [BigUint::one(), BigUint::zero()];
    (0..e.bits()).rev().fold(one, |x, bit| {
        let square = times(&x, &x);
        if e.bit(bit) {
            times(&square, a)
        } else {
            square
        }
    })
}

/// A root over Fp2, none where there is none.
fn root(a: &Element) -> Option<Element> {
    let p = p();
    let half = power(a, &((&p - 3u8) / 4u8));
    let root = times(&half, a);
    let sign = times(&half, &root);
    let root = if sign == [&p - 1u8, BigUint::zero()] {
        times(&[BigUint::zero(), BigUint::one()], &root)
    } else {
        let one = [BigUint::one(), BigUint::zero()];
        times(&power(&plus(&one, &sign), &((&p - 1u8) / 2u8)), &root)
    };
    (times(&root, &root) == *a).then_some(root)
}

/// One of the two groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Over Fp.
    G1,
    /// Over Fp2.
    G2,
}

impl Group {
    /// The coefficients of a coordinate.
    pub fn degree(self) -> usize {
        match self {
            Group::G1 => 1,
            Group::G2 => 2,
        }
    }

    /// The bytes of a point.
    pub fn length(self) -> usize {
        128 * self.degree()
    }

    fn b(self) -> Element {
        let four = BigUint::from(4u8);
        match self {
            Group::G1 => [four, BigUint::zero()],
            Group::G2 => [four.clone(), four],
        }
    }

    /// The base point of the subgroup.
    pub fn generator(self) -> Point {
        let element = |c0: &str, c1: &str| [hex(c0), hex(c1)];
        Some(match self {
            Group::G1 => (
                element(
                    "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
                    "0",
                ),
                element(
                    "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1",
                    "0",
                ),
            ),
            Group::G2 => (
                element(
                    "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
                    "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
                ),
                element(
                    "0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801",
                    "0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be",
                ),
            ),
        })
    }

    /// Whether coordinates satisfy the curve's equation.
    pub fn holds(self, x: &Element, y: &Element) -> bool {
        times(y, y) == plus(&times(&times(x, x), x), &self.b())
    }

    /// A point of the curve that is not in the subgroup, from the first x at or after this one.
    pub fn outside(self, mut x: u32) -> Point {
        loop {
            let element = [BigUint::from(x), BigUint::from(x % 3) * self.degree() % 2u8];
            let square = plus(&times(&times(&element, &element), &element), &self.b());
            let y = root(&square).filter(|y| self == Group::G2 || y[1].is_zero());
            let point = y.map(|y| (element, y));
            if point.is_some() && mul(&point, &r()).is_some() {
                return point;
            }
            x += 1;
        }
    }

    /// The encoding.
    pub fn bytes(self, a: &Point) -> Vec<u8> {
        let Some((x, y)) = a else {
            return vec![0; self.length()];
        };
        let coefficients = [x, y]
            .into_iter()
            .flat_map(|element| &element[..self.degree()]);
        coefficients.flat_map(word).collect()
    }
}

/// 64 bytes, big-endian.
pub fn word(x: &BigUint) -> [u8; 64] {
    let digits = x.to_bytes_be();
    let mut out = [0; 64];
    out[64 - digits.len()..].copy_from_slice(&digits);
    out
}

/// `-P`.
pub fn neg(a: &Point) -> Point {
    let zero = [BigUint::zero(), BigUint::zero()];
    a.as_ref().map(|(x, y)| (x.clone(), minus(&zero, y)))
}

/// `P + Q` by chord and tangent.
pub fn add(a: &Point, b: &Point) -> Point {
    let (Some((x1, y1)), Some((x2, y2))) = (a, b) else {
        return a.clone().or_else(|| b.clone());
    };
    let (rise, run) = if x1 != x2 {
        (minus(y2, y1), minus(x2, x1))
    } else if y1 == y2 {
        let square = times(x1, x1);
        (plus(&plus(&square, &square), &square), plus(y1, y1))
    } else {
        return None;
    };
    let slope = times(&rise, &inverse(&run)?);
    let x = minus(&minus(&times(&slope, &slope), x1), x2);
    let y = minus(&times(&slope, &minus(x1, &x)), y1);
    Some((x, y))
}

/// `k P` by double and add.
pub fn mul(a: &Point, k: &BigUint) -> Point {
    (0..k.bits()).rev().fold(None, |sum, bit| {
        let twice = add(&sum, &sum);
        if k.bit(bit) { add(&twice, a) } else { twice }
    })
}
