//! `fieldc explain`

use crate::error::CliError;
use crate::field::{self, Field};
use crate::kernel::{Proven, Target, native_here};
use crate::output::{self, Style, paint};
use crate::standard;
use crate::timer::{clock, fastest};
use fieldc_compiler::cost::{Cost, Machine};
use fieldc_compiler::spec::names;
use fieldc_compiler::target::x86_64::emit::{Form, emit};
use serde_json::{Value, json};
use std::fmt::Write;

/// Arguments of `fieldc explain`.
#[derive(clap::Args)]
pub struct Args {
    #[arg(help = field::HELP)]
    field: String,
    /// The machine of the model: golden-cove, zen4 or zen5. Without it this processor, or golden-cove where this one has no model
    #[arg(long, value_name = "NAME", value_parser = machine)]
    machine: Option<Machine>,
    /// One JSON object: field, modulus, reasons, kernels
    #[arg(long)]
    json: bool,
}

/// A row of the table.
struct Row {
    target: Target,
    kernel: &'static str,
    cost: Cost,
    instructions: Option<usize>,
    ns: Option<f64>,
    cycles: Option<f64>,
    certificate: Result<String, String>,
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let tenth = |x: Option<f64>| x.map_or("-".into(), |x| format!("{x:.1}"));
        let c = &self.cost.counts;
        vec![
            self.target.name().into(),
            self.kernel.into(),
            c.multiplications().to_string(),
            c.sums.to_string(),
            (c.selects + c.funnels + c.logic).to_string(),
            self.instructions.map_or("-".into(), |n| n.to_string()),
            tenth(Some(self.cost.multiplier)),
            tenth(Some(self.cost.bound())),
            self.cost.critical_path.to_string(),
            tenth(self.ns),
            tenth(self.cycles),
            match &self.certificate {
                Ok(digest) => digest.clone(),
                Err(e) => format!("none: {}", e.chars().take(60).collect::<String>()),
            },
        ]
    }

    fn json(&self) -> Value {
        let (cost, c) = (&self.cost, &self.cost.counts);
        json!({
            "target": self.target.name(),
            "kernel": self.kernel,
            "products": c.multiplications(),
            "sums": c.sums,
            "other": c.selects + c.funnels + c.logic,
            "uops": cost.uops,
            "instructions": self.instructions,
            "code_bytes": cost.code_bytes,
            "multiplier_cycles": cost.multiplier,
            "carry_cycles": cost.carry,
            "alu_cycles": cost.alu,
            "front_end_cycles": cost.front_end,
            "bound_cycles": cost.bound(),
            "critical_path": cost.critical_path,
            "ns": self.ns,
            "cycles": self.cycles,
            "certificate": self.certificate.as_ref().ok(),
        })
    }
}

fn machine(name: &str) -> Result<Machine, String> {
    Machine::parse(name).ok_or_else(|| {
        let names = Machine::ALL.map(|m| m.name).join(", ");
        format!("not one of {names}")
    })
}

