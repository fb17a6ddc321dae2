//! What the analysis decided for one modulus and one machine word, and why.

use crate::limb_ir::Word;
use num_bigint::BigUint;

/// How products are brought back below the modulus.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reduction {
    /// Montgomery, word by word. `no_carry`: the top bit of the modulus is free, so no word beyond the limbs is needed.
    /// `rho`: all rows but the last fold the low word with `2^-w mod p` instead of computing a quotient digit.
    Montgomery {
        /// Row carries fit the limbs (`algorithms` 1.2).
        no_carry: bool,
        /// `2^-w mod p` where folding with it is used.
        rho: Option<BigUint>,
    },
    /// `p = 2^(w n) - c` with `c` of one word: fold the high half with `c`; the internal form is canonical.
    Crandall {
        /// `2^(w n) - p`.
        c: u64,
    },
    /// `p = 2^64 - 2^32 + 1`; the internal form is canonical.
    Goldilocks,
    /// `p = 2^k - 1`, `k` below the word; the internal form is canonical.
    Mersenne {
        /// The exponent.
        k: u32,
    },
}

/// The decisions and constants for one odd modulus on one machine word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The field's name, an identifier.
    pub name: String,
    /// The modulus, odd and above 1.
    pub modulus: BigUint,
    /// The machine word.
    pub word: Word,
    /// Limbs of an element.
    pub limbs: usize,
    /// Bits of the modulus.
    pub bits: u64,
    /// `word.radix * limbs - bits`.
    pub spare_bits: u64,
    /// How products are reduced.
    pub reduction: Reduction,
    /// `-p^{-1} mod 2^radix`.
    pub negated_inverse: u64,
    /// The factor of the internal form: `2^(radix limbs)` for Montgomery, 1 for canonical forms.
    pub radius: BigUint,
    /// `4p <= 2^(radix limbs)`: values below 2p multiply without a final subtraction.
    pub lazy: bool,
    /// The largest k with `k p < 2^(radix limbs)`: products that may be summed before one reduction.
    pub products_before_redc: u64,
    /// What was chosen and why, one line each, for `fieldc explain`.
    pub reasons: Vec<String>,
}
