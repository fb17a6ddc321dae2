//! Printed programs are read back, run on adversarial operands and compared with the interpreter of limb IR.

use super::eval::{ParseError, Program, RunError};
use super::*;
use crate::check::inputs::rows;
use crate::kernels::{Kernel, Name, Style, build};
use crate::limb_ir::{Builder, Modulo, Range, Word, eval};
use crate::plan::Plan;
use crate::spec::{Spec, names};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};

/// The limbs of every parameter, one after the other.
fn arguments(f: &Function, row: &[BigUint]) -> Vec<Vec<u64>> {
    let mask = BigUint::from(f.word.mask());
    let limb = |x: &BigUint, j: usize| {
        ((x >> (f.word.radix as usize * j)) & &mask)
            .to_u64()
            .unwrap()
    };
    f.params
        .iter()
        .zip(row)
        .map(|(p, x)| (0..p.limbs.len()).map(|j| limb(x, j)).collect())
        .collect()
}

/// Exports, reads back, runs on rows that the export has not seen, too.
fn agrees(k: &Kernel, every: usize) -> Result<usize, String> {
    let (f, c) = (&k.function, &k.contract);
    let text = export(f, c).map_err(|e| e.to_string())?;
    let program = Program::parse(&text).map_err(|e| format!("{e}\n{text}"))?;
    let name = |v: u32| {
        let inputs: u32 = f.params.iter().map(|p| p.limbs.len() as u32).sum();
        match program.parameters.get(v as usize) {
            Some((name, _)) if v < inputs => name.clone(),
            _ => format!("x{v}"),
        }
    };
    let mut ran = 0;
    for row in rows(f, c, 3 * ROWS).iter().step_by(every) {
        let args = arguments(f, row);
        let store = program
            .run(&args.concat())
            .map_err(|e| format!("{e} at {row:x?}\n{text}"))?;
        for (r, got) in f.results.iter().zip(eval(f, &args).unwrap()) {
            for (v, x) in r.limbs.iter().zip(got) {
                assert_eq!(store.get(&name(v.0)), Some(&x), "{} {row:x?}", f.name);
            }
        }
        ran += 1;
    }
    Ok(ran)
}

/// Every `every`-th kernel of the standard fields.
fn standard(every: usize, rows: usize) {
    let (mut failed, mut at, mut ran) = (vec![], 0, 0);
    for s in names::STANDARD {
        let plan = Plan::for_spec(&Spec::resolve(s.name).unwrap()).unwrap();
        for style in [Style::DualChain, Style::Mac] {
            for name in Name::standard(&plan).into_iter().chain(Name::extra(&plan)) {
                at += 1;
                if at % every != 0 {
                    continue;
                }
                let k = build(&plan, style, name);
                match agrees(&k, rows) {
                    Ok(n) => ran += n,
                    Err(e) => failed.push(format!("{} {style:?}: {e}", k.function.name)),
                }
            }
        }
    }
    assert!(at > 700 && ran * every > at * 20, "{at} {ran}");
    for f in &failed {
        eprintln!("{}", &f[..f.len().min(400)]);
    }
    assert!(failed.is_empty(), "{} failed", failed.len());
}

#[test]
fn a_sample_of_the_standard_fields() {
    standard(23, 100);
}

#[test]
#[ignore = "minutes"]
fn every_kernel_of_every_standard_field() {
    standard(1, 50);
}

fn small(p: u64, word: Word, style: Style, name: Name) -> Kernel {
    build(&Plan::new("toy", &p.into(), word).unwrap(), style, name)
}

