//! Requests to valgrind's memcheck, which follows undefined bits through a program and reports every branch and address
//! that depends on one. Secrets are declared undefined.
//!
//! # Source
//! Langley, ctgrind, 2010; the request sequence is documented in valgrind's manual, section 3.1.

use core::arch::asm;
use core::ffi::c_void;

/// A request: outside of valgrind nothing happens and the answer is `default`.
fn request(default: u64, code: u64, a: u64, b: u64) -> u64 {
    let arguments = [code, a, b, 0, 0, 0];
    let mut result = default;
    // SAFETY: the rotations add up to 128 bits and `xchg rbx, rbx` does nothing; valgrind, which knows the sequence,
    // reads the six words behind rax and writes rdx.
    unsafe {
        asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") arguments.as_ptr(),
            inout("rdx") result,
            options(nostack),
        );
    }
    result
}

const MEMCHECK: u64 = (b'M' as u64) << 24 | (b'C' as u64) << 16;

/// Whether valgrind runs this program.
pub fn is_running() -> bool {
    request(0, 0x1001, 0, 0) != 0
}

/// Errors that it has reported so far.
pub fn errors() -> u64 {
    request(0, 0x1201, 0, 0)
}

/// Declares the bytes behind a pointer undefined.
pub fn poison(at: *const c_void, length: usize) {
    request(0, MEMCHECK + 1, at as u64, length as u64);
}

/// Declares the bytes behind a pointer defined.
pub fn cleanse(at: *const c_void, length: usize) {
    request(0, MEMCHECK + 2, at as u64, length as u64);
}
