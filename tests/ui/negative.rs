fieldc::field! {
    pub struct Fp;
    modulus = 19 - 2^8;
}

fn main() {}
