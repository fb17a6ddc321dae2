//! Vector instructions beyond SSE2: SSSE3, SSE4.1, AVX, AVX2, AVX-512, as LLVM uses them where it is told of a newer processor.
//!
//! What moves bytes is exact; of arithmetic only is known on which parts of the operands a part of the result depends. Elements that a
//! mask leaves out keep their old bytes or are cleared. Gathers and scatters have an address in each element: none is accepted.
//!
//! - `table`: which instruction does what

mod table;

use table::{Choose, Kind, Shuffle, by_immediate, element, kind, with_vex};

use iced_x86::{EncodingKind, Mnemonic as M, OpKind, Register};

use super::{Bytes, Step};
use crate::insn::Insn;
use crate::scan::Reason;
use crate::state::{Flags, State, VECTOR};
use crate::value::{Byte, Flag, Taint, Value, assemble, taint_of};

impl Step<'_, '_, '_> {
    /// Executes an instruction of this kind; false for others.
    pub(super) fn wide(&self, state: &mut State, insn: &Insn) -> Result<bool, Reason> {
        let ins = &insn.ins;
        if matches!(ins.mnemonic(), M::Insertq | M::Extrq) {
            if ins.op_kind(1) == OpKind::Register && ins.op_count() < 4 {
                // The field is in the register.
                return Ok(false);
            }
            self.bit_field(state, insn)?;
            return Ok(true);
        }
        let legacy = ins.encoding() == EncodingKind::Legacy;
        let m = match legacy {
            true => with_vex(ins.mnemonic()),
            false => Some(ins.mnemonic()),
        };
        let Some((m, kind)) = m.and_then(|m| Some((m, kind(m)?))) else {
            return Ok(false);
        };
        match m {
            _ if ins.is_broadcast() && ins.memory_size().size() > 8 => return Ok(false),
            _ => self.execute(state, insn, m, kind, legacy)?,
        }
        Ok(true)
    }

    fn execute(
        &self,
        state: &mut State,
        insn: &Insn,
        m: M,
        kind: Kind,
        legacy: bool,
    ) -> Result<(), Reason> {
        let ins = &insn.ins;
        let count = ins.op_count();
        let immediate = (0..count)
            .find(|i| ins.op_kind(*i) == OpKind::Immediate8)
            .map(|i| ins.immediate(i) as usize);
        let operands = count - u32::from(immediate.is_some());
        // The widest vector register is what the instruction is about; with the result shorter or longer `kind` knows.
        let width = (0..count)
            .filter(|i| {
                ins.op_kind(*i) == OpKind::Register && ins.op_register(*i).is_vector_register()
            })
            .map(|i| ins.op_register(i).size())
            .max()
            .unwrap_or(16);
        let last = operands - 1;
        // In the legacy encoding the result is the first operand too.
        let first = || {
            self.source(
                state,
                insn,
                if legacy || operands < 3 { 0 } else { 1 },
                width,
            )
        };
        let mut out: Bytes = [Byte::Known(0); VECTOR];
        // Of the result: shorter where the rest is cleared.
        let mut length = width;
        match kind {
            Kind::Copy => out = self.masked_source(state, insn, last, m, width)?,
            Kind::Low(n) => {
                let n = match (ins.op_kind(0), ins.op_kind(1)) {
                    // `vmovd`'s other name with a 64-bit register.
                    (OpKind::Register, _) if ins.op_register(0).is_gpr64() => 8,
                    (_, OpKind::Register) if ins.op_register(1).is_gpr64() => 8,
                    _ => n,
                };
                let from = self.source(state, insn, 1, 16)?;
                out[..n].copy_from_slice(&from[..n]);
                if !self.is_vector(insn, 0) {
                    return self.write(state, insn, 0, assemble(&from[..n]));
                }
                length = 16;
            }
            // Only the lowest bit of a mask would count.
            Kind::Scalar(_) if ins.op_mask() != Register::None => return Err(Reason::Instruction),
            Kind::Scalar(n) => {
                let low = self.source(state, insn, last, 16)?;
                if operands == 3 {
                    out = self.source(state, insn, 1, 16)?;
                }
                out[..n].copy_from_slice(&low[..n]);
                length = if ins.op_kind(0) == OpKind::Memory {
                    n
                } else {
                    16
                };
            }
            Kind::Half { high } => {
                let at = if high { 8 } else { 0 };
                if ins.op_kind(0) == OpKind::Memory {
                    let from = self.source(state, insn, 1, 16)?;
                    out[..8].copy_from_slice(&from[at..at + 8]);
                    length = 8;
                } else {
                    let half = self.source(state, insn, 2, 8)?;
                    out = self.source(state, insn, 1, 16)?;
                    out[at..at + 8].copy_from_slice(&half[..8]);
                }
            }
            Kind::Halves { high } => {
                let (a, b) = (
                    self.source(state, insn, 1, 16)?,
                    self.source(state, insn, 2, 16)?,
                );
                match high {
                    true => (
                        out[..8].copy_from_slice(&b[8..16]),
                        out[8..16].copy_from_slice(&a[8..16]),
                    ),
                    false => (
                        out[..8].copy_from_slice(&a[..8]),
                        out[8..16].copy_from_slice(&b[..8]),
                    ),
                };
            }
            Kind::Repeat(n) => {
                let from = self.source(state, insn, last, n)?;
                (0..width).for_each(|i| out[i] = from[i % n]);
            }
            Kind::Insert(n) => {
                out = first()?;
                let part = self.source(state, insn, last, n)?;
                let at = immediate.unwrap_or(0) % (width / n) * n;
                out[at..at + n].copy_from_slice(&part[..n]);
            }
            Kind::Extract(n) => {
                let from = self.source(state, insn, 1, width)?;
                let at = immediate.unwrap_or(0) % (width / n) * n;
                if n <= 8 {
                    let value = assemble(&from[at..at + n]);
                    if ins.op_kind(0) == OpKind::Register {
                        // Shorter ones clear the rest of the register.
                        state.set(ins.op_register(0).full_register(), value);
                        return Ok(());
                    }
                    return self.write(state, insn, 0, value);
                }
                out[..n].copy_from_slice(&from[at..at + n]);
                length = n;
            }
            Kind::Extend { from, to, sign } => {
                let bytes = width / to * from;
                let source = self.source(state, insn, last, bytes)?;
                for i in 0..width / to {
                    let element = &source[i * from..][..from];
                    let top = element[from - 1];
                    let above = match (sign, top) {
                        (false, _) => Byte::Known(0),
                        (true, Byte::Known(b)) => Byte::Known(if b >= 0x80 { 0xff } else { 0 }),
                        (true, other) => Byte::unknown(other.taint()),
                    };
                    out[i * to..][..from].copy_from_slice(element);
                    out[i * to + from..][..to - from].fill(above);
                }
            }
            Kind::Shorten { from, to } => {
                let source = self.source(state, insn, 1, width)?;
                length = width / from * to;
                for i in 0..width / from {
                    out[i * to..][..to].copy_from_slice(&source[i * from..][..to]);
                }
            }
            Kind::Shuffle(how) => {
                self.shuffle(state, insn, how, immediate.unwrap_or(0), width, &mut out)?
            }
            Kind::Choose(_) if immediate.is_some() => {
                let how = by_immediate(m).ok_or(Reason::Instruction)?;
                self.shuffle(state, insn, how, immediate.unwrap_or(0), width, &mut out)?;
            }
            Kind::Choose(how) => {
                let last = self.source(state, insn, last, width)?;
                let (old, first) = (self.source(state, insn, 0, width)?, first()?);
                choose(
                    how,
                    &old[..width],
                    &first[..width],
                    &last[..width],
                    &mut out,
                );
            }
            Kind::Bitwise(op) => {
                let same = operands >= 2 && self.same(insn, operands - 2, last);
                let (a, b) = (first()?, self.source(state, insn, last, width)?);
                let known = (op(0, 0), op(0xff, 0xff));
                for i in 0..width {
                    out[i] = match (a[i], b[i]) {
                        // x ^ x and !x & x
                        _ if same && known == (0, 0) => Byte::Known(0),
                        (Byte::Known(a), Byte::Known(b)) => Byte::Known(op(a, b)),
                        (Byte::Known(a), _) if op(a, 0) == op(a, 0xff) => Byte::Known(op(a, 0)),
                        (_, Byte::Known(b)) if op(0, b) == op(0xff, b) => Byte::Known(op(0, b)),
                        (a, b) => Byte::unknown(a.taint().max(b.taint())),
                    };
                }
            }
            Kind::Ternary => {
                let table = immediate.unwrap_or(0) as u8;
                let sources = [0, 1, 2].map(|i| self.source(state, insn, i, width));
                let [a, b, c] = sources;
                let (a, b, c) = (a?, b?, c?);
                for i in 0..width {
                    out[i] = ternary(table, [a[i], b[i], c[i]]);
                }
            }
            Kind::BlendMask => {
                // Where the mask is 0, the first; `finish` would take the old result.
                let (a, b) = (
                    self.source(state, insn, 1, width)?,
                    self.masked_source(state, insn, 2, m, width)?,
                );
                let zeroes = ins.zeroing_masking();
                let other = if zeroes { [Byte::Known(0); VECTOR] } else { a };
                out = self.merge(state, insn, m, &b, &other, width)?;
                return self.put_wide(state, insn, &out[..width], legacy);
            }
            Kind::BlendVector => {
                let sources = [1, 2, 3].map(|i| self.source(state, insn, i, width));
                let [a, b, c] = sources;
                let (a, b, c) = (a?, b?, c?);
                let n = match m {
                    M::Vpblendvb => 1,
                    M::Vblendvps => 4,
                    _ => 8,
                };
                for i in 0..width {
                    out[i] = match c[i / n * n + n - 1] {
                        Byte::Known(top) => {
                            if top >= 0x80 {
                                b[i]
                            } else {
                                a[i]
                            }
                        }
                        top => Byte::unknown(a[i].taint().max(b[i].taint()).max(top.taint())),
                    };
                }
            }
            Kind::Equal if ins.op_register(0).is_k() => {
                return self.compare(state, insn, operands, width);
            }
            Kind::Equal if self.same(insn, operands - 2, last) => out.fill(Byte::Known(0xff)),
            Kind::Lanes { .. } if ins.op_register(0).is_k() => {
                return self.compare(state, insn, operands, width);
            }
            Kind::Equal | Kind::Lanes { .. } | Kind::Shift => {
                let (group, old) = match kind {
                    Kind::Lanes { group, old } => (group, old),
                    _ => (8, false),
                };
                let mut all = vec![];
                let unary = matches!(m, M::Vpabsb | M::Vpabsw | M::Vpabsd | M::Vpabsq);
                let from = u32::from(unary || !(legacy || old || operands < 2));
                let shift = matches!(kind, Kind::Shift);
                // The distance of a shift is for all.
                let mut shared = Taint::Known;
                for i in from..operands {
                    if shift && i == last && immediate.is_none() {
                        shared = taint_of(&self.source(state, insn, i, 16)?[..8]);
                        continue;
                    }
                    all.push(self.source(state, insn, i, width)?);
                }
                for start in (0..width).step_by(group) {
                    let range = start..start + group;
                    let taint = all.iter().map(|o| taint_of(&o[range.clone()])).max();
                    out[range].fill(Byte::unknown(taint.unwrap_or(Taint::Secret).max(shared)));
                }
            }
            Kind::Compare => return self.compare(state, insn, operands, width),
            Kind::Test => {
                let (a, b) = (
                    self.source(state, insn, 0, width)?,
                    self.source(state, insn, 1, width)?,
                );
                let taint = taint_of(&a[..width]).max(taint_of(&b[..width]));
                let known = Flag::Known(false);
                state.flags = Flags {
                    zf: Flag::unknown(taint),
                    cf: Flag::unknown(taint),
                    ..Flags::all(known)
                };
                return Ok(());
            }
            Kind::Signs => {
                let from = self.source(state, insn, 1, width)?;
                let value = Value::unknown(taint_of(&from[..width]));
                state.set(ins.op_register(0).full_register(), value);
                return Ok(());
            }
            Kind::Spread => {
                let n = element(m).ok_or(Reason::Instruction)?;
                let mask = state.mask(ins.op_register(1));
                for (i, byte) in out.iter_mut().enumerate().take(width) {
                    *byte = match mask {
                        Value::Known(w) => {
                            Byte::Known(if w >> (i / n) & 1 == 1 { 0xff } else { 0 })
                        }
                        other => Byte::unknown(other.taint()),
                    };
                }
            }
            Kind::Variable => {
                let mut taint = Taint::Public;
                for i in 0..operands {
                    if i > 0 || operands < 3 {
                        taint = taint.max(taint_of(&self.source(state, insn, i, width)?[..width]));
                    }
                }
                if taint == Taint::Secret || ins.op_mask() != Register::None {
                    return Err(Reason::Latency);
                }
                out[..width].fill(Byte::Public);
            }
            Kind::Gather => {
                let mut taint = state.get(ins.memory_base()).taint();
                let index = ins.memory_index();
                taint = taint.max(taint_of(state.bytes(index).ok_or(Reason::Instruction)?));
                if ins.op_mask() != Register::None {
                    taint = taint.max(state.mask(ins.op_mask()).taint());
                } else {
                    taint = taint.max(taint_of(&self.source(state, insn, last, width)?[..width]));
                }
                return Err(match taint {
                    Taint::Secret => Reason::Address,
                    _ => Reason::Instruction,
                });
            }
        }
        self.finish(state, insn, m, &out, length, legacy)
    }

    /// SSE4a, with the field given by constants: the low half is of the low halves, the high half undefined.
    fn bit_field(&self, state: &mut State, insn: &Insn) -> Result<(), Reason> {
        let mut taint = Taint::Known;
        for i in (0..insn.ins.op_count()).filter(|i| self.is_vector(insn, *i)) {
            taint = taint.max(taint_of(&self.source(state, insn, i, 16)?[..8]));
        }
        let mut out = [Byte::Secret; 16];
        out[..8].fill(Byte::unknown(taint));
        self.put_wide(state, insn, &out, true)
    }

    fn is_vector(&self, insn: &Insn, i: u32) -> bool {
        insn.ins.op_kind(i) == OpKind::Register && insn.ins.op_register(i).is_vector_register()
    }

    fn same(&self, insn: &Insn, i: u32, j: u32) -> bool {
        let ins = &insn.ins;
        ins.op_kind(i) == OpKind::Register
            && ins.op_kind(j) == OpKind::Register
            && ins.op_register(i) == ins.op_register(j)
    }

    /// An operand: the low bytes of a register, memory, or an element of memory for all elements.
    fn source(&self, state: &State, insn: &Insn, i: u32, width: usize) -> Result<Bytes, Reason> {
        let ins = &insn.ins;
        let masked = ins.op_kind(i) == OpKind::Memory && ins.op_mask() != Register::None;
        if masked && state.mask(ins.op_mask()).taint() == Taint::Secret {
            return Err(Reason::Mask);
        }
        let mut out = self.operand(state, insn, i)?;
        if ins.op_kind(i) == OpKind::Memory && ins.is_broadcast() {
            let n = ins.memory_size().size();
            for j in n..width {
                out[j] = out[j % n];
            }
        }
        Ok(out)
    }

    /// As `source`; of memory only the elements that the mask has.
    fn masked_source(
        &self,
        state: &State,
        insn: &Insn,
        i: u32,
        m: M,
        width: usize,
    ) -> Result<Bytes, Reason> {
        let ins = &insn.ins;
        let mask = ins.op_mask();
        if ins.op_kind(i) != OpKind::Memory || mask == Register::None || ins.is_broadcast() {
            return self.source(state, insn, i, width);
        }
        match state.mask(mask) {
            Value::Known(bits) => {
                let n = element(m).ok_or(Reason::Instruction)?;
                let at = self.address(state, insn)?;
                let mut out = [Byte::Known(0); VECTOR];
                for e in (0..width / n).filter(|e| bits >> e & 1 == 1) {
                    let place = crate::alu::add_addresses(at, Value::Known((e * n) as u64));
                    let part = self.load(state, place, n)?;
                    out[e * n..][..n].copy_from_slice(&part[..n]);
                }
                Ok(out)
            }
            _ => self.source(state, insn, i, width),
        }
    }

    /// The elements of `new` that the mask has, of `other` those that it has not.
    fn merge(
        &self,
        state: &State,
        insn: &Insn,
        m: M,
        new: &Bytes,
        other: &Bytes,
        length: usize,
    ) -> Result<Bytes, Reason> {
        let mask = insn.ins.op_mask();
        if mask == Register::None {
            return Ok(*new);
        }
        let n = element(m).ok_or(Reason::Instruction)?;
        let mut out = *new;
        for i in 0..length {
            out[i] = match state.mask(mask) {
                Value::Known(bits) => {
                    if bits >> (i / n) & 1 == 1 {
                        new[i]
                    } else {
                        other[i]
                    }
                }
                unknown => Byte::unknown(new[i].taint().max(other[i].taint()).max(unknown.taint())),
            };
        }
        Ok(out)
    }

    /// Writes the result, by the mask.
    fn finish(
        &self,
        state: &mut State,
        insn: &Insn,
        m: M,
        out: &Bytes,
        length: usize,
        legacy: bool,
    ) -> Result<(), Reason> {
        let ins = &insn.ins;
        if ins.op_kind(0) == OpKind::Memory && ins.op_mask() != Register::None {
            let bits = match state.mask(ins.op_mask()) {
                Value::Known(bits) => bits,
                Value::Secret => return Err(Reason::Mask),
                _ => return Err(Reason::Write),
            };
            let n = element(m).ok_or(Reason::Instruction)?;
            let at = self.address(state, insn)?;
            for e in (0..length / n).filter(|e| bits >> e & 1 == 1) {
                let place = crate::alu::add_addresses(at, Value::Known((e * n) as u64));
                self.store(state, place, &out[e * n..][..n])?;
            }
            return Ok(());
        }
        if ins.op_kind(0) == OpKind::Memory || ins.op_mask() == Register::None {
            return self.put_wide(state, insn, &out[..length], legacy);
        }
        let mut other = [Byte::Known(0); VECTOR];
        if !ins.zeroing_masking() {
            let old = state.bytes(ins.op_register(0)).ok_or(Reason::Instruction)?;
            other[..old.len()].copy_from_slice(old);
        }
        let out = self.merge(state, insn, m, out, &other, length)?;
        self.put_wide(state, insn, &out[..length], legacy)
    }

    fn put_wide(
        &self,
        state: &mut State,
        insn: &Insn,
        bytes: &[Byte],
        legacy: bool,
    ) -> Result<(), Reason> {
        if insn.ins.op_kind(0) == OpKind::Memory {
            let address = self.address(state, insn)?;
            return self.store(state, address, bytes);
        }
        state.set_vector(insn.ins.op_register(0), bytes, !legacy);
        Ok(())
    }

    /// A mask by elements, of which only is known on what it depends.
    fn compare(
        &self,
        state: &mut State,
        insn: &Insn,
        operands: u32,
        width: usize,
    ) -> Result<(), Reason> {
        let mut taint = match insn.ins.op_mask() {
            Register::None => Taint::Known,
            mask => state.mask(mask).taint(),
        };
        for i in 1..operands {
            taint = taint.max(taint_of(&self.source(state, insn, i, width)?[..width]));
        }
        state.set_mask(insn.ins.op_register(0), Value::unknown(taint));
        Ok(())
    }

    fn shuffle(
        &self,
        state: &State,
        insn: &Insn,
        how: Shuffle,
        c: usize,
        width: usize,
        out: &mut Bytes,
    ) -> Result<(), Reason> {
        let operands = insn.ins.op_count()
            - u32::from(insn.ins.op_kind(insn.ins.op_count() - 1) == OpKind::Immediate8);
        let last = self.source(state, insn, operands - 1, width)?;
        let first = match operands {
            1 => last,
            2 if insn.ins.encoding() == EncodingKind::Legacy => {
                self.source(state, insn, 0, width)?
            }
            2 => last,
            _ => self.source(state, insn, operands - 2, width)?,
        };
        for i in 0..width {
            // Of the 16 bytes that it is in, and there.
            let (block, at) = (i / 16 * 16, i % 16);
            out[i] = match how {
                Shuffle::Unpack { element: n, high } => {
                    let pair = at / (2 * n) + if high { 8 / n } else { 0 };
                    let from = if at / n % 2 == 0 { &first } else { &last };
                    from[block + pair * n + at % n]
                }
                Shuffle::Quarters => last[block + (c >> (2 * (at / 4)) & 3) * 4 + at % 4],
                Shuffle::Eighths => last[block + (c >> (i / 8) & 1) * 8 + at % 8],
                Shuffle::Words { high } if (at >= 8) == high => {
                    let word = at % 8 / 2;
                    last[block + (at & 8) + (c >> (2 * word) & 3) * 2 + at % 2]
                }
                Shuffle::Words { .. } => last[i],
                Shuffle::BothQuarters => {
                    let from = if at < 8 { &first } else { &last };
                    from[block + (c >> (2 * (at / 4)) & 3) * 4 + at % 4]
                }
                Shuffle::BothEighths => {
                    let from = if at < 8 { &first } else { &last };
                    from[block + (c >> (i / 8) & 1) * 8 + at % 8]
                }
                Shuffle::Across => last[i / 32 * 32 + (c >> (2 * (i / 8 % 4)) & 3) * 8 + i % 8],
                Shuffle::Pair => {
                    let field = c >> (4 * (i / 16));
                    let from = if field & 2 == 0 { &first } else { &last };
                    match field & 8 {
                        0 => from[(field & 1) * 16 + at],
                        _ => Byte::Known(0),
                    }
                }
                Shuffle::Blocks => {
                    let blocks = width / 16;
                    let bits = blocks.trailing_zeros() as usize;
                    let j = i / 16;
                    let from = if j < blocks / 2 { &first } else { &last };
                    from[(c >> (bits * j) & (blocks - 1)) * 16 + at]
                }
                Shuffle::Align(n) => {
                    let j = i + c % (width / n) * n;
                    if j < width { last[j] } else { first[j - width] }
                }
                Shuffle::AlignBytes => match at + c {
                    j if j < 16 => last[block + j],
                    j if j < 32 => first[block + j - 16],
                    _ => Byte::Known(0),
                },
                Shuffle::ByteShift { left: true } if at >= c => last[block + at - c],
                Shuffle::ByteShift { left: false } if at + c < 16 => last[block + at + c],
                Shuffle::ByteShift { .. } => Byte::Known(0),
                Shuffle::Blend(n) => {
                    // Words: the same bits for each 16 bytes.
                    let e = if n == 2 { at / 2 } else { i / n };
                    if c >> e & 1 == 1 { last[i] } else { first[i] }
                }
                Shuffle::Double(n, high) => {
                    last[i / (2 * n) * 2 * n + if high { n } else { 0 } + i % n]
                }
            };
        }
        Ok(())
    }
}

