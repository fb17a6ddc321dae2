//! Machine code from [`Insn`]s: what the tests run and what a just-in-time user maps, without an assembler.
//!
//! Of several encodings of one instruction the one of GNU `as` is taken, so that the two can be compared byte by byte.

use super::isa::{AluOp, Base, Insn, Mem, Reg, Rm, ShiftOp, Size, Src, UnaryOp};
use std::collections::{BTreeMap, HashMap};

/// Encoded code with its constants behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The instructions, `int3` up to a multiple of 8, the pool.
    pub bytes: Vec<u8>,
    /// Where each line of the program begins.
    pub starts: Vec<usize>,
    /// The labels of the program that are not numbers, and the pool's: offsets into `bytes`.
    pub labels: BTreeMap<String, usize>,
    /// Where the pool begins (the end of `bytes` if it is empty and the code fills whole words).
    pub pool: usize,
}

/// Why a program has no encoding. `at` is the index of the instruction.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// There are vector registers 0 to 15.
    #[error("instruction {at}: no such vector register")]
    Vector {
        /// The instruction.
        at: usize,
    },
    /// Nothing has that name.
    #[error("instruction {at}: no label `{label}`")]
    UnknownLabel {
        /// Which instruction.
        at: usize,
        /// The name.
        label: String,
    },
    /// Two places, or a place and a constant, have that name.
    #[error("label `{label}` is defined twice")]
    DuplicateLabel {
        /// The name.
        label: String,
    },
    /// A distance or bit number that the operand does not have (or a shift by 0, which is no instruction of ours).
    #[error("instruction {at}: distance {count} does not fit the operand")]
    Count {
        /// Which instruction.
        at: usize,
        /// The distance.
        count: u8,
    },
    /// `rsp` as index, a factor other than 1, 2, 4, 8, or an index beside `rip`.
    #[error("instruction {at}: no such address")]
    Address {
        /// Which instruction.
        at: usize,
    },
    /// A jump or a constant farther away than 31 bits.
    #[error("instruction {at}: target too far")]
    TooFar {
        /// Which instruction.
        at: usize,
    },
}

/// What is filled in once addresses are known.
enum Fix {
    None,
    /// `disp32` at `offset` of the chunk: `label + disp - end of chunk`.
    Rip {
        offset: usize,
        label: String,
        disp: i32,
    },
    /// The whole chunk is a conditional jump.
    Jump {
        cond: u8,
    },
}

struct Chunk {
    bytes: Vec<u8>,
    fix: Fix,
}

/// Encodes a program followed by a pool of named 64-bit constants, aligned to 8 bytes relative to the start.
///
/// # Errors
/// [`EncodeError`]; nothing is encoded partly.
pub fn encode(program: &[Insn], pool: &[(String, u64)]) -> Result<Code, EncodeError> {
    let mut chunks = program
        .iter()
        .enumerate()
        .map(|(at, insn)| encode_one(at, insn))
        .collect::<Result<Vec<_>, _>>()?;
    let targets = jump_targets(program)?;
    let starts = relax(&mut chunks, &targets)?;
    let end = starts[program.len()];

    let mut labels = BTreeMap::new();
    let mut define = |name: &str, offset: usize| match labels.insert(name.to_string(), offset) {
        None => Ok(()),
        Some(_) => Err(EncodeError::DuplicateLabel {
            label: name.to_string(),
        }),
    };
    for (insn, start) in program.iter().zip(&starts) {
        if let Insn::Label(name) = insn
            && !is_number(name)
        {
            define(name, *start)?;
        }
    }
    let pool_start = end.next_multiple_of(8);
    for (i, (name, _)) in pool.iter().enumerate() {
        define(name, pool_start + 8 * i)?;
    }

    let mut bytes = Vec::with_capacity(pool_start + 8 * pool.len());
    for (at, chunk) in chunks.iter_mut().enumerate() {
        if let Fix::Rip {
            offset,
            label,
            disp,
        } = &chunk.fix
        {
            let Some(place) = labels.get(label) else {
                return Err(EncodeError::UnknownLabel {
                    at,
                    label: label.clone(),
                });
            };
            let distance = *place as i64 + i64::from(*disp) - starts[at + 1] as i64;
            let d = i32::try_from(distance).map_err(|_| EncodeError::TooFar { at })?;
            chunk.bytes[*offset..*offset + 4].copy_from_slice(&d.to_le_bytes());
        }
        bytes.extend_from_slice(&chunk.bytes);
    }
    bytes.resize(pool_start, 0xcc);
    for (_, value) in pool {
        bytes.extend_from_slice(&value.to_le_bytes());
    }
    let mut starts = starts;
    starts.truncate(program.len());
    Ok(Code {
        bytes,
        starts,
        labels,
        pool: pool_start,
    })
}

