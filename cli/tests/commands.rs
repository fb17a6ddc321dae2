//! Every subcommand but `eval`: what it prints, where, and the exit status.

mod common;

use common::fieldc;
use serde_json::Value;

#[test]
fn usage_errors_are_status_2_and_leave_stdout_alone() {
    for args in [
        &["nonsense"][..],
        &["compile"],
        &["compile", "nosuchfield"],
        &["compile", "2^255 -"],
        &["compile", "2^255"],
        &["compile", "no/such/file.toml"],
        &["compile", "bn254:fp", "--emit", "nonsense"],
        &["compile", "bn254:fp", "--kernel", "nonsense"],
        &["prove"],
        &["prove", "bn254:fp", "--all"],
        &["prove", "bn254:fp", "--emit", "nonsense"],
        &["prove", "bn254:fp", "-o", "nowhere"],
        &["addchain", "0"],
        &["addchain", "1 +"],
        &["addchain", "7 / 2"],
        &["addchain", "p - 2"],
        &["addchain", "bn254:fp"],
        &["addchain", "p - 2", "--field", "nosuchfield"],
        &["addchain", "q - 2", "--field", "bn254:fp"],
        &["compile", "(2^7 + 2) / 3"],
        &["eval", "--nonsense"],
    ] {
        let done = fieldc(args);
        assert_eq!(done.status, 2, "{args:?}: {}", done.err);
        assert_eq!(done.out, "", "{args:?}");
        assert!(done.err.contains("error: "), "{args:?}: {}", done.err);
    }
}

#[test]
fn targets_that_are_not_built_are_named() {
    for target in [
        "avx512ifma",
        "aarch64",
        "wgsl",
        "llvm:x86_64-unknown-linux-gnu",
    ] {
        let done = fieldc(&["compile", "bn254:fp", "--target", target]);
        assert_eq!(done.status, 2);
        assert!(done.err.contains("target: not built"), "{}", done.err);
        assert!(done.err.contains("portable x86_64-adx"), "{}", done.err);
    }
    let done = fieldc(&["compile", "mersenne31", "--target", "x86_64-adx"]);
    assert_eq!(done.status, 2);
}

#[test]
fn the_first_command_of_the_readme() {
    let done = fieldc(&["compile", "bls12-381:fp"]);
    assert_eq!(done.status, 0, "{}", done.err);
    for part in [
        "bls12-381:fp\n",
        "p = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
        "381 bits in 6 limbs",
        "2^384 out = a b (mod p)",
        "mulx ",
        "adcx ",
        "adox ",
        "bls12_381_fp_mul:",
        "    ret\n",
        ".quad 0xb9feffffffffaaab",
        "certificate ",
    ] {
        assert!(done.out.contains(part), "{part} is not in\n{}", done.out);
    }
    assert!(!done.out.contains('\x1b'), "no colour into a pipe");
    // No place of a constant is left open.
    assert!(!done.out.contains('{'));
}

#[test]
fn ir_is_read_back() {
    let done = fieldc(&[
        "compile",
        "2^256 - 2^32 - 977",
        "--emit",
        "ir",
        "--kernel",
        "mul",
        "--target",
        "portable",
    ]);
    assert_eq!(done.status, 0, "{}", done.err);
    let f = fieldc_compiler::limb_ir::parse(&done.out).unwrap();
    assert_eq!(fieldc_compiler::limb_ir::print(&f), done.out);
    // The internal form of this field is canonical, so that mul is the product.
    let p = (num_bigint::BigUint::from(1u8) << 256u16) - (1u64 << 32) - 977u16;
    let (a, b) = (&p - 2u8, &p / 7u8);
    let out = fieldc_compiler::limb_ir::eval_integers(&f, &[a.clone(), b.clone()]).unwrap();
    assert_eq!(out, [a * b % p]);
}

#[test]
fn asm_is_what_the_parser_reads() {
    let done = fieldc(&["compile", "bn254:fr", "--emit", "asm", "--kernel", "sqr"]);
    assert_eq!(done.status, 0, "{}", done.err);
    assert!(done.out.contains(".intel_syntax noprefix"));
    assert_eq!(done.out.matches(".globl").count(), 1);
    assert!(
        done.out
            .contains("bn254_fr_sqr(out: *mut [u64; 4], a: *const [u64; 4])")
    );
}

