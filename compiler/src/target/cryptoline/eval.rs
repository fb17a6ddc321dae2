//! The part of CryptoLine that is printed here: a parser with the type rules of the language, and an interpreter.
//!
//! Written from the language's grammar, apart from the printer, so that a program that the printer gets wrong is refused: an undefined or
//! mistyped variable, a constant that does not fit, a range comparison of different widths, an instruction that wraps where it must not.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use std::collections::BTreeMap;

/// Why a text is no program of the subset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ParseError {
    /// The line, from 1.
    pub line: u32,
    /// What is wrong.
    pub what: String,
}

/// Why a run does not verify.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The number of arguments, or an argument that does not fit its type.
    #[error("the arguments do not fit the parameters")]
    Arguments,
    /// The arguments break the precondition.
    #[error("the precondition does not hold")]
    Precondition,
    /// An instruction wraps or loses bits that the algebra would keep.
    #[error("line {0}: not safe: it wraps")]
    Unsafe(u32),
    /// An assertion is false.
    #[error("line {0}: the assertion does not hold")]
    Assertion(u32),
    /// An assumption is false, so that everything would follow.
    #[error("line {0}: the assumption does not hold")]
    Assumption(u32),
    /// The postcondition is false.
    #[error("the postcondition does not hold")]
    Postcondition,
}

/// A program: one procedure `main`.
#[derive(Clone, Debug)]
pub struct Program {
    /// Names and widths of the parameters.
    pub parameters: Vec<(String, u32)>,
    pre: Predicate,
    code: Vec<(u32, Instruction)>,
    post: Predicate,
}

/// An expression over the integers.
#[derive(Clone, Debug)]
enum Algebra {
    Variable(String),
    Constant(BigInt),
    Limbs(u32, Vec<Algebra>),
    Negated(Box<Algebra>),
    Power(Box<Algebra>, u32),
    Binary(char, Box<Algebra>, Box<Algebra>),
}

/// An expression over bit vectors.
#[derive(Clone, Debug)]
enum Vector {
    Variable(String),
    Constant(BigUint, u32),
    Limbs(u32, Vec<Vector>),
    Binary(char, Box<Vector>, Box<Vector>),
}

#[derive(Clone, Debug)]
enum Claim {
    True,
    Equal(Algebra, Algebra),
    EqualModulo(Algebra, Algebra, Algebra),
    All(Vec<Claim>),
}

#[derive(Clone, Debug)]
enum Ranged {
    True,
    /// `=`, `<`, `L` (at most), `>`, `G` (at least), unsigned
    Compare(char, Vector, Vector),
    Not(Box<Ranged>),
    All(Vec<Ranged>),
    Any(Vec<Ranged>),
}

#[derive(Clone, Debug)]
struct Predicate(Claim, Ranged);

#[derive(Clone, Debug)]
enum Atom {
    Variable(String),
    Constant(u64),
}

