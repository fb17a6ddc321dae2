//! From limb IR to instructions: flags, registers, spills.
//!
//! The order of the function is kept: kernels are built in the order that suits two carry chains. What is decided here is
//! - which flag carries each carry: CF for a chain by itself (`add`, `adc`), CF and OF (`adcx`, `adox`) where two chains
//!   overlap; a carry that has to outlive its flag becomes a mask register;
//! - which register holds each value. Parameters and constants stay in memory until they are needed in a register; when
//!   registers run out, the value whose next use is farthest goes to the stack.

use super::isa::{AluOp, Cond, Insn, Mem, Reg, RegSet, ShiftOp, Size, Src, UnaryOp};
use crate::limb_ir::{Function, Op, Value, Word};
use crate::target::groups;

/// How the code is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// `extern "sysv64" fn(out, group…)`: one pointer for the results, one a parameter group (see [`crate::target::groups`]).
    OutOfLine,
    /// The body of an `asm!` block: no stack, no `rbx`, no `rbp`. The first limb of the first group and the second group
    /// whole are in general registers, the rest of the first group in vector registers; results are left in registers.
    /// Nothing is read from memory, so that operands need not be there: a compiler that has to copy one there does so in
    /// wider pieces than it was stored, and the loads wait for the stores.
    Inline,
    /// The same with every operand in general registers, for kernels without products.
    InlineRegisters,
    /// The same with every group behind its pointer, for kernels that need the registers.
    InlinePointers,
}

/// Why there is no code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EmitError {
    /// Only 64-bit saturated words.
    #[error("{0}: not in 64-bit words")]
    Word(String),
    /// More than five pointer arguments.
    #[error("{0}: more parameter groups than argument registers")]
    Arguments(String),
    /// An instruction that this target does not lower.
    #[error("{0}: instruction {1} is not lowered for x86-64")]
    Instruction(String, usize),
    /// The inline form ran out of registers.
    #[error("{0}: does not fit the registers of an inline block")]
    Registers(String),
}

/// Where an inline block expects a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// Limb `limb` of the group is in this register.
    Limb {
        /// Index of the group.
        group: usize,
        /// Index of the limb within the group.
        limb: usize,
        /// The register.
        reg: Reg,
    },
    /// Limb `limb` of the group is in this vector register.
    Vector {
        /// Index of the group.
        group: usize,
        /// Index of the limb within the group.
        limb: usize,
        /// The number of the register.
        vector: u8,
    },
    /// The address of the group is in this register.
    Pointer {
        /// Index of the group.
        group: usize,
        /// The register.
        reg: Reg,
    },
}

/// Code for one kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emitted {
    /// The instructions; with [`Form::OutOfLine`] the last is `ret`.
    pub insns: Vec<Insn>,
    /// The constants, reached as `{consts}` plus 8 bytes each.
    pub pool: Vec<u64>,
    /// What an inline block expects where.
    pub operands: Vec<Operand>,
    /// Where an inline block leaves the result limbs.
    pub results: Vec<Reg>,
    /// Every register written.
    pub written: RegSet,
    /// Bytes of spill space: on the stack (out of line) or behind the scratch pointer (inline).
    pub stack: u32,
    /// The register in which an inline block expects a pointer to its spill space.
    pub scratch: Option<Reg>,
}

/// The name under which the constant pool is printed.
pub const POOL: &str = "{consts}";

const ARGUMENTS: [Reg; 5] = [Reg::Rsi, Reg::Rdx, Reg::Rcx, Reg::R8, Reg::R9];
const SCRATCH: [Reg; 8] = [
    Reg::Rax,
    Reg::R8,
    Reg::R9,
    Reg::R10,
    Reg::R11,
    Reg::Rcx,
    Reg::Rsi,
    Reg::Rdi,
];
const SAVED: [Reg; 6] = [Reg::Rbx, Reg::Rbp, Reg::R12, Reg::R13, Reg::R14, Reg::R15];
const INLINE: [Reg; 12] = [
    Reg::Rax,
    Reg::R8,
    Reg::R9,
    Reg::R10,
    Reg::R11,
    Reg::Rcx,
    Reg::Rsi,
    Reg::Rdi,
    Reg::R12,
    Reg::R13,
    Reg::R14,
    Reg::R15,
];

/// Results that are stored together at the end: they and the pointers fit the registers.
const BATCH: usize = 8;

/// The scratch pointer of inline blocks that spill.
const SPILL: Reg = Reg::R12;

/// Where a value is, apart from flags. Several may hold at once.
#[derive(Clone, Debug, Default)]
struct Place {
    reg: Option<Reg>,
    mem: Option<Mem>,
    constant: Option<u64>,
    /// The number of a vector register.
    vector: Option<u8>,
}

