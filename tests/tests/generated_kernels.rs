//! Every function of every kernel module against big integers, on operands at the edges: the dispatching ones, the portable
//! ones, the inline and the out-of-line native ones. The list of functions is made from the modules' text by `build.rs`.

use fieldc_tests::adversarial::Random;
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Zero};

/// Random operand lists for each function, on top of the edges.
const ROUNDS: usize = 300;
/// The same for the functions that raise to a power of the size of the modulus.
const CHAIN_ROUNDS: usize = 24;

/// What the tests of a field know: big integers, derived from the modulus alone.
struct Oracle {
    p: BigUint,
    /// `W^n`.
    capacity: BigUint,
    /// The factor of the internal form.
    radius: BigUint,
    radius_inverse: BigUint,
    lazy: bool,
    sqrt_exponent: BigUint,
}

impl Oracle {
    fn new(p: BigUint, capacity: BigUint, montgomery: bool, lazy: bool) -> Oracle {
        let radius = if montgomery {
            &capacity % &p
        } else {
            BigUint::one()
        };
        let radius_inverse = radius.modinv(&p).expect("the modulus is odd");
        let remainder = (&p % 8u8).iter_u32_digits().next().unwrap_or(0);
        let sqrt_exponent = match remainder {
            3 | 7 => (&p - 3u8) / 4u8,
            5 => (&p - 5u8) / 8u8,
            _ => {
                let q = (&p - 1u8) >> (&p - 1u8).trailing_zeros().expect("p is above 1");
                (q - 1u8) / 2u8
            }
        };
        Oracle {
            p,
            capacity,
            radius,
            radius_inverse,
            lazy,
            sqrt_exponent,
        }
    }

    /// The largest value of each operand.
    fn operands(&self, name: &str) -> Vec<BigUint> {
        let element = || &self.p - 1u8;
        let lazy = || {
            if self.lazy {
                &self.p * 2u8 - 1u8
            } else {
                element()
            }
        };
        match name {
            "mul_lazy" => vec![lazy(), lazy()],
            "sqr_lazy" | "reduce" => vec![lazy()],
            "redc" => vec![&self.capacity - 1u8, element()],
            "select" => vec![element(), element(), BigUint::one()],
            "sqr_n" => vec![element(), BigUint::from(40u8)],
            "fp2_mul" => vec![element(); 4],
            "fp2_add" | "fp2_sub" | "fp2_add_lazy" => vec![element(); 4],
            "fp2_sqr" | "fp2_sqr_wide" | "fp2_rotate" => vec![element(); 2],
            "fp2_mul_wide" if &self.p * 8u8 <= self.capacity => vec![&self.p * 2u8 - 1u8; 4],
            "fp2_mul_wide" => vec![element(); 4],
            "fp2_redc" => {
                vec![[&self.capacity - 1u8, 2 * self.offset() * &self.p - 1u8]; 2].concat()
            }
            "fp2_rotate_wide" | "fp2_offset_wide" => self.wide(2),
            "fp2_add_wide" | "fp2_sub_wide" | "fp2_add_rotate_wide" => self.wide(4),
            "fp2_sub2_wide" => self.wide(6),
            "add" | "sub" | "mul" | "mul_wide" => vec![element(); 2],
            "neg" | "double" | "half" | "sqr" | "from_internal" | "sqrt_chain" | "inv_chain" => {
                vec![element()]
            }
            _ => {
                let terms: usize = name
                    .strip_prefix("dot")
                    .and_then(|k| k.parse().ok())
                    .unwrap_or_else(|| panic!("a kernel that no test knows: {name}"));
                vec![element(); 2 * terms]
            }
        }
    }

    /// The multiple of `p W^n` that is added before a reduction.
    fn offset(&self) -> u32 {
        if &self.p * 8u8 <= self.capacity { 3 } else { 2 }
    }

    /// The operands of `count` wide numbers: low and high limbs.
    fn wide(&self, count: usize) -> Vec<BigUint> {
        vec![&self.capacity - 1u8; 2 * count]
    }

