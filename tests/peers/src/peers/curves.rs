//! Group operations in each library's own projective coordinates, on points whose `z` is not 1. `mul` takes a full scalar.

use super::group::{BLS12_381_G1, BLS12_381_G2, BN254_G1, BN254_G2, Element, Point, Reference};
use crate::bench::{Suite, each};
use crate::ids;
use num_bigint::BigUint;
use std::rc::Rc;
use std::sync::LazyLock;

/// Inputs of `add` and `double`; of whole multiplications and checks.
const POINTS: usize = 32;
const SCALARS: usize = 4;
/// Numbers of terms of sums.
const TERMS: [usize; 6] = [2, 8, 16, 32, 64, 128];

/// A library's group: how points and scalars enter and leave, and its operations.
pub struct Group<P, S> {
    pub who: &'static str,
    pub group: &'static LazyLock<Reference>,
    pub point: fn(&Element, &Element) -> P,
    pub affine: fn(&P) -> Point,
    pub scalar: fn(&BigUint) -> S,
    pub add: fn(&P, &P) -> P,
    pub double: fn(&P) -> P,
    pub mul: fn(&P, &S) -> P,
    /// Whether a point of the curve is in the subgroup, where the library can tell.
    pub in_subgroup: Option<fn(&P) -> bool>,
    /// The point of the subgroup with a compressed encoding, and the encoding of a point.
    pub encoding: Option<(fn(&P) -> Vec<u8>, fn(&[u8]) -> P)>,
}

/// Two library points with `z != 1`, and what they are.
type Pair<P> = ((P, P), (Point, Point));

impl<P: Copy + 'static, S: 'static> Group<P, S> {
    fn enter(&self, p: &Point) -> P {
        let (x, y) = p.as_ref().expect("not infinity");
        (self.point)(x, y)
    }

    /// `P + Q` from affine points: its coordinates are not normalized.
    fn projective(&self, p: &Point, q: &Point) -> (P, Point) {
        let sum = (self.add)(&self.enter(p), &self.enter(q));
        (sum, self.group.add(p, q))
    }

    fn pairs(&self, count: usize) -> Vec<Pair<P>> {
        let points = self.group.samples(2 * count, 3);
        (0..count)
            .map(|i| {
                let (p, p_is) = self.projective(&points[i].0, &points[i + 1].0);
                let (q, q_is) = self.projective(&points[i + count - 1].0, &points[i + count].0);
                ((p, q), (p_is, q_is))
            })
            .collect()
    }

    /// Registers the library's rows.
    pub fn register(self, suite: &mut Suite) {
        let who = self.who;
        let (curve, name) = (self.group.curve, self.group.group);
        let id = |op: &str| ids::curve(curve, name, op);
        let (subgroup, encoding) = (self.in_subgroup, self.encoding);
        let group = Rc::new(self);
        let g = group.clone();
        suite.add(id("add"), who, None, move || {
            let (inputs, are): (Vec<_>, Vec<_>) = g.pairs(POINTS).into_iter().unzip();
            let add = g.add;
            each(
                inputs,
                move |(p, q)| add(p, q),
                move |i, sum| (g.affine)(sum) == g.group.add(&are[i].0, &are[i].1),
            )
        });
        let g = group.clone();
        suite.add(id("double"), who, None, move || {
            let (inputs, are): (Vec<_>, Vec<_>) = g.pairs(POINTS).into_iter().unzip();
            let double = g.double;
            each(
                inputs,
                move |(p, _)| double(p),
                move |i, twice| (g.affine)(twice) == g.group.add(&are[i].0, &are[i].0),
            )
        });
        let g = group.clone();
        suite.add(id("mul"), who, None, move || {
            let scalars: Vec<_> = g
                .group
                .samples(SCALARS, 4)
                .into_iter()
                .map(|s| s.1)
                .collect();
            let (points, are): (Vec<_>, Vec<_>) = g.pairs(SCALARS).into_iter().unzip();
            let inputs = points
                .iter()
                .zip(&scalars)
                .map(|(p, k)| (p.0, (g.scalar)(k)))
                .collect();
            let mul = g.mul;
            each(
                inputs,
                move |(p, k)| mul(p, k),
                move |i, product| (g.affine)(product) == g.group.mul(&are[i].0, &scalars[i]),
            )
        });
        let g = group.clone();
        if let Some(check) = subgroup {
            suite.add(id("subgroup"), who, None, move || {
                let inputs = g.pairs(SCALARS).into_iter().map(|(p, _)| p.0).collect();
                each(inputs, check, |_, member| *member)
            });
        }
        let g = group;
        if let Some((encode, decode)) = encoding {
            suite.add(id("decompress"), who, None, move || {
                let (points, are): (Vec<_>, Vec<_>) = g.pairs(SCALARS).into_iter().unzip();
                let inputs = points.iter().map(|(p, _)| encode(p)).collect();
                each(
                    inputs,
                    move |bytes: &Vec<u8>| decode(bytes),
                    move |i, p| (g.affine)(p) == are[i].0,
                )
            });
        }
    }
}

