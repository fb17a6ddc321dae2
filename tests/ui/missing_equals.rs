fieldc::field! {
    pub struct Fp;
    modulus: 127;
}

fn main() {}
