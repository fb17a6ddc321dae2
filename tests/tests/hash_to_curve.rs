//! Hashing to curves: the vectors of RFC 9380, of two libraries for BN254 and of EIP-2537, on every tier; expanders against their
//! definition.

use fieldc::curve::{Projective, Weierstrass};
use fieldc::fields::*;
use fieldc::hash_to_curve::*;
use fieldc::{bls12_381, bn254};
use fieldc_tests::adversarial::Random;
use fieldc_tests::{tiers, vectors};
use num_bigint::BigUint;
use serde_json::Value;
use sha2::Sha512;
use sha3::digest::{Digest, ExtendableOutput, Update, XofReader};
use sha3::{Keccak256, Shake128, Shake256};

/// A field element as the vectors write it.
trait Read: HashField {
    fn read(v: &Value) -> Self;
}

/// A hexadecimal integer, with any number of leading zeros, or a decimal one.
fn integer(text: &str) -> BigUint {
    match text.strip_prefix("0x") {
        Some(digits) => BigUint::parse_bytes(digits.as_bytes(), 16),
        None => BigUint::parse_bytes(text.as_bytes(), 10),
    }
    .expect("an integer")
}

macro_rules! read {
    ($($name:ident)*) => {$(
        impl Read for $name {
            fn read(v: &Value) -> Self {
                let x = integer(v.as_str().expect("text"));
                let mut bytes = x.to_bytes_le();
                bytes.resize($name::BYTES, 0);
                $name::from_bytes_le(&bytes).expect("an element")
            }
        }
    )*};
    ($($name:ident = $base:ident)*) => {$(
        impl Read for $name {
            fn read(v: &Value) -> Self {
                let parts: Vec<Value> = match v {
                    Value::String(pair) => pair.split(',').map(|c| c.into()).collect(),
                    pair => pair.as_array().expect("a pair").clone(),
                };
                assert_eq!(parts.len(), 2);
                $name::new($base::read(&parts[0]), $base::read(&parts[1]))
            }
        }
    )*};
}

read!(Bls12381Fp Bn254Fp Secp256k1Fp P256Fp);
read!(Bls12381Fp2 = Bls12381Fp Bn254Fp2 = Bn254Fp);

/// `(x, y)` of what a suite gives.
trait Coordinates<F> {
    fn coordinates(&self) -> Option<(F, F)>;
}

impl<C: Weierstrass> Coordinates<C::Base> for Projective<C> {
    fn coordinates(&self) -> Option<(C::Base, C::Base)> {
        self.to_affine().coordinates()
    }
}

fn text<'a>(v: &'a Value, key: &str) -> &'a str {
    v[key].as_str().expect(key)
}

type Field<S> = <<S as Suite>::Curve as MapToCurve>::Field;

/// Every value of every vector of a suite: the elements, the points that they map to, the result.
fn suite<S: Suite, const N: usize>(folder: &str)
where
    Field<S>: Read,
    <S::Curve as MapToCurve>::Point: Coordinates<Field<S>>,
{
    let file = format!("hash-to-curve/{folder}/{}.json", S::ID.replace(':', "_"));
    let Some(vectors) = vectors::load(&file) else {
        return;
    };
    assert_eq!(text(&vectors, "ciphersuite"), S::ID);
    assert_eq!(S::RANDOM_ORACLE, N == 2);
    let dst = text(&vectors, "dst").as_bytes();
    let cases = vectors["vectors"].as_array().expect("a list");
    assert!(cases.len() >= 3);
    tiers::on_each(|tier| {
        for case in cases {
            let msg = text(case, "msg").as_bytes();
            let point = |v: &Value| {
                let (x, y) = (Read::read(&v["x"]), Read::read(&v["y"]));
                Some((x, y))
            };
            // RFC: a list of elements. gnark: `u`, over Fp2 a pair, or `u0` and `u1`.
            let u: Vec<Field<S>> = match &case["u"] {
                Value::Null => vec![Read::read(&case["u0"]), Read::read(&case["u1"])],
                Value::Array(list) if list.len() == N => list.iter().map(Read::read).collect(),
                one => vec![Read::read(one)],
            };
            assert_eq!(u.len(), N);
            let got = hash_to_field::<Field<S>, S::Expander, N, 128>(msg, dst).expect("elements");
            assert!(got[..] == u[..], "{} on {tier}: u", S::ID);
            let images: &[&str] = if N == 2 { &["Q0", "Q1"] } else { &["Q"] };
            for (u, name) in u.iter().zip(images) {
                let image = S::Curve::map_sum_uncleared(&[*u]).coordinates();
                assert!(image == point(&case[name]), "{} on {tier}: {name}", S::ID);
            }
            let p = S::hash(msg, dst).expect("a point").coordinates();
            assert!(p == point(&case["P"]), "{} on {tier}: P", S::ID);
        }
    });
    println!("{file}: {} cases", cases.len());
}

