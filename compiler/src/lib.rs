//! fieldc-compiler: from an odd modulus to proven code for its arithmetic.
//!
//! The modules follow the pipeline:
//!
//! - [`spec`]: what the user wrote (name, modulus expression, options), and whether it is true
//! - [`plan`]: what the analysis decided for one modulus and word, and why
//! - [`addchain`]: addition chains for fixed exponents
//! - [`limb_ir`]: straight-line SSA over machine words; text form, verifier, interpreter
//! - [`kernels`]: every kernel, written once as a limb IR builder
//! - [`passes`]: rewrites of limb IR that keep its meaning
//! - [`cost`]: machine models: counts, critical path, port bounds
//! - [`prove`]: certificates: bounds and algebra of each kernel
//! - [`check`]: the same contracts by other means: structured inputs, random evaluation
//! - [`target`]: emitters, one folder a target
//! - [`generate`]: what `generated/` holds
#![deny(unsafe_code)]

pub mod addchain;
pub mod check;
pub mod cost;
pub mod generate;
pub mod kernels;
pub mod limb_ir;
pub mod passes;
pub mod plan;
pub mod prove;
pub mod spec;
pub mod target;
