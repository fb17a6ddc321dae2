fieldc::field! {
    pub struct Fp;
    modulus = 1;
}

fn main() {}
