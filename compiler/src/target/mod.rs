//! Emitters: what turns limb IR into text, one folder a target.

pub mod x86_64;
