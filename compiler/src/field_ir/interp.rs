//! The meaning of field IR: residues over big integers. The factor of the internal form plays no part.

use super::op::{Function, Op, Type};
use num_bigint::BigUint;
use num_traits::One;

/// Why a function could not be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InterpError {
    /// The number of arguments, or the length of one, differs from the parameters.
    #[error("the arguments do not fit the parameters")]
    Arguments,
    /// The function is over a quadratic extension: expand it first.
    #[error("over a quadratic extension")]
    Extension,
    /// A bit is neither 0 nor 1.
    #[error("`{0}` is no bit")]
    Bit(String),
}

/// Runs `f` modulo an odd `p`: one list a parameter in (a bit is 0 or 1), one a result out, canonical.
pub fn eval(
    f: &Function,
    p: &BigUint,
    args: &[Vec<BigUint>],
) -> Result<Vec<Vec<BigUint>>, InterpError> {
    if args.len() != f.params.len() {
        return Err(InterpError::Arguments);
    }
    let mut v: Vec<BigUint> = Vec::with_capacity(f.types.len());
    for (param, a) in f.params.iter().zip(args) {
        if a.len() != param.values.len() {
            return Err(InterpError::Arguments);
        }
        if param.ty == Type::Bit && a[0] > BigUint::one() {
            return Err(InterpError::Bit(param.name.clone()));
        }
        v.extend(a.iter().map(|x| x % p));
    }
    let half = (p + 1u8) / 2u8;
    for inst in &f.insts {
        let g = |x: &super::op::Value| &v[x.index()];
        let r = match &inst.op {
            Op::Const(c) => c.clone(),
            Op::Const2(..)
            | Op::TimesXi(_)
            | Op::TimesXiWide(_)
            | Op::Conjugate(_)
            | Op::Scale(..) => {
                return Err(InterpError::Extension);
            }
            Op::Add(a, b) | Op::AddLazy(a, b) | Op::AddWide(a, b) => g(a) + g(b),
            // The multiples of p that keep it positive are no residues.
            Op::Sub(a, b) | Op::SubLazy(a, b, _) | Op::SubWide(a, b) => g(a) + p - g(b),
            Op::Neg(a) => p - g(a),
            Op::Double(a) => g(a) * 2u8,
            Op::Half(a) => g(a) * &half,
            Op::Mul(a, b) | Op::MulWide(a, b) => g(a) * g(b),
            Op::Sqr(a) | Op::SqrWide(a) => g(a) * g(a),
            Op::Dot(pairs) => pairs.iter().map(|(a, b)| g(a) * g(b)).sum(),
            Op::Select(c, a, b) => if g(c).is_one() { g(a) } else { g(b) }.clone(),
            Op::Reduce(a) | Op::Redc(a) | Op::OffsetWide(a, _) => g(a).clone(),
        };
        v.push(r % p);
    }
    Ok(f.results
        .iter()
        .map(|r| r.values.iter().map(|x| v[x.index()].clone()).collect())
        .collect())
}
