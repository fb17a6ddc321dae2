//! The precompiled contracts of the EVM: bytes in, bytes and gas out.
//!
//! - [`Precompiles`]: what a fork has, by address
//! - `gas`: what a fork charges
//! - EIP-196: [`bn254_add`], [`bn254_mul`]
//! - EIP-197: [`bn254_pairing`]
//! - EIP-2537: [`bls12_381_g1_add`], [`bls12_381_g1_msm`], [`bls12_381_g2_add`], [`bls12_381_g2_msm`], [`bls12_381_pairing`],
//!   [`bls12_381_map_fp_to_g1`], [`bls12_381_map_fp2_to_g2`]
//!
//! Sums and pairings (0x08, 0x0c, 0x0e, 0x0f) need the feature `alloc`, which `std` has.
//!
//! No function panics, whatever its input. An error is what makes the call fail and burn its gas. The functions
//! take variable time: the data of a transaction is public.

#[cfg(feature = "bls12-381")]
pub mod bls12_381_g1_add;
#[cfg(all(feature = "bls12-381", feature = "alloc"))]
pub mod bls12_381_g1_msm;
#[cfg(feature = "bls12-381")]
pub mod bls12_381_g2_add;
#[cfg(all(feature = "bls12-381", feature = "alloc"))]
pub mod bls12_381_g2_msm;
#[cfg(feature = "bls12-381")]
pub mod bls12_381_map_fp2_to_g2;
#[cfg(feature = "bls12-381")]
pub mod bls12_381_map_fp_to_g1;
#[cfg(all(feature = "bls12-381", feature = "alloc"))]
pub mod bls12_381_pairing;
#[cfg(feature = "bls12-381")]
mod bls12_381_point;
#[cfg(feature = "bn254")]
pub mod bn254_add;
#[cfg(feature = "bn254")]
pub mod bn254_mul;
#[cfg(all(feature = "bn254", feature = "alloc"))]
pub mod bn254_pairing;
#[cfg(feature = "bn254")]
mod bn254_point;
mod error;
mod fork;
pub mod gas;
#[cfg(all(any(feature = "bn254", feature = "bls12-381"), feature = "alloc"))]
mod groups;
mod integer;
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
    run: Run,
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
    /// [`Error::NotYet`] for an address that gets its contract in a later fork, [`Error::NotBuilt`] for a contract that this build lacks a
    /// feature for, [`Error::NoPrecompile`] for any
    /// other.
    pub fn get(&self, address: u16) -> Result<Precompile, Error> {
        let (name, run, since) = contract(address).ok_or(absent(address))?;
        if self.fork < since {
            return Err(Error::NotYet { address, since });
        }
        Ok(Precompile {
            address,
            name,
            run,
            fork: self.fork,
        })
    }
}

type Run = fn(&[u8], Fork, u64) -> Result<Output, Error>;

/// Why there is no contract at an address.
fn absent(address: u16) -> Error {
    let feature = match address {
        0x06..=0x08 if cfg!(not(feature = "bn254")) => "bn254",
        0x0b..=0x11 if cfg!(not(feature = "bls12-381")) => "bls12-381",
        0x08 | 0x0c | 0x0e | 0x0f if cfg!(not(feature = "alloc")) => "alloc",
        _ => return Error::NoPrecompile { address },
    };
    Error::NotBuilt { address, feature }
}

/// The contract at an address: its name, its function, the first fork that has it.
fn contract(address: u16) -> Option<(&'static str, Run, Fork)> {
    let (name, run, since): (_, Run, _) = match address {
        #[cfg(feature = "bn254")]
        bn254_add::ADDRESS => ("ECADD", bn254_add::run_within, Fork::Byzantium),
        #[cfg(feature = "bn254")]
        bn254_mul::ADDRESS => ("ECMUL", bn254_mul::run_within, Fork::Byzantium),
        #[cfg(all(feature = "bn254", feature = "alloc"))]
        bn254_pairing::ADDRESS => ("ECPAIRING", bn254_pairing::run_within, Fork::Byzantium),
        #[cfg(feature = "bls12-381")]
        bls12_381_g1_add::ADDRESS => ("BLS12_G1ADD", bls12_381_g1_add::run_within, Fork::Prague),
        #[cfg(all(feature = "bls12-381", feature = "alloc"))]
        bls12_381_g1_msm::ADDRESS => ("BLS12_G1MSM", bls12_381_g1_msm::run_within, Fork::Prague),
        #[cfg(feature = "bls12-381")]
        bls12_381_g2_add::ADDRESS => ("BLS12_G2ADD", bls12_381_g2_add::run_within, Fork::Prague),
        #[cfg(all(feature = "bls12-381", feature = "alloc"))]
        bls12_381_g2_msm::ADDRESS => ("BLS12_G2MSM", bls12_381_g2_msm::run_within, Fork::Prague),
        #[cfg(all(feature = "bls12-381", feature = "alloc"))]
        bls12_381_pairing::ADDRESS => (
            "BLS12_PAIRING_CHECK",
            bls12_381_pairing::run_within,
            Fork::Prague,
        ),
        #[cfg(feature = "bls12-381")]
        bls12_381_map_fp_to_g1::ADDRESS => (
            "BLS12_MAP_FP_TO_G1",
            bls12_381_map_fp_to_g1::run_within,
            Fork::Prague,
        ),
        #[cfg(feature = "bls12-381")]
        bls12_381_map_fp2_to_g2::ADDRESS => (
            "BLS12_MAP_FP2_TO_G2",
            bls12_381_map_fp2_to_g2::run_within,
            Fork::Prague,
        ),
        _ => return None,
    };
    Some((name, run, since))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_absent_says_why() {
        let table = Precompiles::for_fork(Fork::Osaka);
        for address in (0x06..=0x08).chain(0x0b..=0x11) {
            let built = match address {
                0x06 | 0x07 => cfg!(feature = "bn254"),
                0x08 => cfg!(all(feature = "bn254", feature = "alloc")),
                0x0c | 0x0e | 0x0f => cfg!(all(feature = "bls12-381", feature = "alloc")),
                _ => cfg!(feature = "bls12-381"),
            };
            match table.get(address) {
                Ok(_) => assert!(built),
                Err(e) => assert!(!built && matches!(e, Error::NotBuilt { .. }), "{e}"),
            }
        }
        let unknown = Error::NoPrecompile { address: 0x99 };
        assert_eq!(table.get(0x99).err(), Some(unknown));
    }
}
