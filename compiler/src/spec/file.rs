//! The spec file: a flat table of `key = value` lines, a subset of TOML.

use super::error::brief;
use super::{Place, Problem, Spec, SpecError, expr};
use num_bigint::BigUint;
use std::io::Read;

/// The most bytes of a file. A spec is a few lines; a device never ends.
const MAX_FILE: u64 = 1 << 16;

/// Reads the file at a path.
pub(super) fn read(path: &str) -> Result<Spec, SpecError> {
    let unreadable =
        |reason: String| SpecError::new(Place::File(brief(path, 200)), Problem::Unreadable(reason));
    let file = std::fs::File::open(path).map_err(|e| unreadable(e.to_string()))?;
    let mut text = String::new();
    file.take(MAX_FILE + 1)
        .read_to_string(&mut text)
        .map_err(|e| unreadable(e.to_string()))?;
    if text.len() as u64 > MAX_FILE {
        return Err(unreadable(format!("longer than {MAX_FILE} bytes")));
    }
    parse(&text)
}

pub(super) fn parse(text: &str) -> Result<Spec, SpecError> {
    let mut name: Option<String> = None;
    let mut modulus: Option<BigUint> = None;
    let mut generator: Option<BigUint> = None;
    let mut root_of_unity: Option<BigUint> = None;
    let mut lazy: Option<bool> = None;
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        if line.is_empty() {
            continue;
        }
        let Some((key, value)) = line.split_once('=') else {
            return Err(at_line(number, "expected `key = value`"));
        };
        let (key, value) = (key.trim(), unquote(value.trim()));
        let fresh = match key {
            "name" => name.replace(value.to_string()).is_none(),
            "modulus" => modulus
                .replace(expr::parse_at(value, Place::Modulus)?)
                .is_none(),
            "generator" => generator
                .replace(expr::parse_at(value, Place::Generator)?)
                .is_none(),
            "root_of_unity" => root_of_unity
                .replace(expr::parse_at(value, Place::RootOfUnity)?)
                .is_none(),
            "lazy" => lazy.replace(flag(key, value)?).is_none(),
            _ => {
                return Err(at_line(
                    number,
                    "unknown option; known: name, modulus, generator, root_of_unity, lazy",
                ));
            }
        };
        if !fresh {
            return Err(option(key, "given twice"));
        }
    }
    let Some(modulus) = modulus else {
        return Err(option("modulus", "missing"));
    };
    let mut spec = Spec::new(name.unwrap_or_else(|| "field".to_string()), modulus);
    spec.generator = generator;
    spec.root_of_unity = root_of_unity;
    spec.lazy = lazy.unwrap_or(true);
    Ok(spec)
}

fn unquote(value: &str) -> &str {
    value
        .strip_prefix('"')
        .and_then(|v| v.strip_suffix('"'))
        .unwrap_or(value)
}

fn flag(key: &str, value: &str) -> Result<bool, SpecError> {
    value
        .parse()
        .map_err(|_| option(key, "must be `true` or `false`"))
}

/// The text of a line is not quoted: the file may be one that was not meant.
fn at_line(number: usize, what: &str) -> SpecError {
    SpecError::new(
        Place::Line(number + 1),
        Problem::BadOption(what.to_string()),
    )
}

fn option(key: &str, what: &str) -> SpecError {
    SpecError::new(
        Place::Option(key.to_string()),
        Problem::BadOption(what.to_string()),
    )
}
