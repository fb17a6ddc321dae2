//! Splitmix64: the same values at every run.

use num_bigint::BigUint;

/// A generator with its state.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `n`, which is small.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.word() % n.max(1) as u64) as usize
    }

    /// Any number below `n > 0`, with no bias that could be seen (64 spare bits).
    pub(crate) fn number(&mut self, n: &BigUint) -> BigUint {
        let words = n.bits() / 64 + 2;
        (0..words).fold(BigUint::ZERO, |x, _| (x << 64) + self.word()) % n
    }
}
