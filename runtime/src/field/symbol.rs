//! The Legendre symbol by the binary algorithm for the Jacobi symbol, in variable time.
//!
//! As in [`invert`](super::invert), passes work on approximations of 64 bits and their matrix is applied to
//! the long operands. The sign needs exact low bits (three of b at a halving of a, two of each at an
//! exchange) and exact comparisons, so a pass does 28 halvings on 30 exact low bits, and ends early where
//! its operands are too close to be compared.

use super::invert::{BITS, Digits, Matrix, digits, shrink};
use super::kernels::Kernels;
use super::limbs::Limbs;

const HALVINGS: u32 = 28;
const LOW: u64 = (1 << 30) - 1;
/// An approximation is off by less than 2^30 + 2 at first, and combinations by rows of the matrix
/// (entries adding up to 2^k, divided by 2^k) by no more: differences above this have the right sign.
const CLOSE: u64 = 1 << 32;

/// (2 / n) = -1, for n = 3 or 5 mod 8.
#[inline(always)]
fn two_is_non_residue(n: u64) -> bool {
    (n >> 1 ^ n >> 2) & 1 == 1
}

/// The symbol (a / b) for words, b odd.
pub fn word(mut a: u64, mut b: u64, mut negative: bool) -> i8 {
    while a != 0 {
        let zeros = a.trailing_zeros();
        a >>= zeros;
        negative ^= zeros & 1 == 1 && two_is_non_residue(b);
        let (difference, less) = a.overflowing_sub(b);
        negative ^= less && a & b & 3 == 3;
        b = if less { a } else { b };
        a = if less {
            difference.wrapping_neg()
        } else {
            difference
        };
    }
    match (b, negative) {
        (1, false) => 1,
        (1, true) => -1,
        _ => 0,
    }
}

/// Halvings of approximations, b odd: the matrix scaled to 60 halvings, and whether the sign changed.
/// `None` if the operands are too close for the first step.
#[inline(always)]
fn pass(mut a: u64, mut b: u64) -> Option<(Matrix, bool)> {
    let (mut arow, mut brow) = (1u64, 1u64 << 32);
    let mut stop = 1u64 << HALVINGS;
    let mut negative = false;
    let zeros = (a | stop).trailing_zeros();
    a >>= zeros;
    brow <<= zeros;
    stop >>= zeros;
    negative ^= zeros & 1 == 1 && two_is_non_residue(b);
    while stop != 1 {
        let (difference, less) = a.overflowing_sub(b);
        let distance = if less {
            difference.wrapping_neg()
        } else {
            difference
        };
        if distance < CLOSE {
            break;
        }
        negative ^= less & (a & b & 3 == 3);
        let row = if less { arow } else { brow };
        arow = (if less { brow } else { arow }).wrapping_sub(row);
        b = if less { a } else { b };
        let zeros = (difference | stop).trailing_zeros();
        negative ^= (zeros & 1 == 1) & two_is_non_residue(b);
        a = distance >> zeros;
        brow = row << zeros;
        stop >>= zeros;
    }
    let left = stop.trailing_zeros();
    if left == HALVINGS {
        return None;
    }
    Some((
        Matrix::unpack(arow, brow).scaled(BITS - HALVINGS + left),
        negative,
    ))
}

/// One exact step for odd operands: the difference, the smaller one becoming b. Whether the sign changed.
#[cold]
fn step<const D: usize>(a: &mut Digits<D>, b: &mut Digits<D>) -> bool {
    let less = a.iter().rev().lt(b.iter().rev());
    if less {
        core::mem::swap(a, b);
    }
    let both_3_mod_4 = a[0] & b[0] & 3 == 3;
    let mut borrow = 0;
    for (x, y) in a.iter_mut().zip(b.iter()) {
        let difference = *x - *y + borrow;
        borrow = difference >> BITS;
        *x = difference & ((1 << BITS) - 1);
    }
    less && both_3_mod_4
}

/// The symbol (a / p) for long operands.
///
/// R is an even power of two, so the symbol of the internal form is that of the element.
pub fn long<K: Kernels, const D: usize>(a: &K::Limbs) -> i8 {
    if *a == K::Limbs::ZERO {
        return 0;
    }
    let mut a: Digits<D> = digits(a);
    let mut b: Digits<D> = digits(&K::MODULUS);
    let mut negative = false;
    let mut len = D;
    loop {
        while len > 2 && a[len - 1] | b[len - 1] == 0 {
            len -= 1;
        }
        let top = len - 1;
        let most = a[top] | b[top];
        if len == 2 && most < 16 {
            let join = |x: &Digits<D>| (x[0] | x[1] << BITS) as u64;
            return word(join(&a), join(&b), negative);
        }
        let align = most.leading_zeros() + 4;
        let approximate = |x: &Digits<D>| {
            let two = (x[top] as u128) << BITS | x[top - 1] as u128;
            (two << align >> 64) as u64 & !LOW | x[0] as u64 & LOW
        };
        match pass(approximate(&a), approximate(&b)) {
            Some((mut m, changed)) => {
                shrink(&mut m, &mut a, &mut b, len);
                negative ^= changed;
            }
            None => negative ^= step(&mut a, &mut b),
        }
    }
}
