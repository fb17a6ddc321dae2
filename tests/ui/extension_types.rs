fieldc::extension! {
    pub struct Fp12;
    base = fieldc::fields::Bls12377Fp;
    modulus = "bls12-377:fp";
    tower = u^2 = -5, v^3 = u, w^2 = v;
}

fn main() {}
