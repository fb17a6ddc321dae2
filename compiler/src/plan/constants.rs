//! The constants of a prime field that follow from its Plan and its generator.

use super::Plan;
use crate::spec::{self, Place, Problem, Spec, SpecError};
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// Constants of a prime field, as canonical integers; [`Plan::to_internal`] gives the internal form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldConstants {
    /// `radius mod p`: the internal form of 1.
    pub r: BigUint,
    /// `radius^2 mod p`.
    pub r2: BigUint,
    /// `radius^3 mod p`.
    pub r3: BigUint,
    /// A non-residue: the one given, or the smallest.
    pub generator: BigUint,
    /// s with `p - 1 = 2^s q`, q odd.
    pub two_adicity: u64,
    /// q with `p - 1 = 2^s q`, q odd.
    pub odd_part: BigUint,
    /// `generator^q`, of order exactly `2^s`.
    pub root_of_unity: BigUint,
    /// The inverse of the root of unity.
    pub root_of_unity_inverse: BigUint,
    /// `generator^(2^s)`.
    pub delta: BigUint,
    /// `1/2 mod p`.
    pub two_inv: BigUint,
    /// The exponent of the square root chain: `(p-3)/4`, `(p-5)/8` or `(q-1)/2` for p = 3 mod 4, 5 mod 8, 1 mod 8.
    pub sqrt_exponent: BigUint,
    /// `p - 2`.
    pub inverse_exponent: BigUint,
}

impl FieldConstants {
    /// The constants of a validated field and its Plan.
    ///
    /// # Cost
    /// The primality test.
    ///
    /// # Errors
    /// As [`crate::spec::validate`], so that a Spec made by hand is checked too; a Plan for another modulus.
    pub fn new(spec: &Spec, plan: &Plan) -> Result<FieldConstants, SpecError> {
        let checked = spec::validate(spec)?;
        if plan.modulus != spec.modulus {
            let problem = Problem::BadOption("the Plan is for another modulus".to_string());
            return Err(SpecError::new(Place::Modulus, problem));
        }
        let p = &spec.modulus;
        let less_one = p - 1u8;
        let odd_part = &less_one >> checked.two_adicity;
        let sqrt_exponent = match plan.facts.mod_8 {
            3 | 7 => (p - 3u8) >> 2u8,
            5 => (p - 5u8) >> 3u8,
            _ => (&odd_part - 1u8) >> 1u8,
        };
        // The order is a power of two, so the inverse is the power order - 1, which is p - 2 up to multiples of the order.
        let root_of_unity_inverse = checked.root_of_unity.modpow(&(p - 2u8), p);
        Ok(FieldConstants {
            r: plan.radius_power(1),
            r2: plan.radius_power(2),
            r3: plan.radius_power(3),
            delta: checked
                .generator
                .modpow(&(BigUint::one() << checked.two_adicity), p),
            generator: checked.generator,
            two_adicity: checked.two_adicity,
            odd_part,
            root_of_unity: checked.root_of_unity,
            root_of_unity_inverse,
            two_inv: (p + 1u8) >> 1u8,
            sqrt_exponent,
            inverse_exponent: p - 2u8,
        })
    }
}

/// The smallest non-residue modulo an odd prime.
pub(crate) fn smallest_non_residue(p: &BigUint) -> BigUint {
    let mut candidate = BigUint::from(2u8);
    while jacobi(&candidate, p) != -1 {
        candidate += 1u8;
    }
    candidate
}

/// The Jacobi symbol `(a / n)` for odd n: -1, 0 or 1; the Legendre symbol where n is prime.
pub(crate) fn jacobi(a: &BigUint, n: &BigUint) -> i8 {
    let (mut a, mut n) = (a % n, n.clone());
    let low = |x: &BigUint| x.iter_u64_digits().next().unwrap_or(0);
    let mut sign = 1;
    while !a.is_zero() {
        let twos = a.trailing_zeros().unwrap_or(0);
        a >>= twos;
        if twos % 2 == 1 && matches!(low(&n) % 8, 3 | 5) {
            sign = -sign;
        }
        if low(&a) % 4 == 3 && low(&n) % 4 == 3 {
            sign = -sign;
        }
        std::mem::swap(&mut a, &mut n);
        a %= &n;
    }
    if n.is_one() { sign } else { 0 }
}
