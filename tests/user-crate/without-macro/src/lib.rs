//! A field without macro time.
#![deny(warnings)]

#[allow(dead_code)]
mod kernels {
    include!(concat!(env!("OUT_DIR"), "/kernels.rs"));
}

fieldc::field_type! {
    /// 15 2^27 + 1.
    pub struct Fp;
    kernels = kernels;
}
