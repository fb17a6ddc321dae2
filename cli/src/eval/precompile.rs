//! `precompile`: the precompiled contracts of the EVM.

use super::value::object;
use super::{Failure, Family};
use fieldc::precompile::{Error, Fork, Precompiles};
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
        run(members).map_err(|text| {
            let (place, reason) = text.split_once(": ").unwrap_or(("input", &text));
            Failure::new(place, reason)
        })
    }
}

fn run(members: &Map<String, Value>) -> Result<Value, String> {
    let text = |name: &str| {
        let value = members
            .get(name)
            .ok_or_else(|| format!("{name}: missing"))?;
        value
            .as_str()
            .ok_or_else(|| format!("{name}: not a string"))
    };
    let address = address(text("address")?)?;
    let fork: Fork = text("fork")?
        .parse()
        .map_err(|error: fieldc::precompile::UnknownFork| error.to_string())?;
    let data = bytes(text("input")?)?;
    let contract = Precompiles::for_fork(fork)
        .get(address)
        .map_err(|error| match error {
            Error::NoPrecompile { .. } => "address: not built".to_string(),
            other => other.to_string(),
        })?;
    let output = contract.run(&data).map_err(|error| error.to_string())?;
    let hex: String = output
        .bytes
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    Ok(json!({"output": format!("0x{hex}"), "gas": output.gas}))
}

/// An address as `0x` and hexadecimal digits, leading zeros or not. None of the contracts is above 16 bits.
fn address(text: &str) -> Result<u16, String> {
    let digits = text
        .strip_prefix("0x")
        .ok_or("address: an integer begins with 0x")?;
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err("address: not 0x and hexadecimal digits".to_string());
    }
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Ok(0);
    }
    u16::from_str_radix(digits, 16).map_err(|_| "address: not built".to_string())
}

/// Bytes as `0x` and two hexadecimal digits each.
fn bytes(text: &str) -> Result<Vec<u8>, String> {
    let wrong = || "input: not 0x and two hexadecimal digits a byte".to_string();
    let digits = text.strip_prefix("0x").ok_or_else(wrong)?.as_bytes();
    let (pairs, []) = digits.as_chunks::<2>() else {
        return Err(wrong());
    };
    let nibble = |digit: u8| char::from(digit).to_digit(16).map(|digit| digit as u8);
    pairs
        .iter()
        .map(|&[high, low]| Some(nibble(high)? << 4 | nibble(low)?))
        .collect::<Option<_>>()
        .ok_or_else(wrong)
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
        let one = format!("0x{:064x}{:064x}{:064x}", 1, 2, 1);
        let expected = &one[..130];
        assert_eq!(answer("0x07", "osaka", &one).unwrap()["output"], expected);
    }

    #[test]
    fn errors_have_a_place() {
        let error =
            |address: &str, fork: &str, input: &str| answer(address, fork, input).unwrap_err();
        assert_eq!(error("0x0b", "osaka", "0x"), "address: not built");
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
