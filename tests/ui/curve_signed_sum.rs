fieldc::field! {
    pub struct P;
    modulus = 1019;
}

fieldc::field! {
    pub struct N;
    modulus = 1051;
}

// a is 2: with -(3 + 5) the point would be on the curve.
fieldc::curve! {
    pub struct Curve;
    base = P;
    scalar = N;
    modulus = 1019;
    order = 1051;
    a = -3 + 5;
    b = 10;
    generator = (1, 375);
}

fn main() {}
