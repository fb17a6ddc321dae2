fieldc::extension! {
    pub struct Fp2;
    base = fieldc::fields::Bls12377Fp;
    modulus = "bls12-377:fp";
}

fn main() {}
