//! The check agrees with the prover on every kernel, and rejects what is wrong.

use super::random::Random;
use super::*;
use crate::kernels::{Name, Style, build};
use crate::limb_ir::{Op, Word};
use crate::plan::Plan;
use crate::prove::{Reason, prove};
use crate::spec::{Spec, names};
use num_bigint::BigUint;
use num_traits::One;

/// The plans of the standard fields.
fn plans() -> Vec<Plan> {
    names::STANDARD
        .iter()
        .map(|s| Plan::for_spec(&Spec::resolve(s.name).unwrap()).unwrap())
        .collect()
}

/// Checks every `every`-th kernel of a plan in both styles; what the prover accepts must pass.
fn agree(plan: &Plan, every: usize, at: &mut usize, failed: &mut Vec<String>) {
    for style in [Style::DualChain, Style::Mac] {
        for name in Name::standard(plan).into_iter().chain(Name::extra(plan)) {
            *at += 1;
            if !at.is_multiple_of(every) {
                continue;
            }
            let k = build(plan, style, name);
            let proven = prove(&k.function, &k.contract);
            match check(&k.function, &k.contract) {
                Ok(c) => {
                    // A prime factor of 3 leaves half a bit a round.
                    assert!(c.error < -99.0 || c.rounds == 40 && c.error < -15.0);
                    assert!(c.rounds > 0 && c.rows == ROWS);
                    // A carry that the prover shows to be zero was never 1.
                    for d in proven.iter().flat_map(|p| &p.discarded) {
                        let zero = matches!(d.reason, Reason::Bounded { .. } | Reason::Refuted);
                        assert!(
                            !zero || !c.sometimes.contains(&d.carry),
                            "{}: {d}",
                            k.function.name
                        );
                    }
                }
                Err(e) => failed.push(format!(
                    "{:#x} {style:?} {}: {e}",
                    plan.modulus, k.function.name
                )),
            }
        }
    }
}

