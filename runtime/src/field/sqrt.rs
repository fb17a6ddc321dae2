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

use subtle::{Choice, ConditionallySelectable};

use super::kernels::Kernels;
use super::limbs::Limbs;
use super::ops::{ct_eq, select};

/// Digits of four bits that a table may have (two-adicity 256).
const MAX_DIGITS: usize = 64;

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
    let digits = K::ROOT_TABLE.len();
    if digits == 0 {
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
/// With D digits and padding = 4 D - s, the padded logarithm is e' = 2^padding e; row i of the table
/// holds g^-(d 2^(4 i - padding)), and row D - 1 is the group of order 16, upside down.
fn divide_by_digits<K: Kernels, const VARTIME: bool>(root: K::Limbs, t: K::Limbs) -> K::Limbs {
    let table = K::ROOT_TABLE;
    let count = table.len();
    let padding = 4 * count - K::TWO_ADICITY as usize;

    let mut powers = [t; MAX_DIGITS]; // t^(16^k)
    for k in 1..count {
        powers[k] = K::sqr_n(&powers[k - 1], 4);
    }

    let mut digits = [0u8; MAX_DIGITS];
    for k in 0..count {
        // The lower digits divided out, t^(16^(D-1-k)) is in the group of order 16.
        let mut rest = powers[count - 1 - k];
        for j in 0..k {
            let row = &table[j + count - 1 - k];
            rest = K::mul(&rest, &lookup::<K, VARTIME>(row, digits[j]));
        }
        digits[k] = logarithm::<K, VARTIME>(&table[count - 1], &rest);
    }

    digits[0] &= !(1 << padding); // e rounded down to even
    let mut root = root;
    for k in 0..count {
        let carry = if k + 1 < count { digits[k + 1] << 3 } else { 0 };
        let half = (digits[k] >> 1 | carry) & 15;
        root = K::mul(&root, &lookup::<K, VARTIME>(&table[k], half));
    }
    root
}

/// Entry `index` of a row.
fn lookup<K: Kernels, const VARTIME: bool>(row: &[K::Limbs; 16], index: u8) -> K::Limbs {
    if VARTIME {
        return row[index as usize];
    }
    let mut words = [0u64; 16];
    for (i, entry) in row.iter().enumerate() {
        // All ones for the entry, else 0: the subtraction borrows from 0 only.
        let mask = black_box(u64::from(i as u8 ^ index).wrapping_sub(1) >> 63).wrapping_neg();
        for (w, word) in words[..K::Limbs::WORDS].iter_mut().enumerate() {
            *word |= entry.word(w) & mask;
        }
    }
    K::Limbs::from_words(|w| words[w])
}

/// d with `value` = h^d for the h of order 16 whose powers h^-d are the row; 0 if there is none.
fn logarithm<K: Kernels, const VARTIME: bool>(row: &[K::Limbs; 16], value: &K::Limbs) -> u8 {
    if VARTIME {
        let found = row.iter().position(|entry| entry == value).unwrap_or(0);
        return (16 - found as u8) & 15;
    }
    let mut out = 0u8;
    for (i, entry) in row.iter().enumerate() {
        out.conditional_assign(&((16 - i as u8) & 15), ct_eq(entry, value));
    }
    out
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
