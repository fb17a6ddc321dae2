//! Operands and moduli at the edges, deterministic from a seed.

use crate::limb_ir::{Contract, Function, eval_integers};
use num_bigint::BigUint;
use num_traits::One;
use std::collections::BTreeMap;

/// A small deterministic generator (a 64-bit linear congruence with a folded output).
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let x = self.0 ^ (self.0 >> 33);
        x.wrapping_mul(0xff51afd7ed558ccd) ^ (x >> 29)
    }

    /// Below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.word() % n as u64) as usize
    }

    /// `bits` bits, with long runs of zeros and ones as often as not.
    pub fn bits(&mut self, bits: u64) -> BigUint {
        let mut x = BigUint::ZERO;
        for _ in 0..bits.div_ceil(64) {
            let word = match self.below(8) {
                0 | 1 => 0,
                2 | 3 => u64::MAX,
                _ => self.word(),
            };
            x = (x << 64u8) + word;
        }
        x % (BigUint::one() << bits)
    }

    /// An integer in `0..=max`, at an edge as often as not.
    pub fn operand(&mut self, max: &BigUint) -> BigUint {
        let bits = max.bits().max(1);
        let x = match self.below(8) {
            0 => BigUint::from(self.below(3) as u32),
            1 => {
                let d = BigUint::from(self.below(3) as u32);
                if *max >= d { max - d } else { max.clone() }
            }
            2 => BigUint::one() << self.below(bits as usize),
            3 => (BigUint::one() << self.below(bits as usize + 1)) - 1u8,
            4 => max / 2u8 + self.below(2) as u32,
            _ => self.bits(bits),
        };
        x % (max + 1u8)
    }

    /// An odd modulus above 1 of exactly `bits` bits (at least 2), of varied shape.
    pub fn modulus(&mut self, bits: u64) -> BigUint {
        let top = BigUint::one() << (bits - 1);
        let low = self.bits(bits - 1);
        let mut m = match self.below(6) {
            0 => (&top << 1u8) - 1u8,
            1 => &top + 1u8,
            2 if bits > 64 => ((&top | low) >> 64u8 << 64u8) + 1u8,
            3 if bits > 64 => &top | low | BigUint::from(u64::MAX),
            _ => &top | low,
        };
        m |= BigUint::one();
        m
    }
}

/// Operands for every parameter of a function, within their bounds; where the modulus is one, it is odd and its inverse fits.
pub fn operands(f: &Function, c: &Contract, random: &mut Random) -> Vec<BigUint> {
    let mut args: Vec<BigUint> = f.params.iter().map(|p| random.operand(&p.max)).collect();
    let at = |n: &str| f.params.iter().position(|p| p.name == n);
    if let Some((p, k)) = &c.negated_inverse
        && let (Some(p), Some(k)) = (at(p), at(k))
    {
        args[p] |= BigUint::one();
        let w = BigUint::one() << f.word.radix;
        args[k] = &w - args[p].modinv(&w).unwrap_or_default();
    }
    args
}

/// Operands on which the function breaks its contract, by name, if some are found among `rounds` tries.
pub fn counterexample(
    f: &Function,
    c: &Contract,
    random: &mut Random,
    rounds: usize,
) -> Option<BTreeMap<String, BigUint>> {
    for _ in 0..rounds {
        let args = operands(f, c, random);
        let params: BTreeMap<String, BigUint> = f
            .params
            .iter()
            .map(|p| p.name.clone())
            .zip(args.iter().cloned())
            .collect();
        let Ok(out) = eval_integers(f, &args) else {
            return Some(params);
        };
        let results: BTreeMap<String, BigUint> =
            f.results.iter().map(|r| r.name.clone()).zip(out).collect();
        if c.check(&params, &results).is_err() {
            return Some(params);
        }
    }
    None
}
