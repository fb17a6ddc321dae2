//! What the lifter takes each instruction to do, against this processor.
//!
//! Every instruction that the lifter knows, over the registers and operands that it may have, between code that loads registers and flags
//! from memory and code that stores all of them again. The whole is lifted and interpreted, and assembled and run.
#![cfg(all(target_arch = "x86_64", unix))]

use fieldc_compiler::adversarial::Random;
use fieldc_compiler::claims::Claim;
use fieldc_compiler::lift::x86_64::{Entry, Lifted, Listing, lift};
use fieldc_compiler::limb_ir::{Contract, eval};
use fieldc_compiler::target::x86_64::{encode::encode, parse::parse};
use fieldc_native::ExecutableBuffer;
use num_bigint::BigUint;
use num_traits::One;

/// Registers that are loaded before and stored after; `rsi` and `rdi` point to the memory.
const USED: [&str; 6] = ["rax", "rcx", "rdx", "r8", "r9", "r10"];
const CONSTANT: u64 = 0x8000_0000_0000_0003;

/// The instructions under test, `;` between those that only make sense together.
fn instructions() -> Vec<String> {
    let mut v: Vec<String> = vec![];
    let sources = [
        "rcx",
        "rax",
        "qword ptr [rsi + 24]",
        "qword ptr [rip + {consts}]",
    ];
    for op in [
        "add", "adc", "sub", "sbb", "cmp", "and", "or", "xor", "test",
    ] {
        for s in sources
            .iter()
            .chain(&["0", "1", "-1", "2147483647", "-2147483648"])
        {
            // `test` has its memory operand on the other side, and our assembler leaves it out.
            if op == "test" && s.contains('[') {
                continue;
            }
            v.push(format!("{op} rax, {s}"));
        }
    }
    for op in ["mov", "adcx", "adox", "imul"] {
        v.extend(sources.iter().map(|s| format!("{op} rax, {s}")));
    }
    for c in [
        "c", "nc", "z", "nz", "s", "ns", "o", "no", "b", "nae", "ae", "nb", "e", "ne",
    ] {
        v.extend(sources[..3].iter().map(|s| format!("cmov{c} rax, {s}")));
        // Flags of an instruction, not only those loaded.
        v.push(format!("xor eax, eax; adcx r8, r9; set{c} al"));
        v.push(format!("set{c} al; movzx eax, al"));
        v.push(format!("add r8, r9; cmov{c} rax, rcx"));
        v.push(format!("sub r8, r9; cmov{c} rax, rcx"));
        v.push(format!("and r8, r9; cmov{c} rax, rcx"));
        v.push(format!("neg r8; cmov{c} rax, rcx"));
        v.push(format!("shl r8, 1; cmov{c} rax, rcx"));
        v.push(format!("shr r8, 7; cmov{c} rax, rcx"));
        v.push(format!("inc r8; cmov{c} rax, rcx"));
        v.push(format!("dec r8; cmov{c} rax, rcx"));
        v.push(format!("shld r8, r9, 9; cmov{c} rax, rcx"));
        v.push(format!("test r8d, r8d; cmov{c} rax, rcx"));
    }
    for op in ["neg", "not", "inc", "dec"] {
        v.push(format!("{op} rax"));
        // Of words that are a bit or a mask.
        v.push(format!("setc al; movzx eax, al; {op} rax"));
        v.push(format!("sbb rax, rax; {op} rax"));
    }
    for k in [1, 2, 31, 32, 63] {
        for op in ["shl", "shr"] {
            v.push(format!("{op} rax, {k}"));
            v.push(format!("mov rcx, {k}; {op}x rax, r8, rcx"));
            v.push(format!("mov rcx, {k}; {op}x rax, qword ptr [rsi + 8], rcx"));
            v.push(format!("{op}d rax, rcx, {k}"));
            v.push(format!("{op}d rax, rax, {k}"));
        }
        v.push(format!("rorx rax, rcx, {k}"));
        v.push(format!("bt rax, {k}"));
    }
    v.extend(
        [
            "mov rcx, 64; shlx rax, r8, rcx",
            "rorx rax, rcx, 0",
            "bt rax, 0",
            "setc al; movzx eax, al; bt rax, 0",
            "setnc al; movzx eax, al; bt rax, 0",
            "setc al; movzx eax, al; shr rax, 1",
            "setc al; movzx eax, al; add rax, -1",
            "setnc al; movzx eax, al; add rax, -1; adc r8, r9",
            "sbb rax, rax; and rax, rcx",
            "sbb rax, rax; and rcx, rax",
            "sbb rax, rax; not rax; and rax, rcx",
            "setc al; movzx eax, al; neg rax; and rax, rcx",
            "cmc; sbb rax, rax; and rax, rcx",
            "cmc; adc rax, rcx",
            "cmc; sbb rax, rcx",
            "setz al; movzx eax, al; adc rax, rcx",
            "stc; adc rax, rcx",
            "clc; sbb rax, rcx",
            "stc; sbb rax, rax; and rax, rcx",
            "clc; sbb rax, rax",
            "stc; setc al; movzx eax, al",
            "xor eax, eax; setz cl; movzx ecx, cl",
            "sub rax, rax; adc rax, rcx",
            "sub eax, eax; adox rax, rcx",
            "mov eax, ecx",
            "mov eax, -1",
            "mov rax, -1",
            "mov eax, 4294967295",
            "movabs rax, 81985529216486895",
            "movzx eax, cl",
            "movzx eax, r9b",
            "mulx rax, rcx, r8",
            "mulx rcx, rax, rdx",
            "mulx rax, rax, r8",
            "mulx rdx, rcx, r8",
            "mulx rcx, rdx, r8",
            "mulx rax, rcx, qword ptr [rsi + 40]",
            "mulx rax, rcx, qword ptr [rip + {consts}]",
            "mul rcx",
            "mul rax",
            "mul qword ptr [rsi + 16]",
            "imul rax, rcx, -3",
            "imul rax, qword ptr [rsi + 8], 1000",
            "lea rax, [rcx + 8]",
            "lea rax, [rcx - 8]",
            "lea rax, [rcx + r8*1]",
            "lea rax, [rcx + r8*8 - 5]",
            "lea r11, [rsi + 8]; mov rax, qword ptr [r11 + 16]",
            "push rax; push rcx; pop rax; pop rcx",
            "push rbx; mov rbx, rax; add rbx, rcx; mov rax, rbx; pop rbx",
            "sub rsp, 16; mov qword ptr [rsp + 8], rax; mov rcx, qword ptr [rsp + 8]; add rsp, 16",
            "push rax; mov rcx, qword ptr [rsp]; mov qword ptr [rsp], r8; pop rdx",
        ]
        .map(String::from),
    );
    v
}

