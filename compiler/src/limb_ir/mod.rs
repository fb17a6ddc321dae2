//! Limb IR: straight-line SSA over machine words.
//!
//! A [`Function`] takes multi-limb parameters, runs a list of instructions once, and names the values that form its
//! results. There is no branch and no address: whatever is printed from it takes the same time for every input, as
//! far as the instructions themselves do. Carries and borrows are values of their own ([`Type::Bit`]).
//!
//! - `op`: instructions, values, functions
//! - `builder`: how kernels make them
//! - `contract`: what a function promises (ranges and equations), in words that the prover and the tests share
//! - `text`: the printed form; `parse(print(f)) == f`
//! - `verify`: well-formedness
//! - `interp`: the oracle for every pass and target

mod builder;
mod contract;
mod interp;
mod op;
mod text;
mod verify;

pub use builder::Builder;
pub use contract::{Contract, Equation, Modulo, Range, Term};
pub use interp::{InterpError, eval, eval_integers};
pub use op::{Function, Inst, Limbs, Op, Param, Results, Type, Value, Word};
pub use text::{ParseError, parse, print};
pub use verify::{VerifyError, verify};
