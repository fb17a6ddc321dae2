//! Every kernel, both styles, many moduli: the interpreter against the contract, on adversarial operands.

use super::*;
use crate::limb_ir::{Word, eval_integers, parse, print, verify};
use crate::plan::Reduction;
use num_bigint::BigUint;
use num_traits::{Num, One};
use std::collections::BTreeMap;

/// A plan by hand, so that these tests do not depend on the strategy chosen elsewhere.
fn plan_for(p: &BigUint, word: Word, reduction: Option<Reduction>, rho: bool) -> Plan {
    let limbs = word.limbs(p.bits());
    let w = BigUint::one() << word.radix;
    let capacity = BigUint::one() << (word.radix as usize * limbs);
    let rho = (rho && limbs > 1).then(|| w.modinv(p).unwrap());
    let mut plan = Plan::new("t", p, word).unwrap();
    plan.reduction = reduction.unwrap_or(Reduction::Montgomery {
        no_carry: false,
        rho,
    });
    plan.radius = if plan.montgomery() {
        capacity
    } else {
        BigUint::one()
    };
    plan.complement = false;
    plan
}

/// Operands at the edges of `0..=max`, and a few in between.
fn operands(max: &BigUint, seed: &mut u64) -> Vec<BigUint> {
    let mut v: Vec<BigUint> = vec![
        BigUint::ZERO,
        1u8.into(),
        2u8.into(),
        max.clone(),
        max / 2u8,
        max / 2u8 + 1u8,
    ];
    for k in [
        1u64,
        2,
        31,
        32,
        63,
        64,
        65,
        127,
        128,
        max.bits().saturating_sub(1),
    ] {
        let x = BigUint::one() << k;
        v.extend([x.clone(), &x - 1u8, &x + 1u8]);
        if *max > x {
            v.push(max - &x);
        }
    }
    for _ in 0..6 {
        let mut x = BigUint::ZERO;
        for _ in 0..max.bits().div_ceil(64) {
            *seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let word = match *seed >> 60 {
                0..3 => 0,
                3..6 => u64::MAX,
                _ => *seed ^ (*seed >> 31),
            };
            x = (x << 64u8) + word;
        }
        v.push(x % (max + 1u8));
    }
    v.retain(|x| x <= max);
    v
}

fn check(k: &Kernel, rounds: usize, seed: &mut u64) {
    let f = &k.function;
    verify(f).unwrap_or_else(|e| panic!("{}: {e}", f.name));
    assert_eq!(&parse(&print(f)).unwrap(), f, "{}", f.name);
    let lists: Vec<Vec<BigUint>> = f.params.iter().map(|p| operands(&p.max, seed)).collect();
    for round in 0..rounds {
        let args: Vec<BigUint> = lists
            .iter()
            .map(|l| {
                *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(99991);
                if round < 2 {
                    l[(3 - round * 2).min(l.len() - 1)].clone()
                } else {
                    l[(*seed >> 33) as usize % l.len()].clone()
                }
            })
            .collect();
        check_at(k, args);
    }
}

fn check_at(k: &Kernel, mut args: Vec<BigUint>) {
    let f = &k.function;
    if let Some((p, inv)) = &k.contract.negated_inverse {
        let (pi, ki) = (position(f, p), position(f, inv));
        args[pi] |= BigUint::one();
        let w = BigUint::one() << f.word.radix;
        args[ki] = &w - args[pi].modinv(&w).unwrap();
    }
    let out = eval_integers(f, &args).unwrap();
    let params: BTreeMap<_, _> = f
        .params
        .iter()
        .map(|p| p.name.clone())
        .zip(args.iter().cloned())
        .collect();
    let results: BTreeMap<_, _> = f.results.iter().map(|r| r.name.clone()).zip(out).collect();
    if let Err(r) = k.contract.check(&params, &results) {
        panic!(
            "{} breaks `{r}`: {params:x?} gives {results:x?}\n{}",
            f.name,
            print(f)
        );
    }
}

fn position(f: &Function, name: &str) -> usize {
    f.params.iter().position(|p| p.name == name).unwrap()
}

fn all(plan: &Plan, rounds: usize, seed: &mut u64) {
    for style in [Style::DualChain, Style::Mac] {
        for name in Name::standard(plan).into_iter().chain(Name::extra(plan)) {
            check(&build(plan, style, name), rounds, seed);
        }
    }
}

fn hex(s: &str) -> BigUint {
    BigUint::from_str_radix(s, 16).unwrap()
}

