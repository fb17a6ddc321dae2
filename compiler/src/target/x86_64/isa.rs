//! The instructions themselves: operands, what each reads and writes, and how it is printed.
//!
//! Printing is Intel syntax as GNU `as` (`.intel_syntax noprefix`) and the inline assembler of rustc read it. The
//! encoder and the parser cover exactly this set; the scheduler and the lifter ask [`Insn::effects`].

use std::fmt;
use std::ops::BitOr;

/// A general register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Reg {
    Rax,
    Rcx,
    Rdx,
    Rbx,
    Rsp,
    Rbp,
    Rsi,
    Rdi,
    R8,
    R9,
    R10,
    R11,
    R12,
    R13,
    R14,
    R15,
}

const NAMES64: [&str; 16] = [
    "rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13",
    "r14", "r15",
];
const NAMES32: [&str; 16] = [
    "eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi", "r8d", "r9d", "r10d", "r11d", "r12d",
    "r13d", "r14d", "r15d",
];
const NAMES8: [&str; 16] = [
    "al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil", "r8b", "r9b", "r10b", "r11b", "r12b",
    "r13b", "r14b", "r15b",
];

impl Reg {
    /// All sixteen, in the order of their hardware numbers.
    pub const ALL: [Reg; 16] = [
        Reg::Rax,
        Reg::Rcx,
        Reg::Rdx,
        Reg::Rbx,
        Reg::Rsp,
        Reg::Rbp,
        Reg::Rsi,
        Reg::Rdi,
        Reg::R8,
        Reg::R9,
        Reg::R10,
        Reg::R11,
        Reg::R12,
        Reg::R13,
        Reg::R14,
        Reg::R15,
    ];

    /// The hardware number, 0 to 15.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// The name of the whole register, or of its low half.
    pub fn name(self, size: Size) -> &'static str {
        match size {
            Size::Qword => NAMES64[self as usize],
            Size::Dword => NAMES32[self as usize],
        }
    }

    /// The name of the low byte.
    pub fn name8(self) -> &'static str {
        NAMES8[self as usize]
    }

    /// The register with that 64- or 32-bit name, and the size that the name says.
    pub fn from_name(name: &str) -> Option<(Reg, Size)> {
        let find = |names: &[&str; 16]| names.iter().position(|n| *n == name).map(|i| Reg::ALL[i]);
        find(&NAMES64)
            .map(|r| (r, Size::Qword))
            .or_else(|| find(&NAMES32).map(|r| (r, Size::Dword)))
    }

    /// The register whose low byte has that name.
    pub fn from_name8(name: &str) -> Option<Reg> {
        NAMES8.iter().position(|n| *n == name).map(|i| Reg::ALL[i])
    }
}

/// Prints the 64-bit name.
impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name(Size::Qword))
    }
}

/// A set of registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RegSet(pub u16);

impl RegSet {
    /// No register.
    pub const EMPTY: RegSet = RegSet(0);

    /// Whether `r` is in the set.
    pub fn contains(self, r: Reg) -> bool {
        self.0 >> r.number() & 1 != 0
    }

    /// Adds `r`.
    pub fn insert(&mut self, r: Reg) {
        self.0 |= 1 << r.number();
    }

    /// Whether the sets share a register.
    pub fn intersects(self, other: RegSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The members in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Reg> {
        Reg::ALL.into_iter().filter(move |r| self.contains(*r))
    }
}

impl BitOr for RegSet {
    type Output = RegSet;
    fn bitor(self, other: RegSet) -> RegSet {
        RegSet(self.0 | other.0)
    }
}

impl FromIterator<Reg> for RegSet {
    fn from_iter<I: IntoIterator<Item = Reg>>(regs: I) -> RegSet {
        let mut set = RegSet::EMPTY;
        regs.into_iter().for_each(|r| set.insert(r));
        set
    }
}

/// A set of status flags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags(pub u8);

impl Flags {
    /// No flag.
    pub const NONE: Flags = Flags(0);
    /// Carry.
    pub const CF: Flags = Flags(1);
    /// Overflow.
    pub const OF: Flags = Flags(2);
    /// Zero.
    pub const ZF: Flags = Flags(4);
    /// Sign.
    pub const SF: Flags = Flags(8);
    /// Parity of the low byte.
    pub const PF: Flags = Flags(16);
    /// Carry out of bit 3.
    pub const AF: Flags = Flags(32);
    /// All six.
    pub const ALL: Flags = Flags(63);

