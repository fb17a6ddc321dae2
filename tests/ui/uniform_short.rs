fieldc::field! {
    pub struct Fp;
    modulus = 2^255 - 19;
    uniform = [64, 47];
}

fn main() {}
