//! BN254's first group against affine big integers, on every tier.

use ff::Field;
use fieldc::bn254::{G1, G1Affine, G1Jacobian, G1Projective};
use fieldc::curve::mul_vartime;
use fieldc::fields::{Bn254Fp, Bn254Fr};
use fieldc_tests::adversarial::Random;
use fieldc_tests::bn254::{self, Point};
use fieldc_tests::tiers;
use group::Group;
use num_bigint::{BigInt, BigUint, Sign};

fn element(x: &BigUint) -> Bn254Fp {
    Bn254Fp::from_bytes_be(&bn254::word(x)).expect("below the modulus")
}

fn affine(p: &Point) -> G1Affine {
    match p {
        Some((x, y)) => G1Affine::new(element(x), element(y)).expect("on the curve"),
        None => G1Affine::IDENTITY,
    }
}

fn point(p: &G1Affine) -> Point {
    let integer = |x: Bn254Fp| BigUint::from_bytes_be(&x.to_bytes_be());
    p.coordinates().map(|(x, y)| (integer(x), integer(y)))
}

fn scalar(k: &BigUint) -> Bn254Fr {
    Bn254Fr::from_bytes_reduced_be(&bn254::word(k))
}

fn limbs(k: &BigUint) -> [u64; 4] {
    let mut digits = k.iter_u64_digits();
    std::array::from_fn(|_| digits.next().unwrap_or(0))
}

/// The same point with Z not 1, in both coordinate systems.
fn lifted(p: &Point, random: &mut Random) -> (G1Jacobian, G1Projective) {
    let shift = bn254::mul(&bn254::generator(), &random.bits(64));
    let rest = bn254::add(p, &bn254::neg(&shift));
    let (shift, rest) = (affine(&shift), affine(&rest));
    let jacobian = G1Jacobian::from(rest).add_affine_vartime(&shift);
    let projective = G1Projective::from(rest) + shift;
    (jacobian, projective)
}

#[test]
fn additions_agree() {
    tiers::on_each(|_| {
        let mut random = Random(1);
        let points = bn254::points(&mut random, 3);
        for p in &points {
            let (pj, pp) = lifted(p, &mut random);
            assert_eq!(point(&pj.to_affine_vartime()), *p);
            assert_eq!(point(&pp.to_affine()), *p);
            assert_eq!(point(&G1Projective::from(pj).to_affine()), *p);
            assert_eq!(point(&G1Jacobian::from(pp).to_affine_vartime()), *p);
            assert_eq!(bool::from(pp.is_identity()), p.is_none());

            let twice = bn254::add(p, p);
            assert_eq!(point(&pj.double_vartime().to_affine_vartime()), twice);
            assert_eq!(point(&pp.double().to_affine()), twice);
            assert_eq!(point(&(-pj).to_affine_vartime()), bn254::neg(p));
            assert_eq!(point(&(-pp).to_affine()), bn254::neg(p));

            for q in &points {
                let sum = bn254::add(p, q);
                let (qj, qp) = lifted(q, &mut random);
                let (pa, qa) = (affine(p), affine(q));
                assert_eq!(point(&pa.add_vartime(&qa)), sum);
                assert_eq!(point(&pj.add_vartime(&qj).to_affine_vartime()), sum);
                assert_eq!(point(&pj.add_affine_vartime(&qa).to_affine_vartime()), sum);
                assert_eq!(point(&(pp + qp).to_affine()), sum);
                assert_eq!(point(&(pp + qa).to_affine()), sum);
                let difference = bn254::add(p, &bn254::neg(q));
                assert_eq!(point(&(pp - qp).to_affine()), difference);
                assert_eq!(point(&(pp - qa).to_affine()), difference);
                assert_eq!(pj.eq_vartime(&qj), p == q);
                assert_eq!(pp == qp, p == q);
                assert_eq!(pa == qa, p == q);
            }
        }
    });
}

#[test]
fn multiplications_agree() {
    let mut random = Random(2);
    let points = bn254::points(&mut random, 1);
    let cases: Vec<_> = bn254::scalars(&mut random, 20)
        .into_iter()
        .enumerate()
        .map(|(i, k)| {
            let p = &points[i % points.len()];
            (p, lifted(p, &mut random), bn254::mul(p, &k), k)
        })
        .collect();
    tiers::on_each(|_| {
        for (p, (pj, pp), product, k) in &cases {
            let limbs = limbs(k);
            let k = scalar(k);
            let variable = |p: G1Jacobian| point(&p.to_affine_vartime());
            assert_eq!(point(&pp.mul_limbs(&limbs).to_affine()), *product);
            assert_eq!(point(&(*pp * k).to_affine()), *product);
            assert_eq!(variable(mul_vartime(pj, &limbs)), *product);
            assert_eq!(variable(pj.mul_vartime(&k)), *product);
            assert_eq!(variable(affine(p).mul_vartime(&k)), *product);
        }
    });
}

