//! `fieldc compile`

use crate::error::CliError;
use crate::field::{self, Field};
use crate::kernel::{Proven, Target};
use crate::output::{self, Style, paint};
use fieldc_compiler::kernels::Name;
use fieldc_compiler::limb_ir::{self, Function};
use fieldc_compiler::target::module::{self, Options};
use fieldc_compiler::target::x86_64::emit::{Form, POOL, emit};
use fieldc_compiler::target::{groups, portable};
use std::fmt::Write;
use std::path::PathBuf;

/// Arguments of `fieldc compile`.
#[derive(clap::Args)]
pub struct Args {
    #[arg(help = field::HELP)]
    field: String,
    /// portable or x86_64-adx; may be repeated. All that the field has if left out
    #[arg(long)]
    target: Vec<String>,
    /// A kernel (mul, sqr, add, …); may be repeated. All if left out
    #[arg(long)]
    kernel: Vec<String>,
    /// asm (x86-64, Intel syntax), rust or ir. A summary with the code of mul if left out
    #[arg(long)]
    emit: Option<String>,
    /// Write files to this folder instead of printing
    #[arg(short = 'o', value_name = "DIR")]
    output: Option<PathBuf>,
}

/// A file of the output.
struct File {
    name: String,
    text: String,
}

/// Prints or writes what was asked for. Only proven kernels are printed.
pub fn run(args: &Args) -> Result<(), CliError> {
    let field = Field::read(&args.field)?;
    if let Some(reason) = &field.not_a_field {
        eprintln!("note: {reason}; kernels only, no module of a field");
    }
    let targets = field.targets(&args.target)?;
    let names = field.kernels(&args.kernel)?;
    if let Some(folder) = &args.output {
        writable(folder, &file_names(&field, &targets, &names, args))?;
    }
    let files = match args.emit.as_deref() {
        None => vec![summary(&field, &targets, &args.kernel)?],
        Some("asm") => {
            if targets == [Target::Portable] {
                let reason = "asm is there for x86_64-adx only; portable has rust and ir".into();
                return Err(CliError::Usage("emit", reason));
            }
            vec![asm(&field, &names)?]
        }
        Some("ir") => ir(&field, &targets, &names)?,
        Some("rust") if args.kernel.is_empty() => vec![rust_module(&field, &targets, args)?],
        Some("rust") => vec![rust_kernels(&field, &targets, &names)?],
        Some(other) => {
            let reason = format!("not built: {other}; available: asm rust ir");
            return Err(CliError::Usage("emit", reason));
        }
    };
    match &args.output {
        None => files.iter().try_for_each(|f| output::print(&f.text)),
        Some(folder) => write(folder, &files),
    }
}

fn write(folder: &std::path::Path, files: &[File]) -> Result<(), CliError> {
    std::fs::create_dir_all(folder).map_err(|e| CliError::Io(folder.display().to_string(), e))?;
    for file in files {
        let path = folder.join(&file.name);
        std::fs::write(&path, &file.text)
            .map_err(|e| CliError::Io(path.display().to_string(), e))?;
        eprintln!("wrote {}", path.display());
    }
    Ok(())
}

/// The names of the files to come.
fn file_names(field: &Field, targets: &[Target], names: &[Name], args: &Args) -> Vec<String> {
    let one = |ending| vec![format!("{}.{ending}", field.spec.name)];
    match args.emit.as_deref() {
        None => one("txt"),
        Some("asm") => one("s"),
        Some("rust") => one("rs"),
        Some("ir") => targets
            .iter()
            .flat_map(|t| names.iter().map(|n| ir_name(field, *t, *n)))
            .collect(),
        Some(_) => vec![],
    }
}

