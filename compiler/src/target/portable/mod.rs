//! Portable Rust: limb IR as functions on `[u64; N]` or `[u32; 1]`, without `unsafe`, without a branch.
//!
//! - [`signature`]: how a kernel's parameters and results look in Rust (shared with the native targets)
//! - [`function`]: one kernel as one function
//! - `range`: which borrows are the sign of their difference

pub mod formula;
mod range;

use crate::limb_ir::{Function, Inst, Op, Value};
use crate::target::groups;
use std::fmt::Write;

/// The helper functions that printed code calls: one copy a module.
pub fn helpers(container: u32) -> String {
    let (w, d) = (format!("u{container}"), format!("u{}", 2 * container));
    format!(
        "\
/// `(lo, hi)` of `a b`.
#[inline(always)]
fn mul_wide_word(a: {w}, b: {w}) -> ({w}, {w}) {{
    let t = a as {d} * b as {d};
    (t as {w}, (t >> {container}) as {w})
}}
/// `(lo, hi)` of `a b + c + d`.
#[inline(always)]
fn mac(a: {w}, b: {w}, c: {w}, d: {w}) -> ({w}, {w}) {{
    let t = a as {d} * b as {d} + c as {d} + d as {d};
    (t as {w}, (t >> {container}) as {w})
}}
/// `c ? a : b`, a conditional move and not a branch.
#[inline(always)]
fn select_word(c: bool, a: {w}, b: {w}) -> {w} {{
    core::hint::select_unpredictable(c, a, b)
}}
/// `c ? a : b` for words in memory: a conditional move of two loads may become one load from an address that depends on `c`.
#[inline(always)]
fn select_loaded(c: bool, a: {w}, b: {w}) -> {w} {{
    b ^ (a ^ b) & core::hint::black_box(c as {w}).wrapping_neg()
}}
"
    )
}

/// How a kernel looks to Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// `name: type` of each argument.
    pub arguments: Vec<(String, String)>,
    /// The result type.
    pub result: String,
    /// How many results of how many limbs: `Limbs`, `(Limbs, Limbs)` or `[Limbs; k]`.
    shape: Shape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    One,
    Wide,
    Array,
}

/// The Rust signature of `f` for elements of `limbs` limbs.
pub fn signature(f: &Function, limbs: usize) -> Signature {
    let arguments = groups(f)
        .into_iter()
        .map(|(name, params)| {
            let total: usize = params.iter().map(|p| f.params[*p].limbs.len()).sum();
            let ty = match (total / limbs, is_scalar(&name)) {
                (_, true) => format!("u{}", f.word.container),
                (1, false) => "&Limbs".into(),
                (k, _) => format!("&[Limbs; {k}]"),
            };
            (name, ty)
        })
        .collect();
    let (shape, result) = match f.results.len() {
        1 if f.results[0].limbs.len() == limbs => (Shape::One, "Limbs".to_string()),
        1 => (Shape::Wide, "(Limbs, Limbs)".to_string()),
        _ => {
            let total: usize = f.results.iter().map(|r| r.limbs.len()).sum();
            (Shape::Array, format!("[Limbs; {}]", total / limbs))
        }
    };
    Signature {
        arguments,
        result,
        shape,
    }
}

/// Parameters that are one word by value.
pub fn is_scalar(name: &str) -> bool {
    matches!(name, "choice" | "k")
}

