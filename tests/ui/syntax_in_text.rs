fieldc::field! {
    pub struct Fp;
    modulus = "0x1a01g";
}

fn main() {}
