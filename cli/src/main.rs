//! The `fieldc` command.
fn main() {}
