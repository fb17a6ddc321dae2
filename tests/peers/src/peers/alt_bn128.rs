//! BN254's first group in affine big integers: what the group and precompile rows must give.

use crate::reference::{BN254_FP, BN254_FR, Samples};
use num_bigint::BigUint;

/// An affine point; `None` is infinity.
pub type Point = Option<(BigUint, BigUint)>;

/// `a - b` modulo the field's modulus.
fn sub(a: &BigUint, b: &BigUint) -> BigUint {
    (a + &BN254_FP.modulus - b) % &BN254_FP.modulus
}

/// `P + Q` by chord and tangent.
pub fn add(p: &Point, q: &Point) -> Point {
    let modulus = &BN254_FP.modulus;
    let (Some((x1, y1)), Some((x2, y2))) = (p, q) else {
        return p.clone().or_else(|| q.clone());
    };
    let (rise, run) = if x1 != x2 {
        (sub(y2, y1), sub(x2, x1))
    } else if y1 == y2 && *y1 != BigUint::ZERO {
        (x1 * x1 * 3u32 % modulus, y1 * 2u32 % modulus)
    } else {
        return None;
    };
    let slope = rise * run.modpow(&(modulus - 2u32), modulus) % modulus;
    let x = sub(&sub(&(&slope * &slope % modulus), x1), x2);
    let y = sub(&(slope * sub(x1, &x) % modulus), y1);
    Some((x, y))
}

/// `k P` by double and add.
pub fn mul(p: &Point, k: &BigUint) -> Point {
    (0..k.bits()).rev().fold(None, |sum, bit| {
        let twice = add(&sum, &sum);
        if k.bit(bit) { add(&twice, p) } else { twice }
    })
}

/// `count` points and scalars, the same in every run. The points are multiples of (1, 2).
pub fn samples(count: usize, seed: u64) -> Vec<(Point, BigUint)> {
    let generator = Some((BigUint::from(1u32), BigUint::from(2u32)));
    let mut samples = Samples::new(seed);
    (0..count)
        .map(|_| {
            (
                mul(&generator, &samples.element(&BN254_FR)),
                samples.element(&BN254_FR),
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_group_order_annihilates() {
        let generator = Some((BigUint::from(1u32), BigUint::from(2u32)));
        assert_eq!(mul(&generator, &BN254_FR.modulus), None);
        let (p, _) = samples(1, 9).remove(0);
        let (x, y) = p.clone().expect("not infinity");
        assert_eq!(
            &y * &y % &BN254_FP.modulus,
            (&x * &x * &x + 3u32) % &BN254_FP.modulus
        );
        assert_eq!(
            mul(&p, &BigUint::from(5u32)),
            add(&add(&p, &p), &add(&add(&p, &p), &p))
        );
    }
}
