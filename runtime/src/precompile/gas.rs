//! What a fork charges.

use super::{Error, Fork};

/// The price of 0x06, none before the contract exists.
///
/// # Source
/// EIP-196, EIP-1108.
pub const fn bn254_add(fork: Fork) -> Option<u64> {
    eip1108(fork, 500, 150)
}

/// The price of 0x07, none before the contract exists.
///
/// # Source
/// EIP-196, EIP-1108.
pub const fn bn254_mul(fork: Fork) -> Option<u64> {
    eip1108(fork, 40_000, 6_000)
}

/// A price from Byzantium on and the one that replaced it in Istanbul.
const fn eip1108(fork: Fork, byzantium: u64, istanbul: u64) -> Option<u64> {
    if (fork as u8) < Fork::Byzantium as u8 {
        None
    } else if (fork as u8) < Fork::Istanbul as u8 {
        Some(byzantium)
    } else {
        Some(istanbul)
    }
}

/// The price, if there is a contract and the limit allows it.
pub(super) fn charge(
    price: Option<u64>,
    limit: u64,
    address: u16,
    since: Fork,
) -> Result<u64, Error> {
    let price = price.ok_or(Error::NotYet { address, since })?;
    if price > limit {
        return Err(Error::OutOfGas { limit, price });
    }
    Ok(price)
}
