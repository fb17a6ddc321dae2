//! Inversion modulo p.
//!
//! Both algorithms work on signed digits of 60 bits, least significant first: a pass finds, from a few
//! words of the operands, the 2x2 matrix of 60 halvings (twice 30, so that a row of the inner matrix is
//! two 32-bit halves of one word), and applies it to the long operands with 64x64-bit products.
//!
//! - [`safegcd`], constant time: half-delta division steps (Bernstein, Yang, ePrint 2019/266; the half
//!   variant by Wuille). The cofactors d, e are kept modulo p: each pass adds the multiple of p that
//!   makes the division by 2^60 exact.
//! - [`binary_vartime`]: binary gcd on approximations of 64 bits (Pornin, ePrint 2020/972), skipping runs
//!   of zeros. Its cofactors are plain integers that grow from one digit to the length of p while the
//!   operands shrink, so there is no reduction modulo p: one multiplication by 2^(-60 passes) at the end.
//!
//! The inverse of 0 is 0 in [`safegcd`], `None` in the variable-time functions. Fields of one word use
//! the exponentiation chain, and in variable time a binary gcd on the words themselves ([`word_vartime`]).

use core::hint::{black_box, select_unpredictable};

use super::constant::inverse_word;
use super::kernels::Kernels;
use super::limbs::Limbs;

/// Bits of a digit, and halvings of a pass.
pub(super) const BITS: u32 = 60;
/// Halvings of an inner loop.
const HALF: u32 = 30;
const MASK: i64 = (1 << BITS) - 1;

pub(super) type Digits<const D: usize> = [i64; D];

/// The matrix of a pass: `2^60 (f', g') = ((u, v), (q, r)) (f, g)`; a row's entries add up, in absolute
/// value, to at most 2^60.
#[derive(Clone, Copy)]
pub(super) struct Matrix {
    u: i64,
    v: i64,
    q: i64,
    r: i64,
}

impl Matrix {
    /// From rows packed as `left + 2^32 right`, entries at most 2^30 in absolute value.
    #[inline(always)]
    pub(super) fn unpack(f: u64, g: u64) -> Self {
        let row = |packed: u64| {
            let left = i64::from(packed as i32);
            (left, (packed as i64).wrapping_sub(left) >> 32)
        };
        let ((u, v), (q, r)) = (row(f), row(g));
        Matrix { u, v, q, r }
    }

    /// For 2^shift times the operands.
    #[inline(always)]
    pub(super) fn scaled(self, shift: u32) -> Matrix {
        let Matrix { u, v, q, r } = self;
        Matrix {
            u: u << shift,
            v: v << shift,
            q: q << shift,
            r: r << shift,
        }
    }

    /// `self` after `first`.
    #[inline(always)]
    fn after(self, first: Matrix) -> Matrix {
        Matrix {
            u: self.u * first.u + self.v * first.q,
            v: self.u * first.v + self.v * first.r,
            q: self.q * first.u + self.r * first.q,
            r: self.q * first.v + self.r * first.r,
        }
    }
}

