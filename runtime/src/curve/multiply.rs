//! Scalar multiplication.

use ff::Field;
use subtle::{ConditionallySelectable, ConstantTimeEq};

use super::recode::{FIXED_DIGITS, Naf, WINDOW, fixed_digit};
use super::{Affine, Endomorphism, Jacobian, Projective, Weierstrass};

/// `k P` by fixed signed windows; the table is read in full for each digit. Constant time.
pub(super) fn mul<C: Weierstrass>(p: &Projective<C>, k: &[u64; 4]) -> Projective<C> {
    // i P for i = 1..=16.
    let mut table = [*p; 16];
    for i in 1..16 {
        table[i] = if i % 2 == 1 {
            table[i / 2].double()
        } else {
            table[i - 1].add(p)
        };
    }
    let entry = |digit: i64| {
        let sign = digit >> 63;
        let magnitude = ((digit ^ sign) - sign) as u64;
        let mut out = Projective::IDENTITY;
        for (i, multiple) in (1u64..).zip(&table) {
            out.conditional_assign(multiple, i.ct_eq(&magnitude));
        }
        let minus = -out;
        out.conditional_assign(&minus, subtle::Choice::from(sign as u8 & 1));
        out
    };
    let mut out = entry(fixed_digit(k, FIXED_DIGITS - 1));
    for i in (0..FIXED_DIGITS - 1).rev() {
        for _ in 0..WINDOW {
            out = out.double();
        }
        out = out.add(&entry(fixed_digit(k, i)));
    }
    out
}

/// Odd multiples of a point, `d P` for `d = -15, -13, …, 15`, affine on another curve.
type Table<C> = [Affine<C>; 16];

#[inline(always)]
fn table_index(digit: i8) -> usize {
    ((digit + 15) >> 1) as usize
}

/// The table of P, on a curve `y^2 = x^3 + b'` to which `(x, y) -> (x / s^2, y / s^3)` leads from the right
/// one, and s. Variable time.
///
/// As no formula contains b, all of the multiplication runs on that other curve, with affine multiples and
/// without an inversion. First s is Z of P, so that P is affine; then times Z of 2 P, so that 2 P is affine too;
/// then times Z of 15 P: the ratios of the Z of one multiple to the next are at hand.
///
/// # Domain
/// P not infinity, of a prime order above 16.
///
/// # Cost
/// 1M + (3M + 4S) + 7 (8M + 3S) + 8 (4M + 1S), roughly.
fn odd_multiples<C: Weierstrass>(p: &Jacobian<C>) -> (Table<C>, C::Base) {
    let twice = Jacobian::<C> {
        z: C::Base::ONE,
        ..*p
    }
    .double_vartime();
    let step = Affine::<C> {
        x: twice.x,
        y: twice.y,
    };
    let first = Jacobian::<C> { z: twice.z, ..*p }.onto(&twice.z);
    let mut multiples = [first; 8];
    let mut ratios = [C::Base::ONE; 8];
    for i in 1..8 {
        (multiples[i], ratios[i]) = multiples[i - 1].add_finite_vartime(&step);
    }
    let mut table = [Affine::IDENTITY; 16];
    // Z of 15 P over Z of the multiple.
    let mut ratio = C::Base::ONE;
    for i in (0..8).rev() {
        let multiple = multiples[i].scaled(&ratio);
        table[8 + i] = multiple;
        table[7 - i] = -multiple;
        ratio *= ratios[i];
    }
    (table, p.z * twice.z * multiples[7].z)
}

impl<C: Weierstrass> Jacobian<C> {
    /// The point with coordinates `(X z^2, Y z^3)`, affine.
    #[inline(always)]
    fn onto(&self, z: &C::Base) -> Self {
        let Affine { x, y } = self.scaled(z);
        Jacobian {
            x,
            y,
            z: C::Base::ONE,
        }
    }
}

/// `sum k_i P_i` from tables on one curve. Variable time.
fn interleaved<C: Weierstrass, const N: usize>(
    tables: &[Table<C>; N],
    nafs: &[Naf; N],
) -> Jacobian<C> {
    let length = nafs.iter().map(|naf| naf.length).max().unwrap_or(0);
    let mut out = Jacobian::IDENTITY;
    for i in (0..length).rev() {
        out = out.double_vartime();
        for (table, naf) in tables.iter().zip(nafs) {
            let digit = naf.digits[i];
            if digit != 0 {
                out = out.add_finite_vartime(&table[table_index(digit)]).0;
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
    let (table, s) = odd_multiples(p);
    let out = interleaved(&[table], &[Naf::new(k, false)]);
    Jacobian {
        z: out.z * s,
        ..out
    }
}

/// `k P` by two scalars of half the length, `k1 P + k2 φ(P)`. Variable time.
///
/// # Domain
/// k below the order, P in the subgroup.
///
/// # Cost
/// With 254 bits: 127 doublings and 43 additions of affine points on average, and a table of about 115M.
pub fn mul_glv_vartime<C: Endomorphism>(p: &Jacobian<C>, k: &[u64; 4]) -> Jacobian<C> {
    if p.is_identity_vartime() {
        return *p;
    }
    let parts = C::LATTICE.split(k);
    let (table, s) = odd_multiples(p);
    let mut image = table;
    for i in 0..8 {
        let x = table[8 + i].x * C::BETA;
        image[8 + i].x = x;
        image[7 - i].x = x;
    }
    let nafs = parts.map(|part| Naf::new(&part.magnitude, part.negative));
    let out = interleaved(&[table, image], &nafs);
    Jacobian {
        z: out.z * s,
        ..out
    }
}
