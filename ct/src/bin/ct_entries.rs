//! The functions under test, linked as any program is. What `tests/entries.rs` scans; under valgrind it runs each of them
//! on poisoned secrets, and prints how many errors that made.
//!
//! The tier is what `FIELDC_TIER` and the processor (valgrind's hides ADX) make it.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn main() -> std::process::ExitCode {
    check::main()
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn main() {}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod check {
    use fieldc_ct::entries::{self, Entry, Input, OUT};
    use fieldc_ct::memcheck;
    use std::process::ExitCode;

    /// Bytes that valgrind must see defined or undefined, at an address that is a multiple of 16.
    struct Buffer(Vec<u128>);

    impl Buffer {
        fn new(bytes: &[u8]) -> Buffer {
            let mut out = Buffer(vec![0; bytes.len().div_ceil(16).max(1)]);
            for (i, byte) in bytes.iter().enumerate() {
                out.0[i / 16] |= u128::from(*byte) << (8 * (i % 16));
            }
            out
        }

        fn at(&mut self) -> *mut u8 {
            self.0.as_mut_ptr().cast()
        }
    }

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

    /// Errors of one function on a few operands.
    fn errors(entry: &Entry) -> u64 {
        let before = memcheck::errors();
        let mut out = Buffer::new(&[0; OUT]);
        for &n in entry.counts {
            for seed in 0..2 {
                let (mut a, mut b) = (operand(entry.a, seed), operand(entry.b, seed + 2));
                // SAFETY: as `Call` asks; `all` leaves out what this processor cannot run.
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

    pub fn main() -> ExitCode {
        // Valgrind executes ADX and BMI2 instructions, but its processor denies that it has them.
        let mut arguments = std::env::args().skip(1);
        let adx = arguments.next().as_deref() == Some("adx");
        println!("tier {}", fieldc::tier::current());
        if !memcheck::is_running() {
            eprintln!("not under valgrind: nothing is counted");
            return ExitCode::FAILURE;
        }
        run(&entries::all(), adx);
        run(&entries::leaky::all(), adx);
        ExitCode::SUCCESS
    }
}
