//! x86-64: one description of the instructions that we use, shared by everything that touches them.
//!
//! - [`isa`]: operands, instructions, what each reads and writes, how each is printed
//! - [`emit`]: from limb IR to instructions
//! - [`mod@print`]: instructions as Rust source (`asm!`, naked functions)
//! - [`encode`]: machine code, with labels and a pool of constants
//! - [`parse`]: printed text back to instructions

pub mod emit;
pub mod encode;
pub mod isa;
pub mod parse;
pub mod print;

#[cfg(test)]
mod forms;

/// Why there is no machine code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// No instructions.
    #[error(transparent)]
    Emit(#[from] emit::EmitError),
    /// No bytes.
    #[error(transparent)]
    Encode(#[from] encode::EncodeError),
}

/// Machine code of a function in its out-of-line form, entered at offset 0; the constants follow the code.
pub fn compile(f: &crate::limb_ir::Function) -> Result<encode::Code, CompileError> {
    let e = emit::emit(f, emit::Form::OutOfLine)?;
    let pool: Vec<(String, u64)> = e
        .pool
        .iter()
        .enumerate()
        .map(|(i, word)| {
            (
                if i == 0 {
                    emit::POOL.into()
                } else {
                    format!("{}{i}", emit::POOL)
                },
                *word,
            )
        })
        .collect();
    Ok(encode::encode(&e.insns, &pool)?)
}
