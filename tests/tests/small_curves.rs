//! Curves so small that every sum and every multiple is tried, against additions in plain integers.

use ff::PrimeField;
use fieldc::curve::{Affine, Coordinates, FixedBase, Jacobian, Projective, Weierstrass};
use fieldc_tests::tiers;

macro_rules! fields {
    ($($name:ident $modulus:literal;)*) => {$(
        fieldc::field! {
            /// A small field.
            pub struct $name;
            modulus = $modulus;
        }
    )*};
}

fields! { F97 97; F103 103; F109 109; F113 113; F347 347; F1009 1009; }

macro_rules! curves {
    ($($name:ident $base:ident $scalar:ident $p:literal $n:literal, $a:literal $b:literal, $x:literal $y:literal, $h:literal;)*) => {$(
        fieldc::curve! {
            /// A small curve.
            pub struct $name;
            base = $base;
            scalar = $scalar;
            modulus = $p;
            order = $n;
            a = $a;
            b = $b;
            generator = ($x, $y);
            cofactor = $h;
        }

        impl Small for $name {
            const P: i64 = $p;
            const N: i64 = $n;
            const A_AND_B: (i64, i64) = ($a, $b);
            const H: i64 = $h;
            fn element(a: i64) -> $base {
                $base::from(a as u64)
            }
        }
    )*};
}

curves! {
    // With a = 0 (the order is too short for the endomorphism to be used), with a = -3, with any a, with a cofactor.
    Zero F103 F97 103 97, 0 5, 2 42, 1;
    MinusThree F103 F113 103 113, 100 15, 0 18, 1;
    Any F103 F109 103 109, 5 15, 0 18, 1;
    Cofactor F1009 F347 1009 347, 5 25, 199 943, 3;
}

trait Small: Weierstrass {
    const P: i64;
    const N: i64;
    const A_AND_B: (i64, i64);
    const H: i64;
    fn element(a: i64) -> Self::Base;
}

type Point = Option<(i64, i64)>;

fn inverse(a: i64, p: i64) -> i64 {
    (1..p)
        .find(|x| a.rem_euclid(p) * x % p == 1)
        .expect("not 0")
}

fn add<C: Small>(l: Point, r: Point) -> Point {
    let p = C::P;
    let (Some((x1, y1)), Some((x2, y2))) = (l, r) else {
        return l.or(r);
    };
    let slope = if x1 != x2 {
        (y2 - y1) * inverse(x2 - x1, p)
    } else if (y1 + y2) % p == 0 {
        return None;
    } else {
        (3 * x1 * x1 + C::A_AND_B.0) * inverse(2 * y1, p)
    }
    .rem_euclid(p);
    let x = (slope * slope - x1 - x2).rem_euclid(p);
    Some((x, (slope * (x1 - x) - y1).rem_euclid(p)))
}

fn affine<C: Small>(p: Point) -> Affine<C> {
    p.map_or(Affine::IDENTITY, |(x, y)| {
        Affine::new(C::element(x), C::element(y)).expect("on the curve")
    })
}

fn limbs(k: i64) -> [u64; 4] {
    [k as u64, 0, 0, 0]
}

/// A large integer congruent to k.
fn long<C: Small>(k: i64) -> [u64; 4] {
    // 2^255 modulo the order, taken away again.
    let rest = (0..255).fold(1, |rest, _| 2 * rest % C::N);
    let mut out = [0, 0, 0, 1 << 63];
    out[0] = (k + C::N - rest) as u64;
    out
}

