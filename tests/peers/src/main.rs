//! Comparison with peers.
fn main() {}
