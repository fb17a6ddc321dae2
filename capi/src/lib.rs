//! The precompiled contracts of the EVM for C: bytes in, bytes, gas and a status out.
//!
//! `include/fieldc.h` declares what stands here. No function panics into its caller, keeps a pointer, or has state: all of them may be
//! called from any thread. Names begin with `fieldc_` and `FIELDC_`; numbers of statuses and forks do not change.

use std::panic::catch_unwind;
use std::{ptr, slice};

use fieldc::precompile::{Error, Fork, Output, Precompiles};

/// The call succeeded.
pub const FIELDC_OK: i32 = 0;
/// A pointer is null that must not be, or a length is above half of the address space.
pub const FIELDC_BAD_ARGUMENT: i32 = 1;
/// No fork has the number.
pub const FIELDC_UNKNOWN_FORK: i32 = 2;
/// No contract of this library has the address in this fork.
pub const FIELDC_NO_PRECOMPILE: i32 = 3;
/// The output does not fit; its length has been written.
pub const FIELDC_OUTPUT_TOO_SMALL: i32 = 4;
/// The price is above the limit. The call fails and uses all of its gas, as for every status from here on.
pub const FIELDC_OUT_OF_GAS: i32 = 5;
/// The input has the wrong length.
pub const FIELDC_LENGTH: i32 = 6;
/// The padding of a field element is not zero.
pub const FIELDC_PADDING: i32 = 7;
/// An integer is not below the modulus.
pub const FIELDC_NOT_BELOW_MODULUS: i32 = 8;
/// A point is not on its curve.
pub const FIELDC_NOT_ON_CURVE: i32 = 9;
/// A point is not in its subgroup.
pub const FIELDC_NOT_IN_SUBGROUP: i32 = 10;
/// The input is rejected for a reason without a number of its own.
pub const FIELDC_REJECTED: i32 = 11;
/// A fault of this library. The contents of the output are not specified.
pub const FIELDC_INTERNAL: i32 = 12;

/// The most bytes of an output.
pub const FIELDC_MAX_OUTPUT: usize = 256;

/// The fork Frontier.
pub const FIELDC_FORK_FRONTIER: u32 = 0;
/// The fork Homestead.
pub const FIELDC_FORK_HOMESTEAD: u32 = 1;
/// The fork Tangerine Whistle.
pub const FIELDC_FORK_TANGERINE_WHISTLE: u32 = 2;
/// The fork Spurious Dragon.
pub const FIELDC_FORK_SPURIOUS_DRAGON: u32 = 3;
/// The fork Byzantium.
pub const FIELDC_FORK_BYZANTIUM: u32 = 4;
/// The fork Constantinople.
pub const FIELDC_FORK_CONSTANTINOPLE: u32 = 5;
/// The fork Petersburg.
pub const FIELDC_FORK_PETERSBURG: u32 = 6;
/// The fork Istanbul.
pub const FIELDC_FORK_ISTANBUL: u32 = 7;
/// The fork Muir Glacier.
pub const FIELDC_FORK_MUIR_GLACIER: u32 = 8;
/// The fork Berlin.
pub const FIELDC_FORK_BERLIN: u32 = 9;
/// The fork London.
pub const FIELDC_FORK_LONDON: u32 = 10;
/// The fork Arrow Glacier.
pub const FIELDC_FORK_ARROW_GLACIER: u32 = 11;
/// The fork Gray Glacier.
pub const FIELDC_FORK_GRAY_GLACIER: u32 = 12;
/// The fork Paris.
pub const FIELDC_FORK_PARIS: u32 = 13;
/// The fork Shanghai.
pub const FIELDC_FORK_SHANGHAI: u32 = 14;
/// The fork Cancun.
pub const FIELDC_FORK_CANCUN: u32 = 15;
/// The fork Prague.
pub const FIELDC_FORK_PRAGUE: u32 = 16;
/// The fork Osaka.
pub const FIELDC_FORK_OSAKA: u32 = 17;

fn fork(number: u32) -> Option<Fork> {
    Some(match number {
        FIELDC_FORK_FRONTIER => Fork::Frontier,
        FIELDC_FORK_HOMESTEAD => Fork::Homestead,
        FIELDC_FORK_TANGERINE_WHISTLE => Fork::TangerineWhistle,
        FIELDC_FORK_SPURIOUS_DRAGON => Fork::SpuriousDragon,
        FIELDC_FORK_BYZANTIUM => Fork::Byzantium,
        FIELDC_FORK_CONSTANTINOPLE => Fork::Constantinople,
        FIELDC_FORK_PETERSBURG => Fork::Petersburg,
        FIELDC_FORK_ISTANBUL => Fork::Istanbul,
        FIELDC_FORK_MUIR_GLACIER => Fork::MuirGlacier,
        FIELDC_FORK_BERLIN => Fork::Berlin,
        FIELDC_FORK_LONDON => Fork::London,
        FIELDC_FORK_ARROW_GLACIER => Fork::ArrowGlacier,
        FIELDC_FORK_GRAY_GLACIER => Fork::GrayGlacier,
        FIELDC_FORK_PARIS => Fork::Paris,
        FIELDC_FORK_SHANGHAI => Fork::Shanghai,
        FIELDC_FORK_CANCUN => Fork::Cancun,
        FIELDC_FORK_PRAGUE => Fork::Prague,
        FIELDC_FORK_OSAKA => Fork::Osaka,
        _ => return None,
    })
}

