//! Products and reductions.
//!
//! Montgomery (`R = W^n`) works row by row on one accumulator `T`. A row adds `a_i b` (once a term of a sum of
//! products), then the lowest word `t` is cleared in one of two ways:
//! - quotient digit: `m = t p' mod W`, `T := (T + m p) / W`;
//! - fold: `T := floor(T / W) + t ρ` with `ρ = W^-1 mod p`, so that `W T' = T + t (W ρ - 1)` and `p | W ρ - 1`.
//!   It needs no `m` and shortens the row's critical path, but leaves `T` a word longer, so the last rows use digits.
//!
//! With `p = -1 mod W` both coincide (`ρ = (p + 1) / W` is small), and every row folds.

use super::Kernel;
use super::arith::{Arith, Factor, Style, W, all_ones, some, words};
use crate::limb_ir::{Contract, Equation, Limbs, Modulo, Range, Term, Value};
use crate::plan::{Plan, Reduction};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

/// How the rows of one kernel reduce.
pub(super) struct Rows {
    rho: BigUint,
    /// The first rows that fold; the others use digits.
    folds: usize,
    /// The largest value after all rows, the high half of a wide input included.
    pub max: BigUint,
}

impl Rows {
    /// The most folding rows for which the outcome stays at most `goal`; `total` bounds the value that is reduced.
    pub fn choose(plan: &Plan, total: &BigUint, goal: &BigUint) -> Rows {
        let (n, radix) = (plan.limbs, plan.word.radix);
        let p = &plan.modulus;
        let cofolds = plan.negated_inverse == 1;
        let rho = match &plan.reduction {
            _ if cofolds => (p + 1u8) >> radix,
            Reduction::Montgomery { rho: Some(rho), .. } => rho.clone(),
            _ => BigUint::zero(),
        };
        if cofolds {
            // W^n U = total + Σ t_i p W^i
            let max: BigUint = (total + all_ones(radix, n) * p) >> (radix as usize * n);
            // A bound of just p - 1 rests on all digits at once, which the prover does not see: subtract once more instead.
            return Rows {
                max: max.max(p.clone()),
                rho,
                folds: n,
            };
        }
        let (folds, max) = plan.folds(total, goal);
        Rows { max, rho, folds }
    }

    /// Clears the word `t[at]` and leaves the value in `t[at + 1..]`. `max` bounds the value of `t[at..]` and is updated.
    fn clear(&self, k: &mut Arith<'_>, t: &mut Vec<W>, at: usize, max: &mut BigUint) {
        let n = k.plan.limbs;
        let radix = k.plan.word.radix;
        let digit = k.base() - 1u8;
        let Some(low) = t[at] else {
            *max >>= radix;
            return;
        };
        if at < self.folds {
            let rho = k.factors(&self.rho);
            *max = (max.clone() >> radix) + &digit * &self.rho;
            let keep = *max >= k.capacity() << radix;
            k.row(t, at + 1, low, &rho, keep);
        } else {
            let p = k.plan.modulus.clone();
            let m = quotient(k, low);
            *max += &digit * &p;
            let keep = *max >= k.capacity() << radix;
            if k.complement {
                let c = k.factors(&(k.capacity() - &p));
                let words = (max.bits() as usize).div_ceil(radix as usize);
                k.row_complement(t, at, m, &c, at + words);
            } else {
                let p = k.factors(&p);
                k.row(t, at, m, &p, keep);
            }
            *max >>= radix;
        }
        debug_assert!(t.len() > at + n);
    }
}

/// `m = t p' mod W`.
fn quotient(k: &mut Arith<'_>, low: Value) -> Value {
    let inverse = k.plan.negated_inverse;
    if inverse == 1 {
        low
    } else if inverse == k.plan.word.mask() {
        let zero = k.b.constant(0);
        k.b.sub(zero, low, None).0
    } else {
        let c = k.b.constant(inverse);
        k.b.mul_lo(low, c)
    }
}

