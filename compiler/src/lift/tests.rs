//! Every native kernel of `generated/`, from its text.

use super::native::{BEGIN, Native, functions, prove_native, prove_text};
use super::x86_64::{Entry, Listing, lift};
use crate::claims::{Field, claim};
use crate::kernels::{Name, Style, build};
use crate::limb_ir::Word;
use crate::mutants::{Tally, x86_64};
use crate::plan::Plan;
use crate::spec::names::{STANDARD, Standard};
use crate::target::module::{Options, module};
use crate::target::x86_64::emit::{Form, emit};
use num_bigint::BigUint;
use std::path::Path;

fn natives(s: &Standard) -> Vec<Native> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated/src");
    let text = std::fs::read_to_string(root.join(format!("{}.rs", s.module))).unwrap();
    let plan = Plan::for_spec(&s.spec().unwrap()).unwrap();
    functions(&text, &Field::of(&plan)).unwrap()
}

/// Moduli that lead to multiplications by a limb that is 2: a limb of `W^n - p`, or one of ρ. The text has shifts by one bit.
#[test]
fn shifts_by_one_bit() {
    for p in [
        "2^128 - 2^65 - 25",
        "2^192 - 2^65 - 51",
        "2^256 - 2^65 - 183",
        "2^256 - 2^129 - 105",
        "2^384 - 2^129 - 123",
        "2^540 + 31",
    ] {
        let spec = crate::spec::Spec::resolve(p).unwrap();
        let options = Options {
            tier: "tier".into(),
            command: String::new(),
            native: true,
            dots: 2,
            fp2: false,
        };
        let text = module(&spec, &options);
        assert!(text.is_ok(), "{p}: {:?}", text.err());
    }
}

#[test]
fn generated_kernels_are_proven_from_their_text() {
    let mut proven = 0;
    for s in STANDARD {
        for native in natives(s) {
            let p = prove_native(&native).unwrap_or_else(|e| panic!("{} {e}", s.name));
            assert!(native.claim.fits(&native.lift().unwrap().function));
            assert!(p.stack <= 1024, "{} {}: {}", s.name, p.symbol, p.stack);
            proven += 1;
        }
    }
    // Thirteen fields of several words; at least a dozen kernels each, most of them in two forms.
    assert!(proven >= 13 * 20, "{proven}");
}

#[test]
fn mutants_are_refused() {
    let mut total = Tally::default();
    for s in STANDARD {
        for native in natives(s) {
            if ["add_call", "mul", "sqr_lazy", "neg", "redc_call"]
                .contains(&native.symbol().as_str())
            {
                total.add(x86_64::tally(&native, Some(8)));
            }
        }
    }
    assert!(
        total.survived.is_empty(),
        "{total}\n{}",
        total.survived.join("\n")
    );
    assert!(
        total.tried > 400 && total.rejected > total.tried * 4 / 5,
        "{total}"
    );
}

fn bn254() -> (String, Field) {
    let s = STANDARD.iter().find(|s| s.name == "bn254:fp").unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated/src");
    let text = std::fs::read_to_string(root.join(format!("{}.rs", s.module))).unwrap();
    let plan = Plan::for_spec(&s.spec().unwrap()).unwrap();
    (text, Field::of(&plan))
}

/// `neg_call` of BN254's shape, from these lines.
fn lifts(lines: &[&str]) -> Result<(), String> {
    let (_, field) = bn254();
    let listing = Listing {
        lines: lines.iter().map(|l| (1, l.to_string())).collect(),
        pool: None,
    };
    lift(
        "neg",
        &claim("neg", &field).unwrap(),
        &listing,
        &Entry::SystemV,
    )
    .map(|_| ())
    .map_err(|e| e.what)
}

/// Copies the operand to the result, with more lines before.
fn copy(before: &[&str]) -> Vec<String> {
    let mut lines: Vec<String> = before.iter().map(|l| l.to_string()).collect();
    let registers = ["rax", "rcx", "r8", "r9"];
    let places = || registers.iter().zip([0, 8, 16, 24]);
    lines.extend(places().map(|(r, at)| format!("mov {r}, qword ptr [rsi + {at}]")));
    lines.extend(places().map(|(r, at)| format!("mov qword ptr [rdi + {at}], {r}")));
    lines.push("ret".into());
    lines
}

