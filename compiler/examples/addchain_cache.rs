//! Writes `compiler/src/addchain/cache.txt` again: `cargo run -p fieldc-compiler --release --example addchain_cache [UNITS [NAME]]`.
//!
//! For the inverse and square-root exponents of the standard fields, and a few more, the search runs with its full budget
//! (or UNITS); a valid chain that is there already stays unless the new one is cheaper. With NAME only exponents whose name
//! begins with it are searched.

use fieldc_compiler::addchain::{Budget, Program, cache, lower_bound, print, search};
use num_bigint::BigUint;
use num_traits::{Num, One};
use std::fmt::Write;
use std::path::Path;

const FIELDS: [(&str, &str); 18] = [
    (
        "bn254:fp",
        "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47",
    ),
    (
        "bn254:fr",
        "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001",
    ),
    (
        "bls12-381:fp",
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    ),
    (
        "bls12-381:fr",
        "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001",
    ),
    (
        "bls12-377:fp",
        "1ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001",
    ),
    (
        "bls12-377:fr",
        "12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001",
    ),
    (
        "secp256k1:fp",
        "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
    ),
    (
        "secp256k1:fr",
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
    ),
    (
        "p256:fp",
        "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
    ),
    (
        "p256:fr",
        "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
    ),
    (
        "pallas",
        "40000000000000000000000000000000224698fc094cf91b992d30ed00000001",
    ),
    (
        "vesta",
        "40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001",
    ),
    (
        "bandersnatch:fr",
        "1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1",
    ),
    (
        "curve25519",
        "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
    ),
    ("goldilocks", "ffffffff00000001"),
    ("babybear", "78000001"),
    ("koalabear", "7f000001"),
    ("mersenne31", "7fffffff"),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let budget = match std::env::args().nth(1) {
        Some(units) => Budget::Units(units.parse()?),
        None => Budget::Full,
    };
    let only = std::env::args().nth(2).unwrap_or_default();
    let mut text = String::from(
        "# Addition chains: exponent, then the chain in the text form of the `addchain` module. Each is checked when used.\n\
         # Written by `cargo run -p fieldc-compiler --release --example addchain_cache`.\n",
    );
    for (name, exponent) in exponents()? {
        let chain = match cache::lookup(&exponent) {
            Some(old) if !name.starts_with(&only) => old,
            old => {
                let found = search(&exponent, budget)?;
                match old {
                    Some(old) if (old.cost(), old.len()) <= (found.cost(), found.len()) => old,
                    _ => found,
                }
            }
        };
        chain.validate(&exponent)?;
        let program = Program::from_chain(&chain);
        eprintln!(
            "{name}: {}+{} = {} (at least {}), {} temporaries",
            chain.squarings(),
            chain.multiplications(),
            chain.len(),
            lower_bound(&exponent),
            program.temporaries,
        );
        writeln!(text, "# {name}")?;
        writeln!(text, "{exponent:#x} {}", print(&chain))?;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/addchain/cache.txt");
    std::fs::write(path, text)?;
    Ok(())
}

/// Name and value, no value twice.
fn exponents() -> Result<Vec<(String, BigUint)>, num_bigint::ParseBigIntError> {
    let mut list: Vec<(String, BigUint)> = Vec::new();
    let mut push = |name: String, value: BigUint| {
        if list.iter().all(|(_, v)| *v != value) {
            list.push((name, value));
        }
    };
    for (name, hex) in FIELDS {
        let p = BigUint::from_str_radix(hex, 16)?;
        let one = BigUint::one();
        push(format!("{name} p-2"), &p - 2u8);
        let s = (&p - &one).trailing_zeros().unwrap_or(0);
        if s == 1 {
            push(format!("{name} (p-3)/4"), &p >> 2u32);
            if p.bits() > 64 {
                push(format!("{name} (p+1)/4"), (&p >> 2u32) + &one);
            }
        } else if s == 2 {
            push(format!("{name} (p-5)/8"), &p >> 3u32);
        } else {
            push(format!("{name} (q-1)/2"), &p >> (s + 1));
        }
        if ["bn254:fr", "bls12-381:fr"].contains(&name)
            && let Some(inverse) = BigUint::from(5u8).modinv(&(&p - &one))
        {
            push(format!("{name} 1/5 mod p-1"), inverse);
        }
    }
    Ok(list)
}