/// `Σ x_i y_i / R` for pairs of limbs, before the final subtraction: words and their largest value.
pub(super) fn montgomery_sum(
    k: &mut Arith<'_>,
    pairs: &[(Limbs, Limbs)],
    y_max: &BigUint,
    rows: &Rows,
) -> Vec<W> {
    let n = k.plan.limbs;
    let radix = k.plan.word.radix;
    let digit = k.base() - 1u8;
    let mut t: Vec<W> = vec![None; 2 * n + 2];
    let mut max = BigUint::zero();
    // Rows that subtract have a long way from one quotient digit to the next: the next product is added to the word before, not after.
    let ahead = usize::from(k.complement);
    for i in 0..n + ahead {
        if i < n {
            for (x, y) in pairs {
                let shift = radix * ahead.min(i) as u32;
                max += (&digit * y_max) << shift;
                let keep = max >= k.capacity() << (radix + shift);
                k.row(&mut t, i, x[i], &words(y), keep);
            }
        }
        if let Some(at) = i.checked_sub(ahead) {
            rows.clear(k, &mut t, at, &mut max);
        }
    }
    t[n..2 * n + 2].to_vec()
}

/// `(lo + hi W^n) / R`, before the final subtraction. The low half is reduced by itself and the high half added last, so
/// that no carry travels above the row.
pub(super) fn montgomery_redc(k: &mut Arith<'_>, lo: &[W], hi: &[W], rows: &Rows) -> Vec<W> {
    let n = k.plan.limbs;
    let mut t: Vec<W> = lo.to_vec();
    t.resize(2 * n + 2, None);
    let mut max = all_ones(k.plan.word.radix, n);
    for i in 0..n {
        rows.clear(k, &mut t, i, &mut max);
    }
    let low = t[n..].to_vec();
    let (mut sum, carry) = k.add_words(&low[..n], &hi[..n]);
    if low[n].is_some() && max >= k.capacity() || rows.max >= k.capacity() {
        let (top, _) = k.add3(low[n], None, carry);
        sum.push(top);
    }
    sum
}

/// `x^2` as `2n` words: cross products once, doubled, then the squares.
fn square_words(k: &mut Arith<'_>, x: &[Value]) -> Vec<W> {
    let n = x.len();
    let mut t: Vec<W> = vec![None; 2 * n + 2];
    for i in 0..n - 1 {
        k.row(&mut t, 2 * i + 1, x[i], &words(&x[i + 1..]), false);
    }
    let (mut double, mut square) = (None, None);
    let mut out = vec![];
    for (i, x) in x.iter().enumerate() {
        let (lo, hi) = k.b.mul_wide(*x, *x);
        for (j, part) in [(2 * i, lo), (2 * i + 1, hi)] {
            let word = t[j];
            let d;
            (d, double) = k.add3(word, word, double);
            let s;
            (s, square) = k.add3(d, Some(part), square);
            out.push(s);
        }
    }
    out
}

/// `x y` as `2n` words.
pub(super) fn product_words(k: &mut Arith<'_>, x: &[Value], y: &[Value]) -> Vec<W> {
    let n = x.len();
    let mut t: Vec<W> = vec![None; 2 * n + 2];
    for (i, x) in x.iter().enumerate() {
        k.row(&mut t, i, *x, &words(y), false);
    }
    t.truncate(2 * n);
    t
}

fn finish(mut k: Arith<'_>, out: Limbs, terms: Vec<Term>, max: BigUint) -> Kernel {
    k.b.result("out", out);
    let equation = Equation {
        result: "out".into(),
        scale: k.plan.radius.clone(),
        terms,
        modulo: Modulo::Constant(k.plan.modulus.clone()),
        range: Range::AtMost(max),
    };
    Kernel {
        function: k.b.finish(),
        contract: Contract::new(vec![equation]),
    }
}

