//! Calls every precompiled contract over BN254 and BLS12-381 once through revm, with fieldc below it:
//! `cargo run -p fieldc-revm --example one_call_of_each`.

use std::error::Error;

use revm::context::TxEnv;
use revm::primitives::{Address, Bytes, TxKind, hex};
use revm::{Context, ExecuteEvm, MainBuilder, MainContext};

fn main() -> Result<(), Box<dyn Error>> {
    // The one line.
    assert!(fieldc_revm::install(), "before revm's first call");

    // Infinity, and elements of the fields that are 0, are valid inputs of every contract.
    for (address, name, length) in [
        (0x06, "ECADD", 128),
        (0x07, "ECMUL", 96),
        (0x08, "ECPAIRING", 192),
        (0x0b, "BLS12_G1ADD", 256),
        (0x0c, "BLS12_G1MSM", 160),
        (0x0d, "BLS12_G2ADD", 512),
        (0x0e, "BLS12_G2MSM", 288),
        (0x0f, "BLS12_PAIRING_CHECK", 384),
        (0x10, "BLS12_MAP_FP_TO_G1", 64),
        (0x11, "BLS12_MAP_FP2_TO_G2", 128),
    ] {
        let call = TxEnv::builder()
            .kind(TxKind::Call(Address::with_last_byte(address)))
            .data(Bytes::from(vec![0; length]))
            .gas_limit(1_000_000)
            .build_fill();
        let result = Context::mainnet().build_mainnet().transact(call)?.result;
        let output = result.output().ok_or(format!("{name}: {result:?}"))?;
        println!(
            "{name:20} {:7} gas  {}",
            result.tx_gas_used(),
            hex::encode(output)
        );
    }
    Ok(())
}
