//! The equations by forward evaluation at random parameters.
//!
//! Parameters are random elements of `Z/p`; what an instruction throws away or hands on (carry, borrow, high word, upper part of a
//! shifted word) is an unknown, and every value an affine form in the unknowns. A contract holds if `scale * result - Σ terms` is a
//! combination of facts that were observed: carries that are zero, cleared words, equal bits. Bits that choose are taken one case at a
//! time, with the facts of that case.

use super::linear::{Added, Coefficient, Form, Ring, System};
use super::observe::{Observations, one_value};
use super::random::Random;
use super::{CheckError, Equal, Fact, Quantity};
use crate::limb_ir::{Contract, Equation, Function, Modulo, Op, Type, Value};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Zero};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::OnceLock;

/// The probability of accepting a wrong equation, given the facts, is to be below `2^-ERROR`.
const ERROR: f64 = 100.0;
/// More rounds than this are not made. A modulus with a small prime factor gets a larger error instead.
const ROUNDS: u32 = 40;
/// Patterns of choosing bits.
const CASES: usize = 1024;

/// What was shown.
pub(super) struct Outcome {
    pub(super) cases: usize,
    pub(super) pinned: usize,
    pub(super) rounds: u32,
    pub(super) error: f64,
    pub(super) facts: Vec<Fact>,
}

/// One pattern of the values that choose, and the rows that have it.
struct Case {
    pattern: Vec<(Value, u64)>,
    rows: Vec<usize>,
}

/// An unknown part of a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Unknown {
    /// A carry, a borrow, a high word, or a word about which nothing is known.
    Value(Value),
    /// `floor(v / 2^k)`
    High(Value, u32),
    /// `floor(a b / 2^k)`, of the low `k` bits of each where `k` is less than a word
    Product(Value, Value, u32),
    /// What a sum of a multiply-add loses.
    Wrap(Value),
    /// The product of two of the others, by their numbers.
    Pair(u32, u32),
}

pub(super) struct Algebra<'a> {
    f: &'a Function,
    c: &'a Contract,
    seen: &'a Observations,
    all: Vec<usize>,
    /// Read by no instruction and in no result.
    unread: Vec<bool>,
    /// Constants of the code.
    literal: HashMap<Value, u64>,
    parameters: u32,
}

