//! Messages to bytes that look uniform (RFC 9380, section 5.3).

use core::marker::PhantomData;

use sha2::digest::core_api::BlockSizeUser;
use sha2::digest::{Digest, ExtendableOutput, Output, Update, XofReader};
use sha3::{Shake128, Shake256};

/// Why a message cannot be expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExpandError {
    /// The domain separation tag has no bytes.
    #[error("dst: empty")]
    EmptyDst,
    /// More bytes than the expander gives.
    #[error("len: {length} bytes of at most {most}")]
    Length {
        /// The bytes asked for.
        length: usize,
        /// The most there are.
        most: usize,
    },
}

/// A function of messages and domain separation tags to bytes.
pub trait ExpandMessage {
    /// Fills `out` with bytes from the message. Tags of more than 255 bytes are hashed first. The time depends on lengths.
    ///
    /// # Errors
    /// An empty tag; a length that the function does not have.
    fn expand_message(msg: &[u8], dst: &[u8], out: &mut [u8]) -> Result<(), ExpandError>;
}

const OVERSIZE: &[u8] = b"H2C-OVERSIZE-DST-";

/// The most bytes that any expander gives: the length is written in two bytes.
const MOST: usize = 65535;

fn check(dst: &[u8], length: usize, most: usize) -> Result<(), ExpandError> {
    if dst.is_empty() {
        return Err(ExpandError::EmptyDst);
    }
    if length > most {
        return Err(ExpandError::Length { length, most });
    }
    Ok(())
}

/// `expand_message_xmd` with a fixed-length hash, up to 255 times whose output: SHA-256, SHA-512, or any other.
#[derive(Clone, Copy, Debug)]
pub struct Xmd<H>(PhantomData<H>);

impl<H: Digest + BlockSizeUser> ExpandMessage for Xmd<H> {
    fn expand_message(msg: &[u8], dst: &[u8], out: &mut [u8]) -> Result<(), ExpandError> {
        let size = <H as Digest>::output_size();
        check(dst, out.len(), MOST.min(255 * size))?;
        let hashed: Output<H>;
        let dst = if dst.len() > 255 {
            hashed = H::new().chain_update(OVERSIZE).chain_update(dst).finalize();
            &hashed[..]
        } else {
            dst
        };
        // What ends every input: the tag and its length.
        let close = |h: H| {
            h.chain_update(dst)
                .chain_update([dst.len() as u8])
                .finalize()
        };
        let start = close(
            H::new()
                .chain_update(sha2::digest::core_api::Block::<H>::default())
                .chain_update(msg)
                .chain_update((out.len() as u16).to_be_bytes())
                .chain_update([0]),
        );
        let mut block = Output::<H>::default();
        for (i, chunk) in (1u8..=255).zip(out.chunks_mut(size)) {
            for (byte, first) in block.iter_mut().zip(&start) {
                *byte ^= first;
            }
            block = close(H::new().chain_update(&block).chain_update([i]));
            chunk.copy_from_slice(&block[..chunk.len()]);
        }
        Ok(())
    }
}

/// `expand_message_xof` with an extendable-output function of `K` bits of security.
#[derive(Clone, Copy, Debug)]
pub struct Xof<H, const K: usize>(PhantomData<H>);

/// `expand_message_xof` with SHAKE128.
pub type XofShake128 = Xof<Shake128, 128>;
/// `expand_message_xof` with SHAKE256.
pub type XofShake256 = Xof<Shake256, 256>;

impl<H: Default + Update + ExtendableOutput, const K: usize> ExpandMessage for Xof<H, K> {
    fn expand_message(msg: &[u8], dst: &[u8], out: &mut [u8]) -> Result<(), ExpandError> {
        const { assert!(0 < K && K <= 512, "2 K bits of a tag fit 128 bytes") }
        check(dst, out.len(), MOST)?;
        let mut hashed = [0; 128];
        let dst = if dst.len() > 255 {
            let hashed = &mut hashed[..(2 * K).div_ceil(8)];
            H::default()
                .chain(OVERSIZE)
                .chain(dst)
                .finalize_xof_into(hashed);
            &*hashed
        } else {
            dst
        };
        H::default()
            .chain(msg)
            .chain((out.len() as u16).to_be_bytes())
            .chain(dst)
            .chain([dst.len() as u8])
            .finalize_xof()
            .read(out);
        Ok(())
    }
}