impl Place {
    /// Whether the value is also somewhere else than in its register.
    fn elsewhere(&self) -> bool {
        self.mem.is_some() || self.constant.is_some() || self.vector.is_some()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flag {
    Carry,
    Overflow,
}

struct Emitter<'a> {
    f: &'a Function,
    /// What spill slots are addressed from; none: there may be no spill.
    spill_base: Option<Reg>,
    form: Form,
    insns: Vec<Insn>,
    pool: Vec<u64>,
    place: Vec<Place>,
    /// Positions at which each value is read, ascending; results are read at the end.
    uses: Vec<Vec<usize>>,
    /// What each register holds.
    held: [Option<Value>; 16],
    /// Registers that may be given out.
    available: Vec<Reg>,
    /// Registers that hold pointers, with the position of the last read through them.
    pointers: Vec<(Reg, usize)>,
    /// Registers that the current instruction must not lose.
    locked: RegSet,
    carry: Option<Value>,
    overflow: Option<Value>,
    carry_clear: bool,
    overflow_clear: bool,
    /// Adds that start or continue a chain which overlaps another one.
    dual: Vec<bool>,
    stack_slots: i32,
    free_slots: Vec<i32>,
    /// The result lies apart from the operands.
    apart: bool,
    at: usize,
}

/// Emits `f`.
pub fn emit(f: &Function, form: Form) -> Result<Emitted, EmitError> {
    if f.word != Word::W64 {
        return Err(EmitError::Word(f.name.clone()));
    }
    match run(f, form, false) {
        Err(EmitError::Registers(_)) if form == Form::InlinePointers => run(f, form, true),
        done => done,
    }
}

/// One attempt; `scratch` reserves a register for a pointer to spill space.
fn run(f: &Function, form: Form, scratch: bool) -> Result<Emitted, EmitError> {
    let mut e = Emitter::new(f, form);
    if scratch {
        e.available.retain(|r| *r != SPILL);
        e.spill_base = Some(SPILL);
    }
    let operands = e.enter()?;
    for i in 0..f.insts.len() {
        e.at = i;
        e.instruction()?;
        e.store_finished_results();
    }
    e.at = f.insts.len();
    let results = e.leave()?;
    Ok(e.finish(operands, results))
}

impl<'a> Emitter<'a> {
    fn new(f: &'a Function, form: Form) -> Self {
        let mut uses = vec![vec![]; f.types.len()];
        for (i, inst) in f.insts.iter().enumerate() {
            for (v, _) in inst.op.operands() {
                uses[v.index()].push(i);
            }
        }
        for r in &f.results {
            for v in &r.limbs {
                uses[v.index()].push(f.insts.len());
            }
        }
        let available = match form {
            Form::OutOfLine => SCRATCH.into_iter().chain(SAVED).collect(),
            Form::Inline | Form::InlineRegisters | Form::InlinePointers => INLINE.to_vec(),
        };
        let mut place = vec![Place::default(); f.types.len()];
        for inst in &f.insts {
            if let Op::Const(c) = inst.op {
                place[inst.first.index()].constant = Some(c);
            }
        }
        Emitter {
            f,
            spill_base: (form == Form::OutOfLine).then_some(Reg::Rsp),
            form,
            insns: vec![],
            pool: vec![],
            place,
            dual: overlapping_chains(f, &uses),
            uses,
            held: [None; 16],
            available,
            pointers: vec![],
            locked: RegSet::EMPTY,
            carry: None,
            overflow: None,
            carry_clear: false,
            overflow_clear: false,
            stack_slots: 0,
            free_slots: vec![],
            apart: crate::claims::apart(&f.name),
            at: 0,
        }
    }

    fn overflow_error(&self) -> EmitError {
        EmitError::Registers(self.f.name.clone())
    }

    /// Places parameters and pointers.
    fn enter(&mut self) -> Result<Vec<Operand>, EmitError> {
        let groups = groups(self.f);
        let mut operands = vec![];
        if self.form == Form::OutOfLine {
            if groups.len() > ARGUMENTS.len() {
                return Err(EmitError::Arguments(self.f.name.clone()));
            }
            self.pointers.push((Reg::Rdi, self.f.insts.len() + 1));
        }
        // rdx is the implicit factor of mulx: a pointer that arrives there moves away.
        for (g, (_, params)) in groups.iter().enumerate() {
            let limbs: Vec<Value> = params
                .iter()
                .flat_map(|p| self.f.params[*p].limbs.clone())
                .collect();
            let last = limbs
                .iter()
                .filter_map(|v| self.uses[v.index()].last())
                .max()
                .copied();
            match self.form {
                Form::OutOfLine => {
                    let mut reg = ARGUMENTS[g];
                    if reg == Reg::Rdx {
                        reg = Reg::Rax;
                        self.insns.push(Insn::Mov {
                            size: Size::Qword,
                            dst: reg,
                            src: Reg::Rdx.into(),
                        });
                    }
                    self.point(reg, &limbs, 0, last);
                }
                Form::Inline | Form::InlineRegisters => {
                    for (i, v) in limbs.iter().enumerate() {
                        let operand = if g == 0 && i > 0 && self.form == Form::Inline {
                            let vector = i as u8 - 1;
                            if vector > 15 {
                                return Err(self.overflow_error());
                            }
                            self.place[v.index()].vector = Some(vector);
                            Operand::Vector {
                                group: g,
                                limb: i,
                                vector,
                            }
                        } else {
                            let in_rdx = g == 0 && self.form == Form::Inline;
                            let reg = if in_rdx {
                                Reg::Rdx
                            } else {
                                self.fresh_inline()?
                            };
                            self.held[reg as usize] = Some(*v);
                            self.place[v.index()].reg = Some(reg);
                            Operand::Limb {
                                group: g,
                                limb: i,
                                reg,
                            }
                        };
                        operands.push(operand);
                    }
                }
                Form::InlinePointers => {
                    let reg = self.fresh_inline()?;
                    self.point(reg, &limbs, 0, last);
                    operands.push(Operand::Pointer { group: g, reg });
                }
            }
        }
        Ok(operands)
    }

    fn fresh_inline(&mut self) -> Result<Reg, EmitError> {
        let free = self.available.iter().rev().find(|r| {
            self.held[**r as usize].is_none() && !self.pointers.iter().any(|(p, _)| p == *r)
        });
        free.copied().ok_or_else(|| self.overflow_error())
    }

    fn point(&mut self, reg: Reg, limbs: &[Value], offset: i32, last: Option<usize>) {
        let Some(last) = last else { return };
        self.pointers.push((reg, last));
        for (i, v) in limbs.iter().enumerate() {
            self.place[v.index()].mem = Some(Mem::new(reg, offset + 8 * i as i32));
        }
    }

    // ---- uses -----------------------------------------------------------------------------------------------------

    /// The next position at or after `from` where `v` is read.
    fn next_use(&self, v: Value, from: usize) -> Option<usize> {
        let u = &self.uses[v.index()];
        u.get(u.partition_point(|p| *p < from)).copied()
    }

