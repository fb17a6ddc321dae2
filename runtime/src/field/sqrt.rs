//! Square roots, roots of ratios, quadratic residuosity.
//!
//! Everything starts from the module's chain `a^e`:
//!
//! - p = 3 mod 4, e = (p-3)/4: `a z` (z the chain's value);
//! - p = 5 mod 8, e = (p-5)/8: one chain and a fourth root of unity (Atkin);
//! - p = 1 mod 8, e = (q-1)/2 with p - 1 = 2^s q: Tonelli-Shanks as a discrete logarithm to the base of
//!   the 2^s-th root of unity. Bit by bit below s = 16; above, by digits of four bits with a table
//!   (Sarkar, ePrint 2020/1407).
//!
//! A root is always checked by squaring. The constant-time forms scan tables; the others index them.

use core::hint::black_box;

use subtle::Choice;

use super::constant::ROOT_BLOCK;
use super::kernels::Kernels;
use super::limbs::Limbs;
use super::ops::{ct_eq, select};

fn is_3_mod_4<K: Kernels>() -> bool {
    K::TWO_ADICITY == 1
}

fn is_5_mod_8<K: Kernels>() -> bool {
    K::TWO_ADICITY == 2
}

/// Whether a is a square, and a root of a, or of a times a fixed non-square.
pub fn sqrt<K: Kernels, const VARTIME: bool>(a: &K::Limbs) -> (Choice, K::Limbs) {
    let root = if is_3_mod_4::<K>() {
        K::mul(a, &K::sqrt_chain(a))
    } else if is_5_mod_8::<K>() {
        return ratio_5_mod_8::<K>(a, &K::R);
    } else {
        root_1_mod_8::<K, VARTIME>(a)
    };
    (ct_eq(&K::sqr(&root), a), root)
}

/// `sqrt_ratio` of the `ff` crate: (u/v is a square, a root of u/v or of u/v times a fixed non-square).
///
/// The non-square is -1 for p = 3 mod 4, else the root of unity of order 2^s. (true, 0) if u is 0,
/// (false, 0) if only v is. Constant time.
pub fn ratio<K: Kernels>(u: &K::Limbs, v: &K::Limbs) -> (Choice, K::Limbs) {
    let root = if is_3_mod_4::<K>() {
        // (u v) (u v^3)^((p-3)/4) squares to chi(u v) u / v.
        let uv = K::mul(u, v);
        K::mul(&uv, &K::sqrt_chain(&K::mul(&uv, &K::sqr(v))))
    } else if is_5_mod_8::<K>() {
        return ratio_5_mod_8::<K>(u, v);
    } else {
        root_1_mod_8::<K, false>(&K::mul(u, &K::Limbs::invert::<K>(v)))
    };
    (ct_eq(&K::mul(&K::sqr(&root), v), u), root)
}

/// r = u v^3 (u v^7)^((p-5)/8) has v r^2 = i^k u, i the root of unity of order 4. Where k is 2 or 3,
/// i r gives k = 0 or 1.
fn ratio_5_mod_8<K: Kernels>(u: &K::Limbs, v: &K::Limbs) -> (Choice, K::Limbs) {
    let v2 = K::sqr(v);
    let uv3 = K::mul(&K::mul(&v2, v), u);
    let r = K::mul(&uv3, &K::sqrt_chain(&K::mul(&uv3, &K::sqr(&v2))));
    let check = K::mul(&K::sqr(&r), v);
    let iu = K::mul(u, &K::ROOT_OF_UNITY);
    let negative = ct_eq(&check, &K::neg(u)) | ct_eq(&check, &K::neg(&iu));
    let r = select(&r, &K::mul(&r, &K::ROOT_OF_UNITY), negative);
    (ct_eq(&K::mul(&K::sqr(&r), v), u), r)
}

/// A root of a, or of a times the root of unity.
fn root_1_mod_8<K: Kernels, const VARTIME: bool>(a: &K::Limbs) -> K::Limbs {
    let w = K::sqrt_chain(a);
    let root = K::mul(a, &w); // root^2 = a t
    let t = K::mul(&root, &w); // t = a^q = g^e
    if K::ROOT_TABLE.is_empty() {
        divide_by_bits::<K>(root, t)
    } else {
        divide_by_digits::<K, VARTIME>(root, t)
    }
}

/// `root g^-(e/2)` where t = g^e, e rounded down to even, one bit of e at a time.
fn divide_by_bits<K: Kernels>(mut root: K::Limbs, mut t: K::Limbs) -> K::Limbs {
    let mut g = K::ROOT_OF_UNITY_INV; // g^-(2^i)
    let mut previous = K::R; // g^-(2^(i-1))
    for i in 0..K::TWO_ADICITY {
        let last = K::sqr_n(&t, K::TWO_ADICITY - 1 - i);
        let bit = !ct_eq(&last, &K::R) & !ct_eq(&last, &K::Limbs::ZERO);
        t = K::mul(&t, &select(&K::R, &g, bit));
        root = K::mul(&root, &select(&K::R, &previous, bit));
        previous = g;
        g = K::sqr(&g);
    }
    root
}