#[test]
fn standard_moduli() {
    let mut seed = 1;
    for p in [
        "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47",
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
        "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001",
        "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
        "40000000000000000000000000000000224698fc094cf91b992d30ed00000001",
        "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
        "78000001",
        "ffffffff00000001",
    ] {
        let p = hex(p);
        all(&plan_for(&p, Word::W64, None, false), 120, &mut seed);
        all(&plan_for(&p, Word::W64, None, true), 120, &mut seed);
        all(&plan_for(&p, Word::W32, None, false), 60, &mut seed);
    }
}

#[test]
fn special_reductions() {
    let mut seed = 2;
    let p = (BigUint::one() << 256u32) - (1u64 << 32) - 977u32;
    all(
        &plan_for(
            &p,
            Word::W64,
            Some(Reduction::Crandall { c: (1 << 32) + 977 }),
            false,
        ),
        300,
        &mut seed,
    );
    for (k, c) in [
        (128u32, 159u64),
        (192, 237),
        (64, 59),
        (256, (1 << 63) - 25),
        (255, 19),
        (127, 1),
        (191, 19),
        (250, (1 << 22) - 3),
        (300, (1 << 8) - 1),
        (110, (1 << 10) - 3),
    ] {
        let p = (BigUint::one() << k) - c;
        all(
            &plan_for(&p, Word::W64, Some(Reduction::Crandall { c }), false),
            200,
            &mut seed,
        );
    }
    let p = hex("ffffffff00000001");
    all(
        &plan_for(&p, Word::W64, Some(Reduction::Goldilocks), false),
        3000,
        &mut seed,
    );
    for k in [31u32, 19, 17, 13] {
        let p = (BigUint::one() << k) - 1u8;
        all(
            &plan_for(&p, Word::W32, Some(Reduction::Mersenne { k }), false),
            2000,
            &mut seed,
        );
    }
    for p in ["78000001", "7f000001", "fffffffb", "3"] {
        all(&plan_for(&hex(p), Word::W32, None, false), 2000, &mut seed);
    }
}

/// Digit rows with `W^n - p`, of every size and with limbs that need no product.
#[test]
fn complements() {
    let mut seed = 4;
    let one = BigUint::one();
    for (word, n) in [
        (Word::W64, 2u32),
        (Word::W64, 4),
        (Word::W64, 6),
        (Word::W32, 2),
        (Word::W32, 5),
    ] {
        let bits = word.radix * n;
        for size in (2..bits - 1).step_by(47) {
            let random = hex("a953a1e1ad9bb2f2cf2e3a7c2a4ecafc61a23ec095d9b17bc8c7");
            for c in [
                (&one << size) | &one,
                (&one << size) - 1u8,
                (&random % (&one << size)) | &one | (&one << (size - 1)),
            ] {
                let mut plan = plan_for(&((&one << bits) - c), word, None, false);
                plan.complement = true;
                all(&plan, 12, &mut seed);
            }
        }
    }
}

#[test]
fn every_count_of_leading_zeros() {
    let mut seed = 3u64;
    for n in 1..=9u32 {
        for zeros in (0..64).step_by(if n < 4 { 5 } else { 13 }) {
            let bits = 64 * n - zeros;
            if bits < 3 {
                continue;
            }
            let top = BigUint::one() << (bits - 1);
            let mut r = BigUint::ZERO;
            for _ in 0..n {
                seed = seed
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                r = (r << 64u8) + (seed ^ (seed >> 29));
            }
            for p in [
                (&top << 1u8) - 1u8,
                &top | (r % &top) | BigUint::one(),
                &top + 1u8,
            ] {
                for rho in [false, true] {
                    all(&plan_for(&p, Word::W64, None, rho), 12, &mut seed);
                }
            }
        }
    }
}

#[test]
fn small_fields_exhaustively() {
    for p in [3u64, 5, 7, 101, 103] {
        for word in [Word::W64, Word::W32] {
            let plan = plan_for(&p.into(), word, None, false);
            for name in [
                Name::Add,
                Name::Sub,
                Name::Mul,
                Name::Neg,
                Name::Double,
                Name::Half,
                Name::Sqr,
                Name::FromInternal,
            ] {
                let k = build(&plan, Style::Mac, name);
                for a in 0..p {
                    for b in 0..if k.function.params.len() == 2 { p } else { 1 } {
                        let args = [a.into(), b.into()][..k.function.params.len()].to_vec();
                        check_at(&k, args);
                    }
                }
            }
        }
    }
}

#[test]
fn names_round_trip() {
    let plan = plan_for(
        &hex("30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47"),
        Word::W64,
        None,
        true,
    );
    for n in Name::standard(&plan).into_iter().chain(Name::extra(&plan)) {
        assert_eq!(Name::parse(n.as_str()), Some(n));
    }
}
