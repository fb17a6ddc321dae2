//! One instruction: what it does to a state, and what it must not do.
//!
//! Every instruction that is not listed is refused. The listed ones take the same time for all operands on the processors
//! that we know (the makers' lists of data-independent instructions have them), division aside.

mod bits;
mod masks;
mod wide;

use iced_x86::{Mnemonic as M, OpKind, Register};

use crate::alu::{self, Logic, Shift};
use crate::insn::Insn;
use crate::layout::{self, region};
use crate::scan::{Memory, Reason, Scan};
use crate::state::{Flags, State, VECTOR};
use crate::value::{Byte, Flag, Region, Taint, Value, assemble, split, taint_of};

/// Where the path goes.
pub enum Next {
    /// On, as the state says.
    Go,
    /// To the instruction after this one or to this address: the condition is public.
    Either(u64),
    /// The function under test has returned.
    Returned,
    /// Into a panic or a trap.
    Panicked,
}

/// Bytes of an operand.
type Bytes = [Byte; VECTOR];

/// Executes instructions for a scan.
pub struct Step<'s, 'a, 'm> {
    pub scan: &'s Scan<'a>,
    pub memory: &'m [Memory],
}

/// Functions that end in a panic. Whoever calls them has the condition checked before.
fn panics(name: &str) -> bool {
    const PARTS: [&str; 6] = [
        "9panicking",
        "slice_index_fail",
        "slice_start_index",
        "slice_end_index",
        "13unwrap_failed",
        "13expect_failed",
    ];
    PARTS.iter().any(|part| name.contains(part))
}

