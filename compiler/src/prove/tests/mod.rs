//! Every kernel shape is proven; every wrong mutant of it is not.

mod kernels;
mod mutants;

pub(super) use mutants::Rng;
pub(crate) use mutants::samples;

use super::prove;
use crate::limb_ir::{Function, Value, Word};
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

fn bls_r() -> Field {
    Field::new(
        hex("73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"),
        Word::W64,
    )
}

fn p384() -> Field {
    Field::new(
        hex(
            "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffff",
        ),
        Word::W64,
    )
}

fn p256() -> Field {
    Field::new(
        hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"),
        Word::W64,
    )
}

/// Every kernel shape of these tests.
fn kernels() -> Vec<(&'static str, Kernel)> {
    let mut out = vec![];
    for (name, f) in [
        ("bn254", bn254()),
        ("bls", bls()),
        ("secp", secp()),
        ("p256", p256()),
        ("bls_r", bls_r()),
    ] {
        let spare = f.r.bits() - 1 - f.p.bits();
        let small = name == "bn254" || name == "bls";
        out.push((name, add(&f)));
        out.push((name, double(&f)));
        for mask in [false, true] {
            out.push((name, sub(&f, mask)));
            out.push((name, neg(&f, mask)));
        }
        out.push((name, half(&f)));
        for s in [Style::Mac, Style::Chains] {
            out.push((name, mul(&f, s)));
            out.push((name, wide(&f, s, false)));
            out.push((name, wide(&f, s, true)));
            out.push((name, sqr_sos(&f, s)));
            out.push((name, redc(&f, s, 2 * f.n)));
            out.push((name, redc(&f, s, f.n)));
            if small {
                out.push((name, dot(&f, s, 1, true, false, false, false)));
                out.push((name, dot(&f, s, 1, false, false, false, true)));
                out.push((name, dot(&f, s, 1, false, true, true, false)));
                out.push((name, dot(&f, s, 2, false, false, false, false)));
            }
        }
        if spare > 0 {
            out.push((name, nonzero_carry(&f)));
            out.push((name, canonicalise(&f, (&f.p << 1usize) - 1u8, 1)));
        }
        if name == "bn254" {
            out.push((name, canonicalise(&f, &f.p * 3u8 - 1u8, 2)));
            out.push((name, canonicalise(&f, &f.r - 1u8, 5)));
        }
    }
    for k in [3, 8] {
        out.push((
            "bls",
            dot(&bls(), Style::Chains, k, false, false, false, false),
        ));
    }
    for (name, f) in [("secp", secp()), ("p384", p384())] {
        for s in [Style::Mac, Style::Chains] {
            out.push((name, mul(&f, s)));
            out.push((name, redc(&f, s, 2 * f.n)));
            out.push((name, dot_full(&f, s, 2)));
            out.push((name, dot_full(&f, s, 5)));
        }
    }
    let full = Field::new(hex("ffffffffffffffffffffffffffffff61"), Word::W64);
    out.push(("full", dot_full(&full, Style::Mac, 2)));
    out.push(("full", dot_full(&full, Style::Chains, 3)));
    out.push(("bls_r", sparse(&bls_r())));
    out.push(("bls_r", shifted(&bls_r())));
    out.push(("secp", crandall(&secp(), Style::Mac)));
    out.push(("secp", crandall(&secp(), Style::Chains)));
    out.push(("goldilocks", goldilocks()));
    out.push(("m31", mersenne()));
    out.push(("babybear", montgomery31(0x7800_0001)));
    out.push(("koalabear", montgomery31(0x7f00_0001)));
    out.push(("", operand(2, Style::Mac)));
    out.push(("", operand_redc(2, Style::Mac)));
    out.push(("", operand_redc(4, Style::Chains)));
    out.push(("", operand(4, Style::Chains)));
    out
}

