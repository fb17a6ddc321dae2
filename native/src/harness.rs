//! Calling convention and memory, tested by force.
//!
//! [`Harness::run`] calls a kernel again and again with the same numbers: operands flush against a guard page before
//! or behind them, status flags all set or all clear, operands apart or on top of each other in every way that the
//! kernel's document allows, one of them the output across others that lie side by side. Each call starts from fresh memory and known registers; afterwards everything is looked at.

use crate::ExecutableBuffer;
use crate::call::{Call, DIRECTION, End, FLAGS_CLEAR, FLAGS_SET, SAVED, perform_in_child};
use crate::pages::{Mapping, page_size};
use std::fmt;
use std::io;
use std::marker::PhantomData;

/// One argument of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// A pointer to this many bytes that the kernel writes, all of them.
    Out(usize),
    /// A pointer to these bytes, which the kernel only reads.
    In(Vec<u8>),
    /// A number, passed as it is.
    Value(u64),
}

impl Arg {
    /// An output of `n` 64-bit words.
    pub fn out64(n: usize) -> Arg {
        Arg::Out(8 * n)
    }

    /// An input of 64-bit words.
    pub fn in64(words: &[u64]) -> Arg {
        Arg::In(words.iter().flat_map(|w| w.to_le_bytes()).collect())
    }

    /// An output of `n` 32-bit words.
    pub fn out32(n: usize) -> Arg {
        Arg::Out(4 * n)
    }

    /// An input of 32-bit words.
    pub fn in32(words: &[u32]) -> Arg {
        Arg::In(words.iter().flat_map(|w| w.to_le_bytes()).collect())
    }

    /// The size of what is pointed to.
    fn size(&self) -> Option<usize> {
        match self {
            Arg::Out(n) => Some(*n),
            Arg::In(b) => Some(b.len()),
            Arg::Value(_) => None,
        }
    }
}

/// The 64-bit words of an output. Bytes behind the last whole word are left out.
pub fn words(bytes: &[u8]) -> Vec<u64> {
    let (chunks, _) = bytes.as_chunks::<8>();
    chunks.iter().map(|c| u64::from_le_bytes(*c)).collect()
}

/// Which arguments of the same size may be the same memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aliasing {
    /// An output and inputs.
    pub output_and_input: bool,
    /// Two inputs. The harness then also passes the first one's value for both: it must be allowed there.
    pub inputs: bool,
    /// One output, and any part of inputs that lie one behind the other: it begins at each of their words and at each before
    /// that lets it reach them. Both orders of the inputs are tried.
    pub overlap: bool,
}

impl Aliasing {
    /// Everything, as for `add`, `mul` and their like.
    pub const ALL: Aliasing = Aliasing {
        output_and_input: true,
        inputs: true,
        overlap: true,
    };
    /// Inputs may be the same memory, outputs lie apart from them: kernels that store results while they still read.
    pub const INPUTS: Aliasing = Aliasing {
        output_and_input: false,
        inputs: true,
        overlap: false,
    };
    /// All operands apart.
    pub const NONE: Aliasing = Aliasing {
        output_and_input: false,
        inputs: false,
        overlap: false,
    };
}

/// Where an operand lies in its pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Its first byte is the first behind a guard page.
    Start,
    /// Its last byte is the last before a guard page.
    End,
}

/// The conditions of one call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Where the operands lie.
    pub place: Place,
    /// Whether the status flags were all set before, and inputs writable; or all clear, and what is only read on
    /// read-only pages (where a write faults even if it changes nothing).
    pub flags_set: bool,
    /// For each argument the first argument that it shares memory with (itself, if none).
    pub same_as: Vec<usize>,
    /// Where each argument with memory begins, in bytes, if all lie in one.
    pub offsets: Option<Vec<usize>>,
    /// The inputs: those of the caller, or one for several, where they share memory (or are compared with that).
    inputs: Inputs,
}

/// The bytes of each argument that is an input.
type Inputs = Vec<Option<Vec<u8>>>;

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = match self.place {
            Place::Start => "behind",
            Place::End => "before",
        };
        let flags = match self.flags_set {
            true => "set",
            false => "clear, inputs read-only",
        };
        write!(f, "operands {place} a guard page, flags {flags}")?;
        for (i, first) in self.same_as.iter().enumerate() {
            if i != *first {
                write!(f, ", argument {i} is argument {first}")?;
            }
        }
        if let Some(offsets) = &self.offsets {
            write!(f, ", in one memory at {offsets:?}")?;
        }
        Ok(())
    }
}

