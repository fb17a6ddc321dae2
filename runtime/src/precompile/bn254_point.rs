//! Points and integers of EIP-196.

use super::integer::limbs;
use super::{Coordinate, Error};
use crate::bn254::G1Affine;
#[cfg(feature = "alloc")]
use crate::bn254::G2Affine;
use crate::fields::Bn254Fp;
#[cfg(feature = "alloc")]
use crate::fields::Bn254Fp2;

/// The first `N` bytes of the input, followed by zeros where it is shorter.
pub(super) fn padded<const N: usize>(input: &[u8]) -> [u8; N] {
    let mut out = [0; N];
    let length = input.len().min(N);
    out[..length].copy_from_slice(&input[..length]);
    out
}

/// The element at byte `start` of an input.
fn element(bytes: &[u8; 32], start: usize, coordinate: Coordinate) -> Result<Bn254Fp, Error> {
    let end = start + 32;
    Bn254Fp::from_canonical_limbs(limbs(bytes)).map_err(|_| Error::NotBelowModulus {
        start,
        end,
        coordinate,
    })
}

/// Point `index` of an input, at byte `start`: `x y`, infinity as zeros.
pub(super) fn read(bytes: &[u8; 64], index: usize, start: usize) -> Result<G1Affine, Error> {
    let (words, _) = bytes.as_chunks::<32>();
    let x = element(&words[0], start, Coordinate::X)?;
    let y = element(&words[1], start + 32, Coordinate::Y)?;
    if x == Bn254Fp::ZERO && y == Bn254Fp::ZERO {
        return Ok(G1Affine::IDENTITY);
    }
    G1Affine::new(x, y).map_err(|_| Error::NotOnCurve { point: index })
}

/// Point `index` of an input, at byte `start`, on the twist: `x1 x0 y1 y0`, infinity as zeros. In the subgroup or not.
#[cfg(feature = "alloc")]
pub(super) fn read_g2(bytes: &[u8; 128], index: usize, start: usize) -> Result<G2Affine, Error> {
    let (words, _) = bytes.as_chunks::<32>();
    let pair = |i: usize, coordinate| {
        let c1 = element(&words[i], start + 32 * i, coordinate)?;
        let c0 = element(&words[i + 1], start + 32 * (i + 1), coordinate)?;
        Ok(Bn254Fp2::new(c0, c1))
    };
    let (x, y) = (pair(0, Coordinate::X)?, pair(2, Coordinate::Y)?);
    if x == Bn254Fp2::ZERO && y == Bn254Fp2::ZERO {
        return Ok(G2Affine::IDENTITY);
    }
    G2Affine::new(x, y).map_err(|_| Error::NotOnCurve { point: index })
}

/// `x y`, infinity as zeros.
pub(super) fn write(p: &G1Affine) -> [u8; 64] {
    let mut out = [0; 64];
    if let Some(coordinates) = p.coordinates() {
        let (words, _) = out.as_chunks_mut::<32>();
        words[0] = bytes(&coordinates.0);
        words[1] = bytes(&coordinates.1);
    }
    out
}

/// The input as pairs of `N` bytes, or none.
#[cfg(feature = "alloc")]
pub(super) fn pairs<const N: usize>(input: &[u8]) -> Result<&[[u8; N]], Error> {
    match input.as_chunks() {
        (pairs, []) => Ok(pairs),
        _ => Err(Error::PartialPair {
            length: input.len(),
            pair: N,
        }),
    }
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
