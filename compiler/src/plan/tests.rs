use super::constants::{FieldConstants, jacobi, smallest_non_residue};
use super::expected::EXPECTED;
use super::facts::LimbShape;
use super::inversion::{divsteps_bound, divsteps_hull};
use super::*;
use crate::spec::names::STANDARD;
use num_traits::Zero;
use proptest::prelude::*;

fn hex(text: &str) -> BigUint {
    BigUint::parse_bytes(text.as_bytes(), 16).unwrap()
}

fn plan_of(field: &str) -> Plan {
    Plan::for_spec(&Spec::resolve(field).unwrap()).unwrap()
}

#[test]
fn standard_fields_have_the_expected_constants() {
    assert_eq!(EXPECTED.len(), STANDARD.len());
    for (
        name,
        word,
        modulus,
        limbs,
        spare,
        r,
        r2,
        inverse,
        products,
        lazy,
        s,
        generator,
        root,
        delta,
    ) in EXPECTED
    {
        let spec = Spec::resolve(name).unwrap();
        let plan = Plan::for_spec(&spec).unwrap();
        assert_eq!(
            (plan.word.radix, plan.limbs, plan.spare_bits),
            (*word, *limbs, *spare),
            "{name}"
        );
        assert_eq!(
            (plan.modulus.clone(), plan.negated_inverse),
            (hex(modulus), *inverse),
            "{name}"
        );
        assert_eq!(
            (plan.products_before_redc, plan.lazy),
            (*products, *lazy),
            "{name}"
        );
        let plain = Plan::plain_montgomery(&plan.name, &plan.modulus, plan.word).unwrap();
        let c = FieldConstants::new(&spec, &plain).unwrap();
        assert_eq!((c.r.clone(), c.r2.clone()), (hex(r), hex(r2)), "{name}");
        assert_eq!(c.r3, &c.r2 * &c.r % &plan.modulus, "{name}");
        assert_eq!(
            (c.two_adicity, c.generator),
            (*s, BigUint::from(*generator)),
            "{name}"
        );
        assert_eq!(
            (c.root_of_unity, c.delta),
            (hex(root), hex(delta)),
            "{name}"
        );
        if !plan.montgomery() {
            assert!(
                plan.radius.is_one() && FieldConstants::new(&spec, &plan).unwrap().r2.is_one(),
                "{name}"
            );
        }
        assert!(plan.divsteps > 0, "{name}");
    }
}

#[test]
fn reductions_follow_from_the_facts() {
    let c = (1u64 << 32) + 977;
    assert_eq!(plan_of("secp256k1:fp").reduction, Reduction::Crandall { c });
    assert_eq!(
        plan_of("curve25519:fp").reduction,
        Reduction::Crandall { c: 19 }
    );
    assert_eq!(plan_of("goldilocks").reduction, Reduction::Goldilocks);
    assert_eq!(
        plan_of("mersenne31").reduction,
        Reduction::Mersenne { k: 31 }
    );
    let montgomery = |field: &str| match plan_of(field).reduction {
        Reduction::Montgomery { no_carry, rho } => (no_carry, rho.is_some()),
        other => panic!("{field}: {other:?}"),
    };
    for field in [
        "bn254:fp",
        "bn254:fr",
        "bls12-381:fp",
        "bls12-377:fp",
        "bls12-377:fr",
    ] {
        assert_eq!(montgomery(field), (true, true), "{field}");
    }
    // 2^-64 mod p is near p, so that one row less folds.
    for field in ["bls12-381:fr", "bandersnatch:fr"] {
        assert_eq!(montgomery(field), (true, true), "{field}");
    }
    // One word: no rows to fold.
    for field in ["babybear", "koalabear"] {
        assert_eq!(montgomery(field), (true, false), "{field}");
    }
    // A zero limb and a power of two do not make up for the quotient digit.
    for field in ["pallas:fp", "vesta:fp"] {
        assert_eq!(montgomery(field), (true, true), "{field}");
    }
    assert_eq!(montgomery("p256:fp"), (false, false));
    assert_eq!(montgomery("p256:fr"), (false, true));
    // Two limbs of p are all ones but for a bit: those of 2^256 - p need no product.
    assert_eq!(montgomery("secp256k1:fr"), (false, false));
    let complements = STANDARD
        .iter()
        .map(|s| s.name)
        .filter(|f| plan_of(f).complement);
    assert_eq!(complements.collect::<Vec<_>>(), ["secp256k1:fr"]);
    // The same decisions under another name and from another spelling of the modulus.
    let same =
        plan_of("115792089237316195423570985008687907853269984665640564039457584007908834671663");
    assert_eq!(same.reduction, Reduction::Crandall { c });
    assert_eq!(
        plan_of("pallas:fp").facts.shapes[2..],
        [LimbShape::Zero, LimbShape::PowerOfTwo(62)]
    );
    assert_eq!(plan_of("p256:fp").facts.shapes[2], LimbShape::Zero);
    assert!(plan_of("p256:fp").facts.low_limb_all_ones);
    for standard in STANDARD {
        let plan = plan_of(standard.name);
        assert!(plan.reasons.len() >= 4, "{:?}", plan.reasons);
    }
}

