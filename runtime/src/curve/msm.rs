//! Sums of multiples, `k_0 P_0 + k_1 P_1 + …`, in variable time.
//!
//! Few terms: their digits interleaved over one chain of doublings (Straus). Many: for each digit of all scalars, points with equal digits
//! are added first (Pippenger). Both on the parts into which the endomorphism splits the scalars, both with affine additions that share
//! inversions; a count of multiplications says which.

use alloc::vec;
use alloc::vec::Vec;

use ff::Field;
use fieldc_generated::element::Element;

use super::affine::Line;
use super::multiply::{
    Table, by_parts, interleaved, mapped, mul_split_vartime, odd_multiples, parts,
};
use super::recode::{Naf, booth_digit};
use super::{Affine, CurveField, Jacobian, Signed, Weierstrass};

/// There are not as many scalars as points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{points} points and {scalars} scalars")]
pub struct UnequalLengths {
    /// The number of points.
    pub points: usize,
    /// The number of scalars.
    pub scalars: usize,
}

impl<C: Weierstrass> Jacobian<C> {
    /// `k_0 P_0 + k_1 P_1 + …`. Any number of terms, infinity where there are none; any points of the subgroup, infinity and equal or
    /// opposite ones among them; any 256-bit integers, least significant limb first. Variable time.
    ///
    /// # Domain
    /// Points of the subgroup.
    ///
    /// # Errors
    /// Slices of unequal lengths.
    ///
    /// # Source
    /// Straus, 1964; Pippenger, 1976; signed digits and affine sums in rounds as in ePrint 2022/1400.
    pub fn msm_vartime(points: &[Affine<C>], scalars: &[[u64; 4]]) -> Result<Self, UnequalLengths> {
        if points.len() != scalars.len() {
            return Err(UnequalLengths {
                points: points.len(),
                scalars: scalars.len(),
            });
        }
        Ok(by_parts!(C, sum(points, scalars)))
    }
}

/// The integer below the order that is congruent to k: long division in base 2, a step for each bit that the order is shorter than 256.
fn reduced<C: Weierstrass>(k: &[u64; 4]) -> [u64; 4] {
    let mut k = *k;
    let zeros = match C::ORDER.iter().rposition(|limb| *limb != 0) {
        Some(top) => 64 * (3 - top as u32) + C::ORDER[top].leading_zeros(),
        None => return k,
    };
    for shift in (0..=zeros).rev() {
        let multiple = shifted(&C::ORDER, shift);
        let mut borrow = false;
        let less: [u64; 4] = core::array::from_fn(|i| {
            let (difference, first) = k[i].overflowing_sub(multiple[i]);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            borrow = first | second;
            difference
        });
        if !borrow {
            k = less;
        }
    }
    k
}

/// `a 2^shift` modulo 2^256.
fn shifted(a: &[u64; 4], shift: u32) -> [u64; 4] {
    let (words, bits) = ((shift / 64) as usize, shift % 64);
    let word = |i: usize| if i < words { 0 } else { a[i - words] };
    core::array::from_fn(|i| match (bits, i) {
        (0, _) => word(i),
        (_, 0) => word(0) << bits,
        _ => word(i) << bits | word(i - 1) >> (64 - bits),
    })
}

fn sum<C: Weierstrass, const N: usize>(points: &[Affine<C>], scalars: &[[u64; 4]]) -> Jacobian<C> {
    let terms: Vec<(Affine<C>, [u64; 4])> = points
        .iter()
        .zip(scalars)
        .map(|(p, k)| (*p, reduced::<C>(k)))
        .filter(|(p, k)| *p != Affine::IDENTITY && *k != [0; 4])
        .collect();
    match terms[..] {
        [] => return Jacobian::IDENTITY,
        [(p, k)] => return mul_split_vartime(&p.into(), &k),
        _ => {}
    }
    let n = terms.len() as u64;
    let width = (2..=16)
        .min_by_key(|width| cost_of_buckets::<C, N>(n, *width))
        .unwrap_or(2);
    if cost_of_interleaving::<C, N>(n) <= cost_of_buckets::<C, N>(n, width) {
        interleave::<C, N>(&terms)
    } else {
        buckets::<C, N>(&terms, width)
    }
}

/// Multiplications in the base field, roughly.
fn cost_of_interleaving<C: Weierstrass, const N: usize>(n: u64) -> u64 {
    let bits = u64::from(C::PART_BITS);
    let digits = N as u64 * bits / 6;
    7 * bits + n * (60 + 11 * digits)
}

