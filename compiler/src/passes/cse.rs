//! Common subexpressions.

use crate::limb_ir::{Function, Inst, Limbs, Results, Value};
use std::collections::HashMap;

/// The same function with each operation on the same operands done once, at its first place.
///
/// Moduli with equal limbs have such: the rows of `m p` multiply one word by one constant several times (2^255 - 19), and choices
/// between a limb of `p` and zero repeat (secp256k1).
pub fn cse(f: Function) -> Function {
    let parameters: usize = f.params.iter().map(|p| p.limbs.len()).sum();
    let mut types = f.types[..parameters].to_vec();
    // Where each old value is now.
    let mut map: Vec<Value> = (0..f.types.len() as u32).map(Value).collect();
    let mut seen = HashMap::new();
    let mut insts = vec![];
    for inst in &f.insts {
        let op = inst.op.map_operands(|v| map[v.index()]);
        let first = *seen.entry(op.clone()).or_insert_with(|| {
            let first = Value(types.len() as u32);
            types.extend_from_slice(op.results());
            insts.push(Inst { first, op });
            first
        });
        map[inst.first.index()] = first;
        if let Some(second) = inst.second() {
            map[second.index()] = Value(first.0 + 1);
        }
    }
    let moved = |limbs: Limbs| limbs.iter().map(|v| map[v.index()]).collect();
    Function {
        name: f.name,
        word: f.word,
        params: f.params,
        insts,
        results: f
            .results
            .into_iter()
            .map(|r| Results {
                name: r.name,
                limbs: moved(r.limbs),
            })
            .collect(),
        types,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limb_ir::{Builder, Op, Word, eval, verify};

    /// Two equal products, the second read only by its high word, and what is built on them twice.
    fn repeated() -> Function {
        let mut b = Builder::new("repeated", Word::W64);
        let x = b.param("a", 2, (num_bigint::BigUint::from(1u8) << 128u32) - 1u8);
        let (lo, hi) = b.mul_wide(x[0], x[1]);
        let (s, carry) = b.add(lo, hi, None);
        let (lo2, hi2) = b.mul_wide(x[0], x[1]);
        let (s2, carry2) = b.add(lo2, hi2, None);
        // The order of operands differs: another operation for this pass.
        let (other, _) = b.mul_wide(x[1], x[0]);
        let (t, _) = b.add(s, s2, Some(carry));
        let (u, _) = b.add(t, other, Some(carry2));
        b.result("out", vec![t, u, hi2, x[0]]);
        b.finish()
    }

    #[test]
    fn repeats_go_and_the_meaning_stays() {
        let before = repeated();
        let after = cse(before.clone());
        verify(&after).unwrap();
        let products = |f: &Function| {
            let product = |i: &&Inst| matches!(i.op, Op::MulWide(..));
            f.insts.iter().filter(product).count()
        };
        assert_eq!((products(&before), products(&after)), (3, 2));
        assert_eq!(after.insts.len(), before.insts.len() - 2);
        let edges = [0, 1, u64::MAX, 1 << 63, 0x0123_4567_89ab_cdef];
        for a in edges {
            for b in edges {
                let args = [vec![a, b]];
                assert_eq!(eval(&after, &args), eval(&before, &args));
            }
        }
        assert_eq!(cse(after.clone()), after);
    }
}