/// A library's sums `k_0 P_0 + k_1 P_1 + …` of affine points of the subgroup.
pub struct Sums<A, S, P> {
    pub who: &'static str,
    pub group: &'static LazyLock<Reference>,
    pub point: fn(&Element, &Element) -> A,
    pub scalar: fn(&BigUint) -> S,
    pub affine: fn(&P) -> Point,
    pub sum: fn(&[A], &[S]) -> P,
}

impl<A: 'static, S: 'static, P: 'static> Sums<A, S, P> {
    /// Registers the library's rows.
    pub fn register(self, suite: &mut Suite) {
        let sums = Rc::new(self);
        for terms in TERMS {
            let s = sums.clone();
            let id = format!("msm/{}/{}/{terms}", s.group.curve, s.group.group);
            suite.add(id, s.who, None, move || {
                let samples = s.group.samples(terms, 6);
                let points: Vec<A> = samples
                    .iter()
                    .map(|(p, _)| {
                        let (x, y) = p.as_ref().expect("not infinity");
                        (s.point)(x, y)
                    })
                    .collect();
                let scalars: Vec<S> = samples.iter().map(|(_, k)| (s.scalar)(k)).collect();
                let sum = s.sum;
                each(
                    vec![(points, scalars)],
                    move |(points, scalars): &(Vec<A>, Vec<S>)| sum(points, scalars),
                    move |_, result| (s.affine)(result) == s.group.sum(&samples),
                )
            });
        }
    }
}

pub fn register(suite: &mut Suite) {
    arkworks(suite);
    blst_groups(suite);
    halo2(suite);
    substrate(suite);
}

macro_rules! arkworks_group {
    ($suite:ident, $who:literal, $library:ident, $Affine:ident, $Projective:ident, $reference:ident, |$a:ident| $element:expr, |$x:ident: $X:ty| $integers:expr, $encoding:expr) => {{
        use ark_ec::{AffineRepr, CurveGroup, PrimeGroup, VariableBaseMSM};
        use ark_ff::{AdditiveGroup, PrimeField};
        #[allow(unused_imports)]
        use $library::{Fq, Fq2};
        use $library::{Fr, $Affine, $Projective};
        fn point(x: &Element, y: &Element) -> $Affine {
            let element = |$a: &Element| $element;
            $Affine::new_unchecked(element(x), element(y))
        }
        fn affine(p: &$Projective) -> Point {
            let (x, y) = p.into_affine().xy()?;
            let integers = |$x: $X| $integers;
            Some((integers(x), integers(y)))
        }
        Group {
            who: $who,
            group: &$reference,
            point: |x, y| point(x, y).into(),
            affine,
            scalar: |k| Fr::from(k.clone()),
            add: |p: &$Projective, q| p + q,
            double: |p| p.double(),
            mul: |p, k: &Fr| p.mul_bigint(k.into_bigint()),
            in_subgroup: Some(|p| p.into_affine().is_in_correct_subgroup_assuming_on_curve()),
            encoding: $encoding,
        }
        .register($suite);
        Sums {
            who: $who,
            group: &$reference,
            point,
            scalar: |k| Fr::from(k.clone()),
            affine,
            sum: |points, scalars| $Projective::msm_unchecked(points, scalars),
        }
        .register($suite);
    }};
}

fn arkworks(suite: &mut Suite) {
    arkworks_group!(
        suite,
        "ark-bn254",
        ark_bn254,
        G1Affine,
        G1Projective,
        BN254_G1,
        |a| Fq::from(a[0].clone()),
        |x: Fq| [x.into(), BigUint::ZERO],
        None
    );
    arkworks_group!(
        suite,
        "ark-bn254",
        ark_bn254,
        G2Affine,
        G2Projective,
        BN254_G2,
        |a| Fq2::new(a[0].clone().into(), a[1].clone().into()),
        |x: Fq2| [x.c0.into(), x.c1.into()],
        None
    );
    use ark_bls12_381 as bls;
    use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
    fn encode(p: &impl CanonicalSerialize) -> Vec<u8> {
        let mut out = vec![];
        p.serialize_compressed(&mut out).expect("room");
        out
    }
    arkworks_group!(
        suite,
        "ark-bls12-381",
        ark_bls12_381,
        G1Affine,
        G1Projective,
        BLS12_381_G1,
        |a| Fq::from(a[0].clone()),
        |x: Fq| [x.into(), BigUint::ZERO],
        Some((
            |p: &bls::G1Projective| encode(&p.into_affine()),
            |bytes: &[u8]| bls::G1Affine::deserialize_compressed(bytes)
                .expect("a point")
                .into(),
        ))
    );
    arkworks_group!(
        suite,
        "ark-bls12-381",
        ark_bls12_381,
        G2Affine,
        G2Projective,
        BLS12_381_G2,
        |a| Fq2::new(a[0].clone().into(), a[1].clone().into()),
        |x: Fq2| [x.c0.into(), x.c1.into()],
        Some((
            |p: &bls::G2Projective| encode(&p.into_affine()),
            |bytes: &[u8]| bls::G2Affine::deserialize_compressed(bytes)
                .expect("a point")
                .into(),
        ))
    );
}

