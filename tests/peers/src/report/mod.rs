//! What is printed: a list of ids, JSON lines, or a table.

pub mod markdown;

use crate::bench::{Pending, Timing};
use serde::Serialize;

/// `--list`: an id and who has it, one a line.
pub fn list(rows: &[Pending]) {
    for row in rows {
        println!("{}  {}", row.id, row.who().collect::<Vec<_>>().join(" "));
    }
}

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    who: &'a str,
    ns: f64,
    median_ns: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    mgas_s: Option<f64>,
}

/// Three significant places below the nanosecond are noise.
fn rounded(ns: f64) -> f64 {
    (ns * 1000.0).round() / 1000.0
}

/// One JSON object a library.
pub fn json(results: &[Timing]) {
    for t in results {
        let line = Line {
            id: &t.id,
            who: t.who,
            ns: rounded(t.ns),
            median_ns: rounded(t.median_ns),
            mgas_s: t.mgas_s().map(rounded),
        };
        println!(
            "{}",
            serde_json::to_string(&line).expect("plain numbers and strings")
        );
    }
}

/// Column widths of the table.
pub struct Widths {
    id: usize,
    who: usize,
}

impl Widths {
    pub fn of(rows: &[Pending]) -> Widths {
        let longest = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
        Widths {
            id: longest(&mut rows.iter().map(|r| r.id.len())),
            who: longest(
                &mut rows
                    .iter()
                    .flat_map(|r| r.who().map(str::len).collect::<Vec<_>>()),
            ),
        }
    }
}

pub fn heading(w: &Widths) {
    println!(
        "{:<id$}  {:<who$} {:>12} {:>12} {:>9} {:>8}",
        "id",
        "who",
        "min ns",
        "median ns",
        "Mgas/s",
        "to peer",
        id = w.id,
        who = w.who
    );
}

/// One line a library, the ratio of its minimum to that of the fastest peer (not ours) last.
pub fn table(w: &Widths, results: &[Timing]) {
    let fastest = results
        .iter()
        .filter(|t| !t.is_ours())
        .map(|t| t.ns)
        .fold(f64::INFINITY, f64::min);
    for t in results {
        let ratio = if fastest.is_finite() {
            format!("{:.3}", t.ns / fastest)
        } else {
            "-".to_owned()
        };
        println!(
            "{:<id$}  {:<who$} {:>12.2} {:>12.2} {:>9} {:>8}",
            t.id,
            t.who,
            t.ns,
            t.median_ns,
            t.mgas_s().map_or(String::new(), |m| format!("{m:.1}")),
            ratio,
            id = w.id,
            who = w.who
        );
    }
}
