//! `field.<field>.<op>`: the runtime's field types.

use super::value::{below, hex, integer, list};
use super::{Failure, Family};
use crate::standard::each_standard_field;
use fieldc::field::DecodeError;
use fieldc::fields as f;
use fieldc_compiler::spec::names::STANDARD;
use num_bigint::BigUint;
use serde_json::Value;
use std::ops::{Add, Mul, Neg, Sub};

/// The family `field`.
pub struct Fields;

impl Family for Fields {
    fn name(&self) -> &'static str {
        "field"
    }

    fn run(&mut self, op: &str, input: &Value) -> Result<Value, Failure> {
        let (field, op) = op.rsplit_once('.').ok_or_else(Failure::unknown_op)?;
        let standard = STANDARD
            .iter()
            .find(|s| s.eval == field)
            .ok_or_else(Failure::unknown_op)?;
        let (_, run) = FIELDS
            .iter()
            .find(|(module, _)| *module == standard.module)
            .ok_or_else(Failure::unknown_op)?;
        run(op, input)
    }
}

/// A field type as the operations below see it.
trait Element:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    const BYTES: usize;
    fn modulus() -> BigUint;
    fn decode(bytes: &[u8]) -> Result<Self, DecodeError>;
    fn encode(&self) -> Vec<u8>;
    fn square(&self) -> Self;
    fn invert(&self) -> Option<Self>;
    fn sqrt(&self) -> Option<Self>;
    fn legendre(&self) -> i8;
    fn pow(&self, exponent: &[u64]) -> Self;
}

type Run = fn(&str, &Value) -> Result<Value, Failure>;

macro_rules! elements {
    ($($module:literal $name:ident,)*) => {
        /// The name of the kernel module, and the operations over the type.
        const FIELDS: &[(&str, Run)] = &[$(($module, run::<f::$name>)),*];

        $(impl Element for f::$name {
            const BYTES: usize = f::$name::BYTES;
            fn modulus() -> BigUint {
                // The modulus less one is the element -1.
                BigUint::from_bytes_be(&(-f::$name::ONE).to_bytes_be()) + 1u8
            }
            fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
                f::$name::from_bytes_be(bytes)
            }
            fn encode(&self) -> Vec<u8> {
                self.to_bytes_be().to_vec()
            }
            fn square(&self) -> Self {
                f::$name::square(self)
            }
            fn invert(&self) -> Option<Self> {
                f::$name::invert(self).into()
            }
            fn sqrt(&self) -> Option<Self> {
                f::$name::sqrt(self).into()
            }
            fn legendre(&self) -> i8 {
                f::$name::legendre(self)
            }
            fn pow(&self, exponent: &[u64]) -> Self {
                f::$name::pow(self, exponent)
            }
        })*
    };
}

each_standard_field!(elements);

fn run<F: Element>(op: &str, input: &Value) -> Result<Value, Failure> {
    let operands = match op {
        "add" | "sub" | "mul" | "pow" => 2,
        "neg" | "sqr" | "inv" | "sqrt" | "legendre" => 1,
        _ => return Err(Failure::unknown_op()),
    };
    let args = list(input, operands, "in")?;
    let a: F = element(&args[0], "in[0]")?;
    let b = || element::<F>(&args[1], "in[1]");
    Ok(match op {
        "add" => out(a + b()?),
        "sub" => out(a - b()?),
        "mul" => out(a * b()?),
        "neg" => out(-a),
        "sqr" => out(a.square()),
        "inv" => out(a
            .invert()
            .ok_or_else(|| Failure::new("in[0]", "0 has no inverse"))?),
        "sqrt" => a.sqrt().map_or(Value::Null, |root| out(even(root))),
        "legendre" => Value::from(a.legendre()),
        _ => out(a.pow(&integer(&args[1], "in[1]")?.to_u64_digits())),
    })
}

/// Of a root and its negative, the one whose integer is even (both are 0 for 0).
fn even<F: Element>(root: F) -> F {
    match root.encode().last() {
        Some(byte) if byte & 1 == 1 => -root,
        _ => root,
    }
}

fn element<F: Element>(value: &Value, place: &str) -> Result<F, Failure> {
    let x = below(value, &F::modulus(), place)?.to_bytes_be();
    let mut bytes = vec![0; F::BYTES.saturating_sub(x.len())];
    bytes.extend(x);
    F::decode(&bytes).map_err(|e| Failure::new(place, e))
}

fn out<F: Element>(a: F) -> Value {
    hex(&BigUint::from_bytes_be(&a.encode()))
}
