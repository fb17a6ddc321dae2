//! The digits of scalars.

/// Bits of a window.
pub(super) const WINDOW: u32 = 5;

/// `count` bits of k from bit `at` on; bits from 256 on are 0. `count` is at most 63.
#[inline(always)]
fn bits(k: &[u64; 4], at: u32, count: u32) -> u64 {
    let (word, shift) = ((at / 64) as usize, at % 64);
    let word_at = |i: usize| k.get(i).copied().unwrap_or(0);
    let mut out = word_at(word) >> shift;
    if shift != 0 {
        out |= word_at(word + 1) << (64 - shift);
    }
    out & ((1 << count) - 1)
}

/// Windows of [`fixed_digit`] that hold so many bits and the carry out of them.
pub(super) const fn fixed_digits(bits: u32) -> u32 {
    (bits + 1).div_ceil(WINDOW)
}

/// Digit i, in -16..=16, of `k = sum d_i 32^i`. Constant time.
#[inline(always)]
pub(super) fn fixed_digit(k: &[u64; 4], i: u32) -> i64 {
    booth_digit(k, i, WINDOW)
}

/// Digit i, in `-2^(width - 1)..=2^(width - 1)`, of `k = sum d_i 2^(width i)`: Booth's recoding. Constant time.
#[inline(always)]
pub(super) fn booth_digit(k: &[u64; 4], i: u32, width: u32) -> i64 {
    // So many bits and the one below them.
    let window = if i == 0 {
        bits(k, 0, width) << 1
    } else {
        bits(k, width * i - 1, width + 1)
    };
    (window.div_ceil(2)) as i64 - ((window >> width) << width) as i64
}

/// Digits in -15..=15, odd or 0, any two non-zero ones at least five places apart.
pub(super) struct Naf {
    /// `k = sum digits[i] 2^i`.
    pub digits: [i8; 264],
    /// All digits from here on are 0.
    pub length: usize,
}

impl Naf {
    /// Of k, or of -k. Variable time.
    pub fn new(k: &[u64; 4], negative: bool) -> Self {
        let mut out = Naf {
            digits: [0; 264],
            length: 0,
        };
        let top = 64 * 4 - {
            let mut zeros = 0;
            for word in k.iter().rev() {
                zeros += word.leading_zeros();
                if *word != 0 {
                    break;
                }
            }
            zeros
        };
        let mut carry = 0;
        let mut at = 0;
        // What is left is 2^at (floor(k / 2^at) + carry). It is even while the bit equals the carry.
        while at < top || carry == 1 {
            let equal = (bits(k, at, 32) ^ 0u64.wrapping_sub(carry)) | 1 << 32;
            let skip = equal.trailing_zeros();
            if skip > 0 {
                at += skip;
                continue;
            }
            let window = bits(k, at, WINDOW) + carry;
            carry = window >> (WINDOW - 1);
            let digit = window as i8 - ((carry as i8) << WINDOW);
            out.digits[at as usize] = if negative { -digit } else { digit };
            out.length = at as usize + 1;
            at += WINDOW;
        }
        out
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec;
    use std::vec::Vec;

    use super::*;

    /// Scalars with long runs, single bits, and no structure.
    fn scalars() -> Vec<[u64; 4]> {
        let mut out = vec![[0; 4], [u64::MAX; 4], [1, 0, 0, 0], [0, 0, 0, 1 << 63]];
        for bit in 0..256 {
            let mut k = [0; 4];
            k[bit / 64] = 1 << (bit % 64);
            out.push(k);
            out.push(k.map(|word| !word));
        }
        let mut state = 1u64;
        for _ in 0..500 {
            out.push(core::array::from_fn(|_| {
                state = state
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                state ^ state >> 29
            }));
        }
        out
    }

    /// sum of digits 2^(step i), modulo 2^320.
    fn value(digits: impl DoubleEndedIterator<Item = i64>, step: u32) -> [u64; 5] {
        digits.rev().fold([0u64; 5], |mut sum, digit| {
            let mut carry = i128::from(digit);
            for word in &mut sum {
                carry += i128::from(*word) << step;
                *word = carry as u64;
                carry >>= 64;
            }
            sum
        })
    }

    #[test]
    fn digits_add_up() {
        for k in scalars() {
            let expected = [k[0], k[1], k[2], k[3], 0];
            let fixed = (0..fixed_digits(256)).map(|i| fixed_digit(&k, i));
            assert!(fixed.clone().all(|digit| digit.abs() <= 16));
            assert_eq!(value(fixed, WINDOW), expected);
            for width in 1..=16 {
                let booth = (0..257u32.div_ceil(width)).map(|i| booth_digit(&k, i, width));
                assert!(booth.clone().all(|digit| digit.abs() <= 1 << (width - 1)));
                assert_eq!(value(booth, width), expected);
            }
            let naf = Naf::new(&k, false);
            assert_eq!(value(naf.digits.iter().map(|&d| d.into()), 1), expected);
            let minus = Naf::new(&k, true);
            assert!(naf.digits.iter().zip(minus.digits).all(|(&a, b)| a == -b));
        }
    }

    #[test]
    fn a_naf_is_sparse_and_odd() {
        for k in scalars() {
            let naf = Naf::new(&k, false);
            let mut last = None;
            for (i, &digit) in naf.digits.iter().enumerate().filter(|(_, d)| **d != 0) {
                assert!(digit % 2 != 0 && digit.abs() <= 15, "{digit}");
                assert!(last.is_none_or(|last| i - last >= WINDOW as usize));
                last = Some(i);
            }
            assert_eq!(naf.length, last.map_or(0, |i| i + 1));
        }
    }
}
