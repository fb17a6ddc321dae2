//! Maps against the RFC's definitions in plain field operations; isogenies as group homomorphisms; cofactors as plain multiples.

extern crate std;

use ff::Field;
use fieldc_generated::formulas;
use rand_core::{RngCore, SeedableRng};
use subtle::ConstantTimeEq;

use super::jacobian::{Point, Selecting, add, neg};
use super::map::{Svdw, Swu};
use super::*;
use crate::bls12_381::isogeny;
use crate::curve::{Affine, Coordinates, Digits, Jacobian, Projective, Weierstrass};
use crate::fields::*;
use crate::p256::P256;
use crate::{bls12_381, bn254};
use std::vec;
use std::vec::Vec;

/// A small generator of test inputs (xorshift).
struct Random(u64);

impl RngCore for Random {
    fn next_u32(&mut self) -> u32 {
        self.next_u64() as u32
    }
    fn next_u64(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    fn fill_bytes(&mut self, out: &mut [u8]) {
        for chunk in out.chunks_mut(8) {
            chunk.copy_from_slice(&self.next_u64().to_le_bytes()[..chunk.len()]);
        }
    }
    fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), rand_core::Error> {
        self.fill_bytes(out);
        Ok(())
    }
}

impl SeedableRng for Random {
    type Seed = [u8; 8];
    fn from_seed(seed: [u8; 8]) -> Self {
        Random(u64::from_le_bytes(seed) | 1)
    }
}

fn random() -> Random {
    Random::from_seed([7; 8])
}

fn inv0<F: HashField>(a: F) -> F {
    a.invert().unwrap_or(F::ZERO)
}

fn twice<F: HashField>(a: F) -> F {
    a + a
}

fn root<F: HashField>(a: F) -> Option<F> {
    Option::from(ff::Field::sqrt(&a))
}

fn with_sign<F: HashField>(u: F, y: F) -> F {
    if u.sgn0().unwrap_u8() == y.sgn0().unwrap_u8() {
        y
    } else {
        -y
    }
}

/// Section 6.6.2, step by step.
fn swu_by_definition<F: HashField>(c: &Swu<F>, u: F) -> (F, F) {
    let zuu = c.z * u * u;
    let tv1 = inv0(zuu * zuu + zuu);
    let x1 = if bool::from(tv1.is_zero()) {
        c.b * inv0(c.z * c.a)
    } else {
        -c.b * inv0(c.a) * (F::ONE + tv1)
    };
    let g = |x: F| x * x * x + c.a * x + c.b;
    let (x, y) = match root(g(x1)) {
        Some(y) => (x1, y),
        None => (zuu * x1, root(g(zuu * x1)).expect("a square")),
    };
    (x, with_sign(u, y))
}

/// Section 6.6.1, step by step.
fn svdw_by_definition<F: HashField>(c: &Svdw<F>, u: F) -> (F, F) {
    let [c1, c2, c3, c4] = c.c;
    let one = F::ONE;
    let tv1 = u * u * c1;
    let (tv2, tv1) = (one + tv1, one - tv1);
    let tv3 = inv0(tv1 * tv2);
    let tv4 = u * tv1 * tv3 * c3;
    let t = tv2 * tv2 * tv3;
    let g = |x: F| x * x * x + c.b;
    let candidates = [c2 - tv4, c2 + tv4, c.z + c4 * t * t];
    let (x, y) = candidates
        .into_iter()
        .find_map(|x| Some((x, root(g(x))?)))
        .expect("one is a square");
    (x, with_sign(u, y))
}

/// 0, 1, -1, small elements of both coordinates, exceptional ones, others.
fn elements<F: HashField>(exceptional: &[F]) -> Vec<F> {
    let mut out = vec![F::ZERO, F::ONE, -F::ONE, twice(F::ONE)];
    for e in exceptional {
        out.extend([*e, -*e]);
    }
    let mut random = random();
    out.extend((0..24).map(|_| F::random(&mut random)));
    out
}

fn swu_is_as_defined<F: HashField>(c: &Swu<F>, exceptional: usize) {
    // z u^2 = -1.
    let bad: Vec<F> = root(-inv0(c.z)).into_iter().collect();
    assert_eq!(bad.len(), exceptional);
    for u in elements(&bad) {
        let p = c.sum(&[u]);
        let (x, y) = to_affine(&p).expect("not infinity");
        assert!((x, y) == swu_by_definition(c, u));
        assert!(y * y == x * x * x + c.a * x + c.b);
    }
    let zu2 = |u: F| c.z * u * u;
    assert!(bad.iter().all(|u| zu2(*u) == -F::ONE));
}

