//! `fieldc prove`: from the printed text of a field's module where it has the kernel, from limb IR otherwise.

use crate::cryptoline;
use crate::error::CliError;
use crate::field::{self, Field};
use crate::kernel::Target;
use crate::output::{self, Style, paint};
use fieldc_compiler::adversarial::{self, Random};
use fieldc_compiler::claims::{self, Claim, claim};
use fieldc_compiler::generate;
use fieldc_compiler::kernels::{Name, build, build_certified};
use fieldc_compiler::lift::{LiftError, native, rust};
use fieldc_compiler::limb_ir::{Contract, Function};
use fieldc_compiler::mutants::{self, Tally};
use fieldc_compiler::prove::{Certificate, prove};
use fieldc_compiler::spec::names::STANDARD;
use fieldc_compiler::target::module::{ModuleError, module};
use serde_json::json;
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
    /// Change each instruction, operand and constant of the printed text in turn: the proof must refuse every change that matters
    #[arg(long, conflicts_with = "emit")]
    mutants: bool,
    /// With --mutants, about this many changes a kernel instead of all
    #[arg(long, value_name = "N", requires = "mutants")]
    sample: Option<usize>,
    /// cryptoline: print the kernels as programs of that verifier, with their contracts and what the proofs rest on
    #[arg(long, conflicts_with = "json")]
    emit: Option<String>,
    /// With --emit, write a file a kernel to this folder instead of printing
    #[arg(short = 'o', value_name = "DIR", requires = "emit")]
    output: Option<PathBuf>,
}

/// Operands tried on a kernel whose proof fails.
const TRIES: usize = 2000;

/// One thing to prove.
struct Item {
    name: Name,
    /// What is proven: `text` (portable Rust), `asm block`, `function`, or `limb IR` where no text has the kernel.
    form: &'static str,
    contract: Contract,
    /// What it does, or why that is not known.
    function: Result<Function, String>,
    changes: Changes,
}

/// The text that mutants are made of.
enum Changes {
    Native(native::Native),
    Portable(mutants::rust::Portable),
    None,
}

/// What a run has found.
#[derive(Default)]
struct Totals {
    proven: usize,
    failed: usize,
    left_out: usize,
    mutants: Tally,
}

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
    let mut totals = Totals::default();
    for field in &fields {
        // With --all, fields of 32-bit words have no kernels for a target that was asked for by name.
        let targets = match field.targets(&args.target) {
            Err(_) if args.all && args.target.iter().all(|t| Target::parse(t).is_some()) => {
                vec![]
            }
            targets => targets?,
        };
        let names = field.kernels(&args.kernel)?;
        if args.emit.is_some() {
            let asked = !args.kernel.is_empty();
            cryptoline::emit(field, &targets, &names, asked, args.output.as_deref())?;
            continue;
        }
        let text = module(&field.spec, &generate::options(field.title()));
        match &text {
            Ok(_) => {}
            // There is limb IR for moduli that are too large for text.
            Err(e @ ModuleError::Spec(_)) => eprintln!("{}: no text: {e}", field.title()),
            Err(e) => {
                totals.failed += 1;
                eprintln!("{}: {e}", field.title());
            }
        }
        let text = text.as_ref().map(|m| m.text.as_str()).unwrap_or_default();
        // Without a choice of kernels, also what surrounds them: constants, dispatch, loops, sums, chains.
        if args.kernel.is_empty() && !text.is_empty() {
            whole_text(args, field, text, &mut totals)?;
        }
        for target in targets {
            for item in items(field, target, &names, text)? {
                one(args, field, target, &item, &mut totals)?;
            }
        }
    }
    if args.emit.is_some() {
        return Ok(());
    }
    let mut total = format!(
        "{} proven, {} failed, {} left out (not emitted)",
        totals.proven, totals.failed, totals.left_out
    );
    if args.mutants {
        total = format!("{total}\n{}", totals.mutants);
    }
    match args.json {
        true => eprintln!("{total}"),
        false => output::print(&format!("{total}\n"))?,
    }
    match (totals.failed, totals.mutants.survived.len()) {
        (0, 0) => Ok(()),
        (0, n) => Err(CliError::Failed(format!(
            "{n} mutants survived: {}",
            totals.mutants.survived.join("; ")
        ))),
        (n, _) => Err(CliError::Failed(format!("{n} kernels have no proof"))),
    }
}

