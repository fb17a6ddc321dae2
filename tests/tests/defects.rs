//! Faults of other people's code, replayed where no other test of this repository would have caught them, or where the report's own
//! numbers fit what is here. `docs/defects.md` lists all faults and the test that covers each.

use std::fs;
use std::path::Path;

use fieldc::bn254::{G1Affine, G1Projective};
use fieldc::curve::mul_vartime;
use fieldc::fields::{Bn254Fp, Bn254Fr, Goldilocks, Secp256k1Fp};
use fieldc::precompile::{Error, Fork, bn254_add, bn254_mul};
use fieldc_tests::adversarial::Random;
use fieldc_tests::bn254::{self, Point, hex};
use fieldc_tests::tiers;
use num_bigint::BigUint;

fieldc::field! {
    /// The field of the STARK curve: `p - 1 = 2^192 q`, the largest two-adicity in use.
    struct Stark;
    modulus = 2^251 + 17 * 2^192 + 1;
}

fn affine(p: &Point) -> G1Affine {
    let element = |x| Bn254Fp::from_bytes_be(&bn254::word(x)).expect("below the modulus");
    match p {
        Some((x, y)) => G1Affine::new(element(x), element(y)).expect("on the curve"),
        None => G1Affine::IDENTITY,
    }
}

/// `d P` for a small d of either sign.
fn multiple(p: &Point, d: i64) -> Point {
    let magnitude = bn254::mul(p, &BigUint::from(d.unsigned_abs()));
    if d < 0 {
        bn254::neg(&magnitude)
    } else {
        magnitude
    }
}

/// `k G` by the precompile, by the constant-time windows and by both variable-time methods.
fn check_multiplications(cases: &[(BigUint, Point)]) {
    let g = bn254::generator();
    tiers::on_each(|tier| {
        for (k, expected) in cases {
            let input = [bn254::bytes(&g), bn254::word(k).to_vec()].concat();
            let output = bn254_mul::run(&input, Fork::Osaka).expect("a valid input");
            assert_eq!(*output.bytes, *bn254::bytes(expected), "{k:#x} on {tier}");
            let expected = affine(expected);
            let mut limbs = [0; 4];
            for (limb, digit) in limbs.iter_mut().zip(k.iter_u64_digits()) {
                *limb = digit;
            }
            let base = G1Projective::from(affine(&g));
            assert_eq!(base.mul_limbs(&limbs).to_affine(), expected, "{k:#x}");
            let whole = mul_vartime(&affine(&g).into(), &limbs);
            assert_eq!(whole.to_affine_vartime(), expected, "{k:#x}");
            let reduced = Bn254Fr::from_bytes_reduced_be(&bn254::word(k));
            let split = affine(&g).mul_vartime(&reduced);
            assert_eq!(split.to_affine_vartime(), expected, "{k:#x}");
        }
    });
}

/// golang/go #58647 (CVE-2023-24532) and #60717: P-256 gave wrong results for the scalars `N + 30` and `N - 34`, where the last window of
/// the multiplication adds a point to itself or to its opposite.
#[test]
fn go_58647_and_60717_scalars_next_to_multiples_of_the_order() {
    let top = BigUint::from(1u8) << 256u32;
    let mut cases = vec![];
    for d in -40..=40 {
        let expected = multiple(&bn254::generator(), d);
        for m in 0..=5u8 {
            let multiple_of_order = bn254::r() * m;
            let distance = d.unsigned_abs();
            let k = match d < 0 {
                true if multiple_of_order < BigUint::from(distance) => continue,
                true => multiple_of_order - distance,
                false => multiple_of_order + distance,
            };
            if k < top {
                cases.push((k, expected.clone()));
            }
        }
    }
    assert!(cases.len() > 400);
    check_multiplications(&cases);
}

