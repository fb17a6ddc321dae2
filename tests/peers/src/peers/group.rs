//! Pairing groups in affine big integers: what the rows of groups must give. Coordinates are in Fp2, in a first group without u.

use crate::reference::{BLS12_381_FP, BLS12_381_FR, BN254_FP, BN254_FR, Field, Samples};
use num_bigint::BigUint;
use std::sync::LazyLock;

/// `c0 + c1 u`, `u^2 = -1`.
pub type Element = [BigUint; 2];

/// An affine point; `None` is infinity.
pub type Point = Option<(Element, Element)>;

/// A group: its names in ids, its field, its scalars, a point of it.
pub struct Reference {
    pub curve: &'static str,
    pub group: &'static str,
    field: &'static Field,
    order: &'static Field,
    generator: (Element, Element),
}

macro_rules! groups {
    ($($name:ident = $curve:literal $group:literal $field:ident $order:ident $x:expr, $y:expr;)+) => {
        $(pub static $name: LazyLock<Reference> = LazyLock::new(|| {
            let element = |hex: [&str; 2]| hex.map(|hex| BigUint::parse_bytes(hex.as_bytes(), 16).expect("hexadecimal digits"));
            Reference {
                curve: $curve,
                group: $group,
                field: &$field,
                order: &$order,
                generator: (element($x), element($y)),
            }
        });)+
        #[cfg(test)]
        static ALL: &[&LazyLock<Reference>] = &[$(&$name),+];
    };
}

groups! {
    BN254_G1 = "bn254" "g1" BN254_FP BN254_FR ["1", "0"], ["2", "0"];
    BN254_G2 = "bn254" "g2" BN254_FP BN254_FR
        ["1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed", "198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"],
        ["12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa", "90689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"];
    BLS12_381_G1 = "bls12-381" "g1" BLS12_381_FP BLS12_381_FR
        ["17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb", "0"],
        ["8b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1", "0"];
    BLS12_381_G2 = "bls12-381" "g2" BLS12_381_FP BLS12_381_FR
        ["24aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8", "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"],
        ["ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801", "606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be"];
}

impl Reference {
    fn sub(&self, a: &Element, b: &Element) -> Element {
        let p = &self.field.modulus;
        std::array::from_fn(|i| (&a[i] + p - &b[i]) % p)
    }

    fn mul_elements(&self, [a0, a1]: &Element, [b0, b1]: &Element) -> Element {
        let p = &self.field.modulus;
        [(a0 * b0 + p * p - a1 * b1) % p, (a0 * b1 + a1 * b0) % p]
    }

    fn inverse(&self, [a0, a1]: &Element) -> Element {
        let p = &self.field.modulus;
        let norm = (a0 * a0 + a1 * a1) % p;
        let inverse = norm.modinv(p).expect("not zero");
        [a0 * &inverse % p, (p - a1) * inverse % p]
    }

    /// `P + Q` by chord and tangent.
    pub fn add(&self, a: &Point, b: &Point) -> Point {
        let (Some((x1, y1)), Some((x2, y2))) = (a, b) else {
            return a.clone().or_else(|| b.clone());
        };
        let (rise, run) = if x1 != x2 {
            (self.sub(y2, y1), self.sub(x2, x1))
        } else if y1 == y2 {
            let square = self.mul_elements(x1, x1);
            let p = &self.field.modulus;
            (square.map(|c| c * 3u8 % p), y1.clone().map(|c| c * 2u8 % p))
        } else {
            return None;
        };
        let slope = self.mul_elements(&rise, &self.inverse(&run));
        let x = self.sub(&self.sub(&self.mul_elements(&slope, &slope), x1), x2);
        let y = self.sub(&self.mul_elements(&slope, &self.sub(x1, &x)), y1);
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

    /// `sum k_i P_i`
    pub fn sum(&self, terms: &[(Point, BigUint)]) -> Point {
        terms
            .iter()
            .fold(None, |sum, (p, k)| self.add(&sum, &self.mul(p, k)))
    }

    /// `count` points and scalars, the same in every run. The points are multiples of the generator.
    pub fn samples(&self, count: usize, seed: u64) -> Vec<(Point, BigUint)> {
        let mut samples = Samples::new(seed);
        let generator = Some(self.generator.clone());
        let step = self.mul(&generator, &samples.element(self.order));
        let mut point = self.mul(&generator, &samples.element(self.order));
        (0..count)
            .map(|_| {
                point = self.add(&point, &step);
                (point.clone(), samples.element(self.order))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_group_orders_annihilate() {
        for group in ALL {
            let generator = Some(group.generator.clone());
            assert_eq!(group.mul(&generator, &group.order.modulus), None);
            let (p, k) = group.samples(2, 9).remove(1);
            assert_eq!(group.mul(&p, &group.order.modulus), None);
            let sum = group.sum(&[(p.clone(), k.clone()), (p.clone(), 1u8.into())]);
            assert_eq!(sum, group.mul(&p, &(k + 1u8)));
        }
    }
}
