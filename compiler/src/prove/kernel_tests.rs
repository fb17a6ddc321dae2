//! Every kernel of many plans has a certificate.

use super::prove;
use crate::kernels::{Name, Style, build};
use crate::limb_ir::Word;
use crate::plan::Plan;
use num_bigint::BigUint;
use num_traits::Num;

#[test]
fn standard_kernels() {
    let mut failed = vec![];
    for (p, word) in [
        (
            "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47",
            Word::W64,
        ),
        (
            "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001",
            Word::W64,
        ),
        (
            "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
            Word::W64,
        ),
        (
            "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001",
            Word::W64,
        ),
        (
            "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
            Word::W64,
        ),
        (
            "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
            Word::W64,
        ),
        (
            "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
            Word::W64,
        ),
        (
            "40000000000000000000000000000000224698fc094cf91b992d30ed00000001",
            Word::W64,
        ),
        (
            "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed",
            Word::W64,
        ),
        ("ffffffff00000001", Word::W64),
        ("7fffffff", Word::W32),
        ("78000001", Word::W32),
    ] {
        let plan = Plan::new("t", &BigUint::from_str_radix(p, 16).unwrap(), word).unwrap();
        for style in [Style::DualChain, Style::Mac] {
            for name in Name::standard(&plan).into_iter().chain(Name::extra(&plan)) {
                let k = build(&plan, style, name);
                if let Err(e) = prove(&k.function, &k.contract) {
                    failed.push(format!("{p} {style:?} {}: {e}", name.as_str()));
                }
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