/// Makes the folder and sees whether the files can be written, so that nobody waits for proofs in vain.
fn writable(folder: &std::path::Path, names: &[String]) -> Result<(), CliError> {
    let fail = |path: &std::path::Path, e: std::io::Error| {
        CliError::Usage("output", format!("{}: {e}", path.display()))
    };
    std::fs::create_dir_all(folder).map_err(|e| fail(folder, e))?;
    for name in names {
        let path = folder.join(name);
        let is_new = !path.exists();
        std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(&path)
            .map_err(|e| fail(&path, e))?;
        if is_new {
            std::fs::remove_file(&path).map_err(|e| fail(&path, e))?;
        }
    }
    Ok(())
}

/// The plan, a line a proof, and the code of `mul` (or of the kernels asked for).
fn summary(field: &Field, targets: &[Target], asked: &[String]) -> Result<File, CliError> {
    let plan = &field.plan;
    let mut text = format!("{}\n", paint(Style::Bold, field.title()));
    let _ = writeln!(text, "  p = {:#x}", plan.modulus);
    for reason in &plan.reasons {
        let _ = writeln!(text, "  {reason}");
    }
    let names = match asked.is_empty() {
        true => Name::standard(plan),
        false => field.kernels(asked)?,
    };
    let _ = writeln!(
        text,
        "\n{}: the equation and every range and discarded carry, for all inputs",
        paint(Style::Bold, "proven")
    );
    let mut refused = 0;
    for target in targets {
        for name in &names {
            match Proven::new(plan, *target, *name) {
                Ok(proven) => {
                    let e = &proven.kernel.contract.equations[0];
                    let instructions = proven.kernel.function.insts.len();
                    let _ = writeln!(
                        text,
                        "  {:10} {:13} {:3} operations, {:2} discarded carries, certificate {}  {}",
                        target.name(),
                        name.as_str(),
                        instructions,
                        proven.certificate.discarded.len(),
                        &proven.certificate.digest_hex()[..16],
                        promise(e)
                    );
                }
                Err(CliError::Prove(kernel, _)) => {
                    refused += 1;
                    eprintln!("note: {kernel} has no proof and is left out");
                }
                Err(e) => return Err(e),
            }
        }
    }
    if refused > 0 {
        let _ = writeln!(text, "  {refused} more without a proof are left out");
    }
    let shown = match asked.is_empty() {
        true => vec![Name::Mul],
        false => names,
    };
    for name in shown {
        text.push('\n');
        if targets.contains(&Target::Adx) {
            text += &assembly(&Proven::new(plan, Target::Adx, name)?)?;
        } else {
            let proven = Proven::new(plan, Target::Portable, name)?;
            text += &portable::function(&proven.kernel.function, name.as_str(), plan.limbs);
        }
    }
    Ok(File {
        name: format!("{}.txt", field.spec.name),
        text,
    })
}

/// `2^256 out = a b (mod p)`: the first equation of a contract in short.
fn promise(e: &fieldc_compiler::limb_ir::Equation) -> String {
    use fieldc_compiler::limb_ir::Modulo;
    let scale = match e.scale.bits() {
        1 => String::new(),
        _ if e.scale.count_ones() == 1 => format!("2^{} ", e.scale.bits() - 1),
        _ => format!("{:#x} ", e.scale),
    };
    let terms: Vec<String> = e
        .terms
        .iter()
        .map(|t| {
            let size = t.coefficient.magnitude();
            let sign = if t.coefficient.sign() == num_bigint::Sign::Minus {
                "-"
            } else {
                ""
            };
            let factor = match size.bits() {
                1 => String::new(),
                _ if size.count_ones() == 1 => format!("2^{} ", size.bits() - 1),
                _ => format!("{size} "),
            };
            format!("{sign}{factor}{}", t.factors.join(" "))
        })
        .collect();
    let modulo = match e.modulo {
        Modulo::Exact => "",
        _ => " (mod p)",
    };
    let sum = terms.join(" + ").replace("+ -", "- ");
    format!("{scale}{} = {sum}{modulo}", e.result)
}

