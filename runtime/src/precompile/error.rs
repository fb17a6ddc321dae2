//! Why a call failed.

use core::fmt;

use super::Fork;

/// A coordinate of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinate {
    /// x.
    X,
    /// y.
    Y,
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Coordinate::X => "x",
            Coordinate::Y => "y",
        })
    }
}

/// Why a call failed, and where. A failed call uses all of its gas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A coordinate is not the canonical integer of a field element.
    #[error("input[{start}..{}]: {coordinate} is not below the modulus", .start + 32)]
    NotBelowModulus {
        /// The first byte of the coordinate in the input.
        start: usize,
        /// Which one it is.
        coordinate: Coordinate,
    },
    /// The coordinates of a point do not satisfy the curve's equation.
    #[error("point {point}: not on the curve")]
    NotOnCurve {
        /// The index of the point in the input, from 0.
        point: usize,
    },
    /// The price is above the limit.
    #[error("gas: {limit} is less than the price {price}")]
    OutOfGas {
        /// The limit.
        limit: u64,
        /// The price.
        price: u64,
    },
    /// The address gets its contract in a later fork.
    #[error("address: no precompile at {address:#04x} before {since}")]
    NotYet {
        /// The address.
        address: u16,
        /// The first fork with the contract.
        since: Fork,
    },
    /// No contract of this crate has the address.
    #[error("address: no precompile at {address:#04x}")]
    NoPrecompile {
        /// The address.
        address: u16,
    },
}
