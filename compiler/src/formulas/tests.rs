//! Formulas against arithmetic that knows none of them: polynomials over big integers, multiplied term by term.

use super::tower::{Level, NonResidue, Tower, product, square};
use crate::adversarial::Random;
use crate::field_ir::{Builder, Function, Op, Type, Value};
use crate::field_ir::{Room, bounds, count, eval, verify};
use crate::passes::{Quadratic, expand, expand_late, late};
use num_bigint::{BigInt, BigUint};

/// `x y` in a tower by the school method, over big integers modulo `p`.
fn school(t: &Tower, level: usize, p: &BigUint, x: &[BigUint], y: &[BigUint]) -> Vec<BigUint> {
    if level == 0 {
        return vec![&x[0] * &y[0] % p];
    }
    let Level { degree, .. } = t.levels[level - 1];
    let n = t.degree(level - 1);
    let zero = vec![BigUint::ZERO; n];
    let mut wide = vec![zero.clone(); 2 * degree - 1];
    for i in 0..degree {
        for j in 0..degree {
            let v = school(t, level - 1, p, &x[i * n..][..n], &y[j * n..][..n]);
            let sum = wide[i + j].iter().zip(&v).map(|(a, b)| (a + b) % p);
            wide[i + j] = sum.collect();
        }
    }
    let beta: Vec<BigUint> = match &t.levels[level - 1].non_residue {
        NonResidue::Integers(k) => {
            let residue = |k: &i32| {
                let m = BigUint::from(k.unsigned_abs());
                if *k < 0 { p - m } else { m }
            };
            k.iter().map(residue).collect()
        }
        NonResidue::Xi => unreachable!("towers over the prime field"),
        NonResidue::Root => {
            let mut v = zero.clone();
            v[t.degree(level - 2)] = BigUint::from(1u8);
            v
        }
    };
    for i in (degree..wide.len()).rev() {
        let v = school(t, level - 1, p, &wide[i], &beta);
        let sum = wide[i - degree].iter().zip(&v).map(|(a, b)| (a + b) % p);
        wide[i - degree] = sum.collect();
    }
    wide[..degree].concat()
}

fn towers() -> Vec<Tower> {
    vec![
        Tower::pairing(-1, [9, 1]),
        Tower::pairing(-1, [1, 1]),
        Tower::pairing(-5, [0, 1]),
        Tower::pairing(7, [-3, 2]),
    ]
}

#[test]
fn products_and_squares() {
    let p = BigUint::from(1_000_003u32);
    let mut r = Random(1);
    for t in towers() {
        for level in 1..=3 {
            let n = t.degree(level);
            let mul = product(&t, "mul", level, &vec![true; n]);
            let sqr = square(&t, "sqr", level);
            verify(&mul).unwrap();
            verify(&sqr).unwrap();
            for _ in 0..20 {
                let x: Vec<BigUint> = (0..n).map(|_| r.operand(&(&p - 1u8))).collect();
                let y: Vec<BigUint> = (0..n).map(|_| r.operand(&(&p - 1u8))).collect();
                let args = [x.clone(), y.clone()];
                assert_eq!(
                    eval(&mul, &p, &args).unwrap()[0],
                    school(&t, level, &p, &x, &y)
                );
                assert_eq!(
                    eval(&sqr, &p, &args[..1]).unwrap()[0],
                    school(&t, level, &p, &x, &x)
                );
            }
        }
    }
}

#[test]
fn sparse_products() {
    let p = BigUint::from(1_000_003u32);
    let mut r = Random(2);
    let t = Tower::pairing(-1, [1, 1]);
    for _ in 0..60 {
        let mask: Vec<bool> = (0..12).map(|_| r.below(2) == 1).collect();
        let f = product(&t, "sparse", 3, &mask);
        verify(&f).unwrap();
        let x: Vec<BigUint> = (0..12).map(|_| r.operand(&(&p - 1u8))).collect();
        let y: Vec<BigUint> = mask
            .iter()
            .map(|m| {
                if *m {
                    r.operand(&(&p - 1u8))
                } else {
                    BigUint::ZERO
                }
            })
            .collect();
        let given: Vec<BigUint> = y
            .iter()
            .zip(&mask)
            .filter(|(_, m)| **m)
            .map(|(y, _)| y.clone())
            .collect();
        assert_eq!(
            eval(&f, &p, &[x.clone(), given]).unwrap()[0],
            school(&t, 3, &p, &x, &y)
        );
    }
}

