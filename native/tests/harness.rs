//! The harness tested with kernels that must pass and kernels that must not.
#![cfg(all(unix, target_arch = "x86_64"))]

use fieldc_compiler::target::x86_64::{encode::encode, parse::parse};
use fieldc_native::{Aliasing, Arg, ExecutableBuffer, Harness, HarnessError, Violation, words};

const A: [u64; 4] = [u64::MAX, u64::MAX, 7, 1 << 60];
const B: [u64; 4] = [1, 0, 5, 3];

fn code(text: &str) -> ExecutableBuffer {
    let pool = [("eleven".to_string(), 11)];
    let code = encode(&parse(text).unwrap(), &pool).unwrap();
    ExecutableBuffer::new(&code.bytes).unwrap()
}

fn run_with(text: &str, aliasing: Aliasing, args: &[Arg]) -> Result<Vec<Vec<u8>>, HarnessError> {
    Harness::new(&code(text), 0, aliasing).run(args)
}

/// A kernel `out = f(a, b)` on four limbs, all aliasing allowed.
fn run(text: &str) -> Result<Vec<Vec<u8>>, HarnessError> {
    let args = [Arg::out64(4), Arg::in64(&A), Arg::in64(&B)];
    run_with(text, Aliasing::ALL, &args)
}

#[track_caller]
fn violation(result: Result<Vec<Vec<u8>>, HarnessError>) -> Violation {
    match result {
        Err(HarnessError::Violation { violation, .. }) => violation,
        other => panic!("{other:?}"),
    }
}

/// `a + b mod 2^256`, everything loaded before anything is stored; `extra` runs before the return.
fn add4(extra: &str) -> String {
    format!(
        "mov rax, qword ptr [rsi]
         mov rcx, qword ptr [rsi + 8]
         mov r8, qword ptr [rsi + 16]
         mov r9, qword ptr [rsi + 24]
         add rax, qword ptr [rdx]
         adc rcx, qword ptr [rdx + 8]
         adc r8, qword ptr [rdx + 16]
         adc r9, qword ptr [rdx + 24]
         mov qword ptr [rdi], rax
         mov qword ptr [rdi + 8], rcx
         mov qword ptr [rdi + 16], r8
         mov qword ptr [rdi + 24], r9
         {extra}
         ret"
    )
}

#[test]
fn a_good_kernel_passes_and_its_output_comes_back() {
    let outputs = run(&add4("")).unwrap();
    assert_eq!(outputs.len(), 1);
    assert_eq!(words(&outputs[0]), [0, 0, 13, (1 << 60) + 3]);
}

#[test]
fn callee_saved_registers_may_be_used_if_restored() {
    run(&format!(
        "push rbx\npush r15\nmov rbx, rsi\nmov r15, rdx\n{}",
        add4("pop r15\npop rbx")
    ))
    .unwrap();
}

#[test]
fn every_callee_saved_register_is_watched() {
    for r in ["rbx", "rbp", "r12", "r13", "r14", "r15"] {
        match violation(run(&add4(&format!("lea {r}, [{r} + 1]")))) {
            Violation::Register {
                register,
                before,
                after,
            } => {
                assert_eq!(register, r);
                assert_eq!(after, before.wrapping_add(1));
            }
            other => panic!("{other}"),
        }
    }
}

#[test]
fn one_limb_too_far_is_caught() {
    // The first case has the guard page before the operands: there the limb behind hits the canary.
    let behind = violation(run(&add4("mov qword ptr [rdi + 32], rax")));
    assert_eq!(
        behind,
        Violation::Canary {
            argument: 0,
            offset: 32
        }
    );
    let before = violation(run(&add4("mov qword ptr [rdi - 8], rax")));
    assert!(matches!(before, Violation::Killed { .. }), "{before}");
    // A write that leaves the canary as it is, and reads, are caught by the guard pages alone.
    for touch in [
        "mov rax, qword ptr [rdx + 32]",
        "mov rax, qword ptr [rsi - 8]",
        "mov rax, qword ptr [rdi + 32]\nmov qword ptr [rdi + 32], rax",
        "mov eax, dword ptr [rdi + 29]",
    ] {
        let v = violation(run(&add4(touch)));
        assert!(matches!(v, Violation::Killed { .. }), "{touch}: {v}");
    }
}

#[test]
fn inputs_must_stay() {
    let v = violation(run(&add4("mov qword ptr [rdx + 24], r9")));
    assert_eq!(v, Violation::Input { argument: 2 });
    // Also where the value is the old one.
    let same = "mov rax, qword ptr [rdx]\nmov qword ptr [rdx], rax";
    let v = violation(run(&add4(same)));
    assert!(matches!(v, Violation::Killed { .. }), "{v}");
}

