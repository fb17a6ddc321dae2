fieldc::field! {
    pub struct Fp
}

fn main() {}
