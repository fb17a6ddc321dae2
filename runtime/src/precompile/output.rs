//! What a contract returns.

use core::fmt;
use core::ops::Deref;

/// The longest output.
const CAPACITY: usize = 64;

/// The bytes of an output, without an allocator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Bytes {
    buffer: [u8; CAPACITY],
    length: u8,
}

impl From<[u8; CAPACITY]> for Bytes {
    fn from(buffer: [u8; CAPACITY]) -> Self {
        Bytes {
            buffer,
            length: CAPACITY as u8,
        }
    }
}

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
