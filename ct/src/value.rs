//! What the scanner knows of a byte, a word, a flag.
//!
//! A value is exact where it depends on nothing but constants and the layout of memory, `In` a region where it is an
//! address there, public where it depends on public inputs, secret otherwise. The order of the variants is that order:
//! a later one may stand for an earlier one.

/// Memory that has one owner: nothing that is reached from one region lies in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Region {
    /// The stack of the function under test.
    Stack,
    /// Code and constants.
    Constants,
    /// What the argument of this number points to.
    Argument(u8),
}

/// How much is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Taint {
    /// All: the value is a constant.
    Known,
    /// It is a function of public inputs.
    Public,
    /// It may depend on a secret.
    Secret,
}

/// A word of up to 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Exactly this.
    Known(u64),
    /// Some address in a region, a function of public inputs.
    In(Region),
    /// A function of public inputs.
    Public,
    /// A function of secrets.
    Secret,
}

impl Value {
    /// How much is known.
    pub fn taint(self) -> Taint {
        match self {
            Value::Known(_) => Taint::Known,
            Value::In(_) | Value::Public => Taint::Public,
            Value::Secret => Taint::Secret,
        }
    }

    /// A value of which nothing but this is known; a result computed from known operands that is not tracked is public.
    pub fn unknown(taint: Taint) -> Value {
        match taint {
            Taint::Secret => Value::Secret,
            _ => Value::Public,
        }
    }
}

/// One byte of a register or of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Byte {
    /// Exactly this.
    Known(u8),
    /// A byte of an address in a region.
    In(Region),
    /// A function of public inputs.
    Public,
    /// A function of secrets.
    Secret,
}

impl Byte {
    /// How much is known.
    pub fn taint(self) -> Taint {
        match self {
            Byte::Known(_) => Taint::Known,
            Byte::In(_) | Byte::Public => Taint::Public,
            Byte::Secret => Taint::Secret,
        }
    }

    /// See [`Value::unknown`].
    pub fn unknown(taint: Taint) -> Byte {
        match taint {
            Taint::Secret => Byte::Secret,
            _ => Byte::Public,
        }
    }
}

/// The highest taint.
pub fn taint_of(bytes: &[Byte]) -> Taint {
    let taints = bytes.iter().map(|b| b.taint());
    taints.max().unwrap_or(Taint::Known)
}

/// The word of up to eight bytes, least significant first.
pub fn assemble(bytes: &[Byte]) -> Value {
    let mut word = 0u64;
    for (i, byte) in bytes.iter().enumerate() {
        match byte {
            Byte::Known(b) => word |= u64::from(*b) << (8 * i),
            Byte::In(region) if bytes.len() == 8 && bytes.iter().all(|b| b == byte) => {
                return Value::In(*region);
            }
            _ => return Value::unknown(taint_of(bytes)),
        }
    }
    Value::Known(word)
}

/// Writes the bytes of a word.
pub fn split(value: Value, bytes: &mut [Byte]) {
    let whole = bytes.len() == 8;
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = match value {
            Value::Known(word) => Byte::Known((word >> (8 * i)) as u8),
            Value::In(region) if whole => Byte::In(region),
            Value::In(_) | Value::Public => Byte::Public,
            Value::Secret => Byte::Secret,
        };
    }
}

/// A status flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// Exactly this.
    Known(bool),
    /// A function of public inputs.
    Public,
    /// A function of secrets.
    Secret,
}

impl Flag {
    /// How much is known.
    pub fn taint(self) -> Taint {
        match self {
            Flag::Known(_) => Taint::Known,
            Flag::Public => Taint::Public,
            Flag::Secret => Taint::Secret,
        }
    }

    /// See [`Value::unknown`].
    pub fn unknown(taint: Taint) -> Flag {
        match taint {
            Taint::Secret => Flag::Secret,
            _ => Flag::Public,
        }
    }

    /// What holds on two paths.
    pub fn join(self, other: Flag) -> Flag {
        if self == other {
            self
        } else {
            Flag::unknown(self.taint().max(other.taint()))
        }
    }
}