/// Everything in the text beside the kernels.
fn whole_text(args: &Args, field: &Field, text: &str, totals: &mut Totals) -> Result<(), CliError> {
    let result = rust::check_module(text, &field.spec, &generate::options(field.title()).tier);
    let said = match &result {
        Ok(c) => {
            totals.proven += 1;
            format!(
                "{} constants, dispatches, loops, sums and chains",
                c.checked.len()
            )
        }
        Err(e) => {
            totals.failed += 1;
            e.to_string()
        }
    };
    if args.json {
        return output::json(&json!({
            "field": field.title(),
            "target": "portable",
            "kernel": null,
            "form": "text",
            "proven": result.is_ok(),
            "error": result.is_err().then_some(said),
        }));
    }
    let verdict = match result {
        Ok(_) => paint(Style::Good, "checked"),
        Err(_) => paint(Style::Bad, "FAILED"),
    };
    output::print(&format!(
        "{:15} the rest of the text {verdict}  {said}\n",
        field.title()
    ))
}

/// What is to be proven of a target's kernels: each from the text if it is there.
fn items(field: &Field, target: Target, names: &[Name], text: &str) -> Result<Vec<Item>, CliError> {
    let facts = claims::Field::of(&field.plan);
    let source = rust::Source::parse(text);
    // A text that is refused is an error, and no reason to prove something else. Without a text (no field) there is none to refuse.
    let natives = match text {
        "" => vec![],
        text => native::functions(text, &facts)
            .map_err(|e| CliError::Failed(format!("{}: {e}", field.title())))?,
    };
    let mut out = vec![];
    for name in names {
        let Some(claim) = claim(name.as_str(), &facts) else {
            continue;
        };
        let before = out.len();
        match target {
            Target::Portable => out.extend(portable(*name, &claim, &source, text)),
            Target::Adx => out.extend(
                natives
                    .iter()
                    .filter(|n| n.kernel == name.as_str())
                    .map(|n| native_item(*name, n)),
            ),
        }
        if out.len() == before {
            let built = build_certified(&field.plan, target.style(), *name).map(|(k, _)| k);
            let kernel = built.unwrap_or_else(|_| build(&field.plan, target.style(), *name));
            out.push(Item {
                name: *name,
                form: "limb IR",
                contract: claim.contract.clone(),
                function: match claim.fits(&kernel.function) {
                    true => Ok(kernel.function),
                    false => Err("not the shape that is claimed".into()),
                },
                changes: Changes::None,
            });
        }
    }
    Ok(out)
}

fn portable(
    name: Name,
    claim: &Claim,
    source: &Result<rust::Source, LiftError>,
    text: &str,
) -> Option<Item> {
    let source = source.as_ref().ok()?;
    source.kernels().find(|k| *k == name.as_str())?;
    let shape = rust::Shape::of(name.as_str(), claim);
    Some(Item {
        name,
        form: "text",
        contract: claim.contract.clone(),
        function: source
            .lift(name.as_str(), &shape)
            .map_err(|e| e.to_string()),
        changes: mutants::rust::Portable::find(text, name.as_str(), claim)
            .map_or(Changes::None, Changes::Portable),
    })
}

fn native_item(name: Name, native: &native::Native) -> Item {
    Item {
        name,
        form: match native.symbol().ends_with("_call") {
            true => "function",
            false => "asm block",
        },
        contract: native.claim.contract.clone(),
        function: native.lift().map(|l| l.function).map_err(|e| e.to_string()),
        changes: Changes::Native(native.clone()),
    }
}

