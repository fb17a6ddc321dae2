//! Mutants of portable kernels.

use super::{Tally, judge};
use crate::adversarial::Random;
use crate::claims::Claim;
use crate::lift::rust::{Shape, lift_module};

/// A portable kernel of a module's text.
#[derive(Clone, Debug)]
pub struct Portable {
    /// Its name.
    pub kernel: String,
    /// What it promises.
    pub claim: Claim,
    /// What stands before the kernel in a text that holds nothing else: the limbs' type and the helpers.
    head: String,
    /// The lines of the kernel.
    lines: Vec<String>,
}

impl Portable {
    /// Finds a kernel in a module's text.
    pub fn find(text: &str, kernel: &str, claim: &Claim) -> Option<Portable> {
        let limbs = text.lines().find(|l| l.starts_with("pub type Limbs"))?;
        let part = text.split_once("pub mod portable {")?.1;
        let start = part.find(&format!("pub fn {kernel}("))?;
        let helpers = part.find("pub fn ")?;
        let helpers = part[..helpers].rsplit_once("}\n").map_or("", |(h, _)| h);
        let body = &part[start..];
        let end = body.find("\n}\n")? + 2;
        Some(Portable {
            kernel: kernel.to_string(),
            claim: claim.clone(),
            head: format!("{limbs}\npub mod portable {{{helpers}}}\n"),
            lines: body[..end].lines().map(String::from).collect(),
        })
    }

    fn text(&self, lines: &[String]) -> String {
        format!("{}{}\n}}\n", self.head, lines.join("\n"))
    }

    fn lift(&self, lines: &[String]) -> Option<crate::limb_ir::Function> {
        let shape = Shape::of(&self.kernel, &self.claim);
        lift_module(&self.text(lines), |n| {
            (n == self.kernel).then(|| shape.clone())
        })
        .ok()?
        .pop()
        .map(|(_, f)| f)
    }
}

/// Words that may stand for each other.
const OTHERS: &[&[&str]] = &[
    &["overflowing_add", "overflowing_sub"],
    &["carrying_add", "borrowing_sub"],
    &["wrapping_add", "wrapping_sub", "wrapping_mul"],
    &["mul_wide_word", "mac"],
    &["true", "false"],
    &["|", "&", "^"],
    &["<<", ">>"],
    &["+", "-"],
    &["<", ">"],
];

/// Words, numbers and signs, with the rest in between, so that joining them gives the line.
fn tokens(line: &str) -> Vec<&str> {
    let kind = |c: char| {
        if c.is_ascii_alphanumeric() || c == '_' {
            1
        } else if "<>".contains(c) {
            2
        } else {
            // Every other character by itself.
            0
        }
    };
    let mut out = vec![];
    let mut start = 0;
    let mut last = None;
    for (i, c) in line.char_indices() {
        let k = kind(c);
        if last.is_some_and(|l| l != k || k == 0) {
            out.push(&line[start..i]);
            start = i;
        }
        last = Some(k);
    }
    out.push(&line[start..]);
    out
}

/// Other texts for one line: each token replaced by others of its kind, neighbours of a comma exchanged.
fn variants(line: &str, at: usize) -> Vec<String> {
    let t = tokens(line);
    let mut out = vec![];
    let mut replace = |i: usize, s: String| {
        let mut v = t.clone();
        v[i] = &s;
        out.push(v.concat());
    };
    for (i, word) in t.iter().enumerate() {
        let number = word.strip_prefix("0x").map_or_else(
            || word.parse::<u64>().ok(),
            |h| u64::from_str_radix(h.trim_end_matches("u64").trim_end_matches("u32"), 16).ok(),
        );
        if let Some(n) = number {
            let suffix = word.find('u').map_or("", |u| &word[u..]);
            for m in [n.wrapping_add(1), n.wrapping_sub(1), n ^ 1 << (at % 31)] {
                replace(i, format!("{m:#x}{suffix}"));
            }
        } else if let Some(n) = word.strip_prefix('v').and_then(|n| n.parse::<usize>().ok()) {
            for d in [1, 2, 3 + at % 7] {
                if n >= d {
                    replace(i, format!("v{}", n - d));
                }
            }
        } else if ["a", "b", "lo", "hi"].contains(word) {
            let other = match *word {
                "a" => "b",
                "b" => "a",
                "lo" => "hi",
                _ => "lo",
            };
            replace(i, other.to_string());
        }
        for class in OTHERS.iter().filter(|c| c.contains(word)) {
            for other in class.iter().filter(|o| *o != word) {
                replace(i, other.to_string());
            }
        }
    }
    out
}

/// Every single change: each line deleted, exchanged with the next, each token of it changed.
fn all(p: &Portable) -> Vec<(String, Vec<String>)> {
    let mut out = vec![];
    // The first line is the signature, the last the closing brace.
    for i in 1..p.lines.len() - 1 {
        let line = p.lines[i].trim();
        let mut push = |what: &str, edit: &dyn Fn(&mut Vec<String>)| {
            let mut lines = p.lines.clone();
            edit(&mut lines);
            out.push((format!("{}: `{line}`: {what}", p.kernel), lines));
        };
        push("deleted", &|l| {
            l.remove(i);
        });
        if i + 2 < p.lines.len() {
            push("after the next", &|l| l.swap(i, i + 1));
        }
        for changed in variants(&p.lines[i], i) {
            push(changed.trim(), &|l| l[i].clone_from(&changed));
        }
    }
    out
}

/// Tries mutants of a kernel: all, or about this many chosen by a fixed rule.
pub fn tally(p: &Portable, sample: Option<usize>) -> Tally {
    let mutants = all(p);
    let (offset, step) = super::choice(&p.kernel, mutants.len(), sample);
    let mut random = Random(1);
    let mut tally = Tally::default();
    for (what, lines) in mutants.iter().skip(offset).step_by(step) {
        let f = p.lift(lines);
        tally.count(what, judge(f.as_ref(), &p.claim.contract, &mut random));
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::{Field, claim};
    use crate::plan::Plan;
    use crate::spec::names::find;

    #[test]
    fn changes_are_refused() {
        let mut total = Tally::default();
        for name in ["bn254:fp", "bls12-381:fr", "mersenne31", "curve25519:fp"] {
            let standard = find(name).unwrap();
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../generated/src/");
            let text = std::fs::read_to_string(format!("{path}{}.rs", standard.module)).unwrap();
            let field = Field::of(&Plan::for_spec(&standard.spec().unwrap()).unwrap());
            for kernel in [
                "add", "sub", "neg", "half", "mul", "sqr", "redc", "select", "dot3",
            ] {
                let claim = claim(kernel, &field).unwrap();
                let p = Portable::find(&text, kernel, &claim).unwrap();
                assert!(p.lift(&p.lines).is_some(), "{name} {kernel}");
                total.add(tally(&p, Some(12)));
            }
        }
        assert!(
            total.survived.is_empty(),
            "{total}\n{}",
            total.survived.join("\n")
        );
        assert!(
            total.tried > 300 && total.rejected > total.tried * 3 / 4,
            "{total}"
        );
    }
}
