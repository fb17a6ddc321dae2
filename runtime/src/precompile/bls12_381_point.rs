//! Field elements and points of EIP-2537.
//!
//! An element of Fp is an integer of 64 bytes, big-endian, of which the first 16 are zero; one of Fp2 is `c0 c1`; a point is
//! `x y`, infinity is zeros.

use super::{Coordinate, Error};
use crate::bls12_381::{G1Affine, G2Affine};
use crate::fields::{Bls12381Fp, Bls12381Fp2};

/// The bytes of an element of Fp.
const ELEMENT: usize = 64;
/// Those that are zero.
const PADDING: usize = 16;

/// The element at byte `start` of an input.
pub(super) fn read_fp(
    bytes: &[u8; 64],
    start: usize,
    coordinate: Coordinate,
) -> Result<Bls12381Fp, Error> {
    // Two words of padding and six of the integer, most significant first.
    let (words, _) = bytes.as_chunks::<8>();
    if words[0] != [0; 8] || words[1] != [0; 8] {
        return Err(Error::Padding {
            start,
            end: start + PADDING,
            coordinate,
        });
    }
    let limbs = core::array::from_fn(|i| u64::from_be_bytes(words[7 - i]));
    Bls12381Fp::from_canonical_limbs(limbs).map_err(|_| Error::NotBelowModulus {
        start,
        end: start + ELEMENT,
        coordinate,
    })
}

/// The element at byte `start` of an input.
pub(super) fn read_fp2(
    bytes: &[u8; 128],
    start: usize,
    coordinate: Coordinate,
) -> Result<Bls12381Fp2, Error> {
    let (elements, _) = bytes.as_chunks::<ELEMENT>();
    Ok(Bls12381Fp2::new(
        read_fp(&elements[0], start, coordinate)?,
        read_fp(&elements[1], start + ELEMENT, coordinate)?,
    ))
}

/// Point `index` of an input, at byte `start`; in the subgroup or not.
pub(super) fn read_g1(bytes: &[u8; 128], index: usize, start: usize) -> Result<G1Affine, Error> {
    let (elements, _) = bytes.as_chunks::<64>();
    let x = read_fp(&elements[0], start, Coordinate::X)?;
    let y = read_fp(&elements[1], start + 64, Coordinate::Y)?;
    if x == Bls12381Fp::ZERO && y == Bls12381Fp::ZERO {
        return Ok(G1Affine::IDENTITY);
    }
    G1Affine::new(x, y).map_err(|_| Error::NotOnCurve { point: index })
}

/// Point `index` of an input, at byte `start`; in the subgroup or not.
pub(super) fn read_g2(bytes: &[u8; 256], index: usize, start: usize) -> Result<G2Affine, Error> {
    let (elements, _) = bytes.as_chunks::<128>();
    let x = read_fp2(&elements[0], start, Coordinate::X)?;
    let y = read_fp2(&elements[1], start + 128, Coordinate::Y)?;
    if x == Bls12381Fp2::ZERO && y == Bls12381Fp2::ZERO {
        return Ok(G2Affine::IDENTITY);
    }
    G2Affine::new(x, y).map_err(|_| Error::NotOnCurve { point: index })
}

/// The encoding of a point.
pub(super) fn write_g1(p: &G1Affine) -> [u8; 128] {
    let mut out = [0; 128];
    if let Some((x, y)) = p.coordinates() {
        let (elements, _) = out.as_chunks_mut::<ELEMENT>();
        elements[0] = write_fp(&x);
        elements[1] = write_fp(&y);
    }
    out
}

/// The encoding of a point.
pub(super) fn write_g2(p: &G2Affine) -> [u8; 256] {
    let mut out = [0; 256];
    if let Some((x, y)) = p.coordinates() {
        let (elements, _) = out.as_chunks_mut::<ELEMENT>();
        for (element, value) in elements.iter_mut().zip([x.c0(), x.c1(), y.c0(), y.c1()]) {
            *element = write_fp(&value);
        }
    }
    out
}

fn write_fp(a: &Bls12381Fp) -> [u8; ELEMENT] {
    let mut out = [0; ELEMENT];
    let (words, _) = out.as_chunks_mut::<8>();
    for (word, limb) in words.iter_mut().rev().zip(a.to_canonical_limbs()) {
        *word = limb.to_be_bytes();
    }
    out
}

/// The input as an array of a contract's one length.
pub(super) fn exactly<const N: usize>(input: &[u8]) -> Result<&[u8; N], Error> {
    input.try_into().map_err(|_| Error::Length {
        length: input.len(),
        expected: N,
    })
}

/// The input as pairs of `N` bytes, at least one.
#[cfg(feature = "alloc")]
pub(super) fn pairs<const N: usize>(input: &[u8]) -> Result<&[[u8; N]], Error> {
    match input.as_chunks() {
        ([], []) => Err(Error::Empty),
        (pairs, []) => Ok(pairs),
        _ => Err(Error::PartialPair {
            length: input.len(),
            pair: N,
        }),
    }
}