impl<'a> Algebra<'a> {
    pub(super) fn new(f: &'a Function, c: &'a Contract, seen: &'a Observations) -> Algebra<'a> {
        let literal = f
            .insts
            .iter()
            .filter_map(|i| match i.op {
                Op::Const(c) => Some((i.first, c)),
                _ => None,
            })
            .collect();
        Algebra {
            f,
            c,
            seen,
            all: (0..seen.rows).collect(),
            unread: f.uses().iter().map(|n| *n == 0).collect(),
            literal,
            parameters: f.params.iter().map(|p| p.limbs.len() as u32).sum(),
        }
    }

    /// Checks every equation.
    pub(super) fn check(&self) -> Result<Outcome, CheckError> {
        let cases = self.cases()?;
        let mut outcome = Outcome {
            cases: cases.len(),
            pinned: 0,
            rounds: 0,
            error: f64::NEG_INFINITY,
            facts: vec![],
        };
        let mut facts = BTreeSet::new();
        for e in &self.c.equations {
            let (rounds, error, pinned) = self.equation(e, &cases, &mut facts)?;
            outcome.rounds = outcome.rounds.max(rounds);
            outcome.error = outcome.error.max(error);
            outcome.pinned = outcome.pinned.max(pinned);
        }
        outcome.error += (self.c.equations.len().max(1) as f64).log2();
        outcome.facts = facts.into_iter().collect();
        Ok(outcome)
    }

    /// The values that choose, and the patterns of them that occur.
    fn cases(&self) -> Result<Vec<Case>, CheckError> {
        let mask = self.f.word.mask();
        let mut selectors = BTreeSet::new();
        for inst in &self.f.insts {
            match inst.op {
                Op::Select(c, ..) => {
                    selectors.insert(c);
                }
                Op::And(a, b) => {
                    for v in [a, b] {
                        let column = &self.seen.columns[v.index()];
                        if !self.literal.contains_key(&v)
                            && v.0 >= self.parameters
                            && column.iter().all(|x| *x == 0 || *x == mask)
                        {
                            selectors.insert(v);
                        }
                    }
                }
                _ => {}
            }
        }
        let mut patterns: BTreeMap<Vec<u64>, Vec<usize>> = BTreeMap::new();
        for r in &self.all {
            let pattern = selectors
                .iter()
                .map(|v| self.seen.columns[v.index()][*r])
                .collect();
            patterns.entry(pattern).or_default().push(*r);
        }
        if patterns.len() > CASES {
            return Err(CheckError::Undecided {
                result: self.f.name.clone(),
                what: "too many cases",
            });
        }
        Ok(patterns
            .into_iter()
            .map(|(pattern, rows)| Case {
                pattern: selectors.iter().copied().zip(pattern).collect(),
                rows,
            })
            .collect())
    }

    /// Rounds of random parameters until the error is small enough: `(rounds, log2 of the error, cases with pinned parameters)`.
    fn equation(
        &self,
        e: &Equation,
        cases: &[Case],
        facts: &mut BTreeSet<Fact>,
    ) -> Result<(u32, f64, usize), CheckError> {
        let (ring, size) = match &e.modulo {
            Modulo::Constant(p) if !p.is_even() => (Ring { p: p.clone() }, smallest_factor(p)),
            _ => (
                Ring {
                    p: large_prime().clone(),
                },
                large_prime().clone(),
            ),
        };
        let undecided = |what| CheckError::Undecided {
            result: e.result.clone(),
            what,
        };
        if matches!(&e.modulo, Modulo::Constant(p) if p.is_even() && p.count_ones() != 1) {
            return Err(undecided("the modulus is even and no power of two"));
        }
        let bits = log2(&size);
        let mut random = Random(0x0073_6368_7761_7274);
        let (mut rounds, mut error, mut pinned) = (0, 0.0, 0);
        let union = (cases.len() as f64).log2();
        while error + union > -ERROR && rounds < ROUNDS {
            let mut degree = 1;
            pinned = 0;
            for case in cases {
                let (found, pin) = self.case(e, &ring, case, &mut random, facts)?;
                degree = degree.max(found);
                pinned += usize::from(pin);
            }
            let gain = bits - f64::from(degree).log2();
            if gain <= 0.0 {
                return Err(undecided(
                    "the modulus is too small for the degree of the equation",
                ));
            }
            error -= gain;
            rounds += 1;
        }
        Ok((rounds, error + union, pinned))
    }

    /// One case at random parameters: the degree of what had to vanish, and whether parameters that are constant in the case had to be
    /// given their value.
    fn case(
        &self,
        e: &Equation,
        ring: &Ring,
        case: &Case,
        random: &mut Random,
        facts: &mut BTreeSet<Fact>,
    ) -> Result<(u32, bool), CheckError> {
        let mut last = None;
        for pin in [false, true] {
            match self.attempt(e, ring, case, random, facts, pin) {
                Ok(degree) => return Ok((degree, pin)),
                Err(e) => last = Some(e),
            }
        }
        Err(last.unwrap_or(CheckError::Undecided {
            result: e.result.clone(),
            what: "not tried",
        }))
    }

    fn attempt(
        &self,
        e: &Equation,
        ring: &Ring,
        case: &Case,
        random: &mut Random,
        facts: &mut BTreeSet<Fact>,
        pin: bool,
    ) -> Result<u32, CheckError> {
        let mut run = Run {
            algebra: self,
            ring,
            selected: case.pattern.iter().copied().collect(),
            forms: Vec::with_capacity(self.f.types.len()),
            unknowns: vec![],
            ids: HashMap::new(),
            opaque: HashSet::new(),
            partners: HashMap::new(),
        };
        let mut used = vec![];
        self.parameters(e, case, random, pin, &mut run, &mut used);
        self.f
            .insts
            .iter()
            .for_each(|inst| run.step(inst.first, &inst.op));
        let mut residual = run.residual(e);
        if let Modulo::Constant(power) = &e.modulo
            && power.is_even()
        {
            // Over the integers up to a multiple of the power: unknowns are integers.
            residual
                .terms
                .retain(|_, c| !ring.is_small_multiple(c, power));
        }

        let mut system = System::default();
        let mut candidates: Vec<Candidate> = vec![];
        let mut unusable = 0;
        let mut left = residual.clone();
        let mut degree = residual.degree();
        let mut lineage = BTreeSet::new();
        for group in self.facts(case, &run) {
            if left.is_zero() {
                break;
            }
            for candidate in group {
                let form = run.quantity(candidate.quantity);
                let other = match candidate.equal {
                    Equal::Constant(c) => Form::constant(BigUint::from(c) % &ring.p, 0),
                    Equal::Value(v) => run.forms[v.index()].clone(),
                };
                let difference =
                    ring.sum(&[(&form, BigUint::one()), (&other, ring.neg(&BigUint::one()))]);
                // What is zero stays so times anything that its unknowns are multiplied with.
                for partner in run.partners_of(&difference) {
                    if let Some(product) = run.times(&difference, &Form::unknown(partner)) {
                        system.add(ring, product, candidates.len());
                    }
                }
                if system.add(ring, difference, candidates.len()) == Added::Unusable {
                    unusable += 1;
                }
                candidates.push(candidate);
            }
            left = residual.clone();
            lineage.clear();
            degree = system.reduce(ring, &mut left, &mut lineage);
        }
        if !left.is_zero() {
            if unusable > 0 || left.terms.keys().any(|u| run.opaque.contains(u)) {
                return Err(CheckError::Undecided {
                    result: e.result.clone(),
                    what: "it hangs on operations that have no linear equation",
                });
            }
            let pattern: Vec<String> = case
                .pattern
                .iter()
                .map(|(v, x)| format!("%{} = {x:#x}", v.0))
                .collect();
            return Err(CheckError::Residual {
                result: e.result.clone(),
                case: pattern.join(", "),
                unknowns: left.terms.len(),
            });
        }
        used.extend(
            lineage
                .into_iter()
                .map(|i| (candidates[i].quantity, candidates[i].equal)),
        );
        for (quantity, equal) in used {
            facts.insert(self.fact(case, quantity, equal));
        }
        Ok(degree)
    }

    /// Random parameters; those that never change in the case keep their value if `pin`.
    fn parameters(
        &self,
        e: &Equation,
        case: &Case,
        random: &mut Random,
        pin: bool,
        run: &mut Run<'_>,
        used: &mut Vec<(Quantity, Equal)>,
    ) {
        let p = &run.ring.p;
        for v in (0..self.parameters).map(Value) {
            let form = match self.seen.constant(v, &case.rows).filter(|_| pin) {
                Some(x) => {
                    used.push((Quantity::Value(v), Equal::Constant(x)));
                    Form::constant(BigUint::from(x) % p, 0)
                }
                None => Form::constant(random.number(p), 1),
            };
            run.forms.push(form);
        }
        // Modulo a parameter: it is a multiple of the prime. What vanishes on that hyperplane is a multiple of the parameter.
        if let Modulo::Param(name) = &e.modulo
            && let Some(modulus) = self.f.param(name)
        {
            let radix = self.f.word.radix;
            let upper = (1..modulus.limbs.len()).fold(BigUint::ZERO, |s, j| {
                let limb = &run.forms[modulus.limbs[j].index()].constant.value;
                s + (limb << (radix as usize * j))
            });
            let lowest = run.ring.neg(&upper);
            run.forms[modulus.limbs[0].index()] = Form::constant(lowest, 1);
        }
    }

    /// Facts of a case, those that are harmless to assume and need no case first.
    fn facts(&self, case: &Case, run: &Run<'_>) -> Vec<Vec<Candidate>> {
        const GROUPS: usize = 14;
        /// A constant other than zero is more often an accident of few rows.
        const LAST: usize = 6;
        let mut groups: Vec<Vec<Candidate>> = vec![vec![]; GROUPS];
        let mut push = |group: usize, quantity, equal, everywhere: bool| {
            let candidate = Candidate { quantity, equal };
            groups[2 * group + usize::from(!everywhere)].push(candidate);
        };
        for unknown in &run.unknowns {
            if let Unknown::High(v, k) = *unknown {
                for quantity in [Quantity::High(v, k), Quantity::Low(v, k)] {
                    if let Some(x) = self.observed(quantity, &case.rows) {
                        let everywhere = self.observed(quantity, &self.all).is_some();
                        let group = if x == 0 { 0 } else { LAST };
                        push(group, quantity, Equal::Constant(x), everywhere);
                    }
                }
            }
        }
        let mut classes: HashMap<(bool, Vec<u64>), Value> = HashMap::new();
        for v in (0..self.f.types.len() as u32).map(Value) {
            let bit = self.f.types[v.index()] == Type::Bit;
            if self.literal.contains_key(&v) || bit && run.selected.contains_key(&v) {
                continue;
            }
            let quantity = Quantity::Value(v);
            let unread = self.unread[v.index()];
            if let Some(x) = self.seen.constant(v, &case.rows) {
                if v.0 >= self.parameters {
                    let everywhere = self.seen.constant(v, &self.all).is_some();
                    let group = match (unread, bit) {
                        (_, false) if x != 0 => LAST,
                        (true, false) => 0,
                        (true, true) => 1,
                        (false, false) => 3,
                        (false, true) => 4,
                    };
                    push(group, quantity, Equal::Constant(x), everywhere);
                }
                continue;
            }
            let column = &self.seen.columns[v.index()];
            let key = (bit, case.rows.iter().map(|r| column[*r]).collect());
            match classes.get(&key) {
                Some(first) if v.0 >= self.parameters => {
                    let everywhere = self.seen.equal(v, *first, &self.all);
                    let group = if unread { 2 } else { 5 };
                    push(group, quantity, Equal::Value(*first), everywhere);
                }
                Some(_) => {}
                None => {
                    classes.insert(key, v);
                }
            }
        }
        // Unread words and bits that need no case, then those that do, then the others.
        let order = [0, 2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
        order
            .into_iter()
            .map(|i| std::mem::take(&mut groups[i]))
            .collect()
    }

    /// The value of a quantity at all of these rows, if it is one.
    fn observed(&self, quantity: Quantity, rows: &[usize]) -> Option<u64> {
        let column = |v: Value| rows.iter().map(move |r| self.seen.columns[v.index()][*r]);
        match quantity {
            Quantity::Value(v) => one_value(column(v)),
            Quantity::High(v, k) => one_value(column(v).map(|x| x >> k)),
            Quantity::Low(v, k) => one_value(column(v).map(|x| x & ((1 << k) - 1))),
        }
    }

    /// The fact with the shortest condition under which it was seen to hold.
    fn fact(&self, case: &Case, quantity: Quantity, equal: Equal) -> Fact {
        let holds = |rows: &[usize]| match (quantity, equal) {
            (_, Equal::Constant(c)) => self.observed(quantity, rows) == Some(c),
            (Quantity::Value(v), Equal::Value(u)) => self.seen.equal(v, u, rows),
            (_, Equal::Value(_)) => false,
        };
        let mut when = case.pattern.clone();
        if holds(&self.all) {
            when.clear();
        }
        for (v, x) in &case.pattern {
            if when.len() < 2 {
                break;
            }
            let column = &self.seen.columns[v.index()];
            let rows: Vec<usize> = self
                .all
                .iter()
                .copied()
                .filter(|r| column[*r] == *x)
                .collect();
            if holds(&rows) {
                when = vec![(*v, *x)];
            }
        }
        Fact {
            when,
            quantity,
            equal,
        }
    }
}

#[derive(Clone, Copy)]
struct Candidate {
    quantity: Quantity,
    equal: Equal,
}

/// One evaluation.
struct Run<'a> {
    algebra: &'a Algebra<'a>,
    ring: &'a Ring,
    selected: HashMap<Value, u64>,
    forms: Vec<Form>,
    unknowns: Vec<Unknown>,
    ids: HashMap<Unknown, u32>,
    /// Unknowns of operations without an equation.
    opaque: HashSet<u32>,
    /// What an unknown is multiplied with somewhere.
    partners: HashMap<u32, BTreeSet<u32>>,
}

impl Run<'_> {
    fn unknown(&mut self, u: Unknown) -> Form {
        let next = self.unknowns.len() as u32;
        let id = *self.ids.entry(u).or_insert(next);
        if id == next {
            self.unknowns.push(u);
        }
        Form::unknown(id)
    }