fn blst_groups(suite: &mut Suite) {
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
    fn scalar(k: &BigUint) -> blst_scalar {
        let mut out = blst_scalar::default();
        let digits = k.to_bytes_le();
        out.b[..digits.len()].copy_from_slice(&digits);
        out
    }
    fn fp2(a: &Element) -> blst_fp2 {
        blst_fp2 {
            fp: [fp(&a[0]), fp(&a[1])],
        }
    }

    macro_rules! group {
        ($Point:ident $Affine:ident $reference:ident $length:literal, $element:expr, $integers:expr,
            $from_affine:ident $to_affine:ident $add:ident $double:ident $mul:ident $check:ident $compress:ident $uncompress:ident $sum:ident $scratch:ident) => {{
            fn point(x: &Element, y: &Element) -> $Affine {
                $Affine {
                    x: $element(x),
                    y: $element(y),
                }
            }
            fn affine(p: &$Point) -> Point {
                let mut a = $Affine::default();
                // SAFETY: reads one point, writes one.
                unsafe { $to_affine(&mut a, p) };
                let infinity = a == $Affine::default();
                (!infinity).then(|| ($integers(&a.x), $integers(&a.y)))
            }
            // SAFETY, for all calls below: every pointer comes from a reference to a whole value.
            Group {
                who: "blst",
                group: &super::group::$reference,
                point: |x, y| {
                    let mut out = $Point::default();
                    unsafe { $from_affine(&mut out, &point(x, y)) };
                    out
                },
                affine,
                scalar,
                add: |p, q| {
                    let mut out = $Point::default();
                    unsafe { $add(&mut out, p, q) };
                    out
                },
                double: |p| {
                    let mut out = $Point::default();
                    unsafe { $double(&mut out, p) };
                    out
                },
                mul: |p, k| {
                    let mut out = $Point::default();
                    unsafe { $mul(&mut out, p, k.b.as_ptr(), 255) };
                    out
                },
                in_subgroup: Some(|p| unsafe { $check(p) }),
                encoding: Some((
                    |p| {
                        let mut out = vec![0; $length];
                        unsafe { $compress(out.as_mut_ptr(), p) };
                        out
                    },
                    |bytes| {
                        assert_eq!(bytes.len(), $length);
                        let (mut a, mut out) = ($Affine::default(), $Point::default());
                        let status = unsafe { $uncompress(&mut a, bytes.as_ptr()) };
                        assert_eq!(status, BLST_ERROR::BLST_SUCCESS);
                        unsafe { $from_affine(&mut out, &a) };
                        assert!(unsafe { $check(&out) });
                        out
                    },
                )),
            }
            .register(suite);
            Sums {
                who: "blst",
                group: &super::group::$reference,
                point,
                scalar,
                affine,
                sum: |points, scalars| {
                    let points: Vec<*const $Affine> =
                        points.iter().map(std::ptr::from_ref).collect();
                    let scalars: Vec<*const byte> = scalars.iter().map(|k| k.b.as_ptr()).collect();
                    let mut out = $Point::default();
                    // SAFETY: so many pointers to whole values, and as much scratch as it asks for.
                    unsafe {
                        let mut scratch = vec![0u64; $scratch(points.len()) / 8 + 1];
                        $sum(
                            &mut out,
                            points.as_ptr(),
                            points.len(),
                            scalars.as_ptr(),
                            255,
                            scratch.as_mut_ptr(),
                        );
                    }
                    out
                },
            }
            .register(suite);
        }};
    }
    group!(blst_p1 blst_p1_affine BLS12_381_G1 48, |a: &Element| fp(&a[0]), |x: &blst_fp| [integer(x), BigUint::ZERO],
        blst_p1_from_affine blst_p1_to_affine blst_p1_add_or_double blst_p1_double blst_p1_mult blst_p1_in_g1 blst_p1_compress blst_p1_uncompress blst_p1s_mult_pippenger blst_p1s_mult_pippenger_scratch_sizeof);
    group!(blst_p2 blst_p2_affine BLS12_381_G2 96, fp2, |x: &blst_fp2| [integer(&x.fp[0]), integer(&x.fp[1])],
        blst_p2_from_affine blst_p2_to_affine blst_p2_add_or_double blst_p2_double blst_p2_mult blst_p2_in_g2 blst_p2_compress blst_p2_uncompress blst_p2s_mult_pippenger blst_p2s_mult_pippenger_scratch_sizeof);
}