/// The assembly of one kernel with its constants and what it promises.
fn assembly(proven: &Proven) -> Result<String, CliError> {
    let f = &proven.kernel.function;
    let code =
        emit(f, Form::OutOfLine).map_err(fieldc_compiler::target::x86_64::CompileError::from)?;
    let label = format!("{}_consts", f.name);
    let lines: Vec<String> = code.insns.iter().map(|i| i.to_string()).collect();
    let used = lines.iter().any(|l| l.contains(POOL));
    let arguments: Vec<String> = groups(f)
        .iter()
        .map(|(g, params)| {
            let limbs: usize = params.iter().map(|p| f.params[*p].limbs.len()).sum();
            format!("{g}: *const [u64; {limbs}]")
        })
        .collect();
    let limbs: usize = f.results.iter().map(|r| r.limbs.len()).sum();
    let aliasing = match fieldc_compiler::claims::apart(&f.name) {
        true => "out lies apart from the operands",
        false => "out may be any operand",
    };
    let mut s = format!(
        "# {}(out: *mut [u64; {limbs}], {}), System V, BMI2 and ADX; {aliasing}\n",
        f.name,
        arguments.join(", ")
    );
    for e in &proven.kernel.contract.equations {
        let _ = writeln!(s, "# {}", promise(e));
    }
    let _ = writeln!(s, "# proof {}", proven.certificate);
    if used {
        let _ = writeln!(s, ".section .rodata\n.balign 8\n{label}:");
        for word in &code.pool {
            let _ = writeln!(s, "    .quad {word:#018x}");
        }
    }
    let _ = writeln!(s, ".text\n.globl {0}\n{0}:", f.name);
    for line in &lines {
        let _ = writeln!(s, "    {}", line.replace(POOL, &label));
    }
    Ok(s)
}

fn asm(field: &Field, names: &[Name]) -> Result<File, CliError> {
    let mut text = format!("# {}\n.intel_syntax noprefix\n", field.title());
    for name in names {
        text.push('\n');
        text += &assembly(&Proven::new(&field.plan, Target::Adx, *name)?)?;
    }
    Ok(File {
        name: format!("{}.s", field.spec.name),
        text,
    })
}

fn ir_name(field: &Field, target: Target, name: Name) -> String {
    let target = target.name().replace('-', "_");
    format!("{}_{target}_{}.ir", field.spec.name, name.as_str())
}

fn ir(field: &Field, targets: &[Target], names: &[Name]) -> Result<Vec<File>, CliError> {
    let mut files = vec![];
    for target in targets {
        for name in names {
            let proven = Proven::new(&field.plan, *target, *name)?;
            let f: &Function = &proven.kernel.function;
            files.push(File {
                name: ir_name(field, *target, *name),
                text: limb_ir::print(f),
            });
        }
    }
    Ok(files)
}

fn rust_module(field: &Field, targets: &[Target], args: &Args) -> Result<File, CliError> {
    let module = module::module(
        &field.spec,
        &Options {
            tier: "::fieldc::tier".into(),
            command: format!("fieldc compile {} --emit rust", args.field.escape_debug()),
            native: targets.contains(&Target::Adx),
            dots: 8,
            fp2: true,
        },
    )?;
    Ok(File {
        name: format!("{}.rs", field.spec.name),
        text: module.text,
    })
}

/// Portable functions, without the constants around them.
fn rust_kernels(field: &Field, targets: &[Target], names: &[Name]) -> Result<File, CliError> {
    if !targets.contains(&Target::Portable) {
        let reason = "single kernels are printed as rust for portable only".into();
        return Err(CliError::Usage("emit", reason));
    }
    let plan = &field.plan;
    let container = plan.word.container;
    let mut text = format!(
        "/// An element of `{}`.\npub type Limbs = [u{container}; {}];\n{}",
        field.title(),
        plan.limbs,
        portable::helpers(container)
    );
    for name in names {
        let proven = Proven::new(plan, Target::Portable, *name)?;
        let _ = writeln!(text, "/// Proof {}", proven.certificate);
        text += &portable::function(&proven.kernel.function, name.as_str(), plan.limbs);
    }
    Ok(File {
        name: format!("{}.rs", field.spec.name),
        text,
    })
}
