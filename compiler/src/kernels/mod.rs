//! Every kernel, written once: from a [`Plan`] to limb IR and the contract it promises.
//!
//! - `arith`: the words, rows and conditional subtractions that all kernels are made of
//! - `linear`: add, sub, neg, double, half, canonicalise, select
//! - `product`: mul, sqr, wide products, reductions, sums of products, in every reduction of [`crate::plan::Reduction`]
//! - `fp2`: products and squares in `F_p[u]/(u^2 + 1)`
//! - `operand`: the modulus as an operand
//!
//! A kernel knows the modulus only through its [`Plan`], and the machine only through its [`Style`].

mod arith;
mod fp2;
mod linear;
mod operand;
mod product;

use crate::limb_ir::{Contract, Function};
use crate::passes::cse;
use crate::plan::{Plan, Reduction};
use crate::prove::{Certificate, ProveError, prove};

pub use arith::Style;

/// A kernel before emission: the function and what it promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// The code.
    pub function: Function,
    /// The promise; [`crate::prove`] must accept it before anything is emitted.
    pub contract: Contract,
}

/// Which kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Name {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `-a`
    Neg,
    /// `2 a`
    Double,
    /// `a / 2`
    Half,
    /// `a b / R`
    Mul,
    /// `a^2 / R`
    Sqr,
    /// `a b / R` for values below `2p`, result below `2p`
    MulLazy,
    /// `a^2 / R` for values below `2p`, result below `2p`
    SqrLazy,
    /// A value below `2p` to its canonical one
    Reduce,
    /// `a b` as `2n` limbs
    MulWide,
    /// `(lo + hi W^n) / R` for a value below `p W^n`
    Redc,
    /// `a / R`: the canonical integer of an internal value
    FromInternal,
    /// `choice ? a : b`
    Select,
    /// `Σ a_i b_i / R`, this many terms (2 to 8)
    Dot(u8),
    /// `(a0 + a1 u)(b0 + b1 u)`, `u^2 = -1`
    Fp2Mul,
    /// `(a0 + a1 u)^2`, `u^2 = -1`
    Fp2Sqr,
    /// `(a0 + a1 u)(b0 + b1 u)`, wide: a reduction is left out
    Fp2MulWide,
    /// `(a0 + a1 u)^2`, wide
    Fp2SqrWide,
    /// A wide value of the quadratic extension, with its offset, over `R`, reduced
    Fp2Redc,
    /// A wide value of the quadratic extension and the offset that a reduction wants
    Fp2OffsetWide,
    /// `a + b`, wide
    Fp2AddWide,
    /// `a - b`, wide
    Fp2SubWide,
    /// `(1 + u) a`, wide
    Fp2RotateWide,
    /// `a - b - d`, wide
    Fp2Sub2Wide,
    /// `a + (1 + u) b`, wide
    Fp2AddRotateWide,
    /// `a + b` in the quadratic extension
    Fp2Add,
    /// `a - b` in the quadratic extension
    Fp2Sub,
    /// `(1 + u) a` in the quadratic extension
    Fp2Rotate,
    /// `a + b` in the quadratic extension, not reduced
    Fp2AddLazy,
    /// `a b / R` with the modulus as an operand: any residue below `W^n`
    MulOperand,
    /// `a^2 / R` with the modulus as an operand
    SqrOperand,
    /// `(lo + hi W^n) / R` with the modulus as an operand
    RedcOperand,
}

impl Name {
    /// The kernels that every field gets, in the order of the emitted files. Lazy ones only where `plan.lazy`.
    pub fn standard(plan: &Plan) -> Vec<Name> {
        use Name::*;
        let mut v = vec![Add, Sub, Neg, Double, Half, Mul, Sqr];
        if has_lazy(plan) {
            v.extend([MulLazy, SqrLazy, Reduce]);
        }
        v.extend([MulWide, Redc, FromInternal, Select]);
        v.extend((2..=8).map(Dot));
        v
    }

