fieldc::curve! {
    pub struct Curve;
    base = fieldc::fields::Secp256k1Fp;
    scalar = fieldc::fields::Secp256k1Fr;
    modulus = "secp256k1:fq";
    order = "secp256k1:fr";
    a = 0;
    b = 7;
    generator = (
        0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798,
        0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8
    );
}

fn main() {}
