fieldc::field! {
    pub struct Fp([u64; 4]);
    modulus = 127;
}

fn main() {}
