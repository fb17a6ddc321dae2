fieldc::field! {
    pub struct Fp;
    modulus = 127;
    lazy = yes;
}

fn main() {}
