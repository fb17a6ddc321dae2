//! 0x10, BLS12_MAP_FP_TO_G1: the point of BLS12-381's G1 that belongs to a field element.

use super::{Bytes, Coordinate, Error, Fork, Output, bls12_381_point, gas};
use crate::bls12_381::{G1, G1Jacobian};
use crate::hash_to_curve::MapToCurve;

/// The address.
pub const ADDRESS: u16 = 0x10;

/// The point of the subgroup to which the simplified SWU map, the isogeny and the clearing of the cofactor take the input,
/// an element of Fp of 64 bytes.
///
/// # Shape
/// An integer of 64 bytes, big-endian, of which the first 16 are zero.
///
/// # Errors
/// Another length, padding that is not zero, an integer that is not below p, a fork before Prague.
///
/// # Source
/// EIP-2537, RFC 9380 (section 6.6.3, the suites BLS12381G1_XMD:SHA-256_SSWU).
pub fn run(input: &[u8], fork: Fork) -> Result<Output, Error> {
    run_within(input, fork, u64::MAX)
}

/// [`run`], if the price is within the limit.
///
/// # Errors
/// [`Error::OutOfGas`], found before any work; those of [`run`].
pub fn run_within(input: &[u8], fork: Fork, gas_limit: u64) -> Result<Output, Error> {
    let price = gas::bls12_381_map_fp_to_g1(fork);
    let gas = gas::charge(price, gas_limit, ADDRESS, Fork::Prague)?;
    let u = bls12_381_point::exactly::<64>(input)?;
    let u = bls12_381_point::read_fp(u, 0, Coordinate::U)?;
    let p = G1Jacobian::from(G1::map_sum_uncleared(&[u])).clear_cofactor_vartime();
    let bytes = Bytes::new(&bls12_381_point::write_g1(&p.to_affine_vartime()));
    Ok(Output { bytes, gas })
}
