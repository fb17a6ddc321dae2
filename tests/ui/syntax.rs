fieldc::field! {
    pub struct Fp;
    modulus = 2^255 - / 19;
}

fn main() {}
