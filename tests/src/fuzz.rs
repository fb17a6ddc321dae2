//! What fuzzing runs: one body a public function that takes bytes or text from outside, each with an oracle. The fuzzer (`fuzz/`) and
//! a test of every run (`tests/tests/fuzz_bodies.rs`) share them.

use std::collections::BTreeMap;

use fieldc::fields;
use fieldc::precompile::{Error, Fork, Output, Precompiles, bn254_add, bn254_mul};
use fieldc_cli::Session;
use fieldc_compiler::addchain::{self, Program};
use fieldc_compiler::kernels::{Name, Style, build};
use fieldc_compiler::limb_ir::{
    self, Contract, Equation, Modulo, Range, Term, Word, eval_integers,
};
use fieldc_compiler::plan::Plan;
use fieldc_compiler::prove::prove;
use fieldc_compiler::spec::names::STANDARD;
use fieldc_compiler::spec::{Spec, expr};
use fieldc_compiler::target::x86_64::emit::{Form, emit};
use fieldc_compiler::target::x86_64::{encode, isa, parse};
use num_bigint::BigUint;
use serde_json::{Value, json};

use crate::adversarial::Random;
use crate::bn254;
use crate::contracts::{CONTRACTS, Part, fault};

/// A body and inputs to start from.
pub struct Target {
    /// The name of the fuzz target.
    pub name: &'static str,
    /// Panics if something is wrong.
    pub run: fn(&[u8]),
    /// Inputs that reach deep.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target {
        name: "field_decoding",
        run: field_decoding,
        seeds: encodings,
    },
    Target {
        name: "precompiles",
        run: precompiles,
        seeds: calls,
    },
    Target {
        name: "group_precompiles",
        run: group_precompiles,
        seeds: group_calls,
    },
    Target {
        name: "spec_expr",
        run: spec_expr,
        seeds: expressions,
    },
    Target {
        name: "spec_file",
        run: spec_file,
        seeds: spec_files,
    },
    Target {
        name: "limb_ir",
        run: limb_ir,
        seeds: functions,
    },
    Target {
        name: "addchain",
        run: addchain,
        seeds: chains,
    },
    Target {
        name: "x86_64",
        run: x86_64,
        seeds: programs,
    },
    Target {
        name: "eval",
        run: eval,
        seeds: requests,
    },
];

fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok()
}

/// Decoders of every standard field: what they accept is canonical and comes back; reductions agree with big integers.
pub fn field_decoding(data: &[u8]) {
    macro_rules! each {
        ($($name:ident = $field:literal;)*) => {$({
            use fields::$name as F;
            let p = modulus($field);
            let (big, little) = (BigUint::from_bytes_be(data), BigUint::from_bytes_le(data));
            let length = usize::try_from(p.bits().div_ceil(8)).expect("a length");
            let be = F::from_bytes_be(data);
            assert_eq!(be.is_ok(), data.len() == length && big < p, "{}", $field);
            if let Ok(x) = be {
                assert_eq!(x.to_bytes_be().as_slice(), data);
                let shown = x.to_string();
                assert_eq!(F::from_hex(&shown), Ok(x));
                assert_eq!(shown.parse(), Ok(x));
            }
            let le = F::from_bytes_le(data);
            assert_eq!(le.is_ok(), data.len() == length && little < p, "{}", $field);
            if let Ok(x) = le {
                assert_eq!(x.to_bytes_le().as_slice(), data);
            }
            let integer = |x: F| BigUint::from_bytes_be(&x.to_bytes_be());
            assert_eq!(integer(F::from_bytes_reduced_be(data)), &big % &p, "{}", $field);
            assert_eq!(integer(F::from_bytes_reduced_le(data)), &little % &p, "{}", $field);
            if let Ok(wide) = data.try_into() {
                assert_eq!(integer(F::from_bytes_wide(wide)), &little % &p, "{}", $field);
            }
            if let Some(Ok(x)) = text(data).map(F::from_hex) {
                assert_eq!(x.to_string().as_bytes(), data, "{}", $field);
            }
        })*};
    }
    each! {
        Bn254Fp = "bn254:fp"; Bn254Fr = "bn254:fr"; Bls12381Fp = "bls12-381:fp"; Bls12381Fr = "bls12-381:fr";
        Bls12377Fp = "bls12-377:fp"; Bls12377Fr = "bls12-377:fr"; Secp256k1Fp = "secp256k1:fp"; Secp256k1Fr = "secp256k1:fr";
        P256Fp = "p256:fp"; P256Fr = "p256:fr"; PallasFp = "pallas:fp"; VestaFp = "vesta:fp"; BandersnatchFr = "bandersnatch:fr";
        Curve25519Fp = "curve25519:fp"; Goldilocks = "goldilocks"; Mersenne31 = "mersenne31"; BabyBear = "babybear"; KoalaBear = "koalabear";
    }
}

