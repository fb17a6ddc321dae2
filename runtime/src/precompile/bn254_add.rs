//! 0x06, ECADD: the sum of two points of BN254.

use super::{Bytes, Error, Fork, Output, bn254_point, gas};

/// The address.
pub const ADDRESS: u16 = 0x06;

/// `P + Q` for the input `P Q`.
///
/// # Shape
/// A point is two integers of 32 bytes, big-endian; infinity is zeros. The input counts as 128 bytes: zeros follow a
/// shorter one, the rest of a longer one is ignored.
///
/// # Errors
/// A coordinate that is not below p, a point that is not on the curve, a fork before Byzantium.
///
/// # Source
/// EIP-196, EIP-1108.
pub fn run(input: &[u8], fork: Fork) -> Result<Output, Error> {
    run_within(input, fork, u64::MAX)
}

/// [`run`], if the price is within the limit.
///
/// # Errors
/// [`Error::OutOfGas`], found before any work; those of [`run`].
pub fn run_within(input: &[u8], fork: Fork, gas_limit: u64) -> Result<Output, Error> {
    let gas = gas::charge(gas::bn254_add(fork), gas_limit, ADDRESS, Fork::Byzantium)?;
    let input = bn254_point::padded::<128>(input);
    let (points, _) = input.as_chunks::<64>();
    let p = bn254_point::read(&points[0], 0, 0)?;
    let q = bn254_point::read(&points[1], 1, 64)?;
    let bytes = Bytes::new(&bn254_point::write(&p.add_vartime(&q)));
    Ok(Output { bytes, gas })
}
