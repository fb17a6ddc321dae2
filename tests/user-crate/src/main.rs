//! What a user may do with `field!`, `curve!` and `extension!`, built and run by `tests/user_crates.rs`.
#![forbid(unsafe_code)]
#![deny(warnings)]

use one::fieldc::field::FieldType;
use std::fmt::Debug;

/// Two instances of one field, in two modules.
mod left {
    // A name that generated code must not trip over.
    pub type Result<T> = std::result::Result<T, ()>;

    pub fn always() -> Result<()> {
        Ok(())
    }

    fieldc::field! {
        /// The base field of BLS12-381.
        #[must_use]
        pub(crate) struct Fp;
        modulus = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab;
        generator = 2;
        uniform = [64, 96];
    }
}

mod right {
    fieldc::field! {
        pub struct Fp;
        modulus = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab;
    }

    // Two fields of one module; through a crate that passes `fieldc` on.
    one::fieldc::field! {
        pub(super) struct Fr;
        modulus = 15 * 2^27 + 1;
        crate = ::one::fieldc;
    }
}

/// A trait from elsewhere on the type.
impl AsRef<[u64]> for left::Fp {
    fn as_ref(&self) -> &[u64] {
        self.internal()
    }
}

/// A user's macro around `field!`.
macro_rules! fields {
    ($($vis:vis $name:ident = $modulus:expr;)*) => {$(
        fieldc::field! { $vis struct $name; modulus = $modulus; }
    )*};
}

fields! {
    Named = "bls12-377:fr";
    Quotient = (2^127 + 1) / 3;
    OneModuloTheWord = 2^128 + 150 * 2^64 + 1;
    Small = 2^19 + 21;
    pub Goldilocks = 18446744069414584321;
}

/// Arithmetic, inverse, root, bytes and `ff`'s constants agree with each other.
fn check<F>(name: &str)
where
    F: ff::PrimeField + Debug,
{
    let g = F::MULTIPLICATIVE_GENERATOR;
    let mut a = F::from(3u64) + g;
    for _ in 0..20 {
        assert_eq!(a * a.invert().unwrap(), F::ONE, "{name}: inverse");
        let root = a.square().sqrt().unwrap();
        assert!(root == a || root == -a, "{name}: root");
        assert!(
            bool::from((a.square() * g).sqrt().is_none()),
            "{name}: non-residue"
        );
        assert_eq!(F::from_repr(a.to_repr()).unwrap(), a, "{name}: bytes");
        assert_eq!(a.double() * F::TWO_INV, a, "{name}: half");
        a = a * a + g;
    }
    // S may exceed 64.
    let power = (1..F::S).fold(F::ROOT_OF_UNITY, |x, _| x.square());
    assert_eq!(power, -F::ONE, "{name}: root of unity");
}

fieldc::field! {
    /// The coordinates of brainpoolP256r1 (RFC 5639, section 3.4).
    pub struct CurveFp;
    modulus = 0xa9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377;
}

fieldc::field! {
    /// Its scalars.
    pub struct CurveFr;
    modulus = 0xa9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7;
}

fieldc::curve! {
    /// A curve over two fields of one's own.
    pub struct Brainpool;
    base = CurveFp;
    scalar = CurveFr;
    modulus = 0xa9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377;
    order = 0xa9fb57dba1eea9bc3e660a909d838d718c397aa3b561a6f7901e0e82974856a7;
    a = 0x7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9;
    b = 0x26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6;
    generator = (
        0x8bd2aeb9cb7e57cb2c4b482ffc81b7afb9de27e1e3bd23c23a4453bd9ace3262,
        0x547ef835c3dac4fd97f8461a14611dc9c27745132ded8e545c1d54c72f046997
    );
}

/// Secret and public multiplications agree, through the operators too.
fn curve() {
    use fieldc::curve::{Affine, Projective};
    let k = -CurveFr::from(3u64);
    let p = Projective::<Brainpool>::GENERATOR * k;
    assert_eq!(
        p.to_affine(),
        Affine::<Brainpool>::GENERATOR
            .mul_vartime(&k)
            .to_affine_vartime()
    );
    let three = Projective::<Brainpool>::GENERATOR * CurveFr::from(3u64);
    assert!(bool::from((p + three).is_identity()));
}

/// A user's macro around `extension!`.
macro_rules! quadratic {
    ($($vis:vis $name:ident = $base:ty, $modulus:expr, $tower:literal;)*) => {$(
        fieldc::extension! { $vis struct $name; base = $base; modulus = $modulus; tower = $tower; }
    )*};
}

quadratic! {
    pub(crate) Complex = left::Fp, "bls12-381:fp", "u^2 = -1";
    OverGoldilocks = fieldc::fields::Goldilocks, 2^64 - 2^32 + 1, "u^2 = 7";
}

/// In the body of a function, over a field of one's own, with a trait from elsewhere on a type.
fn extension() {
    fieldc::extension! {
        struct Cubic;
        struct Top;
        base = right::Fr;
        modulus = 15 * 2^27 + 1;
        tower = x^3 = 2, y^2 = 4 - x;
    }
    impl AsRef<str> for Top {
        fn as_ref(&self) -> &str {
            "y"
        }
    }

    let x = Cubic::new(right::Fr::ZERO, right::Fr::ONE, right::Fr::ZERO);
    let y = Top::new(Cubic::ZERO, Cubic::ONE);
    assert_eq!(x * x.square(), Cubic::from(right::Fr::from(2u64)));
    assert_eq!(
        y.square(),
        Top::from(Cubic::from(right::Fr::from(4u64)) - x)
    );
    assert_eq!(y.as_ref(), "y");
    assert!(format!("{y:?}").ends_with(" x^2 y"));
    let a = y + Top::from(x);
    assert_eq!(
        a.pow_vartime([right::Fr::MODULUS[0].into()]),
        a.frobenius(1)
    );
    let i = Complex::new(left::Fp::ZERO, left::Fp::ONE);
    assert_eq!(i.square(), -Complex::ONE);
    let u = OverGoldilocks::new(
        fieldc::fields::Goldilocks::ZERO,
        fieldc::fields::Goldilocks::ONE,
    );
    assert_eq!(u * u.invert().unwrap(), OverGoldilocks::ONE);
}

fn main() {
    curve();
    extension();
    // In the body of a function.
    fieldc::field! {
        struct Local;
        modulus = (2^61 - 1);
        lazy = false;
    }

    left::always().unwrap();
    check::<left::Fp>("left::Fp");
    check::<right::Fp>("right::Fp");
    check::<right::Fr>("right::Fr");
    check::<Named>("Named");
    check::<Quotient>("Quotient");
    check::<OneModuloTheWord>("OneModuloTheWord");
    check::<Small>("Small");
    check::<Goldilocks>("Goldilocks");
    check::<Local>("Local");
    check::<one::Fr>("one::Fr");
    check::<two::Fr>("two::Fr");
    check::<without_macro::Fp>("without_macro::Fp");

    // One field in two crates and in two modules: other types, equal values.
    assert_eq!(
        one::power(1000).to_bytes_be(),
        two::power(1000).to_bytes_be()
    );
    let a = left::Fp::from(7u64).invert().unwrap();
    let b = right::Fp::from(7u64).invert().unwrap();
    assert_eq!(a.as_ref(), b.internal());
    // A name brings the modulus and the generator along.
    assert_eq!(Named::MODULUS, fieldc::fields::Bls12377Fr::MODULUS);
    assert_eq!(Named::GENERATOR, Named::from(22u64));
    println!("every field agrees");
}
