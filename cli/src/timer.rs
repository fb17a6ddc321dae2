//! Time on this processor: rounds, the fastest of them, the clock.

use std::time::{Duration, Instant};

/// What one round aims for.
const ROUND: Duration = Duration::from_micros(100);

/// Nanoseconds a call and the number of calls of a round: from so many on, doubled until a round is long enough.
fn round<E>(
    times: &mut u64,
    aim: Duration,
    run: &mut dyn FnMut(u64) -> Result<bool, E>,
) -> Result<Option<f64>, E> {
    loop {
        let start = Instant::now();
        if !run(*times)? {
            return Ok(None);
        }
        let elapsed = start.elapsed();
        if elapsed >= aim || *times >= 1 << 24 {
            return Ok(Some(elapsed.as_secs_f64() * 1e9 / *times as f64));
        }
        *times *= 2;
    }
}

/// Nanoseconds a call: the fastest of 40 short rounds of `run(times)`. `None` where it says that there is nothing to call.
pub fn fastest<E>(mut run: impl FnMut(u64) -> Result<bool, E>) -> Result<Option<f64>, E> {
    let mut times = 64;
    let mut best = f64::INFINITY;
    for _ in 0..40 {
        match round(&mut times, ROUND, &mut run)? {
            Some(ns) => best = best.min(ns),
            None => return Ok(None),
        }
    }
    Ok(Some(best))
}

/// Rounds of one thing, of which others may be measured in between.
pub struct Rounds {
    times: u64,
    samples: Vec<f64>,
}

impl Rounds {
    /// None yet.
    pub fn new() -> Rounds {
        Rounds {
            times: 1,
            samples: vec![],
        }
    }

    /// One more round of `run(times)`, of a millisecond or of one call.
    pub fn sample(&mut self, run: &mut dyn FnMut(u64)) {
        let mut run = |times| {
            run(times);
            Ok::<_, std::convert::Infallible>(true)
        };
        if let Ok(Some(ns)) = round(&mut self.times, 10 * ROUND, &mut run) {
            self.samples.push(ns);
        }
    }

    /// The fastest round, nanoseconds a call.
    pub fn minimum(&self) -> f64 {
        self.samples.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// The middle one.
    pub fn median(&self) -> f64 {
        let mut sorted = self.samples.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
    }
}

/// Cycles a nanosecond: a chain of dependent `imul`, 3 cycles each on every machine of the model. `None` elsewhere.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub fn clock() -> Option<f64> {
    const LINKS: u32 = 1000;
    const BLOCKS: u32 = 20;
    let (mut x, factor) = (3u64, 5u64);
    let mut best = f64::INFINITY;
    for _ in 0..100 {
        let start = Instant::now();
        for _ in 0..BLOCKS {
            // SAFETY: multiplies two registers; touches neither memory nor stack.
            unsafe {
                std::arch::asm!(
                    ".rept {links}",
                    "imul {x}, {factor}",
                    ".endr",
                    links = const LINKS,
                    x = inout(reg) x,
                    factor = in(reg) factor,
                    options(nomem, nostack)
                );
            }
        }
        best = best.min(start.elapsed().as_secs_f64() * 1e9);
    }
    Some(f64::from(LINKS * BLOCKS) * 3.0 / best)
}

#[cfg(not(target_arch = "x86_64"))]
pub fn clock() -> Option<f64> {
    None
}
