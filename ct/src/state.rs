//! The state of the machine at one place of one path.

use iced_x86::Register;

use crate::layout;
use crate::value::{Byte, Flag, Taint, Value, assemble, split, taint_of};

/// Carry, parity, zero, sign, overflow. No condition reads the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags {
    pub cf: Flag,
    pub pf: Flag,
    pub zf: Flag,
    pub sf: Flag,
    pub of: Flag,
}

impl Flags {
    pub fn all(flag: Flag) -> Flags {
        Flags {
            cf: flag,
            pf: flag,
            zf: flag,
            sf: flag,
            of: flag,
        }
    }

    /// These flags, or others of this taint.
    pub fn also(self, taint: Taint) -> Flags {
        let flag = |f: Flag| Flag::unknown(f.taint().max(taint));
        Flags {
            cf: flag(self.cf),
            pf: flag(self.pf),
            zf: flag(self.zf),
            sf: flag(self.sf),
            of: flag(self.of),
        }
    }

    fn join(self, other: Flags) -> Flags {
        Flags {
            cf: self.cf.join(other.cf),
            pf: self.pf.join(other.pf),
            zf: self.zf.join(other.zf),
            sf: self.sf.join(other.sf),
            of: self.of.join(other.of),
        }
    }
}

/// Bytes of a vector register.
pub const VECTOR: usize = 64;

/// Registers, flags, the stack, and the calls that lead here.
#[derive(Clone, PartialEq)]
pub struct State {
    pub pc: u64,
    pub flags: Flags,
    /// Return addresses, outermost first.
    pub calls: Vec<u64>,
    general: [[Byte; 8]; 16],
    vector: Box<[[Byte; VECTOR]; 32]>,
    masks: [Value; 8],
    stack: Vec<Byte>,
}

impl State {
    /// At the entry of a function: everything that is not an argument may be a secret of the caller.
    pub fn new(entry: u64) -> State {
        let mut state = State {
            pc: entry,
            flags: Flags::all(Flag::Secret),
            calls: vec![layout::RETURN],
            general: [[Byte::Secret; 8]; 16],
            vector: Box::new([[Byte::Secret; VECTOR]; 32]),
            masks: [Value::Secret; 8],
            stack: vec![Byte::Secret; layout::STACK_LENGTH as usize],
        };
        state.set(Register::RSP, Value::Known(layout::STACK_POINTER));
        let at = (layout::STACK_POINTER - layout::STACK) as usize;
        split(Value::Known(layout::RETURN), &mut state.stack[at..at + 8]);
        state
    }

    /// The bytes of a register.
    pub fn bytes(&self, register: Register) -> Option<&[Byte]> {
        if register.is_gpr() {
            let whole = &self.general[register.full_register().number()];
            let high = matches!(
                register,
                Register::AH | Register::BH | Register::CH | Register::DH
            );
            let start = usize::from(high);
            Some(&whole[start..start + register.size()])
        } else if register.is_vector_register() {
            Some(&self.vector[register.number()][..register.size()])
        } else {
            None
        }
    }

    fn bytes_mut(&mut self, register: Register) -> Option<&mut [Byte]> {
        if register.is_gpr() {
            let whole = &mut self.general[register.full_register().number()];
            let high = matches!(
                register,
                Register::AH | Register::BH | Register::CH | Register::DH
            );
            let start = usize::from(high);
            Some(&mut whole[start..start + register.size()])
        } else if register.is_vector_register() {
            Some(&mut self.vector[register.number()][..register.size()])
        } else {
            None
        }
    }

    /// A general register.
    pub fn get(&self, register: Register) -> Value {
        self.bytes(register).map_or(Value::Secret, assemble)
    }

    /// Writes a general register; 32 bits clear the upper half.
    pub fn set(&mut self, register: Register, value: Value) {
        if register.is_gpr32() {
            let whole = self
                .bytes_mut(register.full_register())
                .expect("a general register");
            split(value, &mut whole[..4]);
            whole[4..].fill(Byte::Known(0));
        } else if let Some(bytes) = self.bytes_mut(register) {
            split(value, bytes);
        }
    }

