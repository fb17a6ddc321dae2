//! The EVM's 0x06 and 0x07 through bytes: decoding, the curve check and encoding are part of the time.
//!
//! revm-precompile computes with arkworks unless its feature `bn` exchanges that for substrate-bn; the two cannot be in one binary, so
//! substrate-bn stands here with the same steps around it.

use super::alt_bn128::{self, Point};
use crate::bench::{Suite, each};
use crate::ids;
use num_bigint::BigUint;
use std::rc::Rc;

const CASES: usize = 8;
/// Istanbul prices.
const ADD_GAS: u64 = 150;
const MUL_GAS: u64 = 6000;

fn word(x: &BigUint) -> [u8; 32] {
    let digits = x.to_bytes_be();
    let mut out = [0; 32];
    out[32 - digits.len()..].copy_from_slice(&digits);
    out
}

fn encode(p: &Point) -> Vec<u8> {
    match p {
        Some((x, y)) => [word(x), word(y)].concat(),
        None => vec![0; 64],
    }
}

/// A precompile of a library.
pub type Call = fn(&[u8]) -> Vec<u8>;

/// One precompile: its name and case, price, inputs and right answers.
pub struct Case {
    name: &'static str,
    case: &'static str,
    gas: u64,
    inputs: Vec<Vec<u8>>,
    answers: Vec<Vec<u8>>,
}

impl Case {
    /// Adds a library.
    pub fn register(self: Rc<Self>, suite: &mut Suite, who: &'static str, call: Call) {
        let id = ids::precompile(self.name, self.case);
        suite.add(id, who, Some(self.gas), move || {
            each(
                self.inputs.clone(),
                move |input| call(input),
                move |i, output| *output == self.answers[i],
            )
        });
    }
}

/// The addition and the multiplication.
pub fn cases() -> (Rc<Case>, Rc<Case>) {
    let points = alt_bn128::samples(CASES + 1, 5);
    let (inputs, answers) = points
        .windows(2)
        .map(|pair| {
            let (p, q) = (&pair[0].0, &pair[1].0);
            (
                [encode(p), encode(q)].concat(),
                encode(&alt_bn128::add(p, q)),
            )
        })
        .unzip();
    let add = Rc::new(Case {
        name: "ecadd",
        case: "generic",
        gas: ADD_GAS,
        inputs,
        answers,
    });
    let (inputs, answers) = points
        .iter()
        .map(|(p, k)| {
            (
                [encode(p), word(k).to_vec()].concat(),
                encode(&alt_bn128::mul(p, k)),
            )
        })
        .unzip();
    let mul = Rc::new(Case {
        name: "ecmul",
        case: "full-scalar",
        gas: MUL_GAS,
        inputs,
        answers,
    });

    (add, mul)
}

pub fn register(suite: &mut Suite) {
    let (add, mul) = cases();
    add.clone().register(suite, "revm-precompile", |input| {
        let result = revm_precompile::bn254::run_add(input, ADD_GAS, ADD_GAS);
        result.expect("a valid input").bytes.to_vec()
    });
    mul.clone().register(suite, "revm-precompile", |input| {
        let result = revm_precompile::bn254::run_mul(input, MUL_GAS, MUL_GAS);
        result.expect("a valid input").bytes.to_vec()
    });
    add.register(suite, "substrate-bn", |input| {
        substrate::write(substrate::read(&input[..64]) + substrate::read(&input[64..]))
    });
    mul.register(suite, "substrate-bn", |input| {
        let k = substrate_bn::Fr::from_slice(&input[64..]).expect("32 bytes");
        substrate::write(substrate::read(&input[..64]) * k)
    });
}

mod substrate {
    use substrate_bn::{AffineG1, Fq, G1, Group};

    /// A point from 64 bytes, checked to be on the curve.
    pub fn read(bytes: &[u8]) -> G1 {
        let x = Fq::from_slice(&bytes[..32]).expect("below the modulus");
        let y = Fq::from_slice(&bytes[32..]).expect("below the modulus");
        if x.is_zero() && y.is_zero() {
            G1::zero()
        } else {
            AffineG1::new(x, y).expect("on the curve").into()
        }
    }

    pub fn write(p: G1) -> Vec<u8> {
        let mut out = vec![0; 64];
        if let Some(affine) = AffineG1::from_jacobian(p) {
            affine.x().to_big_endian(&mut out[..32]).expect("32 bytes");
            affine.y().to_big_endian(&mut out[32..]).expect("32 bytes");
        }
        out
    }
}
