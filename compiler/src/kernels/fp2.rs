//! `F_p[u]/(u^2 + 1)`.
//!
//! Products over the integers first, then one reduction a coordinate. A wide value is a pair of numbers of `2n` limbs from 0 to below `p W^n`,
//! which is what a reduction takes; sums and differences of wide values stay in that range by adding or subtracting `p W^n`, which touches the
//! upper half only (Aranha, Karabina, Longa, Gebotys, López, ePrint 2010/526).

use super::Kernel;
use super::arith::{Arith, Style, W, some};
use super::linear::{add_canonical, sub_canonical};
use super::product::{Rows, montgomery_redc, montgomery_sum, product_words};
use crate::limb_ir::{Contract, Equation, Limbs, Modulo, Range, Term, Value};
use crate::plan::Plan;
use num_bigint::BigUint;
use num_traits::One;

/// The largest coordinate of a factor of a wide product: unreduced sums where two products of them stay below `p W^n`.
fn factor_max(plan: &Plan) -> BigUint {
    let capacity = BigUint::one() << (plan.word.radix as usize * plan.limbs);
    if &plan.modulus * 8u8 <= capacity {
        &plan.modulus * 2u8 - 1u8
    } else {
        &plan.modulus - 1u8
    }
}

fn wide_max(plan: &Plan) -> BigUint {
    (&plan.modulus << (plan.word.radix as usize * plan.limbs)) - 1u8
}

fn finish(
    mut k: Arith<'_>,
    out: [Limbs; 2],
    scale: BigUint,
    terms: [Vec<Term>; 2],
    max: BigUint,
) -> Kernel {
    let mut equations = vec![];
    for ((name, limbs), terms) in ["c0", "c1"].into_iter().zip(out).zip(terms) {
        k.b.result(name, limbs);
        equations.push(Equation {
            result: name.into(),
            scale: scale.clone(),
            terms,
            modulo: Modulo::Constant(k.plan.modulus.clone()),
            range: Range::AtMost(max.clone()),
        });
    }
    Kernel {
        function: k.b.finish(),
        contract: Contract::new(equations),
    }
}

fn product_terms() -> [Vec<Term>; 2] {
    [
        vec![Term::new(1, &["a0", "b0"]), Term::new(-1, &["a1", "b1"])],
        vec![Term::new(1, &["a0", "b1"]), Term::new(1, &["a1", "b0"])],
    ]
}

fn square_terms() -> [Vec<Term>; 2] {
    [
        vec![Term::new(1, &["a0", "a0"]), Term::new(-1, &["a1", "a1"])],
        vec![Term::new(2, &["a0", "a1"])],
    ]
}

/// `x + y` without reduction; the sum fits.
fn sum(k: &mut Arith<'_>, x: &[Value], y: &[Value]) -> Limbs {
    let (words, _) = k.add_words(&some(x), &some(y));
    k.values(&words)
}

/// `x - y`, wide, plus `p W^n` where it borrows.
fn sub_wide_words(k: &mut Arith<'_>, x: &[Value], y: &[Value]) -> Limbs {
    let n = k.plan.limbs;
    let (d, borrow) = k.sub_words(x, y);
    let high = k.add_modulus_if(borrow, &some(&d[n..])).0;
    let high = k.values(&high);
    [&d[..n], &high].concat()
}

/// `x + y`, wide, minus `p W^n` where it can be subtracted.
fn add_wide_words(k: &mut Arith<'_>, x: &[Value], y: &[Value]) -> Limbs {
    let n = k.plan.limbs;
    let (s, carry) = k.add_words(&some(x), &some(y));
    let mut high: Vec<W> = s[n..].to_vec();
    let max = &k.plan.modulus * 2u8 - 1u8;
    if max >= k.capacity() {
        let (top, _) = k.add3(None, None, carry);
        high.push(top);
    }
    let high = k.canonical(&high, &max);
    let low = k.values(&s[..n]);
    [low, high].concat()
}

/// `(x0 + x1 u)(y0 + y1 u)` over the integers, the real part modulo `p W^n`: three products.
fn karatsuba(k: &mut Arith<'_>, a: [&Limbs; 2], b: [&Limbs; 2]) -> [Limbs; 2] {
    let v0 = product_words(k, a[0], b[0]);
    let v0 = k.values(&v0);
    let v1 = product_words(k, a[1], b[1]);
    let v1 = k.values(&v1);
    let (s, t) = (sum(k, a[0], a[1]), sum(k, b[0], b[1]));
    let both = product_words(k, &s, &t);
    let both = k.values(&both);
    let c0 = sub_wide_words(k, &v0, &v1);
    let (d, _) = k.sub_words(&both, &v0);
    let (c1, _) = k.sub_words(&d, &v1);
    [c0, c1]
}

