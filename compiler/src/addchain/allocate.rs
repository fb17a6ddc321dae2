//! From a chain to a straight-line program over few registers.
//!
//! Doublings in a row become one operation; a slot is free again after the last use of its value; of a few orders of the
//! operations the one that needs the fewest slots is taken.

use super::chain::Chain;
use num_bigint::BigUint;
use num_traits::One;
use std::fmt;
use thiserror::Error;

/// One operation on slots. Slot 0 is the input and is never written; slots `1..=temporaries` are read after they are
/// written. `dst` may be one of the sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramOp {
    /// `dst = a * b`, `a` and `b` holding different powers.
    Mul {
        /// Slot written.
        dst: usize,
        /// First factor.
        a: usize,
        /// Second factor.
        b: usize,
    },
    /// `dst = src^(2^n)`, `n >= 1`: n squarings.
    SqrN {
        /// Slot written.
        dst: usize,
        /// Slot squared.
        src: usize,
        /// Number of squarings.
        n: usize,
    },
}

/// A straight-line program that raises slot 0 to a fixed power.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The operations, in order.
    pub ops: Vec<ProgramOp>,
    /// Number of slots besides slot 0.
    pub temporaries: usize,
    /// The slot that holds the result at the end: 0 only for the power 1.
    pub output: usize,
}

/// Why a program is not well formed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProgramError {
    /// A slot that no operation has written is read.
    #[error("op {op}: slot {slot} is read before it is written")]
    Unwritten {
        /// Index of the operation; the number of operations for the output.
        op: usize,
        /// The slot.
        slot: usize,
    },
    /// Slot 0, or one above `temporaries`, is written.
    #[error("op {op}: slot {slot} may not be written")]
    Destination {
        /// Index of the operation.
        op: usize,
        /// The slot.
        slot: usize,
    },
}

/// An operation on values, not yet on slots: `sources` are values, `n > 0` a run of squarings.
#[derive(Clone, Copy, Debug)]
struct Node {
    a: usize,
    b: usize,
    n: usize,
}

impl Node {
    fn sources(&self) -> impl Iterator<Item = usize> + use<> {
        [Some(self.a), (self.n == 0).then_some(self.b)]
            .into_iter()
            .flatten()
    }
}

impl Program {
    /// The program of a chain: `chain.squarings()` squarings, `chain.multiplications()` multiplications (steps that the
    /// target does not need may be left out).
    pub fn from_chain(chain: &Chain) -> Program {
        let (nodes, output) = group(chain);
        let forward: Vec<usize> = (1..=nodes.len()).collect();
        let mut best = allocate(&nodes, &forward, output);
        for key in [
            // the accumulator first, its digits as late as they are needed
            (|a, b| (a, b)) as fn(usize, usize) -> (usize, usize),
            // the other way round
            |a, b| (b, a),
        ] {
            let order = on_demand(&nodes, output, key);
            let program = allocate(&nodes, &order, output);
            if program.temporaries < best.temporaries {
                best = program;
            }
        }
        best
    }

    /// The exponent that the program computes, by running it on exponents: slot 0 holds 1.
    ///
    /// Errors: a slot read before it is written, a write to slot 0 or beyond the temporaries.
    pub fn exponent(&self) -> Result<BigUint, ProgramError> {
        let mut slots: Vec<Option<BigUint>> = vec![None; self.temporaries + 1];
        slots[0] = Some(BigUint::one());
        let read = |slots: &[Option<BigUint>], op, slot: usize| {
            let value = slots.get(slot).cloned().flatten();
            value.ok_or(ProgramError::Unwritten { op, slot })
        };
        for (op, &instruction) in self.ops.iter().enumerate() {
            let (dst, value) = match instruction {
                ProgramOp::Mul { dst, a, b } => (dst, read(&slots, op, a)? + read(&slots, op, b)?),
                ProgramOp::SqrN { dst, src, n } => (dst, read(&slots, op, src)? << n),
            };
            if dst == 0 || dst > self.temporaries {
                return Err(ProgramError::Destination { op, slot: dst });
            }
            slots[dst] = Some(value);
        }
        read(&slots, self.ops.len(), self.output)
    }
}

