//! What stands above the kernels: dispatch, the loop of squarings, composed sums, addition chains. Each has exactly one known form, which
//! is right for any kernels that keep their contracts; what it asks of the contracts is checked here.

use super::kernel::{Kind, Outcome, Signature, number};
use super::source::Source;
use super::tokens::{bare, expect, flat};
use super::{Claim, LiftError};
use crate::claims;
use crate::limb_ir::{Modulo, Range, Term};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::{Expr, ItemFn, Pat, Stmt};

type Checked = Result<String, LiftError>;

/// Checks every function outside of the kernel modules; what was shown of each.
pub(super) fn check(source: &Source, claim: &Claim) -> Result<Vec<String>, LiftError> {
    let c = Composer { source, claim };
    let mut done = vec![];
    for f in &source.functions {
        let name = f.sig.ident.to_string();
        let place = |e: LiftError| match e.line {
            0 => LiftError::at(f.sig.ident.span(), e.what),
            _ => e,
        };
        done.push(c.function(&name, f).map_err(place)?);
    }
    // Every kernel has its dispatch, and what the runtime calls is there.
    let rest = (2..=8).map(|k| format!("dot{k}")).chain(
        [
            "sqr_n",
            "mul_lazy",
            "sqr_lazy",
            "reduce",
            "sqrt_chain",
            "inv_chain",
        ]
        .map(String::from),
    );
    for name in source.kernels().map(String::from).chain(rest) {
        if !source.functions.iter().any(|f| f.sig.ident == name) {
            return Err(LiftError::missing(format!("no function `{name}`")));
        }
    }
    Ok(done)
}

struct Composer<'a> {
    source: &'a Source,
    claim: &'a Claim<'a>,
}

