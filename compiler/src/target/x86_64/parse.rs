//! Reads what [`print`](super::isa::print) writes: the way back from emitted text to [`Insn`]s.
//!
//! One instruction or label a line; comments begin with `#` or `//`. Whatever is not an instruction of ours is an
//! error, so that nothing in a text escapes who reads it to prove it.

use super::isa::{AluOp, Base, Cond, Insn, Mem, Reg, Rm, ShiftOp, Size, Src, UnaryOp};

/// A line that is no instruction of the subset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}: `{text}`")]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: &'static str,
    /// The line or the part that is wrong.
    pub text: String,
}

/// Parses a program. `parse(&print(p)) == Ok(p)` for every program that has an encoding.
///
/// # Errors
/// The first line that is neither empty nor an instruction nor a label.
pub fn parse(text: &str) -> Result<Vec<Insn>, ParseError> {
    let mut program = vec![];
    for (i, line) in text.lines().enumerate() {
        let code = line.split('#').next().unwrap_or_default();
        let code = code.split("//").next().unwrap_or_default().trim();
        if code.is_empty() {
            continue;
        }
        let insn = parse_line(code).map_err(|(what, part)| ParseError {
            line: i + 1,
            what,
            text: part.to_string(),
        })?;
        program.push(insn);
    }
    Ok(program)
}

type Error<'a> = (&'static str, &'a str);

/// An operand as it stands, before the mnemonic says what it may be.
#[derive(Clone, Debug)]
enum Operand {
    Reg(Reg, Size),
    Reg8(Reg),
    Mem(Option<Size>, Mem, Option<(Reg, u8)>),
    Imm(i128),
}

fn parse_line(code: &str) -> Result<Insn, Error<'_>> {
    if let Some(name) = code.strip_suffix(':') {
        return match is_label(name) {
            true => Ok(Insn::Label(name.to_string())),
            false => Err(("not a label", name)),
        };
    }
    // The one instruction with a vector operand.
    if let Some((dst, src)) = code
        .strip_prefix("movq ")
        .and_then(|r| r.split_once(", xmm"))
    {
        return match (Reg::from_name(dst), src.parse()) {
            (Some((dst, Size::Qword)), Ok(src @ 0..=15))
                if src.to_string().len() <= 2 && !code.ends_with(' ') =>
            {
                Ok(Insn::FromVector { dst, src })
            }
            _ => Err(("not a register", code)),
        };
    }
    let (mnemonic, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
    if let Some(cond) = mnemonic.strip_prefix('j').and_then(Cond::from_suffix) {
        let target = rest.trim();
        return match is_label(target) {
            true => Ok(Insn::Jcc {
                cond,
                target: target.to_string(),
            }),
            false => Err(("not a label", target)),
        };
    }
    let operands = match rest.trim() {
        "" => vec![],
        rest => rest
            .split(',')
            .map(|o| parse_operand(o.trim()))
            .collect::<Result<Vec<_>, _>>()?,
    };
    instruction(mnemonic, &operands).ok_or(("unknown instruction", code))
}

/// Names of symbols, numbers for local labels, and `{…}` as it stands in a template of `asm!`.
fn is_label(s: &str) -> bool {
    !s.is_empty()
        && s.bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"_.${}".contains(&b))
        && Reg::from_name(s).is_none()
        && Reg::from_name8(s).is_none()
}

fn parse_operand(s: &str) -> Result<Operand, Error<'_>> {
    if let Some((r, size)) = Reg::from_name(s) {
        return Ok(Operand::Reg(r, size));
    }
    if let Some(r) = Reg::from_name8(s) {
        return Ok(Operand::Reg8(r));
    }
    if let Some(imm) = parse_int(s) {
        return Ok(Operand::Imm(imm));
    }
    let (size, inside) = match s.split_once('[') {
        Some((size, rest)) => {
            let mut words = size.split_whitespace();
            let size = match (words.next(), words.next(), words.next()) {
                (None, ..) => None,
                (Some("qword"), Some("ptr"), None) => Some(Size::Qword),
                (Some("dword"), Some("ptr"), None) => Some(Size::Dword),
                _ => return Err(("unknown operand size", s)),
            };
            (size, rest.strip_suffix(']').ok_or(("missing `]`", s))?)
        }
        None => return Err(("not an operand", s)),
    };
    let (mem, index) = parse_address(inside).ok_or(("not an address", s))?;
    Ok(Operand::Mem(size, mem, index))
}

