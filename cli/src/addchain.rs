//! `fieldc addchain`

use crate::error::CliError;
use crate::output::{self, Style, paint};
use fieldc_compiler::addchain::{Chain, Program, ProgramOp, best_known, lower_bound, print};
use fieldc_compiler::spec::{Place, expr};
use std::fmt::Write;

/// Arguments of `fieldc addchain`.
#[derive(clap::Args)]
pub struct Args {
    /// The exponent: an integer expression, such as 2^255 - 21
    expr: String,
    /// One JSON object: length, squarings, multiplications, lower_bound, steps
    ///
    /// A step [a, b] adds the values of index a and b; value 0 is 1 and step i makes value i + 1.
    #[arg(long)]
    json: bool,
}

/// Finds a chain and prints it.
pub fn run(args: &Args) -> Result<(), CliError> {
    let target = expr::parse_at(&args.expr, Place::Option("exponent".into()))?;
    let chain = best_known(&target)?;
    if args.json {
        let steps: Vec<[usize; 2]> = chain.steps().iter().map(|s| [s.a, s.b]).collect();
        return output::json(&serde_json::json!({
            "length": chain.len(),
            "squarings": chain.squarings(),
            "multiplications": chain.multiplications(),
            "lower_bound": lower_bound(&target),
            "steps": steps,
        }));
    }
    let mut text = format!("exponent {target:#x}, {} bits\n", target.bits());
    let _ = writeln!(
        text,
        "length {}: {} squarings, {} multiplications; no chain has fewer than {} steps\n",
        chain.len(),
        chain.squarings(),
        chain.multiplications(),
        lower_bound(&target)
    );
    let _ = writeln!(text, "{}\n{}\n", paint(Style::Bold, "chain"), print(&chain));
    text += &code(&chain);
    output::print(&text)
}

/// The chain as code: `x` is the base, `t1`, `t2`, … are temporaries.
fn code(chain: &Chain) -> String {
    let program = Program::from_chain(chain);
    let slot = |i: usize| match i {
        0 => "x".to_string(),
        i => format!("t{i}"),
    };
    let mut text = format!(
        "{} ({} temporaries)\n",
        paint(Style::Bold, "code"),
        program.temporaries
    );
    for op in &program.ops {
        let _ = match op {
            ProgramOp::Mul { dst, a, b } => {
                writeln!(text, "{} = mul({}, {})", slot(*dst), slot(*a), slot(*b))
            }
            ProgramOp::SqrN { dst, src, n: 1 } => {
                writeln!(text, "{} = sqr({})", slot(*dst), slot(*src))
            }
            ProgramOp::SqrN { dst, src, n } => {
                writeln!(text, "{} = sqr_n({}, {n})", slot(*dst), slot(*src))
            }
        };
    }
    let _ = writeln!(text, "return {}", slot(program.output));
    text
}
