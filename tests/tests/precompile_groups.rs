//! The contracts of EIP-197 and EIP-2537 against big integers: every fault at every place, every length, exceptional points, on every tier.

use fieldc::precompile::{Error, Fork, Output, Precompiles, gas};
use fieldc_tests::adversarial::Random;
use fieldc_tests::contracts::Subgroup::Checked;
use fieldc_tests::contracts::{BN_G1, BN_G2, CONTRACTS, Contract, G1, G2, Part, fault};
use fieldc_tests::groups::{Curve, Group, Point};
use fieldc_tests::{bn254, tiers};
use num_bigint::BigUint;

fn run(address: u16, input: &[u8]) -> Result<Output, Error> {
    Precompiles::for_fork(Fork::Prague).get(address)?.run(input)
}

/// Small multiples of the base point.
fn small(group: Group, k: u32) -> Point {
    group.mul(&group.generator(), &BigUint::from(k))
}

/// A valid input of so many pairs, as parts.
fn valid((_, parts, _): Contract, pairs: usize, random: &mut Random) -> Vec<Vec<u8>> {
    let parts = parts.iter().cycle().take(pairs * parts.len());
    parts
        .map(|part| match part {
            Part::Point(group, _) => group.bytes(&small(*group, 1 + random.below(9) as u32)),
            Part::Scalar => bn254::word(&random.bits(256)).to_vec(),
            Part::Element(degree) => (0..*degree)
                .flat_map(|_| Curve::Bls12381.bytes(&random.bits(380)))
                .collect(),
        })
        .collect()
}

fn check_faults(contract: Contract, inputs: &[Vec<u8>]) {
    let faults: Vec<_> = inputs.iter().map(|input| fault(contract, input)).collect();
    tiers::on_each(|tier| {
        for (input, fault) in inputs.iter().zip(&faults) {
            let found = run(contract.0, input);
            assert_eq!(
                found.as_ref().err(),
                fault.as_ref(),
                "{:#04x} {input:02x?} on {tier}",
                contract.0
            );
        }
    });
}

#[test]
fn every_length() {
    let mut random = Random(20);
    for &contract in CONTRACTS {
        let input = valid(contract, 3, &mut random).concat();
        let unit = input.len() / 3;
        let around = |length: usize| [length - 1, length, length + 1];
        let mut lengths = vec![0, 1, 2 * unit + 1];
        lengths.extend((1..16).map(|i| unit * i / 16));
        lengths.extend(around(unit).into_iter().chain(around(2 * unit)));
        let mut inputs: Vec<Vec<u8>> = vec![];
        for length in lengths {
            inputs.push(input[..length].to_vec());
            inputs.push(vec![0; length]);
            inputs.push(vec![0xff; length]);
        }
        check_faults(contract, &inputs);
    }
}

/// Each byte of an input, one bit of it flipped.
#[test]
fn every_byte() {
    let mut random = Random(21);
    for &contract in CONTRACTS {
        let input = valid(contract, 1, &mut random).concat();
        // Any bytes are a scalar, and most are an element.
        let points: usize = match contract.1 {
            [Part::Point(group, _), Part::Scalar] => group.length(),
            _ => input.len(),
        };
        let inputs = (0..points).map(|at| {
            let mut input = input.clone();
            input[at] ^= 1 << random.below(8);
            input
        });
        check_faults(contract, &inputs.collect::<Vec<_>>());
    }
}

