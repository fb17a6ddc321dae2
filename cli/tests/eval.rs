//! `fieldc eval`: right answers, and an answer to whatever comes in.

mod common;

use common::{ask, eval};
use fieldc_compiler::spec::names::STANDARD;
use num_bigint::BigUint;
use serde_json::{Value, json};

fn hex(x: &BigUint) -> Value {
    format!("{x:#x}").into()
}

/// Every operation of every field, in one process.
fn every_field(tier: &str) {
    let (mut lines, mut expected) = (String::new(), vec![]);
    for field in STANDARD {
        let p = field.modulus().unwrap();
        let one = BigUint::from(1u8);
        for a in [0u8.into(), one.clone(), &p - 1u8, &p / 3u8] {
            let b = &p - 2u8;
            let e = &p - 1u8;
            let inverse = a.modinv(&p);
            for (op, input, out) in [
                ("add", vec![&a, &b], Some(hex(&((&a + &b) % &p)))),
                ("sub", vec![&a, &b], Some(hex(&((&a + 2u8) % &p)))),
                ("mul", vec![&a, &b], Some(hex(&(&a * &b % &p)))),
                ("neg", vec![&a], Some(hex(&((&p - &a) % &p)))),
                ("sqr", vec![&a], Some(hex(&(&a * &a % &p)))),
                ("inv", vec![&a], inverse.as_ref().map(hex)),
                ("pow", vec![&a, &e], Some(hex(&a.modpow(&e, &p)))),
                ("add", vec![&a, &p], None),
            ] {
                let input: Vec<Value> = input.into_iter().map(hex).collect();
                let op = format!("field.{}.{op}", field.eval);
                let id = expected.len();
                let request = json!({"id": id, "op": op, "in": input, "tier": tier});
                lines += &format!("{request}\n");
                expected.push((request, out));
            }
            let square = &a * &a % &p;
            let root = match a.bit(0) {
                true => &p - &a,
                false => a.clone(),
            };
            for (op, out) in [
                ("sqrt", hex(&root)),
                ("legendre", json!(i32::from(a != 0u8.into()))),
            ] {
                let op = format!("field.{}.{op}", field.eval);
                let id = expected.len();
                let request = json!({"id": id, "op": op, "in": [hex(&square)], "tier": tier});
                lines += &format!("{request}\n");
                expected.push((request, Some(out)));
            }
        }
    }
    let answers = eval(lines.as_bytes());
    assert_eq!(answers.len(), expected.len());
    for (answer, (request, out)) in answers.iter().zip(&expected) {
        assert_eq!(answer["id"], request["id"]);
        match out {
            Some(out) => assert_eq!(answer["out"], *out, "{request}: {answer}"),
            None => assert!(answer["error"].is_string(), "{request}: {answer}"),
        }
    }
}

#[test]
fn every_field_in_portable_code() {
    every_field("portable");
}

#[cfg(target_arch = "x86_64")]
#[test]
fn every_field_in_native_code() {
    if std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("adx") {
        every_field("adx");
    } else {
        eprintln!("SKIPPED: this processor has no BMI2 and ADX");
    }
}

#[test]
fn roots_of_non_residues_are_null() {
    assert_eq!(
        ask("field.mersenne31.sqrt", json!(["0x3"])),
        json!({"id": 1, "out": null})
    );
    assert_eq!(
        ask("field.mersenne31.legendre", json!(["0x3"]))["out"],
        json!(-1)
    );
    assert_eq!(
        ask("field.mersenne31.sqrt", json!(["0x0"]))["out"],
        json!("0x0")
    );
}

