//! Every kernel shape is proven; every wrong mutant of it is not.

mod kernels;

use super::prove;
use crate::limb_ir::Word;
use kernels::*;

fn bn254() -> Field {
    Field::new(
        hex("30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47"),
        Word::W64,
    )
}

fn bls() -> Field {
    Field::new(
        hex(
            "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
        ),
        Word::W64,
    )
}

fn secp() -> Field {
    Field::new(
        hex("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f"),
        Word::W64,
    )
}

fn accept(k: &Kernel) {
    let start = std::time::Instant::now();
    match prove(&k.function, &k.contract) {
        Ok(c) => eprintln!("{c} {:?}", start.elapsed()),
        Err(e) => panic!(
            "{}: {e}\n{}",
            k.function.name,
            crate::limb_ir::print(&k.function)
        ),
    }
}

#[test]
fn linear() {
    for f in [bn254(), bls(), secp()] {
        accept(&add(&f));
        accept(&double(&f));
        for mask in [false, true] {
            accept(&sub(&f, mask));
            accept(&neg(&f, mask));
        }
        accept(&half(&f));
    }
}

#[test]
fn montgomery() {
    for f in [bn254(), bls(), secp()] {
        for s in [Style::Mac, Style::Chains] {
            accept(&mul(&f, s));
        }
    }
}
