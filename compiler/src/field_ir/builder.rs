//! How formulas are written: one method an operation. Equal operations on equal values are one value.

use super::op::{Function, Inst, Op, Param, Results, Type, Value};
use num_bigint::BigUint;
use std::collections::HashMap;

/// Builds one [`Function`]. Parameters come first, then instructions, then results.
pub struct Builder {
    f: Function,
    known: HashMap<Op, Value>,
}

impl Builder {
    /// An empty function.
    pub fn new(name: impl Into<String>) -> Builder {
        Builder {
            f: Function {
                name: name.into(),
                params: vec![],
                insts: vec![],
                results: vec![],
                types: vec![],
            },
            known: HashMap::new(),
        }
    }

    fn fresh(&mut self, t: Type) -> Value {
        self.f.types.push(t);
        Value(self.f.types.len() as u32 - 1)
    }

    fn parameter(&mut self, name: &str, n: usize, ty: Type) -> Vec<Value> {
        assert!(
            self.f.insts.is_empty(),
            "parameters come before instructions"
        );
        let values: Vec<Value> = (0..n).map(|_| self.fresh(ty)).collect();
        self.f.params.push(Param {
            name: name.into(),
            values: values.clone(),
            ty,
        });
        values
    }

    /// A parameter of `n` canonical elements.
    ///
    /// # Panics
    /// After the first instruction: parameters come first.
    pub fn param(&mut self, name: &str, n: usize) -> Vec<Value> {
        self.parameter(name, n, Type::Element)
    }

    /// A parameter of `n` numbers of the prime field, in a function over its quadratic extension.
    ///
    /// # Panics
    /// After the first instruction: parameters come first.
    pub fn base(&mut self, name: &str, n: usize) -> Vec<Value> {
        self.parameter(name, n, Type::Base)
    }

    /// A condition as a parameter.
    ///
    /// # Panics
    /// After the first instruction: parameters come first.
    pub fn bit(&mut self, name: &str) -> Value {
        self.parameter(name, 1, Type::Bit)[0]
    }

    /// Any operation; one that is there already is not made again.
    pub fn push(&mut self, op: Op) -> Value {
        // Factors of a product and terms of a sum in one order.
        let op = match op {
            Op::Add(a, b) if b < a => Op::Add(b, a),
            Op::Mul(a, b) if b < a => Op::Mul(b, a),
            Op::MulWide(a, b) if b < a => Op::MulWide(b, a),
            Op::AddLazy(a, b) if b < a => Op::AddLazy(b, a),
            Op::AddWide(a, b) if b < a => Op::AddWide(b, a),
            op => op,
        };
        if let Some(v) = self.known.get(&op) {
            return *v;
        }
        let value = self.fresh(op.result());
        self.f.insts.push(Inst {
            value,
            op: op.clone(),
        });
        self.known.insert(op, value);
        value
    }

    /// The residue of an integer.
    pub fn constant(&mut self, c: impl Into<BigUint>) -> Value {
        self.push(Op::Const(c.into()))
    }

    /// `a + b`
    pub fn add(&mut self, a: Value, b: Value) -> Value {
        if a == b {
            return self.double(a);
        }
        self.push(Op::Add(a, b))
    }

    /// `a - b`
    pub fn sub(&mut self, a: Value, b: Value) -> Value {
        self.push(Op::Sub(a, b))
    }

    /// `-a`
    pub fn neg(&mut self, a: Value) -> Value {
        self.push(Op::Neg(a))
    }

    /// `2 a`
    pub fn double(&mut self, a: Value) -> Value {
        self.push(Op::Double(a))
    }

    /// `a / 2`
    pub fn half(&mut self, a: Value) -> Value {
        self.push(Op::Half(a))
    }

    /// `a b`
    pub fn mul(&mut self, a: Value, b: Value) -> Value {
        if a == b {
            return self.sqr(a);
        }
        self.push(Op::Mul(a, b))
    }

    /// `a^2`
    pub fn sqr(&mut self, a: Value) -> Value {
        self.push(Op::Sqr(a))
    }

    /// `Σ a_i b_i`
    pub fn dot(&mut self, pairs: Vec<(Value, Value)>) -> Value {
        self.push(Op::Dot(pairs))
    }

    /// `bit ? a : b`
    pub fn select(&mut self, bit: Value, a: Value, b: Value) -> Value {
        self.push(Op::Select(bit, a, b))
    }

    /// `k a` by doublings, additions and subtractions, for a small integer: the shortest of the binary and the signed form.
    ///
    /// # Panics
    /// For 0.
    pub fn times(&mut self, a: Value, k: i32) -> Value {
        assert!(k != 0, "no multiple by zero");
        let magnitude = k.unsigned_abs();
        // 2^e - 1 with e > 1: one subtraction instead of e - 1 additions.
        let v = if magnitude > 3 && (magnitude + 1).is_power_of_two() {
            let mut t = a;
            for _ in 0..(magnitude + 1).ilog2() {
                t = self.double(t);
            }
            self.sub(t, a)
        } else {
            let mut t = a;
            for i in (0..magnitude.ilog2()).rev() {
                t = self.double(t);
                if magnitude >> i & 1 == 1 {
                    t = self.add(t, a);
                }
            }
            t
        };
        if k < 0 { self.neg(v) } else { v }
    }

    /// Names a result.
    pub fn result(&mut self, name: &str, values: Vec<Value>) {
        self.f.results.push(Results {
            name: name.into(),
            values,
        });
    }

    /// The function, without instructions of which nothing is read.
    pub fn finish(self) -> Function {
        let mut f = self.f;
        let mut used = vec![false; f.types.len()];
        for v in f.results.iter().flat_map(|r| &r.values) {
            used[v.index()] = true;
        }
        for inst in f.insts.iter().rev() {
            if used[inst.value.index()] {
                for (v, _) in inst.op.operands() {
                    used[v.index()] = true;
                }
            }
        }
        let first = f.params.iter().map(|p| p.values.len()).sum::<usize>();
        let mut names: Vec<Value> = (0..first as u32).map(Value).collect();
        names.resize(f.types.len(), Value(u32::MAX));
        let mut types = f.types[..first].to_vec();
        let mut insts = vec![];
        for inst in &f.insts {
            if used[inst.value.index()] {
                let value = Value(types.len() as u32);
                types.push(f.types[inst.value.index()]);
                names[inst.value.index()] = value;
                let op = inst.op.map_operands(|v| names[v.index()]);
                insts.push(Inst { value, op });
            }
        }
        for v in f.results.iter_mut().flat_map(|r| &mut r.values) {
            *v = names[v.index()];
        }
        Function { insts, types, ..f }
    }
}
