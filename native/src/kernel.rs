//! Compiled kernels behind a safe call.

use crate::ExecutableBuffer;
use std::io;

/// A kernel in executable memory that knows how many words it reads and writes: `fn(out, group…)` by the System V
/// convention, as the compiler's out-of-line form is entered.
pub struct NativeKernel {
    #[cfg_attr(not(all(unix, target_arch = "x86_64")), allow(dead_code))]
    code: ExecutableBuffer,
    outputs: usize,
    inputs: Vec<usize>,
}

impl NativeKernel {
    /// Maps the code of a kernel that writes `outputs` words and reads `inputs[i]` words behind its i-th pointer.
    ///
    /// # Errors
    /// What [`ExecutableBuffer::new`] answers; [`io::ErrorKind::InvalidInput`] for more than five inputs.
    ///
    /// # Safety
    /// At the start of `code` there is a function `extern "sysv64" fn(out, group…)` that this processor supports, with
    /// as many groups as `inputs` has, and it touches no memory but its own constants and stack, `outputs` words
    /// behind `out` and `inputs[i]` words behind each group's pointer.
    pub unsafe fn new(code: &[u8], outputs: usize, inputs: Vec<usize>) -> io::Result<NativeKernel> {
        if inputs.len() > 5 {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        Ok(NativeKernel {
            code: ExecutableBuffer::new(code)?,
            outputs,
            inputs,
        })
    }

    /// Calls the kernel `times` times with the same operands.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidInput`] where the slices do not have the lengths of the kernel.
    pub fn call(&self, out: &mut [u64], inputs: &[&[u64]], times: u64) -> io::Result<()> {
        let fits = out.len() == self.outputs
            && inputs.len() == self.inputs.len()
            && inputs.iter().zip(&self.inputs).all(|(a, n)| a.len() == *n);
        if !fits {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        self.enter(out, inputs, times)
    }

    #[cfg(all(unix, target_arch = "x86_64"))]
    fn enter(&self, out: &mut [u64], inputs: &[&[u64]], times: u64) -> io::Result<()> {
        let mut arguments = [0u64; 6];
        arguments[0] = out.as_mut_ptr() as u64;
        for (a, input) in arguments[1..].iter_mut().zip(inputs) {
            *a = input.as_ptr() as u64;
        }
        for _ in 0..times {
            // SAFETY: `new`'s caller promised the function and what it touches; the lengths were compared above.
            unsafe { self.code.call_sysv(0, &arguments) }?;
        }
        Ok(())
    }

    #[cfg(not(all(unix, target_arch = "x86_64")))]
    fn enter(&self, _out: &mut [u64], _inputs: &[&[u64]], _times: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(all(test, unix, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_compared() {
        // mov rax, [rsi]; add rax, [rdx]; mov [rdi], rax; ret
        let code = [0x48, 0x8b, 0x06, 0x48, 0x03, 0x02, 0x48, 0x89, 0x07, 0xc3];
        // SAFETY: the function writes one word and reads one behind each of two pointers.
        let kernel = unsafe { NativeKernel::new(&code, 1, vec![1, 1]) }.unwrap();
        let mut out = [0];
        kernel.call(&mut out, &[&[40], &[2]], 1).unwrap();
        assert_eq!(out, [42]);
        for bad in [
            kernel.call(&mut [], &[&[1], &[1]], 1),
            kernel.call(&mut [0], &[&[1]], 1),
            kernel.call(&mut [0], &[&[1], &[1, 2]], 1),
        ] {
            assert_eq!(bad.unwrap_err().kind(), io::ErrorKind::InvalidInput);
        }
    }
}