/// mratsim/constantine #345, #366: wrong results where the endomorphism splits the scalar into halves with a rounding at the edge. Halves
/// so small that both tables meet in the same digits: every sum of the interleaved loop is exceptional somewhere.
#[test]
fn constantine_345_scalars_with_small_halves() {
    let g = bn254::generator();
    let (r, lambda) = (bn254::r(), bn254::lambda());
    let image = bn254::mul(&g, &lambda);
    let residue = |d: i64| match d < 0 {
        true => &r - d.unsigned_abs(),
        false => BigUint::from(d.unsigned_abs()),
    };
    // The scalar of the report, and the two parts in which it was right.
    let reported = hex("7b17fcc286b01af79176aa7da3a8615020eacda89a90e4ff5d0a085483f0448");
    let part = hex("1234567890123456789001234567890");
    let mut cases: Vec<_> = [reported.clone(), part.clone(), reported - part]
        .map(|k| (k.clone(), bn254::mul(&g, &k)))
        .into();
    for a in -8..=8 {
        for b in -8..=8 {
            let k = (residue(a) + residue(b) * &lambda) % &r;
            cases.push((k, bn254::add(&multiple(&g, a), &multiple(&image, b))));
        }
    }
    check_multiplications(&cases);
}

/// hyperledger/besu CVE-2025-30147: the precompiles of BN254 asked whether a point is in the subgroup, not whether it is on the curve. Here
/// are points of other curves `y^2 = x^3 + b`, of order two and three among them, at each place and where a short cut may skip the check:
/// next to infinity, the same point twice, opposite points, scalars 0, 1 and r.
#[test]
fn besu_cve_2025_30147_points_of_other_curves() {
    let p = bn254::p();
    let small = |x: u32, y: u32| (BigUint::from(x), BigUint::from(y));
    let (gx, gy) = bn254::generator().expect("not infinity");
    let strangers = [
        small(1, 0),
        small(7, 0),
        small(0, 1),
        small(0, 2),
        small(1, 3),
        (gy.clone(), gx.clone()),
        (gx, gy + 1u8),
        (&p - 1u8, &p - 1u8),
    ];
    let g = bn254::bytes(&bn254::generator());
    let infinity = vec![0; 64];
    for (x, y) in &strangers {
        assert_ne!(y * y % &p, (x * x * x + 3u8) % &p, "a stranger");
        let stranger = [bn254::word(x), bn254::word(y)].concat();
        let opposite = [bn254::word(x), bn254::word(&((&p - y) % &p))].concat();
        tiers::on_each(|tier| {
            let sum = |a: &[u8], b: &[u8]| bn254_add::run(&[a, b].concat(), Fork::Osaka);
            for other in [&stranger, &opposite, &g, &infinity] {
                let error = Err(Error::NotOnCurve { point: 0 });
                assert_eq!(sum(&stranger, other), error, "{x} {y} on {tier}");
            }
            for first in [&g, &infinity] {
                let error = Err(Error::NotOnCurve { point: 1 });
                assert_eq!(sum(first, &stranger), error, "{x} {y} on {tier}");
            }
            for k in [BigUint::ZERO, 1u8.into(), 2u8.into(), bn254::r()] {
                let input = [stranger.clone(), bn254::word(&k).to_vec()].concat();
                let error = Err(Error::NotOnCurve { point: 0 });
                assert_eq!(bn254_mul::run(&input, Fork::Osaka), error, "{k} on {tier}");
            }
        });
    }
}

/// anza-xyz/agave #3379 (and ethereum/execution-specs #2395 for BLS12-381): the bits above the modulus were taken for the flags of another
/// encoding and cleared, so that integers above p passed, or meant infinity.
#[test]
fn agave_3379_bits_above_the_modulus() {
    let g = bn254::bytes(&bn254::generator());
    for flags in [0x40, 0x80, 0xc0] {
        for word in 0..4 {
            let mut input = [g.clone(), g.clone()].concat();
            input[32 * word] |= flags;
            let start = 32 * word;
            let is_here =
                |e| matches!(e, Error::NotBelowModulus { start: found, .. } if found == start);
            assert!(bn254_add::run(&input, Fork::Osaka).is_err_and(is_here));
            if word < 2 {
                assert!(bn254_mul::run(&input, Fork::Osaka).is_err_and(is_here));
            }
        }
        // Infinity, were the bit a flag; times 0.
        let mut input = [0; 128];
        input[0] = flags;
        assert!(bn254_add::run(&input, Fork::Osaka).is_err());
        assert!(bn254_mul::run(&input, Fork::Osaka).is_err());
    }
}

