//! Every formula above a prime field, written once, in field IR.
//!
//! - `tower`: extensions of the field as data, and their arithmetic

pub mod tower;

#[cfg(test)]
mod tests;
