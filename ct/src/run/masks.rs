//! Mask registers of AVX-512.

use iced_x86::{Mnemonic as M, OpKind, Register};

use super::Step;
use crate::insn::Insn;
use crate::scan::Reason;
use crate::state::{Flags, State};
use crate::value::{Flag, Value};

/// Bits of the operands, and what is done.
fn kind(m: M) -> Option<(u32, Kind)> {
    use Kind::*;
    Some(match m {
        M::Kmovb => (8, Move),
        M::Kmovw => (16, Move),
        M::Kmovd => (32, Move),
        M::Kmovq => (64, Move),
        M::Knotb => (8, Not),
        M::Knotw => (16, Not),
        M::Knotd => (32, Not),
        M::Knotq => (64, Not),
        M::Kandb => (8, Two(|a, b| a & b)),
        M::Kandw => (16, Two(|a, b| a & b)),
        M::Kandd => (32, Two(|a, b| a & b)),
        M::Kandq => (64, Two(|a, b| a & b)),
        M::Kandnb => (8, Two(|a, b| !a & b)),
        M::Kandnw => (16, Two(|a, b| !a & b)),
        M::Kandnd => (32, Two(|a, b| !a & b)),
        M::Kandnq => (64, Two(|a, b| !a & b)),
        M::Korb => (8, Two(|a, b| a | b)),
        M::Korw => (16, Two(|a, b| a | b)),
        M::Kord => (32, Two(|a, b| a | b)),
        M::Korq => (64, Two(|a, b| a | b)),
        M::Kxorb => (8, Two(|a, b| a ^ b)),
        M::Kxorw => (16, Two(|a, b| a ^ b)),
        M::Kxord => (32, Two(|a, b| a ^ b)),
        M::Kxorq => (64, Two(|a, b| a ^ b)),
        M::Kxnorb => (8, Two(|a, b| !(a ^ b))),
        M::Kxnorw => (16, Two(|a, b| !(a ^ b))),
        M::Kxnord => (32, Two(|a, b| !(a ^ b))),
        M::Kxnorq => (64, Two(|a, b| !(a ^ b))),
        M::Kaddb => (8, Two(u64::wrapping_add)),
        M::Kaddw => (16, Two(u64::wrapping_add)),
        M::Kaddd => (32, Two(u64::wrapping_add)),
        M::Kaddq => (64, Two(u64::wrapping_add)),
        M::Kunpckbw => (16, Two(|a, b| a << 8 | b & 0xff)),
        M::Kunpckwd => (32, Two(|a, b| a << 16 | b & 0xffff)),
        M::Kunpckdq => (64, Two(|a, b| a << 32 | b & 0xffff_ffff)),
        M::Kshiftlb => (8, Shift(true)),
        M::Kshiftlw => (16, Shift(true)),
        M::Kshiftld => (32, Shift(true)),
        M::Kshiftlq => (64, Shift(true)),
        M::Kshiftrb => (8, Shift(false)),
        M::Kshiftrw => (16, Shift(false)),
        M::Kshiftrd => (32, Shift(false)),
        M::Kshiftrq => (64, Shift(false)),
        M::Kortestb => (8, OrTest),
        M::Kortestw => (16, OrTest),
        M::Kortestd => (32, OrTest),
        M::Kortestq => (64, OrTest),
        M::Ktestb => (8, Test),
        M::Ktestw => (16, Test),
        M::Ktestd => (32, Test),
        M::Ktestq => (64, Test),
        _ => return None,
    })
}

/// Whether it is one of these.
#[cfg(test)]
pub(super) fn is_known(m: M) -> bool {
    kind(m).is_some()
}

#[derive(Clone, Copy)]
enum Kind {
    Move,
    Not,
    Two(fn(u64, u64) -> u64),
    /// To the left, or to the right.
    Shift(bool),
    OrTest,
    Test,
}

impl Step<'_, '_, '_> {
    /// Executes an instruction of this kind; false for others.
    pub(super) fn masks(&self, state: &mut State, insn: &Insn) -> Result<bool, Reason> {
        let ins = &insn.ins;
        let Some((bits, kind)) = kind(ins.mnemonic()) else {
            return Ok(false);
        };
        let all = u64::MAX >> (64 - bits);
        let low = |value: Value| match value {
            Value::Known(w) => Value::Known(w & all),
            Value::Secret => Value::Secret,
            _ => Value::Public,
        };
        let operand = |state: &State, i: u32| match ins.op_kind(i) {
            OpKind::Register if ins.op_register(i).is_k() => {
                Ok(low(state.mask(ins.op_register(i))))
            }
            _ => self.read(state, insn, i).map(low),
        };
        let binary = |a: Value, b: Value, op: &dyn Fn(u64, u64) -> u64| match (a, b) {
            (Value::Known(a), Value::Known(b)) => Value::Known(op(a, b) & all),
            _ => Value::unknown(a.taint().max(b.taint())),
        };
        let value = match kind {
            Kind::Move => operand(state, 1)?,
            Kind::Not => binary(operand(state, 1)?, Value::Known(0), &|a, _| !a),
            Kind::Two(op) => {
                let (a, b) = (operand(state, 1)?, operand(state, 2)?);
                // Ones or zeros of one register twice.
                let twice = ins.op_register(1) == ins.op_register(2);
                match twice && op(0, 0) & all == op(all, all) & all {
                    true => Value::Known(op(0, 0) & all),
                    false => binary(a, b, &op),
                }
            }
            Kind::Shift(left) => {
                let by = ins.immediate(2) & 0xff;
                binary(
                    operand(state, 1)?,
                    Value::Known(by),
                    &|a, by| match (by < bits.into(), left) {
                        (false, _) => 0,
                        (true, true) => a << by,
                        (true, false) => a >> by,
                    },
                )
            }
            Kind::OrTest | Kind::Test => {
                let (a, b) = (operand(state, 0)?, operand(state, 1)?);
                let unknown = Flag::unknown(a.taint().max(b.taint()));
                let (zf, cf) = match (a, b, kind) {
                    (Value::Known(a), Value::Known(b), Kind::OrTest) => {
                        (Flag::Known(a | b == 0), Flag::Known((a | b) == all))
                    }
                    (Value::Known(a), Value::Known(b), _) => {
                        (Flag::Known(a & b == 0), Flag::Known(!a & b == 0))
                    }
                    _ => (unknown, unknown),
                };
                state.flags = Flags {
                    zf,
                    cf,
                    ..Flags::all(Flag::Known(false))
                };
                return Ok(true);
            }
        };
        match ins.op_kind(0) {
            OpKind::Register if ins.op_register(0).is_k() => {
                state.set_mask(ins.op_register(0), value)
            }
            // Shorter ones clear the rest of the register.
            OpKind::Register => state.set(ins.op_register(0).full_register(), value),
            _ => self.write(state, insn, 0, value)?,
        }
        debug_assert!(ins.op_mask() == Register::None);
        Ok(true)
    }
}
