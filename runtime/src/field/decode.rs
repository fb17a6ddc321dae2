//! Bytes and hexadecimal text of an element: exact length, canonical integers, nothing else.

use subtle::Choice;

use super::kernels::Kernels;
use super::limbs::Limbs;
use super::ops;

/// Why bytes, limbs or text are not the encoding of a field element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The input has another length than every encoding of this field.
    #[error("{found} bytes where a field element has {expected}")]
    Length {
        /// The length of an encoding.
        expected: usize,
        /// The length of the input.
        found: usize,
    },
    /// The integer is p or more. `byte` is the place of the most significant byte that is above
    /// the one of p - 1.
    #[error("not canonical: the integer is not below the modulus (byte {byte})")]
    NotCanonical {
        /// The index into the input of the first byte, in order of weight, that exceeds p - 1.
        byte: usize,
    },
    /// The text does not begin with `0x`.
    #[error("hexadecimal text must begin with 0x")]
    Prefix,
    /// A character of the text is not one of `0`-`9`, `a`-`f`.
    #[error("character {at} is not a lower-case hexadecimal digit")]
    Digit {
        /// The index of the byte in the text.
        at: usize,
    },
}

/// The order of bytes in an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Least significant byte first.
    Little,
    /// Most significant byte first.
    Big,
}

fn position(order: Order, weight: usize, length: usize) -> usize {
    match order {
        Order::Little => weight,
        Order::Big => length - 1 - weight,
    }
}

fn read<L: Limbs>(bytes: &[u8], order: Order) -> L {
    L::from_words(|word| {
        (0..8).fold(0, |value, i| {
            let weight = 8 * word + i;
            if weight < L::BYTES {
                value | u64::from(bytes[position(order, weight, L::BYTES)]) << (8 * i)
            } else {
                value
            }
        })
    })
}

/// The plain integer of an element, written to `out`, whose length must be that of the limbs.
pub fn to_bytes<K: Kernels>(a: &K::Limbs, out: &mut [u8], order: Order) {
    debug_assert_eq!(out.len(), K::Limbs::BYTES);
    let plain = K::from_internal(a);
    let length = out.len();
    for weight in 0..length {
        out[position(order, weight, length)] = (plain.word(weight / 8) >> (8 * (weight % 8))) as u8;
    }
}

/// (the plain integer is below p, its internal form or 0). Constant time.
pub fn from_plain<K: Kernels>(plain: &K::Limbs) -> (Choice, K::Limbs) {
    let canonical = ops::ct_less(plain, &K::MODULUS);
    // The kernel is called on canonical values only.
    let safe = ops::select(&K::Limbs::ZERO, plain, canonical);
    (canonical, K::mul(&safe, &K::R2))
}

/// (the bytes are an encoding, the element or 0), least significant byte first. Constant time.
pub fn from_repr<K: Kernels>(bytes: &[u8]) -> (Choice, K::Limbs) {
    if bytes.len() != K::Limbs::BYTES {
        return (Choice::from(0), K::Limbs::ZERO);
    }
    from_plain::<K>(&read::<K::Limbs>(bytes, Order::Little))
}

/// The element of an encoding.
///
/// # Time
/// Constant but for acceptance and the place of an error.
///
/// # Errors
/// Another length than that of an element; an integer that is not below p.
pub fn from_bytes<K: Kernels>(bytes: &[u8], order: Order) -> Result<K::Limbs, DecodeError> {
    let expected = K::Limbs::BYTES;
    if bytes.len() != expected {
        return Err(DecodeError::Length {
            expected,
            found: bytes.len(),
        });
    }
    let (canonical, limbs) = from_plain::<K>(&read::<K::Limbs>(bytes, order));
    if canonical.into() {
        Ok(limbs)
    } else {
        Err(not_canonical::<K>(bytes, order))
    }
}

/// The element of a plain integer.
///
/// # Errors
/// Limbs that are not below p; bytes are counted from the least significant.
pub fn from_limbs<K: Kernels>(plain: &K::Limbs) -> Result<K::Limbs, DecodeError> {
    check_below::<K>(plain)?;
    Ok(K::mul(plain, &K::R2))
}

/// Whether limbs, plain or internal, are below p.
///
/// # Errors
/// If they are not; bytes are counted from the least significant.
pub fn check_below<K: Kernels>(limbs: &K::Limbs) -> Result<(), DecodeError> {
    if ops::ct_less(limbs, &K::MODULUS).into() {
        return Ok(());
    }
    let mut bytes = [0u8; 128];
    let bytes = &mut bytes[..K::Limbs::BYTES];
    for (weight, byte) in bytes.iter_mut().enumerate() {
        *byte = (limbs.word(weight / 8) >> (8 * (weight % 8))) as u8;
    }
    Err(not_canonical::<K>(bytes, Order::Little))
}

#[cold]
fn not_canonical<K: Kernels>(bytes: &[u8], order: Order) -> DecodeError {
    let length = bytes.len();
    // p is odd, so the lowest byte of p - 1 takes no borrow.
    let largest = |weight: usize| {
        let byte = (K::MODULUS.word(weight / 8) >> (8 * (weight % 8))) as u8;
        if weight == 0 { byte - 1 } else { byte }
    };
    let weight = (0..length)
        .rev()
        .find(|&weight| bytes[position(order, weight, length)] != largest(weight))
        .unwrap_or(0);
    DecodeError::NotCanonical {
        byte: position(order, weight, length),
    }
}

/// The element of `0x` and exactly two lower-case hexadecimal digits a byte, most significant first.
///
/// # Errors
/// Any other text; an integer that is not below p.
pub fn from_hex<K: Kernels>(text: &str) -> Result<K::Limbs, DecodeError> {
    let digits = text
        .as_bytes()
        .strip_prefix(b"0x")
        .ok_or(DecodeError::Prefix)?;
    let expected = K::Limbs::BYTES;
    if digits.len() != 2 * expected {
        return Err(DecodeError::Length {
            expected,
            found: digits.len().div_ceil(2),
        });
    }
    let mut buffer = [0u8; 128];
    for (i, &digit) in digits.iter().enumerate() {
        let value = match digit {
            b'0'..=b'9' => digit - b'0',
            b'a'..=b'f' => digit - b'a' + 10,
            _ => return Err(DecodeError::Digit { at: i + 2 }),
        };
        buffer[i / 2] = buffer[i / 2] << 4 | value;
    }
    from_bytes::<K>(&buffer[..expected], Order::Big)
}
