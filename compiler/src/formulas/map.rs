//! Maps from a field to a curve (RFC 9380), and what follows them: isogenies, and Jacobian points of `y^2 = x^3 + a x + b`.
//!
//! Straight lines only: roots and selections are calls of the runtime in between.

use super::Formula;
use crate::field_ir::{Builder, Function, Value};

/// A parameter of one element.
fn one(b: &mut Builder, name: &str) -> Value {
    b.param(name, 1)[0]
}

/// The first candidate of the simplified map of Shallue, van de Woestijne and Ulas as a fraction `xn / xd` (RFC 9380, appendix F.2):
/// `t = Z u^2`, `d = t^2 + t`, `xn = B (d + 1)`, `xd = -A d`. Where `d = 0`, `xd = A Z` instead.
pub fn sswu_x() -> Function {
    let mut b = Builder::new("sswu_x");
    let u = one(&mut b, "u");
    let [ca, cb, cz] = ["a", "b", "z"].map(|name| one(&mut b, name));
    let uu = b.sqr(u);
    let t = b.mul(cz, uu);
    let tt = b.sqr(t);
    let d = b.add(tt, t);
    // B (d + 1) without a 1.
    let bd = b.mul(cb, d);
    let xn = b.add(bd, cb);
    let ad = b.mul(ca, d);
    let xd = b.neg(ad);
    b.result("t", vec![t]);
    b.result("d", vec![d]);
    b.result("xn", vec![xn]);
    b.result("xd", vec![xd]);
    b.finish()
}

/// `x^3 + A x + B` at `x = xn / xd` as a fraction: `(xn^2 + A xd^2) xn + B xd^3` over `xd^3`.
pub fn sswu_g() -> Function {
    let mut b = Builder::new("sswu_g");
    let [xn, xd, ca, cb] = ["xn", "xd", "a", "b"].map(|name| one(&mut b, name));
    let nn = b.sqr(xn);
    let dd = b.sqr(xd);
    let ddd = b.mul(dd, xd);
    let add = b.mul(ca, dd);
    let s = b.add(nn, add);
    let s = b.mul(s, xn);
    let t = b.mul(cb, ddd);
    let g = b.add(s, t);
    b.result("gn", vec![g]);
    b.result("gd", vec![ddd]);
    b.finish()
}

/// The second candidate: `x = t xn` over the same denominator, `y = t u r` for r the root of Z times the first one's `y^2`.
pub fn sswu_second() -> Function {
    let mut b = Builder::new("sswu_second");
    let [t, u, xn, r] = ["t", "u", "xn", "r"].map(|name| one(&mut b, name));
    let x = b.mul(t, xn);
    let tu = b.mul(t, u);
    let y = b.mul(tu, r);
    b.result("xn", vec![x]);
    b.result("y", vec![y]);
    b.finish()
}

/// The Jacobian point of `x = xn / xd` and y, from `xd^3`: `(xn xd, y xd^3, xd)`.
pub fn jacobian_from_fraction() -> Function {
    let mut b = Builder::new("jacobian_from_fraction");
    let [xn, xd, xd3, y] = ["xn", "xd", "xd3", "y"].map(|name| one(&mut b, name));
    let x3 = b.mul(xn, xd);
    let y3 = b.mul(y, xd3);
    b.result("out", vec![x3, y3, xd]);
    b.finish()
}

/// The denominators of the map of Shallue and van de Woestijne (RFC 9380, appendix F.1): `plus = 1 + c1 u^2`, `minus = 1 - c1 u^2` and
/// their product, whose inverse the next step needs.
pub fn svdw_denominator() -> Function {
    let mut b = Builder::new("svdw_denominator");
    let [u, c1, unit] = ["u", "c1", "one"].map(|name| one(&mut b, name));
    let uu = b.sqr(u);
    let t = b.mul(uu, c1);
    let plus = b.add(unit, t);
    let minus = b.sub(unit, t);
    let product = b.mul(plus, minus);
    b.result("plus", vec![plus]);
    b.result("minus", vec![minus]);
    b.result("product", vec![product]);
    b.finish()
}