fn modulus(name: &str) -> BigUint {
    let field = fieldc_compiler::spec::names::find(name).expect("a standard field");
    field.modulus().expect("a modulus")
}

fn encodings() -> Vec<Vec<u8>> {
    let mut out = vec![vec![], vec![0xff; 64]];
    for field in STANDARD {
        let p = field.modulus().expect("a modulus");
        let length = usize::try_from(p.bits().div_ceil(8)).expect("a length");
        for x in [&p - 1u8, p.clone(), BigUint::from(1u8)] {
            let mut be = vec![0; length - x.to_bytes_be().len()];
            be.extend(x.to_bytes_be());
            let digits: String = be.iter().map(|b| format!("{b:02x}")).collect();
            out.push(format!("0x{digits}").into_bytes());
            out.push(be.iter().rev().copied().collect());
            out.push(be);
        }
    }
    out
}

/// The point that a call's bytes name: out of range and off the curve are `Err`.
fn point(bytes: &[u8]) -> Result<bn254::Point, ()> {
    let (x, y) = (
        BigUint::from_bytes_be(&bytes[..32]),
        BigUint::from_bytes_be(&bytes[32..64]),
    );
    let p = bn254::p();
    if x >= p || y >= p {
        return Err(());
    }
    if x == BigUint::ZERO && y == BigUint::ZERO {
        return Ok(None);
    }
    if &y * &y % &p != (&x * &x * &x + 3u8) % &p {
        return Err(());
    }
    Ok(Some((x, y)))
}

/// BN254's precompiles. The first byte chooses: the other bytes as they are, or as small multiples of the generator.
pub fn precompiles(data: &[u8]) {
    let Some((mode, rest)) = data.split_first() else {
        return;
    };
    let mut input = rest.to_vec();
    if mode & 1 == 1 {
        input.resize(128, 0);
        let small = |k: u8| bn254::bytes(&bn254::mul(&bn254::generator(), &BigUint::from(k)));
        let (k, l) = (input[0], input[64]);
        input[..64].copy_from_slice(&small(k));
        if mode & 2 == 2 {
            input[64..128].copy_from_slice(&small(l));
        }
    }
    let mut padded = input.clone();
    padded.resize(128.max(input.len()), 0);
    let same = |got: Result<Output, Error>, want: Result<bn254::Point, ()>| match (got, want) {
        (Ok(got), Ok(want)) => assert_eq!(*got.bytes, *bn254::bytes(&want)),
        (Err(_), Err(())) => {}
        (got, want) => panic!("{got:?}, expected {want:?}"),
    };
    let (a, b) = (point(&padded), point(&padded[64..]));
    let sum = a.clone().and_then(|a| Ok(bn254::add(&a, &b?)));
    same(bn254_add::run(&input, Fork::Osaka), sum);
    let scalar = BigUint::from_bytes_be(&padded[64..96]);
    let got = bn254_mul::run(&input, Fork::Osaka);
    // Large scalars take the reference long: accepted or not is all that is compared.
    match a {
        Ok(a) if scalar.bits() <= 16 => same(got, Ok(bn254::mul(&a, &scalar))),
        a => assert_eq!(got.is_ok(), a.is_ok()),
    }
    assert!(matches!(
        bn254_mul::run_within(&input, Fork::Osaka, 0),
        Err(Error::OutOfGas { .. })
    ));
}

fn calls() -> Vec<Vec<u8>> {
    let g = bn254::bytes(&bn254::generator());
    let minus = bn254::bytes(&bn254::neg(&bn254::generator()));
    let mut scalar = vec![0; 32];
    scalar[30] = 3;
    vec![
        [&[0][..], &g, &g].concat(),
        [&[0][..], &g, &minus].concat(),
        [&[0][..], &g, &scalar].concat(),
        [&[0][..], &g, &[0xff; 32]].concat(),
        [&[1][..], &g, &scalar].concat(),
        [&[3][..], &[7; 128]].concat(),
        vec![0],
        [&[0][..], &[0; 128]].concat(),
    ]
}