#[test]
fn kernels_of_odd_moduli() {
    // Primes, composites, one limb and several, with and without a free bit.
    let two = BigUint::from(2u8);
    for m in [
        two.pow(128) - 159u8,
        two.pow(130) - 3u8,
        two.pow(200) + 7u8,
        two.pow(320) - 1u8,
        two.pow(384) - 317u16,
    ] {
        let (a, b) = (&m - 3u8, &m / 5u8);
        for target in ["portable", "x86_64-adx"] {
            let run = |op: &str, args: &[&BigUint]| {
                let args: Vec<Value> = args.iter().map(|x| hex(x)).collect();
                ask(
                    &format!("kernel.{op}"),
                    json!({"modulus": hex(&m), "target": target, "args": args}),
                )
            };
            assert_eq!(
                run("mul", &[&a, &b])["out"],
                hex(&(&a * &b % &m)),
                "{m} {target}"
            );
            assert_eq!(
                run("add", &[&a, &b])["out"],
                hex(&((&a + &b) % &m)),
                "{m} {target}"
            );
            assert_eq!(
                run("sub", &[&b, &a])["out"],
                hex(&((&b + 3u8) % &m)),
                "{m} {target}"
            );
            match b.modinv(&m) {
                Some(inverse) => assert_eq!(run("inv", &[&b])["out"], hex(&inverse)),
                None => assert_eq!(run("inv", &[&b])["error"], "args[0]: not a unit"),
            }
            assert_eq!(
                run("inv", &[&BigUint::default()])["error"],
                "args[0]: not a unit"
            );
            assert_eq!(
                run("add", &[&m, &b])["error"],
                "args[0]: not below the modulus"
            );
        }
    }
}

#[test]
fn errors_name_the_place() {
    let kernel = |m: &str, target: &str| {
        ask(
            "kernel.sqr",
            json!({"modulus": m, "target": target, "args": ["0x1"]}),
        )["error"]
            .clone()
    };
    assert_eq!(kernel("0x10", "portable"), "modulus: even");
    assert_eq!(kernel("0x0", "portable"), "modulus: must be at least 3");
    assert_eq!(kernel("0x1", "portable"), "modulus: must be at least 3");
    let huge = format!("0x1{}1", "0".repeat(1000));
    assert_eq!(kernel(&huge, "portable"), "modulus: too large");
    for target in ["avx512ifma", "aarch64", "wgsl", ""] {
        assert_eq!(kernel("0x11", target), "target: not built");
    }
    for op in [
        "",
        "field",
        "field.",
        "field.bn254.fp",
        "field.bn254.fp.cube",
        "field.nosuch.add",
        "kernel",
        "kernel.cube",
        "nosuch",
        ".",
        "field..add",
        "\0",
        "field.bn254_fp.add",
        "precompile.",
        "precompile.x",
        "kernel.add.",
        "field.goldilocks.neg.",
        "curve.bn254.g1.add.",
    ] {
        assert_eq!(ask(op, json!([]))["error"], "op: unknown", "{op}");
    }
    for (input, error) in [
        (json!(["0x1"]), "in: 2 values expected, 1 given"),
        (json!("0x1"), "in: not a list"),
        (json!(["0x1", 1]), "in[1]: not a string"),
        (json!(["0x", "0x1"]), "in[0]: not 0x and hexadecimal digits"),
        (json!(["1", "0x1"]), "in[0]: an integer begins with 0x"),
        (
            json!(["0x1g", "0x1"]),
            "in[0]: not 0x and hexadecimal digits",
        ),
        (json!(["0x1", "0x80000000"]), "in[1]: not below the modulus"),
    ] {
        assert_eq!(ask("field.mersenne31.add", input)["error"], error);
    }
    for (op, mut input) in [
        (
            "kernel.neg",
            json!({"modulus": "0x11", "target": "portable", "args": ["0x1"]}),
        ),
        (
            "precompile",
            json!({"address": "0x06", "fork": "osaka", "input": "0x"}),
        ),
    ] {
        assert!(ask(op, input.clone()).get("out").is_some());
        input["extra"] = json!(1);
        assert_eq!(ask(op, input)["error"], "in.extra: unknown", "{op}");
        assert_eq!(ask(op, json!([]))["error"], "in: not an object", "{op}");
    }
    assert_eq!(
        ask("field.mersenne31.inv", json!(["0x0"]))["error"],
        "in[0]: 0 has no inverse"
    );
    assert_eq!(
        ask("field.mersenne31.neg", json!(["0x0001"]))["out"],
        "0x7ffffffe"
    );
}