/// The bound of inputs and output.
fn bound(plan: &Plan, lazy: bool) -> BigUint {
    if lazy {
        &plan.modulus * 2u8 - 1u8
    } else {
        &plan.modulus - 1u8
    }
}

/// `a b / R`.
pub fn mul(plan: &Plan, style: Style, lazy: bool) -> Kernel {
    let mut k = Arith::new(plan, style, if lazy { "mul_lazy" } else { "mul" });
    let max = bound(plan, lazy);
    let (x, y) = (k.operand("a", &max), k.operand("b", &max));
    let out = match &plan.reduction {
        Reduction::Montgomery { .. } if !single_word(plan) => {
            let goal = &plan.modulus * 2u8 - 1u8;
            let rows = Rows::choose(plan, &(&max * &max), &goal);
            let t = montgomery_sum(&mut k, &[(x, y)], &max, &rows);
            if lazy {
                k.values(&t[..plan.limbs])
            } else {
                k.canonical(&t, &rows.max)
            }
        }
        _ => {
            let wide = product_words(&mut k, &x, &y);
            reduce_wide(&mut k, wide, &(&max * &max), lazy)
        }
    };
    finish(k, out, vec![Term::new(1, &["a", "b"])], max)
}

/// `a^2 / R`.
pub fn sqr(plan: &Plan, style: Style, lazy: bool) -> Kernel {
    let mut k = Arith::new(plan, style, if lazy { "sqr_lazy" } else { "sqr" });
    let max = bound(plan, lazy);
    let x = k.operand("a", &max);
    let wide = square_words(&mut k, &x);
    let out = reduce_wide(&mut k, wide, &(&max * &max), lazy);
    finish(k, out, vec![Term::new(1, &["a", "a"])], max)
}

/// `a b` over the integers.
pub fn mul_wide(plan: &Plan, style: Style) -> Kernel {
    let mut k = Arith::new(plan, style, "mul_wide");
    let (x, y) = (k.element("a"), k.element("b"));
    let t = product_words(&mut k, &x, &y);
    let out = k.values(&t);
    k.b.result("out", out);
    let max = &plan.modulus - 1u8;
    let equation = Equation {
        result: "out".into(),
        scale: BigUint::one(),
        terms: vec![Term::new(1, &["a", "b"])],
        modulo: Modulo::Exact,
        range: Range::AtMost(&max * &max),
    };
    Kernel {
        function: k.b.finish(),
        contract: Contract::new(vec![equation]),
    }
}

/// `(lo + hi W^n) / R` for a value below `p W^n`.
pub fn redc(plan: &Plan, style: Style) -> Kernel {
    let mut k = Arith::new(plan, style, "redc");
    let max = k.capacity() - 1u8;
    let lo = k.operand("lo", &max);
    let hi = k.element("hi");
    let total = &plan.modulus * k.capacity() - 1u8;
    let wide = some(&lo).into_iter().chain(some(&hi)).collect();
    let out = reduce_wide(&mut k, wide, &total, false);
    let capacity = BigInt::from(k.capacity());
    finish(
        k,
        out,
        vec![Term::new(1, &["lo"]), Term::new(capacity, &["hi"])],
        &plan.modulus - 1u8,
    )
}

/// `a / R`: the canonical integer.
pub fn from_internal(plan: &Plan, style: Style) -> Kernel {
    let mut k = Arith::new(plan, style, "from_internal");
    // The bound of the result is tight, and the halves of a shifted word are bounded one by one.
    k.shifts = false;
    let x = k.element("a");
    let max = &plan.modulus - 1u8;
    let out = if plan.radius.is_one() {
        x
    } else {
        let mut wide = some(&x);
        wide.resize(2 * plan.limbs, None);
        reduce_wide(&mut k, wide, &max, false)
    };
    finish(k, out, vec![Term::new(1, &["a"])], max)
}

