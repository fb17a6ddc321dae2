//! Formulas against arithmetic that knows none of them: polynomials over big integers, multiplied term by term.

use super::tower::{Level, NonResidue, Tower, product, square};
use crate::adversarial::Random;
use crate::field_ir::{count, eval, verify};
use crate::passes::{Quadratic, expand};
use num_bigint::BigUint;

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
