//! Integers of 32 bytes.

/// The limbs of a big-endian integer, least significant first.
#[cfg(any(feature = "bn254", feature = "alloc"))]
pub(super) fn limbs(bytes: &[u8; 32]) -> [u64; 4] {
    let (words, _) = bytes.as_chunks::<8>();
    core::array::from_fn(|i| u64::from_be_bytes(words[3 - i]))
}
