//! The analysis: what the code can do with its secrets.
//!
//! Code is executed on values that are exact, public or secret ([`crate::value`]). A branch on an exact condition goes one
//! way, so that loops with constant bounds are followed as they run, and addresses on the stack are exact. A branch on
//! a public condition goes both ways, from the join of all states that reach it by the same calls: these places are the
//! nodes of a fixpoint, and where a state brings nothing new, its path ends. A branch on a secret is a finding.

use std::collections::{HashMap, HashSet, hash_map::Entry};

use iced_x86::Register;

use crate::image::Image;
use crate::insn::Insn;
use crate::layout;
use crate::run::{Next, Step};
use crate::state::State;
use crate::value::Value;

/// What an argument points to.
#[derive(Clone, Debug)]
pub enum Memory {
    /// Secrets; may be written.
    Secret,
    /// A public input of unknown contents.
    Public,
    /// A public input with these contents.
    Known(Vec<u8>),
}

/// What a function is called with, in the order of the System V convention.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A pointer.
    Pointer(Memory),
    /// A public integer.
    Known(u64),
    /// A public integer, any.
    Public,
    /// A secret integer.
    Secret,
}

/// What code must not do, and what the scan does not understand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// A conditional jump, or a jump or call to an address that depends on a secret.
    #[error("branch on a secret")]
    Branch,
    /// A memory access at an address that depends on a secret.
    #[error("address depends on a secret")]
    Address,
    /// A memory access whose mask depends on a secret: which elements are touched, and on some processors the time that it takes.
    #[error("memory access under a secret mask")]
    Mask,
    /// An instruction whose time depends on its operands, which are secret.
    #[error("instruction whose time depends on a secret")]
    Latency,
    /// A function of another object that reads secrets in variable time, or that the scan does not know.
    #[error("call of {0}")]
    Call(String),
    /// An instruction that the scan does not know.
    #[error("unknown instruction")]
    Instruction,
    /// A write that may go anywhere, or to a public input, or to a static variable.
    #[error("write to memory that is not the function's")]
    Write,
    /// An address in no memory that the function was given.
    #[error("address {0:#x} in no known memory")]
    Memory(u64),
    /// A jump to a public address that is not exact.
    #[error("jump to an unknown address")]
    Target,
    /// More steps than allowed.
    #[error("no end in sight")]
    Endless,
    /// The image has no such symbol.
    #[error("no such symbol")]
    Symbol,
}

/// Why a function is refused, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}: {instruction} at {}", place.join(", called from "))]
pub struct Finding {
    /// What is wrong.
    pub reason: Reason,
    /// The instruction.
    pub instruction: String,
    /// `function+offset` of the instruction, then of each caller.
    pub place: Vec<String>,
}

/// What an accepted function does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Different instructions that were reached.
    pub instructions: usize,
    /// Different conditional jumps among them.
    pub branches: usize,
    /// Of these, the ones on conditions that are public and not exact.
    pub public_branches: usize,
    /// Instructions executed on all paths.
    pub steps: u64,
    /// Paths that ended in a panic.
    pub panics: usize,
}

/// Steps on all paths together, unless told otherwise.
const PATIENCE: u64 = 100_000_000;

/// A scan of functions of one image; what was decoded is kept.
pub struct Scan<'a> {
    pub(crate) image: &'a Image,
    pub(crate) statics: HashMap<u64, u8>,
    decoded: HashMap<u64, std::rc::Rc<Insn>>,
    patience: u64,
}

impl<'a> Scan<'a> {
    /// For the functions of an image.
    pub fn new(image: &'a Image) -> Scan<'a> {
        Scan {
            image,
            statics: HashMap::new(),
            decoded: HashMap::new(),
            patience: PATIENCE,
        }
    }

    /// Gives up on a function after so many instructions on all paths together.
    #[must_use]
    pub fn with_patience(self, patience: u64) -> Scan<'a> {
        Scan { patience, ..self }
    }

