//! `curve.<curve>.<group>.<op>`: points and their multiples.

use fieldc::bn254::{G1Affine, G1Jacobian};
use fieldc::fields::{Bn254Fp, Bn254Fr};
use serde_json::{Value, json};

/// The most hexadecimal digits of a scalar.
const MAX_DIGITS: usize = 1 << 18;

/// Runs `curve.<op>`; none if there is no such operation. An error is `place: reason`.
pub fn curve(op: &str, input: &Value) -> Option<Result<Value, String>> {
    bn254_g1(op.strip_prefix("bn254.g1.")?, input)
}

fn bn254_g1(op: &str, input: &Value) -> Option<Result<Value, String>> {
    let one = || -> Result<G1Affine, String> {
        let [p] = arguments(input)?;
        point(p, "in[0]")
    };
    Some(match op {
        "add" => arguments(input).and_then(|[p, q]| {
            let (p, q) = (point(p, "in[0]")?, point(q, "in[1]")?);
            Ok(written(&p.add_vartime(&q)))
        }),
        "double" => one().map(|p| written(&p.add_vartime(&p))),
        "neg" => one().map(|p| written(&-p)),
        "mul" => arguments(input).and_then(|[p, k]| {
            let (p, k) = (point(p, "in[0]")?, integer(k, "in[1]")?);
            // The order of the curve is r.
            let k = Bn254Fr::from_bytes_reduced_be(&k);
            Ok(written(
                &G1Jacobian::from(p).mul_vartime(&k).to_affine_vartime(),
            ))
        }),
        // The order of the curve is that of the subgroup.
        "on_curve" | "in_subgroup" => arguments(input).and_then(|[p]| {
            let Some((x, y)) = coordinates(p, "in[0]")? else {
                return Ok(json!(true));
            };
            Ok(json!(G1Affine::new(x, y).is_ok()))
        }),
        _ => return None,
    })
}

/// A list of exactly `N` values.
fn arguments<const N: usize>(input: &Value) -> Result<[&Value; N], String> {
    let values = input.as_array().ok_or("in: not a list")?;
    let values: Vec<&Value> = values.iter().collect();
    values
        .try_into()
        .map_err(|values: Vec<_>| format!("in: {N} values expected, {} given", values.len()))
}

/// A point of the curve.
fn point(value: &Value, place: &str) -> Result<G1Affine, String> {
    match coordinates(value, place)? {
        Some((x, y)) => G1Affine::new(x, y).map_err(|error| format!("{place}: {error}")),
        None => Ok(G1Affine::IDENTITY),
    }
}

/// `[x, y]`, or `null` for infinity; on the curve or not.
fn coordinates(value: &Value, place: &str) -> Result<Option<(Bn254Fp, Bn254Fp)>, String> {
    if value.is_null() {
        return Ok(None);
    }
    let Some([x, y]) = value.as_array().map(Vec::as_slice) else {
        return Err(format!("{place}: a point is [x, y] or null"));
    };
    let x = element(x, &format!("{place}[0]"))?;
    let y = element(y, &format!("{place}[1]"))?;
    Ok(Some((x, y)))
}

/// A field element: an integer below the modulus.
fn element(value: &Value, place: &str) -> Result<Bn254Fp, String> {
    let above = || format!("{place}: not below the modulus");
    let digits = integer(value, place)?;
    let start = digits
        .iter()
        .position(|&byte| byte != 0)
        .unwrap_or(digits.len());
    let digits = &digits[start..];
    let mut bytes = [0; Bn254Fp::BYTES];
    let skip = bytes.len().checked_sub(digits.len()).ok_or_else(above)?;
    bytes[skip..].copy_from_slice(digits);
    Bn254Fp::from_bytes_be(&bytes).map_err(|_| above())
}

/// The bytes of a non-negative integer, most significant first.
fn integer(value: &Value, place: &str) -> Result<Vec<u8>, String> {
    let text = value
        .as_str()
        .ok_or_else(|| format!("{place}: not a string"))?;
    let digits = text
        .strip_prefix("0x")
        .ok_or_else(|| format!("{place}: an integer begins with 0x"))?;
    if digits.is_empty() {
        return Err(format!("{place}: not 0x and hexadecimal digits"));
    }
    if digits.len() > MAX_DIGITS {
        return Err(format!("{place}: too large"));
    }
    let nibbles: Option<Vec<u8>> = digits
        .chars()
        .map(|digit| digit.to_digit(16).map(|digit| digit as u8))
        .collect();
    let nibbles = nibbles.ok_or_else(|| format!("{place}: not 0x and hexadecimal digits"))?;
    Ok(nibbles
        .rchunks(2)
        .rev()
        .map(|pair| pair.iter().fold(0, |byte, nibble| byte << 4 | nibble))
        .collect())
}

