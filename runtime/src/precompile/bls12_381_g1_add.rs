//! 0x0b, BLS12_G1ADD: the sum of two points of BLS12-381's G1.

use super::{Bytes, Error, Fork, Output, bls12_381_point, gas};

/// The address.
pub const ADDRESS: u16 = 0x0b;

/// `P + Q` for the input `P Q` of 256 bytes.
///
/// # Shape
/// A point is `x y`, each an integer of 64 bytes, big-endian, of which the first 16 are zero; infinity is zeros.
///
/// # Domain
/// Any points of the curve: there is no subgroup check.
///
/// # Errors
/// Another length, padding that is not zero, a coordinate that is not below p, a point that is not on the curve, a fork before
/// Prague.
///
/// # Source
/// EIP-2537.
pub fn run(input: &[u8], fork: Fork) -> Result<Output, Error> {
    run_within(input, fork, u64::MAX)
}

/// [`run`], if the price is within the limit.
///
/// # Errors
/// [`Error::OutOfGas`], found before any work; those of [`run`].
pub fn run_within(input: &[u8], fork: Fork, gas_limit: u64) -> Result<Output, Error> {
    let price = gas::bls12_381_g1_add(fork);
    let gas = gas::charge(price, gas_limit, ADDRESS, Fork::Prague)?;
    let (points, _) = bls12_381_point::exactly::<256>(input)?.as_chunks::<128>();
    let p = bls12_381_point::read_g1(&points[0], 0, 0)?;
    let q = bls12_381_point::read_g1(&points[1], 1, 128)?;
    let bytes = Bytes::new(&bls12_381_point::write_g1(&p.add_vartime(&q)));
    Ok(Output { bytes, gas })
}
