//! What the analysis decided for one modulus and one machine word, and why.
//!
//! [`facts`] looks at the modulus, `strategy` chooses from the facts alone (never from a name), [`constants`] computes what a field
//! needs beyond a modulus, [`inversion`] holds proven division step counts.

pub mod constants;
#[cfg(test)]
mod expected;
pub mod facts;
pub mod inversion;
mod strategy;
#[cfg(test)]
mod tests;

use crate::limb_ir::Word;
use crate::spec::{Place, Problem, Spec, SpecError};
use facts::Facts;
use num_bigint::BigUint;
use num_traits::One;

/// How products are brought back below the modulus.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reduction {
    /// Montgomery, word by word. `no_carry`: the top bit of the modulus is free, so no word beyond the limbs is needed.
    /// `rho`: all rows but the last fold the low word with `2^-w mod p` instead of computing a quotient digit.
    Montgomery {
        /// Row carries fit the limbs (`algorithms` 1.2).
        no_carry: bool,
        /// `2^-w mod p` where folding with it is used.
        rho: Option<BigUint>,
    },
    /// `p = 2^bits - c` with a small `c`: fold the high half with `2^spare_bits c`; the internal form is canonical.
    Crandall {
        /// `2^bits - p`.
        c: u64,
    },
    /// `p = 2^64 - 2^32 + 1`: Montgomery with `R = 2^64`, whose products by `1/p` and `p` are shifts.
    Goldilocks,
    /// `p = 2^k - 1`, `k` below the word; the internal form is canonical.
    Mersenne {
        /// The exponent.
        k: u32,
    },
}

impl Reduction {
    /// Whether the internal form is Montgomery's; otherwise it is the canonical integer.
    pub fn is_montgomery(&self) -> bool {
        matches!(self, Reduction::Montgomery { .. } | Reduction::Goldilocks)
    }
}

/// The decisions and constants for one odd modulus on one machine word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The field's name, an identifier.
    pub name: String,
    /// The modulus, odd and above 1.
    pub modulus: BigUint,
    /// The machine word.
    pub word: Word,
    /// Limbs of an element.
    pub limbs: usize,
    /// Bits of the modulus.
    pub bits: u64,
    /// `word.radix * limbs - bits`.
    pub spare_bits: u64,
    /// How products are reduced.
    pub reduction: Reduction,
    /// `-p^{-1} mod 2^radix`.
    pub negated_inverse: u64,
    /// The factor of the internal form: `2^(radix limbs)` for Montgomery, 1 for canonical forms.
    pub radius: BigUint,
    /// `4p <= 2^(radix limbs)`: values below 2p multiply without a final subtraction.
    pub lazy: bool,
    /// The largest k with `k p < 2^(radix limbs)`: products that may be summed before one reduction.
    pub products_before_redc: u64,
    /// A proven number of half-delta division steps ([`inversion`]); 0 where none is known.
    pub divsteps: u32,
    /// What the choices were made from.
    pub facts: Facts,
    /// Products with powers of two are shifts (where a machine style has a use for them).
    pub shifts: bool,
    /// A product in the quadratic extension is three products where sums of two wide values fit, else sums of products.
    pub three_products: bool,
    /// Rows with quotient digits subtract the product with `W^n - p`, which has fewer limbs to multiply by than `p`.
    pub complement: bool,
    /// What was chosen and why, one line each, for `fieldc explain`.
    pub reasons: Vec<String>,
}

/// The most bits of a modulus that a Plan takes.
pub const MAX_MODULUS_BITS: u64 = 16384;

impl Plan {
    /// The Plan for an odd modulus above 1, prime or not, on saturated 64-bit or 32-bit words.
    ///
    /// # Errors
    /// An even or small modulus, more than [`MAX_MODULUS_BITS`] bits, another word, a name that is no identifier.
    pub fn new(name: &str, modulus: &BigUint, word: Word) -> Result<Plan, SpecError> {
        let facts = checked_facts(name, modulus, word)?;
        let choice = strategy::choose(modulus, word, &facts);
        let mut plan = assemble(name, modulus, word, facts, choice.reduction, choice.reasons);
        plan.complement = choice.complement;
        Ok(plan)
    }

    /// The Plan of a validated field: one 32-bit limb to 32 bits, 64-bit limbs above.
    ///
    /// # Errors
    /// Those of [`Plan::new`].
    pub fn for_spec(spec: &Spec) -> Result<Plan, SpecError> {
        let word = if spec.modulus.bits() <= 32 {
            Word::W32
        } else {
            Word::W64
        };
        let mut plan = Plan::new(&spec.name, &spec.modulus, word)?;
        if !spec.lazy && plan.lazy {
            plan.lazy = false;
            plan.reasons
                .push("lazy: off, as the option says".to_string());
        }
        Ok(plan)
    }

