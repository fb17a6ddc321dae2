//! Towers of extensions as data, and their arithmetic in field IR.
//!
//! A level adjoins a square or cube root of an element below: `u^2 = -1`, `v^3 = 9 + u`, `w^2 = v`. An element is the flat list of its
//! coordinates in the prime field, lower powers first: `Fp12 = Fp6[w]` has `a[0..6]` and `a[6..12]`. A coordinate that is known to be zero is
//! `None`, so that sparse products come out of the same code as full ones.

use crate::field_ir::{Builder, Function, Op, Value};

/// A coordinate; `None` is zero.
pub type Coordinate = Option<Value>;
/// An element of some level.
pub type Element = Vec<Coordinate>;

/// What the adjoined root is a root of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NonResidue {
    /// An element of the level below, by small integer coordinates.
    Integers(Vec<i32>),
    /// The root that the level below adjoins.
    Root,
    /// ξ of the field that the function is over, a quadratic extension ([`crate::field_ir::Op::TimesXi`]).
    Xi,
}

/// One extension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// 2 or 3.
    pub degree: usize,
    /// `root^degree`
    pub non_residue: NonResidue,
}

/// Extensions, one over the other, the first over the prime field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tower {
    /// From the bottom.
    pub levels: Vec<Level>,
}

impl Tower {
    /// `Fp2 = Fp[u]/(u^2 - beta)`, `Fp6 = Fp2[v]/(v^3 - xi)`, `Fp12 = Fp6[w]/(w^2 - v)`.
    pub fn pairing(beta: i32, xi: [i32; 2]) -> Tower {
        let level = |degree, non_residue| Level {
            degree,
            non_residue,
        };
        Tower {
            levels: vec![
                level(2, NonResidue::Integers(vec![beta])),
                level(3, NonResidue::Integers(xi.to_vec())),
                level(2, NonResidue::Root),
            ],
        }
    }

    /// `Fp6 = Fp2[v]/(v^3 - ξ)`, `Fp12 = Fp6[w]/(w^2 - v)` for functions over `Fp2`.
    pub fn over_fp2() -> Tower {
        let level = |degree, non_residue| Level {
            degree,
            non_residue,
        };
        Tower {
            levels: vec![level(3, NonResidue::Xi), level(2, NonResidue::Root)],
        }
    }

    /// Coordinates of an element after `levels` extensions.
    pub fn degree(&self, levels: usize) -> usize {
        self.levels[..levels].iter().map(|l| l.degree).product()
    }