/// The printed form: Montgomery in one word, two words with cleared words and a final subtraction, a negation with its two cases, shifts.
#[test]
fn golden() {
    let wide = (BigUint::one() << 127u8) - 25u8;
    let wide = Plan::plain_montgomery("toy", &wide, Word::W64).unwrap();
    for (label, k) in [
        (
            "mul_one_word",
            small(0x7800_0001, Word::W32, Style::Mac, Name::Mul),
        ),
        (
            "add_one_word",
            small(0x7800_0001, Word::W32, Style::Mac, Name::Add),
        ),
        ("sub_two_words", build(&wide, Style::Mac, Name::Sub)),
        ("neg_two_words", build(&wide, Style::Mac, Name::Neg)),
        ("half_two_words", build(&wide, Style::Mac, Name::Half)),
        ("mul_two_words_mac", build(&wide, Style::Mac, Name::Mul)),
        (
            "mul_two_words_dual",
            build(&wide, Style::DualChain, Name::Mul),
        ),
        ("select_two_words", build(&wide, Style::Mac, Name::Select)),
        (
            "mul_operand",
            build(&wide, Style::DualChain, Name::MulOperand),
        ),
        ("fp2_sqr", build(&wide, Style::DualChain, Name::Fp2Sqr)),
    ] {
        assert_eq!(agrees(&k, 100).err(), None);
        insta::assert_snapshot!(label, export(&k.function, &k.contract).unwrap());
    }
}

/// Every operation of the IR.
#[test]
fn every_operation() {
    let mut b = Builder::new("every", Word::W64);
    let x = b.param("a", 2, (BigUint::one() << 128u8) - 1u8);
    let y = b.param("b", 2, (BigUint::one() << 128u8) - 1u8);
    let (s, carry) = b.add(x[0], y[0], None);
    let (t, carry) = b.add(x[1], y[1], Some(carry));
    let (d, borrow) = b.sub(s, y[1], None);
    let (e, borrow) = b.sub(t, y[0], Some(borrow));
    let chosen = b.select(borrow, d, e);
    let (lo, hi) = b.mul_wide(chosen, x[0]);
    let (lo, hi) = b.mac(lo, hi, x[1], y[0]);
    let low = b.mul_lo(lo, hi);
    let bit = b.bit_word(carry);
    let mask = b.constant(0xffff_ffff);
    let upper = b.constant(!0xff);
    let some = b.constant(0x0ff0);
    let parts = [
        b.shl(low, 5),
        b.shr(hi, 7),
        b.funnel(lo, hi, 11),
        b.and(lo, mask),
        b.and(hi, upper),
        b.and(hi, some),
        b.or(lo, bit),
        b.xor(lo, hi),
        b.madd52lo(lo, hi, chosen),
        b.madd52hi(lo, hi, chosen),
    ];
    b.result("r", parts.to_vec());
    let f = b.finish();
    // No equation holds of such a thing; the printer does not ask.
    let text = print::program(&f, &Contract::new(vec![]), &[]);
    // `and []` is no predicate: the postcondition is empty here only.
    let text = text.replace("and [\n    \n  ]", "true");
    let program = Program::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let c = Contract::new(vec![]);
    for row in rows(&f, &c, 300) {
        let args = arguments(&f, &row);
        let store = program
            .run(&args.concat())
            .unwrap_or_else(|e| panic!("{e} {row:x?}\n{text}"));
        let got = eval(&f, &args).unwrap();
        for (v, x) in f.results[0].limbs.iter().zip(&got[0]) {
            assert_eq!(store[&format!("x{}", v.0)], *x, "x{}\n{text}", v.0);
        }
    }
}

/// A change of one line of a program is refused, or found by running it.
#[test]
fn wrong_programs_do_not_verify() {
    let wide = (BigUint::one() << 127u8) - 25u8;
    let wide = Plan::plain_montgomery("toy", &wide, Word::W64).unwrap();
    let changes: [(&str, &str); 9] = [
        ("adcs ", "sbbs "),
        ("adds ", "subb "),
        ("subb ", "adds "),
        ("mov ", "not "),
        ("mull ", "adds "),
        ("= 0x0@", "= 0x1@"),
        ("<=u", ">u"),
        ("eqmod (", "eqmod (1 + "),
        ("= 0", "= 1"),
    ];
    let (mut tried, mut passed) = (0, vec![]);
    for name in [Name::Mul, Name::Sub, Name::Neg] {
        let k = build(&wide, Style::DualChain, name);
        let text = export(&k.function, &k.contract).unwrap();
        let all = rows(&k.function, &k.contract, 100);
        for (from, to) in changes {
            for (at, _) in text.match_indices(from) {
                // Comments are not code.
                if text[..at].rfind("*)").is_none() {
                    continue;
                }
                let mut wrong = text.clone();
                wrong.replace_range(at..at + from.len(), to);
                tried += 1;
                let Ok(program) = Program::parse(&wrong) else {
                    continue;
                };
                let fails = |row: &Vec<BigUint>| {
                    program.run(&arguments(&k.function, row).concat()).is_err()
                };
                if !all.iter().any(fails) {
                    passed.push(wrong[at..].lines().next().unwrap_or("").to_string());
                }
            }
        }
    }
    // Carries that are never 1 may be added or subtracted.
    assert!(
        tried > 80 && passed.len() * 10 < tried,
        "{tried} {passed:#?}"
    );
}

