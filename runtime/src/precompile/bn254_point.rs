//! Points and integers of EIP-196.

use super::{Bytes, Coordinate, Error};
use crate::bn254::G1Affine;
use crate::fields::Bn254Fp;

/// The first `N` bytes of the input, followed by zeros where it is shorter.
pub(super) fn padded<const N: usize>(input: &[u8]) -> [u8; N] {
    let mut out = [0; N];
    let length = input.len().min(N);
    out[..length].copy_from_slice(&input[..length]);
    out
}

/// The limbs of a big-endian integer, least significant first.
pub(super) fn limbs(bytes: &[u8; 32]) -> [u64; 4] {
    let (words, _) = bytes.as_chunks::<8>();
    core::array::from_fn(|i| u64::from_be_bytes(words[3 - i]))
}

/// Point `index` of an input, at byte `64 index`: `x y`, infinity as zeros.
pub(super) fn read(bytes: &[u8; 64], index: usize) -> Result<G1Affine, Error> {
    let (words, _) = bytes.as_chunks::<32>();
    let coordinate = |i: usize, coordinate| {
        Bn254Fp::from_canonical_limbs(limbs(&words[i])).map_err(|_| Error::NotBelowModulus {
            start: 64 * index + 32 * i,
            coordinate,
        })
    };
    let x = coordinate(0, Coordinate::X)?;
    let y = coordinate(1, Coordinate::Y)?;
    if x == Bn254Fp::ZERO && y == Bn254Fp::ZERO {
        return Ok(G1Affine::IDENTITY);
    }
    G1Affine::new(x, y).map_err(|_| Error::NotOnCurve { point: index })
}

/// `x y`, infinity as zeros.
pub(super) fn write(p: &G1Affine) -> Bytes {
    let mut out = [0; 64];
    if let Some(coordinates) = p.coordinates() {
        let (words, _) = out.as_chunks_mut::<32>();
        words[0] = bytes(&coordinates.0);
        words[1] = bytes(&coordinates.1);
    }
    out.into()
}

fn bytes(a: &Bn254Fp) -> [u8; 32] {
    let limbs = a.to_canonical_limbs();
    let mut out = [0; 32];
    let (words, _) = out.as_chunks_mut::<8>();
    for (word, limb) in words.iter_mut().rev().zip(limbs) {
        *word = limb.to_be_bytes();
    }
    out
}