#[test]
fn rust_kernels_and_files() {
    let folder = std::env::temp_dir().join(format!("fieldc-test-{}", std::process::id()));
    let path = folder.to_str().unwrap();
    let done = fieldc(&[
        "compile", "babybear", "--emit", "rust", "--kernel", "mul", "--kernel", "add", "-o", path,
    ]);
    assert_eq!((done.status, done.out.as_str()), (0, ""), "{}", done.err);
    let text = std::fs::read_to_string(folder.join("babybear.rs")).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(text.contains("pub type Limbs = [u32; 1];"));
    assert!(text.contains("pub fn mul(a: &Limbs, b: &Limbs) -> Limbs {"));
    assert!(text.contains("pub fn add("));
}

#[test]
fn composite_moduli_have_kernels() {
    let done = fieldc(&["compile", "2^130 - 5 + 2", "--kernel", "mul"]);
    assert_eq!(done.status, 0, "{}", done.err);
    assert!(done.err.contains("not prime"), "{}", done.err);
    let done = fieldc(&["compile", "2^130 - 3", "--emit", "rust"]);
    assert_eq!(done.status, 1);
    assert_eq!(done.out, "");
}

#[test]
fn explain_has_a_row_a_kernel() {
    let done = fieldc(&["explain", "mersenne31", "--json"]);
    assert_eq!(done.status, 0, "{}", done.err);
    let v: Value = serde_json::from_str(&done.out).unwrap();
    assert_eq!(v["field"], "mersenne31");
    assert_eq!(v["modulus"], "0x7fffffff");
    let mul = v["kernels"]
        .as_array()
        .unwrap()
        .iter()
        .find(|k| k["kernel"] == "mul")
        .unwrap();
    assert!(mul["products"].as_u64().unwrap() >= 1);
    assert_eq!(mul["certificate"].as_str().unwrap().len(), 16);

    let done = fieldc(&[
        "explain",
        "mersenne31",
        "--json",
        "--machine",
        "golden-cove",
    ]);
    let v: Value = serde_json::from_str(&done.out).unwrap();
    assert_eq!(v["machine"], "golden-cove");
    for k in v["kernels"].as_array().unwrap() {
        let number = |key: &str| k[key].as_f64().unwrap();
        assert_eq!(number("multiplier_cycles"), number("products"));
        for part in ["multiplier", "carry", "alu", "front_end"] {
            assert!(number(&format!("{part}_cycles")) <= number("bound_cycles"));
        }
        // What ran cannot have been faster than the multiplier allows: `cycles` is there exactly where `ns` is.
        assert_eq!(
            k["ns"].is_null(),
            k["cycles"].is_null() || v["clock_ghz"].is_null()
        );
    }
    // The library has the portable code of what the types of standard fields use, on any processor.
    for k in v["kernels"].as_array().unwrap() {
        let measured = [
            "add",
            "sub",
            "neg",
            "double",
            "half",
            "mul",
            "sqr",
            "from_internal",
        ];
        let name = k["kernel"].as_str().unwrap();
        assert_eq!(k["target"], "portable");
        assert_eq!(
            k["ns"].as_f64().is_some_and(|ns| ns > 0.0),
            measured.contains(&name),
            "{k}"
        );
    }
    let done = fieldc(&["explain", "97", "--json"]);
    let v: Value = serde_json::from_str(&done.out).unwrap();
    assert!(
        v["kernels"]
            .as_array()
            .unwrap()
            .iter()
            .all(|k| k["ns"].is_null())
    );
    let done = fieldc(&["explain", "mersenne31", "--machine", "z80"]);
    assert_eq!(done.status, 2);
    assert!(done.err.contains("golden-cove, zen4, zen5"), "{}", done.err);

    let done = fieldc(&["explain", "goldilocks"]);
    assert_eq!(done.status, 0, "{}", done.err);
    assert!(done.out.contains("Goldilocks"));
    assert!(done.out.contains("x86_64-adx"));
}

