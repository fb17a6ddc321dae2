//! First light.
mod common;
use common::*;
#[test]
fn inverse() {
    let a = Bn254Fp::from_u64(7);
    let i = a.invert().unwrap();
    assert_eq!(i * a, Bn254Fp::ONE);
    assert_eq!(a.invert_vartime(), Some(i));
    let a = Bls381Fp::from_u64(7);
    let i = a.invert().unwrap();
    assert_eq!(i * a, Bls381Fp::ONE);
    assert_eq!(a.invert_vartime(), Some(i));
}