/// The answer has the words of the protocol; the operation is named on standard error, each once.
#[test]
fn unknown_operations_are_named() {
    let line = |op: &str| format!("{{\"id\":1,\"op\":\"{op}\",\"in\":[]}}\n");
    let long = format!("field.{}", "x".repeat(1000));
    let many: String = (0..100).map(|i| line(&format!("many.{i}"))).collect();
    let lines = line("nosuch.op") + &line("nosuch.op") + &line("a\\u001bb") + &line(&long) + &many;
    let done = common::with_input(&["eval"], lines.as_bytes());
    assert_eq!(
        done.out,
        "{\"id\":1,\"error\":\"op: unknown\"}\n".repeat(104)
    );
    let notes: Vec<&str> = done.err.lines().collect();
    assert_eq!(notes[0], "note: op: unknown: `nosuch.op`");
    assert_eq!(notes[1], "note: op: unknown: `a\\u{1b}b`");
    assert!(notes[2].starts_with("note: op: unknown: `field.xxx") && notes[2].len() < 100);
    assert_eq!(notes.len(), 16, "whoever sends a thousand is told of some");
}

#[test]
fn a_bad_setting_of_the_tier_is_reported() {
    let line = b"{\"id\":1,\"op\":\"field.goldilocks.neg\",\"in\":[\"0x1\"]}\n";
    let eval = |tier: Option<&str>| {
        let done = common::with_tier(tier, &["eval"], line);
        assert_eq!(done.out, "{\"id\":1,\"out\":\"0xffffffff00000000\"}\n");
        done.err
    };
    for none in [None, Some("portable")] {
        assert_eq!(eval(none), "", "{none:?}");
    }
    for bad in ["sse", "Portable", ""] {
        let said = eval(Some(bad));
        assert!(
            said.starts_with("warning: FIELDC_TIER is ignored: "),
            "{bad}: {said}"
        );
        assert_eq!(said.lines().count(), 1);
    }
    let done = common::with_tier(Some("sse"), &["doctor", "--json"], b"");
    assert!(
        done.out.contains("FIELDC_TIER is ignored: "),
        "{}",
        done.out
    );
    assert_eq!(done.err, "");
}

#[test]
fn tiers() {
    let with = |tier: Value| {
        let r = json!({"id": 1, "op": "field.goldilocks.neg", "in": ["0x1"], "tier": tier});
        eval(format!("{r}\n").as_bytes())[0].clone()
    };
    assert_eq!(with(json!("portable"))["out"], "0xffffffff00000000");
    for bad in [json!("sse"), json!(1), json!(null)] {
        let error = with(bad)["error"].clone();
        assert!(error.as_str().unwrap().starts_with("tier: "), "{error}");
    }
    #[cfg(not(target_arch = "x86_64"))]
    assert!(
        with(json!("adx"))["error"]
            .as_str()
            .unwrap()
            .starts_with("tier: ")
    );
}

