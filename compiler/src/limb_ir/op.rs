//! Instructions, values and functions.

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

/// What a value is: a machine word, or one bit (carry, borrow, condition).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A word of [`Word::container`] bits.
    Word,
    /// 0 or 1.
    Bit,
}

/// The machine word of a function: limbs of `radix` bits kept in registers of `container` bits.
///
/// 64/64 and 32/32 are saturated; 52 in 64 is the IFMA layout, 13 in 32 the WGSL one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Word {
    /// Bits of one limb of a number: its weight is `2^radix`.
    pub radix: u32,
    /// Bits of the register; all arithmetic wraps at `2^container`.
    pub container: u32,
}

impl Word {
    /// Saturated 64-bit limbs.
    pub const W64: Word = Word {
        radix: 64,
        container: 64,
    };
    /// Saturated 32-bit limbs.
    pub const W32: Word = Word {
        radix: 32,
        container: 32,
    };
    /// 52-bit limbs in 64-bit registers.
    pub const W52: Word = Word {
        radix: 52,
        container: 64,
    };
    /// 13-bit limbs in 32-bit registers.
    pub const W13: Word = Word {
        radix: 13,
        container: 32,
    };

    /// `2^container - 1`.
    pub fn mask(self) -> u64 {
        if self.container == 64 {
            u64::MAX
        } else {
            (1 << self.container) - 1
        }
    }

    /// How many limbs hold `bits` bits.
    pub fn limbs(self, bits: u64) -> usize {
        bits.div_ceil(u64::from(self.radix)).max(1) as usize
    }
}

/// The limbs of one number, least significant first.
pub type Limbs = Vec<Value>;

/// One operation. `W = 2^container`. Results are listed in order; a bit result that nobody reads is a *discarded
/// carry*, and the certificate must show what it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// `-> c`
    Const(u64),
    /// `-> lo, hi` with `lo + W hi = a b`
    MulWide(Value, Value),
    /// `-> lo, hi` with `lo + W hi = a b + c + d` (never overflows)
    Mac(Value, Value, Value, Value),
    /// `-> a b mod W`
    MulLo(Value, Value),
    /// `-> s, carry` with `s + W carry = a + b + cin`
    Add(Value, Value, Option<Value>),
    /// `-> d, borrow` with `d - W borrow = a - b - bin`
    Sub(Value, Value, Option<Value>),
    /// `-> a 2^k mod W`, `0 < k < container`
    Shl(Value, u32),
    /// `-> floor(a / 2^k)`, `0 < k < container`
    Shr(Value, u32),
    /// `hi, lo, k -> floor((hi W + lo) / 2^k) mod W`, `0 < k < container`
    Funnel(Value, Value, u32),
    /// `-> a & b`
    And(Value, Value),
    /// `-> a | b`
    Or(Value, Value),
    /// `-> a ^ b`
    Xor(Value, Value),
    /// `bit, a, b -> bit ? a : b` (words)
    Select(Value, Value, Value),
    /// `acc, a, b -> acc + ((a mod 2^52)(b mod 2^52) mod 2^52) mod W`
    Madd52Lo(Value, Value, Value),
    /// `acc, a, b -> acc + floor((a mod 2^52)(b mod 2^52) / 2^52) mod W`
    Madd52Hi(Value, Value, Value),
}