impl Composer<'_> {
    fn function(&self, name: &str, f: &ItemFn) -> Checked {
        if self.source.find(name).is_some() {
            return self.dispatch(name, f);
        }
        match name {
            "sqr_n" => self.sqr_n(f),
            "mul_lazy" | "sqr_lazy" | "reduce" => self.canonical_instead_of_lazy(name, f),
            "mul_outlined" | "sqr_n_outlined" => outlined(name, f),
            "sqrt_chain" => self.chain(f, &sqrt_exponent(&self.claim.plan.modulus)),
            "inv_chain" => self.chain(f, &(&self.claim.plan.modulus - 2u8)),
            _ => match name.strip_prefix("dot").and_then(|k| k.parse().ok()) {
                Some(k @ 2..=8) => self.sum(k, f),
                _ => Err(LiftError::missing("not a function that is known")),
            },
        }
    }

    /// `adx` has this kernel, with the signature of the portable one.
    fn has_native(&self, name: &str) -> Result<bool, LiftError> {
        let Some(native) = &self.source.native else {
            return Ok(false);
        };
        let Some(signature) = native.iter().find(|s| s.name == name) else {
            return Ok(false);
        };
        match self.source.find(name).map(Signature::read).transpose()? {
            Some(s) if s == *signature => Ok(true),
            _ => Err(LiftError::missing(
                "the native kernel has another signature",
            )),
        }
    }

    /// Both paths call the kernel of the same name with the arguments in the same order.
    fn dispatch(&self, name: &str, f: &ItemFn) -> Checked {
        let kernel = self
            .source
            .find(name)
            .ok_or_else(|| LiftError::missing("no kernel"))?;
        let s = Signature::read(kernel)?;
        let (head, out) = (s.head(), s.outcome());
        let forward = s.each(|n, _| n.to_string());
        let body = if self.has_native(name)? && matches!(s.result, Outcome::Elements(_)) {
            let parameters = s.parameters();
            format!(
                "#[cfg(target_arch = \"x86_64\")]
                return {tier}::entry!(({parameters}) -> {out}, adx::{name}_call, adx::{name}, portable::{name});
                #[cfg(not(target_arch = \"x86_64\"))]
                portable::{name}({forward})",
                tier = self.claim.tier
            )
        } else if self.has_native(name)? {
            let prefix = |p: &'static str| {
                move |n: &str, k: Kind| match k.by_value() {
                    true => n.to_string(),
                    false => format!("{p}{n}"),
                }
            };
            let (owned, borrowed, copied) = (
                s.each(|n, k| format!("{n}: {}", k.owned())),
                s.each(prefix("&")),
                s.each(prefix("*")),
            );
            let last = match s.result {
                Outcome::Element => {
                    let limbs: Vec<String> =
                        (0..self.source.limbs).map(|i| format!("r[{i}]")).collect();
                    format!("let r = fallback({copied}); [{}]", limbs.join(", "))
                }
                _ => format!("fallback({copied})"),
            };
            format!(
                "#[cfg(target_arch = \"x86_64\")]
                {{
                    if {tier}::adx() {{ return unsafe {{ adx::{name}({forward}) }}; }}
                    #[cold]
                    #[inline(never)]
                    fn fallback({owned}) -> {out} {{ portable::{name}({borrowed}) }}
                    {last}
                }}
                #[cfg(not(target_arch = \"x86_64\"))]
                portable::{name}({forward})",
                tier = self.claim.tier
            )
        } else {
            format!("portable::{name}({forward})")
        };
        expect(&bare(f), &format!("pub {head} {{ {body} }}"))?;
        Ok(format!("{name}: dispatch"))
    }

    fn kernel(&self, name: &str) -> Result<&claims::Claim, LiftError> {
        self.claim
            .kernels
            .get(name)
            .ok_or_else(|| LiftError::missing(format!("no kernel `{name}`")))
    }

    /// The largest operand and result of a kernel of one result whose contract is `scale out = a b …` modulo the prime, one term.
    fn monomial(
        &self,
        name: &str,
        scale: &BigUint,
        factors: &[usize],
    ) -> Result<(BigUint, BigUint), LiftError> {
        let k = self.kernel(name)?;
        let p = &self.claim.plan.modulus;
        let wrong = || LiftError::missing(format!("the contract of `{name}` is another one"));
        let [e] = k.contract.equations.as_slice() else {
            return Err(wrong());
        };
        let params = &k.params;
        let factors: Option<Vec<String>> = factors
            .iter()
            .map(|i| params.get(*i).map(|p| p.0.clone()))
            .collect();
        let term = Term {
            coefficient: BigInt::one(),
            factors: factors.ok_or_else(wrong)?,
        };
        let (Range::AtMost(result), true) = (
            &e.range,
            e.terms == [term] && e.scale == *scale && e.modulo == Modulo::Constant(p.clone()),
        ) else {
            return Err(wrong());
        };
        let operand = params.iter().map(|p| &p.2).min().ok_or_else(wrong)?;
        Ok((operand.clone(), result.clone()))
    }

    /// Canonical operands are allowed, and results are canonical.
    fn canonical(&self, (operand, result): &(BigUint, BigUint)) -> Result<(), LiftError> {
        let top = &self.claim.plan.modulus - 1u8;
        match *operand >= top && *result <= top {
            true => Ok(()),
            false => Err(LiftError::missing("a kernel for other ranges")),
        }
    }

    /// `n` squarings of one variable. The invariant of the loop: `t` is within the operand range of the squaring, `t = a^(2^i)` in internal
    /// form. It holds before (`a < p`), each squaring keeps it (its result range is within its operand range), and at the end `t` is
    /// canonical, or `reduce` takes it there.
    fn sqr_n(&self, f: &ItemFn) -> Checked {
        let lazy = self.source.find("sqr_lazy").is_some();
        let (square, end) = if lazy {
            ("sqr_lazy", "reduce")
        } else {
            ("sqr", "")
        };
        let top = &self.claim.plan.modulus - 1u8;
        let (operand, result) = self.monomial(square, self.claim.radius()?, &[0, 0])?;
        if operand < top || result > operand {
            return Err(LiftError::missing("squarings leave their range"));
        }
        let last = match lazy {
            true => self.monomial(end, &BigUint::one(), &[0])?,
            false => (top.clone(), result.clone()),
        };
        if result > last.0 || last.1 > top {
            return Err(LiftError::missing("the last value is not canonical"));
        }
        let run = |path: &str, call: &dyn Fn(String) -> String| {
            let end = match lazy {
                true => call(format!("{path}::{end}(&t)")),
                false => "t".into(),
            };
            format!(
                "let mut t = *a; let mut i = 0; while i < n {{ t = {}; i += 1; }} {end}",
                call(format!("{path}::{square}(&t)"))
            )
        };
        let mut body = String::new();
        if self.has_native(square)? {
            if lazy && !self.has_native(end)? {
                return Err(LiftError::missing("no native `reduce`"));
            }
            body = format!(
                "#[cfg(target_arch = \"x86_64\")] if {}::adx() {{ return {{ {} }}; }}",
                self.claim.tier,
                run("adx", &|c| format!("unsafe {{ {c} }}"))
            );
        }
        body += &run("portable", &|c| c);
        let head = "pub fn sqr_n(a: &Limbs, n: u32) -> Limbs";
        expect(&bare(f), &format!("{head} {{ {body} }}"))?;
        Ok(format!(
            "sqr_n: {square} keeps t <= {operand:#x}, the result is at most {:#x}",
            last.1
        ))
    }

    /// Where no kernel is lazy, values below `2p` are below `p`.
    fn canonical_instead_of_lazy(&self, name: &str, f: &ItemFn) -> Checked {
        let wanted = match name {
            "mul_lazy" => "pub fn mul_lazy(a: &Limbs, b: &Limbs) -> Limbs { mul(a, b) }",
            "sqr_lazy" => "pub fn sqr_lazy(a: &Limbs) -> Limbs { sqr(a) }",
            _ => "pub fn reduce(a: &Limbs) -> Limbs { *a }",
        };
        if ["mul_lazy", "sqr_lazy", "reduce"]
            .iter()
            .any(|n| self.source.find(n).is_some())
        {
            return Err(LiftError::missing("other lazy operations are kernels"));
        }
        expect(&bare(f), wanted)?;
        Ok(format!("{name}: canonical"))
    }

    /// The sum of the first half and of the rest.
    fn sum(&self, k: usize, f: &ItemFn) -> Checked {
        let part = |from: usize, n: usize| {
            let list = |x: &str| {
                let each: Vec<String> = (from..from + n).map(|i| format!("{x}[{i}]")).collect();
                each.join(", ")
            };
            match n {
                1 => format!("mul(&a[{from}], &b[{from}])"),
                _ => format!("dot{n}(&[{}], &[{}])", list("a"), list("b")),
            }
        };
        let half = k / 2;
        let wanted = format!(
            "pub fn dot{k}(a: &[Limbs; {k}], b: &[Limbs; {k}]) -> Limbs {{ add(&{}, &{}) }}",
            part(0, half),
            part(half, k - half)
        );
        expect(&bare(f), &wanted)?;
        self.canonical(&self.monomial("mul", self.claim.radius()?, &[0, 1])?)?;
        let add = self.kernel("add")?;
        let [e] = add.contract.equations.as_slice() else {
            return Err(LiftError::missing("`add` has several results"));
        };
        let names: Vec<&str> = add.params.iter().map(|p| p.0.as_str()).collect();
        let terms: Vec<Term> = names.iter().map(|n| Term::new(1, &[n])).collect();
        let modulo = Modulo::Constant(self.claim.plan.modulus.clone());
        if names.len() != 2 || e.terms != terms || e.modulo != modulo || !e.scale.is_one() {
            return Err(LiftError::missing("the contract of `add` is another one"));
        }
        Ok(format!("dot{k}: {half} + {} terms", k - half))
    }

    /// The exponent that a chain computes, which must be the one that it is for.
    fn chain(&self, f: &ItemFn, exponent: &BigUint) -> Checked {
        let name = f.sig.ident.to_string();
        if exponent.is_zero() {
            expect(
                &bare(f),
                &format!("pub fn {name}(_a: &Limbs) -> Limbs {{ R }}"),
            )?;
            return Ok(format!("{name}: a^0"));
        }
        self.canonical(&self.monomial("mul", self.claim.radius()?, &[0, 1])?)?;
        let (all, body) = (bare(f), flat(&f.block));
        expect(
            &all[..all.len().saturating_sub(body.len())],
            &format!("pub fn {name}(a: &Limbs) -> Limbs"),
        )?;
        let limit = 2 * self.claim.plan.bits + 64;
        let found = evaluate(&f.block.stmts, limit, f)?;
        if found != *exponent {
            let what = format!("computes a^{found:#x}, not a^{exponent:#x}");
            return Err(LiftError::at(f.sig.ident.span(), what));
        }
        Ok(format!("{name}: a^{exponent:#x}"))
    }
}

