//! revm's precompiled contracts over BN254 and BLS12-381 on [`fieldc`], by one line before the first transaction:
//!
//! ```
//! assert!(fieldc_revm::install());
//! ```
//!
//! The version is that of revm: `fieldc-revm` 0.43 is for revm 43 and its `revm-precompile`, which is [`revm_precompile`] here. Another revm in the same program has a
//! provider of its own, which [`install`] does not reach: `cargo tree -d` shows whether there are two.
//!
//! 0x06 to 0x08 (EIP-196, EIP-197) and 0x0b to 0x11 (EIP-2537) are computed here; revm keeps charging their gas, and every other
//! contract stays revm's own. A provider that wraps others can use [`FieldcCrypto`] itself.
//!
//! The results are those of revm's own providers; so is the kind of a failure, but where an input has several faults another one may
//! be found first.
#![no_std]

extern crate alloc;

use alloc::vec::Vec;

use fieldc::precompile::{
    Error, Fork, Output, bls12_381_g1_add, bls12_381_g1_msm, bls12_381_g2_add, bls12_381_g2_msm,
    bls12_381_map_fp_to_g1, bls12_381_map_fp2_to_g2, bls12_381_pairing, bn254_add, bn254_mul,
    bn254_pairing,
};
pub use revm_precompile;

use revm_precompile::bls12_381::{G1Point, G1PointScalar, G2Point, G2PointScalar};
use revm_precompile::{Crypto, PrecompileHalt, install_crypto};

/// Makes [`FieldcCrypto`] the provider of the process, for this version of [`revm_precompile`]. False if there is one already, which then stays: revm chooses its own at the
/// first call of a contract.
pub fn install() -> bool {
    install_crypto(FieldcCrypto)
}

/// The provider.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldcCrypto;

/// Gas is revm's, so that any fork with the contract will do.
const FORK: Fork = Fork::Osaka;

/// A group of BLS12-381.
#[derive(Clone, Copy)]
enum Group {
    G1,
    G2,
}

use Group::{G1, G2};

/// revm's word for a fault over BN254.
fn bn254(error: Error) -> PrecompileHalt {
    match error {
        Error::NotBelowModulus { .. } => PrecompileHalt::Bn254FieldPointNotAMember,
        Error::Length { .. } | Error::PartialPair { .. } => PrecompileHalt::Bn254PairLength,
        _ => PrecompileHalt::Bn254AffineGFailedToCreate,
    }
}

/// revm's word for a fault over BLS12-381, with the groups of the points that come in turns.
fn bls12_381(error: Error, groups: &[Group]) -> PrecompileHalt {
    let group = |point: usize| groups[point % groups.len()];
    match error {
        Error::NotBelowModulus { .. } => PrecompileHalt::NonCanonicalFp,
        Error::NotOnCurve { point } => match group(point) {
            G1 => PrecompileHalt::Bls12381G1NotOnCurve,
            G2 => PrecompileHalt::Bls12381G2NotOnCurve,
        },
        Error::NotInSubgroup { point } => match group(point) {
            G1 => PrecompileHalt::Bls12381G1NotInSubgroup,
            G2 => PrecompileHalt::Bls12381G2NotInSubgroup,
        },
        error => PrecompileHalt::other(alloc::format!("{error}")),
    }
}

/// Whether the output is the integer 1.
fn is_one(output: &Output) -> bool {
    output.bytes.last() == Some(&1)
}

/// Appends an element as EIP-2537 has it.
fn push(input: &mut Vec<u8>, element: &[u8; 48]) {
    input.extend([0; 16]);
    input.extend(element);
}

fn push_g1(input: &mut Vec<u8>, (x, y): &G1Point) {
    push(input, x);
    push(input, y);
}

fn push_g2(input: &mut Vec<u8>, (x0, x1, y0, y1): &G2Point) {
    for element in [x0, x1, y0, y1] {
        push(input, element);
    }
}

/// The elements of an output without their padding.
fn unpadded<const N: usize>(output: &Output) -> [u8; N] {
    let mut out = [0; N];
    let elements = out.as_chunks_mut::<48>().0;
    for (element, padded) in elements.iter_mut().zip(output.bytes.as_chunks::<64>().0) {
        element.copy_from_slice(&padded[16..]);
    }
    out
}

/// The 64 bytes of a point.
fn exactly<const N: usize>(bytes: &[u8]) -> Result<&[u8; N], PrecompileHalt> {
    bytes
        .try_into()
        .map_err(|_| PrecompileHalt::Bn254PairLength)
}

fn word64(output: &Output) -> [u8; 64] {
    let mut out = [0; 64];
    out.copy_from_slice(&output.bytes);
    out
}

