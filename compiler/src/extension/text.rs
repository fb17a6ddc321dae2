//! The text of a tower: `u^2 = -5, v^3 = u, w^2 = v`.
//!
//! ```text
//! tower      = level ("," level)* ","?
//! level      = name "^" degree "=" polynomial
//! polynomial = "-"? term (("+" | "-") term)*
//! term       = factor ("*"? factor)*
//! factor     = integer | name ("^" integer)?       name of a level below, a power below its degree
//! ```

use super::{ExtensionError, MAX_COEFFICIENT, MAX_DEGREE, Place};
use std::ops::Range;

/// The longest text, in bytes.
const MAX_TEXT: usize = 4096;

/// One level as it is written.
pub struct Line {
    /// The name of the root.
    pub root: String,
    /// The degree.
    pub degree: usize,
    /// `root^degree` by its coordinates.
    pub non_residue: Vec<i32>,
    /// The bytes of the right side.
    pub right: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Name(String),
    /// Saturated.
    Integer(u64),
    Sign(char),
}

struct Parser {
    tokens: Vec<(Token, Range<usize>)>,
    at: usize,
    end: usize,
}

fn wrong<T>(span: Range<usize>, reason: impl Into<String>) -> Result<T, ExtensionError> {
    Err(ExtensionError {
        place: Place::Tower,
        span: Some(span),
        reason: reason.into(),
    })
}

fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>, ExtensionError> {
    let mut out = vec![];
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let run = |accept: &dyn Fn(char) -> bool| {
            let rest = &text[at..];
            let end = rest.find(|c: char| !accept(c)).unwrap_or(rest.len());
            at..at + end
        };
        let (token, span) = if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        } else if c.is_ascii_digit() {
            let span = run(&|c| c.is_ascii_digit());
            // More digits than fit are too large anyway.
            let value = text[span.clone()].parse().unwrap_or(u64::MAX);
            (Token::Integer(value), span)
        } else if c.is_ascii_alphabetic() || c == '_' {
            let span = run(&|c| c.is_ascii_alphanumeric() || c == '_');
            (Token::Name(text[span.clone()].to_string()), span)
        } else {
            let span = at..at + c.len_utf8();
            if !"^=,+-*".contains(c) {
                let what = format!(
                    "unexpected `{}`; expected levels such as `u^2 = -5, v^3 = 9 + u`",
                    c.escape_debug()
                );
                return wrong(span, what);
            }
            (Token::Sign(c), span)
        };
        at = span.end;
        out.push((token, span));
    }
    Ok(out)
}

/// The levels of a text, from the bottom.
///
/// # Errors
/// What is not a tower, with its bytes.
pub fn parse(text: &str) -> Result<Vec<Line>, ExtensionError> {
    if text.len() > MAX_TEXT {
        return wrong(
            MAX_TEXT..text.len(),
            format!("longer than {MAX_TEXT} bytes"),
        );
    }
    let mut parser = Parser {
        tokens: tokens(text)?,
        at: 0,
        end: text.len(),
    };
    let mut levels: Vec<Line> = vec![];
    while parser.at < parser.tokens.len() {
        if !levels.is_empty() {
            parser.expect(',', "between levels")?;
            if parser.at == parser.tokens.len() {
                break;
            }
        }
        let line = parser.level(&levels)?;
        levels.push(line);
    }
    if levels.is_empty() {
        return wrong(
            0..text.len(),
            "no level; expected levels such as `u^2 = -5, v^3 = 9 + u`",
        );
    }
    Ok(levels)
}

impl Parser {
    fn here(&self) -> Range<usize> {
        match self.tokens.get(self.at).or(self.tokens.last()) {
            Some((_, span)) => span.clone(),
            None => 0..self.end,
        }
    }

    fn next_is(&self, sign: char) -> bool {
        self.tokens
            .get(self.at)
            .is_some_and(|t| t.0 == Token::Sign(sign))
    }

    fn accept(&mut self, sign: char) -> bool {
        let found = self.next_is(sign);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, sign: char, place: &str) -> Result<(), ExtensionError> {
        if self.accept(sign) {
            return Ok(());
        }
        wrong(self.here(), format!("expected `{sign}` {place}"))
    }

    fn integer(&mut self, what: &str) -> Result<(u64, Range<usize>), ExtensionError> {
        match self.tokens.get(self.at) {
            Some((Token::Integer(value), span)) => {
                self.at += 1;
                Ok((*value, span.clone()))
            }
            _ => wrong(self.here(), format!("expected {what}")),
        }
    }

