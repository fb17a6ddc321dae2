fieldc::field! {
    pub struct Fp;
    modulus = 2^128 + 3;
}

fn main() {}