impl Crypto for FieldcCrypto {
    fn bn254_g1_add(&self, p1: &[u8], p2: &[u8]) -> Result<[u8; 64], PrecompileHalt> {
        let mut input = [0; 128];
        input[..64].copy_from_slice(exactly::<64>(p1)?);
        input[64..].copy_from_slice(exactly::<64>(p2)?);
        bn254_add::run(&input, FORK)
            .map(|output| word64(&output))
            .map_err(bn254)
    }

    fn bn254_g1_mul(&self, point: &[u8], scalar: &[u8]) -> Result<[u8; 64], PrecompileHalt> {
        let mut input = [0; 96];
        input[..64].copy_from_slice(exactly::<64>(point)?);
        input[64..].copy_from_slice(exactly::<32>(scalar)?);
        bn254_mul::run(&input, FORK)
            .map(|output| word64(&output))
            .map_err(bn254)
    }

    fn bn254_pairing_check(&self, pairs: &[(&[u8], &[u8])]) -> Result<bool, PrecompileHalt> {
        let mut input = Vec::with_capacity(192 * pairs.len());
        for (p, q) in pairs {
            input.extend(exactly::<64>(p)?);
            input.extend(exactly::<128>(q)?);
        }
        bn254_pairing::run(&input, FORK)
            .map(|output| is_one(&output))
            .map_err(bn254)
    }

    fn bls12_381_g1_add(&self, a: G1Point, b: G1Point) -> Result<[u8; 96], PrecompileHalt> {
        let mut input = Vec::with_capacity(256);
        push_g1(&mut input, &a);
        push_g1(&mut input, &b);
        let output = bls12_381_g1_add::run(&input, FORK);
        output
            .map(|output| unpadded(&output))
            .map_err(|e| bls12_381(e, &[G1]))
    }

    fn bls12_381_g1_msm(
        &self,
        pairs: &mut dyn Iterator<Item = Result<G1PointScalar, PrecompileHalt>>,
    ) -> Result<[u8; 96], PrecompileHalt> {
        let mut input = Vec::new();
        for pair in pairs {
            let (point, scalar) = pair?;
            push_g1(&mut input, &point);
            input.extend(scalar);
        }
        if input.is_empty() {
            return Ok([0; 96]);
        }
        let output = bls12_381_g1_msm::run(&input, FORK);
        output
            .map(|output| unpadded(&output))
            .map_err(|e| bls12_381(e, &[G1]))
    }

    fn bls12_381_g2_add(&self, a: G2Point, b: G2Point) -> Result<[u8; 192], PrecompileHalt> {
        let mut input = Vec::with_capacity(512);
        push_g2(&mut input, &a);
        push_g2(&mut input, &b);
        let output = bls12_381_g2_add::run(&input, FORK);
        output
            .map(|output| unpadded(&output))
            .map_err(|e| bls12_381(e, &[G2]))
    }

    fn bls12_381_g2_msm(
        &self,
        pairs: &mut dyn Iterator<Item = Result<G2PointScalar, PrecompileHalt>>,
    ) -> Result<[u8; 192], PrecompileHalt> {
        let mut input = Vec::new();
        for pair in pairs {
            let (point, scalar) = pair?;
            push_g2(&mut input, &point);
            input.extend(scalar);
        }
        if input.is_empty() {
            return Ok([0; 192]);
        }
        let output = bls12_381_g2_msm::run(&input, FORK);
        output
            .map(|output| unpadded(&output))
            .map_err(|e| bls12_381(e, &[G2]))
    }

    fn bls12_381_pairing_check(
        &self,
        pairs: &[(G1Point, G2Point)],
    ) -> Result<bool, PrecompileHalt> {
        if pairs.is_empty() {
            return Ok(true);
        }
        let mut input = Vec::with_capacity(384 * pairs.len());
        for (p, q) in pairs {
            push_g1(&mut input, p);
            push_g2(&mut input, q);
        }
        let output = bls12_381_pairing::run(&input, FORK);
        output
            .map(|output| is_one(&output))
            .map_err(|e| bls12_381(e, &[G1, G2]))
    }

    fn bls12_381_fp_to_g1(&self, fp: &[u8; 48]) -> Result<[u8; 96], PrecompileHalt> {
        let mut input = Vec::with_capacity(64);
        push(&mut input, fp);
        let output = bls12_381_map_fp_to_g1::run(&input, FORK);
        output
            .map(|output| unpadded(&output))
            .map_err(|e| bls12_381(e, &[G1]))
    }

    fn bls12_381_fp2_to_g2(&self, fp2: ([u8; 48], [u8; 48])) -> Result<[u8; 192], PrecompileHalt> {
        let mut input = Vec::with_capacity(128);
        push(&mut input, &fp2.0);
        push(&mut input, &fp2.1);
        let output = bls12_381_map_fp2_to_g2::run(&input, FORK);
        output
            .map(|output| unpadded(&output))
            .map_err(|e| bls12_381(e, &[G2]))
    }
}