#[test]
fn rfc_bls12_381() {
    suite::<Bls12381G1Ro, 2>("rfc9380");
    suite::<Bls12381G1Nu, 1>("rfc9380");
    suite::<Bls12381G2Ro, 2>("rfc9380");
    suite::<Bls12381G2Nu, 1>("rfc9380");
}

#[test]
fn rfc_secp256k1_and_p256() {
    suite::<Secp256k1Ro, 2>("rfc9380");
    suite::<Secp256k1Nu, 1>("rfc9380");
    suite::<P256Ro, 2>("rfc9380");
    suite::<P256Nu, 1>("rfc9380");
}

#[test]
fn gnark_bn254() {
    suite::<Bn254G1Ro, 2>("gnark-crypto");
    suite::<Bn254G1Nu, 1>("gnark-crypto");
    suite::<Bn254G2Ro, 2>("gnark-crypto");
    suite::<Bn254G2Nu, 1>("gnark-crypto");
}

#[test]
fn bls_bn254_map() {
    let file = "hash-to-curve/bls-bn254/svdw_map_to_g1.json";
    let Some(cases) = vectors::load(file) else {
        return;
    };
    let cases = cases.as_array().expect("a list");
    assert!(cases.len() >= 600);
    tiers::on_each(|tier| {
        for case in cases {
            let u = Bn254Fp::read(&case["u"]);
            let p = (Bn254Fp::read(&case["p"][0]), Bn254Fp::read(&case["p"][1]));
            let got = map_to_curve::<bn254::G1>(&u).to_affine().coordinates();
            assert_eq!(got, Some(p), "{} on {tier}", case["u"]);
        }
    });
    println!("{file}: {} cases", cases.len());
}

/// Coordinates of 64 bytes, big-endian.
fn words(digits: &str) -> Vec<Bls12381Fp> {
    let word = |w: &[u8]| {
        assert!(w[..16].iter().all(|b| *b == 0));
        Bls12381Fp::from_bytes_be(&w[16..]).expect("an element")
    };
    vectors::bytes(digits).chunks(64).map(word).collect()
}

fn geth_map(file: &str, check: impl Fn(&[Bls12381Fp], &[Bls12381Fp], &str)) {
    let Some(cases) = vectors::load(&format!("evm-precompiles/geth/{file}")) else {
        return;
    };
    let cases = cases.as_array().expect("a list");
    assert!(cases.len() >= 60, "{}", cases.len());
    tiers::on_each(|tier| {
        for case in cases {
            let name = format!("{} on {tier}", text(case, "Name"));
            check(
                &words(text(case, "Input")),
                &words(text(case, "Expected")),
                &name,
            );
        }
    });
    println!("{file}: {} cases", cases.len());
}

#[test]
fn eip_2537_map_fp_to_g1() {
    geth_map("blsMapG1.json", |u, p, name| {
        let got = map_to_curve::<bls12_381::G1>(&u[0]).to_affine();
        assert_eq!(got.coordinates(), Some((p[0], p[1])), "{name}");
    });
}

#[test]
fn eip_2537_map_fp2_to_g2() {
    geth_map("blsMapG2.json", |u, p, name| {
        let pair = |c: &[Bls12381Fp]| Bls12381Fp2::new(c[0], c[1]);
        let got = map_to_curve::<bls12_381::G2>(&pair(u)).to_affine();
        assert_eq!(got.coordinates(), Some((pair(p), pair(&p[2..]))), "{name}");
    });
}

