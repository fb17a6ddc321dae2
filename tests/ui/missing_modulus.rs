fieldc::field! {
    pub struct Fp;
    generator = 3;
}

fn main() {}
