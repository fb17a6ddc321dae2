//! Powers, reduction of long strings, order, batch inversion: generic over the kernels.

use core::cmp::Ordering;

use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use super::kernels::{FieldType, Kernels};
use super::limbs::Limbs;

/// Bytes of an encoded element, little-endian: the `Repr` of the `ff` traits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Repr<const BYTES: usize>(pub [u8; BYTES]);

impl<const BYTES: usize> Default for Repr<BYTES> {
    fn default() -> Self {
        Repr([0; BYTES])
    }
}

impl<const BYTES: usize> AsRef<[u8]> for Repr<BYTES> {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl<const BYTES: usize> AsMut<[u8]> for Repr<BYTES> {
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

impl<const BYTES: usize> From<[u8; BYTES]> for Repr<BYTES> {
    fn from(bytes: [u8; BYTES]) -> Self {
        Repr(bytes)
    }
}

impl<const BYTES: usize> From<Repr<BYTES>> for [u8; BYTES] {
    fn from(repr: Repr<BYTES>) -> Self {
        repr.0
    }
}

/// The bits in which words of a and b differ, over all words: 0 if a = b. Constant time.
#[inline(always)]
fn difference<L: Limbs>(a: &L, b: &L) -> u64 {
    (0..L::WORDS).fold(0, |bits, i| bits | (a.word(i) ^ b.word(i)))
}

/// a = b, constant time.
pub fn ct_eq<L: Limbs>(a: &L, b: &L) -> Choice {
    difference(a, b).ct_eq(&0)
}

/// a = b, for `==`: every word is looked at. Constant time.
#[inline(always)]
pub fn equal<L: Limbs>(a: &L, b: &L) -> bool {
    difference(a, b) == 0
}

/// b if the choice is 1, else a, constant time.
#[inline]
pub fn select<L: Limbs>(a: &L, b: &L, choice: Choice) -> L {
    L::from_words(|i| u64::conditional_select(&a.word(i), &b.word(i), choice))
}

/// a < b as plain integers, constant time.
pub fn ct_less<L: Limbs>(a: &L, b: &L) -> Choice {
    let mut borrow = 0u64;
    for i in 0..L::WORDS {
        let difference = u128::from(a.word(i))
            .wrapping_sub(u128::from(b.word(i)))
            .wrapping_sub(u128::from(borrow));
        borrow = (difference >> 127) as u64;
    }
    Choice::from(borrow as u8)
}

/// The order of the plain integers of two elements. Variable time.
pub fn cmp<K: Kernels>(a: &K::Limbs, b: &K::Limbs) -> Ordering {
    let (a, b) = (K::from_internal(a), K::from_internal(b));
    for i in (0..K::Limbs::WORDS).rev() {
        match a.word(i).cmp(&b.word(i)) {
            Ordering::Equal => {}
            other => return other,
        }
    }
    Ordering::Equal
}

/// The element of a 64-bit integer, reduced.
#[inline]
pub fn from_u64<K: Kernels>(a: u64) -> K::Limbs {
    let low = if K::NUM_BITS <= 64 {
        a % K::MODULUS.word(0)
    } else {
        a
    };
    let plain = K::Limbs::from_words(|i| if i == 0 { low } else { 0 });
    K::mul(&plain, &K::R2)
}

/// The element of a 128-bit integer, reduced.
pub fn from_u128<K: Kernels>(a: u128) -> K::Limbs {
    if K::NUM_BITS > 128 {
        let plain = K::Limbs::from_words(|i| if i < 2 { (a >> (64 * i)) as u64 } else { 0 });
        return K::mul(&plain, &K::R2);
    }
    let bytes = a.to_le_bytes();
    reduce_bytes::<K>(bytes.iter().rev().copied(), bytes.len())
}

/// a^e, e in 64-bit words, least significant first. Constant time in a for a given number of words.
pub fn pow<K: Kernels>(a: &K::Limbs, exponent: &[u64]) -> K::Limbs {
    let mut out = K::R;
    for word in exponent.iter().rev() {
        for bit in (0..64).rev() {
            out = K::sqr(&out);
            let product = K::mul(&out, a);
            out = select(&out, &product, Choice::from((word >> bit & 1) as u8));
        }
    }
    out
}

/// a^e. Variable time in e only, by windows of four bits.
pub fn pow_vartime<K: Kernels>(a: &K::Limbs, exponent: &[u64]) -> K::Limbs {
    let Some(last) = exponent.iter().rposition(|&word| word != 0) else {
        return K::R;
    };
    let bits = 64 * last + 64 - exponent[last].leading_zeros() as usize;
    if bits <= 8 {
        // The table would cost more than it saves.
        let mut out = *a;
        for bit in (0..bits - 1).rev() {
            out = K::sqr(&out);
            if exponent[0] >> bit & 1 == 1 {
                out = K::mul(&out, a);
            }
        }
        return out;
    }
    let mut table = [K::R; 16];
    table[1] = *a;
    for i in 2..16 {
        table[i] = if i % 2 == 0 {
            K::sqr(&table[i / 2])
        } else {
            K::mul(&table[i - 1], a)
        };
    }
    let digit = |i: usize| (exponent[i / 16] >> (4 * (i % 16)) & 15) as usize;
    let top = bits.div_ceil(4) - 1;
    let mut out = table[digit(top)];
    for i in (0..top).rev() {
        out = K::sqr_n(&out, 4);
        if digit(i) != 0 {
            out = K::mul(&out, &table[digit(i)]);
        }
    }
    out
}

/// The element congruent to an integer given by its bytes, most significant first.
///
/// Time depends on the length only. Horner's rule over chunks of whole bytes that are below p.
pub fn reduce_bytes<K: Kernels>(
    mut most_significant_first: impl Iterator<Item = u8>,
    length: usize,
) -> K::Limbs {
    let chunk_bytes = ((K::NUM_BITS - 1) / 8) as usize;
    if chunk_bytes == 0 {
        return reduce_bytes_by_bits::<K>(most_significant_first);
    }
    let mut out = K::Limbs::ZERO;
    let mut left = length;
    while left > 0 {
        let take = match left % chunk_bytes {
            0 => chunk_bytes,
            odd => odd,
        };
        let mut words = [0u64; 16];
        for (i, byte) in (0..take).rev().zip(&mut most_significant_first) {
            words[i / 8] |= u64::from(byte) << (8 * (i % 8));
        }
        let chunk = K::mul(&K::Limbs::from_words(|i| words[i]), &K::R2);
        out = K::add(&K::mul(&out, &K::CHUNK_BASE), &chunk);
        left -= take;
    }
    out
}

/// The same for p < 2^8, whose chunks would be empty.
fn reduce_bytes_by_bits<K: Kernels>(bytes: impl Iterator<Item = u8>) -> K::Limbs {
    let mut out = K::Limbs::ZERO;
    for byte in bytes {
        for bit in (0..8).rev() {
            out = K::double(&out);
            let plus_one = K::add(&out, &K::R);
            out = select(&out, &plus_one, Choice::from(byte >> bit & 1));
        }
    }
    out
}

/// Bytes that a uniform element needs: 128 bits more than p, so that the bias is below 2^-128.
pub const fn uniform_bytes(num_bits: u32) -> usize {
    (num_bits as usize + 128).div_ceil(8)
}

/// A uniform element from a source of random bytes.
///
/// # Errors
/// The source's.
pub fn random<K: Kernels, E>(fill: impl FnOnce(&mut [u8]) -> Result<(), E>) -> Result<K::Limbs, E> {
    let mut buffer = [0u8; 8 * 16 + 16];
    let bytes = &mut buffer[..uniform_bytes(K::NUM_BITS)];
    fill(bytes)?;
    Ok(reduce_bytes::<K>(bytes.iter().copied(), bytes.len()))
}

/// The scratch slice of a batch inversion is shorter than the batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("scratch of length {scratch} for a batch of {batch}")]
#[non_exhaustive]
pub struct BatchLengthError {
    /// The length of the batch.
    pub batch: usize,
    /// The length of the scratch slice.
    pub scratch: usize,
}

/// Replaces every element by its inverse, zeros by zero. One inversion and 3 (k - 1) multiplications.
///
/// `scratch[i]` becomes the product of the non-zero elements before i. Time depends on the length only
/// (and on values if `VARTIME`).
///
/// # Errors
/// A scratch slice shorter than the batch.
pub fn batch_invert<F: FieldType, const VARTIME: bool>(
    values: &mut [F],
    scratch: &mut [F],
) -> Result<(), BatchLengthError> {
    if scratch.len() < values.len() {
        return Err(BatchLengthError {
            batch: values.len(),
            scratch: scratch.len(),
        });
    }
    type K<F> = <F as FieldType>::Kernels;
    type L<F> = <K<F> as Kernels>::Limbs;
    let one = K::<F>::R;
    let nonzero = |value: &F| {
        let zero = ct_eq(value.internal(), &L::<F>::ZERO);
        (select(value.internal(), &one, zero), zero)
    };
    let mut product = one;
    for (value, prefix) in values.iter().zip(scratch.iter_mut()) {
        *prefix = F::from_internal_unchecked(product);
        product = K::<F>::mul(&product, &nonzero(value).0);
    }
    // The product of non-zero elements is not zero.
    let mut inverse = if VARTIME {
        L::<F>::invert_vartime::<K<F>>(&product).unwrap_or(product)
    } else {
        L::<F>::invert::<K<F>>(&product)
    };
    for (value, prefix) in values.iter_mut().zip(scratch.iter()).rev() {
        let (factor, zero) = nonzero(value);
        let inverted = K::<F>::mul(&inverse, prefix.internal());
        inverse = K::<F>::mul(&inverse, &factor);
        *value = F::from_internal_unchecked(select(&inverted, &L::<F>::ZERO, zero));
    }
    Ok(())
}
