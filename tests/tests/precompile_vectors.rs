//! The precompiled contracts against the vectors of go-ethereum and of EIP-2537, on every tier.

use fieldc::precompile::{Error, Fork, Precompiles};
use fieldc_tests::{tiers, vectors};
use serde_json::Value;

/// The files, the contract of each, and the least number of cases.
const ACCEPTED: &[(&str, u16, usize)] = &[
    ("geth/bn256Add.json", 0x06, 16),
    ("geth/bn256ScalarMul.json", 0x07, 19),
    ("geth/bn256Pairing.json", 0x08, 14),
    ("geth/blsG1Add.json", 0x0b, 70),
    ("geth/blsG1Mul.json", 0x0c, 10),
    ("geth/blsG1MultiExp.json", 0x0c, 100),
    ("eip-2537/msm_G1_bls.json", 0x0c, 100),
    ("geth/blsG2Add.json", 0x0d, 70),
    ("geth/blsG2Mul.json", 0x0e, 9),
    ("geth/blsG2MultiExp.json", 0x0e, 100),
    ("geth/blsPairing.json", 0x0f, 70),
    ("eip-2537/pairing_check_bls.json", 0x0f, 7),
    ("geth/blsMapG1.json", 0x10, 70),
    ("geth/blsMapG2.json", 0x11, 70),
];

const REJECTED: &[(&str, u16, usize)] = &[
    ("geth/fail-blsG1Add.json", 0x0b, 6),
    ("eip-2537/fail-add_G1_bls.json", 0x0b, 5),
    ("geth/fail-blsG1Mul.json", 0x0c, 6),
    ("geth/fail-blsG1MultiExp.json", 0x0c, 4),
    ("eip-2537/fail-msm_G1_bls.json", 0x0c, 4),
    ("geth/fail-blsG2Add.json", 0x0d, 6),
    ("eip-2537/fail-add_G2_bls.json", 0x0d, 4),
    ("geth/fail-blsG2Mul.json", 0x0e, 5),
    ("geth/fail-blsG2MultiExp.json", 0x0e, 6),
    ("eip-2537/fail-msm_G2_bls.json", 0x0e, 3),
    ("eip-2537/fail-mul_G2_bls.json", 0x0e, 1),
    ("geth/fail-blsPairing.json", 0x0f, 7),
    ("eip-2537/fail-pairing_check_bls.json", 0x0f, 15),
    ("geth/fail-blsMapG1.json", 0x10, 4),
    ("geth/fail-blsMapG2.json", 0x11, 3),
];

fn text<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().expect("text")
}

/// The cases of a file, none if it is absent.
fn cases(file: &str, at_least: usize) -> Vec<Value> {
    let Some(cases) = vectors::load(&format!("evm-precompiles/{file}")) else {
        return vec![];
    };
    let cases = cases.as_array().expect("a list").clone();
    assert!(cases.len() >= at_least, "{file} has {} cases", cases.len());
    println!("{file}: {} cases", cases.len());
    cases
}

#[test]
fn accepted() {
    for &(file, address, at_least) in ACCEPTED {
        let cases = cases(file, at_least);
        let contract = Precompiles::for_fork(Fork::Prague)
            .get(address)
            .expect("in Prague");
        tiers::on_each(|tier| {
            for case in &cases {
                let name = format!("{file} {} on {tier}", text(case, "Name"));
                let input = vectors::bytes(text(case, "Input"));
                let gas = case["Gas"].as_u64().expect("a price");
                let output = contract.run_within(&input, gas).expect(&name);
                let expected = vectors::bytes(text(case, "Expected"));
                assert_eq!(*output.bytes, *expected, "{name}");
                assert_eq!(output.gas, gas, "{name}");
                let short = contract.run_within(&input, gas - 1);
                let expected = Error::OutOfGas {
                    limit: gas - 1,
                    price: gas,
                };
                assert_eq!(short, Err(expected), "{name}");
            }
        });
    }
}

#[test]
fn rejected() {
    for &(file, address, at_least) in REJECTED {
        let cases = cases(file, at_least);
        let contract = Precompiles::for_fork(Fork::Prague)
            .get(address)
            .expect("in Prague");
        tiers::on_each(|tier| {
            for case in &cases {
                let input = vectors::bytes(text(case, "Input"));
                let error = contract.run(&input).expect_err(text(case, "Name"));
                let reason = text(case, "ExpectedError");
                let same = match error {
                    Error::Padding { .. } => "top bytes",
                    Error::NotBelowModulus { .. } => "fp.Element encoding",
                    Error::Length { .. } | Error::PartialPair { .. } | Error::Empty => {
                        "input length"
                    }
                    Error::NotOnCurve { .. } => "not on curve",
                    Error::NotInSubgroup { .. } => "correct subgroup",
                    _ => "",
                };
                let name = text(case, "Name");
                assert!(
                    !same.is_empty() && reason.contains(same),
                    "{file} {name} on {tier}: {error}, expected: {reason}"
                );
            }
        });
    }
}
