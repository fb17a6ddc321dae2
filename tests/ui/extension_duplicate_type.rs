fieldc::extension! {
    pub struct Fp2;
    pub struct Fp2;
    base = fieldc::fields::Bls12377Fp;
    modulus = "bls12-377:fp";
    tower = u^2 = -5, v^2 = u;
}

fn main() {}