fn is_number(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit())
}

/// For every jump the index of the line that it goes to.
fn jump_targets(program: &[Insn]) -> Result<HashMap<usize, usize>, EncodeError> {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, insn) in program.iter().enumerate() {
        if let Insn::Label(name) = insn {
            places.entry(name).or_default().push(at);
        }
    }
    let mut targets = HashMap::new();
    for (at, insn) in program.iter().enumerate() {
        let Insn::Jcc { target, .. } = insn else {
            continue;
        };
        let near = target
            .strip_suffix('b')
            .map(|n| (n, false))
            .or_else(|| target.strip_suffix('f').map(|n| (n, true)))
            .filter(|(n, _)| is_number(n));
        let place = match near {
            Some((n, forward)) => places.get(n).and_then(|all| {
                if forward {
                    all.iter().find(|p| **p > at)
                } else {
                    all.iter().rev().find(|p| **p < at)
                }
            }),
            None => places.get(target.as_str()).and_then(|all| all.first()),
        };
        let place = place.ok_or_else(|| EncodeError::UnknownLabel {
            at,
            label: target.clone(),
        })?;
        targets.insert(at, *place);
    }
    Ok(targets)
}

/// Chooses short or long jumps, fills them in, returns the start of every chunk and the end of the last.
///
/// All jumps begin short and only grow, so this ends.
fn relax(chunks: &mut [Chunk], targets: &HashMap<usize, usize>) -> Result<Vec<usize>, EncodeError> {
    loop {
        let mut starts = vec![0];
        for chunk in chunks.iter() {
            starts.push(starts[starts.len() - 1] + chunk.bytes.len());
        }
        let mut grown = false;
        for (at, target) in targets {
            let Fix::Jump { cond } = chunks[*at].fix else {
                continue;
            };
            let distance = starts[*target] as i64 - starts[*at + 1] as i64;
            let bytes = &mut chunks[*at].bytes;
            match (bytes.len(), i8::try_from(distance)) {
                (2, Ok(d)) => bytes[1] = d as u8,
                (2, Err(_)) => {
                    *bytes = vec![0x0f, 0x80 + cond, 0, 0, 0, 0];
                    grown = true;
                }
                _ => {
                    let d = i32::try_from(distance).map_err(|_| EncodeError::TooFar { at: *at })?;
                    bytes[2..].copy_from_slice(&d.to_le_bytes());
                }
            }
        }
        if !grown {
            return Ok(starts);
        }
    }
}

/// ModRM, SIB and displacement of one operand.
struct Address {
    /// REX.X and REX.B (or the VEX bits, before inversion).
    x: u8,
    b: u8,
    /// ModRM without its register field, then SIB and displacement.
    tail: Vec<u8>,
    /// The symbol, if the last four bytes of `tail` wait for one.
    label: Option<(String, i32)>,
}

fn direct(r: Reg) -> Address {
    Address {
        x: 0,
        b: r.number() >> 3,
        tail: vec![0xc0 | r.number() & 7],
        label: None,
    }
}