#[derive(Clone, Debug)]
enum Instruction {
    Nop,
    /// Sums, differences, bitwise operations, moves: targets and sources as the mnemonic has them, width of the words.
    Plain(&'static str, Vec<String>, Vec<Atom>, u32),
    /// `split` and `shl`, by a constant.
    Shift(&'static str, Vec<String>, Atom, u32, u32),
    Assert(Predicate),
    Assume(Predicate),
}

/// `mnemonic, carry out, words out, words in, carry in`
const PLAIN: [(&str, bool, usize, usize, bool); 15] = [
    ("mov", false, 1, 1, false),
    ("add", false, 1, 2, false),
    ("adds", true, 1, 2, false),
    ("adc", false, 1, 2, true),
    ("adcs", true, 1, 2, true),
    ("sub", false, 1, 2, false),
    ("subb", true, 1, 2, false),
    ("sbb", false, 1, 2, true),
    ("sbbs", true, 1, 2, true),
    ("mull", false, 2, 2, false),
    ("mul", false, 1, 2, false),
    ("and", false, 1, 2, false),
    ("or", false, 1, 2, false),
    ("xor", false, 1, 2, false),
    ("not", false, 1, 1, false),
];

/// Words that are no identifiers, as far as a generated name could meet them.
const KEYWORDS: &[&str] = &[
    "const",
    "assign",
    "broadcast",
    "subs",
    "subc",
    "sbc",
    "sbcs",
    "muls",
    "mulj",
    "udiv",
    "spl",
    "shls",
    "shr",
    "shrs",
    "sar",
    "sars",
    "cshl",
    "cshls",
    "cshr",
    "cshrs",
    "rol",
    "ror",
    "set",
    "clear",
    "nondet",
    "cmove",
    "cast",
    "vpc",
    "join",
    "eassert",
    "rassert",
    "cut",
    "ecut",
    "rcut",
    "ghost",
    "seteq",
    "setne",
    "extract",
    "vars",
    "neg",
    "sq",
    "ext",
    "uext",
    "zext",
    "sext",
    "mod",
    "umod",
    "srem",
    "smod",
    "ult",
    "ule",
    "ugt",
    "uge",
    "slt",
    "sle",
    "sgt",
    "sge",
    "lsr",
    "lsl",
    "asr",
    "concat",
    "true",
    "eq",
    "eqmod",
    "equmod",
    "eqsmod",
    "eqsrem",
    "proc",
    "inline",
    "call",
    "ulimbs",
    "slimbs",
    "limbs",
    "poly",
    "prove",
    "with",
    "all",
    "cuts",
    "assumes",
    "ghosts",
    "precondition",
    "algebra",
    "range",
    "solver",
    "smt",
    "split",
    "shl",
    "cmov",
    "assert",
    "assume",
    "nop",
];

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    /// `uint64`, `bit`: a width.
    Type(u32),
    Number(BigUint),
    Symbol(&'static str),
    End,
}

/// Longest first.
const SYMBOLS: [&str; 27] = [
    "<=u", ">=u", "<u", ">u", "<=", ">=", "&&", "**", "<", ">", "@", "{", "}", "(", ")", "[", "]",
    ",", ";", ":", "+", "-", "*", "=", "~", "/\\", "\\/",
];

fn tokens(text: &str) -> Result<Vec<(u32, Token)>, ParseError> {
    let bytes = text.as_bytes();
    let mut out = vec![];
    let (mut at, mut line) = (0, 1);
    let fail = |line, what: String| Err(ParseError { line, what });
    while at < bytes.len() {
        let rest = &text[at..];
        let c = bytes[at];
        if c == b'\n' {
            line += 1;
            at += 1;
        } else if c.is_ascii_whitespace() {
            at += 1;
        } else if rest.starts_with("(*") {
            let Some(end) = rest.find("*)") else {
                return fail(line, "a comment has no end".into());
            };
            if rest[2..end].contains("(*") {
                return fail(line, "a comment inside a comment".into());
            }
            line += rest[..end].matches('\n').count() as u32;
            at += end + 2;
        } else if rest.starts_with("//") || c == b'#' {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if c.is_ascii_digit() {
            let (radix, digits) = match rest.get(..2) {
                Some("0x") => (16, &rest[2..]),
                Some("0b") => (2, &rest[2..]),
                _ => (10, rest),
            };
            let n = digits
                .find(|c: char| !c.is_digit(radix))
                .unwrap_or(digits.len());
            let Some(x) = BigUint::parse_bytes(&digits.as_bytes()[..n], radix) else {
                return fail(line, "a number without digits".into());
            };
            out.push((line, Token::Number(x)));
            at += rest.len() - digits.len() + n;
        } else if c.is_ascii_alphabetic() || c == b'_' {
            let n = rest
                .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .unwrap_or(rest.len());
            out.push((line, word(&rest[..n], line)?));
            at += n;
        } else if let Some(s) = SYMBOLS.iter().find(|s| rest.starts_with(**s)) {
            out.push((line, Token::Symbol(s)));
            at += s.len();
        } else {
            let c = rest.chars().next().unwrap_or(' ');
            return fail(line, format!("unexpected character `{c}`"));
        }
    }
    out.push((line, Token::End));
    Ok(out)
}

/// A type or a word.
fn word(text: &str, line: u32) -> Result<Token, ParseError> {
    if text == "bit" {
        return Ok(Token::Type(1));
    }
    let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let stem = &text[..text.len() - digits.len()];
    if !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit()) {
        if matches!(stem, "uint" | "u") {
            return match digits.parse() {
                Ok(w) if (1..=64).contains(&w) => Ok(Token::Type(w)),
                _ => Err(ParseError {
                    line,
                    what: format!("unsigned words of 1 to 64 bits only, not {text}"),
                }),
            };
        }
        if matches!(stem, "sint" | "int" | "i" | "s") {
            return Err(ParseError {
                line,
                what: format!("signed type {text}"),
            });
        }
    }
    Ok(Token::Word(text.to_string()))
}

struct Parser {
    tokens: Vec<(u32, Token)>,
    at: usize,
    /// Variables defined so far, and their widths.
    widths: BTreeMap<String, u32>,
}

type Parsed<T> = Result<T, ParseError>;

impl Parser {
    fn line(&self) -> u32 {
        self.tokens[self.at].0
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.at].1
    }

    fn next(&mut self) -> Token {
        let token = self.tokens[self.at].1.clone();
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    fn fail<T>(&self, what: impl Into<String>) -> Parsed<T> {
        Err(ParseError {
            line: self.line(),
            what: what.into(),
        })
    }

    fn is(&self, s: &str) -> bool {
        match self.peek() {
            Token::Symbol(t) => *t == s,
            Token::Word(t) => t == s,
            _ => false,
        }
    }

    fn accept(&mut self, s: &str) -> bool {
        let found = self.is(s);
        if found {
            self.next();
        }
        found
    }

    fn expect(&mut self, s: &str) -> Parsed<()> {
        if self.accept(s) {
            return Ok(());
        }
        self.fail(format!("`{s}` expected, not {:?}", self.peek()))
    }

    /// A plain identifier.
    fn identifier(&mut self) -> Parsed<String> {
        match self.peek().clone() {
            Token::Word(w)
                if !KEYWORDS.contains(&w.as_str()) && !PLAIN.iter().any(|p| p.0 == w) =>
            {
                self.next();
                Ok(w)
            }
            other => self.fail(format!("an identifier expected, not {other:?}")),
        }
    }

    fn width(&mut self) -> Parsed<u32> {
        match self.next() {
            Token::Type(w) => Ok(w),
            other => self.fail(format!("a type expected, not {other:?}")),
        }
    }

    fn number(&mut self) -> Parsed<BigUint> {
        match self.next() {
            Token::Number(x) => Ok(x),
            other => self.fail(format!("a number expected, not {other:?}")),
        }
    }

    fn small(&mut self) -> Parsed<u32> {
        match self.number()?.to_u32() {
            Some(x) => Ok(x),
            None => self.fail("a number too large here"),
        }
    }

    fn program(&mut self) -> Parsed<Program> {
        self.expect("proc")?;
        let name = self.identifier()?;
        if name != "main" {
            return self.fail("the procedure is not main");
        }
        self.expect("(")?;
        let mut parameters = vec![];
        while !self.accept(")") {
            if !parameters.is_empty() {
                self.expect(",")?;
            }
            let width = self.width()?;
            let name = self.identifier()?;
            if self.widths.insert(name.clone(), width).is_some() {
                return self.fail(format!("the parameter {name} is there twice"));
            }
            parameters.push((name, width));
        }
        self.expect("=")?;
        self.expect("{")?;
        let pre = self.predicate()?;
        self.expect("}")?;
        let mut code = vec![];
        // At least one instruction.
        while code.is_empty() || !self.is("{") {
            let line = self.line();
            code.push((line, self.instruction()?));
            self.expect(";")?;
        }
        self.expect("{")?;
        let post = self.predicate()?;
        self.expect("}")?;
        if *self.peek() != Token::End {
            return self.fail("something after the procedure");
        }
        Ok(Program {
            parameters,
            pre,
            code,
            post,
        })
    }

    /// Where a result goes: a name, with its type if that is given.
    fn target(&mut self, width: u32) -> Parsed<String> {
        let before = match self.peek() {
            Token::Type(_) => Some(self.width()?),
            _ => None,
        };
        let name = self.identifier()?;
        let after = match self.accept("@") {
            true => Some(self.width()?),
            false => None,
        };
        if before.or(after).is_some_and(|w| w != width) {
            return self.fail(format!("{name} has another type than the result"));
        }
        Ok(name)
    }

    /// A variable, or a constant with its type.
    fn atom(&mut self) -> Parsed<(Atom, u32)> {
        let hint = match self.peek() {
            Token::Type(_) => Some(self.width()?),
            _ => None,
        };
        if matches!(self.peek(), Token::Number(_)) {
            let x = self.number()?;
            let width = match hint {
                Some(w) => w,
                None => {
                    self.expect("@")?;
                    self.width()?
                }
            };
            return match x.to_u64().filter(|_| x.bits() <= u64::from(width)) {
                Some(x) => Ok((Atom::Constant(x), width)),
                None => self.fail(format!("{x:#x} does not fit uint{width}")),
            };
        }
        let name = self.identifier()?;
        let hint = match self.accept("@") {
            true => Some(self.width()?),
            false => hint,
        };
        let width = self.defined(&name)?;
        if hint.is_some_and(|w| w != width) {
            return self.fail(format!("{name} has another type"));
        }
        Ok((Atom::Variable(name), width))
    }

    fn defined(&self, name: &str) -> Parsed<u32> {
        match self.widths.get(name) {
            Some(w) => Ok(*w),
            None => self.fail(format!("{name} is undefined")),
        }
    }

    fn bit(&mut self) -> Parsed<Atom> {
        match self.atom()? {
            (atom, 1) => Ok(atom),
            _ => self.fail("a carry must be a bit"),
        }
    }

    fn instruction(&mut self) -> Parsed<Instruction> {
        let Token::Word(mnemonic) = self.next() else {
            return self.fail("an instruction expected");
        };
        match mnemonic.as_str() {
            "nop" => return Ok(Instruction::Nop),
            "assert" => return Ok(Instruction::Assert(self.predicate()?)),
            "assume" => return Ok(Instruction::Assume(self.predicate()?)),
            _ => {}
        }
        // Targets come first, and their type follows from the sources: they are read again once that is known.
        let start = self.at;
        if let Some((name, flag, outs, ins, carry)) =
            PLAIN.iter().find(|p| p.0 == mnemonic).copied()
        {
            self.skip(usize::from(flag) + outs)?;
            let (sources, width) = self.words(ins)?;
            let mut sources = sources;
            if carry {
                sources.push(self.bit()?);
            }
            let end = std::mem::replace(&mut self.at, start);
            let mut targets = vec![];
            if flag {
                targets.push((self.target(1)?, 1));
            }
            for _ in 0..outs {
                targets.push((self.target(width)?, width));
            }
            self.at = end;
            return Ok(Instruction::Plain(
                name,
                self.define(targets)?,
                sources,
                width,
            ));
        }
        match mnemonic.as_str() {
            "cmov" => {
                self.skip(1)?;
                let choice = self.bit()?;
                let (mut sources, width) = self.words(2)?;
                let end = std::mem::replace(&mut self.at, start);
                let target = (self.target(width)?, width);
                self.at = end;
                sources.insert(0, choice);
                let targets = self.define(vec![target])?;
                Ok(Instruction::Plain("cmov", targets, sources, width))
            }
            "split" | "shl" => {
                let split = mnemonic == "split";
                self.skip(if split { 2 } else { 1 })?;
                let (source, width) = self.atom()?;
                let k = self.small()?;
                if k == 0 || k >= width {
                    return self.fail("an offset between 0 and the width expected");
                }
                let end = std::mem::replace(&mut self.at, start);
                let mut targets = vec![(self.target(width)?, width)];
                if split {
                    targets.push((self.target(width)?, width));
                }
                self.at = end;
                let targets = self.define(targets)?;
                let name = if split { "split" } else { "shl" };
                Ok(Instruction::Shift(name, targets, source, k, width))
            }
            other => self.fail(format!("{other} is not in the subset")),
        }
    }

    /// Passes over targets.
    fn skip(&mut self, targets: usize) -> Parsed<()> {
        for _ in 0..targets {
            if matches!(self.peek(), Token::Type(_)) {
                self.next();
            }
            self.identifier()?;
            if self.accept("@") {
                self.width()?;
            }
        }
        Ok(())
    }

    /// Sources of one type.
    fn words(&mut self, n: usize) -> Parsed<(Vec<Atom>, u32)> {
        let (first, width) = self.atom()?;
        let mut all = vec![first];
        for _ in 1..n {
            let (atom, w) = self.atom()?;
            if w != width {
                return self.fail(format!("operands of {width} and {w} bits"));
            }
            all.push(atom);
        }
        Ok((all, width))
    }

    fn define(&mut self, targets: Vec<(String, u32)>) -> Parsed<Vec<String>> {
        let mut names = vec![];
        for (name, width) in targets {
            if names.contains(&name) {
                return self.fail(format!("{name} is written twice"));
            }
            self.widths.insert(name.clone(), width);
            names.push(name);
        }
        Ok(names)
    }

    /// `true`, or an algebraic and a range predicate.
    fn predicate(&mut self) -> Parsed<Predicate> {
        if self.is("true") && !matches!(&self.tokens[self.at + 1].1, Token::Symbol("&&" | "/\\")) {
            self.next();
            return Ok(Predicate(Claim::True, Ranged::True));
        }
        let claim = self.claim()?;
        self.expect("&&")?;
        Ok(Predicate(claim, self.ranged()?))
    }

    fn claim(&mut self) -> Parsed<Claim> {
        let mut all = vec![self.claim_atom()?];
        while self.accept("/\\") {
            all.push(self.claim_atom()?);
        }
        Ok(match all.len() {
            1 => all.remove(0),
            _ => Claim::All(all),
        })
    }

    fn claim_atom(&mut self) -> Parsed<Claim> {
        if self.accept("true") {
            return Ok(Claim::True);
        }
        if self.accept("eqmod") {
            let (a, b) = (self.sum()?, self.sum()?);
            return Ok(Claim::EqualModulo(a, b, self.sum()?));
        }
        if self.accept("eq") {
            return Ok(Claim::Equal(self.sum()?, self.sum()?));
        }
        if self.accept("and") {
            return Ok(Claim::All(self.list(Self::claim)?));
        }
        // A parenthesis opens an expression or a predicate.
        let start = self.at;
        match self.equation() {
            Ok(claim) => Ok(claim),
            Err(e) => {
                self.at = start;
                if !self.accept("(") {
                    return Err(e);
                }
                let claim = self.claim()?;
                self.expect(")")?;
                Ok(claim)
            }
        }
    }

    fn equation(&mut self) -> Parsed<Claim> {
        let a = self.sum()?;
        self.expect("=")?;
        let b = self.sum()?;
        if !self.is("(") {
            return Ok(Claim::Equal(a, b));
        }
        self.expect("(")?;
        self.expect("mod")?;
        let m = self.sum()?;
        self.expect(")")?;
        Ok(Claim::EqualModulo(a, b, m))
    }

    fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.expect("[")?;
        let mut all = vec![one(self)?];
        while self.accept(",") {
            all.push(one(self)?);
        }
        self.expect("]")?;
        Ok(all)
    }

    fn sum(&mut self) -> Parsed<Algebra> {
        let mut x = self.product()?;
        loop {
            let op = match self.peek() {
                Token::Symbol("+") => '+',
                Token::Symbol("-") => '-',
                _ => return Ok(x),
            };
            self.next();
            x = Algebra::Binary(op, Box::new(x), Box::new(self.product()?));
        }
    }

    fn product(&mut self) -> Parsed<Algebra> {
        let mut x = self.power()?;
        while self.accept("*") {
            x = Algebra::Binary('*', Box::new(x), Box::new(self.power()?));
        }
        Ok(x)
    }

    fn power(&mut self) -> Parsed<Algebra> {
        if self.accept("-") {
            return Ok(Algebra::Negated(Box::new(self.power()?)));
        }
        let x = self.factor()?;
        match self.accept("**") {
            true => Ok(Algebra::Power(Box::new(x), self.small()?)),
            false => Ok(x),
        }
    }

    fn factor(&mut self) -> Parsed<Algebra> {
        if self.accept("(") {
            let x = self.sum()?;
            self.expect(")")?;
            return Ok(x);
        }
        if self.accept("limbs") {
            let k = self.small()?;
            return Ok(Algebra::Limbs(k, self.list(Self::sum)?));
        }
        if matches!(self.peek(), Token::Number(_)) {
            return Ok(Algebra::Constant(self.number()?.into()));
        }
        let name = self.identifier()?;
        self.defined(&name)?;
        Ok(Algebra::Variable(name))
    }

    fn ranged(&mut self) -> Parsed<Ranged> {
        let mut any = vec![self.ranged_and()?];
        while self.accept("\\/") {
            any.push(self.ranged_and()?);
        }
        Ok(match any.len() {
            1 => any.remove(0),
            _ => Ranged::Any(any),
        })
    }

    fn ranged_and(&mut self) -> Parsed<Ranged> {
        let mut all = vec![self.ranged_atom()?];
        while self.accept("/\\") {
            all.push(self.ranged_atom()?);
        }
        Ok(match all.len() {
            1 => all.remove(0),
            _ => Ranged::All(all),
        })
    }

    fn ranged_atom(&mut self) -> Parsed<Ranged> {
        if self.accept("true") {
            return Ok(Ranged::True);
        }
        if self.accept("~") {
            return Ok(Ranged::Not(Box::new(self.ranged_atom()?)));
        }
        if self.accept("and") {
            return Ok(Ranged::All(self.list(Self::ranged)?));
        }
        if self.accept("or") {
            return Ok(Ranged::Any(self.list(Self::ranged)?));
        }
        let start = self.at;
        match self.comparison() {
            Ok(r) => Ok(r),
            Err(e) => {
                self.at = start;
                if !self.accept("(") {
                    return Err(e);
                }
                let r = self.ranged()?;
                self.expect(")")?;
                Ok(r)
            }
        }
    }

    fn comparison(&mut self) -> Parsed<Ranged> {
        let (a, w) = self.vector()?;
        let op = match self.peek() {
            Token::Symbol("=") => '=',
            Token::Symbol("<" | "<u") => '<',
            Token::Symbol("<=" | "<=u") => 'L',
            Token::Symbol(">" | ">u") => '>',
            Token::Symbol(">=" | ">=u") => 'G',
            other => return self.fail(format!("a comparison expected, not {other:?}")),
        };
        self.next();
        let (b, v) = self.vector()?;
        if v != w {
            return self.fail(format!("widths of range expressions mismatch: {w} and {v}"));
        }
        Ok(Ranged::Compare(op, a, b))
    }

    /// Sums and products of bit vectors of one width.
    fn vector(&mut self) -> Parsed<(Vector, u32)> {
        let (mut x, width) = self.vector_product()?;
        loop {
            let op = match self.peek() {
                Token::Symbol("+") => '+',
                Token::Symbol("-") => '-',
                _ => return Ok((x, width)),
            };
            self.next();
            let (y, w) = self.vector_product()?;
            if w != width {
                return self.fail(format!(
                    "widths of range expressions mismatch: {width} and {w}"
                ));
            }
            x = Vector::Binary(op, Box::new(x), Box::new(y));
        }
    }

    fn vector_product(&mut self) -> Parsed<(Vector, u32)> {
        let (mut x, width) = self.vector_atom()?;
        while self.accept("*") {
            let (y, w) = self.vector_atom()?;
            if w != width {
                return self.fail(format!(
                    "widths of range expressions mismatch: {width} and {w}"
                ));
            }
            x = Vector::Binary('*', Box::new(x), Box::new(y));
        }
        Ok((x, width))
    }

    fn vector_atom(&mut self) -> Parsed<(Vector, u32)> {
        if self.accept("(") {
            let x = self.vector()?;
            self.expect(")")?;
            return Ok(x);
        }
        if self.accept("limbs") {
            let k = self.small()?;
            let limbs = self.list(Self::vector)?;
            let width = limbs[0].1;
            if limbs.iter().any(|(_, w)| *w != width) || width > k {
                return self.fail("limbs of different widths, or wider than their distance");
            }
            let total = k * (limbs.len() as u32 - 1) + width;
            return Ok((
                Vector::Limbs(k, limbs.into_iter().map(|(x, _)| x).collect()),
                total,
            ));
        }
        if matches!(self.peek(), Token::Number(_)) {
            let x = self.number()?;
            self.expect("@")?;
            let width = self.small()?;
            if x.bits() > u64::from(width) || width == 0 {
                return self.fail(format!("{x:#x} does not fit {width} bits"));
            }
            return Ok((Vector::Constant(x, width), width));
        }
        let name = self.identifier()?;
        let width = self.defined(&name)?;
        Ok((Vector::Variable(name), width))
    }
}

/// The values of variables.
type Store = BTreeMap<String, u64>;

impl Program {
    /// Reads a program.
    ///
    /// # Errors
    /// [`ParseError`] with the line: not in the subset, or against the rules of the language.
    pub fn parse(text: &str) -> Result<Program, ParseError> {
        Parser {
            tokens: tokens(text)?,
            at: 0,
            widths: BTreeMap::new(),
        }
        .program()
    }

