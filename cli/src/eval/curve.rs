//! `curve.<curve>.<group>.<op>`, `curve.<curve>.<op>`: points, their multiples, encodings and hashes, and pairings.

use super::value::{below, bytes, hex, hex_bytes, integer, list, object};
use super::{Failure, Family};
use fieldc::curve::{Affine, Jacobian, Projective, Weierstrass};
use fieldc::fields::{
    Bls12381Fp, Bls12381Fp2, Bls12381Fr, Bn254Fp, Bn254Fp2, Bn254Fr, P256Fp, P256Fr, PallasFp,
    Secp256k1Fp, Secp256k1Fr, VestaFp,
};
use fieldc::grumpkin::Grumpkin;
use fieldc::hash_to_curve::{
    ExpandError, MapToCurve, Xmd, encode_to_curve, hash_to_curve, map_to_curve,
};
use fieldc::p256::P256;
use fieldc::pairing::{Pairing, pairing_product_is_one_vartime, pairing_vartime};
use fieldc::pallas::Pallas;
use fieldc::secp256k1::Secp256k1;
use fieldc::vesta::Vesta;
use fieldc::{bls12_381, bn254};
use num_bigint::BigUint;
use serde_json::{Value, json};
use sha2::Sha256;
use sha3::Keccak256;

/// The family `curve`.
pub struct Curves;

impl Family for Curves {
    fn name(&self) -> &'static str {
        "curve"
    }

    fn run(&mut self, op: &str, input: &Value) -> Result<Value, Failure> {
        match op.splitn(3, '.').collect::<Vec<_>>()[..] {
            ["bn254", "g1", op] => group::<bn254::G1>(op, input, &[mapped::<bn254::G1>]),
            ["bn254", "g2", op] => group::<bn254::G2>(op, input, &[mapped::<bn254::G2>]),
            ["bls12_381", "g1", op] => group::<bls12_381::G1>(
                op,
                input,
                &[mapped::<bls12_381::G1>, encoded::<bls12_381::G1>],
            ),
            ["bls12_381", "g2", op] => group::<bls12_381::G2>(
                op,
                input,
                &[mapped::<bls12_381::G2>, encoded::<bls12_381::G2>],
            ),
            ["secp256k1", "g1", op] => {
                group::<Secp256k1>(op, input, &[mapped::<Secp256k1>, encoded::<Secp256k1>])
            }
            ["p256", "g1", op] => group::<P256>(op, input, &[mapped::<P256>, encoded::<P256>]),
            ["grumpkin", "g1", op] => group::<Grumpkin>(op, input, &[]),
            ["pallas", "g1", op] => group::<Pallas>(op, input, &[]),
            ["vesta", "g1", op] => group::<Vesta>(op, input, &[]),
            ["bn254", op] => pairing::<bn254::Bn254>(op, input),
            ["bls12_381", op] => pairing::<bls12_381::Bls12381>(op, input),
            _ => Err(Failure::unknown_op()),
        }
    }
}

/// The elements of a field in requests and answers.
trait Element: Copy {
    fn read(value: &Value, place: &str) -> Result<Self, Failure>;
    fn written(&self) -> Value;
}

/// The scalars of a curve.
trait Scalar: ff::PrimeField {
    /// The scalar congruent to an integer.
    fn reduced(k: &BigUint) -> Self;
}

/// Prime fields: elements are integers below the modulus.
macro_rules! prime_fields {
    ($($fp:ident)*) => {$(
        impl Element for $fp {
            fn read(value: &Value, place: &str) -> Result<Self, Failure> {
                let modulus = BigUint::from_bytes_be(&(-$fp::ONE).to_bytes_be()) + 1u8;
                let mut bytes = below(value, &modulus, place)?.to_bytes_le();
                bytes.resize($fp::BYTES, 0);
                $fp::from_bytes_le(&bytes).map_err(|error| Failure::new(place, error))
            }

            fn written(&self) -> Value {
                hex(&BigUint::from_bytes_be(&self.to_bytes_be()))
            }
        }
    )*};
}