/// The three candidates: `x1 = c2 - v`, `x2 = c2 + v` with `v = c3 u minus inverse`, `x3 = Z + c4 (plus^2 inverse)^2`.
pub fn svdw_candidates() -> Function {
    let mut b = Builder::new("svdw_candidates");
    let [u, plus, minus, inverse] = ["u", "plus", "minus", "inverse"].map(|name| one(&mut b, name));
    let c = b.param("c", 3);
    let z = one(&mut b, "z");
    let v = b.mul(u, minus);
    let v = b.mul(v, inverse);
    let v = b.mul(v, c[1]);
    let x1 = b.sub(c[0], v);
    let x2 = b.add(c[0], v);
    let w = b.sqr(plus);
    let w = b.mul(w, inverse);
    let w = b.sqr(w);
    let w = b.mul(w, c[2]);
    let x3 = b.add(w, z);
    b.result("x", vec![x1, x2, x3]);
    b.finish()
}

/// `x^3 + b`.
pub fn cubic() -> Function {
    let mut b = Builder::new("cubic");
    let [x, cb] = ["x", "b"].map(|name| one(&mut b, name));
    let xx = b.sqr(x);
    let xxx = b.mul(xx, x);
    let g = b.add(xxx, cb);
    b.result("out", vec![g]);
    b.finish()
}

/// An isogeny of odd degree l on Jacobian points: `x -> n(x) / k(x)^2`, `y -> y m(x) / k(x)^3`, k monic of degree `(l - 1) / 2` with
/// the kernel's x as roots. `X' = n`, `Y' = Y m`, `Z' = Z k`, all homogeneous in X and `Z^2`: where k is 0 infinity comes out.
///
/// The polynomials are lists of coefficients, that of 1 first; k without its leading 1.
pub fn isogeny(degree: usize) -> Function {
    let mut b = Builder::new(format!("isogeny_{degree}"));
    let p = b.param("p", 3);
    let half = (degree - 1) / 2;
    let n = b.param("n", degree + 1);
    let m = b.param("m", 3 * half + 1);
    let k = b.param("k", half);
    // Powers of Z^2.
    let mut powers = vec![b.sqr(p[2])];
    for i in 1..3 * half {
        let next = match i % 2 {
            1 => b.sqr(powers[i / 2]),
            _ => b.mul(powers[i - 1], powers[0]),
        };
        powers.push(next);
    }
    // Horner from the coefficient below the leading one; `top` is what stands for that one times X.
    let horner = |b: &mut Builder, top: Value, below: &[Value]| {
        let mut sum = top;
        for (i, c) in below.iter().rev().enumerate() {
            let term = b.mul(*c, powers[i]);
            let t = b.add(sum, term);
            sum = match i + 1 == below.len() {
                true => t,
                false => b.mul(t, p[0]),
            };
        }
        sum
    };
    let whole = |b: &mut Builder, c: &[Value]| {
        let (last, below) = c.split_last().expect("a coefficient");
        let top = b.mul(*last, p[0]);
        horner(b, top, below)
    };
    let x = whole(&mut b, &n);
    let y = whole(&mut b, &m);
    let z = horner(&mut b, p[0], &k);
    let y = b.mul(y, p[1]);
    let z = b.mul(z, p[2]);
    b.result("out", vec![x, y, z]);
    b.finish()
}

/// `Z^2` and `Z^3`, for [`jacobian_chord`].
pub fn jacobian_powers() -> Function {
    let mut b = Builder::new("jacobian_powers");
    let z = one(&mut b, "z");
    let zz = b.sqr(z);
    let zzz = b.mul(zz, z);
    b.result("powers", vec![zz, zzz]);
    b.finish()
}

/// What [`jacobian_line_sum`] asks for the line through two points: `[u, v, w, h, r, z]` with the first point's x and y over the common
/// denominator, the sum of both x, their difference, that of the y, and the product of both Z. The second point comes with the powers of
/// its Z, as it is often the same one.
pub fn jacobian_chord() -> Function {
    let mut b = Builder::new("jacobian_chord");
    let p = b.param("p", 3);
    let q = b.param("q", 3);
    let powers = b.param("powers", 2);
    let zz1 = b.sqr(p[2]);
    let u1 = b.mul(p[0], powers[0]);
    let u2 = b.mul(q[0], zz1);
    let s1 = b.mul(p[1], powers[1]);
    let t = b.mul(zz1, p[2]);
    let s2 = b.mul(q[1], t);
    let w = b.add(u1, u2);
    let h = b.sub(u2, u1);
    let r = b.sub(s2, s1);
    let z = b.mul(p[2], q[2]);
    b.result("line", vec![u1, s1, w, h, r, z]);
    b.finish()
}