/// Runs the contract at `address` in `fork` on `len` bytes of `input`.
///
/// Writes at most `out_cap` bytes to `out`, their number to `out_len` and the gas used to `gas_used`. No valid output is longer than
/// `FIELDC_MAX_OUTPUT`. Returns a status; where it is not `FIELDC_OK`, `out` is as it was, `out_len` is 0 (but for
/// `FIELDC_OUTPUT_TOO_SMALL`) and `gas_used` is `gas_limit` where the call fails, else 0. `input` and `out` may overlap.
///
/// # Safety
/// `input` points to `len` readable bytes (or `len` is 0), `out` to `out_cap` writable ones (or `out_cap` is 0), `out_len` and
/// `gas_used` to one value each, or are null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fieldc_precompile_run(
    address: u16,
    fork: u32,
    input: *const u8,
    len: usize,
    gas_limit: u64,
    out: *mut u8,
    out_cap: usize,
    out_len: *mut usize,
    gas_used: *mut u64,
) -> i32 {
    // Whatever is wrong, what the caller reads has been written.
    if !out_len.is_null() {
        // SAFETY: not null, writable as the caller says.
        unsafe { out_len.write(0) };
    }
    if !gas_used.is_null() {
        // SAFETY: not null, writable as the caller says.
        unsafe { gas_used.write(0) };
    }
    if out_len.is_null()
        || gas_used.is_null()
        || (input.is_null() && len != 0)
        || (out.is_null() && out_cap != 0)
        || len > isize::MAX as usize
    {
        return FIELDC_BAD_ARGUMENT;
    }
    let input: &[u8] = if len == 0 {
        &[]
    } else {
        // SAFETY: not null, as long as the caller says, and not above half of the address space.
        unsafe { slice::from_raw_parts(input, len) }
    };
    let result = catch_unwind(|| run(address, fork, input, gas_limit));
    let (status, length, gas) = match result.unwrap_or(Err(FIELDC_INTERNAL)) {
        Ok(output) => {
            let length = output.bytes.len();
            if length > out_cap {
                (FIELDC_OUTPUT_TOO_SMALL, length, 0)
            } else {
                // SAFETY: not longer than `out`; the slice `input`, which it may overlap, is not used any more.
                unsafe { ptr::copy(output.bytes.as_ptr(), out, length) };
                (FIELDC_OK, length, output.gas)
            }
        }
        Err(status) if status >= FIELDC_OUT_OF_GAS => (status, 0, gas_limit),
        Err(status) => (status, 0, 0),
    };
    // SAFETY: neither is null, and both point to a value.
    unsafe {
        out_len.write(length);
        gas_used.write(gas);
    }
    status
}

fn run(address: u16, number: u32, input: &[u8], gas_limit: u64) -> Result<Output, i32> {
    let fork = fork(number).ok_or(FIELDC_UNKNOWN_FORK)?;
    let contract = Precompiles::for_fork(fork).get(address);
    let output = contract.and_then(|contract| contract.run_within(input, gas_limit));
    output.map_err(|error| match error {
        Error::NoPrecompile { .. } | Error::NotBuilt { .. } | Error::NotYet { .. } => {
            FIELDC_NO_PRECOMPILE
        }
        Error::OutOfGas { .. } => FIELDC_OUT_OF_GAS,
        Error::Length { .. } | Error::PartialPair { .. } | Error::Empty => FIELDC_LENGTH,
        Error::Padding { .. } => FIELDC_PADDING,
        Error::NotBelowModulus { .. } => FIELDC_NOT_BELOW_MODULUS,
        Error::NotOnCurve { .. } => FIELDC_NOT_ON_CURVE,
        Error::NotInSubgroup { .. } => FIELDC_NOT_IN_SUBGROUP,
        _ => FIELDC_REJECTED,
    })
}

/// What a status means: a text that ends with a zero byte and lives as long as the library.
#[unsafe(no_mangle)]
pub extern "C" fn fieldc_status_text(status: i32) -> *const core::ffi::c_char {
    let text = match status {
        FIELDC_OK => c"no error",
        FIELDC_BAD_ARGUMENT => c"bad argument",
        FIELDC_UNKNOWN_FORK => c"unknown fork",
        FIELDC_NO_PRECOMPILE => c"no precompile at the address",
        FIELDC_OUTPUT_TOO_SMALL => c"output buffer too small",
        FIELDC_OUT_OF_GAS => c"out of gas",
        FIELDC_LENGTH => c"wrong length of the input",
        FIELDC_PADDING => c"padding is not zero",
        FIELDC_NOT_BELOW_MODULUS => c"integer not below the modulus",
        FIELDC_NOT_ON_CURVE => c"point not on the curve",
        FIELDC_NOT_IN_SUBGROUP => c"point not in the subgroup",
        FIELDC_REJECTED => c"input rejected",
        FIELDC_INTERNAL => c"internal error",
        _ => c"unknown status",
    };
    text.as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fork_has_a_number() {
        let numbers = 0..Fork::ALL.len() as u32;
        assert!(numbers.map(fork).eq(Fork::ALL.iter().copied().map(Some)));
        assert_eq!(fork(Fork::ALL.len() as u32), None);
        assert_eq!(fork(u32::MAX), None);
    }

    #[test]
    fn every_status_has_a_text() {
        let text = |status| {
            // SAFETY: a text that ends with a zero byte.
            let text = unsafe { std::ffi::CStr::from_ptr(fieldc_status_text(status)) };
            text.to_str().expect("ASCII")
        };
        let texts: std::collections::BTreeSet<&str> = (0..=FIELDC_INTERNAL).map(text).collect();
        assert_eq!(texts.len(), 13);
        assert_eq!(text(-1), "unknown status");
    }
}
