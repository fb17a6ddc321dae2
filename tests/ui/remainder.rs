fieldc::field! {
    pub struct Fp;
    modulus = 2^5 - (2^7 + 2) / 3;
}

fn main() {}
