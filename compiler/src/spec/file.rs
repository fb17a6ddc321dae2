//! The spec file: a flat table of `key = value` lines, a subset of TOML.

use super::{Place, Problem, Spec, SpecError, expr};
use num_bigint::BigUint;

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
            let what = format!("line {}: expected `key = value`", number + 1);
            return Err(SpecError::new(
                Place::Option(line.to_string()),
                Problem::BadOption(what),
            ));
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
                return Err(option(
                    key,
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

fn option(key: &str, what: &str) -> SpecError {
    SpecError::new(
        Place::Option(key.to_string()),
        Problem::BadOption(what.to_string()),
    )
}