impl Step<'_, '_, '_> {
    /// Executes one instruction.
    pub fn run(&self, state: &mut State, insn: &Insn) -> Result<Next, Reason> {
        let ins = &insn.ins;
        state.pc = insn.next();
        let plain_prefixes = !ins.has_lock_prefix() && ins.segment_prefix() == Register::None;
        if ins.is_invalid() || !plain_prefixes && ins.mnemonic() != M::Nop {
            return Err(Reason::Instruction);
        }
        if insn.is_conditional() {
            return match alu::condition(ins.condition_code(), state.flags) {
                Flag::Known(true) => {
                    state.pc = ins.near_branch_target();
                    Ok(Next::Go)
                }
                Flag::Known(false) => Ok(Next::Go),
                Flag::Public => {
                    state.pc = ins.ip();
                    Ok(Next::Either(ins.near_branch_target()))
                }
                Flag::Secret => Err(Reason::Branch),
            };
        }
        match ins.mnemonic() {
            M::Jmp => {
                let target = self.target(state, insn)?;
                return self.go(state, target);
            }
            M::Call => {
                let target = self.target(state, insn)?;
                self.push(state, Value::Known(insn.next()))?;
                state.calls.push(insn.next());
                return self.go(state, target);
            }
            M::Ret => {
                let target = self.pop(state)?;
                return match (target, state.calls.pop()) {
                    (Value::Known(layout::RETURN), Some(layout::RETURN)) => Ok(Next::Returned),
                    (Value::Known(t), Some(expected)) if t == expected => {
                        state.pc = t;
                        Ok(Next::Go)
                    }
                    (Value::Secret, _) => Err(Reason::Branch),
                    _ => Err(Reason::Target),
                };
            }
            M::Ud2 => return Ok(Next::Panicked),
            M::Nop | M::Endbr64 | M::Pause => {}
            M::Vzeroupper => state.clear_vectors(16),
            M::Vzeroall => state.clear_vectors(0),
            _ if self.scalar(state, insn)? || self.bits(state, insn)? => {}
            _ if self.vector(state, insn)?
                || self.wide(state, insn)?
                || self.masks(state, insn)? => {}
            _ => return Err(Reason::Instruction),
        }
        Ok(Next::Go)
    }

    fn target(&self, state: &State, insn: &Insn) -> Result<u64, Reason> {
        if insn.ins.op0_kind() == OpKind::NearBranch64 {
            return Ok(insn.ins.near_branch_target());
        }
        match self.read(state, insn, 0)? {
            Value::Known(target) => Ok(target),
            Value::Secret => Err(Reason::Branch),
            _ => Err(Reason::Target),
        }
    }

    fn go(&self, state: &mut State, target: u64) -> Result<Next, Reason> {
        let image = self.scan.image;
        let name = image.function(target).or(image.imported(target));
        if name.is_some_and(panics) {
            return Ok(Next::Panicked);
        }
        if let Some(name) = image.imported(target) {
            self.imported(state, name)?;
            let back = self.pop(state)?;
            state.calls.pop();
            state.pc = match back {
                Value::Known(layout::RETURN) => return Ok(Next::Returned),
                Value::Known(back) => back,
                _ => return Err(Reason::Target),
            };
        } else {
            state.pc = target;
        }
        Ok(Next::Go)
    }

    /// The functions of the C library that compilers call on their own.
    fn imported(&self, state: &mut State, name: &str) -> Result<(), Reason> {
        let refused = || Reason::Call(name.to_string());
        let (a, b) = (state.get(Register::RDI), state.get(Register::RSI));
        let length = match state.get(Register::RDX) {
            Value::Known(length) if length <= layout::STACK_LENGTH => length as usize,
            _ => return Err(refused()),
        };
        let at = |pointer: Value, i: usize| alu::add_addresses(pointer, Value::Known(i as u64));
        let result = match name {
            "memcpy" | "memmove" => {
                let mut copy = vec![];
                for i in 0..length {
                    copy.push(self.load(state, at(b, i), 1)?[0]);
                }
                for (i, byte) in copy.iter().enumerate() {
                    self.store(state, at(a, i), &[*byte])?;
                }
                a
            }
            "memset" => {
                let mut byte = [Byte::Secret; 8];
                split(b, &mut byte);
                for i in 0..length {
                    self.store(state, at(a, i), &byte[..1])?;
                }
                a
            }
            // Returns at the first difference.
            "memcmp" | "bcmp" => {
                let mut taint = Taint::Public;
                for i in 0..length {
                    for pointer in [a, b] {
                        taint = taint.max(self.load(state, at(pointer, i), 1)?[0].taint());
                    }
                }
                if taint == Taint::Secret {
                    return Err(refused());
                }
                Value::Public
            }
            _ => return Err(refused()),
        };
        state.clobber();
        state.set(Register::RAX, result);
        Ok(())
    }

    // ------------------------------------------------------------------------------------------------
    // Memory

    /// The address of the memory operand.
    fn address(&self, state: &State, insn: &Insn) -> Result<Value, Reason> {
        let ins = &insn.ins;
        let displacement = Value::Known(ins.memory_displacement64());
        let base = match ins.memory_base() {
            // The displacement is the address.
            Register::None | Register::RIP => Value::Known(0),
            r if r.is_gpr64() => state.get(r),
            _ => return Err(Reason::Instruction),
        };
        let index = match ins.memory_index() {
            Register::None => Value::Known(0),
            r if r.is_gpr64() => match (state.get(r), ins.memory_index_scale()) {
                (Value::Known(i), scale) => Value::Known(i.wrapping_mul(scale.into())),
                (value, 1) => value,
                (value, _) => Value::unknown(value.taint()),
            },
            _ => return Err(Reason::Instruction),
        };
        Ok(alu::add_addresses(
            alu::add_addresses(base, displacement),
            index,
        ))
    }

    fn load(&self, state: &State, address: Value, length: usize) -> Result<Bytes, Reason> {
        let mut out = [Byte::Secret; VECTOR];
        let bytes = &mut out[..length];
        match address {
            Value::Secret => return Err(Reason::Address),
            Value::Public => {}
            Value::In(Region::Constants) => bytes.fill(Byte::Public),
            Value::In(Region::Stack) => bytes.fill(Byte::unknown(state.stack_taint())),
            Value::In(Region::Argument(i)) => bytes.fill(match self.memory.get(usize::from(i)) {
                Some(Memory::Public | Memory::Known(_)) => Byte::Public,
                _ => Byte::Secret,
            }),
            Value::Known(a) => match region(a) {
                Some(Region::Stack) => {
                    bytes.copy_from_slice(state.stack(a, length).ok_or(Reason::Memory(a))?);
                }
                Some(Region::Argument(i)) => match self.memory.get(usize::from(i)) {
                    Some(Memory::Known(contents)) => {
                        let at = a.wrapping_sub(layout::argument(i)) as usize;
                        let known = contents.get(at..at.saturating_add(length));
                        for (byte, known) in bytes.iter_mut().zip(known.ok_or(Reason::Memory(a))?) {
                            *byte = Byte::Known(*known);
                        }
                    }
                    Some(Memory::Public) => bytes.fill(Byte::Public),
                    Some(Memory::Secret) => {}
                    None => return Err(Reason::Memory(a)),
                },
                Some(Region::Constants) => {
                    let known = self.scan.image.constants(a);
                    for (i, byte) in bytes.iter_mut().enumerate() {
                        if let Some(known) = known {
                            *byte = Byte::Known(*known.get(i).ok_or(Reason::Memory(a))?);
                        } else if let Some(known) = self.scan.statics.get(&(a + i as u64)) {
                            *byte = Byte::Known(*known);
                        }
                    }
                }
                None => return Err(Reason::Memory(a)),
            },
        }
        Ok(out)
    }

    fn store(&self, state: &mut State, address: Value, bytes: &[Byte]) -> Result<(), Reason> {
        match address {
            Value::Secret => return Err(Reason::Address),
            Value::In(Region::Stack) => state.weaken_stack(taint_of(bytes)),
            Value::Known(a) if region(a) == Some(Region::Stack) => {
                let to = state.stack_mut(a, bytes.len());
                to.ok_or(Reason::Memory(a))?.copy_from_slice(bytes);
            }
            _ => match layout::region_of(address) {
                // What is read from there is secret again.
                Some(Region::Argument(i)) => match self.memory.get(usize::from(i)) {
                    Some(Memory::Secret) => {}
                    _ => return Err(Reason::Write),
                },
                _ => return Err(Reason::Write),
            },
        }
        Ok(())
    }

    fn push(&self, state: &mut State, value: Value) -> Result<(), Reason> {
        let (rsp, _) = alu::sub(
            state.get(Register::RSP),
            Value::Known(8),
            Flag::Known(false),
            8,
        );
        let mut bytes = [Byte::Secret; 8];
        split(value, &mut bytes);
        self.store(state, rsp, &bytes)?;
        state.set(Register::RSP, rsp);
        Ok(())
    }

    fn pop(&self, state: &mut State) -> Result<Value, Reason> {
        let rsp = state.get(Register::RSP);
        let value = assemble(&self.load(state, rsp, 8)?[..8]);
        state.set(Register::RSP, alu::add_addresses(rsp, Value::Known(8)));
        Ok(value)
    }

    // ------------------------------------------------------------------------------------------------
    // Operands

    fn size(&self, insn: &Insn, i: u32) -> usize {
        match insn.ins.op_kind(i) {
            OpKind::Register => insn.ins.op_register(i).size(),
            OpKind::Memory => insn.ins.memory_size().size(),
            // An immediate is as long as the first operand.
            _ if i > 0 => self.size(insn, 0),
            _ => 8,
        }
    }

    fn operand(&self, state: &State, insn: &Insn, i: u32) -> Result<Bytes, Reason> {
        let mut out = [Byte::Known(0); VECTOR];
        match insn.ins.op_kind(i) {
            OpKind::Register => {
                let bytes = state
                    .bytes(insn.ins.op_register(i))
                    .ok_or(Reason::Instruction)?;
                out[..bytes.len()].copy_from_slice(bytes);
            }
            OpKind::Memory => {
                let length = insn.ins.memory_size().size();
                let bytes = self.load(state, self.address(state, insn)?, length)?;
                out[..length].copy_from_slice(&bytes[..length]);
            }
            OpKind::NearBranch64 => return Err(Reason::Instruction),
            _ => split(Value::Known(insn.ins.immediate(i)), &mut out[..8]),
        }
        Ok(out)
    }

    fn read(&self, state: &State, insn: &Insn, i: u32) -> Result<Value, Reason> {
        let size = self.size(insn, i).min(8);
        Ok(assemble(&self.operand(state, insn, i)?[..size]))
    }

    fn write(&self, state: &mut State, insn: &Insn, i: u32, value: Value) -> Result<(), Reason> {
        if insn.ins.op_kind(i) == OpKind::Register {
            state.set(insn.ins.op_register(i), value);
            return Ok(());
        }
        let mut bytes = [Byte::Secret; 8];
        let size = self.size(insn, i).min(8);
        split(value, &mut bytes[..size]);
        let address = self.address(state, insn)?;
        self.store(state, address, &bytes[..size])
    }

    fn same_register(insn: &Insn) -> bool {
        insn.ins.op0_kind() == OpKind::Register
            && insn.ins.op1_kind() == OpKind::Register
            && insn.ins.op0_register() == insn.ins.op1_register()
    }

    // ------------------------------------------------------------------------------------------------
    // Integer instructions

    fn scalar(&self, state: &mut State, insn: &Insn) -> Result<bool, Reason> {
        let ins = &insn.ins;
        let off = Flag::Known(false);
        let size = if ins.op_count() > 0 {
            self.size(insn, 0)
        } else {
            8
        };
        let code = ins.condition_code();
        match ins.mnemonic() {
            // Byte by byte: a known byte below secret ones stays known.
            M::Mov | M::Movzx => {
                let mut bytes = [Byte::Known(0); 8];
                let from = self.size(insn, 1).min(8);
                bytes[..from].copy_from_slice(&self.operand(state, insn, 1)?[..from]);
                if ins.op0_kind() == OpKind::Register {
                    state.set_bytes(ins.op0_register(), &bytes[..size]);
                } else {
                    let address = self.address(state, insn)?;
                    self.store(state, address, &bytes[..size])?;
                }
            }
            M::Movsx | M::Movsxd => {
                let value = match self.read(state, insn, 1)? {
                    Value::Known(w) => {
                        Value::Known(alu::sign_extend(w, self.size(insn, 1)) & alu::mask(size))
                    }
                    other => Value::unknown(other.taint()),
                };
                self.write(state, insn, 0, value)?;
            }
            M::Lea => {
                let value = match self.address(state, insn)? {
                    Value::Known(w) => Value::Known(w & alu::mask(size)),
                    other => other,
                };
                self.write(state, insn, 0, value)?;
            }
            M::Push => {
                let value = match ins.op0_kind() {
                    OpKind::Register | OpKind::Memory => self.read(state, insn, 0)?,
                    _ => Value::Known(ins.immediate(0)),
                };
                self.push(state, value)?;
            }
            M::Pop => {
                let value = self.pop(state)?;
                self.write(state, insn, 0, value)?;
            }
            M::Xchg => {
                let (a, b) = (self.read(state, insn, 0)?, self.read(state, insn, 1)?);
                self.write(state, insn, 0, b)?;
                self.write(state, insn, 1, a)?;
            }
            M::Add | M::Adc | M::Adcx | M::Adox => {
                let (a, b) = (self.read(state, insn, 0)?, self.read(state, insn, 1)?);
                let carry = match ins.mnemonic() {
                    M::Add => off,
                    M::Adox => state.flags.of,
                    _ => state.flags.cf,
                };
                let (sum, flags) = alu::add(a, b, carry, size);
                match ins.mnemonic() {
                    M::Adcx => state.flags.cf = flags.cf,
                    M::Adox => state.flags.of = flags.cf,
                    _ => state.flags = flags,
                }
                self.write(state, insn, 0, sum)?;
            }
            M::Sub | M::Sbb | M::Cmp => {
                let (a, b) = (self.read(state, insn, 0)?, self.read(state, insn, 1)?);
                let borrow = if ins.mnemonic() == M::Sbb {
                    state.flags.cf
                } else {
                    off
                };
                // x - x is 0 whatever x is.
                let (difference, flags) = if Self::same_register(insn) {
                    alu::sub(Value::Known(0), Value::Known(0), borrow, size)
                } else {
                    alu::sub(a, b, borrow, size)
                };
                state.flags = flags;
                if ins.mnemonic() != M::Cmp {
                    self.write(state, insn, 0, difference)?;
                }
            }
            M::And | M::Or | M::Xor | M::Test => {
                let op = match ins.mnemonic() {
                    M::Or => Logic::Or,
                    M::Xor => Logic::Xor,
                    _ => Logic::And,
                };
                let (a, b) = (self.read(state, insn, 0)?, self.read(state, insn, 1)?);
                let (value, flags) = alu::logic(op, a, b, Self::same_register(insn), size);
                state.flags = flags;
                if ins.mnemonic() != M::Test {
                    self.write(state, insn, 0, value)?;
                }
            }
            M::Andn => {
                let (a, b) = (self.read(state, insn, 1)?, self.read(state, insn, 2)?);
                let (not, _) =
                    alu::logic(Logic::Xor, a, Value::Known(alu::mask(size)), false, size);
                let (value, flags) = alu::logic(Logic::And, not, b, false, size);
                state.flags = flags;
                self.write(state, insn, 0, value)?;
            }
            M::Inc | M::Dec => {
                let a = self.read(state, insn, 0)?;
                let cf = state.flags.cf;
                let (value, flags) = match ins.mnemonic() {
                    M::Inc => alu::add(a, Value::Known(1), off, size),
                    _ => alu::sub(a, Value::Known(1), off, size),
                };
                state.flags = Flags { cf, ..flags };
                self.write(state, insn, 0, value)?;
            }
            M::Neg => {
                let a = self.read(state, insn, 0)?;
                let (value, flags) = alu::sub(Value::Known(0), a, off, size);
                state.flags = flags;
                self.write(state, insn, 0, value)?;
            }
            M::Not => {
                let a = self.read(state, insn, 0)?;
                let (value, _) =
                    alu::logic(Logic::Xor, a, Value::Known(alu::mask(size)), false, size);
                self.write(state, insn, 0, value)?;
            }
            M::Shl | M::Sal | M::Shr | M::Sar | M::Rol | M::Ror => {
                let op = match ins.mnemonic() {
                    M::Shl | M::Sal => Shift::Left,
                    M::Shr => Shift::Right,
                    M::Sar => Shift::Arithmetic,
                    M::Rol => Shift::RotateLeft,
                    _ => Shift::RotateRight,
                };
                let (a, distance) = (self.read(state, insn, 0)?, self.distance(state, insn, 1)?);
                let (value, flags) = alu::shift(op, a, distance, state.flags, size);
                state.flags = flags;
                self.write(state, insn, 0, value)?;
            }
            M::Shlx | M::Shrx | M::Sarx | M::Rorx => {
                let op = match ins.mnemonic() {
                    M::Shlx => Shift::Left,
                    M::Shrx => Shift::Right,
                    M::Sarx => Shift::Arithmetic,
                    _ => Shift::RotateRight,
                };
                let (a, distance) = (self.read(state, insn, 1)?, self.distance(state, insn, 2)?);
                let (value, _) = alu::shift(op, a, distance, state.flags, size);
                self.write(state, insn, 0, value)?;
            }
            M::Shld | M::Shrd => self.double_shift(state, insn, size)?,
            M::Imul if ins.op_count() > 1 => {
                let first = ins.op_count() - 2;
                let (a, b) = (
                    self.read(state, insn, first)?,
                    self.read(state, insn, first + 1)?,
                );
                let (low, _, flags) = alu::multiply(a, b, true, size);
                state.flags = flags;
                self.write(state, insn, 0, low)?;
            }
            M::Imul | M::Mul => {
                let (low_to, high_to) = match size {
                    8 => (Register::RAX, Register::RDX),
                    4 => (Register::EAX, Register::EDX),
                    2 => (Register::AX, Register::DX),
                    _ => (Register::AL, Register::AH),
                };
                let (a, b) = (state.get(low_to), self.read(state, insn, 0)?);
                let (low, high, flags) = alu::multiply(a, b, ins.mnemonic() == M::Imul, size);
                state.flags = flags;
                state.set(low_to, low);
                state.set(high_to, high);
            }
            M::Mulx => {
                let a = state.get(if size == 8 {
                    Register::RDX
                } else {
                    Register::EDX
                });
                let (low, high, _) = alu::multiply(a, self.read(state, insn, 2)?, false, size);
                // One register for both gets the high half.
                self.write(state, insn, 1, low)?;
                self.write(state, insn, 0, high)?;
            }
            M::Bt => {
                // With a register as the bit string; in memory the bit number is part of the address.
                if ins.op0_kind() != OpKind::Register {
                    return Ok(false);
                }
                let (a, bit) = (self.read(state, insn, 0)?, self.distance(state, insn, 1)?);
                state.flags.cf = match (a, bit) {
                    (Value::Known(a), Value::Known(bit)) => {
                        Flag::Known(a >> (bit % (8 * size as u64)) & 1 == 1)
                    }
                    _ => Flag::unknown(a.taint().max(bit.taint())),
                };
            }
            M::Bsf | M::Bsr | M::Tzcnt | M::Lzcnt | M::Popcnt => {
                let a = self.read(state, insn, 1)?;
                let zero = match a {
                    Value::Known(w) => Flag::Known(w == 0),
                    _ => Flag::unknown(a.taint()),
                };
                let bits = 8 * size as u32;
                // 0 leaves the result of the old instructions as it was.
                let old = match ins.mnemonic() {
                    M::Bsf | M::Bsr => self.read(state, insn, 0)?,
                    _ => a,
                };
                let value = match (a, ins.mnemonic()) {
                    (Value::Known(0), M::Bsf | M::Bsr) => old,
                    (Value::Known(w), M::Bsf) => Value::Known(w.trailing_zeros().into()),
                    (Value::Known(w), M::Bsr) => Value::Known((63 - w.leading_zeros()).into()),
                    (Value::Known(w), M::Tzcnt) => {
                        Value::Known(w.trailing_zeros().min(bits).into())
                    }
                    (Value::Known(w), M::Lzcnt) => {
                        Value::Known((w.leading_zeros() + bits - 64).into())
                    }
                    (Value::Known(w), _) => Value::Known(w.count_ones().into()),
                    _ => Value::unknown(a.taint().max(old.taint())),
                };
                state.flags = Flags::all(Flag::unknown(a.taint()));
                state.flags.zf = zero;
                if matches!(ins.mnemonic(), M::Tzcnt | M::Lzcnt) {
                    state.flags.cf = zero;
                    state.flags.zf = Flag::unknown(a.taint());
                }
                self.write(state, insn, 0, value)?;
            }
            M::Bswap => {
                let value = match self.read(state, insn, 0)? {
                    Value::Known(w) => Value::Known(w.swap_bytes() >> (64 - 8 * size)),
                    other => Value::unknown(other.taint()),
                };
                self.write(state, insn, 0, value)?;
            }
            M::Cbw | M::Cwde | M::Cdqe | M::Cwd | M::Cdq | M::Cqo => {
                use Register::*;
                let (from, to) = match ins.mnemonic() {
                    M::Cbw => (AL, AX),
                    M::Cwde => (AX, EAX),
                    M::Cdqe => (EAX, RAX),
                    M::Cwd => (AX, DX),
                    M::Cdq => (EAX, EDX),
                    _ => (RAX, RDX),
                };
                let value = match state.get(from) {
                    Value::Known(w) => {
                        let wide = alu::sign_extend(w, from.size());
                        let high = from.size() == to.size();
                        let sign = ((wide as i64) >> 63) as u64;
                        Value::Known(if high { sign } else { wide } & alu::mask(to.size()))
                    }
                    other => Value::unknown(other.taint()),
                };
                state.set(to, value);
            }
            M::Div | M::Idiv => self.divide(state, insn, size)?,
            M::Clc | M::Stc => state.flags.cf = Flag::Known(ins.mnemonic() == M::Stc),
            M::Cmc => {
                state.flags.cf = match state.flags.cf {
                    Flag::Known(c) => Flag::Known(!c),
                    other => other,
                };
            }
            M::Movsb | M::Movsd | M::Movsq | M::Stosb | M::Stosd | M::Stosq
                if ins.is_string_instruction() =>
            {
                self.string(state, insn)?;
            }
            _ if code != iced_x86::ConditionCode::None && ins.op_count() == 2 => {
                // cmov
                let (old, new) = (self.read(state, insn, 0)?, self.read(state, insn, 1)?);
                let value = alu::select(alu::condition(code, state.flags), new, old);
                self.write(state, insn, 0, value)?;
            }
            _ if code != iced_x86::ConditionCode::None && ins.op_count() == 1 => {
                // setcc
                let value = match alu::condition(code, state.flags) {
                    Flag::Known(b) => Value::Known(b.into()),
                    other => Value::unknown(other.taint()),
                };
                self.write(state, insn, 0, value)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A shift distance or bit number: one byte or a register.
    fn distance(&self, state: &State, insn: &Insn, i: u32) -> Result<Value, Reason> {
        match insn.ins.op_kind(i) {
            OpKind::Register => Ok(state.get(insn.ins.op_register(i))),
            _ => Ok(Value::Known(insn.ins.immediate(i))),
        }
    }

    fn double_shift(&self, state: &mut State, insn: &Insn, size: usize) -> Result<(), Reason> {
        let (a, b) = (self.read(state, insn, 0)?, self.read(state, insn, 1)?);
        let distance = self.distance(state, insn, 2)?;
        let taint = a.taint().max(b.taint()).max(distance.taint());
        let bits = 8 * size as u32;
        let value = match (a, b, distance) {
            (Value::Known(x), Value::Known(y), Value::Known(d)) => {
                let d = d as u32 & if size == 8 { 63 } else { 31 };
                let word = match (d, insn.ins.mnemonic()) {
                    (0, _) => x,
                    (d, _) if d >= bits => return Err(Reason::Instruction),
                    (d, M::Shld) => x << d | y >> (bits - d),
                    (d, _) => x >> d | y << (bits - d),
                };
                Value::Known(word & alu::mask(size))
            }
            _ => Value::unknown(taint),
        };
        // The distance may be 0, which leaves the flags.
        state.flags = state.flags.also(taint);
        self.write(state, insn, 0, value)
    }

    /// Division: its time depends on the operands.
    fn divide(&self, state: &mut State, insn: &Insn, size: usize) -> Result<(), Reason> {
        let (low_in, high_in) = match size {
            8 => (Register::RAX, Register::RDX),
            4 => (Register::EAX, Register::EDX),
            _ => return self.public_only(state, insn),
        };
        let (low, high) = (state.get(low_in), state.get(high_in));
        let divisor = self.read(state, insn, 0)?;
        let taint = low.taint().max(high.taint()).max(divisor.taint());
        if taint == Taint::Secret {
            return Err(Reason::Latency);
        }
        let known = match (low, high, divisor, insn.ins.mnemonic()) {
            (Value::Known(l), Value::Known(0), Value::Known(d), M::Div) if d != 0 => {
                Some((l / d, l % d))
            }
            _ => None,
        };
        state.flags = Flags::all(Flag::Public);
        state.set(low_in, known.map_or(Value::Public, |k| Value::Known(k.0)));
        state.set(high_in, known.map_or(Value::Public, |k| Value::Known(k.1)));
        Ok(())
    }

    /// An instruction of variable time on public registers and memory; its results are public.
    fn public_only(&self, state: &mut State, insn: &Insn) -> Result<(), Reason> {
        let mut taint = Taint::Public;
        for register in &insn.reads {
            taint = taint.max(taint_of(state.bytes(*register).ok_or(Reason::Instruction)?));
        }
        for i in 0..insn.ins.op_count() {
            if insn.ins.op_kind(i) == OpKind::Memory {
                let length = self.size(insn, i);
                taint = taint.max(taint_of(&self.operand(state, insn, i)?[..length]));
            }
        }
        if taint == Taint::Secret {
            return Err(Reason::Latency);
        }
        for register in &insn.writes {
            if register.is_gpr() {
                state.set(*register, Value::Public);
            } else {
                let size = register.size();
                state.set_vector(*register, &[Byte::Public; VECTOR][..size], false);
            }
        }
        state.flags = Flags::all(Flag::Public);
        Ok(())
    }

    /// `movs` and `stos`, with a count that is exact; a count that is secret is a loop of secret length.
    fn string(&self, state: &mut State, insn: &Insn) -> Result<(), Reason> {
        let ins = &insn.ins;
        let size = match ins.mnemonic() {
            M::Movsb | M::Stosb => 1,
            M::Movsd | M::Stosd => 4,
            _ => 8,
        };
        let copies = matches!(ins.mnemonic(), M::Movsb | M::Movsd | M::Movsq);
        let count = match (ins.has_rep_prefix(), state.get(Register::RCX)) {
            (false, _) => 1,
            (true, Value::Known(count)) if count <= layout::STACK_LENGTH => count,
            (true, Value::Secret) => return Err(Reason::Branch),
            _ => return Err(Reason::Target),
        };
        for _ in 0..count {
            let (to, from) = (state.get(Register::RDI), state.get(Register::RSI));
            let bytes = if copies {
                self.load(state, from, size)?
            } else {
                let mut out = [Byte::Secret; VECTOR];
                split(state.get(Register::RAX), &mut out[..8]);
                out
            };
            self.store(state, to, &bytes[..size])?;
            let step = Value::Known(size as u64);
            state.set(Register::RDI, alu::add_addresses(to, step));
            if copies {
                state.set(Register::RSI, alu::add_addresses(from, step));
            }
        }
        if ins.has_rep_prefix() {
            state.set(Register::RCX, Value::Known(0));
        }
        Ok(())
    }

    // ------------------------------------------------------------------------------------------------
    // Vector instructions of SSE2: what LLVM uses without being asked; for others see `wide`

    fn vector(&self, state: &mut State, insn: &Insn) -> Result<bool, Reason> {
        let ins = &insn.ins;
        let register = |i| match ins.op_kind(i) {
            OpKind::Register => Some(ins.op_register(i)),
            _ => None,
        };
        if !insn
            .reads
            .iter()
            .chain(&insn.writes)
            .all(|r| r.is_gpr() || r.is_xmm())
        {
            return Ok(false);
        }
        let to_vector = register(0).filter(|r| r.is_xmm());
        let zero = [Byte::Known(0); 16];
        match ins.mnemonic() {
            M::Movups | M::Movaps | M::Movupd | M::Movapd | M::Movdqu | M::Movdqa => {
                let bytes = self.operand(state, insn, 1)?;
                self.put(state, insn, &bytes[..16])?;
            }
            M::Movd | M::Movq => {
                let size = if ins.mnemonic() == M::Movd {
                    self.size(insn, 0).min(self.size(insn, 1))
                } else {
                    8
                };
                let bytes = self.operand(state, insn, 1)?;
                let mut out = zero;
                out[..size].copy_from_slice(&bytes[..size]);
                match to_vector {
                    Some(to) => state.set_vector(to, &out, false),
                    None => self.write(state, insn, 0, assemble(&bytes[..size]))?,
                }
            }
            M::Movss | M::Movsd => {
                let size = if ins.mnemonic() == M::Movss { 4 } else { 8 };
                let bytes = self.operand(state, insn, 1)?;
                match (to_vector, register(1)) {
                    (Some(to), None) => {
                        let mut out = zero;
                        out[..size].copy_from_slice(&bytes[..size]);
                        state.set_vector(to, &out, false);
                    }
                    _ => self.put(state, insn, &bytes[..size])?,
                }
            }
            M::Movlps | M::Movlpd => {
                let bytes = self.operand(state, insn, 1)?;
                self.put(state, insn, &bytes[..8])?;
            }
            M::Movhps | M::Movhpd => {
                let bytes = self.operand(state, insn, 1)?;
                match to_vector {
                    Some(_) => {
                        let mut out = self.operand(state, insn, 0)?;
                        out[8..16].copy_from_slice(&bytes[..8]);
                        self.put(state, insn, &out[..16])?;
                    }
                    None => self.put(state, insn, &bytes[8..16])?,
                }
            }
            M::Punpcklqdq | M::Unpcklpd | M::Movlhps => {
                self.permute(state, insn, 8, |_| [0, 2])?;
            }
            M::Punpckhqdq | M::Unpckhpd => self.permute(state, insn, 8, |_| [1, 3])?,
            M::Movhlps => self.permute(state, insn, 8, |_| [3, 1])?,
            M::Shufpd => self.permute(state, insn, 8, |c| [c & 1, 2 + (c >> 1 & 1)])?,
            M::Pshufd => {
                self.permute(state, insn, 4, |c| {
                    [0, 1, 2, 3].map(|i| 4 + (c >> (2 * i) & 3))
                })?;
            }
            M::Shufps => {
                self.permute(state, insn, 4, |c| {
                    [c & 3, c >> 2 & 3, 4 + (c >> 4 & 3), 4 + (c >> 6 & 3)]
                })?;
            }
            M::Punpckldq | M::Unpcklps => self.permute(state, insn, 4, |_| [0, 4, 1, 5])?,
            M::Punpckhdq | M::Unpckhps => self.permute(state, insn, 4, |_| [2, 6, 3, 7])?,
            M::Pxor | M::Xorps | M::Xorpd if Self::same_register(insn) => {
                self.put(state, insn, &zero)?;
            }
            M::Pcmpeqb | M::Pcmpeqw | M::Pcmpeqd if Self::same_register(insn) => {
                self.put(state, insn, &[Byte::Known(0xff); 16])?;
            }
            M::Pxor | M::Xorps | M::Xorpd => self.bitwise(state, insn, |a, b| a ^ b)?,
            M::Pand | M::Andps | M::Andpd => self.bitwise(state, insn, |a, b| a & b)?,
            M::Pandn | M::Andnps | M::Andnpd => self.bitwise(state, insn, |a, b| !a & b)?,
            M::Por | M::Orps | M::Orpd => self.bitwise(state, insn, |a, b| a | b)?,
            m if LANES.contains(&m) => self.lanes(state, insn, 8)?,
            m if CROSSING.contains(&m) => self.lanes(state, insn, 16)?,
            M::Pmovmskb | M::Movmskps | M::Movmskpd | M::Pextrw => {
                let taint = taint_of(&self.operand(state, insn, 1)?[..16]);
                self.write(state, insn, 0, Value::unknown(taint))?;
            }
            M::Divss
            | M::Divsd
            | M::Divps
            | M::Divpd
            | M::Sqrtss
            | M::Sqrtsd
            | M::Sqrtps
            | M::Sqrtpd
            | M::Pdep
            | M::Pext => self.public_only(state, insn)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Writes a vector, or its low bytes, to the first operand.
    fn put(&self, state: &mut State, insn: &Insn, bytes: &[Byte]) -> Result<(), Reason> {
        match insn.ins.op0_kind() {
            OpKind::Register => state.set_vector(insn.ins.op0_register(), bytes, false),
            _ => {
                let address = self.address(state, insn)?;
                self.store(state, address, bytes)?;
            }
        }
        Ok(())
    }

    /// Lane i of the result is lane `order[i]` of the first operand and, behind it, the second.
    fn permute<const N: usize>(
        &self,
        state: &mut State,
        insn: &Insn,
        lane: usize,
        order: impl Fn(usize) -> [usize; N],
    ) -> Result<(), Reason> {
        let control = match insn.ins.op_count() {
            3 => insn.ins.immediate(2) as usize,
            _ => 0,
        };
        let mut from = self.operand(state, insn, 0)?;
        let second = self.operand(state, insn, 1)?;
        from[16..32].copy_from_slice(&second[..16]);
        let mut out = [Byte::Secret; 16];
        for (i, source) in order(control).into_iter().enumerate() {
            out[lane * i..][..lane].copy_from_slice(&from[lane * source..][..lane]);
        }
        self.put(state, insn, &out)
    }

    fn bitwise(&self, state: &mut State, insn: &Insn, op: fn(u8, u8) -> u8) -> Result<(), Reason> {
        let (a, b) = (self.operand(state, insn, 0)?, self.operand(state, insn, 1)?);
        let out: [Byte; 16] = std::array::from_fn(|i| match (a[i], b[i]) {
            (Byte::Known(a), Byte::Known(b)) => Byte::Known(op(a, b)),
            (a, b) => Byte::unknown(a.taint().max(b.taint())),
        });
        self.put(state, insn, &out)
    }

    /// An instruction whose result depends, in each group of so many bytes, on the same group of the operands.
    fn lanes(&self, state: &mut State, insn: &Insn, width: usize) -> Result<(), Reason> {
        let mut operands = [[Byte::Known(0); VECTOR]; 2];
        for (i, operand) in operands.iter_mut().enumerate() {
            *operand = self.operand(state, insn, i as u32)?;
        }
        // The distance of a shift is for all lanes.
        let shared = match insn.ins.mnemonic() {
            m if SHIFTS.contains(&m) => taint_of(&operands[1][..8]),
            _ => Taint::Known,
        };
        let mut out = [Byte::Secret; 16];
        for start in (0..16).step_by(width) {
            let group = start..start + width;
            let taint = operands.iter().map(|o| taint_of(&o[group.clone()])).max();
            out[group].fill(Byte::unknown(taint.unwrap_or(Taint::Secret).max(shared)));
        }
        self.put(state, insn, &out)
    }
}

const SHIFTS: [M; 8] = [
    M::Psllw,
    M::Pslld,
    M::Psllq,
    M::Psrlw,
    M::Psrld,
    M::Psrlq,
    M::Psraw,
    M::Psrad,
];

/// Results depend on the same eight bytes of the operands.
const LANES: [M; 33] = [
    M::Paddb,
    M::Paddw,
    M::Paddd,
    M::Paddq,
    M::Psubb,
    M::Psubw,
    M::Psubd,
    M::Psubq,
    M::Pmuludq,
    M::Pmullw,
    M::Pmulhw,
    M::Pmulhuw,
    M::Pmaddwd,
    M::Pcmpeqb,
    M::Pcmpeqw,
    M::Pcmpeqd,
    M::Pcmpgtb,
    M::Pcmpgtw,
    M::Pcmpgtd,
    M::Pminub,
    M::Pmaxub,
    M::Pminsw,
    M::Pmaxsw,
    M::Pavgb,
    M::Pavgw,
    M::Psllw,
    M::Pslld,
    M::Psllq,
    M::Psrlw,
    M::Psrld,
    M::Psrlq,
    M::Psraw,
    M::Psrad,
];

/// Results depend on all bytes of the operands.
const CROSSING: [M; 13] = [
    M::Punpcklbw,
    M::Punpckhbw,
    M::Punpcklwd,
    M::Punpckhwd,
    M::Packsswb,
    M::Packssdw,
    M::Packuswb,
    M::Pshuflw,
    M::Pshufhw,
    M::Pslldq,
    M::Psrldq,
    M::Psadbw,
    M::Pinsrw,
];