/// The result may lie over any part of the operands: nothing of them is read once any of it is written, wherever that is.
#[test]
fn no_operand_is_read_when_the_result_is_being_written() {
    let lines = copy(&[]);
    let (last_load, first_store) = (3, 4);
    let mut late: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_eq!(lifts(&late), Ok(()));
    late.swap(last_load, first_store);
    let what = "an operand is read when part of the result is written";
    assert_eq!(lifts(&late), Err(what.into()));
    // By another instruction, and of a limb that is the result's last.
    late.swap(last_load, first_store);
    late.insert(first_store + 1, "add rcx, qword ptr [rsi]");
    assert_eq!(lifts(&late), Err(what.into()));
}

/// What the assembler or the processor reads in another way than it looks.
#[test]
fn misleading_instructions_are_refused() {
    let plain = copy(&[]);
    let plain: Vec<&str> = plain.iter().map(String::as_str).collect();
    assert_eq!(lifts(&plain), Ok(()));
    // LLVM reads a number with a zero in front as octal: an unaligned access of 8 bytes at 20.
    let octal: Vec<String> = plain.iter().map(|l| l.replace("24]", "024]")).collect();
    let octal: Vec<&str> = octal.iter().map(String::as_str).collect();
    assert_eq!(lifts(&octal), Err("not an instruction".into()));
    // `push rsp` stores what `rsp` was before: the store would be over the return address, not below it.
    let above = copy(&["push rsp", "pop rdx", "mov qword ptr [rdx], rdi"]);
    let above: Vec<&str> = above.iter().map(String::as_str).collect();
    assert!(lifts(&above).is_err());
    // Below the stack pointer: Windows and kernels have no red zone.
    let below = copy(&["mov qword ptr [rsp - 8], rdi"]);
    let below: Vec<&str> = below.iter().map(String::as_str).collect();
    assert!(lifts(&below).is_err());
    // Beyond the guard page without a touch on the way.
    let far = |bytes: i64| {
        let (down, up) = (format!("sub rsp, {bytes}"), format!("add rsp, {bytes}"));
        let store = "mov qword ptr [rsp], rdi";
        let lines = copy(&[&down, store, &up]);
        lifts(&lines.iter().map(String::as_str).collect::<Vec<_>>())
    };
    assert_eq!(far(1024), Ok(()));
    assert_eq!(far(1 << 20), Err("more stack than a page".into()));
    let (text, field) = bn254();
    let block = "    unsafe {\n        core::arch::asm!(";
    let spill = "let mut spill = [const { core::mem::MaybeUninit::<u64>::uninit() }; ";
    let large = text.replacen(block, &format!("{spill}{}];\n{block}", u64::MAX), 1);
    let large = large.replacen("options(pure, readonly, nostack)", "options(nostack)", 1);
    let refused = prove_text(&large, &field).unwrap_err().to_string();
    assert!(refused.contains("more spill space"), "{refused}");
}

/// Texts of which rustc compiles another part than the one that is read.
#[test]
fn parts_that_rustc_reads_otherwise_are_refused() {
    let (text, field) = bn254();
    let proven = prove_text(&text, &field).unwrap().len();
    assert!(proven > 20);
    let at = text.find(BEGIN).unwrap();
    let (before, part) = text.split_at(at);
    let attributes =
        "#[cfg(target_arch = \"x86_64\")]\n#[allow(clippy::all, improper_ctypes_definitions)]\n";
    let bare = before.strip_suffix(attributes).unwrap();
    // A wrong kernel: the constants are those of another modulus.
    let wrong = part.replacen("0x3c208c16d87cfd47", "0x3c208c16d87cfd49", 1);
    assert!(prove_text(&format!("{before}{wrong}"), &field).is_err());
    let evil = wrong.replacen(BEGIN, "pub mod adx\n{", 1);
    let texts = [
        // In a comment or a string, with the real one behind or before it.
        format!("{bare}/*\n{attributes}{part}\n*/\n{attributes}{evil}"),
        format!("{bare}{attributes}{evil}\n/*\n{attributes}{part}\n*/\n"),
        format!("{bare}const A: &str = r#\"\n{attributes}{part}\n\"#;\n{attributes}{evil}"),
        format!("{bare}const A: &[char] = &['\"', '\\''];\nconst B: &str = \"\n{attributes}{part}"),
        format!("{bare}const A: (char, &str) = ('\"', \"\n{attributes}{part}"),
        // Not for this processor; of another module; made by a macro.
        format!("{bare}#[cfg(any())]\n{part}\n{attributes}{evil}"),
        format!("{bare}#[cfg(any())]\n{attributes}{part}\n{attributes}{evil}"),
        format!("{bare}#[other::attribute]\n{attributes}{part}"),
        format!("{bare}mod other {{\n{attributes}{part}\n}}\n{attributes}{evil}"),
        format!("{bare}macro_rules! other {{ () => {{\n{attributes}{part}\n}} }}\n"),
        // The part written in another way, or twice.
        format!("{before}{evil}"),
        format!("{before}{}", wrong.replacen(BEGIN, "pub mod adx{", 1)),
        format!("{before}{}", wrong.replacen(BEGIN, "pub mod r#adx {", 1)),
        format!("{text}\n{attributes}{evil}"),
        // Fewer limbs than the kernels read.
        text.replacen(
            "pub type Limbs = [u64; 4];",
            "pub type Limbs = [u64; 3];",
            1,
        ),
        text.replacen("pub type Limbs = [u64; 4];", "use other::Limbs;", 1),
        text.replacen("pub type Limbs = [u64; 4];", "", 1),
    ];
    for (i, text) in texts.iter().enumerate() {
        assert!(prove_text(text, &field).is_err(), "{i}");
    }
    // Comments say what they like.
    let noted = text.replacen(BEGIN, &format!("{BEGIN}\n// /* \" mod x {{ #"), 1);
    let noted = format!("// /* \" mod adx {{\n{noted}\n// the end\n");
    assert_eq!(prove_text(&noted, &field).map(|p| p.len()), Ok(proven));
}