prime_fields! { Bls12381Fp Bn254Fp Bn254Fr P256Fp PallasFp Secp256k1Fp VestaFp }

macro_rules! scalars {
    ($($fr:ident)*) => {$(
        impl Scalar for $fr {
            fn reduced(k: &BigUint) -> Self {
                $fr::from_bytes_reduced_be(&k.to_bytes_be())
            }
        }
    )*};
}

scalars! { Bls12381Fr Bn254Fp Bn254Fr P256Fr PallasFp Secp256k1Fr VestaFp }

/// Fp2 over Fp: elements are `[c0, c1]`.
macro_rules! extensions {
    ($($fp:ident $fp2:ident;)*) => {$(
        impl Element for $fp2 {
            fn read(value: &Value, place: &str) -> Result<Self, Failure> {
                let Some([c0, c1]) = value.as_array().map(Vec::as_slice) else {
                    return Err(Failure::new(place, "an element of Fp2 is [c0, c1]"));
                };
                let c0 = $fp::read(c0, &format!("{place}[0]"))?;
                Ok($fp2::new(c0, $fp::read(c1, &format!("{place}[1]"))?))
            }

            fn written(&self) -> Value {
                json!([self.c0().written(), self.c1().written()])
            }
        }

    )*};
}

extensions! {
    Bls12381Fp Bls12381Fp2;
    Bn254Fp Bn254Fp2;
}

/// A point in answers.
trait Point {
    fn written(self) -> Value;
}

impl<C: Weierstrass<Base: Element>> Point for Projective<C> {
    fn written(self) -> Value {
        written(&self.to_affine())
    }
}

/// Operations that not every group has.
type More = fn(&str, &Value) -> Result<Value, Failure>;

/// Maps and hashes to a curve.
fn mapped<C: MapToCurve<Field: Element, Point: Point>>(
    op: &str,
    input: &Value,
) -> Result<Value, Failure> {
    if op == "map_to_curve" {
        let u = C::Field::read(&list(input, 1, "in")?[0], "in[0]")?;
        return Ok(map_to_curve::<C>(&u).written());
    }
    type Hash<C> = fn(&[u8], &[u8]) -> Result<<C as MapToCurve>::Point, ExpandError>;
    let (sha256, keccak256): (Hash<C>, Hash<C>) = match op {
        "hash_to_curve" => (
            hash_to_curve::<C, Xmd<Sha256>>,
            hash_to_curve::<C, Xmd<Keccak256>>,
        ),
        "encode_to_curve" => (
            encode_to_curve::<C, Xmd<Sha256>>,
            encode_to_curve::<C, Xmd<Keccak256>>,
        ),
        _ => return Err(Failure::unknown_op()),
    };
    let members = object(input, &["msg", "dst", "hash"], "in")?;
    let member = |name: &str| match members.get(name) {
        Some(value) => bytes(value, name),
        None => Err(Failure::new(name, "missing")),
    };
    let (msg, dst) = (member("msg")?, member("dst")?);
    let hash = match members.get("hash").map(Value::as_str) {
        None | Some(Some("sha256")) => sha256,
        Some(Some("keccak256")) => keccak256,
        _ => return Err(Failure::new("hash", "sha256 or keccak256")),
    };
    let point = hash(&msg, &dst).map_err(|error| Failure::new("dst", error))?;
    Ok(point.written())
}

/// A group whose points have an encoding of their own.
trait Encoded: Weierstrass {
    fn compressed(p: &Affine<Self>) -> Value;
    fn uncompressed(p: &Affine<Self>) -> Value;
    /// Either encoding: the length decides.
    fn decoded(bytes: &[u8]) -> Result<Affine<Self>, Self::Error>;
    /// Why bytes are no point.
    type Error: std::fmt::Display;
}

macro_rules! encoded {
    ($($group:ident $affine:ident)*) => {$(
        impl Encoded for bls12_381::$group {
            fn compressed(p: &Affine<Self>) -> Value {
                hex_bytes(&p.to_compressed())
            }

            fn uncompressed(p: &Affine<Self>) -> Value {
                hex_bytes(&p.to_uncompressed())
            }

            type Error = bls12_381::EncodingError;

            fn decoded(bytes: &[u8]) -> Result<Affine<Self>, Self::Error> {
                let compressed = bls12_381::$affine::IDENTITY.to_compressed().len();
                if bytes.len() == compressed {
                    bls12_381::$affine::from_compressed(bytes)
                } else {
                    bls12_381::$affine::from_uncompressed(bytes)
                }
            }
        }
    )*};
}

