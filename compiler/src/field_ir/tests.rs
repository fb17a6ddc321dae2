//! Round trips, verification, meaning and bounds.

use super::*;
use crate::adversarial::Random;
use num_bigint::BigUint;

/// A random function that uses every operation, well-formed.
fn random_function(r: &mut Random) -> Function {
    let mut b = Builder::new("f");
    let mut e = b.param("a", 3);
    e.extend(b.param("b", 1 + r.below(3)));
    let bit = b.bit("c");
    let s = b.base("s", 2)[1];
    let mut wide: Vec<Value> = vec![];
    for _ in 0..40 {
        let x = e[r.below(e.len())];
        let y = e[r.below(e.len())];
        let op = match r.below(22) {
            0 => Op::Const(BigUint::from(r.word())),
            1 => Op::Add(x, y),
            2 => Op::Sub(x, y),
            3 => Op::Neg(x),
            4 => Op::Double(x),
            5 => Op::Half(x),
            6 => Op::Mul(x, y),
            7 => Op::Sqr(x),
            8 => Op::Dot(vec![(x, y), (y, e[0])]),
            9 => Op::Select(bit, x, y),
            10 => Op::AddLazy(x, y),
            11 => Op::SubLazy(x, y, 2),
            12 => Op::Reduce(x),
            13 => Op::MulWide(x, y),
            18 => Op::Const2(BigUint::from(r.word()), BigUint::ZERO),
            19 => Op::TimesXi(x),
            20 => Op::Conjugate(x),
            21 => Op::Scale(x, s),
            14 => Op::SqrWide(x),
            k if !wide.is_empty() => {
                let (v, w) = (wide[r.below(wide.len())], wide[r.below(wide.len())]);
                match k {
                    15 if r.below(2) == 0 => Op::TimesXiWide(v),
                    15 => Op::AddWide(v, w),
                    16 if r.below(2) == 0 => Op::SubWide(v, w),
                    16 => Op::OffsetWide(v, BigUint::from(r.word())),
                    _ => Op::Redc(v),
                }
            }
            _ => continue,
        };
        let ty = op.result();
        let v = b.push(op);
        if ty == Type::Wide { &mut wide } else { &mut e }.push(v);
    }
    let n = e.len();
    b.result("out", e[n - 4..].to_vec());
    b.finish()
}

#[test]
fn text_round_trips() {
    let mut r = Random(3);
    for _ in 0..300 {
        let f = random_function(&mut r);
        verify(&f).unwrap();
        assert_eq!(parse(&print(&f)).unwrap(), f, "{}", print(&f));
    }
}

#[test]
fn bad_text_is_an_error_with_its_line() {
    for bad in [
        "param a[2]",
        "function f\nfunction g",
        "function 1f",
        "function f\nparam a",
        "function f\nparam a[x]",
        "function f\nparam a[99999]",
        "function f\n%0 = frob %1",
        "function f\n%0 = const 12",
        "function f\n%0 = const 0xzz",
        "function f\n%0 = mul %1",
        "function f\n%0 = dot %1",
        "function f\n%+0 = neg %1",
        "function f\n%0 = sub_wide %1",
        "function f\n%0 = offset_wide %1, 7",
        "function f\nresult a",
        "",
    ] {
        let e = parse(bad).expect_err(bad);
        assert!(e.line >= 1, "{bad}");
    }
}

#[test]
fn ill_formed_functions_are_refused() {
    for bad in [
        "function f\nparam a[1]\n%1 = neg %1\nresult x = %1",
        "function f\nparam a[1]\n%2 = neg %0\nresult x = %0",
        "function f\nparam a[1]\n%1 = mul_wide %0, %0\nresult x = %1",
        "function f\nparam a[1]\n%1 = redc %0\nresult x = %1",
        "function f\nbit c\n%1 = neg %0\nresult x = %1",
        "function f\nparam a[1]\nparam a[1]\nresult x = %1",
        "function f\nparam a[1]\nresult x = %0\nresult x = %0",
        "function f\nparam a[1]\nresult x = %7",
    ] {
        assert!(verify(&parse(bad).unwrap()).is_err(), "{bad}");
    }
}

