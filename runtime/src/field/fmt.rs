//! Text of an element: the plain integer in hexadecimal.

use core::fmt;

use super::kernels::Kernels;
use super::limbs::Limbs;

/// `0x` and two lower-case hexadecimal digits a byte, most significant first. Not constant time.
pub fn hex<K: Kernels>(a: &K::Limbs, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let plain = K::from_internal(a);
    f.write_str("0x")?;
    for weight in (0..K::Limbs::BYTES).rev() {
        let byte = (plain.word(weight / 8) >> (8 * (weight % 8))) as u8;
        write!(f, "{byte:02x}")?;
    }
    Ok(())
}
