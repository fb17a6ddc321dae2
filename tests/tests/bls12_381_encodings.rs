//! The encodings of BLS12-381's points: published ones, each fault by its name, and every mutation of a byte.

use fieldc::bls12_381::{EncodingError, G1, G1Affine, G2, G2Affine};
use fieldc::fields::{Bls12381Fp, Bls12381Fp2};
use fieldc_tests::adversarial::Random;
use fieldc_tests::curve_laws::{Tested, affine, others, point};
use fieldc_tests::weierstrass::{Curve, Point};
use num_bigint::BigUint;

/// The decoders and encoders of one group.
struct Group<A> {
    /// The length of a compressed encoding.
    length: usize,
    to_compressed: fn(&A) -> Vec<u8>,
    to_uncompressed: fn(&A) -> Vec<u8>,
    from_compressed: fn(&[u8]) -> Result<A, EncodingError>,
    from_uncompressed: fn(&[u8]) -> Result<A, EncodingError>,
    from_compressed_unchecked: fn(&[u8]) -> Result<A, EncodingError>,
    from_uncompressed_unchecked: fn(&[u8]) -> Result<A, EncodingError>,
}

macro_rules! group {
    ($Affine:ident, $length:literal) => {
        Group::<$Affine> {
            length: $length,
            to_compressed: |p| p.to_compressed().to_vec(),
            to_uncompressed: |p| p.to_uncompressed().to_vec(),
            from_compressed: $Affine::from_compressed,
            from_uncompressed: $Affine::from_uncompressed,
            from_compressed_unchecked: $Affine::from_compressed_unchecked,
            from_uncompressed_unchecked: $Affine::from_uncompressed_unchecked,
        }
    };
}

/// The encodings by their definition: coordinates, most significant coefficient first, then flags.
fn by_definition(curve: &Curve, p: &Point) -> (Vec<u8>, Vec<u8>) {
    let length = if curve.extension { 96 } else { 48 };
    let Some((x, y)) = p else {
        let (mut compressed, mut uncompressed) = (vec![0; length], vec![0; 2 * length]);
        (compressed[0], uncompressed[0]) = (0xc0, 0x40);
        return (compressed, uncompressed);
    };
    let bytes = |a: &[BigUint; 2]| {
        let word = |c: &BigUint| {
            let digits = c.to_bytes_be();
            [vec![0; 48 - digits.len()], digits].concat()
        };
        if curve.extension {
            [word(&a[1]), word(&a[0])].concat()
        } else {
            word(&a[0])
        }
    };
    let negative = y.clone().map(|c| (&curve.p - c) % &curve.p);
    let mut compressed = bytes(x);
    // As numbers with the coefficient of u first, the larger of y and -y.
    let larger = [&y[1], &y[0]] > [&negative[1], &negative[0]];
    compressed[0] |= if larger { 0xa0 } else { 0x80 };
    (compressed, [bytes(x), bytes(y)].concat())
}

fn round_trips<C: Tested>(group: &Group<fieldc::curve::Affine<C>>) {
    let curve = C::reference();
    let mut points = curve.members(&mut Random(1), 4);
    points.extend(others::<C>(&curve));
    points.extend(points.clone().iter().map(|p| curve.neg(p)));
    for p in &points {
        let a = affine::<C>(p);
        let (compressed, uncompressed) = by_definition(&curve, p);
        assert_eq!((group.to_compressed)(&a), compressed);
        assert_eq!((group.to_uncompressed)(&a), uncompressed);
        assert_eq!((group.from_compressed_unchecked)(&compressed), Ok(a));
        assert_eq!((group.from_uncompressed_unchecked)(&uncompressed), Ok(a));
        let expected = if curve.is_in_subgroup(p) {
            Ok(a)
        } else {
            Err(EncodingError::NotInSubgroup)
        };
        assert_eq!((group.from_compressed)(&compressed), expected);
        assert_eq!((group.from_uncompressed)(&uncompressed), expected);
    }
}

