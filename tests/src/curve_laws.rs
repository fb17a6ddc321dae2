//! What holds on every curve, against [`weierstrass`](crate::weierstrass); one call a curve, on every tier.

use ff::Field;
use fieldc::curve::{
    Affine, FixedBase, Jacobian, PointError, Projective, UnequalLengths, Weierstrass, mul_vartime,
};
use group::Group;
use num_bigint::BigUint;

use crate::adversarial::Random;
use crate::tiers;
use crate::weierstrass::{Curve, Element, Point};

/// A curve of the library, and how its coordinates enter and leave.
pub trait Tested: Weierstrass {
    /// The same curve in big integers.
    fn reference() -> Curve;
    /// An element of the base field.
    fn element(a: &Element) -> Self::Base;
    /// Its integers.
    fn integers(a: &Self::Base) -> Element;
    /// A scalar, reduced.
    fn scalar(k: &BigUint) -> Self::Scalar;
}

/// The limbs of an integer below 2^256.
pub fn limbs(k: &BigUint) -> [u64; 4] {
    let mut digits = k.iter_u64_digits();
    std::array::from_fn(|_| digits.next().unwrap_or(0))
}

/// The library's point.
///
/// # Panics
/// No point of the curve.
pub fn affine<C: Tested>(p: &Point) -> Affine<C> {
    match p {
        Some((x, y)) => Affine::new(C::element(x), C::element(y)).expect("on the curve"),
        None => Affine::IDENTITY,
    }
}

/// The point of big integers.
pub fn point<C: Tested>(p: &Affine<C>) -> Point {
    p.coordinates()
        .map(|(x, y)| (C::integers(&x), C::integers(&y)))
}

/// The same point with Z not 1, in both coordinate systems.
pub fn lifted<C: Tested>(
    curve: &Curve,
    p: &Point,
    random: &mut Random,
) -> (Jacobian<C>, Projective<C>) {
    let shift = curve.mul(&curve.generator(), &random.bits(64));
    let rest = curve.add(p, &curve.neg(&shift));
    let (shift, rest) = (affine::<C>(&shift), affine::<C>(&rest));
    let jacobian = Jacobian::from(rest).add_affine_vartime(&shift);
    let projective = Projective::from(rest) + shift;
    (jacobian, projective)
}

/// Points of the curve, most of them outside the subgroup: of small x, and of small order.
pub fn others<C: Tested>(curve: &Curve) -> Vec<Point> {
    let mut out = vec![];
    for k in 0..40u32 {
        let x = [
            (k % 7).into(),
            if curve.extension {
                (k / 7).into()
            } else {
                0u8.into()
            },
        ];
        let right_side = C::element(&curve.right_side(&x));
        if let Some(y) = right_side.sqrt().into_option() {
            let point = Some((x, C::integers(&y)));
            assert!(curve.contains(&point));
            if !out.contains(&point) {
                out.push(point);
            }
        }
        if out.len() == 6 {
            break;
        }
    }
    assert!(out.len() > 2);
    for &q in &curve.small {
        let small = out[..3]
            .iter()
            .map(|p| curve.of_small_order(p, q))
            .find(|p| p.is_some());
        let small = small.expect("one of three points has a multiple of that order");
        assert!(curve.mul(&small, &q.into()).is_none());
        // And one whose component in the subgroup is not infinity.
        out.push(curve.add(&small, &curve.generator()));
        out.push(curve.neg(&small));
        out.push(small);
    }
    out
}

/// Additions and doublings in all coordinates.
pub fn additions<C: Tested>() {
    let curve = C::reference();
    let mut random = Random(1);
    let mut points = curve.members(&mut random, 2);
    points.extend(others::<C>(&curve));
    let lifts: Vec<_> = points
        .iter()
        .map(|p| lifted::<C>(&curve, p, &mut random))
        .collect();
    let sums: Vec<Vec<Point>> = points
        .iter()
        .map(|p| points.iter().map(|q| curve.add(p, q)).collect())
        .collect();
    let differences: Vec<Vec<Point>> = points
        .iter()
        .map(|p| points.iter().map(|q| curve.add(p, &curve.neg(q))).collect())
        .collect();
    tiers::on_each(|_| additions_of(&curve, &points, &lifts, [&sums, &differences]));
}

