//! Rows, and how they are measured.
//!
//! A row is an id and the libraries that have it. A library's side of a row is a `Workload`: it can check itself and run a number of
//! passes. `field` makes workloads of field operations: the loops are the same generic code for every library.

#[cfg(any(feature = "curves", feature = "hash-to-curve", feature = "pairings"))]
mod each;
mod field;

#[cfg(any(feature = "curves", feature = "hash-to-curve", feature = "pairings"))]
pub use each::each;
pub use field::Peer;

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Interleaved rounds of a row.
const ROUNDS: usize = 41;
/// Aim for one round of one library.
const ROUND: Duration = Duration::from_millis(1);

/// A library gave a wrong result.
#[derive(Debug, thiserror::Error)]
#[error("{who} is wrong at {id}: {detail}")]
pub struct Mismatch {
    pub id: String,
    pub who: &'static str,
    pub detail: String,
}

/// One library's side of one row.
pub trait Workload {
    /// Compares what `run` computes with an independent computation; the error says what differs.
    fn check(&mut self) -> Result<(), String>;
    /// Runs `passes` passes.
    fn run(&mut self, passes: u64);
    /// Operations in one pass.
    fn operations(&self) -> u64;
}

type Make = Box<dyn FnOnce() -> Box<dyn Workload>>;

struct Entry {
    who: &'static str,
    gas: Option<u64>,
    make: Make,
}

/// Everything registered.
#[derive(Default)]
pub struct Suite {
    rows: Vec<Pending>,
    index: HashMap<String, usize>,
}

/// A row whose workloads are not built yet.
pub struct Pending {
    pub id: String,
    entries: Vec<Entry>,
}

impl Suite {
    /// Adds `who` to the row `id`. `gas` is what the EVM charges for one operation, for precompiles.
    pub fn add(
        &mut self,
        id: String,
        who: &'static str,
        gas: Option<u64>,
        make: impl FnOnce() -> Box<dyn Workload> + 'static,
    ) {
        let at = *self.index.entry(id.clone()).or_insert_with(|| {
            self.rows.push(Pending {
                id,
                entries: Vec::new(),
            });
            self.rows.len() - 1
        });
        self.rows[at].entries.push(Entry {
            who,
            gas,
            make: Box::new(make),
        });
    }

    /// The rows whose id contains `filter`, sorted by id.
    pub fn select(self, filter: &str) -> Vec<Pending> {
        let mut rows: Vec<_> = self
            .rows
            .into_iter()
            .filter(|row| row.id.contains(filter))
            .collect();
        rows.sort_by(|a, b| a.id.cmp(&b.id));
        rows
    }
}

impl Pending {
    /// The libraries in this row.
    pub fn who(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.entries.iter().map(|e| e.who)
    }

    /// Builds and checks every workload, and finds how many passes fill a round.
    pub fn prepare(self) -> Result<Row, Mismatch> {
        let Pending { id, entries } = self;
        let mut contestants = Vec::with_capacity(entries.len());
        for Entry { who, gas, make } in entries {
            let mut workload = make();
            workload.check().map_err(|detail| Mismatch {
                id: id.clone(),
                who,
                detail,
            })?;
            contestants.push(Contestant {
                who,
                gas,
                passes: 0,
                workload,
                samples: Vec::new(),
            });
        }
        Ok(Row { id, contestants })
    }
}

struct Contestant {
    who: &'static str,
    gas: Option<u64>,
    passes: u64,
    workload: Box<dyn Workload>,
    samples: Vec<f64>,
}

impl Contestant {
    fn time(&mut self) -> Duration {
        let start = Instant::now();
        self.workload.run(self.passes);
        start.elapsed()
    }

    /// Doubles the passes until they take a quarter of a round, then scales.
    fn calibrate(&mut self) {
        self.passes = 1;
        loop {
            let took = self.time();
            if took >= ROUND / 4 {
                let scale = ROUND.as_secs_f64() / took.as_secs_f64();
                self.passes = ((self.passes as f64 * scale) as u64).max(1);
                return;
            }
            self.passes *= 2;
        }
    }

    fn sample(&mut self) {
        let ns = self.time().as_secs_f64() * 1e9;
        self.samples
            .push(ns / (self.passes * self.workload.operations()) as f64);
    }
}

/// A row ready to be measured.
pub struct Row {
    id: String,
    contestants: Vec<Contestant>,
}

impl Row {
    /// Interleaved rounds. Each round starts with the next library, so that none always follows the same neighbour.
    pub fn measure(&mut self) -> Vec<Timing> {
        let n = self.contestants.len();
        self.contestants.iter_mut().for_each(Contestant::calibrate);
        for round in 0..ROUNDS {
            for i in 0..n {
                self.contestants[(round + i) % n].sample();
            }
        }
        self.contestants
            .iter_mut()
            .map(|c| {
                c.samples.sort_by(f64::total_cmp);
                Timing {
                    id: self.id.clone(),
                    who: c.who,
                    gas: c.gas,
                    ns: c.samples[0],
                    median_ns: c.samples[c.samples.len() / 2],
                }
            })
            .collect()
    }
}

/// The result of one library in one row.
pub struct Timing {
    pub id: String,
    pub who: &'static str,
    gas: Option<u64>,
    pub ns: f64,
    pub median_ns: f64,
}

impl Timing {
    /// One without gas, of one round.
    #[cfg(test)]
    pub fn new(id: String, who: &'static str, ns: f64) -> Timing {
        Timing {
            id,
            who,
            gas: None,
            ns,
            median_ns: ns,
        }
    }

    /// Whether this is one of this project's tiers.
    pub fn is_ours(&self) -> bool {
        self.who.starts_with("fieldc:")
    }

    /// Millions of gas a second at the minimum, for precompiles.
    pub fn mgas_s(&self) -> Option<f64> {
        self.gas.map(|gas| gas as f64 * 1000.0 / self.ns)
    }
}