#[test]
fn an_entry_is_of_one_kernel_and_hides_nothing() {
    let (text, field) = bn254();
    assert!(prove_text(&text, &field).is_ok());
    let entry = text.lines().find(|l| l.contains("::entry!")).unwrap();
    assert!(entry.ends_with("adx::fp2_mul_call, adx::fp2_mul, portable::fp2_mul);"));
    for (from, to) in [
        ("adx::fp2_mul_call", "adx::fp2_sqr_call"),
        ("adx::fp2_mul,", "adx::fp2_sqr,"),
        ("portable::fp2_mul", "portable::fp2_sqr"),
        ("adx::fp2_mul_call", "other::fp2_mul_call"),
        ("crate::tier", "crate::other"),
        ("::entry!", "::other!"),
        ("Limbs; 2]) ->", "{ mod adx {} 2 }]) ->"),
        (");", "); mod adx;"),
        ("-> [Limbs; 2]", "-> other!()"),
    ] {
        let line = entry.replacen(from, to, 1);
        assert_ne!(line, entry);
        let changed = text.replacen(entry, &line, 1);
        assert!(prove_text(&changed, &field).is_err(), "{line}");
    }
}

#[test]
fn the_place_of_an_array_is_returned() {
    let standard = STANDARD.iter().find(|s| s.name == "bn254:fp").unwrap();
    let native = natives(standard)
        .into_iter()
        .find(|n| n.symbol() == "fp2_mul_call")
        .unwrap();
    assert!(native.lift().is_ok());
    let last = native.listing.lines.len() - 2;
    assert_eq!(native.listing.lines[last].1, "mov rax, rdi");
    type Lines = Vec<(usize, String)>;
    let refused = |edit: &dyn Fn(&mut Lines)| {
        let mut changed = native.clone();
        edit(&mut changed.listing.lines);
        let e = changed.lift().unwrap_err();
        assert_eq!(e.what, "the place of the result is not returned");
    };
    refused(&|l| {
        l.remove(last);
    });
    refused(&|l| l[last].1 = "mov rax, rsi".into());
    // The text is as before, and what it moves is not.
    refused(&|l| l.insert(last, (0, "lea rdi, [rdi + 8]".into())));
    // No instruction at all is an error, not a panic.
    let mut empty = native.clone();
    empty.listing.lines.clear();
    assert!(empty.lift().is_err());
}

/// A canonical field whose `from_internal` copies more limbs than there are registers: all of them are read before the first is written.
#[test]
fn long_copies_read_before_they_write() {
    let modulus = (BigUint::from(1u8) << 1024u32) - 105u8;
    let plan = Plan::new("long", &modulus, Word::W64).unwrap();
    let kernel = build(&plan, Style::DualChain, Name::FromInternal).function;
    let emitted = emit(&kernel, Form::OutOfLine).unwrap();
    let (mut stored, mut loads) = (false, 0);
    for i in &emitted.insns {
        let text = i.to_string();
        stored |= text.starts_with("mov qword ptr [rdi");
        let load = text.contains("[rsi");
        loads += u32::from(load);
        assert!(!load || !stored, "{text}");
    }
    assert_eq!(loads, 16);
}