fn memory(at: usize, mem: &Mem, index: Option<(Reg, u8)>) -> Result<Address, EncodeError> {
    let base = match &mem.base {
        Base::Reg(r) => r.number(),
        Base::Label(_) if index.is_some() => return Err(EncodeError::Address { at }),
        Base::Label(label) => {
            return Ok(Address {
                x: 0,
                b: 0,
                tail: vec![0x05, 0, 0, 0, 0],
                label: Some((label.clone(), mem.disp)),
            });
        }
    };
    // rbp and r13 as base have no form without displacement, rsp and r12 none without SIB.
    let (mode, disp) = match (mem.disp, i8::try_from(mem.disp)) {
        (0, _) if base & 7 != 5 => (0x00, vec![]),
        (_, Ok(d)) => (0x40, vec![d as u8]),
        (d, Err(_)) => (0x80, d.to_le_bytes().to_vec()),
    };
    let mut x = 0;
    let mut tail = match index {
        None if base & 7 != 4 => vec![mode | base & 7],
        None => vec![mode | 4, 0x20 | base & 7],
        Some((r, scale)) => {
            let log = match scale {
                1 => 0,
                2 => 1,
                4 => 2,
                8 => 3,
                _ => return Err(EncodeError::Address { at }),
            };
            if r == Reg::Rsp {
                return Err(EncodeError::Address { at });
            }
            x = r.number() >> 3;
            vec![mode | 4, log << 6 | (r.number() & 7) << 3 | base & 7]
        }
    };
    tail.extend(disp);
    Ok(Address {
        x,
        b: base >> 3,
        tail,
        label: None,
    })
}

fn operand(at: usize, rm: &Rm) -> Result<Address, EncodeError> {
    match rm {
        Rm::Reg(r) => Ok(direct(*r)),
        Rm::Mem(m) => memory(at, m, None),
    }
}

/// The part of an instruction that both encoding families share: ModRM with `reg`, then the constant.
fn finish(mut bytes: Vec<u8>, reg: u8, mut a: Address, imm: &[u8]) -> Chunk {
    a.tail[0] |= (reg & 7) << 3;
    bytes.extend(a.tail);
    let fix = match a.label {
        None => Fix::None,
        Some((label, disp)) => Fix::Rip {
            offset: bytes.len() - 4,
            label,
            disp,
        },
    };
    bytes.extend(imm);
    Chunk { bytes, fix }
}

/// The older encoding: mandatory prefix, REX, opcode, operand. `reg` is a register number or an opcode extension.
fn legacy(prefix: Option<u8>, size: Size, opcode: &[u8], reg: u8, a: Address, imm: &[u8]) -> Chunk {
    let mut bytes: Vec<u8> = prefix.into_iter().collect();
    let w = u8::from(size == Size::Qword);
    let rex = w << 3 | (reg >> 3) << 2 | a.x << 1 | a.b;
    if rex != 0 {
        bytes.push(0x40 | rex);
    }
    bytes.extend(opcode);
    finish(bytes, reg, a, imm)
}

/// VEX prefixes of the BMI2 instructions: `pp` is the implied prefix (1: 66, 2: F3, 3: F2), `map` 2 for 0F38, 3 for
/// 0F3A; register numbers are stored inverted.
struct Vex {
    pp: u8,
    map: u8,
    opcode: u8,
}

impl Vex {
    fn encode(&self, size: Size, reg: u8, v: u8, a: Address, imm: &[u8]) -> Chunk {
        let w = u8::from(size == Size::Qword);
        let rxb = (reg >> 3) << 2 | a.x << 1 | a.b;
        let bytes = vec![
            0xc4,
            (!rxb & 7) << 5 | self.map,
            w << 7 | (!v & 15) << 3 | self.pp,
            self.opcode,
        ];
        finish(bytes, reg, a, imm)
    }
}

/// A one-byte opcode with the register in its low bits.
fn short(size: Size, opcode: u8, r: Reg, imm: &[u8]) -> Chunk {
    let mut bytes = vec![];
    let rex = u8::from(size == Size::Qword) << 3 | r.number() >> 3;
    if rex != 0 {
        bytes.push(0x40 | rex);
    }
    bytes.push(opcode | r.number() & 7);
    bytes.extend(imm);
    plain(bytes)
}

fn plain(bytes: Vec<u8>) -> Chunk {
    Chunk {
        bytes,
        fix: Fix::None,
    }
}

/// `movq r64, xmm`: 66 REX.W 0F 7E /r.
fn from_vector(at: usize, dst: Reg, src: u8) -> Result<Chunk, EncodeError> {
    if src > 15 {
        return Err(EncodeError::Vector { at });
    }
    let rex = 0x48 | (src >> 3) << 2 | dst.number() >> 3;
    Ok(finish(vec![0x66, rex, 0x0f, 0x7e], src, direct(dst), &[]))
}

