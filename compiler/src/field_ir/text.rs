//! The text form. `parse(print(f)) == f`.
//!
//! ```text
//! function fp2_mul
//! param a[2]
//! bit swap
//! %4 = mul %0, %2
//! %5 = sub_lazy %3, %4, 1
//! %6 = dot %0, %1; %2, %3
//! result c = %4, %6
//! ```

use super::op::{Function, Inst, Op, Param, Results, Type, Value};
use num_bigint::BigUint;
use num_traits::Num;
use std::fmt::Write;

/// A line that is not field IR.
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
    let mut s = format!("function {}\n", f.name);
    for p in &f.params {
        let _ = match p.ty {
            Type::Bit => writeln!(s, "bit {}", p.name),
            Type::Base => writeln!(s, "base {}[{}]", p.name, p.values.len()),
            _ => writeln!(s, "param {}[{}]", p.name, p.values.len()),
        };
    }
    let list = |v: &[Value]| {
        let names: Vec<String> = v.iter().map(|v| format!("%{}", v.0)).collect();
        names.join(", ")
    };
    for inst in &f.insts {
        let operands: Vec<Value> = inst.op.operands().iter().map(|(v, _)| *v).collect();
        let text = match &inst.op {
            Op::Const(c) => format!("{c:#x}"),
            Op::Const2(c, d) => format!("{c:#x}, {d:#x}"),
            Op::Dot(pairs) => pairs
                .iter()
                .map(|(a, b)| list(&[*a, *b]))
                .collect::<Vec<_>>()
                .join("; "),
            Op::OffsetWide(a, k) => format!("{}, {k:#x}", list(&[*a])),
            Op::SubLazy(.., k) => format!("{}, {k}", list(&operands)),
            _ => list(&operands),
        };
        let _ = writeln!(s, "%{} = {} {text}", inst.value.0, inst.op.mnemonic());
    }
    for r in &f.results {
        let _ = writeln!(s, "result {} = {}", r.name, list(&r.values));
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

/// More coordinates than any formula has.
const MOST: usize = 4096;

fn parse_line(f: &mut Option<Function>, line: &str) -> Result<(), &'static str> {
    if let Some(name) = line.strip_prefix("function ") {
        if f.is_some() {
            return Err("a second `function`");
        }
        *f = Some(Function {
            name: identifier(name)?,
            params: vec![],
            insts: vec![],
            results: vec![],
            types: vec![],
        });
        return Ok(());
    }
    let f = f.as_mut().ok_or("expected `function` first")?;
    let array = |s: &'static str| line.strip_prefix(s);
    let param = if let Some(name) = line.strip_prefix("bit ") {
        Some((name, 1, Type::Bit))
    } else if let Some(rest) = array("param ").or(array("base ")) {
        let (name, n) = rest
            .strip_suffix(']')
            .and_then(|r| r.split_once('['))
            .ok_or("expected `param NAME[N]`")?;
        let n: usize = n.parse().map_err(|_| "not a count")?;
        let base = line.starts_with("base");
        Some((name, n, if base { Type::Base } else { Type::Element }))
    } else {
        None
    };
    if let Some((name, n, ty)) = param {
        if !f.insts.is_empty() || n > MOST {
            return Err("parameters come before instructions and have at most 4096 coordinates");
        }
        let start = f.types.len() as u32;
        f.types.extend(vec![ty; n]);
        f.params.push(Param {
            name: identifier(name)?,
            values: (start..start + n as u32).map(Value).collect(),
            ty,
        });
        return Ok(());
    }
    if let Some(rest) = line.strip_prefix("result ") {
        let (name, values) = rest.split_once(" = ").ok_or("expected `result NAME = …`")?;
        f.results.push(Results {
            name: identifier(name)?,
            values: values.split(", ").map(value).collect::<Result<_, _>>()?,
        });
        return Ok(());
    }
    let (result, rest) = line.split_once(" = ").ok_or("expected `%N = OP …`")?;
    let (mnemonic, operands) = rest.split_once(' ').ok_or("expected operands")?;
    let op = operation(mnemonic, operands)?;
    f.types.push(op.result());
    f.insts.push(Inst {
        value: value(result)?,
        op,
    });
    Ok(())
}

