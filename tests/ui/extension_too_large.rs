fieldc::extension! {
    pub struct A;
    pub struct B;
    pub struct C;
    pub struct D;
    pub struct E;
    base = fieldc::fields::Bls12377Fp;
    modulus = "bls12-377:fp";
    tower = a^2 = -5, b^2 = a, c^2 = b, d^2 = c, e^2 = d;
}

fn main() {}
