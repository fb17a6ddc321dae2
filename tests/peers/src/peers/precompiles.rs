//! The EVM's contracts over BN254 and BLS12-381 through bytes: decoding, the checks of points and encoding are part of the time.
//!
//! revm-precompile computes BN254 with arkworks unless its feature `bn` exchanges that for substrate-bn; the two cannot be in one binary,
//! so substrate-bn stands here with the same steps around it. BLS12-381 is blst's.

use super::alt_bn128::{self, Point};
use crate::bench::{Suite, each};
use crate::ids;
use crate::reference::{BLS12_381_FR, BN254_FR, Samples};
use num_bigint::BigUint;
use revm_precompile::bls12_381::{
    g1_add::g1_add, g1_msm::g1_msm, g2_add::g2_add, g2_msm::g2_msm, map_fp_to_g1::map_fp_to_g1,
    map_fp2_to_g2::map_fp2_to_g2, pairing::pairing,
};
use revm_precompile::{EthPrecompileResult, bn254};
use std::rc::Rc;

/// Inputs of a row; fewer where one of them takes long.
const INPUTS: usize = 8;
/// Pairs of the rows of sums and of products.
const SIZES: [usize; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
/// No limit.
const GAS: u64 = u64::MAX;

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

/// An input and the right answer.
type Call = (Vec<u8>, Vec<u8>);

/// One row: the contract by address, name and case, and the calls, made when the row is run.
#[derive(Clone)]
pub struct Case {
    pub address: u16,
    name: &'static str,
    case: String,
    gas: u64,
    calls: Rc<dyn Fn() -> Vec<Call>>,
}

impl Case {
    /// Adds a library.
    pub fn register(
        &self,
        suite: &mut Suite,
        who: &'static str,
        call: impl Fn(&[u8]) -> Vec<u8> + 'static,
    ) {
        let id = ids::precompile(self.name, &self.case);
        let calls = self.calls.clone();
        suite.add(id, who, Some(self.gas), move || {
            let (inputs, answers): (Vec<_>, Vec<_>) = calls().into_iter().unzip();
            each(
                inputs,
                move |input: &Vec<u8>| call(input),
                move |i, output| *output == answers[i],
            )
        });
    }
}

/// The contract of revm-precompile at an address, with the prices of Istanbul and Prague.
fn revm(address: u16, input: &[u8]) -> EthPrecompileResult {
    match address {
        0x06 => bn254::run_add(input, 150, GAS),
        0x07 => bn254::run_mul(input, 6_000, GAS),
        0x08 => bn254::run_pair(input, 34_000, 45_000, GAS),
        0x0b => g1_add(input, GAS),
        0x0c => g1_msm(input, GAS),
        0x0d => g2_add(input, GAS),
        0x0e => g2_msm(input, GAS),
        0x0f => pairing(input, GAS),
        0x10 => map_fp_to_g1(input, GAS),
        _ => map_fp2_to_g2(input, GAS),
    }
}

fn answer(address: u16, input: &[u8]) -> Vec<u8> {
    revm(address, input).expect("a valid input").bytes.to_vec()
}

/// Rows of BN254's first group, with answers in big integers.
fn bn254_cases() -> [Case; 2] {
    let add = || {
        let points = alt_bn128::samples(INPUTS + 1, 5);
        let pairs = points.windows(2).map(|pair| {
            let (p, q) = (&pair[0].0, &pair[1].0);
            let sum = alt_bn128::add(p, q);
            ([encode(p), encode(q)].concat(), encode(&sum))
        });
        pairs.collect()
    };
    let mul = || {
        let points = alt_bn128::samples(INPUTS + 1, 5).into_iter();
        let pairs = points.map(|(p, k)| {
            let product = alt_bn128::mul(&p, &k);
            ([encode(&p), word(&k).to_vec()].concat(), encode(&product))
        });
        pairs.collect()
    };
    [
        Case {
            address: 0x06,
            name: "ecadd",
            case: "generic".into(),
            gas: 150,
            calls: Rc::new(add),
        },
        Case {
            address: 0x07,
            name: "ecmul",
            case: "full-scalar".into(),
            gas: 6_000,
            calls: Rc::new(mul),
        },
    ]
}

/// A row whose answers are revm-precompile's, so that every other library must agree with it.
fn case(
    address: u16,
    name: &'static str,
    case: String,
    gas: u64,
    input: impl Fn(&mut Samples) -> Vec<u8> + 'static,
    inputs: usize,
) -> Case {
    let calls = move || {
        let mut samples = Samples::new(u64::from(address));
        let inputs = (0..inputs).map(|_| input(&mut samples));
        inputs
            .map(|input| {
                let answer = answer(address, &input);
                (input, answer)
            })
            .collect()
    };
    Case {
        address,
        name,
        case,
        gas,
        calls: Rc::new(calls),
    }
}

/// A multiple of the base point of a group of BLS12-381.
fn bls12_381_point(degree: usize, k: &BigUint) -> Vec<u8> {
    let coordinates = |words: &[&str]| -> Vec<u8> {
        let words = words.iter().map(|digits| {
            let x = BigUint::parse_bytes(digits.as_bytes(), 16).expect("digits");
            let digits = x.to_bytes_be();
            [vec![0; 64 - digits.len()], digits].concat()
        });
        words.flatten().collect()
    };
    let base = if degree == 1 {
        coordinates(&[
            "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
            "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1",
        ])
    } else {
        coordinates(&[
            "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
            "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
            "0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801",
            "0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be",
        ])
    };
    let address = if degree == 1 { 0x0c } else { 0x0e };
    answer(address, &[&base[..], &word(k)].concat())
}

/// A multiple of the base point of BN254's second group.
fn bn254_g2(k: &BigUint) -> Vec<u8> {
    use ark_ec::{AffineRepr, CurveGroup};
    use ark_ff::{BigInteger, PrimeField};
    let k = ark_bn254::Fr::from_le_bytes_mod_order(&k.to_bytes_le());
    let p = (ark_bn254::G2Affine::generator() * k).into_affine();
    let words = [p.x.c1, p.x.c0, p.y.c1, p.y.c0];
    words
        .iter()
        .flat_map(|c| c.into_bigint().to_bytes_be())
        .collect()
}

/// Pairs whose product is 1, but for one pair alone.
fn pairs(
    samples: &mut Samples,
    count: usize,
    order: &crate::reference::Field,
    g1: impl Fn(&BigUint) -> Vec<u8>,
    g2: impl Fn(&BigUint) -> Vec<u8>,
) -> Vec<u8> {
    let mut input = vec![];
    let mut sum = BigUint::ZERO;
    for _ in 0..count.max(2) - 1 {
        let (a, b) = (samples.element(order), samples.element(order));
        input.extend([g1(&a), g2(&b)].concat());
        sum += a * b;
    }
    if count > 1 {
        let last = &order.modulus - sum % &order.modulus;
        input.extend([g1(&last), g2(&BigUint::from(1u32))].concat());
    }
    input
}

/// Every row.
pub fn cases() -> Vec<Case> {
    let mut out = bn254_cases().to_vec();
    let generic = || "generic".to_string();
    let scalar = |samples: &mut Samples| samples.element(&BLS12_381_FR);
    for (address, name, gas, degree) in
        [(0x0b, "bls12_g1add", 375, 1), (0x0d, "bls12_g2add", 600, 2)]
    {
        let input = move |samples: &mut Samples| {
            let mut point = || bls12_381_point(degree, &scalar(samples));
            [point(), point()].concat()
        };
        out.push(case(address, name, generic(), gas, input, INPUTS));
    }
    for (address, name, gas, degree) in [
        (0x10, "bls12_map_fp_to_g1", 5_500, 1),
        (0x11, "bls12_map_fp2_to_g2", 23_800, 2),
    ] {
        let input = move |samples: &mut Samples| {
            let mut element = || {
                let low = word(&scalar(samples));
                [&[0; 17][..], &low[..15], &low].concat()
            };
            (0..degree).flat_map(|_| element()).collect()
        };
        out.push(case(address, name, generic(), gas, input, INPUTS));
    }
    for size in SIZES {
        let inputs = if size < 16 { INPUTS } else { 2 };
        let pairs_of = |address, base: u64, each: u64| (address, base + each * size as u64);
        let (address, gas) = pairs_of(0x08, 45_000, 34_000);
        let bn254_g1 = |k: &BigUint| {
            let base = [word(&BigUint::from(1u32)), word(&BigUint::from(2u32))].concat();
            answer(0x07, &[&base[..], &word(k)].concat())
        };
        let input =
            move |samples: &mut Samples| pairs(samples, size, &BN254_FR, bn254_g1, bn254_g2);
        out.push(case(
            address,
            "ecpairing",
            size.to_string(),
            gas,
            input,
            inputs,
        ));
        let (address, gas) = pairs_of(0x0f, 37_700, 32_600);
        let input = move |samples: &mut Samples| {
            let [g1, g2] = [1, 2].map(|degree| move |k: &BigUint| bls12_381_point(degree, k));
            pairs(samples, size, &BLS12_381_FR, g1, g2)
        };
        out.push(case(
            address,
            "bls12_pairing",
            size.to_string(),
            gas,
            input,
            inputs,
        ));
        for (address, name, degree) in [(0x0c, "bls12_g1msm", 1), (0x0e, "bls12_g2msm", 2)] {
            let input = move |samples: &mut Samples| {
                let mut term = || {
                    let point = bls12_381_point(degree, &scalar(samples));
                    [point, word(&scalar(samples)).to_vec()].concat()
                };
                (0..size).flat_map(|_| term()).collect()
            };
            let zeros = vec![0; size * (128 * degree + 32)];
            let gas = revm(address, &zeros).expect("infinity").gas_used;
            out.push(case(address, name, size.to_string(), gas, input, inputs));
        }
    }
    out
}

pub fn register(suite: &mut Suite) {
    for case in cases() {
        let address = case.address;
        case.register(suite, "revm-precompile", move |input| {
            answer(address, input)
        });
        match address {
            0x06 => case.register(suite, "substrate-bn", |input| {
                substrate::write(substrate::read(&input[..64]) + substrate::read(&input[64..]))
            }),
            0x07 => case.register(suite, "substrate-bn", |input| {
                let k = substrate_bn::Fr::from_slice(&input[64..]).expect("32 bytes");
                substrate::write(substrate::read(&input[..64]) * k)
            }),
            0x08 => case.register(suite, "substrate-bn", |input| {
                let pairs = input.chunks(192);
                let pairs: Vec<_> = pairs
                    .map(|pair| {
                        (
                            substrate::read(&pair[..64]),
                            substrate::read_g2(&pair[64..]),
                        )
                    })
                    .collect();
                let is_one = substrate_bn::pairing_batch(&pairs) == substrate_bn::Gt::one();
                word(&BigUint::from(u8::from(is_one))).to_vec()
            }),
            _ => {}
        }
    }
}

mod substrate {
    use substrate_bn::{AffineG1, AffineG2, Fq, Fq2, G1, G2, Group};

    fn element(bytes: &[u8]) -> Fq {
        Fq::from_slice(bytes).expect("below the modulus")
    }

    /// A point from 64 bytes, checked to be on the curve.
    pub fn read(bytes: &[u8]) -> G1 {
        let (x, y) = (element(&bytes[..32]), element(&bytes[32..]));
        if x.is_zero() && y.is_zero() {
            G1::zero()
        } else {
            AffineG1::new(x, y).expect("on the curve").into()
        }
    }

    /// A point from 128 bytes, checked to be in the group.
    pub fn read_g2(bytes: &[u8]) -> G2 {
        let pair = |at: usize| {
            Fq2::new(
                element(&bytes[at + 32..at + 64]),
                element(&bytes[at..at + 32]),
            )
        };
        let (x, y) = (pair(0), pair(64));
        if x.is_zero() && y.is_zero() {
            G2::zero()
        } else {
            AffineG2::new(x, y).expect("in the group").into()
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