#[inline(always)]
fn product(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

#[inline(always)]
pub(super) fn digits<L: Limbs, const D: usize>(limbs: &L) -> Digits<D> {
    core::array::from_fn(|i| {
        let bit = BITS as usize * i;
        let (word, shift) = (bit / 64, bit % 64);
        let mut out = 0;
        if word < L::WORDS {
            out = limbs.word(word) >> shift;
            if shift != 0 && word + 1 < L::WORDS {
                out |= limbs.word(word + 1) << (64 - shift);
            }
        }
        out as i64 & MASK
    })
}

/// The limbs of normalised non-negative digits.
#[inline(always)]
fn limbs<L: Limbs, const D: usize>(digits: &Digits<D>) -> L {
    L::from_words(|i| {
        let bit = 64 * i;
        let (digit, shift) = (bit / BITS as usize, (bit % BITS as usize) as u32);
        let mut out = digits[digit] as u64 >> shift;
        let mut have = BITS - shift;
        let mut next = digit + 1;
        while have < 64 && next < D {
            out |= (digits[next] as u64) << have;
            have += BITS;
            next += 1;
        }
        out
    })
}

// ---------------------------------------------------------------------------------------------------
// Constant time

/// Half-delta division steps that bring every 0 <= g <= f < 2^bits to g = 0.
///
/// The convex-hull bound of <https://github.com/sipa/safegcd-bounds>, whose table (to 4096 bits) satisfies
/// this formula (pull request 5 there). 591 for 256 bits, 878 for 381.
const fn division_steps(bits: u32) -> u32 {
    (3787 * bits + 2166) / 1644
}

/// 30 half-delta division steps on the low words of f (odd) and g. zeta = -(delta + 1/2).
///
/// g stays in place and f is doubled, which takes the shift off the critical path: the step's choice
/// waits only for one bit of g.
#[inline(always)]
fn division_steps_30(mut zeta: i64, mut f: u64, mut g: u64) -> (i64, Matrix) {
    let (mut frow, mut grow) = (1u64, 1u64 << 32);
    for i in 0..HALF {
        let odd = g >> i & 1 != 0;
        let swap = zeta < 0;
        let g_odd = select_unpredictable(swap, g.wrapping_sub(f), g.wrapping_add(f));
        let grow_odd = select_unpredictable(swap, grow.wrapping_sub(frow), grow.wrapping_add(frow));
        let f_odd = select_unpredictable(swap, g, f);
        let frow_odd = select_unpredictable(swap, grow, frow);
        let zeta_odd = select_unpredictable(swap, !zeta, zeta);
        zeta = select_unpredictable(odd, zeta_odd, zeta) - 1;
        f = select_unpredictable(odd, f_odd, f) << 1;
        frow = select_unpredictable(odd, frow_odd, frow) << 1;
        g = select_unpredictable(odd, g_odd, g);
        grow = select_unpredictable(odd, grow_odd, grow);
    }
    (zeta, Matrix::unpack(frow, grow))
}

/// 60 half-delta division steps.
#[inline(always)]
fn division_steps_60(zeta: i64, f: i64, g: i64) -> (i64, Matrix) {
    let (zeta, first) = division_steps_30(zeta, f as u64, g as u64);
    let low = |a: i64, b: i64| a.wrapping_mul(f).wrapping_add(b.wrapping_mul(g)) >> HALF;
    let (f, g) = (low(first.u, first.v), low(first.q, first.r));
    let (zeta, second) = division_steps_30(zeta, f as u64, g as u64);
    (zeta, second.after(first))
}

/// `(f, g) = m (f, g) / 2^60`.
#[inline(always)]
fn update_fg<const D: usize>(m: Matrix, f: &mut Digits<D>, g: &mut Digits<D>) {
    let mut cf = (product(m.u, f[0]) + product(m.v, g[0])) >> BITS;
    let mut cg = (product(m.q, f[0]) + product(m.r, g[0])) >> BITS;
    for i in 1..D {
        let (fi, gi) = (f[i], g[i]);
        cf += product(m.u, fi) + product(m.v, gi);
        cg += product(m.q, fi) + product(m.r, gi);
        f[i - 1] = cf as i64 & MASK;
        g[i - 1] = cg as i64 & MASK;
        cf >>= BITS;
        cg >>= BITS;
    }
    f[D - 1] = cf as i64;
    g[D - 1] = cg as i64;
}

/// `(d, e) = m (d, e) / 2^60 mod p`, from (-2p, p) into (-2p, p).
#[inline(always)]
fn update_de<const D: usize>(
    m: Matrix,
    d: &mut Digits<D>,
    e: &mut Digits<D>,
    p: &Digits<D>,
    p_inv: i64,
) {
    let (negative_d, negative_e) = (d[D - 1] >> 63, e[D - 1] >> 63);
    // p for each negative operand, so that the result stays above -2p; then what clears the low digit.
    let mut md = (m.u & negative_d) + (m.v & negative_e);
    let mut me = (m.q & negative_d) + (m.r & negative_e);
    let mut cd = product(m.u, d[0]) + product(m.v, e[0]);
    let mut ce = product(m.q, d[0]) + product(m.r, e[0]);
    md -= p_inv.wrapping_mul(cd as i64).wrapping_add(md) & MASK;
    me -= p_inv.wrapping_mul(ce as i64).wrapping_add(me) & MASK;
    cd = (cd + product(p[0], md)) >> BITS;
    ce = (ce + product(p[0], me)) >> BITS;
    for i in 1..D {
        let (di, ei) = (d[i], e[i]);
        cd += product(m.u, di) + product(m.v, ei) + product(p[i], md);
        ce += product(m.q, di) + product(m.r, ei) + product(p[i], me);
        d[i - 1] = cd as i64 & MASK;
        e[i - 1] = ce as i64 & MASK;
        cd >>= BITS;
        ce >>= BITS;
    }
    d[D - 1] = cd as i64;
    e[D - 1] = ce as i64;
}

/// Adds `p & mask` and carries, then negates where `negate` is -1 and carries.
#[inline(always)]
fn add_and_negate<const D: usize>(a: &mut Digits<D>, p: &Digits<D>, mask: i64, negate: i64) {
    let mut carry = 0;
    for i in 0..D {
        let digit = ((a[i] + (p[i] & mask)) ^ negate) - negate + carry;
        carry = digit >> BITS;
        a[i] = if i + 1 < D { digit & MASK } else { digit };
    }
}

/// `1/a` in internal form, 0 for 0. Constant time: the number of passes is that of the field.
pub fn safegcd<K: Kernels, const N: usize, const D: usize>(a: &K::Limbs) -> K::Limbs {
    let steps = const {
        if K::DIVSTEPS != 0 {
            K::DIVSTEPS
        } else {
            division_steps(K::NUM_BITS)
        }
    };
    let p: Digits<D> = digits(&K::MODULUS);
    let p_inv = inverse_word(K::MODULUS.word(0)) as i64 & MASK;
    let (mut f, mut g) = (p, digits(a));
    // e / g is a fixed point; it starts as R^2 / (x R), which is the internal form of 1 / x.
    let (mut d, mut e) = ([0; D], digits(&K::R2));
    let mut zeta = -1;
    for _ in 0..steps.div_ceil(BITS) {
        let (next, m) = division_steps_60(zeta, f[0] | f[1] << BITS, g[0] | g[1] << BITS);
        zeta = next;
        update_de(m, &mut d, &mut e, &p, p_inv);
        update_fg(m, &mut f, &mut g);
    }
    // d is in (-2p, p), and 1/a or -1/a as f says.
    // The optimiser must not know that these are masks: it makes branches of `constant & mask`.
    let (negative_d, negative_f) = (black_box(d[D - 1] >> 63), black_box(f[D - 1] >> 63));
    add_and_negate(&mut d, &p, negative_d, negative_f);
    let negative_d = black_box(d[D - 1] >> 63);
    add_and_negate(&mut d, &p, negative_d, 0);
    limbs(&d)
}

// ---------------------------------------------------------------------------------------------------
// Variable time

/// 30 halvings of a binary gcd on words: b odd and stays so.
///
/// `2^30 (a', b') = m (a, b)`. An even a is halved; an odd one is first replaced by the difference, the
/// smaller operand becoming b.
#[inline(always)]
fn halvings_30(mut a: u64, mut b: u64) -> (u64, u64, Matrix) {
    let (mut arow, mut brow) = (1u64, 1u64 << 32);
    let mut stop = 1u64 << HALF; // bit: how many halvings are left
    let zeros = (a | stop).trailing_zeros();
    a >>= zeros;
    brow <<= zeros;
    stop >>= zeros;
    while stop != 1 {
        let (difference, less) = a.overflowing_sub(b);
        let zeros = (difference | stop).trailing_zeros();
        let row = select_unpredictable(less, arow, brow);
        arow = select_unpredictable(less, brow, arow).wrapping_sub(row);
        b = select_unpredictable(less, a, b);
        a = select_unpredictable(less, difference.wrapping_neg(), difference) >> zeros;
        brow = row << zeros;
        stop >>= zeros;
    }
    (a, b, Matrix::unpack(arow, brow))
}

/// 60 halvings of operands below 2^64.
#[inline(always)]
fn halvings_exact(a: u64, b: u64) -> Matrix {
    let (a, b, first) = halvings_30(a, b);
    let (_, _, second) = halvings_30(a, b);
    second.after(first)
}

/// 60 halvings of long operands, from their leading 64 bits (aligned alike) and their lowest digits.
///
/// An inner loop sees 34 leading and 30 low bits. A comparison of operands that close may be wrong: a
/// difference then comes out negative, which the caller (and here, between the two loops) repairs by its
/// sign.
#[inline(always)]
fn halvings_approximate(leading: (u64, u64), low: (i64, i64)) -> Matrix {
    const LOW: u64 = (1 << HALF) - 1;
    let join = |high: u64, low: i64| high & !LOW | low as u64 & LOW;
    let (_, _, mut first) = halvings_30(join(leading.0, low.0), join(leading.1, low.1));

    let high = |u: i64, v: i64| {
        (i128::from(u) * leading.0 as i128 + i128::from(v) * leading.1 as i128) >> HALF
    };
    let (mut a, mut b) = (high(first.u, first.v), high(first.q, first.r));
    if a < 0 {
        (a, first.u, first.v) = (-a, -first.u, -first.v);
    }
    if b < 0 {
        (b, first.q, first.r) = (-b, -first.q, -first.r);
    }
    let (a, b) = (a as u64, b as u64);
    let align = (a | b).leading_zeros().min(63);
    let lower = |u: i64, v: i64| u.wrapping_mul(low.0).wrapping_add(v.wrapping_mul(low.1)) >> HALF;
    let (_, _, second) = halvings_30(
        join(a << align, lower(first.u, first.v)),
        join(b << align, lower(first.q, first.r)),
    );
    second.after(first)
}

/// `(a, b) = |m (a, b)| / 2^60` on the lowest `len` digits; rows that gave a negative value change sign.
#[inline(always)]
pub(super) fn shrink<const D: usize>(
    m: &mut Matrix,
    a: &mut Digits<D>,
    b: &mut Digits<D>,
    len: usize,
) {
    let (a, b) = (&mut a[..len], &mut b[..len]);
    let mut ca = (product(m.u, a[0]) + product(m.v, b[0])) >> BITS;
    let mut cb = (product(m.q, a[0]) + product(m.r, b[0])) >> BITS;
    for i in 1..len {
        let (ai, bi) = (a[i], b[i]);
        ca += product(m.u, ai) + product(m.v, bi);
        cb += product(m.q, ai) + product(m.r, bi);
        a[i - 1] = ca as i64 & MASK;
        b[i - 1] = cb as i64 & MASK;
        ca >>= BITS;
        cb >>= BITS;
    }
    a[len - 1] = ca as i64;
    b[len - 1] = cb as i64;
    if ca < 0 {
        negate(a);
        (m.u, m.v) = (-m.u, -m.v);
    }
    if cb < 0 {
        negate(b);
        (m.q, m.r) = (-m.q, -m.r);
    }
}

#[inline(always)]
fn negate(a: &mut [i64]) {
    let mut carry = 0;
    let last = a.len() - 1;
    for digit in &mut a[..last] {
        let value = carry - *digit;
        carry = value >> BITS;
        *digit = value & MASK;
    }
    a[last] = carry - a[last];
}

/// `(c, d) = m (c, d)` on the lowest `len` digits.
#[inline(always)]
fn grow<const D: usize>(m: Matrix, c: &mut Digits<D>, d: &mut Digits<D>, len: usize) {
    let (c, d) = (&mut c[..len], &mut d[..len]);
    let (mut cc, mut cd) = (0i128, 0i128);
    for i in 0..len {
        let (ci, di) = (c[i], d[i]);
        cc += product(m.u, ci) + product(m.v, di);
        cd += product(m.q, ci) + product(m.r, di);
        let last = i + 1 == len;
        c[i] = if last { cc as i64 } else { cc as i64 & MASK };
        d[i] = if last { cd as i64 } else { cd as i64 & MASK };
        cc >>= BITS;
        cd >>= BITS;
    }
}

/// `1/a` in internal form, `None` for 0. Variable time.
pub fn binary_vartime<K: Kernels, const N: usize, const D: usize>(
    limbs_of_a: &K::Limbs,
) -> Option<K::Limbs> {
    if *limbs_of_a == K::Limbs::ZERO {
        return None;
    }
    let mut a: Digits<D> = digits(limbs_of_a);
    let mut b: Digits<D> = digits(&K::MODULUS);
    // a 2^k = c x and b 2^k = d x modulo p, for the k halvings so far.
    let (mut c, mut d) = ([0i64; D], [0i64; D]);
    c[0] = 1;
    let mut len = D;
    let mut passes = 0;
    let last = loop {
        while len > 1 && a[len - 1] | b[len - 1] == 0 {
            len -= 1;
        }
        let top = len - 1;
        let most = a[top] | b[top];
        let mut m = if len == 1 {
            halvings_exact(a[0] as u64, b[0] as u64)
        } else if len == 2 && most < 16 {
            halvings_exact((a[0] | a[1] << BITS) as u64, (b[0] | b[1] << BITS) as u64)
        } else {
            let align = most.leading_zeros() + 4;
            let leading = |x: &Digits<D>| {
                let two = (x[top] as u128) << BITS | x[top - 1] as u128;
                (two << align >> 64) as u64
            };
            halvings_approximate((leading(&a), leading(&b)), (a[0], b[0]))
        };
        shrink(&mut m, &mut a, &mut b, len);
        if len <= 2 && a[0] | a[len - 1] == 0 {
            break m;
        }
        passes += 1;
        if passes >= K::INVERSE_SCALE.len() {
            return fallback::<K>(limbs_of_a);
        }
        // A cofactor of k halvings is at most 2^k, and at most p but for wrong comparisons.
        grow(m, &mut c, &mut d, D.min(passes));
    };
    let p: Digits<D> = digits(&K::MODULUS);
    let mut d = grow_and_halve(last, &c, &d, &p, inverse_word(K::MODULUS.word(0)) as i64);
    // From (-p, 2p) into [0, p), but for wrong comparisons.
    let minus_p = p.map(|digit| -digit);
    let negative = d[D - 1] >> 63;
    add_and_negate(&mut d, &p, negative, 0);
    let mut less = d;
    add_and_negate(&mut less, &minus_p, -1, 0);
    if less[D - 1] >= 0 {
        d = less;
        add_and_negate(&mut less, &minus_p, -1, 0);
    }
    if b[0] != 1 || d[D - 1] < 0 || less[D - 1] >= 0 {
        return fallback::<K>(limbs_of_a);
    }
    Some(K::mul(&limbs(&d), &K::INVERSE_SCALE[passes]))
}

/// The second row of `m (c, d) / 2^60` modulo p: the last pass keeps halving after a is 0, which only
/// doubles the cofactor, beyond p and beyond the digits.
#[inline(always)]
fn grow_and_halve<const D: usize>(
    m: Matrix,
    c: &Digits<D>,
    d: &Digits<D>,
    p: &Digits<D>,
    p_inv: i64,
) -> Digits<D> {
    let mut carry = product(m.q, c[0]) + product(m.r, d[0]);
    let multiple = p_inv.wrapping_mul(carry as i64).wrapping_neg() & MASK;
    carry = (carry + product(multiple, p[0])) >> BITS;
    let mut out = [0; D];
    for i in 1..D {
        carry += product(m.q, c[i]) + product(m.r, d[i]) + product(multiple, p[i]);
        out[i - 1] = carry as i64 & MASK;
        carry >>= BITS;
    }
    out[D - 1] = carry as i64;
    out
}

/// What the variable-time algorithm does not settle, the constant-time one does.
#[cold]
#[inline(never)]
fn fallback<K: Kernels>(a: &K::Limbs) -> Option<K::Limbs> {
    (*a != K::Limbs::ZERO).then(|| K::Limbs::invert::<K>(a))
}

// ---------------------------------------------------------------------------------------------------
// Variable time, one word

/// Halvings of a binary gcd on words, `b` odd: 60, or fewer where `b` reaches 1 before, whose rows count as if they were 60.
///
/// `2^60 (a', b') = (arow, brow)` times what `a` and `b` stood for, so that the entries of both rows stay within 2^60. A halving waits
/// for the last one by a subtraction, the count of its zeros and a shift only.
#[inline(always)]
fn halvings_word<const C: usize>(
    mut a: u64,
    mut b: u64,
    mut arow: [i64; C],
    mut brow: [i64; C],
) -> (u64, u64, [i64; C], [i64; C]) {
    let mut left = BITS;
    let zeros = a.trailing_zeros().min(left);
    a >>= zeros;
    brow = brow.map(|entry| entry << zeros);
    left -= zeros;
    // Without halvings left, a may still be even.
    while b != 1 && left != 0 {
        let (difference, less) = a.overflowing_sub(b);
        let zeros = difference.trailing_zeros();
        let reversed = b.wrapping_sub(a);
        for (x, y) in arow.iter_mut().zip(&mut brow) {
            let row = select_unpredictable(less, *x, *y);
            *x = select_unpredictable(less, *y, *x).wrapping_sub(row);
            *y = row;
        }
        b = select_unpredictable(less, a, b);
        a = select_unpredictable(less, reversed, difference);
        // Also where a is 0 and b, a common divisor, is not 1.
        if zeros > left {
            a >>= left;
            break;
        }
        a >>= zeros;
        brow = brow.map(|entry| entry << zeros);
        left -= zeros;
    }
    (a, b, arow, brow.map(|entry| entry << left))
}

/// The residue of a cofactor of at most 2^60 in absolute value.
#[inline(always)]
fn residue<K: Kernels>(cofactor: i64) -> K::Limbs {
    let mut absolute = cofactor.unsigned_abs();
    if K::NUM_BITS <= BITS {
        absolute %= K::MODULUS.word(0);
    }
    let absolute = K::Limbs::from_words(|_| absolute);
    select_unpredictable(cofactor < 0, K::neg(&absolute), absolute)
}

/// `1/a` in internal form for a field of one word, by the binary gcd on whole words. Variable time.
///
/// Operands of n bits together shrink by a bit a halving: 60 halvings always do for two of 31 bits, 120 nearly always for two of 64.
pub fn word_vartime<K: Kernels>(a: &K::Limbs) -> Option<K::Limbs> {
    if *a == K::Limbs::ZERO {
        return None;
    }
    // The row of b is what b is a multiple of a by.
    let (x, y, [u], [v]) = halvings_word(a.word(0), K::MODULUS.word(0), [1], [0]);
    if K::NUM_BITS <= 32 {
        if y != 1 {
            return fallback::<K>(a);
        }
        return Some(K::mul(&residue::<K>(v), &K::INVERSE_SCALE[1]));
    }
    let (_, y, _, [q, r]) = halvings_word(x, y, [1, 0], [0, 1]);
    if y != 1 {
        return fallback::<K>(a);
    }
    // q u + r v, once divided by the radius more than the scale of one product allows for.
    let product = |x: i64, y: i64| K::mul(&residue::<K>(x), &residue::<K>(y));
    let sum = K::add(&product(q, u), &product(r, v));
    let scale = K::mul(&K::INVERSE_SCALE[2], &K::R2);
    Some(K::mul(&sum, &scale))
}