/// `(p-3)/4`, `(p-5)/8` or `(q-1)/2` for p = 3 mod 4, 5 mod 8, 1 mod 8, `p - 1 = 2^s q`.
pub(super) fn sqrt_exponent(p: &BigUint) -> BigUint {
    let q = p - 1u8;
    let s = q.trailing_zeros().unwrap_or(0);
    match s {
        1 => (p - 3u8) >> 2u8,
        2 => (p - 5u8) >> 3u8,
        _ => ((q >> s) - 1u8) >> 1u8,
    }
}

/// The names by which chains call `mul` and `sqr_n`.
fn outlined(name: &str, f: &ItemFn) -> Checked {
    let wanted = match name {
        "mul_outlined" => "fn mul_outlined(a: &Limbs, b: &Limbs) -> Limbs { mul(a, b) }",
        _ => "fn sqr_n_outlined(a: &Limbs, n: u32) -> Limbs { sqr_n(a, n) }",
    };
    expect(&bare(f), wanted)?;
    Ok(format!("{name}: forwards"))
}

/// The exponent of the result of `let t0 = *a; let t1 = sqr_n_outlined(&t0, 3); let t2 = mul_outlined(&t1, &t0); … tk`: `t^(2^n)` doubles
/// an exponent `n` times, a product adds two.
fn evaluate(stmts: &[Stmt], limit: u64, f: &ItemFn) -> Result<BigUint, LiftError> {
    let mut exponents: HashMap<String, BigUint> = HashMap::new();
    let at = |exponents: &HashMap<String, BigUint>, e: &Expr| {
        let name = flat(e).into_iter().map(|t| t.text).collect::<String>();
        exponents
            .get(name.trim_start_matches('&'))
            .cloned()
            .ok_or_else(|| LiftError::at(e.span(), "no value of the chain"))
    };
    let (last, steps) = stmts
        .split_last()
        .ok_or_else(|| LiftError::at(f.sig.ident.span(), "an empty chain"))?;
    for (i, s) in steps.iter().enumerate() {
        let unknown = || LiftError::at(s.span(), "not a known step of a chain");
        let Stmt::Local(local) = s else {
            return Err(unknown());
        };
        let (Pat::Ident(target), Some(init)) = (&local.pat, &local.init) else {
            return Err(unknown());
        };
        let target = target.ident.to_string();
        let index = target.strip_prefix('t').ok_or_else(unknown)?;
        if index.is_empty() || !index.bytes().all(|b| b.is_ascii_digit()) {
            return Err(unknown());
        }
        // The tokens are written again from what was read, and must be those of the text.
        let (step, value) = if i == 0 {
            ("*a".to_string(), BigUint::one())
        } else {
            let Expr::Call(call) = &*init.expr else {
                return Err(unknown());
            };
            let args: Vec<&Expr> = call.args.iter().collect();
            let [x, y] = args.as_slice() else {
                return Err(unknown());
            };
            let operand = |e: &Expr| match e {
                Expr::Reference(r) => match &*r.expr {
                    Expr::Path(p) => p.path.get_ident().map(|i| i.to_string()),
                    _ => None,
                },
                _ => None,
            };
            let x_name = operand(x).ok_or_else(unknown)?;
            let x_value = at(&exponents, x)?;
            match operand(y) {
                Some(y_name) => (
                    format!("mul_outlined(&{x_name}, &{y_name})"),
                    x_value + at(&exponents, y)?,
                ),
                None => {
                    let n = match number(y)? {
                        (n, None) if x_value.bits().saturating_add(n) <= limit => n,
                        _ => return Err(LiftError::at(y.span(), "too many squarings")),
                    };
                    (format!("sqr_n_outlined(&{x_name}, {n})"), x_value << n)
                }
            }
        };
        expect(&flat(s), &format!("let {target} = {step};"))?;
        if value.bits() > limit {
            return Err(LiftError::at(s.span(), "the exponent is too large"));
        }
        exponents.insert(target, value);
    }
    match last {
        Stmt::Expr(e @ Expr::Path(_), None) => at(&exponents, e),
        _ => Err(LiftError::at(last.span(), "no result")),
    }
}
