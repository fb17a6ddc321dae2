fieldc::curve! {
    pub struct Curve;
    base = fieldc::fields::Secp256k1Fp;
    scalar = fieldc::fields::Secp256k1Fr;
    modulus = "secp256k1:fp";
    order = "secp256k1:fr";
    a = 0;
    b = 7;
}

fn main() {}
