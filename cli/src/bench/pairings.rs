//! Towers and pairings.

use super::inputs::{element, points};
use super::row::{Rows, Work};
use fieldc::bls12_381::Bls12381;
use fieldc::bn254::Bn254;
use fieldc::pairing::{
    G2Prepared, Gt, MillerValue, Pairing, Points, multi_miller_loop_vartime,
    pairing_product_is_one_vartime, pairing_vartime,
};
use fieldc::tower::{Element, Fp6, Fp12};

/// Pairs of a product.
const SIZES: [usize; 6] = [1, 2, 4, 8, 16, 64];

/// `towers/<curve>/<level>/<operation>`, `pairings/<curve>/…`
pub fn rows(rows: &mut Rows) {
    curve::<Bn254>(rows, "bn254");
    curve::<Bls12381>(rows, "bls12-381");
}

fn pairs<C: Pairing>(count: usize) -> Vec<Points<C>> {
    let (p, q) = (points(count as u64), points(count as u64));
    p.into_iter().zip(q).collect()
}

/// Values of Miller loops: as good as random elements of Fp12.
fn values<C: Pairing>() -> Vec<MillerValue<C>> {
    pairs::<C>(8)
        .iter()
        .map(|pair| multi_miller_loop_vartime(&[*pair], &[]))
        .collect()
}

fn elements<C: Pairing>() -> Vec<Fp12<C::Fp2>> {
    values::<C>().iter().map(MillerValue::to_fp12).collect()
}

fn group<C: Pairing>() -> Vec<Gt<C>> {
    pairs::<C>(8)
        .iter()
        .map(|(p, q)| pairing_vartime(p, q))
        .collect()
}

/// An element and the next.
fn two<T: Copy>(all: Vec<T>) -> Vec<(T, T)> {
    all.windows(2).map(|w| (w[0], w[1])).collect()
}

fn curve<C: Pairing>(rows: &mut Rows, name: &str) {
    let id = |level: &str, op: &str| format!("towers/{name}/{level}/{op}");
    let fp2 = || elements::<C>().iter().map(|f| f.0[0]).collect::<Vec<_>>();
    rows.add(id("fp2", "mul"), move || {
        Work::each(two(fp2()), |(a, b)| Element::mul(a, b))
    });
    rows.add(id("fp2", "sqr"), move || Work::each(fp2(), Element::square));
    let fp6 = || {
        let of = |f: &Fp12<C::Fp2>| Fp6([f.0[0], f.0[1], f.0[2]]);
        elements::<C>().iter().map(of).collect::<Vec<_>>()
    };
    rows.add(id("fp6", "mul"), move || {
        Work::each(two(fp6()), |(a, b)| *a * *b)
    });
    rows.add(id("fp6", "sqr"), move || Work::each(fp6(), Fp6::square));
    rows.add(id("fp12", "mul"), || {
        Work::each(two(elements::<C>()), |(a, b)| a * b)
    });
    rows.add(id("fp12", "sqr"), || {
        Work::each(elements::<C>(), Fp12::square)
    });
    rows.add(id("fp12", "inv"), || {
        Work::each(elements::<C>(), |a| a.invert().is_some())
    });
    rows.add(id("fp12", "inv_vartime"), || {
        Work::each(elements::<C>(), Fp12::invert_vartime)
    });
    rows.add(id("fp12", "cyclotomic_sqr"), || {
        Work::each(group::<C>(), |a| a.to_fp12().cyclotomic_square())
    });

    let id = |op: &str| format!("pairings/{name}/{op}");
    rows.add(id("miller"), || {
        Work::each(pairs::<C>(8), |pair| {
            multi_miller_loop_vartime::<C>(&[*pair], &[])
        })
    });
    rows.add(id("miller_prepared"), || {
        let prepare = |(p, q): Points<C>| (p, G2Prepared::<C>::new_vartime(&q));
        let prepared: Vec<_> = pairs::<C>(8).into_iter().map(prepare).collect();
        Work::each(prepared, |(p, q)| {
            multi_miller_loop_vartime::<C>(&[], &[(*p, q)])
        })
    });
    rows.add(id("final_exponentiation"), || {
        Work::each(values::<C>(), MillerValue::final_exponentiation_vartime)
    });
    rows.add(id("pairing"), || {
        Work::each(pairs::<C>(8), |(p, q)| pairing_vartime::<C>(p, q))
    });
    for size in SIZES {
        rows.add(id(&format!("product/{size}")), move || {
            Work::each(vec![pairs::<C>(size)], |pairs| {
                pairing_product_is_one_vartime::<C>(pairs)
            })
        });
    }
    rows.add(id("gt_pow"), || {
        let scalars = (0..8).map(|i| element::<C::Scalar>(i + 50));
        let input = group::<C>().into_iter().zip(scalars).collect();
        Work::each(input, |(a, k): &(Gt<C>, C::Scalar)| a.pow(k))
    });
    rows.add(id("gt_pow_vartime"), || {
        let scalars = (0..8).map(|i| element::<C::Scalar>(i + 50));
        let input = group::<C>().into_iter().zip(scalars).collect();
        Work::each(input, |(a, k): &(Gt<C>, C::Scalar)| a.pow_vartime(k))
    });
}
