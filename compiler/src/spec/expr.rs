//! Integer expressions: `2^255 - 19`, `0x1a01…`, `15 * 2^27 + 1`, `(2^127 + 1) / 3`.
//!
//! ```text
//! sum     = product (("+" | "-") product)*
//! product = signed (("*" | "/") signed)*       division is exact, or an error
//! signed  = "-" signed | power
//! power   = atom (("^" | "**") signed)?        so -2^2 = -4 and 2^3^2 = 2^9
//! atom    = number | name | "(" sum ")"
//! number  = decimal | "0x" hex                 underscores between digits are ignored
//! name    = letter (letter | digit | "_")*     one of those that the caller of [`parse_with`] gives values
//! ```
//!
//! No value, intermediate ones included, may exceed [`MAX_BITS`] bits, and nesting is bounded, so every text ends quickly.

use super::{Place, Problem, SpecError};
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::ops::Range;

/// The most bits of any value in an expression.
pub const MAX_BITS: u64 = 4096;

/// The deepest nesting of parentheses, signs and exponents.
pub const MAX_DEPTH: u32 = 64;

/// The longest text, in bytes.
pub const MAX_TEXT: usize = 16384;

/// Why a text is not an expression, and which bytes of it are to blame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExprError {
    /// The bytes to blame.
    pub span: Range<usize>,
    /// What is wrong with them.
    pub problem: Problem,
}

/// The value of an expression, which must not be negative.
///
/// # Errors
/// What is not an expression, or a value that is too large, with its bytes.
pub fn parse(text: &str) -> Result<BigUint, ExprError> {
    parse_with(text, &[])
}

/// As [`parse`], where some names stand for values of at most [`MAX_BITS`] bits: `p - 2`.
///
/// # Errors
/// As [`parse`]; a name that is not among those given.
pub fn parse_with(text: &str, names: &[(&str, &BigUint)]) -> Result<BigUint, ExprError> {
    let value = parse_signed_with(text, names)?;
    match value.to_biguint() {
        Some(value) => Ok(value),
        None => Err(syntax(
            0..text.len(),
            match value.bits() {
                0..=64 => format!("the value is negative: {value}"),
                _ => "the value is negative".to_string(),
            },
        )),
    }
}

/// As [`parse`], where the value may be negative.
///
/// # Errors
/// As [`parse`].
pub fn parse_signed(text: &str) -> Result<BigInt, ExprError> {
    parse_signed_with(text, &[])
}

fn parse_signed_with(text: &str, names: &[(&str, &BigUint)]) -> Result<BigInt, ExprError> {
    if text.len() > MAX_TEXT {
        return Err(syntax(
            MAX_TEXT..text.len(),
            format!("longer than {MAX_TEXT} bytes"),
        ));
    }
    let mut parser = Parser {
        text,
        names,
        at: 0,
        depth: 0,
    };
    let value = parser.sum()?;
    parser.skip_spaces();
    if parser.at < text.len() {
        let (span, c) = parser.here();
        return Err(syntax(
            span,
            format!("unexpected `{c}`; expected an operator or the end"),
        ));
    }
    Ok(value)
}

/// As [`parse`], with the place that the text stands at.
pub fn parse_at(text: &str, place: Place) -> Result<BigUint, SpecError> {
    parse(text).map_err(|e| SpecError {
        place,
        span: Some(e.span),
        problem: e.problem,
    })
}

fn syntax(span: Range<usize>, what: String) -> ExprError {
    ExprError {
        span,
        problem: Problem::Syntax(what),
    }
}

struct Parser<'a> {
    text: &'a str,
    names: &'a [(&'a str, &'a BigUint)],
    at: usize,
    depth: u32,
}

impl<'a> Parser<'a> {
    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn peek(&mut self) -> Option<char> {
        self.skip_spaces();
        self.text[self.at..].chars().next()
    }

    /// The character at the cursor, which is not at the end, as a terminal may show it, and its bytes.
    fn here(&self) -> (Range<usize>, impl std::fmt::Display + use<>) {
        let c = self.text[self.at..].chars().next().unwrap_or(' ');
        (self.at..self.at + c.len_utf8(), c.escape_debug())
    }

