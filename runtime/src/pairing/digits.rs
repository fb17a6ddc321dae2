//! Digits of constants, most significant first.

/// The N bits of k.
#[cfg(any(feature = "bls12-381", test))]
pub(crate) const fn bits<const N: usize>(k: u128) -> [i8; N] {
    signed_window::<N>(k, 1)
}

/// The N signed digits of k in windows of `width` bits: odd digits below `2^(width - 1)` in magnitude (bits for width 1) or 0.
///
/// # Panics
/// More digits than N, or fewer.
pub(crate) const fn signed_window<const N: usize>(k: u128, width: u32) -> [i8; N] {
    let mut out = [0; N];
    let mut k = k;
    let mut i = N;
    while k != 0 {
        assert!(i > 0, "more digits");
        i -= 1;
        if k & 1 == 1 {
            let window = (k & ((1 << width) - 1)) as i8;
            let digit = if width > 1 && window >> (width - 1) == 1 {
                window - (1 << width)
            } else {
                window
            };
            out[i] = digit;
            k = if digit < 0 {
                k + (-digit) as u128
            } else {
                k - digit as u128
            };
        }
        k >>= 1;
    }
    assert!(i == 0, "fewer digits");
    out
}

#[cfg(test)]
mod tests {
    use super::{bits, signed_window};

    fn value(digits: &[i8]) -> i128 {
        digits.iter().fold(0, |k, d| 2 * k + i128::from(*d))
    }

    #[test]
    fn digits_are_the_number() {
        assert_eq!(bits::<4>(0b1011), [1, 0, 1, 1]);
        assert_eq!(signed_window::<5>(0b1111, 2), [1, 0, 0, 0, -1]);
        assert_eq!(signed_window::<1>(15, 5), [15]);
        let k = 0x44e9_92b4_4a69_09f1;
        assert_eq!(value(&signed_window::<63>(k, 2)), k as i128);
    }
}