    /// The kernels that [`build`] makes beside the standard ones.
    pub fn extra(plan: &Plan) -> Vec<Name> {
        let mut v = vec![];
        if plan.radius != 1u8.into() && plan.word.container == 64 {
            v.extend([Name::MulOperand, Name::SqrOperand, Name::RedcOperand]);
        }
        if plan.radius != 1u8.into() && &plan.modulus % 4u8 == 3u8.into() {
            v.extend([Name::Fp2Mul, Name::Fp2Sqr]);
            // Sums of two values have to fit, and sums of wide ones.
            let capacity =
                num_bigint::BigUint::from(1u8) << (plan.word.radix as usize * plan.limbs);
            if plan.limbs > 1 && &plan.modulus * 4u8 <= capacity {
                v.extend(Name::FP2_WIDE);
            }
        }
        v
    }

    /// The kernels of `F_p[u]/(u^2 + 1)` for sums of products with late reductions.
    pub const FP2_WIDE: [Name; 13] = [
        Name::Fp2MulWide,
        Name::Fp2SqrWide,
        Name::Fp2Redc,
        Name::Fp2OffsetWide,
        Name::Fp2AddWide,
        Name::Fp2SubWide,
        Name::Fp2RotateWide,
        Name::Fp2Sub2Wide,
        Name::Fp2AddRotateWide,
        Name::Fp2Add,
        Name::Fp2Sub,
        Name::Fp2Rotate,
        Name::Fp2AddLazy,
    ];

    /// Whether a kernel is one of `F_p[u]/(u^2 + 1)`.
    pub fn is_fp2(self) -> bool {
        matches!(self, Name::Fp2Mul | Name::Fp2Sqr) || Name::FP2_WIDE.contains(&self)
    }

    /// Whether emitted code can do without the kernel: a long sum of products is composed of shorter ones, the others are left out.
    /// Kernels of this kind are printed only for the moduli for which they have a certificate.
    pub fn is_optional(self) -> bool {
        use Name::*;
        matches!(self, Dot(_) | MulOperand | SqrOperand | RedcOperand) || self.is_fp2()
    }

    /// The name in emitted code and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Name::Add => "add",
            Name::Sub => "sub",
            Name::Neg => "neg",
            Name::Double => "double",
            Name::Half => "half",
            Name::Mul => "mul",
            Name::Sqr => "sqr",
            Name::MulLazy => "mul_lazy",
            Name::SqrLazy => "sqr_lazy",
            Name::Reduce => "reduce",
            Name::MulWide => "mul_wide",
            Name::Redc => "redc",
            Name::FromInternal => "from_internal",
            Name::Select => "select",
            Name::Dot(2) => "dot2",
            Name::Dot(3) => "dot3",
            Name::Dot(4) => "dot4",
            Name::Dot(5) => "dot5",
            Name::Dot(6) => "dot6",
            Name::Dot(7) => "dot7",
            Name::Dot(_) => "dot8",
            Name::Fp2Mul => "fp2_mul",
            Name::Fp2Sqr => "fp2_sqr",
            Name::Fp2MulWide => "fp2_mul_wide",
            Name::Fp2SqrWide => "fp2_sqr_wide",
            Name::Fp2Redc => "fp2_redc",
            Name::Fp2OffsetWide => "fp2_offset_wide",
            Name::Fp2AddWide => "fp2_add_wide",
            Name::Fp2SubWide => "fp2_sub_wide",
            Name::Fp2RotateWide => "fp2_rotate_wide",
            Name::Fp2Sub2Wide => "fp2_sub2_wide",
            Name::Fp2AddRotateWide => "fp2_add_rotate_wide",
            Name::Fp2Add => "fp2_add",
            Name::Fp2Sub => "fp2_sub",
            Name::Fp2Rotate => "fp2_rotate",
            Name::Fp2AddLazy => "fp2_add_lazy",
            Name::MulOperand => "mul_operand",
            Name::SqrOperand => "sqr_operand",
            Name::RedcOperand => "redc_operand",
        }
    }

    /// The kernel of that name.
    pub fn parse(s: &str) -> Option<Name> {
        use Name::*;
        let fixed = [
            Add,
            Sub,
            Neg,
            Double,
            Half,
            Mul,
            Sqr,
            MulLazy,
            SqrLazy,
            Reduce,
            MulWide,
            Redc,
            FromInternal,
            Select,
            Fp2Mul,
            Fp2Sqr,
            MulOperand,
            SqrOperand,
            RedcOperand,
        ];
        fixed
            .into_iter()
            .chain(Name::FP2_WIDE)
            .chain((2..=8).map(Dot))
            .find(|n| n.as_str() == s)
    }
}

