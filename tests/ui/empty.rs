fieldc::field! {}

fn main() {}