#[test]
fn meaning() {
    let p = BigUint::from(101u8);
    let mut b = Builder::new("f");
    let a = b.param("a", 2);
    let c = b.bit("c");
    let (x, y) = (a[0], a[1]);
    let t = b.times(x, 9);
    let u = b.times(y, -7);
    let s = b.select(c, t, u);
    let d = b.dot(vec![(x, y), (s, s)]);
    let h = b.half(d);
    b.result("out", vec![t, u, h]);
    let f = b.finish();
    for (x, y) in [(0u32, 0u32), (1, 2), (100, 100), (50, 51)] {
        for c in [0u32, 1] {
            let big = |v: u32| BigUint::from(v);
            let out = eval(&f, &p, &[vec![big(x), big(y)], vec![big(c)]]).unwrap();
            let (t, u) = (9 * x % 101, (101 * 7 - 7 * y) % 101);
            let s = if c == 1 { t } else { u };
            let d = (x * y + s * s) % 101;
            assert_eq!(out[0], [big(t), big(u), big(d * 51 % 101)]);
        }
    }
    assert_eq!(eval(&f, &p, &[]), Err(InterpError::Arguments));
    let two = BigUint::from(2u8);
    let bad = eval(&f, &p, &[vec![two.clone(), two.clone()], vec![two]]);
    assert_eq!(bad, Err(InterpError::Bit("c".into())));
}

#[test]
fn equal_operations_are_one_and_dead_ones_none() {
    let mut b = Builder::new("f");
    let a = b.param("a", 2);
    let x = b.mul(a[0], a[1]);
    assert_eq!(b.mul(a[1], a[0]), x);
    b.add(x, a[0]);
    b.result("out", vec![x]);
    let f = b.finish();
    assert_eq!(f.insts.len(), 1);
    assert_eq!(count(&f).to_string(), "1M 0S 0A 1R");
}

#[test]
fn bounds_see_what_does_not_fit() {
    // Two bits to spare: 4p fits, 8p does not.
    let room = Room {
        p: BigUint::from(61u8),
        capacity: BigUint::from(256u16),
        reducible: BigUint::from(61u16 * 256),
    };
    let ok = |text: &str| bounds(&parse(text).unwrap(), &room);
    let head = "function f\nparam a[2]\n";
    let sum = "%2 = add_lazy %0, %1\n%3 = add_lazy %2, %2\n";
    assert!(ok(&format!("{head}{sum}result x = %0")).is_ok());
    let doubled = format!("{head}{sum}%4 = add_lazy %3, %3\nresult x = %0");
    assert_eq!(ok(&doubled).unwrap_err().value, 4);
    // 60 * 120 < 61 * 256; (4 * 60)^2 is not.
    let narrow = format!("{head}{sum}%4 = mul_wide %0, %2\n%5 = redc %4\nresult x = %5");
    assert_eq!(ok(&narrow).unwrap()[5].max, 60.into());
    let wide = format!("{head}{sum}%4 = sqr_wide %3\n%5 = redc %4\nresult x = %5");
    assert_eq!(
        ok(&wide).unwrap_err().what,
        "not from 0 to below what a reduction takes"
    );
    // Differences need an offset that covers the subtrahend.
    assert!(
        ok(&format!(
            "{head}%2 = sub_lazy %0, %1, 1\n%3 = reduce %2\nresult x = %3"
        ))
        .is_ok()
    );
    assert!(ok(&format!("{head}%2 = sub_lazy %0, %1, 0\nresult x = %0")).is_err());
    assert!(ok(&format!("{head}%2 = add_lazy %0, %1\nresult x = %2")).is_err());
    assert!(
        ok(&format!(
            "{head}%2 = add_lazy %0, %1\n%3 = neg %2\nresult x = %3"
        ))
        .is_err()
    );
    // Karatsuba: what cancels does not count.
    let head = "function f\nparam a[2]\nparam b[2]\n";
    let cross = "%4 = add_lazy %0, %1\n%5 = add_lazy %2, %3\n%6 = mul_wide %4, %5\n%7 = mul_wide %0, %2\n\
                 %8 = mul_wide %1, %3\n%9 = sub_wide %6, %7\n%10 = sub_wide %9, %8\n%11 = redc %10\nresult x = %11";
    let found = ok(&format!("{head}{cross}")).unwrap();
    assert_eq!(found[10].min, 0.into());
    assert_eq!(found[10].max, (2 * 60 * 60).into());
    // A difference of products needs a multiple of p that covers it.
    let real = "%4 = mul_wide %0, %2\n%5 = mul_wide %1, %3\n%6 = sub_wide %4, %5\n";
    let bare = ok(&format!("{head}{real}%7 = redc %6\nresult x = %7"));
    assert_eq!(bare.unwrap_err().value, 7);
    let offset = ok(&format!(
        "{head}{real}%7 = offset_wide %6, 0x3c\n%8 = redc %7\nresult x = %8"
    ));
    assert_eq!(offset.unwrap()[7].min, (60 * 61 - 60 * 60).into());
}
