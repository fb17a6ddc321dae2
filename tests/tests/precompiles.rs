//! The contracts of EIP-196 against big integers, on inputs of every length and fault, on every tier; what a fork charges.

use fieldc::precompile::{Coordinate, Error, Fork, Output, Precompiles, bn254_add, bn254_mul, gas};
use fieldc_tests::adversarial::Random;
use fieldc_tests::{bn254, tiers};
use num_bigint::BigUint;

type Contract = fn(&[u8], Fork) -> Result<Output, Error>;

/// Runs a contract on inputs with known answers, on every tier.
fn answers(contract: Contract, cases: &[(Vec<u8>, Vec<u8>)]) {
    tiers::on_each(|tier| {
        for (input, answer) in cases {
            let output = contract(input, Fork::Osaka).expect("a valid input");
            assert_eq!(*output.bytes, **answer, "{input:02x?} on {tier}");
        }
    });
}

#[test]
fn sums_are_right() {
    let points = bn254::points(&mut Random(10), 4);
    let pairs = points
        .iter()
        .flat_map(|p| points.iter().map(move |q| (p, q)));
    let case = |(p, q)| {
        (
            [bn254::bytes(p), bn254::bytes(q)].concat(),
            bn254::bytes(&bn254::add(p, q)),
        )
    };
    answers(bn254_add::run, &pairs.map(case).collect::<Vec<_>>());
}

#[test]
fn products_are_right() {
    let mut random = Random(11);
    let points = bn254::points(&mut random, 2);
    let scalars = bn254::scalars(&mut random, 50);
    let case = |(i, k): (usize, &BigUint)| {
        let p = &points[i % points.len()];
        (
            [bn254::bytes(p), bn254::word(k).to_vec()].concat(),
            bn254::bytes(&bn254::mul(p, k)),
        )
    };
    answers(
        bn254_mul::run,
        &scalars.iter().enumerate().map(case).collect::<Vec<_>>(),
    );
}

/// What the input means by the text of EIP-196, in big integers.
fn expected(input: &[u8], add: bool) -> Result<Vec<u8>, Error> {
    let length = if add { 128 } else { 96 };
    let mut input = input.to_vec();
    input.resize(length, 0);
    let integer = |word: usize| BigUint::from_bytes_be(&input[32 * word..32 * word + 32]);
    let point = |index: usize| {
        let p = bn254::p();
        let (x, y) = (integer(2 * index), integer(2 * index + 1));
        let fault = |coordinate, start| {
            let end = start + 32;
            Err(Error::NotBelowModulus {
                start,
                end,
                coordinate,
            })
        };
        if x >= p {
            return fault(Coordinate::X, 64 * index);
        }
        if y >= p {
            return fault(Coordinate::Y, 64 * index + 32);
        }
        if x == BigUint::ZERO && y == BigUint::ZERO {
            return Ok(None);
        }
        if &y * &y % &p != (&x * &x * &x + 3u8) % &p {
            return Err(Error::NotOnCurve { point: index });
        }
        Ok(Some((x, y)))
    };
    let out = if add {
        bn254::add(&point(0)?, &point(1)?)
    } else {
        bn254::mul(&point(0)?, &integer(2))
    };
    Ok(bn254::bytes(&out))
}

/// Compares both contracts with [`expected`] on every tier.
fn check(inputs: &[Vec<u8>]) {
    for (add, contract) in [(true, bn254_add::run as Contract), (false, bn254_mul::run)] {
        let answers: Vec<_> = inputs.iter().map(|input| expected(input, add)).collect();
        tiers::on_each(|tier| {
            for (input, answer) in inputs.iter().zip(&answers) {
                let found = contract(input, Fork::Osaka).map(|output| output.bytes.to_vec());
                assert_eq!(found, *answer, "{input:02x?} add: {add}, {tier}");
            }
        });
    }
}

#[test]
fn every_length() {
    let mut random = Random(12);
    let points = bn254::points(&mut random, 2);
    let valid = [3, 9, 10, 11].map(|i| bn254::bytes(&points[i])).concat();
    let mut inputs = vec![];
    for length in 0..=200 {
        let noise = (0..length).map(|_| random.word() as u8).collect();
        inputs.extend([
            valid[..length].to_vec(),
            vec![0; length],
            vec![0xff; length],
            noise,
        ]);
    }
    check(&inputs);
}

