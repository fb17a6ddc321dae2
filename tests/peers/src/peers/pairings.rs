//! Towers and pairings. Values are compared with those of arkworks, coordinate by coordinate; where a library's pairing is another fixed
//! power, after raising it to the power that lies between.

use crate::bench::{Suite, each};
use crate::ids;
use crate::reference::{BLS12_381_FR, BN254_FR};
use num_bigint::BigUint;
use std::rc::Rc;

/// Pairs of points, and of elements of the tower.
const CASES: usize = 4;

/// An element of Fp12 by its coordinates at `1, v, v^2, w, v w, v^2 w`, each `c0`, `c1`.
pub type Coordinates = [BigUint; 12];

/// Points, and the value of their pairing.
#[derive(Clone)]
pub struct Sample {
    pub p: [BigUint; 2],
    pub q: [BigUint; 4],
    pub value: Coordinates,
    /// The pairing with the first point negated.
    pub minus_p: [BigUint; 2],
}

/// What arkworks says.
pub struct Reference {
    pub curve: &'static str,
    pub samples: Vec<Sample>,
    pub mul: fn(&Coordinates, &Coordinates) -> Coordinates,
    pub pow: fn(&Coordinates, &BigUint) -> Coordinates,
}

macro_rules! reference {
    ($name:ident, $curve:literal, $krate:ident, $Curve:ident) => {
        /// The reference of a curve.
        pub fn $name() -> Rc<Reference> {
            use ark_ec::{AffineRepr, CurveGroup, PrimeGroup, pairing::Pairing};
            use ark_ff::Field;
            use $krate::{
                Fq, Fq2, Fq6, Fq12, Fr, G1Affine, G1Projective, G2Affine, G2Projective, $Curve,
            };
            fn to(x: &Fq12) -> Coordinates {
                let each = |x: &Fq6| [x.c0, x.c1, x.c2].map(|c| [c.c0.into(), c.c1.into()]);
                let all: Vec<BigUint> = [each(&x.c0), each(&x.c1)].concat().concat();
                all.try_into().expect("twelve coordinates")
            }
            fn from(x: &Coordinates) -> Fq12 {
                let c: Vec<Fq2> = x
                    .chunks(2)
                    .map(|c| Fq2::new(Fq::from(c[0].clone()), Fq::from(c[1].clone())))
                    .collect();
                Fq12::new(Fq6::new(c[0], c[1], c[2]), Fq6::new(c[3], c[4], c[5]))
            }
            let samples = (0..CASES as u64)
                .map(|i| {
                    let k = Fr::from(0x1234_5678_9abc_def1 + i).pow([7]);
                    let p: G1Affine = (G1Projective::generator() * k).into_affine();
                    let q: G2Affine = (G2Projective::generator() * k.pow([3])).into_affine();
                    let (px, py) = p.xy().expect("not infinity");
                    let (qx, qy) = q.xy().expect("not infinity");
                    Sample {
                        p: [px.into(), py.into()],
                        q: [qx.c0.into(), qx.c1.into(), qy.c0.into(), qy.c1.into()],
                        value: to(&$Curve::pairing(p, q).0),
                        minus_p: [px.into(), (-py).into()],
                    }
                })
                .collect();
            Rc::new(Reference {
                curve: $curve,
                samples,
                mul: |a, b| to(&(from(a) * from(b))),
                pow: |a, k| to(&from(a).pow(k.to_u64_digits())),
            })
        }
    };
}

reference!(bn254, "bn254", ark_bn254, Bn254);
reference!(bls12_381, "bls12-381", ark_bls12_381, Bls12_381);

/// A library's side: how points and elements enter and leave.
pub struct Library<P, Q, T> {
    pub who: &'static str,
    pub reference: Rc<Reference>,
    pub g1: fn(&[BigUint; 2]) -> P,
    pub g2: fn(&[BigUint; 4]) -> Q,
    pub to: fn(&T) -> Coordinates,
    pub from: fn(&Coordinates) -> T,
    /// The power to which its pairing is raised to give that of arkworks.
    pub power: BigUint,
}

