//! Curves `y^2 = x^3 + a x + b` over Fp2 (or Fp, with second coefficients 0) in affine big integers: what every other computation must give.

use num_bigint::BigUint;

use crate::adversarial::Random;

/// `c0 + c1 u`, `u^2 = -1`.
pub type Element = [BigUint; 2];

/// An affine point; `None` is infinity.
pub type Point = Option<(Element, Element)>;

/// A curve with a subgroup.
pub struct Curve {
    /// The characteristic.
    pub p: BigUint,
    /// The order of the subgroup.
    pub r: BigUint,
    /// The number of points divided by r.
    pub cofactor: BigUint,
    /// Small primes that divide the cofactor.
    pub small: Vec<u32>,
    /// The coefficient of x.
    pub a: Element,
    /// The constant of the equation.
    pub b: Element,
    /// A generator of the subgroup.
    pub generator: (Element, Element),
    /// By what the endomorphism multiplies points of the subgroup.
    pub lambda: BigUint,
    /// By what the clearing of the cofactor multiplies points of the curve, if it is known as one number.
    pub clearing: Option<BigUint>,
    /// Whether coordinates have a second coefficient.
    pub extension: bool,
}

/// The integer of hexadecimal digits.
///
/// # Panics
/// Any other text.
pub fn hex(digits: &str) -> BigUint {
    let digits = digits.strip_prefix("0x").unwrap_or(digits);
    BigUint::parse_bytes(digits.as_bytes(), 16).expect("hexadecimal digits")
}

/// The element of one integer.
pub fn real(a: impl Into<BigUint>) -> Element {
    [a.into(), BigUint::ZERO]
}

impl Curve {
    /// `a + b`
    pub fn plus(&self, a: &Element, b: &Element) -> Element {
        std::array::from_fn(|i| (&a[i] + &b[i]) % &self.p)
    }

    /// `a - b`
    pub fn minus(&self, a: &Element, b: &Element) -> Element {
        std::array::from_fn(|i| (&a[i] + &self.p - &b[i]) % &self.p)
    }

    /// `a b`
    pub fn times(&self, [a0, a1]: &Element, [b0, b1]: &Element) -> Element {
        let p = &self.p;
        [(a0 * b0 + p * p - a1 * b1) % p, (a0 * b1 + a1 * b0) % p]
    }

    fn inverse(&self, [a0, a1]: &Element) -> Option<Element> {
        let norm = (a0 * a0 + a1 * a1) % &self.p;
        let inverse = norm.modinv(&self.p)?;
        let conjugate = [a0.clone(), (&self.p - a1) % &self.p];
        Some(self.times(&conjugate, &real(inverse)))
    }

    /// `x^3 + a x + b`
    pub fn right_side(&self, x: &Element) -> Element {
        let factor = self.plus(&self.times(x, x), &self.a);
        self.plus(&self.times(&factor, x), &self.b)
    }

    /// Whether the point satisfies the equation.
    pub fn contains(&self, point: &Point) -> bool {
        point
            .as_ref()
            .is_none_or(|(x, y)| self.times(y, y) == self.right_side(x))
    }

    /// The generator.
    pub fn generator(&self) -> Point {
        Some(self.generator.clone())
    }

    /// `-P`.
    pub fn neg(&self, a: &Point) -> Point {
        let zero = real(0u8);
        a.as_ref().map(|(x, y)| (x.clone(), self.minus(&zero, y)))
    }

    /// `P + Q` by chord and tangent.
    pub fn add(&self, a: &Point, b: &Point) -> Point {
        let (Some((x1, y1)), Some((x2, y2))) = (a, b) else {
            return a.clone().or_else(|| b.clone());
        };
        let (rise, run) = if x1 != x2 {
            (self.minus(y2, y1), self.minus(x2, x1))
        } else if y1 == y2 {
            let square = self.times(x1, x1);
            let rise = self.plus(&self.times(&square, &real(3u8)), &self.a);
            (rise, self.plus(y1, y1))
        } else {
            return None;
        };
        let slope = self.times(&rise, &self.inverse(&run)?);
        let x = self.minus(&self.minus(&self.times(&slope, &slope), x1), x2);
        let y = self.minus(&self.times(&slope, &self.minus(x1, &x)), y1);
        Some((x, y))
    }

    /// `k P` by double and add.
    pub fn mul(&self, a: &Point, k: &BigUint) -> Point {
        (0..k.bits()).rev().fold(None, |sum, bit| {
            let twice = self.add(&sum, &sum);
            if k.bit(bit) {
                self.add(&twice, a)
            } else {
                twice
            }
        })
    }

    /// Whether r annihilates the point.
    pub fn is_in_subgroup(&self, a: &Point) -> bool {
        self.mul(a, &self.r).is_none()
    }

    /// A point of order q for a small prime divisor q of the cofactor, as a multiple of a point of the curve, if that has one.
    pub fn of_small_order(&self, point: &Point, q: u32) -> Point {
        let mut rest = &self.r * &self.cofactor;
        while &rest % q == BigUint::ZERO {
            rest /= q;
        }
        let mut point = self.mul(point, &rest);
        while point.is_some() {
            let next = self.mul(&point, &q.into());
            if next.is_none() {
                break;
            }
            point = next;
        }
        point
    }

