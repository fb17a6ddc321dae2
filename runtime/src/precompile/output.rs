//! What a contract returns.

use core::fmt;
use core::ops::Deref;

/// The longest output.
const CAPACITY: usize = 256;

/// The bytes of an output, without an allocator.
#[derive(Clone, Copy)]
pub struct Bytes {
    buffer: [u8; CAPACITY],
    length: u16,
}

impl Bytes {
    /// A copy of an array of at most 256 bytes.
    #[inline]
    pub(super) fn new<const N: usize>(bytes: &[u8; N]) -> Self {
        const { assert!(N <= CAPACITY) };
        let mut buffer = [0; CAPACITY];
        buffer[..N].copy_from_slice(bytes);
        Bytes {
            buffer,
            length: N as u16,
        }
    }

    /// A boolean as the EVM has it: the integer 1 or 0 of 32 bytes.
    #[cfg(feature = "alloc")]
    pub(super) fn boolean(value: bool) -> Self {
        let mut word = [0; 32];
        word[31] = value.into();
        Bytes::new(&word)
    }
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Bytes {}

impl Deref for Bytes {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.buffer[..usize::from(self.length)]
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        self.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The result of a call that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    /// The data that the contract returns.
    pub bytes: Bytes,
    /// The gas that it used.
    pub gas: u64,
}
