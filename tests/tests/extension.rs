//! Towers of `extension!`.

use fieldc::fields::Bls12377Fp;

fieldc::extension! {
    /// `Fp[u]/(u^2 + 5)`
    pub struct Fp2;
    /// `Fp2[v]/(v^3 - u)`
    pub struct Fp6;
    /// `Fp6[w]/(w^2 - v)`
    pub struct Fp12;
    base = Bls12377Fp;
    modulus = "bls12-377:fp";
    tower = "u^2 = -5, v^3 = u, w^2 = v";
}

#[test]
fn small() {
    let u = Fp2::new(Bls12377Fp::ZERO, Bls12377Fp::ONE);
    assert_eq!(u.square(), -Fp2::from(Bls12377Fp::from(5u64)));
    let v = Fp6::new(Fp2::ZERO, Fp2::ONE, Fp2::ZERO);
    assert_eq!(v * v.square(), Fp6::from(u));
    let a = Fp12::new(v + Fp6::ONE, v.square());
    assert_eq!(a * a.invert().unwrap(), Fp12::ONE);
    assert_eq!(a.frobenius(6), a.conjugate());
    assert_eq!(a * a.conjugate(), Fp12::from(a.norm()));
    let r = a.square().sqrt().unwrap();
    assert!(r == a || r == -a);
}