    /// As [`Plan::new`], with a reduction of the caller's choice, which must be right for the modulus.
    ///
    /// # Errors
    /// A reduction that is not; those of [`Plan::new`].
    pub fn with_reduction(
        name: &str,
        modulus: &BigUint,
        word: Word,
        reduction: Reduction,
    ) -> Result<Plan, SpecError> {
        let facts = checked_facts(name, modulus, word)?;
        let wrong = |what: &str| {
            Err(SpecError::new(
                Place::Reduction,
                Problem::WrongReduction(what.to_string()),
            ))
        };
        match &reduction {
            Reduction::Montgomery { no_carry, rho } => {
                if *no_carry && !facts.no_carry {
                    return wrong("no_carry needs a top limb of at most (W-1)/2 - 1");
                }
                if let Some(rho) = rho
                    && *rho != strategy::rho_of(modulus, word)
                {
                    return wrong("rho must be 2^-radix modulo the modulus");
                }
            }
            special => {
                if strategy::special_form(modulus, word, &facts).as_ref() != Some(special) {
                    return wrong("the modulus does not have this special form on this word");
                }
            }
        }
        let reasons = vec!["reduction: as asked for".to_string()];
        Ok(assemble(name, modulus, word, facts, reduction, reasons))
    }

    /// Plain Montgomery for the same modulus: quotient digits in every row.
    ///
    /// # Errors
    /// Those of [`Plan::new`].
    pub fn plain_montgomery(name: &str, modulus: &BigUint, word: Word) -> Result<Plan, SpecError> {
        let facts = checked_facts(name, modulus, word)?;
        let reduction = Reduction::Montgomery {
            no_carry: facts.no_carry,
            rho: None,
        };
        Plan::with_reduction(name, modulus, word, reduction)
    }

    /// Whether the internal form is Montgomery's: `a R mod p`; otherwise it is the canonical integer.
    pub fn montgomery(&self) -> bool {
        self.reduction.is_montgomery()
    }

    /// The limbs of a number below `2^(radix limbs)`, least significant first.
    pub fn limbs_of(&self, value: &BigUint) -> Vec<u64> {
        facts::limbs_of(value, self.word, self.limbs)
    }

    /// `value radius mod p`.
    pub fn to_internal(&self, value: &BigUint) -> BigUint {
        value * &self.radius % &self.modulus
    }

    /// `value / radius mod p`.
    pub fn from_internal(&self, value: &BigUint) -> BigUint {
        // The radius is a power of two and the modulus odd, so the inverse exists.
        value * self.radius.modinv(&self.modulus).unwrap_or_default() % &self.modulus
    }

    /// `radius^k mod p`: R, R2 and R3 of a kernel module.
    pub fn radius_power(&self, k: u32) -> BigUint {
        self.radius.modpow(&BigUint::from(k), &self.modulus)
    }

    /// The most rows that may fold with rho so that a value of at most `total` leaves at most `goal` before its final subtraction, and
    /// the largest value that is left. No row folds without rho, or where not even quotient digits alone reach the goal.
    pub fn folds(&self, total: &BigUint, goal: &BigUint) -> (usize, BigUint) {
        let rho = match &self.reduction {
            Reduction::Montgomery { rho: Some(rho), .. } => rho.clone(),
            _ => BigUint::ZERO,
        };
        strategy::most_folds(&self.modulus, &rho, self.word, self.limbs, total, goal)
    }
}

fn checked_facts(name: &str, modulus: &BigUint, word: Word) -> Result<Facts, SpecError> {
    crate::spec::check_name(name)?;
    crate::spec::check_modulus(modulus, MAX_MODULUS_BITS)?;
    if word != Word::W64 && word != Word::W32 {
        let problem = Problem::UnsupportedWord {
            radix: word.radix,
            container: word.container,
        };
        return Err(SpecError::new(Place::Word, problem));
    }
    Ok(Facts::of(modulus, word))
}

fn assemble(
    name: &str,
    modulus: &BigUint,
    word: Word,
    facts: Facts,
    reduction: Reduction,
    mut reasons: Vec<String>,
) -> Plan {
    let limbs = facts.limbs.len();
    let shape = format!(
        "shape: {} bits in {limbs} limbs of {} bits, {} spare; p = {} mod 8, p - 1 = 2^{} q",
        facts.bits, word.radix, facts.spare_bits, facts.mod_8, facts.two_adicity
    );
    reasons.insert(0, shape);
    reasons.push(if facts.lazy {
        "lazy: 4p <= R, values below 2p multiply without a final subtraction".to_string()
    } else {
        "lazy: no, 4p > R".to_string()
    });
    reasons.push(format!(
        "sums: {} products of canonical values before one reduction (k p < R)",
        facts.products_before_redc
    ));
    let (divsteps, reason) = inversion::known(modulus);
    reasons.push(reason);
    let radius = if reduction.is_montgomery() {
        BigUint::one() << (u64::from(word.radix) * limbs as u64)
    } else {
        BigUint::one()
    };
    Plan {
        name: name.to_string(),
        modulus: modulus.clone(),
        word,
        limbs,
        bits: facts.bits,
        spare_bits: facts.spare_bits,
        negated_inverse: facts.negated_inverse,
        radius,
        lazy: facts.lazy,
        products_before_redc: facts.products_before_redc,
        divsteps,
        reduction,
        three_products: facts.lazy && limbs > 1,
        facts,
        shifts: true,
        complement: false,
        reasons,
    }
}