/// arkworks-rs/algebra #589: the square root of an element of a field with two-adicity 192 did not end.
#[test]
fn arkworks_589_roots_at_two_adicity_192() {
    let p = (BigUint::from(1u8) << 251u32) + (BigUint::from(17u8) << 192u32) + 1u8;
    let euler = (&p - 1u8) >> 1u8;
    // The element of the report, in Montgomery form.
    let reported = [
        14102525235658841251,
        7974911663120947648,
        9496880130206089788,
        390111710267462515,
    ];
    let mut elements = vec![Stark::from_montgomery_limbs(reported).expect("below the modulus")];
    let mut random = Random(589);
    for _ in 0..6 {
        let x = random.operand(&(&p - 1u8));
        elements.push(Stark::from_bytes_be(&bn254::word(&x)).expect("below the modulus"));
    }
    // Every order of a root of unity: the loop of Tonelli and Shanks at each of its lengths.
    let mut root = <Stark as ff::PrimeField>::ROOT_OF_UNITY;
    for _ in 0..=192 {
        elements.push(root);
        root = root.square();
    }
    assert_eq!(root, Stark::ONE);
    for a in elements {
        let integer = BigUint::from_bytes_be(&a.to_bytes_be());
        let is_square = integer.modpow(&euler, &p) <= BigUint::from(1u8);
        let found: Option<Stark> = a.sqrt().into();
        assert_eq!(found.is_some(), is_square, "{a}");
        assert_eq!(a.sqrt_vartime().is_some(), is_square, "{a}");
        assert!(found.is_none_or(|r| r.square() == a));
        assert!(a.sqrt_vartime().is_none_or(|r| r.square() == a));
    }
}

/// golang/go #13515 (CVE-2015-8618): a dropped carry of Montgomery's method, modulo what is now called Goldilocks.
#[test]
fn go_13515_power_modulo_goldilocks() {
    let a = 0xaaaa_aaaa_0000_0000u64;
    assert_eq!(Goldilocks::from_u64(a).pow([a]), Goldilocks::ONE);
    assert_eq!(Goldilocks::from_u64(a).pow_vartime([a]), Goldilocks::ONE);
}

/// dart-lang/sdk #37008: an inverse modulo the prime of secp256k1 with the wrong sign.
#[test]
fn dart_37008_sign_of_an_inverse() {
    let digits = "28ea16430c1f1072754aa5ebbfda0d790605a507c6c9758e88697b0b5dd9e74c";
    let a = Secp256k1Fp::from_hex(&format!("0x{digits}")).expect("below the modulus");
    let p = (BigUint::from(1u8) << 256u32) - (1u64 << 32) - 977u32;
    let expected = hex(digits).modinv(&p).expect("a prime modulus");
    let inverse: Option<Secp256k1Fp> = a.invert().into();
    assert_eq!(inverse, a.invert_vartime());
    let inverse = inverse.expect("not zero");
    assert_eq!(BigUint::from_bytes_be(&inverse.to_bytes_be()), expected);
}

/// OpenSSL CVE-2021-4160 (`bn_sqr_comba8` on MIPS): the carry of a doubled product, lost for the values of the report.
#[test]
fn openssl_cve_2021_4160_square_of_eight_words() {
    use fieldc_generated::secp256k1_fp as field;
    let values = [
        "4aaac91962056c84fba7334e1a6be678022181bafd3aa878899b2346ee210f45",
        "022181bafd3aa878899b2346ee210f45",
        "022181ba00000000fd3aa87800000000899b234635dad283ee210f4500000001",
    ];
    let reported = "15c72e32605a3061d11b10123c1874836df96999bd0c22bad3e7d4374724a82f\
                    912c5e616a187efe8f7c47fcf6945fe575be8e3d97ed17d47950b4653cb32899";
    assert_eq!(hex(values[0]).pow(2), hex(reported));
    for value in values.map(hex) {
        let mut a = [0; 4];
        for (limb, digit) in a.iter_mut().zip(value.iter_u64_digits()) {
            *limb = digit;
        }
        let integer = |(low, high): ([u64; 4], [u64; 4])| {
            let words = low.iter().chain(&high).rev();
            words.fold(BigUint::ZERO, |x, word| (x << 64u32) + word)
        };
        tiers::on_each(|tier| {
            let product = integer(field::mul_wide(&a, &a));
            assert_eq!(product, value.pow(2), "{value:#x} on {tier}");
        });
        assert_eq!(integer(field::portable::mul_wide(&a, &a)), value.pow(2));
    }
}