    fn accept(&mut self, token: &str) -> bool {
        self.skip_spaces();
        let found = self.text[self.at..].starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// A value within the limit, or an error at everything since `start`.
    fn bounded(&self, start: usize, value: BigInt) -> Result<BigInt, ExprError> {
        if value.bits() > MAX_BITS {
            Err(self.too_large(start))
        } else {
            Ok(value)
        }
    }

    fn too_large(&self, start: usize) -> ExprError {
        ExprError {
            span: start..self.at,
            problem: Problem::TooLarge { limit: MAX_BITS },
        }
    }

    fn sum(&mut self) -> Result<BigInt, ExprError> {
        self.skip_spaces();
        let start = self.at;
        let mut value = self.product()?;
        loop {
            if self.accept("+") {
                value += self.product()?;
            } else if self.accept("-") {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
            value = self.bounded(start, value)?;
        }
    }

    fn product(&mut self) -> Result<BigInt, ExprError> {
        self.skip_spaces();
        let start = self.at;
        let mut value = self.signed()?;
        // `power` has taken any `**`, so a `*` here is a product.
        loop {
            if self.accept("*") {
                value *= self.signed()?;
            } else if self.accept("/") {
                value = self.quotient(start, value)?;
            } else {
                return Ok(value);
            }
            value = self.bounded(start, value)?;
        }
    }

    /// The quotient by what follows, which leaves no remainder; the dividend's text began at `start`.
    fn quotient(&mut self, start: usize, value: BigInt) -> Result<BigInt, ExprError> {
        self.skip_spaces();
        let divisor_start = self.at;
        let divisor = self.signed()?;
        if divisor.is_zero() {
            return Err(syntax(
                divisor_start..self.at,
                "division by zero".to_string(),
            ));
        }
        let quotient = &value / &divisor;
        if &quotient * &divisor != value {
            return Err(syntax(
                start..self.at,
                "the division leaves a remainder; only exact quotients are integers".to_string(),
            ));
        }
        Ok(quotient)
    }

    fn signed(&mut self) -> Result<BigInt, ExprError> {
        self.skip_spaces();
        if self.depth == MAX_DEPTH {
            return Err(syntax(
                self.at..self.text.len(),
                format!("nested more than {MAX_DEPTH} deep"),
            ));
        }
        self.depth += 1;
        let value = if self.accept("-") {
            -self.signed()?
        } else {
            self.power()?
        };
        self.depth -= 1;
        Ok(value)
    }

    fn power(&mut self) -> Result<BigInt, ExprError> {
        self.skip_spaces();
        let start = self.at;
        let base = self.atom()?;
        if !self.accept("^") && !self.accept("**") {
            return Ok(base);
        }
        self.skip_spaces();
        let exponent_start = self.at;
        let exponent = self.signed()?;
        if exponent.is_negative() {
            return Err(syntax(
                exponent_start..self.at,
                "the exponent is negative".to_string(),
            ));
        }
        if base.magnitude().is_one() || base.is_zero() {
            let odd = exponent.bit(0);
            return Ok(match (base.is_zero(), exponent.is_zero()) {
                (_, true) => BigInt::one(),
                (true, false) => base,
                (false, false) => {
                    if odd {
                        base
                    } else {
                        BigInt::one()
                    }
                }
            });
        }
        // |base| >= 2, so the result has more than (bits - 1) exponent bits.
        let least_bits = exponent
            .to_u64()
            .and_then(|e| e.checked_mul(base.bits() - 1));
        match (exponent.to_u32(), least_bits) {
            (Some(e), Some(bits)) if bits <= MAX_BITS => self.bounded(start, base.pow(e)),
            _ => Err(self.too_large(start)),
        }
    }

    fn atom(&mut self) -> Result<BigInt, ExprError> {
        match self.peek() {
            Some('(') => {
                let open = self.at;
                self.at += 1;
                let value = self.sum()?;
                if self.accept(")") {
                    Ok(value)
                } else {
                    Err(syntax(
                        open..open + 1,
                        "this parenthesis is not closed".to_string(),
                    ))
                }
            }
            Some(c) if c.is_ascii_digit() => self.number(),
            Some(c) if c.is_ascii_alphabetic() && !self.names.is_empty() => self.name(),
            Some(_) => {
                let (span, c) = self.here();
                Err(syntax(
                    span,
                    format!("unexpected `{c}`; expected a number, `-` or `(`"),
                ))
            }
            None => Err(syntax(
                self.text.len()..self.text.len(),
                "ends where a number is expected".to_string(),
            )),
        }
    }

    /// The run of letters, digits and underscores at the cursor, which it passes.
    fn word(&mut self) -> &'a str {
        let text = self.text;
        let rest = &text[self.at..];
        let length = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn name(&mut self) -> Result<BigInt, ExprError> {
        let (start, names) = (self.at, self.names);
        let word = self.word();
        if let Some((_, value)) = names.iter().find(|(name, _)| *name == word) {
            return Ok(BigInt::from((*value).clone()));
        }
        let known: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        Err(syntax(
            start..self.at,
            format!("not a name that is known here: `{}`", known.join("`, `")),
        ))
    }

    fn number(&mut self) -> Result<BigInt, ExprError> {
        let start = self.at;
        let token = self.word();
        let length = token.len();
        let (digits, radix) = match token
            .strip_prefix("0x")
            .or_else(|| token.strip_prefix("0X"))
        {
            Some(hex) => (hex, 16),
            None => (token, 10),
        };
        let offset = length - digits.len();
        if let Some(bad) = digits.find(|c: char| c != '_' && !c.is_digit(radix)) {
            let at = start + offset + bad;
            let kind = if radix == 16 {
                "hexadecimal"
            } else {
                "decimal"
            };
            return Err(syntax(
                at..at + 1,
                format!("`{}` is not a {kind} digit", &self.text[at..at + 1]),
            ));
        }
        let digits: String = digits.chars().filter(|c| *c != '_').collect();
        let significant = digits.trim_start_matches('0');
        // A digit carries more than 3 bits in either radix; this bounds the conversion below.
        if significant.len() as u64 > MAX_BITS / 3 {
            return Err(self.too_large(start));
        }
        match BigUint::parse_bytes(digits.as_bytes(), radix) {
            Some(value) => self.bounded(start, BigInt::from_biguint(Sign::Plus, value)),
            None => Err(syntax(start..self.at, "no digits after `0x`".to_string())),
        }
    }
}
