//! `fieldc eval`: JSON lines in, JSON lines out, one answer a line, in order.
//!
//! - `value`: integers and lists in requests and answers
//! - `field`: `field.<field>.<op>`, the runtime's types
//! - `kernel`: `kernel.<op>`, kernels compiled for any odd modulus
//! - `curve`: `curve.<curve>.<group>.<op>`, points
//! - `precompile`: the precompiled contracts of the EVM
//!
//! A new family of operations is a module with a [`Family`] and a line in [`families`].
//!
//! Limits: a line has at most [`MAX_LINE`] bytes, values nest at most 128 deep, and each operation names its own.

mod curve;
mod field;
mod kernel;
mod precompile;
mod value;

use crate::error::CliError;
use fieldc::tier::{self, Tier};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The most bytes of a line.
pub const MAX_LINE: usize = 1 << 26;

/// Why a request has no output: `place: reason`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct Failure {
    place: String,
    reason: String,
}

impl Failure {
    /// An error at a place of the request.
    pub fn new(place: impl Into<String>, reason: impl ToString) -> Failure {
        Failure {
            place: place.into(),
            reason: reason.to_string(),
        }
    }

    /// The operation does not exist. Nothing else uses the place `op`, and the words are the protocol's: which operation it
    /// was is said on standard error.
    pub fn unknown_op() -> Failure {
        Failure::new("op", "unknown")
    }
}

/// Operations whose names have the same first part.
pub trait Family {
    /// That part.
    fn name(&self) -> &'static str;

    /// Runs the operation with this rest of the name (without the dot; empty if there is none).
    ///
    /// # Errors
    /// [`Failure::unknown_op`], or what is wrong with the input.
    fn run(&mut self, op: &str, input: &Value) -> Result<Value, Failure>;
}

/// Every family.
fn families() -> Vec<Box<dyn Family>> {
    vec![
        Box::new(field::Fields),
        Box::<kernel::Kernels>::default(),
        Box::new(curve::Curves),
        Box::new(precompile::Contracts),
    ]
}

/// Operations that are not known and are named on standard error; whoever asks for more has seen it.
const NAMED: usize = 16;

/// The operations, with what they keep from line to line.
///
/// ```
/// let mut session = fieldc_cli::Session::default();
/// let line = br#"{"id": 1, "op": "field.goldilocks.neg", "in": ["0x1"]}"#;
/// assert_eq!(session.answer(line), "{\"id\":1,\"out\":\"0xffffffff00000000\"}\n");
/// ```
pub struct Session {
    families: Vec<Box<dyn Family>>,
    /// Operations asked for that do not exist, the first of them, each once.
    unknown: Vec<String>,
}

impl Default for Session {
    fn default() -> Session {
        Session {
            families: families(),
            unknown: vec![],
        }
    }
}

impl Session {
    /// The answer to one line, without its end: one line of JSON, with its end, whatever the line is.
    ///
    /// A `tier` in the line is in force for the whole process while the line is answered.
    pub fn answer(&mut self, line: &[u8]) -> String {
        // The members are taken as text first, so that the id comes back as it was, whatever else is wrong.
        let members: BTreeMap<String, Box<RawValue>> = match serde_json::from_slice(line) {
            Ok(m) => m,
            Err(e) => {
                let reason = format!("not a JSON object: {}", brief(&e));
                return format_answer(None, Err(Failure::new("request", reason)));
            }
        };
        let Some(id) = members.get("id") else {
            return format_answer(None, Err(Failure::new("id", "missing")));
        };
        format_answer(Some(id), self.request(&members))
    }

    fn request(&mut self, members: &BTreeMap<String, Box<RawValue>>) -> Result<Value, Failure> {
        if let Some(name) = members
            .keys()
            .find(|k| !matches!(k.as_str(), "id" | "op" | "in" | "tier"))
        {
            let name: String = name.chars().take(32).collect();
            return Err(Failure::new(
                "request",
                format!("no member `{name}` is known"),
            ));
        }
        let parse = |place: &str| -> Result<Option<Value>, Failure> {
            members
                .get(place)
                .map(|raw| {
                    serde_json::from_str(raw.get()).map_err(|e| Failure::new(place, brief(&e)))
                })
                .transpose()
        };
        let op = match members.get("op") {
            None => return Err(Failure::new("request", "no member `op`")),
            Some(raw) => serde_json::from_str::<String>(raw.get())
                .map_err(|_| Failure::new("request", "`op` is not a string"))?,
        };
        let tier = parse("tier")?;
        let result = self.operation(&op, parse("in"), tier.as_ref());
        if result == Err(Failure::unknown_op()) {
            self.note_unknown(&op);
        }
        result
    }

