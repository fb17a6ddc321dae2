//! The text form. `parse(print(f)) == f`.
//!
//! ```text
//! function name word 64/64
//! param a[4] <= 0x30644e72…
//! %4 = const 0x1
//! %5, %6 = add %0, %4
//! %7, %8 = add %1, %4, %6
//! result out = %5, %7
//! ```

use super::op::{Function, Inst, Limbs, Op, Param, Results, Type, Value, Word};
use num_bigint::BigUint;
use num_traits::Num;
use std::fmt::Write;

/// A line that is not limb IR.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: &'static str,
}

/// Prints a function.
pub fn print(f: &Function) -> String {
    let mut s = format!(
        "function {} word {}/{}\n",
        f.name, f.word.radix, f.word.container
    );
    for p in &f.params {
        let _ = writeln!(s, "param {}[{}] <= {:#x}", p.name, p.limbs.len(), p.max);
    }
    for inst in &f.insts {
        let _ = match inst.second() {
            Some(second) => write!(
                s,
                "%{}, %{} = {}",
                inst.first.0,
                second.0,
                inst.op.mnemonic()
            ),
            None => write!(s, "%{} = {}", inst.first.0, inst.op.mnemonic()),
        };
        let mut args: Vec<String> = inst
            .op
            .operands()
            .iter()
            .map(|(v, _)| format!("%{}", v.0))
            .collect();
        match inst.op {
            Op::Const(c) => args.push(format!("{c:#x}")),
            Op::Shl(_, k) | Op::Shr(_, k) | Op::Funnel(_, _, k) => args.push(k.to_string()),
            _ => {}
        }
        let _ = writeln!(s, " {}", args.join(", "));
    }
    for r in &f.results {
        let v: Vec<String> = r.limbs.iter().map(|v| format!("%{}", v.0)).collect();
        let _ = writeln!(s, "result {} = {}", r.name, v.join(", "));
    }
    s
}

/// Parses what [`print()`] prints. The result is not yet verified: see [`super::verify`].
pub fn parse(text: &str) -> Result<Function, ParseError> {
    let mut f: Option<Function> = None;
    for (i, raw) in text.lines().enumerate() {
        let line = raw.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        parse_line(&mut f, line).map_err(|what| ParseError { line: i + 1, what })?;
    }
    f.ok_or(ParseError {
        line: 1,
        what: "no function",
    })
}

fn parse_line(f: &mut Option<Function>, line: &str) -> Result<(), &'static str> {
    if let Some(rest) = line.strip_prefix("function ") {
        if f.is_some() {
            return Err("a second `function`");
        }
        let (name, word) = rest
            .split_once(" word ")
            .ok_or("expected `function NAME word RADIX/CONTAINER`")?;
        let (radix, container) = word.split_once('/').ok_or("expected RADIX/CONTAINER")?;
        let word = Word {
            radix: small(radix)?,
            container: small(container)?,
        };
        if word.radix == 0 || word.radix > word.container || ![32, 64].contains(&word.container) {
            return Err("no such word");
        }
        *f = Some(Function {
            name: identifier(name)?,
            word,
            params: vec![],
            insts: vec![],
            results: vec![],
            types: vec![],
        });
        return Ok(());
    }
    let f = f.as_mut().ok_or("expected `function` first")?;
    if let Some(rest) = line.strip_prefix("param ") {
        let (name, rest) = rest
            .split_once('[')
            .ok_or("expected `param NAME[LIMBS] <= BOUND`")?;
        let (limbs, max) = rest.split_once("] <= ").ok_or("expected `] <= BOUND`")?;
        let n: u32 = small(limbs)?;
        if !f.insts.is_empty() || n > 4096 {
            return Err("parameters come before instructions and have at most 4096 limbs");
        }
        let start = f.types.len() as u32;
        f.types.extend((0..n).map(|_| Type::Word));
        let limbs = (start..start + n).map(Value).collect();
        f.params.push(Param {
            name: identifier(name)?,
            limbs,
            max: integer(max)?,
        });
    } else if let Some(rest) = line.strip_prefix("result ") {
        let (name, limbs) = rest
            .split_once(" = ")
            .ok_or("expected `result NAME = VALUES`")?;
        f.results.push(Results {
            name: identifier(name)?,
            limbs: values(limbs)?,
        });
    } else {
        let (left, right) = line.split_once(" = ").ok_or("expected an instruction")?;
        let defined = values(left)?;
        let (mnemonic, args) = right.split_once(' ').ok_or("expected operands")?;
        let op = operation(mnemonic, args)?;
        if defined.len() != op.results().len()
            || defined
                .windows(2)
                .any(|w| w[0].0.checked_add(1) != Some(w[1].0))
        {
            return Err("wrong results on the left");
        }
        if defined[0].index() != f.types.len() {
            return Err("results are not the next values in order");
        }
        f.types.extend_from_slice(op.results());
        f.insts.push(Inst {
            first: defined[0],
            op,
        });
    }
    Ok(())
}

