//! The interpreter: the meaning of limb IR, and so the oracle of every pass and target.

use super::op::{Function, Op, Value, Word};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// Why a function could not be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InterpError {
    /// The number of arguments differs from the number of parameters.
    #[error("{given} arguments for {wanted} parameters")]
    Arguments {
        /// Arguments given.
        given: usize,
        /// Parameters of the function.
        wanted: usize,
    },
    /// An argument has the wrong number of limbs, or does not fit its limbs.
    #[error("argument `{0}` does not fit its limbs")]
    Argument(String),
}

/// Runs `f` on limbs; one list of limbs a parameter in, one a result out.
pub fn eval(f: &Function, args: &[Vec<u64>]) -> Result<Vec<Vec<u64>>, InterpError> {
    if args.len() != f.params.len() {
        return Err(InterpError::Arguments {
            given: args.len(),
            wanted: f.params.len(),
        });
    }
    let mut v: Vec<u64> = Vec::with_capacity(f.types.len());
    for (p, a) in f.params.iter().zip(args) {
        if a.len() != p.limbs.len() || a.iter().any(|x| x & !f.word.mask() != 0) {
            return Err(InterpError::Argument(p.name.clone()));
        }
        v.extend_from_slice(a);
    }
    let (mask, bits) = (f.word.mask(), f.word.container);
    let low52 = |x: u64| u128::from(x & ((1 << 52) - 1));
    for inst in &f.insts {
        let g = |x: &Value| v[x.index()];
        let wide = |x: u128| (x as u64 & mask, Some((x >> bits) as u64));
        let carry = |c: &Option<Value>| c.map_or(0, |c| u128::from(v[c.index()]));
        let (first, second) = match &inst.op {
            Op::Const(c) => (c & mask, None),
            Op::MulWide(a, b) => wide(u128::from(g(a)) * u128::from(g(b))),
            Op::Mac(a, b, c, d) => {
                wide(u128::from(g(a)) * u128::from(g(b)) + u128::from(g(c)) + u128::from(g(d)))
            }
            Op::MulLo(a, b) => (g(a).wrapping_mul(g(b)) & mask, None),
            Op::Add(a, b, c) => wide(u128::from(g(a)) + u128::from(g(b)) + carry(c)),
            Op::Sub(a, b, c) => {
                let (x, y) = (u128::from(g(a)), u128::from(g(b)) + carry(c));
                (x.wrapping_sub(y) as u64 & mask, Some(u64::from(x < y)))
            }
            Op::Shl(a, k) => ((g(a) << k) & mask, None),
            Op::Shr(a, k) => (g(a) >> k, None),
            Op::Funnel(hi, lo, k) => (
                (((u128::from(g(hi)) << bits) | u128::from(g(lo))) >> k) as u64 & mask,
                None,
            ),
            Op::And(a, b) => (g(a) & g(b), None),
            Op::Or(a, b) => (g(a) | g(b), None),
            Op::Xor(a, b) => (g(a) ^ g(b), None),
            Op::Select(c, a, b) => (if g(c) == 1 { g(a) } else { g(b) }, None),
            Op::Madd52Lo(acc, a, b) => {
                let p = low52(g(a)) * low52(g(b));
                (g(acc).wrapping_add(p as u64 & ((1 << 52) - 1)) & mask, None)
            }
            Op::Madd52Hi(acc, a, b) => {
                let p = low52(g(a)) * low52(g(b));
                (g(acc).wrapping_add((p >> 52) as u64) & mask, None)
            }
        };
        v.push(first);
        v.extend(second);
    }
    Ok(f.results
        .iter()
        .map(|r| r.limbs.iter().map(|x| v[x.index()]).collect())
        .collect())
}

/// Runs `f` on integers: each is cut into limbs of the radix, and each result put together again.
pub fn eval_integers(f: &Function, args: &[BigUint]) -> Result<Vec<BigUint>, InterpError> {
    if args.len() != f.params.len() {
        return Err(InterpError::Arguments {
            given: args.len(),
            wanted: f.params.len(),
        });
    }
    let limbs = f
        .params
        .iter()
        .zip(args)
        .map(|(p, a)| {
            to_limbs(a, p.limbs.len(), f.word).ok_or_else(|| InterpError::Argument(p.name.clone()))
        })
        .collect::<Result<Vec<_>, _>>()?;
    Ok(eval(f, &limbs)?
        .iter()
        .map(|r| from_limbs(r, f.word))
        .collect())
}

fn to_limbs(x: &BigUint, n: usize, w: Word) -> Option<Vec<u64>> {
    if x.bits() > n as u64 * u64::from(w.radix) {
        return None;
    }
    let mask = (BigUint::from(1u8) << w.radix) - 1u8;
    (0..n)
        .map(|i| ((x >> (w.radix as usize * i)) & &mask).to_u64())
        .collect()
}

fn from_limbs(x: &[u64], w: Word) -> BigUint {
    x.iter()
        .rev()
        .fold(BigUint::ZERO, |acc, l| (acc << w.radix) + *l)
}
