//! `curve.<curve>.<group>.<op>`: points and their multiples.

use super::value::{below, hex, integer, list};
use super::{Failure, Family};
use fieldc::bn254::{G1Affine, G1Jacobian};
use fieldc::fields::{Bn254Fp, Bn254Fr};
use num_bigint::BigUint;
use serde_json::{Value, json};

/// The family `curve`.
pub struct Curves;

impl Family for Curves {
    fn name(&self) -> &'static str {
        "curve"
    }

    fn run(&mut self, op: &str, input: &Value) -> Result<Value, Failure> {
        match op.strip_prefix("bn254.g1.") {
            Some(op) => bn254_g1(op, input),
            None => Err(Failure::unknown_op()),
        }
    }
}

fn bn254_g1(op: &str, input: &Value) -> Result<Value, Failure> {
    let one = || point(&list(input, 1, "in")?[0], "in[0]");
    match op {
        "add" => {
            let l = list(input, 2, "in")?;
            let (p, q) = (point(&l[0], "in[0]")?, point(&l[1], "in[1]")?);
            Ok(written(&p.add_vartime(&q)))
        }
        "double" => one().map(|p| written(&p.add_vartime(&p))),
        "neg" => one().map(|p| written(&-p)),
        "mul" => {
            let l = list(input, 2, "in")?;
            let (p, k) = (point(&l[0], "in[0]")?, integer(&l[1], "in[1]")?);
            // The order of the curve is r.
            let k = Bn254Fr::from_bytes_reduced_be(&k.to_bytes_be());
            Ok(written(
                &G1Jacobian::from(p).mul_vartime(&k).to_affine_vartime(),
            ))
        }
        // The order of the curve is that of the subgroup.
        "on_curve" | "in_subgroup" => match coordinates(&list(input, 1, "in")?[0], "in[0]")? {
            Some((x, y)) => Ok(json!(G1Affine::new(x, y).is_ok())),
            None => Ok(json!(true)),
        },
        _ => Err(Failure::unknown_op()),
    }
}

/// A point of the curve.
fn point(value: &Value, place: &str) -> Result<G1Affine, Failure> {
    match coordinates(value, place)? {
        Some((x, y)) => G1Affine::new(x, y).map_err(|error| Failure::new(place, error)),
        None => Ok(G1Affine::IDENTITY),
    }
}

/// `[x, y]`, or `null` for infinity; on the curve or not.
fn coordinates(value: &Value, place: &str) -> Result<Option<(Bn254Fp, Bn254Fp)>, Failure> {
    if value.is_null() {
        return Ok(None);
    }
    let Some([x, y]) = value.as_array().map(Vec::as_slice) else {
        return Err(Failure::new(place, "a point is [x, y] or null"));
    };
    let x = element(x, &format!("{place}[0]"))?;
    let y = element(y, &format!("{place}[1]"))?;
    Ok(Some((x, y)))
}

/// A field element: an integer below the modulus.
fn element(value: &Value, place: &str) -> Result<Bn254Fp, Failure> {
    let modulus = BigUint::from_bytes_be(&(-Bn254Fp::ONE).to_bytes_be()) + 1u8;
    let mut bytes = below(value, &modulus, place)?.to_bytes_le();
    bytes.resize(Bn254Fp::BYTES, 0);
    Bn254Fp::from_bytes_le(&bytes).map_err(|error| Failure::new(place, error))
}

/// `[x, y]`, or `null` for infinity.
fn written(p: &G1Affine) -> Value {
    let hex = |x: Bn254Fp| hex(&BigUint::from_bytes_be(&x.to_bytes_be()));
    match p.coordinates() {
        Some((x, y)) => json!([hex(x), hex(y)]),
        None => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(op: &str, input: Value) -> Result<Value, String> {
        Curves.run(op, &input).map_err(|e| e.to_string())
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
        for op in ["bn254.g1.sum", "bn254.g3.add", ""] {
            assert_eq!(answer(op, json!([])), Err("op: unknown".to_string()));
        }
    }
}
