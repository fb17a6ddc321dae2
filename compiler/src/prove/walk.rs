//! Backward walks: substitute the newest value of a polynomial by what its instruction says, down to the parameters.
//!
//! An exact walk keeps every equation and leaves what did not cancel. An upper walk may only grow the polynomial: it drops
//! terms that are known not to be positive, and bounds what is left by the ranges of the parameters.

use super::num::Num;
use super::poly::{LIVE, Mono, Poly, Term, lanes, rest, times};
use super::program::{Part, Program, Ref, Rule};
use crate::limb_ir::{Op, Type, Value};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// More additions than this and the walk gives up.
const MAX_STEPS: usize = 400_000;

/// Why a walk ended without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// An upper walk needs to know this bit.
    Split(Value),
    /// The polynomial grew beyond four factors or the step limit.
    Complex,
}

/// How far an upper walk goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Uses facts: quick.
    Facts,
    /// As `Facts`, and a word whose carry is not in the polynomial is bounded by itself.
    Stop,
    /// As `Stop`, without facts: a fact may have been found with less care. Shifted words are bounded by themselves, too.
    Words,
    /// Down to the parameters: tightest.
    Full,
}

impl Mode {
    /// All modes, the quickest first.
    pub(super) const ALL: [Mode; 4] = [Mode::Facts, Mode::Stop, Mode::Words, Mode::Full];
}

/// `Σ coefficient * value <= bound`.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub(super) members: Vec<(Value, Num)>,
    pub(super) bound: Num,
}

/// Facts by the instruction at which a walk can use them.
#[derive(Default)]
pub(super) struct Facts {
    by_inst: BTreeMap<u32, Vec<Fact>>,
}

impl Facts {
    /// All facts.
    #[cfg(test)]
    pub(super) fn iter(&self) -> impl Iterator<Item = &Fact> {
        self.by_inst.values().flatten()
    }

    /// Adds a fact whose factors are powers of two; others are of no use.
    pub(super) fn insert(&mut self, p: &Program, fact: Fact) {
        let last = fact
            .members
            .iter()
            .filter_map(|(v, _)| p.inst_of[v.index()])
            .max();
        if let (Some(i), true) = (last, fact.members.iter().all(|(_, l)| l.log2().is_some())) {
            self.by_inst.entry(i).or_default().push(fact);
        }
    }
}

/// The outcome of an upper walk.
pub(super) struct Bound {
    pub(super) value: Num,
    /// What was dropped: `start + Σ drops <= value`.
    pub(super) drops: Vec<(Value, Num)>,
    /// It contains a quotient that only its own largest value bounds: the other half of a shift was not met.
    pub(super) loose: bool,
    pub(super) steps: usize,
}

/// One walk.
pub(super) struct Walk<'s, 'a> {
    p: &'s Program<'a>,
    /// Bits assumed for this walk, by canonical value.
    assumed: &'s [(Value, bool)],
    pub(super) poly: Poly,
    drops: Vec<(Value, Num)>,
    stop: bool,
}

impl<'s, 'a> Walk<'s, 'a> {
    pub(super) fn new(p: &'s Program<'a>, assumed: &'s [(Value, bool)]) -> Self {
        Walk {
            p,
            assumed,
            poly: Poly::default(),
            drops: vec![],
            stop: false,
        }
    }

    fn assumption(&self, v: Value) -> Option<bool> {
        self.assumed.iter().find(|a| a.0 == v).map(|a| a.1)
    }

    /// `v = c * symbol`, symbol 0 for a constant.
    pub(super) fn resolve(&self, v: Value) -> (Num, u32) {
        let (mut c, mut v) = (Num::ONE, v);
        loop {
            let (k, u) = self.p.canonical(v);
            if k != 1 {
                c = c.mul(&Num::int(k));
            }
            let Some(u) = u else { return (c, 0) };
            if let Some(bit) = self.assumption(u) {
                return (if bit { c } else { Num::ZERO }, 0);
            }
            let Some(i) = self.p.inst_of[u.index()] else {
                return (c, u.0 + 1);
            };
            match self.p.rules[i as usize] {
                Rule::Opaque => return (c, u.0 + 1),
                Rule::Pick(bit, x, y) => match self.known_bit(bit) {
                    Some(b) => v = if b { x } else { y },
                    None => return (c, LIVE | u.0),
                },
                Rule::Gate(bit, x, inverted) => match self.known_bit(bit) {
                    Some(b) if b != inverted => v = x,
                    Some(_) => return (Num::ZERO, 0),
                    None => return (c, LIVE | u.0),
                },
                _ => return (c, LIVE | u.0),
            }
        }
    }