#[test]
fn prove_prints_a_line_a_kernel_and_a_total() {
    let done = fieldc(&["prove", "bn254:fp", "--kernel", "mul", "--kernel", "add"]);
    assert_eq!(done.status, 0, "{}", done.err);
    let lines: Vec<&str> = done.out.lines().collect();
    // The portable text, and natively a function and a block of each.
    assert_eq!(lines.len(), 7, "{}", done.out);
    assert!(lines[..6].iter().all(|l| l.contains("proven")));
    for (form, n) in [("text", 2), ("function", 2), ("asm block", 2)] {
        let found = lines.iter().filter(|l| l.contains(form)).count();
        assert_eq!(found, n, "{form}: {}", done.out);
    }
    assert_eq!(lines[6], "6 proven, 0 failed, 0 left out (not emitted)");

    // What surrounds the kernels, and what no text has.
    let done = fieldc(&["prove", "secp256k1:fp"]);
    assert_eq!(done.status, 0, "{}", done.err);
    assert!(
        done.out.contains("the rest of the text checked"),
        "{}",
        done.out
    );

    let done = fieldc(&[
        "prove",
        "bn254:fp",
        "--kernel",
        "mul",
        "--mutants",
        "--sample",
        "6",
    ]);
    assert_eq!(done.status, 0, "{}", done.err);
    let last = done.out.lines().last().unwrap();
    assert!(
        last.starts_with("tried ") && last.ends_with("survived 0"),
        "{last}"
    );

    let done = fieldc(&["prove", "goldilocks", "--kernel", "mul", "--json"]);
    for line in done.out.lines() {
        let v: Value = serde_json::from_str(line).unwrap();
        assert_eq!(
            (&v["proven"], &v["error"]),
            (&Value::from(true), &Value::Null)
        );
        assert_eq!(v["certificate"].as_str().unwrap().len(), 64);
    }
}

#[test]
fn prove_emits_programs_for_another_verifier() {
    let done = fieldc(&[
        "prove",
        "bn254:fp",
        "--target",
        "portable",
        "--kernel",
        "mul",
        "--kernel",
        "half",
        "--emit",
        "cryptoline",
    ]);
    assert_eq!(done.status, 0, "{}", done.err);
    assert_eq!(
        done.out
            .matches("proc main (uint64 a_0, uint64 a_1")
            .count(),
        2
    );
    assert_eq!(done.out.matches("eqmod (").count(), 2);

    let folder = std::env::temp_dir().join(format!("fieldc-cl-{}", std::process::id()));
    let done = fieldc(&[
        "prove",
        "mersenne31",
        "--kernel",
        "add",
        "--emit",
        "cryptoline",
        "-o",
        folder.to_str().unwrap(),
    ]);
    assert_eq!((done.status, done.out.as_str()), (0, ""), "{}", done.err);
    let text = std::fs::read_to_string(folder.join("mersenne31_portable_add.cl")).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let program = fieldc_compiler::target::cryptoline::eval::Program::parse(&text).unwrap();
    let sum = program.run(&[0x7fff_fffe, 2]).unwrap();
    assert!(sum.values().any(|x| *x == 1), "{sum:?}");
}

#[test]
fn addchain_json_is_a_chain() {
    let done = fieldc(&["addchain", "2^255 - 21", "--json"]);
    assert_eq!(done.status, 0, "{}", done.err);
    let v: Value = serde_json::from_str(&done.out).unwrap();
    // A committed chain: a search would take its time here.
    let mut values = vec![num_bigint::BigUint::from(1u8)];
    let (mut squarings, mut multiplications) = (0, 0);
    for step in v["steps"].as_array().unwrap() {
        let [a, b] = [0, 1].map(|i| step[i].as_u64().unwrap() as usize);
        *if a == b {
            &mut squarings
        } else {
            &mut multiplications
        } += 1;
        values.push(&values[a] + &values[b]);
    }
    let target = (num_bigint::BigUint::from(1u8) << 255u8) - 21u8;
    assert_eq!(values.last(), Some(&target));
    assert_eq!(v["length"], values.len() - 1);
    assert_eq!(v["squarings"], squarings);
    assert_eq!(v["multiplications"], multiplications);
    assert!(v["lower_bound"].as_u64().unwrap() < values.len() as u64);

    let done = fieldc(&["addchain", "2^255 - 21"]);
    assert!(done.out.contains("sqr_n(") && done.out.contains("return t"));
}

#[test]
fn exponents_of_a_field() {
    let length = |args: &[&str]| {
        let args = [&["addchain", "--json"], args].concat();
        let done = fieldc(&args);
        assert_eq!(done.status, 0, "{args:?}: {}", done.err);
        let v: Value = serde_json::from_str(&done.out).unwrap();
        v["length"].as_u64().unwrap()
    };
    // Committed chains, so that equal exponents have equal lengths.
    for (expression, field, plain) in [
        ("p - 2", "curve25519:fp", "2^255 - 21"),
        ("(p - 5) / 8", "2^255 - 19", "2^252 - 3"),
        ("-(1 - p) - 1", "ed25519:fp", "2^255 - 21"),
    ] {
        assert_eq!(
            length(&[expression, "--field", field]),
            length(&[plain]),
            "{expression} of {field}"
        );
    }
    for (args, said) in [
        (&["bn254:fp"][..], "'p - 2' --field bn254:fp"),
        (&["p - 2"], "`p` is the modulus of `--field FIELD`"),
        (
            &["(p - 2) / 2", "--field", "bn254:fp"],
            "exponent (byte 1): the division leaves a remainder",
        ),
        (&["q", "--field", "bn254:fp"], "known here: `p`"),
    ] {
        let done = fieldc(&[&["addchain"], args].concat());
        assert_eq!(done.status, 2);
        assert!(done.err.contains(said), "{}", done.err);
    }
}

