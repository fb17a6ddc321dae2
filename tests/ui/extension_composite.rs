fieldc::extension! {
    pub struct Fp2;
    base = fieldc::fields::Bls12377Fp;
    modulus = 2^64 - 1;
    tower = "u^2 = -5";
}

fn main() {}
