fieldc::field! {
    pub struct Fp;
    modulus = 2^31 - 1;
}

fieldc::field! {
    pub struct Fp;
    modulus = 127;
}

fn main() {}
