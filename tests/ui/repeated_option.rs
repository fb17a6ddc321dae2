fieldc::field! {
    pub struct Fp;
    modulus = 127;
    generator = 3;
    modulus = 31;
}

fn main() {}