#[test]
fn flags_on_entry_must_not_matter() {
    let text = add4("").replace("add rax", "adc rax");
    assert_eq!(violation(run(&text)), Violation::Output { argument: 0 });
    for flag in ["c", "o", "z", "s", "p"] {
        let text = format!("set{flag} al\nmovzx eax, al\nmov qword ptr [rdi], rax\nret");
        let v = violation(run_with(&text, Aliasing::ALL, &[Arg::out64(1)]));
        assert_eq!(v, Violation::Output { argument: 0 }, "{flag}");
    }
}

#[test]
fn scratch_registers_and_old_outputs_must_not_matter() {
    assert_eq!(
        violation(run(&add4("mov qword ptr [rdi], r10"))),
        Violation::Output { argument: 0 }
    );
    let partial = add4("").replace("mov qword ptr [rdi + 24], r9", "");
    assert_eq!(violation(run(&partial)), Violation::Output { argument: 0 });
    let reads = format!(
        "mov r10, qword ptr [rdi]\n{}",
        add4("mov qword ptr [rdi], r10")
    );
    assert_eq!(violation(run(&reads)), Violation::Output { argument: 0 });
}

/// `add` limb by limb is right with operands apart and with `out` over `a` or `b`; reversed limbs are not.
#[test]
fn aliasing_is_tried() {
    let reverse = "mov rax, qword ptr [rsi]
         mov qword ptr [rdi + 24], rax
         mov rax, qword ptr [rsi + 8]
         mov qword ptr [rdi + 16], rax
         mov rax, qword ptr [rsi + 16]
         mov qword ptr [rdi + 8], rax
         mov rax, qword ptr [rsi + 24]
         mov qword ptr [rdi], rax
         ret";
    assert_eq!(violation(run(reverse)), Violation::Output { argument: 0 });
    let args = [Arg::out64(4), Arg::in64(&A), Arg::in64(&B)];
    let apart = run_with(reverse, Aliasing::NONE, &args).unwrap();
    assert_eq!(words(&apart[0]), [A[3], A[2], A[1], A[0]]);
    let inputs = Aliasing {
        inputs: true,
        ..Aliasing::NONE
    };
    run_with(reverse, inputs, &args).unwrap();
}

/// A copy limb by limb may have its output over `a` or `b` and wherever it lies before `a`, and not one limb behind; a copy of `b` behind
/// `a`, four limbs of each, shows where the output reaches over the end of one operand into another.
#[test]
fn overlaps_are_tried() {
    let copy = |a: &str, b: &str| {
        let mut text = String::new();
        for (from, at) in [(a, 0), (b, 32)] {
            for i in (0..32).step_by(8) {
                text += &format!(
                    "mov rax, qword ptr [{from} + {i}]\nmov qword ptr [rdi + {}], rax\n",
                    at + i
                );
            }
        }
        text + "ret"
    };
    let overlap = Aliasing {
        overlap: true,
        ..Aliasing::NONE
    };
    let same = Aliasing {
        output_and_input: true,
        ..Aliasing::NONE
    };
    let args = [Arg::out64(8), Arg::in64(&A), Arg::in64(&B)];
    // The size of the output is that of no operand: without overlaps nothing is shared.
    let text = copy("rsi", "rdx");
    run_with(&text, same, &args).unwrap();
    let found = run_with(&text, overlap, &args).unwrap_err();
    let HarnessError::Violation { violation: v, case } = found else {
        panic!("{found}")
    };
    assert_eq!(v, Violation::Output { argument: 0 });
    // b directly behind a, the output one limb behind the beginning of a, that is at the second limb.
    assert_eq!(case.offsets, Some(vec![8, 0, 32]));
    assert!(case.to_string().contains("in one memory at [8, 0, 32]"));
    // All loads before the first store.
    let late = "mov rax, qword ptr [rsi]
         mov rcx, qword ptr [rdx]
         mov qword ptr [rdi], rax
         mov qword ptr [rdi + 8], rcx
         ret";
    let early = late.replace("mov qword ptr [rdi], rax\n", "").replace(
        "mov rcx, qword ptr [rdx]",
        "mov qword ptr [rdi], rax\nmov rcx, qword ptr [rdx]",
    );
    let args = [Arg::out64(2), Arg::in64(&A[..1]), Arg::in64(&B[..1])];
    let outputs = run_with(late, overlap, &args).unwrap();
    assert_eq!(words(&outputs[0]), [A[0], B[0]]);
    // Only where the output begins at b, or ends at it.
    let v = violation(run_with(&early, overlap, &args));
    assert_eq!(v, Violation::Output { argument: 0 });
    // Writes beside the output, over what an input has there.
    let beside = late.replace("ret", "mov qword ptr [rdi + 16], rax\nret");
    let v = violation(run_with(&beside, overlap, &args));
    assert!(
        matches!(
            v,
            Violation::Killed { .. } | Violation::Canary { .. } | Violation::Input { .. }
        ),
        "{v}"
    );
}

