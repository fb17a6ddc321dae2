//! Towers: what is refused, and that formulas and constants are those of polynomials over big integers.

use super::{Place, Spec};
use crate::adversarial::Random;
use crate::field_ir::{count, eval, verify};
use crate::spec::names;
use num_bigint::BigUint;

fn spec(p: &BigUint, tower: &str) -> Spec {
    Spec {
        modulus: p.clone(),
        tower: tower.into(),
    }
}

fn standard(name: &str) -> BigUint {
    names::find(name).unwrap().modulus().unwrap()
}

fn towers() -> Vec<Spec> {
    let small = |p: u32, tower| spec(&BigUint::from(p), tower);
    vec![
        spec(&standard("bls12-377:fp"), "u^2 = -5, v^3 = u, w^2 = v"),
        spec(&standard("bn254:fp"), "u^2 = -1, v^3 = 9 + u, w^2 = v"),
        spec(&standard("bls12-381:fp"), "u^2 = -1, v^3 = 1 + u, w^2 = v"),
        // A cubic level first, then a quadratic one by an integer.
        small(7, "a^3 = 2, b^2 = -1"),
        small(31, "a^3 = 3, b^2 = -1"),
        small(13, "a^3 = 2, b^2 = a"),
        small(103, "u^2 = -1, v^2 = 2 + u"),
        // 3 divides p^2 - 1 and not p - 1.
        small(5, "u^2 = 2, v^3 = 2 + u, w^2 = v"),
        small(5, "u^2 = 2, v^3 = 1 + 4*u, w^2 = 1 + v"),
        small(13, "u^2 = 2, v^2 = u, w^2 = v"),
        small(3, "u^2 = 2, v^2 = 1 + u"),
    ]
}

#[test]
fn formulas_are_products_of_polynomials() {
    let mut r = Random(23);
    for spec in towers() {
        let e = spec.check().unwrap();
        let (p, f) = (&spec.modulus, &e.fields);
        for (l, level) in e.levels.iter().enumerate().map(|(i, level)| (i + 1, level)) {
            let n = level.coordinates();
            let formulas = e.formulas(l);
            for f in &formulas {
                verify(f).unwrap();
            }
            let [mul, sqr, adjugate, non_residue] = formulas.as_slice() else {
                panic!("four formulas");
            };
            let frobenius = e.frobenius(l);
            assert_eq!(frobenius.len(), n - 1);
            for round in 0..12 {
                let mut element =
                    |n: usize| -> Vec<BigUint> { (0..n).map(|_| r.operand(&(p - 1u8))).collect() };
                let (mut x, y, z) = (element(n), element(n), element(level.below));
                if round == 0 {
                    x = f.zero(l);
                }
                let args = [x.clone(), y.clone()];
                assert_eq!(eval(mul, p, &args).unwrap()[0], f.mul(l, &x, &y));
                assert_eq!(eval(sqr, p, &args[..1]).unwrap()[0], f.mul(l, &x, &x));
                let [t, norm] = eval(adjugate, p, &args[..1]).unwrap().try_into().unwrap();
                assert_eq!(norm, f.norm(l, &x));
                assert_eq!(f.mul(l, &x, &t), f.lift(l, &norm));
                let beta = &f.levels[l - 1].1;
                assert_eq!(
                    eval(non_residue, p, std::slice::from_ref(&z)).unwrap()[0],
                    f.mul(l - 1, &z, beta)
                );
                let mut power = x.clone();
                for linear in &frobenius {
                    verify(&linear.function).unwrap();
                    power = f.pow(l, &power, p);
                    let mut args = vec![x.clone()];
                    if !linear.constants.is_empty() {
                        args.push(linear.constants.clone());
                    }
                    assert_eq!(eval(&linear.function, p, &args).unwrap()[0], power);
                }
                if round > 0 && p.bits() > 64 {
                    break;
                }
            }
            // No square by the definition, and without the norm.
            let exponent = (f.order(l) - 1u8) / 2u8;
            let minus_one = f.sub(&f.zero(l), &f.integer(l, 1u8));
            if n <= 6 || p.bits() < 64 {
                assert_eq!(f.pow(l, &level.non_square, &exponent), minus_one);
            }
        }
    }
}

