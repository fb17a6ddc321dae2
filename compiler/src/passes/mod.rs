//! Rewrites that keep the meaning. Every pass is tested against the interpreter; what it makes of limb IR is proven.
//!
//! - `cse`: limb IR: what is computed twice is computed once
//! - `expand`: field IR: a quadratic extension as pairs of numbers
//! - `late`: field IR: sums of products are reduced once
//! - `signs`: field IR: negations go into sums

mod cse;
mod expand;
mod late;
mod signs;

pub use cse::cse;
pub use expand::{Quadratic, expand, expand_late};
pub use late::late;
pub use signs::signs;