fn halo2(suite: &mut Suite) {
    use halo2curves::ff::PrimeField;
    use halo2curves::group::{Curve, Group as _, prime::PrimeCurveAffine};
    fn element<F: PrimeField>(x: &BigUint) -> F {
        let mut repr = F::Repr::default();
        let digits = x.to_bytes_le();
        repr.as_mut()[..digits.len()].copy_from_slice(&digits);
        F::from_repr(repr).unwrap()
    }
    fn integer<F: PrimeField>(x: &F) -> BigUint {
        BigUint::from_bytes_le(x.to_repr().as_ref())
    }
    macro_rules! group {
        ($module:ident $G:ident $Affine:ident $reference:ident, |$a:ident| $element:expr, |$x:ident: $X:ty| $integers:expr) => {{
            #[allow(unused_imports)]
            use halo2curves::$module::{Fq, Fq2, Fr, $Affine, $G};
            Group {
                who: "halo2curves",
                group: &$reference,
                point: |x, y| {
                    let element = |$a: &Element| $element;
                    $Affine {
                        x: element(x),
                        y: element(y),
                    }
                    .into()
                },
                affine: |p: &$G| {
                    let affine = p.to_affine();
                    let finite = !bool::from(affine.is_identity());
                    let integers = |$x: $X| $integers;
                    finite.then(|| (integers(&affine.x), integers(&affine.y)))
                },
                scalar: element::<Fr>,
                add: |p: &$G, q| p + q,
                double: |p| p.double(),
                mul: |p, k| p * k,
                in_subgroup: None,
                encoding: None,
            }
            .register(suite);
        }};
    }
    group!(bn256 G1 G1Affine BN254_G1, |a| element(&a[0]), |x: &Fq| [integer(x), BigUint::ZERO]);
    group!(bn256 G2 G2Affine BN254_G2, |a| Fq2::new(element(&a[0]), element(&a[1])), |x: &Fq2| [integer(x.c0()), integer(x.c1())]);
}

fn substrate(suite: &mut Suite) {
    use substrate_bn::{AffineG1, AffineG2, Fq, Fq2, Fr, G1, G2, Group as _};
    fn bytes(x: &BigUint) -> [u8; 32] {
        let digits = x.to_bytes_be();
        let mut out = [0; 32];
        out[32 - digits.len()..].copy_from_slice(&digits);
        out
    }
    fn integer(x: Fq) -> BigUint {
        let mut out = [0; 32];
        x.to_big_endian(&mut out).expect("32 bytes");
        BigUint::from_bytes_be(&out)
    }
    fn element(x: &BigUint) -> Fq {
        Fq::from_slice(&bytes(x)).expect("below the modulus")
    }
    fn scalar(k: &BigUint) -> Fr {
        Fr::from_slice(&bytes(k)).expect("32 bytes")
    }
    // It has no public doubling; its addition of equal points doubles.
    Group {
        who: "substrate-bn",
        group: &BN254_G1,
        point: |x, y| {
            AffineG1::new(element(&x[0]), element(&y[0]))
                .expect("on the curve")
                .into()
        },
        affine: |p: &G1| {
            let affine = AffineG1::from_jacobian(*p)?;
            let integers = |x: Fq| [integer(x), BigUint::ZERO];
            Some((integers(affine.x()), integers(affine.y())))
        },
        scalar,
        add: |p, q| *p + *q,
        double: |p| *p + *p,
        mul: |p, k| *p * *k,
        in_subgroup: None,
        encoding: None,
    }
    .register(suite);
    Group {
        who: "substrate-bn",
        group: &BN254_G2,
        point: |x, y| {
            let element = |a: &Element| Fq2::new(element(&a[0]), element(&a[1]));
            AffineG2::new(element(x), element(y))
                .expect("on the curve")
                .into()
        },
        affine: |p: &G2| {
            let affine = AffineG2::from_jacobian(*p)?;
            let integers = |x: Fq2| [integer(x.real()), integer(x.imaginary())];
            Some((integers(affine.x()), integers(affine.y())))
        },
        scalar,
        add: |p, q| *p + *q,
        double: |p| *p + *p,
        mul: |p, k| *p * *k,
        in_subgroup: None,
        encoding: None,
    }
    .register(suite);
    let _ = G2::one;
}
