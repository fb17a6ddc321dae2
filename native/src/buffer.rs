//! Code in executable memory.

use std::io;

/// Machine code, mapped readable and executable (and never writable at the same time). Unmapped on drop.
///
/// Exists on every platform; [`ExecutableBuffer::new`] succeeds on x86-64 Unix alone.
pub struct ExecutableBuffer {
    #[cfg(all(unix, target_arch = "x86_64"))]
    pages: crate::pages::Mapping,
    len: usize,
}

impl ExecutableBuffer {
    /// Copies `code` to fresh pages (so that whatever is aligned to 8 relative to its start stays so) and makes them
    /// executable.
    ///
    /// # Errors
    /// What `mmap` or `mprotect` answer; [`io::ErrorKind::Unsupported`] where this is not x86-64 Unix.
    #[cfg(all(unix, target_arch = "x86_64"))]
    pub fn new(code: &[u8]) -> io::Result<ExecutableBuffer> {
        let mut pages = crate::pages::Mapping::new(code.len(), false)?;
        pages.write(0, code);
        let all = pages.len();
        pages.protect(0, all, libc::PROT_READ | libc::PROT_EXEC)?;
        Ok(ExecutableBuffer {
            pages,
            len: code.len(),
        })
    }

    /// Copies `code` to executable pages: not on this platform.
    ///
    /// # Errors
    /// Always [`io::ErrorKind::Unsupported`].
    #[cfg(not(all(unix, target_arch = "x86_64")))]
    pub fn new(_code: &[u8]) -> io::Result<ExecutableBuffer> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// The length of the code in bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no code at all.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The address of the byte at `offset`, if the code has it.
    #[cfg(all(unix, target_arch = "x86_64"))]
    pub fn address(&self, offset: usize) -> Option<*const u8> {
        (offset < self.len).then(|| self.pages.start().cast_const().wrapping_add(offset))
    }

    /// Calls the function at `offset` by the System V convention with up to six pointers or integers, and returns
    /// `rax`. Missing arguments are 0.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidInput`] for an offset outside of the code or more than six arguments.
    ///
    /// # Safety
    /// At `offset` there is a function that follows the System V calling convention, is supported by this processor,
    /// and takes arguments like these; pointers among them are good for what it does with them.
    #[cfg(all(unix, target_arch = "x86_64"))]
    pub unsafe fn call_sysv(&self, offset: usize, args: &[u64]) -> io::Result<u64> {
        let mut a = [0; 6];
        a.get_mut(..args.len())
            .ok_or(io::ErrorKind::InvalidInput)?
            .copy_from_slice(args);
        let entry = self.address(offset).ok_or(io::ErrorKind::InvalidInput)?;
        // SAFETY: the address lies in our executable pages, and the caller promises that a function of this
        // convention begins there; pointers and integers are passed alike.
        let function: extern "sysv64" fn(u64, u64, u64, u64, u64, u64) -> u64 =
            unsafe { std::mem::transmute(entry) };
        Ok(function(a[0], a[1], a[2], a[3], a[4], a[5]))
    }
}

#[cfg(all(test, unix, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn code_runs() {
        // lea rax, [rdi + rsi]; ret
        let code = ExecutableBuffer::new(&[0x48, 0x8d, 0x04, 0x37, 0xc3]).unwrap();
        // SAFETY: the function adds two numbers.
        assert_eq!(unsafe { code.call_sysv(0, &[40, 2]) }.unwrap(), 42);
        // SAFETY: nothing is called.
        let refused = unsafe { (code.call_sysv(5, &[]), code.call_sysv(0, &[0; 7])) };
        assert_eq!(refused.0.unwrap_err().kind(), io::ErrorKind::InvalidInput);
        assert_eq!(refused.1.unwrap_err().kind(), io::ErrorKind::InvalidInput);
    }
}