/// `Σ a_i b_i / R`, `terms` terms.
pub fn dot(plan: &Plan, style: Style, terms: usize) -> Kernel {
    let mut k = Arith::new(plan, style, &format!("dot{terms}"));
    let max = &plan.modulus - 1u8;
    let names: Vec<(String, String)> = (0..terms)
        .map(|i| (format!("a{i}"), format!("b{i}")))
        .collect();
    let xs: Vec<Limbs> = names.iter().map(|(a, _)| k.element(a)).collect();
    let ys: Vec<Limbs> = names.iter().map(|(_, b)| k.element(b)).collect();
    let pairs: Vec<(Limbs, Limbs)> = xs.into_iter().zip(ys).collect();
    let total = &max * &max * terms as u64;
    let out = match &plan.reduction {
        Reduction::Montgomery { .. } if !single_word(plan) => {
            let goal = &plan.modulus * 2u8 - 1u8;
            let rows = Rows::choose(plan, &total, &goal);
            let t = montgomery_sum(&mut k, &pairs, &max, &rows);
            k.canonical(&t, &rows.max)
        }
        _ => {
            // One accumulator of 2n + 1 words, reduced once.
            let n = plan.limbs;
            let mut acc: Vec<W> = vec![None; 2 * n];
            for (i, (x, y)) in pairs.iter().enumerate() {
                let product = product_words(&mut k, x, y);
                let so_far = &max * &max * (i as u64 + 1);
                let top = acc.get(2 * n).copied().flatten();
                let carry;
                (acc, carry) = k.add_words(&acc[..2 * n], &product);
                if so_far >= BigUint::one() << (plan.word.radix as usize * 2 * n) {
                    let (top, _) = k.add3(top, None, carry);
                    acc.push(top);
                }
            }
            reduce_wide(&mut k, acc, &total, false)
        }
    };
    let terms = names.iter().map(|(a, b)| Term::new(1, &[a, b])).collect();
    finish(k, out, terms, max)
}

/// Montgomery in one word: the quotient is subtracted, so that no carry has to be made from the cleared word.
fn single_word(plan: &Plan) -> bool {
    plan.limbs == 1
}

/// A value of `2n` (or a few more) words, at most `total`, divided by the radius and reduced.
fn reduce_wide(k: &mut Arith<'_>, wide: Vec<W>, total: &BigUint, lazy: bool) -> Limbs {
    let n = k.plan.limbs;
    match &k.plan.reduction {
        Reduction::Montgomery { .. } if single_word(k.plan) => montgomery_word(k, wide, total),
        Reduction::Montgomery { .. } => {
            let goal = &k.plan.modulus * 2u8 - 1u8;
            let goal = if *total < k.capacity() {
                &k.plan.modulus - 1u8
            } else {
                goal
            };
            let rows = Rows::choose(k.plan, total, &goal);
            let t = montgomery_redc(k, &wide[..n], &wide[n..], &rows);
            if lazy {
                k.values(&t[..n])
            } else {
                k.canonical(&t, &rows.max)
            }
        }
        Reduction::Crandall { c } => crandall(k, wide, total, *c),
        Reduction::Goldilocks => goldilocks(k, wide, total),
        Reduction::Mersenne { k: bits } => mersenne(k, wide, total, *bits),
    }
}

/// One word: `m = lo / p mod W`, then `(hi W + lo - m p) / W = hi - floor(m p / W)`, plus p where it borrows.
fn montgomery_word(k: &mut Arith<'_>, wide: Vec<W>, total: &BigUint) -> Limbs {
    let p = k.plan.modulus.clone();
    let inverse = k.plan.negated_inverse.wrapping_neg() & k.plan.word.mask();
    let radix = k.plan.word.radix;
    let high_max = total >> radix;
    // The high part first, below p, so that the difference is above -p.
    let high: Vec<W> = wide[1..].to_vec();
    let high = k.canonical(&high, &high_max);
    let Some(lo) = wide[0] else { return high };
    let c = k.b.constant(inverse);
    let m = k.b.mul_lo(lo, c);
    let pc = k.b.constants(&p, 1)[0];
    let (_, h) = k.b.mul_wide(m, pc);
    // Above p, the bound of the difference comes from conditional subtractions and is shown for the corrected form.
    vec![if high_max < p {
        k.sub_word(high[0], h)
    } else {
        k.sub_word_corrected(high[0], h)
    }]
}

