//! One decoded instruction.

use iced_x86::{
    ConditionCode, Decoder, DecoderOptions, Formatter, Instruction, InstructionInfoFactory,
    IntelFormatter, OpAccess, Register,
};

use crate::image::Image;

/// An instruction and the general registers that it reads and writes.
pub struct Insn {
    pub ins: Instruction,
    pub reads: Vec<Register>,
    pub writes: Vec<Register>,
}

impl Insn {
    /// What stands at an address; no bytes decode to an invalid instruction.
    pub fn decode(image: &Image, at: u64) -> Insn {
        let bytes = image.constants(at).unwrap_or(&[]);
        let ins = Decoder::with_ip(64, bytes, at, DecoderOptions::NONE).decode();
        let mut factory = InstructionInfoFactory::new();
        let (mut reads, mut writes) = (vec![], vec![]);
        for used in factory.info(&ins).used_registers() {
            let (read, write) = match used.access() {
                OpAccess::Read | OpAccess::CondRead => (true, false),
                OpAccess::Write => (false, true),
                OpAccess::CondWrite | OpAccess::ReadWrite | OpAccess::ReadCondWrite => (true, true),
                _ => (false, false),
            };
            if read {
                reads.push(used.register());
            }
            if write {
                writes.push(used.register());
            }
        }
        Insn { ins, reads, writes }
    }

    pub fn next(&self) -> u64 {
        self.ins.next_ip()
    }

    pub fn is_conditional(&self) -> bool {
        self.ins.is_jcc_short_or_near() && self.ins.condition_code() != ConditionCode::None
    }

    pub fn text(&self) -> String {
        let mut out = String::new();
        IntelFormatter::new().format(&self.ins, &mut out);
        out
    }
}