    /// Whether every flag of `other` is in the set.
    pub fn contains(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the sets share a flag.
    pub fn intersects(self, other: Flags) -> bool {
        self.0 & other.0 != 0
    }

    /// The flags of `self` that are not in `other`.
    pub fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }
}

impl BitOr for Flags {
    type Output = Flags;
    fn bitor(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

/// Operand size. Writing a 32-bit register clears its upper half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Size {
    /// 32 bits.
    Dword,
    /// 64 bits.
    Qword,
}

impl Size {
    /// 32 or 64.
    pub fn bits(self) -> u32 {
        match self {
            Size::Dword => 32,
            Size::Qword => 64,
        }
    }

    fn ptr(self) -> &'static str {
        match self {
            Size::Dword => "dword ptr",
            Size::Qword => "qword ptr",
        }
    }
}

/// Where an address starts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// A register.
    Reg(Reg),
    /// A symbol, reached relative to `rip`. Printed as it is: `.Lpool0` for an assembler file, `{p0}` for a `sym`
    /// operand of `asm!`.
    Label(String),
}

/// An address: `base + disp`. There is no index: kernels address limbs by constants.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mem {
    /// The base.
    pub base: Base,
    /// The distance in bytes.
    pub disp: i32,
}

impl Mem {
    /// `[base + disp]`
    pub fn new(base: Reg, disp: i32) -> Mem {
        Mem {
            base: Base::Reg(base),
            disp,
        }
    }

    /// `[rip + label]`
    pub fn label(label: impl Into<String>) -> Mem {
        Mem {
            base: Base::Label(label.into()),
            disp: 0,
        }
    }

    /// The base register, where there is one.
    pub fn reg(&self) -> Option<Reg> {
        match self.base {
            Base::Reg(r) => Some(r),
            Base::Label(_) => None,
        }
    }

    fn inside(&self) -> String {
        match &self.base {
            Base::Reg(r) => r.to_string(),
            Base::Label(l) => format!("rip + {l}"),
        }
    }
}

/// ` + 8`, ` - 8` or nothing.
fn disp(d: i32) -> String {
    match d {
        0 => String::new(),
        d if d < 0 => format!(" - {}", d.unsigned_abs()),
        d => format!(" + {d}"),
    }
}

/// Prints `[base + disp]`, without a size.
impl fmt::Display for Mem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}{}]", self.inside(), disp(self.disp))
    }
}

/// A register or a memory operand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rm {
    /// A register.
    Reg(Reg),
    /// Memory.
    Mem(Mem),
}

impl Rm {
    fn print(&self, size: Size) -> String {
        match self {
            Rm::Reg(r) => r.name(size).to_string(),
            Rm::Mem(m) => format!("{} {m}", size.ptr()),
        }
    }
}

impl From<Reg> for Rm {
    fn from(r: Reg) -> Rm {
        Rm::Reg(r)
    }
}

impl From<Mem> for Rm {
    fn from(m: Mem) -> Rm {
        Rm::Mem(m)
    }
}

/// A register, a memory operand, or a constant that is sign-extended to the operand size.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Src {
    /// A register.
    Reg(Reg),
    /// Memory.
    Mem(Mem),
    /// A constant.
    Imm(i32),
}

impl Src {
    fn print(&self, size: Size) -> String {
        match self {
            Src::Reg(r) => r.name(size).to_string(),
            Src::Mem(m) => format!("{} {m}", size.ptr()),
            Src::Imm(i) => i.to_string(),
        }
    }
}

impl From<Reg> for Src {
    fn from(r: Reg) -> Src {
        Src::Reg(r)
    }
}

impl From<Mem> for Src {
    fn from(m: Mem) -> Src {
        Src::Mem(m)
    }
}

impl From<i32> for Src {
    fn from(i: i32) -> Src {
        Src::Imm(i)
    }
}

impl From<Rm> for Src {
    fn from(rm: Rm) -> Src {
        match rm {
            Rm::Reg(r) => Src::Reg(r),
            Rm::Mem(m) => Src::Mem(m),
        }
    }
}

/// Two-operand arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum AluOp {
    Add,
    Or,
    Adc,
    Sbb,
    And,
    Sub,
    Xor,
    /// `sub` that keeps only the flags.
    Cmp,
    /// `and` that keeps only the flags.
    Test,
}