/// The counts of the literature, in the prime field.
#[test]
fn counts() {
    let t = Tower::pairing(-1, [1, 1]);
    let full = |level| count(&product(&t, "mul", level, &vec![true; t.degree(level)]));
    let squares = |level| count(&square(&t, "sqr", level));
    // 3, 18 and 54 products; squares 2, 2 + 3 + 2 + 3 + 2 and 2 * 18.
    assert_eq!([full(1).m, full(2).m, full(3).m], [3, 18, 54]);
    assert_eq!([squares(1).m, squares(2).m, squares(3).m], [2, 12, 36]);
    assert_eq!(squares(3).s, 0);
    // A line with the coordinates 1, v and v w: 13 products in Fp2.
    let pair = |i: usize| (0..12).map(move |j| j / 2 == i);
    let line: Vec<bool> = (0..12)
        .map(|j| [0, 1, 4].iter().any(|i| pair(*i).nth(j) == Some(true)))
        .collect();
    assert_eq!(count(&product(&t, "line", 3, &line)).m, 39);
}

/// Over Fp2 and expanded: the same as over the prime field.
#[test]
fn expanded_towers() {
    let p = BigUint::from(1_000_003u32);
    let mut r = Random(4);
    for (beta, xi) in [(-1, [9, 1]), (-1, [1, 1]), (-5, [0, 1]), (7, [-3, 2])] {
        let whole = Tower::pairing(beta, xi);
        let over = Tower::over_fp2();
        for level in 1..=2 {
            let n = over.degree(level);
            let field = Quadratic { beta, xi };
            let mul = expand(&product(&over, "mul", level, &vec![true; n]), field);
            let sqr = expand(&square(&over, "sqr", level), field);
            verify(&mul).unwrap();
            assert_eq!(count(&mul).m, [18, 54][level - 1]);
            for _ in 0..10 {
                let x: Vec<BigUint> = (0..2 * n).map(|_| r.operand(&(&p - 1u8))).collect();
                let y: Vec<BigUint> = (0..2 * n).map(|_| r.operand(&(&p - 1u8))).collect();
                let args = [x.clone(), y.clone()];
                let expected = school(&whole, level + 1, &p, &x, &y);
                assert_eq!(eval(&mul, &p, &args).unwrap()[0], expected);
                let expected = school(&whole, level + 1, &p, &x, &x);
                assert_eq!(eval(&sqr, &p, &args[..1]).unwrap()[0], expected);
            }
        }
    }
}

/// Sums of Jacobian points by chord and tangent, against affine ones, on a small curve with a.
#[test]
fn chords_and_tangents() {
    use super::map::{jacobian_chord, jacobian_line_sum, jacobian_powers, jacobian_tangent};
    let p = BigUint::from(1009u32);
    let n = |k: u64| BigUint::from(k);
    let inverse = |x: &BigUint| x.modpow(&n(1007), &p);
    let minus = |x: &BigUint, y: &BigUint| (x + &p - y) % &p;
    let run = |f: &Function, args: &[Vec<BigUint>]| eval(f, &p, args).unwrap()[0].clone();
    for a in [0u64, 5] {
        // Every point of `y^2 = x^3 + a x + 7` with y not 0.
        let points: Vec<[BigUint; 2]> = (0..1009u64)
            .flat_map(|x| (1..1009u64).map(move |y| (x, y)))
            .filter(|(x, y)| (y * y) % 1009 == (x * x % 1009 * x + a * x + 7) % 1009)
            .map(|(x, y)| [n(x), n(y)])
            .collect();
        assert!(points.len() > 900);
        let jacobian =
            |[x, y]: &[BigUint; 2], z: u64| vec![x * z * z % &p, y * z * z * z % &p, n(z)];
        let mut r = Random(6);
        for _ in 0..200 {
            let s = &points[r.below(points.len())];
            let t = &points[r.below(points.len())];
            let (js, jt) = (jacobian(s, 3), jacobian(t, 1 + r.below(1008) as u64));
            let powers = run(&jacobian_powers(), &[jt[2..].to_vec()]);
            let chord = run(&jacobian_chord(), &[js.clone(), jt, powers]);
            let with_a = [js.clone(), vec![n(a)]];
            let tangent = match a {
                0 => run(&jacobian_tangent(false), &[js]),
                _ => run(&jacobian_tangent(true), &with_a),
            };
            let mut expected = vec![(
                tangent,
                s,
                (&s[0] * &s[0] * 3u8 + a) * inverse(&(&s[1] * 2u8)),
            )];
            if s[0] != t[0] {
                let slope = minus(&t[1], &s[1]) * inverse(&minus(&t[0], &s[0]));
                expected.push((chord, t, slope));
            }
            for (line, other, slope) in expected {
                let sum = run(&jacobian_line_sum(), &[line]);
                let z = inverse(&sum[2]);
                let x = &sum[0] * &z * &z % &p;
                let y = &sum[1] * &z * &z * &z % &p;
                let expected = minus(&minus(&(&slope * &slope % &p), &s[0]), &other[0]);
                assert_eq!(x, expected);
                let rise = &slope * minus(&s[0], &x) % &p;
                assert_eq!(y, minus(&rise, &s[1]));
            }
        }
    }
}