/// The folded product on integers, before the final subtraction.
fn folded_product(plan: &Plan, rho: &BigUint, folds: usize, a: &BigUint, b: &BigUint) -> BigUint {
    let w = plan.word.radix;
    let digit = BigUint::from(plan.word.mask());
    let mut t = BigUint::zero();
    for (i, limb) in plan.limbs_of(a).into_iter().enumerate() {
        t += limb * b;
        let low = &t & &digit;
        if i < folds {
            t = (t >> w) + low * rho;
        } else {
            let m = (low * plan.negated_inverse) & &digit;
            t += m * &plan.modulus;
            assert!((&t & &digit).is_zero());
            t >>= w;
        }
    }
    t
}

#[test]
fn folded_products_stay_within_their_bound() {
    let mut seen = 0;
    for standard in STANDARD {
        let plan = plan_of(standard.name);
        let Reduction::Montgomery { rho: Some(rho), .. } = &plan.reduction else {
            continue;
        };
        seen += 1;
        assert!(((rho << plan.word.radix) % &plan.modulus).is_one());
        let largest = &plan.modulus - 1u8;
        let (folds, bound) = plan.folds(&(&largest * &largest), &(&plan.modulus * 2u8 - 1u8));
        assert!(folds > 0 && bound < &plan.modulus << 1u8);
        let inverse = plan.radius.modinv(&plan.modulus).unwrap();
        let mut a = largest.clone();
        for _ in 0..200 {
            let value = folded_product(&plan, rho, folds, &a, &largest);
            assert!(value <= bound, "{}", standard.name);
            assert_eq!(
                value % &plan.modulus,
                &a * &largest * &inverse % &plan.modulus
            );
            a = &a * &a % &plan.modulus + 1u8;
            a = a.min(largest.clone());
        }
    }
    assert!(seen >= 7);
}

#[test]
fn tiny_moduli() {
    for (p, g, root, sqrt) in [
        (3u8, 2u8, 2u8, 0u8),
        (5, 2, 2, 0),
        (7, 3, 6, 1),
        (17, 3, 3, 0),
        (101, 2, 10, 12),
    ] {
        let spec = Spec::new("tiny", BigUint::from(p));
        let plan = Plan::for_spec(&spec).unwrap();
        let c = FieldConstants::new(&spec, &plan).unwrap();
        assert_eq!((plan.limbs, plan.word), (1, Word::W32));
        assert_eq!(c.generator, BigUint::from(g), "{p}");
        assert_eq!(c.root_of_unity, BigUint::from(root), "{p}");
        assert_eq!(c.sqrt_exponent, BigUint::from(sqrt), "{p}");
        assert_eq!(
            &c.root_of_unity * &c.root_of_unity_inverse % p,
            BigUint::one()
        );
        assert_eq!(&c.two_inv * 2u8 % p, BigUint::one());
        assert_eq!(plan.from_internal(&plan.to_internal(&c.delta)), c.delta);
        assert_eq!(plan.to_internal(&BigUint::one()), c.r);
        assert!(
            Plan::new("tiny", &spec.modulus, Word::W64)
                .unwrap()
                .montgomery()
        );
    }
}

#[test]
fn a_forced_reduction_must_be_right() {
    let bn254 = plan_of("bn254:fp").modulus;
    let force =
        |modulus: &BigUint, reduction| Plan::with_reduction("f", modulus, Word::W64, reduction);
    let montgomery = |no_carry, rho| Reduction::Montgomery { no_carry, rho };
    assert!(force(&bn254, montgomery(false, None)).is_ok());
    assert!(force(&bn254, montgomery(true, None)).is_ok());
    let wrong_rho = force(&bn254, montgomery(true, Some(BigUint::from(3u8)))).unwrap_err();
    assert_eq!(wrong_rho.place, Place::Reduction);
    assert!(force(&plan_of("p256:fp").modulus, montgomery(true, None)).is_err());
    assert!(force(&bn254, Reduction::Crandall { c: 5 }).is_err());
    assert!(force(&bn254, Reduction::Goldilocks).is_err());
    assert!(force(&bn254, Reduction::Mersenne { k: 31 }).is_err());
    let secp = plan_of("secp256k1:fp");
    let forced = force(&secp.modulus, montgomery(false, None)).unwrap();
    assert_eq!(forced.radius, BigUint::one() << 256);
    let other = FieldConstants::new(&Spec::resolve("bn254:fr").unwrap(), &plan_of("bn254:fp"));
    assert_eq!(
        other.unwrap_err().to_string(),
        "modulus: the Plan is for another modulus"
    );
    let even = Plan::new("f", &BigUint::from(30u8), Word::W64).unwrap_err();
    assert_eq!((even.place, even.problem), (Place::Modulus, Problem::Even));
    let word = Plan::new("f", &bn254, Word::W52).unwrap_err();
    assert_eq!(
        word.to_string(),
        "word: limbs of 52 bits in 64-bit registers are not supported here; use 64/64 or 32/32"
    );
}

