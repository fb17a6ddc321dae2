//! Dyadic numbers `m 2^e`: the coefficients of every polynomial here.
//!
//! Multiplying and dividing by the machine word only moves `e`, which is what nearly all coefficients do; the mantissa
//! stays in an `i128` until it no longer fits.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;

/// `mantissa * 2^exponent`. Zero is always `Small(0, 0)`.
#[derive(Clone, Debug)]
pub(super) enum Num {
    Small(i128, i32),
    Big(BigInt, i32),
}

impl Num {
    pub(super) const ZERO: Num = Num::Small(0, 0);
    pub(super) const ONE: Num = Num::Small(1, 0);

    pub(super) fn int(x: u64) -> Num {
        Num::small(i128::from(x), 0)
    }

    pub(super) fn pow2(e: i32) -> Num {
        Num::Small(1, e)
    }

    fn small(m: i128, e: i32) -> Num {
        if m == 0 { Num::ZERO } else { Num::Small(m, e) }
    }

    pub(super) fn from_big(x: &BigInt) -> Num {
        match i128::try_from(x) {
            Ok(m) => Num::small(m, 0),
            Err(_) => Num::Big(x.clone(), 0),
        }
    }

    pub(super) fn from_biguint(x: &BigUint) -> Num {
        Num::from_big(&BigInt::from(x.clone()))
    }

    fn big(m: BigInt, e: i32) -> Num {
        if m.is_zero() {
            Num::ZERO
        } else {
            Num::Big(m, e)
        }
    }

    fn parts(&self) -> (BigInt, i32) {
        match self {
            Num::Small(m, e) => (BigInt::from(*m), *e),
            Num::Big(m, e) => (m.clone(), *e),
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        matches!(self, Num::Small(0, _))
    }

    pub(super) fn signum(&self) -> i32 {
        match self {
            Num::Small(m, _) => m.signum() as i32,
            Num::Big(m, _) => match m.sign() {
                Sign::Minus => -1,
                Sign::NoSign => 0,
                Sign::Plus => 1,
            },
        }
    }

    pub(super) fn neg(&self) -> Num {
        match self {
            Num::Small(m, e) => match m.checked_neg() {
                Some(m) => Num::Small(m, *e),
                None => Num::Big(-BigInt::from(*m), *e),
            },
            Num::Big(m, e) => Num::Big(-m, *e),
        }
    }

    /// Times `2^k`.
    pub(super) fn shift(&self, k: i32) -> Num {
        match self {
            Num::Small(0, _) => Num::ZERO,
            Num::Small(m, e) => Num::Small(*m, e + k),
            Num::Big(m, e) => Num::Big(m.clone(), e + k),
        }
    }

    pub(super) fn add(&self, o: &Num) -> Num {
        if self.is_zero() {
            return o.clone();
        }
        if o.is_zero() {
            return self.clone();
        }
        if let (Num::Small(a, ea), Num::Small(b, eb)) = (self, o) {
            let (hi, ehi, lo, elo) = if ea >= eb {
                (*a, *ea, *b, *eb)
            } else {
                (*b, *eb, *a, *ea)
            };
            let d = (ehi - elo) as u32;
            // Room for the shift and for one more bit.
            if d < hi.unsigned_abs().leading_zeros().saturating_sub(1)
                && let Some(s) = (hi << d).checked_add(lo)
            {
                return Num::small(s, elo);
            }
        }
        let ((a, ea), (b, eb)) = (self.parts(), o.parts());
        let e = ea.min(eb);
        Num::big((a << (ea - e) as u32) + (b << (eb - e) as u32), e)
    }

    pub(super) fn sub(&self, o: &Num) -> Num {
        self.add(&o.neg())
    }

    pub(super) fn mul(&self, o: &Num) -> Num {
        if let (Num::Small(a, ea), Num::Small(b, eb)) = (self, o)
            && let Some(m) = a.checked_mul(*b)
        {
            return Num::small(m, ea + eb);
        }
        let ((a, ea), (b, eb)) = (self.parts(), o.parts());
        Num::big(a * b, ea + eb)
    }

    pub(super) fn compare(&self, o: &Num) -> Ordering {
        self.sub(o).signum().cmp(&0)
    }

    pub(super) fn le(&self, o: &Num) -> bool {
        self.compare(o) != Ordering::Greater
    }

    /// `Some(e)` where the number is `2^e`.
    pub(super) fn log2(&self) -> Option<i32> {
        match self {
            Num::Small(m, e) if *m > 0 && m.count_ones() == 1 => {
                Some(e + m.trailing_zeros() as i32)
            }
            Num::Big(m, e) if m.is_positive() => {
                let tz = m.trailing_zeros()?;
                (tz + 1 == m.bits()).then(|| e + tz as i32)
            }
            _ => None,
        }
    }

    pub(super) fn is_integer(&self) -> bool {
        match self {
            Num::Small(m, e) => *e >= 0 || m.trailing_zeros() >= e.unsigned_abs() || *m == 0,
            Num::Big(m, e) => {
                *e >= 0
                    || m.trailing_zeros()
                        .is_some_and(|tz| tz >= u64::from(e.unsigned_abs()))
            }
        }
    }

    /// The largest integer not above it.
    pub(super) fn floor(&self) -> BigInt {
        let (m, e) = self.parts();
        if e >= 0 {
            m << e as u32
        } else {
            m.div_floor(&(BigInt::from(1) << e.unsigned_abs()))
        }
    }

    /// Is it an integer multiple of `2^k`?
    pub(super) fn is_multiple_of_power(&self, k: u64) -> bool {
        let (m, e) = self.parts();
        let zeros = m.trailing_zeros().map(|z| i128::from(z) + i128::from(e));
        zeros.is_none_or(|z| z >= i128::from(k))
    }

    /// Is it `0` in `Z[1/2] / p`, `p` odd?
    pub(super) fn divisible(&self, p: &BigUint) -> bool {
        match self {
            Num::Small(0, _) => true,
            Num::Small(m, _) => {
                // A multiple of p has at least as many bits as p.
                let bits = u64::from(128 - m.unsigned_abs().leading_zeros());
                bits >= p.bits() && (BigUint::from(m.unsigned_abs()) % p).is_zero()
            }
            Num::Big(m, _) => m.bits() >= p.bits() && (m.magnitude() % p).is_zero(),
        }
    }
}

impl std::fmt::Display for Num {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (m, e) = self.parts();
        if e == 0 {
            write!(f, "{m:#x}")
        } else {
            write!(f, "{m:#x}*2^{e}")
        }
    }
}
