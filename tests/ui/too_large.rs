fieldc::field! {
    pub struct Fp;
    modulus = 2^1279 - 1;
}

fn main() {}
