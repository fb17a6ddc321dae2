//! Wrong code is not proven: mutants of the test kernels, and random functions.

use super::kernels::*;
use super::prove;
use crate::limb_ir::{
    Contract, Equation, Function, Inst, Modulo, Op, Param, Range, Results, Term, Type, Value, Word,
    eval_integers, verify,
};
use num_bigint::{BigInt, BigUint};
use num_traits::One;
use std::collections::BTreeMap;

/// A small generator, so that failures repeat.
pub(in crate::prove) struct Rng(pub(in crate::prove) u64);

impl Rng {
    pub(in crate::prove) fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    pub(in crate::prove) fn below(&mut self, n: usize) -> usize {
        (self.word() >> 11) as usize % n.max(1)
    }
    fn number(&mut self, max: &BigUint, w: u32) -> BigUint {
        let bits = max.bits();
        let x = match self.below(8) {
            0 => BigUint::ZERO,
            1 => max.clone(),
            2 => max - BigUint::from(self.word() % 4).min(max.clone()),
            3 => BigUint::from(self.word() % 4),
            4 => max >> self.below(bits as usize + 1),
            5 => {
                // Limbs that are zero or all ones.
                let mut x = BigUint::ZERO;
                for _ in 0..bits.div_ceil(u64::from(w)) {
                    x <<= w;
                    if self.below(2) == 1 {
                        x += (BigUint::one() << w) - 1u8;
                    }
                }
                x
            }
            6 => (BigUint::one() << self.below(bits as usize + 1)) - (self.word() & 1),
            _ => (0..bits.div_ceil(64)).fold(BigUint::ZERO, |x, _| (x << 64) + self.word()),
        };
        x % (max + 1u8)
    }
}

/// Inputs on which the function breaks the contract, if some are found.
fn breaks(f: &Function, c: &Contract, rng: &mut Rng, rounds: usize) -> Option<Vec<BigUint>> {
    for _ in 0..rounds {
        let mut args: Vec<BigUint> = f
            .params
            .iter()
            .map(|p| rng.number(&p.max, f.word.container))
            .collect();
        if let Some((p, k)) = &c.negated_inverse {
            let at = |n: &str| f.params.iter().position(|q| q.name == n).unwrap();
            let w = BigUint::one() << f.word.container;
            args[at(p)] |= BigUint::one();
            args[at(k)] = &w - args[at(p)].modinv(&w).unwrap();
        }
        let names = |n: &[String], v: &[BigUint]| -> BTreeMap<String, BigUint> {
            n.iter().cloned().zip(v.iter().cloned()).collect()
        };
        let out = eval_integers(f, &args).unwrap();
        let params: Vec<String> = f.params.iter().map(|p| p.name.clone()).collect();
        let results: Vec<String> = f.results.iter().map(|r| r.name.clone()).collect();
        if c.check(&names(&params, &args), &names(&results, &out))
            .is_err()
        {
            return Some(args);
        }
    }
    None
}