#[test]
fn simplified_swu_is_as_defined() {
    swu_is_as_defined(&bls_g1(), 1);
    swu_is_as_defined(&bls_g2(), 0);
    swu_is_as_defined(&secp256k1::SWU, 1);
    swu_is_as_defined(&p256::SWU, 1);
}

fn bls_g1() -> Swu<Bls12381Fp> {
    use isogeny::g1::*;
    Swu {
        a: A,
        b: B,
        z: Z,
        root: ROOT,
    }
}

fn bls_g2() -> Swu<Bls12381Fp2> {
    use isogeny::g2::*;
    Swu {
        a: A,
        b: B,
        z: Z,
        root: ROOT,
    }
}

fn svdw_is_as_defined<F: HashField>(c: &Svdw<F>, exceptional: usize) {
    // c1 u^2 = 1 or -1.
    let inverse = inv0(c.c[0]);
    let bad: Vec<F> = [root(inverse), root(-inverse)]
        .into_iter()
        .flatten()
        .collect();
    assert_eq!(bad.len(), exceptional);
    for u in elements(&bad) {
        let (x, y) = to_affine(&c.map(&u)).expect("not infinity");
        assert!((x, y) == svdw_by_definition(c, u));
        assert!(y * y == x * x * x + c.b);
    }
    // The constants, from their definitions.
    let [c1, c2, c3, c4] = c.c;
    let g = c.z * c.z * c.z + c.b;
    let zz3 = twice(c.z * c.z) + c.z * c.z;
    assert!(c1 == g);
    assert!(twice(c2) == -c.z);
    assert!(c3 * c3 == -g * zz3 && c3.sgn0().unwrap_u8() == 0);
    assert!(c4 * zz3 == -twice(twice(g)));
}

#[test]
fn shallue_van_de_woestijne_is_as_defined() {
    svdw_is_as_defined(&pairing_curves::BN254_G1, 1);
    svdw_is_as_defined(&pairing_curves::BN254_G2, 2);
}

/// Roots of ratios of every kind.
fn roots<F: HashField>(z: F, root_z: F::Base, extra: &[F]) {
    let values = elements(extra);
    for u in &values {
        for v in &values[1..8] {
            let (square, r) = F::sqrt_ratio_z(u, v, &z, &root_z);
            let exists = root(*u * inv0(*v)).is_some();
            assert_eq!(bool::from(square), exists);
            assert!(r * r * v == if exists { *u } else { z * u });
            assert_eq!(bool::from((*u * v).is_square()), exists);
        }
    }
}

#[test]
fn roots_of_ratios() {
    roots(isogeny::g1::Z, isogeny::g1::ROOT, &[]);
    roots(secp256k1::SWU.z, secp256k1::SWU.root, &[]);
    roots(p256::SWU.z, p256::SWU.root, &[]);
    // Elements with one coordinate only, of both characters.
    let fp = |k| Bls12381Fp::from_u64(k);
    let zero = Bls12381Fp::ZERO;
    let extra: Vec<Bls12381Fp2> = (2..8)
        .flat_map(|k| [Bls12381Fp2::new(fp(k), zero), Bls12381Fp2::new(zero, fp(k))])
        .collect();
    roots(isogeny::g2::Z, isogeny::g2::ROOT, &extra);
}

#[test]
fn signs() {
    let fp = |k: i64| match k {
        ..0 => -Bls12381Fp::from_u64(k.unsigned_abs()),
        _ => Bls12381Fp::from_u64(k as u64),
    };
    // p is odd: -1 is even.
    for (k, sign) in [(0, 0), (1, 1), (2, 0), (-1, 0), (-2, 1)] {
        assert_eq!(fp(k).sgn0().unwrap_u8(), sign);
        let pair = |a, b| Bls12381Fp2::new(fp(a), fp(b)).sgn0().unwrap_u8();
        assert_eq!(pair(0, k), sign);
        assert_eq!(pair(1, k), 1);
        assert_eq!(pair(2, k), 0);
    }
}