/// The whole function: CF and OF are the top bits of two words, then the instructions, then registers and (where asked for) one flag.
fn program(instructions: &str, flag: Option<&str>) -> Vec<String> {
    let mut text: Vec<String> = vec![];
    let mut line = |s: String| text.push(s);
    line("xor r11d, r11d".into());
    line("mov r11, qword ptr [rsi + 48]".into());
    line("adox r11, r11".into());
    line("mov r11, qword ptr [rsi + 56]".into());
    line("adcx r11, r11".into());
    for (i, r) in USED.iter().enumerate() {
        line(format!("mov {r}, qword ptr [rsi + {}]", 8 * i));
    }
    instructions.split("; ").for_each(|i| line(i.into()));
    for (i, r) in USED.iter().enumerate() {
        line(format!("mov qword ptr [rdi + {}], {r}", 8 * i));
    }
    match flag {
        Some(f) => {
            line(format!("set{f} r11b"));
            line("movzx r11d, r11b".into());
        }
        None => line("mov r11, 0".into()),
    }
    line("mov qword ptr [rdi + 48], r11".into());
    line("ret".into());
    text
}

fn meaning(text: &[String]) -> Result<Lifted, fieldc_compiler::lift::LiftError> {
    let any = (BigUint::one() << 512u32) - 1u8;
    let claim = Claim {
        params: vec![("a".into(), 8, any)],
        results: vec![("out".into(), 7)],
        contract: Contract::new(vec![]),
    };
    let listing = Listing {
        lines: text.iter().cloned().enumerate().collect(),
        pool: Some(("{consts}".into(), vec![CONSTANT])),
    };
    lift("test", &claim, &listing, &Entry::SystemV)
}

fn run(code: &ExecutableBuffer, input: &[u64]) -> Vec<u64> {
    let mut out = vec![0u64; 7];
    let pointers = [out.as_mut_ptr() as u64, input.as_ptr() as u64];
    // SAFETY: the code stores 7 words to the first pointer and loads 8 from the second.
    unsafe { code.call_sysv(0, &pointers) }.unwrap();
    out
}

#[test]
fn every_instruction_does_what_the_lifter_says() {
    if !(std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("adx")) {
        eprintln!("SKIPPED: this processor has no BMI2 and ADX");
        return;
    }
    let mut random = Random(11);
    let (mut programs, mut flags) = (0, [0; 4]);
    for instruction in instructions() {
        for (i, flag) in [None, Some("c"), Some("o"), Some("z"), Some("s")]
            .into_iter()
            .enumerate()
        {
            let text = program(&instruction, flag);
            let lifted = match (meaning(&text), i) {
                (Ok(l), _) => l,
                (Err(e), 0) if !e.what.contains("flag") => panic!("{instruction}: {e}"),
                // A flag without a value may not be read.
                (Err(e), _) => {
                    assert!(e.what.contains("flag"), "{instruction}: {e}");
                    continue;
                }
            };
            let insns = parse(&text.join("\n")).unwrap_or_else(|e| panic!("{instruction}: {e}"));
            let pool = vec![("{consts}".to_string(), CONSTANT)];
            let code = ExecutableBuffer::new(&encode(&insns, &pool).unwrap().bytes).unwrap();
            for _ in 0..150 {
                let any = (BigUint::one() << 64u8) - 1u8;
                let input: Vec<u64> = (0..8)
                    .map(|_| random.operand(&any).iter_u64_digits().next().unwrap_or(0))
                    .collect();
                let said = eval(&lifted.function, std::slice::from_ref(&input))
                    .unwrap()
                    .concat();
                assert_eq!(
                    said,
                    run(&code, &input),
                    "{instruction}, flag {flag:?}, on {input:x?}"
                );
            }
            programs += 1;
            if i > 0 {
                flags[i - 1] += 1;
            }
        }
    }
    // Most instructions leave flags with a value, or those that were loaded.
    assert!(
        programs > 700 && flags.iter().all(|f| *f > 100),
        "{programs} {flags:?}"
    );
}

