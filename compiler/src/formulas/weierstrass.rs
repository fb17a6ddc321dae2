//! Points of `y^2 = x^3 + a x + b`. Formulas without `a` in their name are for `a = 0`, unless they do not depend on it.
//!
//! Jacobian coordinates (`x = X / Z^2`, `y = Y / Z^3`) take the fewest products and have exceptions; homogeneous ones (`x = X / Z`,
//! `y = Y / Z`) with the complete formulas of Renes, Costello and Batina (ePrint 2015/1060) have none on curves without a point of order 2.
//! The multiplication by `3 b` is the caller's, between two parts of a formula: it is by additions, by ξ, or a product.

use super::Formula;
use crate::field_ir::{Builder, Function, Value};

/// A point `(X, Y, Z)` of a parameter.
fn point(b: &mut Builder, name: &str) -> [Value; 3] {
    let v = b.param(name, 3);
    [v[0], v[1], v[2]]
}

fn finish(mut b: Builder, out: [Value; 3]) -> Function {
    b.result("out", out.to_vec());
    b.finish()
}

/// `2 P` in Jacobian coordinates: 3M + 4S, two of the products under one reduction. Also for infinity (`Z = 0`).
///
/// Half of what dbl-2009-l gives: `L = 3/2 X^2`, `S = Y^2`, `T = X S`; `X3 = L^2 - 2 T`, `Y3 = L (T - X3) - S^2`, `Z3 = Y Z`. A sum of products
/// in `Y3` and fewer additions weigh more than squares in the place of products.
pub fn jacobian_double() -> Function {
    let mut b = Builder::new("jacobian_double");
    let p = point(&mut b, "p");
    let xx = b.sqr(p[0]);
    let t = b.times(xx, 3);
    let out = doubled(&mut b, p, t);
    finish(b, out)
}

/// `2 P` in Jacobian coordinates for `a = -3`: 4M + 4S, from `3 X^2 + a Z^4 = 3 (X - Z^2)(X + Z^2)`.
pub fn jacobian_double_minus_3() -> Function {
    let mut b = Builder::new("jacobian_double_minus_3");
    let p = point(&mut b, "p");
    let zz = b.sqr(p[2]);
    let (minus, plus) = (b.sub(p[0], zz), b.add(p[0], zz));
    let t = b.mul(minus, plus);
    let t = b.times(t, 3);
    let out = doubled(&mut b, p, t);
    finish(b, out)
}

/// `2 P` in Jacobian coordinates for any `a`: 4M + 6S.
pub fn jacobian_double_a() -> Function {
    let mut b = Builder::new("jacobian_double_a");
    let p = point(&mut b, "p");
    let a = b.param("a", 1)[0];
    let xx = b.sqr(p[0]);
    let t = b.times(xx, 3);
    let zz = b.sqr(p[2]);
    let zzzz = b.sqr(zz);
    let az = b.mul(a, zzzz);
    let t = b.add(t, az);
    let out = doubled(&mut b, p, t);
    finish(b, out)
}

/// The end of a doubling from `t = 3 X^2 + a Z^4`, with `L = t / 2`.
fn doubled(b: &mut Builder, [x, y, z]: [Value; 3], t: Value) -> [Value; 3] {
    let l = b.half(t);
    let s = b.sqr(y);
    let t = b.mul(x, s);
    let ll = b.sqr(l);
    let t2 = b.double(t);
    let x3 = b.sub(ll, t2);
    let d = b.sub(t, x3);
    let minus = b.neg(s);
    let y3 = b.dot(vec![(l, d), (minus, s)]);
    let z3 = b.mul(y, z);
    [x3, y3, z3]
}