/// `(x, y)`, none for infinity.
fn to_affine<F: HashField>([x, y, z]: &Point<F>) -> Option<(F, F)> {
    let inverse: F = Option::from(z.invert())?;
    let square = ff::Field::square(&inverse);
    Some((*x * square, *y * square * inverse))
}

/// The same point: infinity, or equal affine coordinates.
fn equal<F: HashField>(p: &Point<F>, q: &Point<F>) -> bool {
    to_affine(p) == to_affine(q)
}

/// The image of sums is the sum of images, for sums of every case.
fn homomorphism<F: HashField>(swu: &Swu<F>, b: F, isogeny: impl Fn(&Point<F>) -> Point<F>) {
    let mut random = random();
    let point = |random: &mut Random| swu.sum(&[F::random(random)]);
    let infinity = [F::ONE, F::ONE, F::ZERO];
    assert!(equal(&isogeny(&infinity), &infinity));
    for _ in 0..8 {
        let (p, q) = (point(&mut random), point(&mut random));
        let (x, y) = to_affine(&isogeny(&p)).expect("not infinity");
        assert!(y * y == x * x * x + b);
        for (p, q) in [
            (p, q),
            (p, p),
            (p, neg(&p)),
            (p, infinity),
            (infinity, q),
            (infinity, infinity),
            (add(&p, &q, Some(&swu.a)), p),
        ] {
            let image = isogeny(&add(&p, &q, Some(&swu.a)));
            assert!(equal(&image, &add(&isogeny(&p), &isogeny(&q), None)));
        }
        // Another triple of the same point.
        let l = F::random(&mut random);
        let scaled = [p[0] * l * l, p[1] * l * l * l, p[2] * l];
        assert!(equal(&isogeny(&scaled), &isogeny(&p)));
    }
}

#[test]
fn isogenies_are_homomorphisms() {
    use isogeny::{g1, g2};
    homomorphism(&bls_g1(), bls12_381::G1::B, |p| {
        formulas::isogeny_11(p, &g1::X_NUMERATOR, &g1::Y_NUMERATOR, &g1::KERNEL)
    });
    homomorphism(&bls_g2(), bls12_381::G2::B, |p| {
        formulas::isogeny_3(p, &g2::X_NUMERATOR, &g2::Y_NUMERATOR, &g2::KERNEL[0])
    });
    let b = Secp256k1Fp::from_u64(7);
    homomorphism(&secp256k1::SWU, b, secp256k1::isogeny);
}

/// The shape of a normalized isogeny of odd degree up to a factor: with `n / k^2` on x, `(n' k - 2 n k') / k^3` on y.
fn is_velu<F: HashField>(degree: usize, n: &[F], m: &[F], kernel: &[F]) {
    assert_eq!(n.len(), degree + 1);
    assert_eq!(kernel.len(), (degree - 1) / 2);
    assert_eq!(m.len(), 3 * (degree - 1) / 2 + 1);
    assert!(
        [n, m]
            .iter()
            .all(|c| c.last().is_some_and(|c| *c != F::ZERO))
    );
    let k = [kernel, &[F::ONE]].concat();
    let times = |a: &[F], b: &[F]| {
        let mut out = vec![F::ZERO; a.len() + b.len() - 1];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                out[i + j] += *x * y;
            }
        }
        out
    };
    let derivative = |a: &[F]| -> Vec<F> {
        let terms = a.iter().enumerate().skip(1);
        terms
            .map(|(i, c)| (0..i).fold(F::ZERO, |sum, _| sum + c))
            .collect()
    };
    let first = times(&derivative(n), &k);
    let second = times(n, &derivative(&k));
    let wronskian: Vec<F> = first
        .iter()
        .zip(&second)
        .map(|(a, b)| *a - twice(*b))
        .collect();
    assert_eq!(wronskian.len(), m.len());
    let factor = m[m.len() - 1] * inv0(wronskian[m.len() - 1]);
    assert!(wronskian.iter().zip(m).all(|(w, m)| *w * factor == *m));
}

#[test]
fn isogenies_have_their_degree_and_shape() {
    use isogeny::{g1, g2};
    is_velu(11, &g1::X_NUMERATOR, &g1::Y_NUMERATOR, &g1::KERNEL);
    is_velu(3, &g2::X_NUMERATOR, &g2::Y_NUMERATOR, &g2::KERNEL);
    is_velu(
        3,
        &secp256k1::X_NUMERATOR,
        &secp256k1::Y_NUMERATOR,
        &secp256k1::KERNEL,
    );
}