#[test]
fn points_return() {
    round_trips::<G1>(&group!(G1Affine, 48));
    round_trips::<G2>(&group!(G2Affine, 96));
}

/// A y without a coefficient of u, and one with nothing else: then the other coefficient decides which is larger.
#[test]
fn the_larger_of_real_and_imaginary_y() {
    let group = group!(G2Affine, 96);
    let curve = G2::reference();
    let (mut real, mut imaginary) = (0, 0);
    // The coefficient of u in (a + b u)^3 + 4 + 4 u is 3 a^2 b - b^3 + 4.
    for b in 1..60u64 {
        let b = Bls12381Fp::from(b);
        let square = (b * b * b - Bls12381Fp::from(4u64)) * (b + b + b).invert().unwrap();
        let Some(a) = square.sqrt_vartime() else {
            continue;
        };
        let x = Bls12381Fp2::new(a, b);
        let right_side = x.square() * x + Bls12381Fp2::new(4u64.into(), 4u64.into());
        assert_eq!(right_side.c1(), Bls12381Fp::ZERO);
        let y = right_side.sqrt().unwrap();
        real += usize::from(y.c1() == Bls12381Fp::ZERO);
        imaginary += usize::from(y.c0() == Bls12381Fp::ZERO);
        for y in [y, -y] {
            let p = G2Affine::new(x, y).expect("on the curve");
            let (compressed, _) = by_definition(&curve, &point(&p));
            assert_eq!((group.to_compressed)(&p), compressed);
            assert_eq!((group.from_compressed_unchecked)(&compressed), Ok(p));
        }
    }
    assert!(real > 3 && imaginary > 3, "{real} {imaginary}");
}

fn faults<C: Tested>(group: &Group<fieldc::curve::Affine<C>>) {
    use EncodingError::*;
    let n = group.length;
    let curve = C::reference();
    let g = affine::<C>(&curve.generator());
    let compressed = (group.to_compressed)(&g);
    let uncompressed = (group.to_uncompressed)(&g);
    let with = |bytes: &[u8], at: usize, change: &dyn Fn(u8) -> u8| {
        let mut out = bytes.to_vec();
        out[at] = change(out[at]);
        out
    };
    for found in (0..=2 * n + 1).filter(|found| *found != n) {
        let error = Err(Length { expected: n, found });
        assert_eq!((group.from_compressed)(&vec![0x80; found]), error);
    }
    for found in (0..=2 * n + 1).filter(|found| *found != 2 * n) {
        let error = Err(Length {
            expected: 2 * n,
            found,
        });
        assert_eq!((group.from_uncompressed)(&vec![0; found]), error);
    }
    let plain = with(&compressed, 0, &|b| b & 0x7f);
    assert_eq!(
        (group.from_compressed)(&plain),
        Err(Compression { found: false })
    );
    let flagged = with(&uncompressed, 0, &|b| b | 0x80);
    assert_eq!(
        (group.from_uncompressed)(&flagged),
        Err(Compression { found: true })
    );
    let sign = with(&uncompressed, 0, &|b| b | 0x20);
    assert_eq!((group.from_uncompressed)(&sign), Err(Sign));

    // Infinity with any other bit.
    let (mut infinity, mut long) = (vec![0; n], vec![0; 2 * n]);
    (infinity[0], long[0]) = (0xc0, 0x40);
    for byte in 0..2 * n {
        for bit in 0..8 {
            if byte == 0 && bit >= 6 {
                continue;
            }
            let flip = |b: u8| b ^ 1 << bit;
            let error = Err(Infinity { byte });
            if byte < n {
                assert_eq!(
                    (group.from_compressed)(&with(&infinity, byte, &flip)),
                    error
                );
            }
            assert_eq!((group.from_uncompressed)(&with(&long, byte, &flip)), error);
        }
    }

    // The modulus in the place of each integer, and the largest below it.
    let modulus = curve.p.to_bytes_be();
    let below = (&curve.p - 1u8).to_bytes_be();
    for start in (0..2 * n).step_by(48) {
        let put = |bytes: &[u8], integer: &[u8]| {
            let mut out = bytes.to_vec();
            out[start..start + 48].copy_from_slice(integer);
            out[0] |= bytes[0] & 0xe0;
            out
        };
        let error = Err(NotCanonical { start });
        if start < n {
            assert_eq!((group.from_compressed)(&put(&compressed, &modulus)), error);
            assert_ne!((group.from_compressed)(&put(&compressed, &below)), error);
        }
        assert_eq!(
            (group.from_uncompressed)(&put(&uncompressed, &modulus)),
            error
        );
        let not_on_curve = (group.from_uncompressed)(&put(&uncompressed, &below));
        assert_eq!(not_on_curve, Err(NotOnCurve));
    }
}

