fieldc::field! {
    pub struct Fp;
    modulus = 127
    generator = 3;
}

fn main() {}
