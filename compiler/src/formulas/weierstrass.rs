//! Points of `y^2 = x^3 + b`.
//!
//! Jacobian coordinates (`x = X / Z^2`, `y = Y / Z^3`) take the fewest products and have exceptions; homogeneous ones (`x = X / Z`,
//! `y = Y / Z`) with the complete formulas of Renes, Costello and Batina (ePrint 2015/1060) have none on curves without a point of order 2.
//! The constant `3 b` comes as a function of the caller: it is small, a multiple of ξ, or anything.

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

/// `2 P` in Jacobian coordinates (dbl-2009-l): 2M + 5S. Also for infinity (`Z = 0`).
pub fn jacobian_double() -> Function {
    let mut b = Builder::new("jacobian_double");
    let [x, y, z] = point(&mut b, "p");
    let xx = b.sqr(x);
    let yy = b.sqr(y);
    let yyyy = b.sqr(yy);
    let t = b.add(x, yy);
    let t = b.sqr(t);
    let t = b.sub(t, xx);
    let t = b.sub(t, yyyy);
    let d = b.double(t);
    let e = b.times(xx, 3);
    let f = b.sqr(e);
    let d2 = b.double(d);
    let x3 = b.sub(f, d2);
    let t = b.sub(d, x3);
    let t = b.mul(e, t);
    let c8 = b.times(yyyy, 8);
    let y3 = b.sub(t, c8);
    let t = b.mul(y, z);
    let z3 = b.double(t);
    finish(b, [x3, y3, z3])
}

/// `P + Q` in Jacobian coordinates (add-2007-bl): 11M + 5S. `Z = 0` comes out for `P = ±Q` and where one is infinity.
pub fn jacobian_add() -> Function {
    let mut b = Builder::new("jacobian_add");
    let [x1, y1, z1] = point(&mut b, "p");
    let [x2, y2, z2] = point(&mut b, "q");
    let z1z1 = b.sqr(z1);
    let z2z2 = b.sqr(z2);
    let u1 = b.mul(x1, z2z2);
    let u2 = b.mul(x2, z1z1);
    let t = b.mul(z2, z2z2);
    let s1 = b.mul(y1, t);
    let t = b.mul(z1, z1z1);
    let s2 = b.mul(y2, t);
    let h = b.sub(u2, u1);
    let t = b.add(z1, z2);
    let t = b.sqr(t);
    let t = b.sub(t, z1z1);
    let t = b.sub(t, z2z2);
    let z3 = b.mul(t, h);
    let h2 = b.double(h);
    let i = b.sqr(h2);
    let r = b.sub(s2, s1);
    jacobian_sum(b, u1, s1, h, i, r, z3)
}

/// `P + Q`, `Q` affine and not infinity (madd-2007-bl): 7M + 4S. `Z = 0` comes out for `P = ±Q` and for `P` infinity.
pub fn jacobian_add_mixed() -> Function {
    let mut b = Builder::new("jacobian_add_mixed");
    let [x1, y1, z1] = point(&mut b, "p");
    let q = b.param("q", 2);
    let z1z1 = b.sqr(z1);
    let u2 = b.mul(q[0], z1z1);
    let t = b.mul(z1, z1z1);
    let s2 = b.mul(q[1], t);
    let h = b.sub(u2, x1);
    let hh = b.sqr(h);
    let t = b.add(z1, h);
    let t = b.sqr(t);
    let t = b.sub(t, z1z1);
    let z3 = b.sub(t, hh);
    let i = b.times(hh, 4);
    let r = b.sub(s2, y1);
    jacobian_sum(b, x1, y1, h, i, r, z3)
}

/// The common end: `J = H I`, `r = 2 (S2 - S1)`, `V = U1 I`, `X3 = r^2 - J - 2 V`, `Y3 = r (V - X3) - 2 S1 J`.
fn jacobian_sum(
    mut b: Builder,
    u1: Value,
    s1: Value,
    h: Value,
    i: Value,
    half_r: Value,
    z3: Value,
) -> Function {
    let j = b.mul(h, i);
    let r = b.double(half_r);
    let v = b.mul(u1, i);
    let t = b.sqr(r);
    let t = b.sub(t, j);
    let v2 = b.double(v);
    let x3 = b.sub(t, v2);
    let t = b.sub(v, x3);
    let t = b.mul(r, t);
    let s = b.mul(s1, j);
    let s = b.double(s);
    let y3 = b.sub(t, s);
    finish(b, [x3, y3, z3])
}

