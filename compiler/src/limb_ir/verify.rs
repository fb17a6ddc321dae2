//! Well-formedness: every value defined once, before use, with the right type; shifts in range.

use super::op::{Function, Op, Type};

/// What is wrong with a function, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A parameter's limbs are not the next values.
    #[error(
        "parameter `{0}`: its limbs are not the first values in order, or its bound does not fit them"
    )]
    Param(String),
    /// An instruction's results are not the next values.
    #[error("instruction {0}: its results are not the next values in order")]
    Numbering(usize),
    /// An operand is not defined before the instruction.
    #[error("instruction {0}: reads %{1} before it is defined")]
    Undefined(usize, u32),
    /// An operand has the wrong type.
    #[error("instruction {0}: %{1} is not a {2:?}")]
    Operand(usize, u32, Type),
    /// A shift count is 0 or at least the container, or a constant does not fit.
    #[error("instruction {0}: its immediate is out of range")]
    Immediate(usize),
    /// A result names an undefined value or a bit.
    #[error("result `{0}`: %{1} is not a defined word")]
    Result(String, u32),
    /// Two parameters or results share a name.
    #[error("the name `{0}` is used twice")]
    Duplicate(String),
}

/// Checks `f`.
pub fn verify(f: &Function) -> Result<(), VerifyError> {
    let mut next = 0u32;
    let mut names: Vec<&str> = vec![];
    for p in &f.params {
        let bits = u64::from(f.word.radix) * p.limbs.len() as u64;
        if p.limbs.is_empty() || p.max.bits() > bits {
            return Err(VerifyError::Param(p.name.clone()));
        }
        for l in &p.limbs {
            if l.0 != next || f.types.get(l.index()) != Some(&Type::Word) {
                return Err(VerifyError::Param(p.name.clone()));
            }
            next += 1;
        }
        names.push(&p.name);
    }
    for (i, inst) in f.insts.iter().enumerate() {
        for (v, t) in inst.op.operands() {
            if v.0 >= next {
                return Err(VerifyError::Undefined(i, v.0));
            }
            if f.types[v.index()] != t {
                return Err(VerifyError::Operand(i, v.0, t));
            }
        }
        let fits = match inst.op {
            Op::Const(c) => c & !f.word.mask() == 0,
            Op::Shl(_, k) | Op::Shr(_, k) | Op::Funnel(_, _, k) => 0 < k && k < f.word.container,
            Op::Madd52Lo(..) | Op::Madd52Hi(..) => f.word.container == 64,
            _ => true,
        };
        if !fits {
            return Err(VerifyError::Immediate(i));
        }
        let results = inst.op.results();
        let end = next as usize + results.len();
        if inst.first.0 != next || f.types.get(next as usize..end) != Some(results) {
            return Err(VerifyError::Numbering(i));
        }
        next = end as u32;
    }
    if f.types.len() != next as usize {
        return Err(VerifyError::Numbering(f.insts.len()));
    }
    for r in &f.results {
        for v in &r.limbs {
            if v.0 >= next || f.types[v.index()] != Type::Word {
                return Err(VerifyError::Result(r.name.clone(), v.0));
            }
        }
        names.push(&r.name);
    }
    names.sort_unstable();
    if let Some(w) = names.windows(2).find(|w| w[0] == w[1]) {
        return Err(VerifyError::Duplicate(w[0].to_string()));
    }
    Ok(())
}