fn operation(mnemonic: &str, args: &str) -> Result<Op, &'static str> {
    if mnemonic == "const" {
        let c = args.strip_prefix("0x").ok_or("expected 0x…")?;
        return Ok(Op::Const(
            u64::from_str_radix(c, 16).map_err(|_| "not a word")?,
        ));
    }
    if matches!(mnemonic, "shl" | "shr" | "funnel") {
        let (v, k) = args.rsplit_once(", ").ok_or("expected a shift count")?;
        return match (mnemonic, &values(v)?[..], small(k)?) {
            ("shl", &[a], k) => Ok(Op::Shl(a, k)),
            ("shr", &[a], k) => Ok(Op::Shr(a, k)),
            ("funnel", &[a, b], k) => Ok(Op::Funnel(a, b, k)),
            _ => Err("wrong number of operands"),
        };
    }
    match (mnemonic, &values(args)?[..]) {
        ("mul_wide", &[a, b]) => Ok(Op::MulWide(a, b)),
        ("mac", &[a, b, c, d]) => Ok(Op::Mac(a, b, c, d)),
        ("mul_lo", &[a, b]) => Ok(Op::MulLo(a, b)),
        ("add", &[a, b]) => Ok(Op::Add(a, b, None)),
        ("add", &[a, b, c]) => Ok(Op::Add(a, b, Some(c))),
        ("sub", &[a, b]) => Ok(Op::Sub(a, b, None)),
        ("sub", &[a, b, c]) => Ok(Op::Sub(a, b, Some(c))),
        ("and", &[a, b]) => Ok(Op::And(a, b)),
        ("or", &[a, b]) => Ok(Op::Or(a, b)),
        ("xor", &[a, b]) => Ok(Op::Xor(a, b)),
        ("select", &[c, a, b]) => Ok(Op::Select(c, a, b)),
        ("madd52lo", &[a, b, c]) => Ok(Op::Madd52Lo(a, b, c)),
        ("madd52hi", &[a, b, c]) => Ok(Op::Madd52Hi(a, b, c)),
        _ => Err("unknown instruction or wrong number of operands"),
    }
}

fn values(s: &str) -> Result<Limbs, &'static str> {
    s.split(", ")
        .map(|v| Ok(Value(small(v.strip_prefix('%').ok_or("expected %N")?)?)))
        .collect()
}

fn small(s: &str) -> Result<u32, &'static str> {
    s.parse().map_err(|_| "not a small number")
}

fn integer(s: &str) -> Result<BigUint, &'static str> {
    let digits = s.strip_prefix("0x").ok_or("expected 0x…")?;
    BigUint::from_str_radix(digits, 16).map_err(|_| "not an integer")
}

fn identifier(s: &str) -> Result<String, &'static str> {
    let ok = !s.is_empty() && s.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    ok.then(|| s.to_string()).ok_or("not an identifier")
}
