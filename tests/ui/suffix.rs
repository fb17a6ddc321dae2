fieldc::field! {
    pub struct Fp;
    modulus = 127u64;
}

fn main() {}