fn additions_of<C: Tested>(
    curve: &Curve,
    points: &[Point],
    lifts: &[(Jacobian<C>, Projective<C>)],
    [sums, differences]: [&[Vec<Point>]; 2],
) {
    for (i, (p, (pj, pp))) in points.iter().zip(lifts).enumerate() {
        assert_eq!(point(&pj.to_affine_vartime()), *p);
        assert_eq!(point(&pp.to_affine()), *p);
        assert_eq!(point(&Projective::from(*pj).to_affine()), *p);
        assert_eq!(point(&Jacobian::from(*pp).to_affine_vartime()), *p);
        assert_eq!(bool::from(pp.is_identity()), p.is_none());
        assert_eq!(pj.is_identity_vartime(), p.is_none());

        let twice = curve.add(p, p);
        assert_eq!(point(&pj.double_vartime().to_affine_vartime()), twice);
        assert_eq!(point(&pp.double().to_affine()), twice);
        assert_eq!(point(&(-*pj).to_affine_vartime()), curve.neg(p));
        assert_eq!(point(&(-*pp).to_affine()), curve.neg(p));

        for (j, (q, (qj, qp))) in points.iter().zip(lifts).enumerate() {
            let (sum, difference) = (sums[i][j].clone(), differences[i][j].clone());
            let (pa, qa) = (affine::<C>(p), affine::<C>(q));
            assert_eq!(point(&pa.add_vartime(&qa)), sum);
            assert_eq!(point(&pj.add_vartime(qj).to_affine_vartime()), sum);
            assert_eq!(point(&pj.add_affine_vartime(&qa).to_affine_vartime()), sum);
            assert_eq!(point(&(*pp + qp).to_affine()), sum);
            assert_eq!(point(&(*pp + qa).to_affine()), sum);
            assert_eq!(point(&(*pp - qp).to_affine()), difference);
            assert_eq!(point(&(*pp - qa).to_affine()), difference);
            assert_eq!(pj.eq_vartime(qj), p == q);
            assert_eq!(pp == qp, p == q);
            assert_eq!(pa == qa, p == q);
        }
    }
}

/// Membership and the clearing of the cofactor.
pub fn subgroup<C: Tested>() {
    let curve = C::reference();
    let mut random = Random(2);
    let mut points = curve.members(&mut random, 2);
    points.extend(others::<C>(&curve));
    let cases: Vec<_> = points
        .iter()
        .map(|p| {
            let cleared = curve.clearing.as_ref().map(|h| curve.mul(p, h));
            let lifted = lifted::<C>(&curve, p, &mut random);
            (affine::<C>(p), lifted, curve.is_in_subgroup(p), cleared)
        })
        .collect();
    let inside = cases.iter().filter(|case| case.2).count();
    let outside = cases.len() - inside;
    tiers::on_each(|_| {
        for (pa, (pj, pp), member, expected) in &cases {
            assert_eq!(pj.is_in_subgroup_vartime(), *member);
            assert_eq!(bool::from(pp.is_in_subgroup()), *member);
            assert_eq!(pa.is_in_subgroup_vartime(), *member);
            if let Some((x, y)) = pa.coordinates() {
                let expected = if *member {
                    Ok(*pa)
                } else {
                    Err(PointError::NotInSubgroup)
                };
                assert_eq!(Affine::<C>::new_in_subgroup(x, y), expected);
                let off = Affine::<C>::new_in_subgroup(x, y + y);
                assert_eq!(off, Err(PointError::NotOnCurve));
            }
            let cleared = pj.clear_cofactor_vartime().to_affine_vartime();
            assert_eq!(pp.clear_cofactor().to_affine(), cleared);
            assert!(Jacobian::from(cleared).is_in_subgroup_vartime());
            if let Some(expected) = expected {
                assert_eq!(point(&cleared), *expected);
            } else {
                // By the order, without the check that is under test.
                let annihilated = Projective::from(cleared).mul_limbs(&C::ORDER);
                assert!(bool::from(annihilated.is_identity()));
                assert!(!member || (cleared == Affine::IDENTITY) == (*pa == Affine::IDENTITY));
            }
        }
    });
    assert!(inside > 8);
    assert!(outside > 2 || curve.cofactor == BigUint::from(1u8));
    let list: Vec<Affine<C>> = points.iter().map(affine).collect();
    let first = cases.iter().position(|case| !case.2);
    assert_eq!(Affine::first_outside_subgroup_vartime(&list), first);
    assert_eq!(Affine::first_outside_subgroup_vartime(&list[..9]), None);
    assert!(cases[..9].iter().all(|case| case.2));
}

