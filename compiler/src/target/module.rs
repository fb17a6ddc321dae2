//! The kernel module of a field: constants, portable kernels, native kernels, dispatch, chains. `generated/` and the expansion
//! of `field!` are this text.

use super::portable;
use super::x86_64::{emit::EmitError, print};
use crate::addchain::{Chain, Program, ProgramOp};
use crate::claims::Field;
use crate::kernels::{Kernel, Name, Style, build_certified};
use crate::lift;
use crate::limb_ir::{Op, Word};
use crate::plan::Plan;
use crate::plan::constants::FieldConstants;
use crate::prove::{Certificate, ProveError};
use crate::spec::{Spec, SpecError};
use num_bigint::BigUint;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::Path;

/// How a module is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The path of the tier module as the printed code reaches it (`crate::tier`, `::fieldc::tier`).
    pub tier: String,
    /// The command that makes this text, for the header.
    pub command: String,
    /// Print MULX/ADCX/ADOX kernels beside the portable ones (64-bit words only).
    pub native: bool,
    /// Sums of products up to this many terms have a kernel of their own (1, for none, to 8); longer ones are composed.
    pub dots: u8,
    /// Print the kernels of `F_p[u]/(u^2 + 1)` where `p = 3 mod 4`.
    pub fp2: bool,
}

/// Why there is no module.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModuleError {
    /// The spec is not a field.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A kernel could not be certified, so nothing is emitted.
    #[error("{0}: {1}")]
    Prove(String, ProveError),
    /// The printed text could not be proven, so it is not handed out.
    #[error("the printed text of {0}: {1}")]
    Text(String, crate::lift::native::TextError),
    /// A kernel could not be lowered.
    #[error(transparent)]
    Emit(#[from] EmitError),
    /// No chain was found for an exponent.
    #[error("addition chain: {0}")]
    Chain(#[from] crate::addchain::SearchError),
    /// The file could not be written.
    #[error("{0} cannot be written: {1}")]
    Write(String, String),
}

/// The text and what was proven about it.
#[derive(Clone, Debug)]
pub struct Module {
    /// Rust source: the items of one module.
    pub text: String,
    /// The type of an element: `[u64; 4]`.
    pub limbs: String,
    /// A certificate a kernel and style.
    pub certificates: Vec<Certificate>,
}

/// A kernel with its certificate.
struct Certified {
    name: Name,
    kernel: Kernel,
}

/// Prints the module of a field. Every kernel is proven first, and every native function again from the text.
pub fn module(spec: &Spec, options: &Options) -> Result<Module, ModuleError> {
    let plan = Plan::for_spec(spec)?;
    let constants = FieldConstants::new(spec, &plan)?;
    // One-word fields are left to the compiler, which vectorises loops over them.
    let native = options.native && plan.word == Word::W64 && plan.limbs > 1;
    let mut names: Vec<Name> = Name::standard(&plan);
    names.retain(|n| !matches!(n, Name::Dot(k) if *k > options.dots));
    if options.fp2 {
        names.extend(Name::extra(&plan).into_iter().filter(|n| n.is_fp2()));
    }
    let styles: &[Style] = if native {
        &[Style::Mac, Style::DualChain]
    } else {
        &[Style::Mac]
    };
    let mut certificates = vec![];
    let mut portable_kernels = vec![];
    let mut native_kernels = vec![];
    let mut composed = vec![];
    'names: for name in &names {
        let mut done = vec![];
        for style in styles {
            if *style == Style::DualChain && !is_native(*name) {
                continue;
            }
            match build_certified(&plan, *style, *name) {
                Ok((kernel, certificate)) => done.push((*style, kernel, certificate)),
                // What can be composed of proven kernels is; nothing unproven is printed.
                Err(_) if matches!(name, Name::Dot(_)) => {
                    composed.push(*name);
                    continue 'names;
                }
                Err(_) if name.is_optional() => continue 'names,
                Err(e) => {
                    return Err(ModuleError::Prove(
                        format!("{}_{}", plan.name, name.as_str()),
                        e,
                    ));
                }
            }
        }
        for (style, kernel, certificate) in done {
            certificates.push(certificate);
            let certified = Certified {
                name: *name,
                kernel,
            };
            match style {
                Style::Mac => portable_kernels.push(certified),
                Style::DualChain => native_kernels.push(certified),
            }
        }
    }
    composed.extend((options.dots + 1..=8).map(Name::Dot));

    let mut text = header(spec, &plan, options, &portable_kernels, &certificates);
    constants_text(&mut text, &plan, &constants);
    for k in &portable_kernels {
        dispatch(&mut text, &plan, options, native && is_native(k.name), k);
    }
    compositions(&mut text, options, native, &names, &composed);
    chains(&mut text, &constants)?;
    portable_module(&mut text, &plan, &portable_kernels);
    if native {
        native_module(&mut text, &plan, &native_kernels)?;
        lift::native::prove_text(&text, &Field::of(&plan))
            .map_err(|e| ModuleError::Text(plan.name.clone(), e))?;
    }
    Ok(Module {
        text,
        limbs: format!("[u{}; {}]", plan.word.container, plan.limbs),
        certificates,
    })
}