/// The lines of a kernel module that call native code without having asked for the tier in the same function.
fn unguarded(text: &str) -> Vec<usize> {
    let end = text.find("\npub mod adx {").unwrap_or(text.len());
    let mut asked = false;
    let mut out = vec![];
    for (number, line) in text[..end].lines().enumerate() {
        if line.contains("fn ") {
            asked = false;
        }
        asked |= line.trim() == "if crate::tier::adx() {";
        // An entry asks by itself.
        asked |= line.trim().starts_with("return crate::tier::entry!(");
        let calls = line.replace("tier::adx()", "").contains("adx::");
        if (calls || line.contains("asm!")) && !asked {
            out.push(number + 1);
        }
    }
    out
}

/// supranational/blst #10, #206, open-quantum-safe/liboqs #961: MULX and ADOX on processors that lack them, or that have only one of the
/// two. Native code of `generated/` is reached only behind the question for the tier, which is there for both or for none.
#[test]
fn blst_206_native_code_stands_behind_detection() {
    let good = "pub fn f() {\n    if crate::tier::adx() {\n        return unsafe { adx::f() };\n    }\n}\n";
    assert_eq!(unguarded(good), [0usize; 0]);
    assert_eq!(unguarded(&good.replace("crate::tier::adx()", "true")), [3]);
    let fallback = format!("{good}fn fallback() {{ unsafe {{ adx::f() }} }}\n");
    assert_eq!(unguarded(&fallback), [6]);
    let entry = "pub fn f() {\n    return crate::tier::entry!(() -> R, adx::f_call, adx::f, portable::f);\n}\n";
    assert_eq!(unguarded(entry), [0usize; 0]);
    assert_eq!(unguarded(&entry.replace("entry!", "other!")), [2]);
    // What an entry does before it jumps to native code: it compares the tier. Whatever else may happen is Rust behind `adx()`.
    let tier = include_str!("../../generated/src/tier.rs");
    let (_, text) = tier.split_once("naked_asm!(").expect("the entry");
    let (text, _) = text.split_once("tier = sym").expect("its operands");
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect();
    let jumps = [
        "\"cmp byte ptr [rax], {adx}\",",
        "\"jae {native}\",",
        "\"jmp {other}\",",
    ];
    assert_eq!(lines[0], "$crate::__tier_address!(),");
    assert_eq!(lines[1..], jumps);

    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated/src");
    let list = fs::read_to_string(folder.join("fields.rs")).expect("the list of modules");
    let mut calls = 0;
    for line in list.lines() {
        let Some(module) = line.strip_prefix("pub mod ") else {
            continue;
        };
        let name = format!("{}.rs", module.trim_end_matches(';'));
        let text = fs::read_to_string(folder.join(&name)).expect("a kernel module");
        assert_eq!(unguarded(&text), [0usize; 0], "{name}");
        calls += text.matches("{ adx::").count() + text.matches("::entry!(").count();
    }
    assert!(calls > 200, "{calls} calls of native code");
}