/// Wrong only where both inputs are one memory: compares the pointers.
#[test]
fn equal_inputs_are_tried() {
    let text = format!(
        "cmp rsi, rdx\nsetz r10b\nmovzx r10d, r10b\n{}",
        add4("add rax, r10\nmov qword ptr [rdi], rax")
    );
    match run(&text) {
        Err(HarnessError::Violation { violation, case }) => {
            assert_eq!(violation, Violation::Output { argument: 0 });
            assert_eq!(case.same_as[2], 1);
            assert!(case.to_string().contains("argument 2 is argument 1"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn stack_pointer_and_caller_stack_are_watched() {
    // Returns properly, but to a stack that lost a word.
    let v = violation(run(&add4("pop rcx\npop rax\npush rcx\nret")));
    // The return address was pushed again above its place: rsp is eight bytes higher after the return.
    assert_eq!(v, Violation::StackPointer { by: 8 });
    let v = violation(run(&add4("mov qword ptr [rsp + 16], rcx")));
    assert_eq!(v, Violation::Stack { word: 1 });
    let v = violation(run(&add4("push rax")));
    assert!(matches!(v, Violation::Killed { .. }), "{v}");
}

#[test]
fn direction_flag_is_watched() {
    // std; ret: not an instruction of the subset, so as bytes.
    let code = ExecutableBuffer::new(&[0xfd, 0xc3]).unwrap();
    let v = violation(Harness::new(&code, 0, Aliasing::ALL).run(&[]));
    assert_eq!(v, Violation::Direction);
}

#[test]
fn kernels_that_fault_do_not_end_the_caller() {
    let trap = ExecutableBuffer::new(&[0x0f, 0x0b]).unwrap();
    let v = violation(Harness::new(&trap, 0, Aliasing::ALL).run(&[]));
    assert_eq!(v, Violation::Killed { signal: 4 });
}

#[test]
fn values_sizes_and_offsets() {
    // 32-bit operands at odd places, a number, a constant of the pool, two outputs.
    let text = "ret
         mov eax, dword ptr [rdx]
         imul eax, ecx
         mov dword ptr [rdi], eax
         mov rax, qword ptr [rip + eleven]
         mov qword ptr [rsi], rax
         ret";
    let args = [Arg::out32(1), Arg::out64(1), Arg::in32(&[6]), Arg::Value(7)];
    let code = code(text);
    let outputs = Harness::new(&code, 1, Aliasing::ALL).run(&args).unwrap();
    assert_eq!(outputs, [vec![42, 0, 0, 0], vec![11, 0, 0, 0, 0, 0, 0, 0]]);
    let beyond = Harness::new(&code, code.len(), Aliasing::ALL).run(&args);
    assert!(matches!(beyond, Err(HarnessError::Arguments)));
    let five = vec![Arg::Value(0); 5];
    let many = Harness::new(&code, 0, Aliasing::ALL).run(&five);
    assert!(matches!(many, Err(HarnessError::Arguments)));
}

#[test]
fn a_loop_with_labels_runs() {
    // Doubles a word n times.
    let text = "mov rax, qword ptr [rsi]\n2:\nadd rax, rax\ndec edx\njnz 2b\nmov qword ptr [rdi], rax\nret";
    let args = [Arg::out64(1), Arg::in64(&[3]), Arg::Value(5)];
    let outputs = run_with(text, Aliasing::ALL, &args).unwrap();
    assert_eq!(words(&outputs[0]), [96]);
}

#[test]
fn two_carry_chains_run() {
    if !(std::arch::is_x86_feature_detected!("adx") && std::arch::is_x86_feature_detected!("bmi2"))
    {
        eprintln!("skipped: no BMI2 and ADX");
        return;
    }
    // out = a * b0 + b over one word times two: three words of product, both chains in use.
    let text = "mov rcx, rdx
         mov rdx, qword ptr [rcx]
         xor r11d, r11d
         mulx r9, r8, qword ptr [rsi]
         mulx r10, rax, qword ptr [rsi + 8]
         adcx r9, rax
         adcx r10, r11
         adox r8, qword ptr [rcx]
         adox r9, qword ptr [rcx + 8]
         adox r10, r11
         mov qword ptr [rdi], r8
         mov qword ptr [rdi + 8], r9
         mov qword ptr [rdi + 16], r10
         ret";
    let (a, b) = ([u64::MAX, u64::MAX], [u64::MAX, 5]);
    let args = [Arg::out64(3), Arg::in64(&a), Arg::in64(&b)];
    let outputs = run_with(text, Aliasing::ALL, &args).unwrap();
    // (W^2 - 1)(W - 1) + 5 W + W - 1 = W^3 - W^2 - W + 1 + 6 W - 1 = (W - 1) W^2 + 5 W
    assert_eq!(words(&outputs[0]), [0, 5, u64::MAX]);
}
