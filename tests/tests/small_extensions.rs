//! Towers over primes so small that every element is tried, against polynomials multiplied term by term.

use ff::Field;
use fieldc::tower::Level;
use std::fmt::Debug;

macro_rules! fields {
    ($($name:ident $modulus:literal;)*) => {$(
        fieldc::field! {
            /// A small field.
            pub struct $name;
            modulus = $modulus;
        }
    )*};
}

fields! { F5 5; F7 7; F13 13; F31 31; F103 103; }

/// `root^degree` of each level, from the bottom, by its coordinates.
type Levels = &'static [(usize, &'static [i64])];

fn naive(p: i64, levels: Levels, x: &[i64], y: &[i64]) -> Vec<i64> {
    let Some(((degree, beta), below)) = levels.split_last() else {
        return vec![(x[0] * y[0]).rem_euclid(p)];
    };
    let n = x.len() / degree;
    let mut out = vec![vec![0; n]; 2 * degree];
    let add = |to: &mut Vec<i64>, t: Vec<i64>| {
        to.iter_mut().zip(t).for_each(|(a, b)| *a = (*a + b) % p);
    };
    for (i, x) in x.chunks(n).enumerate() {
        for (j, y) in y.chunks(n).enumerate() {
            add(&mut out[i + j], naive(p, below, x, y));
        }
    }
    for i in (*degree..2 * degree).rev() {
        let t = naive(p, below, &out[i], beta);
        add(&mut out[i - degree], t);
    }
    out[..*degree].concat()
}

/// A level, as the tests below see it.
struct Seen<F> {
    p: i64,
    levels: Levels,
    from: fn(&[i64]) -> F,
    to: fn(&F) -> Vec<i64>,
}

impl<F: Copy + PartialEq + Debug> Seen<F> {
    fn coordinates(&self, mut i: u128) -> Vec<i64> {
        let n: usize = self.levels.iter().map(|l| l.0).product();
        let digit = |_| {
            let d = i % self.p as u128;
            i /= self.p as u128;
            d as i64
        };
        (0..n).map(digit).collect()
    }

    fn order(&self) -> u128 {
        let n: usize = self.levels.iter().map(|l| l.0).product();
        (self.p as u128).pow(n as u32)
    }

    /// All elements, or as many.
    fn some(&self, most: u128) -> Vec<Vec<i64>> {
        let q = self.order();
        let count = q.min(most);
        // A step that is odd and no multiple of p, so that every coordinate varies.
        let step = if q <= most { 1 } else { (q / most) | 1 };
        (0..count).map(|i| self.coordinates(i * step % q)).collect()
    }
}