/// A decimal or `0x` number, perhaps negative; wide enough for every 64-bit constant.
fn parse_int(s: &str) -> Option<i128> {
    let (negative, digits) = match s.strip_prefix('-') {
        Some(d) => (true, d),
        None => (false, s),
    };
    // The library's parsers would take a second sign.
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let magnitude = match digits.strip_prefix("0x") {
        Some(hex) if hex.starts_with('+') => return None,
        Some(hex) => u64::from_str_radix(hex, 16).ok()?,
        None => digits.parse::<u64>().ok()?,
    };
    let magnitude = i128::from(magnitude);
    Some(if negative { -magnitude } else { magnitude })
}

/// `base + index*scale + disp`, each part once; `rip + label + disp`.
fn parse_address(s: &str) -> Option<(Mem, Option<(Reg, u8)>)> {
    let mut base = None;
    let mut index = None;
    let mut disp = None;
    let mut rip = false;
    // Every term with its sign; the first has none.
    let mut rest = s.trim();
    let mut sign = '+';
    loop {
        let end = rest.find(['+', '-']).unwrap_or(rest.len());
        let term = rest[..end].trim();
        let register = |t: &str| match Reg::from_name(t) {
            Some((r, Size::Qword)) => Some(r),
            _ => None,
        };
        if let Some(d) = parse_int(term) {
            let d = if sign == '-' { -d } else { d };
            set(&mut disp, i32::try_from(d).ok()?)?;
        } else if sign == '-' {
            return None;
        } else if term == "rip" && !rip {
            rip = true;
        } else if let Some((r, scale)) = term.split_once('*') {
            set(
                &mut index,
                (register(r.trim())?, scale.trim().parse().ok()?),
            )?;
        } else if let Some(r) = register(term) {
            match base {
                None => base = Some(Base::Reg(r)),
                Some(_) => set(&mut index, (r, 1))?,
            }
        } else if rip && is_label(term) {
            set(&mut base, Base::Label(term.to_string()))?;
        } else {
            return None;
        }
        match rest[end..].chars().next() {
            None => break,
            Some(c) => sign = c,
        }
        rest = &rest[end + 1..];
    }
    let base = base?;
    if rip != matches!(base, Base::Label(_)) || rip && index.is_some() {
        return None;
    }
    let disp = disp.unwrap_or(0);
    Some((Mem { base, disp }, index))
}

/// Fills an empty slot.
fn set<T>(slot: &mut Option<T>, value: T) -> Option<()> {
    slot.replace(value).is_none().then_some(())
}

impl Operand {
    /// A register of that size.
    fn reg(&self, size: Size) -> Option<Reg> {
        match self {
            Operand::Reg(r, s) if *s == size => Some(*r),
            _ => None,
        }
    }

    fn mem(&self, size: Size) -> Option<Mem> {
        match self {
            Operand::Mem(Some(s), m, None) if *s == size => Some(m.clone()),
            _ => None,
        }
    }

    fn rm(&self, size: Size) -> Option<Rm> {
        self.reg(size)
            .map(Rm::Reg)
            .or_else(|| self.mem(size).map(Rm::Mem))
    }

    /// A constant that sign extension restores; for 32-bit operands also the upper half of the unsigned numbers.
    fn imm(&self, size: Size) -> Option<i32> {
        let Operand::Imm(i) = self else { return None };
        match size {
            Size::Qword => i32::try_from(*i).ok(),
            Size::Dword => i32::try_from(*i)
                .ok()
                .or_else(|| u32::try_from(*i).ok().map(|u| u as i32)),
        }
    }

    fn src(&self, size: Size) -> Option<Src> {
        self.rm(size)
            .map(Src::from)
            .or_else(|| self.imm(size).map(Src::Imm))
    }

    fn byte(&self) -> Option<u8> {
        match self {
            Operand::Imm(i) => u8::try_from(*i).ok(),
            _ => None,
        }
    }

    /// A distance that the operand size allows.
    fn count(&self, size: Size, least: u8) -> Option<u8> {
        self.byte()
            .filter(|c| *c >= least && u32::from(*c) < size.bits())
    }
}