/// `P + Q` in Jacobian coordinates: 12M + 4S. `Z = 0` comes out for `P = ±Q` and where one is infinity.
pub fn jacobian_add() -> Function {
    let mut b = Builder::new("jacobian_add");
    let [x1, y1, z1] = point(&mut b, "p");
    let [x2, y2, z2] = point(&mut b, "q");
    let zz1 = b.sqr(z1);
    let zz2 = b.sqr(z2);
    let u1 = b.mul(x1, zz2);
    let u2 = b.mul(x2, zz1);
    let t = b.mul(z2, zz2);
    let s1 = b.mul(y1, t);
    let t = b.mul(z1, zz1);
    let s2 = b.mul(y2, t);
    let h = b.sub(u2, u1);
    let r = b.sub(s2, s1);
    let t = b.mul(z1, z2);
    let z3 = b.mul(t, h);
    let [x3, y3] = chord(&mut b, u1, s1, h, r);
    finish(b, [x3, y3, z3])
}

/// `P + Q`, `Q` affine and not infinity: 8M + 3S. `Z = 0` comes out for `P = ±Q` and for `P` infinity. Besides, `H = Z3 / Z1`.
pub fn jacobian_add_mixed() -> Function {
    let mut b = Builder::new("jacobian_add_mixed");
    let [x1, y1, z1] = point(&mut b, "p");
    let q = b.param("q", 2);
    let zz1 = b.sqr(z1);
    let u2 = b.mul(q[0], zz1);
    let t = b.mul(z1, zz1);
    let s2 = b.mul(q[1], t);
    let h = b.sub(u2, x1);
    let r = b.sub(s2, y1);
    let z3 = b.mul(z1, h);
    let [x3, y3] = chord(&mut b, x1, y1, h, r);
    b.result("out", vec![x3, y3, z3]);
    b.result("ratio", vec![h]);
    b.finish()
}

/// The common end, from `H` and `r`, the differences of the x and of the y: `V = U1 H^2`, `X3 = r^2 - H^3 - 2 V`,
/// `Y3 = r (V - X3) - S1 H^3`.
fn chord(b: &mut Builder, u1: Value, s1: Value, h: Value, r: Value) -> [Value; 2] {
    let hh = b.sqr(h);
    let hhh = b.mul(hh, h);
    let v = b.mul(hh, u1);
    let rr = b.sqr(r);
    let t = b.sub(rr, hhh);
    let v2 = b.double(v);
    let x3 = b.sub(t, v2);
    let d = b.sub(v, x3);
    let minus = b.neg(hhh);
    let y3 = b.dot(vec![(r, d), (minus, s1)]);
    [x3, y3]
}

/// The third point of a line through `P` and `Q`, affine, on the other side: `x3 = m^2 - x1 - x2`, `y3 = m (x1 - x3) - y1`, for the slope
/// `m`: `(y2 - y1) / (x2 - x1)`, or `3 x1^2 / (2 y1)` where `P = Q`. 1M + 1S.
pub fn affine_sum() -> Function {
    let mut b = Builder::new("affine_sum");
    let p = b.param("p", 2);
    let x2 = b.param("x2", 1)[0];
    let slope = b.param("slope", 1)[0];
    let t = b.sqr(slope);
    let t = b.sub(t, p[0]);
    let x3 = b.sub(t, x2);
    let t = b.sub(p[0], x3);
    let t = b.mul(slope, t);
    let y3 = b.sub(t, p[1]);
    b.result("out", vec![x3, y3]);
    b.finish()
}

/// The products of an addition, homogeneous (algorithm 7): `[xx, yy, zz, xy, yz, xz]` with `xy = X1 Y2 + X2 Y1` and so on. 6M.
pub fn complete_products() -> Function {
    let mut b = Builder::new("complete_products");
    let [x1, y1, z1] = point(&mut b, "p");
    let [x2, y2, z2] = point(&mut b, "q");
    let xx = b.mul(x1, x2);
    let yy = b.mul(y1, y2);
    let zz = b.mul(z1, z2);
    let mut cross = |l1, r1, l2, r2, p, q| {
        let (s, t) = (b.add(l1, r1), b.add(l2, r2));
        let m = b.mul(s, t);
        let u = b.add(p, q);
        b.sub(m, u)
    };
    let xy = cross(x1, y1, x2, y2, xx, yy);
    let yz = cross(y1, z1, y2, z2, yy, zz);
    let xz = cross(x1, z1, x2, z2, xx, zz);
    b.result("out", vec![xx, yy, zz, xy, yz, xz]);
    b.finish()
}

