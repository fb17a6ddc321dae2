//! What a fork charges.

use super::{Error, Fork};

/// The price of 0x06, none before the contract exists.
///
/// # Source
/// EIP-196, EIP-1108.
pub const fn bn254_add(fork: Fork) -> Option<u64> {
    eip1108(fork, 500, 150)
}

/// The price of 0x07, none before the contract exists.
///
/// # Source
/// EIP-196, EIP-1108.
pub const fn bn254_mul(fork: Fork) -> Option<u64> {
    eip1108(fork, 40_000, 6_000)
}

/// The price of 0x08 with so many pairs, none before the contract exists.
///
/// # Source
/// EIP-197, EIP-1108.
pub const fn bn254_pairing(fork: Fork, pairs: usize) -> Option<u64> {
    let pairs = pairs as u64;
    let byzantium = pairs.saturating_mul(80_000).saturating_add(100_000);
    let istanbul = pairs.saturating_mul(34_000).saturating_add(45_000);
    eip1108(fork, byzantium, istanbul)
}

/// The price of 0x0b, none before the contract exists.
///
/// # Source
/// EIP-2537.
pub const fn bls12_381_g1_add(fork: Fork) -> Option<u64> {
    eip2537(fork, 375)
}

/// The price of 0x0c with so many pairs, none before the contract exists.
///
/// # Source
/// EIP-2537.
pub const fn bls12_381_g1_msm(fork: Fork, pairs: usize) -> Option<u64> {
    eip2537(fork, msm(pairs, 12_000, &G1_DISCOUNT))
}

/// The price of 0x0d, none before the contract exists.
///
/// # Source
/// EIP-2537.
pub const fn bls12_381_g2_add(fork: Fork) -> Option<u64> {
    eip2537(fork, 600)
}

/// The price of 0x0e with so many pairs, none before the contract exists.
///
/// # Source
/// EIP-2537.
pub const fn bls12_381_g2_msm(fork: Fork, pairs: usize) -> Option<u64> {
    eip2537(fork, msm(pairs, 22_500, &G2_DISCOUNT))
}

/// The price of 0x0f with so many pairs, none before the contract exists.
///
/// # Source
/// EIP-2537.
pub const fn bls12_381_pairing(fork: Fork, pairs: usize) -> Option<u64> {
    let pairs = pairs as u64;
    eip2537(fork, pairs.saturating_mul(32_600).saturating_add(37_700))
}

/// The price of 0x10, none before the contract exists.
///
/// # Source
/// EIP-2537.
pub const fn bls12_381_map_fp_to_g1(fork: Fork) -> Option<u64> {
    eip2537(fork, 5_500)
}

/// The price of 0x11, none before the contract exists.
///
/// # Source
/// EIP-2537.
pub const fn bls12_381_map_fp2_to_g2(fork: Fork) -> Option<u64> {
    eip2537(fork, 23_800)
}

/// What k pairs cost of k single multiplications, in thousandths: entry `k - 1`. The last one holds for more pairs too.
const G1_DISCOUNT: [u16; 128] = [
    1000, 949, 848, 797, 764, 750, 738, 728, 719, 712, 705, 698, 692, 687, 682, 677, 673, 669, 665,
    661, 658, 654, 651, 648, 645, 642, 640, 637, 635, 632, 630, 627, 625, 623, 621, 619, 617, 615,
    613, 611, 609, 608, 606, 604, 603, 601, 599, 598, 596, 595, 593, 592, 591, 589, 588, 586, 585,
    584, 582, 581, 580, 579, 577, 576, 575, 574, 573, 572, 570, 569, 568, 567, 566, 565, 564, 563,
    562, 561, 560, 559, 558, 557, 556, 555, 554, 553, 552, 551, 550, 549, 548, 547, 547, 546, 545,
    544, 543, 542, 541, 540, 540, 539, 538, 537, 536, 536, 535, 534, 533, 532, 532, 531, 530, 529,
    528, 528, 527, 526, 525, 525, 524, 523, 522, 522, 521, 520, 520, 519,
];
const G2_DISCOUNT: [u16; 128] = [
    1000, 1000, 923, 884, 855, 832, 812, 796, 782, 770, 759, 749, 740, 732, 724, 717, 711, 704,
    699, 693, 688, 683, 679, 674, 670, 666, 663, 659, 655, 652, 649, 646, 643, 640, 637, 634, 632,
    629, 627, 624, 622, 620, 618, 615, 613, 611, 609, 607, 606, 604, 602, 600, 598, 597, 595, 593,
    592, 590, 589, 587, 586, 584, 583, 582, 580, 579, 578, 576, 575, 574, 573, 571, 570, 569, 568,
    567, 566, 565, 563, 562, 561, 560, 559, 558, 557, 556, 555, 554, 553, 552, 552, 551, 550, 549,
    548, 547, 546, 545, 545, 544, 543, 542, 541, 541, 540, 539, 538, 537, 537, 536, 535, 535, 534,
    533, 532, 532, 531, 530, 530, 529, 528, 528, 527, 526, 526, 525, 524, 524,
];

/// The price of a sum of so many multiples.
const fn msm(pairs: usize, multiplication: u64, discount: &[u16; 128]) -> u64 {
    if pairs == 0 {
        return 0;
    }
    let last = if pairs < discount.len() {
        pairs
    } else {
        discount.len()
    };
    let factor = multiplication * discount[last - 1] as u64;
    (pairs as u64).saturating_mul(factor) / 1_000
}

/// A price from Prague on.
const fn eip2537(fork: Fork, price: u64) -> Option<u64> {
    if (fork as u8) < Fork::Prague as u8 {
        None
    } else {
        Some(price)
    }
}

/// A price from Byzantium on and the one that replaced it in Istanbul.
const fn eip1108(fork: Fork, byzantium: u64, istanbul: u64) -> Option<u64> {
    if (fork as u8) < Fork::Byzantium as u8 {
        None
    } else if (fork as u8) < Fork::Istanbul as u8 {
        Some(byzantium)
    } else {
        Some(istanbul)
    }
}

/// The price, if there is a contract and the limit allows it.
pub(super) fn charge(
    price: Option<u64>,
    limit: u64,
    address: u16,
    since: Fork,
) -> Result<u64, Error> {
    let price = price.ok_or(Error::NotYet { address, since })?;
    if price > limit {
        return Err(Error::OutOfGas { limit, price });
    }
    Ok(price)
}
