//! What x86-64 instructions do, as limb IR.
//!
//! A symbolic run over the lines: every register, flag, stack slot and vector register holds something known, or nothing that may be
//! read. Numbers are values of the function that is built; pointers are a region and a distance, so that every access is inside of a
//! declared operand or refused. There are no jumps: kernels are straight lines.
//!
//! Flags are modelled one by one. CF and OF are bits of the IR where an addition or subtraction makes them; ZF and SF are questions
//! about a word, built when asked; PF and AF cannot be read at all. What an instruction leaves undefined by the manuals stays undefined.

use super::LiftError;
use super::intel::{self, Address, NAMES, Operand};
use crate::claims::Claim;
use crate::limb_ir::{Builder, Function, Inst, Value, Word};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Hardware numbers of the registers that have a part to play.
const RAX: usize = 0;
const RDX: usize = 2;
const RSP: usize = 4;
/// `rdi`, `rsi`, `rdx`, `rcx`, `r8`, `r9`: pointers of a System V call.
const ARGUMENTS: [usize; 6] = [7, 6, 2, 1, 8, 9];
/// `rbx`, `rbp`, `rsp`, `r12` to `r15`.
const SAVED: [usize; 7] = [3, 5, 4, 12, 13, 14, 15];
/// Bytes of stack that a function may take without a probe: a page, behind which a guard page may lie.
const MAX_STACK: i64 = 4096;

/// The text of one function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// Line numbers and instructions.
    pub lines: Vec<(usize, String)>,
    /// The symbol of the constants and their words.
    pub pool: Option<(String, Vec<u64>)>,
}

/// A value that an `asm!` block starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A limb of an argument (of all its parameters, one after the other).
    Limb {
        /// The argument: an index into [`Claim::groups`].
        group: usize,
        /// The limb.
        limb: usize,
    },
    /// A pointer to the limbs of an argument.
    Pointer(usize),
    /// A pointer to the spill space.
    Spill,
}

/// A register that an operand names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// A general register.
    General(usize),
    /// A vector register.
    Vector(usize),
}

/// The operands of an `asm!` block.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// What each input register holds.
    pub inputs: Vec<(Place, Input)>,
    /// The register of each limb of the results, in order.
    pub outputs: Vec<usize>,
    /// The registers that the block says it writes.
    pub written: BTreeSet<usize>,
    /// Words of spill space; with none the block may not write memory at all.
    pub spill: usize,
}

/// How a function is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// System V: a pointer to the result, then one to each argument.
    SystemV,
    /// Inline.
    Inline(Block),
}

/// A lifted function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lifted {
    /// The code.
    pub function: Function,
    /// Bytes of stack used below the return address.
    pub stack: u64,
    /// Whether `rax` holds the pointer to the result at the end.
    pub returns_place: bool,
}

/// What a register or stack slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Val {
    /// Nothing that may be read.
    Undefined,
    /// A number.
    Word(Value),
    /// What the register of that number held on entry.
    Initial(usize),
    /// An address.
    Pointer(Region, i64),
    /// A bit in the low byte, the rest as it was.
    Byte(Bit),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Region {
    Result,
    Argument(usize),
    Stack,
    Spill,
}

/// A bit of the IR or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bit {
    value: Value,
    negated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flag {
    Undefined,
    Known(bool),
    Bit(Bit),
    /// Set where this word is 0.
    Zero(Value),
    /// The top bit of this word.
    Sign(Value),
    /// Defined, but not by anything that the IR says.
    Opaque,
}

fn bit(value: Value) -> Flag {
    Flag::Bit(Bit {
        value,
        negated: false,
    })
}

struct Machine<'a> {
    b: Builder,
    regs: [Val; 16],
    vectors: [Val; 16],
    cf: Flag,
    of: Flag,
    zf: Flag,
    sf: Flag,
    memory: BTreeMap<(Region, i64), Val>,
    arguments: Vec<Vec<Value>>,
    pool: Option<(&'a str, &'a [u64])>,
    results: usize,
    spill: usize,
    /// No pushes and no stack pointer: an `asm!` block.
    inline: bool,
    deepest: i64,
    constants: HashMap<Value, u64>,
    /// Words that are a bit, 0 or 1.
    bit_words: HashMap<Value, Bit>,
    /// Words that are 0 or all ones by a bit.
    masks: HashMap<Value, Bit>,
    /// The result lies apart from the operands.
    apart: bool,
    returned: bool,
}

type Said<T> = Result<T, String>;

/// Lifts a function. The parameters of the claim become those of the function.
///
/// # Errors
/// The first line that is not known, reads what is not defined, leaves the declared operands, or breaks the convention.
pub fn lift(
    name: &str,
    claim: &Claim,
    listing: &Listing,
    entry: &Entry,
) -> Result<Lifted, LiftError> {
    let last = listing.lines.last().map_or(0, |(n, _)| *n);
    let whole = |what: String| LiftError::new(last, what, name);
    let mut m = Machine::new(name, claim, listing, entry).map_err(whole)?;
    for (number, text) in &listing.lines {
        let at = |what: String| LiftError::new(*number, what, text.trim());
        if m.returned {
            return Err(at("after the return".into()));
        }
        let i = intel::parse(text).ok_or_else(|| at("not an instruction".into()))?;
        m.step(&i.mnemonic, &i.operands).map_err(at)?;
    }
    m.finish(claim, entry).map_err(whole)
}

