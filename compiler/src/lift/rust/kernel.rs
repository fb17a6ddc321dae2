//! One function of `portable` as limb IR: each form of statement and expression that kernels are printed with, and no other.

use super::tokens::{bare, expect, flat, line};
use super::{LiftError, Shape};
use crate::limb_ir::{Function, Inst, Limbs, Op, Param, Results, Type, Value, Word};
use num_traits::ToPrimitive;
use proc_macro2::Span;
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprLit, FnArg, ItemFn, Lit, Pat, ReturnType, Stmt};

/// What one argument is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `&Limbs`
    Element,
    /// `&[Limbs; k]`
    Elements(usize),
    /// `u64`
    Word(u32),
}

/// What is returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// `Limbs`
    Element,
    /// `(Limbs, Limbs)`
    Wide,
    /// `[Limbs; k]`
    Elements(usize),
}

/// The signature of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Signature {
    pub name: String,
    pub arguments: Vec<(String, Kind)>,
    pub result: Outcome,
}

impl Signature {
    /// Names and types only: [`Signature::head`] says what the tokens must be.
    pub fn read(f: &ItemFn) -> Result<Signature, LiftError> {
        let unknown = |span: Span| LiftError::at(span, "not a known type of a kernel");
        let mut arguments = vec![];
        for input in &f.sig.inputs {
            let FnArg::Typed(p) = input else {
                return Err(unknown(f.sig.ident.span()));
            };
            let Pat::Ident(name) = &*p.pat else {
                return Err(unknown(p.span()));
            };
            let text = line(&p.ty);
            let kind = match text.as_str() {
                "& Limbs" => Kind::Element,
                "u64" => Kind::Word(64),
                "u32" => Kind::Word(32),
                array => Kind::Elements(
                    array
                        .strip_prefix("& ")
                        .and_then(elements)
                        .ok_or_else(|| unknown(p.ty.span()))?,
                ),
            };
            let name = name.ident.to_string();
            if arguments.iter().any(|(n, _)| *n == name) {
                return Err(LiftError::at(p.span(), "a second argument of this name"));
            }
            arguments.push((name, kind));
        }
        let ReturnType::Type(_, ty) = &f.sig.output else {
            return Err(unknown(f.sig.ident.span()));
        };
        let result = match line(ty).as_str() {
            "Limbs" => Outcome::Element,
            "( Limbs , Limbs )" => Outcome::Wide,
            array => Outcome::Elements(elements(array).ok_or_else(|| unknown(ty.span()))?),
        };
        Ok(Signature {
            name: f.sig.ident.to_string(),
            arguments,
            result,
        })
    }

    /// `fn name(a: &Limbs) -> Limbs`
    pub fn head(&self) -> String {
        format!(
            "fn {}({}) -> {}",
            self.name,
            self.parameters(),
            self.outcome()
        )
    }

    /// `a: &Limbs`
    pub fn parameters(&self) -> String {
        self.each(|n, k| format!("{n}: {}{}", if k.by_value() { "" } else { "&" }, k.owned()))
    }

    /// One text an argument, with commas.
    pub fn each(&self, f: impl Fn(&str, Kind) -> String) -> String {
        let texts: Vec<String> = self.arguments.iter().map(|(n, k)| f(n, *k)).collect();
        texts.join(", ")
    }

    /// The result type.
    pub fn outcome(&self) -> String {
        match self.result {
            Outcome::Element => "Limbs".into(),
            Outcome::Wide => "(Limbs, Limbs)".into(),
            Outcome::Elements(k) => format!("[Limbs; {k}]"),
        }
    }
}

impl Kind {
    pub fn by_value(self) -> bool {
        matches!(self, Kind::Word(_))
    }

    /// The type without the reference.
    pub fn owned(self) -> String {
        match self {
            Kind::Element => "Limbs".into(),
            Kind::Elements(k) => format!("[Limbs; {k}]"),
            Kind::Word(w) => format!("u{w}"),
        }
    }
}

/// `[ Limbs ; k ]`
fn elements(text: &str) -> Option<usize> {
    let k = text.strip_prefix("[ Limbs ; ")?.strip_suffix(" ]")?;
    k.parse().ok().filter(|k| (1..=64).contains(k))
}