encoded! { G1 G1Affine G2 G2Affine }

/// The encodings of SEC 1.
macro_rules! sec1 {
    ($($curve:ident)*) => {$(
        impl Encoded for $curve {
            fn compressed(p: &Affine<Self>) -> Value {
                hex_bytes(&p.to_sec1_compressed())
            }

            fn uncompressed(p: &Affine<Self>) -> Value {
                hex_bytes(&p.to_sec1_uncompressed())
            }

            type Error = fieldc::curve::sec1::Sec1Error;

            fn decoded(bytes: &[u8]) -> Result<Affine<Self>, Self::Error> {
                Affine::<$curve>::from_sec1_vartime(bytes)
            }
        }
    )*};
}

sec1! { Secp256k1 P256 }

/// Encodings of points.
fn encoded<C: Encoded<Base: Element>>(op: &str, input: &Value) -> Result<Value, Failure> {
    let one = || Ok(&list(input, 1, "in")?[0]);
    match op {
        "compress" => Ok(C::compressed(&point(one()?, "in[0]")?)),
        "serialize" => Ok(C::uncompressed(&point(one()?, "in[0]")?)),
        "deserialize" => {
            let p = C::decoded(&bytes(one()?, "in[0]")?);
            p.map(|p| written(&p))
                .map_err(|error| Failure::new("in[0]", error))
        }
        _ => Err(Failure::unknown_op()),
    }
}

/// An operation of a group.
fn group<C: Weierstrass<Base: Element, Scalar: Scalar>>(
    op: &str,
    input: &Value,
    more: &[More],
) -> Result<Value, Failure> {
    let one = || point::<C>(&list(input, 1, "in")?[0], "in[0]");
    match op {
        "add" => {
            let l = list(input, 2, "in")?;
            let (p, q) = (point::<C>(&l[0], "in[0]")?, point(&l[1], "in[1]")?);
            Ok(written(&p.add_vartime(&q)))
        }
        "double" => one().map(|p| written(&p.add_vartime(&p))),
        "neg" => one().map(|p| written(&-p)),
        "mul" => {
            let l = list(input, 2, "in")?;
            let (p, k) = (point(&l[0], "in[0]")?, integer(&l[1], "in[1]")?);
            Ok(written(&multiple::<C>(&p, &k).to_affine_vartime()))
        }
        "msm" => {
            let l = list(input, 2, "in")?;
            let points = l[0].as_array().ok_or(Failure::new("in[0]", "not a list"))?;
            let scalars = list(&l[1], points.len(), "in[1]")?;
            let (mut inside, mut limbs) = (vec![], vec![]);
            let mut sum = Jacobian::<C>::IDENTITY;
            for (i, (p, k)) in points.iter().zip(scalars).enumerate() {
                let p: Affine<C> = point(p, &format!("in[0][{i}]"))?;
                let k = integer(k, &format!("in[1][{i}]"))?;
                if p.is_in_subgroup_vartime() {
                    inside.push(p);
                    limbs.push(C::scalar_limbs(&C::Scalar::reduced(&k)));
                } else {
                    sum = sum.add_vartime(&multiple(&p, &k));
                }
            }
            let rest = Jacobian::msm_vartime(&inside, &limbs);
            let sum = sum.add_vartime(&rest.map_err(|error| Failure::new("in", error))?);
            Ok(written(&sum.to_affine_vartime()))
        }
        "on_curve" | "in_subgroup" => match coordinates::<C>(&list(input, 1, "in")?[0], "in[0]")? {
            Some((x, y)) => {
                Ok(json!(Affine::<C>::new(x, y).is_ok_and(|p| op
                    == "on_curve"
                    || p.is_in_subgroup_vartime())))
            }
            None => Ok(json!(true)),
        },
        _ => {
            let unknown = Err(Failure::unknown_op());
            let mut answers = more.iter().map(|more| more(op, input));
            answers.find(|answer| *answer != unknown).unwrap_or(unknown)
        }
    }
}