/// A line an operation, `x` the input and `t1`, `t2`, … the temporaries: `t2 = t1 * x`, `t1 = t2^(2^5)`.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |slot: usize| match slot {
            0 => String::from("x"),
            _ => format!("t{slot}"),
        };
        for op in &self.ops {
            match *op {
                ProgramOp::Mul { dst, a, b } => {
                    writeln!(f, "{} = {} * {}", name(dst), name(a), name(b))?
                }
                ProgramOp::SqrN { dst, src, n: 1 } => {
                    writeln!(f, "{} = {}^2", name(dst), name(src))?
                }
                ProgramOp::SqrN { dst, src, n } => {
                    writeln!(f, "{} = {}^(2^{n})", name(dst), name(src))?
                }
            }
        }
        writeln!(f, "return {}", name(self.output))
    }
}

/// Values renumbered by operation: value i is what `nodes[i - 1]` makes, 0 the input; and the value of the target.
fn group(chain: &Chain) -> (Vec<Node>, usize) {
    let steps = chain.steps();
    let mut uses = vec![0usize; steps.len() + 1];
    for s in steps {
        uses[s.a] += 1;
        if s.b != s.a {
            uses[s.b] += 1;
        }
    }
    let mut nodes: Vec<Node> = Vec::new();
    let mut place = vec![0usize; steps.len() + 1];
    for (i, s) in steps.iter().enumerate() {
        let doubling = s.a == s.b;
        // a doubling whose only user doubles it is not a value of its own
        let run = place[s.a]
            .checked_sub(1)
            .filter(|&at| doubling && nodes[at].n > 0 && uses[s.a] == 1);
        place[i + 1] = match run {
            Some(at) => {
                nodes[at].n += 1;
                at + 1
            }
            None => {
                nodes.push(Node {
                    a: place[s.a],
                    b: place[s.b],
                    n: usize::from(doubling),
                });
                nodes.len()
            }
        };
    }
    (nodes, place[steps.len()])
}

/// The values that `output` needs, each after its sources, visited depth first; `key` orders the two sources.
fn on_demand(nodes: &[Node], output: usize, key: fn(usize, usize) -> (usize, usize)) -> Vec<usize> {
    let mut order = Vec::new();
    let mut done = vec![false; nodes.len() + 1];
    done[0] = true;
    let mut stack = vec![output];
    while let Some(&v) = stack.last() {
        if done[v] {
            stack.pop();
            continue;
        }
        let node = nodes[v - 1];
        let (high, low) = if node.n > 0 {
            (node.a, node.a)
        } else {
            (node.a.max(node.b), node.a.min(node.b))
        };
        let (first, second) = key(high, low);
        if !done[first] {
            stack.push(first);
        } else if !done[second] {
            stack.push(second);
        } else {
            done[v] = true;
            order.push(v);
            stack.pop();
        }
    }
    order
}

/// Linear scan: the lowest free slot for each value, the slots of dying sources included.
fn allocate(nodes: &[Node], order: &[usize], output: usize) -> Program {
    let mut last = vec![0; nodes.len() + 1];
    for (time, &v) in order.iter().enumerate() {
        for source in nodes[v - 1].sources() {
            last[source] = time;
        }
    }
    last[output] = order.len();
    let mut slot = vec![0; nodes.len() + 1];
    let mut busy = vec![true];
    let mut ops = Vec::new();
    for (time, &v) in order.iter().enumerate() {
        let node = nodes[v - 1];
        for source in node.sources().filter(|&s| s > 0 && last[s] == time) {
            busy[slot[source]] = false;
        }
        let dst = busy.iter().position(|b| !b).unwrap_or(busy.len());
        if dst == busy.len() {
            busy.push(true);
        }
        busy[dst] = true;
        slot[v] = dst;
        ops.push(if node.n > 0 {
            ProgramOp::SqrN {
                dst,
                src: slot[node.a],
                n: node.n,
            }
        } else {
            ProgramOp::Mul {
                dst,
                a: slot[node.a],
                b: slot[node.b],
            }
        });
    }
    Program {
        ops,
        temporaries: busy.len() - 1,
        output: slot[output],
    }
}

#[cfg(test)]
mod tests {
    use super::super::chain::Step;
    use super::super::text::parse;
    use super::*;
    use proptest::prelude::*;

    fn counts(program: &Program) -> (usize, usize) {
        program.ops.iter().fold((0, 0), |(s, m), op| match op {
            ProgramOp::SqrN { n, .. } => (s + n, m),
            ProgramOp::Mul { .. } => (s, m + 1),
        })
    }