/// Multiplications.
pub fn multiplications<C: Tested>()
where
    Projective<C>: Group<Scalar = C::Scalar>,
{
    let curve = C::reference();
    let mut random = Random(3);
    let points = curve.members(&mut random, 1);
    let cases: Vec<_> = curve
        .scalars(&mut random, 20)
        .into_iter()
        .enumerate()
        .map(|(i, k)| {
            let p = &points[i % points.len()];
            let product = curve.mul(p, &k);
            (
                affine::<C>(p),
                lifted::<C>(&curve, p, &mut random),
                k,
                product,
            )
        })
        .collect();
    // The one that takes any point.
    let any: Vec<_> = others::<C>(&curve)
        .into_iter()
        .map(|p| {
            let k = random.bits(256);
            let (_, pp) = lifted::<C>(&curve, &p, &mut random);
            (pp, limbs(&k), curve.mul(&p, &k))
        })
        .collect();
    tiers::on_each(|_| {
        for (pa, (pj, pp), k, product) in &cases {
            let (limbs, k) = (limbs(k), C::scalar(k));
            let variable = |p: Jacobian<C>| point(&p.to_affine_vartime());
            let constant = |p: Projective<C>| point(&p.to_affine());
            assert_eq!(constant(pp.mul_limbs(&limbs)), *product, "{limbs:x?}");
            assert_eq!(constant(pp.mul(&k)), *product, "{limbs:x?}");
            assert_eq!(constant(*pp * k), *product);
            assert_eq!(variable(mul_vartime(pj, &limbs)), *product, "{limbs:x?}");
            assert_eq!(variable(pj.mul_vartime(&k)), *product, "{limbs:x?}");
            assert_eq!(variable(pa.mul_vartime(&k)), *product);
        }
        for (pp, k, product) in &any {
            assert_eq!(point(&pp.mul_limbs(k).to_affine()), *product);
        }
    });
}

/// Multiples by a table, of points in the subgroup and not, and of infinity.
pub fn fixed_base<C: Tested>() {
    let curve = C::reference();
    let mut random = Random(11);
    let mut points = curve.members(&mut random, 1);
    points.truncate(2);
    points.extend(others::<C>(&curve).into_iter().take(1));
    points.push(None);
    let scalars: Vec<BigUint> = curve.scalars(&mut random, 4).into_iter().collect();
    let edges = [0u32, 1, 15, 16, 17, 31, 32, 33].map(BigUint::from);
    let all = (BigUint::from(1u32) << 256u32) - 1u32;
    let carries = BigUint::from_bytes_le(&[0xf0; 32]);
    let integers: Vec<BigUint> = scalars
        .iter()
        .cloned()
        .chain(edges)
        .chain([all, carries])
        .collect();
    for p in &points {
        let table = FixedBase::<C>::new_vartime(&affine::<C>(p));
        let products: Vec<_> = integers.iter().map(|k| curve.mul(p, k)).collect();
        tiers::on_each(|_| {
            for (k, product) in integers.iter().zip(&products) {
                let k = limbs(k);
                assert_eq!(point(&table.mul_limbs(&k).to_affine()), *product, "{k:x?}");
                let variable = table.mul_limbs_vartime(&k);
                assert_eq!(point(&variable.to_affine_vartime()), *product, "{k:x?}");
            }
        });
    }
    let table = FixedBase::<C>::new_vartime(&affine::<C>(&points[0]));
    for k in &scalars {
        let product = curve.mul(&points[0], &(k % &curve.r));
        let k = C::scalar(k);
        assert_eq!(point(&table.mul(&k).to_affine()), product);
        assert_eq!(point(&table.mul_vartime(&k).to_affine_vartime()), product);
    }
}

