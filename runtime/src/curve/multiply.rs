//! Scalar multiplication.

use ff::Field;
use fieldc_generated::element::Element;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

use super::recode::{Naf, WINDOW, fixed_digit, fixed_digits};
use super::{
    Affine, CoefficientA, Coordinates, CurveField, Jacobian, Projective, Signed, Weierstrass,
};

/// Calls a function with the number of parts of a curve's scalars as a constant.
macro_rules! by_parts {
    ($C:ident, $function:ident($($argument:expr),*)) => {
        match $C::PARTS {
            1 => $function::<$C, 1>($($argument),*),
            2 => $function::<$C, 2>($($argument),*),
            _ => $function::<$C, 4>($($argument),*),
        }
    };
}

#[cfg(feature = "alloc")]
pub(super) use by_parts;

/// The parts of a scalar below the order; those from `N` on are 0.
pub(super) fn parts<C: Weierstrass, const N: usize>(k: &[u64; 4]) -> [Signed; N] {
    let parts = C::split(k);
    core::array::from_fn(|i| parts[i])
}

/// `i P` for i = 1..=16.
type FixedTable<C> = [Projective<C>; 16];

/// `k P` for any point. Constant time.
pub(super) fn mul<C: Weierstrass>(p: &Projective<C>, k: &[u64; 4]) -> Projective<C> {
    fixed_windows(&[multiples(p)], &[Signed::positive(*k)], 256)
}

/// `k P` for k below the order and P in the subgroup, by the endomorphism. Constant time.
pub(super) fn mul_split<C: Weierstrass>(p: &Projective<C>, k: &[u64; 4]) -> Projective<C> {
    fn sized<C: Weierstrass, const N: usize>(p: &Projective<C>, k: &[u64; 4]) -> Projective<C> {
        let mut tables = [multiples(p); N];
        for i in 1..N {
            tables[i] = tables[i - 1].map(|multiple| multiple.mapped());
        }
        fixed_windows(&tables, &parts::<C, N>(k), C::PART_BITS)
    }
    by_parts!(C, sized(p, k))
}

fn multiples<C: Weierstrass>(p: &Projective<C>) -> FixedTable<C> {
    let mut table = [*p; 16];
    for i in 1..16 {
        table[i] = if i % 2 == 1 {
            table[i / 2].double()
        } else {
            table[i - 1].add(p)
        };
    }
    table
}

/// `digit P`, or its negative. The table is read in full.
fn entry<C: Weierstrass>(table: &FixedTable<C>, digit: i64, negative: bool) -> Projective<C> {
    let sign = digit >> 63;
    let magnitude = ((digit ^ sign) - sign) as u64;
    let mut out = Projective::IDENTITY;
    for (i, multiple) in (1u64..).zip(table) {
        out.conditional_assign(multiple, i.ct_eq(&magnitude));
    }
    let minus = -out;
    out.conditional_assign(&minus, Choice::from((sign as u8 & 1) ^ u8::from(negative)));
    out
}

/// `sum k_i P_i` by fixed signed windows, for k_i of at most `bits` bits.
fn fixed_windows<C: Weierstrass, const N: usize>(
    tables: &[FixedTable<C>; N],
    parts: &[Signed; N],
    bits: u32,
) -> Projective<C> {
    let mut out = Projective::IDENTITY;
    for i in (0..fixed_digits(bits)).rev() {
        // Nothing is doubled before the first window: that is as public as the number of windows.
        if i + 1 < fixed_digits(bits) {
            for _ in 0..WINDOW {
                out = out.double();
            }
        }
        for (table, part) in tables.iter().zip(parts) {
            let digit = fixed_digit(&part.magnitude, i);
            out = out.add(&entry(table, digit, part.negative));
        }
    }
    out
}

/// Odd multiples of a point, `d P` for `d = 1, 3, …, 15`.
pub(super) type Table<C> = [Affine<C>; 8];