/// Whatever a line is, there is one answer to it, and the process goes on.
#[test]
fn malformed_lines() {
    let deep =
        |open: &str, close: &str| format!("{}{}", open.repeat(100_000), close.repeat(100_000));
    let null_id: Vec<Vec<u8>> = vec![
        b"".to_vec(),
        b" ".to_vec(),
        b"nonsense".to_vec(),
        b"{".to_vec(),
        b"[]".to_vec(),
        b"null".to_vec(),
        b"1e999999999".to_vec(),
        b"\"text\"".to_vec(),
        b"{}".to_vec(),
        b"{\"op\":\"field.goldilocks.neg\",\"in\":[\"0x1\"]}".to_vec(),
        b"{\"id\":1,\"op\":\"field.goldilocks.neg\",\"in\":[\"0x1\"]} {}".to_vec(),
        b"{\"id\":1".to_vec(),
        b"\0".to_vec(),
        b"\xff\xfe".to_vec(),
        b"{\"id\":\"\xff\"}".to_vec(),
        b"{\"id\":\"\0\"}".to_vec(),
        deep("[", "]").into_bytes(),
        deep("{\"a\":", "}").into_bytes(),
        vec![b'['; 1 << 20],
        vec![b'x'; (1 << 26) + 10],
    ];
    let with_id: Vec<String> = vec![
        r#"{"id":7}"#.into(),
        r#"{"id":7,"op":1,"in":[]}"#.into(),
        r#"{"id":7,"op":null}"#.into(),
        r#"{"id":7,"op":"field.goldilocks.neg"}"#.into(),
        r#"{"id":7,"op":"field.goldilocks.neg","in":["0x1"],"extra":1}"#.into(),
        r#"{"id":7,"op":"field.goldilocks.neg","in":1e999999999}"#.into(),
        r#"{"id":7,"op":"field.goldilocks.neg","in":{"a":1}}"#.into(),
        r#"{"id":7,"op":"field.goldilocks.neg","in":["\u0000"]}"#.into(),
        r#"{"id":7,"op":"field.goldilocks.neg","in":["\ud800"]}"#.into(),
        r#"{"id":7,"op":"\ud800","in":[]}"#.into(),
        r#"{"id":7,"op":"kernel.mul","in":[]}"#.into(),
        r#"{"id":7,"op":"kernel.mul","in":{"modulus":"0x7","target":"portable","args":null}}"#
            .into(),
        r#"{"id":7,"op":"kernel.mul","in":{"modulus":7,"target":"portable","args":[]}}"#.into(),
        format!(
            r#"{{"id":7,"op":"field.goldilocks.neg","in":{}}}"#,
            deep("[", "]")
        ),
        format!(
            r#"{{"id":7,"op":"field.goldilocks.neg","in":["0x{}"]}}"#,
            "f".repeat(1 << 20)
        ),
        format!(
            r#"{{"id":7,"op":"field.goldilocks.pow","in":["0x1","0x{}"]}}"#,
            "f".repeat(1 << 20)
        ),
        format!(
            r#"{{"id":7,"op":"kernel.neg","in":{{"modulus":"0x{}","target":"portable","args":["0x1"]}}}}"#,
            "f".repeat(1 << 12)
        ),
        format!(r#"{{"id":7,"op":"{}","in":[]}}"#, "field.".repeat(10_000)),
    ];
    let mut input = vec![];
    for line in null_id
        .iter()
        .map(Vec::as_slice)
        .chain(with_id.iter().map(String::as_bytes))
    {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    // The end of input may end a line too.
    input.extend_from_slice(br#"{"id":"last","op":"field.goldilocks.neg","in":["0x1"]}"#);
    let answers = eval(&input);
    assert_eq!(answers.len(), null_id.len() + with_id.len() + 1);
    let (last, answers) = answers.split_last().unwrap();
    for (i, answer) in answers.iter().enumerate() {
        let id = if i < null_id.len() {
            Value::Null
        } else {
            json!(7)
        };
        assert_eq!(answer["id"], id, "line {i}: {answer}");
        let error = answer["error"]
            .as_str()
            .unwrap_or_else(|| panic!("line {i}: {answer}"));
        assert!(
            error.contains(": ") && error.len() < 300,
            "line {i}: {error}"
        );
        assert!(answer.get("out").is_none());
    }
    assert_eq!(*last, json!({"id": "last", "out": "0xffffffff00000000"}));
}

#[test]
fn the_id_comes_back_as_it_was() {
    for id in [
        "123456789012345678901234567890",
        "1.50",
        "[1, {\"a\": null}]",
        "\"\\u0041\"",
        "null",
    ] {
        let line =
            format!("{{\"id\": {id}, \"op\": \"field.goldilocks.neg\", \"in\": [\"0x0\"]}}\n");
        let done = common::with_input(&["eval"], line.as_bytes());
        assert_eq!(done.out, format!("{{\"id\":{id},\"out\":\"0x0\"}}\n"));
    }
}