/// Runs the division steps from their definition.
fn steps_of(p: u64, a: u64) -> u32 {
    let (mut d, mut f, mut g) = (0i64, p as i64, a as i64);
    let mut steps = 0;
    while g != 0 {
        // d is δ - 1/2.
        (d, f, g) = match (g & 1 == 1, d >= 0) {
            (true, true) => (-d, g, (g - f) / 2),
            (true, false) => (d + 1, f, (g + f) / 2),
            _ => (d + 1, f, g / 2),
        };
        steps += 1;
    }
    steps
}

#[test]
fn hull_bounds_hold_and_are_near() {
    for bits in [3u32, 5, 8, 10] {
        let bound = divsteps_hull(&(BigUint::one() << bits)).unwrap();
        let limit = 1u64 << bits;
        let worst = (3..limit)
            .step_by(2)
            .flat_map(|p| (0..p).map(move |a| steps_of(p, a)))
            .max()
            .unwrap();
        assert!(
            worst <= bound && bound <= worst + 12,
            "{bits} bits: {worst} <= {bound}"
        );
    }
    assert_eq!(divsteps_hull(&(BigUint::one() << 32u8)), divsteps_bound(32));
    for p in ["78000001", "7fffffff"] {
        assert_eq!(
            divsteps_hull(&hex(p)),
            Some(plan_of(&format!("0x{p}")).divsteps)
        );
    }
    assert_eq!(divsteps_hull(&(BigUint::one() << 1024u32)), None);
}

/// Minutes without optimisation: `cargo test --release -p fieldc-compiler -- --ignored hull`.
#[test]
#[ignore = "slow without optimisation"]
fn committed_hull_bounds_are_reproduced() {
    assert_eq!(
        divsteps_hull(&(BigUint::one() << 256u32)),
        divsteps_bound(256)
    );
    for field in ["bn254:fp", "bls12-381:fp", "bls12-381:fr"] {
        let plan = plan_of(field);
        assert_eq!(divsteps_hull(&plan.modulus), Some(plan.divsteps), "{field}");
    }
}

#[test]
fn symbols_and_non_residues() {
    for p in [3u32, 5, 7, 11, 101, 65537] {
        let p = BigUint::from(p);
        let half = (&p - 1u8) >> 1u8;
        for a in 0u32..200 {
            let a = BigUint::from(a);
            let euler = a.modpow(&half, &p);
            let expected = if euler.is_zero() {
                0
            } else if euler.is_one() {
                1
            } else {
                -1
            };
            assert_eq!(jacobi(&a, &p), expected, "{a} / {p}");
        }
    }
    assert_eq!(
        smallest_non_residue(&plan_of("bls12-377:fr").modulus),
        BigUint::from(11u8)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_odd_modulus_has_a_plan(bytes in proptest::collection::vec(any::<u8>(), 1..138), saturate in any::<bool>(), w32 in any::<bool>()) {
        let mut modulus = BigUint::from_bytes_le(&bytes) | BigUint::one();
        if saturate {
            modulus = (BigUint::one() << (8 * bytes.len())) - modulus;
        }
        prop_assume!(modulus > BigUint::from(2u8));
        let word = if w32 { Word::W32 } else { Word::W64 };
        let plan = Plan::new("random", &modulus, word).unwrap();
        let base = BigUint::one() << word.radix;
        let top = BigUint::one() << (word.radix as usize * plan.limbs);
        prop_assert!(modulus < top && plan.limbs == 1 || &modulus << word.radix >= top);
        prop_assert!(((BigUint::from(plan.negated_inverse) * &modulus + 1u8) % &base).is_zero());
        prop_assert!(&modulus * plan.products_before_redc < top && &modulus * (BigUint::from(plan.products_before_redc) + 1u8) >= top);
        let rebuilt = plan.facts.limbs.iter().rev().fold(BigUint::zero(), |n, limb| (n << word.radix) + limb);
        prop_assert_eq!(&rebuilt, &modulus);
        match &plan.reduction {
            Reduction::Montgomery { rho: Some(rho), .. } => {
                let largest = &modulus - 1u8;
                let (folds, bound) = plan.folds(&(&largest * &largest), &(&modulus * 2u8 - 1u8));
                let value = folded_product(&plan, rho, folds, &largest, &largest);
                prop_assert!(folds > 0 && value <= bound && value < &modulus << 1u8);
            }
            Reduction::Crandall { c } => prop_assert_eq!((BigUint::one() << plan.bits) - c, modulus.clone()),
            Reduction::Mersenne { k } => prop_assert_eq!((BigUint::one() << *k) - 1u8, modulus.clone()),
            _ => {}
        }
        let again = Plan::with_reduction("random", &modulus, word, plan.reduction.clone()).unwrap();
        prop_assert_eq!(again.radius, plan.radius);
    }
}