/// The odd multiples of P on a curve `y^2 = x^3 + b'` to which `(x, y) -> (x / s^2, y / s^3)` leads from the right
/// one, and s. Variable time.
///
/// As no formula contains b, and where a is 0, all of a multiplication can run on that other curve, with affine multiples and
/// without an inversion. First s is Z of P, so that P is affine; then times Z of 2 P, so that 2 P is affine too;
/// then times Z of 15 P: the ratios of the Z of one multiple to the next are at hand.
///
/// # Domain
/// P not infinity, of a prime order above 16.
///
/// # Cost
/// 1M + (3M + 4S) + 7 (8M + 3S) + 8 (4M + 1S), roughly.
pub(super) fn odd_multiples<C: Weierstrass>(p: &Jacobian<C>) -> (Table<C>, C::Base) {
    let one = C::Base::ONE;
    let [_, y, z] = p.xyz;
    // On the other curve Z is that of the right one divided by Z of P: Y. X and Y are the same on both.
    let [step_x, step_y, _] = p.double_vartime().xyz;
    let step_z = y;
    let step = Affine::<C>::new_unchecked(step_x, step_y);
    let [x, y] = p.scaled(&step_z).xy;
    let mut multiples = [Jacobian::<C> { xyz: [x, y, one] }; 8];
    let mut ratios = [one; 8];
    for i in 1..8 {
        (multiples[i], ratios[i]) = multiples[i - 1].add_finite_vartime(&step);
    }
    let mut table = [Affine::IDENTITY; 8];
    // Z of 15 P over Z of the multiple.
    let mut ratio = one;
    for i in (0..8).rev() {
        table[i] = multiples[i].scaled(&ratio);
        ratio *= ratios[i];
    }
    (table, z * step_z * multiples[7].xyz[2])
}

/// The image of a point that is not infinity.
pub(super) fn mapped<C: Weierstrass>(p: &Affine<C>) -> Affine<C> {
    let [x, y] = &p.xy;
    Affine::new_unchecked(C::map_x(x), C::map_y(y))
}

/// `sum k_i P_i` from tables on one curve. Variable time.
pub(super) fn interleaved<C: Weierstrass>(tables: &[Table<C>], nafs: &[Naf]) -> Jacobian<C> {
    let length = nafs.iter().map(|naf| naf.length).max().unwrap_or(0);
    let mut out = Jacobian::IDENTITY;
    for i in (0..length).rev() {
        out = out.double_vartime();
        for (table, naf) in tables.iter().zip(nafs) {
            let digit = naf.digits[i];
            if digit != 0 {
                let multiple = table[usize::from(digit.unsigned_abs() >> 1)];
                let multiple = if digit < 0 { -multiple } else { multiple };
                out = out.add_finite_vartime(&multiple).0;
            }
        }
    }
    out
}

/// `k P` by the non-adjacent form of width 5, for any 256-bit k. Variable time.
///
/// # Domain
/// P infinity or of a prime order above 16.
pub fn mul_vartime<C: Weierstrass>(p: &Jacobian<C>, k: &[u64; 4]) -> Jacobian<C> {
    if p.is_identity_vartime() {
        return *p;
    }
    let (mut table, mut s) = odd_multiples(p);
    if C::COEFFICIENT_A != CoefficientA::Zero {
        back(&mut table, &mut s);
    }
    let [x, y, z] = interleaved(&[table], &[Naf::new(k, false)]).xyz;
    Jacobian { xyz: [x, y, z * s] }
}

/// The table on the right curve, for one inversion, where not everything can run on the other one.
fn back<C: Weierstrass>(table: &mut Table<C>, s: &mut C::Base) {
    let inverse = s.invert_vartime().unwrap_or(*s);
    let square = Element::square(&inverse);
    let cube = square * inverse;
    for multiple in table {
        let [x, y] = multiple.xy;
        *multiple = Affine::new_unchecked(x * square, y * cube);
    }
    *s = C::Base::ONE;
}

/// `k P` by scalars of a part of the length, `sum k_i φ^i(P)`. Variable time.
///
/// # Domain
/// k below the order, P in the subgroup.
///
/// # Cost
/// BN254's first group: 127 doublings and 43 additions of affine points on average, and a table of about 115M.
pub(super) fn mul_split_vartime<C: Weierstrass>(p: &Jacobian<C>, k: &[u64; 4]) -> Jacobian<C> {
    fn sized<C: Weierstrass, const N: usize>(p: &Jacobian<C>, k: &[u64; 4]) -> Jacobian<C> {
        let (mut table, mut s) = odd_multiples(p);
        // Conjugation does not commute with the step to another curve.
        if N > 1 && C::CONJUGATES || C::COEFFICIENT_A != CoefficientA::Zero {
            back(&mut table, &mut s);
        }
        let mut tables = [table; N];
        for i in 1..N {
            tables[i] = tables[i - 1].map(|multiple| mapped(&multiple));
        }
        let nafs = parts::<C, N>(k).map(|part| Naf::new(&part.magnitude, part.negative));
        let [x, y, z] = interleaved(&tables, &nafs).xyz;
        Jacobian { xyz: [x, y, z * s] }
    }
    if p.is_identity_vartime() {
        return *p;
    }
    by_parts!(C, sized(p, k))
}
