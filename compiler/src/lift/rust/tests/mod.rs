//! What is printed is accepted; anything else is not.

mod mutants;

use super::*;
use crate::kernels::{Kernel, Style, build};
use crate::limb_ir::{Word, eval_integers};
use crate::spec::names::{STANDARD, find};
use crate::target::module::{Options, module};
use crate::target::portable;
use num_traits::{Num, One};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The committed text of a standard field.
fn text_of(module: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../generated/src/");
    std::fs::read_to_string(format!("{path}{module}.rs")).unwrap()
}

fn spec_of(name: &str) -> Spec {
    find(name).unwrap().spec().unwrap()
}

/// The shape of a function that has the contract.
fn shape_of(f: &Function) -> Shape {
    Shape {
        name: f.name.clone(),
        params: f
            .params
            .iter()
            .map(|p| (p.name.clone(), p.limbs.len(), p.max.clone()))
            .collect(),
        results: f
            .results
            .iter()
            .map(|r| (r.name.clone(), r.limbs.len()))
            .collect(),
    }
}

/// Runs `f(i)` for `0 <= i < n` on all processors.
fn parallel<T: Send>(n: usize, f: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|s| {
        let run = || {
            let i = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|i| *i < n);
            std::iter::from_fn(i).map(&f).collect::<Vec<_>>()
        };
        let handles: Vec<_> = (0..threads).map(|_| s.spawn(run)).collect();
        handles
            .into_iter()
            .flat_map(|h| h.join().unwrap())
            .collect()
    })
}