/// Single changes of one instruction.
fn mutate(f: &Function, rng: &mut Rng) -> Vec<Function> {
    let mut ops: Vec<(usize, Op)> = vec![];
    let mut dropped = vec![];
    let mut push = |i: usize, op: Op| ops.push((i, op));
    for (i, inst) in f.insts.iter().enumerate() {
        match &inst.op {
            Op::Const(c) => {
                for d in [
                    c.wrapping_add(1),
                    c.wrapping_sub(1),
                    c ^ (1 << rng.below(f.word.container as usize)),
                    0,
                ] {
                    push(i, Op::Const(d & f.word.mask()));
                }
            }
            Op::Add(a, b, c) => {
                if c.is_some() {
                    push(i, Op::Add(*a, *b, None));
                }
                push(i, Op::Sub(*a, *b, *c));
            }
            Op::Sub(a, b, c) => {
                if c.is_some() {
                    push(i, Op::Sub(*a, *b, None));
                }
                push(i, Op::Add(*a, *b, *c));
                push(i, Op::Sub(*b, *a, *c));
            }
            Op::Select(c, a, b) => push(i, Op::Select(*c, *b, *a)),
            Op::Shl(a, k) => {
                push(i, Op::Shl(*a, (k + 1).min(f.word.container - 1)));
                push(i, Op::Shr(*a, *k));
            }
            Op::Shr(a, k) => {
                push(i, Op::Shr(*a, (k + 1).min(f.word.container - 1)));
                push(i, Op::Shr(*a, (k - 1).max(1)));
            }
            Op::Funnel(a, b, k) => {
                push(i, Op::Funnel(*a, *b, (k - 1).max(1)));
                push(i, Op::Funnel(*b, *a, *k));
                push(i, Op::Funnel(*a, *b, (k + 1).min(f.word.container - 1)));
            }
            Op::And(a, b) => {
                push(i, Op::Or(*a, *b));
                push(i, Op::Xor(*a, *b));
            }
            Op::Or(a, b) => {
                push(i, Op::And(*a, *b));
                push(i, Op::Xor(*a, *b));
            }
            _ => {}
        }
        // Each operand replaced by another value of its type, near and far.
        let operands = inst.op.operands();
        for (at, (v, t)) in operands.iter().enumerate() {
            for far in [false, true] {
                let n = inst.first.index();
                let near = n.saturating_sub(12);
                let from = if far { 0 } else { near };
                let u = Value((from + rng.below(n - from)) as u32);
                if f.types[u.index()] != *t || u == *v {
                    continue;
                }
                let mut k = 0;
                push(
                    i,
                    inst.op.map_operands(|x| {
                        k += 1;
                        if k == at + 1 { u } else { x }
                    }),
                );
            }
        }
        // The instruction dropped: its word is its first operand.
        if let Some((a, Type::Word)) = operands.first().copied() {
            let mut g = f.clone();
            for later in &mut g.insts[i + 1..] {
                later.op = later
                    .op
                    .map_operands(|x| if x == inst.first { a } else { x });
            }
            for r in &mut g.results {
                r.limbs
                    .iter_mut()
                    .filter(|l| **l == inst.first)
                    .for_each(|l| *l = a);
            }
            dropped.push(g);
        }
    }
    let changed = ops.into_iter().map(|(i, op)| {
        let mut g = f.clone();
        g.insts[i].op = op;
        g
    });
    changed.chain(dropped).collect()
}

/// Small fields: every shape, few instructions.
fn small() -> Vec<Kernel> {
    let w = Word::W64;
    let spare = Field::new(hex("30644e72e131a029b85045b68181585d"), w);
    let full = Field::new(hex("ffffffffffffffffffffffffffffff61"), w);
    let half_full = Field::new(hex("fffffffefffffffffffffffffffffc2f"), w);
    let short = Field::new(hex("1a0111ea397fe69b"), Word::W32);
    let sparse_field = Field::new(hex("73eda753299d7d48ffffffff00000001"), w);
    let mut out = vec![];
    for f in [&spare, &full, &half_full, &short] {
        let room = (&f.p << 2usize) <= f.r;
        out.extend([
            add(f),
            double(f),
            sub(f, false),
            sub(f, true),
            neg(f, false),
            neg(f, true),
            half(f),
        ]);
        for s in [Style::Mac, Style::Chains] {
            out.extend([
                mul(f, s),
                wide(f, s, false),
                redc(f, s, 2 * f.n),
                redc(f, s, f.n),
            ]);
            if f.word.container == 64 {
                out.push(wide(f, s, true));
            }
            if room {
                out.push(dot(f, s, 1, true, false, false, false));
                out.push(dot(f, s, 1, false, false, false, true));
                out.push(dot(f, s, 2, false, false, false, false));
            }
        }
        if room {
            out.push(nonzero_carry(f));
            out.push(canonicalise(f, &f.p * 3u8 - 1u8, 2));
        }
    }
    out.push(crandall(&full, Style::Mac));
    out.extend([
        dot_full(&full, Style::Mac, 2),
        dot_full(&full, Style::Chains, 3),
        sparse(&sparse_field),
    ]);
    out.push(dot(&spare, Style::Chains, 1, false, true, true, false));
    out.extend([
        goldilocks(),
        mersenne(),
        montgomery31(0x7800_0001),
        operand(2, Style::Mac),
        operand_redc(2, Style::Mac),
    ]);
    out
}