    /// Whether `v` is read after the current instruction.
    fn live_after(&self, v: Value) -> bool {
        self.next_use(v, self.at + 1).is_some()
    }

    fn flag_live(&self, flag: Flag) -> bool {
        self.flag_value(flag).is_some_and(|v| {
            self.place[v.index()].reg.is_none() && self.next_use(v, self.at).is_some()
        })
    }

    fn flag_live_after(&self, flag: Flag) -> bool {
        self.flag_value(flag)
            .is_some_and(|v| self.place[v.index()].reg.is_none() && self.live_after(v))
    }

    fn flag_value(&self, flag: Flag) -> Option<Value> {
        match flag {
            Flag::Carry => self.carry,
            Flag::Overflow => self.overflow,
        }
    }

    // ---- registers ------------------------------------------------------------------------------------------------

    fn pointer_busy(&self, r: Reg) -> bool {
        self.pointers
            .iter()
            .any(|(p, last)| *p == r && *last >= self.at)
    }

    /// A register whose old value is elsewhere or dead.
    fn take(&mut self) -> Result<Reg, EmitError> {
        let candidates: Vec<Reg> = self
            .available
            .iter()
            .copied()
            .filter(|r| !self.locked.contains(*r) && !self.pointer_busy(*r))
            .collect();
        if let Some(r) = candidates
            .iter()
            .find(|r| self.held[**r as usize].is_none())
        {
            return Ok(*r);
        }
        // The farthest next use goes; among equals a value that needs no store.
        let mut best: Option<(Reg, usize, bool)> = None;
        for r in candidates {
            let Some(v) = self.held[r as usize] else {
                continue;
            };
            let next = self.next_use(v, self.at).unwrap_or(usize::MAX);
            let place = &self.place[v.index()];
            let free = next == usize::MAX || place.elsewhere();
            let better = best.is_none_or(|(_, n, f)| (free, next) > (f, n));
            if better {
                best = Some((r, next, free));
            }
        }
        let (r, _, _) = best.ok_or_else(|| self.overflow_error())?;
        self.evict(r)?;
        Ok(r)
    }

    /// Empties `r`, storing what would be lost.
    fn evict(&mut self, r: Reg) -> Result<(), EmitError> {
        let Some(v) = self.held[r as usize] else {
            return Ok(());
        };
        let needed = self.next_use(v, self.at).is_some();
        let place = &self.place[v.index()];
        if needed && !place.elsewhere() {
            let Some(base) = self.spill_base else {
                return Err(self.overflow_error());
            };
            let slot = self.free_slots.pop().unwrap_or_else(|| {
                self.stack_slots += 1;
                self.stack_slots - 1
            });
            let mem = Mem::new(base, 8 * slot);
            self.insns.push(Insn::Store {
                size: Size::Qword,
                dst: mem.clone(),
                src: r,
            });
            self.place[v.index()].mem = Some(mem);
        }
        self.held[r as usize] = None;
        if self.place[v.index()].reg == Some(r) {
            self.place[v.index()].reg = None;
        }
        Ok(())
    }

    fn bind(&mut self, v: Value, r: Reg) {
        if let Some(old) = self.held[r as usize].replace(v)
            && old != v
            && self.place[old.index()].reg == Some(r)
        {
            self.place[old.index()].reg = None;
        }
        self.place[v.index()].reg = Some(r);
    }

    /// Frees the registers and stack slots of values that are not read after the current instruction.
    fn release_dead(&mut self) {
        for r in Reg::ALL {
            if let Some(v) = self.held[r as usize]
                && !self.live_after(v)
            {
                self.held[r as usize] = None;
                if self.place[v.index()].reg == Some(r) {
                    self.place[v.index()].reg = None;
                }
            }
        }
        let op = &self.f.insts[self.at].op;
        for (v, _) in op.operands() {
            if !self.live_after(v)
                && let Some(m) = self.place[v.index()].mem.take()
                && m.reg().is_some()
                && m.reg() == self.spill_base
            {
                let slot = m.disp / 8;
                if !self.free_slots.contains(&slot) {
                    self.free_slots.push(slot);
                }
            }
        }
    }

    fn lock(&mut self, r: Reg) {
        self.locked.insert(r);
    }

    fn lock_value(&mut self, v: Value) {
        if let Some(r) = self.place[v.index()].reg {
            self.lock(r);
        }
    }

    fn pool_mem(&mut self, c: u64) -> Mem {
        let i = self.pool.iter().position(|x| *x == c).unwrap_or_else(|| {
            self.pool.push(c);
            self.pool.len() - 1
        });
        let mut m = Mem::label(POOL);
        m.disp = 8 * i as i32;
        m
    }

    /// `v` as a source operand that may be a register, memory or (where `imm`) a small constant.
    fn source(&mut self, v: Value, imm: bool) -> Result<Src, EmitError> {
        let place = self.place[v.index()].clone();
        if let Some(r) = place.reg {
            return Ok(r.into());
        }
        if place.vector.is_some() {
            let r = self.take()?;
            self.load(r, v);
            self.bind(v, r);
            self.lock(r);
            return Ok(r.into());
        }
        if let Some(c) = place.constant {
            if imm && let Ok(i) = i32::try_from(c as i64) {
                return Ok(i.into());
            }
            return Ok(self.pool_mem(c).into());
        }
        match place.mem {
            Some(m) => Ok(m.into()),
            None => unreachable!("value {v:?} of {} has no place", self.f.name),
        }
    }

    /// `v` as a register or memory operand.
    fn source_rm(&mut self, v: Value) -> Result<super::isa::Rm, EmitError> {
        match self.source(v, false)? {
            Src::Reg(r) => Ok(r.into()),
            Src::Mem(m) => Ok(m.into()),
            Src::Imm(_) => unreachable!("constants were not asked for as immediates"),
        }
    }