impl AluOp {
    /// All of them.
    pub const ALL: [AluOp; 9] = [
        AluOp::Add,
        AluOp::Or,
        AluOp::Adc,
        AluOp::Sbb,
        AluOp::And,
        AluOp::Sub,
        AluOp::Xor,
        AluOp::Cmp,
        AluOp::Test,
    ];

    /// The name in the text.
    pub fn mnemonic(self) -> &'static str {
        match self {
            AluOp::Add => "add",
            AluOp::Or => "or",
            AluOp::Adc => "adc",
            AluOp::Sbb => "sbb",
            AluOp::And => "and",
            AluOp::Sub => "sub",
            AluOp::Xor => "xor",
            AluOp::Cmp => "cmp",
            AluOp::Test => "test",
        }
    }

    /// Whether the first operand receives the result.
    pub fn writes(self) -> bool {
        !matches!(self, AluOp::Cmp | AluOp::Test)
    }

    /// Whether the carry flag is an input.
    pub fn reads_carry(self) -> bool {
        matches!(self, AluOp::Adc | AluOp::Sbb)
    }
}

/// One-operand arithmetic, in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum UnaryOp {
    Neg,
    Not,
    Inc,
    Dec,
}

impl UnaryOp {
    /// All of them.
    pub const ALL: [UnaryOp; 4] = [UnaryOp::Neg, UnaryOp::Not, UnaryOp::Inc, UnaryOp::Dec];

    /// The name in the text.
    pub fn mnemonic(self) -> &'static str {
        match self {
            UnaryOp::Neg => "neg",
            UnaryOp::Not => "not",
            UnaryOp::Inc => "inc",
            UnaryOp::Dec => "dec",
        }
    }
}

/// Shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum ShiftOp {
    Shl,
    Shr,
    Sar,
}

impl ShiftOp {
    /// All of them.
    pub const ALL: [ShiftOp; 3] = [ShiftOp::Shl, ShiftOp::Shr, ShiftOp::Sar];

    /// The name in the text; the flagless form has an `x` behind it.
    pub fn mnemonic(self) -> &'static str {
        match self {
            ShiftOp::Shl => "shl",
            ShiftOp::Shr => "shr",
            ShiftOp::Sar => "sar",
        }
    }
}

/// Conditions, in the order of their hardware numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cond {
    /// OF = 1
    O,
    /// OF = 0
    No,
    /// CF = 1
    C,
    /// CF = 0
    Nc,
    /// ZF = 1
    Z,
    /// ZF = 0
    Nz,
    /// CF = 1 or ZF = 1
    Be,
    /// CF = 0 and ZF = 0
    A,
    /// SF = 1
    S,
    /// SF = 0
    Ns,
    /// PF = 1
    P,
    /// PF = 0
    Np,
    /// SF != OF
    L,
    /// SF = OF
    Ge,
    /// ZF = 1 or SF != OF
    Le,
    /// ZF = 0 and SF = OF
    G,
}

const CONDS: [(Cond, &str); 16] = [
    (Cond::O, "o"),
    (Cond::No, "no"),
    (Cond::C, "c"),
    (Cond::Nc, "nc"),
    (Cond::Z, "z"),
    (Cond::Nz, "nz"),
    (Cond::Be, "be"),
    (Cond::A, "a"),
    (Cond::S, "s"),
    (Cond::Ns, "ns"),
    (Cond::P, "p"),
    (Cond::Np, "np"),
    (Cond::L, "l"),
    (Cond::Ge, "ge"),
    (Cond::Le, "le"),
    (Cond::G, "g"),
];

impl Cond {
    /// All sixteen.
    pub fn all() -> impl Iterator<Item = Cond> {
        CONDS.into_iter().map(|(c, _)| c)
    }

