fieldc::field! {
    pub struct Fp;
    modulus = 2^100000 - 1;
}

fn main() {}