#[test]
fn accepts() {
    let mut failed = vec![];
    for (field, k) in kernels() {
        let start = std::time::Instant::now();
        let r = prove(&k.function, &k.contract);
        let t = start.elapsed();
        match r {
            Ok(c) => eprintln!("{t:9.1?} {field} {c}"),
            Err(e) => {
                eprintln!(
                    "{t:9.1?} {field} {} FAILED {e} {}",
                    k.function.name,
                    crate::limb_ir::print(&k.function)
                );
                failed.push(format!("{field} {}: {e}", k.function.name));
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// The same function with its instructions in another valid order.
fn reorder(f: &Function, rng: &mut Rng) -> Function {
    let inputs: usize = f.params.iter().map(|p| p.limbs.len()).sum();
    let mut map: Vec<Option<Value>> = (0..f.types.len())
        .map(|i| (i < inputs).then_some(Value(i as u32)))
        .collect();
    let mut g = Function {
        insts: vec![],
        types: f.types[..inputs].to_vec(),
        ..f.clone()
    };
    let mut left: Vec<&crate::limb_ir::Inst> = f.insts.iter().collect();
    while !left.is_empty() {
        let ready: Vec<usize> = (0..left.len())
            .filter(|i| {
                left[*i]
                    .op
                    .operands()
                    .iter()
                    .all(|(v, _)| map[v.index()].is_some())
            })
            .collect();
        let inst = left.remove(ready[rng.below(ready.len())]);
        let first = Value(g.types.len() as u32);
        g.types.extend_from_slice(inst.op.results());
        map[inst.first.index()] = Some(first);
        if let Some(s) = inst.second() {
            map[s.index()] = Some(Value(first.0 + 1));
        }
        g.insts.push(crate::limb_ir::Inst {
            first,
            op: inst.op.map_operands(|v| map[v.index()].unwrap()),
        });
    }
    for r in &mut g.results {
        r.limbs
            .iter_mut()
            .for_each(|v| *v = map[v.index()].unwrap());
    }
    g
}

#[test]
fn accepts_any_order() {
    let mut rng = Rng(0x1234_5678_9abc_def1);
    let mut failed = vec![];
    for (field, k) in kernels() {
        let f = reorder(&k.function, &mut rng);
        if let Err(e) = prove(&f, &k.contract) {
            failed.push(format!("{field} {}: {e}", f.name));
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// A certificate says what was proven, and its digest follows the text.
#[test]
fn certificate() {
    let k = mul(&bn254(), Style::Mac);
    let c = prove(&k.function, &k.contract).unwrap();
    let top = num_bigint::BigInt::from(bn254().p - 1u8);
    assert!(c.results.len() == 1 && c.results[0].max.as_ref().is_some_and(|m| *m <= top));
    assert!(c.discarded.iter().all(
        |d| matches!(d.reason, super::Reason::Bounded { ref bound, ref limit } if bound < limit)
    ));
    assert_eq!(c, prove(&k.function, &k.contract).unwrap());
    let mut renamed = k.function.clone();
    renamed.name = "other".into();
    assert_ne!(c.digest(), prove(&renamed, &k.contract).unwrap().digest());
    assert!(
        c.to_string()
            .starts_with("dot: 8 discarded carries, 1 results"),
        "{c}"
    );
}

/// Errors name the result and what is wrong.
#[test]
fn errors() {
    use super::ProveError;
    let k = mul(&bn254(), Style::Mac);
    let mut c = k.contract.clone();
    c.equations[0].range = crate::limb_ir::Range::AtMost(bn254().p - 2u8);
    assert!(matches!(
        prove(&k.function, &c),
        Err(ProveError::Range { .. })
    ));
    let mut c = k.contract.clone();
    c.equations[0].scale += 1u8;
    let e = prove(&k.function, &c).unwrap_err();
    assert!(
        matches!(&e, ProveError::Residual { result, .. } if result == "r"),
        "{e}"
    );
    let mut c = k.contract.clone();
    c.equations[0].modulo = crate::limb_ir::Modulo::Exact;
    assert!(matches!(
        prove(&k.function, &c),
        Err(ProveError::Residual { .. })
    ));
    let mut c = k.contract.clone();
    c.equations[0].result = "s".into();
    assert!(matches!(
        prove(&k.function, &c),
        Err(ProveError::Contract { .. })
    ));
    let mut f = k.function.clone();
    f.insts.swap(5, 9);
    assert!(matches!(
        prove(&f, &k.contract),
        Err(ProveError::Malformed(_))
    ));
}

/// A result that is a polynomial of the parameters modulo its width, and neither negative nor as large as that, is it: this bounds what larger
/// numbers were subtracted from. What wraps has no such bound.
#[test]
fn residues() {
    use crate::kernels::{Name, Style as Order, build};
    use crate::limb_ir::{Builder, Contract, Equation, Modulo, Op, Range};
    use num_bigint::BigUint;
    // `(a0 + a1)(b0 + b1) - a0 b0 - a1 b1`, the upper limb small: bounds of the parts are far above the cross products.
    let p = hex("1ffffffffffe95197");
    let plan = crate::plan::Plan::new("t", &p, Word::W64).unwrap();
    for style in [Order::DualChain, Order::Mac] {
        let k = build(&plan, style, Name::Fp2MulWide);
        let factor = &p * 2u8 - 1u8;
        let most = &factor * &factor * 2u8;
        let with = |range: &BigUint| {
            let mut c = k.contract.clone();
            c.equations[1].range = Range::AtMost(range.clone());
            prove(&k.function, &c)
        };
        assert_eq!(
            with(&most).unwrap().results[1].max,
            Some(most.clone().into())
        );
        // It is reached, and less is not shown.
        assert!(matches!(
            with(&(most - 1u8)),
            Err(super::ProveError::Range { .. })
        ));
        // The other way around, each of the subtractions that `c1` ends with, but that of the top limbs, which are 0.
        let c1 = &k.function.results[1].limbs;
        for v in &c1[..3] {
            let mut f = k.function.clone();
            let inst = f.insts.iter_mut().find(|i| i.first == *v).unwrap();
            let Op::Sub(a, b, c) = inst.op else {
                panic!("{:?}", inst.op)
            };
            inst.op = Op::Sub(b, a, c);
            assert!(prove(&f, &k.contract).is_err());
        }
    }
    // A difference that may be negative, and a sum that may be as large as the word, wrap.
    for subtract in [false, true] {
        let mut b = Builder::new("wraps", Word::W64);
        let any = BigUint::from(u64::MAX);
        let (x, y) = (b.param("a", 1, any.clone()), b.param("b", 1, any));
        let (r, _) = match subtract {
            true => b.sub(x[0], y[0], None),
            false => b.add(x[0], y[0], None),
        };
        b.result("r", vec![r]);
        let f = b.finish();
        let c = Contract::new(vec![Equation {
            result: "r".into(),
            scale: 1u8.into(),
            terms: vec![],
            modulo: Modulo::Constant(1u8.into()),
            range: Range::AtMost(BigUint::from(u64::MAX - 1)),
        }]);
        assert!(
            matches!(prove(&f, &c), Err(super::ProveError::Range { .. })),
            "{subtract}"
        );
    }
}
