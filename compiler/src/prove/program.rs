//! What one instruction says about its results: an interval, an exact equation, and whether the value is another one.

use super::forms::{Form, Forms};
use super::num::Num;
use super::poly::lanes;
use crate::limb_ir::{Contract, Function, Op, Type, Value};
use num_traits::ToPrimitive;
use std::collections::HashMap;

/// A factor of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ref {
    One,
    Val(Value),
    /// A quotient symbol, see [`Program::quotients`].
    Sym(u32),
}

/// `c f_0 f_1`.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) c: Num,
    pub(super) f: [Ref; 2],
}

fn part(c: Num, v: Value) -> Part {
    Part {
        c,
        f: [Ref::Val(v), Ref::One],
    }
}

/// The meaning of an instruction over the integers.
#[derive(Clone, Debug)]
pub(super) enum Rule {
    /// Nothing but its interval.
    Opaque,
    /// `first = Σ parts`.
    Exact(Vec<Part>),
    /// `first = Σ parts`, but its interval bounds it better than the sum does (a masked word).
    Low(Vec<Part>),
    /// `first <= a + b`, nothing more.
    Or(Value, Value),
    /// `first = bit ? a : b`.
    Pick(Value, Value, Value),
    /// `first = bit ? a : 0`, from a mask; `true`: the mask is inverted.
    Gate(Value, Value, bool),
    /// `first + W second = Σ parts`.
    Sum(Vec<Part>),
    /// `first - W second = Σ parts`.
    Difference(Vec<Part>),
}

/// `2^shift (bit ? a : b) = 0`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Above {
    pub(super) shift: i32,
    pub(super) bit: Value,
    pub(super) a: Value,
    pub(super) b: Value,
}

/// A value that is known to equal something simpler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alias {
    Const(u64),
    /// `c * value`, the value defined earlier.
    Scaled(u64, Value),
}

/// The function with everything found out about it so far.
pub(super) struct Program<'a> {
    pub(super) f: &'a Function,
    pub(super) bits: u32,
    /// Which instruction defines a value; `None` for parameters.
    pub(super) inst_of: Vec<Option<u32>>,
    /// `(parameter, limb)` of a value.
    pub(super) limb_of: Vec<Option<(u32, u32)>>,
    pub(super) min: Vec<u64>,
    pub(super) max: Vec<u64>,
    pub(super) alias: Vec<Option<Alias>>,
    pub(super) rules: Vec<Rule>,
    /// What continues a chosen number above its top word: it is zero, and is added so that whole chains telescope.
    pub(super) above: HashMap<Value, Vec<Above>>,
    /// `floor(v / 2^k)` and `floor(a b / 2^52)` as symbols: the largest value of each.
    pub(super) quotients: Vec<u64>,
    quotient_ids: HashMap<(u32, u32, u32), u32>,
    forms: Forms,
    form: Vec<Form>,
    /// Is the value a factor of a product that is not by a constant one?
    pub(super) multiplied: Vec<bool>,
    pub(super) uses: Vec<u32>,
    /// The first instruction that reads a value.
    pub(super) first_read: Vec<u32>,
    /// The lowest limb of the parameter that is promised to be odd.
    pub(super) odd: Option<Value>,
}