/// The contracts of EIP-197 and EIP-2537: exactly the inputs without a fault are accepted. The first byte chooses the contract, the
/// second which parts become small multiples of their group's generator; no more than two pairs, as the reference is slow.
pub fn group_precompiles(data: &[u8]) {
    let Some(([which, small], rest)) = data.split_first_chunk() else {
        return;
    };
    let contract = CONTRACTS[usize::from(*which) % CONTRACTS.len()];
    let (address, parts, _) = contract;
    let unit: usize = parts.iter().map(|part| part.length()).sum();
    let mut input = rest[..rest.len().min(2 * unit)].to_vec();
    let mut start = 0;
    for (i, part) in parts.iter().cycle().take(4).enumerate() {
        let end = start + part.length();
        if let (Part::Point(group, _), Some(bytes)) = (part, input.get_mut(start..end))
            && small >> i & 1 == 1
        {
            let k = BigUint::from(bytes[0]);
            bytes.copy_from_slice(&group.bytes(&group.mul(&group.generator(), &k)));
            // Which a few bits change.
            if small >> (4 + i) & 1 == 1 {
                let last = bytes.len() - 1;
                bytes[last] ^= 1;
            }
        }
        start = end;
    }
    let run = Precompiles::for_fork(Fork::Osaka).get(address);
    let run = run.expect("a contract of the fork");
    let output = run.run(&input);
    assert_eq!(output.as_ref().err(), fault(contract, &input).as_ref());
    // A sum has no order.
    if let (0x0b | 0x0d, Ok(output)) = (address, &output) {
        input.rotate_left(unit / 2);
        assert_eq!(run.run(&input).as_ref(), Ok(output));
    }
}

fn group_calls() -> Vec<Vec<u8>> {
    let mut random = Random(5);
    let contracts = CONTRACTS.iter().zip(0u8..);
    let calls = contracts.flat_map(|((_, parts, _), which)| {
        let unit: usize = parts.iter().map(|part| part.length()).sum();
        let mut noise = || (0..2 * unit).map(|_| random.word() as u8).collect();
        [vec![0; unit], noise(), noise()].map(|input: Vec<u8>| {
            let input = if input[0] == 0 {
                input
            } else {
                input[..unit].to_vec()
            };
            [vec![which, input[0] | 3], input].concat()
        })
    });
    calls.collect()
}

/// Expressions: the value's own text has that value, and parentheses change nothing.
pub fn spec_expr(data: &[u8]) {
    let Some(text) = text(data) else { return };
    if let Ok(value) = expr::parse(text) {
        if value.bits() <= 4096 {
            assert_eq!(expr::parse(&value.to_string()), Ok(value.clone()));
            assert_eq!(expr::parse(&format!("{value:#x}")), Ok(value.clone()));
        }
        if let Ok(inside) = expr::parse(&format!("({text})")) {
            assert_eq!(inside, value);
        }
    }
    // A name is worth what parentheses around its value are.
    let p = BigUint::from(101u8);
    if let Ok(value) = expr::parse_with(text, &[("p", &p)]) {
        let written = expr::parse(&text.replace('p', "(101)"));
        assert!(written.is_err() || written == Ok(value), "{text}");
    }
    // Names, files and expressions; nothing is read from the disk.
    if !text.contains('/') && !text.trim().ends_with(".toml") {
        let _ = Spec::resolve(text);
    }
}

fn expressions() -> Vec<Vec<u8>> {
    let mut out: Vec<Vec<u8>> = STANDARD
        .iter()
        .flat_map(|f| [f.modulus, f.name])
        .map(|t| t.as_bytes().to_vec())
        .collect();
    for t in [
        "((1 + 2) * 3)^4 - 5",
        "2^64 - 2^32 + 1",
        "(2^127 + 1) / 3",
        "(p - 5) / 8 + p",
        "2^(2^(2^2))",
        "-(3 - 4)",
        "0x_ff",
        "1_000",
        "((((((((((((((((1))))))))))))))))",
    ] {
        out.push(t.into());
    }
    out
}

