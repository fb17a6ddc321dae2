fieldc::field! {
    pub struct Fp;
    modulus = ;
}

fn main() {}
