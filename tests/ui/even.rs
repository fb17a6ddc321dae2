fieldc::field! {
    pub struct Fp;
    modulus = 2^255 - 20;
}

fn main() {}
