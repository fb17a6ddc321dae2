//! BN254's first group in affine big integers: what every other computation of it must give.

use num_bigint::BigUint;

use crate::adversarial::Random;

/// An affine point; `None` is infinity.
pub type Point = Option<(BigUint, BigUint)>;

/// The modulus of the coordinates.
pub fn p() -> BigUint {
    hex("30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47")
}

/// The order of the group.
pub fn r() -> BigUint {
    hex("30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001")
}

/// An eigenvalue of the endomorphism `(x, y) -> (β x, y)`.
pub fn lambda() -> BigUint {
    hex("b3c4d79d41a917585bfc41088d8daaa78b17ea66b99c90dd")
}

/// The integer of hexadecimal digits.
pub fn hex(digits: &str) -> BigUint {
    BigUint::parse_bytes(digits.as_bytes(), 16).expect("hexadecimal digits")
}

/// The point (1, 2).
pub fn generator() -> Point {
    Some((BigUint::from(1u8), BigUint::from(2u8)))
}

/// `-P`.
pub fn neg(a: &Point) -> Point {
    a.as_ref().map(|(x, y)| (x.clone(), (p() - y) % p()))
}

/// `P + Q` by chord and tangent.
pub fn add(a: &Point, b: &Point) -> Point {
    let p = &p();
    let sub = |a: &BigUint, b: &BigUint| (a + p - b) % p;
    let (Some((x1, y1)), Some((x2, y2))) = (a, b) else {
        return a.clone().or_else(|| b.clone());
    };
    let (rise, run) = if x1 != x2 {
        (sub(y2, y1), sub(x2, x1))
    } else if y1 == y2 {
        (x1 * x1 * 3u8 % p, y1 * 2u8 % p)
    } else {
        return None;
    };
    let slope = rise * run.modinv(p)? % p;
    let x = sub(&sub(&(&slope * &slope % p), x1), x2);
    let y = sub(&(slope * sub(x1, &x) % p), y1);
    Some((x, y))
}

/// `k P` by double and add.
pub fn mul(a: &Point, k: &BigUint) -> Point {
    (0..k.bits()).rev().fold(None, |sum, bit| {
        let twice = add(&sum, &sum);
        if k.bit(bit) { add(&twice, a) } else { twice }
    })
}

/// 32 bytes, big-endian.
pub fn word(x: &BigUint) -> [u8; 32] {
    let digits = x.to_bytes_be();
    let mut out = [0; 32];
    out[32 - digits.len()..].copy_from_slice(&digits);
    out
}

/// 64 bytes, infinity as zeros.
pub fn bytes(a: &Point) -> Vec<u8> {
    match a {
        Some((x, y)) => [word(x), word(y)].concat(),
        None => vec![0; 64],
    }
}

/// Points among which every exceptional case of an addition occurs, and others.
pub fn points(random: &mut Random, others: usize) -> Vec<Point> {
    let g = generator();
    let small = |k: u32| mul(&g, &BigUint::from(k));
    let image = mul(&g, &lambda());
    let mut out = vec![None, g.clone(), neg(&g), small(2), neg(&small(2)), small(3)];
    out.extend([image.clone(), neg(&image), mul(&image, &lambda())]);
    for _ in 0..others {
        let point = mul(&g, &random.bits(254));
        out.extend([neg(&point), point]);
    }
    out
}

/// Scalars below 2^256 at the edges of every step of a multiplication, and others.
pub fn scalars(random: &mut Random, others: usize) -> Vec<BigUint> {
    let (one, r, lambda) = (BigUint::from(1u8), r(), lambda());
    let top = &one << 256u32;
    let mut out: Vec<BigUint> = (0..=33u32).map(BigUint::from).collect();
    for centre in [
        &r,
        &(&r * 2u8),
        &(&r * 5u8),
        &lambda,
        &(&r - &lambda),
        &(&lambda * 2u8),
    ] {
        out.extend([
            centre - 2u8,
            centre - 1u8,
            centre.clone(),
            centre + 1u8,
            centre + 2u8,
        ]);
    }
    out.extend([
        &r / 2u8,
        &r / 2u8 + 1u8,
        &r / 3u8,
        &top - 1u8,
        &top - 2u8,
        &top - &lambda,
    ]);
    for bit in [31u32, 63, 64, 126, 127, 128, 129, 191, 192, 253, 254, 255] {
        out.extend([&one << bit, (&one << bit) - 1u8]);
    }
    // k1 + k2 λ with small parts of either sign.
    for (a, b) in [(1u8, 1u8), (15, 16), (16, 15), (31, 1)] {
        out.push((a + b * &lambda) % &r);
        out.push((a + b * (&r - &lambda)) % &r);
        out.push((&r * 32u8 - a + b * &lambda) % &r);
    }
    out.extend((0..others).map(|_| random.operand(&(&top - 1u8))));
    out
}