impl Op {
    /// The types of the results, in order.
    pub fn results(&self) -> &'static [Type] {
        match self {
            Op::MulWide(..) | Op::Mac(..) => &[Type::Word, Type::Word],
            Op::Add(..) | Op::Sub(..) => &[Type::Word, Type::Bit],
            _ => &[Type::Word],
        }
    }

    /// The values read, with the type each must have.
    pub fn operands(&self) -> Vec<(Value, Type)> {
        let w = |v: &Value| (*v, Type::Word);
        match self {
            Op::Const(_) => vec![],
            Op::Shl(a, _) | Op::Shr(a, _) => vec![w(a)],
            Op::MulWide(a, b) | Op::MulLo(a, b) | Op::And(a, b) | Op::Or(a, b) | Op::Xor(a, b) => {
                vec![w(a), w(b)]
            }
            Op::Funnel(a, b, _) => vec![w(a), w(b)],
            Op::Mac(a, b, c, d) => vec![w(a), w(b), w(c), w(d)],
            Op::Add(a, b, c) | Op::Sub(a, b, c) => {
                let mut v = vec![w(a), w(b)];
                v.extend(c.iter().map(|c| (*c, Type::Bit)));
                v
            }
            Op::Select(c, a, b) => vec![(*c, Type::Bit), w(a), w(b)],
            Op::Madd52Lo(a, b, c) | Op::Madd52Hi(a, b, c) => vec![w(a), w(b), w(c)],
        }
    }

    /// The same operation with every operand replaced by `f(operand)`.
    pub fn map_operands(&self, mut f: impl FnMut(Value) -> Value) -> Op {
        match self {
            Op::Const(c) => Op::Const(*c),
            Op::MulWide(a, b) => Op::MulWide(f(*a), f(*b)),
            Op::Mac(a, b, c, d) => Op::Mac(f(*a), f(*b), f(*c), f(*d)),
            Op::MulLo(a, b) => Op::MulLo(f(*a), f(*b)),
            Op::Add(a, b, c) => Op::Add(f(*a), f(*b), c.map(f)),
            Op::Sub(a, b, c) => Op::Sub(f(*a), f(*b), c.map(f)),
            Op::Shl(a, k) => Op::Shl(f(*a), *k),
            Op::Shr(a, k) => Op::Shr(f(*a), *k),
            Op::Funnel(a, b, k) => Op::Funnel(f(*a), f(*b), *k),
            Op::And(a, b) => Op::And(f(*a), f(*b)),
            Op::Or(a, b) => Op::Or(f(*a), f(*b)),
            Op::Xor(a, b) => Op::Xor(f(*a), f(*b)),
            Op::Select(c, a, b) => Op::Select(f(*c), f(*a), f(*b)),
            Op::Madd52Lo(a, b, c) => Op::Madd52Lo(f(*a), f(*b), f(*c)),
            Op::Madd52Hi(a, b, c) => Op::Madd52Hi(f(*a), f(*b), f(*c)),
        }
    }

    /// The name in the text form.
    pub fn mnemonic(&self) -> &'static str {
        match self {
            Op::Const(_) => "const",
            Op::MulWide(..) => "mul_wide",
            Op::Mac(..) => "mac",
            Op::MulLo(..) => "mul_lo",
            Op::Add(..) => "add",
            Op::Sub(..) => "sub",
            Op::Shl(..) => "shl",
            Op::Shr(..) => "shr",
            Op::Funnel(..) => "funnel",
            Op::And(..) => "and",
            Op::Or(..) => "or",
            Op::Xor(..) => "xor",
            Op::Select(..) => "select",
            Op::Madd52Lo(..) => "madd52lo",
            Op::Madd52Hi(..) => "madd52hi",
        }
    }
}

/// One instruction: its results are the values `first`, `first + 1`, … as [`Op::results`] lists them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Inst {
    /// The first result.
    pub first: Value,
    /// What is computed.
    pub op: Op,
}

impl Inst {
    /// The second result (carry, borrow or high word), where the operation has one.
    pub fn second(&self) -> Option<Value> {
        (self.op.results().len() == 2).then_some(Value(self.first.0 + 1))
    }
}

/// A parameter: the number `Σ limbs[i] 2^(radix i)`, promised by the caller to be at most `max`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Param {
    /// The name, an identifier.
    pub name: String,
    /// One value a limb.
    pub limbs: Limbs,
    /// The largest value that the caller may pass.
    pub max: BigUint,
}

/// A named result: the number `Σ limbs[i] 2^(radix i)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Results {
    /// The name, an identifier.
    pub name: String,
    /// One value a limb.
    pub limbs: Limbs,
}

/// A straight-line function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Function {
    /// The name, an identifier.
    pub name: String,
    /// Its machine word.
    pub word: Word,
    /// The parameters; their limbs are the values `0, 1, …` in order.
    pub params: Vec<Param>,
    /// The instructions, each defined before it is used.
    pub insts: Vec<Inst>,
    /// What is returned.
    pub results: Vec<Results>,
    /// The type of every value.
    pub types: Vec<Type>,
}

impl Function {
    /// The parameter of that name.
    pub fn param(&self, name: &str) -> Option<&Param> {
        self.params.iter().find(|p| p.name == name)
    }

    /// How often each value is read by an instruction or returned.
    pub fn uses(&self) -> Vec<u32> {
        let mut uses = vec![0; self.types.len()];
        for inst in &self.insts {
            for (v, _) in inst.op.operands() {
                uses[v.index()] += 1;
            }
        }
        for r in &self.results {
            for v in &r.limbs {
                uses[v.index()] += 1;
            }
        }
        uses
    }
}
