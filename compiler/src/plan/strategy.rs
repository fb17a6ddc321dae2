//! Which reduction, from the facts alone.
//!
//! Where the modulus has no spare bit and `W^n - p` has fewer limbs to multiply by than p, quotient digits multiply that: measured with the
//! order of secp256k1, whose products are 8 % faster so, and with that of P-256, where one limb less of four does not pay.
//!
//! Montgomery rows are compared by an estimate in tenths of a cycle: one limb product with its two carry additions 16 (measured in long
//! MULX/ADCX/ADOX blocks), a shifted limb the same (its shifts must leave the flags alone), the carries that pass a zero limb 8, a quotient digit
//! 14 where it needs a multiplication (most of it latency), 0 or 3 where it is `t_0` or `-t_0`. Measured with Pallas, where folding takes
//! a tenth off both throughput and latency although two of its limbs need no product.

use super::facts::{Facts, LimbShape};
use super::{Reduction, facts::limbs_of};
use crate::limb_ir::Word;
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The Goldilocks prime `2^64 - 2^32 + 1`.
const GOLDILOCKS: u64 = 0xffff_ffff_0000_0001;

/// What was chosen, and why.
pub(super) struct Choice {
    pub reduction: Reduction,
    /// Quotient digits multiply `W^n - p`.
    pub complement: bool,
    pub reasons: Vec<String>,
}

/// The reduction for a modulus, and the reasons.
pub(super) fn choose(modulus: &BigUint, word: Word, facts: &Facts) -> Choice {
    if let Some(special) = special_form(modulus, word, facts) {
        let reason = match &special {
            Reduction::Mersenne { k } => format!("reduction: Mersenne, p = 2^{k} - 1: fold with a mask and a shift; internal form canonical"),
            Reduction::Goldilocks => {
                "reduction: Goldilocks, p = 2^64 - 2^32 + 1: Montgomery, 1/p = 2^32 + 1 mod 2^64 and p are shifts; internal form a 2^64".to_string()
            }
            Reduction::Crandall { c } => format!(
                "reduction: Crandall, p = 2^{} - {c:#x}: fold the high half with {:#x}, n^2 + n + 1 limb products; internal form canonical",
                facts.bits,
                c << facts.spare_bits
            ),
            Reduction::Montgomery { .. } => String::new(),
        };
        return Choice {
            reduction: special,
            complement: false,
            reasons: vec![reason],
        };
    }
    let mut reasons = Vec::new();
    let no_carry = facts.no_carry;
    reasons.push(if no_carry {
        "reduction: Montgomery without a carry word: the top limb is at most (W-1)/2 - 1"
            .to_string()
    } else {
        "reduction: Montgomery with a carry word: the top limb is above (W-1)/2 - 1".to_string()
    });
    if facts.low_limb_all_ones {
        reasons.push(
            "quotient digit: t_0 itself, since the low limb is W - 1 (p' = 1): no multiplication"
                .to_string(),
        );
    } else if facts.low_limb_one {
        reasons.push(
            "quotient digit: -t_0, since the low limb is 1 (p' = W - 1): no multiplication"
                .to_string(),
        );
    } else if LimbShape::of(facts.negated_inverse) != LimbShape::Dense {
        reasons.push(format!(
            "quotient digit: p' = {:#x} has few signed bits: shifts and additions would do",
            facts.negated_inverse
        ));
    }
    let skipped =
        |wanted: fn(&LimbShape) -> bool| facts.shapes.iter().filter(|s| wanted(s)).count();
    let zeros = skipped(|s| matches!(s, LimbShape::Zero));
    let powers = skipped(|s| matches!(s, LimbShape::PowerOfTwo(_)));
    if zeros + powers > 0 {
        reasons.push(format!(
            "limbs of p: {zeros} zero, {powers} powers of two: their products are nothing or shifts"
        ));
    }
    let (rows, reason) = choose_rows(modulus, word, facts);
    reasons.push(reason);
    let (rho, complement) = match rows {
        RowKind::Fold(rho) => (Some(rho), false),
        RowKind::Digit { complement } => (None, complement),
    };
    Choice {
        reduction: Reduction::Montgomery { no_carry, rho },
        complement,
        reasons,
    }
}

/// How most rows clear their lowest word.
enum RowKind {
    /// With `2^-w mod p`.
    Fold(BigUint),
    /// With a quotient digit: its product with p is added, or that with `W^n - p` subtracted.
    Digit { complement: bool },
}

/// The reduction of the modulus's special form, if it has one.
pub(super) fn special_form(modulus: &BigUint, word: Word, facts: &Facts) -> Option<Reduction> {
    let limbs = facts.limbs.len();
    if let Some(k) = facts.mersenne
        && word == Word::W32
        && limbs == 1
        && k < 32
    {
        return Some(Reduction::Mersenne { k: k as u32 });
    }
    if word == Word::W64 && *modulus == BigUint::from(GOLDILOCKS) {
        return Some(Reduction::Goldilocks);
    }
    match facts.crandall {
        // Two limbs or more, so that two folds and one conditional addition of c suffice for every c below W/2.
        Some(c) if word == Word::W64 && limbs >= 2 => Some(Reduction::Crandall { c }),
        _ => None,
    }
}

/// `2^-radix mod p`.
pub(super) fn rho_of(modulus: &BigUint, word: Word) -> BigUint {
    let inverse = (BigUint::one() << word.radix).modinv(modulus);
    // The modulus is odd, so a power of two has an inverse.
    inverse.unwrap_or_default()
}