/// Writes the module of a field (a standard name, an expression or the path of a spec file, see [`Spec::resolve`]) to a file, for a build script.
/// A file that has this text already is left alone.
///
/// The user's crate, which depends on `fieldc`, has `#[allow(dead_code)] mod fp { include!(concat!(env!("OUT_DIR"), "/fp.rs")); }` and
/// `fieldc::field_type! { pub struct Fp; kernels = fp; }`.
pub fn write_module(field: &str, path: &Path) -> Result<(), ModuleError> {
    let options = Options {
        tier: "::fieldc::tier".into(),
        command: format!("fieldc compile '{field}' --emit rust"),
        native: true,
        dots: 8,
        fp2: true,
    };
    let text = module(&Spec::resolve(field)?, &options)?.text;
    if std::fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    std::fs::write(path, text)
        .map_err(|e| ModuleError::Write(path.display().to_string(), e.to_string()))
}

/// Kernels with a native form.
fn is_native(name: Name) -> bool {
    use Name::*;
    matches!(
        name,
        Add | Sub
            | Neg
            | Double
            | Reduce
            | Mul
            | Sqr
            | MulLazy
            | SqrLazy
            | MulWide
            | Redc
            | FromInternal
            | Dot(_)
    ) || name.is_fp2()
}

/// Native kernels that are worth their size at every use.
fn is_inline(name: Name) -> bool {
    use Name::*;
    matches!(
        name,
        Add | Sub | Neg | Double | Reduce | Mul | Sqr | MulLazy | SqrLazy
    )
}

fn doc(plan: &Plan, name: Name) -> String {
    let r = if plan.montgomery() { " / R" } else { "" };
    match name {
        Name::Add => "`a + b`.".into(),
        Name::Sub => "`a - b`.".into(),
        Name::Neg => "`-a`.".into(),
        Name::Double => "`2 a`.".into(),
        Name::Half => "`a / 2`.".into(),
        Name::Mul => format!("`a b{r}`."),
        Name::Sqr => format!("`a^2{r}`."),
        Name::MulLazy => format!("`a b{r}` for values below `2p`; the result is below `2p`."),
        Name::SqrLazy => format!("`a^2{r}` for values below `2p`; the result is below `2p`."),
        Name::Reduce => "A value below `2p` to its canonical one.".into(),
        Name::MulWide => "`a b` over the integers: low and high limbs.".into(),
        Name::Redc => format!("`(lo + hi W^n){r}` for a value below `p W^n`."),
        Name::FromInternal => "The canonical integer of an internal value.".into(),
        Name::Select => "`choice ? a : b`, `choice` 0 or 1.".into(),
        Name::Dot(k) => format!("Sum of {k} products `a_i b_i{r}`, one reduction."),
        Name::Fp2Mul => format!("`(a0 + a1 u)(b0 + b1 u){r}`, `u^2 = -1`."),
        Name::Fp2Sqr => format!("`(a0 + a1 u)^2{r}`, `u^2 = -1`."),
        Name::Fp2MulWide => "`(a0 + a1 u)(b0 + b1 u)`, wide: two integers modulo `W^2n`; the factors below `2p` where `8p` fits, else below `p`.".into(),
        Name::Fp2SqrWide => "`(a0 + a1 u)^2 + p (a0 + a1)`, wide.".into(),
        Name::Fp2Redc => format!("A wide value, with its offset,{r}, reduced."),
        Name::Fp2OffsetWide => "`a + k p W^n` for both coordinates of a wide value, k = 3 where `8p` fits, else 2: what `fp2_redc` takes, for a from `-k p W^n` to below `k p W^n`.".into(),
        Name::Fp2AddWide => "`a + b` for wide values.".into(),
        Name::Fp2SubWide => "`a - b` for wide values.".into(),
        Name::Fp2RotateWide => "`(1 + u) a` for a wide value.".into(),
        Name::Fp2Sub2Wide => "`a - b - d` for wide values.".into(),
        Name::Fp2AddRotateWide => "`a + (1 + u) b` for wide values.".into(),
        Name::Fp2Add => "`a + b`.".into(),
        Name::Fp2Sub => "`a - b`.".into(),
        Name::Fp2Rotate => "`(1 + u) a`.".into(),
        Name::Fp2AddLazy => "`a + b`, below `2p`.".into(),
        Name::MulOperand | Name::SqrOperand | Name::RedcOperand => "Modulus as an operand.".into(),
    }
}