#[test]
fn malformed_programs() {
    let body = |code: &str| {
        format!(
            "proc main (uint64 a_0, uint64 b_0, bit c) =\n{{ true }}\n{code}\n{{ true && true }}"
        )
    };
    assert!(Program::parse(&body("adds x3 x2 a_0 b_0;")).is_ok());
    for (code, what) in [
        ("adds x3 x2 a_0 b_9;", "b_9 is undefined"),
        ("adds x3 x2 a_0;", "an identifier expected"),
        ("adds x3 x2 a_0 c;", "operands of 64 and 1 bits"),
        ("adcs x3 x2 a_0 b_0 a_0;", "a carry must be a bit"),
        ("adds x3@uint64 x2 a_0 b_0;", "x3 has another type"),
        ("adds x2 x2 a_0 b_0;", "x2 is written twice"),
        ("cmov x2 a_0 a_0 b_0;", "a carry must be a bit"),
        ("mov x2 5;", "`@` expected"),
        ("mov x2 0x10000000000000000@uint64;", "does not fit"),
        ("mov u2 5@uint64;", "an identifier expected"),
        ("mov s2 5@uint64;", "signed type"),
        ("mov limbs 5@uint64;", "an identifier expected"),
        ("mov x2 5@uint65;", "1 to 64 bits"),
        ("mov x2 a_0", "`;` expected"),
        ("split x2 x3 a_0 64;", "an offset between"),
        ("shl x2 a_0 0;", "an offset between"),
        ("mulj x2 a_0 b_0;", "not in the subset"),
        ("assert a_0 = 5;", "`&&` expected"),
        ("assert true && a_0 = 5;", "`@` expected"),
        (
            "assert true && a_0 = 5@32;",
            "widths of range expressions mismatch",
        ),
        (
            "assert true && limbs 64 [a_0, c] = 5@65;",
            "limbs of different widths",
        ),
        ("assert true && and [];", "expected"),
        ("assert eqmod (a_0) (b_0) && true;", "expected"),
        ("assert (a_0 + = 1) && true;", "expected"),
        ("(* (* *) *)", "a comment inside a comment"),
        ("(* ", "a comment has no end"),
        ("mov x2 a_0; ?", "unexpected character"),
        ("mov x2 0x@uint64;", "a number without digits"),
    ] {
        let e = Program::parse(&body(code)).unwrap_err();
        assert!(e.what.contains(what), "{code}: {e}");
        assert!(e.line >= 3, "{e}");
    }
    for text in [
        "",
        "proc other () = { true } { true }",
        "proc main (uint64 a, uint64 a) = { true } nop; { true }",
        "proc main (uint64 a) = { true } nop; { true } nop;",
        "proc main (uint64 a) = { true } { true }",
    ] {
        assert!(Program::parse(text).is_err(), "{text}");
    }
    let e: ParseError = Program::parse("proc main (uint64 s1) =").unwrap_err();
    assert_eq!(e.line, 1);
}

