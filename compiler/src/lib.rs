//! fieldc-compiler: from an odd modulus to proven code for its arithmetic.
//!
//! The modules follow the pipeline:
//!
//! - [`spec`]: what the user wrote (name, modulus expression, options), and whether it is true
//! - [`plan`]: what the analysis decided for one modulus and word, and why
//! - [`addchain`]: addition chains for fixed exponents
//! - [`limb_ir`]: straight-line SSA over machine words; text form, verifier, interpreter
//! - [`field_ir`]: straight-line code over field elements, in which formulas are written
//! - [`curve`]: curves as data, whose claims are checked
//! - [`extension`]: towers of extensions as data, whose claims are checked
//! - [`formulas`]: towers, curves, pairings in field IR
//! - [`kernels`]: every kernel, written once as a limb IR builder
//! - [`passes`]: rewrites of limb IR that keep its meaning
//! - [`cost`]: machine models: counts, critical path, port bounds
//! - [`claims`]: what each kernel promises, stated by itself
//! - [`prove`]: certificates: bounds and algebra of each kernel
//! - [`lift`]: emitted text back to limb IR, for a proof of what is assembled
//! - [`mutants`]: single changes of emitted text, which the proof must refuse
//! - [`adversarial`]: operands and moduli at the edges
//! - [`check`]: the same contracts by other means: structured inputs, random evaluation
//! - [`target`]: emitters, one folder a target
//! - [`generate`]: what `generated/` holds
#![deny(unsafe_code)]

pub mod addchain;
pub mod adversarial;
pub mod check;
pub mod claims;
pub mod cost;
pub mod curve;
pub mod extension;
pub mod field_ir;
pub mod formulas;
pub mod generate;
pub mod kernels;
pub mod lift;
pub mod limb_ir;
pub mod mutants;
pub mod passes;
pub mod plan;
pub mod prove;
pub mod spec;
pub mod target;
