//! `Fp6 = Fp2[v]/(v^3 - ξ)`.

use ff::Field;
use fieldc_generated::element::Element;
use fieldc_generated::formulas;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

use super::SexticBase;
use super::operators::operators;

/// `c[0] + c[1] v + c[2] v^2`, `v^3 = ξ`.
#[derive(Clone, Copy, Debug)]
pub struct Fp6<F: SexticBase>(pub [F; 3]);

operators!(Fp6, 3);

impl<F: SexticBase> Fp6<F> {
    fn times(&self, other: &Self) -> Self {
        Fp6(formulas::fp6_mul(&self.0, &other.0))
    }

    /// `a^2`. Constant time.
    ///
    /// # Cost
    /// 2M + 3S in Fp2.
    ///
    /// # Source
    /// Chung and Hasan, ARITH 2007, method SQR2.
    #[must_use]
    pub fn square(&self) -> Self {
        Fp6(formulas::fp6_sqr(&self.0))
    }

    /// `s a`, `s` in Fp2. Constant time.
    #[must_use]
    pub fn scale(&self, s: &F) -> Self {
        Fp6(self.0.map(|c| Element::mul(&c, s)))
    }

    /// `1 / a`, none for 0. Constant time.
    ///
    /// # Cost
    /// 9M + 3S and an inversion in Fp2.
    pub fn invert(&self) -> CtOption<Self> {
        let (adjugate, norm) = formulas::fp6_adjugate(&self.0);
        Field::invert(&norm).map(|n| Fp6(adjugate).scale(&n))
    }

    /// `1 / a`, none for 0. Variable time.
    pub fn invert_vartime(&self) -> Option<Self> {
        let (adjugate, norm) = formulas::fp6_adjugate(&self.0);
        Some(Fp6(adjugate).scale(&norm.invert_vartime()?))
    }
}
