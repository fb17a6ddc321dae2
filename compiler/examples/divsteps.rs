//! Prints the proven number of half-delta division steps for every odd modulus up to a bound, which is a field or an expression:
//! `cargo run --release -p fieldc-compiler --example divsteps -- bn254:fp 2^256`. Ten seconds for 256 bits, minutes for 512.

use fieldc_compiler::plan::inversion::divsteps_hull;
use fieldc_compiler::spec::{Spec, SpecError};

fn main() -> Result<(), SpecError> {
    for field in std::env::args().skip(1) {
        match divsteps_hull(&Spec::resolve(&field)?.modulus) {
            Some(steps) => println!("{field} {steps}"),
            None => println!("{field} is too large"),
        }
    }
    Ok(())
}
