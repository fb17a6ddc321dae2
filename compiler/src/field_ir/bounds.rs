//! How large values are, against what holds them.

use super::op::{Function, Op, Type, Value};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use std::collections::BTreeMap;

/// What holds the values of one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// The modulus.
    pub p: BigUint,
    /// `W^n`: elements lie below; wide values have `W^2n` of room.
    pub capacity: BigUint,
    /// What a reduction takes: values below.
    pub reducible: BigUint,
}

impl Room {
    /// The room of a Plan.
    pub fn of(plan: &crate::plan::Plan) -> Room {
        let capacity = BigUint::one() << (plan.word.radix as usize * plan.limbs);
        Room {
            p: plan.modulus.clone(),
            reducible: &plan.modulus * &capacity,
            capacity,
        }
    }
}

/// The range of a value, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The least value; below 0 only for wide ones.
    pub min: BigInt,
    /// The largest value.
    pub max: BigInt,
}

/// A value that is too large, or may be negative.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("%{value}: {what}")]
pub struct BoundError {
    /// The value.
    pub value: u32,
    /// What it breaks.
    pub what: &'static str,
}

/// A polynomial of degree at most two in values that vary by themselves (parameters, outcomes of reduced operations), so that what
/// cancels (`(a + b)(c + d) - ac - bd`) does not widen a range. The empty list of factors is the constant.
type Poly = BTreeMap<Vec<Value>, BigInt>;

fn combine(a: &Poly, b: &Poly, sign: i32) -> Poly {
    let mut out = a.clone();
    for (m, c) in b {
        let slot = out.entry(m.clone()).or_default();
        *slot += c * sign;
        if slot.is_zero() {
            out.remove(m);
        }
    }
    out
}

fn product(a: &Poly, b: &Poly) -> Poly {
    let mut out = Poly::new();
    for (m, c) in a {
        for (n, d) in b {
            let mut factors = [m.as_slice(), n.as_slice()].concat();
            factors.sort();
            let slot = out.entry(factors.clone()).or_default();
            *slot += c * d;
            if slot.is_zero() {
                out.remove(&factors);
            }
        }
    }
    out
}

/// The range of every value, parameters canonical.
///
/// # Errors
/// The first value that does not fit its words, that a subtraction may make negative, or that an operation does not take:
/// reduced operations take canonical elements, `reduce` values below `2p`, `redc` wide values from 0 to below [`Room::reducible`]; results are canonical.
pub fn bounds(f: &Function, room: &Room) -> Result<Vec<Bound>, BoundError> {
    let canonical = BigInt::from(&room.p - 1u8);
    let mut polys: Vec<Poly> = vec![];
    // The largest value of each atom.
    let mut atoms: Vec<BigInt> = vec![];
    let atom = |v: usize| Poly::from([(vec![Value(v as u32)], BigInt::one())]);
    for p in &f.params {
        for v in &p.values {
            polys.push(atom(v.index()));
            atoms.push(match p.ty {
                Type::Bit => BigInt::one(),
                _ => canonical.clone(),
            });
        }
    }
    let range = |poly: &Poly, atoms: &[BigInt]| {
        let (mut min, mut max) = (BigInt::zero(), BigInt::zero());
        for (m, c) in poly {
            let most: BigInt = m.iter().map(|v| &atoms[v.index()]).product();
            let sign = *c < BigInt::zero();
            // A constant counts at both ends.
            if sign || m.is_empty() {
                min += c * &most;
            }
            if !sign || m.is_empty() {
                max += c * &most;
            }
        }
        Bound { min, max }
    };
    let mut ranges: Vec<Bound> = polys.iter().map(|p| range(p, &atoms)).collect();
    for inst in &f.insts {
        let fail = |what| BoundError {
            value: inst.value.0,
            what,
        };
        let g = |v: &Value| &polys[v.index()];
        let most = |v: &Value| &ranges[v.index()].max;
        let fresh = || atom(inst.value.index());
        let mut outcome = canonical.clone();
        let poly = match &inst.op {
            Op::Select(_, a, b) => {
                outcome = most(a).max(most(b)).clone();
                fresh()
            }
            Op::AddLazy(a, b) | Op::AddWide(a, b) => combine(g(a), g(b), 1),
            Op::SubWide(a, b) => combine(g(a), g(b), -1),
            Op::SubLazy(a, b, k) => {
                let offset = BigInt::from(&room.p * *k);
                combine(&combine(g(a), g(b), -1), &Poly::from([(vec![], offset)]), 1)
            }
            Op::OffsetWide(a, k) => {
                combine(g(a), &Poly::from([(vec![], BigInt::from(&room.p * k))]), 1)
            }
            Op::MulWide(a, b) => product(g(a), g(b)),
            Op::SqrWide(a) => product(g(a), g(a)),
            Op::Reduce(a) if *most(a) >= BigInt::from(&room.p * 2u8) => {
                return Err(fail("not below 2p"));
            }
            Op::Redc(a) => {
                let r = &ranges[a.index()];
                if r.min < BigInt::zero() || r.max >= BigInt::from(room.reducible.clone()) {
                    return Err(fail("not from 0 to below what a reduction takes"));
                }
                fresh()
            }
            Op::Const2(..)
            | Op::TimesXi(_)
            | Op::TimesXiWide(_)
            | Op::Conjugate(_)
            | Op::Scale(..) => {
                return Err(fail("over a quadratic extension"));
            }
            Op::Const(_) | Op::Reduce(_) => fresh(),
            _ => {
                if inst.op.operands().iter().any(|(v, _)| *most(v) > canonical) {
                    return Err(fail("an operand is not canonical"));
                }
                fresh()
            }
        };
        atoms.push(outcome);
        let r = range(&poly, &atoms);
        let capacity = BigInt::from(room.capacity.clone());
        let fits = match inst.op.result() {
            // Two's complement.
            Type::Wide => {
                let half = &capacity * &capacity / 2;
                let whole = &capacity * &capacity;
                (r.min >= BigInt::zero() && r.max < whole) || (r.min >= -&half && r.max < half)
            }
            _ if r.min < BigInt::zero() => return Err(fail("may be negative")),
            _ => r.max < capacity,
        };
        if !fits {
            return Err(fail("does not fit its words"));
        }
        polys.push(poly);
        ranges.push(r);
    }
    for v in f.results.iter().flat_map(|r| &r.values) {
        if ranges[v.index()].max > canonical {
            return Err(BoundError {
                value: v.0,
                what: "a result is not canonical",
            });
        }
    }
    Ok(ranges)
}