#[test]
fn what_is_undefined_or_unknown_is_refused() {
    for bad in [
        // Undefined flags and flags that have no value.
        "mul rcx; cmovz rax, rcx",
        "imul rax, rcx; adc rax, rcx",
        "shl rax, 3; adc rax, rcx",
        "add rax, rcx; adox rax, rcx",
        "inc rax; cmovo rax, rcx",
        "bt rax, 3; cmovo rax, rcx",
        "shrd rax, rcx, 3; sbb rax, rcx",
        // Registers that hold nothing, or what is the caller's.
        "add rax, rbx",
        "mov rax, rbx",
        "add rax, rsi",
        "mov rbx, rax",
        "pop rax",
        "mov rsp, rax",
        "push rax",
        "setc al; add rax, rcx",
        // Memory outside of the operands.
        "mov rax, qword ptr [rsi + 64]",
        "mov rax, qword ptr [rsi - 8]",
        "mov rax, qword ptr [rsi + 4]",
        "mov qword ptr [rsi], rax",
        "mov qword ptr [rdi + 56], rax",
        "mov qword ptr [rsp], rax",
        "mov qword ptr [rsp + 8], rax",
        "mov qword ptr [rsp - 8], rax",
        "mov rax, qword ptr [rsp - 8]",
        "push rax; add rsp, 8; mov rax, qword ptr [rsp - 8]",
        "push rax; lea rsp, [rsp + 8]; lea rsp, [rsp - 8]; pop rax",
        "sub rsp, 4104; mov qword ptr [rsp], rax; add rsp, 4104",
        "push rsp; pop rax",
        "mov rax, qword ptr [rip + {consts} + 8]",
        "mov rax, qword ptr [rip + other]",
        "mov rax, qword ptr [rax]",
        "mov qword ptr [rdi], rsi",
        // Instructions that no kernel has.
        "std",
        "div rcx",
        "bsf rax, rcx",
        "jz 1f",
        "call rax",
        "xchg rax, rcx",
        "sar rax, 1",
        "shl rax, 64",
        "shlx rax, rcx, r8",
        "movq xmm0, r8; movq rax, xmm1",
        "adc al, 1",
        "lock add rax, rcx",
        "ret",
    ] {
        assert!(meaning(&program(bad, None)).is_err(), "{bad}");
    }
}

/// `movq` between vector and general registers, as `asm!` blocks use it: here by rustc's own assembler.
#[test]
fn a_word_in_a_vector_register_comes_back() {
    use fieldc_compiler::lift::x86_64::{Block, Input, Place};
    let any = (BigUint::one() << 128u32) - 1u8;
    let claim = Claim {
        params: vec![("a".into(), 2, any)],
        results: vec![("out".into(), 2)],
        contract: Contract::new(vec![]),
    };
    let block = Block {
        inputs: vec![
            (Place::Vector(3), Input::Limb { group: 0, limb: 0 }),
            (Place::Vector(15), Input::Limb { group: 0, limb: 1 }),
        ],
        outputs: vec![0, 1],
        written: [0, 1].into(),
        spill: 0,
    };
    let lines = ["movq rcx, xmm3", "movq rax, xmm15"];
    let listing = Listing {
        lines: lines.map(String::from).into_iter().enumerate().collect(),
        pool: None,
    };
    let lifted = lift("test", &claim, &listing, &Entry::Inline(block)).unwrap();
    let mut random = Random(3);
    let word = (BigUint::one() << 64u8) - 1u8;
    for _ in 0..200 {
        let [x, y] = [0, 1].map(|_| random.operand(&word).iter_u64_digits().next().unwrap_or(0));
        let (first, second): (u64, u64);
        // SAFETY: two moves between registers that are operands.
        unsafe {
            std::arch::asm!(
                "movq xmm3, {x}",
                "movq xmm15, {y}",
                "movq rcx, xmm3",
                "movq rax, xmm15",
                x = in(reg) x,
                y = in(reg) y,
                out("rax") first,
                out("rcx") second,
                out("xmm3") _,
                out("xmm15") _,
            );
        }
        let said = eval(&lifted.function, &[vec![x, y]]).unwrap().concat();
        assert_eq!(said, [first, second]);
        assert_eq!(said, [y, x]);
    }
}
