//! The text of a program.

use crate::check::{Equal, Fact, Quantity};
use crate::limb_ir::{Contract, Equation, Function, Modulo, Op, Range, Type, Value};
use num_bigint::{BigUint, Sign};
use num_traits::{One, Zero};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The program of a function that has been checked.
pub(super) fn program(f: &Function, c: &Contract, facts: &[Fact]) -> String {
    let mut p = Printer {
        f,
        text: String::new(),
        splits: BTreeMap::new(),
        literals: f
            .insts
            .iter()
            .filter_map(|i| match i.op {
                Op::Const(c) => Some((i.first, c)),
                _ => None,
            })
            .collect(),
    };
    p.head(c);
    // Facts about parameters hold in their own case only.
    let inputs: u32 = f.params.iter().map(|p| p.limbs.len() as u32).sum();
    let mut pending: Vec<&Fact> = facts
        .iter()
        .filter(|fact| match fact.quantity {
            Quantity::Value(v) if v.0 < inputs => fact.when.len() == 1,
            _ => true,
        })
        .collect();
    if f.insts.is_empty() {
        // A program has at least one instruction.
        p.line("nop;".into());
    }
    for inst in &f.insts {
        p.instruction(inst.first, &inst.op);
        let defined = inst.first.0 + inst.op.results().len() as u32;
        pending.retain(|fact| match p.is_defined(fact, defined) {
            true => {
                p.fact(fact);
                false
            }
            false => true,
        });
    }
    p.foot(c);
    p.text
}

struct Printer<'a> {
    f: &'a Function,
    text: String,
    /// Words that have been split at a position.
    splits: BTreeMap<(Value, u32), (String, String)>,
    literals: BTreeMap<Value, u64>,
}

