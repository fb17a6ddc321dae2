fieldc::field! {
    pub type Fp;
    modulus = 127;
}

fn main() {}