#[test]
fn batches_agree() {
    tiers::on_each(|_| {
        let mut random = Random(3);
        let points = bn254::points(&mut random, 4);
        for length in 0..points.len() {
            let (jacobian, projective): (Vec<_>, Vec<_>) = points[..length]
                .iter()
                .map(|p| lifted(p, &mut random))
                .unzip();
            let mut out = vec![G1Affine::GENERATOR; length];
            G1Jacobian::batch_normalize_vartime(&jacobian, &mut out);
            assert!(out.iter().map(point).eq(points[..length].iter().cloned()));
            out.fill(G1Affine::GENERATOR);
            group::Curve::batch_normalize(&projective, &mut out);
            assert!(out.iter().map(point).eq(points[..length].iter().cloned()));
            let sum = points[..length].iter().fold(None, |a, b| bn254::add(&a, b));
            let total: G1Projective = projective.iter().sum();
            assert_eq!(point(&total.to_affine()), sum);
        }
    });
}

#[test]
fn only_points_are_accepted() {
    for (x, y) in [(1, 3), (0, 0), (2, 1), (0, 1), (1, 0)] {
        let (x, y) = (Bn254Fp::from_u64(x), Bn254Fp::from_u64(y));
        assert!(G1Affine::new(x, y).is_err());
    }
    assert!(bool::from(G1Affine::GENERATOR.is_on_curve()));
    assert!(bool::from(G1Affine::IDENTITY.is_on_curve()));
    let off = G1Affine::new_unchecked(Bn254Fp::ONE, Bn254Fp::ONE);
    assert!(!bool::from(off.is_on_curve()));
}

#[test]
fn the_constants_of_the_endomorphism() {
    let (beta, lambda) = (G1::BETA, G1::LAMBDA);
    assert!(beta != Bn254Fp::ONE && beta.square() * beta == Bn254Fp::ONE);
    assert_eq!(lambda.square() + lambda + Bn254Fr::ONE, Bn254Fr::ZERO);
    let (x, y) = G1Affine::GENERATOR.coordinates().expect("not infinity");
    let image = G1Affine::new(beta * x, y).expect("on the curve");
    // By the multiplication that does not use the endomorphism.
    assert_eq!((G1Projective::generator() * lambda).to_affine(), image);

    let integer = |limbs: &[u64; 4]| {
        BigInt::from(
            limbs
                .iter()
                .rev()
                .fold(BigUint::ZERO, |x, &limb| (x << 64u32) + limb),
        )
    };
    let r = BigInt::from(bn254::r());
    let lambda = BigInt::from(bn254::lambda());
    let [v1, v2] = G1::LATTICE.basis.map(|v| {
        v.map(|entry| match entry.negative {
            true => -integer(&entry.magnitude),
            false => integer(&entry.magnitude),
        })
    });
    assert_eq!(&v1[0] * &v2[1] - &v1[1] * &v2[0], r);
    for [a, b] in [&v1, &v2] {
        assert_eq!((a + b * &lambda) % &r, BigInt::ZERO);
    }
    let rounded = |a: BigInt| ((a << 321u32) + &r) / (&r * 2u8);
    let [q1, q2] = G1::LATTICE.quotients.map(|q| integer(&q));
    assert_eq!(q1, rounded(v2[1].clone()));
    assert_eq!(q2, rounded(-v1[1].clone()));
}

#[test]
fn scalars_split_into_halves() {
    let r = BigInt::from(bn254::r());
    let lambda = BigInt::from(bn254::lambda());
    let mut random = Random(4);
    for k in bn254::scalars(&mut random, 3000) {
        let k = k % bn254::r();
        let parts = G1::LATTICE.split(&limbs(&k));
        let [k1, k2] = parts.map(|part| {
            let bytes: Vec<u8> = part
                .magnitude
                .iter()
                .flat_map(|w| w.to_le_bytes())
                .collect();
            let sign = if part.negative {
                Sign::Minus
            } else {
                Sign::Plus
            };
            BigInt::from_bytes_le(sign, &bytes)
        });
        assert!(k1.bits() <= 126 && k2.bits() <= 126, "{k:#x}");
        assert_eq!((k1 + k2 * &lambda - BigInt::from(k)) % &r, BigInt::ZERO);
    }
}

/// The laws of the traits of `group` hold for points that come from its own generator of random points.
#[test]
fn group_traits() {
    struct Source(Random);
    impl rand_core::RngCore for Source {
        fn next_u32(&mut self) -> u32 {
            self.0.word() as u32
        }
        fn next_u64(&mut self) -> u64 {
            self.0.word()
        }
        fn fill_bytes(&mut self, bytes: &mut [u8]) {
            bytes.fill_with(|| self.0.word() as u8);
        }
        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand_core::Error> {
            self.fill_bytes(bytes);
            Ok(())
        }
    }
    fn laws<G: group::Curve<Scalar = Bn254Fr>>(source: &mut Source) {
        let (a, b) = (G::random(&mut *source), G::random(&mut *source));
        let (k, l) = (Bn254Fr::random(&mut *source), Bn254Fr::random(&mut *source));
        assert_eq!((a + b) * k, a * k + b * k);
        assert_eq!(a * (k + l), a * k + a * l);
        assert_eq!(a * k * l, a * (k * l));
        assert_eq!(a - a, G::identity());
        assert_eq!(a.double(), a + a);
        assert_eq!(G::identity() + a.to_affine(), a);
        assert_ne!(a, b);
    }
    laws::<G1Projective>(&mut Source(Random(5)));
}
