//! Field IR without negations that a sum can do: `a + (-b)` is a difference, `a - (-b)` a sum.

use crate::field_ir::{Builder, Function, Op, Type, Value};

/// The same function, negations taken into the sums and differences that read them.
pub fn signs(f: &Function) -> Function {
    let mut b = Builder::new(&f.name);
    let mut names: Vec<Value> = vec![];
    for p in &f.params {
        names.extend(match p.ty {
            Type::Bit => vec![b.bit(&p.name)],
            Type::Base => b.base(&p.name, p.values.len()),
            _ => b.param(&p.name, p.values.len()),
        });
    }
    // What each value is the negative of.
    let mut negated: Vec<Option<Value>> = vec![None; names.len()];
    for inst in &f.insts {
        let of = |v: Value| negated[v.index()];
        let (op, negative) = match inst.op {
            Op::Add(x, y) => match (of(x), of(y)) {
                (_, Some(y)) => (Op::Sub(x, y), None),
                (Some(x), None) => (Op::Sub(y, x), None),
                (None, None) => (Op::Add(x, y), None),
            },
            Op::Sub(x, y) => match of(y) {
                Some(y) => (Op::Add(x, y), None),
                None => (Op::Sub(x, y), None),
            },
            Op::Neg(x) => (Op::Neg(x), Some(x)),
            ref op => (op.clone(), None),
        };
        names.push(b.push(op.map_operands(|v| names[v.index()])));
        negated.push(negative);
    }
    for r in &f.results {
        let values = r.values.iter().map(|v| names[v.index()]).collect();
        b.result(&r.name, values);
    }
    b.finish()
}
