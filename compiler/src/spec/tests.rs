use super::names::{STANDARD, find};
use super::*;
use num_traits::One;
use proptest::prelude::*;

fn value(text: &str) -> BigUint {
    expr::parse(text).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

fn error(text: &str) -> String {
    Spec::resolve(text).unwrap_err().to_string()
}

#[test]
fn signed_expressions() {
    let value = |text| super::expr::parse_signed(text).map(|x| x.to_string());
    assert_eq!(value("-3"), Ok("-3".into()));
    assert_eq!(value("-3 + 5"), Ok("2".into()));
    assert_eq!(value("3 - 5"), Ok("-2".into()));
    assert_eq!(value("(-8)"), Ok("-8".into()));
    assert!(value("-").is_err());
}

#[test]
fn expressions() {
    let n = |n: u64| BigUint::from(n);
    assert_eq!(value("2^255 - 19"), (BigUint::one() << 255) - 19u8);
    assert_eq!(value(" 0xFF_ff "), n(0xffff));
    assert_eq!(value("1_000_003"), n(1_000_003));
    assert_eq!(value("15*2^27+1"), n(0x7800_0001));
    assert_eq!(value("2**3**2"), n(512));
    assert_eq!(value("2 ** 3 * 2"), n(16));
    assert_eq!(value("10 - 3 - 2"), n(5));
    assert_eq!(value("-2^2 + 5"), n(1));
    assert_eq!(value("(-2)^2 * --3"), n(12));
    assert_eq!(value("3 * -2 + 7"), n(1));
    assert_eq!(value("(-1)^99999999999999999999999 + 2"), n(1));
    assert_eq!(value("0^0 + 1^5 + 0^7"), n(2));
    assert_eq!(value("((2))^(1+1)"), n(4));
    assert_eq!(value(&format!("{}7", "0".repeat(5000))), n(7));
    // From left to right, as products are.
    assert_eq!(value("24 / 2 / 3"), n(4));
    assert_eq!(value("24 / 2 * 3"), n(36));
    assert_eq!(value("2^10 / 2^3 - 1"), n(127));
    assert_eq!(value("-6 / 3 + 5"), n(3));
    assert_eq!(value("0 / 5"), n(0));
}

#[test]
fn names_with_values() {
    let (p, q) = (BigUint::from(23u8), BigUint::from(5u8));
    let names = [("p", &p), ("q_1", &q)];
    let value = |text: &str| expr::parse_with(text, &names);
    assert_eq!(value("(p - 3) / 4 * q_1"), Ok(25u8.into()));
    assert_eq!(value("p^2"), Ok((23u32 * 23).into()));
    for (text, span) in [("p - r", 4..5), ("2 * pp", 4..6), ("P", 0..1)] {
        let e = value(text).unwrap_err();
        assert_eq!(
            (e.span, e.problem.to_string().as_str()),
            (span, "not a name that is known here: `p`, `q_1`"),
            "{text}"
        );
    }
    // A name is no digit of the number before it.
    assert!(value("2p").is_err());
    assert!(expr::parse("p").is_err());
}

#[test]
fn expression_errors_have_a_place() {
    let at = |text: &str| {
        let e = expr::parse(text).unwrap_err();
        (e.span, e.problem.to_string())
    };
    assert_eq!(
        at("2^255 - "),
        (8..8, "ends where a number is expected".to_string())
    );
    assert_eq!(
        at("2^255 - x"),
        (
            8..9,
            "unexpected `x`; expected a number, `-` or `(`".to_string()
        )
    );
    assert_eq!(
        at("2^255 19"),
        (
            6..7,
            "unexpected `1`; expected an operator or the end".to_string()
        )
    );
    assert_eq!(
        at("2^(3"),
        (2..3, "this parenthesis is not closed".to_string())
    );
    assert_eq!(at("12a"), (2..3, "`a` is not a decimal digit".to_string()));
    assert_eq!(
        at("0x1g"),
        (3..4, "`g` is not a hexadecimal digit".to_string())
    );
    assert_eq!(at("0x"), (0..2, "no digits after `0x`".to_string()));
    assert_eq!(
        at("3 - 2^4"),
        (0..7, "the value is negative: -13".to_string())
    );
    assert_eq!(at("2^-1"), (2..4, "the exponent is negative".to_string()));
    assert_eq!(at("5 − 2").0, 2..5);
    for large in [
        "2^4096",
        "2^99999999999999999999",
        "9^9^9^9",
        "(2^4000)*(2^4000)",
        "2^2^2^2^2^2^2",
    ] {
        assert!(at(large).1.starts_with("more than 4096 bits"), "{large}");
    }
    assert!(at(&"9".repeat(3000)).1.starts_with("more than 4096 bits"));
    assert!(at(&"(".repeat(3000)).1.starts_with("nested more than 64"));
    assert!(at(&"-".repeat(3000)).1.starts_with("nested more than 64"));
    assert!(at(&"2^".repeat(3000)).1.starts_with("nested more than 64"));
    assert!(at(&"1+".repeat(30000)).1.starts_with("longer than"));
}

#[test]
fn names_and_spellings() {
    for (a, b) in [
        ("bn254:fp", "bn254.fp"),
        ("bls12-381:fr", "BLS12_381.fr"),
        ("pallas:fr", "vesta:fp"),
        ("vesta_fr", "pallas:fp"),
        ("bandersnatch:fp", "bls12-381:fr"),
    ] {
        assert_eq!(find(a).unwrap(), find(b).unwrap(), "{a} {b}");
    }
    let mut seen = std::collections::HashSet::new();
    for standard in STANDARD {
        let spec = standard.spec().unwrap();
        let checked = validate(&spec).unwrap_or_else(|e| panic!("{}: {e}", standard.name));
        assert_eq!(Some(checked.generator), spec.generator);
        for name in [standard.name, standard.eval, standard.module] {
            assert_eq!(find(name), Some(standard));
        }
        for name in standard.aliases.iter().chain([&standard.name]) {
            assert_eq!(find(name), Some(standard), "{name} is taken");
            assert!(seen.insert(*name), "{name} twice");
        }
    }
    assert!(
        error("bn254")
            .starts_with("name: unknown field `bn254`; standard names: bn254:fp, bn254:fr,")
    );
    assert_eq!(
        error("2^255 - q"),
        "modulus (byte 9): unexpected `q`; expected a number, `-` or `(`"
    );
    assert!(error("nowhere/field.toml").starts_with("nowhere/field.toml: cannot be read: "));
}

#[test]
fn spec_files() {
    let text = "# a field\nname = \"Mine\"\nmodulus = \"2^64 - 2^32 + 1\" # Goldilocks\ngenerator = 7\nlazy = false\n";
    let spec = Spec::parse_file(text).unwrap();
    assert_eq!(
        (spec.name.as_str(), spec.lazy, spec.generator.clone()),
        ("Mine", false, Some(BigUint::from(7u8)))
    );
    assert!(validate(&spec).is_ok());
    let error = |text: &str| Spec::parse_file(text).unwrap_err().to_string();
    assert_eq!(error("modulus = 7\nmodulus = 7"), "modulus: given twice");
    assert_eq!(error("name = x"), "modulus: missing");
    assert_eq!(
        error("modulus = 7\ncolour = 3"),
        "line 2: unknown option; known: name, modulus, generator, root_of_unity, lazy"
    );
    assert_eq!(
        error("modulus = 7\nlazy = maybe"),
        "lazy: must be `true` or `false`"
    );
    assert_eq!(
        error("modulus = 7 +"),
        "modulus (byte 4): ends where a number is expected"
    );
    assert_eq!(error("hello"), "line 1: expected `key = value`");
}

/// A file that is no spec may be one that was not meant: nothing of it is shown.
#[test]
fn spec_files_are_not_quoted() {
    let error = |text: &str| Spec::parse_file(text).unwrap_err().to_string();
    let secret = "hunter2".repeat(1000);
    for text in [
        secret.clone(),
        format!("{secret} = 1"),
        format!("lazy = {secret}"),
        format!("modulus = {secret}"),
        format!("modulus = 7\ngenerator = 1{secret}"),
        format!("modulus = 7 - 0x{}", "7ace".repeat(100)),
    ] {
        let shown = error(&text);
        assert!(shown.len() < 200, "{shown}");
        assert!(
            !shown.contains("hunter2") && !shown.contains("7ace"),
            "{shown}"
        );
    }
    // The name is shown where it is none, in part and without control characters.
    let spec = Spec::new(format!("\x1b[31m{secret}"), BigUint::from(7u8));
    let shown = validate(&spec).unwrap_err().to_string();
    assert!(shown.len() < 200 && !shown.contains('\x1b'), "{shown}");
    assert!(error_of("/dev/zero").contains("cannot be read: "));
}

fn error_of(text: &str) -> String {
    Spec::resolve(text).unwrap_err().to_string()
}

#[test]
fn a_slash_divides_or_stands_in_a_path() {
    let folder = std::env::temp_dir().join(format!("fieldc-spec-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("own.txt");
    std::fs::write(&path, "modulus = 97\n").unwrap();
    let found = Spec::resolve(path.to_str().unwrap());
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(found.unwrap().modulus, 97u8.into());
    for (text, modulus) in [("(2^7 + 1)/3", 43u8), ("258/6", 43), ("-86/-2", 43)] {
        assert_eq!(
            Spec::resolve(text).unwrap().modulus,
            modulus.into(),
            "{text}"
        );
    }
    assert_eq!(
        error_of("(2^7 + 2)/3"),
        "modulus (byte 1): the division leaves a remainder; only exact quotients are integers"
    );
    assert_eq!(error_of("7/0"), "modulus (byte 3): division by zero");
    assert!(error_of("2^7/x").starts_with("modulus (byte 5): unexpected `x`"));
    assert!(error_of("./2^7").contains("cannot be read"));
}

#[test]
fn wrong_claims_are_named() {
    let spec = |modulus: &str| Spec::new("Test", value(modulus));
    let error = |spec: &Spec| validate(spec).unwrap_err().to_string();
    assert_eq!(
        error(&spec("2^64")),
        "modulus: must be odd; Montgomery arithmetic has no inverse of the limb base modulo an even number"
    );
    assert_eq!(error(&spec("1")), "modulus: must be at least 3, is 1");
    assert_eq!(
        error(&spec("2^255 - 21")),
        "modulus: not prime: divisible by 11; a field needs a prime modulus"
    );
    let product = spec("2^67 - 1");
    assert_eq!(
        error(&product),
        "modulus: not prime: 3^(m-1) mod m is not 1; a field needs a prime modulus"
    );
    assert_eq!(
        error(&spec("2^1279 - 1")),
        "modulus: more than 1024 bits; use a smaller value"
    );
    assert!(
        error(&Spec::new("my field", value("7")))
            .starts_with("name: `my field` is not an identifier")
    );

    let goldilocks = spec("2^64 - 2^32 + 1");
    let with_generator = |g: u64| Spec {
        generator: Some(BigUint::from(g)),
        ..goldilocks.clone()
    };
    assert_eq!(
        error(&with_generator(4)),
        "generator: 4 is a square modulo the modulus, so it generates at most half of the units; the smallest non-residue is 7"
    );
    assert_eq!(
        error(&with_generator(0)),
        "generator: must be at least 1 and below the modulus"
    );
    let with_root = |root: BigUint| Spec {
        root_of_unity: Some(root),
        ..goldilocks.clone()
    };
    let root = value("0x185629dcda58878c");
    assert_eq!(
        error(&with_root(&root * &root % &goldilocks.modulus)),
        "root_of_unity: the order must be exactly 2^32, is 2^31; leave the option out to have it computed from the generator"
    );
    assert!(error(&with_root(BigUint::from(7u8))).contains("is no divisor of 2^32"));
    assert!(error(&with_root(BigUint::one())).contains("is 2^0"));

    // A root alone brings its generator along; both must agree.
    let other = root.modpow(&BigUint::from(5u8), &goldilocks.modulus);
    let checked = validate(&with_root(other.clone())).unwrap();
    assert_eq!(
        checked
            .generator
            .modpow(&value("2^32 - 1"), &goldilocks.modulus),
        other
    );
    let both = |root: &BigUint| Spec {
        root_of_unity: Some(root.clone()),
        ..with_generator(7)
    };
    assert!(validate(&both(&root)).is_ok());
    assert!(error(&both(&other)).starts_with("root_of_unity: is not generator^q"));
}

#[test]
fn primality_of_small_numbers_and_pseudoprimes() {
    let sieve: Vec<u32> = (2..2000)
        .filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0))
        .collect();
    let found: Vec<u32> = (0..2000).filter(|n| is_prime(&BigUint::from(*n))).collect();
    assert_eq!(found, sieve);
    // Carmichael numbers, strong pseudoprimes to base 2, strong Lucas pseudoprimes.
    for n in [
        561u64,
        2047,
        3277,
        5459,
        5777,
        10877,
        1_373_653,
        25_326_001,
        3_215_031_751,
        3_825_123_056_546_413_051,
    ] {
        assert!(!is_prime(&BigUint::from(n)), "{n}");
    }
    assert!(is_prime(&value("2^521 - 1")) && !is_prime(&value("2^523 - 1")));
}

proptest! {
    #[test]
    fn no_text_hangs_or_panics(text in "[0-9x^*/()+ _a-f-]{0,40}|.{0,40}") {
        let _ = expr::parse(&text);
        let _ = names::find(&text);
        let _ = Spec::parse_file(&text);
    }

    #[test]
    fn printed_numbers_are_read_back(bytes in proptest::collection::vec(any::<u8>(), 0..512)) {
        let n = BigUint::from_bytes_le(&bytes);
        prop_assert_eq!(&value(&n.to_string()), &n);
        prop_assert_eq!(&value(&format!("{n:#x}")), &n);
    }
}