    fn opaque(&mut self, v: Value) -> Form {
        let form = self.unknown(Unknown::Value(v));
        self.opaque.extend(form.terms.keys());
        form
    }

    fn form(&self, v: Value) -> &Form {
        &self.forms[v.index()]
    }

    fn integer(&self, x: u64) -> Form {
        Form::constant(BigUint::from(x) % &self.ring.p, 0)
    }

    fn pow2(&self, k: u32) -> BigUint {
        (BigUint::one() << k) % &self.ring.p
    }

    fn minus_pow2(&self, k: u32) -> BigUint {
        self.ring.neg(&(BigUint::one() << k))
    }

    /// `floor(v / 2^k)`
    fn high(&mut self, v: Value, k: u32) -> Form {
        match self.algebra.literal.get(&v) {
            Some(c) => self.integer(c >> k),
            None => self.unknown(Unknown::High(v, k)),
        }
    }

    /// `v mod 2^k`
    fn low(&mut self, v: Value, k: u32) -> Form {
        if k == self.algebra.f.word.container {
            return self.form(v).clone();
        }
        let high = self.high(v, k);
        self.ring
            .sum(&[(self.form(v), BigUint::one()), (&high, self.minus_pow2(k))])
    }

    fn quantity(&mut self, q: Quantity) -> Form {
        match q {
            Quantity::Value(v) => self.form(v).clone(),
            Quantity::High(v, k) => self.high(v, k),
            Quantity::Low(v, k) => self.low(v, k),
        }
    }