    #[test]
    fn one_is_the_input() {
        let program = Program::from_chain(&Chain::default());
        assert_eq!(
            (program.ops.len(), program.temporaries, program.output),
            (0, 0, 0)
        );
        assert_eq!(program.exponent(), Ok(BigUint::one()));
    }

    #[test]
    fn runs_and_slots() {
        // 1, 2, 3, 6, 12, 15: a run of two squarings, then the cube again
        let program = Program::from_chain(&parse("<1 +0 <2 +2").unwrap());
        assert_eq!(
            program.ops,
            [
                ProgramOp::SqrN {
                    dst: 1,
                    src: 0,
                    n: 1
                },
                ProgramOp::Mul { dst: 1, a: 1, b: 0 },
                ProgramOp::SqrN {
                    dst: 2,
                    src: 1,
                    n: 2
                },
                ProgramOp::Mul { dst: 1, a: 2, b: 1 },
            ]
        );
        assert_eq!((program.temporaries, program.output), (2, 1));
        assert_eq!(
            program.to_string(),
            "t1 = x^2\nt1 = t1 * x\nt2 = t1^(2^2)\nt1 = t2 * t1\nreturn t1\n"
        );
        assert_eq!(program.exponent(), Ok(BigUint::from(15u8)));
    }

    #[test]
    fn squarings_only_and_a_value_used_inside_a_run() {
        let program = Program::from_chain(&parse("<300").unwrap());
        assert_eq!(
            program.ops,
            [ProgramOp::SqrN {
                dst: 1,
                src: 0,
                n: 300
            }]
        );
        // 2, 4, 8, then 8 + 4: the run must stop at 4
        let program = Program::from_chain(&parse("<3 +2").unwrap());
        assert_eq!(program.exponent(), Ok(BigUint::from(12u8)));
        assert_eq!(counts(&program), (3, 1));
    }

    /// Digits 3, 5, 7, …, each used once: made when needed they take few slots, made first they take one each.
    #[test]
    fn order_saves_slots() {
        let chain = parse("0<1 0+1 2+1 3+1 4+1 5+1 6<4 +5 <4 +4 <4 +3 <4 +2").unwrap();
        let (nodes, output) = group(&chain);
        let forward: Vec<usize> = (1..=nodes.len()).collect();
        let plain = allocate(&nodes, &forward, output);
        let program = Program::from_chain(&chain);
        assert!(program.temporaries <= plain.temporaries);
        assert_eq!(program.exponent(), plain.exponent());
    }

    #[test]
    fn malformed_programs() {
        let program = |ops, temporaries, output| {
            Program {
                ops,
                temporaries,
                output,
            }
            .exponent()
        };
        let square = |dst, src| ProgramOp::SqrN { dst, src, n: 1 };
        assert_eq!(
            program(vec![square(1, 1)], 1, 1),
            Err(ProgramError::Unwritten { op: 0, slot: 1 })
        );
        assert_eq!(
            program(vec![square(0, 0)], 1, 0),
            Err(ProgramError::Destination { op: 0, slot: 0 })
        );
        assert_eq!(
            program(vec![square(2, 0)], 1, 0),
            Err(ProgramError::Destination { op: 0, slot: 2 })
        );
        assert_eq!(
            program(vec![], 1, 7),
            Err(ProgramError::Unwritten { op: 0, slot: 7 })
        );
    }

    proptest! {
        #[test]
        fn program_computes_the_chain(pairs in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0u8..4), 0..120)) {
            let mut steps = Vec::new();
            for (a, b, kind) in pairs {
                let n = steps.len() + 1;
                let (a, b) = (a.index(n), b.index(n));
                steps.push(match kind {
                    0 | 1 => Step { a: n - 1, b: n - 1 },
                    2 => Step { a: n - 1, b },
                    _ => Step { a, b },
                });
            }
            let chain = Chain::new(steps).unwrap();
            let program = Program::from_chain(&chain);
            prop_assert_eq!(program.exponent().unwrap(), chain.values().pop().unwrap());
            let (squarings, multiplications) = counts(&program);
            prop_assert!(squarings <= chain.squarings() && multiplications <= chain.multiplications());
        }
    }
}
