//! Lifts and proves the text of every module in `generated/src`, fields in parallel. Run from the repository root.

use fieldc_compiler::lift::rust::check_module;
use fieldc_compiler::spec::names::STANDARD;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

fn main() -> ExitCode {
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let start = Instant::now();
    std::thread::scope(|s| {
        for _ in 0..threads {
            s.spawn(|| {
                while let Some(field) = STANDARD.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let start = Instant::now();
                    let path = format!("generated/src/{}.rs", field.module);
                    let result = std::fs::read_to_string(&path)
                        .map_err(|e| e.to_string())
                        .and_then(|text| {
                            let spec = field.spec().map_err(|e| e.to_string())?;
                            check_module(&text, &spec, "crate::tier").map_err(|e| e.to_string())
                        });
                    match result {
                        Ok(c) => println!(
                            "{path}: {} kernels proven, {} other items checked, {:.2?}",
                            c.certificates.len(),
                            c.checked.len(),
                            start.elapsed()
                        ),
                        Err(e) => {
                            println!("{path}:{e}");
                            failed.store(true, Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    println!("{:.2?}", start.elapsed());
    ExitCode::from(u8::from(failed.into_inner()))
}