/// Proves one, and tries its mutants.
fn one(
    args: &Args,
    field: &Field,
    target: Target,
    item: &Item,
    totals: &mut Totals,
) -> Result<(), CliError> {
    let result: Result<Certificate, String> = item
        .function
        .as_ref()
        .map_err(String::clone)
        .and_then(|f| prove(f, &item.contract).map_err(|e| e.to_string()));
    let counterexample = match (&result, &item.function) {
        (Err(_), Ok(f)) => counterexample(f, &item.contract),
        _ => None,
    };
    // A kernel that emitted code does without, unless it was asked for or is wrong.
    let optional = item.name.is_optional()
        && args.kernel.is_empty()
        && item.form == "limb IR"
        && counterexample.is_none();
    match &result {
        Ok(_) => totals.proven += 1,
        Err(_) if optional => totals.left_out += 1,
        Err(_) => totals.failed += 1,
    }
    let tally = match &item.changes {
        _ if !args.mutants || result.is_err() => None,
        Changes::Native(n) => Some(mutants::x86_64::tally(n, args.sample)),
        Changes::Portable(p) => Some(mutants::rust::tally(p, args.sample)),
        Changes::None => None,
    };
    let (title, target) = (field.title(), target.name());
    if args.json {
        output::json(&json!({
            "field": title,
            "target": target,
            "kernel": item.name.as_str(),
            "form": item.form,
            "proven": result.is_ok(),
            "certificate": result.as_ref().ok().map(|c| c.digest_hex()),
            "error": result.as_ref().err(),
            "counterexample": counterexample,
            "mutants": tally.as_ref().map(|t| json!({
                "tried": t.tried,
                "rejected": t.rejected,
                "rejected_but_equal": t.unshown,
                "equivalent": t.equivalent,
                "survived": t.survived,
            })),
        }))?;
    } else {
        let head = format!(
            "{title:15} {target:10} {:13} {:9}",
            item.name.as_str(),
            item.form
        );
        let verdict = match &result {
            Ok(c) => format!("{}  {c}", paint(Style::Good, "proven")),
            Err(e) => format!(
                "{}  {e}; {}",
                match optional {
                    true => "left out".into(),
                    false => paint(Style::Bad, "FAILED"),
                },
                match counterexample {
                    Some(values) => format!("it is wrong for {values}"),
                    None => format!("no failing value among {TRIES} tried"),
                }
            ),
        };
        let tail = tally
            .as_ref()
            .map_or(String::new(), |t| format!("; mutants: {t}"));
        output::print(&format!("{head} {verdict}{tail}\n"))?;
    }
    totals.mutants.add(tally.unwrap_or_default());
    Ok(())
}

/// Operands for which the function breaks its contract, if some are found.
fn counterexample(f: &Function, c: &Contract) -> Option<String> {
    let found = adversarial::counterexample(f, c, &mut Random(1), TRIES)?;
    let values: Vec<String> = found.iter().map(|(n, v)| format!("{n} = {v:#x}")).collect();
    Some(values.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use fieldc_compiler::kernels::Style as Order;
    use fieldc_compiler::limb_ir::Word;
    use fieldc_compiler::plan::Plan;

    #[test]
    fn a_wrong_kernel_has_a_failing_value() {
        let plan = Plan::new("t", &0xffff_fffb_u32.into(), Word::W64).unwrap();
        let mut kernel = build(&plan, Order::Mac, Name::Add);
        let found = |k: &fieldc_compiler::kernels::Kernel| counterexample(&k.function, &k.contract);
        assert_eq!(found(&kernel), None);
        kernel.contract.equations[0].terms.pop();
        assert!(found(&kernel).is_some_and(|v| v.contains("a = ")));
    }
}