impl<P: Copy + 'static, Q: Copy + 'static, T: Clone + 'static> Library<P, Q, T> {
    fn pairs(&self) -> Vec<(P, Q)> {
        let samples = self.reference.samples.iter();
        samples
            .map(|s| ((self.g1)(&s.p), (self.g2)(&s.q)))
            .collect()
    }

    /// The rows of the pairing: `miller` and `finish` are its halves.
    pub fn pairing<M: Clone + 'static>(
        self: &Rc<Self>,
        suite: &mut Suite,
        pairing: impl Fn(&P, &Q) -> T + Copy + 'static,
        miller: impl Fn(&P, &Q) -> M + Copy + 'static,
        finish: impl Fn(&M) -> T + Copy + 'static,
        check: impl Fn(&[(P, Q)]) -> bool + Copy + 'static,
    ) {
        let curve = self.reference.curve;
        let right = |library: &Rc<Self>| {
            let library = library.clone();
            move |i: usize, value: &T| {
                let value = (library.reference.pow)(&(library.to)(value), &library.power);
                value == library.reference.samples[i].value
            }
        };
        let library = self.clone();
        suite.add(ids::pairing(curve, "pairing"), self.who, None, move || {
            each(
                library.pairs(),
                move |(p, q)| pairing(p, q),
                right(&library),
            )
        });
        let library = self.clone();
        suite.add(ids::pairing(curve, "miller"), self.who, None, move || {
            let right = right(&library);
            each(
                library.pairs(),
                move |(p, q)| miller(p, q),
                move |i, value| right(i, &finish(value)),
            )
        });
        let library = self.clone();
        suite.add(
            ids::pairing(curve, "final_exp"),
            self.who,
            None,
            move || {
                let values = library.pairs().iter().map(|(p, q)| miller(p, q)).collect();
                each(values, finish, right(&library))
            },
        );
        for n in [2usize, 8] {
            let library = self.clone();
            let id = ids::pairing(curve, &format!("check-{n}"));
            suite.add(id, self.who, None, move || {
                // Half of the pairs undo the other half; in the second input one does not.
                let samples = &library.reference.samples;
                let good: Vec<(P, Q)> = (0..n)
                    .map(|i| {
                        let s = &samples[i / 2];
                        let p = if i % 2 == 0 { &s.p } else { &s.minus_p };
                        ((library.g1)(p), (library.g2)(&s.q))
                    })
                    .collect();
                let mut bad = good.clone();
                bad[n - 1].0 = (library.g1)(&samples[0].p);
                each(
                    vec![good, bad],
                    move |pairs| check(pairs),
                    |i, ok| *ok == (i == 0),
                )
            });
        }
    }

    /// A row of Fp12: `f` on two elements, or on two values of pairings, against `expected`.
    pub fn fp12(
        self: &Rc<Self>,
        suite: &mut Suite,
        op: &str,
        f: impl Fn(&T, &T) -> T + Copy + 'static,
        expected: fn(&Reference, &Coordinates, &Coordinates) -> Coordinates,
    ) {
        let library = self.clone();
        suite.add(
            ids::tower(self.reference.curve, "fp12", op),
            self.who,
            None,
            move || {
                let samples = library.reference.samples.clone();
                let next = |i: usize| samples[(i + 1) % CASES].value.clone();
                let values: Vec<_> = samples
                    .iter()
                    .enumerate()
                    .map(|(i, s)| (s.value.clone(), next(i)))
                    .collect();
                let inputs = values
                    .iter()
                    .map(|(a, b)| ((library.from)(a), (library.from)(b)))
                    .collect();
                each(
                    inputs,
                    move |(a, b)| f(a, b),
                    move |i, out| {
                        (library.to)(out)
                            == expected(&library.reference, &values[i].0, &values[i].1)
                    },
                )
            },
        );
    }
}