/// The hash to G2 of the Ethereum BLS tests.
#[test]
fn ethereum_hash_to_g2() {
    let folder = vectors::folder().join("bls-signatures/bls12-381-tests/hash_to_G2");
    let Ok(files) = std::fs::read_dir(&folder) else {
        assert!(std::env::var_os("FIELDC_VECTORS").is_none());
        eprintln!("SKIPPED: {}", folder.display());
        return;
    };
    let mut count = 0;
    for file in files {
        let text_of = std::fs::read(file.expect("an entry").path()).expect("a file");
        let case: Value = serde_json::from_slice(&text_of).expect("JSON");
        let msg = text(&case["input"], "msg").as_bytes();
        let dst = b"QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_";
        let p = Bls12381G2Ro::hash(msg, dst).expect("a point");
        let (x, y) = p.to_affine().coordinates().expect("not infinity");
        assert!(x == Read::read(&case["output"]["x"]) && y == Read::read(&case["output"]["y"]));
        count += 1;
    }
    assert!(count >= 3);
    println!("hash_to_G2: {count} cases");
}

#[test]
fn wycheproof_hash_to_g2() {
    let file = "bls-signatures/wycheproof/bls_hash_to_g2_test.json";
    let Some(vectors) = vectors::load(file) else {
        return;
    };
    let mut count = 0;
    for group in vectors["testGroups"].as_array().expect("a list") {
        let dst = text(group, "dst").as_bytes();
        for case in group["tests"].as_array().expect("a list") {
            assert_eq!(text(case, "result"), "valid");
            let msg = vectors::bytes(text(case, "msg"));
            let p = Bls12381G2Ro::hash(&msg, dst).expect("a point");
            let (x, y) = p.to_affine().coordinates().expect("not infinity");
            // Compressed: x, c1 first, under three flags, the third that y is the larger of both.
            let mut bytes = [x.c1().to_bytes_be(), x.c0().to_bytes_be()].concat();
            let order = |y: &Bls12381Fp2| [y.c1().to_bytes_be(), y.c0().to_bytes_be()];
            bytes[0] |= if order(&y) > order(&-y) { 0xa0 } else { 0x80 };
            assert_eq!(bytes, vectors::bytes(text(case, "expected")));
            count += 1;
        }
    }
    assert!(count >= 26);
    println!("{file}: {count} cases");
}

type Expand = fn(&[u8], &[u8], &mut [u8]) -> Result<(), ExpandError>;

fn expander(file: &str, expand: Expand) {
    let Some(vectors) = vectors::load(&format!("hash-to-curve/rfc9380/{file}.json")) else {
        return;
    };
    let dst = text(&vectors, "DST").as_bytes();
    let cases = vectors["tests"].as_array().expect("a list");
    assert!(cases.len() >= 7);
    for case in cases {
        let length = integer(text(case, "len_in_bytes"));
        let mut out = vec![0; usize::try_from(length).expect("a length")];
        expand(text(case, "msg").as_bytes(), dst, &mut out).expect("bytes");
        assert_eq!(out, vectors::bytes(text(case, "uniform_bytes")), "{file}");
    }
    println!("{file}: {} cases", cases.len());
}

type Sha256 = sha2::Sha256;

#[test]
fn rfc_expanders() {
    expander(
        "expand_message_xmd_SHA256_38",
        Xmd::<Sha256>::expand_message,
    );
    expander(
        "expand_message_xmd_SHA256_256",
        Xmd::<Sha256>::expand_message,
    );
    expander(
        "expand_message_xmd_SHA512_38",
        Xmd::<Sha512>::expand_message,
    );
    expander(
        "expand_message_xof_SHAKE128_36",
        XofShake128::expand_message,
    );
    expander(
        "expand_message_xof_SHAKE128_256",
        XofShake128::expand_message,
    );
    expander(
        "expand_message_xof_SHAKE256_36",
        XofShake256::expand_message,
    );
}

/// Section 5.3.1 with everything concatenated.
fn xmd_by_definition<H: Digest>(block: usize, msg: &[u8], dst: &[u8], length: usize) -> Vec<u8> {
    let dst = match dst.len() {
        256.. => H::digest([b"H2C-OVERSIZE-DST-", dst].concat()).to_vec(),
        _ => dst.to_vec(),
    };
    let dst = [&dst[..], &[dst.len() as u8]].concat();
    let size = <H as Digest>::output_size();
    let l = [(length >> 8) as u8, length as u8, 0];
    let b0 = H::digest([&vec![0; block], msg, &l, &dst].concat());
    let mut blocks = vec![H::digest([&b0[..], &[1], &dst].concat()).to_vec()];
    for i in 2..=length.div_ceil(size) {
        let last = blocks.last().expect("a block");
        let mixed: Vec<u8> = last.iter().zip(&b0).map(|(a, b)| a ^ b).collect();
        blocks.push(H::digest([&mixed[..], &[i as u8], &dst].concat()).to_vec());
    }
    let mut out = blocks.concat();
    out.truncate(length);
    out
}