/// The pairing of two groups.
fn pairing<C>(op: &str, input: &Value) -> Result<Value, Failure>
where
    C: Pairing<Fp2: Element, G1: Weierstrass<Base: Element>>,
{
    let pair = |value: &Value, place: &str| {
        let l = list(value, 2, place)?;
        let (first, second) = (format!("{place}[0]"), format!("{place}[1]"));
        let p = subgroup_point::<C::G1>(&l[0], &first)?;
        let q = subgroup_point::<C::G2>(&l[1], &second)?;
        Ok((p, q))
    };
    match op {
        "pairing" => {
            let (p, q) = pair(input, "in")?;
            let value = pairing_vartime::<C>(&p, &q).to_fp12();
            let written = value.0.iter().map(Element::written);
            // Each is [c0, c1].
            let flat = written.flat_map(|c| c.as_array().cloned().unwrap_or_default());
            Ok(flat.collect())
        }
        "pairing_check" => {
            let l = input.as_array().ok_or(Failure::new("in", "not a list"))?;
            let pairs = l
                .iter()
                .enumerate()
                .map(|(i, value)| pair(value, &format!("in[{i}]")));
            let pairs = pairs.collect::<Result<Vec<_>, _>>()?;
            Ok(json!(pairing_product_is_one_vartime::<C>(&pairs)))
        }
        _ => Err(Failure::unknown_op()),
    }
}

/// `k P` for any integer and any point of the curve.
fn multiple<C: Weierstrass<Scalar: Scalar>>(p: &Affine<C>, k: &BigUint) -> Jacobian<C> {
    if p.is_in_subgroup_vartime() {
        return p.mul_vartime(&C::Scalar::reduced(k));
    }
    // The order is not r.
    let (base, mut out) = (Projective::from(*p), Projective::IDENTITY);
    for i in (0..k.bits()).rev() {
        out = out.double();
        if k.bit(i) {
            out = out.add(&base);
        }
    }
    out.into()
}

/// A point of the curve.
fn point<C: Weierstrass<Base: Element>>(value: &Value, place: &str) -> Result<Affine<C>, Failure> {
    match coordinates::<C>(value, place)? {
        Some((x, y)) => Affine::new(x, y).map_err(|error| Failure::new(place, error)),
        None => Ok(Affine::IDENTITY),
    }
}

/// A point of the subgroup.
fn subgroup_point<C: Weierstrass<Base: Element>>(
    value: &Value,
    place: &str,
) -> Result<Affine<C>, Failure> {
    let p = point(value, place)?;
    if p.is_in_subgroup_vartime() {
        Ok(p)
    } else {
        Err(Failure::new(place, "not in the subgroup"))
    }
}

/// x and y.
type Coordinates<C> = (<C as Weierstrass>::Base, <C as Weierstrass>::Base);

/// `[x, y]`, or `null` for infinity; on the curve or not.
fn coordinates<C: Weierstrass<Base: Element>>(
    value: &Value,
    place: &str,
) -> Result<Option<Coordinates<C>>, Failure> {
    if value.is_null() {
        return Ok(None);
    }
    let Some([x, y]) = value.as_array().map(Vec::as_slice) else {
        return Err(Failure::new(place, "a point is [x, y] or null"));
    };
    let x = C::Base::read(x, &format!("{place}[0]"))?;
    let y = C::Base::read(y, &format!("{place}[1]"))?;
    Ok(Some((x, y)))
}

