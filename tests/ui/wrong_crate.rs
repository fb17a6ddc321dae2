fieldc::field! {
    pub struct Fp;
    modulus = 127;
    crate = ::no_such_crate;
}

fn main() {}
