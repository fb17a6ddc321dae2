//! Every instruction form over the operands that are encoded differently, for the tests of printer, encoder and parser.

use super::isa::*;

const SIZES: [Size; 2] = [Size::Qword, Size::Dword];

/// One register of each kind: plain, `rsp`-like, `rbp`-like, low and high.
const FEW: [Reg; 6] = [Reg::Rax, Reg::Rsp, Reg::Rbp, Reg::Rdi, Reg::R12, Reg::R13];

const IMMS: [i32; 9] = [0, 1, -1, 127, 128, -128, -129, i32::MAX, i32::MIN];

/// Name and value of the constant that the forms refer to.
pub const CONSTANT: (&str, u64) = (".Lforms_constant", 0x0123_4567_89ab_cdef);

fn mems() -> Vec<Mem> {
    let mut v = vec![
        Mem::label(CONSTANT.0),
        Mem {
            base: Base::Label(CONSTANT.0.to_string()),
            disp: -4,
        },
    ];
    for base in Reg::ALL {
        for disp in IMMS {
            v.push(Mem::new(base, disp));
        }
    }
    v
}

fn rms() -> Vec<Rm> {
    let regs = Reg::ALL.into_iter().map(Rm::Reg);
    regs.chain(mems().into_iter().map(Rm::Mem)).collect()
}

fn srcs() -> Vec<Src> {
    let imms = IMMS.into_iter().map(Src::Imm);
    rms().into_iter().map(Src::from).chain(imms).collect()
}

fn counts(size: Size) -> [u8; 4] {
    [1, 2, 31, size.bits() as u8 - 1]
}

/// The list, jumps and labels apart.
pub fn straight() -> Vec<Insn> {
    let mut v = vec![Insn::Ret, Insn::Stc, Insn::Clc, Insn::Cmc];
    for r in Reg::ALL {
        v.extend([Insn::Push(r), Insn::Pop(r)]);
        for imm in [0, 1, u64::MAX, 1 << 63, 0xffff_ffff, 0x0102_0304_0506_0708] {
            v.push(Insn::MovAbs { dst: r, imm });
        }
        v.extend(Cond::all().map(|cond| Insn::Setcc { cond, dst: r }));
        v.extend(Reg::ALL.map(|src| Insn::Movzx { dst: r, src }));
        v.extend((0..16).map(|src| Insn::FromVector { dst: r, src }));
    }
    for size in SIZES {
        for src in rms() {
            v.push(Insn::Mul { size, src });
        }
        for dst in Reg::ALL {
            unary(&mut v, size, dst);
            register_source(&mut v, size, dst);
            for src in srcs() {
                general_source(&mut v, size, dst, src);
            }
            for src in rms() {
                rm_source(&mut v, size, dst, src);
            }
            for mem in mems() {
                lea(&mut v, size, dst, mem);
            }
        }
    }
    v
}

fn unary(v: &mut Vec<Insn>, size: Size, dst: Reg) {
    v.extend(UnaryOp::ALL.map(|op| Insn::Unary { op, size, dst }));
    for count in counts(size) {
        v.extend(ShiftOp::ALL.map(|op| Insn::Shift {
            op,
            size,
            dst,
            count,
        }));
        v.push(Insn::Bt {
            size,
            reg: dst,
            bit: count,
        });
    }
    v.push(Insn::Bt {
        size,
        reg: dst,
        bit: 0,
    });
}

fn register_source(v: &mut Vec<Insn>, size: Size, dst: Reg) {
    for src in Reg::ALL {
        for count in counts(size) {
            v.push(Insn::Shld {
                size,
                dst,
                src,
                count,
            });
            v.push(Insn::Shrd {
                size,
                dst,
                src,
                count,
            });
        }
    }
}

fn general_source(v: &mut Vec<Insn>, size: Size, dst: Reg, src: Src) {
    v.push(Insn::Mov {
        size,
        dst,
        src: src.clone(),
    });
    for op in AluOp::ALL {
        v.push(Insn::Alu {
            op,
            size,
            dst,
            src: src.clone(),
        });
    }
    if let Src::Mem(m) = src {
        v.push(Insn::Store {
            size,
            dst: m,
            src: dst,
        });
    }
}

fn rm_source(v: &mut Vec<Insn>, size: Size, dst: Reg, src: Rm) {
    let s = || src.clone();
    v.push(Insn::Imul {
        size,
        dst,
        src: s(),
    });
    v.push(Insn::Adcx {
        size,
        dst,
        src: s(),
    });
    v.push(Insn::Adox {
        size,
        dst,
        src: s(),
    });
    for imm in [-1, 127, 128, i32::MIN] {
        v.push(Insn::ImulImm {
            size,
            dst,
            src: s(),
            imm,
        });
    }
    for count in [0, 1, size.bits() as u8 - 1] {
        v.push(Insn::Rorx {
            size,
            dst,
            src: s(),
            count,
        });
    }
    // All three registers of mulx and shlx run through everything; memory meets a few.
    let thirds = match src {
        Rm::Reg(_) => Reg::ALL.to_vec(),
        Rm::Mem(_) => FEW.to_vec(),
    };
    for third in thirds {
        v.push(Insn::Mulx {
            size,
            hi: dst,
            lo: third,
            src: s(),
        });
        v.extend(ShiftOp::ALL.map(|op| Insn::ShiftX {
            op,
            size,
            dst,
            src: s(),
            count: third,
        }));
    }
    for cond in Cond::all() {
        // Conditions and addresses are encoded apart: all of one with a few of the other.
        if matches!(src, Rm::Reg(_)) || FEW.contains(&dst) {
            v.push(Insn::Cmov {
                cond,
                size,
                dst,
                src: s(),
            });
        }
    }
}

fn lea(v: &mut Vec<Insn>, size: Size, dst: Reg, mem: Mem) {
    // Each width of displacement once: index and base are encoded apart.
    if mem.reg().is_some() && FEW.contains(&dst) && [0, 127, 128].contains(&mem.disp) {
        for index in Reg::ALL.into_iter().filter(|r| *r != Reg::Rsp) {
            for scale in [1, 2, 4, 8] {
                v.push(Insn::Lea {
                    size,
                    dst,
                    mem: mem.clone(),
                    index: Some((index, scale)),
                });
            }
        }
    }
    v.push(Insn::Lea {
        size,
        dst,
        mem,
        index: None,
    });
}

/// Jumps over distances around the limits of the short form, to named and numbered labels, both ways.
pub fn jumps() -> Vec<Insn> {
    let mut v = vec![];
    for (i, cond) in Cond::all().enumerate() {
        for fill in [0, 1, 125, 126, 127, 128, 129, 130, 300] {
            let name = format!(".Lforms_{i}_{fill}");
            let filler = std::iter::repeat_n(Insn::Clc, fill);
            v.push(Insn::Label("2".into()));
            v.push(Insn::Jcc {
                cond,
                target: name.clone(),
            });
            v.push(Insn::Jcc {
                cond,
                target: "3f".into(),
            });
            v.extend(filler);
            v.push(Insn::Label(name.clone()));
            v.push(Insn::Label("3".into()));
            v.push(Insn::Jcc {
                cond,
                target: "2b".into(),
            });
            v.push(Insn::Jcc { cond, target: name });
        }
    }
    v
}
