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
