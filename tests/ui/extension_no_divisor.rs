fieldc::extension! {
    pub struct Fp3;
    base = fieldc::fields::KoalaBear;
    modulus = "koalabear";
    tower = u^3 = 2;
}

fn main() {}