    /// Copies `v` into `r` without touching the flags.
    fn load(&mut self, r: Reg, v: Value) {
        let place = self.place[v.index()].clone();
        let insn = match (place.reg, place.constant, place.mem) {
            (Some(s), _, _) if s == r => return,
            (Some(s), _, _) => Insn::Mov {
                size: Size::Qword,
                dst: r,
                src: s.into(),
            },
            (None, Some(c), _) => match (i32::try_from(c as i64), u32::try_from(c)) {
                (Ok(i), _) if i >= 0 => Insn::Mov {
                    size: Size::Dword,
                    dst: r,
                    src: Src::Imm(i),
                },
                (Ok(i), _) => Insn::Mov {
                    size: Size::Qword,
                    dst: r,
                    src: Src::Imm(i),
                },
                _ => Insn::Mov {
                    size: Size::Qword,
                    dst: r,
                    src: self.pool_mem(c).into(),
                },
            },
            (None, None, Some(m)) => Insn::Mov {
                size: Size::Qword,
                dst: r,
                src: m.into(),
            },
            (None, None, None) => match place.vector {
                Some(src) => Insn::FromVector { dst: r, src },
                None => unreachable!("value {v:?} of {} has no place", self.f.name),
            },
        };
        self.insns.push(insn);
    }

    /// A register that holds a copy of `v` and may be overwritten: its own if it dies here.
    fn destination(&mut self, v: Value) -> Result<Reg, EmitError> {
        if let Some(r) = self.place[v.index()].reg
            && !self.live_after(v)
            && self.available.contains(&r)
        {
            self.lock(r);
            return Ok(r);
        }
        self.lock_value(v);
        let r = self.take()?;
        self.load(r, v);
        self.lock(r);
        Ok(r)
    }

    // ---- flags ----------------------------------------------------------------------------------------------------

    /// Before an instruction that changes both flags: saves carries that are read later (or now, unless `reads`).
    fn clobber_flags(&mut self, reads: Option<Value>) -> Result<(), EmitError> {
        for flag in [Flag::Carry, Flag::Overflow] {
            let live = match self.flag_value(flag) {
                Some(v) if Some(v) == reads => self.flag_live_after(flag),
                Some(_) => self.flag_live(flag),
                None => false,
            };
            if live {
                self.save_flag(flag)?;
            }
        }
        Ok(())
    }

    /// Copies a flag into a mask register without changing flags.
    fn save_flag(&mut self, flag: Flag) -> Result<(), EmitError> {
        let Some(v) = self.flag_value(flag) else {
            return Ok(());
        };
        let r = self.take()?;
        let cond = match flag {
            Flag::Carry => Cond::C,
            Flag::Overflow => Cond::O,
        };
        // setcc then zero-extend: neither touches flags.
        self.insns.push(Insn::Setcc { cond, dst: r });
        self.insns.push(Insn::Movzx { dst: r, src: r });
        self.bind(v, r);
        self.lock(r);
        Ok(())
    }

    /// Forgets flags that an instruction changed.
    fn forget_flags(&mut self) {
        self.carry = None;
        self.overflow = None;
        self.carry_clear = false;
        self.overflow_clear = false;
    }

    /// Brings the bit `v` into CF. Changes OF.
    fn bring_to_carry(&mut self, v: Value) -> Result<(), EmitError> {
        if self.carry == Some(v) {
            return Ok(());
        }
        if self.overflow == Some(v) && self.place[v.index()].reg.is_none() {
            self.save_flag(Flag::Overflow)?;
        }
        self.clobber_flags(Some(v))?;
        let r = match (self.place[v.index()].reg, self.place[v.index()].mem.clone()) {
            (Some(r), _) => r,
            (None, Some(m)) => {
                let r = self.take()?;
                self.insns.push(Insn::Mov {
                    size: Size::Qword,
                    dst: r,
                    src: m.into(),
                });
                self.bind(v, r);
                r
            }
            (None, None) => unreachable!("bit {v:?} of {} is lost", self.f.name),
        };
        self.lock(r);
        self.insns.push(Insn::Bt {
            size: Size::Dword,
            reg: r,
            bit: 0,
        });
        self.forget_flags();
        self.carry = Some(v);
        Ok(())
    }

    // ---- instructions ---------------------------------------------------------------------------------------------

    fn instruction(&mut self) -> Result<(), EmitError> {
        let inst = self.f.insts[self.at].clone();
        self.locked = RegSet::EMPTY;
        match inst.op {
            Op::Const(_) => {}
            Op::MulWide(a, b) => self.mul_wide(inst.first, a, b)?,
            Op::MulLo(a, b) => self.mul_lo(inst.first, a, b)?,
            Op::Add(a, b, c) => self.add(inst.first, a, b, c)?,
            Op::Sub(a, b, c) => self.sub(inst.first, a, b, c)?,
            Op::Select(c, a, b) => self.select(inst.first, c, a, b)?,
            Op::Shl(a, k) => self.shift(inst.first, ShiftOp::Shl, a, k)?,
            Op::Shr(a, k) => self.shift(inst.first, ShiftOp::Shr, a, k)?,
            Op::Funnel(hi, lo, k) => {
                self.clobber_flags(None)?;
                self.lock_value(hi);
                self.lock_value(lo);
                let src = match self.place[hi.index()].reg {
                    Some(r) => r,
                    None => {
                        let r = self.take()?;
                        self.load(r, hi);
                        self.lock(r);
                        r
                    }
                };
                // The source must survive as a different register.
                let dst = if hi == lo {
                    self.copy(lo)?
                } else {
                    self.destination(lo)?
                };
                self.insns.push(Insn::Shrd {
                    size: Size::Qword,
                    dst,
                    src,
                    count: k as u8,
                });
                self.forget_flags();
                self.define(inst.first, dst);
            }
            Op::And(a, b) => self.logic(inst.first, AluOp::And, a, b)?,
            Op::Or(a, b) => self.logic(inst.first, AluOp::Or, a, b)?,
            Op::Xor(a, b) => self.logic(inst.first, AluOp::Xor, a, b)?,
            Op::Mac(..) | Op::Madd52Lo(..) | Op::Madd52Hi(..) => {
                return Err(EmitError::Instruction(self.f.name.clone(), self.at));
            }
        }
        self.release_dead();
        Ok(())
    }

