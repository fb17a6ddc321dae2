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
    use crate::addchain::Program;

    #[test]
    fn wrong_entries_are_not_used() {
        let cache = "# comment\n0x5 <2 +0\n0x7 <2 +0\n0x9 nonsense\n0x1\n";
        assert_eq!(lookup_in(cache, &5u8.into()).map(|c| c.len()), Some(3));
        assert_eq!(lookup_in(cache, &1u8.into()).map(|c| c.len()), Some(0));
        for n in [7u8, 9, 11] {
            assert_eq!(lookup_in(cache, &n.into()), None);
        }
    }

    fn hex(digits: &str) -> BigUint {
        BigUint::parse_bytes(digits.as_bytes(), 16).unwrap()
    }

    /// What these exponents must cost at most, in steps: the best published results. The chains must be committed.
    #[test]
    fn bars() {
        let bn254_p = hex("30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47");
        let bn254_r = hex("30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001");
        let bls_p = hex(
            "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
        );
        let bls_r = hex("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001");
        let secp_p = hex("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f");
        let p256_p = hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
        let curve25519_p = hex("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed");
        let fifth = |p: &BigUint| BigUint::from(5u8).modinv(&(p - 1u8)).unwrap();
        let quarter = |p: &BigUint| (p + 1u8) >> 2u32;
        for (name, target, bar) in [
            ("bn254 p-2", &bn254_p - 2u8, 304),
            ("bn254 (p+1)/4", quarter(&bn254_p), 300),
            ("bn254 (p-3)/4", &bn254_p >> 2u32, 301),
            ("bn254 fr root", &bn254_r >> 29u32, 270),
            ("bn254 fr 1/5", fifth(&bn254_r), 299),
            ("bls12-381 p-2", &bls_p - 2u8, 452),
            ("bls12-381 (p+1)/4", quarter(&bls_p), 449),
            ("bls12-381 (p-3)/4", &bls_p >> 2u32, 449),
            ("bls12-381 fr root", &bls_r >> 33u32, 264),
            ("bls12-381 fr 1/5", fifth(&bls_r), 304),
            ("secp256k1 p-2", &secp_p - 2u8, 270),
            ("secp256k1 (p+1)/4", quarter(&secp_p), 266),
            ("p256 (p+1)/4", quarter(&p256_p), 260),
            ("p256 p-2", &p256_p - 2u8, 268),
            ("curve25519 p-2", &curve25519_p - 2u8, 265),
        ] {
            let chain = lookup(&target).unwrap_or_else(|| panic!("{name}: not committed"));
            chain.validate(&target).unwrap();
            assert!(
                chain.len() <= bar,
                "{name}: {} steps, more than {bar}",
                chain.len()
            );
            assert_eq!(Program::from_chain(&chain).exponent(), Ok(target), "{name}");
        }
    }

    #[test]
    fn every_entry_is_valid() {
        let mut count = 0;
        for (exponent, _) in lines() {
            let target = hex(exponent.strip_prefix("0x").unwrap());
            let chain = lookup(&target).unwrap_or_else(|| panic!("{exponent}"));
            assert_eq!(Program::from_chain(&chain).exponent(), Ok(target));
            count += 1;
        }
        assert!(count >= 40, "{count} entries");
    }
}