    /// The hardware number.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// What stands behind `set`, `cmov`, `j`.
    pub fn suffix(self) -> &'static str {
        CONDS[self as usize].1
    }

    /// The condition with that suffix; the usual other names (`b`, `ae`, `e`, `ne`, …) are read too.
    pub fn from_suffix(s: &str) -> Option<Cond> {
        let s = match s {
            "b" | "nae" => "c",
            "ae" | "nb" => "nc",
            "e" => "z",
            "ne" => "nz",
            "na" => "be",
            "nbe" => "a",
            "pe" => "p",
            "po" => "np",
            "nge" => "l",
            "nl" => "ge",
            "ng" => "le",
            "nle" => "g",
            s => s,
        };
        CONDS.into_iter().find(|(_, n)| *n == s).map(|(c, _)| c)
    }

    /// The flags it looks at.
    pub fn reads(self) -> Flags {
        match self {
            Cond::O | Cond::No => Flags::OF,
            Cond::C | Cond::Nc => Flags::CF,
            Cond::Z | Cond::Nz => Flags::ZF,
            Cond::Be | Cond::A => Flags::CF | Flags::ZF,
            Cond::S | Cond::Ns => Flags::SF,
            Cond::P | Cond::Np => Flags::PF,
            Cond::L | Cond::Ge => Flags::SF | Flags::OF,
            Cond::Le | Cond::G => Flags::ZF | Flags::SF | Flags::OF,
        }
    }
}

/// Instruction-set extensions beyond x86-64 as it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// `mulx`, `rorx`, `shlx`, `shrx`, `sarx`
    Bmi2,
    /// `adcx`, `adox`
    Adx,
}

/// One line of a program: an instruction, or a label.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Insn {
    /// `dst = src`; a constant is sign-extended.
    Mov {
        /// Operand size.
        size: Size,
        /// Receives the value.
        dst: Reg,
        /// The value.
        src: Src,
    },
    /// `[dst] = src`
    Store {
        /// Operand size.
        size: Size,
        /// Where to.
        dst: Mem,
        /// The value.
        src: Reg,
    },
    /// `dst = imm`, all 64 bits.
    MovAbs {
        /// Receives the value.
        dst: Reg,
        /// The value.
        imm: u64,
    },
    /// `dst = dst op src` (or the flags alone).
    Alu {
        /// The operation.
        op: AluOp,
        /// Operand size.
        size: Size,
        /// First operand and destination.
        dst: Reg,
        /// Second operand.
        src: Src,
    },
    /// `hi:lo = rdx * src`, no flags. If `hi` is `lo` it holds the high word.
    Mulx {
        /// Operand size.
        size: Size,
        /// Receives the high word.
        hi: Reg,
        /// Receives the low word.
        lo: Reg,
        /// The factor beside `rdx`.
        src: Rm,
    },
    /// `rdx:rax = rax * src`
    Mul {
        /// Operand size.
        size: Size,
        /// The factor beside `rax`.
        src: Rm,
    },
    /// `dst = dst * src`, low word.
    Imul {
        /// Operand size.
        size: Size,
        /// First factor and destination.
        dst: Reg,
        /// Second factor.
        src: Rm,
    },
    /// `dst = src * imm`, low word.
    ImulImm {
        /// Operand size.
        size: Size,
        /// Destination.
        dst: Reg,
        /// First factor.
        src: Rm,
        /// Second factor, sign-extended.
        imm: i32,
    },
    /// `dst + W CF = dst + src + CF`; other flags stay.
    Adcx {
        /// Operand size.
        size: Size,
        /// First operand and destination.
        dst: Reg,
        /// Second operand.
        src: Rm,
    },
    /// `dst + W OF = dst + src + OF`; other flags stay.
    Adox {
        /// Operand size.
        size: Size,
        /// First operand and destination.
        dst: Reg,
        /// Second operand.
        src: Rm,
    },
    /// `dst = op dst`
    Unary {
        /// The operation.
        op: UnaryOp,
        /// Operand size.
        size: Size,
        /// Operand and destination.
        dst: Reg,
    },
    /// `dst = base + index * scale + disp`, no flags.
    Lea {
        /// Operand size of the result; addresses have 64 bits.
        size: Size,
        /// Destination.
        dst: Reg,
        /// Base and distance.
        mem: Mem,
        /// An index register (not `rsp`; only with a register as base) and its factor: 1, 2, 4 or 8.
        index: Option<(Reg, u8)>,
    },
    /// `dst = dst op count`, `0 < count < bits`.
    Shift {
        /// The operation.
        op: ShiftOp,
        /// Operand size.
        size: Size,
        /// Operand and destination.
        dst: Reg,
        /// The constant distance.
        count: u8,
    },
    /// `dst = high word of (dst:src << count)`, `0 < count < bits`.
    Shld {
        /// Operand size.
        size: Size,
        /// High operand and destination.
        dst: Reg,
        /// What enters from below.
        src: Reg,
        /// The constant distance.
        count: u8,
    },
    /// `dst = low word of (src:dst >> count)`, `0 < count < bits`.
    Shrd {
        /// Operand size.
        size: Size,
        /// Low operand and destination.
        dst: Reg,
        /// What enters from above.
        src: Reg,
        /// The constant distance.
        count: u8,
    },
    /// `dst = src` rotated right by `count < bits`, no flags.
    Rorx {
        /// Operand size.
        size: Size,
        /// Destination.
        dst: Reg,
        /// Operand.
        src: Rm,
        /// The constant distance.
        count: u8,
    },
    /// `dst = src op (count mod bits)`, no flags.
    ShiftX {
        /// The operation.
        op: ShiftOp,
        /// Operand size.
        size: Size,
        /// Destination.
        dst: Reg,
        /// Operand.
        src: Rm,
        /// Holds the distance.
        count: Reg,
    },
    /// `CF = bit of reg`, `bit < bits`.
    Bt {
        /// Operand size.
        size: Size,
        /// Operand.
        reg: Reg,
        /// Which bit.
        bit: u8,
    },
    /// `dst = the low 64 bits of vector register src` (0 to 15), no flags. Reads no general register.
    FromVector {
        /// Destination.
        dst: Reg,
        /// The number of the vector register.
        src: u8,
    },
    /// `low byte of dst = cond`; the rest of `dst` stays.
    Setcc {
        /// The condition.
        cond: Cond,
        /// Its low byte is written.
        dst: Reg,
    },
    /// `dst = low byte of src`, zero-extended to 64 bits.
    Movzx {
        /// Destination.
        dst: Reg,
        /// Its low byte is read.
        src: Reg,
    },
    /// `dst = cond ? src : dst`. Memory is read either way; a 32-bit `dst` loses its upper half either way.
    Cmov {
        /// The condition.
        cond: Cond,
        /// Operand size.
        size: Size,
        /// Destination.
        dst: Reg,
        /// Taken if the condition holds.
        src: Rm,
    },
    /// Pushes 64 bits.
    Push(Reg),
    /// Pops 64 bits.
    Pop(Reg),
    /// Returns.
    Ret,
    /// Jumps if the condition holds.
    Jcc {
        /// The condition.
        cond: Cond,
        /// A label, or `2b` / `2f`: the nearest label `2` before or after.
        target: String,
    },
    /// A label, printed `name:`. In `asm!` only numbers are allowed, and not ones of digits 0 and 1 alone.
    Label(String),
    /// `CF = 1`
    Stc,
    /// `CF = 0`
    Clc,
    /// `CF = 1 - CF`
    Cmc,
}