/// Points of this module as points of the curve's own arithmetic.
fn own<C: Weierstrass>(p: &Point<C::Base>) -> Projective<C> {
    Jacobian::from_coordinates_unchecked(*p).into()
}

/// `k P`, by both kinds of digits.
fn times<C: Weierstrass<Base: HashField>>(p: &Point<C::Base>, k: u64) -> Projective<C> {
    let p = Selecting::<C>(*p);
    let [first, second] =
        [Digits::binary(k), Digits::sparse(k)].map(|digits| p.times(&digits).projective());
    assert!(first == second);
    first
}

fn sums<C: Weierstrass<Base: HashField> + MapToCurve<Field = C::Base, Point = Projective<C>>>() {
    let mut random = random();
    let infinity = [C::Base::ONE, C::Base::ONE, C::Base::ZERO];
    let point = |random: &mut Random| {
        let p: Affine<C> = C::map_sum_uncleared(&[C::Base::random(&mut *random)]).to_affine();
        let (x, y) = p.coordinates().expect("not infinity");
        let l = C::Base::random(&mut *random);
        [x * l * l, y * l * l * l, l]
    };
    for _ in 0..4 {
        let (p, q) = (point(&mut random), point(&mut random));
        for (p, q) in [(p, q), (p, p), (p, neg(&p)), (p, infinity), (infinity, p)] {
            let expected = own::<C>(&p).add(&own(&q));
            assert!(own::<C>(&add(&p, &q, None)) == expected);
            let expected = own::<C>(&p).add(&-own::<C>(&q));
            assert!(Coordinates::add(&Selecting::<C>(p), &-Selecting(q)).projective() == expected);
        }
        for k in [1, 2, 3, 7, 0xd201_0000_0001_0000, u64::MAX] {
            let expected = own::<C>(&p).mul_limbs(&[k, 0, 0, 0]);
            assert!(times::<C>(&p, k) == expected);
            assert!(times::<C>(&infinity, k) == Projective::IDENTITY);
        }
    }
}

#[test]
fn sums_agree_with_the_complete_formulas() {
    sums::<bls12_381::G1>();
    sums::<bls12_381::G2>();
    sums::<bn254::G1>();
    sums::<bn254::G2>();
}

/// `k P` by the complete formulas, for an integer in hexadecimal.
fn multiple<C: Weierstrass>(p: &Projective<C>, k: &str) -> Projective<C> {
    k.chars().fold(Projective::IDENTITY, |sum, digit| {
        let digit = digit.to_digit(16).expect("a digit");
        (0..4).rev().fold(sum, |sum, bit| {
            let twice = sum.double();
            if digit >> bit & 1 == 1 {
                twice.add(p)
            } else {
                twice
            }
        })
    })
}

const BLS_R: &str = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
const BN_R: &str = "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001";

/// The subgroup is reached, from outside, by the RFC's cofactor where there is one.
fn cofactor<C>(r: &str, h_eff: Option<&str>)
where
    C: Weierstrass<Base: HashField> + MapToCurve<Field = C::Base, Point = Projective<C>>,
{
    let mut random = random();
    let mut outside = false;
    for _ in 0..4 {
        let u = C::Base::random(&mut random);
        let p = C::map_sum_uncleared(&[u]);
        assert!(bool::from(p.to_affine().is_on_curve()));
        outside |= multiple(&p, r) != Projective::IDENTITY;
        let cleared = map_to_curve::<C>(&u);
        assert!(cleared != Projective::IDENTITY);
        assert!(multiple(&cleared, r) == Projective::IDENTITY);
        if let Some(h) = h_eff {
            assert!(cleared == multiple(&p, h));
        }
    }
    assert_eq!(outside, h_eff != Some("1"));
    // Points that the multiplications inside may meet: those of the cofactor's order.
    let p = C::map_sum_uncleared(&[C::Base::random(&mut random)]);
    let torsion = multiple(&p, r).to_affine();
    let point = match torsion.coordinates() {
        Some((x, y)) => [x, y, C::Base::ONE],
        None => [C::Base::ONE, C::Base::ONE, C::Base::ZERO],
    };
    assert!(C::clear_cofactor(&Selecting(point)).projective() == Projective::IDENTITY);
}