impl Printer<'_> {
    fn bits(&self) -> u32 {
        self.f.word.container
    }

    fn line(&mut self, text: String) {
        self.text += &text;
        self.text.push('\n');
    }

    fn name(&self, v: Value) -> String {
        let mut first = 0;
        for p in &self.f.params {
            let n = p.limbs.len() as u32;
            if v.0 < first + n {
                return format!("{}_{}", p.name, v.0 - first);
            }
            first += n;
        }
        format!("x{}", v.0)
    }

    /// `limbs 64 [x1, x2]`
    fn number(&self, limbs: &[Value]) -> String {
        let names: Vec<String> = limbs.iter().map(|v| self.name(*v)).collect();
        format!("limbs {} [{}]", self.bits(), names.join(", "))
    }

    /// A constant of as many limbs, as bit vectors.
    fn constant(&self, x: &BigUint, limbs: usize) -> String {
        let bits = self.bits() as usize;
        let mask = (BigUint::one() << bits) - 1u8;
        let limbs: Vec<String> = (0..limbs)
            .map(|j| format!("{:#x}@{bits}", (x >> (bits * j)) & &mask))
            .collect();
        format!("limbs {bits} [{}]", limbs.join(", "))
    }

    fn param(&self, name: &str) -> String {
        self.f
            .param(name)
            .map_or_else(|| "0".into(), |p| self.number(&p.limbs))
    }

    fn head(&mut self, c: &Contract) {
        let bits = self.bits();
        self.line(format!("(* {}", self.f.name));
        for e in &c.equations {
            self.line(format!("   {e}"));
        }
        self.line("   printed by fieldc *)".into());
        let formals: Vec<String> = self
            .f
            .params
            .iter()
            .flat_map(|p| &p.limbs)
            .map(|v| format!("uint{bits} {}", self.name(*v)))
            .collect();
        self.line(format!("proc main ({}) =\n{{", formals.join(", ")));
        let mut range = vec![];
        for p in &self.f.params {
            let capacity = BigUint::one() << (bits as usize * p.limbs.len());
            if &p.max + 1u8 < capacity {
                range.push(format!(
                    "{} <=u {}",
                    self.number(&p.limbs),
                    self.constant(&p.max, p.limbs.len())
                ));
            }
        }
        let mut algebra = "true".to_string();
        if let Some((p, k)) = &c.negated_inverse
            && let (Some(p), Some(k)) = (self.f.param(p), self.f.param(k))
        {
            let (p, k) = (self.name(p.limbs[0]), self.name(k.limbs[0]));
            algebra = format!("eqmod ({p} * {k}) (-1) (2 ** {bits})");
            range.push(format!("{p} * {k} = {:#x}@{bits}", self.f.word.mask()));
        }
        self.condition(&algebra, &range);
        self.line("}\n".into());
    }

    fn foot(&mut self, c: &Contract) {
        self.text += "\n{\n";
        let algebra: Vec<String> = c.equations.iter().map(|e| self.equation(e)).collect();
        let mut range = vec![];
        for e in &c.equations {
            let Some(r) = self.f.results.iter().find(|r| r.name == e.result) else {
                continue;
            };
            let out = self.number(&r.limbs);
            match &e.range {
                Range::AtMost(m) => {
                    let capacity = BigUint::one() << (self.bits() as usize * r.limbs.len());
                    if m + 1u8 < capacity {
                        range.push(format!("{out} <=u {}", self.constant(m, r.limbs.len())));
                    }
                }
                Range::BelowParam(p) => range.push(format!("{out} <u {}", self.param(p))),
            }
        }
        let algebra = match algebra.as_slice() {
            [one] => one.clone(),
            all => format!("and [\n    {}\n  ]", all.join(",\n    ")),
        };
        self.condition(&algebra, &range);
        self.line("}".into());
    }

    fn condition(&mut self, algebra: &str, range: &[String]) {
        let range = match range {
            [] => "true".into(),
            [one] => one.clone(),
            all => format!("and [\n    {}\n  ]", all.join(",\n    ")),
        };
        self.line(format!("  {algebra}\n  &&\n  {range}"));
    }

    /// The equation of one result.
    fn equation(&self, e: &Equation) -> String {
        let result = self.f.results.iter().find(|r| r.name == e.result);
        let mut left = result.map_or_else(|| "0".into(), |r| self.number(&r.limbs));
        if !e.scale.is_one() {
            left = format!("{:#x} * {left}", e.scale);
        }
        let mut right = String::new();
        for t in &e.terms {
            let magnitude = t.coefficient.magnitude();
            if magnitude.is_zero() {
                continue;
            }
            let mut factors: Vec<String> = t.factors.iter().map(|n| self.param(n)).collect();
            if !magnitude.is_one() || factors.is_empty() {
                factors.insert(0, format!("{magnitude:#x}"));
            }
            let sign = match (t.coefficient.sign(), right.is_empty()) {
                (Sign::Minus, true) => "0 - ",
                (Sign::Minus, false) => " - ",
                (_, true) => "",
                _ => " + ",
            };
            right += sign;
            right += &factors.join(" * ");
        }
        if right.is_empty() {
            right = "0".into();
        }
        match &e.modulo {
            Modulo::Exact => format!("{left} = {right}"),
            Modulo::Constant(p) => format!("eqmod ({left}) ({right}) ({p:#x})"),
            Modulo::Param(p) => format!("eqmod ({left}) ({right}) ({})", self.param(p)),
        }
    }

    /// The upper and the lower part of a word at a position.
    fn split(&mut self, v: Value, k: u32) -> (String, String) {
        if let Some(names) = self.splits.get(&(v, k)) {
            return names.clone();
        }
        let name = self.name(v);
        let names = (format!("{name}h{k}"), format!("{name}l{k}"));
        self.line(format!("split {} {} {name} {k};", names.0, names.1));
        self.splits.insert((v, k), names.clone());
        names
    }

    fn instruction(&mut self, first: Value, op: &Op) {
        let bits = self.bits();
        let x = self.name(first);
        let y = self.name(Value(first.0 + 1));
        let n = |v: &Value| self.name(*v);
        let text = match op {
            Op::Const(c) => format!("mov {x} {c:#x}@uint{bits};"),
            Op::MulWide(a, b) => format!("mull {y} {x} {} {};", n(a), n(b)),
            Op::MulLo(a, b) => format!("mull {x}h {x} {} {};", n(a), n(b)),
            Op::Mac(a, b, c, d) => format!(
                "mull {x}h {x}l {} {};\nadds {x}c {x}s {x}l {};\nadc {x}t {x}h 0@uint{bits} {x}c;\nadds {x}d {x} {x}s {};\n\
                 adc {y} {x}t 0@uint{bits} {x}d;",
                n(a),
                n(b),
                n(c),
                n(d)
            ),
            Op::Add(a, b, None) => format!("adds {y} {x} {} {};", n(a), n(b)),
            Op::Add(a, b, Some(c)) => format!("adcs {y} {x} {} {} {};", n(a), n(b), n(c)),
            Op::Sub(a, b, None) => format!("subb {y} {x} {} {};", n(a), n(b)),
            Op::Sub(a, b, Some(c)) => format!("sbbs {y} {x} {} {} {};", n(a), n(b), n(c)),
            Op::Select(c, a, b) => format!("cmov {x} {} {} {};", n(c), n(a), n(b)),
            Op::Or(a, b) => format!("or {x}@uint{bits} {} {};", n(a), n(b)),
            Op::Xor(a, b) => format!("xor {x}@uint{bits} {} {};", n(a), n(b)),
            Op::And(a, b) => self.and(first, *a, *b),
            Op::Shl(a, k) => {
                let (_, low) = self.split(*a, bits - k);
                format!("shl {x} {low} {k};")
            }
            Op::Shr(a, k) => {
                let (high, _) = self.split(*a, *k);
                format!("mov {x} {high};")
            }
            Op::Funnel(hi, lo, k) => {
                let (high, _) = self.split(*lo, *k);
                let (_, low) = self.split(*hi, *k);
                format!("shl {x}s {low} {};\nadd {x} {high} {x}s;", bits - k)
            }
            Op::Madd52Lo(acc, a, b) | Op::Madd52Hi(acc, a, b) => {
                let (_, p) = self.split(*a, 52);
                let (_, q) = self.split(*b, 52);
                let acc = self.name(*acc);
                let mut text = format!("mull {x}h {x}l {p} {q};\nsplit {x}u {x}v {x}l 52;\n");
                if matches!(op, Op::Madd52Lo(..)) {
                    let _ = write!(text, "adds {x}c {x} {acc} {x}v;");
                } else {
                    let _ = write!(
                        text,
                        "shl {x}w {x}h 12;\nadd {x}t {x}w {x}u;\nadds {x}c {x} {acc} {x}t;"
                    );
                }
                text
            }
        };
        self.line(text);
    }

    /// A mask of low or high bits is a split, anything else bitwise.
    fn and(&mut self, first: Value, a: Value, b: Value) -> String {
        let x = self.name(first);
        let mask = self.f.word.mask();
        for (m, v) in [(a, b), (b, a)] {
            let Some(c) = self.literals.get(&m).copied() else {
                continue;
            };
            let k = c.trailing_ones();
            if c != 0 && c != mask && c >> k == 0 {
                let (_, low) = self.split(v, k);
                return format!("mov {x} {low};");
            }
            let k = c.trailing_zeros();
            if c != 0 && c != mask && c | ((1 << k) - 1) == mask {
                let (high, _) = self.split(v, k);
                return format!("shl {x} {high} {k};");
            }
        }
        let bits = self.bits();
        format!("and {x}@uint{bits} {} {};", self.name(a), self.name(b))
    }

    fn is_defined(&self, fact: &Fact, defined: u32) -> bool {
        let value = |v: Value| v.0 < defined;
        let quantity = match fact.quantity {
            Quantity::Value(v) => value(v),
            Quantity::High(v, k) | Quantity::Low(v, k) => self.splits.contains_key(&(v, k)),
        };
        let equal = match fact.equal {
            Equal::Value(v) => value(v),
            Equal::Constant(_) => true,
        };
        quantity && equal && fact.when.iter().all(|(v, _)| value(*v))
    }

    /// Asserted as a range, assumed in the algebra.
    fn fact(&mut self, fact: &Fact) {
        let width = |v: Value| match self.f.types[v.index()] {
            Type::Bit => 1,
            Type::Word => self.bits(),
        };
        let (name, bits) = match fact.quantity {
            Quantity::Value(v) => (self.name(v), width(v)),
            Quantity::High(v, k) => (self.splits[&(v, k)].0.clone(), width(v)),
            Quantity::Low(v, k) => (self.splits[&(v, k)].1.clone(), width(v)),
        };
        let (range, difference) = match fact.equal {
            Equal::Constant(c) => (
                format!("{name} = {c:#x}@{bits}"),
                match c {
                    0 => name,
                    _ => format!("({name} - {c:#x})"),
                },
            ),
            Equal::Value(v) => {
                let other = self.name(v);
                (format!("{name} = {other}"), format!("({name} - {other})"))
            }
        };
        // Unless every choice is as the condition says: another value of one of them.
        let mut alternatives = vec![];
        let mut product = vec![];
        for (v, x) in &fact.when {
            let (choice, bits) = (self.name(*v), width(*v));
            let other = if *x == 0 {
                if bits == 1 { 1 } else { self.f.word.mask() }
            } else {
                0
            };
            alternatives.push(format!("{choice} = {other:#x}@{bits}"));
            product.push(match other {
                0 => choice,
                _ => format!("({choice} - {other:#x})"),
            });
        }
        if alternatives.is_empty() {
            let equation = match fact.equal {
                Equal::Constant(c) => format!("{} = {c:#x}", range.split(' ').next().unwrap_or("")),
                Equal::Value(_) => range.clone(),
            };
            self.line(format!("assert true && {range};"));
            self.line(format!("assume {equation} && true;"));
            return;
        }
        alternatives.push(range);
        product.push(difference);
        self.line(format!("assert true && or [{}];", alternatives.join(", ")));
        self.line(format!("assume ({} = 0) && true;", product.join(" * ")));
    }
}