#[test]
fn conditions_are_checked() {
    let run = |code: &str, args: &[u64]| {
        Program::parse(&format!(
            "proc main (uint8 a, uint8 b) = {{ true && a <u 200@8 }} {code} {{ x = a + b && x <=u 250@8 }}"
        ))
        .unwrap()
        .run(args)
        .map(|s| s["x"])
    };
    let add = "add x a b;";
    assert_eq!(run(add, &[3, 4]), Ok(7));
    assert_eq!(run(add, &[3]), Err(RunError::Arguments));
    assert_eq!(run(add, &[3, 256]), Err(RunError::Arguments));
    assert_eq!(run(add, &[200, 4]), Err(RunError::Precondition));
    assert_eq!(run(add, &[199, 200]), Err(RunError::Unsafe(1)));
    assert_eq!(run(add, &[199, 55]), Err(RunError::Postcondition));
    assert_eq!(
        run("adds c x a b;", &[199, 200]),
        Err(RunError::Postcondition)
    );
    let assert = "add x a b; assert true && ~ (x = 7@8) /\\ x >u 1@8;";
    assert_eq!(run(assert, &[3, 4]), Err(RunError::Assertion(1)));
    assert_eq!(run(assert, &[1, 0]), Err(RunError::Assertion(1)));
    assert_eq!(run(assert, &[1, 1]), Ok(2));
    let assume = "add x a b;\nassume x ** 2 - 6 = 43 (mod 100) && true;";
    assert_eq!(run(assume, &[3, 4]), Ok(7));
    assert_eq!(run(assume, &[3, 5]), Err(RunError::Assumption(2)));
    assert_eq!(
        run("shl y a 1; add x a b;", &[199, 1]),
        Err(RunError::Unsafe(1))
    );
    let ranges =
        "add x a b; assert true && or [a = 0@8, and [x - a = b, a * b = 12@8]] \\/ b >=u 9@8;";
    assert_eq!(run(ranges, &[3, 4]), Ok(7));
    assert_eq!(run(ranges, &[3, 5]), Err(RunError::Assertion(1)));
    assert_eq!(run(ranges, &[3, 9]), Ok(12));
}

#[test]
fn what_cannot_be_written() {
    let mut k = small(0x7800_0001, Word::W32, Style::Mac, Name::Add);
    k.function.params[0].name = "a b".into();
    let e = export(&k.function, &k.contract).unwrap_err();
    assert_eq!(e, ExportError::Name("a b".into()));
    // What would end the comment that they stand in.
    let mut k = small(0x7800_0001, Word::W32, Style::Mac, Name::Add);
    k.function.name = "add *) proc evil".into();
    let e = export(&k.function, &k.contract).unwrap_err();
    assert_eq!(e, ExportError::Name("add *) proc evil".into()));
    let mut k = small(0x7800_0001, Word::W32, Style::Mac, Name::Add);
    k.function.results[0].name = "r\n*)".into();
    k.contract.equations[0].result = "r\n*)".into();
    let e = export(&k.function, &k.contract).unwrap_err();
    assert_eq!(e, ExportError::Name("r\n*)".into()));
    let mut k = small(0x7800_0001, Word::W32, Style::Mac, Name::Add);
    k.contract.equations[0].scale += 1u8;
    let e = export(&k.function, &k.contract).unwrap_err();
    assert!(matches!(e, ExportError::Check(_)), "{e}");
    k.function.word = Word::W13;
    let e = export(&k.function, &k.contract).unwrap_err();
    assert!(matches!(e, ExportError::Word { radix: 13, .. }), "{e}");
}

/// A kernel that does nothing is a program all the same.
#[test]
fn nothing_to_do() {
    let k = small(0x7fff_ffff, Word::W32, Style::Mac, Name::FromInternal);
    assert!(k.function.insts.is_empty());
    assert_eq!(agrees(&k, 100).err(), None);
}

/// A result below a parameter, an equation without terms.
#[test]
fn other_contracts() {
    let mut b = Builder::new("zero", Word::W64);
    let p = b.param("p", 1, u64::MAX.into());
    let (d, _) = b.sub(p[0], p[0], None);
    b.result("r", vec![d]);
    let f = b.finish();
    let c = Contract::new(vec![crate::limb_ir::Equation {
        result: "r".into(),
        scale: 3u8.into(),
        terms: vec![],
        modulo: Modulo::Param("p".into()),
        range: Range::BelowParam("p".into()),
    }]);
    let text = export(&f, &c).unwrap();
    assert!(
        text.contains("eqmod (0x3 * limbs 64 [x1]) (0) (limbs 64 [p_0])"),
        "{text}"
    );
    let program = Program::parse(&text).unwrap();
    assert!(program.run(&[7]).is_ok());
    // The range of a result below 0 is empty.
    assert_eq!(program.run(&[0]), Err(RunError::Postcondition));
}