    /// Members of the subgroup among which every exceptional case of an addition occurs, and others.
    pub fn members(&self, random: &mut Random, others: usize) -> Vec<Point> {
        let g = self.generator();
        let small = |k: u32| self.mul(&g, &k.into());
        let image = self.mul(&g, &self.lambda);
        let mut out = vec![
            None,
            g.clone(),
            self.neg(&g),
            small(2),
            self.neg(&small(2)),
            small(3),
        ];
        out.extend([
            image.clone(),
            self.neg(&image),
            self.mul(&image, &self.lambda),
        ]);
        for _ in 0..others {
            let point = self.mul(&g, &random.bits(self.r.bits()));
            out.extend([self.neg(&point), point]);
        }
        out
    }

    /// Scalars below 2^256 at the edges of every step of a multiplication, and others.
    pub fn scalars(&self, random: &mut Random, others: usize) -> Vec<BigUint> {
        let (one, r, lambda) = (BigUint::from(1u8), &self.r, &self.lambda);
        let top = &one << 256u32;
        let mut out: Vec<BigUint> = (0..=33u32).map(BigUint::from).collect();
        let mut power = lambda.clone();
        let mut centres = vec![r.clone(), r * 2u8];
        for _ in 0..3 {
            centres.extend([
                power.clone(),
                r - &power,
                &power * 2u8 % r,
                r - &power * 2u8 % r,
            ]);
            power = power * lambda % r;
        }
        // Where digits in a base change their number.
        for base in [
            hex("d201000000010000"),
            hex("44e992b44a6909f1"),
            hex("6f4d8248eeb859fbf83e9682e87cfd46"),
        ] {
            centres.extend([base.pow(2), base.pow(3) % r, base]);
        }
        for centre in centres {
            out.extend([&centre - 1u8, centre.clone(), centre + 1u8]);
        }
        out.extend([
            r / 2u8,
            r / 2u8 + 1u8,
            r / 3u8,
            &top - 1u8,
            &top - 2u8,
            &top - lambda,
        ]);
        for bit in [31u32, 63, 64, 126, 127, 128, 129, 191, 192, 253, 254, 255] {
            out.extend([&one << bit, (&one << bit) - 1u8]);
        }
        // sum k_i λ^i with small parts of either sign.
        for _ in 0..12 {
            let mut sum = BigUint::ZERO;
            for _ in 0..4 {
                let part = BigUint::from(random.below(33) as u32);
                let part = if random.below(2) == 1 { r - part } else { part };
                sum = (sum * lambda + part) % r;
            }
            out.push(sum);
        }
        out.extend((0..others).map(|_| random.operand(&(&top - 1u8))));
        // Twice the order may be longer.
        out.retain(|k| *k < top);
        out
    }
}

fn pair(c0: &str, c1: &str) -> Element {
    [hex(c0), hex(c1)]
}

/// BN254's second group.
pub fn bn254_g2() -> Curve {
    let p = crate::bn254::p();
    let r = crate::bn254::r();
    Curve {
        cofactor: &p * 2u8 - &r,
        small: vec![10069],
        a: real(0u8),
        b: pair(
            "2b149d40ceb8aaae81be18991be06ac3b5b4c5e559dbefa33267e6dc24a138e5",
            "9713b03af0fed4cd2cafadeed8fdf4a74fa084e52d1852e4a2bd0685c315d2",
        ),
        generator: (
            pair(
                "1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed",
                "198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2",
            ),
            pair(
                "12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa",
                "90689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b",
            ),
        ),
        lambda: &p % &r,
        clearing: None,
        extension: true,
        p,
        r,
    }
}

fn bls12_381() -> (BigUint, BigUint) {
    let p = "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab";
    let r = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
    (hex(p), hex(r))
}

/// BLS12-381's first group.
pub fn bls12_381_g1() -> Curve {
    let (p, r) = bls12_381();
    Curve {
        cofactor: hex("396c8c005555e1568c00aaab0000aaab"),
        small: vec![3, 11, 10177],
        a: real(0u8),
        b: real(4u8),
        generator: (
            real(hex(
                "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
            )),
            real(hex(
                "8b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1",
            )),
        ),
        // -x^2
        lambda: &r - hex("d201000000010000").pow(2),
        clearing: Some(hex("d201000000010001")),
        extension: false,
        p,
        r,
    }
}

/// BLS12-381's second group.
pub fn bls12_381_g2() -> Curve {
    let (p, r) = bls12_381();
    Curve {
        a: real(0u8),
        cofactor: hex(
            "5d543a95414e7f1091d50792876a202cd91de4547085abaa68a205b2e5a7ddfa628f1cb4d9e82ef21537e293a6691ae1616ec6e786f0c70cf1c38e31c7238e5",
        ),
        small: vec![13, 23, 2713],
        b: [4u8.into(), 4u8.into()],
        generator: (
            pair(
                "24aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
                "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
            ),
            pair(
                "ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801",
                "606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be",
            ),
        ),
        lambda: &p % &r,
        clearing: Some(hex(
            "bc69f08f2ee75b3584c6a0ea91b352888e2a8e9145ad7689986ff031508ffe1329c2f178731db956d82bf015d1212b02ec0ec69d7477c1ae954cbc06689f6a359894c0adebbf6b4e8020005aaa95551",
        )),
        extension: true,
        p,
        r,
    }
}

/// A curve of prime order over a prime field, by digits: p, r, a, b, x, y.
pub fn of_prime_order(digits: [&str; 6]) -> Curve {
    let [p, r, a, b, x, y] = digits.map(hex);
    Curve {
        p,
        r,
        cofactor: 1u8.into(),
        small: vec![],
        a: real(a),
        b: real(b),
        generator: (real(x), real(y)),
        lambda: 1u8.into(),
        clearing: Some(1u8.into()),
        extension: false,
    }
}
