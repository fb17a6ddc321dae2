fieldc::field! {
    pub struct Fp;
    modulus = 15 * 2^27 + 1;
    root_of_unity = 2^2 - 3;
}

fn main() {}
