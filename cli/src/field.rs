//! Reading FIELD, `--target` and `--kernel`.

use crate::error::CliError;
use crate::kernel::Target;
use fieldc_compiler::kernels::Name;
use fieldc_compiler::limb_ir::Word;
use fieldc_compiler::plan::Plan;
use fieldc_compiler::spec::{Spec, names, validate};

/// The help of every FIELD argument.
pub const HELP: &str =
    "A standard name (bn254:fp, goldilocks, …), an expression (2^255 - 19) or a spec file";

/// A field and its plan.
pub struct Field {
    /// What was asked for.
    pub spec: Spec,
    /// What was decided.
    pub plan: Plan,
    /// Why it is no field, where the modulus is odd but the rest of the spec is not true.
    pub not_a_field: Option<String>,
}

impl Field {
    /// Resolves FIELD. An odd modulus that is not prime has kernels, so that it is accepted here.
    pub fn read(text: &str) -> Result<Field, CliError> {
        let spec = Spec::resolve(text)?;
        let plan = Plan::for_spec(&spec)?;
        let not_a_field = validate(&spec).err().map(|e| e.to_string());
        Ok(Field {
            spec,
            plan,
            not_a_field,
        })
    }

    /// The name in use outside of Rust: `bn254:fp`, or the spec's own.
    pub fn title(&self) -> &str {
        names::STANDARD
            .iter()
            .find(|s| s.module == self.spec.name)
            .map_or(&self.spec.name, |s| s.name)
    }

    /// The targets asked for; all that the field has if there are none.
    pub fn targets(&self, asked: &[String]) -> Result<Vec<Target>, CliError> {
        let native = self.plan.word == Word::W64;
        if asked.is_empty() {
            let mut all = vec![Target::Portable];
            all.extend(native.then_some(Target::Adx));
            return Ok(all);
        }
        asked
            .iter()
            .map(|name| match Target::parse(name) {
                Some(Target::Adx) if !native => Err(CliError::Usage(
                    "target",
                    format!(
                        "x86_64-adx has no kernels for {}-bit words",
                        self.plan.word.container
                    ),
                )),
                Some(t) => Ok(t),
                None => Err(CliError::Usage(
                    "target",
                    format!("not built: {name}; available: {}", Target::names()),
                )),
            })
            .collect()
    }

    /// The kernels asked for; the standard and the extra ones of the plan if there are none.
    pub fn kernels(&self, asked: &[String]) -> Result<Vec<Name>, CliError> {
        let mut all = Name::standard(&self.plan);
        all.extend(Name::extra(&self.plan));
        if asked.is_empty() {
            return Ok(all);
        }
        asked
            .iter()
            .map(|k| {
                Name::parse(k).filter(|n| all.contains(n)).ok_or_else(|| {
                    let known: Vec<&str> = all.iter().map(|n| n.as_str()).collect();
                    CliError::Usage(
                        "kernel",
                        format!(
                            "unknown for this field: {k}; available: {}",
                            known.join(" ")
                        ),
                    )
                })
            })
            .collect()
    }
}
