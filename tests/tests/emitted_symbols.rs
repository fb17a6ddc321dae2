//! Every out-of-line native kernel of `generated/`, as it is linked into this program, under the calling-convention harness: guard pages at
//! both ends, sentinels, registers and stack under watch, flags set and clear, operands that are one another, the result over every part of
//! operands that lie side by side.
//! What it computes is compared with its claim.
#![cfg(all(target_arch = "x86_64", unix))]

use fieldc_compiler::adversarial::Random;
use fieldc_compiler::claims::{Field, apart, claim};
use fieldc_compiler::limb_ir::Word;
use fieldc_compiler::plan::Plan;
use fieldc_compiler::spec::names::STANDARD;
use fieldc_native::{Aliasing, Arg, Harness, words};
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::path::Path;

/// Module, kernel, address.
type Symbol = (&'static str, &'static str, *const ());

macro_rules! field {
    ($module:ident safe { $($safe:tt)* } native { $($shape:ident adx::$f:ident = $name:ident;)* }) => {
        #[test]
        fn $module() {
            let all: &[Symbol] = &[$((
                stringify!($module),
                stringify!($f),
                fieldc_generated::$module::adx::$f as *const (),
            )),*];
            convention_and_memory(stringify!($module), all);
        }
    };
    // Fields of one word have no native kernels.
    ($module:ident safe { $($safe:tt)* }) => {};
}
include!(concat!(env!("OUT_DIR"), "/kernels.rs"));

fn limbs(x: &BigUint, n: usize) -> Vec<u64> {
    let mut v = x.to_u64_digits();
    v.resize(n, 0);
    v
}

/// The functions of this module that are assembly as a whole. Inline code is surrounded by what the compiler makes of it.
fn naked(module: &str, all: &[Symbol]) -> Vec<Symbol> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated/src");
    let text = std::fs::read_to_string(file.join(format!("{module}.rs"))).unwrap();
    let mut found: Vec<Symbol> = all.to_vec();
    found.retain(|(_, symbol, _)| symbol.ends_with("_call"));
    // As many as the text has.
    let naked = text.matches("#[unsafe(naked)]").count();
    assert_eq!(found.len(), naked, "{module}");
    found
}

fn convention_and_memory(module: &str, all: &[Symbol]) {
    let symbols = naked(module, all);
    if !(std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("adx")) {
        eprintln!("SKIPPED: this processor has no BMI2 and ADX");
        return;
    }
    let mut random = Random(5);
    assert!(symbols.len() >= 12, "{symbols:?}");
    for (module, symbol, entry) in symbols {
        let standard = STANDARD.iter().find(|s| s.module == module).unwrap();
        let plan = Plan::for_spec(&standard.spec().unwrap()).unwrap();
        assert_eq!(plan.word, Word::W64);
        let claim = claim(symbol.strip_suffix("_call").unwrap(), &Field::of(&plan)).unwrap();
        let values: Vec<BigUint> = claim
            .params
            .iter()
            .map(|(_, _, max)| random.operand(max))
            .collect();
        let total: usize = claim.results.iter().map(|(_, n)| n).sum();
        let mut args = vec![Arg::out64(total)];
        for (_, members) in claim.groups() {
            let words: Vec<u64> = members
                .iter()
                .flat_map(|i| limbs(&values[*i], claim.params[*i].1))
                .collect();
            args.push(Arg::in64(&words));
        }
        // What is proven of every one of them: no operand is read once the result is being written, unless it lies apart.
        let aliasing = match apart(symbol) {
            true => Aliasing::INPUTS,
            false => Aliasing::ALL,
        };
        let out = Harness::of_function(entry, aliasing)
            .run(&args)
            .unwrap_or_else(|e| panic!("{module} {symbol}: {e}"));
        let out = words(&out[0]);
        let mut rest = out.as_slice();
        let mut results = BTreeMap::new();
        for (name, n) in &claim.results {
            let (these, after) = rest.split_at(*n);
            let digits = these
                .iter()
                .flat_map(|w| [*w as u32, (w >> 32) as u32])
                .collect();
            results.insert(name.clone(), BigUint::new(digits));
            rest = after;
        }
        let params = claim
            .params
            .iter()
            .map(|(n, ..)| n.clone())
            .zip(values)
            .collect();
        assert_eq!(
            claim.contract.check(&params, &results),
            Ok(()),
            "{module} {symbol}"
        );
    }
}