/// Multiplications in the base field, roughly.
fn cost_of_buckets<C: Weierstrass, const N: usize>(n: u64, width: u32) -> u64 {
    let windows = u64::from((C::PART_BITS + 1).div_ceil(width));
    let buckets = 1 << (width - 1);
    7 * u64::from(C::PART_BITS) + windows * (7 * n * N as u64 + 27 * buckets)
}

/// One chain of doublings for all terms.
fn interleave<C: Weierstrass, const N: usize>(terms: &[(Affine<C>, [u64; 4])]) -> Jacobian<C> {
    // An inversion for each multiple of all points, or for all of them one and longer formulas.
    let tables = if terms.len() < 8 {
        tables_of_few(terms)
    } else {
        tables_of_many(terms)
    };
    let mut all = Vec::with_capacity(N * terms.len());
    let mut nafs = Vec::with_capacity(N * terms.len());
    for (mut table, (_, k)) in tables.into_iter().zip(terms) {
        for (i, part) in parts::<C, N>(k).iter().enumerate() {
            if i > 0 {
                table = table.map(|multiple| mapped(&multiple));
            }
            all.push(table);
            nafs.push(Naf::new(&part.magnitude, part.negative));
        }
    }
    interleaved(&all, &nafs)
}

/// Odd multiples on a curve of its own for each point, and back.
fn tables_of_few<C: Weierstrass>(terms: &[(Affine<C>, [u64; 4])]) -> Vec<Table<C>> {
    let (mut tables, mut scales): (Vec<_>, Vec<_>) = terms
        .iter()
        .map(|(p, _)| odd_multiples(&Jacobian::from(*p)))
        .unzip();
    invert_all(&mut scales);
    for (table, back) in tables.iter_mut().zip(&scales) {
        let square = Element::square(back);
        let cube = square * back;
        for multiple in table {
            let [x, y] = multiple.xy;
            *multiple = Affine::new_unchecked(x * square, y * cube);
        }
    }
    tables
}

/// The inverse of each, none of which is 0.
fn invert_all<F: CurveField>(values: &mut [F]) {
    let mut product = F::ONE;
    let before: Vec<F> = values
        .iter()
        .map(|value| {
            let before = product;
            product *= value;
            before
        })
        .collect();
    let mut inverse = product.invert_vartime().unwrap_or(F::ONE);
    for (value, before) in values.iter_mut().zip(before).rev() {
        inverse *= core::mem::replace(value, inverse * before);
    }
}

/// The same multiple of all points at a time.
fn tables_of_many<C: Weierstrass>(terms: &[(Affine<C>, [u64; 4])]) -> Vec<Table<C>> {
    let mut sums = Sums::default();
    let points: Vec<Affine<C>> = terms.iter().map(|(p, _)| *p).collect();
    let mut twice = points.clone();
    sums.add(&mut twice, &points);
    let mut multiples = points.clone();
    let mut tables: Vec<Table<C>> = points.iter().map(|p| [*p; 8]).collect();
    for i in 1..8 {
        sums.add(&mut multiples, &twice);
        for (table, multiple) in tables.iter_mut().zip(&multiples) {
            table[i] = *multiple;
        }
    }
    tables
}

/// A sum that waits for the inverse of its run.
struct Pending<C: Weierstrass> {
    at: usize,
    rise: C::Base,
    run: C::Base,
    /// The product of the runs before this one.
    before: C::Base,
}

/// Affine sums that share an inversion.
struct Sums<C: Weierstrass> {
    pending: Vec<Pending<C>>,
}

impl<C: Weierstrass> Default for Sums<C> {
    fn default() -> Self {
        Sums { pending: vec![] }
    }
}

impl<C: Weierstrass> Sums<C> {
    /// `left[i] += right[i]`, for as many as there are in both. 5M + 1S each, and an inversion.
    fn add(&mut self, left: &mut [Affine<C>], right: &[Affine<C>]) {
        self.pending.clear();
        let mut product = C::Base::ONE;
        for (at, (p, q)) in left.iter_mut().zip(right).enumerate() {
            match p.line_vartime(q) {
                Line::Known(sum) => *p = sum,
                Line::Slope { rise, run } => {
                    let before = product;
                    product *= run;
                    self.pending.push(Pending {
                        at,
                        rise,
                        run,
                        before,
                    });
                }
            }
        }
        // A product of non-zero elements.
        let mut inverse = product.invert_vartime().unwrap_or(C::Base::ONE);
        for sum in self.pending.iter().rev() {
            let slope = inverse * sum.before * sum.rise;
            inverse *= &sum.run;
            left[sum.at] = left[sum.at].along(&right[sum.at], &slope);
        }
    }
}

/// Points in one list per bucket, one list after the other.
struct Buckets<C: Weierstrass> {
    points: Vec<Affine<C>>,
    /// How many points each bucket has.
    lengths: Vec<usize>,
}

