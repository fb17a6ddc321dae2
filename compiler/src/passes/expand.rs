//! A function over a quadratic extension as one over the prime field: two values for each.

use crate::field_ir::{Builder, Function, Op, Type, Value};
use crate::formulas::tower::{self, Level, NonResidue, Tower};
use num_bigint::BigUint;
use num_traits::Zero;

/// `Fp[u]/(u^2 - beta)` with the non-residue `xi[0] + xi[1] u`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quadratic {
    /// `u^2`
    pub beta: i32,
    /// ξ
    pub xi: [i32; 2],
}

/// Expands a function: each parameter and result of `n` elements becomes one of `2n` numbers. Numbers of the prime field and bits stay.
///
/// # Panics
/// For unreduced operations: expansion comes before the passes that make them. For a constant in a function that is verified not.
pub fn expand(f: &Function, field: Quadratic) -> Function {
    expand_with(f, field, None)
}

/// Expands a function with late reductions into what the kernels of `u^2 = -1` compute, integer for integer: three products for one,
/// and before a reduction `offset` times the modulus is added.
///
/// # Panics
/// For another `u^2`, and for unreduced operations that [`crate::passes::late`] does not make.
pub fn expand_late(f: &Function, field: Quadratic, offset: &BigUint) -> Function {
    assert_eq!(field.beta, -1, "the kernels of wide values");
    expand_with(f, field, Some(offset))
}

/// The wide operations and unreduced sums.
fn unreduced(
    b: &mut Builder,
    op: &Op,
    pairs: &[[Value; 2]],
    field: Quadratic,
    offset: &BigUint,
) -> Option<[Value; 2]> {
    let raw = |v: &Value| pairs[v.index()];
    let mut both = |f: &mut dyn FnMut(usize) -> Op| [0, 1].map(|i| b.push(f(i)));
    Some(match op {
        Op::AddLazy(x, y) => both(&mut |i| Op::AddLazy(raw(x)[i], raw(y)[i])),
        Op::AddWide(x, y) => both(&mut |i| Op::AddWide(raw(x)[i], raw(y)[i])),
        Op::SubWide(x, y) => both(&mut |i| Op::SubWide(raw(x)[i], raw(y)[i])),
        Op::MulWide(x, y) => {
            let (x, y) = (raw(x), raw(y));
            let v = both(&mut |i| Op::MulWide(x[i], y[i]));
            let s = b.push(Op::AddLazy(x[0], x[1]));
            let t = b.push(Op::AddLazy(y[0], y[1]));
            let cross = b.push(Op::MulWide(s, t));
            let c0 = b.push(Op::SubWide(v[0], v[1]));
            let d = b.push(Op::SubWide(cross, v[0]));
            [c0, b.push(Op::SubWide(d, v[1]))]
        }
        Op::SqrWide(x) => {
            let x = raw(x);
            let s = b.push(Op::AddLazy(x[0], x[1]));
            let d = b.push(Op::SubLazy(x[0], x[1], 1));
            let twice = b.push(Op::AddLazy(x[0], x[0]));
            let c0 = b.push(Op::MulWide(s, d));
            [c0, b.push(Op::MulWide(twice, x[1]))]
        }
        Op::TimesXiWide(x) => {
            let x = raw(x);
            // (k0 + k1 u)(x0 + x1 u) = k0 x0 - k1 x1 + (k0 x1 + k1 x0) u
            let [k0, k1] = field.xi;
            assert!(k0 > 0 && k1 == 1, "a non-residue k + u");
            let [mut c0, mut c1] = [
                b.push(Op::SubWide(x[0], x[1])),
                b.push(Op::AddWide(x[0], x[1])),
            ];
            for _ in 1..k0 {
                c0 = b.push(Op::AddWide(c0, x[0]));
                c1 = b.push(Op::AddWide(c1, x[1]));
            }
            [c0, c1]
        }
        Op::Redc(x) => raw(x).map(|x| {
            let x = b.push(Op::OffsetWide(x, offset.clone()));
            b.push(Op::Redc(x))
        }),
        _ => return None,
    })
}

fn expand_with(f: &Function, field: Quadratic, offset: Option<&BigUint>) -> Function {
    let tower = Tower {
        levels: vec![
            Level {
                degree: 2,
                non_residue: NonResidue::Integers(vec![field.beta]),
            },
            Level {
                degree: 3,
                non_residue: NonResidue::Integers(field.xi.to_vec()),
            },
        ],
    };
    let mut b = Builder::new(&f.name);
    let mut pairs: Vec<[Value; 2]> = vec![];
    for p in &f.params {
        match p.ty {
            Type::Bit => {
                let bit = b.bit(&p.name);
                pairs.push([bit; 2]);
            }
            Type::Base => pairs.extend(b.param(&p.name, p.values.len()).iter().map(|v| [*v; 2])),
            _ => pairs.extend(
                b.param(&p.name, 2 * p.values.len())
                    .chunks(2)
                    .map(|c| [c[0], c[1]]),
            ),
        }
    }
    for inst in &f.insts {
        if let Some(offset) = offset
            && let Some(pair) = unreduced(&mut b, &inst.op, &pairs, field, offset)
        {
            pairs.push(pair);
            continue;
        }
        let g = |v: &Value| tower::all(&pairs[v.index()]);
        let raw = |v: &Value| pairs[v.index()];
        let mut constant = |c: &BigUint| (!c.is_zero()).then(|| b.constant(c.clone()));
        let out = match &inst.op {
            Op::Const(c) => vec![constant(c), None],
            Op::Const2(c, d) => vec![constant(c), constant(d)],
            Op::Add(x, y) => tower::add(&mut b, &g(x), &g(y)),
            Op::Sub(x, y) => tower::sub(&mut b, &g(x), &g(y)),
            Op::Neg(x) => tower::neg(&mut b, &g(x)),
            Op::Double(x) => tower::add(&mut b, &g(x), &g(x)),
            Op::Half(x) => raw(x).map(|x| Some(b.half(x))).to_vec(),
            Op::Mul(x, y) => tower.mul(&mut b, 1, &g(x), &g(y)),
            Op::Sqr(x) => tower.sqr(&mut b, 1, &g(x)),
            Op::Dot(terms) => {
                let mut sum = vec![None, None];
                for (x, y) in terms {
                    let t = tower.mul(&mut b, 1, &g(x), &g(y));
                    sum = tower::add(&mut b, &sum, &t);
                }
                sum
            }
            Op::Select(c, x, y) => (0..2)
                .map(|i| Some(b.select(raw(c)[0], raw(x)[i], raw(y)[i])))
                .collect(),
            Op::TimesXi(x) => tower.times_non_residue(&mut b, 2, &g(x)),
            Op::Conjugate(x) => vec![Some(raw(x)[0]), Some(b.neg(raw(x)[1]))],
            Op::Scale(x, s) => raw(x).map(|x| Some(b.mul(x, raw(s)[0]))).to_vec(),
            op => panic!("{} before expansion", op.mnemonic()),
        };
        let out = tower::values(&mut b, &out);
        pairs.push([out[0], out[1]]);
    }
    for r in &f.results {
        let values = r.values.iter().flat_map(|v| pairs[v.index()]).collect();
        b.result(&r.name, values);
    }
    b.finish()
}