fn reduced(k: &mut Arith<'_>, wide: &[Value], total: &BigUint) -> Limbs {
    let n = k.plan.limbs;
    let goal = &k.plan.modulus * 2u8 - 1u8;
    let rows = Rows::choose(k.plan, total, &goal);
    let wide = some(wide);
    let t = montgomery_redc(k, &wide[..n], &wide[n..], &rows);
    k.canonical(&t, &rows.max)
}

/// `(a0 + a1 u)(b0 + b1 u) / R`: sums of products with one reduction a coordinate (Longa, ePrint 2022/367),
/// `c0 = a0 b0 + (p - a1) b1`, `c1 = a0 b1 + a1 b0`.
pub fn mul(plan: &Plan, style: Style) -> Kernel {
    let mut k = Arith::new(plan, style, "fp2_mul");
    let (a0, a1) = (k.element("a0"), k.element("a1"));
    let (b0, b1) = (k.element("b0"), k.element("b1"));
    let p = k.b.constants(&plan.modulus, plan.limbs);
    let (minus_a1, _) = k.sub_words(&p, &a1);
    let (x_max, y_max) = (plan.modulus.clone(), &plan.modulus - 1u8);
    let mut sum = |pairs: &[(Limbs, Limbs)], x_max: &BigUint| {
        let total = x_max * &y_max * pairs.len() as u64;
        let goal = &k.plan.modulus * 2u8 - 1u8;
        let rows = Rows::choose(k.plan, &total, &goal);
        let t = montgomery_sum(&mut k, pairs, &y_max, &rows);
        k.canonical(&t, &rows.max)
    };
    let c0 = sum(&[(a0.clone(), b0.clone()), (minus_a1, b1.clone())], &x_max);
    let c1 = sum(&[(a0, b1), (a1, b0)], &y_max);
    let max = &plan.modulus - 1u8;
    let scale = plan.radius.clone();
    finish(k, [c0, c1], scale, product_terms(), max)
}

/// `(a0 + a1 u)^2 / R`: `c0 = (a0 + a1)(a0 + p - a1)`, `c1 = (2 a0) a1`; sums of products where sums do not fit.
pub fn sqr(plan: &Plan, style: Style) -> Kernel {
    let mut k = Arith::new(plan, style, "fp2_sqr");
    let (a0, a1) = (k.element("a0"), k.element("a1"));
    let p = k.b.constants(&plan.modulus, plan.limbs);
    let (minus_a1, _) = k.sub_words(&p, &a1);
    let y_max = &plan.modulus - 1u8;
    let fits = &plan.modulus * 4u8 <= k.capacity();
    let goal = &plan.modulus * 2u8 - 1u8;
    let (first, second) = if fits {
        let (s, d) = (sum(&mut k, &a0, &a1), sum(&mut k, &a0, &minus_a1));
        let twice = sum(&mut k, &a0, &a0);
        (vec![(s, d)], vec![(twice, a1)])
    } else {
        (
            vec![(a0.clone(), a0.clone()), (minus_a1, a1.clone())],
            vec![(a0.clone(), a1.clone()), (a1, a0)],
        )
    };
    let mut one = |pairs: &[(Limbs, Limbs)], x_max: &BigUint, y_max: &BigUint| {
        let total = x_max * y_max * pairs.len() as u64;
        let rows = Rows::choose(k.plan, &total, &goal);
        let t = montgomery_sum(&mut k, pairs, y_max, &rows);
        k.canonical(&t, &rows.max)
    };
    let (c0, c1) = if fits {
        let twice = &plan.modulus * 2u8 - 1u8;
        (one(&first, &twice, &twice), one(&second, &twice, &y_max))
    } else {
        (
            one(&first, &plan.modulus, &y_max),
            one(&second, &y_max, &y_max),
        )
    };
    let scale = plan.radius.clone();
    finish(k, [c0, c1], scale, square_terms(), y_max)
}

/// `(a0 + a1 u)(b0 + b1 u)`, wide; sums of two canonical values may be factors where `8 p <= W^n`.
pub fn mul_wide(plan: &Plan, style: Style) -> Kernel {
    let mut k = Arith::new(plan, style, "fp2_mul_wide");
    let max = factor_max(plan);
    let (a0, a1) = (k.operand("a0", &max), k.operand("a1", &max));
    let (b0, b1) = (k.operand("b0", &max), k.operand("b1", &max));
    let out = karatsuba(&mut k, [&a0, &a1], [&b0, &b1]);
    finish(k, out, BigUint::one(), product_terms(), wide_max(plan))
}

/// `(a0 + a1 u)^2`, wide.
pub fn sqr_wide(plan: &Plan, style: Style) -> Kernel {
    let mut k = Arith::new(plan, style, "fp2_sqr_wide");
    let (a0, a1) = (k.element("a0"), k.element("a1"));
    let p = k.b.constants(&plan.modulus, plan.limbs);
    let (minus_a1, _) = k.sub_words(&p, &a1);
    let (s, d) = (sum(&mut k, &a0, &a1), sum(&mut k, &a0, &minus_a1));
    let c0 = product_words(&mut k, &s, &d);
    let c0 = k.values(&c0);
    let twice = sum(&mut k, &a0, &a0);
    let c1 = product_words(&mut k, &twice, &a1);
    let c1 = k.values(&c1);
    finish(k, [c0, c1], BigUint::one(), square_terms(), wide_max(plan))
}

