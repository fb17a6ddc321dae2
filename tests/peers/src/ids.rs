//! The grammar of row ids: `field/<field>/<op>/<form>`, `curve/<curve>/<group>/<op>`, `tower/<curve>/<level>/<op>`,
//! `pairing/<curve>/<op>`, `precompile/<name>/<case>`.

use std::fmt;

/// An operation of a prime field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `-a`
    Neg,
    /// `a b`
    Mul,
    /// `a^2`
    Sqr,
    /// `1 / a`, time independent of `a` as far as the library promises it.
    Inv,
    /// `1 / a`, time may depend on `a`.
    InvVartime,
    /// Either square root of a square.
    Sqrt,
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Op::Add => "add",
            Op::Sub => "sub",
            Op::Neg => "neg",
            Op::Mul => "mul",
            Op::Sqr => "sqr",
            Op::Inv => "inv",
            Op::InvVartime => "inv_vartime",
            Op::Sqrt => "sqrt",
        })
    }
}

/// How the operations of a row depend on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `out[i] = a[i] op b[i]` over arrays in the first-level cache.
    Throughput,
    /// Each operation waits for the one before it.
    Latency,
    /// As throughput, on vectors of elements; the time is per element.
    Lanes,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Throughput => "throughput",
            Form::Latency => "latency",
            Form::Lanes => "lanes",
        })
    }
}

/// The id of a field row.
pub fn field(field: &str, op: Op, form: Form) -> String {
    format!("field/{field}/{op}/{form}")
}

/// The id of a group row.
#[cfg(any(feature = "curves", feature = "hash-to-curve"))]
pub fn curve(curve: &str, group: &str, op: &str) -> String {
    format!("curve/{curve}/{group}/{op}")
}

/// The id of a precompile row.
#[cfg(feature = "curves")]
pub fn precompile(name: &str, case: &str) -> String {
    format!("precompile/{name}/{case}")
}

/// The id of a row of an extension field.
#[cfg(feature = "pairings")]
pub fn tower(curve: &str, level: &str, op: &str) -> String {
    format!("tower/{curve}/{level}/{op}")
}

/// The id of a row of a pairing.
#[cfg(feature = "pairings")]
pub fn pairing(curve: &str, op: &str) -> String {
    format!("pairing/{curve}/{op}")
}
