//! The constants of the text, recomputed from the modulus of the spec.

use super::compose::sqrt_exponent;
use super::kernel::number;
use super::source::Source;
use super::tokens::{bare, expect};
use super::{Claim, LiftError};
use crate::spec::is_prime;
use num_bigint::BigUint;
use num_traits::One;
use proc_macro2::Span;
use syn::{Expr, ItemConst};

/// Checks every constant; what was shown.
pub(super) fn check(source: &Source, claim: &Claim) -> Result<Vec<String>, LiftError> {
    let p = &claim.spec.modulus;
    let w = source.word.container;
    let radix = u64::from(source.word.radix);
    let wide = if p.bits() <= 32 { 32 } else { 64 };
    if radix != wide || source.limbs as u64 != p.bits().div_ceil(radix) {
        return Err(LiftError::missing("`Limbs` has another size"));
    }
    if !is_prime(p) {
        return Err(LiftError::missing("the modulus is not prime"));
    }
    let full = BigUint::one() << (radix * source.limbs as u64);
    let radius = claim.radius()?;
    if *radius != full && !radius.is_one() {
        return Err(LiftError::missing("the radius is neither W^n nor 1"));
    }
    let c = Constants { source, p };
    let one = BigUint::one();
    let inverse = radius
        .modinv(p)
        .ok_or_else(|| LiftError::missing("the radius has no inverse"))?;
    // Internal form to the integer: what the text's limbs mean.
    let meaning = |name: &str| Ok::<_, LiftError>(c.below_p(name)? * &inverse % p);
    let wrong = |name: &str, what: &str| Err(c.error(name, what));

    if c.limbs("MODULUS")? != *p {
        return wrong("MODULUS", "not the modulus");
    }
    c.is("MODULUS_STR", "&str", &format!("\"{p:#x}\""))?;
    c.is("NUM_BITS", "u32", &p.bits().to_string())?;
    for (name, k) in [("R", 1u32), ("R2", 2), ("R3", 3)] {
        if c.below_p(name)? != (0..k).fold(one.clone(), |x, _| x * radius % p) {
            return wrong(name, "not this power of the radius");
        }
    }
    c.is(
        "MONTGOMERY",
        "bool",
        if radius.is_one() { "false" } else { "true" },
    )?;
    let lazy: Vec<bool> = ["mul_lazy", "sqr_lazy", "reduce"]
        .iter()
        .map(|n| source.find(n).is_some())
        .collect();
    if lazy.iter().any(|l| *l != lazy[0]) {
        return wrong("LAZY", "only some of the lazy kernels are there");
    }
    c.is("LAZY", "bool", if lazy[0] { "true" } else { "false" })?;
    let word = BigUint::one() << w;
    let negated = c.word("NEGATED_INVERSE", &format!("u{w}"))?;
    if (BigUint::from(negated) * p + 1u8) % &word != BigUint::ZERO || BigUint::from(negated) >= word
    {
        return wrong("NEGATED_INVERSE", "not -1/p modulo the word");
    }
    // A theorem of its own: the count that is proven for this modulus.
    let steps = claim.plan.divsteps;
    c.is("DIVSTEPS", "u32", &steps.to_string())?;

    let less = p - 1u8;
    let s = less.trailing_zeros().unwrap_or(0);
    let q = &less >> s;
    c.is("TWO_ADICITY", "u32", &s.to_string())?;
    let g = meaning("GENERATOR")?;
    // Euler: a non-residue is -1 to the power (p-1)/2.
    if g.modpow(&(&less >> 1u8), p) != less {
        return wrong("GENERATOR", "a residue");
    }
    if claim.spec.generator.as_ref().is_some_and(|x| x % p != g) {
        return wrong("GENERATOR", "not the one of the spec");
    }
    let root = meaning("ROOT_OF_UNITY")?;
    let claimed = match &claim.spec.root_of_unity {
        Some(r) => r % p,
        None => g.modpow(&q, p),
    };
    // Of order exactly 2^s: its 2^(s-1)-th power is the square root of 1 that is not 1.
    if root != claimed || root.modpow(&(BigUint::one() << (s - 1)), p) != less {
        return wrong("ROOT_OF_UNITY", "not of order 2^s, or not GENERATOR^q");
    }
    if meaning("ROOT_OF_UNITY_INV")? * &root % p != one {
        return wrong("ROOT_OF_UNITY_INV", "not the inverse");
    }
    if meaning("DELTA")? != (0..s).fold(g, |x, _| &x * &x % p) {
        return wrong("DELTA", "not GENERATOR^(2^s)");
    }
    if meaning("TWO_INV")? * 2u8 % p != one {
        return wrong("TWO_INV", "not 1/2");
    }
    if c.limbs("SQRT_EXPONENT")? != sqrt_exponent(p) {
        return wrong("SQRT_EXPONENT", "not the exponent of the root");
    }
    for (name, item) in &source.constants {
        if !NAMES.contains(&name.as_str()) {
            return Err(LiftError::at(
                item.ident.span(),
                "a constant that is not known",
            ));
        }
    }
    Ok(NAMES.iter().map(|n| format!("{n}: right")).collect())
}