/// Kernels whose proofs need the rules for shifts, choices between constants, longer chains and tight bounds.
fn tight() -> Vec<Kernel> {
    use crate::kernels::{Name, Style, build};
    let mut out = vec![];
    let mut push = |plan: &crate::plan::Plan, names: &[Name]| {
        for style in [Style::DualChain, Style::Mac] {
            out.extend(names.iter().map(|name| {
                let k = build(plan, style, *name);
                Kernel {
                    function: k.function,
                    contract: k.contract,
                }
            }));
        }
    };
    for (p, names) in [
        (0x8000_0000_0000_0001u64, &[Name::Half, Name::Dot(3)][..]),
        (0x7fff_ffff_ffff_ffff, &[Name::Dot(2), Name::Redc]),
        (0xbae5_3081_ffff_ffff, &[Name::Dot(2), Name::Fp2Sqr]),
        (0x1_0000_0001, &[Name::Sqr, Name::Half]),
        (0x1f_ffff_ffff, &[Name::FromInternal, Name::Dot(2)]),
        (0x7_ffff, &[Name::Mul, Name::Half]),
        (0x7800_0001, &[Name::Redc, Name::Dot(4)]),
    ] {
        let plan = crate::plan::Plan::new("tight", &p.into(), Word::W32).unwrap();
        push(&plan, names);
    }
    // Rows that subtract.
    for (p, names) in [
        ("fffffffea1b2c3d5", &[Name::Mul, Name::Redc][..]),
        (
            "fffffffffffffffe80c5d1e9",
            &[Name::Mul, Name::Sqr, Name::FromInternal],
        ),
    ] {
        let mut plan = crate::plan::Plan::new("tight", &hex(p), Word::W32).unwrap();
        plan.complement = true;
        push(&plan, names);
    }
    out
}

/// Each kernel of these tests with a sample of its mutants, for checks by other means.
pub(crate) fn samples() -> Vec<(Function, Contract, Vec<Function>)> {
    let mut rng = Rng(0x1234_5678_9abc_def5);
    let all = small().into_iter().chain(tight());
    all.map(|k| {
        let mut mutants = mutate(&k.function, &mut rng);
        mutants.retain(|m| verify(m).is_ok() && rng.below(1 + k.function.insts.len() / 40) == 0);
        (k.function, k.contract, mutants)
    })
    .collect()
}

#[test]
fn mutants_are_rejected() {
    mutants_of(small(), 2000);
}

#[test]
fn mutants_of_tight_kernels_are_rejected() {
    mutants_of(tight(), 1000);
}

fn mutants_of(kernels: Vec<Kernel>, least: usize) {
    let mut rng = Rng(0x9e37_79b9_7f4a_7c15);
    let (mut total, mut accepted) = (0, 0);
    for k in kernels {
        prove(&k.function, &k.contract).unwrap_or_else(|e| panic!("{}: {e}", k.function.name));
        assert_eq!(
            breaks(&k.function, &k.contract, &mut rng, 200),
            None,
            "{}",
            k.function.name
        );
        for m in mutate(&k.function, &mut rng) {
            // A sample of the mutants of long functions.
            if verify(&m).is_err() || rng.below(1 + k.function.insts.len() / 40) != 0 {
                continue;
            }
            total += 1;
            if prove(&m, &k.contract).is_ok() {
                accepted += 1;
                let bad = breaks(&m, &k.contract, &mut rng, 2000);
                assert_eq!(
                    bad,
                    None,
                    "accepted:\n{}\n{:?}",
                    crate::limb_ir::print(&m),
                    k.contract
                );
            }
        }
    }
    eprintln!("{accepted} of {total} mutants are proven");
    assert!(
        total > least && accepted * 5 < total,
        "{accepted} of {total}"
    );
}