    /// A bit that is constant or assumed.
    fn known_bit(&self, bit: Value) -> Option<bool> {
        match self.p.canonical(bit) {
            (c, None) => Some(c == 1),
            (1, Some(u)) => self.assumption(u),
            _ => None,
        }
    }

    fn product(&self, m: Mono, sym: u32) -> Result<Mono, Stop> {
        if sym == 0 {
            return Ok(m);
        }
        times(m, sym, self.p.is_bit(sym)).ok_or(Stop::Complex)
    }

    /// Adds `c m f_0 f_1`.
    pub(super) fn put(&mut self, c: &Num, m: Mono, f: &[Ref]) -> Result<(), Stop> {
        let (mut c, mut m) = (c.clone(), m);
        for r in f {
            let (k, s) = match r {
                Ref::One => continue,
                Ref::Val(v) => self.resolve(*v),
                Ref::Sym(s) => (Num::ONE, *s),
            };
            if !matches!(k, Num::Small(1, 0)) {
                c = c.mul(&k);
            }
            if c.is_zero() {
                return Ok(());
            }
            m = self.product(m, s)?;
        }
        self.poly.add(m, c);
        if self.poly.steps > MAX_STEPS {
            Err(Stop::Complex)
        } else {
            Ok(())
        }
    }

    fn put_all(&mut self, k: &Num, m: Mono, parts: &[Part]) -> Result<(), Stop> {
        if k.is_zero() {
            return Ok(());
        }
        for p in parts {
            let c = if matches!(p.c, Num::Small(1, 0)) {
                k.clone()
            } else {
                k.mul(&p.c)
            };
            self.put(&c, m, &p.f)?;
        }
        Ok(())
    }

    /// Adds `k m (b ? x : y)`.
    fn pick(&mut self, k: &Num, m: Mono, b: Value, x: Value, y: Value) -> Result<(), Stop> {
        self.put(k, m, &[Ref::Val(y)])?;
        self.put(k, m, &[Ref::Val(b), Ref::Val(x)])?;
        self.put(&k.neg(), m, &[Ref::Val(b), Ref::Val(y)])
    }

    /// Adds `c m v`, `v` kept as a symbol from here on.
    fn put_atom(&mut self, c: &Num, m: Mono, v: Value) -> Result<(), Stop> {
        let m = self.product(m, v.0 + 1)?;
        self.poly.add(m, c.clone());
        Ok(())
    }

    /// The same term with the live symbol of `v` kept.
    fn freeze(&mut self, t: &Term, v: Value) -> Result<(), Stop> {
        let mut m = 0;
        for s in lanes(t.0).into_iter().filter(|s| *s != 0) {
            m = self.product(m, if s == LIVE | v.0 { v.0 + 1 } else { s })?;
        }
        self.poly.add(m, t.1.clone());
        Ok(())
    }

    /// `s + σ W c = rhs`, for a pair.
    fn pair(rule: &Rule) -> Option<(&[Part], bool)> {
        match rule {
            Rule::Sum(parts) => Some((parts, false)),
            Rule::Difference(parts) => Some((parts, true)),
            _ => None,
        }
    }

