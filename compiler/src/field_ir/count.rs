//! What a formula costs, in operations of its field.

use super::op::{Function, Op};
use std::fmt;

/// Operations by kind (of a function over a quadratic extension: of that, a scaling as a product; expand it for those of the prime field). Products and squares of one reduction and wide ones count alike; reductions are counted by themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Products, terms of sums included.
    pub m: usize,
    /// Squares.
    pub s: usize,
    /// Additions, subtractions, negations, doublings, halvings.
    pub a: usize,
    /// Montgomery (or special) reductions.
    pub r: usize,
}

/// Counts the operations of a function.
pub fn count(f: &Function) -> Count {
    let mut c = Count::default();
    for inst in &f.insts {
        match &inst.op {
            Op::Const(_) | Op::Const2(..) | Op::Select(..) | Op::Reduce(_) | Op::Conjugate(_) => {}
            Op::TimesXi(_) | Op::TimesXiWide(_) => c.a += 2,
            Op::Scale(..) => {
                c.m += 1;
                c.r += 1;
            }
            Op::Add(..) | Op::Sub(..) | Op::Neg(_) | Op::Double(_) | Op::Half(_) => c.a += 1,
            Op::AddLazy(..) | Op::SubLazy(..) | Op::AddWide(..) | Op::SubWide(..) => c.a += 1,
            Op::OffsetWide(..) => c.a += 1,
            Op::Mul(..) => {
                c.m += 1;
                c.r += 1;
            }
            Op::Sqr(_) => {
                c.s += 1;
                c.r += 1;
            }
            Op::Dot(pairs) => {
                c.m += pairs.len();
                c.r += 1;
            }
            Op::MulWide(..) => c.m += 1,
            Op::SqrWide(_) => c.s += 1,
            Op::Redc(_) => c.r += 1,
        }
    }
    c
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}M {}S {}A {}R", self.m, self.s, self.a, self.r)
    }
}