/// What a kernel did that it must not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// Killed: memory outside of the operands, an instruction that the processor lacks, a return to nowhere, or (by
    /// `SIGALRM`) no return at all.
    #[error("killed by signal {signal}")]
    Killed {
        /// Its number.
        signal: i32,
    },
    /// A callee-saved register lost its value.
    #[error("{register} changed from {before:#x} to {after:#x}")]
    Register {
        /// Which one.
        register: &'static str,
        /// The value before.
        before: u64,
        /// The value after.
        after: u64,
    },
    /// `rsp` is not what it was.
    #[error("rsp is off by {by}")]
    StackPointer {
        /// After minus before.
        by: i64,
    },
    /// The caller's part of the stack was written.
    #[error("the caller's stack was written, word {word} above the return address")]
    Stack {
        /// Which word, from 0.
        word: usize,
    },
    /// The direction flag is set.
    #[error("the direction flag is set")]
    Direction,
    /// Memory beside an operand was written.
    #[error("memory beside argument {argument} was written, byte {offset} relative to its start")]
    Canary {
        /// Which argument.
        argument: usize,
        /// Where, relative to the operand.
        offset: isize,
    },
    /// An input was written.
    #[error("input {argument} was written")]
    Input {
        /// Which argument.
        argument: usize,
    },
    /// An output depends on where operands lie, on flags, on memory's former content, or on what operands share
    /// memory with; or was not written entirely.
    #[error("output {argument} differs from the one under other conditions")]
    Output {
        /// Which argument.
        argument: usize,
    },
}

/// Why a run has no result.
#[derive(Debug, thiserror::Error)]
pub enum HarnessError {
    /// The kernel misbehaves.
    #[error("{violation} ({case})")]
    Violation {
        /// How.
        violation: Violation,
        /// When.
        case: Case,
    },
    /// More than four arguments, or an offset outside of the code.
    #[error("no such call")]
    Arguments,
    /// The system refuses pages or processes.
    #[error("system: {0}")]
    System(#[from] io::Error),
}

/// Calls one kernel under all conditions.
pub struct Harness<'a> {
    entry: Option<u64>,
    aliasing: Aliasing,
    code: PhantomData<&'a ExecutableBuffer>,
}

/// Operands that share memory: one mapping with guard pages around.
struct Area {
    pages: Mapping,
    /// Of the operand, in the mapping.
    at: usize,
    size: usize,
}

/// The content of accessible memory outside of operands.
const CANARY: u8 = 0xc5;

impl Area {
    fn new(content: &[u8], place: Place) -> io::Result<Area> {
        let page = page_size();
        let size = content.len();
        let inner = size.max(1).next_multiple_of(page);
        let mut pages = Mapping::new(inner + 2 * page, true)?;
        let at = match place {
            Place::Start => page,
            Place::End => page + inner - size,
        };
        pages.write(page, &vec![CANARY; inner]);
        pages.write(at, content);
        pages.protect(0, page, libc::PROT_NONE)?;
        pages.protect(page + inner, page, libc::PROT_NONE)?;
        Ok(Area { pages, at, size })
    }

    fn make_read_only(&mut self) -> io::Result<()> {
        let page = page_size();
        let inner = self.pages.len() - 2 * page;
        self.pages.protect(page, inner, libc::PROT_READ)
    }

    fn address(&self) -> u64 {
        self.pages.start().wrapping_add(self.at).expose_provenance() as u64
    }

    fn content(&self) -> Vec<u8> {
        self.pages.read(self.at, self.size)
    }

    /// The first byte beside the operand that changed, relative to it.
    fn damage(&self) -> Option<isize> {
        let page = page_size();
        let inner = self.pages.read(page, self.pages.len() - 2 * page);
        let operand = self.at - page..self.at - page + self.size;
        (0..inner.len())
            .find(|i| !operand.contains(i) && inner[*i] != CANARY)
            .map(|i| i as isize - operand.start as isize)
    }
}

/// A call that is ready to be performed: its conditions and its memory.
struct Prepared {
    case: Case,
    /// One for each argument that is the first at its memory.
    areas: Vec<Option<Area>>,
    call: Call,
}

impl<'a> Harness<'a> {
    /// A harness for the kernel that begins at `offset`.
    pub fn new(code: &'a ExecutableBuffer, offset: usize, aliasing: Aliasing) -> Harness<'a> {
        Harness {
            entry: code
                .address(offset)
                .map(|entry| entry.expose_provenance() as u64),
            aliasing,
            code: PhantomData,
        }
    }

    /// A harness for a function of this program.
    pub fn of_function(entry: *const (), aliasing: Aliasing) -> Harness<'static> {
        Harness {
            entry: Some(entry.expose_provenance() as u64),
            aliasing,
            code: PhantomData,
        }
    }