    fn level(&mut self, below: &[Line]) -> Result<Line, ExtensionError> {
        let span = self.here();
        let root = match self.tokens.get(self.at) {
            Some((Token::Name(name), _)) => name.clone(),
            _ => return wrong(span, "expected the name of a root, as in `u^2 = -5`"),
        };
        if below.iter().any(|l| l.root == root) {
            let what = format!("`{root}` is the root of a level below; choose another name");
            return wrong(span, what);
        }
        self.at += 1;
        self.expect('^', &format!("and the degree after `{root}`"))?;
        let (degree, span) = self.integer("the degree, 2 or 3")?;
        if degree != 2 && degree != 3 {
            return wrong(
                span,
                format!(
                    "degree {degree}: a level has degree 2 or 3; build others of these, one over the other"
                ),
            );
        }
        let degree = degree as usize;
        let total: usize = below.iter().map(|l| l.degree).product();
        if total * degree > MAX_DEGREE {
            return wrong(
                span,
                format!(
                    "the whole has degree {}; at most {MAX_DEGREE} are supported",
                    total * degree
                ),
            );
        }
        self.expect(
            '=',
            &format!("and the power's value after `{root}^{degree}`"),
        )?;
        let start = self.here().start;
        let non_residue = self.polynomial(&root, below)?;
        let end = self.tokens[self.at - 1].1.end;
        Ok(Line {
            root,
            degree,
            non_residue,
            right: start..end.max(start),
        })
    }

    fn polynomial(&mut self, own: &str, below: &[Line]) -> Result<Vec<i32>, ExtensionError> {
        let start = self.here().start;
        let count: usize = below.iter().map(|l| l.degree).product();
        let mut out = vec![0i64; count];
        let mut negative = self.accept('-');
        loop {
            let (at, coefficient) = self.term(own, below)?;
            out[at] += if negative { -coefficient } else { coefficient };
            if self.accept('-') {
                negative = true;
            } else if self.accept('+') {
                negative = false;
            } else {
                break;
            }
        }
        let span = start..self.tokens[self.at - 1].1.end;
        if let Some(c) = out.iter().find(|c| c.abs() > MAX_COEFFICIENT) {
            let what = format!(
                "coefficient {c}: at most {MAX_COEFFICIENT} in magnitude, as products by it are made of additions; choose a smaller non-residue"
            );
            return wrong(span, what);
        }
        Ok(out.iter().map(|c| *c as i32).collect())
    }

    /// A monomial: the place of its coordinate, and its coefficient.
    fn term(&mut self, own: &str, below: &[Line]) -> Result<(usize, i64), ExtensionError> {
        let mut powers = vec![0; below.len()];
        let mut coefficient = 1u64;
        loop {
            let span = self.here();
            match self.tokens.get(self.at).map(|t| t.0.clone()) {
                Some(Token::Integer(value)) => {
                    self.at += 1;
                    coefficient = coefficient.saturating_mul(value);
                }
                Some(Token::Name(name)) => {
                    self.at += 1;
                    let Some(level) = below.iter().position(|l| l.root == name) else {
                        return wrong(span, unknown(&name, own, below));
                    };
                    let power = match self.accept('^') {
                        true => self.integer("an exponent")?.0,
                        false => 1,
                    };
                    powers[level] += power.min(MAX_DEGREE as u64) as usize;
                    let degree = below[level].degree;
                    if powers[level] >= degree {
                        let what = format!(
                            "`{name}^{degree}` is an element below; write powers of `{name}` up to {}",
                            degree - 1
                        );
                        return wrong(span.start..self.tokens[self.at - 1].1.end, what);
                    }
                }
                _ => return wrong(span, "expected an integer or a root of a level below"),
            }
            let another = self.accept('*');
            let more = matches!(
                self.tokens.get(self.at),
                Some((Token::Integer(_) | Token::Name(_), _))
            );
            if !another && !more {
                break;
            }
        }
        let mut place = 0;
        for (level, power) in below.iter().zip(&powers).rev() {
            place = place * level.degree + power;
        }
        // Sums of as many as the text has room for do not overflow.
        let coefficient = coefficient.min(1 << 40) as i64;
        Ok((place, coefficient))
    }
}

fn unknown(name: &str, own: &str, below: &[Line]) -> String {
    let known = match below {
        [] => "the first level has integers only".to_string(),
        _ => {
            let names: Vec<String> = below.iter().map(|l| format!("`{}`", l.root)).collect();
            format!("the roots below are {}", names.join(", "))
        }
    };
    if name == own {
        return format!("`{name}` is the root of this level itself; {known}");
    }
    format!("unknown root `{name}`; {known}")
}