/// Sets or reads a low byte: `spl`, `bpl`, `sil`, `dil` exist only under a REX prefix.
fn byte_form(opcode: u8, reg: u8, rm: Reg) -> Chunk {
    let rex = (reg >> 3) << 2 | rm.number() >> 3;
    let mut bytes = vec![];
    if rex != 0 || (4..8).contains(&rm.number()) {
        bytes.push(0x40 | rex);
    }
    bytes.extend([0x0f, opcode]);
    finish(bytes, reg, direct(rm), &[])
}

fn alu(at: usize, op: AluOp, size: Size, dst: Reg, src: &Src) -> Result<Chunk, EncodeError> {
    // The hardware number of the group; `test` stands outside.
    let group = match op {
        AluOp::Add => 0,
        AluOp::Or => 1,
        AluOp::Adc => 2,
        AluOp::Sbb => 3,
        AluOp::And => 4,
        AluOp::Sub => 5,
        AluOp::Xor => 6,
        AluOp::Cmp => 7,
        AluOp::Test => return test(at, size, dst, src),
    };
    Ok(match src {
        Src::Reg(r) => legacy(None, size, &[group << 3 | 1], r.number(), direct(dst), &[]),
        Src::Mem(m) => {
            let a = memory(at, m, None)?;
            legacy(None, size, &[group << 3 | 3], dst.number(), a, &[])
        }
        Src::Imm(i) => match i8::try_from(*i) {
            Ok(i) => legacy(None, size, &[0x83], group, direct(dst), &[i as u8]),
            Err(_) if dst == Reg::Rax => accumulator(size, group << 3 | 5, *i),
            Err(_) => legacy(None, size, &[0x81], group, direct(dst), &i.to_le_bytes()),
        },
    })
}

fn test(at: usize, size: Size, dst: Reg, src: &Src) -> Result<Chunk, EncodeError> {
    Ok(match src {
        Src::Reg(r) => legacy(None, size, &[0x85], r.number(), direct(dst), &[]),
        Src::Mem(m) => legacy(None, size, &[0x85], dst.number(), memory(at, m, None)?, &[]),
        Src::Imm(i) if dst == Reg::Rax => accumulator(size, 0xa9, *i),
        Src::Imm(i) => legacy(None, size, &[0xf7], 0, direct(dst), &i.to_le_bytes()),
    })
}

/// `rax` or `eax` and a 32-bit constant.
fn accumulator(size: Size, opcode: u8, imm: i32) -> Chunk {
    let mut bytes = vec![];
    if size == Size::Qword {
        bytes.push(0x48);
    }
    bytes.push(opcode);
    bytes.extend(imm.to_le_bytes());
    plain(bytes)
}

/// `least <= count < bits`.
fn count(at: usize, size: Size, count: u8, least: u8) -> Result<u8, EncodeError> {
    if count < least || u32::from(count) >= size.bits() {
        return Err(EncodeError::Count { at, count });
    }
    Ok(count)
}