/// Each coefficient at and around the modulus; what is 0 modulo p is not infinity.
#[test]
fn integers_at_the_modulus() {
    let values = |curve: Curve| {
        let p = curve.p();
        let (word, zeros) = curve.word();
        let top = (BigUint::from(1u8) << (8 * (word - zeros))) - 1u8;
        let around = [&p - 1u8, p.clone(), &p + 1u8, &p * 2u8];
        [vec![BigUint::ZERO, &top - 1u8, top], around.to_vec()].concat()
    };
    let mut random = Random(22);
    for &contract in CONTRACTS {
        let parts = valid(contract, 2, &mut random);
        let parts = if contract.2 {
            parts
        } else {
            parts[..contract.1.len()].to_vec()
        };
        let mut inputs = vec![];
        for (i, part) in contract.1.iter().enumerate() {
            if matches!(part, Part::Scalar) {
                continue;
            }
            let curve = match part {
                Part::Point(group, _) => group.curve,
                _ => Curve::Bls12381,
            };
            let length = curve.word().0;
            let mut parts = parts.clone();
            for at in (0..part.length()).step_by(length) {
                for value in &values(curve) {
                    let word = curve.bytes(value);
                    let before = parts[i].clone();
                    parts[i][at..at + length].copy_from_slice(&word);
                    inputs.push(parts.concat());
                    parts[i].fill(0);
                    parts[i][at..at + length].copy_from_slice(&word);
                    inputs.push(parts.concat());
                    parts[i] = before;
                }
            }
        }
        check_faults(contract, &inputs);
    }
}

/// One bad point among good ones is named, wherever it stands and whatever stands beside it.
#[test]
fn bad_points_are_named() {
    let mut random = Random(23);
    for &contract in CONTRACTS {
        let pairs = if contract.2 { 6 } else { 1 };
        let good = valid(contract, pairs, &mut random);
        let mut inputs = vec![];
        for (i, part) in contract.1.iter().cycle().take(good.len()).enumerate() {
            let Part::Point(group, _) = *part else {
                continue;
            };
            let mut off_curve = group.bytes(&small(group, 2));
            off_curve[group.length() - 1] ^= 1;
            let mut bad_points = vec![off_curve];
            if group != BN_G1 {
                bad_points.push(group.bytes(&group.outside(i as u32)));
            }
            for bad in bad_points {
                let mut parts = good.clone();
                parts[i] = bad;
                inputs.push(parts.concat());
                // Beside infinity, or times 0.
                parts[i ^ 1].fill(0);
                inputs.push(parts.concat());
            }
        }
        // The first of several, and off the curve before outside the subgroup.
        if let (&[Part::Point(group, Checked), _], true) = (contract.1, contract.2) {
            let mut parts = good.clone();
            parts[4] = group.bytes(&group.outside(7));
            parts[8] = group.bytes(&group.outside(9));
            inputs.push(parts.concat());
            let last = parts[10].len() - 1;
            parts[10][last] ^= 2;
            inputs.push(parts.concat());
        }
        check_faults(contract, &inputs);
    }
}

/// Points of order 3 are on G1's curve and not in its subgroup.
#[test]
fn small_orders() {
    for y in [BigUint::from(2u8), Curve::Bls12381.p() - 2u8] {
        let zero = [BigUint::ZERO, BigUint::ZERO];
        let point = Some((zero, [y, BigUint::ZERO]));
        assert_eq!(G1.mul(&point, &BigUint::from(3u8)), None);
        let bytes = G1.bytes(&point);
        let outside = Err(Error::NotInSubgroup { point: 0 });
        assert_eq!(run(0x0c, &[&bytes[..], &[0; 32]].concat()), outside);
        assert_eq!(run(0x0f, &[&bytes[..], &[0; 256]].concat()), outside);
        let twice = G1.neg(&point);
        let output = run(0x0b, &[&bytes[..], &bytes].concat()).expect("on the curve");
        assert_eq!(*output.bytes, *G1.bytes(&twice));
    }
}

/// Points among which every exceptional case occurs, in the subgroup and not.
fn points(group: Group, random: &mut Random) -> Vec<Point> {
    let mut out = vec![None];
    let outside = group.outside(3);
    let sum = group.add(&outside, &small(group, 1));
    let multiple = group.mul(&group.generator(), &random.bits(255));
    for p in [small(group, 1), small(group, 2), outside, sum, multiple] {
        out.push(group.neg(&p));
        out.push(p);
    }
    out
}

fn answers(address: u16, cases: &[(Vec<u8>, Vec<u8>)]) {
    tiers::on_each(|tier| {
        for (input, answer) in cases {
            let output = run(address, input).expect("a valid input");
            assert_eq!(
                *output.bytes, **answer,
                "{address:#04x} {input:02x?} on {tier}"
            );
        }
    });
}