    /// `a b / R`, canonical.
    fn product(&self, a: &BigUint, b: &BigUint) -> BigUint {
        a * b * &self.radius_inverse % &self.p
    }

    /// `a^e` where `a` is in internal form.
    fn power(&self, a: &BigUint, e: &BigUint) -> BigUint {
        let canonical = a * &self.radius_inverse % &self.p;
        canonical.modpow(e, &self.p) * &self.radius % &self.p
    }

    /// The results, canonical residues but for `mul_wide`.
    fn results(&self, name: &str, x: &[BigUint]) -> Vec<BigUint> {
        let p = &self.p;
        let product = |i: usize, j: usize| self.product(&x[i], &x[j]);
        vec![match name {
            "add" => (&x[0] + &x[1]) % p,
            "sub" => (&x[0] + p - &x[1]) % p,
            "neg" => (p - &x[0]) % p,
            "double" => &x[0] * 2u8 % p,
            "half" => &x[0] * ((p + 1u8) / 2u8) % p,
            "mul" | "mul_lazy" => product(0, 1),
            "sqr" | "sqr_lazy" => product(0, 0),
            "reduce" => &x[0] % p,
            "from_internal" => &x[0] * &self.radius_inverse % p,
            "redc" => (&x[0] + &x[1] * &self.capacity) * &self.radius_inverse % p,
            "select" => x[usize::from(x[2].is_zero())].clone(),
            "sqrt_chain" => self.power(&x[0], &self.sqrt_exponent),
            "inv_chain" => self.power(&x[0], &(p - 2u8)),
            "sqr_n" => {
                let n = x[1].iter_u64_digits().next().unwrap_or(0);
                self.power(&x[0], &(BigUint::one() << n))
            }
            "mul_wide" => {
                let full = &x[0] * &x[1];
                return vec![&full % &self.capacity, full / &self.capacity];
            }
            "fp2_mul" => {
                let real = product(0, 2) + p - product(1, 3);
                return vec![real % p, (product(0, 3) + product(1, 2)) % p];
            }
            "fp2_sqr" => {
                let real = product(0, 0) + p - product(1, 1);
                return vec![real % p, product(0, 1) * 2u8 % p];
            }
            "fp2_add" | "fp2_add_lazy" => {
                return vec![(&x[0] + &x[2]) % p, (&x[1] + &x[3]) % p];
            }
            "fp2_sub" => return vec![(&x[0] + p - &x[2]) % p, (&x[1] + p - &x[3]) % p],
            "fp2_rotate" => return vec![(&x[0] + p - &x[1]) % p, (&x[0] + &x[1]) % p],
            "fp2_redc" => {
                let wide = |i: usize| &x[i] + &x[i + 1] * &self.capacity;
                return vec![
                    wide(0) * &self.radius_inverse % p,
                    wide(2) * &self.radius_inverse % p,
                ];
            }
            _ if name.starts_with("fp2_") => {
                let square = BigInt::from(&self.capacity * &self.capacity);
                return self.wide_results(name, x).map_or_else(
                    || panic!("a kernel that no test knows: {name}"),
                    |integers| {
                        integers
                            .map(|n| (((n % &square) + &square) % &square).magnitude().clone())
                            .to_vec()
                    },
                );
            }
            // The operands are all a's, then all b's.
            _ => {
                let terms = x.len() / 2;
                (0..terms).map(|i| product(i, terms + i)).sum::<BigUint>() % p
            }
        }]
    }