/// The same by digits of four bits.
///
/// With D digits and padding = 4 D - s, the padded logarithm is e' = 2^padding e. Row i of the table's first D holds
/// g^-(d 2^(4 i - padding - 1)), half of what the digit d at place i stands for; its last rows hold g^-(d 2^(4 i - padding)) for
/// the highest places i, the very last is the group of order 16, upside down.
///
/// A block of digits at a time, the lowest first. Within a block the powers t^(16^k) are kept and each digit found is divided out of
/// those that need it (Sarkar); then the block is divided out of t and half of it out of the root, which stays a root of a t.
fn divide_by_digits<K: Kernels, const VARTIME: bool>(
    mut root: K::Limbs,
    mut t: K::Limbs,
) -> K::Limbs {
    let (halves, full) = K::ROOT_TABLE.split_at(K::ROOT_TABLE.len() - ROOT_BLOCK);
    let count = halves.len();
    let padding = 4 * count - K::TWO_ADICITY as usize;
    let mut start = 0;
    while start < count {
        let length = match (start, count % ROOT_BLOCK) {
            (0, rest) if rest > 0 => rest,
            _ => ROOT_BLOCK,
        };
        let end = start + length;
        // t^(16^(D - end + k)) is in the group of order 16^(length - k).
        let mut powers = [t; ROOT_BLOCK];
        powers[0] = K::sqr_n(&t, 4 * (count - end) as u32);
        for k in 1..length {
            powers[k] = K::sqr_n(&powers[k - 1], 4);
        }
        let mut digits = [Digit::ZERO; ROOT_BLOCK];
        for k in 0..length {
            let mut rest = powers[length - 1 - k];
            for (j, digit) in digits[..k].iter().enumerate() {
                let row = &full[ROOT_BLOCK - 1 - (k - j)];
                rest = K::mul(&rest, &digit.entry::<K, VARTIME>(row));
            }
            digits[k] = Digit::logarithm::<K, VARTIME>(&full[ROOT_BLOCK - 1], &rest);
        }
        if start == 0 {
            // e rounded down to even.
            let odd = Choice::from(digits[0].value >> padding & 1);
            digits[0] = Digit::new::<VARTIME>(digits[0].value & !(1 << padding));
            t = K::mul(&t, &select(&K::R, &K::ROOT_OF_UNITY_INV, odd));
        }
        let mut half = digits[0].entry::<K, VARTIME>(&halves[start]);
        for (k, digit) in digits[..length].iter().enumerate().skip(1) {
            half = K::mul(&half, &digit.entry::<K, VARTIME>(&halves[start + k]));
        }
        root = K::mul(&root, &half);
        if end < count {
            t = K::mul(&t, &K::sqr(&half));
        }
        start = end;
    }
    root
}

/// A digit of four bits, and in constant time the mask of each value: all ones for the digit's, else 0.
#[derive(Clone, Copy)]
struct Digit {
    value: u8,
    masks: [u64; 16],
}

impl Digit {
    const ZERO: Digit = Digit {
        value: 0,
        masks: [0; 16],
    };

    fn new<const VARTIME: bool>(value: u8) -> Digit {
        let mut masks = [0; 16];
        if !VARTIME {
            for (i, mask) in masks.iter_mut().enumerate() {
                // The subtraction borrows from 0 only.
                *mask = (u64::from(i as u8 ^ value).wrapping_sub(1) >> 63).wrapping_neg();
            }
        }
        Digit {
            value,
            masks: black_box(masks),
        }
    }

    /// d with `value` = h^d for the h of order 16 whose powers h^-d are the row. If there is none: some digit in variable time, else one
    /// whose entries are 0.
    fn logarithm<K: Kernels, const VARTIME: bool>(row: &[K::Limbs; 16], value: &K::Limbs) -> Digit {
        let negative = |i: usize| (16 - i) & 15;
        if VARTIME {
            let found = row.iter().position(|entry| entry == value).unwrap_or(0);
            return Digit {
                value: negative(found) as u8,
                masks: [0; 16],
            };
        }
        let mut masks = [0; 16];
        for (i, entry) in row.iter().enumerate() {
            let difference = (0..K::Limbs::WORDS).fold(0, |d, w| d | entry.word(w) ^ value.word(w));
            masks[negative(i)] = ((difference | difference.wrapping_neg()) >> 63).wrapping_sub(1);
        }
        // The optimiser must not see that they are masks, or it may branch on them.
        let masks = black_box(masks);
        let value = masks
            .iter()
            .enumerate()
            .fold(0, |d, (i, mask)| d | i as u8 & *mask as u8);
        Digit { value, masks }
    }

    /// The entry of the row that the digit chooses; in constant time all are read.
    fn entry<K: Kernels, const VARTIME: bool>(&self, row: &[K::Limbs; 16]) -> K::Limbs {
        if VARTIME {
            return row[self.value as usize];
        }
        let mut words = [0u64; 16];
        for (entry, mask) in row.iter().zip(&self.masks) {
            for (w, word) in words[..K::Limbs::WORDS].iter_mut().enumerate() {
                *word |= entry.word(w) & mask;
            }
        }
        K::Limbs::from_words(|w| words[w])
    }
}

/// The Legendre symbol `a^((p-1)/2)`: 1, -1, or 0 for 0. Constant time.
pub fn legendre<K: Kernels>(a: &K::Limbs) -> i8 {
    let z = K::sqrt_chain(a);
    let symbol = if is_3_mod_4::<K>() {
        K::mul(&K::sqr(&z), a)
    } else if is_5_mod_8::<K>() {
        K::sqr(&K::mul(&K::sqr(&z), a))
    } else {
        K::sqr_n(&K::mul(&K::sqr(&z), a), K::TWO_ADICITY - 1)
    };
    let one = ct_eq(&symbol, &K::R).unwrap_u8() as i8;
    let zero = ct_eq(a, &K::Limbs::ZERO).unwrap_u8() as i8;
    2 * one + zero - 1
}
