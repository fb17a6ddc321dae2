//! `fieldc prove`

use crate::cryptoline;
use crate::error::CliError;
use crate::field::{self, Field};
use crate::kernel::Target;
use crate::output::{self, Style, paint};
use fieldc_compiler::kernels::{Kernel, build, build_certified};
use fieldc_compiler::limb_ir::eval_integers;
use fieldc_compiler::spec::names::STANDARD;
use num_bigint::BigUint;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Arguments of `fieldc prove`.
#[derive(clap::Args)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["field", "all"])))]
pub struct Args {
    #[arg(help = field::HELP)]
    field: Option<String>,
    /// Every standard field
    #[arg(long)]
    all: bool,
    /// portable or x86_64-adx; may be repeated. All that a field has if left out
    #[arg(long)]
    target: Vec<String>,
    /// A kernel; may be repeated. All if left out
    #[arg(long)]
    kernel: Vec<String>,
    /// A JSON object a line
    #[arg(long)]
    json: bool,
    /// cryptoline: print the kernels as programs of that verifier, with their contracts and what the proofs rest on
    #[arg(long, conflicts_with = "json")]
    emit: Option<String>,
    /// With --emit, write a file a kernel to this folder instead of printing
    #[arg(short = 'o', value_name = "DIR", requires = "emit")]
    output: Option<PathBuf>,
}

/// Operands tried on a kernel whose proof fails.
const TRIES: u64 = 2000;

/// Proves kernels, a line each as it is done.
pub fn run(args: &Args) -> Result<(), CliError> {
    let fields: Vec<Field> = match &args.field {
        Some(name) => vec![Field::read(name)?],
        None => STANDARD
            .iter()
            .map(|s| Field::read(s.name))
            .collect::<Result<_, _>>()?,
    };
    if let Some(other) = args.emit.as_deref().filter(|e| *e != "cryptoline") {
        let reason = format!("not built: {other}; available: cryptoline");
        return Err(CliError::Usage("emit", reason));
    }
    let (mut proven, mut failed, mut left_out) = (0, 0, 0);
    for field in &fields {
        // With --all, fields of 32-bit words have no kernels for a target that was asked for by name.
        let targets = match field.targets(&args.target) {
            Err(_) if args.all && args.target.iter().all(|t| Target::parse(t).is_some()) => {
                vec![]
            }
            targets => targets?,
        };
        if args.emit.is_some() {
            let (names, asked) = (field.kernels(&args.kernel)?, !args.kernel.is_empty());
            cryptoline::emit(field, &targets, &names, asked, args.output.as_deref())?;
            continue;
        }
        for target in targets {
            for name in field.kernels(&args.kernel)? {
                let result = build_certified(&field.plan, target.style(), name).map(|(_, c)| c);
                let (style, title, target) = (target.style(), field.title(), target.name());
                let counterexample = match &result {
                    Ok(_) => None,
                    Err(_) => counterexample(&build(&field.plan, style, name)),
                };
                // A kernel that emitted code does without, unless it was asked for or is wrong.
                let optional =
                    name.is_optional() && args.kernel.is_empty() && counterexample.is_none();
                match &result {
                    Ok(_) => proven += 1,
                    Err(_) if optional => left_out += 1,
                    Err(_) => failed += 1,
                }
                if args.json {
                    output::json(&json!({
                        "field": title,
                        "target": target,
                        "kernel": name.as_str(),
                        "proven": result.is_ok(),
                        "certificate": result.as_ref().ok().map(|c| c.digest_hex()),
                        "error": result.as_ref().err().map(|e| e.to_string()),
                        "counterexample": counterexample,
                    }))?;
                    continue;
                }
                let head = format!("{title:15} {target:10} {:13}", name.as_str());
                output::print(&match result {
                    Ok(c) => format!("{head} {}  {c}\n", paint(Style::Good, "proven")),
                    Err(e) => format!(
                        "{head} {}  {e}; {}\n",
                        if optional {
                            "left out".into()
                        } else {
                            paint(Style::Bad, "FAILED")
                        },
                        match counterexample {
                            Some(values) => format!("it is wrong for {values}"),
                            None => format!("no failing value among {TRIES} tried"),
                        }
                    ),
                })?;
            }
        }
    }
    if args.emit.is_some() {
        return Ok(());
    }
    let total = format!("{proven} proven, {failed} failed, {left_out} left out (not emitted)");
    match args.json {
        true => eprintln!("{total}"),
        false => output::print(&format!("{total}\n"))?,
    }
    match failed {
        0 => Ok(()),
        n => Err(CliError::Failed(format!("{n} kernels have no proof"))),
    }
}

/// Operands for which the kernel breaks its contract, if some are found.
fn counterexample(kernel: &Kernel) -> Option<String> {
    let f = &kernel.function;
    let mut random = Random(1);
    for i in 0..TRIES {
        let mut args: Vec<BigUint> = f.params.iter().map(|p| random.operand(&p.max, i)).collect();
        // Where the modulus is an operand, its inverse is promised.
        if let Some((p, k)) = &kernel.contract.negated_inverse {
            let at = |name: &str| f.params.iter().position(|p| p.name == name);
            if let (Some(p), Some(k)) = (at(p), at(k)) {
                args[p].set_bit(0, true);
                let w = BigUint::from(1u8) << f.word.radix;
                args[k] = &w - args[p].modinv(&w)?;
            }
        }
        let results = eval_integers(f, &args).ok()?;
        let names = |names: Vec<&String>, values: &[BigUint]| -> BTreeMap<String, BigUint> {
            names
                .into_iter()
                .cloned()
                .zip(values.iter().cloned())
                .collect()
        };
        let params = names(f.params.iter().map(|p| &p.name).collect(), &args);
        let results = names(f.results.iter().map(|r| &r.name).collect(), &results);
        if kernel.contract.check(&params, &results).is_err() {
            let values: Vec<String> = params
                .iter()
                .map(|(n, v)| format!("{n} = {v:#x}"))
                .collect();
            return Some(values.join(", "));
        }
    }
    None
}

/// Splitmix64: the same operands every time.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// At most `max`: the ends first, then limbs that are often all zeros or all ones.
    fn operand(&mut self, max: &BigUint, round: u64) -> BigUint {
        let small = BigUint::from(self.word() % 4);
        match round % 8 {
            0 => max.clone(),
            1 => small.min(max.clone()),
            2 => max - small.min(max.clone()),
            _ => {
                let limbs = max.bits().div_ceil(64);
                let x = (0..limbs).fold(BigUint::default(), |x, _| {
                    let limb = match self.word() % 4 {
                        0 => 0,
                        1 => u64::MAX,
                        _ => self.word(),
                    };
                    (x << 64u8) + limb
                });
                x % (max + 1u8)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldc_compiler::kernels::{Name, Style as Order};
    use fieldc_compiler::limb_ir::Word;
    use fieldc_compiler::plan::Plan;

    #[test]
    fn a_wrong_kernel_has_a_failing_value() {
        let plan = Plan::new("t", &BigUint::from(0xffff_fffb_u32), Word::W64).unwrap();
        let mut kernel = build(&plan, Order::Mac, Name::Add);
        assert_eq!(counterexample(&kernel), None);
        kernel.contract.equations[0].terms.pop();
        assert!(counterexample(&kernel).is_some_and(|v| v.contains("a = ")));
    }
}