/// The same for `Q` affine and not infinity (algorithm 8): 5M. `P` may be infinity.
pub fn complete_products_mixed() -> Function {
    let mut b = Builder::new("complete_products_mixed");
    let [x1, y1, z1] = point(&mut b, "p");
    let q = b.param("q", 2);
    let xx = b.mul(x1, q[0]);
    let yy = b.mul(y1, q[1]);
    let (s, t) = (b.add(q[0], q[1]), b.add(x1, y1));
    let m = b.mul(s, t);
    let u = b.add(xx, yy);
    let xy = b.sub(m, u);
    let t = b.mul(q[1], z1);
    let yz = b.add(t, y1);
    let t = b.mul(q[0], z1);
    let xz = b.add(t, x1);
    b.result("out", vec![xx, yy, z1, xy, yz, xz]);
    b.finish()
}

/// The end of both for `a = 0`, complete: 6M, two at a time under one reduction. [`complete_sum_a`] with `s = 3 b zz`, `w = 3 b xz`, `t = 3 xx`.
pub fn complete_sum() -> Function {
    let mut b = Builder::new("complete_sum");
    let v = b.param("products", 6);
    let s = b.param("b3zz", 1)[0];
    let w = b.param("b3xz", 1)[0];
    let t = b.times(v[0], 3);
    let [x3, y3, plus] = sum_of_products(&mut b, &v, [s, w, t]);
    let z3 = b.dot(vec![(v[4], plus), (v[3], t)]);
    finish(b, [x3, y3, z3])
}

/// `X3 = xy (yy - s) - yz w`, `Y3 = (yy + s)(yy - s) + t w`, and `yy + s`.
fn sum_of_products(b: &mut Builder, products: &[Value], [s, w, t]: [Value; 3]) -> [Value; 3] {
    let (yy, xy, yz) = (products[1], products[3], products[4]);
    let (plus, minus) = (b.add(yy, s), b.sub(yy, s));
    let negative = b.neg(yz);
    let x3 = b.dot(vec![(xy, minus), (negative, w)]);
    let y3 = b.dot(vec![(plus, minus), (t, w)]);
    [x3, y3, plus]
}

/// `2 P`, homogeneous, complete (algorithm 9), from `b3zz = 3 b Z^2`: 6M + 1S.
pub fn complete_double() -> Function {
    let mut b = Builder::new("complete_double");
    let [x, y, z] = point(&mut b, "p");
    let w = b.param("b3zz", 1)[0];
    let yy = b.sqr(y);
    let yy8 = b.times(yy, 8);
    let w3 = b.times(w, 3);
    let d = b.sub(yy, w3);
    let s = b.add(yy, w);
    let xy = b.mul(x, y);
    let t = b.mul(d, xy);
    let x3 = b.double(t);
    let y3 = b.dot(vec![(d, s), (w, yy8)]);
    let t = b.mul(y, z);
    let z3 = b.mul(t, yy8);
    finish(b, [x3, y3, z3])
}

/// The products of a doubling, as [`complete_products`] has them: 3M + 3S.
pub fn complete_squares() -> Function {
    let mut b = Builder::new("complete_squares");
    let [x, y, z] = point(&mut b, "p");
    let squares = [x, y, z].map(|c| b.sqr(c));
    let crosses = [(x, y), (y, z), (x, z)].map(|(l, r)| {
        let product = b.mul(l, r);
        b.double(product)
    });
    b.result("out", [squares, crosses].concat());
    b.finish()
}