    /// The integers of which wide results are residues modulo `W^2n`.
    fn wide_results(&self, name: &str, x: &[BigUint]) -> Option<[BigInt; 2]> {
        let e: Vec<BigInt> = x.iter().map(|x| BigInt::from(x.clone())).collect();
        let p = BigInt::from(self.p.clone());
        // Operands that are wide: low and high limbs.
        let n: Vec<BigInt> = x
            .chunks_exact(2)
            .map(|c| BigInt::from(&c[0] + &c[1] * &self.capacity))
            .collect();
        let offset = self.offset() * &p * BigInt::from(self.capacity.clone());
        Some(match name {
            "fp2_mul_wide" => [&e[0] * &e[2] - &e[1] * &e[3], &e[0] * &e[3] + &e[1] * &e[2]],
            "fp2_sqr_wide" => [(&e[0] + &e[1]) * (&e[0] + p - &e[1]), 2 * &e[0] * &e[1]],
            "fp2_offset_wide" => [&n[0] + &offset, &n[1] + &offset],
            "fp2_rotate_wide" => [&n[0] - &n[1], &n[0] + &n[1]],
            "fp2_add_wide" => [&n[0] + &n[2], &n[1] + &n[3]],
            "fp2_sub_wide" => [&n[0] - &n[2], &n[1] - &n[3]],
            "fp2_sub2_wide" => [&n[0] - &n[2] - &n[4], &n[1] - &n[3] - &n[5]],
            "fp2_add_rotate_wide" => [&n[0] + &n[2] - &n[3], &n[1] + &n[2] + &n[3]],
            _ => return None,
        })
    }

    /// Whether the results are right: in range and the right residues.
    fn accepts(&self, name: &str, x: &[BigUint], got: &[BigUint]) -> bool {
        let want = self.results(name, x);
        if self.lazy && matches!(name, "mul_lazy" | "sqr_lazy") {
            return got[0] < &self.p * 2u8 && &got[0] % &self.p == want[0];
        }
        if name == "fp2_add_lazy" {
            return got
                .iter()
                .zip(&want)
                .all(|(g, w)| g < &(&self.p * 2u8) && &(g % &self.p) == w);
        }
        if name.starts_with("fp2_") && name.ends_with("_wide") {
            let wide = got.chunks(2).map(|g| &g[0] + &g[1] * &self.capacity);
            return got.len() == 4 && got.iter().all(|g| g < &self.capacity) && wide.eq(want);
        }
        got == want
    }

    /// Every combination of edges for one and two operands, the same edge in all for more, then random ones.
    fn cases(&self, name: &str, random: &mut Random) -> Vec<Vec<BigUint>> {
        let max = self.operands(name);
        let edges = |max: &BigUint| {
            let mut v = vec![BigUint::zero(), BigUint::one(), max.clone()];
            v.extend([&self.p - 1u8, self.radius.clone(), (&self.p - 1u8) / 2u8]);
            v.extend([self.p.clone(), &self.p + 1u8, max / 2u8]);
            // The low limbs all ones, the top limb that of the largest operand.
            v.push((max >> (max.bits() / 2)) << (max.bits() / 2));
            v.push((BigUint::one() << (max.bits() - 1)) - 1u8);
            v.retain(|x| x <= max);
            v.sort();
            v.dedup();
            v
        };
        let mut out = vec![];
        match max.as_slice() {
            [a] => out.extend(edges(a).into_iter().map(|x| vec![x])),
            [a, b] => {
                for x in edges(a) {
                    out.extend(edges(b).into_iter().map(|y| vec![x.clone(), y]));
                }
            }
            _ => {
                for x in edges(&max[0]) {
                    out.push(max.iter().map(|m| x.clone().min(m.clone())).collect());
                }
            }
        }
        let rounds = if name.ends_with("_chain") || name == "sqr_n" {
            out.truncate(24);
            CHAIN_ROUNDS
        } else {
            ROUNDS
        };
        for _ in 0..rounds {
            out.push(max.iter().map(|m| random.operand(m)).collect());
        }
        out
    }

    /// Runs the function on every case.
    fn check(&self, path: &str, name: &str, run: &dyn Fn(&[BigUint]) -> Vec<BigUint>) {
        let name = name.strip_suffix("_call").unwrap_or(name);
        let mut random = Random(0x5eed);
        for x in self.cases(name, &mut random) {
            let got = run(&x);
            assert!(
                self.accepts(name, &x, &got),
                "{path}: operands {x:x?}: result {got:x?}, expected {:x?}",
                self.results(name, &x)
            );
        }
    }
}

