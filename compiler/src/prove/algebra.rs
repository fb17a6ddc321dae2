//! The defining equation: an exact walk, and what is left by cases.

use super::bounds::Solver;
use super::num::Num;
use super::poly::{Mono, lanes, times};
use super::program::Ref;
use super::walk::{Mode, Walk};
use super::{ProveError, brief};
use crate::limb_ir::{Equation, Modulo, Op, Type, Value};
use num_integer::Integer;
use std::collections::BTreeMap;

/// More undecided bits than this in a residual and it is not zero.
const MAX_BITS: usize = 8;

/// Proves one equation; returns `(monomials left, steps)`.
pub(super) fn equation(s: &mut Solver, e: &Equation) -> Result<(usize, usize), ProveError> {
    if matches!(&e.modulo, Modulo::Constant(p) if p.is_even() && p.count_ones() != 1) {
        let what = "an even constant modulus that is no power of two";
        return Err(ProveError::Contract {
            result: e.result.clone(),
            what,
        });
    }
    let r = residual(s, e)?;
    settle(s, e, &r)?;
    Ok((r.monomials, r.steps))
}

/// `scale * result - terms` after an exact walk.
struct Residual {
    /// What did not vanish.
    left: Vec<(Mono, Num)>,
    monomials: usize,
    steps: usize,
}

/// The residual.
fn residual(s: &Solver, e: &Equation) -> Result<Residual, ProveError> {
    let f = s.p.f;
    let fail = |what: &'static str| ProveError::Contract {
        result: e.result.clone(),
        what,
    };
    let result = f
        .results
        .iter()
        .find(|r| r.name == e.result)
        .ok_or_else(|| fail("no such result"))?;
    let modulus = match &e.modulo {
        Modulo::Constant(p) if !p.is_even() => Some(p),
        _ => None,
    };
    let r = f.word.radix as i32;
    let complex = |_| ProveError::Complex {
        result: e.result.clone(),
    };
    let mut w = Walk::new(&s.p, &[]);
    let scale = Num::from_biguint(&e.scale);
    for (j, v) in result.limbs.iter().enumerate() {
        w.put(&scale.shift(r * j as i32), 0, &[Ref::Val(*v)])
            .map_err(complex)?;
    }
    for t in &e.terms {
        // The product of the parameters, limb by limb.
        let mut sum: Vec<(Num, Vec<Value>)> = vec![(Num::from_big(&t.coefficient).neg(), vec![])];
        for name in &t.factors {
            let p = f
                .param(name)
                .ok_or_else(|| fail("a term names no parameter"))?;
            if sum.len() * p.limbs.len() > 20_000 || t.factors.len() > 4 {
                return Err(ProveError::Complex {
                    result: e.result.clone(),
                });
            }
            let place = |(c, vs): &(Num, Vec<Value>), j: usize, v: Value| {
                (
                    c.shift(r * j as i32),
                    vs.iter().copied().chain([v]).collect(),
                )
            };
            sum = sum
                .iter()
                .flat_map(|t| {
                    p.limbs
                        .iter()
                        .enumerate()
                        .map(move |(j, v)| place(t, j, *v))
                })
                .collect();
        }
        for (c, vs) in sum {
            let refs: Vec<Ref> = vs.into_iter().map(Ref::Val).collect();
            w.put(&c, 0, &refs).map_err(complex)?;
        }
    }
    w.exact(modulus).map_err(complex)?;
    let steps = w.poly.steps;
    let mut left: Vec<(Mono, Num)> = w.poly.terms().cloned().collect();
    let monomials = left.len();
    if let Some(p) = modulus {
        left.retain(|t| !t.1.divisible(p));
    }
    left.sort_by_key(|t| t.0);
    Ok(Residual {
        left,
        monomials,
        steps,
    })
}

/// The residual is zero, or under every assignment of its bits it is or the assignment is impossible.
fn settle(s: &mut Solver, e: &Equation, r: &Residual) -> Result<(), ProveError> {
    if vanishes(s, e, &r.left) {
        return Ok(());
    }
    let mut bits: Vec<Value> = r
        .left
        .iter()
        .flat_map(|(m, _)| lanes(*m))
        .filter(|x| *x != 0)
        .map(|x| Value(x - 1))
        .filter(|v| s.p.f.types.get(v.index()) == Some(&Type::Bit))
        .collect();
    bits.sort_unstable();
    bits.dedup();
    if !bits.is_empty() && bits.len() <= MAX_BITS && split(s, e, &r.left, &bits, &mut vec![]) {
        return Ok(());
    }
    Err(ProveError::Residual {
        result: e.result.clone(),
        terms: show(s, &r.left),
    })
}

/// Is it zero where the equation holds?
fn vanishes(s: &Solver, e: &Equation, terms: &[(Mono, Num)]) -> bool {
    match &e.modulo {
        Modulo::Exact => terms.is_empty(),
        Modulo::Constant(p) if p.is_even() => {
            terms.iter().all(|t| t.1.is_multiple_of_power(p.bits() - 1))
        }
        Modulo::Constant(p) => terms.iter().all(|t| t.1.divisible(p)),
        Modulo::Param(name) => {
            s.p.f
                .param(name)
                .is_some_and(|p| multiple_of(s, &p.limbs, s.p.odd == Some(p.limbs[0]), terms))
        }
    }
}

