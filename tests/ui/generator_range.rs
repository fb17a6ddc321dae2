fieldc::field! {
    pub struct Fp;
    modulus = 127;
    generator = 100 + 27;
}

fn main() {}