fn encode_one(at: usize, insn: &Insn) -> Result<Chunk, EncodeError> {
    Ok(match insn {
        Insn::Mov { size, dst, src } => match (src, size) {
            (Src::Reg(r), _) => legacy(None, *size, &[0x89], r.number(), direct(*dst), &[]),
            (Src::Mem(m), _) => {
                let a = memory(at, m, None)?;
                legacy(None, *size, &[0x8b], dst.number(), a, &[])
            }
            (Src::Imm(i), Size::Dword) => short(*size, 0xb8, *dst, &i.to_le_bytes()),
            (Src::Imm(i), Size::Qword) => {
                legacy(None, *size, &[0xc7], 0, direct(*dst), &i.to_le_bytes())
            }
        },
        Insn::Store { size, dst, src } => {
            let a = memory(at, dst, None)?;
            legacy(None, *size, &[0x89], src.number(), a, &[])
        }
        Insn::MovAbs { dst, imm } => short(Size::Qword, 0xb8, *dst, &imm.to_le_bytes()),
        Insn::Alu { op, size, dst, src } => alu(at, *op, *size, *dst, src)?,
        Insn::Mulx { size, hi, lo, src } => Vex {
            pp: 3,
            map: 2,
            opcode: 0xf6,
        }
        .encode(*size, hi.number(), lo.number(), operand(at, src)?, &[]),
        Insn::Mul { size, src } => legacy(None, *size, &[0xf7], 4, operand(at, src)?, &[]),
        Insn::Imul { size, dst, src } => {
            let a = operand(at, src)?;
            legacy(None, *size, &[0x0f, 0xaf], dst.number(), a, &[])
        }
        Insn::ImulImm {
            size,
            dst,
            src,
            imm,
        } => {
            let a = operand(at, src)?;
            match i8::try_from(*imm) {
                Ok(i) => legacy(None, *size, &[0x6b], dst.number(), a, &[i as u8]),
                Err(_) => legacy(None, *size, &[0x69], dst.number(), a, &imm.to_le_bytes()),
            }
        }
        Insn::Adcx { size, dst, src } => {
            let a = operand(at, src)?;
            legacy(Some(0x66), *size, &[0x0f, 0x38, 0xf6], dst.number(), a, &[])
        }
        Insn::Adox { size, dst, src } => {
            let a = operand(at, src)?;
            legacy(Some(0xf3), *size, &[0x0f, 0x38, 0xf6], dst.number(), a, &[])
        }
        Insn::Unary { op, size, dst } => {
            let (opcode, extension) = match op {
                UnaryOp::Not => (0xf7, 2),
                UnaryOp::Neg => (0xf7, 3),
                UnaryOp::Inc => (0xff, 0),
                UnaryOp::Dec => (0xff, 1),
            };
            legacy(None, *size, &[opcode], extension, direct(*dst), &[])
        }
        Insn::Lea {
            size,
            dst,
            mem,
            index,
        } => {
            let a = memory(at, mem, *index)?;
            legacy(None, *size, &[0x8d], dst.number(), a, &[])
        }
        Insn::Shift {
            op,
            size,
            dst,
            count: c,
        } => {
            let extension = match op {
                ShiftOp::Shl => 4,
                ShiftOp::Shr => 5,
                ShiftOp::Sar => 7,
            };
            match count(at, *size, *c, 1)? {
                1 => legacy(None, *size, &[0xd1], extension, direct(*dst), &[]),
                c => legacy(None, *size, &[0xc1], extension, direct(*dst), &[c]),
            }
        }
        Insn::Shld {
            size,
            dst,
            src,
            count: c,
        } => {
            let c = count(at, *size, *c, 1)?;
            legacy(None, *size, &[0x0f, 0xa4], src.number(), direct(*dst), &[c])
        }
        Insn::Shrd {
            size,
            dst,
            src,
            count: c,
        } => {
            let c = count(at, *size, *c, 1)?;
            legacy(None, *size, &[0x0f, 0xac], src.number(), direct(*dst), &[c])
        }
        Insn::Rorx {
            size,
            dst,
            src,
            count: c,
        } => {
            let c = count(at, *size, *c, 0)?;
            let vex = Vex {
                pp: 3,
                map: 3,
                opcode: 0xf0,
            };
            vex.encode(*size, dst.number(), 0, operand(at, src)?, &[c])
        }
        Insn::ShiftX {
            op,
            size,
            dst,
            src,
            count,
        } => {
            let pp = match op {
                ShiftOp::Shl => 1,
                ShiftOp::Sar => 2,
                ShiftOp::Shr => 3,
            };
            let vex = Vex {
                pp,
                map: 2,
                opcode: 0xf7,
            };
            vex.encode(*size, dst.number(), count.number(), operand(at, src)?, &[])
        }
        Insn::Bt { size, reg, bit } => {
            let bit = count(at, *size, *bit, 0)?;
            legacy(None, *size, &[0x0f, 0xba], 4, direct(*reg), &[bit])
        }
        Insn::Setcc { cond, dst } => byte_form(0x90 + cond.number(), 0, *dst),
        Insn::FromVector { dst, src } => from_vector(at, *dst, *src)?,
        Insn::Movzx { dst, src } => byte_form(0xb6, dst.number(), *src),
        Insn::Cmov {
            cond,
            size,
            dst,
            src,
        } => {
            let a = operand(at, src)?;
            let opcode = [0x0f, 0x40 + cond.number()];
            legacy(None, *size, &opcode, dst.number(), a, &[])
        }
        // 64 bits without REX.W.
        Insn::Push(r) => short(Size::Dword, 0x50, *r, &[]),
        Insn::Pop(r) => short(Size::Dword, 0x58, *r, &[]),
        Insn::Ret => plain(vec![0xc3]),
        Insn::Jcc { cond, .. } => Chunk {
            bytes: vec![0x70 + cond.number(), 0],
            fix: Fix::Jump {
                cond: cond.number(),
            },
        },
        Insn::Label(_) => plain(vec![]),
        Insn::Stc => plain(vec![0xf9]),
        Insn::Clc => plain(vec![0xf8]),
        Insn::Cmc => plain(vec![0xf5]),
    })
}