    /// The product of two forms, a product of two unknowns being an unknown of its own; none where more than two would be multiplied.
    fn times(&mut self, x: &Form, y: &Form) -> Option<Form> {
        self.scaled(x, y).or_else(|| self.expanded(x, y))
    }

    /// The product of two values.
    fn product_of(&mut self, a: Value, b: Value) -> Option<Form> {
        let (x, y) = (self.form(a).clone(), self.form(b).clone());
        self.times(&x, &y)
    }

    /// The product of two forms, one of which is a constant.
    fn scaled(&self, x: &Form, y: &Form) -> Option<Form> {
        let (scalar, form) = match (x.is_constant(), y.is_constant()) {
            (true, _) => (x, y),
            (_, true) => (y, x),
            _ => return None,
        };
        let mut out = Form::constant(BigUint::ZERO, 0);
        self.ring.add_scaled(&mut out, form, &scalar.constant);
        Some(out)
    }

    /// The product of two forms that both have unknowns.
    fn expanded(&mut self, x: &Form, y: &Form) -> Option<Form> {
        let single = |u: &u32| !matches!(self.unknowns[*u as usize], Unknown::Pair(..));
        if !x.terms.keys().chain(y.terms.keys()).all(single) {
            return None;
        }
        let mut out = Form::constant(BigUint::ZERO, 0);
        self.ring.add_scaled(&mut out, x, &y.constant);
        for (v, factor) in &y.terms {
            let mut row = Form::constant(BigUint::ZERO, 0);
            row.terms.insert(*v, x.constant.clone());
            for (u, c) in &x.terms {
                let pair = self.unknown(Unknown::Pair(*u.min(v), *u.max(v)));
                self.partners.entry(*u).or_default().insert(*v);
                self.partners.entry(*v).or_default().insert(*u);
                self.ring.add_scaled(&mut row, &pair, c);
            }
            self.ring.add_scaled(&mut out, &row, factor);
        }
        Some(out)
    }

