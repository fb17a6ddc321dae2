//! Every kernel of many plans has a certificate: an unproven kernel is refused, and users bring any modulus.

use super::prove;
use super::tests::Rng;
use crate::kernels::{Name, Style, build, build_certified};
use crate::limb_ir::{Equation, Range, Word};
use crate::plan::Plan;
use num_bigint::BigUint;
use num_traits::{Num, One};

/// Proves one kernel in `every` of both plans of `p`, both styles; what fails is added to `failed`.
fn prove_some(p: &BigUint, word: Word, every: usize, rng: &mut Rng, failed: &mut Vec<String>) {
    let plan = Plan::new("t", p, word).unwrap_or_else(|e| panic!("{p:#x}: {e}"));
    let plain = Plan::plain_montgomery("t", p, word).unwrap();
    let mut plans = vec![plan];
    if plain.reduction != plans[0].reduction {
        plans.push(plain);
    }
    for plan in plans {
        for style in [Style::DualChain, Style::Mac] {
            for name in Name::standard(&plan).into_iter().chain(Name::extra(&plan)) {
                if rng.below(every) != 0 {
                    continue;
                }
                // Three products are not provable for every modulus; then sums of products are.
                let outcome = match name {
                    Name::Fp2Mul => build_certified(&plan, style, name).map(|_| ()),
                    _ => {
                        let k = build(&plan, style, name);
                        prove(&k.function, &k.contract).map(|_| ())
                    }
                };
                if let Err(e) = outcome {
                    let (bits, how) = (word.container, &plan.reduction);
                    let name = name.as_str();
                    failed.push(format!(
                        "{p:#x}, {bits} bits, {how:?}, {style:?} {name}: {e}"
                    ));
                }
            }
        }
    }
}

