//! Rewrites of limb IR that keep its meaning. Every pass is tested against the interpreter, and what it makes is proven.
//!
//! - `cse`: what is computed twice is computed once

mod cse;

pub use cse::cse;
