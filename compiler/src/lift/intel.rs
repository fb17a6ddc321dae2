//! One instruction a line, Intel syntax, as LLVM and GNU `as` read it: mnemonic and operands, without meaning.

/// An operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A general register by its hardware number, and how many of its bits are named (64, 32, 8).
    Reg(usize, u32),
    /// A vector register.
    Xmm(usize),
    /// A number, as written.
    Imm(i128),
    /// A memory operand or address.
    Mem(Address),
    /// A name: a jump target.
    Name(String),
}

/// `size ptr [base + index*scale + symbol + disp]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// Bits accessed, where written.
    pub bits: Option<u32>,
    /// The base register.
    pub base: Option<usize>,
    /// The index register and its scale.
    pub index: Option<(usize, u64)>,
    /// The symbol, reached relative to the instruction pointer.
    pub symbol: Option<String>,
    /// The distance.
    pub disp: i64,
}

/// A line that holds an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The mnemonic, in small letters.
    pub mnemonic: String,
    /// The operands, destination first.
    pub operands: Vec<Operand>,
}

/// The 64-bit names by hardware number.
pub const NAMES: [&str; 16] = [
    "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13",
    "r14", "r15",
];

/// The register of that name: its number and size.
pub fn register(name: &str) -> Option<(usize, u32)> {
    if let Some(i) = NAMES.iter().position(|n| *n == name) {
        return Some((i, 64));
    }
    for (bits, suffix) in [(32, "d"), (8, "b")] {
        // r8d to r15d, r8b to r15b
        let wide = name.strip_suffix(suffix).and_then(|stem| {
            NAMES[8..]
                .iter()
                .position(|n| *n == stem)
                .map(|i| (i + 8, bits))
        });
        if wide.is_some() {
            return wide;
        }
    }
    let old = |names: [&str; 8], bits| names.iter().position(|n| *n == name).map(|i| (i, bits));
    old(["eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi"], 32)
        .or_else(|| old(["al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil"], 8))
}

/// Reads a line without comment. `None` where it is no instruction.
pub fn parse(line: &str) -> Option<Instruction> {
    let line = line.trim();
    let (mnemonic, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if mnemonic.is_empty()
        || !mnemonic
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    {
        return None;
    }
    let operands = match rest.trim() {
        "" => vec![],
        rest => rest
            .split(',')
            .map(|o| operand(o.trim()))
            .collect::<Option<_>>()?,
    };
    Some(Instruction {
        mnemonic: mnemonic.to_string(),
        operands,
    })
}

fn operand(s: &str) -> Option<Operand> {
    if let Some((r, bits)) = register(s) {
        return Some(Operand::Reg(r, bits));
    }
    if let Some(n) = s.strip_prefix("xmm") {
        let n: usize = plain(n)?.try_into().ok()?;
        return (n < 16).then_some(Operand::Xmm(n));
    }
    if let Some(i) = number(s) {
        return Some(Operand::Imm(i));
    }
    let Some((size, rest)) = s.split_once('[') else {
        return is_name(s).then(|| Operand::Name(s.to_string()));
    };
    let bits = match size.split_whitespace().collect::<Vec<_>>()[..] {
        [] => None,
        ["qword", "ptr"] => Some(64),
        ["dword", "ptr"] => Some(32),
        ["byte", "ptr"] => Some(8),
        _ => return None,
    };
    address(bits, rest.strip_suffix(']')?).map(Operand::Mem)
}

/// Digits alone. A zero in front would make them octal to the assembler.
fn plain(s: &str) -> Option<u64> {
    let octal = s.len() > 1 && s.starts_with('0');
    let digits = !s.is_empty() && !octal && s.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| s.parse().ok()).flatten()
}

/// A decimal or `0x` number with at most one sign, magnitude below `2^64`.
fn number(s: &str) -> Option<i128> {
    let (negative, digits) = match s.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, s),
    };
    let magnitude = match digits.strip_prefix("0x") {
        Some(hex) if !hex.is_empty() && hex.bytes().all(|b| b.is_ascii_hexdigit()) => {
            u64::from_str_radix(hex, 16).ok()?
        }
        _ => plain(digits)?,
    };
    let magnitude = i128::from(magnitude);
    Some(if negative { -magnitude } else { magnitude })
}

fn is_name(s: &str) -> bool {
    !s.is_empty()
        && s.bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"_.${}".contains(&b))
        && !s.starts_with(|c: char| c.is_ascii_digit())
}

