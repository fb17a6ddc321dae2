//! `fieldc bench`: the operations of the library, timed on this processor.
//!
//! - `fields`, `pairings`, `curves`, `precompiles`: the rows
//! - `inputs`: what they work on
//! - `row`: what a row is
//! - `html`: the table as a page

mod curves;
mod fields;
mod html;
mod inputs;
mod pairings;
mod precompiles;
mod row;

use crate::error::CliError;
use crate::output;
use crate::timer::{self, Rounds};
use fieldc::tier::{self, Tier};
use indicatif::{ProgressBar, ProgressStyle};
use row::{Row, Rows};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Arguments of `fieldc bench`.
#[derive(clap::Args)]
pub struct Args {
    /// Rows whose id contains this: precompiles, bls12-381, bn254:fp/mul, …
    filter: Option<String>,
    /// Only this tier: portable, adx or ifma. Without it, every tier that has code of its own here
    #[arg(long, value_name = "TIER")]
    tier: Option<String>,
    /// The rows that there are, without timing them
    #[arg(long, conflicts_with_all = ["tier", "html"])]
    list: bool,
    /// One JSON object a line: id, tier, ns, median_ns, ops_s, gas, mgas_s, checks
    #[arg(long)]
    json: bool,
    /// Write the table as a page as well
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Rounds of a row and a tier: as many as fit into the time, within limits.
const LEAST_ROUNDS: usize = 5;
const MOST_ROUNDS: usize = 21;
const TIME: Duration = Duration::from_millis(200);

/// One line of the table.
struct Timing {
    id: String,
    tier: Tier,
    /// The fastest round.
    ns: f64,
    median_ns: f64,
    gas: Option<u64>,
    /// The part of the time that the subgroup checks take by themselves.
    checks: Option<f64>,
}

impl Timing {
    fn per_second(&self) -> f64 {
        1e9 / self.ns
    }

    /// Millions of gas a second.
    fn mgas_s(&self) -> Option<f64> {
        Some(self.gas? as f64 * 1e3 / self.ns)
    }

    fn json(&self) -> Value {
        json!({
            "id": self.id,
            "tier": self.tier.name(),
            "ns": self.ns,
            "median_ns": self.median_ns,
            "ops_s": self.per_second(),
            "gas": self.gas,
            "mgas_s": self.mgas_s(),
            "checks": self.checks,
        })
    }

    /// As in the table; without the columns of precompiles where no row is one.
    fn cells(&self, precompiles: bool) -> Vec<String> {
        let mut cells = vec![
            self.id.clone(),
            self.tier.name().into(),
            digits(self.ns),
            digits(self.per_second()),
        ];
        if precompiles {
            cells.push(self.mgas_s().map_or("-".into(), digits));
            cells.push(
                self.checks
                    .map_or("-".into(), |c| format!("{:.0} %", c * 100.0)),
            );
        }
        cells
    }
}

/// The headings of [`Timing::cells`].
fn headings(precompiles: bool) -> &'static [&'static str] {
    const ALL: &[&str] = &["row", "tier", ">ns", ">ops/s", ">MGas/s", ">checks"];
    if precompiles { ALL } else { &ALL[..4] }
}

/// Four digits where there is a fraction.
fn digits(x: f64) -> String {
    let places = match x {
        x if x < 10.0 => 3,
        x if x < 100.0 => 2,
        x if x < 1000.0 => 1,
        _ => 0,
    };
    format!("{x:.places$}")
}

