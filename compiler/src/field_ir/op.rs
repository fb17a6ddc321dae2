//! Operations, values and functions.

use num_bigint::BigUint;

/// An SSA value: an index into [`Function::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub u32);

impl Value {
    /// The index as `usize`.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A number of `n` limbs, a residue of the field. Canonical unless made by an unreduced operation.
    Element,
    /// A sum of products before its reduction: a number of `2n` limbs, perhaps negative in two's complement.
    Wide,
    /// A condition.
    Bit,
    /// A number of the prime field in a function over its quadratic extension.
    Base,
}

/// One operation. Products of elements carry the factor of the internal form as the kernels do (`a b / R`); the meaning as residues does
/// not depend on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// The residue of an integer, in internal form.
    Const(BigUint),
    /// The same in a quadratic extension, coordinate by coordinate.
    Const2(BigUint, BigUint),
    /// `a + b`, reduced
    Add(Value, Value),
    /// `a - b`, reduced
    Sub(Value, Value),
    /// `-a`, reduced
    Neg(Value),
    /// `2 a`, reduced
    Double(Value),
    /// `a / 2`, reduced
    Half(Value),
    /// `a b`, reduced
    Mul(Value, Value),
    /// `a^2`, reduced
    Sqr(Value),
    /// `Σ a_i b_i`, one reduction
    Dot(Vec<(Value, Value)>),
    /// `bit ? a : b`
    Select(Value, Value, Value),
    /// `ξ a`, in a quadratic extension with a cubic and sextic non-residue ξ
    TimesXi(Value),
    /// `a0 - a1 u`
    Conjugate(Value),
    /// `s a`, `s` in the prime field
    Scale(Value, Value),
    /// `a + b` over the integers
    AddLazy(Value, Value),
    /// `a - b + k p` over the integers, `k` such that it is never negative
    SubLazy(Value, Value, u32),
    /// An element below `2p`, made canonical
    Reduce(Value),
    /// `a b` over the integers
    MulWide(Value, Value),
    /// `a^2` over the integers
    SqrWide(Value),
    /// `a + b` over the integers, both wide
    AddWide(Value, Value),
    /// `a - b` over the integers, both wide; may be negative (two's complement)
    SubWide(Value, Value),
    /// `a + k p` over the integers, `a` wide
    OffsetWide(Value, BigUint),
    /// `ξ a`, `a` wide, in a quadratic extension
    TimesXiWide(Value),
    /// A wide value from 0 to below `p W^n`, reduced to an element
    Redc(Value),
}

impl Op {
    /// The type of the result.
    pub fn result(&self) -> Type {
        match self {
            Op::MulWide(..)
            | Op::SqrWide(_)
            | Op::AddWide(..)
            | Op::SubWide(..)
            | Op::OffsetWide(..)
            | Op::TimesXiWide(_) => Type::Wide,
            _ => Type::Element,
        }
    }

    /// The values read, with the type that each must have.
    pub fn operands(&self) -> Vec<(Value, Type)> {
        use Type::{Base, Bit, Element, Wide};
        match self {
            Op::Const(_) | Op::Const2(..) => vec![],
            Op::Neg(a)
            | Op::Double(a)
            | Op::Half(a)
            | Op::Sqr(a)
            | Op::Reduce(a)
            | Op::TimesXi(a)
            | Op::Conjugate(a)
            | Op::SqrWide(a) => vec![(*a, Element)],
            Op::Scale(a, s) => vec![(*a, Element), (*s, Base)],
            Op::Add(a, b)
            | Op::Sub(a, b)
            | Op::Mul(a, b)
            | Op::AddLazy(a, b)
            | Op::SubLazy(a, b, _)
            | Op::MulWide(a, b) => vec![(*a, Element), (*b, Element)],
            Op::Dot(pairs) => pairs
                .iter()
                .flat_map(|(a, b)| [(*a, Element), (*b, Element)])
                .collect(),
            Op::Select(c, a, b) => vec![(*c, Bit), (*a, Element), (*b, Element)],
            Op::AddWide(a, b) | Op::SubWide(a, b) => vec![(*a, Wide), (*b, Wide)],
            Op::OffsetWide(a, _) | Op::TimesXiWide(a) | Op::Redc(a) => vec![(*a, Wide)],
        }
    }