/// What an instruction touches. Flags in neither `flags_written` nor `flags_undefined` keep their value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Registers whose value matters, address bases among them. `xor r, r`, `sub r, r` and `sbb r, r` do not read `r`.
    pub reads: RegSet,
    /// Registers that change.
    pub writes: RegSet,
    /// Flags whose value matters.
    pub flags_read: Flags,
    /// Flags that get a value which the operands determine.
    pub flags_written: Flags,
    /// Flags that are lost: what they hold afterwards is not specified.
    pub flags_undefined: Flags,
    /// Memory read, and how many bytes.
    pub mem_read: Option<(Mem, u32)>,
    /// Memory written, and how many bytes. For `push` the address is relative to `rsp` before it.
    pub mem_written: Option<(Mem, u32)>,
}

impl Effects {
    /// Flags that may change.
    pub fn flags_changed(&self) -> Flags {
        self.flags_written | self.flags_undefined
    }

    fn read(&mut self, r: Reg) {
        self.reads.insert(r);
    }

    fn write(&mut self, r: Reg) {
        self.writes.insert(r);
    }

    fn load(&mut self, m: &Mem, size: Size) {
        self.reads = self.reads | m.reg().into_iter().collect();
        self.mem_read = Some((m.clone(), size.bits() / 8));
    }

    fn rm(&mut self, rm: &Rm, size: Size) {
        match rm {
            Rm::Reg(r) => self.read(*r),
            Rm::Mem(m) => self.load(m, size),
        }
    }

    fn src(&mut self, src: &Src, size: Size) {
        match src {
            Src::Reg(r) => self.read(*r),
            Src::Mem(m) => self.load(m, size),
            Src::Imm(_) => {}
        }
    }
}

