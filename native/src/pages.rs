//! Anonymous memory mappings, the only place that calls `mmap`.

use std::io;
use std::ptr::{self, NonNull};

/// The size of a page.
pub fn page_size() -> usize {
    // SAFETY: sysconf reads a constant of the system.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    usize::try_from(size).unwrap_or(4096)
}

/// Pages of our own, unmapped on drop.
pub struct Mapping {
    start: NonNull<u8>,
    len: usize,
}

// SAFETY: the mapping is owned, and has no tie to the thread that made it.
unsafe impl Send for Mapping {}
// SAFETY: through `&Mapping` memory is only read; writing takes `&mut` (or the caller's promise, see `start`).
unsafe impl Sync for Mapping {}

impl Mapping {
    /// At least `len` bytes (at least one page) of zeros, readable and writable. A shared mapping stays common to
    /// this process and its children.
    pub fn new(len: usize, shared: bool) -> io::Result<Mapping> {
        let len = len
            .max(1)
            .checked_next_multiple_of(page_size())
            .ok_or(io::ErrorKind::OutOfMemory)?;
        let kind = if shared {
            libc::MAP_SHARED
        } else {
            libc::MAP_PRIVATE
        };
        // SAFETY: no address is asked for, so that no existing mapping is touched; the arguments are constants and a
        // length that is not zero.
        let p = unsafe {
            libc::mmap(
                ptr::null_mut(),
                len,
                libc::PROT_READ | libc::PROT_WRITE,
                kind | libc::MAP_ANONYMOUS,
                -1,
                0,
            )
        };
        if p == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let start = NonNull::new(p.cast()).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Mapping { start, len })
    }

    /// The first byte. Writing through it needs what `&mut` gives otherwise: nobody else at it.
    pub fn start(&self) -> *mut u8 {
        self.start.as_ptr()
    }

    /// The length in bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Changes the protection of whole pages.
    pub fn protect(&mut self, from: usize, len: usize, protection: i32) -> io::Result<()> {
        self.check(from, len);
        // SAFETY: the range lies within this mapping (checked), which nobody else uses (`&mut`); what follows for
        // later accesses is the business of `read` and `write`, which are called on accessible parts only.
        let rc = unsafe { libc::mprotect(self.start().add(from).cast(), len, protection) };
        if rc == 0 {
            Ok(())
        } else {
            Err(io::Error::last_os_error())
        }
    }

    /// Writes bytes. The pages must be writable.
    pub fn write(&mut self, at: usize, bytes: &[u8]) {
        self.check(at, bytes.len());
        // SAFETY: the range lies within this mapping (checked) and cannot overlap a slice of somebody else.
        unsafe {
            ptr::copy_nonoverlapping(bytes.as_ptr(), self.start().add(at), bytes.len());
        }
    }

    /// Reads bytes. The pages must be readable.
    pub fn read(&self, at: usize, len: usize) -> Vec<u8> {
        self.check(at, len);
        let mut bytes = vec![0; len];
        // SAFETY: the range lies within this mapping (checked); mapped memory is initialized (zeros at first).
        unsafe {
            ptr::copy_nonoverlapping(self.start().add(at), bytes.as_mut_ptr(), len);
        }
        bytes
    }

    fn check(&self, at: usize, len: usize) {
        assert!(
            at <= self.len && len <= self.len - at,
            "outside of the mapping"
        );
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: start and length are those of our mmap, and the mapping is used no more.
        unsafe {
            libc::munmap(self.start().cast(), self.len);
        }
    }
}