    fn copy(&mut self, v: Value) -> Result<Reg, EmitError> {
        self.lock_value(v);
        let r = self.take()?;
        self.load(r, v);
        self.lock(r);
        Ok(r)
    }

    /// The result `v` is in `r`.
    fn define(&mut self, v: Value, r: Reg) {
        self.bind(v, r);
    }

    /// Puts `v` into rdx. If all its further reads are products before rdx changes again, its own register is freed.
    fn bring_to_rdx(&mut self, v: Value) -> Result<(), EmitError> {
        if self.held[Reg::Rdx as usize] == Some(v) {
            return Ok(());
        }
        if let Some(old) = self.held[Reg::Rdx as usize]
            && self.next_use(old, self.at).is_some()
            && self.place[old.index()].reg == Some(Reg::Rdx)
        {
            // Only there: move it away.
            if !self.place[old.index()].elsewhere() {
                self.lock_value(v);
                let r = self.take()?;
                self.insns.push(Insn::Mov {
                    size: Size::Qword,
                    dst: r,
                    src: Reg::Rdx.into(),
                });
                self.held[Reg::Rdx as usize] = None;
                self.bind(old, r);
                self.lock(r);
            } else {
                self.place[old.index()].reg = None;
            }
        }
        self.load(Reg::Rdx, v);
        self.held[Reg::Rdx as usize] = Some(v);
        if self.only_multiplied(v)
            && let Some(r) = self.place[v.index()].reg
            && r != Reg::Rdx
        {
            self.held[r as usize] = None;
            self.place[v.index()].reg = Some(Reg::Rdx);
        } else if self.place[v.index()].reg.is_none() {
            self.place[v.index()].reg = Some(Reg::Rdx);
        }
        Ok(())
    }

    /// Whether every read of `v` from here on is as the first factor of a product, with no other product in between.
    fn only_multiplied(&self, v: Value) -> bool {
        let Some(last) = self.uses[v.index()].last() else {
            return true;
        };
        if *last >= self.f.insts.len() {
            return false;
        }
        self.f.insts[self.at..=*last]
            .iter()
            .all(|inst| match &inst.op {
                Op::MulWide(a, b) => (*a == v) != (*b == v),
                Op::MulLo(..) => false,
                op => op.operands().iter().all(|(o, _)| *o != v),
            })
    }

    fn mul_wide(&mut self, first: Value, a: Value, b: Value) -> Result<(), EmitError> {
        // The factor that stays in rdx is the first one, unless the other is there already.
        let (x, y) =
            if self.held[Reg::Rdx as usize] == Some(b) && self.held[Reg::Rdx as usize] != Some(a) {
                (b, a)
            } else {
                (a, b)
            };
        self.lock_value(y);
        self.bring_to_rdx(x)?;
        let src = self.source_rm(y)?;
        if let super::isa::Rm::Reg(r) = src {
            self.lock(r);
        }
        let second = Value(first.0 + 1);
        let (lo_used, hi_used) = (
            !self.uses[first.index()].is_empty(),
            !self.uses[second.index()].is_empty(),
        );
        if let super::isa::Rm::Reg(r) = src
            && !self.live_after(y)
            && r != Reg::Rdx
            && self.place[y.index()].reg == Some(r)
        {
            // Read before written: the register may receive a result.
            self.held[r as usize] = None;
            self.place[y.index()].reg = None;
            self.locked = RegSet(self.locked.0 & !(1 << r.number()));
        }
        let hi = self.take()?;
        self.lock(hi);
        let lo = if lo_used { self.take()? } else { hi };
        self.insns.push(Insn::Mulx {
            size: Size::Qword,
            hi,
            lo,
            src,
        });
        if lo_used {
            self.define(first, lo);
        }
        if hi_used {
            self.define(second, hi);
        }
        Ok(())
    }

    fn mul_lo(&mut self, first: Value, a: Value, b: Value) -> Result<(), EmitError> {
        self.clobber_flags(None)?;
        // The product is a quotient digit: it is wanted in rdx.
        let (x, y) = if self.place[b.index()].reg.is_some() && self.place[a.index()].reg.is_none() {
            (b, a)
        } else {
            (a, b)
        };
        self.lock_value(y);
        if let Some(old) = self.held[Reg::Rdx as usize] {
            if old == y {
                let r = self.copy(y)?;
                self.place[y.index()].reg = Some(r);
                self.held[r as usize] = Some(y);
            } else if old != x
                && self.next_use(old, self.at).is_some()
                && self.place[old.index()].reg == Some(Reg::Rdx)
                && !self.place[old.index()].elsewhere()
            {
                self.lock_value(x);
                let r = self.take()?;
                self.insns.push(Insn::Mov {
                    size: Size::Qword,
                    dst: r,
                    src: Reg::Rdx.into(),
                });
                self.held[Reg::Rdx as usize] = None;
                self.bind(old, r);
                self.lock(r);
            } else if old != x {
                if self.place[old.index()].reg == Some(Reg::Rdx) {
                    self.place[old.index()].reg = None;
                }
            } else if self.live_after(x) && self.place[x.index()].reg == Some(Reg::Rdx) {
                let r = self.copy(x)?;
                self.place[x.index()].reg = Some(r);
                self.held[r as usize] = Some(x);
            }
        }
        self.load(Reg::Rdx, x);
        let src = self.source_rm(y)?;
        self.insns.push(Insn::Imul {
            size: Size::Qword,
            dst: Reg::Rdx,
            src,
        });
        self.forget_flags();
        if let Some(old) = self.held[Reg::Rdx as usize].take()
            && self.place[old.index()].reg == Some(Reg::Rdx)
        {
            self.place[old.index()].reg = None;
        }
        self.bind(first, Reg::Rdx);
        Ok(())
    }

