//! The cyclotomic subgroup of Fp12, over Fp2: elements with `f^(p^4 - p^2 + 1) = 1`.
//!
//! Coordinates are those of `Fp12 = Fp6[w]`, `Fp6 = Fp2[v]`: `1, v, v^2, w, v w, v^2 w`.

use super::Formula;
use crate::field_ir::{Builder, Function, Op, Value};

/// `(a + b s)^2` in `Fp4 = Fp2[s]/(s^2 - ξ)`: `(a^2 + ξ b^2, 2 a b)` by three squares.
fn square4(b: &mut Builder, x: Value, y: Value) -> (Value, Value) {
    let (xx, yy) = (b.sqr(x), b.sqr(y));
    let s = b.add(x, y);
    let s = b.sqr(s);
    let t = b.push(Op::TimesXi(yy));
    let c0 = b.add(xx, t);
    let s = b.sub(s, xx);
    (c0, b.sub(s, yy))
}

/// `3 t - 2 z`
fn three_minus_two(b: &mut Builder, t: Value, z: Value) -> Value {
    let d = b.sub(t, z);
    let d = b.double(d);
    b.add(d, t)
}

/// `3 t + 2 z`
fn three_plus_two(b: &mut Builder, t: Value, z: Value) -> Value {
    let d = b.add(t, z);
    let d = b.double(d);
    b.add(d, t)
}

/// `f^2` (Granger and Scott, ePrint 2009/565): nine squares in Fp2.
pub fn square() -> Function {
    let mut b = Builder::new("fp12_cyclotomic_sqr");
    let z = b.param("a", 6);
    // Three subfields: (1, v w), (w, v^2), (v, v^2 w).
    let (t0, t1) = square4(&mut b, z[0], z[4]);
    let (t2, t3) = square4(&mut b, z[3], z[2]);
    let (t4, t5) = square4(&mut b, z[1], z[5]);
    let t5 = b.push(Op::TimesXi(t5));
    let out = vec![
        three_minus_two(&mut b, t0, z[0]),
        three_minus_two(&mut b, t2, z[1]),
        three_minus_two(&mut b, t4, z[2]),
        three_plus_two(&mut b, t5, z[3]),
        three_plus_two(&mut b, t1, z[4]),
        three_plus_two(&mut b, t3, z[5]),
    ];
    b.result("out", out);
    b.finish()
}

/// The square of a compressed element: four of six coordinates (Karabina, ePrint 2010/542), in the order `v, v^2, w, v^2 w`: six squares.
pub fn square_compressed() -> Function {
    let mut b = Builder::new("fp12_compressed_sqr");
    let z = b.param("a", 4);
    let (t2, t3) = square4(&mut b, z[2], z[1]);
    let (t4, t5) = square4(&mut b, z[0], z[3]);
    let t5 = b.push(Op::TimesXi(t5));
    let out = vec![
        three_minus_two(&mut b, t2, z[0]),
        three_minus_two(&mut b, t4, z[1]),
        three_plus_two(&mut b, t5, z[2]),
        three_plus_two(&mut b, t3, z[3]),
    ];
    b.result("out", out);
    b.finish()
}

/// `(n, d)` with `n / d` the coordinate at `v w` of a compressed element whose coordinate at `w` is not 0, and `(n, d)` for one whose is:
/// with `z2, z3, z4, z5` at `w, v^2, v, v^2 w`, `(ξ z5^2 + 3 z4^2 - 2 z3) / (4 z2)` and `2 z4 z5 / z3`.
pub fn decompress_fractions() -> Function {
    let mut b = Builder::new("fp12_decompress_fractions");
    let z = b.param("a", 4);
    let (z4, z3, z2, z5) = (z[0], z[1], z[2], z[3]);
    let s = b.sqr(z5);
    let s = b.push(Op::TimesXi(s));
    let t = b.sqr(z4);
    let d = b.sub(t, z3);
    let d = b.double(d);
    let d = b.add(d, t);
    let n = b.add(s, d);
    let d = b.times(z2, 4);
    let t = b.mul(z4, z5);
    let t = b.double(t);
    b.result("general", vec![n, d]);
    b.result("degenerate", vec![t, z3]);
    b.finish()
}

/// Every coordinate of a compressed element, given the one at `v w` (`z1`): the coordinate at 1 is
/// `ξ (2 z1^2 + z2 z5 - 3 z3 z4) + 1`.
pub fn decompress() -> Function {
    let mut b = Builder::new("fp12_decompress");
    let z = b.param("a", 4);
    let z1 = b.param("z1", 1)[0];
    let one = b.param("one", 1)[0];
    let (z4, z3, z2, z5) = (z[0], z[1], z[2], z[3]);
    let s = b.sqr(z1);
    let t = b.mul(z3, z4);
    // 2 (s - t) - t + z2 z5
    let d = b.sub(s, t);
    let d = b.double(d);
    let d = b.sub(d, t);
    let t = b.mul(z2, z5);
    let d = b.add(d, t);
    let d = b.push(Op::TimesXi(d));
    let z0 = b.add(d, one);
    b.result("out", vec![z0, z4, z3, z2, z1, z5]);
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
        one("`a^2` for `a` in the cyclotomic subgroup.", square()),
        one(
            "The square of a compressed element of the cyclotomic subgroup: the coordinates `v, v^2, w, v^2 w`.",
            square_compressed(),
        ),
        one(
            "Fractions `n / d` that are the coordinate `v w` of a compressed element: the first where the coordinate `w` is not 0, the second where it is.",
            decompress_fractions(),
        ),
        one(
            "A compressed element and its coordinate `v w`: all coordinates.",
            decompress(),
        ),
    ]
}