/// The end of an addition for any `a`, complete: 6M, two at a time under one reduction. From `s = 3 b zz + a xz`,
/// `w = 3 b xz + a (xx - a zz)` and `t = 3 xx + a zz`: `X3 = xy (yy - s) - yz w`, `Y3 = (yy + s)(yy - s) + t w`,
/// `Z3 = yz (yy + s) + xy t` (the equation in front of algorithm 1).
pub fn complete_sum_a() -> Function {
    let mut b = Builder::new("complete_sum_a");
    let v = b.param("products", 6);
    let linear = ["s", "w", "t"].map(|name| b.param(name, 1)[0]);
    let [x3, y3, plus] = sum_of_products(&mut b, &v, linear);
    let z3 = b.dot(vec![(v[4], plus), (v[3], linear[2])]);
    finish(b, [x3, y3, z3])
}

/// The same of a doubling, where `Z3 = 8 Y^3 Z`: 5M.
pub fn complete_double_a() -> Function {
    let mut b = Builder::new("complete_double_a");
    let v = b.param("products", 6);
    let linear = ["s", "w", "t"].map(|name| b.param(name, 1)[0]);
    let [x3, y3, _] = sum_of_products(&mut b, &v, linear);
    let product = b.mul(v[1], v[4]);
    let z3 = b.times(product, 4);
    finish(b, [x3, y3, z3])
}

/// What the runtime gets.
pub fn formulas() -> Vec<Formula> {
    let one = |doc: &str, function| Formula {
        doc: doc.to_string(),
        function,
        extension: false,
    };
    vec![
        one(
            "`2 P` in Jacobian coordinates, `a = 0`, for every point.",
            jacobian_double(),
        ),
        one(
            "`2 P` in Jacobian coordinates, `a = -3`, for every point.",
            jacobian_double_minus_3(),
        ),
        one(
            "`2 P` in Jacobian coordinates, for every point.",
            jacobian_double_a(),
        ),
        one(
            "`P + Q` in Jacobian coordinates. `Z` is 0 where `P = ±Q` or one is infinity.",
            jacobian_add(),
        ),
        one(
            "`P + Q` and the ratio of its `Z` to that of `P`; `P` in Jacobian coordinates, `Q` affine and not infinity. `Z` is 0 where `P = ±Q` or `P` is infinity.",
            jacobian_add_mixed(),
        ),
        one(
            "`P + Q`, affine, from `P`, the x of `Q` and the slope of the line through both.",
            affine_sum(),
        ),
        one(
            "The products `[xx, yy, zz, xy, yz, xz]` of `P + Q`, homogeneous; [`complete_sum`] finishes.",
            complete_products(),
        ),
        one(
            "The products `[xx, yy, zz, xy, yz, xz]` of `P + Q`, homogeneous, `Q` affine and not infinity; [`complete_sum`] finishes.",
            complete_products_mixed(),
        ),
        one(
            "`P + Q`, homogeneous, `a = 0`, from its products, `b3zz = 3 b zz` and `b3xz = 3 b xz`; complete where no point has order 2.",
            complete_sum(),
        ),
        one(
            "`2 P`, homogeneous, `a = 0`, `b3zz = 3 b Z^2`; complete where no point has order 2.",
            complete_double(),
        ),
        one(
            "The products `[xx, yy, zz, xy, yz, xz]` of `2 P`, homogeneous; [`complete_double_a`] finishes.",
            complete_squares(),
        ),
        one(
            "`P + Q`, homogeneous, from its products, `s = 3 b zz + a xz`, `w = 3 b xz + a (xx - a zz)`, `t = 3 xx + a zz`; complete where no point has order 2.",
            complete_sum_a(),
        ),
        one(
            "`2 P`, homogeneous, as [`complete_sum_a`]; complete where no point has order 2.",
            complete_double_a(),
        ),
    ]
}