/// `[x, y]`, or `null` for infinity.
fn written(p: &G1Affine) -> Value {
    match p.coordinates() {
        Some((x, y)) => json!([hex(&x), hex(&y)]),
        None => Value::Null,
    }
}

/// An integer without leading zeros.
fn hex(x: &Bn254Fp) -> String {
    let text = x.to_string();
    let digits = text.trim_start_matches("0x").trim_start_matches('0');
    if digits.is_empty() {
        "0x0".to_string()
    } else {
        format!("0x{digits}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(op: &str, input: Value) -> Result<Value, String> {
        curve(op, &input).expect("the operation exists")
    }

    #[test]
    fn the_group() {
        let (g, minus) = (
            json!(["0x1", "0x2"]),
            answer("bn254.g1.neg", json!([["0x01", "0x002"]])).unwrap(),
        );
        let twice = answer("bn254.g1.double", json!([g])).unwrap();
        assert_eq!(answer("bn254.g1.add", json!([g, g])).unwrap(), twice);
        assert_eq!(answer("bn254.g1.mul", json!([g, "0x2"])).unwrap(), twice);
        assert_eq!(answer("bn254.g1.add", json!([twice, minus])).unwrap(), g);
        assert_eq!(
            answer("bn254.g1.add", json!([g, minus])).unwrap(),
            Value::Null
        );
        assert_eq!(answer("bn254.g1.add", json!([null, g])).unwrap(), g);
        assert_eq!(
            answer("bn254.g1.mul", json!([g, "0x0"])).unwrap(),
            Value::Null
        );
        let minus_one = "0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000000";
        assert_eq!(
            answer("bn254.g1.mul", json!([g, minus_one])).unwrap(),
            minus
        );
    }

    #[test]
    fn scalars_of_any_length() {
        let g = json!(["0x1", "0x2"]);
        // 2^400 = (2^200)^2.
        let power = |point: &Value, bits: usize| {
            let k = format!("0x1{}", "0".repeat(bits / 4));
            answer("bn254.g1.mul", json!([point, k])).unwrap()
        };
        assert_eq!(power(&g, 400), power(&power(&g, 200), 200));
    }

    #[test]
    fn points_are_told_from_others() {
        for op in ["bn254.g1.on_curve", "bn254.g1.in_subgroup"] {
            assert_eq!(answer(op, json!([["0x1", "0x2"]])), Ok(json!(true)));
            assert_eq!(answer(op, json!([["0x1", "0x3"]])), Ok(json!(false)));
            assert_eq!(answer(op, json!([["0x0", "0x0"]])), Ok(json!(false)));
            assert_eq!(answer(op, json!([null])), Ok(json!(true)));
        }
    }

    #[test]
    fn errors_have_a_place() {
        let p = "0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47";
        for (input, error) in [
            (json!({}), "in: not a list"),
            (json!([null]), "in: 2 values expected, 1 given"),
            (json!([null, 5]), "in[1]: a point is [x, y] or null"),
            (json!([null, ["0x1", "0x1"]]), "in[1]: not on the curve"),
            (json!([["0x1", p], null]), "in[0][1]: not below the modulus"),
            (
                json!([[format!("{p}00"), "0x1"], null]),
                "in[0][0]: not below the modulus",
            ),
            (
                json!([["1", "0x1"], null]),
                "in[0][0]: an integer begins with 0x",
            ),
            (
                json!([["0x1", "0x"], null]),
                "in[0][1]: not 0x and hexadecimal digits",
            ),
            (
                json!([["0x1", "0xg"], null]),
                "in[0][1]: not 0x and hexadecimal digits",
            ),
            (json!([[1, "0x1"], null]), "in[0][0]: not a string"),
        ] {
            assert_eq!(answer("bn254.g1.add", input), Err(error.to_string()));
        }
        assert!(curve("bn254.g1.sum", &json!([])).is_none());
        assert!(curve("bn254.g3.add", &json!([])).is_none());
    }
}
