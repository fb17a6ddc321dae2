//! Chains found once and kept: `cache.txt`, a line `exponent chain` each, the exponent in hex, the chain in the text form.
//!
//! The file is a convenience, not a source of truth: a chain from it is used only if it computes the exponent.
//! `cargo run -p fieldc-compiler --release --example addchain_cache` writes it again.

use super::chain::Chain;
use super::text;
use num_bigint::BigUint;

const CACHE: &str = include_str!("cache.txt");

/// The committed chain for `target`, if there is one and it is valid.
pub fn lookup(target: &BigUint) -> Option<Chain> {
    lookup_in(CACHE, target)
}

/// Every line as exponent and chain text, comments left out, nothing checked.
pub fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    split(CACHE)
}

fn split(cache: &str) -> impl Iterator<Item = (&str, &str)> {
    cache
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| line.split_once(' ').unwrap_or((line, "")))
}

fn lookup_in(cache: &str, target: &BigUint) -> Option<Chain> {
    let key = format!("{target:#x}");
    let (_, chain) = split(cache).find(|(exponent, _)| *exponent == key)?;
    let chain = text::parse(chain).ok()?;
    chain.validate(target).ok()?;
    Some(chain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_entries_are_not_used() {
        let cache = "# comment\n0x5 <2 +0\n0x7 <2 +0\n0x9 nonsense\n0x1\n";
        assert_eq!(lookup_in(cache, &5u8.into()).map(|c| c.len()), Some(3));
        assert_eq!(lookup_in(cache, &1u8.into()).map(|c| c.len()), Some(0));
        for n in [7u8, 9, 11] {
            assert_eq!(lookup_in(cache, &n.into()), None);
        }
    }

    #[test]
    fn every_entry_is_valid() {
        let mut count = 0;
        for (exponent, _) in lines() {
            let digits = exponent.strip_prefix("0x").unwrap();
            let target = BigUint::parse_bytes(digits.as_bytes(), 16).unwrap();
            assert!(lookup(&target).is_some(), "{exponent}");
            count += 1;
        }
        assert!(count >= 40, "{count} entries");
    }
}
