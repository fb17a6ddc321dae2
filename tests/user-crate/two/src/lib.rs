//! The scalar field of BLS12-381, as the crate `one` has it: both end in one binary.
#![forbid(unsafe_code)]
#![deny(missing_docs, warnings)]

fieldc::field! {
    /// The scalar field of BLS12-381.
    pub struct Fr;
    modulus = "0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
    generator = 7;
}

/// 5^n.
pub fn power(n: u64) -> Fr {
    Fr::from(5u64).pow_vartime([n])
}