fn everything<C: Small>()
where
    C::Base: From<u64>,
{
    let (a, b) = C::A_AND_B;
    let on = |x: i64, y: i64| (y * y - x * x * x - a * x - b).rem_euclid(C::P) == 0;
    let all: Vec<Point> = (0..C::P)
        .flat_map(|x| (0..C::P).map(move |y| (x, y)))
        .filter(|(x, y)| on(*x, *y))
        .map(Some)
        .chain([None])
        .collect();
    assert_eq!(all.len() as i64, C::N * C::H);
    // Multiples of the generator; a point is in the subgroup if it is one of them.
    let generator = all
        .iter()
        .copied()
        .find(|p| affine::<C>(*p) == Affine::GENERATOR);
    let generator = generator.expect("on the curve");
    let mut multiples = vec![None];
    for _ in 1..C::N {
        multiples.push(add::<C>(*multiples.last().expect("one"), generator));
    }
    let few: Vec<Point> = all
        .iter()
        .copied()
        .step_by(all.len() / 20)
        .chain([None])
        .collect();
    for p in &all {
        let (pa, member) = (affine::<C>(*p), multiples.contains(p));
        let (pj, pp) = (Jacobian::from(pa), Projective::from(pa));
        assert_eq!(pa.is_in_subgroup_vartime(), member);
        assert_eq!(bool::from(pp.is_in_subgroup()), member);
        assert!(pj.clear_cofactor_vartime().is_in_subgroup_vartime());
        for q in &few {
            let (qa, sum) = (affine::<C>(*q), affine::<C>(add::<C>(*p, *q)));
            assert_eq!(pa.add_vartime(&qa), sum);
            assert_eq!(pj.add_affine_vartime(&qa).to_affine_vartime(), sum);
            // Z other than 1.
            let (jj, jp) = (pj.double_vartime(), pp.double());
            let sum = affine::<C>(add::<C>(add::<C>(*p, *p), *q));
            assert_eq!(jj.add_vartime(&Jacobian::from(qa)).to_affine_vartime(), sum);
            assert_eq!(jp.add(&Projective::from(qa)).to_affine(), sum);
            assert_eq!(jp.add_affine(&qa).to_affine(), sum);
        }
    }
    let table = FixedBase::<C>::new_vartime(&affine(multiples[1]));
    for (i, p) in multiples.iter().enumerate() {
        let pa = affine::<C>(*p);
        let (pj, pp) = (Jacobian::from(pa), Projective::from(pa));
        for k in (0..C::N).step_by(if i < 3 { 1 } else { 17 }) {
            let product = affine::<C>(multiples[(i as i64 * k % C::N) as usize]);
            let scalar = C::Scalar::from(k as u64);
            assert_eq!(
                pj.mul_vartime(&scalar).to_affine_vartime(),
                product,
                "{k} {p:?}"
            );
            assert_eq!(pp.mul(&scalar).to_affine(), product, "{k} {p:?}");
            assert_eq!(pp.mul_limbs(&limbs(k + C::N)).to_affine(), product);
            assert_eq!(pp.times_limbs(&limbs(k)).to_affine(), product);
            if i == 1 {
                assert_eq!(table.mul(&scalar).to_affine(), product);
                assert_eq!(table.mul_vartime(&scalar).to_affine_vartime(), product);
            }
        }
    }
    // Sums, of all lengths that change the method, with repeated and opposite points.
    for n in [0, 1, 2, 3, 8, 31, 32, 33, 64, 90] {
        let terms: Vec<(i64, i64)> = (0..n).map(|i| (i * i % C::N, (7 * i + n) % C::N)).collect();
        let points: Vec<Affine<C>> = terms
            .iter()
            .map(|t| affine(multiples[t.0 as usize]))
            .collect();
        let scalars: Vec<[u64; 4]> = terms.iter().map(|t| long::<C>(t.1)).collect();
        let sum: i64 = terms.iter().map(|t| t.0 * t.1).sum();
        let got = Jacobian::msm_vartime(&points, &scalars).expect("equal lengths");
        let wanted = affine::<C>(multiples[(sum % C::N) as usize]);
        assert_eq!(got.to_affine_vartime(), wanted, "{n}");
    }
    assert_eq!(
        <C::Scalar as PrimeField>::NUM_BITS,
        64 - (C::N as u64).leading_zeros()
    );
}

#[test]
fn a_is_zero() {
    tiers::on_each(|_| everything::<Zero>());
    assert_eq!(Zero::PARTS, 1);
}

#[test]
fn a_is_minus_three() {
    tiers::on_each(|_| everything::<MinusThree>());
}

#[test]
fn any_a() {
    tiers::on_each(|_| everything::<Any>());
}

#[test]
fn a_cofactor() {
    tiers::on_each(|_| everything::<Cofactor>());
}
