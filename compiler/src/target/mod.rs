//! Emitters: what turns limb IR into text, one folder a target.
//!
//! - [`portable`]: Rust that any target compiles
//! - [`x86_64`]: MULX, ADCX, ADOX
//! - [`cryptoline`]: programs for an independent verifier
//! - [`module`]: the kernel module of a field (constants, kernels of every target, dispatch), as `generated/` and `field!` hold it

pub mod cryptoline;
pub mod module;
pub mod portable;
pub mod x86_64;

use crate::limb_ir::Function;

/// Parameters that form one array argument: consecutive ones whose names differ only in a trailing number.
pub fn groups(f: &Function) -> Vec<(String, Vec<usize>)> {
    let mut out: Vec<(String, Vec<usize>)> = vec![];
    for (i, p) in f.params.iter().enumerate() {
        let stem = p.name.trim_end_matches(|c: char| c.is_ascii_digit());
        match out.last_mut() {
            Some((s, v)) if s == stem && stem.len() < p.name.len() => v.push(i),
            _ => out.push((stem.to_string(), vec![i])),
        }
    }
    out
}
