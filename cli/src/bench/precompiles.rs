//! The contracts of the EVM, through bytes, with the prices of the latest fork.

use super::inputs::{element, multiple, points};
use super::row::{Row, Rows, Work, each};
use ff::PrimeField;
use fieldc::curve::{Affine, Weierstrass};
use fieldc::fields::{Bls12381Fp, Bls12381Fp2, Bls12381Fr, Bn254Fp, Bn254Fp2, Bn254Fr};
use fieldc::precompile::{Fork, Precompiles};
use fieldc::{bls12_381, bn254};

/// Pairs of a sum or a product.
const SIZES: [u64; 8] = [1, 2, 4, 8, 16, 32, 64, 128];

/// An input, and the points that its contract checks to be in their subgroup.
struct Input {
    bytes: Vec<u8>,
    checks: Vec<Check>,
    /// What the contract answers, where it is known.
    answer: Option<Vec<u8>>,
}

/// One check.
type Check = Box<dyn Fn() -> bool>;

impl Input {
    fn without_checks(bytes: Vec<u8>) -> Input {
        Input {
            bytes,
            checks: vec![],
            answer: None,
        }
    }

    fn check<C: Weierstrass>(&mut self, p: Affine<C>) {
        self.checks
            .push(Box::new(move || p.is_in_subgroup_vartime()));
    }
}

/// `precompiles/<name>/<case>`
pub fn rows(rows: &mut Rows) {
    contract(rows, 0x06, "generic", || {
        let points = points::<bn254::G1>(2);
        Input::without_checks(points.iter().flat_map(bn254_g1).collect())
    });
    contract(rows, 0x07, "generic", || {
        let point = bn254_g1(&points(1)[0]);
        let scalar = element::<Bn254Fr>(1).to_bytes_be().to_vec();
        Input::without_checks([point, scalar].concat())
    });
    for size in SIZES {
        contract(rows, 0x08, &size.to_string(), move || {
            let mut input = product(size);
            for (a, b) in factors::<Bn254Fr>(size) {
                let (p, q) = (multiple(&a), multiple(&b));
                input.bytes.extend(bn254_g1(&p));
                input.bytes.extend(bn254_g2(&q));
                input.check(q);
            }
            input
        });
    }
    contract(rows, 0x0b, "generic", || {
        let points = points::<bls12_381::G1>(2);
        Input::without_checks(points.iter().flat_map(bls12_381_g1).collect())
    });
    for size in SIZES {
        contract(rows, 0x0c, &size.to_string(), move || {
            sum::<bls12_381::G1>(size, bls12_381_g1)
        });
    }
    contract(rows, 0x0d, "generic", || {
        let points = points::<bls12_381::G2>(2);
        Input::without_checks(points.iter().flat_map(bls12_381_g2).collect())
    });
    for size in SIZES {
        contract(rows, 0x0e, &size.to_string(), move || {
            sum::<bls12_381::G2>(size, bls12_381_g2)
        });
    }
    for size in SIZES {
        contract(rows, 0x0f, &size.to_string(), move || {
            let mut input = product(size);
            for (a, b) in factors::<Bls12381Fr>(size) {
                let (p, q) = (multiple(&a), multiple(&b));
                input.bytes.extend(bls12_381_g1(&p));
                input.bytes.extend(bls12_381_g2(&q));
                input.check::<bls12_381::G1>(p);
                input.check::<bls12_381::G2>(q);
            }
            input
        });
    }
    contract(rows, 0x10, "generic", || {
        Input::without_checks(padded(element(1)))
    });
    contract(rows, 0x11, "generic", || {
        Input::without_checks([padded(element(1)), padded(element(2))].concat())
    });
}

/// A row of the contract at an address. Nothing is added where the library was built without it.
fn contract(rows: &mut Rows, address: u16, case: &str, input: impl FnOnce() -> Input + 'static) {
    let Some(&fork) = Fork::ALL.last() else {
        return;
    };
    let Ok(contract) = Precompiles::for_fork(fork).get(address) else {
        return;
    };
    let id = format!("precompiles/{}/{case}", contract.name.to_lowercase());
    let make = move || {
        let Input {
            bytes,
            checks,
            answer,
        } = input();
        let output = contract.run(&bytes).map_err(|e| e.to_string())?;
        if let Some(answer) = answer
            && *output.bytes != *answer
        {
            return Err(format!("the answer is {:?}", output.bytes));
        }
        Ok(Work {
            gas: Some(output.gas),
            run: each(vec![bytes], move |bytes| contract.run(bytes)),
            checks: (!checks.is_empty())
                .then(|| each(vec![checks], |checks| checks.iter().all(|check| check()))),
        })
    };
    rows.0.push(Row {
        id,
        make: Box::new(make),
    });
}

/// A sum of multiples.
fn sum<C: Weierstrass>(size: u64, encode: fn(&Affine<C>) -> Vec<u8>) -> Input {
    let mut input = Input::without_checks(vec![]);
    for (i, p) in points::<C>(size).into_iter().enumerate() {
        input.bytes.extend(encode(&p));
        let k = C::scalar_limbs(&element(2000 + i as u64));
        input
            .bytes
            .extend(k.iter().rev().flat_map(|w| w.to_be_bytes()));
        input.check(p);
    }
    input
}

/// No pairs yet, of which there will be so many.
fn product(size: u64) -> Input {
    let mut answer = vec![0; 32];
    answer[31] = u8::from(size > 1);
    Input {
        answer: Some(answer),
        ..Input::without_checks(vec![])
    }
}

/// Factors of generators, whose products add up to 0 where there is more than one: the pairing's answer is then 1.
fn factors<F: PrimeField>(count: u64) -> Vec<(F, F)> {
    let mut factors: Vec<(F, F)> = (1..count.max(2))
        .map(|i| (element(i), element(500 + i)))
        .collect();
    if count > 1 {
        let sum: F = factors.iter().map(|(a, b)| *a * b).sum();
        factors.push((-sum, F::ONE));
    }
    factors
}

fn bn254_g1(p: &Affine<bn254::G1>) -> Vec<u8> {
    let (x, y) = p.coordinates().unwrap_or_default();
    [x, y].map(|c: Bn254Fp| c.to_bytes_be()).concat()
}

fn bn254_g2(p: &Affine<bn254::G2>) -> Vec<u8> {
    let (x, y): (Bn254Fp2, Bn254Fp2) = p.coordinates().unwrap_or_default();
    let coordinates = [x.c1(), x.c0(), y.c1(), y.c0()];
    coordinates.map(|c| c.to_bytes_be()).concat()
}

fn padded(a: Bls12381Fp) -> Vec<u8> {
    [&[0; 16][..], &a.to_bytes_be()].concat()
}

fn bls12_381_g1(p: &Affine<bls12_381::G1>) -> Vec<u8> {
    let (x, y) = p.coordinates().unwrap_or_default();
    [x, y].map(padded).concat()
}

fn bls12_381_g2(p: &Affine<bls12_381::G2>) -> Vec<u8> {
    let (x, y): (Bls12381Fp2, Bls12381Fp2) = p.coordinates().unwrap_or_default();
    [x.c0(), x.c1(), y.c0(), y.c1()].map(padded).concat()
}