    fn operation(
        &mut self,
        op: &str,
        input: Result<Option<Value>, Failure>,
        tier: Option<&Value>,
    ) -> Result<Value, Failure> {
        // A name that ends in a dot is not the name without it.
        let (first, rest) = match op.split_once('.') {
            Some((_, "")) => return Err(Failure::unknown_op()),
            Some(parts) => parts,
            None => (op, ""),
        };
        let family = self
            .families
            .iter_mut()
            .find(|f| f.name() == first)
            .ok_or_else(Failure::unknown_op)?;
        let input = input?.ok_or_else(|| Failure::new("in", "missing"))?;
        let _restored = tier.map(force).transpose()?;
        // An error of ours must not take the other requests with it.
        catch_unwind(AssertUnwindSafe(|| family.run(rest, &input)))
            .unwrap_or_else(|_| Err(Failure::new("internal", "the operation panicked")))
    }

    /// A new name among the operations that are not known, in short, unless there have been many.
    fn note_unknown(&mut self, op: &str) {
        let name: String = op.chars().take(64).flat_map(char::escape_debug).collect();
        if self.unknown.len() < NAMED && !self.unknown.contains(&name) {
            self.unknown.push(name);
        }
    }
}

/// Answers standard input until it ends.
pub fn run() -> Result<(), CliError> {
    let mut session = Session::default();
    let mut input = io::BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = io::BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let failed = |what: &str| {
        let what = what.to_string();
        move |e| CliError::Io(what, e)
    };
    let mut named = 0;
    while let Some(line) = read_line(&mut input).map_err(failed("standard input"))? {
        let answer = match line {
            Line::Whole(bytes) => session.answer(&bytes),
            Line::TooLong => {
                let reason = format!("more than {MAX_LINE} bytes in a line");
                format_answer(None, Err(Failure::new("request", reason)))
            }
        };
        for name in session.unknown.iter().skip(named) {
            eprintln!("note: op: unknown: `{name}`");
        }
        named = session.unknown.len();
        output
            .write_all(answer.as_bytes())
            .map_err(failed("standard output"))?;
        // Whoever waits for an answer before asking again gets it; a file is answered in blocks.
        if input.buffer().is_empty() {
            output.flush().map_err(failed("standard output"))?;
        }
    }
    output.flush().map_err(failed("standard output"))
}

enum Line {
    Whole(Vec<u8>),
    TooLong,
}

/// The next line without its end; the end of input may end one too. Of a line that is too long nothing is kept.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = vec![];
    let limit = MAX_LINE as u64 + 1;
    if input.by_ref().take(limit).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > MAX_LINE {
        drop(bytes);
        skip_line(input)?;
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(Line::Whole(bytes)))
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let block = input.fill_buf()?;
        let (used, done) = match block.iter().position(|b| *b == b'\n') {
            Some(i) => (i + 1, true),
            None => (block.len(), block.is_empty()),
        };
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

/// Puts the tier from before back in force.
struct Restore(Tier);

impl Drop for Restore {
    fn drop(&mut self) {
        // It was in force a moment ago, so that it cannot be refused.
        let _ = tier::force(self.0);
    }
}

fn force(tier: &Value) -> Result<Restore, Failure> {
    let fail = |e: tier::TierError| Failure::new("tier", e);
    let name = tier
        .as_str()
        .ok_or_else(|| Failure::new("tier", "not a string"))?;
    let wanted: Tier = name.parse().map_err(fail)?;
    let before = Restore(tier::current());
    tier::force(wanted).map_err(fail)?;
    Ok(before)
}

fn format_answer(id: Option<&RawValue>, result: Result<Value, Failure>) -> String {
    let id = id.map_or("null", RawValue::get);
    match result {
        Ok(out) => format!("{{\"id\":{id},\"out\":{out}}}\n"),
        Err(e) => format!("{{\"id\":{id},\"error\":{}}}\n", Value::from(e.to_string())),
    }
}

/// What the JSON reader says, in one short line.
fn brief(e: &serde_json::Error) -> String {
    e.to_string().chars().take(120).collect()
}
