//! The machine code of every native kernel of every standard field: straight-line, and nothing in it depends on secrets
//! that must not.

use fieldc_compiler::kernels::{Name, Style, build};
use fieldc_compiler::limb_ir::Word;
use fieldc_compiler::plan::Plan;
use fieldc_compiler::spec::names;
use fieldc_compiler::target::{groups, x86_64};
use fieldc_ct::{Argument, Image, Memory, Scan};

#[test]
fn native_kernels_do_not_branch() {
    let mut count = 0;
    for standard in names::STANDARD {
        // Small fields, too, which get no native code in practice.
        let modulus = standard.modulus().expect("a modulus");
        let plan = Plan::new("field", &modulus, Word::W64).expect("a plan");
        for name in Name::standard(&plan).into_iter().chain(Name::extra(&plan)) {
            let function = build(&plan, Style::DualChain, name).function;
            let place = format!("{} {}", standard.name, function.name);
            let code = x86_64::compile(&function).unwrap_or_else(|e| panic!("{place}: {e}"));
            let image = Image::flat("kernel", &code.bytes);
            // The result and every operand, the modulus where it is one, are secret.
            let pointers = vec![Argument::Pointer(Memory::Secret); 1 + groups(&function).len()];
            let report = Scan::new(&image)
                .function("kernel", &pointers)
                .unwrap_or_else(|finding| panic!("{place}: {finding}"));
            assert_eq!(report.branches, 0, "{place}");
            // No branch: every instruction is executed, and once.
            assert_eq!(report.steps, report.instructions as u64, "{place}");
            assert_eq!(report.instructions, code.starts.len(), "{place}");
            count += 1;
        }
    }
    assert!(count > 250, "{count} kernels");
}
