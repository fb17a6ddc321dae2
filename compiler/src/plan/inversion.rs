//! How many division steps an inversion needs: a proof by convex hulls, and the committed results.
//!
//! All counts are for the **half-delta** variant of the Bernstein-Yang steps (ePrint 2019/266, variant by Wuille):
//! `(δ, f, g)` starts at `(1/2, p, a)` with `0 <= a < p` and goes to
//!
//! - `(1 - δ, g, (g - f) / 2)` if `δ > 0` and g is odd,
//! - `(1 + δ, f, (g + f) / 2)` if `δ < 0` and g is odd,
//! - `(1 + δ, f, g / 2)` if g is even.
//!
//! For every δ the hull of the reachable `(f, g)`, parities forgotten, is a convex polygon, and a step maps polygons to
//! polygons. Once a polygon lies inside `|g| < 1` its integer points have `g = 0` and are finished. The first step
//! after which every polygon is finished bounds the count for every modulus `<= M` and every input.
//!
//! Coordinates are fixed-point integers with [`FRACTION`] fractional bits. Halving rounds down, by at most half a unit. No map
//! increases the largest coordinate of an error vector, so after k steps the true point is within `k / 2` units of a
//! computed polygon, which the finishing test adds. Everything else is exact; the count is a theorem, not an estimate.

use num_bigint::BigUint;
use num_traits::One;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Fractional bits of the fixed-point coordinates.
pub const FRACTION: u32 = 32;

/// Bits of the largest modulus that [`divsteps_hull`] accepts.
pub const HULL_BITS: u64 = 1024;

/// A proven number of half-delta steps after which `g = 0` for every odd modulus `<= bound` and every input below the modulus.
///
/// Offline work: ten seconds for 256 bits, three minutes for 512. `None` above [`HULL_BITS`] bits.
pub fn divsteps_hull(bound: &BigUint) -> Option<u32> {
    // Sign, fraction, and one bit for differences of coordinates.
    let needed = bound.bits() + u64::from(FRACTION) + 2;
    Some(match needed.div_ceil(64) {
        _ if bound.bits() > HULL_BITS => return None,
        0..=2 => hull::<2>(bound),
        3 => hull::<3>(bound),
        4 => hull::<4>(bound),
        5 => hull::<5>(bound),
        6 => hull::<6>(bound),
        7 => hull::<7>(bound),
        8..=9 => hull::<9>(bound),
        _ => hull::<17>(bound),
    })
}

/// A two's complement integer of N words, least significant first.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Int<const N: usize>([u64; N]);

impl<const N: usize> Int<N> {
    const ZERO: Self = Int([0; N]);

    fn from_biguint(value: &BigUint) -> Self {
        let mut words = [0; N];
        for (word, digit) in words.iter_mut().zip(value.iter_u64_digits()) {
            *word = digit;
        }
        Int(words)
    }

    fn negative(&self) -> bool {
        self.0[N - 1] >> 63 == 1
    }

    fn add(&self, other: &Self) -> Self {
        let mut carry = false;
        Int(std::array::from_fn(|i| {
            let (sum, c1) = self.0[i].overflowing_add(other.0[i]);
            let (sum, c2) = sum.overflowing_add(u64::from(carry));
            carry = c1 | c2;
            sum
        }))
    }

    fn sub(&self, other: &Self) -> Self {
        let mut borrow = false;
        Int(std::array::from_fn(|i| {
            let (difference, b1) = self.0[i].overflowing_sub(other.0[i]);
            let (difference, b2) = difference.overflowing_sub(u64::from(borrow));
            borrow = b1 | b2;
            difference
        }))
    }

    /// `floor(self / 2)`.
    fn half(&self) -> Self {
        let sign = if self.negative() { u64::MAX } else { 0 };
        Int(std::array::from_fn(|i| {
            let above = self.0.get(i + 1).copied().unwrap_or(sign);
            self.0[i] >> 1 | above << 63
        }))
    }

    fn magnitude(&self) -> Self {
        if self.negative() {
            Self::ZERO.sub(self)
        } else {
            *self
        }
    }

    /// `(negative, low half, high half)` of the product; a zero product is never negative.
    fn product(&self, other: &Self) -> (bool, [u64; N], [u64; N]) {
        let (a, b) = (self.magnitude().0, other.magnitude().0);
        let (mut low, mut high) = ([0u64; N], [0u64; N]);
        for i in 0..N {
            let mut carry = 0u64;
            for (j, digit) in b.iter().enumerate() {
                let slot = match i + j {
                    at if at < N => &mut low[at],
                    at => &mut high[at - N],
                };
                let t =
                    u128::from(a[i]) * u128::from(*digit) + u128::from(*slot) + u128::from(carry);
                *slot = t as u64;
                carry = (t >> 64) as u64;
            }
            high[i] = carry;
        }
        let zero = a == [0; N] || b == [0; N];
        (!zero && self.negative() != other.negative(), low, high)
    }
}

impl<const N: usize> Ord for Int<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = other.negative().cmp(&self.negative());
        sign.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl<const N: usize> PartialOrd for Int<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A point `(f, g)`, ordered by f, then g.
type Point<const N: usize> = (Int<N>, Int<N>);

