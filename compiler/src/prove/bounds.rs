//! Which carries are zero, and how large numbers get.
//!
//! Intervals of single words settle most carries ([`super::program`]). The rest need the value of a whole row: the carry
//! out of a chain is bounded by an upper walk from it, and what that walk dropped is the fact by which the next row is
//! bounded. Bits that choose (borrows of a final subtraction) are settled by cases.

use super::num::Num;
use super::poly::LIVE;
use super::program::{Above, Alias, Program, Ref, Rule};
use super::walk::{Bound, Fact, Facts, Mode, Stop, Walk};
use crate::limb_ir::{Contract, Function, Op, Type, Value};
use num_bigint::BigInt;

/// How many bits may be assumed at once.
const MAX_CASES: usize = 5;
/// Upper walks a proof may take beside one an instruction: a limit against functions that are not kernels.
const MAX_WALKS: usize = 1000;
/// Additions that all of them may make together, for every instruction.
const MAX_STEPS: usize = 1000;

/// Why a carry that nobody reads is no loss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// `bound < limit` where the carry would add `limit` to the number: it is zero.
    Bounded {
        /// The largest value of the number that the carry is the top of.
        bound: BigInt,
        /// What the number would at least be if the carry were one.
        limit: BigInt,
    },
    /// Assuming that it is one contradicts the range of its chain of words: it is zero.
    Refuted,
    /// It equals this earlier bit, by cases.
    Equals(Value),
    /// It may be one, and the equations hold modulo the word without it (a Montgomery digit).
    Wraps,
}

/// A carry that nobody reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discarded {
    /// The carry.
    pub carry: Value,
    /// The instruction that makes it, from 0.
    pub instruction: usize,
    /// Why it is no loss.
    pub reason: Reason,
}

type Case = (Value, bool);

/// Facts about one function.
pub(super) struct Solver<'a> {
    pub(super) p: Program<'a>,
    pub(super) facts: Facts,
    pub(super) discarded: Vec<Discarded>,
    pub(super) steps: usize,
    pub(super) walks: usize,
}

