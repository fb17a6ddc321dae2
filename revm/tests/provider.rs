//! The provider beside revm's own: the same outputs, and failures of the same kind.

use fieldc_revm::FieldcCrypto;
use fieldc_tests::vectors;
use revm_precompile::bls12_381::{G1Point, G2Point};
use revm_precompile::{Crypto, DefaultCrypto, PrecompileHalt};
use serde_json::Value;

/// The inputs of files of vectors: valid ones and such that are rejected.
fn inputs(files: &[&str]) -> Vec<Vec<u8>> {
    let cases = files.iter().flat_map(|file| {
        let cases = vectors::load(&format!("evm-precompiles/geth/{file}.json"));
        let cases = cases.as_ref().and_then(Value::as_array).cloned();
        cases.unwrap_or_default()
    });
    cases
        .map(|case| vectors::bytes(case["Input"].as_str().expect("text")))
        .collect()
}

/// Each input as it is and, after every fifth, copies with one bit flipped.
fn mutated(inputs: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut out = vec![];
    for (i, input) in inputs.iter().enumerate() {
        out.push(input.clone());
        if i % 5 == 0 && !input.is_empty() {
            out.extend([17, 40, 63, 70, 100, 127].map(|at| {
                let mut input = input.clone();
                let at = at % input.len();
                input[at] ^= 1;
                input
            }));
        }
    }
    out
}

fn element(bytes: &[u8]) -> [u8; 48] {
    bytes[16..64].try_into().expect("64 bytes")
}

fn g1(bytes: &[u8]) -> G1Point {
    (element(bytes), element(&bytes[64..]))
}

fn g2(bytes: &[u8]) -> G2Point {
    let [x0, x1, y0, y1] = [0, 64, 128, 192].map(|at| element(&bytes[at..]));
    (x0, x1, y0, y1)
}

/// Compares on every input of a length that the contract lets through.
fn same<T: PartialEq + std::fmt::Debug>(
    files: &[&str],
    pair: usize,
    exactly: bool,
    call: impl Fn(&dyn Crypto, &[u8]) -> Result<T, PrecompileHalt>,
) {
    let (mut accepted, mut rejected) = (0, 0);
    for input in mutated(&inputs(files)).into_iter().take(120) {
        let wrong = input.len() % pair != 0 || (exactly && input.len() != pair);
        // revm's arithmetic is slow without optimization.
        if wrong || input.is_empty() || input.len() > 2 * pair {
            continue;
        }
        let ours = call(&FieldcCrypto, &input);
        assert_eq!(ours, call(&DefaultCrypto, &input), "{input:02x?}");
        match ours {
            Ok(_) => accepted += 1,
            Err(_) => rejected += 1,
        }
    }
    println!("{files:?}: {accepted} accepted, {rejected} rejected");
    if vectors::folder().exists() {
        assert!(accepted > 0 && rejected > 0);
    }
}

#[test]
fn bn254_add() {
    same(&["bn256Add"], 128, true, |crypto, input| {
        crypto.bn254_g1_add(&input[..64], &input[64..])
    });
}

#[test]
fn bn254_mul() {
    same(&["bn256ScalarMul"], 96, true, |crypto, input| {
        crypto.bn254_g1_mul(&input[..64], &input[64..])
    });
}

#[test]
fn bn254_pairing() {
    same(&["bn256Pairing"], 192, false, |crypto, input| {
        let pairs: Vec<_> = input.chunks(192).map(|pair| pair.split_at(64)).collect();
        crypto.bn254_pairing_check(&pairs)
    });
    assert_eq!(FieldcCrypto.bn254_pairing_check(&[]), Ok(true));
    let short = FieldcCrypto.bn254_pairing_check(&[(&[0; 63], &[0; 128])]);
    assert_eq!(short, Err(PrecompileHalt::Bn254PairLength));
}

#[test]
fn bls12_381_additions() {
    same(
        &["blsG1Add", "fail-blsG1Add"],
        256,
        true,
        |crypto, input| crypto.bls12_381_g1_add(g1(input), g1(&input[128..])),
    );
    same(
        &["blsG2Add", "fail-blsG2Add"],
        512,
        true,
        |crypto, input| crypto.bls12_381_g2_add(g2(input), g2(&input[256..])),
    );
}

fn scalar(bytes: &[u8]) -> [u8; 32] {
    bytes.try_into().expect("32 bytes")
}

#[test]
fn bls12_381_g1_msm() {
    let files = ["blsG1Mul", "blsG1MultiExp", "fail-blsG1Mul"];
    same(&files, 160, false, |crypto, input| {
        let pairs = input.chunks(160).map(|c| Ok((g1(c), scalar(&c[128..]))));
        crypto.bls12_381_g1_msm(&mut pairs.collect::<Vec<_>>().into_iter())
    });
    // A fault that revm finds before.
    let halt = PrecompileHalt::Bls12381FpPaddingInvalid;
    let mut pairs = [Err(halt.clone())].into_iter();
    assert_eq!(FieldcCrypto.bls12_381_g1_msm(&mut pairs), Err(halt));
}

#[test]
fn bls12_381_g2_msm() {
    let files = ["blsG2Mul", "blsG2MultiExp", "fail-blsG2Mul"];
    same(&files, 288, false, |crypto, input| {
        let pairs = input.chunks(288).map(|c| Ok((g2(c), scalar(&c[256..]))));
        crypto.bls12_381_g2_msm(&mut pairs.collect::<Vec<_>>().into_iter())
    });
}

#[test]
fn bls12_381_pairing() {
    let files = ["blsPairing", "fail-blsPairing"];
    same(&files, 384, false, |crypto, input| {
        let pairs: Vec<_> = input.chunks(384).map(|c| (g1(c), g2(&c[128..]))).collect();
        crypto.bls12_381_pairing_check(&pairs)
    });
}

#[test]
fn bls12_381_maps() {
    let top = [0xff; 48];
    for crypto in [&FieldcCrypto as &dyn Crypto, &DefaultCrypto] {
        let halt = PrecompileHalt::NonCanonicalFp;
        assert_eq!(crypto.bls12_381_fp_to_g1(&top), Err(halt.clone()));
        assert_eq!(crypto.bls12_381_fp2_to_g2(([0; 48], top)), Err(halt));
    }
    for input in inputs(&["blsMapG1"]).into_iter().take(20) {
        let u = element(&input);
        let ours = FieldcCrypto.bls12_381_fp_to_g1(&u);
        assert_eq!(ours, DefaultCrypto.bls12_381_fp_to_g1(&u));
    }
    for input in inputs(&["blsMapG2"]).into_iter().take(20) {
        let u = (element(&input), element(&input[64..]));
        let ours = FieldcCrypto.bls12_381_fp2_to_g2(u);
        assert_eq!(ours, DefaultCrypto.bls12_381_fp2_to_g2(u));
    }
}
