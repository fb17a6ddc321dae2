//! `F_p[u]/(u^2 + 1)`.
//!
//! Products over the integers first, then one reduction a coordinate. A wide value is a pair of integers of `2n` limbs in two's complement:
//! sums and differences are exact modulo `W^2n` and correct nothing, so what cancels (Karatsuba) costs no range. What is known of the
//! integers (`field_ir::bounds`) says that they fit; before a reduction a multiple of `p W^n` is added (after Aranha, Karabina, Longa, Gebotys, López,
//! ePrint 2010/526, who keep values from 0 to below `p W^n`).

use super::Kernel;
use super::arith::{Arith, Style, some};
use super::linear::{add_canonical, sub_canonical};
use super::product::{Rows, montgomery_redc, montgomery_sum, product_words};
use crate::limb_ir::{Contract, Equation, Limbs, Modulo, Range, Term, Value};
use crate::plan::Plan;
use num_bigint::{BigInt, BigUint};
use num_traits::One;
use std::collections::BTreeMap;

/// `8 p <= W^n`
fn has_room(plan: &Plan) -> bool {
    &plan.modulus * 8u8 <= BigUint::one() << (plan.word.radix as usize * plan.limbs)
}

/// The largest coordinate of a factor of a wide product: unreduced sums where two products of them stay below `p W^n`.
fn factor_max(plan: &Plan) -> BigUint {
    if has_room(plan) {
        &plan.modulus * 2u8 - 1u8
    } else {
        &plan.modulus - 1u8
    }
}

/// `W^2n`, of which wide values are residues.
fn wide_modulus(plan: &Plan) -> BigUint {
    BigUint::one() << (2 * plan.word.radix as usize * plan.limbs)
}

/// What is added to a wide value before its reduction; the sum is from 0 to below twice as much. `3 p W^n` costs a reduction no more than
/// `2 p W^n` does.
fn offset(plan: &Plan) -> BigUint {
    let radix = plan.word.radix as usize * plan.limbs;
    let multiple: u8 = if has_room(plan) { 3 } else { 2 };
    (&plan.modulus * multiple) << radix
}

fn finish(
    k: Arith<'_>,
    out: [Limbs; 2],
    scale: BigUint,
    terms: [Vec<Term>; 2],
    max: BigUint,
) -> Kernel {
    let modulo = k.plan.modulus.clone();
    promise(k, out, scale, terms, modulo, max)
}

/// A wide result.
fn finish_wide(k: Arith<'_>, out: [Limbs; 2], terms: [Vec<Term>; 2]) -> Kernel {
    let modulo = wide_modulus(k.plan);
    let max = &modulo - 1u8;
    promise(k, out, BigUint::one(), terms, modulo, max)
}

