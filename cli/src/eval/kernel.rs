//! `kernel.<op>`: kernels compiled for any odd modulus, run natively where the target is this processor and the tier in
//! force has it, and by the interpreter elsewhere.
//!
//! Everything that is done modulo m is done by proven kernels, conversion included: into the internal form by a product
//! with R^2, out of it by `from_internal`.

use super::value::{below, hex, integer, list, object};
use super::{Failure, Family};
use crate::kernel::{Proven, Target, word};
use fieldc::tier::{self, Tier};
use fieldc_compiler::kernels::Name;
use fieldc_compiler::plan::Plan;
use num_bigint::BigUint;
use serde_json::Value;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The most bits of a modulus: a kernel of 16 limbs is proven in seconds, and the time grows with the fourth power.
pub const MAX_MODULUS_BITS: u64 = 1024;

/// Moduli whose kernels are kept.
const CACHED: usize = 32;

/// The family `kernel`, with the kernels used last.
#[derive(Default)]
pub struct Kernels {
    /// The most recently used is the last.
    recent: Vec<Compiled>,
}

impl Family for Kernels {
    fn name(&self) -> &'static str {
        "kernel"
    }

    fn run(&mut self, op: &str, input: &Value) -> Result<Value, Failure> {
        let operands = match op {
            "add" | "sub" | "mul" => 2,
            "sqr" | "neg" | "inv" => 1,
            _ => return Err(Failure::unknown_op()),
        };
        let members = object(input, &["modulus", "target", "args"], "in")?;
        let member = |name: &str| {
            members
                .get(name)
                .ok_or_else(|| Failure::new(name, "missing"))
        };
        let modulus = integer(member("modulus")?, "modulus")?;
        let target = member("target")?
            .as_str()
            .ok_or_else(|| Failure::new("target", "not a string"))?;
        let target = Target::parse(target).ok_or_else(|| Failure::new("target", "not built"))?;
        let args = list(member("args")?, operands, "args")?;
        let compiled = self.compiled(modulus, target)?;
        let args: Vec<BigUint> = args
            .iter()
            .enumerate()
            .map(|(i, v)| below(v, &compiled.plan.modulus, &format!("args[{i}]")))
            .collect::<Result<_, _>>()?;
        compiled.run(op, &args).map(|x| hex(&x))
    }
}

impl Kernels {
    /// The kernels of a modulus, now the most recently used ones.
    fn compiled(&mut self, modulus: BigUint, target: Target) -> Result<&mut Compiled, Failure> {
        let found = self
            .recent
            .iter()
            .position(|c| c.target == target && c.plan.modulus == modulus);
        let compiled = match found {
            Some(i) => self.recent.remove(i),
            None => Compiled::new(&modulus, target)?,
        };
        if self.recent.len() == CACHED {
            self.recent.remove(0);
        }
        self.recent.push(compiled);
        let last = self.recent.len() - 1;
        Ok(&mut self.recent[last])
    }
}

/// The kernels of one modulus for one target, made when they are needed.
struct Compiled {
    target: Target,
    plan: Plan,
    kernels: HashMap<Name, Proven>,
}

/// An element in internal form.
type Limbs = Vec<u64>;

impl Compiled {
    fn new(modulus: &BigUint, target: Target) -> Result<Compiled, Failure> {
        let fail = |reason: &str| Err(Failure::new("modulus", reason));
        match modulus {
            m if *m < BigUint::from(2u8) => return fail("must be at least 3"),
            m if !m.bit(0) => return fail("even"),
            m if m.bits() > MAX_MODULUS_BITS => return fail("too large"),
            _ => {}
        }
        let plan = Plan::new("field", modulus, word(target, modulus.bits()))
            .map_err(|e| Failure::new("modulus", e.problem))?;
        Ok(Compiled {
            target,
            plan,
            kernels: HashMap::new(),
        })
    }

    /// Plain integers in and out.
    fn run(&mut self, op: &str, args: &[BigUint]) -> Result<BigUint, Failure> {
        let result = match (op, args) {
            ("inv", [a]) => self.inverse(a)?,
            (_, [a]) => {
                let a = self.internal(a)?;
                let name = if op == "neg" { Name::Neg } else { Name::Sqr };
                self.apply(name, &[&a])?
            }
            (_, [a, b]) => {
                let (a, b) = (self.internal(a)?, self.internal(b)?);
                let name = match op {
                    "add" => Name::Add,
                    "sub" => Name::Sub,
                    _ => Name::Mul,
                };
                self.apply(name, &[&a, &b])?
            }
            _ => return Err(Failure::unknown_op()),
        };
        let plain = self.apply(Name::FromInternal, &[&result])?;
        Ok(self.integer(&plain))
    }

    fn apply(&mut self, name: Name, args: &[&[u64]]) -> Result<Limbs, Failure> {
        let native = tier::current() >= Tier::Adx;
        let kernel = match self.kernels.entry(name) {
            Entry::Occupied(e) => e.into_mut(),
            Entry::Vacant(e) => e.insert(
                Proven::new(&self.plan, self.target, name)
                    .map_err(|e| Failure::new("kernel", e))?,
            ),
        };
        kernel
            .run(args, native)
            .map_err(|e| Failure::new("kernel", e))
    }

    /// `a R`, the internal form of an integer below m.
    fn internal(&mut self, a: &BigUint) -> Result<Limbs, Failure> {
        let a = self.plan.limbs_of(a);
        if !self.plan.montgomery() {
            return Ok(a);
        }
        let r2 = self.plan.limbs_of(&self.plan.radius_power(2));
        self.apply(Name::Mul, &[&a, &r2])
    }

    /// The number that limbs stand for.
    fn integer(&self, limbs: &[u64]) -> BigUint {
        limbs.iter().rev().fold(BigUint::default(), |x, limb| {
            (x << self.plan.word.radix) + limb
        })
    }