    /// Substitutes everything, exactly. With an odd `modulus`, multiples of it are dropped.
    pub(super) fn exact(&mut self, modulus: Option<&BigUint>) -> Result<(), Stop> {
        let p = self.p;
        let w = p.bits as i32;
        for index in (0..self.poly.live_end()).rev() {
            let v = Value(index as u32);
            while self.poly.leads(LIVE | v.0) {
                let mut terms = self.poly.take(LIVE | v.0);
                if let Some(q) = modulus {
                    terms.retain(|t| !t.1.divisible(q));
                }
                let Some(i) = p.inst_of[index] else { continue };
                let inst = &p.f.insts[i as usize];
                let rule = &p.rules[i as usize];
                for t in &terms {
                    let (m, k) = (rest(t.0), &t.1);
                    match rule {
                        Rule::Exact(parts) | Rule::Low(parts) => self.put_all(k, m, parts)?,
                        Rule::Pick(b, x, y) => {
                            self.pick(k, m, *b, *x, *y)?;
                            for z in p.above.get(&v).into_iter().flatten() {
                                self.pick(&k.shift(z.shift), m, z.bit, z.a, z.b)?;
                            }
                        }
                        Rule::Gate(b, x, inverted) => {
                            if *inverted {
                                self.put(k, m, &[Ref::Val(*x)])?;
                            }
                            let k = if *inverted { k.neg() } else { k.clone() };
                            self.put(&k, m, &[Ref::Val(*b), Ref::Val(*x)])?;
                        }
                        Rule::Opaque | Rule::Or(..) => self.freeze(t, v)?,
                        Rule::Sum(_) | Rule::Difference(_) => {
                            let Some((parts, minus)) = Self::pair(rule) else {
                                continue;
                            };
                            let carry = Value(inst.first.0 + 1);
                            if v == carry {
                                let s = self.resolve(inst.first);
                                if s.1 == LIVE | inst.first.0 {
                                    // Kept for now: it cancels when the word is substituted, or it stays.
                                    self.freeze(t, v)?;
                                } else {
                                    let k = if minus { k.neg() } else { k.clone() }.shift(-w);
                                    self.put_all(&k, m, parts)?;
                                    self.put(&k.neg(), m, &[Ref::Val(inst.first)])?;
                                }
                            } else {
                                self.put_all(k, m, parts)?;
                                let k = if minus { k.clone() } else { k.neg() }.shift(w);
                                match self.resolve(carry) {
                                    (_, s) if s == LIVE | carry.0 => self.put_atom(&k, m, carry)?,
                                    _ => self.put(&k, m, &[Ref::Val(carry)])?,
                                }
                            }
                        }
                    }
                }
                if self.poly.steps > MAX_STEPS {
                    return Err(Stop::Complex);
                }
            }
        }
        Ok(())
    }

    /// Bounds a number of `[0, 2^width)` by what it is modulo `2^width`, after an exact walk: terms that are integer multiples of
    /// that are dropped, and where what is left is neither negative nor as large as `2^width`, it is the number.
    ///
    /// A sum that was computed by larger ones (`(a0 + a1)(b0 + b1) - a0 b0 - a1 b1`) gets its own bound here, where an upper walk
    /// bounds the parts.
    pub(super) fn residue(mut self, width: i32) -> Result<Option<(Num, usize)>, Stop> {
        self.exact(None)?;
        let mut steps = self.poly.steps;
        let (mut kept, mut negative) = (Poly::default(), false);
        for (m, c) in self
            .poly
            .terms()
            .filter(|t| !t.1.shift(-width).is_integer())
        {
            negative |= c.signum() < 0;
            kept.add(*m, c.clone());
        }
        steps += kept.steps;
        self.poly = kept;
        let bound = self.bound_atoms();
        let below = !Num::pow2(width).le(&bound);
        Ok((below && !negative).then_some((bound, steps)))
    }

    /// Bounds the polynomial from above.
    pub(super) fn upper(mut self, mode: Mode, facts: &Facts) -> Result<Bound, Stop> {
        let p = self.p;
        let facts = matches!(mode, Mode::Facts | Mode::Stop).then_some(facts);
        self.stop = matches!(mode, Mode::Stop | Mode::Words);
        let words = mode == Mode::Words;
        for index in (0..self.poly.live_end()).rev() {
            let v = Value(index as u32);
            if !self.poly.leads(LIVE | v.0) {
                continue;
            }
            let Some(i) = p.inst_of[index] else { continue };
            for fact in facts
                .and_then(|f| f.by_inst.get(&i))
                .into_iter()
                .flatten()
                .rev()
            {
                self.apply(fact, i)?;
            }
            let inst = &p.f.insts[i as usize];
            let rule = &p.rules[i as usize];
            if let Some((parts, minus)) = Self::pair(rule) {
                self.upper_pair(inst.first, parts, minus)?;
                continue;
            }
            let mut rounds = 0;
            while self.poly.leads(LIVE | v.0) {
                rounds += 1;
                if rounds > 4 {
                    return Err(Stop::Complex);
                }
                for t in self.poly.take(LIVE | v.0) {
                    let (m, k) = (rest(t.0), &t.1);
                    match rule {
                        Rule::Exact(_) if words && matches!(inst.op, Op::Shl(..)) => {
                            if k.signum() > 0 {
                                self.freeze(&t, v)?;
                            }
                        }
                        Rule::Exact(parts) => self.put_all(k, m, parts)?,
                        // All symbols are at least 0.
                        _ if k.signum() < 0 => {}
                        Rule::Pick(b, ..) => {
                            return Err(Stop::Split(p.canonical(*b).1.unwrap_or(*b)));
                        }
                        Rule::Gate(b, x, inverted) => {
                            let b = p.canonical(*b).1.unwrap_or(*b);
                            if *inverted || p.f.types[b.index()] == Type::Bit {
                                return Err(Stop::Split(b));
                            }
                            self.put(k, m, &[Ref::Val(b), Ref::Val(*x)])?;
                        }
                        Rule::Or(a, b) if !p.multiplied[index] => {
                            self.put(k, m, &[Ref::Val(*a)])?;
                            self.put(k, m, &[Ref::Val(*b)])?;
                        }
                        _ => self.freeze(&t, v)?,
                    }
                }
            }
        }
        let value = self.bound_atoms();
        let symbols = p.f.types.len() as u32;
        let loose = self
            .poly
            .terms()
            .any(|(m, c)| c.signum() > 0 && lanes(*m).iter().any(|s| *s > symbols));
        Ok(Bound {
            value,
            loose,
            drops: self.drops,
            steps: self.poly.steps,
        })
    }

