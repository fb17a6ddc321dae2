//! `F_p[u]/(u^2 + 1)`: sums of products with one reduction a coordinate (Longa, ePrint 2022/367).
//!
//! `c0 = a0 b0 + (p - a1) b1`, `c1 = a0 b1 + a1 b0`.

use super::Kernel;
use super::arith::{Arith, Style};
use super::product::{Rows, montgomery_sum};
use crate::limb_ir::{Contract, Equation, Limbs, Modulo, Range, Term};
use crate::plan::Plan;
use num_bigint::BigUint;

fn sum(k: &mut Arith<'_>, pairs: &[(Limbs, Limbs)], x_max: &BigUint, y_max: &BigUint) -> Limbs {
    let total = x_max * y_max * pairs.len() as u64;
    let goal = &k.plan.modulus * 2u8 - 1u8;
    let rows = Rows::choose(k.plan, &total, &goal);
    let t = montgomery_sum(k, pairs, y_max, &rows);
    k.canonical(&t, &rows.max)
}

fn finish(mut k: Arith<'_>, c0: Limbs, c1: Limbs, terms0: Vec<Term>, terms1: Vec<Term>) -> Kernel {
    k.b.result("c0", c0);
    k.b.result("c1", c1);
    let equation = |result: &str, terms| Equation {
        result: result.into(),
        scale: k.plan.radius.clone(),
        terms,
        modulo: Modulo::Constant(k.plan.modulus.clone()),
        range: Range::AtMost(&k.plan.modulus - 1u8),
    };
    let contract = Contract::new(vec![equation("c0", terms0), equation("c1", terms1)]);
    Kernel {
        function: k.b.finish(),
        contract,
    }
}

/// `(a0 + a1 u)(b0 + b1 u)`.
pub fn mul(plan: &Plan, style: Style) -> Kernel {
    let mut k = Arith::new(plan, style, "fp2_mul");
    let (a0, a1) = (k.element("a0"), k.element("a1"));
    let (b0, b1) = (k.element("b0"), k.element("b1"));
    let p = k.b.constants(&plan.modulus, plan.limbs);
    let (minus_a1, _) = k.sub_words(&p, &a1);
    let (x_max, y_max) = (plan.modulus.clone(), &plan.modulus - 1u8);
    let c0 = sum(
        &mut k,
        &[(a0.clone(), b0.clone()), (minus_a1, b1.clone())],
        &x_max,
        &y_max,
    );
    let c1 = sum(&mut k, &[(a0, b1), (a1, b0)], &y_max, &y_max);
    finish(
        k,
        c0,
        c1,
        vec![Term::new(1, &["a0", "b0"]), Term::new(-1, &["a1", "b1"])],
        vec![Term::new(1, &["a0", "b1"]), Term::new(1, &["a1", "b0"])],
    )
}

/// `(a0 + a1 u)^2`: `c0 = a0 a0 + (p - a1) a1`, `c1 = a0 a1 + a1 a0`.
pub fn sqr(plan: &Plan, style: Style) -> Kernel {
    let mut k = Arith::new(plan, style, "fp2_sqr");
    let (a0, a1) = (k.element("a0"), k.element("a1"));
    let p = k.b.constants(&plan.modulus, plan.limbs);
    let (minus_a1, _) = k.sub_words(&p, &a1);
    let (x_max, y_max) = (plan.modulus.clone(), &plan.modulus - 1u8);
    let c0 = sum(
        &mut k,
        &[(a0.clone(), a0.clone()), (minus_a1, a1.clone())],
        &x_max,
        &y_max,
    );
    let c1 = sum(
        &mut k,
        &[(a0.clone(), a1.clone()), (a1, a0)],
        &y_max,
        &y_max,
    );
    finish(
        k,
        c0,
        c1,
        vec![Term::new(1, &["a0", "a0"]), Term::new(-1, &["a1", "a1"])],
        vec![Term::new(2, &["a0", "a1"])],
    )
}
