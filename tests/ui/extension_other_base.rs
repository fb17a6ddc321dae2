fieldc::extension! {
    pub struct Fp2;
    base = fieldc::fields::Bls12381Fp;
    modulus = "bls12-377:fp";
    tower = "u^2 = -5";
}

fn main() {}
