//! `fieldc addchain`

use crate::error::CliError;
use crate::output::{self, Style, paint};
use fieldc_compiler::addchain::{Chain, Program, ProgramOp, best_known, lower_bound, print};
use fieldc_compiler::spec::{Place, Spec, SpecError, expr, names};
use num_bigint::BigUint;
use std::fmt::Write;

/// Arguments of `fieldc addchain`.
#[derive(clap::Args)]
pub struct Args {
    /// The exponent: an integer expression, such as 2^255 - 21; with --field also of p, such as '(p - 3) / 4'
    #[arg(allow_hyphen_values = true)]
    expr: String,
    /// The field whose modulus p stands for in the exponent
    #[arg(long, value_name = "FIELD")]
    field: Option<String>,
    /// One JSON object: length, squarings, multiplications, lower_bound, steps
    ///
    /// A step [a, b] adds the values of index a and b; value 0 is 1 and step i makes value i + 1.
    #[arg(long)]
    json: bool,
}

/// Finds a chain and prints it.
pub fn run(args: &Args) -> Result<(), CliError> {
    let target = exponent(&args.expr, args.field.as_deref())?;
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

/// The value of the expression, `p` the modulus of the field where one is given.
fn exponent(text: &str, field: Option<&str>) -> Result<BigUint, CliError> {
    let p = field.map(Spec::resolve).transpose()?.map(|s| s.modulus);
    let names: Vec<(&str, &BigUint)> = p.iter().map(|p| ("p", p)).collect();
    let hint = match field {
        None if names::find(text).is_some() => {
            format!("a field is no exponent; one of its exponents is `'p - 2' --field {text}`")
        }
        None if text.contains('p') => "`p` is the modulus of `--field FIELD`".to_string(),
        _ => String::new(),
    };
    expr::parse_with(text, &names).map_err(|e| match hint.is_empty() {
        true => SpecError {
            place: Place::Option("exponent".into()),
            span: Some(e.span),
            problem: e.problem,
        }
        .into(),
        false => CliError::Usage("exponent", hint),
    })
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
