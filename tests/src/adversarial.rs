//! Operands and moduli at the edges, deterministic from a seed.

use num_bigint::BigUint;
use num_traits::One;

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
