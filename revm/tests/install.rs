//! The provider in revm's contracts: the vectors through them, with revm's gas. It is installed once a process.

use fieldc_tests::vectors;
use revm_precompile::{Precompiles, crypto};

#[test]
fn vectors_through_revm() {
    assert!(fieldc_revm::install());
    assert!(!fieldc_revm::install(), "there is one already");
    assert_eq!(format!("{:?}", crypto()), "FieldcCrypto");
    for (file, address) in [
        ("bn256Add", 0x06),
        ("bn256ScalarMul", 0x07),
        ("bn256Pairing", 0x08),
        ("blsG1Add", 0x0b),
        ("blsG1Mul", 0x0c),
        ("blsG2Add", 0x0d),
        ("blsG2Mul", 0x0e),
        ("blsPairing", 0x0f),
        ("blsMapG1", 0x10),
        ("blsMapG2", 0x11),
    ] {
        let Some(cases) = vectors::load(&format!("evm-precompiles/geth/{file}.json")) else {
            continue;
        };
        let contracts = Precompiles::prague().inner();
        let contract = contracts
            .values()
            .find(|contract| contract.address().as_slice()[18..] == [0, address])
            .expect("in Prague");
        for case in cases.as_array().expect("a list") {
            let input = vectors::bytes(case["Input"].as_str().expect("text"));
            let gas = case["Gas"].as_u64().expect("a price");
            let output = contract.execute(&input, gas, 0).expect("not fatal");
            assert!(output.is_success(), "{file} {}", case["Name"]);
            assert_eq!(output.gas_used, gas);
            let expected = vectors::bytes(case["Expected"].as_str().expect("text"));
            assert_eq!(*output.bytes, *expected, "{file} {}", case["Name"]);
        }
    }
}
