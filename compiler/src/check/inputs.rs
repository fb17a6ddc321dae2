//! Parameter values that carries, borrows and final subtractions depend on.

use super::random::Random;
use crate::limb_ir::{Contract, Function, Modulo};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::One;
use std::collections::BTreeSet;

/// Rows of parameter values, each within its bound and with the promised inverse in place.
///
/// Three kinds in turn: pairs of special values (0, the bound, powers of two, the modulus and its half, the radius, each plus and minus a
/// little); numbers made of special limbs; numbers for which a result is to be a special value modulo the constant modulus.
pub(crate) fn rows(f: &Function, c: &Contract, count: usize) -> Vec<Vec<BigUint>> {
    let mut random = Random(0x6669_656c_6463);
    let special: Vec<Vec<BigUint>> = f.params.iter().map(|p| special(f, c, &p.max)).collect();
    let limbs = special_limbs(f, c);
    let mut rows: Vec<Vec<BigUint>> = vec![];
    let longest = special.iter().map(Vec::len).max().unwrap_or(0);
    // The same place of every list, so that sums and differences of equal and opposite values are there.
    for i in 0..longest {
        rows.push(special.iter().map(|s| s[i % s.len()].clone()).collect());
        rows.push(
            special
                .iter()
                .map(|s| s[s.len() - 1 - i % s.len()].clone())
                .collect(),
        );
    }
    // Every pair of the two largest lists that matter most: the ends.
    if let [first, second] = special.as_slice() {
        let ends = |s: &Vec<BigUint>| -> Vec<BigUint> {
            let n = s.len();
            s[..n.min(7)]
                .iter()
                .chain(&s[n.saturating_sub(7).max(n.min(7))..])
                .cloned()
                .collect()
        };
        for x in ends(first) {
            for y in ends(second) {
                rows.push(vec![x.clone(), y]);
            }
        }
    }
    while rows.len() < count {
        let kind = rows.len() % 4;
        let mut row: Vec<BigUint> = f
            .params
            .iter()
            .zip(&special)
            .map(|(p, s)| match (kind, random.below(4)) {
                (0, _) | (3, 0) => s[random.below(s.len())].clone(),
                (1, _) | (3, 1) => {
                    let x = p.limbs.iter().fold(BigUint::ZERO, |x, _| {
                        let limb = match random.below(3) {
                            0 => random.word() & f.word.mask(),
                            _ => limbs[random.below(limbs.len())],
                        };
                        (x << f.word.radix) + (limb & ((1u128 << f.word.radix) - 1) as u64)
                    });
                    x % (&p.max + 1u8)
                }
                _ => random.number(&(&p.max + 1u8)),
            })
            .collect();
        if kind >= 2 {
            aim(f, c, &mut row, &mut random);
        }
        rows.push(row);
    }
    rows.truncate(count.max(1));
    for row in &mut rows {
        promise(f, c, row);
    }
    rows
}

/// Makes the promise of an inverse true: the modulus odd, its inverse where the contract names it; and a modulus is not zero.
fn promise(f: &Function, c: &Contract, row: &mut [BigUint]) {
    let at = |name: &str| f.params.iter().position(|p| p.name == name);
    for e in &c.equations {
        if let Modulo::Param(p) = &e.modulo
            && let Some(p) = at(p)
            && row[p] == BigUint::ZERO
        {
            row[p] = BigUint::one();
        }
    }
    if let Some((p, k)) = &c.negated_inverse
        && let (Some(p), Some(k)) = (at(p), at(k))
    {
        row[p].set_bit(0, true);
        let w = BigUint::one() << f.word.radix;
        if let Some(inverse) = row[p].modinv(&w) {
            row[k] = &w - inverse;
        }
    }
}

/// Numbers near the places where something changes, in increasing order, at most `max`.
fn special(f: &Function, c: &Contract, max: &BigUint) -> Vec<BigUint> {
    let mut centres: Vec<BigUint> = vec![BigUint::ZERO, max.clone(), max >> 1u8];
    let bits = max.bits();
    let radix = u64::from(f.word.radix);
    for k in 1..=bits.div_ceil(radix) {
        centres.push(BigUint::one() << (k * radix));
        centres.push(BigUint::one() << (k * radix - 1));
    }
    centres.push(BigUint::one() << (bits.max(1) - 1));
    centres.push(BigUint::one() << (radix / 2));
    centres.push(max - (max >> radix >> 1u8));
    for e in &c.equations {
        if let Modulo::Constant(p) = &e.modulo {
            let capacity = BigUint::one() << (p.bits().div_ceil(radix) * radix);
            let r = &capacity % p;
            centres.extend([
                p.clone(),
                p >> 1u8,
                p << 1u8,
                capacity - p,
                (&r * &r) % p,
                p - &r,
                r,
            ]);
        }
    }
    let mut out = BTreeSet::new();
    for x in centres {
        for d in 0u8..3 {
            out.insert(&x + d);
            if x >= BigUint::from(d) {
                out.insert(&x - d);
            }
        }
    }
    out.into_iter().filter(|x| x <= max).collect()
}

fn special_limbs(f: &Function, c: &Contract) -> Vec<u64> {
    let mask = f.word.mask();
    let half = mask / 2;
    let mut v = vec![0, 1, 2, mask, mask - 1, half, half + 1, mask ^ 0xffff];
    for e in &c.equations {
        if let Modulo::Constant(p) = &e.modulo {
            v.extend(p.iter_u64_digits().map(|l| l & mask));
            v.extend(p.iter_u64_digits().map(|l| l.wrapping_sub(1) & mask));
            v.extend(p.iter_u64_digits().map(|l| !l & mask));
        }
    }
    v
}

/// Changes one parameter so that a result is to be a special value modulo the modulus: final subtractions decide there.
fn aim(f: &Function, c: &Contract, row: &mut [BigUint], random: &mut Random) {
    if c.equations.is_empty() {
        return;
    }
    let e = &c.equations[random.below(c.equations.len())];
    let Modulo::Constant(p) = &e.modulo else {
        return;
    };
    let p = BigInt::from(p.clone());
    let target = match random.below(6) {
        0 => BigInt::ZERO,
        1 => BigInt::one(),
        2 => &p - 1,
        3 => &p - 2,
        4 => &p >> 1,
        _ => BigInt::from(random.word() >> random.below(64)),
    };
    let chosen = random.below(f.params.len());
    let name = &f.params[chosen].name;
    let value = |n: &String| {
        f.params
            .iter()
            .position(|q| &q.name == n)
            .map_or(BigInt::ZERO, |i| BigInt::from(row[i].clone()))
    };
    // scale * target = factor * x + rest
    let (mut factor, mut rest) = (BigInt::ZERO, BigInt::ZERO);
    for t in &e.terms {
        let times = t.factors.iter().filter(|n| *n == name).count();
        let others: BigInt = t
            .factors
            .iter()
            .filter(|n| *n != name)
            .map(value)
            .product::<BigInt>()
            * &t.coefficient;
        match times {
            0 => rest += others,
            1 => factor += others,
            _ => return,
        }
    }
    let wanted = BigInt::from(e.scale.clone()) * target - rest;
    if let Some(inverse) = factor.mod_floor(&p).modinv(&p)
        && let Some(x) = (wanted * inverse).mod_floor(&p).to_biguint()
        && x <= f.params[chosen].max
    {
        row[chosen] = x;
    }
}