    /// Replaces `r Σ λ_j v_j` by `r bound` where the polynomial contains it.
    ///
    /// A member that an instruction before `i` reads may not be in the polynomial yet: its term is subtracted all the same,
    /// and cancels when that instruction is met.
    fn apply(&mut self, fact: &Fact, i: u32) -> Result<(), Stop> {
        let p = self.p;
        let mut ratio: Option<Num> = None;
        let mut present = vec![];
        for (v, l) in fact.members.iter() {
            let (k, s) = self.resolve(*v);
            if s == 0 {
                present.push((k, 0, l));
                continue;
            }
            if s != LIVE | v.0 {
                return Ok(());
            }
            let have = self.poly.coefficient(u128::from(s) << 96);
            if p.f.types[v.index()] == Type::Word {
                if p.first_read[v.index()] >= i {
                    if have.signum() <= 0 {
                        return Ok(());
                    }
                    let Some(e) = l.log2() else { return Ok(()) };
                    let r = have.shift(-e);
                    ratio = Some(match ratio {
                        Some(q) if q.le(&r) => q,
                        _ => r,
                    });
                }
            } else if have.is_zero() {
                continue;
            }
            present.push((Num::ONE, s, l));
        }
        let Some(r) = ratio else { return Ok(()) };
        for (k, s, l) in present {
            self.poly.add(u128::from(s) << 96, r.mul(l).mul(&k).neg());
        }
        self.poly.add(0, r.mul(&fact.bound));
        Ok(())
    }

