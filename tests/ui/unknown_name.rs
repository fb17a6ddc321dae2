fieldc::field! {
    pub struct Fp;
    modulus = "bn254:fq";
}

fn main() {}
