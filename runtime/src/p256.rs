//! P-256, also called secp256r1 (SEC 2, section 2.4.2; FIPS 186): the curve of WebAuthn and RIP-7212.

use crate::curve::{Affine, Jacobian, Projective};
use crate::fields::{P256Fp, P256Fr};

crate::curve! {
    /// The curve `y^2 = x^3 - 3 x + b`, of prime order.
    pub struct P256;
    base = P256Fp;
    scalar = P256Fr;
    modulus = "p256:fp";
    order = "p256:fr";
    a = -3;
    b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b;
    generator = (
        0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296,
        0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5,
    );
}

/// An affine point.
pub type P256Affine = Affine<P256>;
/// A point for public data, in variable time.
pub type P256Jacobian = Jacobian<P256>;
/// A point in constant time.
pub type P256Projective = Projective<P256>;

crate::curve::sec1! { P256 P256Fp }