/// Spec files: what is read can be planned or is refused.
pub fn spec_file(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let Ok(spec) = Spec::parse_file(text) else {
        return;
    };
    if spec.modulus.bits() > 400 {
        return;
    }
    if let Ok(plan) = Plan::for_spec(&spec) {
        let max = &plan.modulus - 1u8;
        assert_eq!(plan.from_internal(&plan.to_internal(&max)), max);
    }
}

fn spec_files() -> Vec<Vec<u8>> {
    [
        "modulus = \"2^255 - 19\"\n",
        "# a field\nname = \"own\"\nmodulus = 2^61 - 1 # prime\ngenerator = \"37\"\nlazy = false\n",
        "modulus = 15 * 2^27 + 1\ngenerator = 31\nroot_of_unity = 440564289\n",
        "lazy = true\nlazy = false\nmodulus = 7\n",
        "modulus 7",
    ]
    .map(|t| t.into())
    .to_vec()
}

/// Limb IR: printing comes back; whatever is proven holds for the interpreter.
pub fn limb_ir(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let Ok(f) = limb_ir::parse(text) else { return };
    assert_eq!(limb_ir::parse(&limb_ir::print(&f)).as_ref(), Ok(&f));
    if limb_ir::verify(&f).is_err() || f.insts.len() > 80 || f.params.is_empty() {
        return;
    }
    let wide =
        f.params.iter().any(|p| p.limbs.len() > 8) || f.results.iter().any(|r| r.limbs.len() > 8);
    if wide {
        return;
    }
    let all: Vec<&str> = f.params.iter().map(|p| p.name.as_str()).collect();
    for (terms, modulo) in [
        (vec![Term::new(1, &all[..1])], Modulo::Exact),
        (vec![Term::new(1, &all)], Modulo::Exact),
        (
            all.iter().map(|a| Term::new(1, &[a])).collect(),
            Modulo::Constant(BigUint::from(97u8)),
        ),
        (
            vec![Term::new(1, &all)],
            Modulo::Constant(BigUint::from(3u8)),
        ),
        (vec![], Modulo::Constant(BigUint::from(1u8))),
    ] {
        let equations = f
            .results
            .iter()
            .map(|r| Equation {
                result: r.name.clone(),
                scale: BigUint::from(1u8),
                terms: terms.clone(),
                modulo: modulo.clone(),
                range: Range::AtMost(
                    (BigUint::from(1u8) << (f.word.radix as usize * r.limbs.len())) - 1u8,
                ),
            })
            .collect();
        let contract = Contract::new(equations);
        if prove(&f, &contract).is_err() {
            continue;
        }
        let mut random = Random(data.len() as u64);
        for _ in 0..20 {
            let args: Vec<BigUint> = f.params.iter().map(|p| random.operand(&p.max)).collect();
            let got = eval_integers(&f, &args).expect("operands within their bounds");
            let named = |names: Vec<&String>, values: &[BigUint]| -> BTreeMap<String, BigUint> {
                names.into_iter().cloned().zip(values.to_vec()).collect()
            };
            let parameters = named(f.params.iter().map(|p| &p.name).collect(), &args);
            let results = named(f.results.iter().map(|r| &r.name).collect(), &got);
            assert_eq!(
                contract.check(&parameters, &results),
                Ok(()),
                "proven and false: {contract:?} {args:x?}\n{text}"
            );
        }
    }
}

/// Small plans of every reduction.
fn small_plans() -> Vec<Plan> {
    ["2^125 + 2^90 + 12345", "2^64 - 59", "2^64 - 2^32 + 1", "97"]
        .map(|t| {
            let modulus = expr::parse(t).expect("an expression");
            Plan::new("seed", &modulus, Word::W64).expect("an odd modulus")
        })
        .to_vec()
}

fn functions() -> Vec<Vec<u8>> {
    let mut out = vec![
        b"function f word 64/64\nparam a[1] <= 0xffff\nparam b[1] <= 0xffff\n%2, %3 = mul_wide %0, %1\nresult out = %2\n".to_vec(),
    ];
    for plan in small_plans() {
        for style in [Style::Mac, Style::DualChain] {
            for name in [
                Name::Add,
                Name::Sub,
                Name::Neg,
                Name::Half,
                Name::Mul,
                Name::MulWide,
            ] {
                out.push(limb_ir::print(&build(&plan, style, name).function).into_bytes());
            }
        }
    }
    out
}