#[test]
fn cofactors_are_cleared() {
    cofactor::<bls12_381::G1>(BLS_R, Some("d201000000010001"));
    let h_eff = "bc69f08f2ee75b3584c6a0ea91b352888e2a8e9145ad7689986ff031508ffe1329c2f178731db956d82bf015d1212b02ec0ec69d7477c1ae954cbc06689f6a359894c0adebbf6b4e8020005aaa95551";
    cofactor::<bls12_381::G2>(BLS_R, Some(h_eff));
    cofactor::<bn254::G1>(BN_R, Some("1"));
    cofactor::<bn254::G2>(BN_R, None);
}

/// Points of tiny order, where sums inside are exceptional: 11 and 3 divide the cofactor of G1, 13 that of G2.
#[test]
fn cofactors_of_small_points() {
    fn small<
        C: Weierstrass<Base: HashField> + MapToCurve<Field = C::Base, Point = Projective<C>>,
    >(
        others: &str,
        order: u64,
    ) {
        let mut random = random();
        let p = (0..64)
            .map(|_| {
                let p = C::map_sum_uncleared(&[C::Base::random(&mut random)]);
                multiple(&p, others)
            })
            .find(|p| *p != Projective::IDENTITY)
            .expect("a point of this order");
        assert!(p.mul_limbs(&[order, 0, 0, 0]) == Projective::IDENTITY);
        let (x, y) = p.to_affine().coordinates().expect("not infinity");
        let cleared = C::clear_cofactor(&Selecting([x, y, C::Base::ONE]));
        assert!(cleared.projective() == Projective::IDENTITY);
        let near = |k: u64| k.saturating_sub(3).max(1)..k + 4;
        for k in (1..20).chain(near(order)).chain(near(2 * order)) {
            let expected = p.mul_limbs(&[k, 0, 0, 0]);
            assert!(times::<C>(&[x, y, C::Base::ONE], k) == expected);
        }
    }
    small::<bls12_381::G1>(
        "8ab05f8bdd54cde190937e76bc3e447cc27c3d6fbd7063fcd104635a790520c0a395554e5c6aaaad955555555558e39",
        3,
    );
    small::<bls12_381::G1>(
        "3704612471307385e8f4b11c0f6f71e98ebcebf11641bde11e05f8de12635b461258dc05b269c8ff0a941963702343",
        121,
    );
    small::<bls12_381::G2>(
        "4005449cda731a7136c440a0c65b728ba1c1fa6b6708356f3b9bdc84396cab33907d71557a7d33677f5d45f7cedb8cfdac10ff1fc5b48d6461e907737d78e96568f2d18c750b4b3ca5c33c3fd8ff8a70629888281914529f4e3380941cfdd",
        169,
    );
    small::<bls12_381::G2>(
        "1473e413236dd889cb5381880d0a576821c578a6e8c7952f26668aaed6d2623f6a2afa96b5e43f5d126da598b99dbb518655c33a8b236b990d5fbd2d9b42b21fe9e0346d3c23104b06fb96e09de2555c861790a3cc012b5540aa5804bb595",
        529,
    );
}

/// Nothing compares equal by accident: different elements, different points.
#[test]
fn sums_of_opposite_and_equal_images() {
    let u = Bls12381Fp2::new(Bls12381Fp::from_u64(5), Bls12381Fp::from_u64(6));
    let one = bls12_381::G2::map_sum(&[u]);
    assert!(bls12_381::G2::map_sum(&[u, -u]) == Projective::IDENTITY);
    assert!(bls12_381::G2::map_sum(&[u, u]) == one.double());
    assert!(!bool::from(one.ct_eq(&one.double())));
    let u = Bn254Fp::from_u64(5);
    let one = bn254::G1::map_sum(&[u]);
    assert!(bn254::G1::map_sum(&[u, -u]) == Projective::IDENTITY);
    assert!(bn254::G1::map_sum(&[u, u]) == one.double());
    let u = P256Fp::from_u64(5);
    let one = P256::map_sum(&[u]);
    assert!(P256::map_sum(&[u, -u]) == Projective::IDENTITY);
    assert!(P256::map_sum(&[u, u]) == one.double() && one != Projective::IDENTITY);
}
