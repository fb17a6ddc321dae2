//! The modulus as an operand: almost-Montgomery multiplication. Any residues below `W^n` in, one below `W^n` out; the caller
//! promises `p k = -1 (mod W)`.

use super::Kernel;
use super::arith::{Arith, Style, W, some};
use super::product::operand_factors;
use crate::limb_ir::{Contract, Equation, Limbs, Modulo, Range, Term, Value};
use crate::plan::Plan;
use num_bigint::{BigInt, BigUint};

struct Modulus {
    p: Limbs,
    inverse: Value,
}

fn modulus(k: &mut Arith<'_>) -> Modulus {
    let max = k.capacity() - 1u8;
    let p = k.operand("p", &max);
    let word_max = k.base() - 1u8;
    let inverse = k.b.param("k", 1, word_max)[0];
    Modulus { p, inverse }
}

/// `T := (T + m p) / W` at word `at`, with a word above the row.
fn clear(k: &mut Arith<'_>, t: &mut Vec<W>, at: usize, m: &Modulus) {
    let low = k.value(t[at]);
    let q = k.b.mul_lo(low, m.inverse);
    k.row(t, at, q, &operand_factors(&m.p), true);
}

/// `n + 1` words below `W^n + p` to `n` words: minus p where the top word is set.
fn almost(k: &mut Arith<'_>, t: &[W], m: &Modulus) -> Limbs {
    let n = k.plan.limbs;
    let low = k.values(&t[..n]);
    let Some(top) = t[n] else { return low };
    let zero = k.b.constant(0);
    let (_, set) = k.b.sub(zero, top, None);
    let masked: Vec<Value> = m.p.iter().map(|p| k.b.select(set, *p, zero)).collect();
    k.sub_words(&low, &masked).0
}

fn finish(mut k: Arith<'_>, out: Limbs, terms: Vec<Term>) -> Kernel {
    k.b.result("out", out);
    let equation = Equation {
        result: "out".into(),
        scale: k.capacity(),
        terms,
        modulo: Modulo::Param("p".into()),
        range: Range::AtMost(k.capacity() - 1u8),
    };
    let contract = Contract {
        equations: vec![equation],
        negated_inverse: Some(("p".into(), "k".into())),
    };
    Kernel {
        function: k.b.finish(),
        contract,
    }
}

fn any(k: &mut Arith<'_>, name: &str) -> Limbs {
    let max: BigUint = k.capacity() - 1u8;
    k.operand(name, &max)
}

fn sum(k: &mut Arith<'_>, x: &[Value], y: &[Value], m: &Modulus) -> Limbs {
    let n = k.plan.limbs;
    let mut t: Vec<W> = vec![None; 2 * n + 2];
    for (i, x) in x.iter().enumerate() {
        k.row(&mut t, i, *x, &operand_factors(y), true);
        clear(k, &mut t, i, m);
    }
    almost(k, &t[n..], m)
}

/// `a b / R mod p`.
pub fn mul(plan: &Plan, style: Style) -> Kernel {
    let mut k = Arith::new(plan, style, "mul_operand");
    let (x, y) = (any(&mut k, "a"), any(&mut k, "b"));
    let m = modulus(&mut k);
    let out = sum(&mut k, &x, &y, &m);
    finish(k, out, vec![Term::new(1, &["a", "b"])])
}

/// `a^2 / R mod p`.
pub fn sqr(plan: &Plan, style: Style) -> Kernel {
    let mut k = Arith::new(plan, style, "sqr_operand");
    let x = any(&mut k, "a");
    let m = modulus(&mut k);
    let out = sum(&mut k, &x, &x, &m);
    finish(k, out, vec![Term::new(1, &["a", "a"])])
}

/// `(lo + hi W^n) / R mod p`.
pub fn redc(plan: &Plan, style: Style) -> Kernel {
    let mut k = Arith::new(plan, style, "redc_operand");
    let (lo, hi) = (any(&mut k, "lo"), any(&mut k, "hi"));
    let m = modulus(&mut k);
    let n = plan.limbs;
    let mut t: Vec<W> = some(&lo);
    t.resize(2 * n + 2, None);
    for i in 0..n {
        clear(&mut k, &mut t, i, &m);
    }
    let low = t[n..].to_vec();
    let (mut s, carry) = k.add_words(&low[..n], &some(&hi));
    let (top, _) = k.add3(low[n], None, carry);
    s.push(top);
    let out = almost(&mut k, &s, &m);
    let capacity = BigInt::from(k.capacity());
    finish(
        k,
        out,
        vec![Term::new(1, &["lo"]), Term::new(capacity, &["hi"])],
    )
}