impl Insn {
    /// What is read and written.
    pub fn effects(&self) -> Effects {
        let mut e = Effects::default();
        let result = Flags::SF | Flags::ZF | Flags::PF;
        match self {
            Insn::Mov { size, dst, src } => {
                e.src(src, *size);
                e.write(*dst);
            }
            Insn::Store { size, dst, src } => {
                e.read(*src);
                e.reads = e.reads | dst.reg().into_iter().collect();
                e.mem_written = Some((dst.clone(), size.bits() / 8));
            }
            Insn::MovAbs { dst, .. } => e.write(*dst),
            Insn::Alu { op, size, dst, src } => {
                // The result (0, or minus the carry) does not depend on the register.
                let cancels =
                    matches!(op, AluOp::Xor | AluOp::Sub | AluOp::Sbb) && *src == Src::Reg(*dst);
                if !cancels {
                    e.read(*dst);
                    e.src(src, *size);
                }
                if op.writes() {
                    e.write(*dst);
                }
                if op.reads_carry() {
                    e.flags_read = Flags::CF;
                }
                match op {
                    AluOp::And | AluOp::Or | AluOp::Xor | AluOp::Test => {
                        e.flags_written = Flags::ALL.without(Flags::AF);
                        e.flags_undefined = Flags::AF;
                    }
                    _ => e.flags_written = Flags::ALL,
                }
            }
            Insn::Mulx { size, hi, lo, src } => {
                e.read(Reg::Rdx);
                e.rm(src, *size);
                e.write(*hi);
                e.write(*lo);
            }
            Insn::Mul { size, src } => {
                e.read(Reg::Rax);
                e.rm(src, *size);
                e.write(Reg::Rax);
                e.write(Reg::Rdx);
                e.flags_written = Flags::CF | Flags::OF;
                e.flags_undefined = result | Flags::AF;
            }
            Insn::Imul { size, dst, src } => {
                e.read(*dst);
                e.rm(src, *size);
                e.write(*dst);
                e.flags_written = Flags::CF | Flags::OF;
                e.flags_undefined = result | Flags::AF;
            }
            Insn::ImulImm { size, dst, src, .. } => {
                e.rm(src, *size);
                e.write(*dst);
                e.flags_written = Flags::CF | Flags::OF;
                e.flags_undefined = result | Flags::AF;
            }
            Insn::Adcx { size, dst, src } | Insn::Adox { size, dst, src } => {
                e.read(*dst);
                e.rm(src, *size);
                e.write(*dst);
                let flag = match self {
                    Insn::Adcx { .. } => Flags::CF,
                    _ => Flags::OF,
                };
                e.flags_read = flag;
                e.flags_written = flag;
            }
            Insn::Unary { op, dst, .. } => {
                e.read(*dst);
                e.write(*dst);
                e.flags_written = match op {
                    UnaryOp::Neg => Flags::ALL,
                    UnaryOp::Not => Flags::NONE,
                    UnaryOp::Inc | UnaryOp::Dec => Flags::ALL.without(Flags::CF),
                };
            }
            Insn::Lea {
                dst, mem, index, ..
            } => {
                e.reads = mem.reg().into_iter().chain(index.map(|(r, _)| r)).collect();
                e.write(*dst);
            }
            Insn::Shift { dst, count, .. } => {
                e.read(*dst);
                e.write(*dst);
                e.shift_flags(*count);
            }
            Insn::Shld {
                dst, src, count, ..
            }
            | Insn::Shrd {
                dst, src, count, ..
            } => {
                e.read(*dst);
                e.read(*src);
                e.write(*dst);
                e.shift_flags(*count);
            }
            Insn::Rorx { size, dst, src, .. } => {
                e.rm(src, *size);
                e.write(*dst);
            }
            Insn::ShiftX {
                size,
                dst,
                src,
                count,
                ..
            } => {
                e.rm(src, *size);
                e.read(*count);
                e.write(*dst);
            }
            Insn::Bt { reg, .. } => {
                e.read(*reg);
                e.flags_written = Flags::CF;
                e.flags_undefined = Flags::OF | Flags::SF | Flags::AF | Flags::PF;
            }
            Insn::Setcc { cond, dst } => {
                e.read(*dst);
                e.write(*dst);
                e.flags_read = cond.reads();
            }
            Insn::FromVector { dst, .. } => e.write(*dst),
            Insn::Movzx { dst, src } => {
                e.read(*src);
                e.write(*dst);
            }
            Insn::Cmov {
                cond,
                size,
                dst,
                src,
            } => {
                e.read(*dst);
                e.rm(src, *size);
                e.write(*dst);
                e.flags_read = cond.reads();
            }
            Insn::Push(r) => {
                e.read(*r);
                e.read(Reg::Rsp);
                e.write(Reg::Rsp);
                e.mem_written = Some((Mem::new(Reg::Rsp, -8), 8));
            }
            Insn::Pop(r) => {
                e.load(&Mem::new(Reg::Rsp, 0), Size::Qword);
                e.write(Reg::Rsp);
                e.write(*r);
            }
            Insn::Ret => {
                e.load(&Mem::new(Reg::Rsp, 0), Size::Qword);
                e.write(Reg::Rsp);
            }
            Insn::Jcc { cond, .. } => e.flags_read = cond.reads(),
            Insn::Label(_) => {}
            Insn::Stc | Insn::Clc => e.flags_written = Flags::CF,
            Insn::Cmc => {
                e.flags_read = Flags::CF;
                e.flags_written = Flags::CF;
            }
        }
        e
    }