fn header(
    spec: &Spec,
    plan: &Plan,
    options: &Options,
    kernels: &[Certified],
    certificates: &[Certificate],
) -> String {
    let mut s = String::new();
    let _ = writeln!(
        s,
        "// Generated by fieldc {}. Do not edit.",
        env!("CARGO_PKG_VERSION")
    );
    let _ = writeln!(s, "// Command: {}", one_line(&options.command));
    let _ = writeln!(s, "// Field: {}", one_line(&spec.name));
    let _ = writeln!(s, "// Modulus: {:#x} ({} bits)", plan.modulus, plan.bits);
    let _ = writeln!(
        s,
        "// Limbs: {} of {} bits, least significant first; internal form {}.",
        plan.limbs,
        plan.word.radix,
        if plan.montgomery() {
            format!("a R mod p, R = 2^{}", plan.word.radix as usize * plan.limbs)
        } else {
            "the canonical integer".into()
        }
    );
    for reason in &plan.reasons {
        let _ = writeln!(s, "// {reason}");
    }
    let _ = writeln!(
        s,
        "// Ranges: every operand and result below p, but *_lazy (below 2p) and the words of mul_wide and redc."
    );
    let _ = writeln!(
        s,
        "// Kernels (portable form: products, additions, selects):"
    );
    for k in kernels {
        let count =
            |f: &dyn Fn(&Op) -> bool| k.kernel.function.insts.iter().filter(|i| f(&i.op)).count();
        let _ = writeln!(
            s,
            "//   {}: {} {} {}",
            k.name.as_str(),
            count(&|o| matches!(o, Op::MulWide(..) | Op::Mac(..) | Op::MulLo(..))),
            count(&|o| matches!(o, Op::Add(..) | Op::Sub(..))),
            count(&|o| matches!(o, Op::Select(..))),
        );
    }
    let _ = writeln!(
        s,
        "// Certificates: {} kernels, digest {}",
        certificates.len(),
        digest(certificates)
    );
    s
}

/// Text that cannot leave its comment: what ends a line, or turns its direction, is escaped.
fn one_line(text: &str) -> String {
    text.chars().fold(String::new(), |mut line, c| {
        match c {
            c if c.is_control() => line.extend(c.escape_default()),
            '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => line.extend(c.escape_unicode()),
            c => line.push(c),
        }
        line
    })
}

/// SHA-256 over the digests of the certificates.
fn digest(certificates: &[Certificate]) -> String {
    let mut h = Sha256::new();
    certificates.iter().for_each(|c| h.update(c.digest()));
    h.finalize().iter().map(|b| format!("{b:02x}")).collect()
}

fn literal(plan: &Plan, x: &BigUint) -> String {
    let limbs: Vec<String> = plan.limbs_of(x).iter().map(|l| format!("{l:#x}")).collect();
    format!("[{}]", limbs.join(", "))
}