/// The parts of scalars.
pub fn parts<C: Tested>() {
    let curve = C::reference();
    let mut random = Random(4);
    for k in curve.scalars(&mut random, 3000) {
        let k = k % &curve.r;
        let parts = C::split(&limbs(&k));
        let mut sum = BigUint::ZERO;
        for part in parts.iter().rev() {
            let magnitude = part
                .magnitude
                .iter()
                .rev()
                .fold(BigUint::ZERO, |a, w| (a << 64u32) + *w);
            assert!(magnitude.bits() <= C::PART_BITS.into(), "{k:x}");
            let magnitude = magnitude % &curve.r;
            let term = if part.negative {
                &curve.r - magnitude
            } else {
                magnitude
            };
            sum = (sum * &curve.lambda + term) % &curve.r;
        }
        assert_eq!(sum, k);
        assert!(
            parts[C::PARTS..]
                .iter()
                .all(|part| part.magnitude == [0; 4])
        );
    }
    assert_eq!(C::ORDER, limbs(&curve.r));
    // The map of points.
    for p in curve.members(&mut random, 2).iter().flatten() {
        let image = Some((
            C::integers(&C::map_x(&C::element(&p.0))),
            C::integers(&C::map_y(&C::element(&p.1))),
        ));
        assert_eq!(image, curve.mul(&Some(p.clone()), &curve.lambda));
    }
}

/// Sums of multiples: every number of terms near a power of two, edges of points and scalars.
pub fn sums<C: Tested>() {
    let curve = C::reference();
    let mut random = Random(6);
    let points = curve.members(&mut random, 4);
    let scalars = curve.scalars(&mut random, 40);
    let terms: Vec<(Point, BigUint, Point)> = (0..130)
        .map(|_| {
            let p = &points[random.below(points.len())];
            let k = &scalars[random.below(scalars.len())];
            (p.clone(), k.clone(), curve.mul(p, k))
        })
        .collect();
    let mut cases: Vec<Vec<(Point, BigUint, Point)>> = (0..12)
        .chain([15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129])
        .map(|n| terms[..n].to_vec())
        .collect();
    // All terms equal, all infinity, all scalars 0, opposite terms; few and many.
    for n in [2, 9, 100] {
        cases.push(vec![terms[1].clone(); n]);
        cases.push(vec![(None, scalars[50].clone(), None); n]);
        cases.push(vec![(points[1].clone(), BigUint::ZERO, None); n]);
        let term = &terms[2];
        let opposite = (curve.neg(&term.0), term.1.clone(), curve.neg(&term.2));
        let both = [term.clone(), opposite];
        cases.push((0..n).map(|i| both[i % 2].clone()).collect());
    }
    type Case<C> = (Vec<Affine<C>>, Vec<[u64; 4]>, Point);
    let cases: Vec<Case<C>> = cases
        .iter()
        .map(|terms| {
            let points = terms.iter().map(|(p, ..)| affine(p)).collect();
            let scalars = terms.iter().map(|(_, k, _)| limbs(k)).collect();
            let sum = terms
                .iter()
                .fold(None, |sum, (.., product)| curve.add(&sum, product));
            (points, scalars, sum)
        })
        .collect();
    tiers::on_each(|_| {
        for (points, scalars, expected) in &cases {
            let n = points.len();
            let sum = Jacobian::msm_vartime(points, scalars).expect("as many scalars as points");
            assert_eq!(point(&sum.to_affine_vartime()), *expected, "{n} terms");
            let fewer = &scalars[..n.saturating_sub(1)];
            let error = UnequalLengths {
                points: n,
                scalars: fewer.len(),
            };
            let unequal = Jacobian::msm_vartime(points, fewer).err();
            assert_eq!(unequal, (n > 0).then_some(error));
        }
    });
}

/// Affine forms of many points at once.
pub fn batches<C: Tested>()
where
    Projective<C>: group::Curve<AffineRepr = Affine<C>>,
{
    let curve = C::reference();
    let mut random = Random(5);
    let points = curve.members(&mut random, 4);
    let (jacobian, projective): (Vec<_>, Vec<_>) = points
        .iter()
        .map(|p| lifted::<C>(&curve, p, &mut random))
        .unzip();
    for length in 0..points.len() {
        let mut out = vec![Affine::<C>::GENERATOR; length];
        Jacobian::batch_normalize_vartime(&jacobian[..length], &mut out);
        assert!(out.iter().map(point).eq(points[..length].iter().cloned()));
        out.fill(Affine::GENERATOR);
        <Projective<C> as group::Curve>::batch_normalize(&projective[..length], &mut out);
        assert!(out.iter().map(point).eq(points[..length].iter().cloned()));
    }
}
