//! `precompile`: the precompiled contracts of the EVM.

use super::value::{bytes, hex_bytes, object};
use super::{Failure, Family};
use fieldc::precompile::{Error, Fork, Precompiles, UnknownFork};
use serde_json::{Map, Value, json};

/// The operation `precompile`: a family of one, without a name behind it.
pub struct Contracts;

impl Family for Contracts {
    fn name(&self) -> &'static str {
        "precompile"
    }

    fn run(&mut self, op: &str, input: &Value) -> Result<Value, Failure> {
        if !op.is_empty() {
            return Err(Failure::unknown_op());
        }
        let members = object(input, &["address", "fork", "input"], "in")?;
        run(members)
    }
}

fn run(members: &Map<String, Value>) -> Result<Value, Failure> {
    let member = |name: &str| {
        members
            .get(name)
            .ok_or_else(|| Failure::new(name, "missing"))
    };
    let text = |name: &str| {
        let text = member(name)?.as_str();
        text.ok_or_else(|| Failure::new(name, "not a string"))
    };
    let address = address(text("address")?).map_err(|reason| Failure::new("address", reason))?;
    let fork: Fork = text("fork")?
        .parse()
        .map_err(|UnknownFork| Failure::new("fork", "unknown"))?;
    let data = bytes(member("input")?, "input")?;
    let contract = match Precompiles::for_fork(fork).get(address) {
        Err(Error::NoPrecompile { .. }) => Err(Failure::new("address", "not built")),
        other => other.map_err(failure),
    }?;
    let output = contract.run(&data).map_err(failure)?;
    Ok(json!({"output": hex_bytes(&output.bytes), "gas": output.gas}))
}

/// The contract's words, which begin with a place.
fn failure(error: Error) -> Failure {
    let text = error.to_string();
    let (place, reason) = text.split_once(": ").unwrap_or(("input", &text));
    Failure::new(place, reason)
}

/// An address as `0x` and hexadecimal digits, leading zeros or not. None of the contracts is above 16 bits.
fn address(text: &str) -> Result<u16, &'static str> {
    let digits = text.strip_prefix("0x").ok_or("an integer begins with 0x")?;
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err("not 0x and hexadecimal digits");
    }
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Ok(0);
    }
    u16::from_str_radix(digits, 16).map_err(|_| "not built")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(op: &str, input: Value) -> Result<Value, String> {
        Contracts.run(op, &input).map_err(|e| e.to_string())
    }

    fn answer(address: &str, fork: &str, input: &str) -> Result<Value, String> {
        asked(
            "",
            json!({"address": address, "fork": fork, "input": input}),
        )
    }

    #[test]
    fn contracts_by_address_and_fork() {
        let infinity = format!("0x{}", "0".repeat(128));
        for (address, fork, gas) in [
            ("0x06", "byzantium", 500),
            ("0x7", "petersburg", 40_000),
            ("0x0006", "istanbul", 150),
            ("0x07", "osaka", 6_000),
        ] {
            assert_eq!(
                answer(address, fork, "0x"),
                Ok(json!({"output": infinity, "gas": gas}))
            );
        }
        let product = format!("0x{:064x}", 1);
        assert_eq!(
            answer("0x08", "osaka", "0x"),
            Ok(json!({"output": product, "gas": 45_000}))
        );
        for (address, length, output, gas) in [
            ("0x0b", 256, 128, 375),
            ("0x0c", 160, 128, 12_000),
            ("0x0d", 512, 256, 600),
            ("0x0e", 288, 256, 22_500),
            ("0x0f", 384, 32, 70_300),
            ("0x10", 64, 128, 5_500),
            ("0x11", 128, 256, 23_800),
        ] {
            let input = format!("0x{}", "00".repeat(length));
            let answer = answer(address, "prague", &input).unwrap();
            assert_eq!(answer["gas"], gas);
            assert_eq!(answer["output"].as_str().unwrap().len(), 2 + 2 * output);
        }
        let one = format!("0x{:064x}{:064x}{:064x}", 1, 2, 1);
        let expected = &one[..130];
        assert_eq!(answer("0x07", "osaka", &one).unwrap()["output"], expected);
    }

    #[test]
    fn errors_have_a_place() {
        let error =
            |address: &str, fork: &str, input: &str| answer(address, fork, input).unwrap_err();
        assert_eq!(error("0x99", "osaka", "0x"), "address: not built");
        assert_eq!(error("0x123456", "osaka", "0x"), "address: not built");
        assert_eq!(
            error("6", "osaka", "0x"),
            "address: an integer begins with 0x"
        );
        assert_eq!(
            error("0x+6", "osaka", "0x"),
            "address: not 0x and hexadecimal digits"
        );
        assert_eq!(error("0x06", "Osaka", "0x"), "fork: unknown");
        assert_eq!(
            error("0x06", "homestead", "0x"),
            "address: no precompile at 0x06 before byzantium"
        );
        assert_eq!(
            error("0x06", "osaka", "0x1"),
            "input: not 0x and two hexadecimal digits a byte"
        );
        assert_eq!(
            error("0x06", "osaka", "0x0é"),
            "input: not 0x and two hexadecimal digits a byte"
        );
        assert_eq!(error("0x06", "osaka", "0x01"), "point 0: not on the curve");
        assert_eq!(error("0x0f", "prague", "0x"), "input: empty");
        assert_eq!(
            error("0x0b", "cancun", "0x"),
            "address: no precompile at 0x0b before prague"
        );
        let high = format!("0x{}", "ff".repeat(64));
        assert_eq!(
            error("0x07", "osaka", &high),
            "input[0..32]: x is not below the modulus"
        );
        for (op, input, error) in [
            ("", json!([]), "in: not an object"),
            ("", json!({}), "address: missing"),
            ("x", json!({}), "op: unknown"),
        ] {
            assert_eq!(asked(op, input), Err(error.to_string()));
        }
    }
}