    fn part<'a>(&self, level: usize, x: &'a [Coordinate], i: usize) -> &'a [Coordinate] {
        let n = self.degree(level - 1);
        &x[i * n..(i + 1) * n]
    }

    /// `x y` after `level` extensions.
    pub fn mul(
        &self,
        b: &mut Builder,
        level: usize,
        x: &[Coordinate],
        y: &[Coordinate],
    ) -> Element {
        if level == 0 {
            return vec![x[0].zip(y[0]).map(|(x, y)| b.mul(x, y))];
        }
        match self.levels[level - 1].degree {
            2 => self.mul_quadratic(b, level, x, y),
            _ => self.mul_cubic(b, level, x, y),
        }
    }

    /// Karatsuba: `c0 = v0 + β v1`, `c1 = (x0 + x1)(y0 + y1) - v0 - v1`.
    fn mul_quadratic(
        &self,
        b: &mut Builder,
        l: usize,
        x: &[Coordinate],
        y: &[Coordinate],
    ) -> Element {
        let (x0, x1) = (self.part(l, x, 0), self.part(l, x, 1));
        let (y0, y1) = (self.part(l, y, 0), self.part(l, y, 1));
        let v0 = self.mul(b, l - 1, x0, y0);
        let v1 = self.mul(b, l - 1, x1, y1);
        let (sx, sy) = (add(b, x0, x1), add(b, y0, y1));
        let cross = self.mul(b, l - 1, &sx, &sy);
        let c1 = sub(b, &cross, &v0);
        let c1 = sub(b, &c1, &v1);
        let shifted = self.times_non_residue(b, l, &v1);
        let c0 = add(b, &v0, &shifted);
        [c0, c1].concat()
    }

    /// Karatsuba with six products (Devegili, Ó hÉigeartaigh, Scott, Dahab, ePrint 2006/471):
    /// `c0 = v0 + ξ ((x1 + x2)(y1 + y2) - v1 - v2)`, `c1 = (x0 + x1)(y0 + y1) - v0 - v1 + ξ v2`, `c2 = (x0 + x2)(y0 + y2) - v0 - v2 + v1`.
    fn mul_cubic(&self, b: &mut Builder, l: usize, x: &[Coordinate], y: &[Coordinate]) -> Element {
        let part = |e, i| self.part(l, e, i);
        let v: Vec<Element> = (0..3)
            .map(|i| self.mul(b, l - 1, part(x, i), part(y, i)))
            .collect();
        let mut cross = |i: usize, j: usize| {
            let (sx, sy) = (
                add(b, part(x, i), part(x, j)),
                add(b, part(y, i), part(y, j)),
            );
            let t = self.mul(b, l - 1, &sx, &sy);
            let t = sub(b, &t, &v[i]);
            sub(b, &t, &v[j])
        };
        let (c12, c01, c02) = (cross(1, 2), cross(0, 1), cross(0, 2));
        let t = self.times_non_residue(b, l, &c12);
        let c0 = add(b, &v[0], &t);
        let t = self.times_non_residue(b, l, &v[2]);
        let c1 = add(b, &c01, &t);
        let c2 = add(b, &c02, &v[1]);
        [c0, c1, c2].concat()
    }

    /// `x^2` after `level` extensions.
    pub fn sqr(&self, b: &mut Builder, level: usize, x: &[Coordinate]) -> Element {
        if level == 0 {
            return vec![x[0].map(|x| b.sqr(x))];
        }
        let l = level;
        let part = |i| self.part(l, x, i);
        if self.levels[l - 1].degree == 2 {
            let (x0, x1) = (part(0), part(1));
            if self.is_minus_one(l) {
                // (x0 + x1)(x0 - x1), 2 x0 x1
                let (s, d) = (add(b, x0, x1), sub(b, x0, x1));
                let c0 = self.mul(b, l - 1, &s, &d);
                let t = self.mul(b, l - 1, x0, x1);
                return [c0, add(b, &t, &t)].concat();
            }
            // Complex method: v = x0 x1, c0 = (x0 + x1)(x0 + β x1) - v - β v, c1 = 2 v
            let v = self.mul(b, l - 1, x0, x1);
            let shifted = self.times_non_residue(b, l, x1);
            let (s, t) = (add(b, x0, x1), add(b, x0, &shifted));
            let c0 = self.mul(b, l - 1, &s, &t);
            let c0 = sub(b, &c0, &v);
            let shifted = self.times_non_residue(b, l, &v);
            let c0 = sub(b, &c0, &shifted);
            return [c0, add(b, &v, &v)].concat();
        }
        // Chung and Hasan's second method: s0 = x0^2, s1 = 2 x0 x1, s2 = (x0 - x1 + x2)^2, s3 = 2 x1 x2, s4 = x2^2,
        // c0 = s0 + ξ s3, c1 = s1 + ξ s4, c2 = s1 + s2 + s3 - s0 - s4
        let (x0, x1, x2) = (part(0), part(1), part(2));
        let s0 = self.sqr(b, l - 1, x0);
        let t = self.mul(b, l - 1, x0, x1);
        let s1 = add(b, &t, &t);
        let t = sub(b, x0, x1);
        let t = add(b, &t, x2);
        let s2 = self.sqr(b, l - 1, &t);
        let t = self.mul(b, l - 1, x1, x2);
        let s3 = add(b, &t, &t);
        let s4 = self.sqr(b, l - 1, x2);
        let t = self.times_non_residue(b, l, &s3);
        let c0 = add(b, &s0, &t);
        let t = self.times_non_residue(b, l, &s4);
        let c1 = add(b, &s1, &t);
        let t = add(b, &s1, &s2);
        let t = add(b, &t, &s3);
        let t = sub(b, &t, &s0);
        let c2 = sub(b, &t, &s4);
        [c0, c1, c2].concat()
    }

    fn is_minus_one(&self, level: usize) -> bool {
        let integers = match &self.levels[level - 1].non_residue {
            NonResidue::Integers(k) => k.split_first(),
            _ => None,
        };
        integers.is_some_and(|(first, rest)| *first == -1 && rest.iter().all(|k| *k == 0))
    }

    /// An element below `level`, times what the root of `level` is a root of.
    pub fn times_non_residue(&self, b: &mut Builder, level: usize, x: &[Coordinate]) -> Element {
        match &self.levels[level - 1].non_residue {
            NonResidue::Integers(k) => {
                let k: Vec<i32> = k.clone();
                self.times_integers(b, level - 1, x, &k)
            }
            NonResidue::Xi => x
                .iter()
                .map(|x| x.map(|x| b.push(Op::TimesXi(x))))
                .collect(),
            // Times the root of the level below: coordinates move up, the last one is multiplied.
            NonResidue::Root => {
                let below = level - 1;
                let degree = self.levels[below - 1].degree;
                let last = self.part(below, x, degree - 1).to_vec();
                let first = self.times_non_residue(b, below, &last);
                let rest = x[..x.len() - last.len()].to_vec();
                [first, rest].concat()
            }
        }
    }

    /// An element after `level` extensions times one of small integer coordinates.
    fn times_integers(
        &self,
        b: &mut Builder,
        level: usize,
        x: &[Coordinate],
        k: &[i32],
    ) -> Element {
        if level == 0 {
            return vec![x[0].filter(|_| k[0] != 0).map(|x| b.times(x, k[0]))];
        }
        let degree = self.levels[level - 1].degree;
        let n = self.degree(level - 1);
        let parts: Vec<&[i32]> = k.chunks(n).collect();
        // Coefficients of powers of the root up to 2 degree - 2, then those that it turns into.
        let mut out = vec![];
        for power in 0..degree {
            let mut sum = vec![vec![None; n]; 2];
            for (i, sum) in sum.iter_mut().enumerate() {
                for (j, k) in parts.iter().enumerate() {
                    if let Some(at) = (power + i * degree)
                        .checked_sub(j)
                        .filter(|at| *at < degree)
                    {
                        let t = self.times_integers(b, level - 1, self.part(level, x, at), k);
                        *sum = add(b, sum, &t);
                    }
                }
            }
            let shifted = self.times_non_residue(b, level, &sum[1]);
            out.extend(add(b, &sum[0], &shifted));
        }
        out
    }

    /// `(t, norm)` with `x t = norm`, an element of the level below: `1 / x = t / norm`.
    ///
    /// Quadratic: `t = x0 - x1 r`, `norm = x0^2 - β x1^2`. Cubic: `t0 = x0^2 - ξ x1 x2`, `t1 = ξ x2^2 - x0 x1`, `t2 = x1^2 - x0 x2` and
    /// `norm = x0 t0 + ξ (x2 t1 + x1 t2)`.
    pub fn adjugate(&self, b: &mut Builder, l: usize, x: &[Coordinate]) -> (Element, Element) {
        let part = |i| self.part(l, x, i);
        let below = l - 1;
        if self.levels[below].degree == 2 {
            let (x0, x1) = (part(0), part(1));
            let t = [x0.to_vec(), neg(b, x1)].concat();
            let (s, r) = (self.sqr(b, below, x0), self.sqr(b, below, x1));
            let r = self.times_non_residue(b, l, &r);
            return (t, sub(b, &s, &r));
        }
        let (x0, x1, x2) = (part(0), part(1), part(2));
        let s = self.sqr(b, below, x0);
        let t = self.mul(b, below, x1, x2);
        let t = self.times_non_residue(b, l, &t);
        let t0 = sub(b, &s, &t);
        let s = self.sqr(b, below, x2);
        let s = self.times_non_residue(b, l, &s);
        let t = self.mul(b, below, x0, x1);
        let t1 = sub(b, &s, &t);
        let s = self.sqr(b, below, x1);
        let t = self.mul(b, below, x0, x2);
        let t2 = sub(b, &s, &t);
        let s = self.mul(b, below, x2, &t1);
        let t = self.mul(b, below, x1, &t2);
        let s = add(b, &s, &t);
        let s = self.times_non_residue(b, l, &s);
        let t = self.mul(b, below, x0, &t0);
        let norm = add(b, &s, &t);
        ([t0, t1, t2].concat(), norm)
    }
}