/// `p = 2^b - c`: with `2^(b + s) = W^n`, the high words times `2^s c` are added to the low ones until what is left fits; with spare bits
/// (s > 0) the bits from b up, times c, once more.
fn crandall(k: &mut Arith<'_>, wide: Vec<W>, total: &BigUint, c: u64) -> Limbs {
    let n = k.plan.limbs;
    let (bits, spare) = (k.plan.bits, k.plan.spare_bits as u32);
    let radix = k.plan.word.radix;
    let capacity = k.capacity();
    let factor = c << spare;
    // Without spare bits a carry may be left, with them what times c is a small word.
    let goal = if spare == 0 {
        &capacity * 2u8
    } else {
        ((k.base() >> 2u8) / c) << bits
    };
    let mut wide = wide;
    let mut max = total.clone();
    // Each fold: x = low + W^n high  ->  low + 2^s c high.
    while max >= goal {
        let high_max = &max >> (radix as usize * n);
        let words_high = (high_max.bits() as usize).div_ceil(radix as usize);
        let mut t: Vec<W> = wide[..n].to_vec();
        let high: Vec<Value> = {
            let h: Vec<W> = wide[n..].iter().copied().take(words_high).collect();
            k.values(&h)
        };
        max = &capacity - 1u8 + &high_max * factor;
        let mut grown: Vec<W> = t.clone();
        grown.resize(n + 3, None);
        let factor = k.b.constant(factor);
        if words_high >= n {
            k.row(
                &mut grown,
                0,
                factor,
                &words(&high),
                max >= &capacity << radix,
            );
            t = grown;
        } else {
            // A short high part: its product, then the carry through the remaining words.
            let mut product: Vec<W> = vec![None; n + 3];
            k.row(&mut product, 0, factor, &words(&high), false);
            let (sum, carry) = k.add_words(&t[..n], &product[..n]);
            let (top, _) = k.add3(product[n], None, carry);
            t = sum;
            t.push(top);
        }
        wide = t;
    }
    if spare > 0 && max.bits() > bits {
        max = fold_spare_bits(k, &mut wide, &max, c);
    }
    k.canonical(&wide[..(n + 1).min(wide.len())], &max)
}

/// `x mod 2^b + c floor(x / 2^b)` for a quotient that times c is a small word; the largest value.
fn fold_spare_bits(k: &mut Arith<'_>, x: &mut Vec<W>, max: &BigUint, c: u64) -> BigUint {
    let n = k.plan.limbs;
    let (bits, spare) = (k.plan.bits, k.plan.spare_bits as u32);
    let radix = k.plan.word.radix;
    let high_max = max >> bits;
    let last = k.value(x[n - 1]);
    let mut high = k.b.shr(last, radix - spare);
    if let Some(top) = x.get(n).copied().flatten() {
        let top = k.b.shl(top, spare);
        // Bits that do not meet: a sum, which has an equation.
        high = k.b.add(top, high, None).0;
    }
    let mask = k.b.constant(k.plan.word.mask() >> spare);
    x.truncate(n);
    x[n - 1] = Some(k.b.and(last, mask));
    let factor = k.b.constant(c);
    let product = if c == 1 {
        high
    } else {
        // The high word is 0: a product with an equation, unlike its low half alone.
        k.b.mul_wide(high, factor).0
    };
    let mut more = vec![None; n];
    more[0] = Some(product);
    (*x, _) = k.add_words(x, &more);
    (BigUint::one() << bits) - 1u8 + high_max * c
}