#[test]
fn sums_are_right() {
    for (address, group) in [(0x0b, G1), (0x0d, G2)] {
        let points = points(group, &mut Random(24));
        let mut cases = vec![];
        for (p, q) in points
            .iter()
            .flat_map(|p| points.iter().map(move |q| (p, q)))
        {
            let input = [group.bytes(p), group.bytes(q)].concat();
            cases.push((input, group.bytes(&group.add(p, q))));
        }
        answers(address, &cases);
    }
}

/// Sums of multiples of known multiples of the base point, so that big integers need one multiplication.
#[test]
fn multiples_are_right() {
    let r = Curve::Bls12381.r();
    let top = (BigUint::from(1u8) << 256u32) - 1u8;
    for (address, group) in [(0x0c, G1), (0x0e, G2)] {
        let mut random = Random(25);
        let mut cases = vec![];
        let mut case = |terms: &[(u32, BigUint)]| {
            let mut input = vec![];
            let mut total = BigUint::ZERO;
            for (multiple, k) in terms {
                input.extend(group.bytes(&small(group, *multiple)));
                input.extend(bn254::word(k));
                total += multiple * k;
            }
            let sum = group.mul(&group.generator(), &(total % &r));
            cases.push((input, group.bytes(&sum)));
        };
        let edges = [
            BigUint::ZERO,
            BigUint::from(1u8),
            &r - 1u8,
            r.clone(),
            &r + 1u8,
            &r * 2u8,
            top.clone(),
        ];
        for k in &edges {
            case(&[(1, k.clone())]);
            case(&[(0, k.clone())]);
            // The same point again, and terms that cancel.
            case(&[(3, k.clone()), (3, k.clone())]);
            case(&[(3, k.clone()), (3, &r * 2u8 - k % &r)]);
            case(&[(0, k.clone()), (5, k.clone()), (0, BigUint::ZERO)]);
        }
        for size in [1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 64, 127, 128, 129] {
            let mut term = |_| (random.below(40) as u32, random.bits(256));
            let terms: Vec<_> = (0..size).map(&mut term).collect();
            case(&terms);
            // Scalars that share their digits, so that sums meet sums of the same point.
            let k = terms[0].1.clone();
            let equal = terms.iter().map(|(multiple, _)| (*multiple, k.clone()));
            case(&equal.collect::<Vec<_>>());
            case(&vec![(2, k.clone()); size]);
        }
        answers(address, &cases);
    }
}

/// `Π e(a_i G1, b_i G2) = 1` where `Σ a_i b_i = 0`, and only there.
#[test]
fn products_are_right() {
    for (address, g1, g2) in [(0x08, BN_G1, BN_G2), (0x0f, G1, G2)] {
        let r = g1.curve.r();
        let mut random = Random(27);
        let mut cases = vec![];
        let minus = |k: u32| &r - k;
        let integer = |k: u32| BigUint::from(k);
        let mut case = |terms: &[(BigUint, BigUint)]| {
            let mut input = vec![];
            let mut sum = BigUint::ZERO;
            for (a, b) in terms {
                input.extend(g1.bytes(&g1.mul(&g1.generator(), a)));
                input.extend(g2.bytes(&g2.mul(&g2.generator(), b)));
                sum += a * b;
            }
            let answer = bn254::word(&BigUint::from(u8::from(sum % &r == BigUint::ZERO)));
            cases.push((input, answer.to_vec()));
        };
        if address == 0x08 {
            case(&[]);
        }
        for (a, b) in [(0, 0), (0, 5), (5, 0), (1, 1), (2, 3)] {
            case(&[(integer(a), integer(b))]);
            case(&[(integer(a), integer(b)), (minus(a) % &r, integer(b))]);
            case(&[(integer(a), integer(b)), (minus(b) % &r, integer(a))]);
            case(&[(integer(a), integer(b)), (integer(a), integer(b))]);
        }
        for size in [3, 4, 5, 8, 9, 17] {
            let mut terms: Vec<_> = (1..size)
                .map(|_| (random.bits(250) % &r, integer(random.below(5) as u32)))
                .collect();
            let sum: BigUint = terms.iter().map(|(a, b)| a * b).sum();
            terms.push((&r - sum % &r, integer(1)));
            case(&terms);
            terms[0].1 += 1u8;
            case(&terms);
        }
        answers(address, &cases);
    }
}

