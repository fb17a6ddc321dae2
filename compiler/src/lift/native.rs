//! The `adx` part of a generated module (`generated/`, or what `field!` expands to), line by line.
//!
//! Every line has to be one of those that such a module is made of; each kernel is a naked function `NAME_call` and a function `NAME`,
//! which is an `asm!` block or calls the naked one. What Rust guarantees is taken from Rust: references point to all limbs of their type
//! and to memory that nobody writes meanwhile, `spill` is memory of its own.

use super::LiftError;
use super::intel::register;
use super::x86_64::{Block, Entry, Input, Lifted, Listing, Place, lift};
use crate::claims::{Claim, Field, claim};
use crate::prove::{Certificate, ProveError, prove};
use std::collections::HashMap;

/// A function found in the text.
#[derive(Clone, Debug)]
pub struct Native {
    /// The name of the kernel.
    pub kernel: String,
    /// What it promises.
    pub claim: Claim,
    /// Its instructions and constants.
    pub listing: Listing,
    /// How it is entered.
    pub entry: Entry,
}

impl Native {
    /// The kernel's name, with `_call` for the naked function.
    pub fn symbol(&self) -> String {
        match self.entry {
            Entry::SystemV => format!("{}_call", self.kernel),
            Entry::Inline(_) => self.kernel.clone(),
        }
    }

    /// Its meaning.
    pub fn lift(&self) -> Result<Lifted, LiftError> {
        let lifted = lift(&self.kernel, &self.claim, &self.listing, &self.entry)?;
        // An array is returned in memory: System V wants its place in `rax`.
        if self.entry == Entry::SystemV && self.claim.results.len() > 1 && !lifted.returns_place {
            let line = self.listing.lines.last().map_or(0, |(n, _)| *n);
            let what = "the place of the result is not returned";
            return Err(LiftError::new(line, what, self.symbol()));
        }
        Ok(lifted)
    }
}

/// Why a text is not proven.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// It has no meaning, or one that breaks the convention.
    #[error(transparent)]
    Lift(#[from] LiftError),
    /// A function does not do what is claimed, as far as can be shown.
    #[error("{symbol}: {error}")]
    Prove {
        /// The function.
        symbol: String,
        /// What could not be shown.
        error: ProveError,
    },
}

/// A function proven from its text.
#[derive(Clone, Debug)]
pub struct Proven {
    /// Its name.
    pub symbol: String,
    /// Bounds and algebra.
    pub certificate: Certificate,
    /// Bytes of stack that it uses.
    pub stack: u64,
}

/// Proves every native function of a module from its text: bounds, algebra, memory, calling convention.
///
/// # Errors
/// The first line that is not understood, or the first function that cannot be shown to keep its claim.
pub fn prove_text(text: &str, field: &Field) -> Result<Vec<Proven>, TextError> {
    functions(text, field)?.iter().map(prove_native).collect()
}

/// Proves one function.
pub fn prove_native(native: &Native) -> Result<Proven, TextError> {
    let lifted = native.lift()?;
    let error = |error| TextError::Prove {
        symbol: native.symbol(),
        error,
    };
    let certificate = prove(&lifted.function, &native.claim.contract).map_err(error)?;
    Ok(Proven {
        symbol: native.symbol(),
        certificate,
        stack: lifted.stack,
    })
}

/// The first line of the part.
pub const BEGIN: &str = "pub mod adx {";

/// Every function of the part, in the order of the text. Empty where the module has no such part.
///
/// The rest of the text is not read, but it can neither hide the part from rustc nor hold another one: see `Around`.
///
/// # Errors
/// The first line that is not one of a module's, or does not fit the claim of its kernel.
pub fn functions(text: &str, field: &Field) -> Result<Vec<Native>, LiftError> {
    let mut lines = Lines {
        rest: text.lines().enumerate().collect(),
        at: 0,
    };
    let mut around = Around::new(field);
    while let Some((n, line)) = lines.next() {
        if line != BEGIN {
            around.line(n, line)?;
            continue;
        }
        around.begin(n)?;
        let found = part(&mut lines, field)?;
        // It is the last of the text.
        while let Ok((n, line)) = lines.code() {
            if !line.is_empty() {
                return Err(LiftError::new(n, "a line behind the part", line));
            }
        }
        return Ok(found);
    }
    Ok(vec![])
}