/// `a b`
pub fn product(r: &Reference, a: &Coordinates, b: &Coordinates) -> Coordinates {
    (r.mul)(a, b)
}

/// `a^2`
pub fn square(r: &Reference, a: &Coordinates, _: &Coordinates) -> Coordinates {
    (r.mul)(a, a)
}

/// `a^-1` of a value of the pairing, `a^(r - 1)`.
pub fn inverse(r: &Reference, a: &Coordinates, _: &Coordinates) -> Coordinates {
    let order = match r.curve {
        "bn254" => &BN254_FR.modulus,
        _ => &BLS12_381_FR.modulus,
    };
    (r.pow)(a, &(order - 1u8))
}

pub fn register(suite: &mut Suite) {
    blst_rows(suite);
    halo2_rows(suite);
}

fn blst_rows(suite: &mut Suite) {
    use blst::*;
    fn fp(x: &BigUint) -> blst_fp {
        let mut bytes = [0; 48];
        let digits = x.to_bytes_le();
        bytes[..digits.len()].copy_from_slice(&digits);
        let mut out = blst_fp::default();
        // SAFETY: reads 48 bytes, writes one element.
        unsafe { blst_fp_from_lendian(&mut out, bytes.as_ptr()) };
        out
    }
    fn integer(x: &blst_fp) -> BigUint {
        let mut bytes = [0; 48];
        // SAFETY: writes 48 bytes, reads one element.
        unsafe { blst_lendian_from_fp(bytes.as_mut_ptr(), x) };
        BigUint::from_bytes_le(&bytes)
    }
    fn miller(p: &blst_p1_affine, q: &blst_p2_affine) -> blst_fp12 {
        let mut out = blst_fp12::default();
        // SAFETY: as above, whole values.
        unsafe { blst_miller_loop(&mut out, q, p) };
        out
    }
    fn finish(f: &blst_fp12) -> blst_fp12 {
        let mut out = blst_fp12::default();
        // SAFETY: whole values.
        unsafe { blst_final_exp(&mut out, f) };
        out
    }
    fn check(pairs: &[(blst_p1_affine, blst_p2_affine)]) -> bool {
        let ps: Vec<*const blst_p1_affine> = pairs.iter().map(|(p, _)| p as *const _).collect();
        let qs: Vec<*const blst_p2_affine> = pairs.iter().map(|(_, q)| q as *const _).collect();
        let mut out = blst_fp12::default();
        // SAFETY: as many pointers as pairs, to whole points.
        unsafe {
            blst_miller_loop_n(&mut out, qs.as_ptr(), ps.as_ptr(), pairs.len());
            blst_fp12_is_one(&finish(&out))
        }
    }
    let library = Rc::new(Library {
        who: "blst",
        reference: bls12_381(),
        g1: |p| blst_p1_affine {
            x: fp(&p[0]),
            y: fp(&p[1]),
        },
        g2: |q| blst_p2_affine {
            x: blst_fp2 {
                fp: [fp(&q[0]), fp(&q[1])],
            },
            y: blst_fp2 {
                fp: [fp(&q[2]), fp(&q[3])],
            },
        },
        to: |x: &blst_fp12| {
            let all = x.fp6.iter().flat_map(|c| &c.fp2).flat_map(|c| &c.fp);
            let all: Vec<BigUint> = all.map(integer).collect();
            all.try_into().expect("twelve coordinates")
        },
        from: |x| {
            let mut out = blst_fp12::default();
            for (i, c) in x.iter().enumerate() {
                out.fp6[i / 6].fp2[i / 2 % 3].fp[i % 2] = fp(c);
            }
            out
        },
        power: BigUint::from(1u8),
    });
    library.pairing(suite, |p, q| finish(&miller(p, q)), miller, finish, check);
    // SAFETY: whole values.
    library.fp12(
        suite,
        "mul",
        |a, b| {
            let mut out = blst_fp12::default();
            unsafe { blst_fp12_mul(&mut out, a, b) };
            out
        },
        product,
    );
    library.fp12(
        suite,
        "sqr",
        |a, _| {
            let mut out = blst_fp12::default();
            unsafe { blst_fp12_sqr(&mut out, a) };
            out
        },
        square,
    );
    library.fp12(
        suite,
        "cyclotomic_sqr",
        |a, _| {
            let mut out = blst_fp12::default();
            unsafe { blst_fp12_cyclotomic_sqr(&mut out, a) };
            out
        },
        square,
    );
    library.fp12(
        suite,
        "inv",
        |a, _| {
            let mut out = blst_fp12::default();
            unsafe { blst_fp12_inverse(&mut out, a) };
            out
        },
        inverse,
    );
}