#[test]
fn gas_by_fork() {
    let prices = |fork, pairs| {
        [
            gas::bls12_381_g1_add(fork),
            gas::bls12_381_g1_msm(fork, pairs),
            gas::bls12_381_g2_add(fork),
            gas::bls12_381_g2_msm(fork, pairs),
            gas::bls12_381_pairing(fork, pairs),
            gas::bls12_381_map_fp_to_g1(fork),
            gas::bls12_381_map_fp2_to_g2(fork),
        ]
    };
    for &fork in Fork::ALL {
        let prague = fork >= Fork::Prague;
        // EIP-2537: the discounts of 1, 2, 3, 128 and more pairs.
        for (pairs, g1, g2) in [
            (1, 12_000, 22_500),
            (2, 22_776, 45_000),
            (3, 30_528, 62_302),
            (128, 797_184, 1_509_120),
            (129, 803_412, 1_520_910),
            (1000, 6_228_000, 11_790_000),
        ] {
            let pairing = 37_700 + 32_600 * pairs as u64;
            let expected = [375, g1, 600, g2, pairing, 5_500, 23_800].map(|g| prague.then_some(g));
            assert_eq!(prices(fork, pairs), expected, "{pairs} pairs, {fork}");
        }
        let pairing = match fork {
            _ if fork < Fork::Byzantium => None,
            _ if fork < Fork::Istanbul => Some((100_000, 80_000)),
            _ => Some((45_000, 34_000)),
        };
        for pairs in [0, 1, 7] {
            let expected = pairing.map(|(base, each)| base + each * pairs);
            assert_eq!(gas::bn254_pairing(fork, pairs as usize), expected);
            let run = Precompiles::for_fork(fork).get(0x08);
            let gas = run.and_then(|run| Ok(run.run(&vec![0; 192 * pairs as usize])?.gas));
            assert_eq!(gas.ok(), expected);
        }
        // No length makes a price that wraps around.
        for price in prices(fork, usize::MAX) {
            assert!(price.is_none_or(|price| price > 0));
        }
        for &contract in CONTRACTS {
            let (address, _, _) = contract;
            if address < 0x0b {
                continue;
            }
            let found = Precompiles::for_fork(fork).get(address);
            if !prague {
                let since = Fork::Prague;
                assert_eq!(found.unwrap_err(), Error::NotYet { address, since });
                continue;
            }
            let found = found.expect("from Prague on");
            let input = valid(contract, 1, &mut Random(26)).concat();
            let price = prices(fork, 1)[usize::from(address) - 0x0b].expect("a price");
            assert_eq!(found.run(&input).expect("a valid input").gas, price);
            assert_eq!(found.run_within(&input, price).map(|o| o.gas), Ok(price));
            // Before the input is looked at.
            let limit = price - 1;
            let refused = found.run_within(&vec![0xff; input.len()], limit);
            assert_eq!(refused, Err(Error::OutOfGas { limit, price }));
        }
    }
}

#[test]
fn errors_have_a_place() {
    let text = |address, input: &[u8]| run(address, input).unwrap_err().to_string();
    let g = G1.bytes(&G1.generator());
    let mut input = [&g[..], &g].concat();
    assert_eq!(text(0x0b, &g), "input: 128 bytes where 256 are expected");
    assert_eq!(text(0x0c, &[]), "input: empty");
    assert_eq!(text(0x0c, &g), "input: 128 bytes, not a multiple of 160");
    input[255] ^= 1;
    assert_eq!(text(0x0b, &input), "point 1: not on the curve");
    input[207] = 1;
    assert_eq!(
        text(0x0b, &input),
        "input[192..208]: the padding of y is not zero"
    );
    let high = [&[0; 16][..], &[0xff; 48]].concat();
    input[..64].copy_from_slice(&high);
    assert_eq!(
        text(0x0b, &input),
        "input[0..64]: x is not below the modulus"
    );
    let outside = [G1.bytes(&G1.outside(1)), vec![0; 32]].concat();
    let pair = [&g[..], &[0; 32], &outside].concat();
    assert_eq!(text(0x0c, &pair), "point 1: not in the subgroup");
}