/// Limbs from and to integers.
trait Element: Copy {
    /// The number of limbs.
    const LIMBS: usize;
    /// Bits of a limb.
    const BITS: usize;
    fn of(x: &BigUint) -> Self;
    fn integer(&self) -> BigUint;
}

impl<const N: usize> Element for [u64; N] {
    const LIMBS: usize = N;
    const BITS: usize = 64;

    fn of(x: &BigUint) -> Self {
        let digits = x.to_u64_digits();
        assert!(digits.len() <= N, "the operand fits");
        std::array::from_fn(|i| digits.get(i).copied().unwrap_or(0))
    }

    fn integer(&self) -> BigUint {
        self.iter()
            .rev()
            .fold(BigUint::zero(), |sum, limb| (sum << 64u8) + limb)
    }
}

impl Element for [u32; 1] {
    const LIMBS: usize = 1;
    const BITS: usize = 32;

    fn of(x: &BigUint) -> Self {
        let digits = x.to_u32_digits();
        assert!(digits.len() <= 1, "the operand fits");
        [digits.first().copied().unwrap_or(0)]
    }

    fn integer(&self) -> BigUint {
        BigUint::from(self[0])
    }
}

/// The two operands of a sum: all a's, all b's.
fn halves<E: Element, const K: usize>(x: &[BigUint]) -> ([E; K], [E; K]) {
    (
        std::array::from_fn(|i| E::of(&x[i])),
        std::array::from_fn(|i| E::of(&x[x.len() - K + i])),
    )
}

/// The operands as three lists.
fn thirds<E: Element, const K: usize>(x: &[BigUint]) -> [[E; K]; 3] {
    std::array::from_fn(|part| std::array::from_fn(|i| E::of(&x[part * K + i])))
}