    fn add(
        &mut self,
        first: Value,
        a: Value,
        b: Value,
        cin: Option<Value>,
    ) -> Result<(), EmitError> {
        let out = Value(first.0 + 1);
        let carries = !self.uses[out.index()].is_empty();
        // Which instruction.
        enum Kind {
            Plain,
            Lea,
            Cx,
            Ox,
        }
        let kind = match cin {
            None if !carries => {
                if self.flag_live(Flag::Carry) || self.flag_live(Flag::Overflow) {
                    Kind::Lea
                } else {
                    Kind::Plain
                }
            }
            None => {
                let (c, o) = (self.flag_live(Flag::Carry), self.flag_live(Flag::Overflow));
                if !self.dual[self.at] && !c && !o {
                    Kind::Plain
                } else if !c && self.carry_clear {
                    Kind::Cx
                } else if !o && self.overflow_clear {
                    Kind::Ox
                } else if !c && !o {
                    // Both chains start from cleared flags; a zero in a register is welcome later.
                    let clear = match self.zero_register() {
                        Some(r) => Insn::Alu {
                            op: AluOp::Xor,
                            size: Size::Dword,
                            dst: r,
                            src: r.into(),
                        },
                        None => Insn::Alu {
                            op: AluOp::Test,
                            size: Size::Qword,
                            dst: Reg::Rdx,
                            src: Reg::Rdx.into(),
                        },
                    };
                    self.insns.push(clear);
                    self.forget_flags();
                    self.carry_clear = true;
                    self.overflow_clear = true;
                    Kind::Cx
                } else {
                    self.clobber_flags(None)?;
                    Kind::Plain
                }
            }
            Some(c) if self.overflow == Some(c) && self.place[c.index()].reg.is_none() => {
                if self.flag_live_after(Flag::Overflow) {
                    self.save_flag(Flag::Overflow)?;
                }
                Kind::Ox
            }
            Some(c) => {
                self.bring_to_carry(c)?;
                if self.flag_live_after(Flag::Carry) {
                    self.save_flag(Flag::Carry)?;
                }
                if self.flag_live(Flag::Overflow) || self.dual[self.at] && self.overflow_clear {
                    Kind::Cx
                } else {
                    Kind::Plain
                }
            }
        };
        let flagless_imm = matches!(kind, Kind::Plain);
        // Destination: an operand that dies in a register, else a copy.
        let in_place = |e: &Self, v: Value| {
            e.place[v.index()]
                .reg
                .is_some_and(|r| e.available.contains(&r))
                && !e.live_after(v)
        };
        let (x, y) = if in_place(self, a) {
            (a, b)
        } else if in_place(self, b) {
            (b, a)
        } else if self.place[a.index()].reg.is_none()
            || self.place[b.index()].constant.is_some() && flagless_imm
        {
            (a, b)
        } else {
            (b, a)
        };
        self.lock_value(y);
        let dst = if x == y && self.live_after(x) {
            self.copy(x)?
        } else {
            self.destination(x)?
        };
        let src = if x == y {
            Src::Reg(dst)
        } else {
            self.source(y, flagless_imm)?
        };
        match kind {
            Kind::Plain => {
                let op = if cin.is_some() {
                    AluOp::Adc
                } else {
                    AluOp::Add
                };
                self.insns.push(Insn::Alu {
                    op,
                    size: Size::Qword,
                    dst,
                    src,
                });
                self.forget_flags();
                self.carry = carries.then_some(out);
            }
            Kind::Lea => {
                let index = match src {
                    Src::Reg(r) => r,
                    _ => {
                        let r = self.take()?;
                        self.load(r, y);
                        r
                    }
                };
                self.insns.push(Insn::Lea {
                    size: Size::Qword,
                    dst,
                    mem: Mem::new(dst, 0),
                    index: Some((index, 1)),
                });
            }
            Kind::Cx | Kind::Ox => {
                let src = match src {
                    Src::Reg(r) => r.into(),
                    Src::Mem(m) if self.place[y.index()].constant == Some(0) => {
                        // Zero needs a register; a move does not touch the flags. Keep it while there is room.
                        let _ = m;
                        match self.take_free() {
                            Some(r) => {
                                self.load(r, y);
                                self.bind(y, r);
                                r.into()
                            }
                            None => self.pool_mem(0).into(),
                        }
                    }
                    Src::Mem(m) => m.into(),
                    Src::Imm(_) => unreachable!("no immediates with adcx and adox"),
                };
                if matches!(kind, Kind::Cx) {
                    self.insns.push(Insn::Adcx {
                        size: Size::Qword,
                        dst,
                        src,
                    });
                    self.carry = carries.then_some(out);
                    self.carry_clear = false;
                } else {
                    self.insns.push(Insn::Adox {
                        size: Size::Qword,
                        dst,
                        src,
                    });
                    self.overflow = carries.then_some(out);
                    self.overflow_clear = false;
                }
            }
        }
        self.define(first, dst);
        Ok(())
    }

    /// A register for `xor r, r`, remembered as the constant zero if that is read again. None if all are in use.
    fn zero_register(&mut self) -> Option<Reg> {
        for (v, _) in self.f.insts[self.at].op.operands() {
            self.lock_value(v);
        }
        let zero = self
            .f
            .insts
            .iter()
            .find(|i| i.op == Op::Const(0))
            .map(|i| i.first);
        if let Some(r) = zero.and_then(|z| self.place[z.index()].reg) {
            return Some(r);
        }
        let r = self.take_free()?;
        if let Some(z) = zero
            && self.next_use(z, self.at).is_some()
        {
            self.bind(z, r);
        }
        Some(r)
    }

