//! The precompiled contracts of the EVM: bytes in, bytes and gas out.
//!
//! - [`Precompiles`]: what a fork has, by address
//! - `gas`: what a fork charges
//! - [`bn254_add`], [`bn254_mul`]: EIP-196
//!
//! No function panics, whatever its input. An error is what makes the call fail and burn its gas. The functions
//! take variable time: the data of a transaction is public.

pub mod bn254_add;
pub mod bn254_mul;
mod bn254_point;
mod error;
mod fork;
pub mod gas;
mod output;

pub use error::{Coordinate, Error};
pub use fork::{Fork, UnknownFork};
pub use output::{Bytes, Output};

/// A precompiled contract.
#[derive(Clone, Copy, Debug)]
pub struct Precompile {
    /// Its address, the 160-bit integer.
    pub address: u16,
    /// A name, as in `ECADD`.
    pub name: &'static str,
    run: fn(&[u8], Fork, u64) -> Result<Output, Error>,
    fork: Fork,
}

impl Precompile {
    /// Runs the contract.
    ///
    /// # Errors
    /// An input that the contract rejects.
    pub fn run(&self, input: &[u8]) -> Result<Output, Error> {
        (self.run)(input, self.fork, u64::MAX)
    }

    /// Runs the contract, if its price is within the limit.
    ///
    /// # Errors
    /// [`Error::OutOfGas`], found before any work; an input that the contract rejects.
    pub fn run_within(&self, input: &[u8], gas_limit: u64) -> Result<Output, Error> {
        (self.run)(input, self.fork, gas_limit)
    }
}

/// The precompiled contracts of a fork.
///
/// Contracts that this crate does not compute are absent.
#[derive(Clone, Copy, Debug)]
pub struct Precompiles {
    fork: Fork,
}

impl Precompiles {
    /// Those of a fork.
    pub const fn for_fork(fork: Fork) -> Self {
        Precompiles { fork }
    }

    /// The contract at an address, the 160-bit integer.
    ///
    /// # Errors
    /// [`Error::NotYet`] for an address that gets its contract in a later fork, [`Error::NoPrecompile`] for any
    /// other.
    pub fn get(&self, address: u16) -> Result<Precompile, Error> {
        let contract = |name, run, since| {
            if self.fork < since {
                return Err(Error::NotYet { address, since });
            }
            Ok(Precompile {
                address,
                name,
                run,
                fork: self.fork,
            })
        };
        match address {
            bn254_add::ADDRESS => contract("ECADD", bn254_add::run_within, Fork::Byzantium),
            bn254_mul::ADDRESS => contract("ECMUL", bn254_mul::run_within, Fork::Byzantium),
            _ => Err(Error::NoPrecompile { address }),
        }
    }
}
