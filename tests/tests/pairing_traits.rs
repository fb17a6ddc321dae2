//! The traits of `group` and `pairing`, used as a generic user does who knows nothing of this library.

use ff::{Field, PrimeField};
use fieldc::bls12_381::{Bls12381, G1Affine, G1Projective, G2Affine, G2Projective};
use fieldc_tests::adversarial::Random;
use group::prime::{PrimeCurve, PrimeCurveAffine};
use group::{Curve, Group, GroupEncoding, UncompressedEncoding};
use pairing::{Engine, MillerLoopResult, MultiMillerLoop, PairingCurveAffine};

/// Scalars at the edges and two others.
fn scalars<F: PrimeField>() -> Vec<F> {
    let mut random = Random(11);
    let mut other = || {
        (0..5).fold(F::ZERO, |a, _| {
            a * F::from(random.word()) + F::from(random.word())
        })
    };
    vec![F::ZERO, F::ONE, F::from(2), -F::ONE, other(), other()]
}

/// `e(a P, b Q) = a b e(P, Q)`, additively, and neither is trivial.
fn bilinear<E: MultiMillerLoop>() {
    let (p, q) = (E::G1Affine::generator(), E::G2Affine::generator());
    let base = E::pairing(&p, &q);
    assert!(!bool::from(base.is_identity()));
    assert_eq!(base, E::Gt::generator());
    for a in scalars::<E::Fr>() {
        for b in scalars::<E::Fr>() {
            let (ap, bq) = ((p * a).to_affine(), (q * b).to_affine());
            assert_eq!(E::pairing(&ap, &bq), base * (a * b));
            assert_eq!(ap.pairing_with(&bq), bq.pairing_with(&ap));
        }
    }
}

/// Sums of pairings by one loop, for numbers of terms around what shares its squarings, infinity among them.
fn sums<E: MultiMillerLoop>() {
    for n in [0u64, 1, 2, 15, 16, 17, 33] {
        let pairs: Vec<(E::G1Affine, E::G2Affine)> = (0..n)
            .map(|i| {
                let (a, b) = (E::Fr::from(i * 7 % 5), E::Fr::from(i + 3));
                (
                    (E::G1::generator() * a).to_affine(),
                    (E::G2::generator() * b).to_affine(),
                )
            })
            .collect();
        let prepared: Vec<E::G2Prepared> = pairs.iter().map(|(_, q)| (*q).into()).collect();
        let terms: Vec<_> = pairs.iter().map(|(p, _)| p).zip(&prepared).collect();
        let sum = E::multi_miller_loop(&terms).final_exponentiation();
        let expected: E::Gt = pairs.iter().map(|(p, q)| E::pairing(p, q)).sum();
        assert_eq!(sum, expected, "{n}");
        // Two loops, one exponentiation.
        let (first, second) = terms.split_at(terms.len() / 2);
        let both = E::multi_miller_loop(first) + E::multi_miller_loop(second);
        assert_eq!(both.final_exponentiation(), expected, "{n}");
    }
}

/// Encodings, and the laws of the group, with mixed and by-reference operators.
fn group_of<G>()
where
    G: PrimeCurve,
    G::Affine: UncompressedEncoding,
{
    for k in scalars::<G::Scalar>() {
        let p = G::generator() * k;
        let affine = p.to_affine();
        assert_eq!(G::from_bytes(&p.to_bytes()).unwrap(), p);
        assert_eq!(G::Affine::from_bytes(&affine.to_bytes()).unwrap(), affine);
        assert_eq!(p.to_bytes().as_ref(), affine.to_bytes().as_ref());
        let long = affine.to_uncompressed();
        assert_eq!(G::Affine::from_uncompressed(&long).unwrap(), affine);
        assert_eq!(affine.to_curve(), p);
        assert_eq!(affine * G::Scalar::from(3), p + p.double());
        assert_eq!(p - affine.to_curve(), G::identity());
        assert_eq!(
            affine.is_identity().unwrap_u8(),
            u8::from(k == G::Scalar::ZERO)
        );
        // A byte of x changed: another point of the curve at most, which is not in the subgroup (but with negligible probability).
        let mut bytes = p.to_bytes();
        bytes.as_mut()[20] ^= 1;
        assert!(bool::from(G::from_bytes(&bytes).is_none()));
    }
    assert!(bool::from(G::from_bytes(&Default::default()).is_none()));
}

fn target<E: Engine>() {
    let g = E::Gt::generator();
    for k in scalars::<E::Fr>() {
        let a = g * k;
        assert_eq!(a + a, a.double());
        assert_eq!(a - g + g, a);
        assert_eq!(a + -a, E::Gt::identity());
        assert_eq!(a + g, g * (k + E::Fr::ONE));
        assert_eq!(-a, g * -k);
        assert_eq!([a, g].iter().sum::<E::Gt>(), a + g);
    }
    let random = E::Gt::random(rand_core::OsRng);
    assert_eq!(random * -E::Fr::ONE + random, E::Gt::identity());
}

#[test]
fn bls12_381() {
    bilinear::<Bls12381>();
    sums::<Bls12381>();
    target::<Bls12381>();
    group_of::<G1Projective>();
    group_of::<G2Projective>();
}

/// The names are those of the inherent encodings: both give the same bytes.
#[test]
fn encodings_are_those_of_the_types() {
    let (p, q) = (G1Affine::GENERATOR, G2Affine::GENERATOR);
    assert_eq!(p.to_compressed()[..], *p.to_bytes().as_ref());
    assert_eq!(q.to_compressed()[..], *q.to_bytes().as_ref());
    assert_eq!(
        G1Affine::to_uncompressed(&p)[..],
        *UncompressedEncoding::to_uncompressed(&p).as_ref()
    );
}