fn wide(k: &mut Arith<'_>, name: &str) -> Limbs {
    let max = wide_max(k.plan);
    k.b.param(name, 2 * k.plan.limbs, max)
}

fn linear_terms(of: [&[(i32, &str)]; 2]) -> [Vec<Term>; 2] {
    of.map(|terms| terms.iter().map(|(c, x)| Term::new(*c, &[x])).collect())
}

/// A wide value divided by `R` and reduced.
pub fn redc(plan: &Plan, style: Style) -> Kernel {
    let mut k = Arith::new(plan, style, "fp2_redc");
    let (a0, a1) = (wide(&mut k, "a0"), wide(&mut k, "a1"));
    let total = wide_max(plan);
    let out = [reduced(&mut k, &a0, &total), reduced(&mut k, &a1, &total)];
    let terms = linear_terms([&[(1, "a0")], &[(1, "a1")]]);
    finish(k, out, plan.radius.clone(), terms, &plan.modulus - 1u8)
}

/// `a + b` or `a - b` for wide values.
pub fn linear_wide(plan: &Plan, subtract: bool) -> Kernel {
    let name = if subtract {
        "fp2_sub_wide"
    } else {
        "fp2_add_wide"
    };
    let mut k = Arith::new(plan, Style::DualChain, name);
    let (a0, a1) = (wide(&mut k, "a0"), wide(&mut k, "a1"));
    let (b0, b1) = (wide(&mut k, "b0"), wide(&mut k, "b1"));
    let op = if subtract {
        sub_wide_words
    } else {
        add_wide_words
    };
    let out = [op(&mut k, &a0, &b0), op(&mut k, &a1, &b1)];
    let sign = if subtract { -1 } else { 1 };
    let terms = linear_terms([&[(1, "a0"), (sign, "b0")], &[(1, "a1"), (sign, "b1")]]);
    finish(k, out, BigUint::one(), terms, wide_max(plan))
}

/// `(1 + u) a` for a wide value.
pub fn rotate_wide(plan: &Plan) -> Kernel {
    let mut k = Arith::new(plan, Style::DualChain, "fp2_rotate_wide");
    let (a0, a1) = (wide(&mut k, "a0"), wide(&mut k, "a1"));
    let out = [
        sub_wide_words(&mut k, &a0, &a1),
        add_wide_words(&mut k, &a0, &a1),
    ];
    let terms = linear_terms([&[(1, "a0"), (-1, "a1")], &[(1, "a0"), (1, "a1")]]);
    finish(k, out, BigUint::one(), terms, wide_max(plan))
}

/// `a + b` or `a - b`.
pub fn linear(plan: &Plan, subtract: bool) -> Kernel {
    let name = if subtract { "fp2_sub" } else { "fp2_add" };
    let mut k = Arith::new(plan, Style::DualChain, name);
    let (a0, a1) = (k.element("a0"), k.element("a1"));
    let (b0, b1) = (k.element("b0"), k.element("b1"));
    let op = if subtract {
        sub_canonical
    } else {
        add_canonical
    };
    let out = [op(&mut k, &a0, &b0), op(&mut k, &a1, &b1)];
    let sign = if subtract { -1 } else { 1 };
    let terms = linear_terms([&[(1, "a0"), (sign, "b0")], &[(1, "a1"), (sign, "b1")]]);
    finish(k, out, BigUint::one(), terms, &plan.modulus - 1u8)
}

/// `(1 + u) a`.
pub fn rotate(plan: &Plan) -> Kernel {
    let mut k = Arith::new(plan, Style::DualChain, "fp2_rotate");
    let (a0, a1) = (k.element("a0"), k.element("a1"));
    let out = [
        sub_canonical(&mut k, &a0, &a1),
        add_canonical(&mut k, &a0, &a1),
    ];
    let terms = linear_terms([&[(1, "a0"), (-1, "a1")], &[(1, "a0"), (1, "a1")]]);
    finish(k, out, BigUint::one(), terms, &plan.modulus - 1u8)
}

/// `a + b`, not reduced: a factor of a wide product.
pub fn add_lazy(plan: &Plan) -> Kernel {
    let mut k = Arith::new(plan, Style::DualChain, "fp2_add_lazy");
    let (a0, a1) = (k.element("a0"), k.element("a1"));
    let (b0, b1) = (k.element("b0"), k.element("b1"));
    let out = [sum(&mut k, &a0, &b0), sum(&mut k, &a1, &b1)];
    let terms = linear_terms([&[(1, "a0"), (1, "b0")], &[(1, "a1"), (1, "b1")]]);
    finish(k, out, BigUint::one(), terms, (&plan.modulus - 1u8) * 2u8)
}
