//! Which reduction, from the facts alone.
//!
//! Montgomery rows are compared by an estimate in tenths of a cycle: one limb product with its two carry additions 16
//! (measured in long MULX/ADCX/ADOX blocks), a shifted limb 10, the carry that passes a zero limb 3, a quotient digit 10 where it
//! needs a multiplication or shifts, 0 or 3 where it is `t_0` or `-t_0`.

use super::facts::{Facts, LimbShape, radix_mask};
use super::{Reduction, facts::limbs_of};
use crate::limb_ir::Word;
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The Goldilocks prime `2^64 - 2^32 + 1`.
const GOLDILOCKS: u64 = 0xffff_ffff_0000_0001;

/// The reduction for a modulus, and the reasons.
pub(super) fn choose(modulus: &BigUint, word: Word, facts: &Facts) -> (Reduction, Vec<String>) {
    if let Some(special) = special_form(modulus, word, facts) {
        let reason = match &special {
            Reduction::Mersenne { k } => format!("reduction: Mersenne, p = 2^{k} - 1: fold with a mask and a shift; internal form canonical"),
            Reduction::Goldilocks => {
                "reduction: Goldilocks, p = 2^64 - 2^32 + 1: fold with 2^64 = 2^32 - 1 and 2^96 = -1; internal form canonical".to_string()
            }
            Reduction::Crandall { c } => format!(
                "reduction: Crandall, p = 2^{} - {c:#x}: fold the high half with {c:#x}, n^2 + n + 1 limb products; internal form canonical",
                facts.bits
            ),
            Reduction::Montgomery { .. } => String::new(),
        };
        return (special, vec![reason]);
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
    let (rho, reason) = choose_rho(modulus, word, facts);
    reasons.push(reason);
    (Reduction::Montgomery { no_carry, rho }, reasons)
}

/// The canonical-form reduction that the modulus has, if any.
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

fn choose_rho(modulus: &BigUint, word: Word, facts: &Facts) -> (Option<BigUint>, String) {
    let limbs = facts.limbs.len();
    if word != Word::W64 || limbs < 2 {
        return (
            None,
            "rows: quotient digits (folding with 2^-w mod p needs 64-bit limbs, two or more)"
                .to_string(),
        );
    }
    if !facts.no_carry {
        return (
            None,
            "rows: quotient digits (folding with 2^-w mod p needs the free top bit)".to_string(),
        );
    }
    let rho = rho_of(modulus, word);
    let largest = modulus - 1u8;
    if rho_product_bound(modulus, &rho, word, limbs, &largest, &largest)
        .is_none_or(|bound| bound >= modulus << 1u8)
    {
        return (
            None,
            "rows: quotient digits (folding with 2^-w mod p may leave 2p or more)".to_string(),
        );
    }
    let digits = row_cost(&facts.shapes) + digit_cost(facts);
    let rho_shapes: Vec<_> = limbs_of(&rho, word, limbs)
        .into_iter()
        .map(LimbShape::of)
        .collect();
    let folds = row_cost(&rho_shapes);
    let cycles = |tenths: u64| format!("{}.{}", tenths / 10, tenths % 10);
    let (folds_text, digits_text) = (cycles(folds), cycles(digits));
    if folds < digits {
        let reason = format!(
            "rows: all but the last fold the low word with rho = 2^-64 mod p (about {folds_text} cycles a row, quotient digits {digits_text}); \
             a product of canonical values stays below 2p"
        );
        (Some(rho), reason)
    } else {
        let reason = format!(
            "rows: quotient digits (about {digits_text} cycles a row, folding with 2^-64 mod p {folds_text})"
        );
        (None, reason)
    }
}

fn row_cost(shapes: &[LimbShape]) -> u64 {
    let cost = |shape: &LimbShape| match shape {
        LimbShape::Zero => 3,
        LimbShape::PowerOfTwo(_) => 10,
        LimbShape::Sparse(_) | LimbShape::Dense => 16,
    };
    shapes.iter().map(cost).sum()
}

fn digit_cost(facts: &Facts) -> u64 {
    match (facts.low_limb_all_ones, facts.low_limb_one) {
        (true, _) => 0,
        (_, true) => 3,
        _ => 10,
    }
}

/// An upper bound of a folded row-by-row product before its final subtraction, for `a <= a_max`, `b <= b_max`.
///
/// Rows 0 to n-2: `t = floor((t + a_i b) / W) + ((t + a_i b) mod W) rho`; last row: `t = (t + a_{n-1} b + m p) / W` with `m < W`.
/// `None` if a row's sum may not fit n + 1 limbs.
pub(super) fn rho_product_bound(
    modulus: &BigUint,
    rho: &BigUint,
    word: Word,
    limbs: usize,
    a_max: &BigUint,
    b_max: &BigUint,
) -> Option<BigUint> {
    let digit = BigUint::from(radix_mask(word));
    let room = BigUint::one() << (u64::from(word.radix) * (limbs as u64 + 1));
    let mut t = BigUint::zero();
    for i in 0..limbs {
        // A lower limb may be anything when a higher one is not at its largest.
        let a_i = (a_max >> (u64::from(word.radix) * i as u64)).min(digit.clone());
        t += a_i * b_max;
        let last = i + 1 == limbs;
        let fold = &digit * if last { modulus } else { rho };
        if last {
            t = (t + fold) >> word.radix;
        } else {
            if t >= room {
                return None;
            }
            t = (t >> word.radix) + fold;
        }
        if t >= room {
            return None;
        }
    }
    Some(t)
}

/// An upper bound of a folded reduction of a wide value `t <= t_max` before its final subtraction: n - 1 folds with rho, one quotient digit.
pub(super) fn rho_wide_bound(
    modulus: &BigUint,
    rho: &BigUint,
    word: Word,
    limbs: usize,
    t_max: &BigUint,
) -> BigUint {
    let digit = BigUint::from(radix_mask(word));
    let mut t = t_max.clone();
    for _ in 1..limbs {
        t = (t >> word.radix) + &digit * rho;
    }
    (t + digit * modulus) >> word.radix
}