fn choose_rows(modulus: &BigUint, word: Word, facts: &Facts) -> (RowKind, String) {
    let limbs = facts.limbs.len();
    let digits = RowKind::Digit { complement: false };
    if word != Word::W64 || limbs < 2 {
        return (
            digits,
            "rows: quotient digits (folding with 2^-w mod p needs 64-bit limbs, two or more)"
                .to_string(),
        );
    }
    if facts.low_limb_all_ones {
        return (digits, "rows: every row folds the low word with (p + 1) / 2^w, which is a quotient digit without a product".to_string());
    }
    let cycles = |tenths: u64| format!("{}.{}", tenths / 10, tenths % 10);
    let digit_row = row_cost(&facts.shapes) + digit_cost(facts);
    let complement_row = complement_cost(modulus, word, facts);
    let rho = rho_of(modulus, word);
    let square = (modulus - 1u8) * (modulus - 1u8);
    let (folds, _) = most_folds(modulus, &rho, word, limbs, &square, &(modulus * 2u8 - 1u8));
    let fold_row = row_cost(&shapes_of(&rho, word, limbs));
    let mixed = fold_row.min(digit_row) * folds as u64 + digit_row * (limbs - folds) as u64;
    if let Some(cost) = complement_row
        && cost * (limbs as u64) < mixed
    {
        let reason = format!(
            "rows: quotient digits times 2^{} - p, which has fewer limbs to multiply by (about {} cycles a row, times p {})",
            facts.bits,
            cycles(cost),
            cycles(digit_row)
        );
        return (RowKind::Digit { complement: true }, reason);
    }
    if folds == 0 {
        return (
            digits,
            "rows: quotient digits (one fold with 2^-w mod p may leave 2p or more)".to_string(),
        );
    }
    let (fold_text, digit_text) = (cycles(fold_row), cycles(digit_row));
    if fold_row < digit_row {
        let reason = format!(
            "rows: {folds} of {limbs} fold the low word with rho = 2^-64 mod p (about {fold_text} cycles a row, quotient digits {digit_text}); \
             a product of canonical values stays below 2p"
        );
        (RowKind::Fold(rho), reason)
    } else {
        (
            digits,
            format!(
                "rows: quotient digits (about {digit_text} cycles a row, folding with 2^-64 mod p {fold_text})"
            ),
        )
    }
}

fn shapes_of(value: &BigUint, word: Word, limbs: usize) -> Vec<LimbShape> {
    let limbs = limbs_of(value, word, limbs);
    limbs.into_iter().map(LimbShape::of).collect()
}

/// A row that subtracts the product of a digit and `c = W^n - p`, where the modulus has no spare bit and c fewer limbs that need a product:
/// the limbs of c, one subtraction a word, and the digit.
fn complement_cost(modulus: &BigUint, word: Word, facts: &Facts) -> Option<u64> {
    let limbs = facts.limbs.len();
    let products = |shapes: &[LimbShape]| {
        let multiplied = |s: &&LimbShape| !matches!(s, LimbShape::Zero | LimbShape::PowerOfTwo(_));
        shapes.iter().filter(multiplied).count()
    };
    let complement = (BigUint::one() << (word.radix as usize * limbs)) - modulus;
    let shapes = shapes_of(&complement, word, limbs);
    (facts.spare_bits == 0 && products(&shapes) < products(&facts.shapes))
        .then(|| 16 * products(&shapes) as u64 + 5 * limbs as u64 + 14)
}

fn row_cost(shapes: &[LimbShape]) -> u64 {
    let cost = |shape: &LimbShape| match shape {
        LimbShape::Zero => 8,
        LimbShape::PowerOfTwo(_) | LimbShape::Sparse(_) | LimbShape::Dense => 16,
    };
    shapes.iter().map(cost).sum()
}

fn digit_cost(facts: &Facts) -> u64 {
    match (facts.low_limb_all_ones, facts.low_limb_one) {
        (true, _) => 0,
        (_, true) => 3,
        _ => 14,
    }
}

/// The most rows, at most n - 1, that may fold with rho so that a value of at most `total` leaves at most `goal` before its final
/// subtraction, and the largest value that is left.
///
/// `W^n U = total + Σ_{fold i} t_i (W rho - 1) W^i + Σ_{digit i} m_i p W^i` with `t_i, m_i < W`, the folding rows first. Where not even digits
/// alone reach the goal, no row folds.
pub(super) fn most_folds(
    modulus: &BigUint,
    rho: &BigUint,
    word: Word,
    limbs: usize,
    total: &BigUint,
    goal: &BigUint,
) -> (usize, BigUint) {
    let radix = word.radix as usize;
    let ones = |k: usize| (BigUint::one() << (radix * k)) - 1u8;
    let unit = (rho << radix) - BigUint::from(u8::from(!rho.is_zero()));
    let left = |folds: usize| {
        let low = ones(folds);
        (total + &low * &unit + (ones(limbs) - low) * modulus) >> (radix * limbs)
    };
    let most = if rho.is_zero() { 0 } else { limbs - 1 };
    (0..=most)
        .rev()
        .map(|folds| (folds, left(folds)))
        .find(|(folds, value)| *folds == 0 || value <= goal)
        .unwrap_or_else(|| (0, left(0)))
}
