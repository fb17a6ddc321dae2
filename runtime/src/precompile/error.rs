//! Why a call failed.

use core::fmt;

use super::Fork;

/// Which field element of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coordinate {
    /// x.
    X,
    /// y.
    Y,
    /// The element that is mapped to a point.
    U,
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Coordinate::X => "x",
            Coordinate::Y => "y",
            Coordinate::U => "u",
        })
    }
}

/// Why a call failed, and where. A failed call uses all of its gas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A coordinate is not the canonical integer of a field element.
    #[error("input[{start}..{end}]: {coordinate} is not below the modulus")]
    NotBelowModulus {
        /// The first byte of the integer in the input.
        start: usize,
        /// The byte after its last.
        end: usize,
        /// What it is, or a coefficient of.
        coordinate: Coordinate,
    },
    /// One of the 16 bytes before the 48 of a field element of BLS12-381 is not zero.
    #[error("input[{start}..{end}]: the padding of {coordinate} is not zero")]
    Padding {
        /// The first byte of the padding in the input.
        start: usize,
        /// The byte after its last.
        end: usize,
        /// Of what it is.
        coordinate: Coordinate,
    },
    /// The input has another length than the contract's.
    #[error("input: {length} bytes where {expected} are expected")]
    Length {
        /// The length of the input.
        length: usize,
        /// The length of every valid input.
        expected: usize,
    },
    /// The input does not end with the last byte of a pair.
    #[error("input: {length} bytes, not a multiple of {pair}")]
    PartialPair {
        /// The length of the input.
        length: usize,
        /// The length of a pair.
        pair: usize,
    },
    /// The contract demands a pair, and there is none.
    #[error("input: empty")]
    Empty,
    /// The coordinates of a point do not satisfy the curve's equation.
    #[error("point {point}: not on the curve")]
    NotOnCurve {
        /// The index of the point in the input, from 0; points of pairings count in the order of the input, two a pair.
        point: usize,
    },
    /// A point of the curve is not in the subgroup of order r.
    #[error("point {point}: not in the subgroup")]
    NotInSubgroup {
        /// The index of the point in the input, from 0; points of pairings count in the order of the input, two a pair.
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
    /// The contract at the address needs a cargo feature that this build lacks: that of its curve, or `alloc`.
    #[error(
        "address: the precompile at {address:#04x} is not in this build, it needs the feature {feature}"
    )]
    NotBuilt {
        /// The address.
        address: u16,
        /// The feature, or the first of two.
        feature: &'static str,
    },
    /// No contract of this crate has the address.
    #[error("address: no precompile at {address:#04x}")]
    NoPrecompile {
        /// The address.
        address: u16,
    },
}