fn instruction(mnemonic: &str, operands: &[Operand]) -> Option<Insn> {
    match (mnemonic, operands) {
        ("ret", []) => return Some(Insn::Ret),
        ("stc", []) => return Some(Insn::Stc),
        ("clc", []) => return Some(Insn::Clc),
        ("cmc", []) => return Some(Insn::Cmc),
        ("push", [r]) => return r.reg(Size::Qword).map(Insn::Push),
        ("pop", [r]) => return r.reg(Size::Qword).map(Insn::Pop),
        ("movabs", [r, Operand::Imm(i)]) => {
            return Some(Insn::MovAbs {
                dst: r.reg(Size::Qword)?,
                imm: u64::try_from(*i).ok()?,
            });
        }
        ("movzx", [Operand::Reg(dst, Size::Dword), Operand::Reg8(src)]) => {
            return Some(Insn::Movzx {
                dst: *dst,
                src: *src,
            });
        }
        (_, [Operand::Reg8(dst)]) => {
            let cond = Cond::from_suffix(mnemonic.strip_prefix("set")?)?;
            return Some(Insn::Setcc { cond, dst: *dst });
        }
        ("mov", [Operand::Mem(Some(size), ..), src]) => {
            return Some(Insn::Store {
                size: *size,
                dst: operands[0].mem(*size)?,
                src: src.reg(*size)?,
            });
        }
        ("mul", [src @ (Operand::Reg(_, size) | Operand::Mem(Some(size), ..))]) => {
            return Some(Insn::Mul {
                size: *size,
                src: src.rm(*size)?,
            });
        }
        _ => {}
    }
    // Everything else begins with the register that gives the size.
    let Some(Operand::Reg(dst, size)) = operands.first() else {
        return None;
    };
    sized(mnemonic, *dst, *size, &operands[1..])
}