    /// Assumes that a byte in writable memory, which is a secret otherwise, has a value for as long as code runs.
    pub fn assume(&mut self, address: u64, value: u8) {
        self.statics.insert(address, value);
    }

    /// Scans the function with this symbol.
    ///
    /// # Errors
    /// The first finding.
    pub fn function(&mut self, symbol: &str, arguments: &[Argument]) -> Result<Report, Finding> {
        let Some((entry, _)) = self.image.symbol(symbol) else {
            return Err(Finding {
                reason: Reason::Symbol,
                instruction: String::new(),
                place: vec![symbol.to_string()],
            });
        };
        use Register::*;
        let mut state = State::new(entry);
        let mut memory = vec![];
        for (i, (argument, register)) in arguments
            .iter()
            .zip([RDI, RSI, RDX, RCX, R8, R9])
            .enumerate()
        {
            let (value, behind) = match argument {
                Argument::Pointer(m) => (Value::Known(layout::argument(i as u8)), m.clone()),
                Argument::Known(word) => (Value::Known(*word), Memory::Secret),
                Argument::Public => (Value::Public, Memory::Secret),
                Argument::Secret => (Value::Secret, Memory::Secret),
            };
            state.set(register, value);
            memory.push(behind);
        }
        self.explore(state, &memory)
    }

    fn explore(&mut self, start: State, memory: &[Memory]) -> Result<Report, Finding> {
        let mut report = Report::default();
        let mut reached = HashSet::new();
        let mut branches = HashSet::new();
        // The states before branches on public conditions, by the place and the calls that lead there.
        let mut joined: HashMap<(u64, Vec<u64>), State> = HashMap::new();
        let mut open = vec![start];
        while let Some(mut state) = open.pop() {
            loop {
                let insn = self.decode(state.pc);
                let at = state.pc;
                reached.insert(at);
                report.steps += 1;
                let step = if report.steps > self.patience {
                    Err(Reason::Endless)
                } else {
                    Step { scan: self, memory }.run(&mut state, &insn)
                };
                if insn.is_conditional() {
                    branches.insert(at);
                }
                match step {
                    Ok(Next::Go) => {}
                    Ok(Next::Returned) => break,
                    Ok(Next::Panicked) => {
                        report.panics += 1;
                        break;
                    }
                    Ok(Next::Either(target)) => {
                        let state = match joined.entry((at, state.calls.clone())) {
                            Entry::Vacant(place) => place.insert(state).clone(),
                            Entry::Occupied(mut place) => {
                                let both = place.get().join(&state);
                                if both == *place.get() {
                                    break;
                                }
                                place.insert(both.clone());
                                both
                            }
                        };
                        let mut jump = state.clone();
                        jump.pc = target;
                        open.push(jump);
                        let mut fall = state;
                        fall.pc = insn.next();
                        open.push(fall);
                        break;
                    }
                    Err(reason) => return Err(self.finding(reason, at, &insn, &state)),
                }
            }
        }
        report.instructions = reached.len();
        report.branches = branches.len();
        report.public_branches = joined
            .keys()
            .map(|(at, _)| at)
            .collect::<HashSet<_>>()
            .len();
        Ok(report)
    }

    fn decode(&mut self, at: u64) -> std::rc::Rc<Insn> {
        let image = self.image;
        let insn = self
            .decoded
            .entry(at)
            .or_insert_with(|| Insn::decode(image, at).into());
        insn.clone()
    }

    fn finding(&self, reason: Reason, at: u64, insn: &Insn, state: &State) -> Finding {
        let callers = state.calls.iter().rev().filter(|a| **a != layout::RETURN);
        let places = std::iter::once(&at).chain(callers);
        Finding {
            reason,
            instruction: insn.text(),
            place: places.map(|a| self.image.place(*a)).collect(),
        }
    }
}
