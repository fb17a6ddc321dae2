fieldc::field! {
    pub struct Fp;
    modulo = 127;
}

fn main() {}
