//! Rewrites that keep the meaning. Every pass is tested against the interpreter; what it makes of limb IR is proven.
//!
//! - `cse`: limb IR: what is computed twice is computed once
//! - `expand`: field IR: a quadratic extension as pairs of numbers

mod cse;
mod expand;

pub use cse::cse;
pub use expand::{Quadratic, expand};