/// A random well-formed function of two parameters.
fn random(rng: &mut Rng, word: Word) -> Function {
    let n = 1 + rng.below(2);
    let mut types = vec![Type::Word; 2 * n];
    let param = |i: usize, name: &str, rng: &mut Rng| Param {
        name: name.into(),
        limbs: (0..n).map(|j| Value((i * n + j) as u32)).collect(),
        max: (BigUint::one() << (word.container as usize * n - rng.below(30))) - 1u8,
    };
    let params = vec![param(0, "a", rng), param(1, "b", rng)];
    let mut insts: Vec<Inst> = vec![];
    for _ in 0..3 + rng.below(14) {
        let words: Vec<Value> = (0..types.len())
            .filter(|i| types[*i] == Type::Word)
            .map(|i| Value(i as u32))
            .collect();
        let bits: Vec<Value> = (0..types.len())
            .filter(|i| types[*i] == Type::Bit)
            .map(|i| Value(i as u32))
            .collect();
        let mut w = || {
            let recent = words.len().saturating_sub(6);
            let from = if rng.below(2) == 0 { 0 } else { recent };
            words[from + rng.below(words.len() - from)]
        };
        let (a, b, c, d) = (w(), w(), w(), w());
        let bit = if bits.is_empty() {
            None
        } else {
            Some(bits[rng.below(bits.len())])
        };
        let k = 1 + rng.below(word.container as usize - 1) as u32;
        let constant = match rng.below(6) {
            0 => 0,
            1 => u64::MAX,
            2 => 1,
            3 => (1u64 << k) - 1,
            4 => 1 << k,
            _ => rng.word(),
        };
        let op = match rng.below(16) {
            0 | 1 => Op::Const(constant & word.mask()),
            2 => Op::MulWide(a, b),
            3 => Op::Mac(a, b, c, d),
            4 => Op::MulLo(a, b),
            5 | 6 => Op::Add(a, b, bit.filter(|_| rng.below(2) == 0)),
            7 | 8 => Op::Sub(a, b, bit.filter(|_| rng.below(2) == 0)),
            9 => Op::Shl(a, k),
            10 => Op::Shr(a, k),
            11 => Op::Funnel(a, b, k),
            12 => Op::And(a, b),
            13 => Op::Or(a, b),
            14 => Op::Xor(a, b),
            _ => match bit {
                Some(bit) => Op::Select(bit, a, b),
                None if word.container == 64 && rng.below(2) == 0 => Op::Madd52Hi(a, b, c),
                None if word.container == 64 => Op::Madd52Lo(a, b, c),
                None => Op::Add(a, b, None),
            },
        };
        let first = Value(types.len() as u32);
        types.extend_from_slice(op.results());
        insts.push(Inst { first, op });
    }
    let words: Vec<Value> = (2 * n..types.len())
        .filter(|i| types[*i] == Type::Word)
        .map(|i| Value(i as u32))
        .collect();
    let last = |k: usize| {
        words
            .get(words.len().saturating_sub(1 + k))
            .copied()
            .unwrap_or(Value(0))
    };
    let limbs = (0..n).map(last).collect();
    Function {
        name: "random".into(),
        word,
        params,
        insts,
        results: vec![Results {
            name: "r".into(),
            limbs,
        }],
        types,
    }
}