/// `P + Q`, homogeneous, complete, for `b3 = 3 b` by a product (algorithm 7): 12M and two products with `b3`.
pub fn complete_add() -> Function {
    let mut b = Builder::new("complete_add");
    let [x1, y1, z1] = point(&mut b, "p");
    let [x2, y2, z2] = point(&mut b, "q");
    let b3 = b.param("b3", 1)[0];
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
    let zz3 = b.mul(b3, zz);
    complete_sum(b, b3, [xx, yy, zz3], [xy, yz, xz])
}

/// `P + Q`, `Q` affine and not infinity (algorithm 8): 11M and two products with `b3`. `P` may be infinity.
pub fn complete_add_mixed() -> Function {
    let mut b = Builder::new("complete_add_mixed");
    let [x1, y1, z1] = point(&mut b, "p");
    let q = b.param("q", 2);
    let b3 = b.param("b3", 1)[0];
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
    let zz3 = b.mul(b3, z1);
    complete_sum(b, b3, [xx, yy, zz3], [xy, yz, xz])
}

/// `X3 = xy (yy - zz3) - b3 yz xz`, `Y3 = (yy - zz3)(yy + zz3) + 3 b3 xx xz`, `Z3 = yz (yy + zz3) + 3 xx xy`.
fn complete_sum(
    mut b: Builder,
    b3: Value,
    [xx, yy, zz3]: [Value; 3],
    [xy, yz, xz]: [Value; 3],
) -> Function {
    let xx3 = b.times(xx, 3);
    let plus = b.add(yy, zz3);
    let minus = b.sub(yy, zz3);
    let w = b.mul(b3, xz);
    let (s, t) = (b.mul(xy, minus), b.mul(yz, w));
    let x3 = b.sub(s, t);
    let (s, t) = (b.mul(minus, plus), b.mul(w, xx3));
    let y3 = b.add(s, t);
    let (s, t) = (b.mul(plus, yz), b.mul(xx3, xy));
    let z3 = b.add(s, t);
    finish(b, [x3, y3, z3])
}

/// `2 P`, homogeneous, complete (algorithm 9): 6M + 2S and one product with `b3`.
pub fn complete_double() -> Function {
    let mut b = Builder::new("complete_double");
    let [x, y, z] = point(&mut b, "p");
    let b3 = b.param("b3", 1)[0];
    let yy = b.sqr(y);
    let yy8 = b.times(yy, 8);
    let yz = b.mul(y, z);
    let zz = b.sqr(z);
    let w = b.mul(b3, zz);
    let x3 = b.mul(w, yy8);
    let s = b.add(yy, w);
    let z3 = b.mul(yz, yy8);
    let w3 = b.times(w, 3);
    let d = b.sub(yy, w3);
    let t = b.mul(d, s);
    let y3 = b.add(x3, t);
    let xy = b.mul(x, y);
    let t = b.mul(d, xy);
    let x3 = b.double(t);
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
            "`P + Q` in Jacobian coordinates. `Z` is 0 where `P = ±Q` or one is infinity.",
            jacobian_add(),
        ),
        one(
            "`P + Q`, `P` in Jacobian coordinates, `Q` affine and not infinity. `Z` is 0 where `P = ±Q` or `P` is infinity.",
            jacobian_add_mixed(),
        ),
        one(
            "`P + Q`, homogeneous, `a = 0`, `b3 = 3 b`; complete where no point has order 2.",
            complete_add(),
        ),
        one(
            "`P + Q`, homogeneous, `Q` affine and not infinity, `b3 = 3 b`; complete where no point has order 2.",
            complete_add_mixed(),
        ),
        one(
            "`2 P`, homogeneous, `a = 0`, `b3 = 3 b`; complete where no point has order 2.",
            complete_double(),
        ),
    ]
}
