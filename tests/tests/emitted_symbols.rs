//! Every out-of-line native kernel of `generated/`, as it is linked into this program, under the calling-convention harness: guard pages at
//! both ends, sentinels, registers and stack under watch, flags set and clear, every way in which the result may share memory with operands.
//! What it computes is compared with its claim.
#![cfg(all(target_arch = "x86_64", unix))]

use fieldc_compiler::adversarial::Random;
use fieldc_compiler::claims::{Field, claim};
use fieldc_compiler::limb_ir::Word;
use fieldc_compiler::plan::Plan;
use fieldc_compiler::spec::names::STANDARD;
use fieldc_native::{Aliasing, Arg, Harness, words};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Module, kernel, address.
type Symbol = (&'static str, &'static str, *const ());

macro_rules! symbol {
    ($out:ident $module:ident call_one $f:ident) => {
        $out.push((
            stringify!($module),
            stringify!($f),
            fieldc_generated::$module::adx::$f as unsafe extern "sysv64" fn(*mut u64, *const u64)
                as *const (),
        ))
    };
    ($out:ident $module:ident call_two $f:ident) => {
        $out.push((
            stringify!($module),
            stringify!($f),
            fieldc_generated::$module::adx::$f
                as unsafe extern "sysv64" fn(*mut u64, *const u64, *const u64) as *const (),
        ))
    };
    // Inline code is surrounded by what the compiler makes of it.
    ($out:ident $module:ident $shape:ident $f:ident) => {};
}

macro_rules! field {
    ($module:ident safe { $($safe:tt)* } native { $($shape:ident adx::$f:ident = $name:ident;)* }) => {
        #[test]
        fn $module() {
            let mut symbols = Vec::with_capacity(32);
            $(symbol!(symbols $module $shape $f);)*
            convention_and_memory(&symbols);
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

fn convention_and_memory(symbols: &[Symbol]) {
    if !(std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("adx")) {
        eprintln!("SKIPPED: this processor has no BMI2 and ADX");
        return;
    }
    let mut random = Random(5);
    assert!(symbols.len() >= 12, "{symbols:?}");
    for (module, symbol, entry) in symbols.iter().copied() {
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
        let aliasing = Aliasing {
            inputs: true,
            output_and_input: true,
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