    /// Eliminates `s` and `c` of `s ± W c = rhs`.
    fn upper_pair(&mut self, s: Value, parts: &[Part], minus: bool) -> Result<(), Stop> {
        let p = self.p;
        let w = p.bits as i32;
        let c = Value(s.0 + 1);
        let (live_s, live_c) = (LIVE | s.0, LIVE | c.0);
        let (in_s, in_c) = (self.poly.take(live_s), self.poly.take(live_c));
        let known_s = self.resolve(s).1 != live_s;
        let known_c = self.resolve(c).1 != live_c;
        let mut groups: Vec<(Mono, Num, Num)> = vec![];
        for (terms, v, second) in [(in_s, s, false), (in_c, c, true)] {
            for t in terms {
                let m = rest(t.0);
                if lanes(m).iter().any(|x| *x == live_s || *x == live_c) {
                    // A square: keep both symbols, then they are bounded by themselves.
                    let other = if second { s } else { c };
                    let frozen = self.frozen(t.0, v, other)?;
                    self.poly.add(frozen, t.1);
                    continue;
                }
                let g = match groups.iter().position(|g| g.0 == m) {
                    Some(g) => g,
                    None => {
                        groups.push((m, Num::ZERO, Num::ZERO));
                        groups.len() - 1
                    }
                };
                if second {
                    groups[g].2 = t.1;
                } else {
                    groups[g].1 = t.1;
                }
            }
        }
        for (m, beta, alpha) in groups {
            let gamma = if minus { alpha.neg() } else { alpha.clone() }.shift(-w);
            if known_s {
                self.put_all(&gamma, m, parts)?;
                self.put(&gamma.neg(), m, &[Ref::Val(s)])?;
                continue;
            }
            if known_c {
                self.put_all(&beta, m, parts)?;
                let k = if minus { beta.clone() } else { beta.neg() }.shift(w);
                self.put(&k, m, &[Ref::Val(c)])?;
                continue;
            }
            // beta s + alpha c = gamma rhs + (beta - gamma) s = beta rhs + (alpha ∓ W beta) c.
            let diff = beta.sub(&gamma);
            match diff.signum() {
                0 => self.put_all(&beta, m, parts)?,
                -1 => {
                    self.put_all(&gamma, m, parts)?;
                    if m == 0 {
                        self.drops.push((s, diff.neg()));
                    }
                }
                _ => {
                    let keep = if minus {
                        true
                    } else if alpha.is_zero() {
                        self.stop || p.multiplied[s.index()] || p.f.types[c.index()] == Type::Word
                    } else {
                        alpha.signum() > 0
                    };
                    if keep {
                        self.put_all(&gamma, m, parts)?;
                        self.put_atom(&diff, m, s)?;
                    } else {
                        self.put_all(&beta, m, parts)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn frozen(&self, m: Mono, a: Value, b: Value) -> Result<Mono, Stop> {
        let mut out = 0;
        for s in lanes(m).into_iter().filter(|s| *s != 0) {
            let s = if s == LIVE | a.0 || s == LIVE | b.0 {
                (s & !LIVE) + 1
            } else {
                s
            };
            out = self.product(out, s)?;
        }
        Ok(out)
    }

    /// An upper bound of a polynomial in parameters and kept symbols.
    fn bound_atoms(&self) -> Num {
        let p = self.p;
        let mut total = Num::ZERO;
        let mut linear: BTreeMap<u32, Vec<Num>> = BTreeMap::new();
        let mut square: BTreeMap<(u32, u32), Vec<Vec<Num>>> = BTreeMap::new();
        let limbs = |i: u32| p.f.params[i as usize].limbs.len();
        let mut terms: Vec<&Term> = self.poly.terms().collect();
        terms.sort_by_key(|t| t.0);
        for (m, c) in terms {
            let negative = c.signum() < 0;
            let mut c = c.clone();
            let mut inputs: Vec<(u32, u32)> = vec![];
            let mut kept = false;
            for s in lanes(*m).into_iter().filter(|s| *s != 0) {
                match p.limb_of.get(s as usize - 1).copied().flatten() {
                    Some(l) if inputs.len() < 2 => inputs.push(l),
                    _ => {
                        kept = true;
                        c = c.mul(&Num::int(p.symbol_max(s)));
                    }
                }
            }
            if negative && kept {
                continue;
            }
            inputs.sort_unstable();
            match inputs[..] {
                [] => total = total.add(&c),
                [(a, i)] => {
                    let row = linear.entry(a).or_insert_with(|| vec![Num::ZERO; limbs(a)]);
                    row[i as usize] = row[i as usize].add(&c);
                }
                [(a, i), (b, j), ..] => {
                    let g = square
                        .entry((a, b))
                        .or_insert_with(|| vec![vec![Num::ZERO; limbs(b)]; limbs(a)]);
                    let (i, j) = (i as usize, j as usize);
                    if a == b && i != j {
                        let half = c.shift(-1);
                        g[i][j] = g[i][j].add(&half);
                        g[j][i] = g[j][i].add(&half);
                    } else {
                        g[i][j] = g[i][j].add(&c);
                    }
                }
            }
        }
        // A bit is its own square, and belongs to the square where there is one.
        for (a, row) in &mut linear {
            let Some(g) = square.get_mut(&(*a, *a)) else {
                continue;
            };
            for (i, c) in row.iter_mut().enumerate().filter(|(_, c)| c.signum() > 0) {
                if p.max[p.f.params[*a as usize].limbs[i].index()] <= 1 {
                    g[i][i] = g[i][i].add(c);
                    *c = Num::ZERO;
                }
            }
        }
        for (a, row) in linear {
            total = total.add(&self.bound_linear(a, row));
        }
        let r = p.f.word.radix as i32;
        for ((a, b), mut g) in square {
            let max_of = |i: u32| Num::from_biguint(&p.f.params[i as usize].max);
            let cells = |g: &Vec<Vec<Num>>| -> Option<Num> {
                let mut least: Option<Num> = None;
                for (i, row) in g.iter().enumerate() {
                    for (j, c) in row.iter().enumerate() {
                        let c = c.shift(-r * (i + j) as i32);
                        least = Some(match least {
                            Some(l) if l.le(&c) => l,
                            _ => c,
                        });
                    }
                }
                least.filter(|l| l.signum() > 0)
            };
            if let Some(l) = cells(&g) {
                total = total.add(&l.mul(&max_of(a)).mul(&max_of(b)));
                for (i, row) in g.iter_mut().enumerate() {
                    for (j, c) in row.iter_mut().enumerate() {
                        *c = c.sub(&l.shift(r * (i + j) as i32));
                    }
                }
            }
            let plain = self.bound_rows(a, b, &g);
            let split = self.bound_rows_and_columns(a, b, g, &max_of(a), &max_of(b));
            total = total.add(if split.le(&plain) { &split } else { &plain });
        }
        total
    }

    /// An upper bound of `Σ g[i][j] a_i b_j`, row by row.
    fn bound_rows(&self, a: u32, b: u32, g: &[Vec<Num>]) -> Num {
        let p = self.p;
        g.iter().enumerate().fold(Num::ZERO, |total, (i, row)| {
            let row = self.bound_linear(b, row.clone());
            if row.signum() <= 0 {
                return total;
            }
            let most = p.max[p.f.params[a as usize].limbs[i].index()];
            total.add(&row.mul(&Num::int(most)))
        })
    }

    /// An upper bound of `Σ g[i][j] a_i b_j`: what is `r_i a_i b` and `s_j b_j a` first, the rest by rows.
    fn bound_rows_and_columns(
        &self,
        a: u32,
        b: u32,
        mut g: Vec<Vec<Num>>,
        max_a: &Num,
        max_b: &Num,
    ) -> Num {
        let p = self.p;
        let r = p.f.word.radix as i32;
        let limb = |i: u32, j: usize| Num::int(p.max[p.f.params[i as usize].limbs[j].index()]);
        let least = |cells: &mut dyn Iterator<Item = Num>| {
            let least = cells.reduce(|l, c| if l.le(&c) { l } else { c });
            least.filter(|l| l.signum() > 0)
        };
        let mut total = Num::ZERO;
        for (i, row) in g.iter_mut().enumerate() {
            let mut cells = row.iter().enumerate().map(|(j, c)| c.shift(-r * j as i32));
            let Some(l) = least(&mut cells) else { continue };
            total = total.add(&l.mul(&limb(a, i)).mul(max_b));
            for (j, c) in row.iter_mut().enumerate() {
                *c = c.sub(&l.shift(r * j as i32));
            }
        }
        for j in 0..g.first().map_or(0, Vec::len) {
            let mut cells = g
                .iter()
                .enumerate()
                .map(|(i, row)| row[j].shift(-r * i as i32));
            let Some(l) = least(&mut cells) else { continue };
            total = total.add(&l.mul(&limb(b, j)).mul(max_a));
            for (i, row) in g.iter_mut().enumerate() {
                row[j] = row[j].sub(&l.shift(r * i as i32));
            }
        }
        total.add(&self.bound_rows(a, b, &g))
    }

    /// An upper bound of `Σ row[j] limb_j`.
    ///
    /// With `x_j = row[j] / 2^(radix j)` and `y_k = min_(j >= k) x_j`, the sum is `Σ_k (y_k - y_(k-1)) (limbs from k up)`
    /// plus what is left limb by limb; the limbs from k up are at most `max >> radix k`.
    fn bound_linear(&self, param: u32, row: Vec<Num>) -> Num {
        let p = self.p;
        let param = &p.f.params[param as usize];
        let r = p.f.word.radix as i32;
        let mut total = Num::ZERO;
        let mut suffix = Num::ZERO;
        let mut least: Vec<Num> = vec![];
        for (j, c) in row.iter().enumerate().rev() {
            let x = c.shift(-r * j as i32);
            suffix = if j + 1 == row.len() || x.le(&suffix) {
                x
            } else {
                suffix
            };
            if suffix.signum() < 0 {
                suffix = Num::ZERO;
            }
            least.push(suffix.clone());
        }
        least.reverse();
        let mut below = Num::ZERO;
        for (j, (c, y)) in row.iter().zip(&least).enumerate() {
            let step = y.sub(&below);
            if !step.is_zero() {
                let upper = Num::from_biguint(&(&param.max >> (r as usize * j)));
                total = total.add(&step.mul(&upper).shift(r * j as i32));
            }
            below = y.clone();
            let c = c.sub(&y.shift(r * j as i32));
            // A negative factor is largest at the smallest limb.
            let limb = param.limbs[j].index();
            let at = if c.signum() > 0 {
                p.max[limb]
            } else {
                p.min[limb]
            };
            total = total.add(&c.mul(&Num::int(at)));
        }
        total
    }
}
