//! What the compiler says and prints, kept as files: a change of a plan or of emitted code shows in review.
//!
//! After a change that is meant: `INSTA_UPDATE=always cargo test -p fieldc-tests --test snapshots`, and read the difference.

use fieldc_compiler::kernels::{Name, Style, build};
use fieldc_compiler::limb_ir::{self, Word};
use fieldc_compiler::plan::Plan;
use fieldc_compiler::spec::expr;
use fieldc_compiler::spec::names::STANDARD;
use fieldc_compiler::target::x86_64::emit::{Form, emit};
use fieldc_compiler::target::x86_64::{isa, parse};
use std::fmt::Write;

/// A modulus of two limbs with spare bits and no special form.
fn toy() -> Plan {
    let modulus = expr::parse("2^125 + 2^90 + 3 * 2^61 + 12345").expect("an expression");
    Plan::new("toy", &modulus, Word::W64).expect("an odd modulus")
}

#[test]
fn plans() {
    let mut text = String::new();
    for field in STANDARD {
        let plan = Plan::for_spec(&field.spec().unwrap()).unwrap();
        writeln!(text, "{}", field.name).unwrap();
        for reason in &plan.reasons {
            writeln!(text, "  {reason}").unwrap();
        }
    }
    insta::assert_snapshot!(text);
}

#[test]
fn toy_mul_ir() {
    let text: String = [Style::Mac, Style::DualChain]
        .map(|style| {
            let kernel = build(&toy(), style, Name::Mul);
            let equations: String = kernel
                .contract
                .equations
                .iter()
                .map(|e| format!("# {e}\n"))
                .collect();
            let text = limb_ir::print(&kernel.function);
            assert_eq!(limb_ir::parse(&text).unwrap(), kernel.function);
            format!("# {style:?}\n{equations}{text}\n")
        })
        .concat();
    insta::assert_snapshot!(text);
}

/// The instructions of a kernel, and how many there are of each kind.
fn assembly(name: Name, form: Form) -> String {
    let kernel = build(&toy(), Style::DualChain, name);
    let emitted = emit(&kernel.function, form).unwrap();
    let text = isa::print(&emitted.insns);
    assert_eq!(parse::parse(&text).unwrap(), emitted.insns);
    let count = |what: &[&str]| {
        let of = |line: &&str| {
            line.split_whitespace()
                .next()
                .is_some_and(|m| what.contains(&m))
        };
        text.lines().filter(of).count()
    };
    format!(
        "# {name:?}, {form:?}: {} instructions, {} mulx, {} adcx or adox, {} other additions, {} mov, {} through memory\n{text}\n",
        emitted.insns.len(),
        count(&["mulx"]),
        count(&["adcx", "adox"]),
        count(&["add", "adc", "sub", "sbb"]),
        count(&["mov"]),
        text.lines().filter(|l| l.contains('[')).count(),
    )
}

#[test]
fn toy_assembly() {
    let text = [
        assembly(Name::Add, Form::OutOfLine),
        assembly(Name::Add, Form::InlineRegisters),
        assembly(Name::Mul, Form::OutOfLine),
        assembly(Name::Mul, Form::Inline),
    ]
    .concat();
    insta::assert_snapshot!(text);
}