/// Is the polynomial `Q Σ limbs[j] 2^(radix j)` for some `Q`?
///
/// Every term with `limbs[0]` gives a term of `Q`; what is left without `limbs[0]` must be nothing.
fn multiple_of(s: &Solver, limbs: &[Value], odd: bool, terms: &[(Mono, Num)]) -> bool {
    let r = s.p.f.word.radix as i32;
    let Some(first) = limbs.first().map(|v| v.0 + 1) else {
        return false;
    };
    let mut left: BTreeMap<Mono, Num> = terms.iter().cloned().collect();
    for _ in 0..terms.len() * (limbs.len() + 1) {
        let Some((m, c)) = left
            .iter()
            .find(|(m, _)| lanes(**m).contains(&first))
            .map(|(m, c)| (*m, c.clone()))
        else {
            break;
        };
        let mut quotient = 0;
        let mut dropped = false;
        for x in lanes(m).into_iter().filter(|x| *x != 0) {
            if x == first && !dropped {
                dropped = true;
            } else {
                quotient = match times(quotient, x, false) {
                    Some(q) => q,
                    None => return false,
                };
            }
        }
        // Halves are only harmless where the modulus is odd.
        if !c.is_integer() && !odd {
            return false;
        }
        for (j, v) in limbs.iter().enumerate() {
            let Some(key) = times(quotient, v.0 + 1, false) else {
                return false;
            };
            let d = left
                .remove(&key)
                .unwrap_or(Num::ZERO)
                .sub(&c.shift(r * j as i32));
            if !d.is_zero() {
                left.insert(key, d);
            }
        }
    }
    left.is_empty()
}

/// Does the residual vanish under `cases` and every choice of `bits`, as far as those are possible?
fn split(
    s: &mut Solver,
    e: &Equation,
    left: &[(Mono, Num)],
    bits: &[Value],
    cases: &mut Vec<(Value, bool)>,
) -> bool {
    let terms = assign(s, left, cases, &[]);
    if vanishes(s, e, &terms) {
        return true;
    }
    let zeros = zeros(s, cases);
    if !zeros.is_empty() && vanishes(s, e, &assign(s, left, cases, &zeros)) {
        return true;
    }
    // The quick ways first: an impossible branch is cut early.
    if !cases.is_empty() && s.refute_with(cases, Mode::Facts, false) {
        return true;
    }
    let Some((bit, rest)) = bits.split_last() else {
        return [Mode::Full, Mode::Stop]
            .into_iter()
            .any(|m| s.refute_with(cases, m, false))
            || s.refute(cases);
    };
    [false, true].into_iter().all(|value| {
        cases.push((*bit, value));
        let ok = split(s, e, left, rest, cases);
        cases.pop();
        ok
    })
}

/// The polynomial with some bits fixed and some values zero.
fn assign(
    s: &Solver,
    terms: &[(Mono, Num)],
    cases: &[(Value, bool)],
    zeros: &[bool],
) -> Vec<(Mono, Num)> {
    let mut out: BTreeMap<Mono, Num> = BTreeMap::new();
    'terms: for (m, c) in terms {
        let mut kept = 0;
        for x in lanes(*m).into_iter().filter(|x| *x != 0) {
            let v = Value(x - 1);
            if zeros.get(v.index()) == Some(&true) {
                continue 'terms;
            }
            match cases.iter().find(|k| k.0 == v) {
                Some((_, true)) => {}
                Some((_, false)) => continue 'terms,
                None => kept = times(kept, x, s.p.is_bit(x)).unwrap_or(kept),
            }
        }
        let sum = out.remove(&kept).unwrap_or(Num::ZERO).add(c);
        if !sum.is_zero() {
            out.insert(kept, sum);
        }
    }
    out.into_iter().collect()
}

/// The values that must be zero when the bits are as assumed: `0 - x` does not borrow, `x + (W - 1)` does not carry.
fn zeros(s: &Solver, cases: &[(Value, bool)]) -> Vec<bool> {
    let p = &s.p;
    let f = p.f;
    let mut zero = vec![false; f.types.len()];
    let constant = |v: &Value| match p.canonical(*v) {
        (c, None) => Some(c),
        _ => None,
    };
    for (bit, value) in cases {
        let Some(i) = p.inst_of[bit.index()].filter(|_| !value) else {
            continue;
        };
        let inst = &f.insts[i as usize];
        if inst.second() != Some(*bit) {
            continue;
        }
        match &inst.op {
            Op::Sub(a, b, None) if constant(a) == Some(0) => zero[b.index()] = true,
            Op::Add(a, b, None) if constant(a) == Some(p.mask()) => zero[b.index()] = true,
            Op::Add(a, b, None) if constant(b) == Some(p.mask()) => zero[a.index()] = true,
            _ => {}
        }
    }
    for inst in f.insts.iter().rev() {
        if let (Op::Or(a, b), true) = (&inst.op, zero[inst.first.index()]) {
            zero[a.index()] = true;
            zero[b.index()] = true;
        }
    }
    if zero.contains(&true) { zero } else { vec![] }
}

/// The first terms of a residual, for people.
fn show(s: &Solver, terms: &[(Mono, Num)]) -> String {
    let n = s.p.f.types.len() as u32;
    let name = |x: u32| match s.p.limb_of.get(x as usize - 1).copied().flatten() {
        Some((p, j)) => format!("{}[{j}]", s.p.f.params[p as usize].name),
        None if x <= n => format!("%{}", x - 1),
        None => format!("q{}", x - n - 1),
    };
    let mut out: Vec<String> = terms
        .iter()
        .take(4)
        .map(|(m, c)| {
            let mut t = format!("{c}");
            for x in lanes(*m).into_iter().filter(|x| *x != 0) {
                t.push('*');
                t.push_str(&name(x));
            }
            t
        })
        .collect();
    if terms.len() > 4 {
        out.push(format!("{} more", terms.len() - 4));
    }
    brief(out.join(" + "))
}
