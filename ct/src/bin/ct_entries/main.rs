//! The functions under test, linked as any program is: what the tests of this crate scan and run.
//!
//! - `ct_entries list`: a line a function: its name, what it must be (`ct` or `leaky`), the operands, the counts
//! - `ct_entries run [adx]`: under valgrind, calls each function on poisoned secrets and prints how many errors that made
//!
//! The tier is what `FIELDC_TIER` and the processor make it. Valgrind executes ADX and BMI2 instructions, but its processor
//! denies that it has them; with `adx` the kernels that need them are called all the same.

#[cfg(target_arch = "x86_64")]
mod entries;

#[cfg(target_arch = "x86_64")]
fn main() -> std::process::ExitCode {
    check::main()
}

#[cfg(not(target_arch = "x86_64"))]
fn main() {}

#[cfg(target_arch = "x86_64")]
mod check {
    use crate::entries::{self, Entry, Input, OUT};
    use fieldc_ct::memcheck;
    use std::process::ExitCode;

    /// Bytes at an address that is a multiple of 16.
    struct Buffer(Vec<u128>);

    impl Buffer {
        fn new(bytes: &[u8]) -> Buffer {
            let mut out = Buffer(vec![0; bytes.len().div_ceil(16).max(1)]);
            for (i, byte) in bytes.iter().enumerate() {
                out.0[i / 16] |= u128::from(*byte) << (8 * (i % 16));
            }
            out
        }

        /// Undefined in valgrind's eyes where it is secret.
        fn operand(input: Input, seed: u64) -> Buffer {
            match input {
                Input::Public(make) => Buffer::new(&make(seed)),
                Input::Secret(make) => {
                    let out = Buffer::new(&make(seed));
                    memcheck::poison(out.0.as_ptr().cast(), 16 * out.0.len());
                    out
                }
            }
        }

        fn at(&mut self) -> *mut u8 {
            self.0.as_mut_ptr().cast()
        }
    }

    /// Errors of one function on a few operands.
    fn errors(entry: &Entry) -> u64 {
        let before = memcheck::errors();
        let mut out = Buffer::new(&[0; OUT]);
        for &n in entry.counts {
            for seed in 0..2 {
                let mut a = Buffer::operand(entry.a, seed);
                let mut b = Buffer::operand(entry.b, seed + 2);
                // SAFETY: as `Call` asks; `run` leaves out what this processor cannot execute.
                unsafe { (entry.call)(out.at(), a.at(), b.at(), n) };
            }
        }
        memcheck::errors() - before
    }

    fn run(entries: &[Entry], adx: bool) {
        for entry in entries.iter().filter(|e| adx || !e.adx) {
            println!("{} {}", entry.name, errors(entry));
        }
    }

    fn list(entries: &[Entry], kind: &str) {
        let operand = |input| match input {
            Input::Secret(_) => "secret".to_string(),
            Input::Public(make) => make(0).iter().map(|b| format!("{b:02x}")).collect(),
        };
        for entry in entries {
            let counts: Vec<String> = entry.counts.iter().map(|n| n.to_string()).collect();
            let (a, b) = (operand(entry.a), operand(entry.b));
            println!("{} {kind} {a} {b} {}", entry.name, counts.join(","));
        }
    }

    pub fn main() -> ExitCode {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        match arguments[..] {
            ["list"] => {
                list(&entries::all(), "ct");
                list(&entries::leaky::all(), "leaky");
            }
            ["run", ..] if !memcheck::is_running() => {
                eprintln!("not under valgrind: nothing would be counted");
                return ExitCode::FAILURE;
            }
            ["run", ref rest @ ..] => {
                println!("tier {}", fieldc::tier::current());
                let adx = rest == ["adx"];
                run(&entries::all(), adx);
                run(&entries::leaky::all(), adx);
            }
            _ => {
                eprintln!("usage: ct_entries list | run [adx]");
                return ExitCode::FAILURE;
            }
        }
        ExitCode::SUCCESS
    }
}