/// What a name stands for.
enum Local {
    Value(Value),
    Element(Limbs),
    Elements(Vec<Limbs>),
}

struct Lifter<'a> {
    f: Function,
    /// The least and the largest value of each value, as far as it follows from one instruction at a time.
    bounds: Vec<(u64, u64)>,
    locals: HashMap<String, Local>,
    constants: HashMap<u64, Value>,
    helpers: &'a [&'static str],
}

type Lifted<T> = Result<T, LiftError>;

/// The function as limb IR. Every constant and every value of a `let` is a value of it; what `let` drops is dropped.
pub(super) fn lift(
    item: &ItemFn,
    word: Word,
    limbs: usize,
    shape: &Shape,
    helpers: &[&'static str],
) -> Lifted<Function> {
    let signature = Signature::read(item)?;
    let body = flat(&item.block);
    let all = bare(item);
    expect(
        &all[..all.len().saturating_sub(body.len())],
        &format!("pub {}", signature.head()),
    )?;
    if let Some(t) = body.iter().find(|t| t.text == "#" || t.text == "#~") {
        return Err(LiftError::at(t.span, "an attribute within a kernel"));
    }
    let mut l = Lifter {
        f: Function {
            name: shape.name.clone(),
            word,
            params: vec![],
            insts: vec![],
            results: vec![],
            types: vec![],
        },
        bounds: vec![],
        locals: HashMap::new(),
        constants: HashMap::new(),
        helpers,
    };
    l.parameters(&signature, limbs, shape, item.sig.ident.span())?;
    let Some((last, statements)) = item.block.stmts.split_last() else {
        return Err(LiftError::at(item.block.span(), "an empty kernel"));
    };
    for s in statements {
        l.statement(s)?;
    }
    let Stmt::Expr(result, None) = last else {
        return Err(LiftError::at(last.span(), "no result"));
    };
    l.results(result, signature.result, limbs, shape)?;
    Ok(l.f)
}

impl Lifter<'_> {
    /// The parameters of the shape are the arguments of the text: same names, limbs and order.
    fn parameters(
        &mut self,
        signature: &Signature,
        limbs: usize,
        shape: &Shape,
        span: Span,
    ) -> Lifted<()> {
        let mut wanted = shape.params.iter();
        let mut take = |l: &mut Self, name: String, n: usize| -> Lifted<Limbs> {
            let max = match wanted.next() {
                Some((w, k, max)) if *w == name && *k == n => max,
                Some((w, k, _)) => {
                    let what =
                        format!("`{name}` of {n} limbs where the contract has `{w}` of {k} limbs");
                    return Err(LiftError::at(span, what));
                }
                None => return Err(LiftError::at(span, format!("`{name}` is one too many"))),
            };
            let v: Limbs = (0..n)
                .map(|i| {
                    let top = l.f.word.mask();
                    let limb = max >> (l.f.word.radix as usize * i);
                    l.fresh(Type::Word, (0, limb.to_u64().unwrap_or(top).min(top)))
                })
                .collect();
            l.f.params.push(Param {
                name,
                limbs: v.clone(),
                max: max.clone(),
            });
            Ok(v)
        };
        for (name, kind) in &signature.arguments {
            let local = match *kind {
                Kind::Word(w) => {
                    if w != self.f.word.container {
                        return Err(LiftError::at(span, format!("`{name}` is no machine word")));
                    }
                    Local::Value(take(self, name.clone(), 1)?[0])
                }
                Kind::Element => Local::Element(take(self, name.clone(), limbs)?),
                Kind::Elements(k) => {
                    // A number of the contract may take several elements.
                    let mut words: Limbs = vec![];
                    for i in 0..k {
                        if words.len() >= k * limbs {
                            break;
                        }
                        let part = format!("{name}{i}");
                        let number = shape.params.iter().find(|p| p.0 == part);
                        words.extend(take(self, part, number.map_or(limbs, |p| p.1))?);
                    }
                    if words.len() != k * limbs {
                        return Err(LiftError::at(span, format!("`{name}` has other limbs")));
                    }
                    Local::Elements(words.chunks(limbs).map(<[Value]>::to_vec).collect())
                }
            };
            self.bind(name, span, local)?;
        }
        match wanted.next() {
            Some((w, _, _)) => Err(LiftError::at(span, format!("no parameter `{w}`"))),
            None => Ok(()),
        }
    }

    /// The results of the shape are the numbers that are returned, in order.
    fn results(&mut self, e: &Expr, outcome: Outcome, limbs: usize, shape: &Shape) -> Lifted<()> {
        let span = e.span();
        let arrays: Vec<&Expr> = match (outcome, e) {
            (Outcome::Element, e) => vec![e],
            (Outcome::Wide, Expr::Tuple(t)) if t.elems.len() == 2 => t.elems.iter().collect(),
            (Outcome::Elements(k), Expr::Array(a)) if a.elems.len() == k => {
                a.elems.iter().collect()
            }
            _ => return Err(LiftError::at(span, "not a known form of a result")),
        };
        let mut words = vec![];
        for array in arrays {
            match array {
                Expr::Array(a) if a.elems.len() == limbs => {
                    for e in &a.elems {
                        words.push(self.word(e)?);
                    }
                }
                other => return Err(LiftError::at(other.span(), "not the limbs of an element")),
            }
        }
        if words.len() != shape.results.iter().map(|(_, n)| n).sum::<usize>() {
            return Err(LiftError::at(span, "not as many limbs as in the contract"));
        }
        let mut words = words.into_iter();
        for (name, n) in &shape.results {
            self.f.results.push(Results {
                name: name.clone(),
                limbs: words.by_ref().take(*n).collect(),
            });
        }
        Ok(())
    }

    /// `let v = …;` or `let (v, w) = …;`, either name `_`.
    fn statement(&mut self, s: &Stmt) -> Lifted<()> {
        let unknown = || LiftError::at(s.span(), "not a known statement");
        let Stmt::Local(local) = s else {
            return Err(unknown());
        };
        let init = match &local.init {
            Some(init) if init.diverge.is_none() => &*init.expr,
            _ => return Err(unknown()),
        };
        // `let` and the pattern are all that comes before the value.
        let (all, value) = (flat(local), flat(init));
        let before = &all[..all.len().saturating_sub(value.len() + 1)];
        match &local.pat {
            Pat::Ident(p) => {
                expect(before, &format!("let {} =", p.ident))?;
                let v = match init {
                    Expr::Binary(b) if matches!(b.op, BinOp::Lt(_)) => self.sign(init)?,
                    _ if is_typed(init) => self.word(init)?,
                    _ => return Err(LiftError::at(init.span(), UNTYPED)),
                };
                self.bind(&p.ident.to_string(), p.span(), Local::Value(v))
            }
            Pat::Tuple(t) if t.elems.len() == 2 => {
                let names: Vec<String> = t.elems.iter().map(line).collect();
                expect(before, &format!("let ({}, {}) =", names[0], names[1]))?;
                let (first, second) = self.pair(init)?;
                for (pattern, v) in t.elems.iter().zip([first, second]) {
                    match pattern {
                        Pat::Wild(_) => {}
                        Pat::Ident(p) if p.subpat.is_none() => {
                            expect(&flat(pattern), &p.ident.to_string())?;
                            self.bind(&p.ident.to_string(), p.span(), Local::Value(v))?;
                        }
                        other => return Err(LiftError::at(other.span(), "not a known pattern")),
                    }
                }
                Ok(())
            }
            other => Err(LiftError::at(other.span(), "not a known pattern")),
        }
    }

    /// A name that can only be a new variable: not a constant or type of Rust's prelude, not a helper.
    fn bind(&mut self, name: &str, span: Span, local: Local) -> Lifted<()> {
        let plain = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !plain || self.helpers.contains(&name) {
            return Err(LiftError::at(span, "not a name for a variable"));
        }
        self.locals.insert(name.to_string(), local);
        Ok(())
    }

    fn fresh(&mut self, t: Type, bounds: (u64, u64)) -> Value {
        self.f.types.push(t);
        self.bounds.push(bounds);
        Value(self.f.types.len() as u32 - 1)
    }

    fn push(&mut self, op: Op) -> Value {
        let (first, second) = self.bounds_of(&op);
        let types = op.results();
        let v = self.fresh(types[0], first);
        if let Some(t) = types.get(1) {
            self.fresh(*t, second);
        }
        self.f.insts.push(Inst { first: v, op });
        v
    }

    fn push2(&mut self, op: Op) -> (Value, Value) {
        let v = self.push(op);
        (v, Value(v.0 + 1))
    }

    fn constant(&mut self, c: u64) -> Value {
        if let Some(v) = self.constants.get(&c) {
            return *v;
        }
        let v = self.push(Op::Const(c));
        self.constants.insert(c, v);
        v
    }

    /// Intervals of the results.
    fn bounds_of(&self, op: &Op) -> ((u64, u64), (u64, u64)) {
        let top = self.f.word.mask();
        let at = |v: &Value| {
            let (lo, hi) = self.bounds[v.index()];
            (u128::from(lo), u128::from(hi))
        };
        let fits = |(lo, hi): (u128, u128)| match hi <= u128::from(top) {
            true => (lo as u64, hi as u64),
            false => (0, top),
        };
        let high = |(lo, hi): (u128, u128)| {
            let k = self.f.word.container;
            ((lo >> k) as u64, (hi >> k) as u64)
        };
        let product = |a, b| {
            let ((a, b), (c, d)) = (at(a), at(b));
            (a * c, b * d)
        };
        let sum = |a: (u128, u128), b: (u128, u128)| (a.0 + b.0, a.1 + b.1);
        let bit = (0, 1);
        match op {
            Op::Const(c) => ((*c, *c), bit),
            Op::MulWide(a, b) => {
                let p = product(a, b);
                (fits(p), high(p))
            }
            Op::Mac(a, b, c, d) => {
                let p = sum(product(a, b), sum(at(c), at(d)));
                (fits(p), high(p))
            }
            Op::Add(a, b, c) => {
                let carry = c.map_or((0, 0), |_| (0, 1));
                (fits(sum(sum(at(a), at(b)), carry)), bit)
            }
            Op::Shr(a, k) => {
                let (lo, hi) = self.bounds[a.index()];
                ((lo >> k, hi >> k), bit)
            }
            Op::And(a, b) => (
                (0, self.bounds[a.index()].1.min(self.bounds[b.index()].1)),
                bit,
            ),
            Op::Select(_, a, b) => {
                let ((a, b), (c, d)) = (self.bounds[a.index()], self.bounds[b.index()]);
                ((a.min(c), b.max(d)), bit)
            }
            _ => ((0, top), bit),
        }
    }

    /// A path that is one name.
    fn name(e: &Expr) -> Option<String> {
        match e {
            Expr::Path(p) if p.qself.is_none() => p.path.get_ident().map(|i| i.to_string()),
            _ => None,
        }
    }

    fn named(&self, e: &Expr, t: Type) -> Lifted<Value> {
        match Self::name(e).and_then(|n| self.locals.get(&n)) {
            Some(Local::Value(v)) if self.f.types[v.index()] == t => Ok(*v),
            Some(_) => Err(LiftError::at(e.span(), format!("not a {t:?}"))),
            None => Err(LiftError::at(e.span(), "not a known expression")),
        }
    }

    /// A condition: the name of a bit.
    fn bit(&self, e: &Expr) -> Lifted<Value> {
        self.named(e, Type::Bit)
    }

    /// `(v as i64) < 0`: the top bit of a word.
    fn sign(&mut self, e: &Expr) -> Lifted<Value> {
        let unknown = || LiftError::at(e.span(), "not a known comparison");
        let bits = self.f.word.container;
        let Expr::Binary(b) = e else {
            return Err(unknown());
        };
        let Expr::Paren(p) = &*b.left else {
            return Err(unknown());
        };
        let Expr::Cast(cast) = &*p.expr else {
            return Err(unknown());
        };
        expect(&flat(&cast.ty), &format!("i{bits}"))?;
        if number(&b.right)? != (0, None) {
            return Err(unknown());
        }
        if !is_typed(&cast.expr) {
            return Err(LiftError::at(cast.expr.span(), UNTYPED));
        }
        let v = self.word(&cast.expr)?;
        // The sign of `a - b` in `[-W/2, W/2)` is the borrow of that subtraction.
        let half = 1u128 << (bits - 1);
        let subtraction = self.f.insts.iter().find(|i| i.first == v);
        if let Some(Inst {
            op: Op::Sub(x, y, None),
            first,
        }) = subtraction
        {
            let at = |v: &Value| {
                let (lo, hi) = self.bounds[v.index()];
                (u128::from(lo), u128::from(hi))
            };
            let (x, y) = (at(x), at(y));
            if x.1 < half + y.0 && y.1 <= half + x.0 {
                return Ok(Value(first.0 + 1));
            }
        }
        let half = self.constant(half as u64);
        Ok(self.push2(Op::Add(v, half, None)).1)
    }

    /// A literal, in a place where Rust infers the word or with the word as its suffix.
    fn literal(&mut self, e: &Expr, suffix: bool) -> Lifted<Value> {
        let (c, found) = number(e)?;
        let word = format!("u{}", self.f.word.container);
        let known = found.as_ref().map_or(!suffix, |s| *s == word);
        if !known || c > self.f.word.mask() {
            return Err(LiftError::at(
                e.span(),
                format!("not a literal of type {word}"),
            ));
        }
        Ok(self.constant(c))
    }

    fn word(&mut self, e: &Expr) -> Lifted<Value> {
        match e {
            Expr::Path(_) => self.named(e, Type::Word),
            Expr::Lit(_) => self.literal(e, false),
            Expr::Paren(p) => self.word(&p.expr),
            Expr::Index(_) => self.limb(e),
            Expr::Binary(b) => {
                if let Some((hi, lo, k)) = self.funnel(e) {
                    let (hi, lo) = (self.word(hi)?, self.word(lo)?);
                    return Ok(self.push(Op::Funnel(hi, lo, k)));
                }
                match b.op {
                    BinOp::Shl(_) | BinOp::Shr(_) => {
                        let (a, k) = (self.word(&b.left)?, self.amount(&b.right)?);
                        Ok(self.push(match b.op {
                            BinOp::Shl(_) => Op::Shl(a, k),
                            _ => Op::Shr(a, k),
                        }))
                    }
                    BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_) => {
                        let (x, y) = (self.word(&b.left)?, self.word(&b.right)?);
                        Ok(self.push(match b.op {
                            BinOp::BitAnd(_) => Op::And(x, y),
                            BinOp::BitOr(_) => Op::Or(x, y),
                            _ => Op::Xor(x, y),
                        }))
                    }
                    _ => Err(LiftError::at(e.span(), "not a known operator")),
                }
            }
            Expr::MethodCall(m) => {
                let (method, args) = self.method(m)?;
                match (method.as_str(), args.as_slice()) {
                    ("wrapping_mul", [b]) => {
                        let (a, b) = (self.receiver(&m.receiver)?, self.word(b)?);
                        Ok(self.push(Op::MulLo(a, b)))
                    }
                    ("wrapping_sub", [b]) => {
                        let (a, b) = (self.receiver(&m.receiver)?, self.word(b)?);
                        Ok(self.push(Op::Sub(a, b, None)))
                    }
                    _ => Err(LiftError::at(
                        m.method.span(),
                        "not a known method for a word",
                    )),
                }
            }
            Expr::Call(c) => {
                let (helper, args) = self.call(c)?;
                match (helper, args.as_slice()) {
                    ("select_word" | "select_loaded", [c, a, b]) => {
                        let (c, a, b) = (self.bit(c)?, self.word(a)?, self.word(b)?);
                        Ok(self.push(Op::Select(c, a, b)))
                    }
                    _ => Err(LiftError::at(c.span(), "not a known call for a word")),
                }
            }
            Expr::Cast(_) => {
                let (hi, lo, k) = self
                    .double_shift(e)
                    .ok_or_else(|| LiftError::at(e.span(), "not a known conversion"))?;
                let (hi, lo, k) = (self.word(hi)?, self.word(lo)?, self.amount(k)?);
                Ok(self.push(Op::Funnel(hi, lo, k)))
            }
            _ => Err(LiftError::at(e.span(), "not a known expression")),
        }
    }

    /// Two results at once.
    fn pair(&mut self, e: &Expr) -> Lifted<(Value, Value)> {
        match e {
            Expr::MethodCall(m) => {
                let (method, args) = self.method(m)?;
                let op = match (method.as_str(), args.as_slice()) {
                    ("overflowing_add", [b]) => {
                        Op::Add(self.receiver(&m.receiver)?, self.word(b)?, None)
                    }
                    ("overflowing_sub", [b]) => {
                        Op::Sub(self.receiver(&m.receiver)?, self.word(b)?, None)
                    }
                    ("carrying_add", [b, c]) => Op::Add(
                        self.receiver(&m.receiver)?,
                        self.word(b)?,
                        Some(self.bit(c)?),
                    ),
                    ("borrowing_sub", [b, c]) => Op::Sub(
                        self.receiver(&m.receiver)?,
                        self.word(b)?,
                        Some(self.bit(c)?),
                    ),
                    _ => {
                        return Err(LiftError::at(
                            m.method.span(),
                            "not a known method for a pair",
                        ));
                    }
                };
                Ok(self.push2(op))
            }
            Expr::Call(c) => {
                let (helper, args) = self.call(c)?;
                let op = match (helper, args.as_slice()) {
                    ("mul_wide_word", [a, b]) => Op::MulWide(self.word(a)?, self.word(b)?),
                    ("mac", [a, b, c, d]) => {
                        Op::Mac(self.word(a)?, self.word(b)?, self.word(c)?, self.word(d)?)
                    }
                    _ => return Err(LiftError::at(c.span(), "not a known call for a pair")),
                };
                Ok(self.push2(op))
            }
            _ => Err(LiftError::at(e.span(), "not a known pair")),
        }
    }

    /// Methods are looked up by type, so a literal must name its own.
    fn receiver(&mut self, e: &Expr) -> Lifted<Value> {
        match e {
            Expr::Lit(_) => self.literal(e, true),
            Expr::Path(_) | Expr::Index(_) => self.word(e),
            _ => Err(LiftError::at(e.span(), "not a known receiver")),
        }
    }

    fn method<'e>(&self, m: &'e syn::ExprMethodCall) -> Lifted<(String, Vec<&'e Expr>)> {
        if m.turbofish.is_some() {
            return Err(LiftError::at(m.span(), "not a known call"));
        }
        Ok((m.method.to_string(), m.args.iter().collect()))
    }

    /// A call of a helper whose body was found to be right.
    fn call<'e>(&self, c: &'e syn::ExprCall) -> Lifted<(&'static str, Vec<&'e Expr>)> {
        let name = Self::name(&c.func).unwrap_or_default();
        match self.helpers.iter().find(|h| **h == name) {
            Some(h) => Ok((h, c.args.iter().collect())),
            None => Err(LiftError::at(c.func.span(), "not a known function")),
        }
    }

    /// `a[0]` or `a[1][0]`
    fn limb(&self, e: &Expr) -> Lifted<Value> {
        let mut indices = vec![];
        let mut base = e;
        while let Expr::Index(i) = base {
            match number(&i.index)? {
                (k, None) => indices.push(k as usize),
                _ => return Err(LiftError::at(i.index.span(), "not a plain index")),
            }
            base = &i.expr;
        }
        indices.reverse();
        let local = Self::name(base).and_then(|n| self.locals.get(&n));
        let found = match (local, indices.as_slice()) {
            (Some(Local::Element(x)), [i]) => x.get(*i),
            (Some(Local::Elements(x)), [j, i]) => x.get(*j).and_then(|x| x.get(*i)),
            _ => None,
        };
        found
            .copied()
            .ok_or_else(|| LiftError::at(e.span(), "not a limb of an argument"))
    }

    /// How far a shift goes.
    fn amount(&self, e: &Expr) -> Lifted<u32> {
        match number(e)? {
            (k, None) if 0 < k && k < u64::from(self.f.word.container) => Ok(k as u32),
            _ => Err(LiftError::at(e.span(), "not a shift within the word")),
        }
    }

    /// `(lo >> k) | (hi << (w - k))`, the latter a literal: `hi, lo, k`.
    fn funnel<'e>(&self, e: &'e Expr) -> Option<(&'e Expr, &'e Expr, u32)> {
        let binary = |e: &'e Expr| match e {
            Expr::Binary(b) => Some(b),
            _ => None,
        };
        let inner = |e: &'e Expr| match e {
            Expr::Paren(p) => binary(&p.expr),
            _ => None,
        };
        let or = binary(e).filter(|b| matches!(b.op, BinOp::BitOr(_)))?;
        let right = inner(&or.left).filter(|b| matches!(b.op, BinOp::Shr(_)))?;
        let left = inner(&or.right).filter(|b| matches!(b.op, BinOp::Shl(_)))?;
        let (k, j) = (
            self.amount(&right.right).ok()?,
            self.amount(&left.right).ok()?,
        );
        (k + j == self.f.word.container).then_some((&*left.left, &*right.left, k))
    }

    /// `(((hi as u64) << 32 | lo as u64) >> k) as u32`: `hi, lo, k`.
    fn double_shift<'e>(&self, e: &'e Expr) -> Option<(&'e Expr, &'e Expr, &'e Expr)> {
        let word = |bits| format!("u{bits}");
        let (single, double) = (word(self.f.word.container), word(2 * self.f.word.container));
        let cast = |e: &'e Expr, ty: &str| match e {
            Expr::Cast(c) if line(&c.ty) == ty => Some(&*c.expr),
            _ => None,
        };
        let paren = |e: &'e Expr| match e {
            Expr::Paren(p) => Some(&*p.expr),
            _ => None,
        };
        let Expr::Binary(shr) = paren(cast(e, &single)?)? else {
            return None;
        };
        let Expr::Binary(or) = paren(&shr.left)? else {
            return None;
        };
        let Expr::Binary(shl) = &*or.left else {
            return None;
        };
        let known = matches!(shr.op, BinOp::Shr(_))
            && matches!(or.op, BinOp::BitOr(_))
            && matches!(shl.op, BinOp::Shl(_))
            && number(&shl.right).ok()? == (u64::from(self.f.word.container), None);
        let hi = cast(paren(&shl.left)?, &double)?;
        let lo = cast(&or.right, &double)?;
        // A literal takes the type that it is converted to; what is computed from literals alone is an `i32` before.
        let plain = |e: &Expr| is_typed(e) || matches!(e, Expr::Lit(_));
        (known && plain(hi) && plain(lo)).then_some((hi, lo, &*shr.right))
    }
}

const UNTYPED: &str = "a literal whose type is left to Rust";

/// Whether the type of a word does not depend on where it is used: it has a name, a limb or a call in it, or a literal with a suffix. Where
/// nothing else decides, literals are `i32`. Names are typed, since every `let` is.
fn is_typed(e: &Expr) -> bool {
    match e {
        Expr::Lit(_) => number(e).is_ok_and(|(_, suffix)| suffix.is_some()),
        Expr::Paren(p) => is_typed(&p.expr),
        Expr::Binary(b) if matches!(b.op, BinOp::Shl(_) | BinOp::Shr(_)) => is_typed(&b.left),
        Expr::Binary(b) => is_typed(&b.left) || is_typed(&b.right),
        _ => true,
    }
}

/// An integer literal and its suffix.
pub(super) fn number(e: &Expr) -> Lifted<(u64, Option<String>)> {
    let unknown = || LiftError::at(e.span(), "not an integer");
    let Expr::Lit(ExprLit {
        lit: Lit::Int(i), ..
    }) = e
    else {
        return Err(unknown());
    };
    let value = i.base10_parse().map_err(|_| unknown())?;
    let suffix = Some(i.suffix().to_string()).filter(|s| !s.is_empty());
    Ok((value, suffix))
}