fn promise(
    mut k: Arith<'_>,
    out: [Limbs; 2],
    scale: BigUint,
    terms: [Vec<Term>; 2],
    modulo: BigUint,
    max: BigUint,
) -> Kernel {
    let mut equations = vec![];
    for ((name, limbs), terms) in ["c0", "c1"].into_iter().zip(out).zip(terms) {
        k.b.result(name, limbs);
        equations.push(Equation {
            result: name.into(),
            scale: scale.clone(),
            terms,
            modulo: Modulo::Constant(modulo.clone()),
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

/// `x0 y0`, `x1 y1`, `(x0 + x1)(y0 + y1)` over the integers.
fn three_products(k: &mut Arith<'_>, x: [&Limbs; 2], y: [&Limbs; 2]) -> [Limbs; 3] {
    let v0 = product_words(k, x[0], y[0]);
    let v0 = k.values(&v0);
    let v1 = product_words(k, x[1], y[1]);
    let v1 = k.values(&v1);
    let (s, t) = (sum(k, x[0], x[1]), sum(k, y[0], y[1]));
    let both = product_words(k, &s, &t);
    [v0, v1, k.values(&both)]
}

/// `(x0 + x1 u)(y0 + y1 u)` over the integers: three products.
fn karatsuba(k: &mut Arith<'_>, a: [&Limbs; 2], b: [&Limbs; 2]) -> [Limbs; 2] {
    let [v0, v1, both] = three_products(k, a, b);
    let (c0, _) = k.sub_words(&v0, &v1);
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

/// `(a0 + a1 u)(b0 + b1 u) / R`: by three products where sums of two wide values fit, which takes a sixth less time than sums of products.
pub fn mul(plan: &Plan, style: Style) -> Kernel {
    match plan.three_products {
        true => mul_by_three(Arith::new(plan, style, "fp2_mul")),
        false => mul_by_sums(plan, style),
    }
}

/// Three products and two reductions: `c0 = a0 b0 + p^2 - a1 b1`, `c1 = (a0 + a1)(b0 + b1) - a0 b0 - a1 b1`, both below `2 p^2`.
fn mul_by_three(mut k: Arith<'_>) -> Kernel {
    let plan = k.plan;
    let (a0, a1) = (k.element("a0"), k.element("a1"));
    let (b0, b1) = (k.element("b0"), k.element("b1"));
    let [v0, v1, both] = three_products(&mut k, [&a0, &a1], [&b0, &b1]);
    let square = &plan.modulus * &plan.modulus;
    let constants = k.b.constants(&square, 2 * plan.limbs);
    let more = sum(&mut k, &v0, &constants);
    let (c0, _) = k.sub_words(&more, &v1);
    let (d, _) = k.sub_words(&both, &v0);
    let (c1, _) = k.sub_words(&d, &v1);
    let total = square * 2u8;
    let out = [reduced(&mut k, &c0, &total), reduced(&mut k, &c1, &total)];
    let max = &plan.modulus - 1u8;
    finish(k, out, plan.radius.clone(), product_terms(), max)
}

/// Sums of products with one reduction a coordinate (Longa, ePrint 2022/367): `c0 = a0 b0 + (p - a1) b1`, `c1 = a0 b1 + a1 b0`.
fn mul_by_sums(plan: &Plan, style: Style) -> Kernel {
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
    finish_wide(k, out, product_terms())
}

/// `(a0 + a1 u)^2`, wide, and `p (a0 + a1)` with it: `c0 = (a0 + a1)(a0 + p - a1)`, `c1 = (2 a0) a1`.
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
    let [mut real, imaginary] = square_terms();
    let p = BigInt::from(plan.modulus.clone());
    real.extend([Term::new(p.clone(), &["a0"]), Term::new(p, &["a1"])]);
    finish_wide(k, [c0, c1], [real, imaginary])
}

fn wide(k: &mut Arith<'_>, name: &str) -> Limbs {
    let max = wide_modulus(k.plan) - 1u8;
    k.b.param(name, 2 * k.plan.limbs, max)
}

fn linear_terms(of: [&[(i32, &str)]; 2]) -> [Vec<Term>; 2] {
    of.map(|terms| terms.iter().map(|(c, x)| Term::new(*c, &[x])).collect())
}

/// A wide value with its offset, divided by `R` and reduced.
pub fn redc(plan: &Plan, style: Style) -> Kernel {
    let mut k = Arith::new(plan, style, "fp2_redc");
    let n = plan.limbs;
    let total = offset(plan) * 2u8 - 1u8;
    let [a0, a1] = ["a0", "a1"].map(|x| k.b.param(x, 2 * n, total.clone()));
    let out = [reduced(&mut k, &a0, &total), reduced(&mut k, &a1, &total)];
    let terms = linear_terms([&[(1, "a0")], &[(1, "a1")]]);
    finish(k, out, plan.radius.clone(), terms, &plan.modulus - 1u8)
}

/// A wide value and what is added before its reduction.
pub fn offset_wide(plan: &Plan) -> Kernel {
    let mut k = Arith::new(plan, Style::DualChain, "fp2_offset_wide");
    let n = plan.limbs;
    let offset = offset(plan);
    let params = [wide(&mut k, "a0"), wide(&mut k, "a1")];
    let high = &offset >> (plan.word.radix as usize * n);
    let constants = k.b.constants(&high, n);
    let out = params.map(|a| {
        let high = sum(&mut k, &a[n..], &constants);
        [&a[..n], &high].concat()
    });
    let offset = BigInt::from(offset);
    let terms = ["a0", "a1"].map(|x| vec![Term::new(1, &[x]), Term::new(offset.clone(), &[])]);
    finish_wide(k, out, terms)
}

/// A sum of wide values a coordinate: the sign and the name of each.
fn linear_wide(plan: &Plan, name: &str, params: &[&str], of: [&[(i32, &str)]; 2]) -> Kernel {
    let mut k = Arith::new(plan, Style::DualChain, name);
    let values: BTreeMap<&str, Limbs> = params.iter().map(|x| (*x, wide(&mut k, x))).collect();
    let value = |x: &str| &values[x];
    let out = of.map(|terms| {
        let mut sum_so_far = value(terms[0].1).clone();
        for (sign, x) in &terms[1..] {
            sum_so_far = match sign {
                1 => sum(&mut k, &sum_so_far, value(x)),
                _ => k.sub_words(&sum_so_far, value(x)).0,
            };
        }
        sum_so_far
    });
    finish_wide(k, out, linear_terms(of))
}

/// `a + b` for wide values.
pub fn add_wide(plan: &Plan) -> Kernel {
    linear_wide(
        plan,
        "fp2_add_wide",
        &["a0", "a1", "b0", "b1"],
        [&[(1, "a0"), (1, "b0")], &[(1, "a1"), (1, "b1")]],
    )
}

/// `a - b` for wide values.
pub fn sub_wide(plan: &Plan) -> Kernel {
    linear_wide(
        plan,
        "fp2_sub_wide",
        &["a0", "a1", "b0", "b1"],
        [&[(1, "a0"), (-1, "b0")], &[(1, "a1"), (-1, "b1")]],
    )
}

/// `(1 + u) a` for a wide value.
pub fn rotate_wide(plan: &Plan) -> Kernel {
    linear_wide(
        plan,
        "fp2_rotate_wide",
        &["a0", "a1"],
        [&[(1, "a0"), (-1, "a1")], &[(1, "a0"), (1, "a1")]],
    )
}

/// `a - b - d` for wide values.
pub fn sub2_wide(plan: &Plan) -> Kernel {
    linear_wide(
        plan,
        "fp2_sub2_wide",
        &["a0", "a1", "b0", "b1", "d0", "d1"],
        [
            &[(1, "a0"), (-1, "b0"), (-1, "d0")],
            &[(1, "a1"), (-1, "b1"), (-1, "d1")],
        ],
    )
}

/// `a + (1 + u) b` for wide values.
pub fn add_rotate_wide(plan: &Plan) -> Kernel {
    linear_wide(
        plan,
        "fp2_add_rotate_wide",
        &["a0", "a1", "b0", "b1"],
        [
            &[(1, "a0"), (1, "b0"), (-1, "b1")],
            &[(1, "a1"), (1, "b0"), (1, "b1")],
        ],
    )
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