    /// The extension that the instruction belongs to.
    pub fn feature(&self) -> Option<Feature> {
        match self {
            Insn::Mulx { .. } | Insn::Rorx { .. } | Insn::ShiftX { .. } => Some(Feature::Bmi2),
            Insn::Adcx { .. } | Insn::Adox { .. } => Some(Feature::Adx),
            _ => None,
        }
    }

    /// Whether control may go elsewhere than to the next line, or come from elsewhere: a bound for any scheduler.
    pub fn is_control(&self) -> bool {
        matches!(self, Insn::Ret | Insn::Jcc { .. } | Insn::Label(_))
    }
}

impl Effects {
    /// OF is defined for shifts by one alone.
    fn shift_flags(&mut self, count: u8) {
        self.flags_written = Flags::CF | Flags::SF | Flags::ZF | Flags::PF;
        self.flags_undefined = Flags::AF;
        if count == 1 {
            self.flags_written = self.flags_written | Flags::OF;
        } else {
            self.flags_undefined = self.flags_undefined | Flags::OF;
        }
    }
}

impl fmt::Display for Insn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Insn::Mov { size, dst, src } => {
                write!(f, "mov {}, {}", dst.name(*size), src.print(*size))
            }
            Insn::Store { size, dst, src } => {
                write!(f, "mov {} {dst}, {}", size.ptr(), src.name(*size))
            }
            Insn::MovAbs { dst, imm } => write!(f, "movabs {dst}, {imm:#x}"),
            Insn::Alu { op, size, dst, src } => {
                let (dst, src) = (dst.name(*size), src.print(*size));
                write!(f, "{} {dst}, {src}", op.mnemonic())
            }
            Insn::Mulx { size, hi, lo, src } => {
                let (hi, lo) = (hi.name(*size), lo.name(*size));
                write!(f, "mulx {hi}, {lo}, {}", src.print(*size))
            }
            Insn::Mul { size, src } => write!(f, "mul {}", src.print(*size)),
            Insn::Imul { size, dst, src } => {
                write!(f, "imul {}, {}", dst.name(*size), src.print(*size))
            }
            Insn::ImulImm {
                size,
                dst,
                src,
                imm,
            } => {
                let (dst, src) = (dst.name(*size), src.print(*size));
                write!(f, "imul {dst}, {src}, {imm}")
            }
            Insn::Adcx { size, dst, src } => {
                write!(f, "adcx {}, {}", dst.name(*size), src.print(*size))
            }
            Insn::Adox { size, dst, src } => {
                write!(f, "adox {}, {}", dst.name(*size), src.print(*size))
            }
            Insn::Unary { op, size, dst } => write!(f, "{} {}", op.mnemonic(), dst.name(*size)),
            Insn::Lea {
                size,
                dst,
                mem,
                index,
            } => {
                let dst = dst.name(*size);
                write!(f, "lea {dst}, [{}", mem.inside())?;
                if let Some((r, scale)) = index {
                    write!(f, " + {r}*{scale}")?;
                }
                write!(f, "{}]", disp(mem.disp))
            }
            Insn::Shift {
                op,
                size,
                dst,
                count,
            } => write!(f, "{} {}, {count}", op.mnemonic(), dst.name(*size)),
            Insn::Shld {
                size,
                dst,
                src,
                count,
            } => {
                let (dst, src) = (dst.name(*size), src.name(*size));
                write!(f, "shld {dst}, {src}, {count}")
            }
            Insn::Shrd {
                size,
                dst,
                src,
                count,
            } => {
                let (dst, src) = (dst.name(*size), src.name(*size));
                write!(f, "shrd {dst}, {src}, {count}")
            }
            Insn::Rorx {
                size,
                dst,
                src,
                count,
            } => {
                let (dst, src) = (dst.name(*size), src.print(*size));
                write!(f, "rorx {dst}, {src}, {count}")
            }
            Insn::ShiftX {
                op,
                size,
                dst,
                src,
                count,
            } => {
                let (dst, src) = (dst.name(*size), src.print(*size));
                write!(f, "{}x {dst}, {src}, {}", op.mnemonic(), count.name(*size))
            }
            Insn::Bt { size, reg, bit } => write!(f, "bt {}, {bit}", reg.name(*size)),
            Insn::Setcc { cond, dst } => write!(f, "set{} {}", cond.suffix(), dst.name8()),
            Insn::FromVector { dst, src } => write!(f, "movq {dst}, xmm{src}"),
            Insn::Movzx { dst, src } => {
                write!(f, "movzx {}, {}", dst.name(Size::Dword), src.name8())
            }
            Insn::Cmov {
                cond,
                size,
                dst,
                src,
            } => {
                let (dst, src) = (dst.name(*size), src.print(*size));
                write!(f, "cmov{} {dst}, {src}", cond.suffix())
            }
            Insn::Push(r) => write!(f, "push {r}"),
            Insn::Pop(r) => write!(f, "pop {r}"),
            Insn::Ret => f.write_str("ret"),
            Insn::Jcc { cond, target } => write!(f, "j{} {target}", cond.suffix()),
            Insn::Label(name) => write!(f, "{name}:"),
            Insn::Stc => f.write_str("stc"),
            Insn::Clc => f.write_str("clc"),
            Insn::Cmc => f.write_str("cmc"),
        }
    }
}

