//! One call of a kernel with every register under watch.

use std::mem::offset_of;
use std::sync::atomic::AtomicPtr;

/// The callee-saved registers beside `rsp`, in the order of [`Call::saved`].
pub const SAVED: [&str; 6] = ["rbx", "rbp", "r12", "r13", "r14", "r15"];

/// CF, PF, AF, ZF, SF, OF, and the bit of the flags register that is always 1.
pub const FLAGS_SET: u64 = 0x8d5 | 2;
/// No status flag.
pub const FLAGS_CLEAR: u64 = 2;
/// The direction flag, which a function must leave clear.
pub const DIRECTION: u64 = 0x400;

/// What a call starts from and what it leaves behind.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct Call {
    /// The kernel.
    pub entry: u64,
    /// `rdi`, `rsi`, `rdx`, `rcx`
    pub args: [u64; 4],
    /// The flags register before the call.
    pub flags: u64,
    /// The callee-saved registers before the call.
    pub saved: [u64; 6],
    /// The caller's stack right above the return address, before the call.
    pub stack: [u64; 4],
    /// The same things after the call.
    pub saved_after: [u64; 6],
    /// See `stack`.
    pub stack_after: [u64; 4],
    /// See `flags`.
    pub flags_after: u64,
    /// `rsp` before the call.
    pub rsp: u64,
    /// `rsp` after the call: the same, if all is well.
    pub rsp_after: u64,
    /// Set when the call has returned.
    pub done: u64,
}

/// The call in progress. A kernel may leave any register changed, so that its record is found through memory.
static CURRENT: AtomicPtr<Call> = AtomicPtr::new(std::ptr::null_mut());

/// Performs the call and fills in the second half of the record.
///
/// # Safety
/// `call` points to a record that nobody else uses, and only one thread of the process is in here. The entry is
/// executable; what it does is as undefined as it wants to be, which is why this runs in a child process only.
#[unsafe(naked)]
pub unsafe extern "sysv64" fn perform(call: *mut Call) {
    // The six registers pushed, the return address of this function and 40 bytes make rsp a multiple of 16, as
    // the convention wants it at a call; 32 of the 40 bytes are watched.
    std::arch::naked_asm!(
        "push rbx",
        "push rbp",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "sub rsp, 40",
        "mov qword ptr [rip + {current}], rdi",
        "mov rax, rdi",
        "mov rcx, qword ptr [rax + {stack}]",
        "mov qword ptr [rsp], rcx",
        "mov rcx, qword ptr [rax + {stack} + 8]",
        "mov qword ptr [rsp + 8], rcx",
        "mov rcx, qword ptr [rax + {stack} + 16]",
        "mov qword ptr [rsp + 16], rcx",
        "mov rcx, qword ptr [rax + {stack} + 24]",
        "mov qword ptr [rsp + 24], rcx",
        "mov qword ptr [rax + {rsp_before}], rsp",
        "mov rbx, qword ptr [rax + {saved}]",
        "mov rbp, qword ptr [rax + {saved} + 8]",
        "mov r12, qword ptr [rax + {saved} + 16]",
        "mov r13, qword ptr [rax + {saved} + 24]",
        "mov r14, qword ptr [rax + {saved} + 32]",
        "mov r15, qword ptr [rax + {saved} + 40]",
        "mov rdi, qword ptr [rax + {args}]",
        "mov rsi, qword ptr [rax + {args} + 8]",
        "mov rdx, qword ptr [rax + {args} + 16]",
        "mov rcx, qword ptr [rax + {args} + 24]",
        // Scratch registers hold nothing that a kernel could mistake for 0.
        "mov r8, rbx",
        "mov r9, rbp",
        "mov r10, r12",
        "mov r11, r13",
        "push qword ptr [rax + {flags}]",
        "popfq",
        "call qword ptr [rax + {entry}]",
        "mov r11, qword ptr [rip + {current}]",
        "mov qword ptr [r11 + {rsp_after}], rsp",
        "mov rsp, qword ptr [r11 + {rsp_before}]",
        "pushfq",
        "pop rax",
        "mov qword ptr [r11 + {flags_after}], rax",
        "cld",
        "mov qword ptr [r11 + {saved_after}], rbx",
        "mov qword ptr [r11 + {saved_after} + 8], rbp",
        "mov qword ptr [r11 + {saved_after} + 16], r12",
        "mov qword ptr [r11 + {saved_after} + 24], r13",
        "mov qword ptr [r11 + {saved_after} + 32], r14",
        "mov qword ptr [r11 + {saved_after} + 40], r15",
        "mov rcx, qword ptr [rsp]",
        "mov qword ptr [r11 + {stack_after}], rcx",
        "mov rcx, qword ptr [rsp + 8]",
        "mov qword ptr [r11 + {stack_after} + 8], rcx",
        "mov rcx, qword ptr [rsp + 16]",
        "mov qword ptr [r11 + {stack_after} + 16], rcx",
        "mov rcx, qword ptr [rsp + 24]",
        "mov qword ptr [r11 + {stack_after} + 24], rcx",
        "mov qword ptr [r11 + {done}], 1",
        "add rsp, 40",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbp",
        "pop rbx",
        "ret",
        current = sym CURRENT,
        entry = const offset_of!(Call, entry),
        args = const offset_of!(Call, args),
        flags = const offset_of!(Call, flags),
        saved = const offset_of!(Call, saved),
        stack = const offset_of!(Call, stack),
        saved_after = const offset_of!(Call, saved_after),
        stack_after = const offset_of!(Call, stack_after),
        flags_after = const offset_of!(Call, flags_after),
        rsp_before = const offset_of!(Call, rsp),
        rsp_after = const offset_of!(Call, rsp_after),
        done = const offset_of!(Call, done),
    )
}

