fieldc::field! {
    pub struct Fp;
    modulus = (2^61 - 1) * (2^89 - 1);
}

fn main() {}
