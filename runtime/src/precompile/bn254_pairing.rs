//! 0x08, ECPAIRING: whether a product of pairings over BN254 is 1.

use alloc::vec::Vec;

use super::{Bytes, Error, Fork, Output, bn254_point, gas, groups};
use crate::bn254::Bn254;
use crate::pairing::pairing_product_is_one_vartime;

/// The address.
pub const ADDRESS: u16 = 0x08;

/// The bytes of a point of G1.
const G1: usize = 64;
/// The bytes of a point of G2.
const G2: usize = 128;
/// The bytes of a pair.
const PAIR: usize = G1 + G2;

/// The integer 1 where `e(P0, Q0) e(P1, Q1) … = 1` for the input `P0 Q0 P1 Q1 …`, else 0, 192 bytes a pair; 1 for no pair.
///
/// # Shape
/// A point of G1 is `x y`, one of G2 `x1 x0 y1 y0`, each an integer of 32 bytes, big-endian; infinity is zeros.
///
/// # Domain
/// Points of the subgroups.
///
/// # Errors
/// Part of a pair, a coordinate that is not below p, a point that is not on its curve or not in its subgroup, a fork before
/// Byzantium. Encodings and curves are checked first, then the subgroups; in the order of the input, where a pair has two points.
///
/// # Source
/// EIP-197, EIP-1108.
pub fn run(input: &[u8], fork: Fork) -> Result<Output, Error> {
    run_within(input, fork, u64::MAX)
}

/// [`run`], if the price is within the limit.
///
/// # Errors
/// [`Error::OutOfGas`], found before any work; those of [`run`].
pub fn run_within(input: &[u8], fork: Fork, gas_limit: u64) -> Result<Output, Error> {
    let price = gas::bn254_pairing(fork, input.len() / PAIR);
    let gas = gas::charge(price, gas_limit, ADDRESS, Fork::Byzantium)?;
    let pairs = bn254_point::pairs::<PAIR>(input)?;
    let mut points = Vec::with_capacity(pairs.len());
    for (i, pair) in pairs.iter().enumerate() {
        let start = PAIR * i;
        let (p, q) = groups::split::<G1, G2, PAIR>(pair);
        let p = bn254_point::read(p, 2 * i, start)?;
        let q = bn254_point::read_g2(q, 2 * i + 1, start + G1)?;
        points.push((p, q));
    }
    // Every point of G1's curve is in its subgroup.
    for (i, (_, q)) in points.iter().enumerate() {
        groups::check_subgroup(q, 2 * i + 1)?;
    }
    let bytes = Bytes::boolean(pairing_product_is_one_vartime::<Bn254>(&points));
    Ok(Output { bytes, gas })
}
