//! Group operations of BN254 in each library's own projective coordinates, on points whose `z` is not 1. `mul` takes a full scalar.

use super::alt_bn128::{self, Point};
use crate::bench::{Suite, each};
use crate::ids;
use num_bigint::BigUint;
use std::rc::Rc;

/// Inputs of `add` and `double`, and of `mul`.
const POINTS: usize = 32;
const SCALARS: usize = 4;

/// A library's group: how points and scalars enter and leave, and its operations.
pub struct Group<P, S> {
    pub who: &'static str,
    pub point: fn(&BigUint, &BigUint) -> P,
    pub affine: fn(&P) -> Point,
    pub scalar: fn(&BigUint) -> S,
    pub add: fn(&P, &P) -> P,
}

/// Two library points with `z != 1`, and what they are.
type Pair<P> = ((P, P), (Point, Point));

impl<P: Copy + 'static, S: Copy + 'static> Group<P, S> {
    /// `P + Q` from affine points: its coordinates are not normalized.
    fn projective(&self, p: &Point, q: &Point) -> (P, Point) {
        let enter = |p: &Point| {
            let (x, y) = p.as_ref().expect("not infinity");
            (self.point)(x, y)
        };
        ((self.add)(&enter(p), &enter(q)), alt_bn128::add(p, q))
    }

    fn pairs(&self, count: usize) -> Vec<Pair<P>> {
        let points = alt_bn128::samples(2 * count, 3);
        (0..count)
            .map(|i| {
                let (p, p_is) = self.projective(&points[i].0, &points[i + 1].0);
                let (q, q_is) = self.projective(&points[i + count - 1].0, &points[i + count].0);
                ((p, q), (p_is, q_is))
            })
            .collect()
    }

    /// Registers the library's rows.
    pub fn register(
        self,
        suite: &mut Suite,
        add: impl Fn(&P, &P) -> P + 'static,
        double: impl Fn(&P) -> P + 'static,
        mul: impl Fn(&P, &S) -> P + 'static,
    ) {
        let who = self.who;
        let group = Rc::new(self);
        let g = group.clone();
        suite.add(ids::curve("bn254", "g1", "add"), who, None, move || {
            let (inputs, are): (Vec<_>, Vec<_>) = g.pairs(POINTS).into_iter().unzip();
            each(
                inputs,
                move |(p, q)| add(p, q),
                move |i, sum| (g.affine)(sum) == alt_bn128::add(&are[i].0, &are[i].1),
            )
        });
        let g = group.clone();
        suite.add(ids::curve("bn254", "g1", "double"), who, None, move || {
            let (inputs, are): (Vec<_>, Vec<_>) = g.pairs(POINTS).into_iter().unzip();
            each(
                inputs,
                move |(p, _)| double(p),
                move |i, twice| (g.affine)(twice) == alt_bn128::add(&are[i].0, &are[i].0),
            )
        });
        let g = group;
        suite.add(ids::curve("bn254", "g1", "mul"), who, None, move || {
            let scalars: Vec<_> = alt_bn128::samples(SCALARS, 4)
                .into_iter()
                .map(|s| s.1)
                .collect();
            let (points, are): (Vec<_>, Vec<_>) = g.pairs(SCALARS).into_iter().unzip();
            let inputs = points
                .iter()
                .zip(&scalars)
                .map(|(p, k)| (p.0, (g.scalar)(k)))
                .collect();
            each(
                inputs,
                move |(p, k)| mul(p, k),
                move |i, product| (g.affine)(product) == alt_bn128::mul(&are[i].0, &scalars[i]),
            )
        });
    }
}

pub fn register(suite: &mut Suite) {
    arkworks(suite);
    halo2(suite);
    substrate(suite);
}

fn arkworks(suite: &mut Suite) {
    use ark_bn254::{Fq, Fr, G1Affine, G1Projective};
    use ark_ec::{AffineRepr, CurveGroup, PrimeGroup};
    use ark_ff::AdditiveGroup;
    Group {
        who: "ark-bn254",
        point: |x, y| G1Affine::new_unchecked(Fq::from(x.clone()), Fq::from(y.clone())).into(),
        affine: |p: &G1Projective| {
            let (x, y) = p.into_affine().xy()?;
            Some((x.into(), y.into()))
        },
        scalar: |k| Fr::from(k.clone()),
        add: |p, q| p + q,
    }
    .register(
        suite,
        |p, q| p + q,
        |p| p.double(),
        |p, k| p.mul_bigint(ark_ff::PrimeField::into_bigint(*k)),
    );
}

fn halo2(suite: &mut Suite) {
    use halo2curves::bn256::{Fq, Fr, G1, G1Affine};
    use halo2curves::ff::PrimeField;
    use halo2curves::group::{Curve, Group as _, prime::PrimeCurveAffine};
    fn element<F: PrimeField>(x: &BigUint) -> F {
        let mut repr = F::Repr::default();
        let digits = x.to_bytes_le();
        repr.as_mut()[..digits.len()].copy_from_slice(&digits);
        F::from_repr(repr).unwrap()
    }
    fn integer(x: &Fq) -> BigUint {
        BigUint::from_bytes_le(x.to_repr().as_ref())
    }
    Group {
        who: "halo2curves",
        point: |x, y| {
            G1Affine {
                x: element(x),
                y: element(y),
            }
            .into()
        },
        affine: |p: &G1| {
            let affine = p.to_affine();
            let finite = !bool::from(affine.is_identity());
            finite.then(|| (integer(&affine.x), integer(&affine.y)))
        },
        scalar: element::<Fr>,
        add: |p, q| p + q,
    }
    .register(suite, |p, q| p + q, |p| p.double(), |p, k| p * k);
}

fn substrate(suite: &mut Suite) {
    use substrate_bn::{AffineG1, Fq, Fr, G1};
    fn bytes(x: &BigUint) -> [u8; 32] {
        let digits = x.to_bytes_be();
        let mut out = [0; 32];
        out[32 - digits.len()..].copy_from_slice(&digits);
        out
    }
    fn integer(x: Fq) -> BigUint {
        let mut out = [0; 32];
        x.to_big_endian(&mut out).expect("32 bytes");
        BigUint::from_bytes_be(&out)
    }
    fn element(x: &BigUint) -> Fq {
        Fq::from_slice(&bytes(x)).expect("below the modulus")
    }
    Group {
        who: "substrate-bn",
        point: |x, y| {
            AffineG1::new(element(x), element(y))
                .expect("on the curve")
                .into()
        },
        affine: |p: &G1| {
            let affine = AffineG1::from_jacobian(*p)?;
            Some((integer(affine.x()), integer(affine.y())))
        },
        scalar: |k| Fr::from_slice(&bytes(k)).expect("32 bytes"),
        add: |p, q| *p + *q,
    }
    // It has no public doubling; its addition of equal points doubles.
    .register(suite, |p, q| *p + *q, |p| *p + *p, |p, k| *p * *k);
}
