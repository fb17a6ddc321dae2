//! `fieldc explain`

use crate::error::CliError;
use crate::field::{self, Field};
use crate::kernel::{Proven, Target, native_here};
use crate::output::{self, Style, paint};
use fieldc_compiler::limb_ir::{Function, Op};
use fieldc_compiler::target::x86_64::emit::{Form, emit};
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Arguments of `fieldc explain`.
#[derive(clap::Args)]
pub struct Args {
    #[arg(help = field::HELP)]
    field: String,
    /// One JSON object: field, modulus, reasons, kernels
    #[arg(long)]
    json: bool,
}

/// How many operations of each kind a kernel has.
#[derive(Default)]
struct Counts {
    /// Products of two words.
    products: usize,
    /// Additions and subtractions.
    sums: usize,
    /// Shifts, logic, selections.
    other: usize,
    /// Words on the longest path through which a value depends on another.
    depth: usize,
}

impl Counts {
    fn of(f: &Function) -> Counts {
        let mut c = Counts::default();
        let mut depth = vec![0; f.types.len()];
        for inst in &f.insts {
            if matches!(inst.op, Op::Const(_)) {
                continue;
            }
            match inst.op {
                Op::MulWide(..) | Op::Mac(..) | Op::MulLo(..) => c.products += 1,
                Op::Madd52Lo(..) | Op::Madd52Hi(..) => c.products += 1,
                Op::Add(..) | Op::Sub(..) => c.sums += 1,
                _ => c.other += 1,
            }
            let operands = inst.op.operands();
            let before = operands.iter().map(|(v, _)| depth[v.index()]).max();
            let here = before.unwrap_or(0) + 1;
            depth[inst.first.index()] = here;
            if let Some(second) = inst.second() {
                depth[second.index()] = here;
            }
            c.depth = c.depth.max(here);
        }
        c
    }
}

/// A row of the table.
struct Row {
    target: Target,
    kernel: &'static str,
    counts: Counts,
    instructions: Option<usize>,
    ns: Option<f64>,
    certificate: Result<String, String>,
}

impl Row {
    fn cells(&self) -> Vec<String> {
        let number = |n: Option<usize>| n.map_or("-".into(), |n| n.to_string());
        vec![
            self.target.name().into(),
            self.kernel.into(),
            self.counts.products.to_string(),
            self.counts.sums.to_string(),
            self.counts.other.to_string(),
            self.counts.depth.to_string(),
            number(self.instructions),
            self.ns.map_or("-".into(), |ns| format!("{ns:.1}")),
            match &self.certificate {
                Ok(digest) => digest.clone(),
                Err(e) => format!("none: {}", e.chars().take(60).collect::<String>()),
            },
        ]
    }

    fn json(&self) -> Value {
        json!({
            "target": self.target.name(),
            "kernel": self.kernel,
            "products": self.counts.products,
            "sums": self.counts.sums,
            "other": self.counts.other,
            "depth": self.counts.depth,
            "instructions": self.instructions,
            "ns": self.ns,
            "certificate": self.certificate.as_ref().ok(),
        })
    }
}

/// Prints the plan and the table.
pub fn run(args: &Args) -> Result<(), CliError> {
    let field = Field::read(&args.field)?;
    let mut rows = vec![];
    for target in field.targets(&[])? {
        for name in field.kernels(&[])? {
            let kernel = fieldc_compiler::kernels::build(&field.plan, target.style(), name);
            let f = &kernel.function;
            let mut row = Row {
                target,
                kernel: name.as_str(),
                counts: Counts::of(f),
                instructions: match target {
                    Target::Adx => emit(f, Form::OutOfLine).ok().map(|e| e.insns.len()),
                    Target::Portable => None,
                },
                ns: None,
                certificate: Err(String::new()),
            };
            // Code without a proof is not run.
            row.certificate = match Proven::new(&field.plan, target, name) {
                Ok(proven) => {
                    row.ns = measure(&proven)?;
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
            ">depth",
            ">x86",
            ">ns",
            "certificate",
        ],
        &rows.iter().map(Row::cells).collect::<Vec<_>>(),
    );
    text += "\nproducts, sums, other: limb operations; depth: operations on the longest path; x86: instructions out of line\n";
    text += match native_here() {
        true => {
            "ns: independent calls out of line on this processor, the minimum of many rounds, call included\n"
        }
        false => "ns: not measured, this processor lacks BMI2 or ADX\n",
    };
    output::print(&text)
}

/// Nanoseconds a call: rounds of at least `ROUND`, the fastest of `ROUNDS`. `None` where there is no machine code.
fn measure(proven: &Proven) -> Result<Option<f64>, CliError> {
    const ROUND: Duration = Duration::from_micros(100);
    const ROUNDS: usize = 40;
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
    let mut times = 64;
    let mut best = f64::INFINITY;
    let mut rounds = 0;
    while rounds < ROUNDS {
        let start = Instant::now();
        if !proven.repeat(&args, times)? {
            return Ok(None);
        }
        let elapsed = start.elapsed();
        if elapsed < ROUND && times < 1 << 24 {
            times *= 2;
            continue;
        }
        best = best.min(elapsed.as_secs_f64() * 1e9 / times as f64);
        rounds += 1;
    }
    Ok(Some(best))
}
