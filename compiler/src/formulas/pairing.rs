//! Steps of Miller loops on a sextic twist, over Fp2 (Costello, Lange, Naehrig, ePrint 2009/615; Aranha, Karabina, Longa, Gebotys, López,
//! ePrint 2010/526), homogeneous coordinates.
//!
//! A line has three coefficients in Fp2; at a point `(x, y)` of G1 the first is scaled by `y`, the second by `x`, the third stays:
//!
//! | twist | coordinates of the line in Fp12 (`1, v, v^2, w, v w, v^2 w`) |
//! |---|---|
//! | D (BN254) | `l0 y` at 1, `l1 x` at `w`, `l2` at `v w` |
//! | M (BLS12-381) | `l2` at 1, `l1 x` at `v`, `l0 y` at `v w` |

use super::Formula;
use crate::field_ir::{Builder, Function, Op, Value};

/// `T := 2 T` and the tangent at `T`, given `C = Z^2` and `E = 3 b' C` with `b'` of the twist, which is small on some.
///
/// `A = X Y / 2, B = Y^2, F = 3 E, G = (B + F) / 2, H = (Y + Z)^2 - B - C`;
/// `X3 = A (B - F), Y3 = G^2 - 3 E^2, Z3 = B H`; line `(-H, 3 X^2, E - B)`.
pub fn double_step() -> Function {
    let mut b = Builder::new("miller_double");
    let t = b.param("t", 3);
    let c = b.param("c", 1)[0];
    let e = b.param("e", 1)[0];
    let (x, y, z) = (t[0], t[1], t[2]);
    let a = b.mul(x, y);
    let a = b.half(a);
    let bb = b.sqr(y);
    let f = b.times(e, 3);
    let g = b.add(bb, f);
    let g = b.half(g);
    let s = b.add(y, z);
    let s = b.sqr(s);
    let bc = b.add(bb, c);
    let h = b.sub(s, bc);
    let d = b.sub(bb, f);
    let x3 = b.mul(a, d);
    let gg = b.sqr(g);
    let ee = b.sqr(e);
    let ee3 = b.times(ee, 3);
    let y3 = b.sub(gg, ee3);
    let z3 = b.mul(bb, h);
    let l0 = b.neg(h);
    let xx = b.sqr(x);
    let l1 = b.times(xx, 3);
    let l2 = b.sub(e, bb);
    finish(b, [x3, y3, z3], [l0, l1, l2])
}

/// `T := T + Q`, `Q` affine, and the line through both; `T` is not `±Q`.
///
/// `O = Y - y Z, L = X - x Z, C = O^2, D = L^2, E = L D, F = Z C, G = X D, H = E + F - 2 G`;
/// `X3 = L H, Y3 = O (G - H) - E Y, Z3 = Z E`; line `(L, -O, O x - L y)`.
pub fn add_step() -> Function {
    let mut b = Builder::new("miller_add");
    let t = b.param("t", 3);
    let q = b.param("q", 2);
    let (x, y, z) = (t[0], t[1], t[2]);
    let s = b.mul(q[1], z);
    let o = b.sub(y, s);
    let s = b.mul(q[0], z);
    let l = b.sub(x, s);
    let c = b.sqr(o);
    let d = b.sqr(l);
    let e = b.mul(l, d);
    let f = b.mul(z, c);
    let g = b.mul(x, d);
    let h = b.add(e, f);
    let g2 = b.double(g);
    let h = b.sub(h, g2);
    let x3 = b.mul(l, h);
    let s = b.sub(g, h);
    let s = b.mul(o, s);
    let ey = b.mul(e, y);
    let y3 = b.sub(s, ey);
    let z3 = b.mul(z, e);
    let l1 = b.neg(o);
    let s = b.mul(o, q[0]);
    let r = b.mul(l, q[1]);
    let l2 = b.sub(s, r);
    finish(b, [x3, y3, z3], [l, l1, l2])
}

/// A line at a point of G1: the first coefficient times `y`, the second times `x`.
pub fn line_at() -> Function {
    let mut b = Builder::new("line_at");
    let line = b.param("line", 3);
    let x = b.base("x", 1)[0];
    let y = b.base("y", 1)[0];
    let l0 = b.push(Op::Scale(line[0], y));
    let l1 = b.push(Op::Scale(line[1], x));
    b.result("out", vec![l0, l1, line[2]]);
    b.finish()
}

/// `ψ(x, y)`, the Frobenius of the curve on its twist: coordinates conjugated and multiplied by constants.
pub fn twist_frobenius() -> Function {
    let mut b = Builder::new("twist_frobenius");
    let q = b.param("q", 2);
    let c = b.param("c", 2);
    let x = b.push(Op::Conjugate(q[0]));
    let y = b.push(Op::Conjugate(q[1]));
    let x = b.mul(x, c[0]);
    let y = b.mul(y, c[1]);
    b.result("out", vec![x, y]);
    b.finish()
}

fn finish(mut b: Builder, t: [Value; 3], line: [Value; 3]) -> Function {
    b.result("t", t.to_vec());
    b.result("line", line.to_vec());
    b.finish()
}

/// What the runtime gets.
pub fn formulas() -> Vec<Formula> {
    let one = |doc: &str, function| Formula {
        doc: doc.to_string(),
        function,
        extension: true,
    };
    vec![
        one(
            "`2 T` and the coefficients of the tangent at `T`, given `c = Z^2` and `e = 3 b' c`.",
            double_step(),
        ),
        one(
            "`T + Q` and the coefficients of the line through both, `Q` affine, `T` not `±Q`.",
            add_step(),
        ),
        one(
            "A line at `(x, y)`: the first coefficient times `y`, the second times `x`.",
            line_at(),
        ),
        one(
            "`(c0 conj(x), c1 conj(y))`: the Frobenius on a twist.",
            twist_frobenius(),
        ),
    ]
}