    /// Calls the kernel under all conditions and returns its outputs in the order of the arguments.
    ///
    /// The kernel runs in a child process. It should follow the System V convention, take these arguments, read
    /// and write no other memory than they say (and its stack), and leave the same outputs each time; everything
    /// else is reported. It cannot be detected if it writes to memory of the process far away from its operands.
    ///
    /// # Errors
    /// The first violation in the order of the cases, with the case; or why nothing could be called.
    pub fn run(&self, args: &[Arg]) -> Result<Vec<Vec<u8>>, HarnessError> {
        let entry = self
            .entry
            .filter(|_| args.len() <= 4)
            .ok_or(HarnessError::Arguments)?;
        let mut all = cases(args, self.aliasing);
        if self.aliasing.overlap {
            all.extend(overlaps(args));
        }
        let prepared = all
            .into_iter()
            .enumerate()
            .map(|(i, case)| prepare(args, case, entry, i as u64))
            .collect::<io::Result<Vec<_>>>()?;
        let (calls, end) = perform(&prepared)?;

        // For each tuple of inputs the outputs that all its cases must leave.
        let mut seen: Vec<(Inputs, Vec<Vec<u8>>)> = vec![];
        for (p, call) in prepared.iter().zip(&calls) {
            let fail = |violation| HarnessError::Violation {
                violation,
                case: p.case.clone(),
            };
            if call.done == 0 {
                let End::Signal(signal) = end else {
                    // The kernel left by a system call of its own: as bad as not to return.
                    return Err(fail(Violation::Killed { signal: 0 }));
                };
                return Err(fail(Violation::Killed { signal }));
            }
            registers(call).map_err(fail)?;
            let outputs = memory(args, p).map_err(fail)?;
            match seen.iter().find(|(inputs, _)| *inputs == p.case.inputs) {
                None => seen.push((p.case.inputs.clone(), outputs)),
                Some((_, expected)) => {
                    let indices = (0..args.len()).filter(|i| matches!(args[*i], Arg::Out(_)));
                    for ((argument, a), b) in indices.zip(&outputs).zip(expected) {
                        if a != b {
                            return Err(fail(Violation::Output { argument }));
                        }
                    }
                }
            }
        }
        // The first case has the caller's inputs.
        Ok(seen.swap_remove(0).1)
    }
}

/// Every way to let arguments share memory: for each argument the first of its group. The first way is all apart.
fn groupings(args: &[Arg], aliasing: Aliasing) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for i in 0..args.len() {
        let mut longer = vec![];
        for g in all {
            let apart = |g: &Vec<usize>| g.iter().copied().chain([i]).collect::<Vec<_>>();
            longer.push(apart(&g));
            for first in 0..i {
                if g[first] != first || !fits(args, &g, first, i, aliasing) {
                    continue;
                }
                let mut joined = apart(&g);
                joined[i] = first;
                longer.push(joined);
            }
        }
        all = longer;
    }
    all
}

/// Whether argument `i` may join the group that begins with `first`.
fn fits(args: &[Arg], g: &[usize], first: usize, i: usize, aliasing: Aliasing) -> bool {
    let mut members = (first..i).filter(|m| g[*m] == first);
    members.all(|m| match (&args[m], &args[i]) {
        (Arg::In(a), Arg::In(b)) => aliasing.inputs && a.len() == b.len(),
        (Arg::In(b), Arg::Out(n)) | (Arg::Out(n), Arg::In(b)) => {
            aliasing.output_and_input && b.len() == *n
        }
        _ => false,
    })
}

/// The calls to make. For every grouping also one with all apart and the same inputs, to compare with.
fn cases(args: &[Arg], aliasing: Aliasing) -> Vec<Case> {
    let apart: Vec<usize> = (0..args.len()).collect();
    let mut cases: Vec<Case> = vec![];
    for grouping in groupings(args, aliasing) {
        let inputs: Inputs = (0..args.len())
            .map(|i| match &args[i] {
                Arg::In(_) => (0..args.len()).find_map(|j| match &args[j] {
                    Arg::In(b) if grouping[j] == grouping[i] => Some(b.clone()),
                    _ => None,
                }),
                _ => None,
            })
            .collect();
        for same_as in [&apart, &grouping] {
            for place in [Place::Start, Place::End] {
                for flags_set in [true, false] {
                    let case = Case {
                        place,
                        flags_set,
                        same_as: same_as.clone(),
                        offsets: None,
                        inputs: inputs.clone(),
                    };
                    if !cases.contains(&case) {
                        cases.push(case);
                    }
                }
            }
        }
    }
    cases
}