#[test]
fn mutated_bytes() {
    let mut random = Random(13);
    let points = bn254::points(&mut random, 3);
    let mutated = (0..300).map(|_| {
        let mut pick = || bn254::bytes(&points[random.below(points.len())]);
        let mut input = [pick(), pick()].concat();
        for _ in 0..=random.below(2) {
            let at = random.below(128);
            input[at] ^= 1 << random.below(8);
        }
        input
    });
    check(&mutated.collect::<Vec<_>>());
}

#[test]
fn coordinates_at_the_modulus() {
    let p = bn254::p();
    let top = (BigUint::from(1u8) << 256u32) - 1u8;
    let values = [
        BigUint::ZERO,
        &p - 1u8,
        p.clone(),
        &p + 1u8,
        &p + 2u8,
        &p * 5u8,
        top,
    ];
    let mut inputs = vec![];
    for i in 0..4 {
        for value in &values {
            let g = bn254::bytes(&bn254::generator());
            let mut input = [g.clone(), g].concat();
            input[32 * i..32 * i + 32].copy_from_slice(&bn254::word(value));
            inputs.push(input);
        }
    }
    // Infinity is (0, 0) only: (p, p) and (0, p) are not.
    for (x, y) in [(&p, &p), (&BigUint::ZERO, &p), (&p, &BigUint::ZERO)] {
        inputs.push([bn254::word(x), bn254::word(y)].concat());
    }
    check(&inputs);
}

#[test]
fn errors_have_a_place() {
    let modulus = bn254::word(&bn254::p());
    let g = bn254::bytes(&bn254::generator());
    let text = |input: &[u8]| bn254_add::run(input, Fork::Osaka).unwrap_err().to_string();
    let y = [&g[..32], &modulus].concat();
    assert_eq!(text(&y), "input[32..64]: y is not below the modulus");
    let x = [&g[..], &modulus].concat();
    assert_eq!(text(&x), "input[64..96]: x is not below the modulus");
    assert_eq!(text(&[1; 128]), "point 0: not on the curve");
    assert_eq!(
        text(&[&g[..], &[1; 64]].concat()),
        "point 1: not on the curve"
    );
    let error = bn254_mul::run(&[], Fork::Homestead).unwrap_err();
    assert_eq!(
        error.to_string(),
        "address: no precompile at 0x07 before byzantium"
    );
}

#[test]
fn gas_by_fork() {
    for &fork in Fork::ALL {
        assert_eq!(fork.name().parse(), Ok(fork));
        let prices = match fork.name() {
            "frontier" | "homestead" | "tangerine_whistle" | "spurious_dragon" => None,
            "byzantium" | "constantinople" | "petersburg" => Some((500, 40_000)),
            _ => Some((150, 6_000)),
        };
        assert_eq!(gas::bn254_add(fork).zip(gas::bn254_mul(fork)), prices);
        let contracts = Precompiles::for_fork(fork);
        assert_eq!(
            contracts.get(0x99).unwrap_err(),
            Error::NoPrecompile { address: 0x99 }
        );
        let Some((add, mul)) = prices else {
            for address in [6, 7] {
                let since = Fork::Byzantium;
                assert_eq!(
                    contracts.get(address).unwrap_err(),
                    Error::NotYet { address, since }
                );
            }
            assert!(bn254_add::run(&[], fork).is_err() && bn254_mul::run(&[], fork).is_err());
            continue;
        };
        for (address, price) in [(6, add), (7, mul)] {
            let contract = contracts.get(address).expect("from Byzantium on");
            assert_eq!(contract.run(&[]).expect("infinity").gas, price);
            assert_eq!(
                contract.run_within(&[], price).expect("infinity").gas,
                price
            );
            let limit = price - 1;
            // Before the input is looked at.
            assert_eq!(
                contract.run_within(&[0xff; 128], limit),
                Err(Error::OutOfGas { limit, price })
            );
        }
    }
    assert_eq!(Fork::ALL.len(), 18);
    assert!(Fork::ALL.is_sorted());
    assert!("Osaka".parse::<Fork>().is_err() && "".parse::<Fork>().is_err());
}