/// Found before the proofs, which for this modulus take minutes without optimisation.
#[test]
fn unwritable_output_is_bad_usage() {
    let folder = std::env::temp_dir().join(format!("fieldc-unwritable-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("field.s")).unwrap();
    let file = folder.join("file");
    std::fs::write(&file, "kept").unwrap();
    let start = std::time::Instant::now();
    for output in [&file, &file.join("below"), &folder] {
        let path = output.to_str().unwrap();
        let done = fieldc(&["compile", "2^1023 - 361", "--emit", "asm", "-o", path]);
        assert_eq!((done.status, done.out.as_str()), (2, ""), "{}", done.err);
        assert!(done.err.contains("error: output: "), "{}", done.err);
    }
    assert!(start.elapsed().as_secs() < 20);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "kept");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn generate_wants_a_repository() {
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_fieldc"))
        .args(["generate", "--check"])
        .current_dir(std::env::temp_dir())
        .output()
        .unwrap();
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("generated/src"));
}

#[test]
fn doctor_looks_at_everything() {
    let done = fieldc(&["doctor", "--json"]);
    assert_eq!(done.status, 0, "{}", done.err);
    let v: Value = serde_json::from_str(&done.out).unwrap();
    let rows: Vec<&str> = v
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["what"].as_str().unwrap())
        .collect();
    for what in [
        "processor",
        "features",
        "target x86_64-adx",
        "tier",
        "LLVM",
        "test vectors",
        "qemu-user",
    ] {
        assert!(rows.contains(&what), "{rows:?}");
    }
    assert_eq!(fieldc(&["doctor"]).out.lines().count(), rows.len() + 1);
}

#[test]
fn bench_times_rows_in_every_tier() {
    let done = fieldc(&["bench", "precompiles/ecadd", "--json"]);
    assert_eq!(done.status, 0, "{}", done.err);
    let rows: Vec<Value> = done
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert!(!rows.is_empty());
    assert_eq!(rows[0]["id"], "precompiles/ecadd/generic");
    assert_eq!(rows[0]["gas"], 150);
    for row in &rows {
        let (ns, mgas) = (row["ns"].as_f64(), row["mgas_s"].as_f64());
        let (ns, mgas) = (ns.expect("a number"), mgas.expect("a number"));
        assert!(ns > 10.0 && (mgas - 150_000.0 / ns).abs() < 1e-6 * mgas);
    }
}

#[test]
fn bench_knows_its_rows_and_tiers() {
    let done = fieldc(&["bench", "--list"]);
    assert_eq!(done.status, 0);
    let ids: Vec<&str> = done.out.lines().collect();
    for id in [
        "fields/bn254:fp/mul/latency",
        "pairings/bls12-381/pairing",
        "msm/bls12-381/g2/128",
        "precompiles/bls12_pairing_check/128",
    ] {
        assert!(ids.contains(&id), "{id}");
    }
    let unique: std::collections::HashSet<_> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len());
    for args in [
        &["bench", "no such row"][..],
        &["bench", "--tier", "nonsense"],
        &["bench", "ecadd", "--html", "no/such/directory/page.html"],
    ] {
        let done = fieldc(args);
        assert_ne!(done.status, 0, "{args:?}");
        assert_eq!(done.out, "", "{args:?}");
        assert!(done.err.contains("error: "), "{args:?}: {}", done.err);
    }
}

#[test]
fn bench_shows_the_share_of_subgroup_checks_and_writes_a_page() {
    let file = std::env::temp_dir().join(format!("fieldc-bench-{}.html", std::process::id()));
    let path = file.to_str().expect("a path");
    let done = fieldc(&[
        "bench",
        "bls12_g1msm/1",
        "--tier",
        "portable",
        "--html",
        path,
    ]);
    assert_eq!(done.status, 0, "{}", done.err);
    assert!(done.out.contains("MGas/s") && done.out.contains(" %"));
    let page = std::fs::read_to_string(&file).expect("the page");
    let _ = std::fs::remove_file(&file);
    assert!(page.contains("<td>precompiles/bls12_g1msm/1</td>"));
    assert!(page.ends_with("</html>\n"));
}