/// Inputs one behind the other, in this order and the other one, and the output at every word from where it ends behind the first word of
/// the inputs to where it begins at the last. None without exactly one output, or without inputs.
fn overlaps(args: &[Arg]) -> Vec<Case> {
    const WORD: usize = 8;
    let at = |wanted: fn(&Arg) -> bool| -> Vec<usize> {
        (0..args.len()).filter(|i| wanted(&args[*i])).collect()
    };
    let (outs, ins) = (
        at(|a| matches!(a, Arg::Out(_))),
        at(|a| matches!(a, Arg::In(_))),
    );
    let size = |i: usize| args[i].size().unwrap_or(0);
    let total: usize = ins.iter().map(|i| size(*i)).sum();
    let [out] = outs[..] else { return vec![] };
    if total < WORD || size(out) < WORD {
        return vec![];
    }
    // The inputs begin where the output that is farthest in front of them still reaches them.
    let first = size(out) - WORD;
    let inputs: Inputs = args
        .iter()
        .map(|a| match a {
            Arg::In(bytes) => Some(bytes.clone()),
            _ => None,
        })
        .collect();
    let orders = match ins.len() {
        1 => vec![ins],
        _ => vec![ins.clone(), ins.into_iter().rev().collect()],
    };
    let mut cases = vec![];
    for order in orders {
        let mut offsets = vec![0; args.len()];
        let mut next = first;
        for i in order {
            offsets[i] = next;
            next += size(i);
        }
        for start in (0..first + total).step_by(WORD) {
            offsets[out] = start;
            // The memory begins with the first argument of all.
            let before = start.min(first);
            let shifted = (0..args.len()).map(|i| match args[i].size() {
                Some(_) => offsets[i] - before,
                None => 0,
            });
            let odd = start / WORD % 2 == 1;
            cases.push(Case {
                place: if odd { Place::End } else { Place::Start },
                flags_set: start / WORD % 4 < 2,
                same_as: (0..args.len()).collect(),
                offsets: Some(shifted.collect()),
                inputs: inputs.clone(),
            });
        }
    }
    cases
}

/// All arguments in one memory.
fn lay_out(
    args: &[Arg],
    offsets: &[usize],
    case: &Case,
    old: u8,
    call: &mut Call,
) -> io::Result<Vec<Option<Area>>> {
    let ends = (0..args.len()).filter_map(|i| Some(offsets[i] + args[i].size()?));
    let mut content = vec![old; ends.max().unwrap_or(0)];
    for (offset, input) in offsets.iter().zip(&case.inputs) {
        if let Some(bytes) = input {
            content[*offset..offset + bytes.len()].copy_from_slice(bytes);
        }
    }
    let area = Area::new(&content, case.place)?;
    for (i, arg) in args.iter().enumerate() {
        call.args[i] = match arg {
            Arg::Value(v) => *v,
            _ => area.address() + offsets[i] as u64,
        };
    }
    let mut areas: Vec<Option<Area>> = args.iter().map(|_| None).collect();
    if let Some(first) = areas.first_mut() {
        *first = Some(area);
    }
    Ok(areas)
}

fn prepare(args: &[Arg], case: Case, entry: u64, number: u64) -> io::Result<Prepared> {
    let mut areas: Vec<Option<Area>> = vec![];
    let mut call = Call {
        entry,
        flags: if case.flags_set {
            FLAGS_SET
        } else {
            FLAGS_CLEAR
        },
        ..Call::default()
    };
    // Other values in each case, so that whoever uses them gives himself away by other outputs.
    let mut junk = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(number + 1) | 1;
    for word in call.saved.iter_mut().chain(&mut call.stack) {
        junk = junk.rotate_left(23).wrapping_mul(0xd134_2543_de82_ef95);
        *word = junk;
    }
    let old = 0x5a ^ number as u8;
    if let Some(offsets) = case.offsets.clone() {
        let areas = lay_out(args, &offsets, &case, old, &mut call)?;
        return Ok(Prepared { case, areas, call });
    }
    for i in 0..args.len() {
        let first = case.same_as[i];
        let Some(size) = args[i].size() else {
            if let Arg::Value(v) = args[i] {
                call.args[i] = v;
            }
            areas.push(None);
            continue;
        };
        if first != i {
            call.args[i] = call.args[first];
            areas.push(None);
            continue;
        }
        let input = (i..args.len())
            .filter(|j| case.same_as[*j] == i)
            .find_map(|j| case.inputs[j].clone());
        let old = || [old].repeat(size);
        let mut area = Area::new(&input.unwrap_or_else(old), case.place)?;
        let mut group = (i..args.len()).filter(|j| case.same_as[*j] == i);
        if !case.flags_set && group.all(|j| matches!(args[j], Arg::In(_))) {
            area.make_read_only()?;
        }
        call.args[i] = area.address();
        areas.push(Some(area));
    }
    Ok(Prepared { case, areas, call })
}

