//! Well-formedness: every value defined once, before use, with the right type.

use super::op::{Function, Op, Type};

/// What is wrong with a function, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A parameter's values are not the next ones, or it is wide, or a bit of several values.
    #[error("parameter `{0}`: not the next values in order, or no elements and no single bit")]
    Param(String),
    /// An instruction's result is not the next value.
    #[error("instruction {0}: its result is not the next value, or of another type")]
    Numbering(usize),
    /// An operand is not defined before the instruction.
    #[error("instruction {0}: reads %{1} before it is defined")]
    Undefined(usize, u32),
    /// An operand has the wrong type.
    #[error("instruction {0}: %{1} is not of type {2:?}")]
    Operand(usize, u32, Type),
    /// A sum of products has no term.
    #[error("instruction {0}: an empty sum")]
    Empty(usize),
    /// A result names an undefined value or no element.
    #[error("result `{0}`: %{1} is no element")]
    Result(String, u32),
    /// Two parameters or results share a name.
    #[error("the name `{0}` is used twice")]
    Duplicate(String),
}

/// Checks `f`.
pub fn verify(f: &Function) -> Result<(), VerifyError> {
    let mut next = 0u32;
    for p in &f.params {
        let bit = p.ty == Type::Bit && p.values.len() != 1;
        if p.values.is_empty() || p.ty == Type::Wide || bit {
            return Err(VerifyError::Param(p.name.clone()));
        }
        for v in &p.values {
            if v.0 != next || f.types.get(v.index()) != Some(&p.ty) {
                return Err(VerifyError::Param(p.name.clone()));
            }
            next += 1;
        }
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
        if matches!(&inst.op, Op::Dot(pairs) if pairs.is_empty()) {
            return Err(VerifyError::Empty(i));
        }
        let ty = f.types.get(inst.value.index());
        if inst.value.0 != next || ty != Some(&inst.op.result()) {
            return Err(VerifyError::Numbering(i));
        }
        next += 1;
    }
    for r in &f.results {
        for v in &r.values {
            if v.0 >= next || f.types[v.index()] != Type::Element {
                return Err(VerifyError::Result(r.name.clone(), v.0));
            }
        }
    }
    let names: Vec<Vec<&String>> = vec![
        f.params.iter().map(|p| &p.name).collect(),
        f.results.iter().map(|r| &r.name).collect(),
    ];
    for list in names {
        for (i, name) in list.iter().enumerate() {
            if list[..i].contains(name) {
                return Err(VerifyError::Duplicate(name.to_string()));
            }
        }
    }
    Ok(())
}
