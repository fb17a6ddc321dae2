//! Where the scanner puts things: addresses that no real program has, far apart, so that an address names its region.

use crate::value::{Region, Value};

/// The image is loaded here.
pub const IMAGE: u64 = 0x5555_0000_0000;
/// The longest image.
pub const IMAGE_LENGTH: u64 = 1 << 32;
/// Functions of other objects: one address each.
pub const IMPORTS: u64 = 0x5556_0000_0000;
/// A return to this address ends the function under test.
pub const RETURN: u64 = 0x5557_0000_0000;
/// The lowest byte of the stack.
pub const STACK: u64 = 0x7ffd_0000_0000;
/// The length of the stack.
pub const STACK_LENGTH: u64 = 1 << 17;
/// The stack pointer at the entry of the function under test: a multiple of 16, less the return address.
pub const STACK_POINTER: u64 = STACK + STACK_LENGTH - 256 - 8;

const ARGUMENTS: u64 = 0x1000_0000_0000;
const ARGUMENT_LENGTH: u64 = 1 << 32;

/// The address of what an argument points to.
pub fn argument(i: u8) -> u64 {
    // In the middle, so that loops that run down from an end pass the beginning without leaving.
    ARGUMENTS + u64::from(i) * ARGUMENT_LENGTH + ARGUMENT_LENGTH / 2
}

/// The region of an address.
pub fn region(address: u64) -> Option<Region> {
    match address {
        a if (IMAGE..IMAGE + IMAGE_LENGTH).contains(&a) => Some(Region::Constants),
        a if (STACK..STACK + STACK_LENGTH).contains(&a) => Some(Region::Stack),
        a if (ARGUMENTS..ARGUMENTS + 256 * ARGUMENT_LENGTH).contains(&a) => {
            Some(Region::Argument(((a - ARGUMENTS) / ARGUMENT_LENGTH) as u8))
        }
        _ => None,
    }
}

/// The region that a value points to.
pub fn region_of(value: Value) -> Option<Region> {
    match value {
        Value::Known(a) => region(a),
        Value::In(r) => Some(r),
        _ => None,
    }
}

/// What holds on two paths.
pub fn join(a: Value, b: Value) -> Value {
    if a == b {
        return a;
    }
    let (x, y) = (region_of(a), region_of(b));
    match (x, y) {
        (Some(x), Some(y)) if x == y => Value::In(x),
        _ => Value::unknown(a.taint().max(b.taint())),
    }
}
