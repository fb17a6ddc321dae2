//! What a function of limb IR costs on a machine: counts, micro-ops, port bounds, critical path.
//!
//! - `machine`: named machines and their numbers
//!
//! A bound is a lower one: loads, stores, moves and spills come on top. The instructions are those that x86-64 has for an operation
//! (a multiply-accumulate is a product and two additions with carry); what the emitter adds is the difference to the bound.

mod machine;

pub use machine::{GOLDEN_COVE, Machine, ZEN4, ZEN5};

use crate::limb_ir::{Function, Op};

/// How many operations of each class a function has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Products of two words with both halves.
    pub products: u32,
    /// Products of which only the low word is used.
    pub low_products: u32,
    /// Additions and subtractions, those inside multiply-accumulates included.
    pub sums: u32,
    /// Of the sums, those that take a carry.
    pub carries: u32,
    /// Selections.
    pub selects: u32,
    /// Double shifts.
    pub funnels: u32,
    /// Shifts and logic.
    pub logic: u32,
}

impl Counts {
    /// Counts the operations.
    pub fn of(f: &Function) -> Counts {
        let mut c = Counts::default();
        for inst in &f.insts {
            match &inst.op {
                Op::Const(_) => {}
                Op::MulWide(..) => c.products += 1,
                Op::Mac(..) => {
                    // The product, each addend to the low word, and its carry to the high one.
                    c.products += 1;
                    c.sums += 4;
                    c.carries += 2;
                }
                Op::MulLo(..) => c.low_products += 1,
                // Emulated in scalar code: a product, masks, shifts.
                Op::Madd52Lo(..) | Op::Madd52Hi(..) => {
                    c.products += 1;
                    c.logic += 3;
                    c.sums += 1;
                }
                Op::Add(_, _, carry) | Op::Sub(_, _, carry) => {
                    c.sums += 1;
                    c.carries += u32::from(carry.is_some());
                }
                Op::Select(..) => c.selects += 1,
                Op::Funnel(..) => c.funnels += 1,
                Op::Shl(..) | Op::Shr(..) | Op::And(..) | Op::Or(..) | Op::Xor(..) => c.logic += 1,
            }
        }
        c
    }

    /// Every product, of one result word or two.
    pub fn multiplications(&self) -> u32 {
        self.products + self.low_products
    }
}

/// The cost of a function on a machine. Bounds are in cycles for each of many independent calls, the critical path for one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// What was counted.
    pub counts: Counts,
    /// Micro-ops of the operations.
    pub uops: u32,
    /// Cycles for which the multiplier is busy.
    pub multiplier: f64,
    /// Cycles for which the pipes of additions with carry and conditional moves are busy.
    pub carry: f64,
    /// Cycles for which all integer pipes are busy.
    pub alu: f64,
    /// Cycles in which the front end renames the micro-ops.
    pub front_end: f64,
    /// Cycles from the parameters to the last result.
    pub critical_path: u32,
    /// Estimated bytes of code.
    pub code_bytes: u32,
}

impl Cost {
    /// The cost of `f` on `m`.
    pub fn of(f: &Function, m: &Machine) -> Cost {
        let c = Counts::of(f);
        let funnels = c.funnels * m.funnel_uops;
        let simple = c.sums + c.selects + c.logic + funnels;
        let uops = c.products * m.product_uops + c.low_products + simple;
        // The multiplier has an integer pipe of its own kind: it counts among them once a product.
        let on_pipes = simple + c.products * (1 + m.product_alu_uops) + c.low_products;
        let cycles = |n: u32, each: u32| f64::from(n) / f64::from(each.max(1));
        Cost {
            counts: c,
            uops,
            multiplier: cycles(c.multiplications(), m.products),
            carry: cycles(c.carries + c.selects, m.carry_pipes),
            alu: cycles(on_pipes, m.alu_pipes),
            front_end: cycles(uops, m.width),
            critical_path: critical_path(f, m),
            code_bytes: code_bytes(&c),
        }
    }

    /// The largest of the bounds: no schedule is faster.
    pub fn bound(&self) -> f64 {
        [self.multiplier, self.carry, self.alu, self.front_end]
            .into_iter()
            .fold(0.0, f64::max)
    }
}

/// The longest path through the values, each with the latency of what makes it.
fn critical_path(f: &Function, m: &Machine) -> u32 {
    let mut ready = vec![0; f.types.len()];
    for inst in &f.insts {
        let at = |operands: &[crate::limb_ir::Value]| {
            operands.iter().map(|v| ready[v.index()]).max().unwrap_or(0)
        };
        let operands: Vec<_> = inst.op.operands().iter().map(|(v, _)| *v).collect();
        let start = at(&operands);
        let (first, second) = match &inst.op {
            Op::Const(_) => (0, 0),
            Op::MulWide(..) => (start + m.low_latency, start + m.high_latency),
            Op::Mac(a, b, c, d) => {
                // An addend enters after the product: a chain of them costs additions only.
                let product = at(&[*a, *b]);
                let (x, y) = (at(&[*c]), at(&[*d]));
                let one = (product + m.low_latency).max(x.min(y)) + 1;
                let low = one.max(x.max(y)) + 1;
                (low, (product + m.high_latency).max(low) + 1)
            }
            Op::MulLo(..) => (start + m.low_latency, 0),
            Op::Madd52Lo(..) => (start + m.low_latency + 3, 0),
            Op::Madd52Hi(..) => (start + m.high_latency + 3, 0),
            Op::Funnel(..) => (start + m.funnel_latency, 0),
            _ => (start + 1, start + 1),
        };
        ready[inst.first.index()] = first;
        if let Some(v) = inst.second() {
            ready[v.index()] = second;
        }
    }
    f.results
        .iter()
        .flat_map(|r| &r.limbs)
        .map(|v| ready[v.index()])
        .max()
        .unwrap_or(0)
}

/// Typical lengths: `mulx` with a memory operand 6, `imul` 5, `adcx` and `adox` 6, `adc` 3, `cmov` 4, double shifts 5, a result's store 4.
fn code_bytes(c: &Counts) -> u32 {
    6 * c.products
        + 5 * c.low_products
        + 6 * c.carries
        + 3 * (c.sums - c.carries)
        + 4 * (c.selects + c.logic)
        + 5 * c.funnels
}

#[cfg(test)]
mod tests;
