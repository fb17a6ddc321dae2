//! `f^((p^12 - 1) / r)`, up to a fixed power.

use super::{Family, Pairing};
use crate::tower::{Compressed, Fp12, SexticBase};

/// The power that makes the value of a Miller loop unique.
pub(super) fn exponentiate<C: Pairing>(f: &Fp12<C::Fp2>) -> Fp12<C::Fp2> {
    let f = easy(f);
    match C::FAMILY {
        Family::Bn { seed } => hard_bn(&f, seed),
        Family::Bls12 { ones } => hard_bls12(&f, &ones),
    }
}

/// `f^((p^6 - 1)(p^2 + 1))`: into the cyclotomic subgroup, where a conjugate is an inverse.
fn easy<F: SexticBase>(f: &Fp12<F>) -> Fp12<F> {
    // A Miller loop of points of the subgroups is not 0.
    let inverse = f.invert_vartime().unwrap_or(Fp12::ZERO);
    let f = f.conjugate() * inverse;
    f.frobenius::<2>() * f
}

/// `f^(2 x (6 x^2 + 3 x + 1) (p^4 - p^2 + 1) / r)` by three powers of x.
///
/// # Source
/// Fuentes-Castañeda, Knapp and Rodríguez-Henríquez, SAC 2011, in the order of Duquesne and Ghammam, ePrint 2015/192.
fn hard_bn<F: SexticBase>(f: &Fp12<F>, seed: &[i8]) -> Fp12<F> {
    let power = |a: &Fp12<F>| a.cyclotomic_exp_vartime(seed);
    let t0 = power(f).conjugate();
    let t0 = t0.cyclotomic_square();
    let t1 = t0.cyclotomic_square() * t0;
    let t2 = power(&t1).conjugate();
    let t3 = t1.conjugate();
    let t1 = t2 * t3;
    let t3 = t2.cyclotomic_square();
    let t4 = power(&t3) * t1;
    let t3 = t0 * t4;
    let t0 = t2 * t4 * f;
    let t0 = t0 * t3.frobenius::<1>();
    let t0 = t0 * t4.frobenius::<2>();
    t0 * (f.conjugate() * t3).frobenius::<3>()
}

/// `f^(3 (p^4 - p^2 + 1) / r)` with `3 (p^4 - p^2 + 1) / r = (x - 1)^2 (x + p)(x^2 + p^2 - 1) + 3`.
///
/// # Source
/// Hayashida, Hayasaka and Teruya, ePrint 2020/875.
fn hard_bls12<F: SexticBase>(f: &Fp12<F>, ones: &[u32; 6]) -> Fp12<F> {
    // x is negative.
    let power = |a: &Fp12<F>| power_of_sparse(a, ones).conjugate();
    let half = ones.map(|e| e - 1);
    let square = f.cyclotomic_square();
    // (x - 1)^2 = x^2 - 2 x + 1, as b = x - 1 and b x - b.
    let b = power_of_sparse(&square, &half).conjugate() * f.conjugate();
    let b = b.conjugate() * power(&b);
    let b = b.frobenius::<1>() * power(&b);
    let c = power(&power(&b));
    let b = b.conjugate() * c * b.frobenius::<2>();
    *f * square * b
}

/// `f^(Σ 2^e)`. The long runs of squarings, up to the second of the ones, are compressed.
fn power_of_sparse<F: SexticBase>(f: &Fp12<F>, ones: &[u32; 6]) -> Fp12<F> {
    let first = f.compress().square_n(ones[0]);
    let second = first.square_n(ones[1] - ones[0]);
    let [mut out, mut last] = Compressed::decompress_vartime(&[first, second]);
    out *= &last;
    for e in ones.windows(2).skip(1) {
        last = last.cyclotomic_square_n(e[1] - e[0]);
        out *= &last;
    }
    out
}