fn operation(mnemonic: &str, operands: &str) -> Result<Op, &'static str> {
    let items: Vec<&str> = operands.split(", ").collect();
    let one = || match items[..] {
        [a] => value(a),
        _ => Err("expected one operand"),
    };
    let two = || match items[..] {
        [a, b] => Ok((value(a)?, value(b)?)),
        _ => Err("expected two operands"),
    };
    let difference = || match items[..] {
        [a, b, k] => Ok((
            value(a)?,
            value(b)?,
            k.parse().map_err(|_| "not a multiple")?,
        )),
        _ => Err("expected two operands and a multiple"),
    };
    Ok(match mnemonic {
        "const" => Op::Const(number(operands)?),
        "const2" => match items[..] {
            [c, d] => Op::Const2(number(c)?, number(d)?),
            _ => return Err("expected two numbers"),
        },
        "times_xi" => Op::TimesXi(one()?),
        "times_xi_wide" => Op::TimesXiWide(one()?),
        "conjugate" => Op::Conjugate(one()?),
        "scale" => two().map(|(a, s)| Op::Scale(a, s))?,
        "add" => two().map(|(a, b)| Op::Add(a, b))?,
        "sub" => two().map(|(a, b)| Op::Sub(a, b))?,
        "neg" => Op::Neg(one()?),
        "double" => Op::Double(one()?),
        "half" => Op::Half(one()?),
        "mul" => two().map(|(a, b)| Op::Mul(a, b))?,
        "sqr" => Op::Sqr(one()?),
        "dot" => Op::Dot(
            operands
                .split("; ")
                .map(|pair| {
                    let (a, b) = pair.split_once(", ").ok_or("expected pairs")?;
                    Ok((value(a)?, value(b)?))
                })
                .collect::<Result<_, &'static str>>()?,
        ),
        "select" => match items[..] {
            [c, a, b] => Op::Select(value(c)?, value(a)?, value(b)?),
            _ => return Err("expected three operands"),
        },
        "add_lazy" => two().map(|(a, b)| Op::AddLazy(a, b))?,
        "sub_lazy" => difference().map(|(a, b, k)| Op::SubLazy(a, b, k))?,
        "reduce" => Op::Reduce(one()?),
        "mul_wide" => two().map(|(a, b)| Op::MulWide(a, b))?,
        "sqr_wide" => Op::SqrWide(one()?),
        "add_wide" => two().map(|(a, b)| Op::AddWide(a, b))?,
        "sub_wide" => two().map(|(a, b)| Op::SubWide(a, b))?,
        "offset_wide" => match items[..] {
            [a, k] => Op::OffsetWide(value(a)?, number(k)?),
            _ => return Err("expected an operand and a multiple"),
        },
        "redc" => Op::Redc(one()?),
        _ => return Err("unknown operation"),
    })
}

fn number(s: &str) -> Result<BigUint, &'static str> {
    let hex = s.strip_prefix("0x").ok_or("expected 0x…")?;
    if !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err("not a number");
    }
    BigUint::from_str_radix(hex, 16).map_err(|_| "not a number")
}

fn value(s: &str) -> Result<Value, &'static str> {
    let digits = s.strip_prefix('%').ok_or("expected %N")?;
    if !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err("expected %N");
    }
    digits.parse().map(Value).map_err(|_| "expected %N")
}

fn identifier(s: &str) -> Result<String, &'static str> {
    let word = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    match !s.is_empty() && s.bytes().all(word) && !s.as_bytes()[0].is_ascii_digit() {
        true => Ok(s.to_string()),
        false => Err("not an identifier"),
    }
}