/// Section 5.3.2.
fn xof_by_definition<H: Default + Update + ExtendableOutput>(
    k: usize,
    msg: &[u8],
    dst: &[u8],
    length: usize,
) -> Vec<u8> {
    let xof = |input: Vec<u8>, length: usize| {
        let mut h = H::default();
        h.update(&input);
        let mut out = vec![0; length];
        h.finalize_xof().read(&mut out);
        out
    };
    let dst = match dst.len() {
        256.. => xof([b"H2C-OVERSIZE-DST-", dst].concat(), 2 * k / 8),
        _ => dst.to_vec(),
    };
    let l = [(length >> 8) as u8, length as u8];
    xof([msg, &l, &dst, &[dst.len() as u8]].concat(), length)
}

/// Tags around the limit of 255 bytes, messages and lengths of all sizes, every hash.
#[test]
fn expanders_are_as_defined() {
    let mut random = Random(5);
    let mut text =
        |length: usize| -> Vec<u8> { (0..length).map(|_| random.below(256) as u8).collect() };
    for dst in [1, 2, 43, 254, 255, 256, 257, 1000] {
        for msg in [0, 1, 63, 64, 65, 200] {
            for length in [0, 1, 31, 32, 33, 256, 4000, 8160] {
                let (msg, dst) = (text(msg), text(dst));
                let same = |expand: Expand, expected: Vec<u8>| {
                    let mut out = vec![0xa5; length];
                    expand(&msg, &dst, &mut out).expect("bytes");
                    assert_eq!(out, expected);
                };
                same(
                    Xmd::<Sha256>::expand_message,
                    xmd_by_definition::<Sha256>(64, &msg, &dst, length),
                );
                same(
                    Xmd::<Sha512>::expand_message,
                    xmd_by_definition::<Sha512>(128, &msg, &dst, length),
                );
                same(
                    Xmd::<Keccak256>::expand_message,
                    xmd_by_definition::<Keccak256>(136, &msg, &dst, length),
                );
                same(
                    XofShake128::expand_message,
                    xof_by_definition::<Shake128>(128, &msg, &dst, length),
                );
                same(
                    XofShake256::expand_message,
                    xof_by_definition::<Shake256>(256, &msg, &dst, length),
                );
            }
        }
    }
}

#[test]
fn expanders_refuse() {
    let all: [(Expand, usize); 5] = [
        (Xmd::<Sha256>::expand_message, 255 * 32),
        (Xmd::<Sha512>::expand_message, 255 * 64),
        (Xmd::<Keccak256>::expand_message, 255 * 32),
        (XofShake128::expand_message, 65535),
        (XofShake256::expand_message, 65535),
    ];
    for (expand, most) in all {
        let mut out = vec![0; 65536];
        assert_eq!(
            expand(b"m", b"", &mut out[..32]),
            Err(ExpandError::EmptyDst)
        );
        assert_eq!(expand(b"m", b"", &mut []), Err(ExpandError::EmptyDst));
        assert_eq!(expand(b"m", b"d", &mut out[..most]), Ok(()));
        assert!(out[most - 32..most].iter().any(|b| *b != 0));
        for length in [most + 1, 65536] {
            let refused = expand(b"m", b"d", &mut out[..length]);
            assert_eq!(refused, Err(ExpandError::Length { length, most }));
        }
    }
    assert_eq!(
        ExpandError::Length { length: 9, most: 8 }.to_string(),
        "len: 9 bytes of at most 8"
    );
    let refused = hash_to_curve::<bls12_381::G2, XofShake128>(b"m", b"").err();
    assert_eq!(refused, Some(ExpandError::EmptyDst));
}