/// An isogeny's formula is its polynomials: numerators and the kernel at `X / Z^2`.
#[test]
fn isogenies_are_their_polynomials() {
    use super::map::isogeny;
    let p = BigUint::from(1_000_003u32);
    let mut r = Random(7);
    for degree in [3, 5, 11] {
        let f = isogeny(degree);
        verify(&f).unwrap();
        let half = (degree - 1) / 2;
        for _ in 0..20 {
            let mut list =
                |n: usize| -> Vec<BigUint> { (0..n).map(|_| r.operand(&(&p - 1u8))).collect() };
            let (point, n, m, k) = (list(3), list(degree + 1), list(3 * half + 1), list(half));
            if point[2] == BigUint::ZERO {
                continue;
            }
            let z = point[2].modinv(&p).unwrap();
            let x = &point[0] * &z * &z % &p;
            let at = |c: &[BigUint]| {
                c.iter()
                    .rev()
                    .fold(BigUint::ZERO, |sum, c| (sum * &x + c) % &p)
            };
            let k_at = at(&[&k[..], &[BigUint::from(1u8)]].concat());
            let out = eval(&f, &p, &[point.clone(), n.clone(), m.clone(), k]).unwrap()[0].clone();
            // `X' / Z'^2 = n / k^2`, `Y' / Z'^3 = y m / k^3`.
            let (kk, zz) = (&k_at * &k_at, &out[2] * &out[2]);
            assert_eq!(&out[0] * &kk % &p, at(&n) * &zz % &p);
            let y = &point[1] * &z * &z * &z;
            assert_eq!(&out[1] * kk * &k_at % &p, y * at(&m) * zz * &out[2] % &p);
            assert_eq!(out[2] == BigUint::ZERO, k_at == BigUint::ZERO);
        }
    }
}

/// A function with late reductions as one without: residues do not know the difference.
fn reduced(f: &Function) -> Function {
    let mut b = Builder::new(&f.name);
    let mut names: Vec<Value> = vec![];
    for p in &f.params {
        names.extend(match p.ty {
            Type::Base => b.base(&p.name, p.values.len()),
            _ => b.param(&p.name, p.values.len()),
        });
    }
    for inst in &f.insts {
        let op = match inst.op.map_operands(|v| names[v.index()]) {
            Op::MulWide(x, y) => Op::Mul(x, y),
            Op::SqrWide(x) => Op::Sqr(x),
            Op::AddWide(x, y) | Op::AddLazy(x, y) => Op::Add(x, y),
            Op::SubWide(x, y) => Op::Sub(x, y),
            Op::TimesXiWide(x) => Op::TimesXi(x),
            Op::Redc(x) => {
                names.push(x);
                continue;
            }
            op => op,
        };
        names.push(b.push(op));
    }
    for r in &f.results {
        let values = r.values.iter().map(|v| names[v.index()]).collect();
        b.result(&r.name, values);
    }
    b.finish()
}