fn sized(mnemonic: &str, dst: Reg, size: Size, rest: &[Operand]) -> Option<Insn> {
    let alu = AluOp::ALL.into_iter().find(|o| o.mnemonic() == mnemonic);
    let unary = UnaryOp::ALL.into_iter().find(|o| o.mnemonic() == mnemonic);
    let shift = |name: &str| ShiftOp::ALL.into_iter().find(|o| o.mnemonic() == name);
    let shiftx = mnemonic.strip_suffix('x').and_then(shift);
    let cmov = mnemonic.strip_prefix("cmov").and_then(Cond::from_suffix);
    Some(match (mnemonic, rest) {
        ("mov", [src]) => Insn::Mov {
            size,
            dst,
            src: src.src(size)?,
        },
        ("mulx", [lo, src]) => Insn::Mulx {
            size,
            hi: dst,
            lo: lo.reg(size)?,
            src: src.rm(size)?,
        },
        ("imul", [src]) => Insn::Imul {
            size,
            dst,
            src: src.rm(size)?,
        },
        ("imul", [src, imm]) => Insn::ImulImm {
            size,
            dst,
            src: src.rm(size)?,
            imm: imm.imm(size)?,
        },
        ("adcx", [src]) => Insn::Adcx {
            size,
            dst,
            src: src.rm(size)?,
        },
        ("adox", [src]) => Insn::Adox {
            size,
            dst,
            src: src.rm(size)?,
        },
        ("lea", [Operand::Mem(None, mem, index)]) => Insn::Lea {
            size,
            dst,
            mem: mem.clone(),
            index: match index {
                Some((Reg::Rsp, _)) => return None,
                Some((_, 1 | 2 | 4 | 8)) | None => *index,
                Some(_) => return None,
            },
        },
        ("shld", [src, count]) => Insn::Shld {
            size,
            dst,
            src: src.reg(size)?,
            count: count.count(size, 1)?,
        },
        ("shrd", [src, count]) => Insn::Shrd {
            size,
            dst,
            src: src.reg(size)?,
            count: count.count(size, 1)?,
        },
        ("rorx", [src, count]) => Insn::Rorx {
            size,
            dst,
            src: src.rm(size)?,
            count: count.count(size, 0)?,
        },
        ("bt", [bit]) => Insn::Bt {
            size,
            reg: dst,
            bit: bit.count(size, 0)?,
        },
        (_, [src]) if alu.is_some() => Insn::Alu {
            op: alu?,
            size,
            dst,
            src: src.src(size)?,
        },
        (_, []) if unary.is_some() => Insn::Unary {
            op: unary?,
            size,
            dst,
        },
        (_, [count]) if shift(mnemonic).is_some() => Insn::Shift {
            op: shift(mnemonic)?,
            size,
            dst,
            count: count.count(size, 1)?,
        },
        (_, [src, count]) if shiftx.is_some() => Insn::ShiftX {
            op: shiftx?,
            size,
            dst,
            src: src.rm(size)?,
            count: count.reg(size)?,
        },
        (_, [src]) if cmov.is_some() => Insn::Cmov {
            cond: cmov?,
            size,
            dst,
            src: src.rm(size)?,
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::forms::{jumps, straight};
    use super::super::isa::print;
    use super::*;

    #[test]
    fn parse_undoes_print() {
        for program in [straight(), jumps()] {
            let parsed = parse(&print(&program)).unwrap();
            assert_eq!(parsed.len(), program.len());
            for (a, b) in parsed.iter().zip(&program) {
                assert_eq!(a, b);
            }
        }
    }

    #[test]
    fn comments_blanks_and_hand_written_forms() {
        let text = "# a comment\n\n  mov  rax , qword ptr [ rsi+8 ] // load\n2:\nlea rcx, [rax + rdx]\n\
                    and ecx, 0x7fffffff # mask\njne 2b\nmov edx, 0xffffffff\nadd rax, qword ptr [rip + {p0} + 8]\n";
        let printed = "mov rax, qword ptr [rsi + 8]\n2:\nlea rcx, [rax + rdx*1]\nand ecx, 2147483647\njnz 2b\n\
                       mov edx, -1\nadd rax, qword ptr [rip + {p0} + 8]\n";
        assert_eq!(print(&parse(text).unwrap()), printed);
    }

    #[test]
    fn everything_else_is_an_error_with_its_line() {
        let bad = [
            "div rax",
            "mov rax",
            "mov rax, ebx",
            "mov rax, 0x80000000",
            "mov rax, --1",
            "mov rax, +1",
            "mov eax, 4294967296",
            "mov qword ptr [rdi], 1",
            "mov qword ptr [rdi], eax",
            "mov rax, dword ptr [rdi]",
            "mov rax, [rdi]",
            "mov rax, qword ptr [rdi + rcx*2]",
            "mov rax, qword ptr [rdi + 1 + 1]",
            "mov rax, qword ptr [rdi - rcx]",
            "mov rax, qword ptr [rip + 8]",
            "mov rax, qword ptr [rip + rax]",
            "mov rax, qword ptr [table]",
            "mov rax, qword ptr [edi]",
            "mov rax, qword ptr [rdi",
            "mov rax, qword ptr []",
            "mov rax, xmmword ptr [rdi]",
            "lea rax, qword ptr [rdi]",
            "lea rax, [rdi + rcx*3]",
            "lea rax, [rdi + rsp*1]",
            "lea rax, [rip + x + rcx*1]",
            "shl rax, 0",
            "shl rax, 64",
            "shl eax, 32",
            "shl rax, cl",
            "add qword ptr [rdi], rax",
            "mulx rax, 1, rbx",
            "setc rax",
            "push eax",
            "ret 8",
            "rep ret",
            "jmp 2b",
            "jz",
            "jz rax",
            "two words:",
            ".quad 1",
            "lock add rax, rbx",
            "cmovq rax, rbx",
            "movzx rax, cl",
            "stc; clc",
        ];
        for line in bad {
            let e = parse(&format!("ret\n\n{line}\nret\n")).expect_err(line);
            assert_eq!(e.line, 3, "{line}");
            assert!(line.contains(&e.text), "{line}: {e}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "\\PC{0,60}", tail in "(mov|lea|add|shl) ?(rax|eax|al|\\[|\\]|,|\\+|-|\\*|rip|[0-9]|x| ){0,12}") {
            // What is read is printed and read again the same.
            for t in [text, tail] {
                if let Ok(program) = parse(&t) {
                    proptest::prop_assert_eq!(parse(&print(&program)), Ok(program));
                }
            }
        }
    }
}