/// A program as text: one line each.
pub fn print(program: &[Insn]) -> String {
    program.iter().map(|insn| format!("{insn}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_forms() {
        let p = Mem::new(Reg::Rsi, 16);
        let mulx = Insn::Mulx {
            size: Size::Qword,
            hi: Reg::Rax,
            lo: Reg::R8,
            src: p.clone().into(),
        };
        assert_eq!(mulx.to_string(), "mulx rax, r8, qword ptr [rsi + 16]");
        let adc = Insn::Alu {
            op: AluOp::Adc,
            size: Size::Dword,
            dst: Reg::R9,
            src: 0.into(),
        };
        assert_eq!(adc.to_string(), "adc r9d, 0");
        let load = Insn::Mov {
            size: Size::Qword,
            dst: Reg::Rdx,
            src: Mem::label("{p0}").into(),
        };
        assert_eq!(load.to_string(), "mov rdx, qword ptr [rip + {p0}]");
        let lea = Insn::Lea {
            size: Size::Qword,
            dst: Reg::Rax,
            mem: Mem::new(Reg::Rbx, -8),
            index: Some((Reg::Rcx, 4)),
        };
        assert_eq!(lea.to_string(), "lea rax, [rbx + rcx*4 - 8]");
    }

    #[test]
    fn effects_of_the_carry_chains() {
        let src = Rm::Reg(Reg::Rax);
        let (size, dst) = (Size::Qword, Reg::R8);
        let adcx = Insn::Adcx {
            size,
            dst,
            src: src.clone(),
        }
        .effects();
        let adox = Insn::Adox { size, dst, src }.effects();
        assert!(!adcx.flags_changed().intersects(adox.flags_changed()));
        assert!(adcx.reads.contains(dst) && adcx.reads.contains(Reg::Rax));
        let zero = Insn::Alu {
            op: AluOp::Xor,
            size: Size::Dword,
            dst,
            src: dst.into(),
        }
        .effects();
        assert_eq!(zero.reads, RegSet::EMPTY);
        assert!(zero.flags_written.contains(Flags::CF | Flags::OF));
    }
}