/// The same for the tangent, on a curve with any a or, for `with_a` false, a = 0.
pub fn jacobian_tangent(with_a: bool) -> Function {
    let mut b = Builder::new(match with_a {
        true => "jacobian_tangent_a",
        false => "jacobian_tangent",
    });
    let p = b.param("p", 3);
    let a = with_a.then(|| one(&mut b, "a"));
    let xx = b.sqr(p[0]);
    let mut r = b.times(xx, 3);
    if let Some(a) = a {
        let zz = b.sqr(p[2]);
        let zzzz = b.sqr(zz);
        let t = b.mul(a, zzzz);
        r = b.add(r, t);
    }
    let w = b.double(p[0]);
    let h = b.double(p[1]);
    b.result("line", vec![p[0], p[1], w, h, r, p[2]]);
    b.finish()
}

/// The sum from its line: `X = r^2 - h^2 w`, `Y = r (h^2 u - X) - h^3 v`, `Z = h z`.
pub fn jacobian_line_sum() -> Function {
    let mut b = Builder::new("jacobian_line_sum");
    let l = b.param("line", 6);
    let [u, v, w, h, r, z] = [l[0], l[1], l[2], l[3], l[4], l[5]];
    let hh = b.sqr(h);
    let hhh = b.mul(hh, h);
    let rr = b.sqr(r);
    let t = b.mul(hh, w);
    let x = b.sub(rr, t);
    let t = b.mul(hh, u);
    let t = b.sub(t, x);
    let s = b.mul(r, t);
    let t = b.mul(hhh, v);
    let y = b.sub(s, t);
    let z = b.mul(h, z);
    b.result("out", vec![x, y, z]);
    b.finish()
}

/// What the runtime gets.
pub fn formulas() -> Vec<Formula> {
    let formula = |doc: &str, function| Formula {
        doc: doc.to_string(),
        function,
        extension: false,
    };
    vec![
        formula(
            "Simplified SWU: `(t, d, xn, xd)`, the first candidate being `xn / xd`, or `xn / (a z)` where d is 0.",
            sswu_x(),
        ),
        formula("`x^3 + a x + b` at `xn / xd`, as a fraction.", sswu_g()),
        formula(
            "Simplified SWU: numerator of the second candidate's x, and its y for `r^2 = z (x1^3 + a x1 + b)`.",
            sswu_second(),
        ),
        formula(
            "The Jacobian point of `x = xn / xd` and y; `xd3 = xd^3`.",
            jacobian_from_fraction(),
        ),
        formula(
            "Shallue and van de Woestijne: `1 + c1 u^2`, `1 - c1 u^2`, and their product, to be inverted (0 to 0).",
            svdw_denominator(),
        ),
        formula(
            "Shallue and van de Woestijne: the three candidates for x; c is `[c2, c3, c4]` of the RFC.",
            svdw_candidates(),
        ),
        formula("`x^3 + b`.", cubic()),
        formula(
            "A 3-isogeny on a Jacobian point: `n / k^2`, `y m / k^3`, k monic without its leading 1.",
            isogeny(3),
        ),
        formula(
            "An 11-isogeny on a Jacobian point: `n / k^2`, `y m / k^3`, k monic without its leading 1.",
            isogeny(11),
        ),
        formula("`Z^2` and `Z^3`, for `jacobian_chord`.", jacobian_powers()),
        formula(
            "The line through two Jacobian points, for `jacobian_line_sum`; with the powers of the second one's Z.",
            jacobian_chord(),
        ),
        formula(
            "The tangent at a Jacobian point, `a = 0`, for `jacobian_line_sum`.",
            jacobian_tangent(false),
        ),
        formula(
            "The tangent at a Jacobian point, for `jacobian_line_sum`.",
            jacobian_tangent(true),
        ),
        formula(
            "The third point of a chord or tangent, reflected: the sum. `Z` is 0 where the line is vertical.",
            jacobian_line_sum(),
        ),
    ]
}
