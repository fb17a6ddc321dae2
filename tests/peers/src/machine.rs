//! The machine under the measurement: pinning, the clock, facts.

use std::arch::asm;
use std::fmt;
use std::time::Instant;

/// Pins the calling thread to the last processor that it may run on (so that `taskset` still decides).
pub fn pin() -> Result<(), String> {
    // SAFETY: an all-zero cpu_set_t is the valid empty set.
    let mut allowed: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    let size = size_of::<libc::cpu_set_t>();
    // SAFETY: `allowed` is a writable cpu_set_t of `size` bytes; 0 names the calling thread.
    if unsafe { libc::sched_getaffinity(0, size, &mut allowed) } != 0 {
        return Err(format!(
            "sched_getaffinity: {}",
            std::io::Error::last_os_error()
        ));
    }
    let last = (0..libc::CPU_SETSIZE as usize)
        .rev()
        // SAFETY: the index is below CPU_SETSIZE.
        .find(|&cpu| unsafe { libc::CPU_ISSET(cpu, &allowed) })
        .ok_or("no processor allowed")?;
    // SAFETY: as above.
    let mut chosen: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    // SAFETY: `last` is below CPU_SETSIZE.
    unsafe { libc::CPU_SET(last, &mut chosen) };
    // SAFETY: `chosen` is a readable cpu_set_t of `size` bytes.
    if unsafe { libc::sched_setaffinity(0, size, &chosen) } != 0 {
        return Err(format!(
            "sched_setaffinity: {}",
            std::io::Error::last_os_error()
        ));
    }
    Ok(())
}

/// Clock in GHz from a chain of dependent `imul`, three cycles each on every x86-64 core of the last decade. (A chain of additions
/// does not serve: some cores fold them at rename.)
#[cfg(target_arch = "x86_64")]
pub fn clock_ghz() -> f64 {
    const ROUNDS: u64 = 40;
    const LOOPS: u64 = 20_000;
    const PER_LOOP: u64 = 20;
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        // SAFETY: registers only.
        unsafe {
            asm!(
                "2:",
                ".rept 20",
                "imul {x}, {x}",
                ".endr",
                "dec {n}",
                "jnz 2b",
                x = inout(reg) 3u64 => _,
                n = inout(reg) LOOPS => _,
                options(nomem, nostack),
            );
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    (3 * LOOPS * PER_LOOP) as f64 / best / 1e9
}

/// What a reader must know to judge the numbers.
pub struct Facts {
    model: String,
    processor: i32,
    ghz: f64,
    load: String,
    detected: Vec<&'static str>,
    compiled: Vec<&'static str>,
}

macro_rules! features {
    ($($name:tt),+) => {
        (
            [$((std::is_x86_feature_detected!($name), $name)),+],
            [$((cfg!(target_feature = $name), $name)),+],
        )
    };
}

impl Facts {
    pub fn gather() -> Facts {
        let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let line = |key: &str| {
            cpuinfo
                .lines()
                .find_map(|l| l.strip_prefix(key)?.trim().strip_prefix(':').map(str::trim))
                .unwrap_or("unknown")
        };
        let (detected, compiled) = features!(
            "bmi2",
            "adx",
            "avx2",
            "avx512f",
            "avx512ifma",
            "avx512vbmi2"
        );
        let names = |set: &[(bool, &'static str)]| {
            set.iter()
                .filter(|(on, _)| *on)
                .map(|&(_, name)| name)
                .collect()
        };
        Facts {
            model: format!(
                "{} (family {}, model {})",
                line("model name"),
                line("cpu family"),
                line("model\t")
            ),
            // SAFETY: no arguments, no memory.
            processor: unsafe { libc::sched_getcpu() },
            ghz: clock_ghz(),
            load: std::fs::read_to_string("/proc/loadavg")
                .unwrap_or_default()
                .trim()
                .to_owned(),
            detected: names(&detected),
            compiled: names(&compiled),
        }
    }
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |names: &[&str]| {
            if names.is_empty() {
                "none".to_owned()
            } else {
                names.join(" ")
            }
        };
        writeln!(f, "processor: {}, pinned to {}", self.model, self.processor)?;
        writeln!(
            f,
            "clock: {:.3} GHz (dependent imul, 3 cycles each)",
            self.ghz
        )?;
        writeln!(f, "features: {}", list(&self.detected))?;
        writeln!(f, "compiled in: {}", list(&self.compiled))?;
        writeln!(f, "load average: {}", self.load)
    }
}
