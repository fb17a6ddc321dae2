//! blst's hashes to the groups of BLS12-381, and its maps.

use crate::bench::{Suite, each};
use crate::ids;
use blst::*;
use std::ptr;

const WHO: &str = "blst";

pub const DST: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

/// Messages of the length of a root.
pub const MESSAGES: [&[u8; 32]; 4] = [
    b"the first message, of 32 bytes..",
    b"the second, of as many as it....",
    b"and a third, with a 0 at its end",
    b"the last one of these messages..",
];

/// 64 bytes of some element.
pub fn element(i: usize) -> [u8; 64] {
    let m = |i: usize| *MESSAGES[i % MESSAGES.len()];
    let both = [m(i), m(i + 1)].concat();
    both.try_into().expect("64 bytes")
}

/// The id of a row.
pub fn row(group: &str, op: &str) -> String {
    ids::curve("bls12_381", group, op)
}

// SAFETY, for all calls below: every pointer comes from a reference to a whole value or a slice of the length given; null where blst
// documents it.

/// [`element`], reduced.
pub fn fp(i: usize) -> blst_fp {
    // As base 2^256: blst reads 48 bytes below p.
    let bytes = fieldc::fields::Bls12381Fp::from_bytes_reduced_be(&element(i)).to_bytes_be();
    let mut out = blst_fp::default();
    unsafe { blst_fp_from_bendian(&mut out, bytes.as_ptr()) };
    out
}

pub fn fp2(i: usize) -> blst_fp2 {
    blst_fp2 {
        fp: [fp(i), fp(i + 1)],
    }
}

macro_rules! hash {
    ($name:ident = $function:ident, $point:ident) => {
        pub fn $name(msg: &[u8; 32]) -> $point {
            let mut out = $point::default();
            unsafe {
                $function(
                    &mut out,
                    msg.as_ptr(),
                    msg.len(),
                    DST.as_ptr(),
                    DST.len(),
                    ptr::null(),
                    0,
                );
            }
            out
        }
    };
}

hash!(hash_to_g1 = blst_hash_to_g1, blst_p1);
hash!(encode_to_g1 = blst_encode_to_g1, blst_p1);
hash!(hash_to_g2 = blst_hash_to_g2, blst_p2);
hash!(encode_to_g2 = blst_encode_to_g2, blst_p2);

pub fn map_to_g1(u: &blst_fp) -> blst_p1 {
    let mut out = blst_p1::default();
    unsafe { blst_map_to_g1(&mut out, u, ptr::null()) };
    out
}

pub fn map_to_g2(u: &blst_fp2) -> blst_p2 {
    let mut out = blst_p2::default();
    unsafe { blst_map_to_g2(&mut out, u, ptr::null()) };
    out
}

/// x and y, big-endian.
pub fn g1(p: &blst_p1) -> Vec<u8> {
    let mut out = vec![0; 96];
    unsafe { blst_p1_serialize(out.as_mut_ptr(), p) };
    out
}

/// x and y, big-endian, the coefficient of u first.
pub fn g2(p: &blst_p2) -> Vec<u8> {
    let mut out = vec![0; 192];
    unsafe { blst_p2_serialize(out.as_mut_ptr(), p) };
    out
}

fn on_g1(p: &blst_p1) -> bool {
    unsafe { blst_p1_in_g1(p) && !blst_p1_is_inf(p) }
}

fn on_g2(p: &blst_p2) -> bool {
    unsafe { blst_p2_in_g2(p) && !blst_p2_is_inf(p) }
}

/// Points are checked to be in the subgroup here; this project's rows compare them with its own.
pub fn register(suite: &mut Suite) {
    macro_rules! rows {
        ($($group:literal $op:literal $f:ident, $on:ident;)*) => {$(
            suite.add(row($group, $op), WHO, None, || {
                each(MESSAGES.to_vec(), |m| $f(m), |_, p| $on(p))
            });
        )*};
    }
    rows! {
        "g1" "hash_to_curve" hash_to_g1, on_g1;
        "g1" "encode_to_curve" encode_to_g1, on_g1;
        "g2" "hash_to_curve" hash_to_g2, on_g2;
        "g2" "encode_to_curve" encode_to_g2, on_g2;
    }
    suite.add(row("g1", "map_to_curve"), WHO, None, || {
        let inputs = (0..MESSAGES.len()).map(fp).collect();
        each(inputs, map_to_g1, |_, p| on_g1(p))
    });
    suite.add(row("g2", "map_to_curve"), WHO, None, || {
        let inputs = (0..MESSAGES.len()).map(fp2).collect();
        each(inputs, map_to_g2, |_, p| on_g2(p))
    });
}