/// What stands before the part, line by line: a line that is no comment leaves rustc's lexer outside of any string and comment, and
/// declares nothing that the part could be hidden in or its names could come from.
struct Around {
    limbs: String,
    seen_limbs: bool,
    /// The last lines that are no comments.
    last: [String; 3],
}

/// What declares an item other than a function or a constant.
const ITEMS: [&str; 11] = [
    "mod",
    "type",
    "use",
    "struct",
    "enum",
    "union",
    "trait",
    "impl",
    "extern",
    "static",
    "macro_rules",
];

/// Whether a line is a call of `entry!` that names one kernel three times; the macro's own items are in a block.
fn is_entry(line: &str) -> bool {
    let paths = ["crate::tier", "::fieldc::tier", "fieldc_tier"];
    let call = |path: &str| {
        let call = line.trim_start().strip_prefix("return ")?;
        let arguments = call.strip_prefix(path)?.strip_prefix("::entry!((")?;
        let (signature, kernel) = arguments.strip_suffix(");")?.rsplit_once(", portable::")?;
        let functions = format!(", adx::{kernel}_call, adx::{kernel}");
        signature.strip_suffix(&functions)
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "_ :&[];,()->".contains(c);
    let signature = paths.into_iter().find_map(call);
    signature.is_some_and(|text| text.chars().all(plain))
}

impl Around {
    fn new(field: &Field) -> Around {
        let (bits, n) = (field.word.container, field.limbs);
        Around {
            limbs: format!("pub type Limbs = [u{bits}; {n}];"),
            seen_limbs: false,
            last: Default::default(),
        }
    }

    fn line(&mut self, n: usize, line: &str) -> Result<(), LiftError> {
        let wrong = |what: &str| Err(LiftError::new(n, what, line));
        // To the end of the line, whatever it holds.
        if line.starts_with("//") {
            return Ok(());
        }
        self.last.rotate_left(1);
        self.last[2] = line.to_string();
        // A quotation mark that could be none: a character, one behind a backslash, one within a raw string.
        let marks = line.matches('"').count();
        let known =
            marks.is_multiple_of(2) && !line.contains("#\"") && !line.contains(['\\', '\'']);
        if line.contains("/*") || marks > 0 && !known {
            return wrong("may hide what follows");
        }
        if line == self.limbs && !self.seen_limbs {
            self.seen_limbs = true;
            return Ok(());
        }
        let plain = line
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .all(|word| !ITEMS.contains(&word));
        match plain && !line.contains('!') || PLAIN.contains(&line) || is_entry(line) {
            true => Ok(()),
            false => wrong("an item that no kernel module has"),
        }
    }

    /// The part begins, with these attributes alone and for this processor only, and `Limbs` is what the claims take it to be.
    fn begin(&self, n: usize) -> Result<(), LiftError> {
        let known = [
            "}",
            "#[cfg(target_arch = \"x86_64\")]",
            "#[allow(clippy::all, improper_ctypes_definitions)]",
        ];
        if self.last != known {
            let what = "not the attributes of the part";
            return Err(LiftError::new(n, what, self.last.join(" ")));
        }
        match self.seen_limbs {
            true => Ok(()),
            false => Err(LiftError::new(n, "no such type before", &self.limbs)),
        }
    }
}

/// Lines with such words that a module has.
const PLAIN: [&str; 2] = ["pub mod portable {", "use super::Limbs;"];

struct Lines<'a> {
    rest: Vec<(usize, &'a str)>,
    at: usize,
}

impl<'a> Lines<'a> {
    /// The next line with its number from 1, without surrounding space.
    fn next(&mut self) -> Option<(usize, &'a str)> {
        let (i, line) = *self.rest.get(self.at)?;
        self.at += 1;
        Some((i + 1, line.trim()))
    }

    fn expect(&mut self, wanted: &str) -> Result<(), LiftError> {
        match self.next() {
            Some((_, line)) if line == wanted => Ok(()),
            Some((n, line)) => Err(LiftError::new(n, format!("expected `{wanted}`"), line)),
            None => Err(self.end()),
        }
    }

    /// The next line that is no comment.
    fn code(&mut self) -> Result<(usize, &'a str), LiftError> {
        loop {
            match self.next() {
                Some((_, line)) if line.starts_with("//") => {}
                Some(found) => return Ok(found),
                None => return Err(self.end()),
            }
        }
    }

    fn end(&self) -> LiftError {
        LiftError::new(self.rest.len(), "the text ends here", "")
    }
}

fn part(lines: &mut Lines<'_>, field: &Field) -> Result<Vec<Native>, LiftError> {
    if field.word.container != 64 {
        let what = "64-bit code for a field of another word";
        return Err(LiftError::new(1, what, BEGIN));
    }
    let mut pools: HashMap<String, Vec<u64>> = HashMap::new();
    let mut found: Vec<Native> = vec![];
    let mut naked = false;
    loop {
        let (n, line) = lines.code()?;
        let unknown = |what: &str| LiftError::new(n, what, line);
        match line {
            "}" => return Ok(found),
            "use super::Limbs;" | "#[inline(always)]" => {}
            "#[unsafe(naked)]" => naked = true,
            _ => {
                if let Some(rest) = line.strip_prefix("static ") {
                    let (name, words) =
                        pool(rest).ok_or_else(|| unknown("not a list of constants"))?;
                    if pools.insert(name, words).is_some() {
                        return Err(unknown("constants of that name are there already"));
                    }
                } else if let Some(rest) = line.strip_prefix("pub unsafe extern \"sysv64\" fn ") {
                    if !std::mem::take(&mut naked) {
                        return Err(unknown("not naked"));
                    }
                    found.push(naked_function(lines, field, (n, rest), &pools)?);
                } else if let Some(rest) = line.strip_prefix("pub unsafe fn ") {
                    if let Some(block) = function(lines, field, (n, rest), &pools, &found)? {
                        found.push(block);
                    }
                } else {
                    return Err(unknown("unknown line"));
                }
            }
        }
    }
}

/// `NAME: [u64; N] = [0x…, …];`
fn pool(s: &str) -> Option<(String, Vec<u64>)> {
    let (name, rest) = s.split_once(": [u64; ")?;
    let (count, rest) = rest.split_once("] = [")?;
    let words = rest
        .strip_suffix("];")?
        .split(", ")
        .map(|w| u64::from_str_radix(w.strip_prefix("0x")?, 16).ok())
        .collect::<Option<Vec<_>>>()?;
    (count.parse() == Ok(words.len())).then(|| (name.to_string(), words))
}

/// Whether an argument is one word by value.
fn is_word(name: &str) -> bool {
    matches!(name, "choice" | "k")
}

/// The argument list that a claim asks for, as Rust writes it.
fn parameters(claim: &Claim, field: &Field) -> String {
    let one = |(name, members): &(String, Vec<usize>)| {
        let words: usize = members.iter().map(|i| claim.params[*i].1).sum();
        match words / field.limbs {
            _ if is_word(name) => format!("{name}: u64"),
            1 => format!("{name}: &Limbs"),
            k => format!("{name}: &[Limbs; {k}]"),
        }
    };
    claim
        .groups()
        .iter()
        .map(one)
        .collect::<Vec<_>>()
        .join(", ")
}

/// The result type, and the expression that makes it of one expression a limb.
fn result(claim: &Claim, field: &Field, limb: &dyn Fn(usize) -> String) -> (String, String) {
    let total: usize = claim.results.iter().map(|(_, n)| n).sum();
    let limbs: Vec<String> = (0..total).map(limb).collect();
    let elements: Vec<String> = limbs
        .chunks(field.limbs)
        .map(|c| format!("[{}]", c.join(", ")))
        .collect();
    match (claim.results.len(), elements.len()) {
        (1, 1) => ("Limbs".to_string(), elements.concat()),
        (1, k) => (
            format!("({})", vec!["Limbs"; k].join(", ")),
            format!("({})", elements.join(", ")),
        ),
        (_, k) => (
            format!("[Limbs; {k}]"),
            format!("[{}]", elements.join(", ")),
        ),
    }
}

/// The expression of a pointer to an argument.
fn pointer(name: &str, members: usize) -> String {
    match members {
        1 if is_word(name) => format!("&raw const {name}"),
        1 => format!("{name}.as_ptr()"),
        _ => format!("{name}.as_ptr().cast::<u64>()"),
    }
}

fn claimed(name: &str, field: &Field, (n, line): (usize, &str)) -> Result<Claim, LiftError> {
    claim(name, field).ok_or_else(|| LiftError::new(n, "no kernel has that name", line))
}

/// `"instruction",`
fn template(line: &str) -> Option<&str> {
    let inside = line.strip_prefix('"')?.strip_suffix("\",")?;
    (!inside.contains(['"', '\\'])).then_some(inside)
}

/// `consts = sym NAME,` and the words of that name.
fn constants(
    (n, line): (usize, &str),
    pools: &HashMap<String, Vec<u64>>,
) -> Result<Option<Vec<u64>>, LiftError> {
    let Some(name) = line.strip_prefix("consts = sym ") else {
        return Ok(None);
    };
    name.strip_suffix(',')
        .and_then(|name| pools.get(name))
        .map(|words| Some(words.clone()))
        .ok_or_else(|| LiftError::new(n, "no constants of that name", line))
}

fn naked_function(
    lines: &mut Lines<'_>,
    field: &Field,
    (n, line): (usize, &str),
    pools: &HashMap<String, Vec<u64>>,
) -> Result<Native, LiftError> {
    let kernel = line.split("_call(").next().unwrap_or_default().to_string();
    let claim = claimed(&kernel, field, (n, line))?;
    let arguments: String = claim
        .groups()
        .iter()
        .map(|(name, _)| format!(", {name}: *const u64"))
        .collect();
    // An array is returned in memory: its place comes first, as the pointer `out` does otherwise.
    let in_memory = claim.results.len() > 1;
    let wanted = if in_memory {
        let (ty, _) = result(&claim, field, &|_| String::new());
        format!("{kernel}_call({}) -> {ty} {{", parameters(&claim, field))
    } else {
        format!("{kernel}_call(out: *mut u64{arguments}) {{")
    };
    if line != wanted {
        return Err(LiftError::new(n, "not the kernel's arguments", line));
    }
    lines.expect("core::arch::naked_asm!(")?;
    let mut listing = Listing::default();
    loop {
        let (n, line) = lines.code()?;
        if let Some(text) = template(line) {
            if listing.pool.is_some() {
                return Err(LiftError::new(
                    n,
                    "an instruction behind the operands",
                    line,
                ));
            }
            listing.lines.push((n, text.to_string()));
        } else if let Some(words) = constants((n, line), pools)? {
            listing.pool = Some(("{consts}".to_string(), words));
        } else if line == ")" {
            break;
        } else {
            return Err(LiftError::new(n, "unknown line", line));
        }
    }
    lines.expect("}")?;
    Ok(Native {
        kernel,
        claim,
        listing,
        entry: Entry::SystemV,
    })
}

/// `NAME`: an `asm!` block, or (then nothing is returned) a call of `NAME_call`, which must have been found before.
fn function(
    lines: &mut Lines<'_>,
    field: &Field,
    (n, line): (usize, &str),
    pools: &HashMap<String, Vec<u64>>,
    found: &[Native],
) -> Result<Option<Native>, LiftError> {
    let kernel = line.split('(').next().unwrap_or_default().to_string();
    let claim = claimed(&kernel, field, (n, line))?;
    let total: usize = claim.results.iter().map(|(_, n)| n).sum();
    let (ty, _) = result(&claim, field, &|_| String::new());
    if line != format!("{kernel}({}) -> {ty} {{", parameters(&claim, field)) {
        return Err(LiftError::new(n, "not the kernel's signature", line));
    }
    let (n, line) = lines.code()?;
    if claim.results.len() > 1 {
        let arguments: Vec<String> = claim.groups().into_iter().map(|g| g.0).collect();
        let call = format!("unsafe {{ {kernel}_call({}) }}", arguments.join(", "));
        if line != call
            || !found
                .iter()
                .any(|f| f.kernel == kernel && f.entry == Entry::SystemV)
        {
            return Err(LiftError::new(n, "not a call of the naked function", line));
        }
        lines.expect("}")?;
        return Ok(None);
    }
    // Memory for the elements of the result: a pair of them is taken apart.
    let elements = total / field.limbs;
    let (array, expression) = match elements {
        1 => ("Limbs", "out"),
        _ => ("[Limbs; 2]", "(out[0], out[1])"),
    };
    if line == format!("let mut out = core::mem::MaybeUninit::<{array}>::uninit();") {
        return wrapper(lines, &kernel, &claim, found, expression).map(|()| None);
    }
    if line != "let o0: u64;" {
        return Err(LiftError::new(n, "unknown line", line));
    }
    for i in 1..total {
        lines.expect(&format!("let o{i}: u64;"))?;
    }
    let mut block = Block::default();
    let (n, mut line) = lines.code()?;
    let spill = "let mut spill = [const { core::mem::MaybeUninit::<u64>::uninit() }; ";
    if let Some(words) = line.strip_prefix(spill) {
        let words = words.strip_suffix("];").and_then(|w| w.parse().ok());
        block.spill = words.ok_or_else(|| LiftError::new(n, "not a size", line))?;
        line = lines.code()?.1;
    }
    if line != "unsafe {" {
        return Err(LiftError::new(n, "expected `unsafe {`", line));
    }
    lines.expect("core::arch::asm!(")?;
    let listing = block_body(lines, &claim, pools, total, &mut block)?;
    lines.expect(");")?;
    lines.expect("}")?;
    let (_, expression) = result(&claim, field, &|i| format!("o{i}"));
    lines.expect(&expression)?;
    lines.expect("}")?;
    Ok(Some(Native {
        kernel,
        claim,
        listing,
        entry: Entry::Inline(block),
    }))
}

/// The templates, operands and options of an `asm!` block, options included.
fn block_body(
    lines: &mut Lines<'_>,
    claim: &Claim,
    pools: &HashMap<String, Vec<u64>>,
    total: usize,
    block: &mut Block,
) -> Result<Listing, LiftError> {
    let mut listing = Listing::default();
    let mut outputs: Vec<Option<usize>> = vec![None; total];
    let mut operands = false;
    loop {
        let (n, line) = lines.code()?;
        let wrong = |what: &str| LiftError::new(n, what, line);
        if let Some(text) = template(line) {
            if operands {
                return Err(wrong("an instruction behind the operands"));
            }
            listing.lines.push((n, text.to_string()));
            continue;
        }
        operands = true;
        if let Some(words) = constants((n, line), pools)? {
            listing.pool = Some(("{consts}".to_string(), words));
        } else if let Some(options) = line.strip_prefix("options(") {
            // Without spill space the block may be taken for a function of its operands and of what they point to.
            let wanted = match block.spill {
                0 => "pure, readonly, nostack),",
                _ => "nostack),",
            };
            if options != wanted {
                return Err(wrong("not the options that fit the block"));
            }
            block.outputs = outputs
                .into_iter()
                .collect::<Option<_>>()
                .ok_or_else(|| wrong("a limb of the result has no register"))?;
            return Ok(listing);
        } else {
            operand(line, claim, block, &mut outputs).ok_or_else(|| wrong("unknown operand"))?;
        }
    }
}

/// `in("reg") E,`, `out("reg") oN,`, `inout("reg") E => oN,`, with `_` for what is only written.
fn operand(
    line: &str,
    claim: &Claim,
    block: &mut Block,
    outputs: &mut [Option<usize>],
) -> Option<()> {
    let (direction, rest) = line.strip_suffix(',')?.split_once("(\"")?;
    let (name, value) = rest.split_once("\") ")?;
    let (input, output) = match direction {
        "in" => (Some(value), None),
        "out" => (None, Some(value)),
        "inout" => value.split_once(" => ").map(|(i, o)| (Some(i), Some(o)))?,
        _ => return None,
    };
    let place = match name.strip_prefix("xmm") {
        Some(x) if output.is_none() => Place::Vector(x.parse().ok().filter(|x| *x < 16)?),
        Some(_) => return None,
        None => match register(name)? {
            (r, 64) => Place::General(r),
            _ => return None,
        },
    };
    if let Some(expression) = input {
        block
            .inputs
            .push((place, input_of(expression, claim, block.spill)?));
    }
    if let (Some(o), Place::General(r)) = (output, place) {
        if !block.written.insert(r) {
            return None;
        }
        if o != "_" {
            let i: usize = o.strip_prefix('o')?.parse().ok()?;
            let slot = outputs.get_mut(i)?;
            if slot.replace(r).is_some() {
                return None;
            }
        }
    }
    Some(())
}

/// `a[0]`, `a[1][2]`, `choice`, a pointer to an argument, or the pointer to the spill space.
fn input_of(expression: &str, claim: &Claim, spill: usize) -> Option<Input> {
    if expression == "spill.as_mut_ptr()" {
        return (spill > 0).then_some(Input::Spill);
    }
    for (group, (name, members)) in claim.groups().iter().enumerate() {
        if expression == pointer(name, members.len()) {
            return Some(Input::Pointer(group));
        }
        let limbs = claim.params[members[0]].1;
        for (i, _) in members.iter().enumerate() {
            for j in 0..limbs {
                let wanted = match members.len() {
                    1 if is_word(name) => name.clone(),
                    1 => format!("{name}[{j}]"),
                    _ => format!("{name}[{i}][{j}]"),
                };
                if expression == wanted {
                    return Some(Input::Limb {
                        group,
                        limb: i * limbs + j,
                    });
                }
            }
        }
    }
    None
}

/// The rest of a function that calls the naked one, which writes all limbs of `out` (its claim is proven).
fn wrapper(
    lines: &mut Lines<'_>,
    kernel: &str,
    claim: &Claim,
    found: &[Native],
    expression: &str,
) -> Result<(), LiftError> {
    let (n, line) = lines.code()?;
    if line != "let out = unsafe {" {
        return Err(LiftError::new(n, "expected `let out = unsafe {`", line));
    }
    let (n, line) = lines.code()?;
    let pointers: String = claim
        .groups()
        .iter()
        .map(|(name, members)| format!(", {}", pointer(name, members.len())))
        .collect();
    if line != format!("{kernel}_call(out.as_mut_ptr().cast::<u64>(){pointers});") {
        return Err(LiftError::new(n, "not a call of the naked function", line));
    }
    let is_callee = |f: &Native| f.kernel == kernel && f.entry == Entry::SystemV;
    if !found.iter().any(is_callee) {
        return Err(LiftError::new(n, "the naked function is not there", line));
    }
    for wanted in ["out.assume_init()", "};", expression, "}"] {
        lines.expect(wanted)?;
    }
    Ok(())
}
