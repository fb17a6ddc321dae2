//! Printed Rust: the kernel module of a field, read back, lifted and proven.
//!
//! [`check_module`] accepts a text only if it knows every item in it:
//!
//! - kernels of `portable` are lifted to limb IR ([`lift_module`]) and proven against the contract of their name;
//! - dispatch, the loop of `sqr_n`, composed sums and addition chains must have exactly the forms that are known to be right;
//! - constants are recomputed from the modulus.
//!
//! It shares no code with the printers. Native kernels are another lifter's: here only their signatures are read.
//!
//! - `tokens`: source as tokens with places; templates
//! - `kernel`: one function to limb IR
//! - `source`: the items of the text; which helpers are what they are called
//! - `compose`: dispatch, loops, sums, chains
//! - `constants`: numbers

mod compose;
mod constants;
mod kernel;
mod source;
#[cfg(test)]
mod tests;
mod tokens;

pub use source::Source;

use super::LiftError;
use crate::claims::{self, Field};
use crate::kernels::Name;
use crate::limb_ir::Function;
use crate::plan::Plan;
use crate::prove::{Certificate, ProveError, prove};
use crate::spec::{Spec, SpecError};
use num_bigint::BigUint;
use std::collections::BTreeMap;

impl LiftError {
    fn at(span: proc_macro2::Span, what: impl Into<String>) -> LiftError {
        let start = span.start();
        LiftError {
            column: start.column + 1,
            ..LiftError::new(start.line, what, "")
        }
    }

    fn missing(what: impl Into<String>) -> LiftError {
        LiftError::new(0, what, "")
    }
}

/// Why a module is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The text has a form that is not known, or a constant that is wrong.
    #[error(transparent)]
    Lift(#[from] LiftError),
    /// The spec is not a field.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A kernel of the text has no certificate.
    #[error("{line}: {kernel}: {error}")]
    Prove {
        /// The line of the function.
        line: usize,
        /// The kernel.
        kernel: String,
        /// What could not be shown.
        error: ProveError,
    },
}

/// What a kernel's contract says about its parameters and results, and the text does not: names of numbers, bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The name of the lifted function.
    pub name: String,
    /// Name, limbs and largest value of each parameter, in the order of the arguments; `a0`, `a1` are the elements of an array `a`.
    pub params: Vec<(String, usize, BigUint)>,
    /// Name and limbs of each result.
    pub results: Vec<(String, usize)>,
}

impl Shape {
    /// The shape of a claim's function.
    pub fn of(name: &str, claim: &claims::Claim) -> Shape {
        Shape {
            name: name.to_string(),
            params: claim.params.clone(),
            results: claim.results.clone(),
        }
    }
}

/// Every kernel of `pub mod portable` as limb IR, in the order of the text. `shape` knows the kernels by name.
///
/// # Errors
/// [`LiftError`] at the first statement or expression that is not known, or at a kernel without a shape.
pub fn lift_module(
    text: &str,
    shape: impl Fn(&str) -> Option<Shape>,
) -> Result<Vec<(String, Function)>, LiftError> {
    let source = Source::parse(text)?;
    source
        .kernels()
        .map(|name| {
            let shape = shape(name).ok_or_else(|| source.error(name, "no kernel has this name"))?;
            Ok((name.to_string(), source.lift(name, &shape)?))
        })
        .collect()
}

/// What was shown of a module.
#[derive(Clone, Debug)]
pub struct Checked {
    /// One certificate a portable kernel: of the function that was lifted from the text.
    pub certificates: Vec<Certificate>,
    /// The other functions and the constants that were checked.
    pub checked: Vec<String>,
}

/// What is claimed of a text: the field, and where its modules find the tier.
struct Claim<'a> {
    spec: &'a Spec,
    plan: &'a Plan,
    tier: &'a str,
    /// The kernels of the text by name.
    kernels: BTreeMap<String, claims::Claim>,
}

impl<'a> Claim<'a> {
    /// The claim that the kernels of the text are those of the field, all that it needs among them.
    fn new(
        source: &Source,
        spec: &'a Spec,
        plan: &'a Plan,
        tier: &'a str,
    ) -> Result<Claim<'a>, LiftError> {
        let mut names = Name::standard(plan);
        names.extend(Name::extra(plan));
        let mut kernels = BTreeMap::new();
        for name in source.kernels() {
            let claim = claims::claim(name, &Field::of(plan))
                .filter(|_| names.iter().any(|n| n.as_str() == name))
                .ok_or_else(|| source.error(name, "no kernel of this field has this name"))?;
            kernels.insert(name.to_string(), claim);
        }
        for name in &names {
            if !name.is_optional() && !kernels.contains_key(name.as_str()) {
                let what = format!("no kernel `{}`", name.as_str());
                return Err(LiftError::missing(what));
            }
        }
        Ok(Claim {
            spec,
            plan,
            tier,
            kernels,
        })
    }

    /// Everything but the kernels.
    fn check(&self, source: &Source) -> Result<Vec<String>, LiftError> {
        let mut checked = constants::check(source, self)?;
        checked.extend(compose::check(source, self)?);
        Ok(checked)
    }

    /// The factor that a product brings in, from the contract of `mul`: Montgomery's radius, or 1.
    fn radius(&self) -> Result<&BigUint, LiftError> {
        self.kernels
            .get("mul")
            .and_then(|k| k.contract.equations.first())
            .map(|e| &e.scale)
            .ok_or_else(|| LiftError::missing("no kernel `mul`"))
    }
}

/// The native functions that dispatch may call are those that the reader of lines finds: it proves them
/// ([`crate::lift::native::prove_text`]), from the same text.
fn native_part(source: &Source, text: &str, plan: &Plan) -> Result<(), LiftError> {
    let Some(signatures) = &source.native else {
        return Ok(());
    };
    let found = super::native::functions(text, &Field::of(plan))?;
    match signatures
        .iter()
        .find(|s| !found.iter().any(|f| f.kernel == s.name))
    {
        Some(s) => Err(LiftError::missing(format!("`{}` is hidden", s.name))),
        None => Ok(()),
    }
}

/// Checks the whole text of a kernel module: every kernel proven, every other item of a known form, every constant right.
/// `tier` is the path of the tier module in the text (`crate::tier`).
///
/// Native kernels are found and not proven: that is [`crate::lift::native::prove_text`].
///
/// Time: parsing, and a proof a kernel.
///
/// # Errors
/// [`CheckError`] with the first place where the text is not what it should be.
pub fn check_module(text: &str, spec: &Spec, tier: &str) -> Result<Checked, CheckError> {
    let source = Source::parse(text)?;
    let plan = Plan::for_spec(spec)?;
    native_part(&source, text, &plan)?;
    let claim = Claim::new(&source, spec, &plan, tier)?;
    let checked = claim.check(&source)?;
    let mut certificates = vec![];
    for (name, kernel) in &claim.kernels {
        let lifted = source.lift(name, &Shape::of(name, kernel))?;
        certificates.push(
            prove(&lifted, &kernel.contract).map_err(|error| CheckError::Prove {
                line: source.error(name, "").line,
                kernel: name.clone(),
                error,
            })?,
        );
    }
    Ok(Checked {
        certificates,
        checked,
    })
}
