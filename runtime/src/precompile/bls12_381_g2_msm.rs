//! 0x0e, BLS12_G2MSM: a sum of multiples of points of BLS12-381's G2.

use alloc::vec::Vec;

use super::{Bytes, Error, Fork, Output, bls12_381_point, gas, groups, integer};

/// The address.
pub const ADDRESS: u16 = 0x0e;

/// The bytes of a point.
const POINT: usize = 256;
/// The bytes of a point and its scalar.
const PAIR: usize = 288;

/// `k0 P0 + k1 P1 + …` for the input `P0 k0 P1 k1 …`, 288 bytes a pair and at least one pair.
///
/// # Shape
/// A point is `x0 x1 y0 y1`, each an integer of 64 bytes, big-endian, of which the first 16 are zero; infinity is zeros. A scalar is
/// any integer of 32 bytes.
///
/// # Domain
/// Points of the subgroup, whatever their scalars.
///
/// # Errors
/// No pair or part of one, padding that is not zero, a coordinate that is not below p, a point that is not on the curve or not
/// in the subgroup, a fork before Prague. Encodings and the curve are checked first, then the subgroup; in the order of the input.
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
    let price = gas::bls12_381_g2_msm(fork, input.len() / PAIR);
    let gas = gas::charge(price, gas_limit, ADDRESS, Fork::Prague)?;
    let pairs = bls12_381_point::pairs::<PAIR>(input)?;
    let mut points = Vec::with_capacity(pairs.len());
    let mut scalars = Vec::with_capacity(pairs.len());
    for (i, pair) in pairs.iter().enumerate() {
        let (point, scalar) = groups::split::<POINT, 32, PAIR>(pair);
        points.push(bls12_381_point::read_g2(point, i, PAIR * i)?);
        scalars.push(integer::limbs(scalar));
    }
    for (i, point) in points.iter().enumerate() {
        groups::check_subgroup(point, i)?;
    }
    let sum = groups::msm(&points, &scalars);
    let bytes = Bytes::new(&bls12_381_point::write_g2(&sum));
    Ok(Output { bytes, gas })
}