    /// The unknowns with which those of a form are multiplied.
    fn partners_of(&self, form: &Form) -> BTreeSet<u32> {
        let partners = form.terms.keys().filter_map(|u| self.partners.get(u));
        partners.flatten().copied().collect()
    }

    /// `(a b + rest mod W, floor(a b / W))`.
    fn product(&mut self, first: Value, a: Value, b: Value) -> (Form, Form) {
        let bits = self.algebra.f.word.container;
        match self.product_of(a, b) {
            Some(product) => {
                let high = self.unknown(Unknown::Product(a.min(b), a.max(b), bits));
                let low = self
                    .ring
                    .sum(&[(&product, BigUint::one()), (&high, self.minus_pow2(bits))]);
                (low, high)
            }
            None => (self.opaque(first), self.opaque(Value(first.0 + 1))),
        }
    }

    /// Appends the forms of an instruction's results.
    fn step(&mut self, first: Value, op: &Op) {
        let bits = self.algebra.f.word.container;
        let mask = self.algebra.f.word.mask();
        let one = BigUint::one;
        let second = Value(first.0 + 1);
        let results: Vec<Form> = match *op {
            Op::Const(c) => vec![self.integer(c)],
            Op::MulWide(a, b) => {
                let (low, high) = self.product(first, a, b);
                vec![low, high]
            }
            Op::MulLo(a, b) => match self.product_of(a, b) {
                Some(_) => vec![self.product(first, a, b).0],
                None => vec![self.opaque(first)],
            },
            Op::Mac(a, b, c, d) => match self.product_of(a, b) {
                Some(product) => {
                    let high = self.unknown(Unknown::Value(second));
                    let low = self.ring.sum(&[
                        (&product, one()),
                        (self.form(c), one()),
                        (self.form(d), one()),
                        (&high, self.minus_pow2(bits)),
                    ]);
                    vec![low, high]
                }
                None => vec![self.opaque(first), self.opaque(second)],
            },
            Op::Add(a, b, c) | Op::Sub(a, b, c) => {
                let carry = match self.selected.get(&second) {
                    Some(x) => self.integer(*x),
                    None => self.unknown(Unknown::Value(second)),
                };
                let minus = self.ring.neg(&one());
                let (sign, weight) = match op {
                    Op::Add(..) => (one(), self.minus_pow2(bits)),
                    _ => (minus, self.pow2(bits)),
                };
                let zero = self.integer(0);
                let cin = c.map_or(&zero, |c| self.form(c));
                let sum = self.ring.sum(&[
                    (self.form(a), one()),
                    (self.form(b), sign.clone()),
                    (cin, sign),
                    (&carry, weight),
                ]);
                vec![sum, carry]
            }
            Op::Shl(a, k) => {
                let low = self.low(a, bits - k);
                vec![self.ring.sum(&[(&low, self.pow2(k))])]
            }
            Op::Shr(a, k) => vec![self.high(a, k)],
            Op::Funnel(hi, lo, k) => {
                let upper = self.low(hi, k);
                let lower = self.high(lo, k);
                vec![
                    self.ring
                        .sum(&[(&lower, one()), (&upper, self.pow2(bits - k))]),
                ]
            }
            Op::And(a, b) => vec![self.and(first, a, b)],
            Op::Or(a, b) => {
                let zero = |v: Value| self.algebra.literal.get(&v) == Some(&0);
                match (zero(a) || a == b, zero(b)) {
                    (true, _) => vec![self.form(b).clone()],
                    (_, true) => vec![self.form(a).clone()],
                    _ => vec![self.opaque(first)],
                }
            }
            Op::Xor(a, b) => {
                let get = |v: Value| self.algebra.literal.get(&v).copied();
                let (constant, other) = match (get(a), get(b)) {
                    (Some(c), _) => (Some(c), b),
                    (_, c) => (c, a),
                };
                match constant {
                    Some(0) => vec![self.form(other).clone()],
                    Some(c) if c == mask => {
                        let all = self.integer(mask);
                        let minus = self.ring.neg(&one());
                        vec![self.ring.sum(&[(&all, one()), (self.form(other), minus)])]
                    }
                    _ => vec![self.opaque(first)],
                }
            }
            Op::Select(c, a, b) => match self.selected.get(&c) {
                Some(1) => vec![self.form(a).clone()],
                Some(_) => vec![self.form(b).clone()],
                None => vec![self.opaque(first)],
            },
            Op::Madd52Lo(acc, a, b) | Op::Madd52Hi(acc, a, b) => {
                let (x, y) = (self.low(a, 52), self.low(b, 52));
                match self.times(&x, &y) {
                    Some(product) => {
                        let high = self.unknown(Unknown::Product(a.min(b), a.max(b), 52));
                        let part = match op {
                            Op::Madd52Hi(..) => high,
                            _ => self
                                .ring
                                .sum(&[(&product, one()), (&high, self.minus_pow2(52))]),
                        };
                        let wrap = self.unknown(Unknown::Wrap(first));
                        vec![self.ring.sum(&[
                            (self.form(acc), one()),
                            (&part, one()),
                            (&wrap, self.minus_pow2(bits)),
                        ])]
                    }
                    None => vec![self.opaque(first)],
                }
            }
        };
        self.forms.extend(results);
    }

