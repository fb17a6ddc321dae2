//! Addition chains for fixed exponents.
//!
//! - `chain`: the chain, its counts, its proof, a lower bound
//! - `text`: a compact printed form; `parse(print(c)) == c`
//! - `builder`: making a chain value by value; the tidying pass
//! - `continued_fraction`, `bos_coster`: chains that contain a given set of numbers
//! - `dictionary`: cutting a target into digits; the chain from the digits
//! - `seeds`: the first numbers for targets that are mostly runs of ones
//! - `anneal`: local search over dictionaries
//! - `search`: the ensemble of all of these, within a budget that is counted, not timed
//! - `cache`: chains found before
//! - `allocate`: the straight-line program with registers
//!
//! A generator asks [`best_known`] for the chain of its exponent and [`Program::from_chain`] for the code; a procedural
//! macro asks [`quickly_known`], which does not search for long.

mod allocate;
mod anneal;
mod bos_coster;
mod builder;
pub mod cache;
mod chain;
mod continued_fraction;
mod dictionary;
mod search;
mod seeds;
mod text;

pub use allocate::{Program, ProgramError, ProgramOp};
pub use chain::{
    Chain, ChainError, MAX_BITS, MAX_STEPS, MULTIPLICATION_COST, SQUARING_COST, Step, lower_bound,
};
pub use search::{
    Budget, FULL_UNITS, FULL_UNITS_PER_BIT, MACRO_UNITS_PER_BIT, SearchError, best_known,
    quickly_known, search,
};
pub use text::{ParseError, parse, print};