/// Prints the plan and the table.
pub fn run(args: &Args) -> Result<(), CliError> {
    let field = Field::read(&args.field)?;
    let model = args.machine.or_else(Machine::detect);
    let model = model.unwrap_or(fieldc_compiler::cost::GOLDEN_COVE);
    let ghz = clock();
    let mut rows = vec![];
    for target in field.targets(&[])? {
        for name in field.kernels(&[])? {
            let kernel = fieldc_compiler::kernels::build(&field.plan, target.style(), name);
            let f = &kernel.function;
            let mut row = Row {
                target,
                kernel: name.as_str(),
                cost: Cost::of(f, &model),
                instructions: match target {
                    Target::Adx => emit(f, Form::OutOfLine).ok().map(|e| e.insns.len()),
                    Target::Portable => None,
                },
                ns: None,
                cycles: None,
                certificate: Err(String::new()),
            };
            // Code without a proof is not run.
            row.certificate = match Proven::new(&field.plan, target, name) {
                Ok(proven) => {
                    row.ns = measure(&field, &proven, target)?;
                    row.cycles = row.ns.zip(ghz).map(|(ns, ghz)| ns * ghz);
                    Ok(proven.certificate.digest_hex()[..16].to_string())
                }
                Err(CliError::Prove(_, e)) => Err(e.to_string()),
                Err(e) => return Err(e),
            };
            rows.push(row);
        }
    }
    if args.json {
        return output::json(&json!({
            "field": field.title(),
            "modulus": format!("{:#x}", field.plan.modulus),
            "reasons": field.plan.reasons,
            "not_a_field": field.not_a_field,
            "machine": model.name,
            "machine_source": model.source,
            "machine_assumptions": model.assumptions,
            "clock_ghz": ghz,
            "kernels": rows.iter().map(Row::json).collect::<Vec<_>>(),
        }));
    }
    let mut text = format!("{}\n", paint(Style::Bold, field.title()));
    let _ = writeln!(text, "  p = {:#x}", field.plan.modulus);
    for reason in &field.plan.reasons {
        let _ = writeln!(text, "  {reason}");
    }
    if let Some(reason) = &field.not_a_field {
        let _ = writeln!(text, "  no field: {reason}");
    }
    text.push('\n');
    text += &output::table(
        &[
            "target",
            "kernel",
            ">products",
            ">sums",
            ">other",
            ">x86",
            ">mul",
            ">bound",
            ">path",
            ">ns",
            ">cycles",
            "certificate",
        ],
        &rows.iter().map(Row::cells).collect::<Vec<_>>(),
    );
    let _ = writeln!(
        text,
        "\nproducts, sums, other: limb operations; x86: instructions out of line, moves and memory included"
    );
    let _ = writeln!(
        text,
        "on {}: mul: cycles of the multiplier alone; bound: of the fullest port or the front end; path: of one call from its operands on",
        model.name
    );
    let _ = writeln!(text, "  source: {}", model.source);
    if !model.assumptions.is_empty() {
        let _ = writeln!(text, "  assumed: {}", model.assumptions);
    }
    text += "ns: calls out of line on this processor, one after the other on the same operands, the minimum of many rounds, call included\n";
    text += "    portable: the library's own kernels, as rustc compiled them into this program; standard fields only\n";
    if !native_here() {
        text += "    x86_64-adx: not measured, this processor lacks BMI2 or ADX\n";
    }
    if let Some(ghz) = ghz {
        let _ = writeln!(
            text,
            "cycles: at {ghz:.2} GHz, from a chain of dependent products of 3 cycles each"
        );
    }
    output::print(&text)
}

/// Nanoseconds a call. Machine code is run as it is; of portable code, which rustc compiles, the library has the kernels that
/// the types of the standard fields use. `None` where there is neither.
fn measure(field: &Field, proven: &Proven, target: Target) -> Result<Option<f64>, CliError> {
    if target == Target::Portable {
        // A spec of one's own may have the name of a standard field.
        let standard = names::find(&field.spec.name)
            .filter(|s| s.modulus().is_ok_and(|m| m == field.plan.modulus));
        let repeat = standard.and_then(|s| standard::portable(s.module, proven.name));
        let Some(repeat) = repeat else {
            return Ok(None);
        };
        let fastest = standard::in_portable_code(|| {
            fastest(|times| {
                repeat(times);
                Ok::<_, CliError>(true)
            })
        });
        return fastest.unwrap_or(Ok(None));
    }
    let args: Vec<Vec<u64>> = proven
        .kernel
        .function
        .params
        .iter()
        .map(|p| {
            // A third of the largest value: full-length, and allowed.
            let mut limbs = (&p.max / 3u8).to_u64_digits();
            limbs.resize(p.limbs.len(), 0);
            limbs
        })
        .collect();
    let args: Vec<&[u64]> = args.iter().map(Vec::as_slice).collect();
    fastest(|times| proven.repeat(&args, times))
}
