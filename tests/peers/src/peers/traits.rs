//! Peers behind the traits of the `ff` crate. Two major versions of `ff` are in use, with the same names: hence a macro.

/// The bytes of `x`, least significant first, in exactly `N` bytes.
pub fn le_bytes<const N: usize>(x: &num_bigint::BigUint) -> [u8; N] {
    let mut out = [0; N];
    let bytes = x.to_bytes_le();
    out[..bytes.len()].copy_from_slice(&bytes);
    out
}

/// A `Peer` for a type with `ff::PrimeField`, with everything but inversion registered.
///
/// `tidy` brings a sum back to a form that can be added again, for types with lazy reduction.
macro_rules! ff_peer {
    ($suite:expr, $field:expr, $who:expr, $T:ty, $ff:path, big_endian: $big:expr, tidy: $tidy:expr) => {{
        use ff::PrimeField;
        use $ff as ff;
        // Some types have its methods of their own as well.
        #[allow(unused_imports)]
        use ff::Field as _;
        $crate::bench::Peer::new(
            $suite,
            $field,
            $who,
            |x| {
                let mut repr = <$T as PrimeField>::Repr::default();
                let bytes: &mut [u8] = repr.as_mut();
                let digits = x.to_bytes_le();
                bytes[..digits.len()].copy_from_slice(&digits);
                if $big {
                    bytes.reverse();
                }
                <$T>::from_repr(repr).unwrap()
            },
            |x: &$T| {
                let repr = x.to_repr();
                if $big {
                    num_bigint::BigUint::from_bytes_be(repr.as_ref())
                } else {
                    num_bigint::BigUint::from_bytes_le(repr.as_ref())
                }
            },
        )
        .binary($crate::ids::Op::Add, |out, a, b| *out = ($tidy)(*a + *b))
        .binary($crate::ids::Op::Sub, |out, a, b| *out = ($tidy)(*a - *b))
        .neg(|out, a| *out = ($tidy)(-*a))
        .binary($crate::ids::Op::Mul, |out, a, b| *out = *a * *b)
        .sqr(|out, a| *out = a.square())
        .sqrt(
            |out, a, b| *out = *a * *b,
            |out, a| *out = a.sqrt().unwrap(),
        )
    }};
}
pub(super) use ff_peer;
