//! 0x07, ECMUL: a multiple of a point of BN254.

use super::{Bytes, Error, Fork, Output, bn254_point, gas};
use crate::fields::Bn254Fr;

/// The address.
pub const ADDRESS: u16 = 0x07;

/// `k P` for the input `P k`.
///
/// # Shape
/// A point is two integers of 32 bytes, big-endian; infinity is zeros. k is any integer of 32 bytes. The input
/// counts as 96 bytes: zeros follow a shorter one, the rest of a longer one is ignored.
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
    let gas = gas::charge(gas::bn254_mul(fork), gas_limit, ADDRESS, Fork::Byzantium)?;
    let input = bn254_point::padded::<96>(input);
    let (words, _) = input.as_chunks::<32>();
    let mut point = [0; 64];
    point.copy_from_slice(&input[..64]);
    let p = bn254_point::read(&point, 0, 0)?;
    // The order of the curve is r.
    let k = Bn254Fr::from_bytes_reduced_be(&words[2]);
    let bytes = Bytes::new(&bn254_point::write(&p.mul_vartime(&k).to_affine_vartime()));
    Ok(Output { bytes, gas })
}