    /// A register that is free without evicting anything.
    fn take_free(&self) -> Option<Reg> {
        self.available.iter().copied().find(|r| {
            !self.locked.contains(*r) && !self.pointer_busy(*r) && self.held[*r as usize].is_none()
        })
    }

    fn sub(
        &mut self,
        first: Value,
        a: Value,
        b: Value,
        bin: Option<Value>,
    ) -> Result<(), EmitError> {
        let out = Value(first.0 + 1);
        let borrows = !self.uses[out.index()].is_empty();
        let word = !self.uses[first.index()].is_empty();
        match bin {
            Some(v) => {
                self.bring_to_carry(v)?;
                self.clobber_flags(Some(v))?;
            }
            None => self.clobber_flags(None)?,
        }
        self.lock_value(b);
        if bin.is_none() && self.place[a.index()].constant == Some(0) {
            // 0 - b: CF is set exactly when b is not 0.
            let dst = self.destination(b)?;
            self.insns.push(Insn::Unary {
                op: UnaryOp::Neg,
                size: Size::Qword,
                dst,
            });
            self.forget_flags();
            self.carry = borrows.then_some(out);
            if word {
                self.define(first, dst);
            } else {
                self.discard(dst);
            }
            return Ok(());
        }
        let dst = if a == b {
            self.copy(a)?
        } else {
            self.destination(a)?
        };
        let src = self.source(b, true)?;
        let op = if bin.is_some() {
            AluOp::Sbb
        } else {
            AluOp::Sub
        };
        self.insns.push(Insn::Alu {
            op,
            size: Size::Qword,
            dst,
            src,
        });
        self.forget_flags();
        self.carry = borrows.then_some(out);
        if word {
            self.define(first, dst);
        } else {
            self.discard(dst);
        }
        Ok(())
    }

    /// `r` was overwritten with something that nobody reads.
    fn discard(&mut self, r: Reg) {
        if let Some(v) = self.held[r as usize].take()
            && self.place[v.index()].reg == Some(r)
        {
            self.place[v.index()].reg = None;
        }
    }

    fn select(&mut self, first: Value, bit: Value, a: Value, b: Value) -> Result<(), EmitError> {
        let cond_if_set = if self.overflow == Some(bit) && self.place[bit.index()].reg.is_none() {
            (Cond::O, Cond::No)
        } else {
            self.bring_to_carry(bit)?;
            (Cond::C, Cond::Nc)
        };
        if a == b {
            let dst = self.destination(a)?;
            self.define(first, dst);
            return Ok(());
        }
        self.lock_value(a);
        self.lock_value(b);
        let dies = |e: &Self, v: Value| {
            e.place[v.index()]
                .reg
                .is_some_and(|r| e.available.contains(&r))
                && !e.live_after(v)
        };
        let (cond, keep, other) = if dies(self, b) || !dies(self, a) {
            (cond_if_set.0, b, a)
        } else {
            (cond_if_set.1, a, b)
        };
        let dst = self.destination(keep)?;
        let src = self.source_rm(other)?;
        self.insns.push(Insn::Cmov {
            cond,
            size: Size::Qword,
            dst,
            src,
        });
        self.define(first, dst);
        Ok(())
    }

    fn shift(&mut self, first: Value, op: ShiftOp, a: Value, k: u32) -> Result<(), EmitError> {
        if self.flag_live(Flag::Carry)
            || self.flag_live(Flag::Overflow)
            || self.carry_clear
            || self.overflow_clear
        {
            // The flagless form takes its count in a register.
            self.lock_value(a);
            let count = self.take()?;
            self.insns.push(Insn::Mov {
                size: Size::Dword,
                dst: count,
                src: Src::Imm(k as i32),
            });
            self.lock(count);
            let src = self.source_rm(a)?;
            let dst = self.take()?;
            self.insns.push(Insn::ShiftX {
                op,
                size: Size::Qword,
                dst,
                src,
                count,
            });
            self.define(first, dst);
            return Ok(());
        }
        let dst = self.destination(a)?;
        self.insns.push(Insn::Shift {
            op,
            size: Size::Qword,
            dst,
            count: k as u8,
        });
        self.forget_flags();
        self.define(first, dst);
        Ok(())
    }

    fn logic(&mut self, first: Value, op: AluOp, a: Value, b: Value) -> Result<(), EmitError> {
        self.clobber_flags(None)?;
        self.lock_value(b);
        let dies = |e: &Self, v: Value| {
            e.place[v.index()]
                .reg
                .is_some_and(|r| e.available.contains(&r))
                && !e.live_after(v)
        };
        let (x, y) = if dies(self, a) || !dies(self, b) {
            (a, b)
        } else {
            (b, a)
        };
        self.lock_value(y);
        let dst = if x == y && self.live_after(x) {
            self.copy(x)?
        } else {
            self.destination(x)?
        };
        let src = if x == y {
            Src::Reg(dst)
        } else {
            self.source(y, true)?
        };
        self.insns.push(Insn::Alu {
            op,
            size: Size::Qword,
            dst,
            src,
        });
        self.forget_flags();
        self.define(first, dst);
        Ok(())
    }

    // ---- results --------------------------------------------------------------------------------------------------

    /// Stores results as soon as they are known; where the output may lie over parameters, once none of them is read any more.
    fn store_finished_results(&mut self) {
        let mut pointers = self.pointers.iter();
        let reads = !self.apart && pointers.any(|(r, last)| *r != Reg::Rdi && *last > self.at);
        if self.form != Form::OutOfLine || reads {
            return;
        }
        let n = self.f.insts.len();
        let inst = self.f.insts[self.at].clone();
        let mut offset = 0;
        for r in &self.f.results {
            for v in &r.limbs {
                if *v == inst.first
                    && self.uses[v.index()] == [n]
                    && let Some(reg) = self.place[v.index()].reg
                {
                    self.insns.push(Insn::Store {
                        size: Size::Qword,
                        dst: Mem::new(Reg::Rdi, offset),
                        src: reg,
                    });
                    // Read no more.
                    self.uses[v.index()].clear();
                    self.held[reg as usize] = None;
                    self.place[v.index()] = Place {
                        mem: Some(Mem::new(Reg::Rdi, offset)),
                        ..Place::default()
                    };
                }
                offset += 8;
            }
        }
    }