/// How the child process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All calls returned.
    Done,
    /// Killed by this signal.
    Signal(i32),
}

/// Seconds until a kernel that does not return is killed.
const PATIENCE: u32 = 10;

/// Performs calls one after the other in a child process, so that a fault of a kernel is an answer and not the end.
///
/// `calls` and everything that the parent wants to see afterwards lie in shared mappings.
///
/// # Errors
/// What `fork` or `waitpid` answer.
///
/// # Safety
/// `calls` points to `n` records in shared memory that nobody else uses.
pub unsafe fn perform_in_child(calls: *mut Call, n: usize) -> std::io::Result<End> {
    // SAFETY: the child only calls what is allowed after a fork of a program with threads (no allocation, no
    // lock), and leaves by `_exit`.
    let child = unsafe { libc::fork() };
    if child < 0 {
        return Err(std::io::Error::last_os_error());
    }
    if child == 0 {
        // SAFETY: plain system calls with valid arguments; a fault is meant to kill the child at once and without
        // a core file. `calls` is as the caller promises, and the child has one thread.
        unsafe {
            let none = libc::rlimit {
                rlim_cur: 0,
                rlim_max: 0,
            };
            libc::setrlimit(libc::RLIMIT_CORE, &none);
            for signal in [
                libc::SIGSEGV,
                libc::SIGBUS,
                libc::SIGILL,
                libc::SIGTRAP,
                libc::SIGALRM,
            ] {
                libc::signal(signal, libc::SIG_DFL);
            }
            libc::alarm(PATIENCE);
            for i in 0..n {
                perform(calls.add(i));
            }
            libc::_exit(0);
        }
    }
    let mut status = 0;
    // SAFETY: waits for the child made above, writes to a local variable.
    while unsafe { libc::waitpid(child, &mut status, 0) } < 0 {
        let e = std::io::Error::last_os_error();
        if e.kind() != std::io::ErrorKind::Interrupted {
            return Err(e);
        }
    }
    Ok(match libc::WIFSIGNALED(status) {
        true => End::Signal(libc::WTERMSIG(status)),
        false => End::Done,
    })
}
