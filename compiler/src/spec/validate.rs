//! Whether a Spec is true: odd, prime, the generator a non-residue, the root of unity of exact order.

use super::error::brief;
use super::{Place, Problem, Spec, SpecError};
use crate::plan::constants::{jacobi, smallest_non_residue};
use crypto_bigint::BoxedUint;
use crypto_primes::{Flavor, is_prime as baillie_psw};
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// The most bits of a field's modulus.
pub const MAX_FIELD_BITS: u64 = 1024;

/// Trial division stops here when a factor is sought for an error message.
const TRIAL_LIMIT: u64 = 10_000;

/// What validation established beyond the Spec itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// A non-residue: the one given, or one that belongs to the root of unity given, or the smallest.
    pub generator: BigUint,
    /// `generator^q`, of order exactly `2^s`.
    pub root_of_unity: BigUint,
    /// s with `p - 1 = 2^s q`, q odd.
    pub two_adicity: u64,
}

/// Whether a name is a Rust identifier.
pub fn check_name(name: &str) -> Result<(), SpecError> {
    let mut chars = name.chars();
    let first = chars
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    if first && name != "_" && chars.all(|c| c.is_ascii_alphanumeric() || c == '_') {
        Ok(())
    } else {
        Err(SpecError::new(
            Place::Name,
            Problem::NotAnIdentifier(brief(name, 40)),
        ))
    }
}

/// Whether an integer is an odd modulus above 1 of at most `max_bits` bits: enough for kernels.
pub fn check_modulus(modulus: &BigUint, max_bits: u64) -> Result<(), SpecError> {
    let problem = if *modulus < BigUint::from(2u8) {
        Problem::TooSmall(modulus.to_string())
    } else if !modulus.bit(0) {
        Problem::Even
    } else if modulus.bits() > max_bits {
        Problem::TooLarge { limit: max_bits }
    } else {
        return Ok(());
    };
    Err(SpecError::new(Place::Modulus, problem))
}

/// Baillie-PSW: no composite is known to pass. Milliseconds for 381 bits without optimisation.
pub fn is_prime(n: &BigUint) -> bool {
    let bytes = n.to_bytes_be();
    let bits = (bytes.len() as u32 * 8).next_multiple_of(64);
    BoxedUint::from_be_slice(&bytes, bits).is_ok_and(|n| baillie_psw(Flavor::Any, &n))
}

/// Checks every claim of a Spec: a modulus that is odd and prime, of at most [`MAX_FIELD_BITS`] bits; a generator in `1..p` that is no
/// square; a root of unity of order exactly `2^s`. With both options given the root must be `generator^q`; with the root alone a generator
/// is made that it belongs to.
pub fn validate(spec: &Spec) -> Result<Checked, SpecError> {
    check_name(&spec.name)?;
    let p = &spec.modulus;
    check_modulus(p, MAX_FIELD_BITS)?;
    if !is_prime(p) {
        let factor = small_factor(p).map(Problem::Divisible);
        let problem = factor
            .or_else(|| fermat_witness(p).map(Problem::FermatWitness))
            .unwrap_or(Problem::Composite);
        return Err(SpecError::new(Place::Modulus, problem));
    }
    let two_adicity = (p - 1u8).trailing_zeros().unwrap_or(0);
    let odd_part = (p - 1u8) >> two_adicity;
    if let Some(generator) = &spec.generator {
        check_generator(generator, p)?;
    }
    let Some(root) = &spec.root_of_unity else {
        let generator = spec
            .generator
            .clone()
            .unwrap_or_else(|| smallest_non_residue(p));
        let root_of_unity = generator.modpow(&odd_part, p);
        return Ok(Checked {
            generator,
            root_of_unity,
            two_adicity,
        });
    };
    check_root(root, p, two_adicity)?;
    let generator = match &spec.generator {
        Some(generator) if generator.modpow(&odd_part, p) == *root => generator.clone(),
        Some(_) => {
            return Err(SpecError::new(
                Place::RootOfUnity,
                Problem::NotFromGenerator,
            ));
        }
        None => generator_of(root, p, two_adicity, &odd_part),
    };
    Ok(Checked {
        generator,
        root_of_unity: root.clone(),
        two_adicity,
    })
}

fn check_generator(generator: &BigUint, p: &BigUint) -> Result<(), SpecError> {
    if generator.is_zero() || generator >= p {
        return Err(SpecError::new(Place::Generator, Problem::OutOfRange));
    }
    if jacobi(generator, p) != -1 {
        let problem = Problem::Residue {
            given: generator.clone(),
            smallest: smallest_non_residue(p),
        };
        return Err(SpecError::new(Place::Generator, problem));
    }
    Ok(())
}

fn check_root(root: &BigUint, p: &BigUint, two_adicity: u64) -> Result<(), SpecError> {
    if root.is_zero() || root >= p {
        return Err(SpecError::new(Place::RootOfUnity, Problem::OutOfRange));
    }
    let mut power = root.clone();
    let mut order = 0;
    while !power.is_one() && order <= two_adicity {
        power = &power * &power % p;
        order += 1;
    }
    if order == two_adicity {
        return Ok(());
    }
    let found = if order < two_adicity {
        format!("2^{order}")
    } else {
        format!("no divisor of 2^{two_adicity}")
    };
    Err(SpecError::new(
        Place::RootOfUnity,
        Problem::WrongOrder {
            expected: two_adicity,
            found,
        },
    ))
}

/// g with `g^q = root`: `root^(1/q mod 2^s)` times `h^(2^s)`, whose q-th power is 1, for the smallest non-residue h.
fn generator_of(root: &BigUint, p: &BigUint, two_adicity: u64, odd_part: &BigUint) -> BigUint {
    let order = BigUint::one() << two_adicity;
    let exponent = odd_part.modinv(&order).unwrap_or_else(BigUint::one);
    root.modpow(&exponent, p) * smallest_non_residue(p).modpow(&order, p) % p
}

fn small_factor(n: &BigUint) -> Option<u64> {
    (3..TRIAL_LIMIT)
        .step_by(2)
        .find(|d| (n % *d).is_zero() && *n != BigUint::from(*d))
}

/// A small base a with `a^(n-1) != 1 mod n`, which no prime has.
fn fermat_witness(n: &BigUint) -> Option<u64> {
    [2, 3, 5, 7, 11]
        .into_iter()
        .find(|a| !BigUint::from(*a).modpow(&(n - 1u8), n).is_one())
}
