//! Prints the proven number of half-delta division steps for every modulus up to a bound:
//! `cargo run --release -p fieldc-compiler --example divsteps -- 0x30644e… | 2^256`.

use fieldc_compiler::plan::inversion::divsteps_hull;
use num_bigint::BigUint;

fn main() {
    for text in std::env::args().skip(1) {
        let bound = match text.strip_prefix("2^") {
            Some(e) => BigUint::from(1u8) << e.parse::<u32>().unwrap(),
            None => BigUint::parse_bytes(text.trim_start_matches("0x").as_bytes(), 16).unwrap(),
        };
        println!("{text} {:?}", divsteps_hull(&bound));
    }
}