fn halo2_rows(suite: &mut Suite) {
    use halo2curves::bn256::{Fq, Fq2, Fq6, Fq12, G1Affine, G2Affine, Gt, multi_miller_loop};
    use halo2curves::ff::PrimeField;
    use halo2curves::group::Group;
    use halo2curves::pairing::MillerLoopResult;
    fn element(x: &BigUint) -> Fq {
        let mut repr = <Fq as PrimeField>::Repr::default();
        let digits = x.to_bytes_le();
        repr.as_mut()[..digits.len()].copy_from_slice(&digits);
        Fq::from_repr(repr).unwrap()
    }
    fn integer(x: &Fq) -> BigUint {
        BigUint::from_bytes_le(x.to_repr().as_ref())
    }
    fn extension(c0: &BigUint, c1: &BigUint) -> Fq2 {
        Fq2::new(element(c0), element(c1))
    }
    let x = BigUint::from(halo2curves::bn256::BN_X);
    let library = Rc::new(Library {
        who: "halo2curves",
        reference: bn254(),
        g1: |p| G1Affine {
            x: element(&p[0]),
            y: element(&p[1]),
        },
        g2: |q| G2Affine {
            x: extension(&q[0], &q[1]),
            y: extension(&q[2], &q[3]),
        },
        to: |x: &Fq12| {
            let each = |x: &Fq6| [*x.c0(), *x.c1(), *x.c2()];
            let all = [each(x.c0()), each(x.c1())].concat();
            let all: Vec<BigUint> = all
                .iter()
                .flat_map(|c| [integer(c.c0()), integer(c.c1())])
                .collect();
            all.try_into().expect("twelve coordinates")
        },
        from: |x| {
            let c: Vec<Fq2> = x.chunks(2).map(|c| extension(&c[0], &c[1])).collect();
            Fq12::new(Fq6::new(c[0], c[1], c[2]), Fq6::new(c[3], c[4], c[5]))
        },
        power: 2u8 * &x * (6u8 * &x * &x + 3u8 * &x + 1u8),
    });
    /// The wrapped element, which has no accessor.
    fn inside(g: Gt) -> Fq12 {
        // SAFETY: a structure of one field has that field's size, as is checked here, and so its place.
        unsafe { std::mem::transmute::<Gt, Fq12>(g) }
    }
    library.pairing(
        suite,
        |p, q| inside(multi_miller_loop(&[(p, q)]).final_exponentiation()),
        |p, q| multi_miller_loop(&[(p, q)]),
        |f| inside(f.final_exponentiation()),
        |pairs| {
            let pairs: Vec<_> = pairs.iter().map(|(p, q)| (p, q)).collect();
            bool::from(
                multi_miller_loop(&pairs)
                    .final_exponentiation()
                    .is_identity(),
            )
        },
    );
    library.fp12(suite, "mul", |a, b| a * b, product);
    library.fp12(
        suite,
        "sqr",
        |a, _| {
            let mut a = *a;
            a.square_assign();
            a
        },
        square,
    );
    library.fp12(
        suite,
        "inv",
        |a, _| halo2curves::ff::Field::invert(a).unwrap(),
        inverse,
    );
}