fn constants_text(s: &mut String, plan: &Plan, c: &FieldConstants) {
    let w = format!("u{}", plan.word.container);
    let internal = |x: &BigUint| literal(plan, &plan.to_internal(x));
    let plain = |x: &BigUint| literal(plan, x);
    let items: Vec<(&str, &str, &str, String)> = vec![
        (
            "The modulus, canonical limbs.",
            "MODULUS",
            "Limbs",
            plain(&plan.modulus),
        ),
        (
            "The modulus in hexadecimal.",
            "MODULUS_STR",
            "&str",
            format!("\"{:#x}\"", plan.modulus),
        ),
        (
            "Bits of the modulus.",
            "NUM_BITS",
            "u32",
            plan.bits.to_string(),
        ),
        ("The internal form of 1.", "R", "Limbs", plain(&c.r)),
        (
            "`mul(a, R2)` is the internal form of the canonical `a`.",
            "R2",
            "Limbs",
            plain(&c.r2),
        ),
        (
            "The cube of the radius, for wide inputs.",
            "R3",
            "Limbs",
            plain(&c.r3),
        ),
        (
            "Whether the internal form is `a R mod p` (else it is `a`).",
            "MONTGOMERY",
            "bool",
            plan.montgomery().to_string(),
        ),
        (
            "Whether `mul_lazy`, `sqr_lazy` and `reduce` are kernels of their own.",
            "LAZY",
            "bool",
            crate::kernels::has_lazy(plan).to_string(),
        ),
        (
            "`-1/p` modulo the word.",
            "NEGATED_INVERSE",
            &w,
            format!("{:#x}", plan.negated_inverse),
        ),
        (
            "Proven number of half-delta division steps; 0: not computed for this modulus.",
            "DIVSTEPS",
            "u32",
            plan.divsteps.to_string(),
        ),
        (
            "A multiplicative non-residue, internal form.",
            "GENERATOR",
            "Limbs",
            internal(&c.generator),
        ),
        (
            "`s` with `p - 1 = 2^s q`, `q` odd.",
            "TWO_ADICITY",
            "u32",
            c.two_adicity.to_string(),
        ),
        (
            "`GENERATOR^q`, of order exactly `2^s`.",
            "ROOT_OF_UNITY",
            "Limbs",
            internal(&c.root_of_unity),
        ),
        (
            "Its inverse.",
            "ROOT_OF_UNITY_INV",
            "Limbs",
            internal(&c.root_of_unity_inverse),
        ),
        ("`GENERATOR^(2^s)`.", "DELTA", "Limbs", internal(&c.delta)),
        ("`1/2`.", "TWO_INV", "Limbs", internal(&c.two_inv)),
        (
            "The exponent of [`sqrt_chain`].",
            "SQRT_EXPONENT",
            "Limbs",
            plain(&c.sqrt_exponent),
        ),
    ];
    let _ = writeln!(
        s,
        "\n/// The limbs of an element, least significant first.\npub type Limbs = [{w}; {}];",
        plan.limbs
    );
    for (doc, name, ty, value) in items {
        let _ = writeln!(s, "/// {doc}\npub const {name}: {ty} = {value};");
    }
}