/// `x + y`, coordinate by coordinate.
pub fn add(b: &mut Builder, x: &[Coordinate], y: &[Coordinate]) -> Element {
    let one = |(x, y): (&Coordinate, &Coordinate)| match (*x, *y) {
        (Some(x), Some(y)) => Some(b.add(x, y)),
        (x, None) => x,
        (None, y) => y,
    };
    x.iter().zip(y).map(one).collect()
}

/// `x - y`, coordinate by coordinate.
pub fn sub(b: &mut Builder, x: &[Coordinate], y: &[Coordinate]) -> Element {
    let one = |(x, y): (&Coordinate, &Coordinate)| match (*x, *y) {
        // What cancels is known to be zero: products of sparse factors need it.
        (Some(x), Some(y)) if x == y => None,
        (Some(x), Some(y)) => Some(b.sub(x, y)),
        (x, None) => x,
        (None, Some(y)) => Some(b.neg(y)),
    };
    x.iter().zip(y).map(one).collect()
}

/// `-x`
pub fn neg(b: &mut Builder, x: &[Coordinate]) -> Element {
    x.iter().map(|x| x.map(|x| b.neg(x))).collect()
}

/// Values as coordinates.
pub fn all(v: &[Value]) -> Element {
    v.iter().copied().map(Some).collect()
}