/// Late reductions change no residue, and save reductions where sums of products are.
#[test]
fn late_reductions() {
    let p = BigUint::from(1_000_003u32);
    let mut r = Random(5);
    let field = Quadratic {
        beta: -1,
        xi: [9, 1],
    };
    let mut seen = 0;
    for formula in super::all().into_iter().filter(|f| f.extension) {
        let early = formula.function;
        let late = late(&early);
        verify(&late).unwrap();
        assert!(count(&late).r <= count(&early).r, "{}", early.name);
        seen += usize::from(count(&late).r < count(&early).r);
        let same = reduced(&late);
        for _ in 0..10 {
            let args: Vec<Vec<BigUint>> = early
                .params
                .iter()
                .map(|param| {
                    let n = param.values.len() * if param.ty == Type::Base { 1 } else { 2 };
                    (0..n).map(|_| r.operand(&(&p - 1u8))).collect()
                })
                .collect();
            assert_eq!(
                eval(&expand(&same, field), &p, &args).unwrap(),
                eval(&expand(&early, field), &p, &args).unwrap(),
                "{}",
                early.name
            );
        }
    }
    assert!(seen > 10, "{seen}");
    // 54 products in the prime field, 18 in Fp2, and one reduction a coordinate.
    let full = product(&Tower::over_fp2(), "mul", 2, &[true; 6]);
    let late = late(&full);
    assert_eq!((count(&late).m, count(&late).r), (18, 6));
}