#[test]
fn a_sample_of_the_standard_fields() {
    let (mut failed, mut at) = (vec![], 0);
    for plan in plans() {
        agree(&plan, 11, &mut at, &mut failed);
    }
    assert!(at > 700 && failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
#[ignore = "minutes"]
fn every_kernel_of_every_standard_field() {
    let (mut failed, mut at) = (vec![], 0);
    for plan in plans() {
        agree(&plan, 1, &mut at, &mut failed);
    }
    assert!(at > 700 && failed.is_empty(), "{}", failed.join("\n"));
}

/// Odd moduli, prime or not, of all sizes and with limbs of all ones and zeros.
fn moduli(every: usize) {
    let mut random = Random(7);
    let (mut failed, mut at) = (vec![], 0);
    for (i, bits) in (5..260u64).step_by(3).enumerate() {
        let top = BigUint::one() << (bits - 1);
        let some = &top + random.number(&top);
        let p: BigUint = match i % 4 {
            0 | 1 => some,
            2 => (&top << 1u8) - random.number(&(&top >> (bits / 2))) - 1u8,
            _ => (some >> (bits / 2) << (bits / 2)) + 1u8,
        } | BigUint::one();
        let word = if bits <= 31 { Word::W32 } else { Word::W64 };
        let plan = Plan::new("t", &p, word).unwrap();
        if every > 1 && bits > 130 {
            break;
        }
        agree(&plan, every, &mut at, &mut failed);
        let plain = Plan::plain_montgomery("t", &p, word).unwrap();
        if plain.reduction != plan.reduction {
            agree(&plain, every, &mut at, &mut failed);
        }
    }
    assert!(at > 1000 && failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn a_sample_of_random_moduli() {
    moduli(43);
}

#[test]
#[ignore = "minutes"]
fn random_moduli() {
    moduli(7);
}

/// Which of the two routes rejects a mutant, and which does not.
#[derive(Default, Debug)]
struct Count {
    total: usize,
    broken: usize,
    residual: usize,
    undecided: usize,
    accepted: usize,
    /// Accepted here, not by the prover: equivalent, or wrong too rarely to be seen.
    alone: usize,
    /// Of those, refuted by many more rows.
    later: usize,
    /// Accepted by the prover, not here.
    missed: usize,
}

/// Every `every`-th mutant of the prover's tests.
fn count_mutants(every: usize) -> Count {
    let mut n = Count::default();
    for (f, c, mutants) in crate::prove::tests::samples() {
        let ok = check(&f, &c);
        assert!(
            ok.is_ok(),
            "{}: {ok:?}\n{}",
            f.name,
            crate::limb_ir::print(&f)
        );
        for m in mutants.into_iter().step_by(every) {
            n.total += 1;
            let mine = check(&m, &c);
            let proven = prove(&m, &c).is_ok();
            match &mine {
                Ok(_) => n.accepted += 1,
                Err(CheckError::Broken { .. }) => n.broken += 1,
                Err(CheckError::Residual { .. }) => n.residual += 1,
                Err(CheckError::Undecided { .. }) => n.undecided += 1,
                Err(e) => panic!("{e}"),
            }
            n.missed += usize::from(mine.is_err() && proven);
            if mine.is_ok() && !proven {
                n.alone += 1;
                n.later += usize::from(matches!(
                    check_rows(&m, &c, 20 * ROWS),
                    Err(CheckError::Broken { .. })
                ));
            }
            // A counterexample to a proof would be a fault of the prover.
            assert!(
                !(proven && matches!(mine, Err(CheckError::Broken { .. }))),
                "proven, but {mine:?}\n{}",
                crate::limb_ir::print(&m)
            );
        }
    }
    eprintln!("{n:?}");
    n
}

fn rejects(every: usize) {
    let n = count_mutants(every);
    // What the prover accepts is equivalent.
    let wrong = n.total - (n.accepted - n.alone);
    assert!(n.total > 200 && n.alone * 30 < wrong, "{n:?}");
    assert!(
        n.missed * 100 < n.total && n.undecided * 100 < n.total,
        "{n:?}"
    );
}

#[test]
fn a_sample_of_mutants_is_rejected() {
    rejects(37);
}

#[test]
#[ignore = "minutes"]
fn mutants_are_rejected() {
    rejects(1);
}

/// Route 2 by itself: with what was observed of the right function, the equation of a wrong one does not follow, even where all the values that
/// it would compute are the same on every row that one would think of.
#[test]
fn the_equation_alone_rejects() {
    use super::{algebra::Algebra, inputs, observe::observe};
    let p = (BigUint::one() << 127u8) - 25u8;
    let plan = Plan::plain_montgomery("t", &p, Word::W64).unwrap();
    for style in [Style::DualChain, Style::Mac] {
        let k = build(&plan, style, Name::Mul);
        let (f, c) = (&k.function, &k.contract);
        let seen = observe(f, c, &inputs::rows(f, c, ROWS)).unwrap();
        assert!(Algebra::new(f, c, &seen).check().is_ok());
        let (mut tried, mut rejected) = (0, 0);
        for i in 0..f.insts.len() {
            let other = match f.insts[i].op {
                Op::Add(a, b, Some(_)) => Op::Add(a, b, None),
                Op::Add(a, b, None) => Op::Sub(a, b, None),
                Op::Mac(a, b, c, d) => Op::Mac(a, c, b, d),
                Op::MulWide(a, b) => Op::MulWide(a, if a == b { Value(0) } else { a }),
                Op::Select(c, a, b) => Op::Select(c, b, a),
                Op::Sub(a, b, Some(_)) => Op::Sub(a, b, None),
                _ => continue,
            };
            let mut m = f.clone();
            m.insts[i].op = other;
            tried += 1;
            rejected += usize::from(Algebra::new(&m, c, &seen).check().is_err());
        }
        // A carry in that was never 1 may be left out.
        assert!(tried > 10 && rejected + 2 >= tried, "{rejected} of {tried}");
    }
}

/// What does not fit, and what is out of reach, is said.
#[test]
fn errors() {
    let p = BigUint::from(0xffff_fffb_u32);
    let plan = Plan::new("t", &p, Word::W64).unwrap();
    let k = build(&plan, Style::Mac, Name::Mul);
    let mut c = k.contract.clone();
    c.equations[0].result = "other".into();
    assert!(matches!(
        check(&k.function, &c),
        Err(CheckError::Contract { .. })
    ));
    let mut c = k.contract.clone();
    c.equations[0].terms[0].factors[0] = "nobody".into();
    assert!(matches!(
        check(&k.function, &c),
        Err(CheckError::Contract { .. })
    ));
    let mut f = k.function.clone();
    f.insts.swap(0, 1);
    assert!(matches!(
        check(&f, &k.contract),
        Err(CheckError::Malformed(_))
    ));
    let mut c = k.contract.clone();
    c.equations[0].scale += 1u8;
    let e = check(&k.function, &c).unwrap_err();
    assert!(
        matches!(&e, CheckError::Broken { parameters, .. } if parameters.contains("a = 0x")),
        "{e}"
    );
    // a or b where no bit is in both, as a sum: true, and beyond linear equations.
    let mut b = crate::limb_ir::Builder::new("or", Word::W64);
    let x = b.param("a", 1, 0xffu8.into());
    let y = b.param("b", 1, 0xffu8.into());
    let up = b.shl(x[0], 8);
    let r = b.or(up, y[0]);
    b.result("r", vec![r]);
    let f = b.finish();
    let c = Contract::new(vec![crate::limb_ir::Equation {
        result: "r".into(),
        scale: BigUint::one(),
        terms: vec![
            crate::limb_ir::Term::new(256, &["a"]),
            crate::limb_ir::Term::new(1, &["b"]),
        ],
        modulo: Modulo::Exact,
        range: Range::AtMost(0xffffu32.into()),
    }]);
    assert!(matches!(check(&f, &c), Err(CheckError::Undecided { .. })));
}

/// A negation is checked for 0 apart: only 0 occurs there.
#[test]
fn facts_of_a_case() {
    let p = (BigUint::one() << 127u8) - 1u8;
    let plan = Plan::plain_montgomery("t", &p, Word::W64).unwrap();
    let k = build(&plan, Style::Mac, Name::Neg);
    let c = check(&k.function, &k.contract).unwrap();
    assert_eq!((c.cases, c.pinned), (2, 1));
    let pinned = c.facts.iter().filter(|f| {
        f.when.len() == 1
            && f.equal == Equal::Constant(0)
            && matches!(f.quantity, Quantity::Value(v) if v.0 < 2)
    });
    assert_eq!(pinned.count(), 2, "{:?}", c.facts);
    assert!(c.facts[0].to_string().contains(" = "));
}