/// Products as in the literature, in the prime field; constants are additions.
#[test]
fn counts() {
    let e = spec(&standard("bls12-377:fp"), "u^2 = -5, v^3 = u, w^2 = v")
        .check()
        .unwrap();
    let of = |l: usize, i: usize| count(&e.formulas(l)[i]);
    assert_eq!([of(1, 0).m, of(2, 0).m, of(3, 0).m], [3, 18, 54]);
    assert_eq!([of(1, 1).m, of(2, 1).m, of(3, 1).m], [2, 12, 36]);
    assert_eq!([of(1, 2).s, of(1, 2).m], [2, 0]);
    assert_eq!([of(1, 3).m, of(2, 3).m, of(3, 3).m], [0; 3]);
    // Karatsuba's five, and -5 by two doublings and a sum: the sign is in the sum that reads it.
    assert_eq!([of(1, 0).a, of(1, 3).a], [5 + 3, 4]);
    let names: Vec<&str> = e.levels[2].basis.iter().map(String::as_str).collect();
    assert_eq!(
        names.join(", "),
        ", u, v, u v, v^2, u v^2, w, u w, v w, u v w, v^2 w, u v^2 w"
    );
    let e = spec(&standard("bls12-381:fp"), "u^2 = -1").check().unwrap();
    assert_eq!(count(&e.formulas(1)[0]).a, 5);
    assert!(e.frobenius(1)[0].constants.is_empty());
}

#[test]
fn false_claims_are_refused_where_they_stand() {
    let p = standard("bls12-377:fp");
    let refused = |p: &BigUint, text: &str| {
        let e = spec(p, text).check().unwrap_err();
        let at = e.span.map_or("", |s| &text[s]).to_string();
        (e.place, at, e.reason)
    };
    for (text, at, reason) in [
        ("u^2 = 4", "4", "a square in the level below"),
        ("u^2 = -1", "-1", "such as `5`"),
        ("u^2 = -5, v^2 = 5", "5", "such as `u`"),
        ("u^2 = 0", "0", "0 is a square"),
        ("u^2 = 1 - 1", "1 - 1", "0 is a square"),
        ("u^4 = -5", "4", "degree 4"),
        ("u^1 = -5", "1", "degree 1"),
        (
            "u^2 = -5, v^3 = x",
            "x",
            "unknown root `x`; the roots below are `u`",
        ),
        ("u^2 = u", "u", "root of this level itself"),
        ("u^2 = 65", "65", "coefficient 65"),
        (
            "u^2 = -5, v^3 = 2 - 40 u - 40 u",
            "2 - 40 u - 40 u",
            "coefficient -80",
        ),
        (
            "u^2 = 99999999999999999999999",
            "99999999999999999999999",
            "coefficient",
        ),
        ("u^2 = -5, u^3 = u", "u", "choose another name"),
        ("u^2 = -5, v^3 = u^2", "u^2", "powers of `u` up to 1"),
        ("", "", "no level"),
        ("u", "u", "expected `^`"),
        ("u^2", "2", "expected `=`"),
        ("u^2 =", "=", "expected an integer"),
        ("u^2 = -", "-", "expected an integer"),
        ("u^2 = -5 v^3 = u", "v", "unknown root `v`"),
        ("u^2 = (5)", "(", "unexpected `(`"),
        ("2 = 5", "2", "the name of a root"),
        (
            "u^2 = -5, v^2 = u, w^2 = v, x^2 = w, y^2 = x",
            "2",
            "degree 32",
        ),
    ] {
        let (place, found, said) = refused(&p, text);
        assert_eq!(
            (place, found.as_str()),
            (Place::Tower, at),
            "{text}: {said}"
        );
        assert!(said.contains(reason), "{text}: {said}");
    }
    let five = BigUint::from(5u8);
    assert!(
        refused(&five, "u^3 = 2")
            .2
            .contains("3 does not divide q - 1")
    );
    assert!(refused(&five, "u^2 = 5").2.contains("0 is a square"));
    for p in [0u32, 1, 2, 9, 15, 1024] {
        assert_eq!(refused(&BigUint::from(p), "u^2 = 2").0, Place::Modulus);
    }
}