#[test]
fn every_generated_module_is_lifted_and_proven() {
    let start = std::time::Instant::now();
    let failed: Vec<String> = parallel(STANDARD.len(), |i| {
        let field = &STANDARD[i];
        let text = text_of(field.module);
        match check_module(&text, &field.spec().unwrap(), "crate::tier") {
            Ok(c) if c.certificates.len() >= 18 && c.checked.len() >= 43 => None,
            Ok(c) => Some(format!("{}: {}", field.module, c.certificates.len())),
            Err(e) => Some(format!("{}:{e}", field.module)),
        }
    })
    .into_iter()
    .flatten()
    .collect();
    println!("{} modules in {:.2?}", STANDARD.len(), start.elapsed());
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Modules that are not committed: tiny primes (roots by `a^0`), one and two limbs, special forms, no lazy range by option.
#[test]
fn modules_of_other_fields_are_accepted() {
    let fields = [
        ("3", true),
        ("5", true),
        ("7", true),
        ("13", true),
        ("65521", true),
        ("2^61 - 1", true),
        ("2^64 - 59", true),
        ("2^127 - 1", true),
        ("2^255 - 31", false),
        ("2^383 - 187", true),
        ("2^521 - 1", true),
    ];
    let failed: Vec<String> = parallel(fields.len(), |i| {
        let (p, lazy) = fields[i];
        let mut spec = Spec::resolve(p).unwrap();
        spec.lazy = lazy;
        let options = Options {
            tier: "::fieldc::tier".into(),
            command: String::new(),
            native: i % 2 == 1,
            dots: 3,
            fp2: true,
        };
        let text = module(&spec, &options).map_err(|e| e.to_string());
        text.and_then(|m| {
            check_module(&m.text, &spec, "::fieldc::tier").map_err(|e| format!("{e}\n{}", m.text))
        })
        .err()
        .map(|e| format!("{p}:{e}"))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// `Limbs`, and `portable` with the helpers and this text.
fn frame(container: u32, limbs: usize, functions: &str) -> String {
    format!(
        "pub type Limbs = [u{container}; {limbs}];\npub mod portable {{\nuse super::Limbs;\n{}{functions}}}\n",
        portable::helpers(container)
    )
}

/// What is lifted computes what was printed, and keeps the contract provably: one or many limbs of either word, in both styles.
#[test]
fn printed_kernels_come_back() {
    let moduli = [
        "7",
        "ffffffef",
        "1fffffffffffffff",
        "fffffffffffffffffffffffffffffffbffffffffffffff61",
        "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001",
        "1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    ];
    let mut rng = mutants::Rng(0x5eed_1001);
    for p in moduli {
        let p = BigUint::from_str_radix(p, 16).unwrap();
        for word in [Word::W32, Word::W64] {
            let plan = Plan::new("t", &p, word).unwrap();
            for name in Name::standard(&plan) {
                if matches!(name, Name::Dot(k) if k > 3) {
                    continue;
                }
                for style in [Style::Mac, Style::DualChain] {
                    let k = build(&plan, style, name);
                    let printed = portable::function(&k.function, name.as_str(), plan.limbs);
                    let text = frame(word.container, plan.limbs, &printed);
                    let lifted = lift_module(&text, |_| Some(shape_of(&k.function)))
                        .unwrap_or_else(|e| panic!("{p:#x} {}: {e}\n{text}", name.as_str()));
                    let [(n, f)] = lifted.as_slice() else {
                        panic!("not one kernel")
                    };
                    assert_eq!(n, name.as_str());
                    assert_eq!(f.params, k.function.params);
                    for _ in 0..8 {
                        let args: Vec<BigUint> =
                            f.params.iter().map(|p| rng.number(&p.max)).collect();
                        assert_eq!(
                            eval_integers(f, &args).unwrap(),
                            eval_integers(&k.function, &args).unwrap()
                        );
                    }
                    let proven = prove(&k.function, &k.contract).map(|_| ());
                    let again = prove(f, &k.contract).map(|_| ());
                    assert_eq!(again.is_ok(), proven.is_ok(), "{p:#x} {}", name.as_str());
                }
            }
        }
    }
}

/// One kernel `f(a, b)` of one limb.
fn lift_body(body: &str) -> Result<Function, LiftError> {
    let text = frame(
        64,
        1,
        &format!("pub fn f(a: &Limbs, b: &Limbs) -> Limbs {{\n{body}\n}}\n"),
    );
    let max = BigUint::from(u64::MAX);
    let shape = Shape {
        name: "f".into(),
        params: vec![("a".into(), 1, max.clone()), ("b".into(), 1, max)],
        results: vec![("out".into(), 1)],
    };
    Ok(lift_module(&text, |_| Some(shape.clone()))?.remove(0).1)
}

#[test]
fn what_no_kernel_has_is_an_error_at_its_place() {
    // The line after the head of the function.
    let first = frame(64, 1, "").lines().count() + 1;
    for (body, line, column, what) in [
        ("[a[0] + b[0]]", 0, 2, "not a known operator"),
        ("let v = a[1];\n[v]", 0, 9, "not a limb of an argument"),
        (
            "let v = a[0] >> 64;\n[v]",
            0,
            17,
            "not a shift within the word",
        ),
        ("let v = a[0];\n[w]", 1, 2, "not a known expression"),
        (
            "let (v, c) = a[0].overflowing_add(b[0]);\n[c]",
            1,
            2,
            "not a Word",
        ),
        (
            "let v = select_word(a[0], a[0], b[0]);\n[v]",
            0,
            21,
            "not a known expression",
        ),
        (
            "let v = 0x1.wrapping_mul(a[0]);\n[v]",
            0,
            9,
            "not a literal of type u64",
        ),
        (
            "let v = 0x1u32.wrapping_mul(a[0]);\n[v]",
            0,
            9,
            "not a literal of type u64",
        ),
        (
            "let v = 0x10000000000000000 & a[0];\n[v]",
            0,
            9,
            "not an integer",
        ),
        ("let v = a[0] as u64;\n[v]", 0, 9, "not a known conversion"),
        // Rust takes these for `i32`, of which the first is negative and the second loses its top bit.
        (
            "let v = 0x7fffffff << 1;\nlet c = (v as i64) < 0;\n[a[0]]",
            0,
            9,
            "a literal whose type is left to Rust",
        ),
        (
            "let v = (0x80000000 & 0x80000001);\n[v]",
            0,
            9,
            "a literal whose type is left to Rust",
        ),
        (
            "let c = (0x80000000 as i64) < 0;\n[a[0]]",
            0,
            10,
            "a literal whose type is left to Rust",
        ),
        (
            "let v = ((((0x7fffffff << 1) as u128) << 64 | a[0] as u128) >> 1) as u64;\n[v]",
            0,
            9,
            "not a known conversion",
        ),
        ("let mut v = a[0];\n[v]", 0, 5, "`mut` where `v` is known"),
        ("let ref v = a[0];\n[*v]", 0, 5, "`ref` where `v` is known"),
        ("let v: u64 = a[0];\n[v]", 0, 5, "not a known pattern"),
        ("let mac = a[0];\n[mac]", 0, 5, "not a name for a variable"),
        (
            "let None = a[0];\n[a[0]]",
            0,
            5,
            "not a name for a variable",
        ),
        ("let v = mul(a, b);\n[v]", 0, 9, "not a known function"),
        (
            "let v = super::mac(a[0], a[0], a[0], a[0]);\n[v]",
            0,
            9,
            "not a known function",
        ),
        (
            "let v = a[0].pow(2);\n[v]",
            0,
            14,
            "not a known method for a word",
        ),
        (
            "#[cfg(any())]\nlet v = a[0];\n[v]",
            0,
            1,
            "an attribute within a kernel",
        ),
        ("if a[0] < b[0] { }\n[a[0]]", 0, 1, "not a known statement"),
        ("a[0];\n[a[0]]", 0, 1, "not a known statement"),
        (
            "let v = a[0] else { loop {} };\n[v]",
            0,
            1,
            "not a known statement",
        ),
        ("let v = a[b[0]];\n[v]", 0, 11, "not an integer"),
        ("[a[0], b[0]]", 0, 1, "not the limbs of an element"),
        ("return [a[0]];", 0, 1, "no result"),
        (
            "let v = (a[0] as i32) < 0;\n[a[0]]",
            0,
            18,
            "`i32` where `i64` is known",
        ),
        (
            "let v = (a[0] as i64) < 1;\n[a[0]]",
            0,
            9,
            "not a known comparison",
        ),
    ] {
        let e = lift_body(body).expect_err(body);
        let wanted = LiftError {
            line: first + line,
            column,
            what: what.into(),
            text: String::new(),
        };
        assert_eq!(e, wanted, "{body}");
    }
}

#[test]
fn items_that_no_module_has_are_errors() {
    let whole = text_of("babybear");
    let spec = spec_of("babybear");
    let check = |text: &str| check_module(text, &spec, "crate::tier").map(|c| c.certificates.len());
    assert_eq!(check(&whole), Ok(18));
    for (old, new) in [
        (
            "    use super::Limbs;",
            "    use super::Limbs;\n    use super::Evil;",
        ),
        (
            "    use super::Limbs;",
            "    use super::Limbs;\n    macro_rules! m { () => {} }",
        ),
        ("    use super::Limbs;", "    use super::Other as Limbs;"),
        (
            "pub mod portable {",
            "#[cfg(not(test))]\npub mod portable {",
        ),
        (
            "pub mod portable {",
            "#[path = \"x.rs\"]\npub mod portable {",
        ),
        ("#[inline]\npub fn sqr_n", "#[cfg(any())]\npub fn sqr_n"),
        ("pub const R:", "impl Evil for u32 {}\npub const R:"),
        ("pub const R:", "pub const R9: u32 = 1;\npub const R:"),
        ("pub const R:", "pub static R:"),
        ("pub const R:", "const R:"),
        ("pub fn neg(", "pub fn neg2("),
        ("t = portable::sqr(&t);", "t = portable::neg(&t);"),
        ("while i < n", "while i <= n"),
        ("    t1\n}", "    t0\n}"),
    ] {
        assert!(whole.contains(old), "{old}");
        assert!(check(&whole.replacen(old, new, 1)).is_err(), "{new}");
    }
    // Another field, another tier.
    assert!(check_module(&whole, &spec_of("koalabear"), "crate::tier").is_err());
    let native = text_of("goldilocks");
    assert!(check_module(&native, &spec_of("goldilocks"), "crate::tier").is_ok());
    assert!(check_module(&text_of("bn254_fr"), &spec_of("bn254:fr"), "other::tier").is_err());
}

/// A helper is what its body says.
/// The reader of tokens and the reader of lines see the same native functions.
#[test]
fn a_native_part_that_is_hidden_is_an_error() {
    let whole = text_of("bn254_fp");
    let spec = spec_of("bn254:fp");
    let check = |text: &str| check_module(text, &spec, "crate::tier").map(|_| ());
    assert_eq!(check(&whole), Ok(()));
    let begin =
        whole.find("#[cfg(target_arch = \"x86_64\")]\n#[allow(clippy::all, improper_ctypes_definitions)]\npub mod adx {");
    let (before, part) = whole.split_at(begin.unwrap());
    let changed = part.replacen("\"adc r14, rsi\",", "\"sbb r14, rsi\",", 1);
    assert_ne!(changed, part);
    for text in [
        format!(
            "{before}/*\n{part}\n*/\n{}",
            changed.replacen("adx {", "adx\n{", 1)
        ),
        format!("{before}{}", changed.replacen("adx {", "adx{", 1)),
        format!(
            "{}\n/*\n{part}\n*/",
            format!("{before}{changed}").replacen("adx {", "adx{", 1)
        ),
    ] {
        assert!(matches!(check(&text), Err(CheckError::Lift(_))));
    }
}

#[test]
fn helpers_with_other_bodies_are_errors() {
    let whole = frame(64, 1, "");
    assert!(Source::parse(&whole).is_ok());
    for (old, new) in [
        ("a as u128 * b as u128 + c", "a as u128 * b as u128 - c"),
        ("(t >> 64) as u64", "(t >> 63) as u64"),
        ("+ d as u128", "+ c as u128"),
        (
            "select_unpredictable(c, a, b)",
            "select_unpredictable(c, b, a)",
        ),
        ("fn mac(a: u64, b: u64", "fn mac(b: u64, a: u64"),
        ("fn mac(", "const fn mac("),
        ("fn mac(", "fn mac2("),
    ] {
        assert!(whole.contains(old), "{old}");
        let e = Source::parse(&whole.replacen(old, new, 1)).err();
        assert!(e.is_some_and(|e| e.line > 0), "{new}");
    }
}

/// The borrow of a difference is its sign only within half a word; elsewhere the sign is what it is.
#[test]
fn a_sign_is_the_borrow_where_the_bounds_say_so() {
    let lift = |max: u64| {
        let body = "let v = a[0].wrapping_sub(b[0]);\nlet c = (v as i64) < 0;\nlet w = select_word(c, 0x0, v);\n[w]";
        let text = frame(
            64,
            1,
            &format!("pub fn f(a: &Limbs, b: &Limbs) -> Limbs {{\n{body}\n}}\n"),
        );
        let shape = Shape {
            name: "f".into(),
            params: vec![("a".into(), 1, max.into()), ("b".into(), 1, max.into())],
            results: vec![("out".into(), 1)],
        };
        lift_module(&text, |_| Some(shape.clone()))
            .unwrap()
            .remove(0)
            .1
    };
    let run = |max: u64, a: u64, b: u64| {
        eval_integers(&lift(max), &[a.into(), b.into()]).unwrap()[0].clone()
    };
    assert_eq!(lift(u64::MAX >> 1).insts.len(), 3);
    assert_eq!(lift(u64::MAX).insts.len(), 5);
    for max in [u64::MAX >> 1, u64::MAX] {
        for (a, b) in [(0, 1), (1, 0), (0, max), (max, 0), (max, max), (max / 2, 1)] {
            let d = a.wrapping_sub(b);
            let wanted = if (d as i64) < 0 { 0 } else { d };
            assert_eq!(run(max, a, b), wanted.into(), "{a:#x} - {b:#x}");
        }
    }
}

/// Text from outside is refused, not followed into the depth.
#[test]
fn deep_text_is_an_error() {
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("!", ""),
        ("-", ""),
        ("if x {} else ", ""),
    ] {
        let deep = format!("{}0{}", open.repeat(100_000), close.repeat(100_000));
        let text = format!("pub const X: u32 = {deep};");
        assert!(Source::parse(&text).is_err(), "{open}");
    }
    assert!(Source::parse("pub fn \"").is_err());
    assert!(Source::parse("").is_err());
}