/// `p = W - 2^32 + 1`, one word: [`montgomery_word`] with shifts in place of its long product, as `m p = W m - 2^32 m + m`.
/// `m = lo / p = (2^32 + 1) lo mod W` is a shift and an addition, which compilers see.
fn goldilocks(k: &mut Arith<'_>, wide: Vec<W>, total: &BigUint) -> Limbs {
    let high = goldilocks_high(k, &wide[1..], &(total >> k.plan.word.radix));
    let Some(lo) = wide[0] else { return vec![high] };
    let inverse = k.b.constant(k.plan.negated_inverse.wrapping_neg());
    let m = k.b.mul_lo(lo, inverse);
    // The words of m p: m - (2^32 m mod W), which is lo again, and m - floor(2^32 m / W) less the borrow.
    let low = k.b.shl(m, 32);
    let top = k.b.shr(m, 32);
    let (_, borrow) = k.b.sub(m, low, None);
    let (h, _) = k.b.sub(m, top, Some(borrow));
    vec![k.sub_word(high, h)]
}

/// The words above the lowest, below `p`: `W = 2^32 - 1 = ε`, so `hi + W h2 = hi + ε h2`.
fn goldilocks_high(k: &mut Arith<'_>, high: &[W], max: &BigUint) -> Value {
    let hi = k.value(high[0]);
    let Some(h2) = high.get(1).copied().flatten() else {
        return k.canonical(&[Some(hi)], max)[0];
    };
    debug_assert!(max >> 64u32 < BigUint::from(1u64 << 31));
    let epsilon = k.b.constant(u64::from(u32::MAX));
    let zero = k.b.constant(0);
    let up = k.b.shl(h2, 32);
    let (product, _) = k.b.sub(up, h2, None);
    // A carry is worth W = ε, and what is left then is small.
    let (s, carry) = k.b.add(hi, product, None);
    let fix = k.b.select(carry, epsilon, zero);
    let (s, _) = k.b.add(s, fix, None);
    let max = k.capacity() - 1u8;
    k.canonical(&[Some(s)], &max)[0]
}

/// `p = 2^e - 1`, `2e` bits at most in two words: the low `e` bits plus the rest.
fn mersenne(k: &mut Arith<'_>, wide: Vec<W>, total: &BigUint, e: u32) -> Limbs {
    let p = k.plan.modulus.clone();
    let container = k.plan.word.container;
    let mask = k.b.constants(&p, 1)[0];
    let mut wide = wide;
    let mut max = total.clone();
    while max > &p * 2u8 {
        let words = k.values(&wide);
        let low = k.b.and(words[0], mask);
        let mut high: Vec<W> = vec![];
        // What follows from the bound of the top word alone, as the prover sees it.
        let below = container as usize * (words.len() - 1);
        let rest = ((((&max >> below) + 1u8) << below) - 1u8) >> e;
        for i in 0..words.len() {
            let v = match words.get(i + 1) {
                Some(next) => k.b.funnel(*next, words[i], e),
                None => k.b.shr(words[i], e),
            };
            high.push(Some(v));
        }
        high.truncate((rest.bits() as usize).div_ceil(container as usize).max(1));
        let mut low_words = vec![Some(low)];
        low_words.resize(high.len(), None);
        let (mut sum, carry) = k.add_words(&low_words, &high);
        max = &p + rest;
        if max >= BigUint::one() << (container as usize * sum.len()) {
            let (top, _) = k.add3(None, None, carry);
            sum.push(top);
        }
        wide = sum;
    }
    k.canonical(&wide, &max)
}

/// Row factors of a parameter, for kernels that multiply by an operand.
pub(super) fn operand_factors(v: &[Value]) -> Vec<Factor> {
    words(v)
}