impl<'a> Program<'a> {
    pub(super) fn new(f: &'a Function, contract: &Contract) -> Program<'a> {
        let n = f.types.len();
        let mask = f.word.mask();
        let mut inst_of = vec![None; n];
        let mut multiplied = vec![false; n];
        let mut first_read = vec![u32::MAX; n];
        for (i, inst) in f.insts.iter().enumerate() {
            for (v, _) in inst.op.operands() {
                first_read[v.index()] = first_read[v.index()].min(i as u32);
            }
            inst_of[inst.first.index()] = Some(i as u32);
            if let Some(s) = inst.second() {
                inst_of[s.index()] = Some(i as u32);
            }
            if let Op::MulWide(a, b) | Op::Mac(a, b, ..) | Op::MulLo(a, b) = inst.op {
                multiplied[a.index()] = true;
                multiplied[b.index()] = true;
            }
        }
        let symbol = |name: &str| f.param(name).and_then(|p| p.limbs.first()).map(|v| v.0 + 1);
        let inverse = contract
            .negated_inverse
            .as_ref()
            .filter(|(_, k)| f.param(k).is_some_and(|k| k.limbs.len() == 1))
            .filter(|_| f.word.radix == f.word.container)
            .and_then(|(p, k)| Some((symbol(k)?, symbol(p)?)));
        let mut p = Program {
            f,
            bits: f.word.container,
            inst_of,
            limb_of: vec![None; n],
            min: vec![0; n],
            max: f
                .types
                .iter()
                .map(|t| if *t == Type::Bit { 1 } else { mask })
                .collect(),
            alias: vec![None; n],
            rules: Vec::with_capacity(f.insts.len()),
            above: HashMap::new(),
            quotients: vec![],
            quotient_ids: HashMap::new(),
            forms: Forms::new(mask, inverse),
            form: vec![vec![]; n],
            multiplied,
            uses: f.uses(),
            first_read,
            odd: inverse.map(|(_, p)| Value(p - 1)),
        };
        let radix_mask = if f.word.radix >= 64 {
            u64::MAX
        } else {
            (1u64 << f.word.radix) - 1
        };
        for (i, param) in f.params.iter().enumerate() {
            for (j, v) in param.limbs.iter().enumerate() {
                let top = (&param.max >> (f.word.radix as usize * j))
                    .to_u64()
                    .unwrap_or(u64::MAX);
                p.max[v.index()] = top.min(radix_mask).min(mask);
                p.limb_of[v.index()] = Some((i as u32, j as u32));
                p.form[v.index()] = p.forms.symbol(v.0 + 1);
                if p.max[v.index()] == 0 {
                    p.set_const(*v, 0);
                } else {
                    // A word computed later may be this one again.
                    p.forms.first(&p.form[v.index()], v.0);
                }
            }
        }
        if let Some(v) = p.odd.filter(|v| p.max[v.index()] > 0) {
            p.min[v.index()] = 1;
        }
        for v in (0..n).filter(|v| f.types[*v] == Type::Bit) {
            p.form[v] = p.forms.symbol(v as u32 + 1);
        }
        p
    }

    pub(super) fn mask(&self) -> u64 {
        self.f.word.mask()
    }

    fn set_const(&mut self, v: Value, c: u64) {
        self.alias[v.index()] = Some(Alias::Const(c));
        self.min[v.index()] = c;
        self.max[v.index()] = c;
        self.form[v.index()] = self.forms.constant(c);
    }

    /// Records that `v` is `c * u`, `u` defined before `v`.
    pub(super) fn set_alias(&mut self, v: Value, a: Alias) {
        match a {
            Alias::Const(c) => self.set_const(v, c),
            Alias::Scaled(c, u) => {
                self.alias[v.index()] = Some(a);
                self.form[v.index()] = self.forms.scale(&self.form[u.index()].clone(), c);
                if c == 1 {
                    self.min[v.index()] = self.min[v.index()].max(self.min[u.index()]);
                    self.max[v.index()] = self.max[v.index()].min(self.max[u.index()]);
                } else {
                    self.max[v.index()] =
                        self.max[v.index()].min(c.saturating_mul(self.max[u.index()]));
                }
            }
        }
    }

    /// `v = c u` with aliases followed; `u` is `None` for a constant.
    pub(super) fn canonical(&self, v: Value) -> (u64, Option<Value>) {
        let (mut c, mut v) = (1u64, v);
        loop {
            match self.alias[v.index()] {
                Some(Alias::Const(k)) => return (c.wrapping_mul(k), None),
                Some(Alias::Scaled(k, u)) => (c, v) = (c.wrapping_mul(k), u),
                None => return (c, Some(v)),
            }
        }
    }

    fn constant(&self, v: Value) -> Option<u64> {
        match self.canonical(v) {
            (c, None) => Some(c),
            _ => None,
        }
    }

    /// Is the symbol 0 or 1?
    pub(super) fn is_bit(&self, symbol: u32) -> bool {
        self.symbol_max(symbol) <= 1
    }

    /// The largest value of an atom: a value's or a quotient's.
    pub(super) fn symbol_max(&self, symbol: u32) -> u64 {
        let n = self.f.types.len() as u32;
        let s = symbol & !super::poly::LIVE;
        if symbol & super::poly::LIVE != 0 {
            self.max[s as usize]
        } else if s <= n {
            self.max[s as usize - 1]
        } else {
            self.quotients[(s - n - 1) as usize]
        }
    }

    fn intern(&mut self, key: (u32, u32, u32), max: u64) -> u32 {
        let next = self.quotients.len() as u32;
        let id = *self.quotient_ids.entry(key).or_insert(next);
        if id == next {
            self.quotients.push(max);
        }
        id + self.f.types.len() as u32 + 1
    }

    /// `floor(v / 2^k)`, `0 < k < bits`.
    fn quotient(&mut self, v: Value, k: u32) -> Vec<Part> {
        let v = match self.canonical(v) {
            (c, None) => {
                return vec![Part {
                    c: Num::int(c >> k),
                    f: [Ref::One; 2],
                }];
            }
            (1, Some(u)) => u,
            _ => v,
        };
        let max = self.max[v.index()];
        if max >> k == 0 {
            return vec![];
        }
        if self.forms.trailing_zeros(&self.form[v.index()]) >= k {
            return vec![part(Num::pow2(-(k as i32)), v)];
        }
        let s = self.intern((v.0, k, 0), max >> k);
        vec![Part {
            c: Num::ONE,
            f: [Ref::Sym(s), Ref::One],
        }]
    }

    /// The bit that decides a word which is all ones or zero, and whether it is all ones for 0.
    fn mask_bit(&self, v: Value) -> Option<(Value, bool)> {
        if let (c, Some(b)) = self.canonical(v)
            && c == self.mask()
            && self.max[b.index()] <= 1
        {
            return Some((b, false));
        }
        let inst = &self.f.insts[self.inst_of[v.index()]? as usize];
        if let Op::Select(b, x, y) = inst.op {
            match (self.constant(x), self.constant(y)) {
                (Some(x), Some(0)) if x == self.mask() => return Some((b, false)),
                (Some(0), Some(y)) if y == self.mask() => return Some((b, true)),
                _ => {}
            }
        }
        None
    }

    /// The meaning of instruction `i`; pushes its rule, sets intervals, forms and local aliases.
    pub(super) fn analyse(&mut self, i: usize) {
        let f = self.f;
        let inst = &f.insts[i];
        let (v, w, mask) = (inst.first, self.bits, self.mask());
        let range =
            |p: &Self, x: &Value| (u128::from(p.min[x.index()]), u128::from(p.max[x.index()]));
        let top = u128::from(mask);
        let mut form: Option<Form> = None;
        let mut interval = (0u128, top);
        let rule = match &inst.op {
            Op::Const(c) => {
                self.set_const(v, *c);
                self.rules.push(Rule::Exact(vec![Part {
                    c: Num::int(*c),
                    f: [Ref::One; 2],
                }]));
                return;
            }
            Op::MulWide(a, b) | Op::Mac(a, b, ..) => {
                let ((a0, a1), (b0, b1)) = (range(self, a), range(self, b));
                let (mut lo, mut hi) = (a0 * b0, a1 * b1);
                let mut sum = vec![Part {
                    c: Num::ONE,
                    f: [Ref::Val(*a), Ref::Val(*b)],
                }];
                form = self.forms.mul(&self.form[a.index()], &self.form[b.index()]);
                if let Op::Mac(_, _, c, d) = &inst.op {
                    for x in [c, d] {
                        let r = range(self, x);
                        (lo, hi) = (lo + r.0, hi + r.1);
                        sum.push(part(Num::ONE, *x));
                        form = form.and_then(|s| self.forms.add(&s, &self.form[x.index()]));
                    }
                }
                if hi <= top {
                    interval = (lo, hi);
                }
                let second = Value(v.0 + 1);
                self.min[second.index()] = (lo >> w) as u64;
                self.max[second.index()] = (hi >> w) as u64;
                self.form[second.index()] = self.forms.symbol(second.0 + 1);
                if lo >> w == hi >> w {
                    self.set_const(second, (lo >> w) as u64);
                }
                Rule::Sum(sum)
            }
            Op::MulLo(a, b) => {
                let ((a0, a1), (b0, b1)) = (range(self, a), range(self, b));
                form = self.forms.mul(&self.form[a.index()], &self.form[b.index()]);
                if a1 * b1 <= top {
                    interval = (a0 * b0, a1 * b1);
                    Rule::Exact(vec![Part {
                        c: Num::ONE,
                        f: [Ref::Val(*a), Ref::Val(*b)],
                    }])
                } else {
                    Rule::Opaque
                }
            }
            Op::Add(a, b, c) => {
                let ((a0, a1), (b0, b1)) = (range(self, a), range(self, b));
                let (mut lo, mut hi) = (a0 + b0, a1 + b1);
                let mut sum = vec![part(Num::ONE, *a), part(Num::ONE, *b)];
                form = self.forms.add(&self.form[a.index()], &self.form[b.index()]);
                if let Some(c) = c {
                    let r = range(self, c);
                    (lo, hi) = (lo + r.0, hi + r.1);
                    sum.push(part(Num::ONE, *c));
                    form = form.and_then(|s| self.forms.add(&s, &self.form[c.index()]));
                }
                let carry = Value(v.0 + 1);
                if let (Some(0), Some(0), Some(c)) = (self.constant(*a), self.constant(*b), c) {
                    self.set_alias(v, Alias::Scaled(1, *c));
                }
                if hi <= top {
                    interval = (lo, hi);
                    self.set_const(carry, 0);
                } else if lo > top {
                    interval = (lo - top - 1, hi - top - 1);
                    self.set_const(carry, 1);
                } else if let (None, Some((x, y))) = (c, self.one_bit(*a, *b)) {
                    // x + (W - 1) carries exactly when x is 1.
                    if self.constant(y) == Some(mask) {
                        self.set_alias(carry, Alias::Scaled(1, x));
                    }
                }
                Rule::Sum(sum)
            }
            Op::Sub(a, b, c) => {
                self.subtract(v, *a, *b, *c, &mut interval, &mut form);
                let mut parts = vec![part(Num::ONE, *a), part(Num::ONE.neg(), *b)];
                parts.extend(c.map(|c| part(Num::ONE.neg(), c)));
                Rule::Difference(parts)
            }
            Op::Shl(a, k) => {
                let r = range(self, a);
                interval = if r.1 << k <= top {
                    (r.0 << k, r.1 << k)
                } else {
                    (0, top & !((1 << k) - 1))
                };
                form = Some(self.forms.scale(&self.form[a.index()], 1 << k));
                let mut parts = vec![part(Num::pow2(*k as i32), *a)];
                parts.extend(minus(self.quotient(*a, w - k), w as i32));
                Rule::Exact(parts)
            }
            Op::Shr(a, k) => {
                let r = range(self, a);
                interval = (r.0 >> k, r.1 >> k);
                let parts = self.quotient(*a, *k);
                form = self.form_of(&parts);
                Rule::Exact(parts)
            }
            Op::Funnel(hi, lo, k) => {
                let (h, l) = (range(self, hi), range(self, lo));
                let max = ((h.1 << w) | l.1) >> k;
                if max <= top {
                    interval = (((h.0 << w) | l.0) >> k, max);
                }
                let mut parts = self.quotient(*lo, *k);
                let low = self.form_of(&parts);
                form = low.and_then(|s| {
                    self.forms
                        .add(&s, &self.forms.scale(&self.form[hi.index()], 1 << (w - k)))
                });
                parts.push(part(Num::pow2((w - k) as i32), *hi));
                parts.extend(minus(self.quotient(*hi, *k), w as i32));
                Rule::Exact(parts)
            }
            Op::And(a, b) => {
                let (ra, rb) = (range(self, a), range(self, b));
                interval = (0, ra.1.min(rb.1));
                let rule = self.and(*a, *b);
                match &rule {
                    Rule::Exact(parts) | Rule::Low(parts) => form = self.form_of(parts),
                    Rule::Gate(bit, x, false) => {
                        form = self
                            .forms
                            .mul(&self.form[bit.index()], &self.form[x.index()]);
                    }
                    _ => {}
                }
                rule
            }
            Op::Or(a, b) | Op::Xor(a, b) => {
                let (ra, rb) = (range(self, a), range(self, b));
                let bits = 128 - (ra.1 | rb.1).leading_zeros();
                interval = (0, top.min((1 << bits) - 1).min(ra.1 + rb.1));
                let tz = |x: &Value| self.forms.trailing_zeros(&self.form[x.index()]).min(63);
                if rb.1 >> tz(a) == 0 || ra.1 >> tz(b) == 0 {
                    form = self.forms.add(&self.form[a.index()], &self.form[b.index()]);
                    Rule::Exact(vec![part(Num::ONE, *a), part(Num::ONE, *b)])
                } else if matches!(inst.op, Op::Or(..)) {
                    interval.0 = ra.0.max(rb.0);
                    Rule::Or(*a, *b)
                } else {
                    Rule::Opaque
                }
            }
            Op::Select(b, x, y) => {
                let (rx, ry) = (range(self, x), range(self, y));
                interval = (rx.0.min(ry.0), rx.1.max(ry.1));
                match self.constant(*b) {
                    Some(1) => self.set_alias(v, Alias::Scaled(1, *x)),
                    Some(_) => self.set_alias(v, Alias::Scaled(1, *y)),
                    None if x == y => self.set_alias(v, Alias::Scaled(1, *x)),
                    None => {
                        if let (Some(x), Some(y)) = (self.constant(*x), self.constant(*y)) {
                            // y + b (x - y)
                            let step = self
                                .forms
                                .scale(&self.form[b.index()], x.wrapping_sub(y) & self.mask());
                            form = self.forms.add(&step, &self.forms.constant(y));
                        }
                    }
                }
                Rule::Pick(*b, *x, *y)
            }
            Op::Madd52Lo(acc, a, b) | Op::Madd52Hi(acc, a, b) => {
                let high = matches!(inst.op, Op::Madd52Hi(..));
                let r = range(self, acc);
                let (a1, b1) = (range(self, a).1, range(self, b).1);
                let low = (1u128 << 52) - 1;
                let product = a1.min(low) * b1.min(low);
                let add = if high {
                    product >> 52
                } else {
                    product.min(low)
                };
                if a1 <= low && b1 <= low && r.1 + add <= top {
                    interval = (r.0, r.1 + add);
                    let key = if a.0 <= b.0 {
                        (a.0, b.0, 1)
                    } else {
                        (b.0, a.0, 1)
                    };
                    let h = self.intern(key, (product >> 52) as u64);
                    let h = |c: Num| Part {
                        c,
                        f: [Ref::Sym(h), Ref::One],
                    };
                    let mut parts = vec![part(Num::ONE, *acc)];
                    if high {
                        parts.push(h(Num::ONE));
                    } else {
                        parts.push(Part {
                            c: Num::ONE,
                            f: [Ref::Val(*a), Ref::Val(*b)],
                        });
                        parts.push(h(Num::pow2(52).neg()));
                    }
                    form = self.form_of(&parts);
                    Rule::Exact(parts)
                } else {
                    Rule::Opaque
                }
            }
        };
        self.rules.push(rule);
        if self.alias[v.index()].is_some() {
            return;
        }
        self.min[v.index()] = self.min[v.index()].max(interval.0 as u64);
        self.max[v.index()] = self.max[v.index()].min(interval.1 as u64);
        // Sums of high degree stand for themselves, so that a product of them by a digit still has a form.
        let is_sum = matches!(self.rules.last(), Some(Rule::Sum(_) | Rule::Difference(_)));
        let form = form
            .filter(|s| !is_sum || s.iter().all(|t| lanes(t.0)[2] == 0))
            .unwrap_or_else(|| self.forms.symbol(v.0 + 1));
        if self.min[v.index()] == self.max[v.index()] {
            self.set_const(v, self.min[v.index()]);
        } else if let [] | [(0, _)] = form[..] {
            self.set_const(v, form.first().map_or(0, |t| t.1));
        } else {
            let u = Value(self.forms.first(&form, v.0));
            self.form[v.index()] = form;
            if u != v {
                self.set_alias(v, Alias::Scaled(1, u));
            }
        }
    }

    /// `(bit-valued one, the other)` of two words.
    fn one_bit(&self, a: Value, b: Value) -> Option<(Value, Value)> {
        if self.max[a.index()] <= 1 {
            Some((a, b))
        } else {
            (self.max[b.index()] <= 1).then_some((b, a))
        }
    }

    fn subtract(
        &mut self,
        v: Value,
        a: Value,
        b: Value,
        c: Option<Value>,
        interval: &mut (u128, u128),
        form: &mut Option<Form>,
    ) {
        let at = |x: &[u64], v: Value| i128::from(x[v.index()]);
        let (c0, c1) = c.map_or((0, 0), |c| (at(&self.min, c), at(&self.max, c)));
        let lo = at(&self.min, a) - at(&self.max, b) - c1;
        let hi = at(&self.max, a) - at(&self.min, b) - c0;
        let mask = self.mask();
        let w = i128::from(mask) + 1;
        let minus_b = self.forms.scale(&self.form[b.index()], mask);
        *form = self.forms.add(&self.form[a.index()], &minus_b);
        if let Some(c) = c {
            let minus_c = self.forms.scale(&self.form[c.index()], mask);
            *form = form.as_ref().and_then(|s| self.forms.add(s, &minus_c));
        }
        let borrow = Value(v.0 + 1);
        let equal = self.canonical(a) == self.canonical(b);
        if lo >= 0 {
            *interval = (lo as u128, hi as u128);
            self.set_const(borrow, 0);
        } else if hi < 0 {
            *interval = ((lo + w).max(0) as u128, (hi + w) as u128);
            self.set_const(borrow, 1);
        } else if equal && c.is_none() {
            self.set_const(v, 0);
            self.set_const(borrow, 0);
        } else if let (true, Some(c)) = (equal, c) {
            // x - x - c: all ones exactly when c is 1.
            self.set_alias(borrow, Alias::Scaled(1, c));
            self.set_alias(v, Alias::Scaled(mask, c));
        } else if self.constant(a) == Some(0) && c.is_none() && self.max[b.index()] <= 1 {
            self.set_alias(borrow, Alias::Scaled(1, b));
            self.set_alias(v, Alias::Scaled(mask, b));
        }
    }

    fn and(&mut self, a: Value, b: Value) -> Rule {
        for (x, m) in [(a, b), (b, a)] {
            if let Some((bit, inverted)) = self.mask_bit(m) {
                return Rule::Gate(bit, x, inverted);
            }
        }
        for (x, m) in [(a, b), (b, a)] {
            let Some(c) = self.constant(m) else { continue };
            let high = c | !self.mask();
            if c == 0 {
                return Rule::Exact(vec![]);
            }
            if c == self.mask()
                || c & self.max[x.index()] == self.max[x.index()] && (c + 1).is_power_of_two()
            {
                return Rule::Exact(vec![part(Num::ONE, x)]);
            }
            if (c + 1).is_power_of_two() {
                let k = c.trailing_ones();
                let mut parts = vec![part(Num::ONE, x)];
                parts.extend(minus(self.quotient(x, k), k as i32));
                return Rule::Low(parts);
            }
            if (!high).wrapping_add(1).is_power_of_two() {
                let k = c.trailing_zeros();
                return Rule::Exact(
                    self.quotient(x, k)
                        .into_iter()
                        .map(|p| Part {
                            c: p.c.shift(k as i32),
                            f: p.f,
                        })
                        .collect(),
                );
            }
        }
        Rule::Opaque
    }

    /// The form of a sum; `None` where a coefficient is not an integer or it is too long.
    fn form_of(&self, parts: &[Part]) -> Option<Form> {
        let mut out = Form::new();
        for p in parts {
            let c = match p.c {
                Num::Small(m, e) if (0..=64).contains(&e) => ((m as u128) << e.min(127)) as u64,
                _ => return None,
            };
            let mut t = self.forms.constant(c);
            for r in p.f {
                t = match r {
                    Ref::One => t,
                    Ref::Val(v) => self.forms.mul(&t, &self.form[v.index()])?,
                    Ref::Sym(s) => self.forms.mul(&t, &self.forms.symbol(s))?,
                };
            }
            out = self.forms.add(&out, &t)?;
        }
        Some(out)
    }
}

/// `-2^k Σ parts`.
fn minus(parts: Vec<Part>, k: i32) -> impl Iterator<Item = Part> {
    parts.into_iter().map(move |p| Part {
        c: p.c.shift(k).neg(),
        f: p.f,
    })
}