impl<'a> Solver<'a> {
    /// Analyses every instruction in order.
    pub(super) fn new(f: &'a Function, contract: &Contract) -> Solver<'a> {
        let mut s = Solver {
            p: Program::new(f, contract),
            facts: Facts::default(),
            discarded: vec![],
            steps: 0,
            walks: 0,
        };
        let chained = chained(f);
        let groups = select_groups(f);
        for i in 0..f.insts.len() {
            s.p.analyse(i);
            if let Some(bit) = f.insts[i]
                .second()
                .filter(|b| f.types[b.index()] == Type::Bit)
            {
                s.settle(i, bit, chained[bit.index()]);
            }
            for group in groups.iter().filter(|g| g.at == i) {
                s.group_fact(&group.members);
                s.zeros_above(group);
            }
        }
        s
    }

    /// A bound of a number of selects, so that later bounds need not split on its bit.
    fn group_fact(&mut self, members: &[(Value, Num)]) {
        let plain = self.plain(members);
        match self.best_upper(members, &[]) {
            // A fact that says no more than the intervals would only hide the selects.
            Some(bound) if !plain.le(&bound) => {
                self.facts.insert(
                    &self.p,
                    Fact {
                        members: members.to_vec(),
                        bound,
                    },
                );
            }
            _ => {}
        }
    }

    /// A number chosen between the low words of a subtraction chain and of what it was subtracted from, where the chain
    /// is longer: if the words above are zero in both cases, they are as good as part of the choice.
    fn zeros_above(&mut self, group: &Group) {
        let n = group.members.len();
        let mut members = group.members.clone();
        members.sort_by_key(|m| m.1.log2());
        let (1, Some(bit)) = self.p.canonical(group.bit) else {
            return;
        };
        let words = self.chain(bit);
        let w = self.p.bits as i32;
        if words.len() <= n || self.p.f.word.radix != self.p.f.word.container {
            return;
        }
        let minuends: Vec<Value> = words
            .iter()
            .filter_map(
                |v| match self.p.f.insts[self.p.inst_of[v.index()]? as usize].op {
                    Op::Sub(a, ..) => Some(a),
                    _ => None,
                },
            )
            .collect();
        if minuends.len() != words.len() {
            return;
        }
        // Where the bit is 1, all members must choose from one side.
        let sides = [(&minuends, &words), (&words, &minuends)];
        let side = sides.into_iter().find(|(x, y)| {
            members.iter().enumerate().all(|(j, (v, c))| {
                let rule = self.p.inst_of[v.index()].map(|i| &self.p.rules[i as usize]);
                matches!(rule, Some(Rule::Pick(_, a, b)) if *a == x[j] && *b == y[j])
                    && c.log2() == Some(w * j as i32)
            })
        });
        let Some((x, y)) = side else { return };
        let limit = Num::pow2(w * n as i32).sub(&Num::ONE);
        let zero = [(true, x), (false, y)].into_iter().all(|(value, from)| {
            let number = self.number(from);
            self.prove_upper(&number, &[(bit, value)], &limit).is_some()
        });
        let Some((top, _)) = members.last().filter(|_| zero) else {
            return;
        };
        let above = (n..words.len()).map(|j| Above {
            shift: w * (j + 1 - n) as i32,
            bit,
            a: x[j],
            b: y[j],
        });
        self.p.above.insert(*top, above.collect());
    }

    /// The bound by intervals alone.
    fn plain(&self, f: &[(Value, Num)]) -> Num {
        f.iter()
            .filter(|t| t.1.signum() > 0)
            .fold(Num::ZERO, |s, (v, c)| {
                s.add(&c.mul(&Num::int(self.p.max[v.index()])))
            })
    }

    /// The best quick bound of `Σ f`.
    fn best_upper(&mut self, f: &[(Value, Num)], cases: &[Case]) -> Option<Num> {
        let least = |a: Option<Num>, b: Num| match a {
            Some(a) if a.le(&b) => Some(a),
            _ => Some(b),
        };
        let (mut best, mut split) = (None, None);
        match self.walk(f, &Num::ZERO, cases, Mode::Facts) {
            Ok(b) => best = Some(b.value),
            Err(Stop::Split(bit)) => split = Some(bit),
            Err(Stop::Complex) => return None,
        }
        for (g, constant) in self.variants(f, cases) {
            if let Ok(b) = self.walk(&g, &constant, cases, Mode::Facts) {
                best = least(best, b.value);
            }
        }
        let Some(bit) = split.filter(|b| cases.len() < 2 && cases.iter().all(|c| c.0 != *b)) else {
            return best;
        };
        let mut worst: Option<Num> = None;
        for value in [false, true] {
            let more: Vec<Case> = cases.iter().copied().chain([(bit, value)]).collect();
            let Some(b) = self.best_upper(f, &more) else {
                return best;
            };
            worst = Some(match worst {
                Some(w) if b.le(&w) => w,
                _ => b,
            });
        }
        match worst {
            Some(w) => least(best, w),
            None => best,
        }
    }

    fn record(&mut self, i: usize, carry: Value, reason: Reason) {
        if self.p.uses[carry.index()] == 0 {
            self.discarded.push(Discarded {
                carry,
                instruction: i,
                reason,
            });
        }
    }

    /// Decides the carry or borrow of instruction `i` where that is possible and of use.
    fn settle(&mut self, i: usize, bit: Value, chained: bool) {
        let unread = self.p.uses[bit.index()] == 0;
        let inst = &self.p.f.insts[i];
        if let (Op::Add(a, b, c), true, Some(Alias::Const(0))) =
            (&inst.op, unread, self.p.alias[bit.index()])
        {
            // The interval is enough for the carry; where a carry is added, the next row needs the number all the same.
            let carry = |v: &Value| {
                let u = self.p.canonical(*v).1;
                u.is_some_and(|u| self.p.f.types[u.index()] == Type::Bit)
            };
            let adds = carry(a) || carry(b) || c.as_ref().is_some_and(carry);
            if adds && self.p.alias[inst.first.index()].is_none() && !self.high_half(inst.first) {
                self.top_fact(inst.first);
            }
        }
        match self.p.alias[bit.index()] {
            Some(Alias::Const(0)) => {
                let most = |v: &Value| BigInt::from(self.p.max[v.index()]);
                let w = BigInt::from(1) << self.p.bits;
                let reason = match &inst.op {
                    Op::Add(a, b, c) => Reason::Bounded {
                        bound: most(a) + most(b) + c.as_ref().map_or(BigInt::ZERO, most),
                        limit: w,
                    },
                    Op::Sub(a, b, c) => Reason::Bounded {
                        bound: most(b) + c.as_ref().map_or(BigInt::ZERO, most)
                            - BigInt::from(self.p.min[a.index()]),
                        limit: BigInt::from(1),
                    },
                    _ => Reason::Refuted,
                };
                return self.record(i, bit, reason);
            }
            Some(Alias::Const(_)) => return self.record(i, bit, Reason::Wraps),
            Some(Alias::Scaled(_, u)) => return self.record(i, bit, Reason::Equals(u)),
            None => {}
        }
        if chained {
            return;
        }
        if matches!(inst.op, Op::Add(..)) && self.row(i, bit, unread) {
            return;
        }
        if !unread {
            return;
        }
        if matches!(inst.op, Op::Sub(..)) && self.refute(&[(bit, true)]) {
            self.p.set_alias(bit, Alias::Const(0));
            return self.record(i, bit, Reason::Refuted);
        }
        for b in self.candidates(bit) {
            if self.refute(&[(b, false), (bit, true)]) && self.refute(&[(b, true), (bit, false)]) {
                self.p.set_alias(bit, Alias::Scaled(1, b));
                return self.record(i, bit, Reason::Equals(b));
            }
        }
        self.record(i, bit, Reason::Wraps);
    }

    /// Bounds the number that the carry `bit` is the top of. True where the carry is thereby zero.
    fn row(&mut self, i: usize, bit: Value, unread: bool) -> bool {
        for mode in Mode::ALL {
            let Ok(bound) = self.walk(&[(bit, Num::ONE)], &Num::ZERO, &[], mode) else {
                break;
            };
            let zero = !Num::ONE.le(&bound.value);
            if zero || mode == Mode::Facts {
                let mut members = bound.drops;
                members.push((bit, Num::ONE));
                let low = members
                    .iter()
                    .filter_map(|m| m.1.log2())
                    .min()
                    .unwrap_or(0)
                    .min(0);
                if zero {
                    let limit = Num::pow2(-low);
                    let reason = Reason::Bounded {
                        bound: bound.value.shift(-low).floor(),
                        limit: limit.floor(),
                    };
                    self.record(i, bit, reason);
                }
                self.facts.insert(
                    &self.p,
                    Fact {
                        members,
                        bound: bound.value,
                    },
                );
            }
            if zero {
                self.p.set_alias(bit, Alias::Const(0));
                return true;
            }
            if !unread && mode == Mode::Words {
                break;
            }
        }
        false
    }

    /// The upper half of a shifted word, with carries added: it only has a useful bound together with the lower half.
    fn high_half(&self, mut v: Value) -> bool {
        let small = |v: &Value| self.p.max[v.index()] <= 1;
        // The shift, and at most a carry of each chain.
        for _ in 0..4 {
            let Some(i) = self
                .p
                .canonical(v)
                .1
                .and_then(|v| self.p.inst_of[v.index()])
            else {
                return false;
            };
            v = match &self.p.f.insts[i as usize].op {
                Op::Shr(..) => return true,
                Op::Add(a, b, _) if small(b) => *a,
                Op::Add(a, b, _) if small(a) => *b,
                _ => return false,
            };
        }
        false
    }

    /// Bounds the number whose top word is `top`.
    fn top_fact(&mut self, top: Value) {
        if let Ok(bound) = self.walk(&[(top, Num::ONE)], &Num::ZERO, &[], Mode::Facts) {
            let mut members = bound.drops;
            if !members.is_empty() && !bound.loose {
                members.push((top, Num::ONE));
                self.facts.insert(
                    &self.p,
                    Fact {
                        members,
                        bound: bound.value,
                    },
                );
            }
        }
    }

    /// Bits that choose an operand of the chain that ends in `bit`.
    fn candidates(&self, bit: Value) -> Vec<Value> {
        let mut out = vec![];
        for s in self.chain(bit) {
            let Some(i) = self.p.inst_of[s.index()] else {
                continue;
            };
            for (v, _) in self.p.f.insts[i as usize].op.operands() {
                let Some(j) = self.p.inst_of[v.index()] else {
                    continue;
                };
                if let Rule::Pick(b, ..) | Rule::Gate(b, ..) = self.p.rules[j as usize]
                    && let (1, Some(b)) = self.p.canonical(b)
                    && !out.contains(&b)
                {
                    out.push(b);
                }
            }
        }
        out.truncate(2);
        out
    }

    /// The words of the carry chain that ends in `bit`, lowest first.
    pub(super) fn chain(&self, bit: Value) -> Vec<Value> {
        let mut words = vec![];
        let mut next = Some(bit);
        let mut minus = None;
        while let Some(b) = next {
            let Some(i) = self.p.inst_of[b.index()] else {
                break;
            };
            let inst = &self.p.f.insts[i as usize];
            let (is_minus, cin) = match inst.op {
                Op::Add(_, _, c) => (false, c),
                Op::Sub(_, _, c) => (true, c),
                _ => break,
            };
            if inst.second() != Some(b) || minus.is_some_and(|m| m != is_minus) {
                break;
            }
            minus = Some(is_minus);
            words.push(inst.first);
            next = cin.and_then(|c| self.p.canonical(c).1);
        }
        words.reverse();
        words
    }

    fn number(&self, words: &[Value]) -> Vec<(Value, Num)> {
        words
            .iter()
            .enumerate()
            .map(|(j, v)| (*v, Num::pow2(j as i32 * self.p.bits as i32)))
            .collect()
    }

    fn walk(
        &mut self,
        f: &[(Value, Num)],
        constant: &Num,
        cases: &[Case],
        mode: Mode,
    ) -> Result<Bound, Stop> {
        self.walks += 1;
        let insts = self.p.f.insts.len();
        if self.walks > MAX_WALKS + insts || self.steps > MAX_STEPS * (100 + insts) {
            return Err(Stop::Complex);
        }
        let mut w = Walk::new(&self.p, cases);
        w.poly.add(0, constant.clone());
        for (v, c) in f {
            w.put(c, 0, &[Ref::Val(*v)])?;
        }
        let r = w.upper(mode, &self.facts);
        if let Ok(b) = &r {
            self.steps += b.steps;
        }
        r
    }

    /// A bound of `Σ f` that is at most `limit`, under `cases`.
    pub(super) fn prove_upper(
        &mut self,
        f: &[(Value, Num)],
        cases: &[Case],
        limit: &Num,
    ) -> Option<Num> {
        Mode::ALL
            .into_iter()
            .find_map(|m| self.try_upper(f, cases, limit, m, true))
    }

    /// A bound of the number `Σ f` of `[0, 2^width)` that is at most `limit`, by its residue modulo `2^width`.
    pub(super) fn prove_residue(
        &mut self,
        f: &[(Value, Num)],
        width: i32,
        limit: &Num,
    ) -> Option<Num> {
        self.walks += 1;
        let mut w = Walk::new(&self.p, &[]);
        for (v, c) in f {
            w.put(c, 0, &[Ref::Val(*v)]).ok()?;
        }
        let (bound, steps) = w.residue(width).ok()??;
        self.steps += steps;
        bound.le(limit).then_some(bound)
    }

    /// [`Self::prove_upper`] in one mode.
    fn try_upper(
        &mut self,
        f: &[(Value, Num)],
        cases: &[Case],
        limit: &Num,
        mode: Mode,
        variants: bool,
    ) -> Option<Num> {
        let top = limit.add(&Num::ONE);
        let below = |b: &Num| !top.le(b);
        let plain = self.plain(f);
        if mode == Mode::Facts && below(&plain) {
            return Some(plain);
        }
        let mut split = match self.walk(f, &Num::ZERO, cases, mode) {
            Ok(b) if below(&b.value) => return Some(b.value),
            Err(Stop::Split(bit)) => Some(bit),
            Ok(_) | Err(Stop::Complex) => None,
        };
        if variants {
            for (g, constant) in self.variants(f, cases) {
                match self.walk(&g, &constant, cases, mode) {
                    Ok(b) if below(&b.value) => return Some(b.value),
                    Err(Stop::Split(bit)) => split = split.or(Some(bit)),
                    _ => {}
                }
            }
        }
        let bit =
            split.filter(|bit| cases.len() < MAX_CASES && cases.iter().all(|c| c.0 != *bit))?;
        let mut worst: Option<Num> = None;
        for value in [false, true] {
            let more: Vec<Case> = cases.iter().copied().chain([(bit, value)]).collect();
            let b = self.try_upper(f, &more, limit, mode, variants)?;
            worst = Some(match worst {
                Some(w) if b.le(&w) => w,
                _ => b,
            });
        }
        worst
    }

    /// `Σ f` with what the ranges of the chains of `cases` add: their words lie in `[0, W^k)`.
    fn variants(&self, f: &[(Value, Num)], cases: &[Case]) -> Vec<(Vec<(Value, Num)>, Num)> {
        let mut out = vec![];
        let mut longer = vec![];
        let mut below = vec![];
        let join = |f: &[(Value, Num)], more: &[(Value, Num)]| [f, more].concat();
        for (bit, _) in cases.iter().rev() {
            let words = self.chain(*bit);
            if words.is_empty() {
                continue;
            }
            let n = self.number(&words);
            let most = Num::pow2(words.len() as i32 * self.p.bits as i32).sub(&Num::ONE);
            let minus: Vec<_> = n.iter().map(|(v, c)| (*v, c.neg())).collect();
            let missing = self.missing(f, &n, cases);
            out.push((join(f, &minus), most.clone()));
            out.push((join(f, &n), Num::ZERO));
            // A chain over the upper words of the number: its range, times the weight of the lowest of them.
            let top = f.iter().filter_map(|t| t.1.log2()).max().unwrap_or(0);
            let shift = top - (words.len() as i32 - 1) * self.p.bits as i32;
            if shift > 0 {
                let up = |n: &[(Value, Num)]| -> Vec<(Value, Num)> {
                    n.iter().map(|(v, c)| (*v, c.shift(shift))).collect()
                };
                out.push((join(f, &up(&minus)), most.shift(shift)));
                out.push((join(f, &up(&n)), Num::ZERO));
            }
            if !missing.is_empty() {
                let f = join(f, &missing);
                out.push((f.clone(), Num::ZERO));
                longer.push((bit, f));
            }
            below.push((bit, minus, most));
        }
        // A number with its missing words, and the range of another chain.
        for (one, f) in &longer {
            for (_, minus, most) in below.iter().filter(|b| b.0 != *one) {
                out.push((join(f, minus), most.clone()));
            }
        }
        out
    }

    /// The words of `n` that `f` lacks, where it has the lowest one.
    fn missing(&self, f: &[(Value, Num)], n: &[(Value, Num)], cases: &[Case]) -> Vec<(Value, Num)> {
        let w = Walk::new(&self.p, cases);
        let have: Vec<u32> = f.iter().map(|(v, _)| w.resolve(*v).1).collect();
        let has = |v: &Value| have.contains(&(LIVE | v.0));
        match n.first() {
            Some((v, _)) if has(v) => n.iter().filter(|(v, _)| !has(v)).cloned().collect(),
            _ => vec![],
        }
    }

    /// Do these assumptions contradict the range of a chain that ends in one of them?
    pub(super) fn refute(&mut self, cases: &[Case]) -> bool {
        Mode::ALL
            .into_iter()
            .any(|m| self.refute_with(cases, m, true))
    }

    /// [`Self::refute`] in one mode; `variants`: also with the ranges of the other chains.
    pub(super) fn refute_with(&mut self, cases: &[Case], mode: Mode, variants: bool) -> bool {
        let mut numbers = vec![];
        for (bit, _) in cases {
            let words = self.chain(*bit);
            if let [.., _, top] = words[..] {
                numbers.push(vec![top]);
            }
            if !words.is_empty() {
                numbers.push(words);
            }
        }
        for words in numbers {
            let n = self.number(&words);
            if self
                .try_upper(&n, cases, &Num::ONE.neg(), mode, variants)
                .is_some()
            {
                return true;
            }
            let minus: Vec<(Value, Num)> = n.into_iter().map(|(v, c)| (v, c.neg())).collect();
            let limit = Num::pow2(words.len() as i32 * self.p.bits as i32).neg();
            if self
                .try_upper(&minus, cases, &limit, mode, variants)
                .is_some()
            {
                return true;
            }
        }
        false
    }
}

/// Is the bit read by an addition or subtraction of the same chain (not only turned into a word, or chosen by)?
fn chained(f: &Function) -> Vec<bool> {
    let zero = |v: &Value| {
        f.insts
            .iter()
            .any(|i| i.first == *v && i.op == Op::Const(0))
    };
    let mut out = vec![false; f.types.len()];
    for inst in &f.insts {
        if let Op::Add(a, b, Some(c)) | Op::Sub(a, b, Some(c)) = &inst.op
            && !(a == b && zero(a))
        {
            out[c.index()] = true;
        }
    }
    out
}

/// Selects by one bit between the words of a subtraction chain and what it was subtracted from.
struct Group {
    bit: Value,
    /// The last select.
    at: usize,
    members: Vec<(Value, Num)>,
}

fn select_groups(f: &Function) -> Vec<Group> {
    let w = f.word.container as i32;
    let mut position: Vec<Option<i32>> = vec![None; f.types.len()];
    let mut origin = vec![None; f.types.len()];
    for inst in &f.insts {
        if let Op::Sub(a, _, c) = &inst.op {
            let j = match c {
                None => Some(0),
                Some(c) => position[c.index()].map(|j| j + 1),
            };
            position[inst.first.index()] = j;
            position[inst.first.index() + 1] = j;
            origin[inst.first.index()] = Some(*a);
        }
    }
    let mut groups: Vec<Group> = vec![];
    for (i, inst) in f.insts.iter().enumerate() {
        let Op::Select(bit, x, y) = &inst.op else {
            continue;
        };
        let place = [(x, y), (y, x)]
            .into_iter()
            .find(|(d, u)| origin[d.index()] == Some(**u))
            .and_then(|(d, _)| position[d.index()]);
        let Some(j) = place else { continue };
        let member = (inst.first, Num::pow2(j * w));
        match groups.iter_mut().find(|g| g.bit == *bit) {
            Some(g) => {
                g.at = i;
                g.members.push(member);
            }
            None => groups.push(Group {
                bit: *bit,
                at: i,
                members: vec![member],
            }),
        }
    }
    groups
}
