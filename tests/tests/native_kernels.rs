//! Every native kernel, run on this processor: against the interpreter, and under the calling-convention harness.
#![cfg(all(target_arch = "x86_64", unix))]

use fieldc_compiler::claims::apart;
use fieldc_compiler::kernels::{Name, Style, build};
use fieldc_compiler::limb_ir::{Function, Word, eval, eval_integers};
use fieldc_compiler::plan::Plan;
use fieldc_compiler::target::{groups, x86_64};
use fieldc_native::{Aliasing, Arg, ExecutableBuffer, Harness, words};
use fieldc_tests::adversarial::Random;
use num_bigint::BigUint;
use num_traits::Num;

fn adx() -> bool {
    let have = std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("adx");
    if !have {
        eprintln!("SKIPPED: this processor has no BMI2 and ADX");
    }
    have
}

fn kernels(plan: &Plan) -> Vec<Function> {
    let names = Name::standard(plan).into_iter().chain(Name::extra(plan));
    names
        .map(|n| build(plan, Style::DualChain, n).function)
        .collect()
}

fn limbs(x: &BigUint, n: usize) -> Vec<u64> {
    let mut v = x.to_u64_digits();
    v.resize(n, 0);
    v
}

/// Operands for every parameter; where the modulus is one, `k` fits it.
fn operands(f: &Function, r: &mut Random) -> Vec<Vec<u64>> {
    let mut args: Vec<BigUint> = f.params.iter().map(|p| r.operand(&p.max)).collect();
    let at = |n: &str| f.params.iter().position(|p| p.name == n);
    if let (Some(p), Some(k)) = (at("p"), at("k")) {
        args[p] |= BigUint::from(1u8);
        let w = BigUint::from(1u8) << 64u8;
        args[k] = &w - args[p].modinv(&w).unwrap();
    }
    f.params
        .iter()
        .zip(&args)
        .map(|(p, a)| limbs(a, p.limbs.len()))
        .collect()
}

/// One buffer a parameter group.
fn arguments(f: &Function, args: &[Vec<u64>]) -> Vec<Vec<u64>> {
    groups(f)
        .iter()
        .map(|(_, ps)| ps.iter().flat_map(|p| args[*p].clone()).collect())
        .collect()
}

fn compare(f: &Function, rounds: usize, r: &mut Random) {
    let code = x86_64::compile(f).unwrap_or_else(|e| panic!("{}: {e}", f.name));
    let buffer = ExecutableBuffer::new(&code.bytes).unwrap();
    let total: usize = f.results.iter().map(|r| r.limbs.len()).sum();
    for _ in 0..rounds {
        let args = operands(f, r);
        let expected = eval(f, &args).unwrap().concat();
        let buffers = arguments(f, &args);
        let mut out = vec![0u64; total];
        let mut pointers = vec![out.as_mut_ptr() as u64];
        pointers.extend(buffers.iter().map(|b| b.as_ptr() as u64));
        // SAFETY: the code is a kernel of this compiler; every pointer is valid for the limbs of its group.
        unsafe { buffer.call_sysv(0, &pointers) }.unwrap();
        assert_eq!(out, expected, "{} on {args:x?}", f.name);
    }
}

#[test]
fn native_equals_interpreter() {
    if !adx() {
        return;
    }
    let mut r = Random(7);
    for bits in (2..=64).step_by(3).chain([
        65, 127, 128, 129, 191, 192, 193, 254, 255, 256, 257, 319, 320, 381, 383, 384, 385, 447,
        448, 511, 512, 521, 576, 640, 1024,
    ]) {
        for _ in 0..if bits < 400 { 4 } else { 2 } {
            let plan = Plan::new("t", &r.modulus(bits), Word::W64).unwrap();
            for f in kernels(&plan) {
                compare(&f, 40, &mut r);
            }
        }
    }
}

#[test]
fn every_count_of_leading_zeros() {
    if !adx() {
        return;
    }
    let mut r = Random(8);
    for zeros in 0..64 {
        for n in [2, 4, 6] {
            let plan = Plan::new("t", &r.modulus(64 * n - zeros), Word::W64).unwrap();
            for name in [
                Name::Add,
                Name::Sub,
                Name::Half,
                Name::Mul,
                Name::Sqr,
                Name::Dot(3),
            ] {
                compare(&build(&plan, Style::DualChain, name).function, 30, &mut r);
            }
        }
    }
}

#[test]
fn calling_convention_and_memory() {
    if !adx() {
        return;
    }
    let mut r = Random(9);
    let moduli = [
        "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47",
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
        "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
        "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
        // 2^1024 - 105: sixteen limbs, more than there are registers.
        &format!("{}97", "f".repeat(254)),
        "ffffffff00000001",
        "1ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    ];
    for p in moduli {
        let plan = Plan::new("t", &BigUint::from_str_radix(p, 16).unwrap(), Word::W64).unwrap();
        for f in kernels(&plan) {
            if groups(&f).len() > 3 {
                continue; // the harness passes four arguments
            }
            let code = x86_64::compile(&f).unwrap();
            let buffer = ExecutableBuffer::new(&code.bytes).unwrap();
            let args = operands(&f, &mut r);
            let total: usize = f.results.iter().map(|r| r.limbs.len()).sum();
            let mut list = vec![Arg::out64(total)];
            list.extend(arguments(&f, &args).iter().map(|b| Arg::in64(b)));
            let aliasing = match apart(&f.name) {
                true => Aliasing::INPUTS,
                false => Aliasing::ALL,
            };
            let out = Harness::new(&buffer, 0, aliasing)
                .run(&list)
                .unwrap_or_else(|e| panic!("{}: {e}", f.name));
            assert_eq!(
                words(&out[0]),
                eval(&f, &args).unwrap().concat(),
                "{}",
                f.name
            );
        }
    }
}

#[test]
fn small_fields_exhaustively() {
    if !adx() {
        return;
    }
    for p in [5u32, 7, 101, 103] {
        let plan = Plan::new("t", &p.into(), Word::W64).unwrap();
        for name in [
            Name::Add,
            Name::Sub,
            Name::Mul,
            Name::Neg,
            Name::Double,
            Name::Half,
            Name::Sqr,
        ] {
            let f = build(&plan, Style::DualChain, name).function;
            let code = x86_64::compile(&f).unwrap();
            let buffer = ExecutableBuffer::new(&code.bytes).unwrap();
            for a in 0..p {
                for b in 0..p {
                    let args = [BigUint::from(a), BigUint::from(b)][..f.params.len()].to_vec();
                    let expected = eval_integers(&f, &args).unwrap();
                    let (x, y, mut out) = ([u64::from(a)], [u64::from(b)], [0u64]);
                    let pointers = [
                        out.as_mut_ptr() as u64,
                        x.as_ptr() as u64,
                        y.as_ptr() as u64,
                    ];
                    // SAFETY: a kernel of this compiler on one-limb operands.
                    unsafe { buffer.call_sysv(0, &pointers[..f.params.len() + 1]) }.unwrap();
                    assert_eq!(BigUint::from(out[0]), expected[0], "{} {a} {b}", f.name);
                }
            }
        }
    }
}