/// Coordinates as values: zeros become constants.
pub fn values(b: &mut Builder, x: &[Coordinate]) -> Vec<Value> {
    x.iter()
        .map(|x| x.unwrap_or_else(|| b.constant(0u8)))
        .collect()
}

/// A product where the coordinates of the second factor in `mask` are given and the others zero; all given: the full product.
pub fn product(tower: &Tower, name: &str, level: usize, mask: &[bool]) -> Function {
    let mut b = Builder::new(name);
    let n = tower.degree(level);
    let x = all(&b.param("a", n));
    let given = b.param("b", mask.iter().filter(|m| **m).count());
    let mut given = given.into_iter();
    let y: Element = mask
        .iter()
        .map(|m| m.then(|| given.next()).flatten())
        .collect();
    let out = tower.mul(&mut b, level, &x, &y);
    let out = values(&mut b, &out);
    b.result("out", out);
    b.finish()
}

/// A square.
pub fn square(tower: &Tower, name: &str, level: usize) -> Function {
    let mut b = Builder::new(name);
    let x = all(&b.param("a", tower.degree(level)));
    let out = tower.sqr(&mut b, level, &x);
    let out = values(&mut b, &out);
    b.result("out", out);
    b.finish()
}

/// What [`Tower::adjugate`] says.
pub fn adjugate(tower: &Tower, name: &str, level: usize) -> Function {
    let mut b = Builder::new(name);
    let x = all(&b.param("a", tower.degree(level)));
    let (out, norm) = tower.adjugate(&mut b, level, &x);
    let (out, norm) = (values(&mut b, &out), values(&mut b, &norm));
    b.result("out", out);
    b.result("norm", norm);
    b.finish()
}

/// An element below `level`, times what the root of `level` is a root of.
pub fn times_non_residue(tower: &Tower, name: &str, level: usize) -> Function {
    let mut b = Builder::new(name);
    let x = all(&b.param("a", tower.degree(level - 1)));
    let out = tower.times_non_residue(&mut b, level, &x);
    let out = values(&mut b, &out);
    b.result("out", out);
    b.finish()
}

/// `x0^2 - v x1^2`, the norm of `Fp12` over `Fp6`.
fn fp12_norm() -> Function {
    let t = Tower::over_fp2();
    let mut b = Builder::new("fp12_norm");
    let x = all(&b.param("a", 6));
    let (s, r) = (t.sqr(&mut b, 1, &x[..3]), t.sqr(&mut b, 1, &x[3..]));
    let r = t.times_non_residue(&mut b, 2, &r);
    let out = sub(&mut b, &s, &r);
    let out = values(&mut b, &out);
    b.result("out", out);
    b.finish()
}

/// Coordinates conjugated (for odd powers) and multiplied by the constants of the power, `gamma[i] = ξ^((i + 1)(p^k - 1) / 6)`.
fn fp12_frobenius(conjugate: bool) -> Function {
    let name = if conjugate {
        "fp12_frobenius_odd"
    } else {
        "fp12_frobenius_even"
    };
    let mut b = Builder::new(name);
    let x = b.param("a", 6);
    // Even powers of ξ^((p - 1) / 6)-like constants lie in the prime field.
    let gamma = if conjugate {
        b.param("gamma", 5)
    } else {
        b.base("gamma", 5)
    };
    // Powers of w at 1, v, v^2, w, v w, v^2 w.
    let out = [0usize, 2, 4, 1, 3, 5]
        .iter()
        .zip(&x)
        .map(|(power, x)| {
            let x = match conjugate {
                true => b.push(Op::Conjugate(*x)),
                false => *x,
            };
            match (power, conjugate) {
                (0, _) => x,
                (i, true) => b.mul(x, gamma[i - 1]),
                (i, false) => b.push(Op::Scale(x, gamma[i - 1])),
            }
        })
        .collect();
    b.result("out", out);
    b.finish()
}