/// Elements are the uniform bytes' big-endian integers, reduced; the number of elements is part of the hash.
#[test]
fn elements_are_reduced_integers() {
    let (msg, dst) = (b"message", b"tag");
    let mut bytes = vec![0; 4 * 64];
    Xmd::<Sha256>::expand_message(msg, dst, &mut bytes).expect("bytes");
    let u = hash_to_field::<Bls12381Fp2, Xmd<Sha256>, 2, 128>(msg, dst).expect("elements");
    let coordinates = u.iter().flat_map(|u| [u.c0(), u.c1()]);
    let p = BigUint::from_bytes_be(&(-Bls12381Fp::ONE).to_bytes_be()) + 1u8;
    for (c, bytes) in coordinates.zip(bytes.chunks(64)) {
        let expected = BigUint::from_bytes_be(bytes) % &p;
        assert_eq!(BigUint::from_bytes_be(&c.to_bytes_be()), expected);
    }
    assert_eq!(uniform_length(Bls12381Fp::NUM_BITS, 128), 64);
    assert_eq!(uniform_length(Bn254Fp::NUM_BITS, 128), 48);
    assert_eq!(uniform_length(P256Fp::NUM_BITS, 192), 56);
    let one = hash_to_field::<Bls12381Fp2, Xmd<Sha256>, 1, 128>(msg, dst).expect("elements");
    assert_ne!(one[0], u[0]);
    // K = 192: longer coordinates.
    let mut bytes = vec![0; 56];
    Xmd::<Sha256>::expand_message(msg, dst, &mut bytes).expect("bytes");
    let [u] = hash_to_field::<P256Fp, Xmd<Sha256>, 1, 192>(msg, dst).expect("elements");
    assert_eq!(u, P256Fp::from_bytes_reduced_be(&bytes));
}

/// 0 and its neighbours, and the exceptional elements of the maps, give points of the subgroup.
#[test]
fn maps_have_no_exceptions() {
    fn check<C>(swu: bool, elements: &[C::Base])
    where
        C: Weierstrass + MapToCurve<Field = C::Base, Point = Projective<C>>,
    {
        for u in elements {
            let p = map_to_curve::<C>(u);
            let affine = p.to_affine();
            assert!(bool::from(affine.is_on_curve()));
            assert!(!bool::from(affine.is_identity()));
            // The order is r: (r - 1) P = -P.
            let minus_one = C::scalar_limbs(&-<C::Scalar as ff::Field>::ONE);
            assert!(p.mul_limbs(&minus_one) == -p);
            // Simplified SWU: x depends on u^2 and y has the sign of u.
            if swu && !bool::from(ff::Field::is_zero(u)) {
                assert!(map_to_curve::<C>(&-*u) == -p);
            }
        }
    }
    tiers::on_each(|_| {
        let fp = Bls12381Fp::from_u64;
        let bad = (-fp(11).invert().expect("not 0")).sqrt().expect("a square");
        check::<bls12_381::G1>(true, &[fp(0), fp(1), -fp(1), bad, -bad]);
        let pair = |a, b| Bls12381Fp2::new(fp(a), fp(b));
        check::<bls12_381::G2>(true, &[pair(0, 0), pair(1, 0), pair(0, 1), pair(2, 1)]);
        let fp = Bn254Fp::from_u64;
        let half = fp(2).invert().expect("not 0");
        check::<bn254::G1>(false, &[fp(0), fp(1), half, -half]);
        let pair = |a, b| Bn254Fp2::new(fp(a), fp(b));
        check::<bn254::G2>(false, &[pair(0, 0), pair(1, 0), pair(0, 1)]);
    });
}

#[test]
fn names_are_those_of_the_rfc() {
    assert_eq!(Bls12381G2Ro::ID, "BLS12381G2_XMD:SHA-256_SSWU_RO_");
    let dst = Bls12381G2Ro::ID.as_bytes();
    // The suite's function and the free ones are the same.
    let p = Bls12381G2Ro::hash(b"", dst).expect("a point");
    assert!(p == hash_to_curve::<bls12_381::G2, Xmd<Sha256>>(b"", dst).expect("a point"));
    let q = Bls12381G2Nu::hash(b"", dst).expect("a point");
    assert!(q == encode_to_curve::<bls12_381::G2, Xmd<Sha256>>(b"", dst).expect("a point"));
    assert!(p != q);
    // Another tag, another point; long tags too.
    let long = |n| Bls12381G1Ro::hash(b"", &vec![b'x'; n]).expect("a point");
    assert!(long(255) != long(256) && long(256) != long(257));
}