#[test]
fn each_fault_has_its_name() {
    faults::<G1>(&group!(G1Affine, 48));
    faults::<G2>(&group!(G2Affine, 96));
}

/// Whatever is accepted is the one encoding of its point.
fn mutations<C: Tested>(group: &Group<fieldc::curve::Affine<C>>) {
    let curve = C::reference();
    let mut random = Random(7);
    let points = curve.members(&mut random, 1);
    let (mut accepted, mut refused) = (0, 0);
    for p in &points {
        let a = affine::<C>(p);
        for _ in 0..60 {
            for (encoding, decode, encode) in [
                (
                    (group.to_compressed)(&a),
                    group.from_compressed_unchecked,
                    group.to_compressed,
                ),
                (
                    (group.to_uncompressed)(&a),
                    group.from_uncompressed_unchecked,
                    group.to_uncompressed,
                ),
            ] {
                let mut bytes = encoding.clone();
                for _ in 0..=random.below(2) {
                    let at = random.below(bytes.len());
                    bytes[at] ^= 1 << random.below(8);
                }
                match decode(&bytes) {
                    Ok(q) => {
                        accepted += 1;
                        assert!(bool::from(q.is_on_curve()));
                        assert_eq!(encode(&q), bytes);
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(accepted > 20 && refused > 200, "{accepted} {refused}");
}

#[test]
fn mutated_encodings() {
    mutations::<G1>(&group!(G1Affine, 48));
    mutations::<G2>(&group!(G2Affine, 96));
}

/// Multiples of the generators, from the tests of zkcrypto's bls12_381.
#[test]
fn published_encodings() {
    fn check<C: Tested>(
        name: &str,
        length: usize,
        decode: fn(&[u8]) -> Result<fieldc::curve::Affine<C>, EncodingError>,
        encode: fn(&fieldc::curve::Affine<C>) -> Vec<u8>,
    ) {
        let file = format!("curves/zkcrypto-bls12_381/{name}_valid_test_vectors.dat");
        let path = fieldc_tests::vectors::folder().join(&file);
        let Ok(bytes) = std::fs::read(&path) else {
            assert!(
                std::env::var_os("FIELDC_VECTORS").is_none(),
                "{}",
                path.display()
            );
            eprintln!("SKIPPED: {}", path.display());
            return;
        };
        assert!(bytes.len() >= 700 * length);
        let mut expected = fieldc::curve::Affine::<C>::IDENTITY;
        for encoding in bytes.chunks(length) {
            assert_eq!(decode(encoding), Ok(expected));
            assert_eq!(encode(&expected), encoding);
            expected = expected.add_vartime(&fieldc::curve::Affine::GENERATOR);
        }
    }
    let (g1, g2) = (group!(G1Affine, 48), group!(G2Affine, 96));
    check::<G1>("g1_compressed", 48, g1.from_compressed, g1.to_compressed);
    check::<G1>(
        "g1_uncompressed",
        96,
        g1.from_uncompressed,
        g1.to_uncompressed,
    );
    check::<G2>("g2_compressed", 96, g2.from_compressed, g2.to_compressed);
    check::<G2>(
        "g2_uncompressed",
        192,
        g2.from_uncompressed,
        g2.to_uncompressed,
    );
}