    /// A mask of a choice, or a constant that is a run of ones.
    fn and(&mut self, first: Value, a: Value, b: Value) -> Form {
        let mask = self.algebra.f.word.mask();
        for (m, x) in [(a, b), (b, a)] {
            match self.selected.get(&m) {
                Some(0) => return self.integer(0),
                Some(_) => return self.form(x).clone(),
                None => {}
            }
            if let Some(c) = self.algebra.literal.get(&m).copied() {
                if c == 0 {
                    return self.integer(0);
                }
                let (from, run) = (c.trailing_zeros(), c >> c.trailing_zeros());
                if run & run.wrapping_add(1) == 0 {
                    let end = from + run.trailing_ones();
                    let whole = if c | ((1u64 << from) - 1) == mask {
                        self.form(x).clone()
                    } else {
                        self.low(x, end)
                    };
                    if from == 0 {
                        return whole;
                    }
                    let below = self.low(x, from);
                    let minus = self.ring.neg(&BigUint::one());
                    return self.ring.sum(&[(&whole, BigUint::one()), (&below, minus)]);
                }
            }
        }
        self.opaque(first)
    }

    /// `scale * result - Σ terms`.
    fn residual(&self, e: &Equation) -> Form {
        let p = &self.ring.p;
        let radix = self.algebra.f.word.radix as usize;
        let number = |limbs: &[Value], scale: &BigUint| {
            let parts: Vec<(&Form, BigUint)> = limbs
                .iter()
                .enumerate()
                .map(|(j, v)| (self.form(*v), (scale << (radix * j)) % p))
                .collect();
            self.ring.sum(&parts)
        };
        let results = &self.algebra.f.results;
        let mut out = match results.iter().find(|r| r.name == e.result) {
            Some(r) => number(&r.limbs, &e.scale),
            None => self.integer(0),
        };
        for t in &e.terms {
            let modulus = BigInt::from(p.clone());
            let coefficient = (-&t.coefficient).mod_floor(&modulus);
            let mut x = Form::constant(coefficient.magnitude() % p, 0);
            for name in &t.factors {
                let Some(param) = self.algebra.f.param(name) else {
                    continue;
                };
                let value = number(&param.limbs, &BigUint::one());
                x = self.scaled(&x, &value).unwrap_or(x);
            }
            self.ring
                .add_scaled(&mut out, &x, &Coefficient::constant(BigUint::one()));
        }
        out
    }
}

/// A prime of 192 bits with nothing special about it.
fn large_prime() -> &'static BigUint {
    static PRIME: OnceLock<BigUint> = OnceLock::new();
    PRIME.get_or_init(|| {
        let mut random = Random(0x0070_7269_6d65);
        loop {
            let mut p = random.number(&(BigUint::one() << 192u8));
            p.set_bit(0, true);
            p.set_bit(191, true);
            if crate::spec::is_prime(&p) {
                return p;
            }
        }
    })
}

/// The smallest prime factor, or a lower bound of it where it is large.
fn smallest_factor(p: &BigUint) -> BigUint {
    const LIMIT: u32 = 1 << 16;
    if crate::spec::is_prime(p) {
        return p.clone();
    }
    (2..LIMIT)
        .map(BigUint::from)
        .find(|d| (p % d).is_zero())
        .unwrap_or_else(|| LIMIT.into())
}

fn log2(x: &BigUint) -> f64 {
    // The upper bits are precise enough.
    let shift = x.bits().saturating_sub(60);
    let top = (x >> shift).iter_u64_digits().next().unwrap_or(0);
    (top as f64).log2() + shift as f64
}