/// Every constant of a module.
const NAMES: [&str; 17] = [
    "MODULUS",
    "MODULUS_STR",
    "NUM_BITS",
    "R",
    "R2",
    "R3",
    "MONTGOMERY",
    "LAZY",
    "NEGATED_INVERSE",
    "DIVSTEPS",
    "GENERATOR",
    "TWO_ADICITY",
    "ROOT_OF_UNITY",
    "ROOT_OF_UNITY_INV",
    "DELTA",
    "TWO_INV",
    "SQRT_EXPONENT",
];

struct Constants<'a> {
    source: &'a Source,
    p: &'a BigUint,
}

impl Constants<'_> {
    fn item(&self, name: &str) -> Result<&ItemConst, LiftError> {
        self.source
            .constants
            .get(name)
            .ok_or_else(|| LiftError::missing(format!("no constant `{name}`")))
    }

    fn error(&self, name: &str, what: &str) -> LiftError {
        let span = |i: &ItemConst| i.ident.span();
        let span = self.item(name).map_or_else(|_| Span::call_site(), span);
        LiftError::at(span, what)
    }

    /// The item must be `pub const name: ty = value;`.
    fn is(&self, name: &str, ty: &str, value: &str) -> Result<(), LiftError> {
        let item = self.item(name)?;
        expect(&bare(item), &format!("pub const {name}: {ty} = {value};"))
    }

    /// A word, written in hexadecimal.
    fn word(&self, name: &str, ty: &str) -> Result<u64, LiftError> {
        let (x, _) = number(&self.item(name)?.expr)?;
        self.is(name, ty, &format!("{x:#x}"))?;
        Ok(x)
    }

    /// The number of an array of limbs.
    fn limbs(&self, name: &str) -> Result<BigUint, LiftError> {
        let Expr::Array(a) = &*self.item(name)?.expr else {
            return Err(self.error(name, "not an array"));
        };
        let limbs: Vec<u64> = a
            .elems
            .iter()
            .map(|e| Ok(number(e)?.0))
            .collect::<Result<_, LiftError>>()?;
        let radix = self.source.word.radix;
        if limbs.len() != self.source.limbs
            || limbs.iter().any(|l| l & !self.source.word.mask() != 0)
        {
            return Err(self.error(name, "not the limbs of an element"));
        }
        let texts: Vec<String> = limbs.iter().map(|l| format!("{l:#x}")).collect();
        self.is(name, "Limbs", &format!("[{}]", texts.join(", ")))?;
        Ok(limbs
            .iter()
            .rev()
            .fold(BigUint::ZERO, |x, l| (x << radix) + *l))
    }

    /// A canonical number.
    fn below_p(&self, name: &str) -> Result<BigUint, LiftError> {
        let x = self.limbs(name)?;
        match x < *self.p {
            true => Ok(x),
            false => Err(self.error(name, "not below the modulus")),
        }
    }
}
