//! Moduli that are 1 modulo the word, with a top limb of 1 among them: the quotient digit is the negated low word, a fold moves
//! the word up whole, and sums pass the top limb by the least that is possible. Users brought such moduli.

use std::collections::BTreeMap;

use fieldc_compiler::kernels::{Kernel, Name, Style, build_certified};
use fieldc_compiler::limb_ir::{Word, eval_integers};
use fieldc_compiler::plan::Plan;
use fieldc_compiler::spec::{expr, is_prime};
use fieldc_tests::adversarial::Random;
use num_bigint::BigUint;

/// Primes of 3 to 16 limbs.
const MODULI: &[&str] = &[
    "0x100000000000000960000000000000001",
    "2^128 + 0x9f * 2^64 + 1",
    "2^129 - 11 * 2^64 + 1",
    "2^192 + 45 * 2^64 + 1",
    "2^193 - 25 * 2^64 + 1",
    "2^256 + 5 * 2^64 + 1",
    "2^320 + 41 * 2^64 + 1",
    "2^321 - 14 * 2^64 + 1",
    "2^448 + 71 * 2^64 + 1",
    "2^704 + 945 * 2^64 + 1",
    "(2^959 + 299) * 2^64 + 1",
    "2^960 + 285 * 2^64 + 1",
    "2^961 - 167 * 2^64 + 1",
];

/// Whether machine code of this compiler runs here.
fn adx() -> bool {
    #[cfg(all(target_arch = "x86_64", unix))]
    return std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("adx");
    #[cfg(not(all(target_arch = "x86_64", unix)))]
    false
}

/// The results of the machine code on some operands.
#[cfg(all(target_arch = "x86_64", unix))]
fn native(kernel: &Kernel, all: &[Vec<BigUint>]) -> Vec<Vec<BigUint>> {
    use fieldc_compiler::target::{groups, x86_64};
    let f = &kernel.function;
    let limbs = |x: &BigUint, n: usize| {
        let mut v = x.to_u64_digits();
        v.resize(n, 0);
        v
    };
    let lengths: Vec<Vec<usize>> = groups(f)
        .iter()
        .map(|(_, params)| params.iter().map(|p| f.params[*p].limbs.len()).collect())
        .collect();
    let code = x86_64::compile(f).unwrap_or_else(|e| panic!("{}: {e}", f.name));
    let outputs = f.results.iter().map(|r| r.limbs.len()).sum();
    let inputs = lengths.iter().map(|l| l.iter().sum()).collect();
    // SAFETY: the compiler's own code for the function, of which these are the limbs; the caller has found BMI2 and ADX.
    let code = unsafe { fieldc_native::NativeKernel::new(&code.bytes, outputs, inputs) }.unwrap();
    all.iter()
        .map(|args| {
            let args: Vec<Vec<u64>> = groups(f)
                .iter()
                .map(|(_, params)| {
                    let one = |p: &usize| limbs(&args[*p], f.params[*p].limbs.len());
                    params.iter().flat_map(one).collect()
                })
                .collect();
            let args: Vec<&[u64]> = args.iter().map(Vec::as_slice).collect();
            let mut out = vec![0; outputs];
            code.call(&mut out, &args, 1).unwrap();
            let mut rest = out.as_slice();
            f.results
                .iter()
                .map(|r| {
                    let (now, later) = rest.split_at(r.limbs.len());
                    rest = later;
                    now.iter()
                        .rev()
                        .fold(BigUint::ZERO, |x, limb| (x << 64u8) + limb)
                })
                .collect()
        })
        .collect()
}

#[cfg(not(all(target_arch = "x86_64", unix)))]
fn native(_: &Kernel, _: &[Vec<BigUint>]) -> Vec<Vec<BigUint>> {
    vec![]
}

/// The contract's equations and ranges, with big integers.
fn check(kernel: &Kernel, args: &[BigUint], got: &[BigUint]) {
    let f = &kernel.function;
    let params: BTreeMap<String, BigUint> = f
        .params
        .iter()
        .map(|p| p.name.clone())
        .zip(args.iter().cloned())
        .collect();
    let results: BTreeMap<String, BigUint> = f
        .results
        .iter()
        .map(|r| r.name.clone())
        .zip(got.iter().cloned())
        .collect();
    assert_eq!(
        kernel.contract.check(&params, &results),
        Ok(()),
        "{} on {args:x?}",
        f.name
    );
}

/// Operands at the edges; where the modulus is one, its inverse belongs to it.
fn operands(kernel: &Kernel, random: &mut Random) -> Vec<BigUint> {
    let f = &kernel.function;
    let mut args: Vec<BigUint> = f.params.iter().map(|p| random.operand(&p.max)).collect();
    let at = |n: &str| f.params.iter().position(|p| p.name == n);
    if let (Some(p), Some(k)) = (at("p"), at("k")) {
        args[p] |= BigUint::from(1u8);
        let w = BigUint::from(1u8) << 64u8;
        args[k] = &w - args[p].modinv(&w).unwrap();
    }
    args
}

fn every_kernel(text: &str) {
    let p = expr::parse(text).unwrap();
    assert!(is_prime(&p), "{text}");
    assert_eq!(&p % (BigUint::from(1u8) << 64u8), 1u8.into(), "{text}");
    let plan = Plan::new("t", &p, Word::W64).unwrap();
    let mut random = Random(p.bits());
    for style in [Style::Mac, Style::DualChain] {
        let mut names = Name::standard(&plan);
        if plan.limbs <= 4 {
            names.extend(Name::extra(&plan));
        } else {
            // Long sums of many limbs take their proofs seconds each without optimisation.
            names.retain(|n| !matches!(n, Name::Dot(3..)));
        }
        for name in names {
            let kernel = match build_certified(&plan, style, name) {
                Ok((kernel, _)) => kernel,
                Err(_) if name.is_optional() => continue,
                Err(e) => panic!("{text}, {style:?} {}: {e}", name.as_str()),
            };
            let all: Vec<Vec<BigUint>> = (0..30).map(|_| operands(&kernel, &mut random)).collect();
            let expected: Vec<Vec<BigUint>> = all
                .iter()
                .map(|args| eval_integers(&kernel.function, args).unwrap())
                .collect();
            for (args, got) in all.iter().zip(&expected) {
                check(&kernel, args, got);
            }
            if style == Style::DualChain && adx() {
                assert_eq!(native(&kernel, &all), expected, "{text} {}", name.as_str());
            }
        }
    }
}

#[test]
fn few_limbs() {
    MODULI[..9].iter().for_each(|p| every_kernel(p));
}

#[test]
fn many_limbs() {
    MODULI[9..].iter().for_each(|p| every_kernel(p));
}