    /// Runs it and checks every condition on the way; the values of all variables.
    ///
    /// # Errors
    /// [`RunError`]: what does not hold.
    pub fn run(&self, arguments: &[u64]) -> Result<BTreeMap<String, u64>, RunError> {
        if arguments.len() != self.parameters.len() {
            return Err(RunError::Arguments);
        }
        let mut store = Store::new();
        for ((name, width), x) in self.parameters.iter().zip(arguments) {
            if x & !mask(*width) != 0 {
                return Err(RunError::Arguments);
            }
            store.insert(name.clone(), *x);
        }
        // Widths of variables are those of their values' types, which range expressions need for products only.
        let mut widths: BTreeMap<&str, u32> = BTreeMap::new();
        widths.extend(self.parameters.iter().map(|(n, w)| (n.as_str(), *w)));
        if !self.pre.holds(&store, &widths) {
            return Err(RunError::Precondition);
        }
        for (line, instruction) in &self.code {
            match instruction {
                Instruction::Nop => {}
                Instruction::Assert(p) if !p.holds(&store, &widths) => {
                    return Err(RunError::Assertion(*line));
                }
                Instruction::Assume(p) if !p.holds(&store, &widths) => {
                    return Err(RunError::Assumption(*line));
                }
                Instruction::Assert(_) | Instruction::Assume(_) => {}
                Instruction::Plain(name, targets, sources, width) => {
                    let x: Vec<u64> = sources.iter().map(|a| a.value(&store)).collect();
                    let results = plain(name, &x, *width).ok_or(RunError::Unsafe(*line))?;
                    let carry = targets.len() == 2 && *name != "mull";
                    for (i, (target, x)) in targets.iter().zip(results).enumerate() {
                        widths.insert(target, if carry && i == 0 { 1 } else { *width });
                        store.insert(target.clone(), x);
                    }
                }
                Instruction::Shift(name, targets, source, k, width) => {
                    let x = source.value(&store);
                    let results = match *name {
                        "split" => vec![x >> k, x & mask(*k)],
                        _ if x >> (width - k) == 0 => vec![x << k],
                        _ => return Err(RunError::Unsafe(*line)),
                    };
                    for (target, x) in targets.iter().zip(results) {
                        widths.insert(target, *width);
                        store.insert(target.clone(), x);
                    }
                }
            }
        }
        match self.post.holds(&store, &widths) {
            true => Ok(store),
            false => Err(RunError::Postcondition),
        }
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The results in the order of the targets; `None` if it wraps and does not say so.
fn plain(name: &str, x: &[u64], width: u32) -> Option<Vec<u64>> {
    let wide = |i: usize| x.get(i).copied().map_or(0, u128::from);
    let m = u128::from(mask(width));
    let low = |v: u128| (v & m) as u64;
    let sum = wide(0) + wide(1) + wide(2);
    let difference = wide(0).wrapping_sub(wide(1) + wide(2));
    let carry = (sum >> width) as u64;
    let borrow = u64::from(wide(0) < wide(1) + wide(2));
    Some(match name {
        "mov" => vec![x[0]],
        "adds" | "adcs" => vec![carry, low(sum)],
        "add" | "adc" if carry == 0 => vec![low(sum)],
        "subb" | "sbbs" => vec![borrow, low(difference)],
        "sub" | "sbb" if borrow == 0 => vec![low(difference)],
        "mull" => {
            let product = wide(0) * wide(1);
            vec![(product >> width) as u64, low(product)]
        }
        "mul" if (wide(0) * wide(1)) >> width == 0 => vec![low(wide(0) * wide(1))],
        "and" => vec![x[0] & x[1]],
        "or" => vec![x[0] | x[1]],
        "xor" => vec![x[0] ^ x[1]],
        "not" => vec![!x[0] & mask(width)],
        "cmov" => vec![if x[0] == 1 { x[1] } else { x[2] }],
        _ => return None,
    })
}

impl Atom {
    fn value(&self, store: &Store) -> u64 {
        match self {
            Atom::Constant(x) => *x,
            // The parser has seen the definition.
            Atom::Variable(name) => store.get(name).copied().unwrap_or(0),
        }
    }
}

impl Predicate {
    fn holds(&self, store: &Store, widths: &BTreeMap<&str, u32>) -> bool {
        self.0.holds(store) && self.1.holds(store, widths)
    }
}

impl Claim {
    fn holds(&self, store: &Store) -> bool {
        match self {
            Claim::True => true,
            Claim::Equal(a, b) => a.value(store) == b.value(store),
            Claim::EqualModulo(a, b, m) => {
                let (d, m) = (a.value(store) - b.value(store), m.value(store));
                match m.is_zero() {
                    true => d.is_zero(),
                    false => d.is_multiple_of(&m),
                }
            }
            Claim::All(all) => all.iter().all(|c| c.holds(store)),
        }
    }
}

impl Algebra {
    fn value(&self, store: &Store) -> BigInt {
        match self {
            Algebra::Variable(name) => store.get(name).copied().unwrap_or(0).into(),
            Algebra::Constant(c) => c.clone(),
            Algebra::Limbs(k, limbs) => limbs
                .iter()
                .rev()
                .fold(BigInt::ZERO, |s, l| (s << *k) + l.value(store)),
            Algebra::Negated(x) => -x.value(store),
            Algebra::Power(x, n) => x.value(store).pow(*n),
            Algebra::Binary(op, a, b) => {
                let (a, b) = (a.value(store), b.value(store));
                match op {
                    '+' => a + b,
                    '-' => a - b,
                    _ => a * b,
                }
            }
        }
    }
}

impl Ranged {
    fn holds(&self, store: &Store, widths: &BTreeMap<&str, u32>) -> bool {
        match self {
            Ranged::True => true,
            Ranged::Compare(op, a, b) => {
                let (a, b) = (a.value(store, widths).0, b.value(store, widths).0);
                match op {
                    '=' => a == b,
                    '<' => a < b,
                    'L' => a <= b,
                    '>' => a > b,
                    _ => a >= b,
                }
            }
            Ranged::Not(r) => !r.holds(store, widths),
            Ranged::All(all) => all.iter().all(|r| r.holds(store, widths)),
            Ranged::Any(any) => any.iter().any(|r| r.holds(store, widths)),
        }
    }
}

impl Vector {
    /// The value and its width.
    fn value(&self, store: &Store, widths: &BTreeMap<&str, u32>) -> (BigUint, u32) {
        match self {
            Vector::Variable(name) => (
                store.get(name).copied().unwrap_or(0).into(),
                widths.get(name.as_str()).copied().unwrap_or(1),
            ),
            Vector::Constant(c, w) => (c.clone(), *w),
            Vector::Limbs(k, limbs) => {
                let mut total = 0;
                let value = limbs.iter().rev().fold(BigUint::ZERO, |s, l| {
                    let (x, w) = l.value(store, widths);
                    total = k * (limbs.len() as u32 - 1) + w;
                    (s << *k) + x
                });
                (value, total)
            }
            Vector::Binary(op, a, b) => {
                let ((a, w), (b, _)) = (a.value(store, widths), b.value(store, widths));
                let capacity = BigUint::one() << w;
                let x = match op {
                    '+' => a + b,
                    '-' => a + &capacity - b,
                    _ => a * b,
                };
                (x % capacity, w)
            }
        }
    }
}
