//! BMI1, BMI2 and `movbe`, as far as they are more than the older instructions. `pdep` and `pext` take a time of their own on some processors.

use iced_x86::Mnemonic as M;

use super::Step;
use crate::alu::{self, Logic};
use crate::insn::Insn;
use crate::scan::Reason;
use crate::state::{Flags, State};
use crate::value::{Flag, Value};

impl Step<'_, '_, '_> {
    /// Executes an instruction of this kind; false for others.
    pub(super) fn bits(&self, state: &mut State, insn: &Insn) -> Result<bool, Reason> {
        let ins = &insn.ins;
        let m = ins.mnemonic();
        if !matches!(
            m,
            M::Blsr
                | M::Blsi
                | M::Blsmsk
                | M::Bzhi
                | M::Bextr
                | M::Movbe
                | M::Bts
                | M::Btr
                | M::Btc
        ) {
            return Ok(false);
        }
        let size = self.size(insn, 0);
        let all = alu::mask(size);
        let a = self.read(
            state,
            insn,
            u32::from(!matches!(m, M::Bts | M::Btr | M::Btc)),
        )?;
        match m {
            M::Movbe => {
                let value = match a {
                    Value::Known(w) => Value::Known(w.swap_bytes() >> (64 - 8 * size)),
                    other => Value::unknown(other.taint()),
                };
                self.write(state, insn, 0, value)?;
            }
            M::Bts | M::Btr | M::Btc => {
                // In memory the bit number is part of the address.
                if ins.op0_kind() != iced_x86::OpKind::Register {
                    return Ok(false);
                }
                let bit = self.distance(state, insn, 1)?;
                let known = match (a, bit) {
                    (Value::Known(a), Value::Known(bit)) => {
                        Some((a, 1u64 << (bit % (8 * size as u64))))
                    }
                    _ => None,
                };
                let unknown = a.taint().max(bit.taint());
                state.flags.cf =
                    known.map_or(Flag::unknown(unknown), |(a, bit)| Flag::Known(a & bit != 0));
                let value = known.map_or(Value::unknown(unknown), |(a, bit)| {
                    Value::Known(match m {
                        M::Bts => a | bit,
                        M::Btr => a & !bit,
                        _ => a ^ bit,
                    })
                });
                self.write(state, insn, 0, value)?;
            }
            _ => {
                let control = match m {
                    M::Bzhi | M::Bextr => self.read(state, insn, 2)?,
                    _ => Value::Known(0),
                };
                let bits = 8 * size as u64;
                let done = match (a, control) {
                    (Value::Known(a), Value::Known(c)) => Some(match m {
                        M::Blsr => (a & a.wrapping_sub(1), a == 0),
                        M::Blsi => (a & a.wrapping_neg(), a != 0),
                        M::Blsmsk => ((a ^ a.wrapping_sub(1)) & all, a == 0),
                        M::Bzhi if c & 0xff < bits => (a & ((1 << (c & 0xff)) - 1), false),
                        M::Bzhi => (a, true),
                        _ => {
                            let (start, length) = (c & 0xff, c >> 8 & 0xff);
                            let shifted = if start < bits { a >> start } else { 0 };
                            let kept = if length < 64 {
                                shifted & ((1 << length) - 1)
                            } else {
                                shifted
                            };
                            (kept, false)
                        }
                    }),
                    _ => None,
                };
                let taint = a.taint().max(control.taint());
                let (value, carry) = match done {
                    Some((word, carry)) => (Value::Known(word & all), Flag::Known(carry)),
                    None => (Value::unknown(taint), Flag::unknown(taint)),
                };
                // Zero and sign of the result; OF is clear, PF (and with `bextr` SF) undefined.
                let (_, flags) = alu::logic(Logic::Or, value, Value::Known(0), false, size);
                let undefined = Flag::unknown(taint);
                state.flags = Flags {
                    cf: carry,
                    pf: undefined,
                    sf: if m == M::Bextr { undefined } else { flags.sf },
                    ..flags
                };
                self.write(state, insn, 0, value)?;
            }
        }
        Ok(true)
    }
}