/// No panic, and every bound, alias and carry that the analysis states holds on random inputs.
#[test]
fn random_functions() {
    let mut rng = Rng(0xda94_2042_e4dd_58b5);
    for round in 0..3000 {
        let word = [
            Word::W64,
            Word::W32,
            Word {
                radix: 52,
                container: 64,
            },
        ][round % 3];
        let mut f = random(&mut rng, word);
        for p in &mut f.params {
            let bits = u64::from(word.radix) * p.limbs.len() as u64;
            p.max = p.max.clone().min((BigUint::one() << bits) - 1u8);
        }
        verify(&f).unwrap();
        let modulo = match rng.below(3) {
            0 => Modulo::Exact,
            1 => Modulo::Constant(BigUint::from(rng.word() | 1)),
            _ => Modulo::Param("b".into()),
        };
        let terms = [
            Term::new(1, &["a"]),
            Term::new(BigInt::from(-1), &["a", "b"]),
        ];
        let max = (BigUint::one() << (word.radix as usize * f.results[0].limbs.len())) - 1u8;
        let range = Range::AtMost(max);
        let c = Contract::new(vec![Equation {
            result: "r".into(),
            scale: BigUint::one(),
            terms: terms[..rng.below(3)].to_vec(),
            modulo,
            range,
        }]);
        if prove(&f, &c).is_ok() {
            assert_eq!(
                breaks(&f, &c, &mut rng, 100),
                None,
                "{}",
                crate::limb_ir::print(&f)
            );
        }
        facts_hold(&f, &c, &mut rng);
    }
}

/// Evaluates the function with every value as a result and compares with what the solver found out.
fn facts_hold(f: &Function, c: &Contract, rng: &mut Rng) {
    use crate::prove::program::Alias;
    let s = crate::prove::Solver::new(f, c);
    let mut all = f.clone();
    // Bits are read through a select, so that they can be results too.
    let words: Vec<Value> = (0..f.types.len()).map(|i| Value(i as u32)).collect();
    let (one, zero) = (
        Value(all.types.len() as u32),
        Value(all.types.len() as u32 + 1),
    );
    for (v, x) in [(one, 1), (zero, 0)] {
        all.types.push(Type::Word);
        all.insts.push(Inst {
            first: v,
            op: Op::Const(x),
        });
    }
    let seen: Vec<Value> = words
        .iter()
        .map(|v| match f.types[v.index()] {
            Type::Word => *v,
            Type::Bit => {
                let first = Value(all.types.len() as u32);
                all.types.push(Type::Word);
                all.insts.push(Inst {
                    first,
                    op: Op::Select(*v, one, zero),
                });
                first
            }
        })
        .collect();
    all.results = vec![Results {
        name: "all".into(),
        limbs: seen,
    }];
    for _ in 0..30 {
        let args: Vec<Vec<u64>> = f
            .params
            .iter()
            .map(|p| {
                let x = rng.number(&p.max, f.word.radix);
                let mask = (BigUint::one() << f.word.radix) - 1u8;
                (0..p.limbs.len())
                    .map(|j| u64::try_from((&x >> (f.word.radix as usize * j)) & &mask).unwrap())
                    .collect()
            })
            .collect();
        let at = &crate::limb_ir::eval(&all, &args).unwrap()[0];
        let say = || format!("{}\n{args:x?}", crate::limb_ir::print(f));
        for v in &words {
            let x = at[v.index()];
            assert!(
                x >= s.p.min[v.index()] && x <= s.p.max[v.index()],
                "interval of %{}: {x:#x}\n{}",
                v.0,
                say()
            );
            match s.p.alias[v.index()] {
                Some(Alias::Const(k)) => assert_eq!(x, k, "%{}\n{}", v.0, say()),
                Some(Alias::Scaled(k, u)) => {
                    assert_eq!(
                        u128::from(x),
                        u128::from(k) * u128::from(at[u.index()]),
                        "%{}\n{}",
                        v.0,
                        say()
                    )
                }
                None => {}
            }
        }
        for fact in s.facts.iter() {
            let sum = fact
                .members
                .iter()
                .fold(crate::prove::num::Num::ZERO, |t, (v, l)| {
                    t.add(&l.mul(&crate::prove::num::Num::int(at[v.index()])))
                });
            assert!(sum.le(&fact.bound), "{fact:?}\n{}", say());
        }
    }
}