/// Whether `mul_lazy` and its companions exist for this plan: `4p <= W^n` and a Montgomery form.
pub fn has_lazy(plan: &Plan) -> bool {
    plan.lazy && matches!(plan.reduction, Reduction::Montgomery { .. })
}

/// Builds one kernel in the first form that has a certificate: as planned, else by sums of products, else with p itself instead of `W^n - p`, else without shifts
/// for powers of two, else with quotient digits in every row. All forms compute the same, in the same representation.
///
/// # Errors
/// What the prover could not show of the planned form, if no form has a certificate.
pub fn build_certified(
    plan: &Plan,
    style: Style,
    name: Name,
) -> Result<(Kernel, Certificate), ProveError> {
    let certified = |plan: &Plan| {
        let kernel = build(plan, style, name);
        prove(&kernel.function, &kernel.contract).map(|certificate| (kernel, certificate))
    };
    let mut first = None;
    let mut other = plan.clone();
    let simpler: [fn(&mut Plan); 5] = [
        |_| {},
        |plan| plan.three_products = false,
        |plan| plan.complement = false,
        |plan| plan.shifts = false,
        |plan| {
            if let Reduction::Montgomery { rho, .. } = &mut plan.reduction {
                *rho = None;
            }
        },
    ];
    for simplify in simpler {
        let before = other.clone();
        simplify(&mut other);
        if first.is_some() && other == before {
            continue;
        }
        match certified(&other) {
            Ok(done) => return Ok(done),
            Err(e) => first = first.or(Some(e)),
        }
    }
    match first {
        Some(e) => Err(e),
        None => unreachable!("the planned form was tried"),
    }
}

/// Builds one kernel for a plan in the order that suits a machine.
///
/// # Panics
/// If the kernel does not exist for the plan (see [`Name::standard`] and [`Name::extra`]).
pub fn build(plan: &Plan, style: Style, name: Name) -> Kernel {
    let kernel = written(plan, style, name);
    Kernel {
        function: cse(kernel.function),
        contract: kernel.contract,
    }
}

/// The kernel as it is written, before any pass.
fn written(plan: &Plan, style: Style, name: Name) -> Kernel {
    match name {
        Name::Add => linear::add(plan),
        Name::Sub => linear::sub(plan),
        Name::Neg => linear::neg(plan),
        Name::Double => linear::double(plan),
        Name::Half => linear::half(plan),
        Name::Reduce => linear::reduce(plan),
        Name::Select => linear::select(plan),
        Name::Mul => product::mul(plan, style, false),
        Name::Sqr => product::sqr(plan, style, false),
        Name::MulLazy => product::mul(plan, style, true),
        Name::SqrLazy => product::sqr(plan, style, true),
        Name::MulWide => product::mul_wide(plan, style),
        Name::Redc => product::redc(plan, style),
        Name::FromInternal => product::from_internal(plan, style),
        Name::Dot(k) => product::dot(plan, style, usize::from(k)),
        Name::Fp2Mul => fp2::mul(plan, style),
        Name::Fp2Sqr => fp2::sqr(plan, style),
        Name::Fp2MulWide => fp2::mul_wide(plan, style),
        Name::Fp2SqrWide => fp2::sqr_wide(plan, style),
        Name::Fp2Redc => fp2::redc(plan, style),
        Name::Fp2OffsetWide => fp2::offset_wide(plan),
        Name::Fp2AddWide => fp2::add_wide(plan),
        Name::Fp2SubWide => fp2::sub_wide(plan),
        Name::Fp2RotateWide => fp2::rotate_wide(plan),
        Name::Fp2Sub2Wide => fp2::sub2_wide(plan),
        Name::Fp2AddRotateWide => fp2::add_rotate_wide(plan),
        Name::Fp2Add => fp2::linear(plan, false),
        Name::Fp2Sub => fp2::linear(plan, true),
        Name::Fp2Rotate => fp2::rotate(plan),
        Name::Fp2AddLazy => fp2::add_lazy(plan),
        Name::MulOperand => operand::mul(plan, style),
        Name::SqrOperand => operand::sqr(plan, style),
        Name::RedcOperand => operand::redc(plan, style),
    }
}

#[cfg(test)]
mod tests;