fn report(failed: &[String]) {
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn standard_kernels() {
    let mut failed = vec![];
    for (p, word) in [
        (
            "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47",
            Word::W64,
        ),
        (
            "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001",
            Word::W64,
        ),
        (
            "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
            Word::W64,
        ),
        (
            "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001",
            Word::W64,
        ),
        (
            "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
            Word::W64,
        ),
        (
            "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
            Word::W64,
        ),
        (
            "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
            Word::W64,
        ),
        (
            "40000000000000000000000000000000224698fc094cf91b992d30ed00000001",
            Word::W64,
        ),
        (
            "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
            Word::W64,
        ),
        ("ffffffff00000001", Word::W64),
        ("7fffffff", Word::W32),
        ("78000001", Word::W32),
    ] {
        let p = BigUint::from_str_radix(p, 16).unwrap();
        prove_some(&p, word, 1, &mut Rng(1), &mut failed);
    }
    report(&failed);
}

/// Limbs of zeros, ones and powers of two.
fn sparse(bits: u64, rng: &mut Rng, w: u64) -> BigUint {
    let digit = (BigUint::one() << w) - 1u8;
    let mut x = BigUint::ZERO;
    for _ in 0..bits.div_ceil(w) {
        x <<= w;
        x += match rng.below(4) {
            0 => BigUint::ZERO,
            1 => digit.clone(),
            2 => BigUint::one() << rng.below(w as usize),
            _ => &digit - ((BigUint::one() << rng.below(w as usize)) - 1u8),
        };
    }
    x
}

/// How many shapes [`modulus`] has.
const SHAPES: usize = 8;

/// A modulus of exactly `bits` bits, of one of several shapes.
fn modulus(bits: u64, shape: usize, rng: &mut Rng, word: Word) -> BigUint {
    let one = BigUint::one;
    let top = one() << (bits - 1);
    let w = u64::from(word.container);
    let digit = (one() << w) - 1u8;
    let random = (0..bits.div_ceil(64)).fold(BigUint::ZERO, |x, _| (x << 64) + rng.word());
    let some = &top | (random % &top);
    let p = match shape {
        0 => some,
        // The lowest limb 1, or all ones.
        1 if bits > w => (some >> w << w) + 1u8,
        2 if bits > w => some | digit,
        // The smallest and the largest.
        3 => top.clone(),
        4 => (&top << 1u8) - 1u8,
        5 => (&top << 1u8) - (rng.word() >> 40 | 1).min((1 << (bits - 1).min(24)) - 1),
        6 => &top + (rng.word() >> 40) % &top,
        7 => (sparse(bits, rng, w) % &top) | &top,
        _ => some,
    };
    (p | one()).max(3u8.into())
}

/// One modulus of every shape in turn, some kernels of each.
fn sample(word: Word, sizes: impl IntoIterator<Item = u64>, every: usize, seed: u64) {
    let mut rng = Rng(seed);
    let mut failed = vec![];
    for (i, bits) in sizes.into_iter().enumerate() {
        // Sizes that are whole words apart take different shapes, too.
        let p = modulus(bits, (i + i / SHAPES) % SHAPES, &mut rng, word);
        prove_some(&p, word, every, &mut rng, &mut failed);
    }
    report(&failed);
}

/// Every count of leading zeros.
#[test]
fn one_to_three_words() {
    sample(Word::W64, 2..=192, 6, 0x1234_5671);
}

#[test]
fn four_to_nine_words() {
    sample(Word::W64, (193..=521).step_by(13), 12, 0x1234_5672);
}

/// Just below and above whole words, where no bit or only one is left.
#[test]
fn edges_of_words() {
    let edges = |n: u64| (0..SHAPES as u64).map(move |k| 64 * n - 1 + k % 3);
    sample(Word::W64, (1..=8).flat_map(edges), 12, 0x1234_5673);
}

/// Quotient digits times `W^n - p`.
#[test]
fn complements() {
    let mut rng = Rng(0x1234_5677);
    let mut failed = vec![];
    for n in 3..=8u64 {
        for k in 1..n {
            let random = (0..=k).fold(BigUint::ZERO, |x, _| (x << 64) + rng.word());
            let c = (random >> rng.below(64)) | BigUint::one();
            let p = (BigUint::one() << (64 * n)) - c;
            prove_some(&p, Word::W64, 12, &mut rng, &mut failed);
        }
    }
    report(&failed);
}

#[test]
fn sixteen_words() {
    sample(Word::W64, [1024; SHAPES], 60, 0x1234_5674);
}

#[test]
fn short_words() {
    sample(Word::W32, 2..=128, 4, 0x1234_5675);
}

/// Every kernel of many more moduli.
#[test]
#[ignore = "minutes"]
fn all_kernels() {
    let mut rng = Rng(0x1234_5676);
    let mut failed = vec![];
    let edges = (4..=8).flat_map(|n| [64 * n - 1, 64 * n, 64 * n + 1]);
    let sizes = (2..=192).chain((193..=521).step_by(7)).chain(edges);
    let long = sizes.chain([1024]).map(|bits| (bits, Word::W64));
    let short = (2..=128).map(|bits| (bits, Word::W32));
    for (bits, word) in long.chain(short) {
        for shape in 0..SHAPES {
            let p = modulus(bits, shape, &mut rng, word);
            prove_some(&p, word, 1, &mut rng, &mut failed);
        }
    }
    report(&failed);
}

/// What is shown of a proof that fails is a line, however long the modulus.
#[test]
fn errors_are_short() {
    let p = (BigUint::one() << 1024u32) - 105u8;
    let plan = Plan::new("t", &p, Word::W64).unwrap();
    let shown = |change: fn(&mut Equation)| {
        let mut k = build(&plan, Style::Mac, Name::Add);
        change(&mut k.contract.equations[0]);
        let e = prove(&k.function, &k.contract).unwrap_err().to_string();
        assert!((60..=200).contains(&e.chars().count()), "{e}");
        assert!(e.ends_with('…'), "{e}");
        e
    };
    let left = shown(|e| e.scale = (BigUint::one() << 1023u32) - 1u8);
    assert!(left.contains("left over 0x"), "{left}");
    let range = shown(|e| e.range = Range::AtMost((BigUint::one() << 1020u32) - 1u8));
    assert!(range.contains("at most 0xf"), "{range}");
}
