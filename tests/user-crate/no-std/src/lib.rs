//! No standard library, no allocator; the dependency has another name.
#![no_std]
#![forbid(unsafe_code)]
#![deny(warnings)]

finite::field! {
    /// 2^31 - 1.
    pub struct Mersenne31;
    modulus = 2^31 - 1;
}

finite::field! {
    /// The base field of Curve25519.
    pub struct Fp;
    modulus = 2^255 - 19;
    crate = ::finite;
}

/// The limbs are one 32-bit word.
pub const LIMBS: [u32; 1] = Mersenne31::MODULUS;

finite::extension! {
    /// `Mersenne31[u]/(u^2 + 1)`
    pub struct Complex;
    /// `Complex[v]/(v^3 - 5 - u)`
    pub struct Sextic;
    base = Mersenne31;
    modulus = 2^31 - 1;
    tower = u^2 = -1, v^3 = 5 + u;
    crate = ::finite;
}
