//! Affine forms over `Z/p` in the unknown parts of a computation, and elimination.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// A coefficient: its value at the random parameters, and the degree that it has as a polynomial in them (at most).
#[derive(Clone, Debug)]
pub(super) struct Coefficient {
    pub(super) value: BigUint,
    pub(super) degree: u32,
}

impl Coefficient {
    pub(super) fn constant(value: BigUint) -> Coefficient {
        Coefficient { value, degree: 0 }
    }
}

/// `constant + Σ coefficient * unknown`.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) constant: Coefficient,
    pub(super) terms: BTreeMap<u32, Coefficient>,
}

impl Form {
    pub(super) fn constant(value: BigUint, degree: u32) -> Form {
        Form {
            constant: Coefficient { value, degree },
            terms: BTreeMap::new(),
        }
    }

    pub(super) fn unknown(u: u32) -> Form {
        let one = Coefficient::constant(BigUint::one());
        Form {
            constant: Coefficient::constant(BigUint::ZERO),
            terms: BTreeMap::from([(u, one)]),
        }
    }

    /// No unknown is left.
    pub(super) fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// The largest degree of a coefficient.
    pub(super) fn degree(&self) -> u32 {
        let terms = self.terms.values().map(|c| c.degree);
        terms.fold(self.constant.degree, u32::max)
    }

    pub(super) fn is_zero(&self) -> bool {
        self.terms.is_empty() && self.constant.value.is_zero()
    }
}

/// `Z/p`.
pub(super) struct Ring {
    pub(super) p: BigUint,
}

impl Ring {
    fn add(&self, x: &mut Coefficient, y: &Coefficient, k: &Coefficient) {
        x.value = (&x.value + &y.value * &k.value) % &self.p;
        x.degree = x.degree.max(y.degree + k.degree);
    }

    pub(super) fn neg(&self, x: &BigUint) -> BigUint {
        (&self.p - x % &self.p) % &self.p
    }

    /// Whether a coefficient that depends on no parameter is `k power` for an integer of at most 16 in absolute value.
    pub(super) fn is_small_multiple(&self, c: &Coefficient, power: &BigUint) -> bool {
        let multiples = (1..=16u8).map(|k| power * k % &self.p);
        c.degree == 0
            && multiples
                .into_iter()
                .any(|m| m == c.value || self.neg(&m) == c.value)
    }

    /// `x += k y`.
    pub(super) fn add_scaled(&self, x: &mut Form, y: &Form, k: &Coefficient) {
        if k.value.is_zero() {
            return;
        }
        self.add(&mut x.constant, &y.constant, k);
        for (u, c) in &y.terms {
            let t = x
                .terms
                .entry(*u)
                .or_insert_with(|| Coefficient::constant(BigUint::ZERO));
            self.add(t, c, k);
            if t.value.is_zero() {
                x.terms.remove(u);
            }
        }
    }

    /// `Σ coefficients * forms`, the coefficients given as integers modulo `p`.
    pub(super) fn sum(&self, parts: &[(&Form, BigUint)]) -> Form {
        let mut x = Form::constant(BigUint::ZERO, 0);
        for (form, k) in parts {
            self.add_scaled(&mut x, form, &Coefficient::constant(k % &self.p));
        }
        x
    }
}

struct Row {
    pivot: u32,
    inverse: BigUint,
    form: Form,
    /// Which facts it is a combination of.
    facts: BTreeSet<usize>,
}

/// Forms that are zero, in an order in which one pass reduces: a row has no pivot of an earlier one.
#[derive(Default)]
pub(super) struct System {
    rows: Vec<Row>,
}

/// What became of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Added {
    /// It follows from the others.
    Redundant,
    /// It says something new.
    New,
    /// It is about the parameters alone, or has no coefficient to divide by.
    Unusable,
}

impl System {
    /// Subtracts multiples of the rows until no pivot is left; `used` collects their facts. Returns the largest degree on the way.
    pub(super) fn reduce(&self, ring: &Ring, form: &mut Form, used: &mut BTreeSet<usize>) -> u32 {
        let mut largest = form.degree();
        for row in &self.rows {
            let Some(c) = form.terms.get(&row.pivot) else {
                continue;
            };
            let k = Coefficient {
                value: ring.neg(&(&c.value * &row.inverse % &ring.p)),
                degree: c.degree,
            };
            // In numerators: form * pivot - coefficient * row.
            let lift = row.form.terms[&row.pivot].degree;
            if lift > 0 {
                form.constant.degree += lift;
                form.terms.values_mut().for_each(|t| t.degree += lift);
            }
            largest = largest.max(form.degree()).max(k.degree + row.form.degree());
            ring.add_scaled(form, &row.form, &k);
            form.terms.remove(&row.pivot);
            used.extend(&row.facts);
        }
        largest
    }

    /// Adds `form = 0`, fact number `fact`.
    pub(super) fn add(&mut self, ring: &Ring, mut form: Form, fact: usize) -> Added {
        let mut facts = BTreeSet::from([fact]);
        self.reduce(ring, &mut form, &mut facts);
        if form.is_zero() {
            return Added::Redundant;
        }
        // The latest unknown whose coefficient depends on no parameter, if there is one.
        let mut candidates: Vec<(&u32, &Coefficient)> = form.terms.iter().rev().collect();
        candidates.sort_by_key(|(_, c)| c.degree);
        let pivot = candidates
            .into_iter()
            .find_map(|(u, c)| Some((*u, c.value.modinv(&ring.p)?)));
        let Some((pivot, inverse)) = pivot else {
            return Added::Unusable;
        };
        self.rows.push(Row {
            pivot,
            inverse,
            form,
            facts,
        });
        Added::New
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_reduces_to_zero_and_what_does_not_stays() {
        let ring = Ring { p: 101u8.into() };
        let u = Form::unknown;
        let n = |x: u8| BigUint::from(x);
        // u0 + 2 u1 = 0, u1 + u2 = 3
        let mut s = System::default();
        let first = ring.sum(&[(&u(0), n(1)), (&u(1), n(2))]);
        let second = ring.sum(&[
            (&u(1), n(1)),
            (&u(2), n(1)),
            (&Form::constant(n(1), 0), n(98)),
        ]);
        assert_eq!(s.add(&ring, first.clone(), 0), Added::New);
        assert_eq!(s.add(&ring, second.clone(), 1), Added::New);
        let both = ring.sum(&[(&first, n(5)), (&second, n(7))]);
        assert_eq!(s.add(&ring, both.clone(), 2), Added::Redundant);
        let mut used = BTreeSet::new();
        let mut x = both.clone();
        s.reduce(&ring, &mut x, &mut used);
        assert!(x.is_zero() && used == BTreeSet::from([0, 1]));
        let mut y = ring.sum(&[(&both, n(1)), (&u(2), n(1))]);
        s.reduce(&ring, &mut y, &mut used);
        assert!(!y.is_zero());
        // 1 = 0 is never taken for a fact.
        let wrong = ring.sum(&[(&first, n(1)), (&Form::constant(n(1), 0), n(1))]);
        assert_eq!(s.add(&ring, wrong, 3), Added::Unusable);
    }
}