fn check<const D: usize, F: Level<D> + PartialEq>(seen: &Seen<F>, most: u128) {
    let &Seen {
        p,
        levels,
        from,
        to,
    } = seen;
    // Products of basis elements, for products of all by linearity.
    let n = to(&<F as Field>::ONE).len();
    let unit = |i: usize| (0..n).map(|j| i64::from(i == j)).collect::<Vec<_>>();
    let table: Vec<Vec<i64>> = (0..n * n)
        .map(|i| naive(p, levels, &unit(i / n), &unit(i % n)))
        .collect();
    let times = |x: &[i64], y: &[i64]| {
        let mut out = vec![0; n];
        for (i, product) in table.iter().enumerate() {
            let factor = x[i / n] * y[i % n] % p;
            if factor != 0 {
                out.iter_mut()
                    .zip(product)
                    .for_each(|(o, t)| *o += factor * t);
            }
        }
        out.iter_mut().for_each(|o| *o = o.rem_euclid(p));
        out
    };
    let all = seen.some(most);
    let whole = all.len() as u128 == seen.order();
    let others = seen.some(most.min(169));
    let one = to(&<F as Field>::ONE);
    let (mut squares, mut inverses) = (0, 0);
    for x in &all {
        let a = from(x);
        assert_eq!(&to(&a), x);
        for y in &others {
            assert_eq!(to(&(a * from(y))), times(x, y), "{x:?} {y:?}");
        }
        assert_eq!(to(&Field::square(&a)), times(x, x));
        let doubled: Vec<i64> = x.iter().map(|x| 2 * x % p).collect();
        assert_eq!(to(&Field::double(&a)), doubled);
        match Option::<F>::from(a.invert()) {
            Some(i) => {
                inverses += 1;
                assert_eq!(times(x, &to(&i)), one);
                assert_eq!(a.invert_vartime(), Some(i));
            }
            None => assert!(x.iter().all(|x| *x == 0) && a.invert_vartime().is_none()),
        }
        // x^(p^k), one p-th power after the other.
        let mut power = x.clone();
        for k in 0..2 * x.len() as u32 {
            assert_eq!(to(&a.frobenius(k)), power, "{k}");
            let bits = (0..i64::BITS - p.leading_zeros()).rev();
            power = bits.fold(one.clone(), |out, i| {
                let square = times(&out, &out);
                match p >> i & 1 {
                    1 => times(&square, &power),
                    _ => square,
                }
            });
        }
        // The norm is the product of the conjugates over the level below.
        let mut conjugates = <F as Field>::ONE;
        for i in 0..D as u32 {
            conjugates *= a.frobenius(i * F::BELOW_DEGREE);
        }
        let (adjugate, norm) = a.adjugate();
        assert_eq!(a * adjugate, conjugates);
        assert_eq!(<F as Field>::ONE.scale_below(&norm), conjugates);
        match Option::<F>::from(a.sqrt()) {
            Some(root) => {
                squares += 1;
                assert_eq!(&times(&to(&root), &to(&root)), x);
            }
            // By Euler's criterion: a^((q - 1) / 2) = -1.
            None => {
                let e = (seen.order() - 1) / 2;
                assert_eq!(
                    a.pow_vartime([e as u64, (e >> 64) as u64]),
                    -<F as Field>::ONE
                );
            }
        }
        assert!(bool::from((Field::square(&a)).sqrt().is_some()));
        for y in others.iter().take(10) {
            let b = from(y);
            let (is, root) = F::sqrt_ratio(&a, &b);
            let zero = <F as Field>::ZERO;
            match (a == zero, b == zero) {
                (true, _) => assert!(bool::from(is) && root == zero),
                (_, true) => assert!(!bool::from(is) && root == zero),
                _ if bool::from(is) => assert_eq!(Field::square(&root) * b, a),
                _ => assert_eq!(Field::square(&root) * b, a * F::NON_SQUARE),
            }
        }
    }
    if whole {
        assert_eq!(squares, seen.order().div_ceil(2));
        assert_eq!(inverses, seen.order() - 1);
    }
}

macro_rules! towers {
    ($($test:ident $Fp:ident $p:literal $tower:literal: $($Type:ident [$D:literal] $most:literal $levels:expr),*;)*) => {$(
        #[test]
        fn $test() {
            fieldc::extension! {
                $(
                    /// A level.
                    pub struct $Type;
                )*
                base = $Fp;
                modulus = $p;
                tower = $tower;
            }
            $({
                const LEVELS: Levels = $levels;
                let seen = Seen::<$Type> {
                    p: $p,
                    levels: LEVELS,
                    from: |c| $Type::from_coordinates(core::array::from_fn(|i| $Fp::from(c[i] as u64))),
                    to: |a| a.coordinates().map(|c| i64::from(c.to_canonical_limbs()[0])).to_vec(),
                };
                check::<$D, $Type>(&seen, $most);
            })*
        }
    )*};
}