impl Signature {
    /// `a: &Limbs, b: &Limbs`
    pub fn parameters(&self) -> String {
        self.arguments
            .iter()
            .map(|(n, t)| format!("{n}: {t}"))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// `a, b`
    pub fn forward(&self) -> String {
        self.arguments
            .iter()
            .map(|(n, _)| n.clone())
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// Whether the result is an array, which is returned in memory: the out-of-line function then has this very signature, and the result is
    /// written where it is wanted.
    pub fn in_memory(&self) -> bool {
        self.shape == Shape::Array
    }

    /// The type of the memory for a result that is not returned in it, and the expression that makes the result of one named `out`.
    pub fn array(&self) -> (&str, &str) {
        match self.shape {
            Shape::One | Shape::Array => (&self.result, "out"),
            Shape::Wide => ("[Limbs; 2]", "(out[0], out[1])"),
        }
    }

    /// The result expression from one expression a limb.
    pub fn pack(&self, limbs: &[String], n: usize) -> String {
        let arrays: Vec<String> = limbs
            .chunks(n)
            .map(|c| format!("[{}]", c.join(", ")))
            .collect();
        match self.shape {
            Shape::One => arrays.concat(),
            Shape::Wide => format!("({})", arrays.join(", ")),
            Shape::Array => format!("[{}]", arrays.join(", ")),
        }
    }
}

/// Prints one kernel as `pub fn NAME`, body and all, without attributes or documentation.
pub fn function(f: &Function, name: &str, limbs: usize) -> String {
    let sig = signature(f, limbs);
    let mut names: Vec<String> = (0..f.types.len()).map(|i| format!("v{i}")).collect();
    for (group, params) in groups(f) {
        let words = params.iter().flat_map(|p| &f.params[*p].limbs);
        for (i, v) in words.enumerate() {
            names[v.index()] = match (params.len(), is_scalar(&group)) {
                (1, true) => group.clone(),
                (1, false) => format!("{group}[{i}]"),
                _ => format!("{group}[{}][{}]", i / limbs, i % limbs),
            };
        }
    }
    let uses = f.uses();
    let signs = range::sign_borrows(f);
    let mut body = String::new();
    for (inst, sign) in f.insts.iter().zip(signs) {
        if let Op::Const(c) = inst.op {
            names[inst.first.index()] = format!("{c:#x}");
            continue;
        }
        if sign {
            // Compilers vectorise the test of a sign; unsigned comparisons are several instructions in SSE2.
            let (Op::Sub(a, b, _), Some(borrow)) = (&inst.op, inst.second()) else {
                continue;
            };
            let (d, a, b) = (inst.first, &names[a.index()], &names[b.index()]);
            let _ = writeln!(body, "    let v{} = {a}.wrapping_sub({b});", d.0);
            let _ = writeln!(
                body,
                "    let v{} = (v{} as i{}) < 0;",
                borrow.0, d.0, f.word.container
            );
            continue;
        }
        let _ = writeln!(body, "    {}", line(f, inst, &names, &uses));
    }
    let out: Vec<String> = f
        .results
        .iter()
        .flat_map(|r| r.limbs.iter().map(|v| names[v.index()].clone()))
        .collect();
    format!(
        "pub fn {name}({}) -> {} {{\n{body}    {}\n}}\n",
        sig.parameters(),
        sig.result,
        sig.pack(&out, limbs)
    )
}

fn is_parameter(f: &Function, v: Value) -> bool {
    f.params.iter().any(|p| p.limbs.contains(&v))
}

fn line(f: &Function, inst: &Inst, names: &[String], uses: &[u32]) -> String {
    let w = format!("u{}", f.word.container);
    let n = |v: &Value| names[v.index()].clone();
    // Constants need a type where they receive a method call.
    let typed = |v: &Value| {
        let s = n(v);
        if s.starts_with("0x") {
            format!("{s}{w}")
        } else {
            s
        }
    };
    let or_blank = |v: Value| {
        if uses[v.index()] == 0 {
            "_".to_string()
        } else {
            format!("v{}", v.0)
        }
    };
    let first = or_blank(inst.first);
    let second = inst.second().map(or_blank);
    let bits = f.word.container;
    let rhs = match &inst.op {
        Op::Const(c) => format!("{c:#x}"),
        Op::MulWide(a, b) => format!("mul_wide_word({}, {})", n(a), n(b)),
        Op::Mac(a, b, c, d) => format!("mac({}, {}, {}, {})", n(a), n(b), n(c), n(d)),
        Op::MulLo(a, b) => format!("{}.wrapping_mul({})", typed(a), n(b)),
        Op::Add(a, b, None) => format!("{}.overflowing_add({})", typed(a), n(b)),
        Op::Add(a, b, Some(c)) => format!("{}.carrying_add({}, {})", typed(a), n(b), n(c)),
        Op::Sub(a, b, None) => format!("{}.overflowing_sub({})", typed(a), n(b)),
        Op::Sub(a, b, Some(c)) => format!("{}.borrowing_sub({}, {})", typed(a), n(b), n(c)),
        Op::Shl(a, k) => format!("{} << {k}", n(a)),
        Op::Shr(a, k) => format!("{} >> {k}", n(a)),
        // One shift of a 64-bit register, and of the very product where the words are its halves.
        Op::Funnel(hi, lo, k) if bits == 32 => format!(
            "((({} as u64) << 32 | {} as u64) >> {k}) as u32",
            n(hi),
            n(lo)
        ),
        Op::Funnel(hi, lo, k) => format!("({} >> {k}) | ({} << {})", n(lo), n(hi), bits - k),
        Op::And(a, b) => format!("{} & {}", n(a), n(b)),
        Op::Or(a, b) => format!("{} | {}", n(a), n(b)),
        Op::Xor(a, b) => format!("{} ^ {}", n(a), n(b)),
        Op::Select(c, a, b) if [a, b].iter().all(|v| is_parameter(f, **v)) => {
            format!("select_loaded({}, {}, {})", n(c), n(a), n(b))
        }
        Op::Select(c, a, b) => format!("select_word({}, {}, {})", n(c), n(a), n(b)),
        Op::Madd52Lo(acc, a, b) => format!(
            "{}.wrapping_add((({a} & ((1 << 52) - 1)).wrapping_mul({b} & ((1 << 52) - 1))) & ((1 << 52) - 1))",
            typed(acc),
            a = n(a),
            b = n(b)
        ),
        Op::Madd52Hi(acc, a, b) => format!(
            "{}.wrapping_add((({a} & ((1 << 52) - 1)) as u128 * ({b} & ((1 << 52) - 1)) as u128 >> 52) as u64)",
            typed(acc),
            a = n(a),
            b = n(b)
        ),
    };
    match second {
        Some(second) => format!("let ({first}, {second}) = {rhs};"),
        None => format!("let {first} = {rhs};"),
    }
}
