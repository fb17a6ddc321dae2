//! Kernels without a product: add, sub, neg, double, half, canonicalise, select.

use super::Kernel;
use super::arith::{Arith, Style, some};
use crate::limb_ir::{Contract, Equation, Limbs, Modulo, Range, Term, Value};
use crate::plan::Plan;
use num_bigint::BigUint;
use num_traits::One;

// The rows of linear kernels have one chain, so that their shape is the same on every machine.
fn arith<'a>(plan: &'a Plan, name: &str) -> Arith<'a> {
    Arith::new(plan, Style::DualChain, name)
}

fn finish(mut a: Arith<'_>, out: Limbs, scale: u8, terms: Vec<Term>) -> Kernel {
    a.b.result("out", out);
    let equation = Equation {
        result: "out".into(),
        scale: scale.into(),
        terms,
        modulo: Modulo::Constant(a.plan.modulus.clone()),
        range: Range::AtMost(&a.plan.modulus - 1u8),
    };
    Kernel {
        function: a.b.finish(),
        contract: Contract::new(vec![equation]),
    }
}

pub(super) fn add_canonical(a: &mut Arith<'_>, x: &[Value], y: &[Value]) -> Limbs {
    let max = (&a.plan.modulus - 1u8) * 2u8;
    if a.plan.limbs == 1 && max >= a.capacity() {
        // The borrow of x - (p - y) decides: no carry and borrow to combine. Both sums are computed meanwhile.
        let p = a.b.constants(&a.plan.modulus, 1)[0];
        let (negative, _) = a.b.sub(p, y[0], None);
        let (_, below) = a.b.sub(x[0], negative, None);
        let (sum, _) = a.b.add(x[0], y[0], None);
        let (less, _) = a.b.sub(sum, p, None);
        return vec![a.b.select(below, sum, less)];
    }
    let (mut sum, carry) = a.add_words(&some(x), &some(y));
    if max >= a.capacity() {
        let (top, _) = a.add3(None, None, carry);
        sum.push(top);
    }
    a.canonical(&sum, &max)
}

/// `a + b mod p`.
pub fn add(plan: &Plan) -> Kernel {
    let mut k = arith(plan, "add");
    let (x, y) = (k.element("a"), k.element("b"));
    let out = add_canonical(&mut k, &x, &y);
    finish(k, out, 1, vec![Term::new(1, &["a"]), Term::new(1, &["b"])])
}

/// `2 a mod p`.
pub fn double(plan: &Plan) -> Kernel {
    let mut k = arith(plan, "double");
    let x = k.element("a");
    let out = add_canonical(&mut k, &x, &x);
    finish(k, out, 1, vec![Term::new(2, &["a"])])
}

/// `a - b mod p`: the difference, plus p where it borrows.
pub fn sub(plan: &Plan) -> Kernel {
    let mut k = arith(plan, "sub");
    let (x, y) = (k.element("a"), k.element("b"));
    let out = sub_canonical(&mut k, &x, &y);
    finish(k, out, 1, vec![Term::new(1, &["a"]), Term::new(-1, &["b"])])
}

pub(super) fn sub_canonical(k: &mut Arith<'_>, x: &[Value], y: &[Value]) -> Limbs {
    if k.plan.limbs == 1 {
        return vec![k.sub_word(x[0], y[0])];
    }
    let (d, borrow) = k.sub_words(x, y);
    let out = k.add_modulus_if(borrow, &some(&d)).0;
    k.values(&out)
}

/// `-a mod p`: `p - a`, and 0 for 0.
pub fn neg(plan: &Plan) -> Kernel {
    let mut k = arith(plan, "neg");
    let x = k.element("a");
    let any = x[1..].iter().fold(x[0], |acc, v| k.b.or(acc, *v));
    let p = k.b.constants(&plan.modulus, plan.limbs);
    let (d, _) = k.sub_words(&p, &x);
    let zero = k.b.constant(0);
    let (_, nonzero) = k.b.sub(zero, any, None);
    let out = d.iter().map(|d| k.b.select(nonzero, *d, zero)).collect();
    finish(k, out, 1, vec![Term::new(-1, &["a"])])
}

/// `a / 2 mod p`: `a` or `a + p`, whichever is even, shifted.
pub fn half(plan: &Plan) -> Kernel {
    let mut k = arith(plan, "half");
    let x = k.element("a");
    let one = k.b.constant(1);
    let low = k.b.and(x[0], one);
    let zero = k.b.constant(0);
    let (_, odd) = k.b.sub(zero, low, None);
    let (mut s, carry) = k.add_modulus_if(odd, &some(&x));
    if (&plan.modulus - 1u8) * 2u8 >= k.capacity() {
        let (top, _) = k.add3(None, None, carry);
        s.push(top);
    }
    let s = k.values(&s);
    let out = (0..plan.limbs)
        .map(|i| match s.get(i + 1) {
            Some(next) => k.b.funnel(*next, s[i], 1),
            None => k.b.shr(s[i], 1),
        })
        .collect();
    finish(k, out, 2, vec![Term::new(1, &["a"])])
}

/// A value below `2p` to its canonical residue.
pub fn reduce(plan: &Plan) -> Kernel {
    let mut k = arith(plan, "reduce");
    let max = &plan.modulus * 2u8 - 1u8;
    let x = k.operand("a", &max);
    let out = k.canonical(&some(&x), &max);
    finish(k, out, 1, vec![Term::new(1, &["a"])])
}

/// `choice ? a : b`, for `choice` 0 or 1.
pub fn select(plan: &Plan) -> Kernel {
    let mut k = arith(plan, "select");
    let (x, y) = (k.element("a"), k.element("b"));
    let choice = k.b.param("choice", 1, BigUint::one());
    let zero = k.b.constant(0);
    let (_, bit) = k.b.sub(zero, choice[0], None);
    let out: Limbs = x
        .iter()
        .zip(&y)
        .map(|(x, y)| k.b.select(bit, *x, *y))
        .collect();
    k.b.result("out", out);
    let equation = Equation {
        result: "out".into(),
        scale: BigUint::one(),
        terms: vec![
            Term::new(1, &["choice", "a"]),
            Term::new(1, &["b"]),
            Term::new(-1, &["choice", "b"]),
        ],
        modulo: Modulo::Exact,
        range: Range::AtMost(&plan.modulus - 1u8),
    };
    Kernel {
        function: k.b.finish(),
        contract: Contract::new(vec![equation]),
    }
}