/// Whether o, a, b turn left strictly: `(a - o) x (b - o) > 0`.
fn left_turn<const N: usize>(o: &Point<N>, a: &Point<N>, b: &Point<N>) -> bool {
    let (n1, l1, h1) = a.0.sub(&o.0).product(&b.1.sub(&o.1));
    let (n2, l2, h2) = a.1.sub(&o.1).product(&b.0.sub(&o.0));
    match (n1, n2) {
        (true, false) => false,
        (false, true) => true,
        (negative, _) => {
            let order = h1
                .iter()
                .rev()
                .chain(l1.iter().rev())
                .cmp(h2.iter().rev().chain(l2.iter().rev()));
            order
                == if negative {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
        }
    }
}

/// The vertices of the convex hull (Andrew's monotone chain).
fn convex_hull<const N: usize>(mut points: Vec<Point<N>>) -> Vec<Point<N>> {
    points.sort_unstable();
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let mut hull: Vec<Point<N>> = Vec::with_capacity(points.len() + 1);
    let extend = |hull: &mut Vec<Point<N>>, floor: usize, point: &Point<N>| {
        while hull.len() >= floor + 2
            && !left_turn(&hull[hull.len() - 2], &hull[hull.len() - 1], point)
        {
            hull.pop();
        }
        hull.push(*point);
    };
    for point in &points {
        extend(&mut hull, 0, point);
    }
    let lower = hull.len() - 1;
    for point in points.iter().rev().skip(1) {
        extend(&mut hull, lower, point);
    }
    hull.pop();
    hull
}

fn hull<const N: usize>(bound: &BigUint) -> u32 {
    let m = Int::<N>::from_biguint(&(bound << FRACTION));
    let one = BigUint::one() << FRACTION;
    // The key is δ - 1/2.
    let mut polygons: BTreeMap<i32, Vec<Point<N>>> = BTreeMap::new();
    polygons.insert(0, vec![(Int::ZERO, Int::ZERO), (m, Int::ZERO), (m, m)]);
    let mut steps = 0u32;
    while !polygons.is_empty() {
        steps += 1;
        let mut next: BTreeMap<i32, Vec<Point<N>>> = BTreeMap::new();
        for (d, polygon) in &polygons {
            next.entry(d + 1)
                .or_default()
                .extend(polygon.iter().map(|(f, g)| (*f, g.half())));
            let odd = next.entry(if *d >= 0 { -d } else { d + 1 }).or_default();
            if *d >= 0 {
                odd.extend(polygon.iter().map(|(f, g)| (*g, g.sub(f).half())));
            } else {
                odd.extend(polygon.iter().map(|(f, g)| (*f, g.add(f).half())));
            }
        }
        // Finished when max |g| + steps / 2 < 1, in units of 2^-FRACTION; doubled to stay in integers.
        let limit = Int::<N>::from_biguint(&(&one - BigUint::from(steps.div_ceil(2))));
        polygons = next
            .into_iter()
            .filter(|(_, points)| points.iter().any(|(_, g)| g.magnitude() >= limit))
            .map(|(d, points)| (d, convex_hull(points)))
            .collect();
    }
    steps
}

/// Proven counts for single moduli: results of [`divsteps_hull`] (the example `divsteps` prints them).
const KNOWN: &[(&str, u32)] = &[
    // BN254 base and scalar field
    (
        "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47",
        585,
    ),
    (
        "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001",
        585,
    ),
    // BLS12-381
    (
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
        878,
    ),
    (
        "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001",
        588,
    ),
    // BLS12-377
    (
        "1ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001",
        869,
    ),
    (
        "12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001",
        582,
    ),
    // Pallas and Vesta
    (
        "40000000000000000000000000000000224698fc094cf91b992d30ed00000001",
        586,
    ),
    (
        "40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001",
        586,
    ),
    // Bandersnatch scalar field
    (
        "1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1",
        583,
    ),
    // 2^255 - 19
    (
        "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
        588,
    ),
    // BabyBear, KoalaBear, 2^31 - 1
    ("78000001", 72),
    ("7f000001", 72),
    ("7fffffff", 72),
];

/// Proven counts for every modulus below `2^bits`: results of [`divsteps_hull`] for the bound `2^bits`.
const BY_BITS: &[(u64, u32)] = &[
    (32, 74),
    (64, 148),
    (96, 222),
    (128, 296),
    (160, 369),
    (192, 443),
    (224, 517),
    (254, 586),
    (255, 588),
    (256, 590),
    (288, 664),
    (320, 738),
    (352, 812),
    (384, 885),
    (416, 959),
    (448, 1033),
    (480, 1106),
    (512, 1180),
    (521, 1201),
];

/// A proven number of half-delta steps (start `δ = 1/2`) for every odd modulus of at most `bits` bits, from the next committed size.
///
/// `None` above the largest committed size.
pub fn divsteps_bound(bits: u64) -> Option<u32> {
    BY_BITS
        .iter()
        .find(|(size, _)| bits <= *size)
        .map(|(_, steps)| *steps)
}

/// The best committed count for a modulus, 0 if there is none, and the reason in words.
pub(super) fn known(modulus: &BigUint) -> (u32, String) {
    let hex = modulus.to_str_radix(16);
    if let Some((_, steps)) = KNOWN.iter().find(|(known, _)| *known == hex) {
        return (
            *steps,
            format!("inversion: {steps} half-delta steps, hull bound for this modulus"),
        );
    }
    match divsteps_bound(modulus.bits()) {
        Some(steps) => (
            steps,
            format!("inversion: {steps} half-delta steps, hull bound for the size"),
        ),
        None => (
            0,
            "inversion: no proven count of division steps for this size".to_string(),
        ),
    }
}