impl<C: Weierstrass> Buckets<C> {
    /// Adds the points of each bucket, in pairs, until no bucket has two.
    fn add_up(&mut self, sums: &mut Sums<C>) {
        let (mut left, mut right) = (vec![], vec![]);
        while self.lengths.iter().any(|length| *length > 1) {
            left.clear();
            right.clear();
            let mut lists = self.points.as_slice();
            for length in &self.lengths {
                let (list, rest) = lists.split_at(*length);
                lists = rest;
                for pair in list.chunks_exact(2) {
                    left.push(pair[0]);
                    right.push(pair[1]);
                }
            }
            sums.add(&mut left, &right);
            // Half of the list, and the one that had no partner; never ahead of what is read.
            let (mut from, mut to, mut done) = (0, 0, 0);
            for length in &mut self.lengths {
                let (half, odd) = (*length / 2, *length % 2);
                let last = self.points.get(from + *length - odd).copied();
                self.points[to..to + half].copy_from_slice(&left[done..done + half]);
                if let (1, Some(last)) = (odd, last) {
                    self.points[to + half] = last;
                }
                from += *length;
                done += half;
                to += half + odd;
                *length = half + odd;
            }
            self.points.truncate(to);
        }
    }
}

/// Points of so many windows at a time are kept in buckets.
const KEPT: usize = 1 << 16;

fn buckets<C: Weierstrass, const N: usize>(
    terms: &[(Affine<C>, [u64; 4])],
    width: u32,
) -> Jacobian<C> {
    let mut entries: Vec<(Affine<C>, Signed)> = Vec::with_capacity(N * terms.len());
    for (p, k) in terms {
        let mut image = *p;
        for (i, part) in parts::<C, N>(k).iter().enumerate() {
            if i > 0 {
                image = mapped(&image);
            }
            if part.magnitude != [0; 4] {
                entries.push((image, *part));
            }
        }
    }
    let windows = (C::PART_BITS + 1).div_ceil(width);
    let at_once = (KEPT / entries.len()).max(1) as u32;
    let mut sums = Sums::default();
    let mut out = Jacobian::IDENTITY;
    let mut top = windows;
    while top > 0 {
        let bottom = top.saturating_sub(at_once);
        let mut buckets = distribute(&entries, bottom..top, width);
        buckets.add_up(&mut sums);
        out = collect(&buckets, out, width);
        top = bottom;
    }
    out
}

/// The points of each bucket: those with digit ±1, ±2, … of the highest window, then those of the next.
fn distribute<C: Weierstrass>(
    entries: &[(Affine<C>, Signed)],
    windows: core::ops::Range<u32>,
    width: u32,
) -> Buckets<C> {
    let per_window = 1usize << (width - 1);
    let digits = |window: u32| {
        let base = per_window * (windows.end - 1 - window) as usize;
        entries.iter().filter_map(move |(p, k)| {
            let digit = booth_digit(&k.magnitude, window, width);
            let bucket = base + (digit.unsigned_abs() as usize).checked_sub(1)?;
            Some((bucket, p, (digit < 0) != k.negative))
        })
    };
    let mut lengths = vec![0; per_window * windows.len()];
    for (bucket, ..) in windows.clone().flat_map(digits) {
        lengths[bucket] += 1;
    }
    let mut total = 0;
    let mut next: Vec<usize> = lengths
        .iter()
        .map(|length| {
            let before = total;
            total += length;
            before
        })
        .collect();
    let mut points = vec![Affine::IDENTITY; total];
    for (bucket, p, negative) in windows.clone().flat_map(digits) {
        points[next[bucket]] = if negative { -*p } else { *p };
        next[bucket] += 1;
    }
    Buckets { points, lengths }
}

/// `start`, and for each window `2^width` times what there is so far and `sum j B_j` over its buckets.
fn collect<C: Weierstrass>(buckets: &Buckets<C>, start: Jacobian<C>, width: u32) -> Jacobian<C> {
    let per_window = 1usize << (width - 1);
    let mut points = buckets.points.as_slice();
    let mut out = start;
    for lengths in buckets.lengths.chunks_exact(per_window) {
        for _ in 0..width {
            out = out.double_vartime();
        }
        let (list, rest) = points.split_at(lengths.iter().sum());
        points = rest;
        let mut list = list.iter().rev();
        let (mut running, mut sum) = (Jacobian::IDENTITY, Jacobian::IDENTITY);
        for length in lengths.iter().rev() {
            if *length == 1
                && let Some(point) = list.next()
            {
                running = running.add_affine_vartime(point);
            }
            sum = sum.add_vartime(&running);
        }
        out = out.add_vartime(&sum);
    }
    out
}