macro_rules! call {
    (one $f:path) => {
        |x: &[BigUint]| vec![$f(&Element::of(&x[0])).integer()]
    };
    (two $f:path) => {
        |x: &[BigUint]| vec![$f(&Element::of(&x[0]), &Element::of(&x[1])).integer()]
    };
    (wide $f:path) => {
        |x: &[BigUint]| {
            let (lo, hi) = $f(&Element::of(&x[0]), &Element::of(&x[1]));
            vec![lo.integer(), hi.integer()]
        }
    };
    (count $f:path) => {
        |x: &[BigUint]| {
            let n = u32::try_from(&x[1]).expect("a small count");
            vec![$f(&Element::of(&x[0]), n).integer()]
        }
    };
    (choice $f:path) => {
        |x: &[BigUint]| {
            let choice = u8::from(x[2].is_one()).into();
            vec![$f(&Element::of(&x[0]), &Element::of(&x[1]), choice).integer()]
        }
    };
    (sum $f:path) => {
        |x: &[BigUint]| {
            let (a, b) = halves(x);
            vec![$f(&a, &b).integer()]
        }
    };
    (pairs $f:path) => {
        |x: &[BigUint]| {
            let (a, b) = halves(x);
            $f(&a, &b).iter().map(Element::integer).collect()
        }
    };
    (triples $f:path) => {
        |x: &[BigUint]| {
            let [a, b, d] = thirds(x);
            $f(&a, &b, &d).iter().map(Element::integer).collect()
        }
    };
    (pair $f:path) => {
        |x: &[BigUint]| {
            let (a, _) = halves(x);
            $f(&a).iter().map(Element::integer).collect()
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod native {
    use super::*;

    /// `unsafe fn`s as safe ones, for a machine that has been asked.
    macro_rules! native_call {
        (call_one $limbs:ty, $f:path) => {
            |x: &[BigUint]| {
                crate::native::out_of_line::<$limbs>(stringify!($f), x, 1, &|out, [a, ..]| {
                    // SAFETY: the machine has BMI2 and ADX; the buffers hold all operands and results.
                    unsafe { $f(out, a) }
                })
            }
        };
        (call_two $limbs:ty, $f:path) => {
            |x: &[BigUint]| {
                crate::native::out_of_line::<$limbs>(stringify!($f), x, 2, &|out, [a, b, _]| {
                    // SAFETY: the machine has BMI2 and ADX; the buffers hold all operands and results.
                    unsafe { $f(out, a, b) }
                })
            }
        };
        (call_three $limbs:ty, $f:path) => {
            |x: &[BigUint]| {
                crate::native::out_of_line::<$limbs>(stringify!($f), x, 3, &|out, [a, b, d]| {
                    // SAFETY: the machine has BMI2 and ADX; the buffers hold all operands and results.
                    unsafe { $f(out, a, b, d) }
                })
            }
        };
        ($shape:ident $limbs:ty, $f:path) => {
            // SAFETY: the machine has BMI2 and ADX.
            |x: &[BigUint]| unsafe { crate::native::native_call!(@$shape x, $f) }
        };
        (@one $x:ident, $f:path) => { vec![$f(&Element::of(&$x[0])).integer()] };
        (@two $x:ident, $f:path) => { vec![$f(&Element::of(&$x[0]), &Element::of(&$x[1])).integer()] };
        (@wide $x:ident, $f:path) => {{
            let (lo, hi) = $f(&Element::of(&$x[0]), &Element::of(&$x[1]));
            vec![lo.integer(), hi.integer()]
        }};
        (@sum $x:ident, $f:path) => {{
            let (a, b) = halves($x);
            vec![$f(&a, &b).integer()]
        }};
        (@pairs $x:ident, $f:path) => {{
            let (a, b) = halves($x);
            $f(&a, &b).iter().map(Element::integer).collect()
        }};
        (@triples $x:ident, $f:path) => {{
            let [a, b, d] = thirds($x);
            $f(&a, &b, &d).iter().map(Element::integer).collect()
        }};
        (@pair $x:ident, $f:path) => {{
            let (a, _) = halves($x);
            $f(&a).iter().map(Element::integer).collect()
        }};
    }
    pub(super) use native_call;

    /// Whether the machine can run the native kernels; says so where it cannot.
    pub fn present() -> bool {
        let there = is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("adx");
        if !there {
            eprintln!("SKIPPED: native kernels, as this machine lacks BMI2 or ADX");
        }
        there
    }

    /// Calls through pointers: results apart from the operands, then over each of them, where the kernel allows it. All must agree.
    pub fn out_of_line<E: Element>(
        name: &str,
        x: &[BigUint],
        operands: usize,
        run: &dyn Fn(*mut u64, [*const u64; 3]),
    ) -> Vec<BigUint> {
        // Long enough for every list of operands and every pair of results, with a guard behind.
        const LENGTH: usize = 8 * 6 + 4;
        const GUARD: u64 = 0x5a5a_5a5a_5a5a_5a5a;
        let n = E::LIMBS;
        let buffer = |part: &[BigUint]| {
            let mut words = [GUARD; LENGTH];
            for (i, x) in part.iter().enumerate() {
                let mut digits = x.to_u64_digits();
                digits.resize(n, 0);
                words[i * n..(i + 1) * n].copy_from_slice(&digits);
            }
            words
        };
        let each = x.len() / operands;
        let clean: [_; 3] = std::array::from_fn(|i| match i < operands {
            true => buffer(&x[i * each..(i + 1) * each]),
            false => [GUARD; LENGTH],
        });
        let (mut list, mut out) = (clean, [GUARD; LENGTH]);
        run(out.as_mut_ptr(), list.each_ref().map(|a| a.as_ptr()));
        let written = out.iter().take_while(|w| **w != GUARD).count().div_ceil(n) * n;
        assert!(
            out[written..].iter().all(|w| *w == GUARD),
            "writes past its results"
        );
        assert!(list == clean, "writes to its operands");
        let over = match fieldc_compiler::claims::apart(name) {
            true => 0,
            false => operands,
        };
        for i in 0..over {
            list = clean;
            let mut pointers = list.each_ref().map(|a| a.as_ptr());
            let target = list[i].as_mut_ptr();
            pointers[i] = target;
            run(target, pointers);
            assert_eq!(
                list[i][..written],
                out[..written],
                "results over operand {i}"
            );
        }
        out[..written]
            .chunks(n)
            .map(|limbs| {
                limbs
                    .iter()
                    .rev()
                    .fold(BigUint::zero(), |sum, w| (sum << 64u8) + w)
            })
            .collect()
    }
}

/// `a R mod p`, as integers.
fn internal(oracle: &Oracle, a: &BigUint) -> BigUint {
    a * &oracle.radius % &oracle.p
}

/// The tests of one module.
macro_rules! field {
    ($module:ident
        safe { $($shape:ident $f:path = $name:ident;)* }
        $(native { $($native:ident $g:path = $native_name:ident;)* })?
    ) => {
        mod $module {
            use super::*;
            use fieldc_generated::$module::*;

            fn oracle() -> Oracle {
                let bits = <Limbs as Element>::BITS * <Limbs as Element>::LIMBS;
                Oracle::new(MODULUS.integer(), BigUint::one() << bits, MONTGOMERY, LAZY)
            }

            #[test]
            fn safe_functions() {
                let oracle = oracle();
                $(oracle.check(
                    concat!(stringify!($module), "::", stringify!($f)),
                    stringify!($name),
                    &call!($shape $f),
                );)*
            }

            $(#[cfg(target_arch = "x86_64")]
            #[test]
            fn native_functions() {
                if !native::present() {
                    return;
                }
                let oracle = oracle();
                $(oracle.check(
                    concat!(stringify!($module), "::", stringify!($g)),
                    stringify!($native_name),
                    &native::native_call!($native Limbs, $g),
                );)*
            })?

            #[test]
            fn constants() {
                let o = oracle();
                let (p, one) = (&o.p, BigUint::one());
                let standard = fieldc_compiler::spec::names::STANDARD
                    .iter()
                    .find(|s| s.module == stringify!($module))
                    .expect("a standard field");
                assert_eq!(*p, standard.modulus().unwrap());
                assert_eq!(MODULUS_STR, format!("{p:#x}"));
                assert_eq!(u64::from(NUM_BITS), p.bits());
                let power = |k: u32| o.radius.modpow(&BigUint::from(k), p);
                assert_eq!(R.integer(), power(1));
                assert_eq!(R2.integer(), power(2));
                assert_eq!(R3.integer(), power(3));
                let word = &one << <Limbs as Element>::BITS;
                assert_eq!((p * NEGATED_INVERSE + 1u8) % &word, BigUint::zero());
                assert!(!LAZY || p * 4u8 <= o.capacity);
                // The generic count for half-delta steps bounds every proven one.
                assert!(DIVSTEPS > NUM_BITS && DIVSTEPS <= (45907 * NUM_BITS + 26313) / 19929);
                assert_eq!(SQRT_EXPONENT.integer(), o.sqrt_exponent);
                assert_eq!(TWO_INV.integer() * 2u8 % p, R.integer());

                let s = (p - 1u8).trailing_zeros().unwrap();
                let q = (p - 1u8) >> s;
                assert_eq!(u64::from(TWO_ADICITY), s);
                let generator = GENERATOR.integer() * &o.radius_inverse % p;
                assert_eq!(generator.modpow(&((p - 1u8) / 2u8), p), p - 1u8, "a non-residue");
                assert_eq!(generator, standard.spec().unwrap().generator.unwrap());
                let root = ROOT_OF_UNITY.integer() * &o.radius_inverse % p;
                assert_eq!(root, generator.modpow(&q, p));
                assert_eq!(root.modpow(&(&one << (s - 1)), p), p - 1u8, "order 2^s");
                let inverse = root.modinv(p).unwrap();
                assert_eq!(ROOT_OF_UNITY_INV.integer(), internal(&o, &inverse));
                let delta = generator.modpow(&(&one << s), p);
                assert_eq!(DELTA.integer(), internal(&o, &delta));
            }
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/kernels.rs"));