impl<'a> Machine<'a> {
    fn new(name: &str, claim: &Claim, listing: &'a Listing, entry: &Entry) -> Said<Machine<'a>> {
        let mut b = Builder::new(name, Word::W64);
        let params: Vec<Vec<Value>> = claim
            .params
            .iter()
            .map(|(name, limbs, max)| b.param(name, *limbs, max.clone()))
            .collect();
        let arguments: Vec<Vec<Value>> = claim
            .groups()
            .iter()
            .map(|(_, members)| members.iter().flat_map(|i| params[*i].clone()).collect())
            .collect();
        let mut m = Machine {
            b,
            regs: [Val::Undefined; 16],
            vectors: [Val::Undefined; 16],
            cf: Flag::Undefined,
            of: Flag::Undefined,
            zf: Flag::Undefined,
            sf: Flag::Undefined,
            memory: BTreeMap::new(),
            arguments,
            pool: listing
                .pool
                .as_ref()
                .map(|(s, w)| (s.as_str(), w.as_slice())),
            results: claim.results.iter().map(|(_, limbs)| limbs).sum(),
            spill: 0,
            inline: false,
            deepest: 0,
            constants: HashMap::new(),
            bit_words: HashMap::new(),
            masks: HashMap::new(),
            apart: crate::claims::apart(name),
            returned: false,
        };
        match entry {
            Entry::SystemV => {
                for r in SAVED {
                    m.regs[r] = Val::Initial(r);
                }
                m.regs[RSP] = Val::Pointer(Region::Stack, 0);
                if m.arguments.len() >= ARGUMENTS.len() {
                    return Err("more arguments than registers".into());
                }
                m.regs[ARGUMENTS[0]] = Val::Pointer(Region::Result, 0);
                for (g, r) in ARGUMENTS[1..].iter().take(m.arguments.len()).enumerate() {
                    m.regs[*r] = Val::Pointer(Region::Argument(g), 0);
                }
            }
            Entry::Inline(block) => m.enter_inline(block)?,
        }
        Ok(m)
    }

    fn enter_inline(&mut self, block: &Block) -> Said<()> {
        self.inline = true;
        if block.spill > MAX_STACK as usize / 8 {
            return Err("more spill space than a page".into());
        }
        self.spill = block.spill;
        // Whatever is not an operand belongs to the surrounding code.
        for r in 0..16 {
            self.regs[r] = Val::Initial(r);
        }
        for r in &block.written {
            self.regs[*r] = Val::Undefined;
        }
        let mut seen = BTreeSet::new();
        for (place, input) in &block.inputs {
            let value = match input {
                Input::Limb { group, limb } => self
                    .arguments
                    .get(*group)
                    .and_then(|a| a.get(*limb))
                    .map(|v| Val::Word(*v)),
                Input::Pointer(g) => {
                    (*g < self.arguments.len()).then_some(Val::Pointer(Region::Argument(*g), 0))
                }
                Input::Spill => (self.spill > 0).then_some(Val::Pointer(Region::Spill, 0)),
            };
            let value = value.ok_or("an operand that is no limb of an argument")?;
            if !seen.insert(*place) {
                return Err("two inputs in one register".into());
            }
            match place {
                Place::General(r) => self.regs[*r] = value,
                Place::Vector(x) => self.vectors[*x] = value,
            }
        }
        let reserved = |r: &usize| [3, 4, 5].contains(r);
        let general = block.inputs.iter().filter_map(|(p, _)| match p {
            Place::General(r) => Some(*r),
            Place::Vector(_) => None,
        });
        if general
            .chain(block.written.iter().copied())
            .any(|r| reserved(&r))
        {
            return Err("rbx, rbp and rsp are not free for operands".into());
        }
        Ok(())
    }

    fn finish(mut self, claim: &Claim, entry: &Entry) -> Said<Lifted> {
        let mut limbs = vec![];
        match entry {
            Entry::SystemV => {
                if !self.returned {
                    return Err("no return".into());
                }
                for i in 0..self.results as i64 {
                    match self.memory.get(&(Region::Result, 8 * i)) {
                        Some(Val::Word(v)) => limbs.push(*v),
                        _ => return Err(format!("limb {i} of the result is not written")),
                    }
                }
            }
            Entry::Inline(block) => {
                if block.outputs.len() != self.results {
                    return Err("not as many outputs as limbs of the result".into());
                }
                for r in &block.outputs {
                    if !block.written.contains(r) {
                        return Err(format!("the output {} is not declared", NAMES[*r]));
                    }
                    limbs.push(self.word(self.regs[*r])?);
                }
                self.check_untouched(block)?;
            }
        }
        let mut rest = limbs.as_slice();
        for (name, n) in &claim.results {
            let (these, after) = rest.split_at(*n);
            self.b.result(name, these.to_vec());
            rest = after;
        }
        Ok(Lifted {
            returns_place: self.regs[RAX] == Val::Pointer(Region::Result, 0),
            function: without_dead(self.b.finish()),
            stack: self.deepest.unsigned_abs(),
        })
    }

    /// Registers that an `asm!` block does not say to write hold at its end what they held before.
    fn check_untouched(&self, block: &Block) -> Said<()> {
        let before = |r: usize| {
            block
                .inputs
                .iter()
                .find(|(p, _)| *p == Place::General(r))
                .map_or(Val::Initial(r), |(_, input)| match input {
                    Input::Limb { group, limb } => Val::Word(self.arguments[*group][*limb]),
                    Input::Pointer(g) => Val::Pointer(Region::Argument(*g), 0),
                    Input::Spill => Val::Pointer(Region::Spill, 0),
                })
        };
        for (r, name) in NAMES.iter().enumerate() {
            if !block.written.contains(&r) && self.regs[r] != before(r) {
                return Err(format!("{name} is written and not declared"));
            }
        }
        Ok(())
    }

    fn constant(&mut self, c: u64) -> Value {
        let v = self.b.constant(c);
        self.constants.insert(v, c);
        v
    }

    fn is(&self, v: Value, c: u64) -> bool {
        self.constants.get(&v) == Some(&c)
    }

    fn word(&mut self, v: Val) -> Said<Value> {
        match v {
            Val::Word(v) => Ok(v),
            Val::Undefined => Err("reads what is not defined".into()),
            Val::Initial(_) => Err("computes with a register of the caller".into()),
            Val::Pointer(..) => Err("computes with an address".into()),
            Val::Byte(_) => Err("reads bits above a byte that was set".into()),
        }
    }

    /// The 0 or 1 of a bit as a word.
    fn word_of(&mut self, bit: Bit) -> Value {
        let zero = self.constant(0);
        let word = if bit.negated {
            let one = self.constant(1);
            self.b.select(bit.value, zero, one)
        } else {
            self.b.add(zero, zero, Some(bit.value)).0
        };
        self.bit_words.insert(word, bit);
        word
    }

    /// A flag as a bit.
    fn flag(&mut self, f: Flag) -> Said<Bit> {
        let bit = |value, negated| Bit { value, negated };
        match f {
            Flag::Undefined => Err("reads a flag that is not defined".into()),
            Flag::Opaque => Err("reads a flag that has no value here".into()),
            Flag::Bit(b) => Ok(b),
            // 0 - 1 borrows.
            Flag::Known(set) => {
                let (zero, one) = (self.constant(0), self.constant(1));
                Ok(bit(self.b.sub(zero, one, None).1, !set))
            }
            // 0 - x borrows where x is not 0.
            Flag::Zero(x) => {
                let zero = self.constant(0);
                Ok(bit(self.b.sub(zero, x, None).1, true))
            }
            // The top bit, doubled out.
            Flag::Sign(x) => Ok(bit(self.b.add(x, x, None).1, false)),
        }
    }

    /// A flag as a carry in.
    fn carry(&mut self, f: Flag) -> Said<Option<Value>> {
        if f == Flag::Known(false) {
            return Ok(None);
        }
        let b = self.flag(f)?;
        if !b.negated {
            return Ok(Some(b.value));
        }
        let word = self.word_of(b);
        let zero = self.constant(0);
        Ok(Some(self.b.sub(zero, word, None).1))
    }

    /// A condition as a bit.
    fn condition(&mut self, name: &str) -> Said<Bit> {
        let (flag, when_clear) = match name {
            "c" | "b" | "nae" => (self.cf, false),
            "nc" | "nb" | "ae" => (self.cf, true),
            "o" => (self.of, false),
            "no" => (self.of, true),
            "z" | "e" => (self.zf, false),
            "nz" | "ne" => (self.zf, true),
            "s" => (self.sf, false),
            "ns" => (self.sf, true),
            _ => return Err("unknown condition".into()),
        };
        let b = self.flag(flag)?;
        Ok(Bit {
            negated: b.negated != when_clear,
            ..b
        })
    }

    /// Result flags of arithmetic: ZF and SF of a word, the others as given.
    fn arithmetic_flags(&mut self, result: Value, cf: Flag, of: Flag) {
        (self.cf, self.of) = (cf, of);
        self.zf = Flag::Zero(result);
        self.sf = Flag::Sign(result);
    }

    fn undefine_flags(&mut self) {
        for f in [&mut self.cf, &mut self.of, &mut self.zf, &mut self.sf] {
            *f = Flag::Undefined;
        }
    }

    fn address(&mut self, a: &Address) -> Said<(Region, i64)> {
        if a.index.is_some() {
            return Err("a memory operand with an index".into());
        }
        let base = a.base.ok_or("an address without a base")?;
        match self.regs[base] {
            Val::Pointer(region, at) => Ok((region, at + a.disp)),
            _ => Err(format!("{} is no pointer", NAMES[base])),
        }
    }

    /// Whether eight bytes at a place may be touched.
    fn within(&self, region: Region, at: i64, write: bool) -> Said<()> {
        let end = |words: usize| 8 * words as i64;
        let (low, high) = match region {
            Region::Result => (0, end(self.results)),
            Region::Argument(_) if write => return Err("writes to an argument".into()),
            Region::Argument(g) => (0, end(self.arguments[g].len())),
            Region::Spill => (0, end(self.spill)),
            Region::Stack if self.inline => return Err("touches the stack".into()),
            Region::Stack => match self.regs[RSP] {
                // The return address is at 0. What lies below the stack pointer may be overwritten at any time: the convention's red
                // zone is not kept by Windows and by kernels, for which the text is compiled, too.
                Val::Pointer(Region::Stack, rsp) => (rsp, 0),
                _ => return Err("the stack pointer is lost".into()),
            },
        };
        if at % 8 != 0 {
            return Err("an access across two words".into());
        }
        if at < low || at + 8 > high {
            return Err(format!("an access outside of its region, at {at}"));
        }
        Ok(())
    }

    fn load(&mut self, a: &Address) -> Said<Val> {
        if a.bits != Some(64) {
            return Err("not a 64-bit access".into());
        }
        if let Some(symbol) = &a.symbol {
            let (name, words) = self.pool.ok_or("there are no constants")?;
            if name != symbol {
                return Err("an unknown symbol".into());
            }
            let word = (a.disp % 8 == 0)
                .then(|| usize::try_from(a.disp / 8).ok())
                .flatten()
                .and_then(|i| words.get(i))
                .ok_or("an access outside of the constants")?;
            return Ok(Val::Word(self.constant(*word)));
        }
        let (region, at) = self.address(a)?;
        self.within(region, at, false)?;
        if let Region::Argument(g) = region {
            // The result may lie anywhere, over any part of the operands.
            if !self.apart && self.memory.keys().any(|(r, _)| *r == Region::Result) {
                return Err("an operand is read when part of the result is written".into());
            }
            return Ok(Val::Word(self.arguments[g][at as usize / 8]));
        }
        Ok(self
            .memory
            .get(&(region, at))
            .copied()
            .unwrap_or(Val::Undefined))
    }

    fn store(&mut self, a: &Address, v: Val) -> Said<()> {
        if a.bits != Some(64) || a.symbol.is_some() {
            return Err("not a 64-bit store".into());
        }
        let (region, at) = self.address(a)?;
        self.within(region, at, true)?;
        self.keep(region, at, v)
    }

    fn keep(&mut self, region: Region, at: i64, v: Val) -> Said<()> {
        match (region, v) {
            (_, Val::Byte(_)) => return Err("stores a byte that was set".into()),
            (Region::Stack, _) | (_, Val::Word(_)) => {}
            _ => return Err("stores what is no number".into()),
        }
        if region == Region::Stack {
            self.deepest = self.deepest.min(at);
        }
        self.memory.insert((region, at), v);
        Ok(())
    }

    /// The 64-bit value of a source operand.
    fn source(&mut self, o: &Operand) -> Said<Val> {
        match o {
            Operand::Reg(r, 64) => Ok(self.regs[*r]),
            Operand::Mem(a) => self.load(a),
            Operand::Imm(i) => {
                // Sign-extended from 32 bits.
                let i = i32::try_from(*i).map_err(|_| "a constant beyond 32 bits")?;
                Ok(Val::Word(self.constant(i64::from(i) as u64)))
            }
            _ => Err("unknown operand".into()),
        }
    }

    fn source_word(&mut self, o: &Operand) -> Said<Value> {
        let v = self.source(o)?;
        self.word(v)
    }

    /// A register or memory, but no constant.
    fn rm(&mut self, o: &Operand) -> Said<Value> {
        match o {
            Operand::Imm(_) => Err("a constant where none can be".into()),
            _ => self.source_word(o),
        }
    }

    fn step(&mut self, mnemonic: &str, o: &[Operand]) -> Said<()> {
        use Operand::{Imm, Mem, Reg, Xmm};
        match (mnemonic, o) {
            ("ret", []) => self.ret(),
            // What `push rsp` stores is the stack pointer before it moves: no kernel needs to know.
            ("push", [Reg(r, 64)]) if *r != RSP => {
                self.move_stack(-8)?;
                let Val::Pointer(_, at) = self.regs[RSP] else {
                    return Err("the stack pointer is lost".into());
                };
                self.keep(Region::Stack, at, self.regs[*r])
            }
            ("pop", [Reg(r, 64)]) if *r != RSP => {
                let Val::Pointer(Region::Stack, at) = self.regs[RSP] else {
                    return Err("the stack pointer is lost".into());
                };
                self.within(Region::Stack, at, false)?;
                self.regs[*r] = self
                    .memory
                    .get(&(Region::Stack, at))
                    .copied()
                    .unwrap_or(Val::Undefined);
                self.move_stack(8)
            }
            ("mov", [Reg(d, 64), s]) => {
                let v = self.source(s)?;
                self.write(*d, v)
            }
            ("mov", [Mem(a), Reg(s, 64)]) => self.store(a, self.regs[*s]),
            ("mov", [Reg(d, 32), Imm(i)]) => {
                let low = i32::try_from(*i).map(|i| i as u32);
                let c = low.or_else(|_| u32::try_from(*i));
                let c = c.map_err(|_| "a constant beyond 32 bits")?;
                let v = self.constant(c.into());
                self.write(*d, Val::Word(v))
            }
            ("mov", [Reg(d, 32), Reg(s, 32)]) => {
                let s = self.word(self.regs[*s])?;
                let mask = self.constant(u32::MAX.into());
                let v = self.b.and(s, mask);
                self.write(*d, Val::Word(v))
            }
            ("movabs", [Reg(d, 64), Imm(i)]) => {
                let c = u64::try_from(*i).or_else(|_| i64::try_from(*i).map(|i| i as u64));
                let v = self.constant(c.map_err(|_| "a constant beyond 64 bits")?);
                self.write(*d, Val::Word(v))
            }
            ("movq", [Reg(d, 64), Xmm(x)]) => self.write(*d, self.vectors[*x]),
            ("movq", [Xmm(x), Reg(s, 64)]) if !self.inline => {
                self.vectors[*x] = self.regs[*s];
                Ok(())
            }
            ("movzx", [Reg(d, 32 | 64), Reg(s, 8)]) => {
                let v = match self.regs[*s] {
                    Val::Byte(bit) => self.word_of(bit),
                    other => {
                        let w = self.word(other)?;
                        let mask = self.constant(0xff);
                        self.b.and(w, mask)
                    }
                };
                self.write(*d, Val::Word(v))
            }
            ("lea", [Reg(d, 64), Mem(a)]) => self.lea(*d, a),
            ("mulx", [Reg(hi, 64), Reg(lo, 64), s]) => {
                let x = self.word(self.regs[RDX])?;
                let y = self.rm(s)?;
                let (l, h) = self.b.mul_wide(x, y);
                // Where both are one register it keeps the high half.
                self.write(*lo, Val::Word(l))?;
                self.write(*hi, Val::Word(h))
            }
            ("mul", [s]) => {
                let x = self.word(self.regs[RAX])?;
                let y = self.rm(s)?;
                let (l, h) = self.b.mul_wide(x, y);
                self.write(RAX, Val::Word(l))?;
                self.write(RDX, Val::Word(h))?;
                self.undefine_flags();
                (self.cf, self.of) = (Flag::Opaque, Flag::Opaque);
                Ok(())
            }
            ("imul", [Reg(d, 64), s]) => {
                let y = self.rm(s)?;
                let x = self.word(self.regs[*d])?;
                self.imul(*d, x, y)
            }
            ("imul", [Reg(d, 64), s, i @ Imm(_)]) => {
                let (x, y) = (self.rm(s)?, self.source_word(i)?);
                self.imul(*d, x, y)
            }
            ("adcx" | "adox", [Reg(d, 64), s]) => {
                let carry = mnemonic == "adcx";
                let y = self.rm(s)?;
                let x = self.word(self.regs[*d])?;
                let cin = self.carry(if carry { self.cf } else { self.of })?;
                let (sum, c) = self.b.add(x, y, cin);
                *(if carry { &mut self.cf } else { &mut self.of }) = bit(c);
                self.write(*d, Val::Word(sum))
            }
            ("stc", []) => self.set_carry(Flag::Known(true)),
            ("clc", []) => self.set_carry(Flag::Known(false)),
            ("cmc", []) => {
                let b = self.flag(self.cf)?;
                let negated = !b.negated;
                self.set_carry(Flag::Bit(Bit { negated, ..b }))
            }
            ("nop", []) => Ok(()),
            ("rorx", [Reg(d, 64), s, Imm(k @ 0..=63)]) => {
                let x = self.rm(s)?;
                let v = match *k as u32 {
                    0 => x,
                    k => self.b.funnel(x, x, k),
                };
                self.write(*d, Val::Word(v))
            }
            ("shlx" | "shrx", [Reg(d, 64), s, Reg(k, 64)]) => {
                let count = self.word(self.regs[*k])?;
                let count = self.constants.get(&count).ok_or("a shift by a value")? % 64;
                let x = self.rm(s)?;
                let v = match (count as u32, mnemonic) {
                    (0, _) => x,
                    (k, "shlx") => self.b.shl(x, k),
                    (k, _) => self.b.shr(x, k),
                };
                self.write(*d, Val::Word(v))
            }
            ("shld" | "shrd", [Reg(d, 64), Reg(s, 64), Imm(k @ 1..=63)]) => {
                let x = self.word(self.regs[*d])?;
                let y = self.word(self.regs[*s])?;
                let v = match mnemonic {
                    "shld" => self.b.funnel(x, y, 64 - *k as u32),
                    _ => self.b.funnel(y, x, *k as u32),
                };
                self.undefine_flags();
                self.arithmetic_flags(v, Flag::Opaque, Flag::Opaque);
                self.write(*d, Val::Word(v))
            }
            ("bt", [Reg(r, 64), Imm(k @ 0..=63)]) => self.bt(*r, *k as u32),
            (_, [Reg(d, 32), Reg(s, 32)]) if d == s => self.clear32(mnemonic, *d),
            (_, [Reg(d, 64), Imm(k @ 1..=63)]) if matches!(mnemonic, "shl" | "shr") => {
                self.shift(mnemonic, *d, *k as u32)
            }
            (_, [Reg(d, 64)]) => self.unary(mnemonic, *d),
            (_, [Reg(d, 8)]) => match mnemonic.strip_prefix("set") {
                Some(condition) => self.setcc(condition, *d),
                None => Err("unknown instruction".into()),
            },
            (_, [Reg(d, 64), s]) => match mnemonic.strip_prefix("cmov") {
                Some(condition) => self.cmov(condition, *d, s),
                None => self.alu(mnemonic, *d, s),
            },
            _ => Err("unknown instruction".into()),
        }
    }

    fn write(&mut self, r: usize, v: Val) -> Said<()> {
        if r == RSP {
            return Err("writes the stack pointer".into());
        }
        self.regs[r] = v;
        Ok(())
    }

    fn set_carry(&mut self, f: Flag) -> Said<()> {
        self.cf = f;
        Ok(())
    }

    fn ret(&mut self) -> Said<()> {
        if self.inline {
            return Err("a return inside of a block".into());
        }
        if self.regs[RSP] != Val::Pointer(Region::Stack, 0) {
            return Err("the stack pointer is not restored".into());
        }
        for r in SAVED {
            if r != RSP && self.regs[r] != Val::Initial(r) {
                return Err(format!("{} is not restored", NAMES[r]));
            }
        }
        self.returned = true;
        Ok(())
    }

    fn move_stack(&mut self, by: i64) -> Said<()> {
        match self.regs[RSP] {
            Val::Pointer(Region::Stack, at) if at + by < -MAX_STACK => {
                Err("more stack than a page".into())
            }
            Val::Pointer(Region::Stack, at) if !self.inline && at + by <= 0 => {
                self.regs[RSP] = Val::Pointer(Region::Stack, at + by);
                // What lies below may be overwritten at any time.
                let low = (Region::Stack, i64::MIN);
                let dead: Vec<_> = self
                    .memory
                    .range(low..(Region::Stack, at + by))
                    .map(|(k, _)| *k)
                    .collect();
                for k in dead {
                    self.memory.remove(&k);
                }
                self.deepest = self.deepest.min(at + by);
                Ok(())
            }
            Val::Pointer(Region::Stack, _) => {
                Err("the stack pointer above the return address".into())
            }
            _ => Err("moves the stack pointer".into()),
        }
    }

    fn lea(&mut self, d: usize, a: &Address) -> Said<()> {
        if a.symbol.is_some() {
            return Err("the address of a constant".into());
        }
        if let (Some(base), None) = (a.base, a.index)
            && let Val::Pointer(region, at) = self.regs[base]
        {
            if d == RSP {
                return match region {
                    Region::Stack if base == RSP => self.move_stack(a.disp),
                    _ => Err("writes the stack pointer".into()),
                };
            }
            return self.write(d, Val::Pointer(region, at + a.disp));
        }
        let mut sum = self.constant(a.disp as u64);
        if let Some(base) = a.base {
            let base = self.word(self.regs[base])?;
            sum = self.plus(base, sum);
        }
        if let Some((r, scale)) = a.index {
            let x = self.word(self.regs[r])?;
            let x = match scale {
                1 => x,
                s => self.b.shl(x, s.trailing_zeros()),
            };
            sum = self.plus(sum, x);
        }
        self.write(d, Val::Word(sum))
    }

    /// A sum modulo `W`, without the trivial ones.
    fn plus(&mut self, a: Value, b: Value) -> Value {
        if self.is(a, 0) {
            b
        } else if self.is(b, 0) {
            a
        } else {
            self.b.add(a, b, None).0
        }
    }

    fn imul(&mut self, d: usize, x: Value, y: Value) -> Said<()> {
        let v = self.b.mul_lo(x, y);
        self.undefine_flags();
        (self.cf, self.of) = (Flag::Opaque, Flag::Opaque);
        self.write(d, Val::Word(v))
    }

    fn bt(&mut self, r: usize, k: u32) -> Said<()> {
        let x = self.word(self.regs[r])?;
        self.cf = match self.bit_words.get(&x) {
            Some(b) if k == 0 => Flag::Bit(*b),
            _ => {
                // The bit shifted to the top, doubled out.
                let up = match 63 - k {
                    0 => x,
                    k => self.b.shl(x, k),
                };
                bit(self.b.add(up, up, None).1)
            }
        };
        self.of = Flag::Undefined;
        self.sf = Flag::Undefined;
        Ok(())
    }

    /// `xor r, r` and `sub r, r` on 32-bit names, which clear the whole register.
    fn clear32(&mut self, mnemonic: &str, d: usize) -> Said<()> {
        match mnemonic {
            "xor" | "sub" => {
                let zero = self.constant(0);
                self.arithmetic_flags(zero, Flag::Known(false), Flag::Known(false));
                (self.zf, self.sf) = (Flag::Known(true), Flag::Known(false));
                self.write(d, Val::Word(zero))
            }
            "test" => {
                let x = self.word(self.regs[d])?;
                let mask = self.constant(u32::MAX.into());
                let low = self.b.and(x, mask);
                self.arithmetic_flags(low, Flag::Known(false), Flag::Known(false));
                self.sf = Flag::Opaque;
                Ok(())
            }
            _ => Err("unknown instruction".into()),
        }
    }

    fn shift(&mut self, mnemonic: &str, d: usize, k: u32) -> Said<()> {
        let x = self.word(self.regs[d])?;
        let known = self.bit_words.get(&x).copied();
        let (v, cf) = match (mnemonic, known) {
            ("shr", Some(b)) if k == 1 => (self.b.shr(x, k), Flag::Bit(b)),
            // The flag, if it is read, is the carry of a sum; the word is a shift beside the one to the right, as the kernels have it.
            ("shl", _) if k == 1 => {
                let (_, c) = self.b.add(x, x, None);
                (self.b.shl(x, k), bit(c))
            }
            ("shl", _) => (self.b.shl(x, k), Flag::Opaque),
            _ => (self.b.shr(x, k), Flag::Opaque),
        };
        self.arithmetic_flags(v, cf, Flag::Opaque);
        self.write(d, Val::Word(v))
    }

    fn unary(&mut self, mnemonic: &str, d: usize) -> Said<()> {
        let x = match mnemonic {
            "neg" | "not" | "inc" | "dec" => self.word(self.regs[d])?,
            _ => return Err("unknown instruction".into()),
        };
        let (zero, one) = (self.constant(0), self.constant(1));
        let v = match mnemonic {
            "neg" => {
                let (v, borrow) = self.b.sub(zero, x, None);
                // Of a word that is 0 or 1 the borrow is the bit.
                let cf = match self.bit_words.get(&x) {
                    Some(b) => {
                        let b = *b;
                        self.masks.insert(v, b);
                        Flag::Bit(b)
                    }
                    None => bit(borrow),
                };
                self.arithmetic_flags(v, cf, Flag::Opaque);
                v
            }
            "not" => {
                let ones = self.constant(u64::MAX);
                let v = self.b.xor(x, ones);
                if let Some(b) = self.masks.get(&x).copied() {
                    let negated = !b.negated;
                    self.masks.insert(v, Bit { negated, ..b });
                }
                v
            }
            // CF stays.
            "inc" => {
                let v = self.b.add(x, one, None).0;
                self.arithmetic_flags(v, self.cf, Flag::Opaque);
                v
            }
            _ => {
                let v = self.b.sub(x, one, None).0;
                self.arithmetic_flags(v, self.cf, Flag::Opaque);
                v
            }
        };
        self.write(d, Val::Word(v))
    }

    fn setcc(&mut self, condition: &str, d: usize) -> Said<()> {
        let before = self.regs[d];
        let b = self.condition(condition)?;
        let v = match before {
            // The upper bytes are zero already.
            Val::Word(w) if self.is(w, 0) => Val::Word(self.word_of(b)),
            _ => Val::Byte(b),
        };
        self.write(d, v)
    }

    fn cmov(&mut self, condition: &str, d: usize, s: &Operand) -> Said<()> {
        if matches!(s, Operand::Imm(_)) {
            return Err("a constant where none can be".into());
        }
        let then = self.source_word(s)?;
        let otherwise = self.word(self.regs[d])?;
        let b = self.condition(condition)?;
        let (x, y) = if b.negated {
            (otherwise, then)
        } else {
            (then, otherwise)
        };
        let v = if x == y {
            x
        } else {
            self.b.select(b.value, x, y)
        };
        self.write(d, Val::Word(v))
    }

    fn alu(&mut self, mnemonic: &str, d: usize, s: &Operand) -> Said<()> {
        // The stack pointer moves by constants.
        if let (Val::Pointer(region, at), "add" | "sub", Operand::Imm(i)) =
            (self.regs[d], mnemonic, s)
        {
            let i = i64::from(i32::try_from(*i).map_err(|_| "a constant beyond 32 bits")?);
            let by = if mnemonic == "add" { i } else { -i };
            self.undefine_flags();
            return match d {
                RSP => self.move_stack(by),
                _ => self.write(d, Val::Pointer(region, at + by)),
            };
        }
        let same = *s == Operand::Reg(d, 64);
        // `xor r, r`, `sub r, r`, `sbb r, r` do not depend on what was there.
        if same && matches!(mnemonic, "xor" | "sub") {
            return self.clear32(mnemonic, d);
        }
        if same && mnemonic == "sbb" {
            return self.carry_mask(d);
        }
        let y = self.source_word(s)?;
        let x = self.word(self.regs[d])?;
        let result = match mnemonic {
            "add" | "adc" => {
                let cin = match mnemonic {
                    "adc" => self.carry(self.cf)?,
                    _ => None,
                };
                let (v, c) = self.b.add(x, y, cin);
                // A word that is 0 or 1 plus all ones: the carry is the word.
                let known = self.bit_words.get(&x).filter(|_| cin.is_none());
                let cf = match known {
                    Some(b) if self.is(y, u64::MAX) => Flag::Bit(*b),
                    _ => bit(c),
                };
                self.arithmetic_flags(v, cf, Flag::Opaque);
                Some(v)
            }
            "sub" | "sbb" | "cmp" => {
                let bin = match mnemonic {
                    "sbb" => self.carry(self.cf)?,
                    _ => None,
                };
                let (v, c) = self.b.sub(x, y, bin);
                self.arithmetic_flags(v, bit(c), Flag::Opaque);
                (mnemonic != "cmp").then_some(v)
            }
            "and" | "or" | "xor" | "test" => {
                let v = self.logic(mnemonic, x, y, same);
                self.arithmetic_flags(v, Flag::Known(false), Flag::Known(false));
                (mnemonic != "test").then_some(v)
            }
            _ => return Err("unknown instruction".into()),
        };
        match result {
            Some(v) => self.write(d, Val::Word(v)),
            None => Ok(()),
        }
    }

    fn logic(&mut self, mnemonic: &str, x: Value, y: Value, same: bool) -> Value {
        match mnemonic {
            "or" => self.b.or(x, y),
            "xor" => self.b.xor(x, y),
            _ if same => x,
            _ => {
                // A mask made of a bit selects.
                let masked = match (self.masks.get(&x), self.masks.get(&y)) {
                    (Some(b), _) => Some((*b, y)),
                    (None, Some(b)) => Some((*b, x)),
                    (None, None) => None,
                };
                let Some((b, v)) = masked else {
                    return self.b.and(x, y);
                };
                let zero = self.constant(0);
                if b.negated {
                    self.b.select(b.value, zero, v)
                } else {
                    self.b.select(b.value, v, zero)
                }
            }
        }
    }

    /// `sbb r, r`: all ones where the carry is set. CF stays.
    fn carry_mask(&mut self, d: usize) -> Said<()> {
        let zero = self.constant(0);
        let b = self.flag(self.cf)?;
        let ones = self.constant(u64::MAX);
        let v = if b.negated {
            self.b.select(b.value, zero, ones)
        } else {
            self.b.select(b.value, ones, zero)
        };
        self.masks.insert(v, b);
        self.arithmetic_flags(v, Flag::Bit(b), Flag::Known(false));
        self.write(d, Val::Word(v))
    }
}

/// The function without instructions of which nothing is read.
fn without_dead(f: Function) -> Function {
    let mut used = vec![false; f.types.len()];
    for r in &f.results {
        r.limbs.iter().for_each(|v| used[v.index()] = true);
    }
    let live = |i: &Inst, used: &[bool]| {
        used[i.first.index()] || i.second().is_some_and(|v| used[v.index()])
    };
    for inst in f.insts.iter().rev() {
        if live(inst, &used) {
            for (v, _) in inst.op.operands() {
                used[v.index()] = true;
            }
        }
    }
    let mut renamed: Vec<Option<Value>> = vec![None; f.types.len()];
    let mut types = vec![];
    let mut fresh = |v: Value, renamed: &mut Vec<Option<Value>>| {
        renamed[v.index()] = Some(Value(types.len() as u32));
        types.push(f.types[v.index()]);
        Value(types.len() as u32 - 1)
    };
    let mut params = f.params.clone();
    for p in &mut params {
        for v in &mut p.limbs {
            *v = fresh(*v, &mut renamed);
        }
    }
    let mut insts = vec![];
    for inst in &f.insts {
        if !live(inst, &used) {
            continue;
        }
        let op = inst.op.map_operands(|v| renamed[v.index()].unwrap_or(v));
        let first = fresh(inst.first, &mut renamed);
        if let Some(second) = inst.second() {
            fresh(second, &mut renamed);
        }
        insts.push(Inst { first, op });
    }
    let mut results = f.results.clone();
    for r in &mut results {
        for v in &mut r.limbs {
            *v = renamed[v.index()].unwrap_or(*v);
        }
    }
    Function {
        params,
        insts,
        results,
        types,
        ..f
    }
}