#[cfg(test)]
mod tests {
    use super::super::forms::{CONSTANT, jumps, straight};
    use super::super::isa::*;
    use super::*;
    use iced_x86::{
        CC_ae, CC_b, CC_e, CC_ne, Decoder, DecoderOptions, Formatter, Instruction, IntelFormatter,
        OpKind,
    };

    fn all() -> (Vec<Insn>, Vec<(String, u64)>) {
        let mut program = straight();
        program.extend(jumps());
        (program, vec![(CONSTANT.0.to_string(), CONSTANT.1)])
    }

    /// Assembles a text with GNU `as`; `None` (and a line on standard error) where there is none.
    fn gnu_as(text: &str) -> Option<Vec<u8>> {
        use std::process::Command;
        let dir = std::env::temp_dir().join(format!("fieldc-as-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let path = |name: &str| dir.join(name);
        std::fs::write(path("forms.s"), text).unwrap();
        let assembled = Command::new("as")
            .args(["--64", "-o"])
            .args([path("forms.o"), path("forms.s")])
            .output();
        let bytes = match assembled {
            Err(e) => {
                eprintln!("skipped: no GNU as ({e})");
                None
            }
            Ok(out) => {
                assert!(
                    out.status.success(),
                    "as: {}",
                    String::from_utf8_lossy(&out.stderr)
                );
                let copied = Command::new("objcopy")
                    .args(["-O", "binary", "-j", ".text"])
                    .args([path("forms.o"), path("forms.bin")])
                    .status()
                    .expect("objcopy is part of binutils");
                assert!(copied.success());
                Some(std::fs::read(path("forms.bin")).unwrap())
            }
        };
        std::fs::remove_dir_all(&dir).unwrap();
        bytes
    }

    #[test]
    fn same_bytes_as_gnu_as() {
        let (program, pool) = all();
        let code = encode(&program, &pool).unwrap();
        let text = format!(
            ".intel_syntax noprefix\n.text\n{}.balign 8, 0xcc\n{}: .quad {:#x}\n",
            print(&program),
            CONSTANT.0,
            CONSTANT.1
        );
        let Some(expected) = gnu_as(&text) else {
            return;
        };
        if let Some(i) =
            (0..expected.len().min(code.bytes.len())).find(|i| expected[*i] != code.bytes[*i])
        {
            let at = code.starts.partition_point(|s| *s <= i) - 1;
            let from = code.starts[at];
            panic!(
                "{}: ours {:02x?}, as {:02x?}",
                program[at],
                &code.bytes[from..from + 15],
                &expected[from..from + 15]
            );
        }
        assert_eq!(expected.len(), code.bytes.len());
    }

    fn formatter() -> IntelFormatter {
        let mut f = IntelFormatter::new();
        let o = f.options_mut();
        o.set_cc_b(CC_b::c);
        o.set_cc_ae(CC_ae::nc);
        o.set_cc_e(CC_e::z);
        o.set_cc_ne(CC_ne::nz);
        o.set_signed_immediate_operands(true);
        o.set_number_base(iced_x86::NumberBase::Decimal);
        o.set_memory_size_options(iced_x86::MemorySizeOptions::Always);
        o.set_always_show_scale(true);
        o.set_show_branch_size(false);
        f
    }

    fn decode(code: &Code, at: usize) -> Instruction {
        let from = code.starts[at];
        let ip = from as u64;
        let mut d = Decoder::with_ip(64, &code.bytes[from..], ip, DecoderOptions::NONE);
        d.decode()
    }

    /// What the decoder must print: our text without blanks, labels resolved, constants in decimal, `mov` for `movabs`.
    fn expected(insn: &Insn, code: &Code, decoded: &Instruction) -> String {
        let text = match insn {
            Insn::MovAbs { dst, imm } => format!("mov {dst}, {}", *imm as i64),
            // The decoder names a register that is source and destination once.
            Insn::ImulImm {
                dst,
                size,
                src: Rm::Reg(src),
                imm,
            } if dst == src => format!("imul {}, {imm}", dst.name(*size)),
            // Symmetric, and the decoder names memory first.
            Insn::Alu {
                op: AluOp::Test,
                src: Src::Mem(_),
                ..
            } => {
                let text = insn.to_string();
                let (a, b) = text["test ".len()..].split_once(", ").unwrap();
                format!("test {b}, {a}")
            }
            Insn::Jcc { cond, .. } => {
                format!("j{} {}", cond.suffix(), decoded.near_branch_target())
            }
            _ => insn.to_string(),
        };
        let place = code.labels[CONSTANT.0];
        text.replace(' ', "")
            .replace(&format!("rip+{}-4", CONSTANT.0), &(place - 4).to_string())
            .replace(&format!("rip+{}", CONSTANT.0), &place.to_string())
    }

    #[test]
    fn an_independent_decoder_reads_the_same() {
        let (program, pool) = all();
        let code = encode(&program, &pool).unwrap();
        let mut formatter = formatter();
        let mut compared = 0;
        for (at, insn) in program.iter().enumerate() {
            if matches!(insn, Insn::Label(_)) {
                continue;
            }
            let decoded = decode(&code, at);
            let next = code.starts.get(at + 1);
            if let Some(next) = next {
                assert_eq!(decoded.next_ip(), *next as u64, "{insn}: length");
            }
            let mut text = String::new();
            formatter.format(&decoded, &mut text);
            let sized = matches!(insn, Insn::Lea { .. });
            let mut text = text.replace(' ', "");
            if sized {
                text = text.replace("qwordptr", "").replace("dwordptr", "");
            }
            assert_eq!(text, expected(insn, &code, &decoded));
            compared += 1;
        }
        assert!(compared > 50_000, "{compared} forms");
    }

    /// The decoder's tables know what each instruction touches: a second opinion on [`Insn::effects`].
    #[test]
    fn effects_agree_with_the_decoder() {
        use iced_x86::{InstructionInfoFactory, OpAccess, Register};
        let flags = |bits: u32| {
            use iced_x86::RflagsBits as B;
            let pairs = [
                (B::CF, Flags::CF),
                (B::OF, Flags::OF),
                (B::ZF, Flags::ZF),
                (B::SF, Flags::SF),
                (B::PF, Flags::PF),
                (B::AF, Flags::AF),
            ];
            pairs
                .into_iter()
                .filter(|(b, _)| bits & b != 0)
                .fold(Flags::NONE, |set, (_, f)| set | f)
        };
        let register = |r: Register| Reg::ALL[r.full_register().number()];
        let (program, pool) = all();
        let code = encode(&program, &pool).unwrap();
        let mut factory = InstructionInfoFactory::new();
        for (at, insn) in program.iter().enumerate() {
            if matches!(insn, Insn::Label(_)) {
                continue;
            }
            let decoded = decode(&code, at);
            let info = factory.info(&decoded);
            let ours = insn.effects();
            let mut reads = RegSet::EMPTY;
            let mut writes = RegSet::EMPTY;
            for used in info.used_registers() {
                if !used.register().is_gpr() {
                    continue;
                }
                let r = register(used.register());
                match used.access() {
                    OpAccess::Read | OpAccess::CondRead => reads.insert(r),
                    OpAccess::Write => writes.insert(r),
                    _ => {
                        reads.insert(r);
                        writes.insert(r);
                    }
                }
            }
            let cancels = matches!(insn, Insn::Alu { op: AluOp::Sbb, dst, src, .. } if *src == Src::Reg(*dst));
            match insn {
                // A byte is written and the rest kept: to us that reads the register.
                Insn::Setcc { dst, .. } => reads.insert(*dst),
                // The decoder's tables do not know that the register cancels.
                _ if cancels => reads = RegSet::EMPTY,
                _ => {}
            }
            assert_eq!(ours.reads, reads, "{insn}: reads");
            assert_eq!(ours.writes, writes, "{insn}: writes");
            assert_eq!(
                ours.flags_read,
                flags(decoded.rflags_read()),
                "{insn}: flags read"
            );
            let changed = decoded.rflags_modified();
            let lost = decoded.rflags_undefined();
            assert_eq!(ours.flags_undefined, flags(lost), "{insn}: flags lost");
            assert_eq!(
                ours.flags_written,
                flags(changed & !lost),
                "{insn}: flags written"
            );
            let mut memory = (None, None);
            for used in info.used_memory() {
                let bytes = used.memory_size().size() as u32;
                match used.access() {
                    OpAccess::Read | OpAccess::CondRead => memory.0 = Some(bytes),
                    OpAccess::Write => memory.1 = Some(bytes),
                    other => panic!("{insn}: {other:?}"),
                }
            }
            assert_eq!(ours.mem_read.map(|m| m.1), memory.0, "{insn}: load");
            assert_eq!(ours.mem_written.map(|m| m.1), memory.1, "{insn}: store");
        }
    }

    #[test]
    fn a_decoder_finds_jump_targets() {
        let program = jumps();
        let code = encode(&program, &[]).unwrap();
        let place = |i: usize| code.starts[i] as u64;
        let label_before = |at: usize, n: &str| {
            (0..at)
                .rev()
                .find(|i| program[*i] == Insn::Label(n.into()))
                .unwrap()
        };
        let label_after = |at: usize, n: &str| {
            (at..program.len())
                .find(|i| program[*i] == Insn::Label(n.into()))
                .unwrap()
        };
        for (at, insn) in program.iter().enumerate() {
            let Insn::Jcc { target, .. } = insn else {
                continue;
            };
            let decoded = decode(&code, at);
            assert_eq!(decoded.op0_kind(), OpKind::NearBranch64);
            let expected = match target.as_str() {
                "2b" => place(label_before(at, "2")),
                "3f" => place(label_after(at, "3")),
                name => code.labels[name] as u64,
            };
            assert_eq!(decoded.near_branch_target(), expected, "{insn}");
        }
    }

    #[test]
    fn errors_name_the_instruction() {
        let size = Size::Qword;
        let dst = Reg::Rax;
        let load = Insn::Mov {
            size,
            dst,
            src: Mem::label("nowhere").into(),
        };
        let label = "nowhere".to_string();
        assert_eq!(
            encode(&[Insn::Ret, load], &[]),
            Err(EncodeError::UnknownLabel {
                at: 1,
                label: label.clone()
            })
        );
        let jump = Insn::Jcc {
            cond: Cond::Z,
            target: "1f".into(),
        };
        let one = Insn::Label("1".into());
        assert!(encode(&[jump.clone(), one.clone()], &[]).is_ok());
        assert_eq!(
            encode(&[one, jump], &[]),
            Err(EncodeError::UnknownLabel {
                at: 1,
                label: "1f".into()
            })
        );
        let shift = |size, count| Insn::Shift {
            op: ShiftOp::Shl,
            size,
            dst,
            count,
        };
        for (size, count) in [(Size::Qword, 0), (Size::Qword, 64), (Size::Dword, 32)] {
            assert_eq!(
                encode(&[shift(size, count)], &[]),
                Err(EncodeError::Count { at: 0, count })
            );
        }
        for (r, scale) in [(Reg::Rsp, 1), (Reg::Rcx, 3)] {
            let lea = Insn::Lea {
                size,
                dst,
                mem: Mem::new(dst, 0),
                index: Some((r, scale)),
            };
            assert_eq!(encode(&[lea], &[]), Err(EncodeError::Address { at: 0 }));
        }
        let pool = [(label.clone(), 1), (label.clone(), 2)];
        assert_eq!(
            encode(&[], &pool),
            Err(EncodeError::DuplicateLabel { label })
        );
    }
}