/// `[x, y]`, or `null` for infinity.
fn written<C: Weierstrass<Base: Element>>(p: &Affine<C>) -> Value {
    match p.coordinates() {
        Some((x, y)) => json!([x.written(), y.written()]),
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
    fn every_group_is_a_group() {
        for group in ["bn254.g1", "bn254.g2", "bls12_381.g1", "bls12_381.g2"] {
            let ask = |op: &str, input: Value| answer(&format!("{group}.{op}"), input).unwrap();
            let u = if group.ends_with("g1") {
                json!("0x5")
            } else {
                json!(["0x5", "0x7"])
            };
            let p = ask("map_to_curve", json!([u]));
            assert_eq!(ask("in_subgroup", json!([p])), json!(true));
            let twice = ask("double", json!([p]));
            assert_eq!(ask("add", json!([p, p])), twice);
            let thrice = ask("mul", json!([p, "0x3"]));
            assert_eq!(ask("add", json!([twice, p])), thrice);
            assert_eq!(
                ask("msm", json!([[p, null, twice], ["0x1", "0x9", "0x1"]])),
                thrice
            );
            assert_eq!(ask("msm", json!([[], []])), Value::Null);
            assert_eq!(ask("add", json!([p, ask("neg", json!([p]))])), Value::Null);
            let hash =
                |op: &str, hash: &str| ask(op, json!({"msg": "0x00", "dst": "0x01", "hash": hash}));
            assert_ne!(
                hash("hash_to_curve", "sha256"),
                hash("hash_to_curve", "keccak256")
            );
            assert_ne!(
                hash("hash_to_curve", "sha256"),
                hash("encode_to_curve", "sha256")
            );
        }
    }

    #[test]
    fn points_outside_the_subgroup() {
        // (0, 2) has order 3.
        let p = json!(["0x0", "0x2"]);
        let ask = |op: &str, input: Value| answer(&format!("bls12_381.g1.{op}"), input).unwrap();
        assert_eq!(ask("on_curve", json!([p])), json!(true));
        assert_eq!(ask("in_subgroup", json!([p])), json!(false));
        let minus = ask("neg", json!([p]));
        assert_eq!(ask("mul", json!([p, "0x2"])), minus);
        assert_eq!(ask("mul", json!([p, "0x3"])), Value::Null);
        assert_eq!(ask("msm", json!([[p, p], ["0x4", "0x1"]])), minus);
        let encoding = ask("serialize", json!([p]));
        assert_eq!(
            answer("bls12_381.g1.deserialize", json!([encoding])),
            Err("in[0]: on the curve but not in the subgroup".to_string())
        );
    }

    #[test]
    fn encodings_come_back() {
        for group in ["bls12_381.g1", "bls12_381.g2"] {
            let ask = |op: &str, input: Value| answer(&format!("{group}.{op}"), input).unwrap();
            let p = ask(
                "hash_to_curve",
                json!({"msg": "0x616263", "dst": "0x646566"}),
            );
            for point in [p, Value::Null] {
                for op in ["compress", "serialize"] {
                    let encoding = ask(op, json!([point]));
                    assert_eq!(ask("deserialize", json!([encoding])), point);
                }
            }
        }
        assert_eq!(
            answer("bn254.g1.compress", json!([null])),
            Err("op: unknown".to_string())
        );
    }

    #[test]
    fn pairings() {
        for curve in ["bn254", "bls12_381"] {
            let ask = |op: &str, input: Value| answer(&format!("{curve}.{op}"), input).unwrap();
            let p = ask("g1.map_to_curve", json!(["0x1"]));
            let q = ask("g2.map_to_curve", json!([["0x1", "0x2"]]));
            let (minus, twice) = (ask("g1.neg", json!([p])), ask("g2.double", json!([q])));
            assert_eq!(
                ask("pairing_check", json!([[p, twice], [minus, q], [minus, q]])),
                json!(true)
            );
            assert_eq!(ask("pairing_check", json!([[p, q]])), json!(false));
            assert_eq!(ask("pairing_check", json!([])), json!(true));
            let one = ask("pairing", json!([p, null]));
            assert_eq!(one.as_array().map(Vec::len), Some(12));
            assert_eq!((&one[0], &one[1]), (&json!("0x1"), &json!("0x0")));
            assert_ne!(ask("pairing", json!([p, q])), one);
        }
        assert_eq!(
            answer("bls12_381.pairing", json!([["0x0", "0x2"], null])),
            Err("in[0]: not in the subgroup".to_string())
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