/// Times the rows.
pub fn run(args: &Args) -> Result<(), CliError> {
    let mut rows = Rows::default();
    fields::rows(&mut rows);
    pairings::rows(&mut rows);
    curves::rows(&mut rows);
    precompiles::rows(&mut rows);
    let mut rows = rows.0;
    if let Some(filter) = &args.filter {
        rows.retain(|row| row.id.contains(filter.as_str()));
        if rows.is_empty() {
            let reason = format!("no row has {filter:?} in its id; --list prints them");
            return Err(CliError::Usage("filter", reason));
        }
    }
    if args.list {
        let ids: String = rows.iter().map(|row| format!("{}\n", row.id)).collect();
        return output::print(&ids);
    }
    let tiers = tiers(args.tier.as_deref())?;
    // The file is the last thing to find out about.
    if let Some(file) = &args.html {
        std::fs::write(file, "").map_err(|e| CliError::Io(file.display().to_string(), e))?;
    }

    let facts = facts();
    eprintln!("{facts}");
    let before = tier::current();
    let timings = measure(rows, &tiers, args.json);
    // It was in force a moment ago.
    let _ = tier::force(before);
    let timings = timings?;
    let precompiles = timings.iter().any(|t| t.gas.is_some());
    if let Some(file) = &args.html {
        std::fs::write(file, html::page(&timings, &facts))
            .map_err(|e| CliError::Io(file.display().to_string(), e))?;
    }
    if args.json {
        return Ok(());
    }
    let cells: Vec<_> = timings.iter().map(|t| t.cells(precompiles)).collect();
    let mut text = output::table(headings(precompiles), &cells);
    text += "\nns: the fastest of several rounds on one thread, tiers taking turns\n";
    if precompiles {
        text += "checks: the part of the time that the subgroup checks of the same points take by themselves\n";
    }
    output::print(&text)
}

/// The tier asked for, or those that differ here. No operation has code of its own for `ifma` yet.
fn tiers(asked: Option<&str>) -> Result<Vec<Tier>, CliError> {
    let usage = |e: tier::TierError| CliError::Usage("tier", e.to_string());
    let before = tier::current();
    let available = |tier| tier::force(tier).map_err(usage);
    let tiers = match asked {
        Some(name) => {
            let tier = name.parse().map_err(usage)?;
            available(tier)?;
            vec![tier]
        }
        None => [Tier::Portable, Tier::Adx]
            .into_iter()
            .filter(|&tier| available(tier).is_ok())
            .collect(),
    };
    // It was in force a moment ago.
    let _ = tier::force(before);
    Ok(tiers)
}

/// Every row in every tier. With `print`, a line of JSON as soon as a row is done.
fn measure(rows: Vec<Row>, tiers: &[Tier], print: bool) -> Result<Vec<Timing>, CliError> {
    let progress = ProgressBar::new(rows.len() as u64).with_style(
        ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let mut timings = vec![];
    for row in rows {
        progress.set_message(row.id.clone());
        let done = time(row, tiers)?;
        if print {
            for timing in &done {
                output::json(&timing.json())?;
            }
        }
        timings.extend(done);
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(timings)
}

/// One row in every tier, taking turns.
fn time(row: Row, tiers: &[Tier]) -> Result<Vec<Timing>, CliError> {
    let id = row.id;
    let mut work = (row.make)().map_err(|e| CliError::Run(id.clone(), e))?;
    let mut all: Vec<(Tier, Rounds, Rounds)> = tiers
        .iter()
        .map(|&tier| (tier, Rounds::new(), Rounds::new()))
        .collect();
    let start = Instant::now();
    for round in 0..MOST_ROUNDS {
        if round >= LEAST_ROUNDS && start.elapsed() > TIME * tiers.len() as u32 {
            break;
        }
        for (tier, whole, checks) in &mut all {
            tier::force(*tier).map_err(|e| CliError::Usage("tier", e.to_string()))?;
            whole.sample(&mut work.run);
            if let Some(run) = &mut work.checks {
                checks.sample(run);
            }
        }
    }
    let timing = |(tier, whole, checks): (Tier, Rounds, Rounds)| Timing {
        id: id.clone(),
        tier,
        ns: whole.minimum(),
        median_ns: whole.median(),
        gas: work.gas,
        checks: work
            .checks
            .is_some()
            .then(|| checks.minimum() / whole.minimum()),
    };
    Ok(all.into_iter().map(timing).collect())
}

/// What a reader must know of the machine.
fn facts() -> String {
    let clock = timer::clock().map_or(String::new(), |ghz| format!(", {ghz:.2} GHz"));
    let load = std::fs::read_to_string("/proc/loadavg").ok();
    let load = load.and_then(|text| Some(text.split(' ').next()?.to_string()));
    let load = load.map_or(String::new(), |load| format!(", load {load}"));
    format!("{}{clock}{load}", crate::doctor::processor())
}
