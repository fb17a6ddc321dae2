//! The cyclotomic subgroup of Fp12: `a^(p^4 - p^2 + 1) = 1`. An inverse is a conjugate, a square is cheap.

use ff::Field;
use fieldc_generated::element::Element;
use fieldc_generated::formulas;

use super::{Fp12, SexticBase};

/// An element of the cyclotomic subgroup by four of its coordinates: `v, v^2, w, v^2 w`.
///
/// # Source
/// Karabina, ePrint 2010/542.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compressed<F: SexticBase>([F; 4]);

impl<F: SexticBase> Fp12<F> {
    /// `a^2`. Constant time.
    ///
    /// # Domain
    /// a in the cyclotomic subgroup.
    ///
    /// # Cost
    /// 9S in Fp2.
    ///
    /// # Source
    /// Granger and Scott, ePrint 2009/565.
    #[inline]
    #[must_use]
    pub fn cyclotomic_square(&self) -> Self {
        Fp12(formulas::fp12_cyclotomic_sqr(&self.0))
    }

    /// `a^(2^n)`. Constant time in a.
    ///
    /// # Domain
    /// a in the cyclotomic subgroup.
    #[must_use]
    pub fn cyclotomic_square_n(&self, n: u32) -> Self {
        let mut out = *self;
        for _ in 0..n {
            out = out.cyclotomic_square();
        }
        out
    }

    /// The coordinates of the compressed form.
    ///
    /// # Domain
    /// a in the cyclotomic subgroup.
    pub fn compress(&self) -> Compressed<F> {
        Compressed([self.0[1], self.0[2], self.0[3], self.0[5]])
    }

    /// `a^k` for digits of k from the most significant, each 0, ±1, ±3, ±5 or ±7. Constant time in a, not in k.
    ///
    /// # Domain
    /// a in the cyclotomic subgroup.
    #[must_use]
    pub fn cyclotomic_exp_vartime(&self, digits: &[i8]) -> Self {
        let square = self.cyclotomic_square();
        let mut odd = [*self; 4];
        for i in 1..4 {
            odd[i] = odd[i - 1] * square;
        }
        let mut out: Option<Self> = None;
        for d in digits {
            out = out.map(|a| a.cyclotomic_square());
            if *d == 0 {
                continue;
            }
            let factor = odd[usize::from(d.unsigned_abs() / 2)];
            let factor = if *d < 0 { factor.conjugate() } else { factor };
            out = Some(match out {
                Some(a) => a * factor,
                None => factor,
            });
        }
        out.unwrap_or(Self::ONE)
    }
}

impl<F: SexticBase> Compressed<F> {
    /// `a^2`. Constant time.
    ///
    /// # Cost
    /// 6S in Fp2.
    #[inline]
    #[must_use]
    pub fn square(&self) -> Self {
        Compressed(formulas::fp12_compressed_sqr(&self.0))
    }

    /// `a^(2^n)`. Constant time in a.
    #[must_use]
    pub fn square_n(&self, n: u32) -> Self {
        let mut out = *self;
        for _ in 0..n {
            out = out.square();
        }
        out
    }

    /// Every element, by one inversion. Variable time.
    ///
    /// # Cost
    /// 6M + 4S in Fp2 an element, and an inversion in Fp2.
    pub fn decompress_vartime<const N: usize>(all: &[Self; N]) -> [Fp12<F>; N] {
        let zero = <F as Field>::ZERO;
        let fractions = all.map(|a| {
            let (general, [n, d]) = formulas::fp12_decompress_fractions(&a.0);
            // Where both denominators are 0 the element is 1, and the fraction 0.
            match (a.0[2] == zero, d == zero) {
                (false, _) => general,
                (true, false) => [n, d],
                (true, true) => [zero, <F as Field>::ONE],
            }
        });
        // Products of all denominators before each.
        let mut product = <F as Field>::ONE;
        let before = fractions.map(|[_, d]| {
            let before = product;
            product = Element::mul(&product, &d);
            before
        });
        // No denominator is 0.
        let mut inverse = product.invert_vartime().unwrap_or(zero);
        let mut out = [Fp12::ONE; N];
        for i in (0..N).rev() {
            let [n, d] = fractions[i];
            let own = Element::mul(&inverse, &before[i]);
            inverse = Element::mul(&inverse, &d);
            let z1 = Element::mul(&n, &own);
            out[i] = Fp12(formulas::fp12_decompress(
                &all[i].0,
                &z1,
                &<F as Field>::ONE,
            ));
        }
        out
    }
}
