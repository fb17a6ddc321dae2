fieldc::extension! {
    pub struct Fp4;
    base = fieldc::fields::Bls12377Fp;
    modulus = "bls12-377:fp";
    tower = u^4 = -5;
}

fn main() {}