    /// `1/a` in internal form, for any odd m: division steps with a public count.
    ///
    /// From `f = m`, `g = a` every step makes (f, g) smaller and keeps `2^k f = d a` and `2^k g = e a` modulo m, where k counts
    /// the steps; the coefficients d and e are moved by the kernels alone. At the end `g = 0` and `f = ±gcd(a, m)`, so that for
    /// a gcd of 1 `1/a = ±d / 2^k`, and `2^-k` is a constant.
    ///
    /// Source: Bernstein and Yang, ePrint 2019/266: Theorem 11.2 for the count.
    fn inverse(&mut self, a: &BigUint) -> Result<Limbs, Failure> {
        let steps = division_steps(self.plan.bits);
        // Numbers between -m and m, and their sums, have a limb of 64 bits to spare.
        let width = self.plan.bits.div_ceil(64) as usize + 1;
        let mut f = Signed::new(&self.plan.modulus, width);
        let mut g = Signed::new(a, width);
        let mut d = self.plan.limbs_of(&BigUint::default());
        let mut e = self.plan.limbs_of(&self.plan.radius_power(1));
        let mut delta = 1i64;
        for _ in 0..steps {
            let odd = g.is_odd();
            if odd && delta > 0 {
                let next = g.minus(&f);
                f = std::mem::replace(&mut g, next);
                let next = self.apply(Name::Sub, &[&e, &d])?;
                d = std::mem::replace(&mut e, next);
                delta = -delta;
            } else if odd {
                g = g.plus(&f);
                e = self.apply(Name::Add, &[&e, &d])?;
            }
            d = self.apply(Name::Add, &[&d, &d])?;
            g = g.half();
            delta += 1;
        }
        let sign = f.unit().filter(|_| g.is_zero());
        let negative = sign.ok_or_else(|| Failure::new("args[0]", "not a unit"))?;
        let two = BigUint::from(2u8).modpow(&steps.into(), &self.plan.modulus);
        // m is odd, so that the power of two has an inverse.
        let scale = two.modinv(&self.plan.modulus).unwrap_or_default();
        let scale = self.plan.limbs_of(&self.plan.to_internal(&scale));
        let inverse = self.apply(Name::Mul, &[&d, &scale])?;
        match negative {
            true => self.apply(Name::Neg, &[&inverse]),
            false => Ok(inverse),
        }
    }
}

/// Enough division steps for an odd modulus of so many bits and any input below it.
fn division_steps(bits: u64) -> u64 {
    match bits {
        0..46 => (49 * bits + 80) / 17,
        _ => (49 * bits + 57) / 17,
    }
}

/// A two's complement integer of a fixed width, least significant word first.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Signed(Vec<u64>);

impl Signed {
    fn new(value: &BigUint, width: usize) -> Signed {
        let mut words = value.to_u64_digits();
        words.resize(width, 0);
        Signed(words)
    }

    fn is_odd(&self) -> bool {
        self.0[0] & 1 == 1
    }

    fn is_zero(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }

    /// Whether it is negative, if it is 1 or -1.
    fn unit(&self) -> Option<bool> {
        let rest = |fill: u64| self.0[1..].iter().all(|w| *w == fill);
        match self.0[0] {
            1 if rest(0) => Some(false),
            u64::MAX if rest(u64::MAX) => Some(true),
            _ => None,
        }
    }

    fn plus(&self, other: &Signed) -> Signed {
        self.sum(other.0.iter().copied(), false)
    }

    fn minus(&self, other: &Signed) -> Signed {
        self.sum(other.0.iter().map(|w| !w), true)
    }

    fn sum(&self, other: impl Iterator<Item = u64>, carry: bool) -> Signed {
        let mut carry = u128::from(carry);
        let words = self.0.iter().zip(other).map(|(a, b)| {
            carry += u128::from(*a) + u128::from(b);
            let word = carry as u64;
            carry >>= 64;
            word
        });
        Signed(words.collect())
    }

    /// `floor(self / 2)`.
    fn half(&self) -> Signed {
        let n = self.0.len();
        let sign = self.0[n - 1] & 1 << 63;
        let next = |i: usize| self.0.get(i + 1).map_or(sign, |w| w << 63);
        Signed((0..n).map(|i| self.0[i] >> 1 | next(i)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_input_of_small_moduli() {
        for m in (3u32..60).step_by(2) {
            for target in Target::ALL {
                let mut c = Compiled::new(&m.into(), target).unwrap();
                for a in 0..m {
                    let expected = (0..m).find(|x| a * x % m == 1);
                    match (c.inverse(&a.into()), expected) {
                        (Ok(got), Some(x)) => {
                            assert_eq!(c.integer(&got), c.plan.to_internal(&x.into()))
                        }
                        (Err(e), None) => assert_eq!(e.to_string(), "args[0]: not a unit"),
                        (got, _) => panic!("1/{a} mod {m}: {got:?}"),
                    }
                }
            }
        }
    }

    #[test]
    fn half_is_a_floor() {
        let minus_three = Signed(vec![u64::MAX - 2, u64::MAX]);
        assert_eq!(minus_three.half(), Signed(vec![u64::MAX - 1, u64::MAX]));
        assert_eq!(Signed(vec![5, 1]).half(), Signed(vec![2 | 1 << 63, 0]));
    }

    #[test]
    fn the_cache_is_bounded() {
        let mut kernels = Kernels::default();
        for i in 0..2 * CACHED as u64 {
            let m = BigUint::from(1001 + 2 * i);
            kernels.compiled(m, Target::Portable).unwrap();
        }
        assert_eq!(kernels.recent.len(), CACHED);
    }
}