/// Why the native part of a changed module of BN254 is refused; none if it is accepted.
fn refusal(from: &str, to: &str) -> Option<String> {
    use fieldc_compiler::claims::Field;
    use fieldc_compiler::lift::native::{functions, prove_native};
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated/src/bn254_fp.rs");
    let text = fs::read_to_string(file).expect("a kernel module");
    // The `asm!` block of the addition.
    let start = text.find("pub unsafe fn add(").expect("the kernel");
    let (before, block) = text.split_at(start);
    assert!(block.contains(from), "{from}");
    let changed = format!("{before}{}", block.replacen(from, to, 1));
    let spec = fieldc_compiler::spec::names::find("bn254:fp")?
        .spec()
        .ok()?;
    let plan = fieldc_compiler::plan::Plan::for_spec(&spec).ok()?;
    let natives = match functions(&changed, &Field::of(&plan)) {
        Ok(natives) => natives,
        Err(error) => return Some(error.to_string()),
    };
    let of_addition = natives.iter().filter(|n| n.symbol() == "add");
    let mut errors = of_addition.filter_map(|n| prove_native(n).err());
    errors.next().map(|error| error.to_string())
}

/// bitcoin-core/secp256k1 #142, firedancer-io/firedancer #10070: an `asm!` block that used the stack overwrote what the compiler keeps in
/// the red zone below it. Mbed-TLS/mbedtls #4947: memory that is
/// read and not declared.
#[test]
fn firedancer_10070_stack_in_an_asm_block() {
    let first = "\"mov rax, r15\",";
    assert_eq!(refusal(first, first), None);
    for (bad, why) in [
        ("\"push r15\",\n            \"pop rax\",", "stack pointer"),
        (
            "\"sub rsp, 128\",\n            \"mov rax, r15\",\n            \"add rsp, 128\",",
            "a register of the caller",
        ),
        (
            "\"mov qword ptr [rsp - 8], r15\",\n            \"mov rax, r15\",",
            "rsp is no pointer",
        ),
    ] {
        let reason = refusal(first, bad).expect(bad);
        assert!(reason.contains(why), "{reason}");
    }
    let options = "options(pure, readonly, nostack),";
    let reason = refusal(options, "options(pure, nomem, nostack),").expect("memory is read");
    assert!(reason.contains("options"), "{reason}");
}

/// bitcoin-core/secp256k1 #766, weidai11/cryptopp #124, primesearch/Mlucas #219: registers that an `asm!` block changes or reads and does not
/// declare.
#[test]
fn secp256k1_766_undeclared_register() {
    let clobber = "inout(\"r15\") a[0] => _,";
    assert_eq!(refusal(clobber, clobber), None);
    for (from, to, why) in [
        (
            clobber,
            "in(\"r15\") a[0],",
            "r15 is written and not declared",
        ),
        (
            "\"mov r8, r14\",",
            "\"mov rdx, r14\",\n            \"mov r8, rdx\",",
            "rdx is written and not declared",
        ),
        (
            "in(\"r11\") b[3],\n            out(\"rax\") o0,",
            "out(\"rax\") o0,",
            "a register of the caller",
        ),
        // What `rbp` and `rbx` are to rustc and LLVM (mit-plv/fiat-crypto #1560).
        (
            clobber,
            "inout(\"rbp\") a[0] => _,",
            "not free for operands",
        ),
        (
            "options(pure, readonly, nostack),",
            "options(pure, readonly, nostack, preserves_flags),",
            "options",
        ),
    ] {
        let reason = refusal(from, to).expect(to);
        assert!(reason.contains(why), "{reason}");
    }
}

/// Every test that `docs/defects.md` names is there: `path::name`, or the path alone for a file that must not compile.
#[test]
fn every_named_test_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = fs::read_to_string(root.join("docs/defects.md")).expect("the table");
    let mut seen = 0;
    for quoted in text.split('`').skip(1).step_by(2) {
        let (path, name) = quoted.split_once("::").unwrap_or((quoted, ""));
        if !path.contains('/') || !path.ends_with(".rs") {
            continue;
        }
        let file = fs::read_to_string(root.join(path)).unwrap_or_else(|e| panic!("{path}: {e}"));
        // A function, or the first word of a line inside of a macro that makes one.
        let is_there = name.is_empty()
            || file.contains(&format!("fn {name}("))
            || file
                .lines()
                .any(|l| l.split_whitespace().next() == Some(name));
        assert!(is_there, "{path} has no {name}");
        seen += 1;
    }
    assert!(seen > 100, "{seen} names");
    assert_eq!(text.matches('`').count() % 2, 0, "an open quote");
}
