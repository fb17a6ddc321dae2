//! 0x0f, BLS12_PAIRING_CHECK: whether a product of pairings over BLS12-381 is 1.

use alloc::vec::Vec;

use super::{Bytes, Error, Fork, Output, bls12_381_point, gas, groups};
use crate::bls12_381::Bls12381;
use crate::pairing::pairing_product_is_one_vartime;

/// The address.
pub const ADDRESS: u16 = 0x0f;

/// The bytes of a point of G1.
const G1: usize = 128;
/// The bytes of a point of G2.
const G2: usize = 256;
/// The bytes of a pair.
const PAIR: usize = G1 + G2;

/// The integer 1 where `e(P0, Q0) e(P1, Q1) … = 1` for the input `P0 Q0 P1 Q1 …`, else 0, 384 bytes a pair and at least one pair.
///
/// # Shape
/// A point of G1 is `x y`, one of G2 `x0 x1 y0 y1`, each an integer of 64 bytes, big-endian, of which the first 16 are zero;
/// infinity is zeros.
///
/// # Domain
/// Points of the subgroups.
///
/// # Errors
/// No pair or part of one, padding that is not zero, a coordinate that is not below p, a point that is not on its curve or not
/// in its subgroup, a fork before Prague. Encodings and curves are checked first, then the subgroups; in the order of the input,
/// where a pair has two points.
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
    let price = gas::bls12_381_pairing(fork, input.len() / PAIR);
    let gas = gas::charge(price, gas_limit, ADDRESS, Fork::Prague)?;
    let pairs = bls12_381_point::pairs::<PAIR>(input)?;
    let mut points = Vec::with_capacity(pairs.len());
    for (i, pair) in pairs.iter().enumerate() {
        let start = PAIR * i;
        let (p, q) = groups::split::<G1, G2, PAIR>(pair);
        let p = bls12_381_point::read_g1(p, 2 * i, start)?;
        let q = bls12_381_point::read_g2(q, 2 * i + 1, start + G1)?;
        points.push((p, q));
    }
    for (i, (p, q)) in points.iter().enumerate() {
        groups::check_subgroup(p, 2 * i)?;
        groups::check_subgroup(q, 2 * i + 1)?;
    }
    let bytes = Bytes::boolean(pairing_product_is_one_vartime::<Bls12381>(&points));
    Ok(Output { bytes, gas })
}