/// Performs the calls in a child and returns what it left.
fn perform(prepared: &[Prepared]) -> io::Result<(Vec<Call>, End)> {
    let records = Mapping::new(size_of::<Call>() * prepared.len(), true)?;
    let first = records.start().cast::<Call>();
    for (i, p) in prepared.iter().enumerate() {
        // SAFETY: the mapping has room for all records, is aligned to a page, and is ours alone.
        unsafe { first.add(i).write(p.call) };
    }
    // SAFETY: the records lie in a shared mapping of ours.
    let end = unsafe { perform_in_child(first, prepared.len()) }?;
    let calls = (0..prepared.len())
        // SAFETY: as above, and the child is gone; any bytes are a valid record.
        .map(|i| unsafe { first.add(i).read() })
        .collect();
    Ok((calls, end))
}

fn registers(call: &Call) -> Result<(), Violation> {
    if call.rsp_after != call.rsp {
        let by = call.rsp_after.wrapping_sub(call.rsp).cast_signed();
        return Err(Violation::StackPointer { by });
    }
    for (i, register) in SAVED.into_iter().enumerate() {
        let (before, after) = (call.saved[i], call.saved_after[i]);
        if before != after {
            return Err(Violation::Register {
                register,
                before,
                after,
            });
        }
    }
    if call.flags_after & DIRECTION != 0 {
        return Err(Violation::Direction);
    }
    match (0..call.stack.len()).find(|i| call.stack[*i] != call.stack_after[*i]) {
        Some(word) => Err(Violation::Stack { word }),
        None => Ok(()),
    }
}

/// Looks at the memory after a call; returns the outputs.
fn memory(args: &[Arg], p: &Prepared) -> Result<Vec<Vec<u8>>, Violation> {
    for (argument, area) in p.areas.iter().enumerate() {
        if let Some(offset) = area.as_ref().and_then(Area::damage) {
            return Err(Violation::Canary { argument, offset });
        }
    }
    if let (Some(offsets), Some(Some(area))) = (&p.case.offsets, p.areas.first()) {
        return laid_out(args, offsets, &p.case, &area.content());
    }
    let content = |i: usize| p.areas[p.case.same_as[i]].as_ref().map(Area::content);
    let overwritten = |i: usize| {
        (0..args.len())
            .any(|j| matches!(args[j], Arg::Out(_)) && p.case.same_as[j] == p.case.same_as[i])
    };
    let mut outputs = vec![];
    for (argument, arg) in args.iter().enumerate() {
        match arg {
            Arg::Out(_) => outputs.extend(content(argument)),
            Arg::In(_) if overwritten(argument) => {}
            Arg::In(_) if content(argument) != p.case.inputs[argument] => {
                return Err(Violation::Input { argument });
            }
            Arg::In(_) | Arg::Value(_) => {}
        }
    }
    Ok(outputs)
}

/// As [`memory`], of arguments in one memory: the output, and whether inputs beside it are as they were.
fn laid_out(
    args: &[Arg],
    offsets: &[usize],
    case: &Case,
    content: &[u8],
) -> Result<Vec<Vec<u8>>, Violation> {
    let of = |i: usize| {
        let size = args[i].size().unwrap_or(0);
        offsets[i]..offsets[i] + size
    };
    let outs: Vec<usize> = (0..args.len())
        .filter(|i| matches!(args[*i], Arg::Out(_)))
        .collect();
    let written = |at: usize| outs.iter().any(|i| of(*i).contains(&at));
    for (argument, input) in case.inputs.iter().enumerate() {
        let Some(before) = input else { continue };
        let changed = of(argument)
            .zip(before)
            .any(|(at, old)| !written(at) && content[at] != *old);
        if changed {
            return Err(Violation::Input { argument });
        }
    }
    Ok(outs.iter().map(|i| content[of(*i)].to_vec()).collect())
}
