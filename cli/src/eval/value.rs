//! Values of requests and answers: integers as `0x` hex, lists.

use super::Failure;
use num_bigint::BigUint;
use serde_json::Value;

/// The most bits of any integer of a request.
pub const MAX_BITS: u64 = 1 << 20;

/// A non-negative integer: `"0x"` and big-endian hex digits, at least one, leading zeros allowed.
pub fn integer(value: &Value, place: &str) -> Result<BigUint, Failure> {
    let fail = |reason: &str| Failure::new(place, reason);
    let text = value.as_str().ok_or_else(|| fail("not a string"))?;
    let digits = text
        .strip_prefix("0x")
        .ok_or_else(|| fail("an integer begins with 0x"))?;
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(fail("not 0x and hexadecimal digits"));
    }
    let digits = digits.trim_start_matches('0');
    if digits.len() as u64 > MAX_BITS / 4 {
        return Err(fail("too large"));
    }
    Ok(BigUint::parse_bytes(digits.as_bytes(), 16).unwrap_or_default())
}

/// Bytes: `"0x"` and two hexadecimal digits each.
pub fn bytes(value: &Value, place: &str) -> Result<Vec<u8>, Failure> {
    let wrong = || Failure::new(place, "not 0x and two hexadecimal digits a byte");
    let text = value
        .as_str()
        .ok_or_else(|| Failure::new(place, "not a string"))?;
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

/// Bytes of an answer.
pub fn hex_bytes(bytes: &[u8]) -> Value {
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    Value::from(format!("0x{digits}"))
}

/// An integer of an answer.
pub fn hex(value: &BigUint) -> Value {
    Value::from(format!("{value:#x}"))
}

/// A list of exactly so many values.
pub fn list<'a>(value: &'a Value, count: usize, place: &str) -> Result<&'a [Value], Failure> {
    match value.as_array() {
        Some(values) if values.len() == count => Ok(values),
        Some(values) => {
            let reason = format!("{count} values expected, {} given", values.len());
            Err(Failure::new(place, reason))
        }
        None => Err(Failure::new(place, "not a list")),
    }
}

/// The members of an object that has no others than these.
pub fn object<'a>(
    value: &'a Value,
    known: &[&str],
    place: &str,
) -> Result<&'a serde_json::Map<String, Value>, Failure> {
    let members = value
        .as_object()
        .ok_or_else(|| Failure::new(place, "not an object"))?;
    match members.keys().find(|name| !known.contains(&name.as_str())) {
        Some(name) => {
            let name: String = name.chars().take(32).collect();
            Err(Failure::new(format!("{place}.{name}"), "unknown"))
        }
        None => Ok(members),
    }
}

/// An integer below the modulus, as an element must be.
pub fn below(value: &Value, modulus: &BigUint, place: &str) -> Result<BigUint, Failure> {
    let x = integer(value, place)?;
    if x < *modulus {
        Ok(x)
    } else {
        Err(Failure::new(place, "not below the modulus"))
    }
}