fn address(bits: Option<u32>, inside: &str) -> Option<Address> {
    let mut a = Address {
        bits,
        base: None,
        index: None,
        symbol: None,
        disp: 0,
    };
    let (mut relative, mut has_disp) = (false, false);
    let spaced = inside.replace('-', "+-");
    for (i, term) in spaced.split('+').map(str::trim).enumerate() {
        // A minus sign in front leaves an empty first term.
        if i == 0 && term.is_empty() && inside.trim().starts_with('-') {
            continue;
        }
        let term = &term.replace("- ", "-");
        if let Some(n) = number(term) {
            if has_disp {
                return None;
            }
            has_disp = true;
            a.disp = i32::try_from(n).ok()?.into();
        } else if term == "rip" && !relative {
            relative = true;
        } else if let Some((r, scale)) = term.split_once('*') {
            let (r, 64) = register(r.trim())? else {
                return None;
            };
            let scale = plain(scale.trim())?;
            if a.index.is_some() || ![1, 2, 4, 8].contains(&scale) {
                return None;
            }
            a.index = Some((r, scale));
        } else if let Some((r, bits)) = register(term) {
            if bits != 64 {
                return None;
            }
            match (a.base, a.index) {
                (None, _) => a.base = Some(r),
                (Some(_), None) => a.index = Some((r, 1)),
                _ => return None,
            }
        } else if relative && a.symbol.is_none() && is_name(term) {
            a.symbol = Some(term.to_string());
        } else {
            return None;
        }
    }
    let plain = a.base.is_some() || a.index.is_some();
    // `rip` comes with a symbol and nothing else; anything else without one.
    (relative == a.symbol.is_some() && relative != plain && a.index.is_none_or(|(r, _)| r != 4))
        .then_some(a)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mem(s: &str) -> Option<Address> {
        match operand(s) {
            Some(Operand::Mem(a)) => Some(a),
            _ => None,
        }
    }

    #[test]
    fn addresses() {
        let a = mem("qword ptr [rsi + 8]").unwrap();
        assert_eq!((a.bits, a.base, a.disp), (Some(64), Some(6), 8));
        let a = mem("[rax+rcx*4-24]").unwrap();
        assert_eq!(
            (a.bits, a.base, a.index, a.disp),
            (None, Some(0), Some((1, 4)), -24)
        );
        let a = mem("qword ptr [rip + {consts} + 16]").unwrap();
        assert_eq!((a.symbol.as_deref(), a.disp), (Some("{consts}"), 16));
        let a = mem("qword ptr [r8 - 0x10]").unwrap();
        assert_eq!((a.base, a.disp), (Some(8), -16));
        for bad in [
            "qword ptr []",
            "qword ptr [eax]",
            "word ptr [rax]",
            "qword ptr [rax + 1 + 2]",
            "qword ptr [rip]",
            "qword ptr [rip + rax]",
            "qword ptr [rip + x + rax]",
            "qword ptr [rax - rcx]",
            "qword ptr [rax*3]",
            "qword ptr [rax + rsp*1]",
            "qword ptr [rax + rbx + rcx]",
            "qword ptr [rax",
            "qword ptr [x]",
            "qword ptr [rax + 4294967296]",
            // Octal: 16 and 20, not 20 and 24.
            "qword ptr [rax + 020]",
            "qword ptr [rax - 024]",
            "qword ptr [rax + rcx*08]",
        ] {
            assert!(mem(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn operands_and_lines() {
        assert_eq!(operand("r10d"), Some(Operand::Reg(10, 32)));
        assert_eq!(operand("dil"), Some(Operand::Reg(7, 8)));
        assert_eq!(operand("-0x1"), Some(Operand::Imm(-1)));
        assert_eq!(operand("xmm15"), Some(Operand::Xmm(15)));
        for bad in [
            "xmm16", "xmm01", "--1", "+1", "0x", "1x", "rax rbx", "", "010", "-07", "00",
        ] {
            assert_eq!(operand(bad), None, "{bad}");
        }
        assert_eq!(parse("ret").unwrap().operands, []);
        assert_eq!(parse("mov rax, 5").unwrap().operands.len(), 2);
        for bad in ["", "mov rax,", "MOV rax, rbx", "2:", "lock; add"] {
            assert!(parse(bad).is_none(), "{bad}");
        }
    }
}