/// Addition chains: printing comes back, and the program computes the chain's last value.
pub fn addchain(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let Ok(chain) = addchain::parse(text) else {
        return;
    };
    assert_eq!(
        addchain::parse(&addchain::print(&chain)).as_ref(),
        Ok(&chain)
    );
    if chain.len() > 200 {
        return;
    }
    let values = chain.values();
    let program = Program::from_chain(&chain);
    assert_eq!(
        program.exponent().as_ref(),
        Ok(values.last().expect("1 at least"))
    );
}

fn chains() -> Vec<Vec<u8>> {
    let mut out: Vec<Vec<u8>> = addchain::cache::lines()
        .map(|(_, chain)| chain.as_bytes().to_vec())
        .take(12)
        .collect();
    out.extend(["", "<1 +0 <2 +2", "0<3 1+2 +0", "<5 <5 <5", "+0 +0 +0 +0"].map(|t| t.into()));
    out
}

/// Assembly text: what has an encoding prints to what it was parsed from.
pub fn x86_64(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let Ok(program) = parse::parse(text) else {
        return;
    };
    for insn in &program {
        let _ = (insn.effects(), insn.feature());
    }
    if encode::encode(&program, &[]).is_ok() {
        assert_eq!(parse::parse(&isa::print(&program)), Ok(program));
    }
}

fn programs() -> Vec<Vec<u8>> {
    let mut out = vec![b"top:\n  dec rcx\n  jne top\n  ret\n".to_vec()];
    for plan in small_plans() {
        for name in [Name::Add, Name::Neg, Name::Half, Name::Mul] {
            let kernel = build(&plan, Style::DualChain, name);
            if let Ok(emitted) = emit(&kernel.function, Form::OutOfLine) {
                out.push(
                    isa::print(&emitted.insns)
                        .replace("{consts}", "top")
                        .into_bytes(),
                );
            }
        }
    }
    out
}

/// Lines of `fieldc eval`: one answer each, of one form; sums and products agree with big integers.
pub fn eval(data: &[u8]) {
    let mut session = Session::default();
    for line in data.split(|b| *b == b'\n') {
        let request = serde_json::from_slice::<Value>(line).unwrap_or_default();
        if takes_long(&request) {
            continue;
        }
        let text = session.answer(line);
        assert_eq!(text.matches('\n').count(), 1, "{text}");
        let answer: Value = serde_json::from_str(&text).expect("JSON");
        let members = answer.as_object().expect("an object");
        assert!(members.len() == 2 && members.contains_key("id"), "{text}");
        match (&answer["out"], &answer["error"]) {
            (Value::Null, Value::String(error)) => {
                let (place, reason) = error.split_once(": ").expect("a place and a reason");
                assert!(!place.is_empty() && !reason.is_empty(), "{text}");
                assert!(place != "internal" && error.len() < 400, "{text}");
            }
            (out, Value::Null) => agrees(&request, out),
            _ => panic!("an output and an error: {text}"),
        }
        // What is kept from line to line changes no answer.
        assert_eq!(session.answer(line), text);
    }
}

/// Proofs for a large modulus do.
fn takes_long(request: &Value) -> bool {
    let kernel = request["op"]
        .as_str()
        .is_some_and(|op| op.starts_with("kernel."));
    let modulus = request["in"]["modulus"].as_str().unwrap_or_default();
    kernel
        && modulus
            .trim_start_matches("0x")
            .trim_start_matches('0')
            .len()
            > 48
}

