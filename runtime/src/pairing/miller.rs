//! The Miller loop of a product of pairs: the squarings are shared.

use fieldc_generated::element::Extension;
use fieldc_generated::formulas;

use super::lines::{Step, Walk, steps};
use super::{Family, G2Prepared, Gt, Line, Pairing, Twist, final_exponentiation};
use crate::curve::Affine;
use crate::tower::Fp12;

/// Pairs that share the squarings: what the stack holds. More are done in turns.
pub(crate) const SHARED: usize = 16;

/// The value of a Miller loop: not unique before the final exponentiation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MillerValue<C: Pairing>(pub(super) Fp12<C::Fp2>);

impl<C: Pairing> MillerValue<C> {
    /// The value of no pairs.
    pub const ONE: Self = MillerValue(Fp12::ONE);

    /// The value of a pairing. Variable time.
    pub fn final_exponentiation_vartime(&self) -> Gt<C> {
        Gt(final_exponentiation::exponentiate::<C>(&self.0))
    }

    /// The element of Fp12.
    pub fn to_fp12(&self) -> Fp12<C::Fp2> {
        self.0
    }
}

impl<C: Pairing> core::ops::Mul for MillerValue<C> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        MillerValue(self.0 * other.0)
    }
}

impl<C: Pairing> core::iter::Product for MillerValue<C> {
    fn product<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::ONE, |a, b| a * b)
    }
}

/// Where the lines of a pair come from.
#[derive(Clone, Copy)]
enum Source<'a, C: Pairing> {
    Walk(Walk<C>),
    Prepared(&'a [Line<C::Fp2>]),
}

/// A pair without infinity.
#[derive(Clone, Copy)]
struct Pair<'a, C: Pairing> {
    x: <C::Fp2 as Extension>::Base,
    y: <C::Fp2 as Extension>::Base,
    source: Source<'a, C>,
}

impl<'a, C: Pairing> Pair<'a, C> {
    fn new(p: &Affine<C::G1>, source: Option<Source<'a, C>>) -> Option<Self> {
        let ((x, y), source) = p.coordinates().zip(source)?;
        Some(Pair { x, y, source })
    }

    /// The line of a step at P, in the order in which the product takes it.
    #[inline]
    fn line(&mut self, step: Step) -> Line<C::Fp2> {
        let line = match &mut self.source {
            Source::Walk(walk) => walk.step(step),
            Source::Prepared(lines) => {
                let (line, rest) = lines.split_first().expect("as many lines as steps");
                *lines = rest;
                *line
            }
        };
        let [l0, l1, l2] = formulas::line_at(&line, &self.x, &self.y);
        match C::TWIST {
            Twist::D => [l0, l1, l2],
            Twist::M => [l2, l1, l0],
        }
    }
}

/// The product of the lines so far; a line waits for another one, as two are multiplied with each other first.
struct Accumulator<C: Pairing> {
    f: Option<Fp12<C::Fp2>>,
    waiting: Option<Line<C::Fp2>>,
}

impl<C: Pairing> Accumulator<C> {
    fn square(&mut self) {
        self.flush();
        self.f = self.f.as_ref().map(Fp12::square);
    }

    fn push(&mut self, line: Line<C::Fp2>) {
        let Some(first) = self.waiting.take() else {
            self.waiting = Some(line);
            return;
        };
        let f = self.f.as_ref();
        self.f = Some(match C::TWIST {
            Twist::D => {
                let two = formulas::fp12_mul_034_034(&first, &line);
                let [a, b, c, d, e] = two;
                f.map_or(Fp12([a, b, c, d, e, zero::<C>()]), |f| f.mul_01234(&two))
            }
            Twist::M => {
                let two = formulas::fp12_mul_014_014(&first, &line);
                let [a, b, c, d, e] = two;
                f.map_or(Fp12([a, b, c, zero::<C>(), d, e]), |f| f.mul_01245(&two))
            }
        });
    }

    fn flush(&mut self) {
        let Some(line) = self.waiting.take() else {
            return;
        };
        let [a, b, c] = line;
        let o = zero::<C>();
        let f = self.f.as_ref();
        self.f = Some(match C::TWIST {
            Twist::D => f.map_or(Fp12([a, o, o, b, c, o]), |f| f.mul_034(&line)),
            Twist::M => f.map_or(Fp12([a, b, o, o, c, o]), |f| f.mul_014(&line)),
        });
    }

    fn finish(mut self) -> Fp12<C::Fp2> {
        self.flush();
        self.f.unwrap_or(Fp12::ONE)
    }
}

fn zero<C: Pairing>() -> C::Fp2 {
    <C::Fp2 as ff::Field>::ZERO
}

/// The Miller loop of all pairs, those of points and those of prepared points. Pairs with infinity count as 1. Variable time.
///
/// # Domain
/// Points in the subgroups.
///
/// # Cost
/// The squarings of the loop once for 16 pairs; lines are multiplied in twos.
pub fn multi_miller_loop_vartime<C: Pairing>(
    pairs: &[super::Points<C>],
    prepared: &[(Affine<C::G1>, &G2Prepared<C>)],
) -> MillerValue<C> {
    let walks = pairs
        .iter()
        .filter_map(|(p, q)| Pair::new(p, Walk::new(q).map(Source::Walk)));
    let fixed = prepared
        .iter()
        .filter_map(|(p, q)| Pair::new(p, q.lines().map(Source::Prepared)));
    let mut rest = walks.chain(fixed);
    let mut product = MillerValue::ONE;
    let mut turn: [Option<Pair<'_, C>>; SHARED] = [None; SHARED];
    let mut first = true;
    loop {
        let mut n = 0;
        while n < SHARED
            && let Some(pair) = rest.next()
        {
            turn[n] = Some(pair);
            n += 1;
        }
        if n == 0 {
            return product;
        }
        let value = MillerValue(shared_loop(&mut turn[..n]));
        product = if first { value } else { product * value };
        first = false;
    }
}

fn shared_loop<C: Pairing>(pairs: &mut [Option<Pair<'_, C>>]) -> Fp12<C::Fp2> {
    let mut f = Accumulator::<C> {
        f: None,
        waiting: None,
    };
    for (i, digit) in C::LOOP.iter().enumerate().skip(1) {
        f.square();
        for step in steps::<C>(*digit, i + 1 == C::LOOP.len()) {
            for pair in pairs.iter_mut().flatten() {
                f.push(pair.line(step));
            }
        }
    }
    let f = f.finish();
    match C::FAMILY {
        Family::Bn { .. } => f,
        // f of -|x| is the inverse of that of |x| up to a factor that the final exponentiation takes away; so is the conjugate.
        Family::Bls12 { .. } => f.conjugate(),
    }
}
