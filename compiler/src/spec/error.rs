//! What can be wrong with a Spec, and where.

use num_bigint::BigUint;
use std::fmt;
use std::ops::Range;

/// Which part of the Spec an error is about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// The field's name.
    Name,
    /// The modulus.
    Modulus,
    /// The option `generator`.
    Generator,
    /// The option `root_of_unity`.
    RootOfUnity,
    /// Any other option, by its name.
    Option(String),
    /// The machine word asked for.
    Word,
    /// The reduction asked for.
    Reduction,
    /// The spec file, by its path.
    File(String),
    /// A line of the spec file, counted from 1.
    Line(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Name => f.write_str("name"),
            Place::Modulus => f.write_str("modulus"),
            Place::Generator => f.write_str("generator"),
            Place::RootOfUnity => f.write_str("root_of_unity"),
            Place::Option(name) => f.write_str(name),
            Place::Word => f.write_str("word"),
            Place::Reduction => f.write_str("reduction"),
            Place::File(path) => f.write_str(path),
            Place::Line(number) => write!(f, "line {number}"),
        }
    }
}

/// What is wrong there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The text is not an integer expression.
    #[error("{0}")]
    Syntax(String),
    /// A value of the expression, or the modulus, has too many bits.
    #[error("more than {limit} bits; use a smaller value")]
    TooLarge {
        /// The most bits allowed.
        limit: u64,
    },
    /// Zero, one or negative where a modulus is needed.
    #[error("must be at least 3, is {0}")]
    TooSmall(String),
    /// An even modulus.
    #[error(
        "must be odd; Montgomery arithmetic has no inverse of the limb base modulo an even number"
    )]
    Even,
    /// A composite modulus where a prime is needed.
    #[error("not prime: divisible by {0}; a field needs a prime modulus")]
    Divisible(u64),
    /// A composite modulus without a small factor, but with a base that Fermat's theorem excludes.
    #[error("not prime: {0}^(m-1) mod m is not 1; a field needs a prime modulus")]
    FermatWitness(u64),
    /// A composite modulus without a small factor or witness.
    #[error("not prime: it fails the Baillie-PSW test; a field needs a prime modulus")]
    Composite,
    /// A value that must be in `1..modulus`.
    #[error("must be at least 1 and below the modulus")]
    OutOfRange,
    /// The generator is a square.
    #[error(
        "{given} is a square modulo the modulus, so it generates at most half of the units; the smallest non-residue is {smallest}"
    )]
    Residue {
        /// What was given.
        given: BigUint,
        /// What would do.
        smallest: BigUint,
    },
    /// The claimed root of unity has another order.
    #[error(
        "the order must be exactly 2^{expected}, is {found}; leave the option out to have it computed from the generator"
    )]
    WrongOrder {
        /// The two-adicity of the modulus less one.
        expected: u64,
        /// The order found, in words.
        found: String,
    },
    /// Both options are given and do not belong together.
    #[error(
        "is not generator^q, where modulus - 1 = 2^s q with q odd; give only one of the two options"
    )]
    NotFromGenerator,
    /// Not a standard field, an expression or a spec file.
    #[error(
        "unknown field `{given}`; standard names: {known}; or an expression such as `2^255 - 19`; or a spec file"
    )]
    UnknownField {
        /// What was given.
        given: String,
        /// The standard names.
        known: String,
    },
    /// Not a Rust identifier.
    #[error(
        "`{0}` is not an identifier (a letter or underscore, then letters, digits and underscores)"
    )]
    NotAnIdentifier(String),
    /// The file could not be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// An option that does not exist, or a missing or repeated one.
    #[error("{0}")]
    BadOption(String),
    /// A machine word without kernels.
    #[error(
        "limbs of {radix} bits in {container}-bit registers are not supported here; use 64/64 or 32/32"
    )]
    UnsupportedWord {
        /// Bits of a limb.
        radix: u32,
        /// Bits of a register.
        container: u32,
    },
    /// A reduction that is not right for the modulus.
    #[error("{0}")]
    WrongReduction(String),
}

/// An error of a Spec: the place, the byte range in the text given there if one is known, and the problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}{}: {problem}", at(.span))]
pub struct SpecError {
    /// Which part is wrong.
    pub place: Place,
    /// The bytes of that part's text that are wrong, where a text was given.
    pub span: Option<Range<usize>>,
    /// What is wrong.
    pub problem: Problem,
}

/// The first characters of a text of unknown origin, as a terminal may show them.
pub(super) fn brief(text: &str, most: usize) -> String {
    let mut shown: String = text
        .chars()
        .take(most)
        .flat_map(char::escape_debug)
        .collect();
    if text.chars().nth(most).is_some() {
        shown.push('…');
    }
    shown
}

fn at(span: &Option<Range<usize>>) -> String {
    span.as_ref()
        .map_or_else(String::new, |span| format!(" (byte {})", span.start + 1))
}

impl SpecError {
    /// An error about a whole part.
    pub fn new(place: Place, problem: Problem) -> SpecError {
        SpecError {
            place,
            span: None,
            problem,
        }
    }
}