/// The function that users call: native where the processor has it.
fn dispatch(s: &mut String, plan: &Plan, options: &Options, native: bool, k: &Certified) {
    let sig = portable::signature(&k.kernel.function, plan.limbs);
    let (name, parameters, result, forward) = (
        k.name.as_str(),
        sig.parameters(),
        &sig.result,
        sig.forward(),
    );
    let _ = writeln!(s, "/// {} Constant time.", doc(plan, k.name));
    if !native {
        let _ = writeln!(
            s,
            "#[inline(always)]\npub fn {name}({parameters}) -> {result} {{\n    portable::{name}({forward})\n}}"
        );
        return;
    }
    // An opaque call keeps a formula in one block; results in registers are worth a branch.
    if sig.in_memory() {
        let _ = writeln!(
            s,
            "#[inline(always)]\npub fn {name}({parameters}) -> {result} {{\n    #[cfg(target_arch = \"x86_64\")]\n    \
             return {tier}::entry!(({parameters}) -> {result}, adx::{name}_call, adx::{name}, portable::{name});\n    \
             #[cfg(not(target_arch = \"x86_64\"))]\n    portable::{name}({forward})\n}}",
            tier = options.tier,
        );
        return;
    }
    let list = |prefix: &str| {
        let one = |(name, ty): &(String, String)| {
            if ty.starts_with('&') {
                format!("{prefix}{name}")
            } else {
                name.clone()
            }
        };
        sig.arguments.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    let _ = writeln!(
        s,
        "#[inline(always)]\npub fn {name}({parameters}) -> {result} {{\n    #[cfg(target_arch = \"x86_64\")]\n    {{\n        if {tier}::adx() {{\n            \
         // SAFETY: the tier says that the processor has BMI2 and ADX.\n            return unsafe {{ adx::{name}({forward}) }};\n        }}\n        \
         // By value: a reference would force the operands into memory on the other path as well.\n        \
         #[cold]\n        #[inline(never)]\n        fn fallback({owned}) -> {result} {{\n            portable::{name}({borrowed})\n        }}\n        \
         {call}\n    }}\n    #[cfg(not(target_arch = \"x86_64\"))]\n    portable::{name}({forward})\n}}",
        tier = options.tier,
        owned = sig.parameters().replace('&', ""),
        borrowed = list("&"),
        call = match (sig.result.as_str(), plan.limbs) {
            // Limb by limb, so that the two paths meet in registers.
            ("Limbs", n) => {
                let limbs: Vec<String> = (0..n).map(|i| format!("r[{i}]")).collect();
                format!(
                    "let r = fallback({});\n        [{}]",
                    list("*"),
                    limbs.join(", ")
                )
            }
            _ => format!("fallback({})", list("*")),
        },
    );
}

/// Loops over kernels, and what the plan has no kernel for.
fn compositions(
    s: &mut String,
    options: &Options,
    native: bool,
    names: &[Name],
    composed: &[Name],
) {
    // With a lazy range all squarings stay below 2p and one subtraction ends the run (its invariant: `t < 2p` in and out).
    let (square, end) = if names.contains(&Name::MulLazy) {
        ("sqr_lazy", "reduce")
    } else {
        ("sqr", "")
    };
    let loop_of = |path: &str, open: &str, close: &str| {
        let end = if end.is_empty() {
            "t".into()
        } else {
            format!("{open}{path}{end}(&t){close}")
        };
        format!(
            "    let mut t = *a;\n    let mut i = 0;\n    while i < n {{\n        t = {open}{path}{square}(&t){close};\n        i += 1;\n    }}\n    {end}"
        )
    };
    let _ = writeln!(
        s,
        "/// `a^(2^n)` (internal form): `n` squarings, `n` public. Constant time but for `n`.\n#[inline]\npub fn sqr_n(a: &Limbs, n: u32) -> Limbs {{"
    );
    if native {
        let _ = writeln!(
            s,
            "    #[cfg(target_arch = \"x86_64\")]\n    if {}::adx() {{\n        // SAFETY (all calls): the tier says that the processor has BMI2 and ADX.\n        \
             return {{\n{}\n    }};\n    }}",
            options.tier,
            loop_of("adx::", "unsafe { ", " }"),
        );
    }
    let _ = writeln!(s, "{}\n}}", loop_of("portable::", "", ""));
    if !names.contains(&Name::MulLazy) {
        let _ = writeln!(
            s,
            "/// The plan has no lazy range: [`mul`].\n#[inline(always)]\npub fn mul_lazy(a: &Limbs, b: &Limbs) -> Limbs {{\n    mul(a, b)\n}}\n/// The plan has no lazy range: \
             [`sqr`].\n#[inline(always)]\npub fn sqr_lazy(a: &Limbs) -> Limbs {{\n    sqr(a)\n}}\n/// The plan has no lazy range: values are canonical \
             already.\n#[inline(always)]\npub fn reduce(a: &Limbs) -> Limbs {{\n    *a\n}}"
        );
    }
    for name in composed {
        let Name::Dot(k) = *name else { continue };
        let half = k / 2;
        let part = |from: u8, n: u8| {
            let list = |x: &str| {
                (from..from + n)
                    .map(|i| format!("{x}[{i}]"))
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            match n {
                1 => format!("mul(&a[{from}], &b[{from}])"),
                n => format!("dot{n}(&[{}], &[{}])", list("a"), list("b")),
            }
        };
        let _ = writeln!(
            s,
            "/// Sum of {k} products, composed of shorter ones. Constant time.\n#[inline]\npub fn dot{k}(a: &[Limbs; {k}], b: &[Limbs; {k}]) -> Limbs {{\n    add(&{}, &{})\n}}",
            part(0, half),
            part(half, k - half),
        );
    }
}

fn chains(s: &mut String, c: &FieldConstants) -> Result<(), ModuleError> {
    // Products in a chain are calls: a chain has dozens, and most of the work is in its squarings.
    let _ = writeln!(
        s,
        "#[inline(never)]\nfn mul_outlined(a: &Limbs, b: &Limbs) -> Limbs {{\n    mul(a, b)\n}}\n#[inline(never)]\nfn sqr_n_outlined(a: &Limbs, n: u32) -> Limbs {{\n    sqr_n(a, n)\n}}"
    );
    for (name, exponent, what) in [
        ("sqrt_chain", &c.sqrt_exponent, "`a^SQRT_EXPONENT`"),
        (
            "inv_chain",
            &c.inverse_exponent,
            "`a^(p - 2)`: the inverse, and 0 for 0",
        ),
    ] {
        if *exponent == BigUint::ZERO {
            let _ = writeln!(
                s,
                "/// {what}: 1. Constant time.\npub fn {name}(_a: &Limbs) -> Limbs {{\n    R\n}}"
            );
            continue;
        }
        let chain = crate::addchain::quickly_known(exponent)?;
        s.push_str(&chain_function(name, what, &chain));
    }
    Ok(())
}

/// One chain as a function of calls.
fn chain_function(name: &str, what: &str, chain: &Chain) -> String {
    let program = Program::from_chain(chain);
    let mut s = format!(
        "/// {what} in internal form: {} squarings, {} multiplications. Constant time.\npub fn {name}(a: &Limbs) -> Limbs {{\n    let t0 = *a;\n",
        chain.squarings(),
        chain.multiplications()
    );
    for op in &program.ops {
        let _ = match op {
            ProgramOp::Mul { dst, a, b } => {
                writeln!(s, "    let t{dst} = mul_outlined(&t{a}, &t{b});")
            }
            ProgramOp::SqrN { dst, src, n } => {
                writeln!(s, "    let t{dst} = sqr_n_outlined(&t{src}, {n});")
            }
        };
    }
    let _ = writeln!(s, "    t{}\n}}", program.output);
    s
}

fn portable_module(s: &mut String, plan: &Plan, kernels: &[Certified]) {
    let _ = writeln!(
        s,
        "/// The portable kernels.\n#[allow(clippy::all, dead_code, unused_parens)]\npub mod portable {{\n    use super::Limbs;"
    );
    s.push_str(&portable::helpers(plan.word.container));
    for k in kernels {
        let _ = writeln!(s, "/// {} Constant time.\n#[inline]", doc(plan, k.name));
        s.push_str(&portable::function(
            &k.kernel.function,
            k.name.as_str(),
            plan.limbs,
        ));
    }
    s.push_str("}\n");
}

fn native_module(s: &mut String, plan: &Plan, kernels: &[Certified]) -> Result<(), ModuleError> {
    let _ = writeln!(
        s,
        "/// The MULX/ADCX/ADOX kernels.\n#[cfg(target_arch = \"x86_64\")]\n#[allow(clippy::all, improper_ctypes_definitions)]\npub mod adx {{\n    use super::Limbs;"
    );
    for k in kernels {
        let inline = is_inline(k.name) && plan.limbs <= print::INLINE_LIMBS;
        let _ = writeln!(s, "/// {} Constant time.\n///", doc(plan, k.name));
        s.push_str(&print::kernel(
            &k.kernel.function,
            k.name.as_str(),
            plan.limbs,
            inline,
        )?);
    }
    s.push_str("}\n");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_stays_in_its_comment() {
        let options = Options {
            tier: "crate::tier".into(),
            command: "x\npub fn evil() {}\r\u{2028}\u{202e}".into(),
            native: false,
            dots: 1,
            fp2: false,
        };
        let spec = Spec::new("y", BigUint::from(65519u32));
        let text = module(&spec, &options).unwrap().text;
        let evil: Vec<&str> = text.lines().filter(|l| l.contains("evil")).collect();
        let command = "// Command: x\\npub fn evil() {}\\r\\u{2028}\\u{202e}";
        assert_eq!(evil, [command]);
        // A field's name is an identifier.
        for name in ["y\npub fn evil() {}", "y*/", "", "y "] {
            let spec = Spec::new(name, BigUint::from(65519u32));
            let refused = module(&spec, &options);
            assert!(matches!(refused, Err(ModuleError::Spec(_))), "{name:?}");
        }
    }
}
