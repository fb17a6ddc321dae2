use fieldc_compiler::{kernels::*, plan::Plan, spec::names::STANDARD};
fn main() {
    for f in STANDARD {
        let plan = Plan::for_spec(&f.spec().unwrap()).unwrap();
        for name in Name::extra(&plan) {
            if !name.is_fp2() { continue; }
            for style in [Style::Mac, Style::DualChain] {
                let t = std::time::Instant::now();
                let k = build(&plan, style, name);
                let muls = k.function.insts.iter().filter(|i| matches!(i.op, fieldc_compiler::limb_ir::Op::MulWide(..) | fieldc_compiler::limb_ir::Op::Mac(..) | fieldc_compiler::limb_ir::Op::MulLo(..))).count();
                let r = build_certified(&plan, style, name);
                println!("{} {:?} {style:?} muls {muls}: {:?} {:?}", f.name, name, r.err(), t.elapsed());
            }
        }
    }
}