    fn leave(&mut self) -> Result<Vec<Reg>, EmitError> {
        let all: Vec<Value> = self
            .f
            .results
            .iter()
            .flat_map(|r| r.limbs.clone())
            .collect();
        if self.form != Form::OutOfLine {
            let mut out = vec![];
            self.locked = RegSet::EMPTY;
            for v in &all {
                self.lock_value(*v);
            }
            for v in all {
                let own = self.place[v.index()].reg.filter(|r| !out.contains(r));
                let r = match own {
                    Some(r) => r,
                    None => {
                        let r = self.take()?;
                        self.load(r, v);
                        self.bind(v, r);
                        r
                    }
                };
                self.lock(r);
                out.push(r);
            }
            return Ok(out);
        }
        // The result may lie over any part of the operands: whatever is still to be read of them is read before the first store, in
        // registers as far as a batch goes, then by way of the stack.
        let (first, rest): (Vec<usize>, Vec<usize>) =
            (0..all.len()).partition(|i| self.is_in_parameter(all[*i]));
        self.locked = RegSet::EMPTY;
        for i in first.iter().skip(BATCH) {
            self.copy_to_stack(all[*i])?;
        }
        let mut pending = vec![];
        for i in first.into_iter().chain(rest) {
            let v = all[i];
            let home = Mem::new(Reg::Rdi, 8 * i as i32);
            let place = self.place[v.index()].clone();
            if place.mem.as_ref() == Some(&home) {
                continue;
            }
            let reg = match place.reg {
                Some(r) => r,
                None => {
                    let r = self.take()?;
                    self.load(r, v);
                    self.bind(v, r);
                    r
                }
            };
            self.lock(reg);
            pending.push(Insn::Store {
                size: Size::Qword,
                dst: home,
                src: reg,
            });
            if pending.len() >= BATCH {
                self.insns.append(&mut pending);
                self.locked = RegSet::EMPTY;
            }
        }
        self.insns.append(&mut pending);
        Ok(vec![])
    }

    /// Whether a value is only where a parameter is.
    fn is_in_parameter(&self, v: Value) -> bool {
        let p = &self.place[v.index()];
        let pointer = p.mem.as_ref().and_then(Mem::reg);
        p.reg.is_none() && pointer.is_some_and(|r| Some(r) != self.spill_base && r != Reg::Rdi)
    }

    /// Moves a value from a parameter to the stack.
    fn copy_to_stack(&mut self, v: Value) -> Result<(), EmitError> {
        if !self.is_in_parameter(v) {
            return Ok(());
        }
        let r = self.take()?;
        self.load(r, v);
        self.place[v.index()].mem = None;
        self.bind(v, r);
        self.evict(r)
    }

    /// Adds what surrounds the body: saved registers, stack, `ret`.
    fn finish(self, operands: Vec<Operand>, results: Vec<Reg>) -> Emitted {
        let mut written = RegSet::EMPTY;
        for i in &self.insns {
            written = written | i.effects().writes;
        }
        let stack = 8 * self.stack_slots as u32;
        let mut insns = vec![];
        if self.form == Form::OutOfLine {
            let saved: Vec<Reg> = SAVED.into_iter().filter(|r| written.contains(*r)).collect();
            insns.extend(saved.iter().map(|r| Insn::Push(*r)));
            let move_stack = |op| Insn::Alu {
                op,
                size: Size::Qword,
                dst: Reg::Rsp,
                src: Src::Imm(stack as i32),
            };
            if stack > 0 {
                insns.push(move_stack(AluOp::Sub));
            }
            insns.extend(self.insns);
            if stack > 0 {
                insns.push(move_stack(AluOp::Add));
            }
            insns.extend(saved.iter().rev().map(|r| Insn::Pop(*r)));
            insns.push(Insn::Ret);
        } else {
            insns = self.insns;
        }
        let scratch = (stack > 0 && self.form != Form::OutOfLine).then_some(SPILL);
        Emitted {
            insns,
            pool: self.pool,
            operands,
            results,
            written,
            stack,
            scratch,
        }
    }
}

/// For each instruction: is it an addition in a chain that overlaps another chain?
fn overlapping_chains(f: &Function, uses: &[Vec<usize>]) -> Vec<bool> {
    // Chains of additions: id of each, first position, and last position at which one of its carries is read.
    let mut chain_of = vec![usize::MAX; f.insts.len()];
    let mut spans: Vec<(usize, usize)> = vec![];
    let mut producer = std::collections::HashMap::new();
    for (i, inst) in f.insts.iter().enumerate() {
        let Op::Add(_, _, cin) = inst.op else {
            continue;
        };
        let out = Value(inst.first.0 + 1);
        let id = match cin.and_then(|c| producer.get(&c)).copied() {
            Some(id) => id,
            None if uses[out.index()].is_empty() => continue,
            None => {
                spans.push((i, i));
                spans.len() - 1
            }
        };
        chain_of[i] = id;
        if let Some(last) = uses[out.index()].last() {
            producer.insert(out, id);
            spans[id].1 = spans[id].1.max(*last);
        }
        spans[id].1 = spans[id].1.max(i);
    }
    let dual: Vec<bool> = spans
        .iter()
        .enumerate()
        .map(|(i, (s, e))| {
            spans
                .iter()
                .enumerate()
                .any(|(j, (s2, e2))| i != j && s < e2 && s2 < e)
        })
        .collect();
    chain_of
        .iter()
        .map(|id| *id != usize::MAX && dual[*id])
        .collect()
}