    /// Writes a general register byte by byte; 32 bits clear the upper half.
    pub fn set_bytes(&mut self, register: Register, bytes: &[Byte]) {
        if register.is_gpr32() {
            let whole = self
                .bytes_mut(register.full_register())
                .expect("a general register");
            whole[..4].copy_from_slice(bytes);
            whole[4..].fill(Byte::Known(0));
        } else if let Some(own) = self.bytes_mut(register) {
            own.copy_from_slice(bytes);
        }
    }

    /// Writes the low bytes of a vector register; the rest up to the end of the whole register is cleared by encodings
    /// with VEX, and stays with others.
    pub fn set_vector(&mut self, register: Register, bytes: &[Byte], clear_rest: bool) {
        let whole = &mut self.vector[register.number()];
        whole[..bytes.len()].copy_from_slice(bytes);
        if clear_rest {
            whole[bytes.len()..].fill(Byte::Known(0));
        }
    }

    /// A mask register.
    pub fn mask(&self, register: Register) -> Value {
        self.masks[register.number()]
    }

    /// Writes a mask register.
    pub fn set_mask(&mut self, register: Register, value: Value) {
        self.masks[register.number()] = value;
    }

    /// Clears vector registers from this byte on, all of them but those that only AVX-512 has.
    pub fn clear_vectors(&mut self, from: usize) {
        for register in &mut self.vector[..16] {
            register[from..].fill(Byte::Known(0));
        }
    }

    /// Registers that a called function may use for itself.
    pub fn clobber(&mut self) {
        use Register::*;
        for register in [RAX, RCX, RDX, RSI, RDI, R8, R9, R10, R11] {
            self.set(register, Value::Secret);
        }
        for register in self.vector.iter_mut() {
            register.fill(Byte::Secret);
        }
        self.masks = [Value::Secret; 8];
        self.flags = Flags::all(Flag::Secret);
    }

    /// Bytes of the stack at an address.
    pub fn stack(&self, address: u64, length: usize) -> Option<&[Byte]> {
        let at = address.checked_sub(layout::STACK)? as usize;
        self.stack.get(at..at.checked_add(length)?)
    }

    pub fn stack_mut(&mut self, address: u64, length: usize) -> Option<&mut [Byte]> {
        let at = address.checked_sub(layout::STACK)? as usize;
        self.stack.get_mut(at..at.checked_add(length)?)
    }

    /// What any byte of the stack may be.
    pub fn stack_taint(&self) -> Taint {
        taint_of(&self.stack).max(Taint::Public)
    }

    /// A write to somewhere on the stack.
    pub fn weaken_stack(&mut self, taint: Taint) {
        for byte in &mut self.stack {
            *byte = Byte::unknown(taint.max(byte.taint()));
        }
    }

    /// What holds on two paths to one place.
    pub fn join(&self, other: &State) -> State {
        let mut out = self.clone();
        out.flags = self.flags.join(other.flags);
        for (a, b) in out.general.iter_mut().zip(&other.general) {
            join_bytes(a, b);
        }
        for (a, b) in out.vector.iter_mut().zip(other.vector.iter()) {
            join_bytes(a, b);
        }
        for (a, b) in out.masks.iter_mut().zip(&other.masks) {
            *a = layout::join(*a, *b);
        }
        join_bytes(&mut out.stack, &other.stack);
        out
    }
}

/// Word by word, so that addresses stay addresses.
fn join_bytes(a: &mut [Byte], b: &[Byte]) {
    for (a, b) in a.chunks_mut(8).zip(b.chunks(8)) {
        if a == b {
            continue;
        }
        let (x, y) = (assemble(a), assemble(b));
        let word = layout::join(x, y);
        if matches!(word, Value::In(_)) {
            split(word, a);
            continue;
        }
        for (a, b) in a.iter_mut().zip(b) {
            if a != b {
                *a = Byte::unknown(a.taint().max(b.taint()));
            }
        }
    }
}
