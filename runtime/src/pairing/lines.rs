//! The lines of a Miller loop.

use core::fmt::Debug;

use fieldc_generated::element::Element;
use fieldc_generated::formulas;

use super::{Family, Pairing};
use crate::curve::{Affine, Weierstrass};
use crate::tower::SexticBase;

/// The coefficients of a line: at a point of G1 the first is scaled by y, the second by x.
pub type Line<F> = [F; 3];

/// What a step of the loop asks of a point of G2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The tangent at T, and `T := 2 T`.
    Double,
    /// The line through T and Q, and `T := T + Q`.
    Add,
    /// The line through T and -Q, and `T := T - Q`.
    Subtract,
    /// The line through T and `π(Q)`, and `T := T + π(Q)`.
    AddFrobenius,
    /// The line through T and `-π^2(Q)`; T is not needed after it.
    SubtractFrobenius2,
}

/// The steps of the loop between two squarings, in order; a loop has one for each digit after the first, and the last also does
/// what comes after it.
pub(super) fn steps<C: Pairing>(digit: i8, last: bool) -> impl Iterator<Item = Step> {
    let add = match digit {
        0 => None,
        1 => Some(Step::Add),
        _ => Some(Step::Subtract),
    };
    let end = last && matches!(C::FAMILY, Family::Bn { .. });
    [
        Some(Step::Double),
        add,
        end.then_some(Step::AddFrobenius),
        end.then_some(Step::SubtractFrobenius2),
    ]
    .into_iter()
    .flatten()
}

/// The number of lines of the loop.
pub(super) const fn count(digits: &[i8], family: &Family) -> usize {
    let mut n = digits.len() - 1;
    let mut i = 1;
    while i < digits.len() {
        n += (digits[i] != 0) as usize;
        i += 1;
    }
    match family {
        Family::Bn { .. } => n + 2,
        Family::Bls12 { .. } => n,
    }
}

/// A point of G2 on its way through the loop.
#[derive(Clone, Copy)]
pub(super) struct Walk<C: Pairing> {
    t: [C::Fp2; 3],
    q: [C::Fp2; 2],
}

impl<C: Pairing> Walk<C> {
    /// None for infinity.
    pub(super) fn new(q: &Affine<C::G2>) -> Option<Self> {
        let (x, y) = q.coordinates()?;
        Some(Walk {
            t: [x, y, <C::Fp2 as ff::Field>::ONE],
            q: [x, y],
        })
    }

    /// The line of a step.
    #[inline]
    pub(super) fn step(&mut self, step: Step) -> Line<C::Fp2> {
        let [x, y] = self.q;
        match step {
            Step::Double => {
                let zz = Element::square(&self.t[2]);
                let e = C::G2::mul_3b(&zz);
                let (t, line) = formulas::miller_double(&self.t, &zz, &e);
                self.t = t;
                line
            }
            Step::Add => self.add(&[x, y]),
            Step::Subtract => self.add(&[x, Element::neg(&y)]),
            Step::AddFrobenius => self.add(&frobenius(&self.q)),
            Step::SubtractFrobenius2 => {
                let [x, y] = frobenius(&frobenius(&self.q));
                self.add(&[x, Element::neg(&y)])
            }
        }
    }

    fn add(&mut self, q: &[C::Fp2; 2]) -> Line<C::Fp2> {
        let (t, line) = formulas::miller_add(&self.t, q);
        self.t = t;
        line
    }
}

/// `(x, y)^p` on the curve, back on a D-twist.
fn frobenius<F: SexticBase>(q: &[F; 2]) -> [F; 2] {
    formulas::twist_frobenius(q, &[F::FROBENIUS.one[1], F::FROBENIUS.one[2]])
}

/// A point of G2 with the lines of its Miller loop, for a point that is paired more than once.
///
/// # Shape
/// 68 lines for BLS12-381, 88 for BN254.
#[derive(Clone, Debug)]
pub struct G2Prepared<C: Pairing> {
    lines: C::Lines,
    finite: bool,
}

impl<C: Pairing> G2Prepared<C> {
    /// The lines of a point. Variable time.
    ///
    /// # Domain
    /// Q in the subgroup.
    pub fn new_vartime(q: &Affine<C::G2>) -> Self {
        const { assert!(count_of::<C>() > 0, "the array fits the loop") };
        let mut lines = C::NO_LINES;
        let Some(mut walk) = Walk::<C>::new(q) else {
            return G2Prepared {
                lines,
                finite: false,
            };
        };
        let mut free = lines.as_mut().iter_mut();
        for (i, digit) in C::LOOP.iter().enumerate().skip(1) {
            for step in steps::<C>(*digit, i + 1 == C::LOOP.len()) {
                if let Some(line) = free.next() {
                    *line = walk.step(step);
                }
            }
        }
        G2Prepared {
            lines,
            finite: true,
        }
    }

    /// The lines, none for infinity.
    pub(super) fn lines(&self) -> Option<&[Line<C::Fp2>]> {
        self.finite.then(|| self.lines.as_ref())
    }
}

const fn count_of<C: Pairing>() -> usize {
    count(C::LOOP, &C::FAMILY)
}
