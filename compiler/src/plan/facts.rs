//! Facts about a modulus on a word: everything a choice may depend on.

use crate::limb_ir::Word;
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

/// What is true of an odd modulus cut into limbs of one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Bits of the modulus.
    pub bits: u64,
    /// The limbs of the modulus, least significant first.
    pub limbs: Vec<u64>,
    /// Bits of the limbs above the modulus.
    pub spare_bits: u64,
    /// The modulus modulo 8: 1, 3, 5 or 7; decides the square root.
    pub mod_8: u8,
    /// s with `p - 1 = 2^s q`, q odd.
    pub two_adicity: u64,
    /// `-p^{-1} mod 2^radix`.
    pub negated_inverse: u64,
    /// The lowest limb is 1: the quotient digit is `-t_0`.
    pub low_limb_one: bool,
    /// The lowest limb is `2^radix - 1`: the quotient digit is `t_0`.
    pub low_limb_all_ones: bool,
    /// What a product with each limb costs.
    pub shapes: Vec<LimbShape>,
    /// The top limb is at most `(2^radix - 1) / 2 - 1`: row carries fit the limbs (`ePrint` 2022/1400).
    pub no_carry: bool,
    /// `4p <= R`: values below 2p multiply without a final subtraction.
    pub lazy: bool,
    /// The largest k with `k p < R`.
    pub products_before_redc: u64,
    /// `2^bits - p` where the high half of a product folds with it: below `2^(radix - 1)`, with spare bits `2^spare_bits` times it below
    /// `2^(radix / 2 - 4)`, so that its square times the length of a sum is a word.
    pub crandall: Option<u64>,
    /// k where `p = 2^k - 1`.
    pub mersenne: Option<u64>,
}

/// How a product with a fixed limb can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimbShape {
    /// 0: nothing to do.
    Zero,
    /// `2^k`: shifts.
    PowerOfTwo(u32),
    /// Two or three signed powers of two: shifts and additions.
    Sparse(u32),
    /// Anything else: a multiplication.
    Dense,
}

impl LimbShape {
    /// The shape of one limb.
    pub fn of(limb: u64) -> LimbShape {
        match (limb.count_ones(), signed_weight(limb)) {
            (0, _) => LimbShape::Zero,
            (1, _) => LimbShape::PowerOfTwo(limb.trailing_zeros()),
            (_, weight @ 2..=3) => LimbShape::Sparse(weight),
            _ => LimbShape::Dense,
        }
    }
}

/// The number of non-zero digits of the non-adjacent form: the fewest signed powers of two that sum to `x`.
pub fn signed_weight(x: u64) -> u32 {
    let x = u128::from(x);
    (x ^ (3 * x)).count_ones()
}

impl Facts {
    /// The facts of an odd modulus above 1.
    pub(super) fn of(modulus: &BigUint, word: Word) -> Facts {
        let bits = modulus.bits();
        let count = word.limbs(bits);
        let limbs = limbs_of(modulus, word, count);
        let radius = BigUint::one() << (u64::from(word.radix) * count as u64);
        let mask = radix_mask(word);
        let low = limbs[0];
        let top = limbs[count - 1];
        let complement = (BigUint::one() << bits) - modulus;
        let spare_bits = u64::from(word.radix) * count as u64 - bits;
        let most = match spare_bits {
            0 => mask / 2,
            s => (mask >> (word.radix / 2 + 4)) >> s.min(63),
        };
        Facts {
            bits,
            spare_bits,
            mod_8: (low & 7) as u8,
            two_adicity: (modulus - 1u8).trailing_zeros().unwrap_or(0),
            negated_inverse: inverse_of_odd(low).wrapping_neg() & mask,
            low_limb_one: low == 1,
            low_limb_all_ones: low == mask,
            shapes: limbs.iter().map(|&limb| LimbShape::of(limb)).collect(),
            no_carry: top < mask / 2,
            lazy: (modulus << 2u8) <= radius,
            products_before_redc: ((&radius - 1u8) / modulus).to_u64().unwrap_or(u64::MAX),
            crandall: complement.to_u64().filter(|c| *c <= most),
            mersenne: (modulus.count_ones() == bits).then_some(bits),
            limbs,
        }
    }
}

/// The lowest `count` limbs of a number, least significant first.
pub fn limbs_of(value: &BigUint, word: Word, count: usize) -> Vec<u64> {
    let mask = BigUint::from(radix_mask(word));
    let mut rest = value.clone();
    (0..count)
        .map(|_| {
            let limb = (&rest & &mask).to_u64().unwrap_or(0);
            rest >>= word.radix;
            limb
        })
        .collect()
}

/// `2^radix - 1`.
pub(super) fn radix_mask(word: Word) -> u64 {
    u64::MAX >> (64 - word.radix)
}

/// `x^{-1} mod 2^64` for odd x: Newton's iteration doubles the correct bits; x itself is right to three.
pub(super) fn inverse_of_odd(x: u64) -> u64 {
    (0..5).fold(x, |y, _| {
        y.wrapping_mul(2u64.wrapping_sub(x.wrapping_mul(y)))
    })
}
