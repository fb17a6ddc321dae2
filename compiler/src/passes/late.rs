//! Field IR with late reductions: a product that only enters sums stays wide, and the sum is reduced once.
//!
//! Products become wide ones, sums and differences of wide values wide ones; a wide value is reduced where an element is needed: as a factor, in
//! a sum with an element, in a result. A product whose wide value would only be reduced at once stays a product. A factor that is a sum of two
//! canonical elements need not be reduced ([`Op::AddLazy`]).

use crate::field_ir::{Builder, Function, Op, Type, Value};
use std::collections::HashSet;

/// The same function with late reductions.
///
/// # Panics
/// For unreduced operations.
pub fn late(f: &Function) -> Function {
    let mut early: HashSet<Value> = HashSet::new();
    loop {
        let (out, reduced_at_once) = rewrite(f, &early);
        if reduced_at_once.is_empty() {
            return one_form(&out);
        }
        early.extend(reduced_at_once);
    }
}

/// Sums that are needed reduced are not made unreduced as well.
fn one_form(f: &Function) -> Function {
    let reduced: HashSet<(Value, Value)> = f
        .insts
        .iter()
        .filter_map(|i| match i.op {
            Op::Add(x, y) => Some((x, y)),
            _ => None,
        })
        .collect();
    let mut b = Builder::new(&f.name);
    let mut names: Vec<Value> = vec![];
    for p in &f.params {
        names.extend(match p.ty {
            Type::Bit => vec![b.bit(&p.name)],
            Type::Base => b.base(&p.name, p.values.len()),
            _ => b.param(&p.name, p.values.len()),
        });
    }
    for inst in &f.insts {
        let op = match inst.op {
            Op::AddLazy(x, y) if reduced.contains(&(x, y)) => Op::Add(x, y),
            ref op => op.clone(),
        };
        let value = b.push(op.map_operands(|v| names[v.index()]));
        names.push(value);
    }
    for r in &f.results {
        let values = r.values.iter().map(|v| names[v.index()]).collect();
        b.result(&r.name, values);
    }
    b.finish()
}

/// What a value has become so far.
#[derive(Clone, Copy)]
struct Forms {
    element: Option<Value>,
    wide: Option<Value>,
    /// The value as an unreduced sum.
    lazy: Option<Value>,
}

struct Rewriter {
    b: Builder,
    forms: Vec<Forms>,
    /// Wide values that sums read.
    summed: HashSet<Value>,
}

impl Rewriter {
    fn element(&mut self, v: Value) -> Value {
        let forms = self.forms[v.index()];
        match (forms.element, forms.wide) {
            (Some(e), _) => e,
            (None, Some(w)) => {
                let e = self.b.push(Op::Redc(w));
                self.forms[v.index()].element = Some(e);
                e
            }
            (None, None) => unreachable!("a value has one form at least"),
        }
    }

    /// A factor of a wide product.
    fn factor(&mut self, v: Value) -> Value {
        match self.forms[v.index()].lazy {
            Some(sum) => sum,
            None => self.element(v),
        }
    }

    /// Both as terms of a wide sum.
    fn wides(&mut self, x: Value, y: Value) -> Option<(Value, Value)> {
        let both = self.forms[x.index()].wide.zip(self.forms[y.index()].wide)?;
        self.summed.extend([both.0, both.1]);
        Some(both)
    }
}

/// The function with every product wide but those in `early`, and the products whose wide value no sum reads.
fn rewrite(f: &Function, early: &HashSet<Value>) -> (Function, Vec<Value>) {
    let mut r = Rewriter {
        b: Builder::new(&f.name),
        forms: vec![],
        summed: HashSet::new(),
    };
    let element = |v| Forms {
        element: Some(v),
        wide: None,
        lazy: None,
    };
    let wide = |v| Forms {
        element: None,
        wide: Some(v),
        lazy: None,
    };
    for p in &f.params {
        let values = match p.ty {
            Type::Bit => vec![r.b.bit(&p.name)],
            Type::Base => r.b.base(&p.name, p.values.len()),
            _ => r.b.param(&p.name, p.values.len()),
        };
        r.forms.extend(values.into_iter().map(element));
    }
    let mut products = vec![];
    for inst in &f.insts {
        let forms = match &inst.op {
            Op::Mul(x, y) if !early.contains(&inst.value) => {
                let (x, y) = (r.factor(*x), r.factor(*y));
                wide(r.b.push(Op::MulWide(x, y)))
            }
            Op::Sqr(x) if !early.contains(&inst.value) => {
                let x = r.element(*x);
                wide(r.b.push(Op::SqrWide(x)))
            }
            op => match linear(&mut r, op) {
                Some(w) => wide(w),
                None => {
                    let op = op.map_operands(|v| r.element(v));
                    let lazy = match op {
                        Op::Add(x, y) => Some(r.b.push(Op::AddLazy(x, y))),
                        _ => None,
                    };
                    Forms {
                        lazy,
                        ..element(r.b.push(op))
                    }
                }
            },
        };
        if let (Op::Mul(..) | Op::Sqr(_), Some(w)) = (&inst.op, forms.wide) {
            products.push((inst.value, w));
        }
        assert_eq!(r.forms.len(), inst.value.index(), "values in order");
        r.forms.push(forms);
    }
    for result in &f.results {
        let values = result.values.iter().map(|v| r.element(*v)).collect();
        r.b.result(&result.name, values);
    }
    let summed = r.summed;
    let at_once = products.into_iter().filter(|(_, w)| !summed.contains(w));
    (r.b.finish(), at_once.map(|(v, _)| v).collect())
}

/// A linear operation of which every term is wide.
fn linear(r: &mut Rewriter, op: &Op) -> Option<Value> {
    let op = match op {
        Op::Add(x, y) => r.wides(*x, *y).map(|(x, y)| Op::AddWide(x, y)),
        Op::Sub(x, y) => r.wides(*x, *y).map(|(x, y)| Op::SubWide(x, y)),
        Op::Double(x) => r.wides(*x, *x).map(|(x, y)| Op::AddWide(x, y)),
        Op::TimesXi(x) => r.wides(*x, *x).map(|(x, _)| Op::TimesXiWide(x)),
        _ => None,
    }?;
    Some(r.b.push(op))
}
