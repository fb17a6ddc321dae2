//! Which borrows are the sign of their difference.
//!
//! Intervals from the parameters' promised maxima on. Where `a - b` lies in `[-W/2, W/2)`, the borrow of `a - b` is the top bit of the
//! wrapped difference.

use crate::limb_ir::{Function, Op, Value};
use num_traits::ToPrimitive;

/// For each instruction: a subtraction of two variables without borrow in, both results read, whose borrow is the sign.
///
/// Differences from or to a constant stay as they are: their comparison is one with a constant, which compilers do well.
pub(super) fn sign_borrows(f: &Function) -> Vec<bool> {
    let intervals = intervals(f);
    let uses = f.uses();
    let constant = |v: &Value| intervals[v.index()].0 == intervals[v.index()].1;
    let half = 1u128 << (f.word.container - 1);
    f.insts
        .iter()
        .map(|inst| match &inst.op {
            Op::Sub(a, b, None) => {
                let (x, y) = (intervals[a.index()], intervals[b.index()]);
                let read = |v: Option<Value>| v.is_some_and(|v| uses[v.index()] > 0);
                !constant(a)
                    && !constant(b)
                    && read(Some(inst.first))
                    && read(inst.second())
                    && u128::from(x.1) < half + u128::from(y.0)
                    && u128::from(y.1) <= half + u128::from(x.0)
            }
            _ => false,
        })
        .collect()
}

/// The least and the largest value of each word, as far as it follows from one instruction at a time.
fn intervals(f: &Function) -> Vec<(u64, u64)> {
    let top = f.word.mask();
    let bits = f.word.container;
    let mut r = vec![(0, top); f.types.len()];
    for p in &f.params {
        for (i, v) in p.limbs.iter().enumerate() {
            // What is above the limb is zero exactly for the last one that the maximum reaches.
            let limb = &p.max >> (f.word.radix as usize * i);
            r[v.index()].1 = limb.to_u64().unwrap_or(top).min(top);
        }
    }
    let clamp = |lo: u128, hi: u128| match hi <= u128::from(top) {
        true => (lo as u64, hi as u64),
        false => (0, top),
    };
    for inst in &f.insts {
        let at = |v: &Value| {
            let (lo, hi) = r[v.index()];
            (u128::from(lo), u128::from(hi))
        };
        let first = match &inst.op {
            Op::Const(c) => (*c, *c),
            Op::MulWide(a, b) => {
                let (a, b) = (at(a), at(b));
                let high = ((a.0 * b.0) >> bits, (a.1 * b.1) >> bits);
                if let Some(v) = inst.second() {
                    r[v.index()] = clamp(high.0, high.1);
                }
                clamp(a.0 * b.0, a.1 * b.1)
            }
            Op::Add(a, b, None) => {
                let (a, b) = (at(a), at(b));
                clamp(a.0 + b.0, a.1 + b.1)
            }
            Op::Shr(a, k) => (r[a.index()].0 >> k, r[a.index()].1 >> k),
            Op::And(a, b) => (0, r[a.index()].1.min(r[b.index()].1)),
            Op::Select(_, a, b) => {
                let (a, b) = (r[a.index()], r[b.index()]);
                (a.0.min(b.0), a.1.max(b.1))
            }
            _ => continue,
        };
        r[inst.first.index()] = first;
    }
    r
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limb_ir::{Builder, Word, eval};

    fn difference(a_max: u64, b_max: u64) -> Function {
        let mut b = Builder::new("difference", Word::W32);
        let x = b.param("a", 1, a_max.into());
        let y = b.param("b", 1, b_max.into());
        let (d, borrow) = b.sub(x[0], y[0], None);
        let zero = b.constant(0);
        let s = b.select(borrow, zero, d);
        b.result("out", vec![s, d]);
        b.finish()
    }

    #[test]
    fn the_sign_is_the_borrow_only_within_half_a_word() {
        assert!(sign_borrows(&difference(0x7fff_ffff, 0x8000_0000))[0]);
        assert!(!sign_borrows(&difference(0x8000_0000, 0x7fff_ffff))[0]);
        assert!(!sign_borrows(&difference(0x7fff_ffff, 0x8000_0001))[0]);
    }

    #[test]
    fn intervals_hold_what_the_interpreter_computes() {
        let max = 0x7800_0000u64;
        let mut b = Builder::new("all", Word::W32);
        let x = b.param("a", 1, max.into())[0];
        let y = b.param("b", 1, max.into())[0];
        let (lo, hi) = b.mul_wide(x, y);
        let (sum, _) = b.add(x, y, None);
        let (twice, _) = b.add(sum, sum, None);
        let shifted = b.shr(lo, 7);
        let masked = b.and(lo, x);
        let (_, borrow) = b.sub(x, y, None);
        let chosen = b.select(borrow, shifted, hi);
        b.result("out", vec![lo, hi, sum, twice, shifted, masked, chosen]);
        let f = b.finish();
        let intervals = intervals(&f);
        assert!(intervals[hi.index()].1 < 1 << 30);
        for x in [0, 1, 77, 0x4000_0001, max] {
            for y in [0, 3, 0x1234_5678, max] {
                let out = eval(&f, &[vec![x], vec![y]]).unwrap();
                for (v, got) in f.results[0].limbs.iter().zip(&out[0]) {
                    let (lo, hi) = intervals[v.index()];
                    assert!((lo..=hi).contains(got), "{v:?} {got:#x}");
                }
            }
        }
    }
}