towers! {
    fp2_over_5 F5 5 "u^2 = 2": A [2] 25 &[(2, &[2])];
    fp2_over_7 F7 7 "u^2 = -1": A [2] 49 &[(2, &[-1])];
    fp2_over_13 F13 13 "u^2 = 2": A [2] 169 &[(2, &[2])];
    fp2_over_31 F31 31 "u^2 = 11": A [2] 961 &[(2, &[11])];
    fp2_over_103 F103 103 "u^2 = -29": A [2] 10609 &[(2, &[-29])];
    fp3_over_7 F7 7 "a^3 = 2, b^2 = -1": A [3] 343 &[(3, &[2])], B [2] 300 &[(3, &[2]), (2, &[-1, 0, 0])];
    fp3_over_13 F13 13 "a^3 = 2, b^2 = a": A [3] 2197 &[(3, &[2])], B [2] 300 &[(3, &[2]), (2, &[0, 1, 0])];
    fp3_over_31 F31 31 "a^3 = 3, b^2 = -1": A [3] 2000 &[(3, &[3])], B [2] 300 &[(3, &[3]), (2, &[-1, 0, 0])];
    fp3_over_103 F103 103 "a^3 = -2": A [3] 2000 &[(3, &[-2])];
    fp4_over_5 F5 5 "u^2 = 2, v^2 = u": A [2] 25 &[(2, &[2])], B [2] 625 &[(2, &[2]), (2, &[0, 1])];
    fp4_over_7 F7 7 "u^2 = -1, v^2 = 3*u - 6": A [2] 49 &[(2, &[-1])], B [2] 2401 &[(2, &[-1]), (2, &[-6, 3])];
    fp4_over_103 F103 103 "u^2 = -1, v^2 = 2 + u": A [2] 100 &[(2, &[-1])], B [2] 500 &[(2, &[-1]), (2, &[2, 1])];
    // 3 divides p^2 - 1 and not p - 1: the Frobenius exchanges v and v^2.
    fp6_over_5 F5 5 "u^2 = 2, v^3 = 1 + u": A [2] 25 &[(2, &[2])], B [3] 2000 &[(2, &[2]), (3, &[1, 1])];
    fp12_over_5 F5 5 "u^2 = 2, v^3 = 2 + u, w^2 = v": A [2] 25 &[(2, &[2])], B [3] 300 &[(2, &[2]), (3, &[2, 1])],
        C [2] 200 &[(2, &[2]), (3, &[2, 1]), (2, &[0, 0, 1, 0, 0, 0])];
    fp8_over_13 F13 13 "u^2 = 2, v^2 = u, w^2 = v": A [2] 169 &[(2, &[2])], B [2] 300 &[(2, &[2]), (2, &[0, 1])],
        C [2] 200 &[(2, &[2]), (2, &[0, 1]), (2, &[0, 0, 1, 0])];
    // The largest degree.
    fp24_over_13 F13 13 "u^2 = 2, v^2 = u, w^2 = v, x^3 = w": A [2] 169 &[(2, &[2])], B [2] 100 &[(2, &[2]), (2, &[0, 1])],
        C [2] 100 &[(2, &[2]), (2, &[0, 1]), (2, &[0, 0, 1, 0])],
        D [3] 60 &[(2, &[2]), (2, &[0, 1]), (2, &[0, 0, 1, 0]), (3, &[0, 0, 0, 0, 1, 0, 0, 0])];
    // Right sides with many terms: the Frobenius has many constants.
    dense F31 31 "u^2 = 11, v^3 = 1 + u, w^2 = 2 + u - v + 3 u v + v^2": A [2] 50 &[(2, &[11])], B [3] 50 &[(2, &[11]), (3, &[1, 1])],
        C [2] 100 &[(2, &[11]), (3, &[1, 1]), (2, &[2, 1, -1, 3, 1, 0])];
    fp9_over_7 F7 7 "a^3 = 2, b^3 = a": A [3] 343 &[(3, &[2])], B [3] 300 &[(3, &[2]), (3, &[0, 1, 0])];
    fp6_over_31 F31 31 "u^2 = 11, v^3 = 1 + u": A [2] 100 &[(2, &[11])], B [3] 300 &[(2, &[11]), (3, &[1, 1])];
}
