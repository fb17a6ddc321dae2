//! Arrays of machine words as numbers, least significant word first.

use core::fmt::Debug;

use super::kernels::Kernels;
use super::{invert, symbol};

/// A number of fixed length: `[u64; N]` with `1 <= N <= 16`, or `[u32; 1]` for fields of at most 32 bits.
///
/// The generic algorithms see it as 64-bit words; a `[u32; 1]` is one word below 2^32.
pub trait Limbs: Copy + Eq + Debug + Send + Sync + 'static {
    /// Length in 64-bit words.
    const WORDS: usize;
    /// Length in bytes: of an encoded field element too.
    const BYTES: usize;
    /// Zero.
    const ZERO: Self;

    /// The word of weight 2^(64 i).
    fn word(&self, i: usize) -> u64;

    /// The number with these words. The upper half of the one word of a `[u32; 1]` is dropped.
    fn from_words(word: impl FnMut(usize) -> u64) -> Self;

    /// `e / g mod p` for one value, constant time; see [`invert`].
    #[doc(hidden)]
    fn invert<K: Kernels<Limbs = Self>>(a: &Self) -> Self;

    /// The same in variable time; `None` for zero.
    #[doc(hidden)]
    fn invert_vartime<K: Kernels<Limbs = Self>>(a: &Self) -> Option<Self>;

    /// The Legendre symbol in variable time; see [`symbol`].
    #[doc(hidden)]
    fn symbol_vartime<K: Kernels<Limbs = Self>>(a: &Self) -> i8;
}

impl Limbs for [u32; 1] {
    const WORDS: usize = 1;
    const BYTES: usize = 4;
    const ZERO: Self = [0];

    #[inline(always)]
    fn word(&self, _: usize) -> u64 {
        u64::from(self[0])
    }

    #[inline(always)]
    fn from_words(mut word: impl FnMut(usize) -> u64) -> Self {
        [word(0) as u32]
    }

    fn invert<K: Kernels<Limbs = Self>>(a: &Self) -> Self {
        K::inv_chain(a)
    }

    fn invert_vartime<K: Kernels<Limbs = Self>>(a: &Self) -> Option<Self> {
        invert::word_vartime::<K>(a)
    }

    fn symbol_vartime<K: Kernels<Limbs = Self>>(a: &Self) -> i8 {
        symbol::word(a.word(0), K::MODULUS.word(0), false)
    }
}

impl Limbs for [u64; 1] {
    const WORDS: usize = 1;
    const BYTES: usize = 8;
    const ZERO: Self = [0];

    #[inline(always)]
    fn word(&self, _: usize) -> u64 {
        self[0]
    }

    #[inline(always)]
    fn from_words(mut word: impl FnMut(usize) -> u64) -> Self {
        [word(0)]
    }

    fn invert<K: Kernels<Limbs = Self>>(a: &Self) -> Self {
        K::inv_chain(a)
    }

    fn invert_vartime<K: Kernels<Limbs = Self>>(a: &Self) -> Option<Self> {
        invert::word_vartime::<K>(a)
    }

    fn symbol_vartime<K: Kernels<Limbs = Self>>(a: &Self) -> i8 {
        symbol::word(a.word(0), K::MODULUS.word(0), false)
    }
}

/// `$words` words of 64 bits, and the number of signed 60-bit digits that hold three times as much.
macro_rules! limbs {
    ($(($words:literal, $digits:literal))*) => {$(
        impl Limbs for [u64; $words] {
            const WORDS: usize = $words;
            const BYTES: usize = 8 * $words;
            const ZERO: Self = [0; $words];

            #[inline(always)]
            fn word(&self, i: usize) -> u64 {
                self[i]
            }

            #[inline(always)]
            fn from_words(word: impl FnMut(usize) -> u64) -> Self {
                core::array::from_fn(word)
            }

            fn invert<K: Kernels<Limbs = Self>>(a: &Self) -> Self {
                invert::safegcd::<K, $words, $digits>(a)
            }

            fn invert_vartime<K: Kernels<Limbs = Self>>(a: &Self) -> Option<Self> {
                invert::binary_vartime::<K, $words, $digits>(a)
            }

            fn symbol_vartime<K: Kernels<Limbs = Self>>(a: &Self) -> i8 {
                symbol::long::<K, $digits>(a)
            }
        }

        const _: () = assert!(60 * $digits >= 64 * $words + 2);
    )*};
}

limbs! {
    (2, 3) (3, 4) (4, 5) (5, 6) (6, 7) (7, 8) (8, 9) (9, 10) (10, 11) (11, 12) (12, 13) (13, 14) (14, 15)
    (15, 17) (16, 18)
}
