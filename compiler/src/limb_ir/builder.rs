//! How kernels are written: one method an instruction.

use super::op::{Function, Inst, Limbs, Op, Param, Results, Type, Value, Word};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::collections::HashMap;

/// Builds one [`Function`]. Parameters come first, then instructions, then results.
pub struct Builder {
    f: Function,
    consts: HashMap<u64, Value>,
}

impl Builder {
    /// An empty function.
    pub fn new(name: impl Into<String>, word: Word) -> Self {
        Builder {
            f: Function {
                name: name.into(),
                word,
                params: vec![],
                insts: vec![],
                results: vec![],
                types: vec![],
            },
            consts: HashMap::new(),
        }
    }

    /// The machine word.
    pub fn word(&self) -> Word {
        self.f.word
    }

    fn fresh(&mut self, t: Type) -> Value {
        self.f.types.push(t);
        Value(self.f.types.len() as u32 - 1)
    }

    /// A parameter of `limbs` limbs whose value is at most `max`.
    ///
    /// # Panics
    /// After the first instruction: parameters come first.
    pub fn param(&mut self, name: &str, limbs: usize, max: BigUint) -> Limbs {
        assert!(
            self.f.insts.is_empty(),
            "parameters come before instructions"
        );
        let v: Limbs = (0..limbs).map(|_| self.fresh(Type::Word)).collect();
        self.f.params.push(Param {
            name: name.into(),
            limbs: v.clone(),
            max,
        });
        v
    }

    fn push(&mut self, op: Op) -> Value {
        let first = Value(self.f.types.len() as u32);
        self.f.types.extend_from_slice(op.results());
        self.f.insts.push(Inst { first, op });
        first
    }

    fn push2(&mut self, op: Op) -> (Value, Value) {
        let v = self.push(op);
        (v, Value(v.0 + 1))
    }

    /// A constant word; equal constants are one value.
    pub fn constant(&mut self, c: u64) -> Value {
        if let Some(v) = self.consts.get(&c) {
            return *v;
        }
        let v = self.push(Op::Const(c & self.f.word.mask()));
        self.consts.insert(c, v);
        v
    }

    /// A constant number as `n` limbs of the function's radix.
    pub fn constants(&mut self, c: &BigUint, n: usize) -> Limbs {
        let r = self.f.word.radix;
        let mask = (BigUint::from(1u8) << r) - 1u8;
        (0..n)
            .map(|i| {
                let limb = ((c >> (r as usize * i)) & &mask).to_u64().unwrap_or(0);
                self.constant(limb)
            })
            .collect()
    }

    /// `lo, hi` with `lo + W hi = a b`.
    pub fn mul_wide(&mut self, a: Value, b: Value) -> (Value, Value) {
        self.push2(Op::MulWide(a, b))
    }

    /// `lo, hi` with `lo + W hi = a b + c + d`.
    pub fn mac(&mut self, a: Value, b: Value, c: Value, d: Value) -> (Value, Value) {
        self.push2(Op::Mac(a, b, c, d))
    }

    /// `a b mod W`.
    pub fn mul_lo(&mut self, a: Value, b: Value) -> Value {
        self.push(Op::MulLo(a, b))
    }

    /// `s, carry` with `s + W carry = a + b + cin`.
    pub fn add(&mut self, a: Value, b: Value, cin: Option<Value>) -> (Value, Value) {
        self.push2(Op::Add(a, b, cin))
    }

    /// `d, borrow` with `d - W borrow = a - b - bin`.
    pub fn sub(&mut self, a: Value, b: Value, bin: Option<Value>) -> (Value, Value) {
        self.push2(Op::Sub(a, b, bin))
    }

    /// `a 2^k mod W`.
    pub fn shl(&mut self, a: Value, k: u32) -> Value {
        self.push(Op::Shl(a, k))
    }

    /// `floor(a / 2^k)`.
    pub fn shr(&mut self, a: Value, k: u32) -> Value {
        self.push(Op::Shr(a, k))
    }

    /// `floor((hi W + lo) / 2^k) mod W`.
    pub fn funnel(&mut self, hi: Value, lo: Value, k: u32) -> Value {
        self.push(Op::Funnel(hi, lo, k))
    }

    /// `a & b`.
    pub fn and(&mut self, a: Value, b: Value) -> Value {
        self.push(Op::And(a, b))
    }

    /// `a | b`.
    pub fn or(&mut self, a: Value, b: Value) -> Value {
        self.push(Op::Or(a, b))
    }

    /// `a ^ b`.
    pub fn xor(&mut self, a: Value, b: Value) -> Value {
        self.push(Op::Xor(a, b))
    }

    /// `bit ? a : b`.
    pub fn select(&mut self, bit: Value, a: Value, b: Value) -> Value {
        self.push(Op::Select(bit, a, b))
    }

    /// `acc + (a b mod 2^52)`.
    pub fn madd52lo(&mut self, acc: Value, a: Value, b: Value) -> Value {
        self.push(Op::Madd52Lo(acc, a, b))
    }

    /// `acc + floor(a b / 2^52)`.
    pub fn madd52hi(&mut self, acc: Value, a: Value, b: Value) -> Value {
        self.push(Op::Madd52Hi(acc, a, b))
    }

    /// A carry as a word: `0 + 0 + bit`.
    pub fn bit_word(&mut self, bit: Value) -> Value {
        let z = self.constant(0);
        self.add(z, z, Some(bit)).0
    }

    /// Names a result.
    pub fn result(&mut self, name: &str, limbs: Limbs) {
        self.f.results.push(Results {
            name: name.into(),
            limbs,
        });
    }

    /// The function, with instructions whose results nobody reads removed.
    pub fn finish(self) -> Function {
        remove_dead(self.f)
    }
}

/// Removes instructions none of whose results is read, and renumbers.
fn remove_dead(f: Function) -> Function {
    let mut live = vec![false; f.types.len()];
    for r in &f.results {
        r.limbs.iter().for_each(|v| live[v.index()] = true);
    }
    let mut keep = vec![false; f.insts.len()];
    for (i, inst) in f.insts.iter().enumerate().rev() {
        if live[inst.first.index()] || inst.second().is_some_and(|s| live[s.index()]) {
            keep[i] = true;
            inst.op
                .operands()
                .iter()
                .for_each(|(v, _)| live[v.index()] = true);
        }
    }
    let mut map: Vec<Value> = (0..f.types.len() as u32).map(Value).collect();
    let n_params = f.params.iter().map(|p| p.limbs.len()).sum::<usize>();
    let mut types = f.types[..n_params].to_vec();
    let mut insts = vec![];
    for (inst, _) in f.insts.into_iter().zip(keep).filter(|(_, k)| *k) {
        let first = Value(types.len() as u32);
        types.extend_from_slice(inst.op.results());
        map[inst.first.index()] = first;
        if let Some(s) = inst.second() {
            map[s.index()] = Value(first.0 + 1);
        }
        insts.push(Inst {
            first,
            op: inst.op.map_operands(|v| map[v.index()]),
        });
    }
    let results = f
        .results
        .into_iter()
        .map(|r| Results {
            name: r.name,
            limbs: r.limbs.into_iter().map(|v| map[v.index()]).collect(),
        })
        .collect();
    Function {
        name: f.name,
        word: f.word,
        params: f.params,
        insts,
        results,
        types,
    }
}
