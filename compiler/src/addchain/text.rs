//! The text form of a chain, compact enough to keep hundreds of steps on one line.
//!
//! Tokens separated by one space; `last` is the value computed last, and indices count every value, 1 being value 0:
//!
//! | token | meaning |
//! |---|---|
//! | `<n` | double `last` n times: n steps |
//! | `i<n` | double value i n times |
//! | `+j` | `last` + value j |
//! | `i+j` | value i + value j |
//!
//! `<1 +0 <2 +2` is 1, 2, 3, 6, 12, 15. The empty text is the chain of 1. `parse(print(c)) == c`.

use super::chain::{Chain, ChainError, MAX_STEPS, Step};
use std::fmt::Write;
use thiserror::Error;

/// Why a text is not a chain.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// A token that is none of the four forms.
    #[error("token {place}: `{token}` is not `<n`, `i<n`, `+j` or `i+j`")]
    Token {
        /// Index of the token.
        place: usize,
        /// Its text.
        token: String,
    },
    /// The steps are not a chain.
    #[error(transparent)]
    Chain(#[from] ChainError),
}

/// Prints a chain in the form of this module.
pub fn print(chain: &Chain) -> String {
    let mut text = String::new();
    let steps = chain.steps();
    let mut i = 0;
    while i < steps.len() {
        let Step { a, b } = steps[i];
        if i > 0 {
            text.push(' ');
        }
        let mut done = 1;
        if a == b {
            while i + done < steps.len()
                && steps[i + done]
                    == (Step {
                        a: i + done,
                        b: i + done,
                    })
            {
                done += 1;
            }
            if a != i {
                let _ = write!(text, "{a}");
            }
            let _ = write!(text, "<{done}");
        } else {
            if a != i {
                let _ = write!(text, "{a}");
            }
            let _ = write!(text, "+{b}");
        }
        i += done;
    }
    text
}

/// Reads a chain in the form of this module.
///
/// Errors: a malformed token, with its place; a chain that looks forward or is too long.
pub fn parse(text: &str) -> Result<Chain, ParseError> {
    let mut steps: Vec<Step> = Vec::new();
    for (place, token) in text.split_ascii_whitespace().enumerate() {
        let bad = || ParseError::Token {
            place,
            token: token.chars().take(40).collect(),
        };
        let at = token.find(['<', '+']).ok_or_else(bad)?;
        let first = match &token[..at] {
            "" => steps.len(),
            digits => number(digits).ok_or_else(bad)?,
        };
        let second = number(&token[at + 1..]).ok_or_else(bad)?;
        if token.as_bytes()[at] == b'+' {
            steps.push(Step {
                a: first,
                b: second,
            });
        } else {
            if second == 0 {
                return Err(bad());
            }
            if steps.len() + second > MAX_STEPS {
                return Err(ChainError::TooLong(steps.len() + second).into());
            }
            steps.push(Step { a: first, b: first });
            for _ in 1..second {
                let last = steps.len();
                steps.push(Step { a: last, b: last });
            }
        }
    }
    Ok(Chain::new(steps)?)
}

/// A decimal number small enough for an index: digits only, no sign.
fn number(text: &str) -> Option<usize> {
    if text.is_empty() || text.len() > 5 || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use proptest::prelude::*;

    #[test]
    fn example() {
        let chain = parse("<1 +0 <2 +2").unwrap();
        chain.validate(&BigUint::from(15u8)).unwrap();
        assert_eq!(print(&chain), "<1 +0 <2 +2");
        assert_eq!(parse("").unwrap(), Chain::default());
    }

    #[test]
    fn malformed() {
        for (text, place) in [
            ("<1 x", 1),
            ("<", 0),
            ("+", 0),
            ("<0", 0),
            ("<1 +-0", 1),
            ("<1 1+2+3", 1),
            ("é<1", 0),
        ] {
            match parse(text) {
                Err(ParseError::Token { place: p, .. }) => assert_eq!(p, place, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
        assert!(matches!(
            parse("<1 5+0"),
            Err(ParseError::Chain(ChainError::Forward { .. }))
        ));
        assert!(matches!(
            parse("<99999"),
            Err(ParseError::Chain(ChainError::TooLong(_)))
        ));
        assert!(matches!(parse("<999999"), Err(ParseError::Token { .. })));
    }

    proptest! {
        #[test]
        fn round_trip(pairs in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0u8..4), 0..200)) {
            let mut steps = Vec::new();
            for (a, b, kind) in pairs {
                let n = steps.len() + 1;
                let (a, b) = (a.index(n), b.index(n));
                steps.push(match kind {
                    0 => Step { a: n - 1, b: n - 1 },
                    1 => Step { a, b: a },
                    2 => Step { a: n - 1, b },
                    _ => Step { a, b },
                });
            }
            let chain = Chain::new(steps).unwrap();
            prop_assert_eq!(parse(&print(&chain)).unwrap(), chain);
        }

        #[test]
        fn never_panics(text in "[0-9<+ é]{0,40}") {
            let _ = parse(&text);
        }
    }
}