/// What big integers say of a request that was answered.
fn agrees(request: &Value, out: &Value) {
    let integer = |v: &Value| {
        let digits = v
            .as_str()
            .and_then(|t| t.strip_prefix("0x"))
            .expect("hexadecimal");
        BigUint::parse_bytes(digits.as_bytes(), 16).expect("an integer")
    };
    let op = request["op"].as_str().expect("an operation");
    let (args, p, op) = if let Some(op) = op.strip_prefix("kernel.") {
        let input = &request["in"];
        (&input["args"], integer(&input["modulus"]), op)
    } else if let Some((field, op)) = op.strip_prefix("field.").and_then(|o| o.rsplit_once('.')) {
        let standard = STANDARD.iter().find(|s| s.eval == field).expect("a field");
        (&request["in"], standard.modulus().expect("a modulus"), op)
    } else {
        return;
    };
    let arg = |i: usize| integer(&args[i]);
    let expected = match op {
        "add" => (arg(0) + arg(1)) % &p,
        "sub" => (arg(0) + &p - arg(1)) % &p,
        "mul" => arg(0) * arg(1) % &p,
        "sqr" => arg(0) * arg(0) % &p,
        "neg" => (&p - arg(0)) % &p,
        "inv" => arg(0).modinv(&p).expect("a unit"),
        "pow" => arg(0).modpow(&arg(1), &p),
        "sqrt" if out.is_string() => {
            assert_eq!(integer(out).pow(2) % &p, arg(0));
            return;
        }
        _ => return,
    };
    assert_eq!(out, &Value::from(format!("{expected:#x}")), "{request}");
}

fn requests() -> Vec<Vec<u8>> {
    let mut lines = vec![];
    let mut ask = |op: &str, input: Value| lines.push(json!({"id": 1, "op": op, "in": input}));
    for field in ["bn254.fp", "secp256k1.fp", "goldilocks", "babybear"] {
        for op in ["add", "sub", "mul", "pow"] {
            ask(&format!("field.{field}.{op}"), json!(["0x7fff", "0x10"]));
        }
        for op in ["neg", "sqr", "inv", "sqrt", "legendre"] {
            ask(&format!("field.{field}.{op}"), json!(["0x4"]));
        }
    }
    for (modulus, target) in [
        ("0x61", "portable"),
        ("0xffffffff00000001", "x86_64-adx"),
        ("0x100000000000000960000000000000001", "portable"),
    ] {
        for (op, args) in [("mul", json!(["0x5", "0x60"])), ("inv", json!(["0x5"]))] {
            let input = json!({"modulus": modulus, "target": target, "args": args});
            ask(&format!("kernel.{op}"), input);
        }
    }
    let g = json!(["0x1", "0x2"]);
    ask("curve.bn254.g1.add", json!([g, null]));
    ask("curve.bn254.g1.mul", json!([g, "0x30"]));
    ask("curve.bn254.g1.on_curve", json!([g]));
    for address in ["0x06", "0x07"] {
        let input = json!({"address": address, "fork": "osaka", "input": "0x00"});
        ask("precompile", input);
    }
    let mut out: Vec<Vec<u8>> = lines.iter().map(|l| l.to_string().into_bytes()).collect();
    let line = r#"{"id":[null],"op":"field.goldilocks.neg","in":["0x1"],"tier":"portable"}"#;
    out.push([line, "", "{}", line].join("\n").into_bytes());
    out
}

/// A changed copy of one of the seeds, deterministic from `random`: what a run without the fuzzer tries.
pub fn mutate(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    const INTERESTING: &[u8] = b"\0\x01\x7f\x80\xff 0123456789abcdefxp%,=+-*/^()<>[]:#\n";
    let mut data = seeds[random.below(seeds.len())].clone();
    for _ in 0..=random.below(4) {
        let at = random.below(data.len() + 1);
        let here = at.min(data.len().saturating_sub(1));
        let length = random.below(12).min(data.len() - at);
        match random.below(8) {
            0 if !data.is_empty() => data[here] ^= 1 << random.below(8),
            1 if !data.is_empty() => data[here] = INTERESTING[random.below(INTERESTING.len())],
            2 => data.insert(at, INTERESTING[random.below(INTERESTING.len())]),
            3 => drop(data.drain(at..at + length)),
            4 => {
                let copy = data[at..at + length].to_vec();
                let to = random.below(data.len() + 1);
                data.splice(to..to, copy);
            }
            5 => {
                let other = &seeds[random.below(seeds.len())];
                let from = random.below(other.len() + 1);
                data.truncate(at);
                data.extend_from_slice(&other[from..]);
            }
            6 => {
                // A line twice, or gone.
                let mut lines: Vec<Vec<u8>> =
                    data.split(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
                let line = random.below(lines.len());
                if random.below(2) == 0 {
                    lines.insert(line, lines[line].clone());
                } else {
                    lines.remove(line);
                }
                data = lines.join(&b'\n');
            }
            _ => data.truncate(at),
        }
    }
    data
}
