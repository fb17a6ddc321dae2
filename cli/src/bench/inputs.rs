//! Inputs: as good as random, the same in every run.

use ff::PrimeField;
use fieldc::curve::{Affine, Jacobian, Weierstrass};
use sha2::{Digest, Sha256};

/// Element `index` of a stream, from two hashes so that it is as long as the field.
pub fn element<F: PrimeField>(index: u64) -> F {
    let radix = F::from(1 << 32).square();
    let mut value = F::ZERO;
    for block in 0..2u64 {
        let digest = Sha256::new()
            .chain_update(b"fieldc bench")
            .chain_update(index.to_le_bytes())
            .chain_update(block.to_le_bytes())
            .finalize();
        for word in digest.as_chunks::<8>().0 {
            value = value * radix + F::from(u64::from_le_bytes(*word));
        }
    }
    value
}

/// Points of the subgroup.
pub fn points<C: Weierstrass>(count: u64) -> Vec<Affine<C>> {
    (0..count).map(|i| multiple(&element(i))).collect()
}

/// A multiple of the generator.
pub fn multiple<C: Weierstrass>(k: &C::Scalar) -> Affine<C> {
    let (x, y) = C::GENERATOR;
    Jacobian::from(Affine::<C>::new_unchecked(x, y))
        .mul_vartime(k)
        .to_affine_vartime()
}

/// Scalars as plain integers.
pub fn scalars<C: Weierstrass>(count: u64) -> Vec<[u64; 4]> {
    (0..count)
        .map(|i| C::scalar_limbs(&element(1000 + i)))
        .collect()
}