/// The product of two sparse elements of the same form, by the coordinates of the product in `of`; the others are zero.
fn line_product(name: &str, at: [usize; 3], of: [usize; 5]) -> Function {
    let t = Tower::over_fp2();
    let mut b = Builder::new(name);
    let mut sparse = |name: &str| {
        let given = b.param(name, 3);
        let mut x: Element = vec![None; 6];
        for (i, v) in at.iter().zip(given) {
            x[*i] = Some(v);
        }
        x
    };
    let (x, y) = (sparse("a"), sparse("b"));
    let out = t.mul(&mut b, 2, &x, &y);
    let given: Vec<usize> = (0..6).filter(|i| out[*i].is_some()).collect();
    assert_eq!(given, of, "the coordinates of the product");
    let out = of.iter().filter_map(|i| out[*i]).collect();
    b.result("out", out);
    b.finish()
}

/// What the runtime gets: `Fp2` over `Fp` with `u^2 = -1`, `Fp6` and `Fp12` over `Fp2`.
pub fn formulas() -> Vec<super::Formula> {
    let one = |doc: &str, extension, function| super::Formula {
        doc: doc.to_string(),
        function,
        extension,
    };
    let fp2 = Tower::pairing(-1, [1, 1]);
    let t = Tower::over_fp2();
    let mask = |at: &[usize]| (0..6).map(|i| at.contains(&i)).collect::<Vec<_>>();
    vec![
        one(
            "`a b`, `u^2 = -1`.",
            false,
            product(&fp2, "fp2_mul", 1, &[true; 2]),
        ),
        one("`a^2`, `u^2 = -1`.", false, square(&fp2, "fp2_sqr", 1)),
        one("`a b`.", true, product(&t, "fp6_mul", 1, &[true; 3])),
        one("`a^2`.", true, square(&t, "fp6_sqr", 1)),
        one(
            "`(t, n)` with `a t = n` in Fp2: `a^-1 = t / n`.",
            true,
            adjugate(&t, "fp6_adjugate", 1),
        ),
        one("`a b`.", true, product(&t, "fp12_mul", 2, &[true; 6])),
        one("`a^2`.", true, square(&t, "fp12_sqr", 2)),
        one("`a0^2 - v a1^2`: the norm to Fp6.", true, fp12_norm()),
        one(
            "`a b`, `b` given by its coordinates at 1, `v`, `v w`: a line of an M-twist.",
            true,
            product(&t, "fp12_mul_014", 2, &mask(&[0, 1, 4])),
        ),
        one(
            "`a b`, `b` given by its coordinates at 1, `w`, `v w`: a line of a D-twist.",
            true,
            product(&t, "fp12_mul_034", 2, &mask(&[0, 3, 4])),
        ),
        one(
            "`a b`, both given by their coordinates at 1, `v`, `v w`, by its coordinates at 1, `v`, `v^2`, `v w`, `v^2 w`.",
            true,
            line_product("fp12_mul_014_014", [0, 1, 4], [0, 1, 2, 4, 5]),
        ),
        one(
            "`a b`, both given by their coordinates at 1, `w`, `v w`, by its coordinates at 1, `v`, `v^2`, `w`, `v w`.",
            true,
            line_product("fp12_mul_034_034", [0, 3, 4], [0, 1, 2, 3, 4]),
        ),
        one(
            "`a b`, `b` given by its coordinates at 1, `v`, `v^2`, `v w`, `v^2 w`: two lines of an M-twist.",
            true,
            product(&t, "fp12_mul_01245", 2, &mask(&[0, 1, 2, 4, 5])),
        ),
        one(
            "`a b`, `b` given by its coordinates at 1, `v`, `v^2`, `w`, `v w`: two lines of a D-twist.",
            true,
            product(&t, "fp12_mul_01234", 2, &mask(&[0, 1, 2, 3, 4])),
        ),
        one(
            "`a^(p^k)`, `k` odd, `gamma[i] = ξ^((i + 1)(p^k - 1) / 6)`.",
            true,
            fp12_frobenius(true),
        ),
        one(
            "`a^(p^k)`, `k` even, `gamma[i] = ξ^((i + 1)(p^k - 1) / 6)`, in the prime field.",
            true,
            fp12_frobenius(false),
        ),
    ]
}