/// Every wide value of every formula fits its words, and what is reduced lies within `LATE_SPAN p^2` of zero: a field of which as much is at
/// most `3 p W^n` adds that and reduces what is below `6 p W^n`.
#[test]
fn late_values_fit() {
    let plan = crate::plan::Plan::for_spec(
        &crate::spec::names::find("bls12-381:fp")
            .unwrap()
            .spec()
            .unwrap(),
    )
    .unwrap();
    let mut room = Room::of(&plan);
    let offset = &room.capacity * 3u8;
    room.reducible = &room.p * &room.capacity * 6u8;
    let field = Quadratic {
        beta: -1,
        xi: [1, 1],
    };
    let square = BigInt::from(&room.p * &room.p);
    let added = BigInt::from(&room.p * &offset);
    let (mut span, mut seen) = (BigInt::ZERO, 0);
    for formula in super::all().into_iter().filter(|f| f.extension) {
        let late = late(&formula.function);
        if late == formula.function {
            continue;
        }
        let numbers = expand_late(&late, field, &offset);
        verify(&numbers).unwrap();
        let bounds = bounds(&numbers, &room).unwrap_or_else(|e| panic!("{}: {e}", late.name));
        for inst in &numbers.insts {
            if let Op::Redc(x) = inst.op {
                let b = &bounds[x.index()];
                for end in [&b.min - &added, &b.max - &added] {
                    // Rounded up.
                    span = span.max((end.magnitude() + square.magnitude() - 1u8).into());
                }
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "{seen}");
    assert_eq!(span / square, BigInt::from(super::LATE_SPAN));
}

/// Points of `y^2 = x^3 + 7` over a small field: every formula against chord and tangent, for every pair of points, and with Z other
/// than 1. The curve has no point of order 2.
mod points {
    use super::super::weierstrass::*;
    use crate::field_ir::{Function, eval, verify};
    use num_bigint::BigUint;

    const P: u64 = 43;
    const B: u64 = 7;

    type Point = Option<(u64, u64)>;

    fn inverse(a: u64) -> u64 {
        (0..P - 2).fold(1, |power, _| power * a % P)
    }

    fn slope((x1, y1): (u64, u64), (x2, y2): (u64, u64)) -> Option<u64> {
        let (rise, run) = if x1 != x2 {
            (y2 + P - y1, x2 + P - x1)
        } else if y1 == y2 {
            (3 * x1 * x1, 2 * y1)
        } else {
            return None;
        };
        Some(rise % P * inverse(run % P) % P)
    }

    fn add(a: Point, b: Point) -> Point {
        let (Some(p), Some(q)) = (a, b) else {
            return a.or(b);
        };
        let m = slope(p, q)?;
        let x = (m * m + 2 * P - p.0 - q.0) % P;
        Some((x, (m * (p.0 + P - x) + P - p.1) % P))
    }

    fn all() -> Vec<Point> {
        let mut out = vec![None];
        for x in 0..P {
            for y in 0..P {
                if y * y % P == (x * x * x + B) % P {
                    assert_ne!(y, 0, "a point of order 2");
                    out.push(Some((x, y)));
                }
            }
        }
        assert_eq!(
            add(out[1], add(out[2], out[3])),
            add(add(out[1], out[2]), out[3])
        );
        out
    }

    fn run(f: &Function, arguments: &[&[u64]]) -> Vec<Vec<u64>> {
        verify(f).unwrap();
        let arguments: Vec<Vec<BigUint>> = arguments
            .iter()
            .map(|list| list.iter().map(|a| BigUint::from(*a)).collect())
            .collect();
        let small = |a: &BigUint| a.iter_u64_digits().next().unwrap_or(0);
        eval(f, &P.into(), &arguments)
            .unwrap()
            .iter()
            .map(|list| list.iter().map(small).collect())
            .collect()
    }

    /// Jacobian coordinates, and back.
    fn lift(p: Point, z: u64) -> [u64; 3] {
        p.map_or([z * z % P, z * z * z % P, 0], |(x, y)| {
            [x * z * z % P, y * z * z % P * z % P, z]
        })
    }

    fn lower(p: &[u64]) -> Point {
        let i = inverse(p[2]);
        (p[2] != 0).then(|| (p[0] * i * i % P, p[1] * i * i % P * i % P))
    }

    /// Homogeneous coordinates, and back.
    fn lift_homogeneous(p: Point, z: u64) -> [u64; 3] {
        p.map_or([0, z, 0], |(x, y)| [x * z % P, y * z % P, z])
    }

    fn lower_homogeneous(p: &[u64]) -> Point {
        assert!(p != [0, 0, 0], "no point at all");
        let i = inverse(p[2]);
        (p[2] != 0).then(|| (p[0] * i % P, p[1] * i % P))
    }

    #[test]
    fn jacobian_formulas() {
        let (double, sum, mixed) = (jacobian_double(), jacobian_add(), jacobian_add_mixed());
        for (i, p) in all().into_iter().enumerate() {
            let pj = lift(p, 2 + i as u64 % 40);
            assert_eq!(lower(&run(&double, &[&pj])[0]), add(p, p));
            for (j, q) in all().into_iter().enumerate() {
                let qj = lift(q, 3 + j as u64 % 39);
                let exceptional = p.is_none() || q.is_none() || p.map(|p| p.0) == q.map(|q| q.0);
                let out = run(&sum, &[&pj, &qj]);
                assert_eq!(out[0][2] == 0, exceptional);
                if !exceptional {
                    assert_eq!(lower(&out[0]), add(p, q));
                }
                let Some((x, y)) = q else { continue };
                let out = run(&mixed, &[&pj, &[x, y]]);
                assert_eq!(out[0][2] == 0, exceptional);
                if !exceptional {
                    assert_eq!(lower(&out[0]), add(p, q));
                    assert_eq!(out[1][0] * pj[2] % P, out[0][2]);
                }
            }
        }
    }

    #[test]
    fn complete_formulas() {
        let (double, sum) = (complete_double(), complete_sum());
        let (both, mixed) = (complete_products(), complete_products_mixed());
        let b3 = |a: u64| 3 * B * a % P;
        for (i, p) in all().into_iter().enumerate() {
            let ph = lift_homogeneous(p, 2 + i as u64 % 40);
            let out = run(&double, &[&ph, &[b3(ph[2] * ph[2])]]);
            assert_eq!(lower_homogeneous(&out[0]), add(p, p));
            for (j, q) in all().into_iter().enumerate() {
                let qh = lift_homogeneous(q, 3 + j as u64 % 39);
                let products = &run(&both, &[&ph, &qh])[0];
                let out = run(&sum, &[products, &[b3(products[2])], &[b3(products[5])]]);
                assert_eq!(lower_homogeneous(&out[0]), add(p, q));
                let Some((x, y)) = q else { continue };
                let products = &run(&mixed, &[&ph, &[x, y]])[0];
                let out = run(&sum, &[products, &[b3(products[2])], &[b3(products[5])]]);
                assert_eq!(lower_homogeneous(&out[0]), add(p, q));
            }
        }
    }

    #[test]
    fn affine_sums() {
        let f = affine_sum();
        let mut lines = 0;
        for p in all().into_iter().flatten() {
            for q in all().into_iter().flatten() {
                if let Some(m) = slope(p, q) {
                    let out = run(&f, &[&[p.0, p.1], &[q.0], &[m]]);
                    assert_eq!(Some((out[0][0], out[0][1])), add(Some(p), Some(q)));
                    lines += 1;
                }
            }
        }
        assert!(lines > 800);
    }
}