/// Elements by an index that is known, or of all that it could be.
fn choose(how: Choose, old: &[Byte], first: &[Byte], last: &[Byte], out: &mut Bytes) {
    let width = last.len();
    let known = |bytes: &[Byte]| match assemble(bytes) {
        Value::Known(w) => Some(w as usize),
        _ => None,
    };
    let (n, index): (usize, &[Byte]) = match how {
        Choose::Bytes => (1, last),
        Choose::Local(n) => (n, last),
        Choose::One(n) => (n, first),
        Choose::Two {
            element,
            index_is_old: true,
        } => (element, old),
        Choose::Two {
            element,
            index_is_old: false,
        } => (element, first),
    };
    for e in 0..width / n {
        let block = e * n / 16 * 16;
        // The tables that it can be of.
        let tables: [&[Byte]; 2] = match how {
            Choose::Bytes | Choose::Local(_) => [&first[block..block + 16], &[]],
            Choose::One(_) => [last, &[]],
            Choose::Two {
                index_is_old: true, ..
            } => [first, last],
            Choose::Two {
                index_is_old: false,
                ..
            } => [old, last],
        };
        let to = &mut out[e * n..][..n];
        let index = &index[e * n..][..n];
        match (known(index), how) {
            (Some(i), Choose::Bytes) if i & 0x80 != 0 => to.fill(Byte::Known(0)),
            (Some(i), _) => {
                let entries = tables[0].len() / n;
                let i = match how {
                    // The bit above the lowest.
                    Choose::Local(8) => i >> 1,
                    _ => i,
                };
                let table = tables[if tables[1].is_empty() {
                    0
                } else {
                    (i / entries) & 1
                }];
                to.copy_from_slice(&table[i % entries * n..][..n]);
            }
            (None, _) => {
                let taint = taint_of(tables[0])
                    .max(taint_of(tables[1]))
                    .max(taint_of(index));
                to.fill(Byte::unknown(taint));
            }
        }
    }
}

/// A function of three bits, by its table, for eight of them.
fn ternary(table: u8, x: [Byte; 3]) -> Byte {
    // An operand on which nothing depends may be anything.
    let reads = |k: usize| (0..8).any(|i: usize| (table >> i ^ table >> (i ^ 4 >> k)) & 1 == 1);
    let mut bits = [0u8; 3];
    let mut taint = Taint::Known;
    for k in 0..3 {
        match x[k] {
            Byte::Known(b) => bits[k] = b,
            other if reads(k) => taint = taint.max(other.taint()),
            _ => {}
        }
    }
    if taint != Taint::Known {
        return Byte::unknown(taint);
    }
    let [a, b, c] = bits;
    let bit = |i: u32| {
        let index = (a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1);
        (table >> index & 1) << i
    };
    Byte::Known((0..8).map(bit).fold(0, |x, y| x | y))
}

#[cfg(all(test, target_os = "linux"))]
mod tests;
