//! Field IR: straight-line code over elements of one prime field. A formula is written in it once, and every target lowers it.
//!
//! - `op`: values, operations, functions
//! - `builder`: how formulas make them
//! - `text`: the printed form; `parse(print(f)) == f`
//! - `verify`: well-formedness
//! - `interp`: its meaning over big integers, the oracle
//! - `bounds`: how large values are, in integers, against the words that hold them
//! - `count`: multiplications, squarings, additions, reductions
//!
//! A function is over a prime field or over a quadratic extension of one; the operations `const2`, `times_xi`, `conjugate`, `scale` exist in the
//! second only, and [`crate::passes::expand`] turns it into the first.
//!
//! A value is an element (a number of `n` limbs that stands for a residue), a wide value (a product before its reduction, `2n` limbs) or a bit.
//! Formulas use the reduced operations (`add`, `sub`, `mul`, …); passes put the unreduced ones (`add_lazy`, `mul_wide`, …) in their place.

mod bounds;
mod builder;
mod count;
mod interp;
mod op;
mod text;
mod verify;

#[cfg(test)]
mod tests;

pub use bounds::{Bound, BoundError, Room, bounds};
pub use builder::Builder;
pub use count::{Count, count};
pub use interp::{InterpError, eval};
pub use op::{Function, Inst, Op, Param, Results, Type, Value};
pub use text::{ParseError, parse, print};
pub use verify::{VerifyError, verify};