    /// The same operation with every operand replaced by `f(operand)`.
    pub fn map_operands(&self, mut f: impl FnMut(Value) -> Value) -> Op {
        match self {
            Op::Const(c) => Op::Const(c.clone()),
            Op::Const2(c, d) => Op::Const2(c.clone(), d.clone()),
            Op::TimesXi(a) => Op::TimesXi(f(*a)),
            Op::Conjugate(a) => Op::Conjugate(f(*a)),
            Op::Scale(a, s) => Op::Scale(f(*a), f(*s)),
            Op::Add(a, b) => Op::Add(f(*a), f(*b)),
            Op::Sub(a, b) => Op::Sub(f(*a), f(*b)),
            Op::Neg(a) => Op::Neg(f(*a)),
            Op::Double(a) => Op::Double(f(*a)),
            Op::Half(a) => Op::Half(f(*a)),
            Op::Mul(a, b) => Op::Mul(f(*a), f(*b)),
            Op::Sqr(a) => Op::Sqr(f(*a)),
            Op::Dot(pairs) => Op::Dot(pairs.iter().map(|(a, b)| (f(*a), f(*b))).collect()),
            Op::Select(c, a, b) => Op::Select(f(*c), f(*a), f(*b)),
            Op::AddLazy(a, b) => Op::AddLazy(f(*a), f(*b)),
            Op::SubLazy(a, b, k) => Op::SubLazy(f(*a), f(*b), *k),
            Op::Reduce(a) => Op::Reduce(f(*a)),
            Op::MulWide(a, b) => Op::MulWide(f(*a), f(*b)),
            Op::SqrWide(a) => Op::SqrWide(f(*a)),
            Op::AddWide(a, b) => Op::AddWide(f(*a), f(*b)),
            Op::SubWide(a, b) => Op::SubWide(f(*a), f(*b)),
            Op::OffsetWide(a, k) => Op::OffsetWide(f(*a), k.clone()),
            Op::TimesXiWide(a) => Op::TimesXiWide(f(*a)),
            Op::Redc(a) => Op::Redc(f(*a)),
        }
    }

    /// The name in the text form.
    pub fn mnemonic(&self) -> &'static str {
        match self {
            Op::Const(_) => "const",
            Op::Const2(..) => "const2",
            Op::TimesXi(_) => "times_xi",
            Op::Conjugate(_) => "conjugate",
            Op::Scale(..) => "scale",
            Op::Add(..) => "add",
            Op::Sub(..) => "sub",
            Op::Neg(_) => "neg",
            Op::Double(_) => "double",
            Op::Half(_) => "half",
            Op::Mul(..) => "mul",
            Op::Sqr(_) => "sqr",
            Op::Dot(_) => "dot",
            Op::Select(..) => "select",
            Op::AddLazy(..) => "add_lazy",
            Op::SubLazy(..) => "sub_lazy",
            Op::Reduce(_) => "reduce",
            Op::MulWide(..) => "mul_wide",
            Op::SqrWide(_) => "sqr_wide",
            Op::AddWide(..) => "add_wide",
            Op::SubWide(..) => "sub_wide",
            Op::OffsetWide(..) => "offset_wide",
            Op::TimesXiWide(_) => "times_xi_wide",
            Op::Redc(_) => "redc",
        }
    }
}

/// One instruction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Inst {
    /// The result.
    pub value: Value,
    /// What is computed.
    pub op: Op,
}

/// A parameter: an array of canonical elements (an element of a tower, a point) or of numbers of the prime field, or one bit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Param {
    /// The name, an identifier.
    pub name: String,
    /// One value a coordinate.
    pub values: Vec<Value>,
    /// Elements, base numbers or one bit.
    pub ty: Type,
}

/// A named result: an array of canonical elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Results {
    /// The name, an identifier.
    pub name: String,
    /// One value a coordinate.
    pub values: Vec<Value>,
}

/// A straight-line function over one field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Function {
    /// The name, an identifier.
    pub name: String,
    /// The parameters; their values are `0, 1, …` in order.
    pub params: Vec<Param>,
    /// The instructions, each defined before it is used.
    pub insts: Vec<Inst>,
    /// What is returned.
    pub results: Vec<Results>,
    /// The type of every value.
    pub types: Vec<Type>,
}

impl Function {
    /// How often each value is read by an instruction or returned.
    pub fn uses(&self) -> Vec<u32> {
        let mut uses = vec![0; self.types.len()];
        for inst in &self.insts {
            for (v, _) in inst.op.operands() {
                uses[v.index()] += 1;
            }
        }
        for r in &self.results {
            for v in &r.values {
                uses[v.index()] += 1;
            }
        }
        uses
    }
}
