//! Arithmetic of a tower over big integers, by the school method: what claims are checked with and constants computed by.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

/// An element by its coordinates in the prime field.
pub type Element = Vec<BigUint>;

/// Fields, one over the other.
#[derive(Clone, Debug)]
pub struct Fields {
    /// The prime.
    pub p: BigUint,
    /// Degree and `root^degree` of each level, from the bottom.
    pub levels: Vec<(usize, Element)>,
}

impl Fields {
    /// Coordinates of an element after `level` extensions.
    pub fn degree(&self, level: usize) -> usize {
        self.levels[..level].iter().map(|l| l.0).product()
    }

    /// The number of elements after `level` extensions.
    pub fn order(&self, level: usize) -> BigUint {
        self.p.pow(self.degree(level) as u32)
    }

    /// 0.
    pub fn zero(&self, level: usize) -> Element {
        vec![BigUint::zero(); self.degree(level)]
    }

    /// An integer.
    pub fn integer(&self, level: usize, k: impl Into<BigUint>) -> Element {
        let mut out = self.zero(level);
        out[0] = k.into() % &self.p;
        out
    }

    /// The root of a level, an element of it.
    pub fn root(&self, level: usize) -> Element {
        let mut out = self.zero(level);
        out[self.degree(level - 1)] = BigUint::one();
        out
    }

    /// `x + y`
    pub fn add(&self, x: &[BigUint], y: &[BigUint]) -> Element {
        x.iter().zip(y).map(|(x, y)| (x + y) % &self.p).collect()
    }

    /// `x - y`
    pub fn sub(&self, x: &[BigUint], y: &[BigUint]) -> Element {
        let p = &self.p;
        x.iter().zip(y).map(|(x, y)| (x + p - y) % p).collect()
    }

    /// `x y`; parts that are zero cost nothing.
    pub fn mul(&self, level: usize, x: &[BigUint], y: &[BigUint]) -> Element {
        let Some(below) = level.checked_sub(1) else {
            return vec![&x[0] * &y[0] % &self.p];
        };
        let (degree, non_residue) = &self.levels[below];
        let n = self.degree(below);
        let mut out = vec![self.zero(below); 2 * degree - 1];
        for (i, x) in x.chunks(n).enumerate().filter(|x| !is_zero(x.1)) {
            for (j, y) in y.chunks(n).enumerate().filter(|y| !is_zero(y.1)) {
                out[i + j] = self.add(&out[i + j], &self.mul(below, x, y));
            }
        }
        for i in *degree..out.len() {
            let t = self.mul(below, &out[i], non_residue);
            out[i - degree] = self.add(&out[i - degree], &t);
        }
        out[..*degree].concat()
    }

    /// `x^e`
    pub fn pow(&self, level: usize, x: &[BigUint], e: &BigUint) -> Element {
        if level == 0 {
            return vec![x[0].modpow(e, &self.p)];
        }
        let mut out = self.integer(level, 1u8);
        for i in (0..e.bits()).rev() {
            out = self.mul(level, &out, &out);
            if e.bit(i) {
                out = self.mul(level, &out, x);
            }
        }
        out
    }

    /// The norm to the level below: `x0^2 - β x1^2` or `x0^3 + β x1^3 + β^2 x2^3 - 3 β x0 x1 x2`.
    pub fn norm(&self, level: usize, x: &[BigUint]) -> Element {
        let below = level - 1;
        let (degree, beta) = &self.levels[below];
        let part: Vec<&[BigUint]> = x.chunks(self.degree(below)).collect();
        let product = |factors: &[&[BigUint]]| {
            let one = self.integer(below, 1u8);
            factors
                .iter()
                .fold(one, |product, x| self.mul(below, &product, x))
        };
        if *degree == 2 {
            let square = product(&[part[0], part[0]]);
            return self.sub(&square, &product(&[beta, part[1], part[1]]));
        }
        let [a, b, c] = [part[0], part[1], part[2]];
        let sum = self.add(&product(&[a, a, a]), &product(&[beta, b, b, b]));
        let sum = self.add(&sum, &product(&[beta, beta, c, c, c]));
        let three = self.integer(below, 3u8);
        self.sub(&sum, &product(&[&three, beta, a, b, c]))
    }

    /// Whether x is a d-th power, for a prime d that divides q - 1.
    ///
    /// That is `x^((q - 1) / d) = 1`. Where d divides also the q - 1 of the level below, that power is the same one of the norm.
    pub fn is_power(&self, level: usize, x: &[BigUint], d: u32) -> bool {
        if let Some(below) = level.checked_sub(1)
            && self.divides(below, d)
        {
            return self.is_power(below, &self.norm(level, x), d);
        }
        let exponent = (self.order(level) - 1u8) / d;
        is_zero(x) || self.pow(level, x, &exponent) == self.integer(level, 1u8)
    }

    /// Whether d divides q - 1.
    pub fn divides(&self, level: usize, d: u32) -> bool {
        ((self.order(level) - 1u8) % d).is_zero()
    }

    /// An element that is no square: of the level below where the degree is odd, else the root plus the first element of that level that does.
    pub fn non_square(&self, level: usize) -> Element {
        let n = self.degree(level);
        if level > 0 && self.levels[level - 1].0 == 3 {
            let mut out = self.non_square(level - 1);
            out.resize(n, BigUint::zero());
            return out;
        }
        let mut counter = BigUint::zero();
        loop {
            // The digits of a counter: every element below comes, small integers first.
            let mut out = self.zero(level);
            let mut rest = counter.clone();
            for x in &mut out {
                (rest, *x) = rest.div_rem(&self.p);
            }
            if level > 0 {
                out[self.degree(level - 1)] = BigUint::one();
            }
            if !self.is_power(level, &out, 2) {
                return out;
            }
            counter += 1u8;
        }
    }

    /// The p-th powers of the basis, the products of the roots' powers.
    pub fn frobenius(&self, level: usize) -> Vec<Element> {
        let Some(below) = level.checked_sub(1) else {
            return vec![self.integer(0, 1u8)];
        };
        let (degree, beta) = &self.levels[below];
        // root^p = root^(p mod d) β^(p / d)
        let (quotient, rest) = self.p.div_rem(&BigUint::from(*degree));
        let mut image = self.lift(level, &self.pow(below, beta, &quotient));
        for _ in 0..rest.iter_u32_digits().next().unwrap_or(0) {
            image = self.mul(level, &image, &self.root(level));
        }
        let lower: Vec<Element> = self
            .frobenius(below)
            .iter()
            .map(|x| self.lift(level, x))
            .collect();
        let mut power = self.integer(level, 1u8);
        let mut out = vec![];
        for _ in 0..*degree {
            out.extend(lower.iter().map(|x| self.mul(level, x, &power)));
            power = self.mul(level, &power, &image);
        }
        out
    }

    /// An element of a lower level as one of this.
    pub fn lift(&self, level: usize, x: &[BigUint]) -> Element {
        let mut out = x.to_vec();
        out.resize(self.degree(level), BigUint::zero());
        out
    }
}

/// Whether x is 0.
pub fn is_zero(x: &[BigUint]) -> bool {
    x.iter().all(BigUint::is_zero)
}
