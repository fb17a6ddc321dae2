fieldc::field! {
    pub struct Fp;
    modulus = 17;
    generator = 3;
    root_of_unity = 5;
}

fn main() {}
