//! The table of the README: throughput and latency of an operation in one line.

use crate::bench::Timing;
use std::collections::BTreeMap;

/// The forms of an operation, in the order of their columns.
const FORMS: [&str; 2] = ["/throughput", "/latency"];

/// Of one row and one of our tiers: our time and the fastest peer's.
struct Pair<'a> {
    ours: f64,
    peer: Option<&'a Timing>,
}

impl Pair<'_> {
    /// Time, peer, ratio.
    fn cells(&self) -> [String; 3] {
        match self.peer {
            None => [time(self.ours), "-".into(), "-".into()],
            Some(peer) => [
                time(self.ours),
                format!("{} ({})", time(peer.ns), peer.who),
                format!("{:.2}", self.ours / peer.ns),
            ],
        }
    }
}

/// Three digits, in the unit that suits.
fn time(ns: f64) -> String {
    let (value, unit) = match ns {
        ns if ns < 1e4 => (ns, "ns"),
        ns if ns < 1e6 => (ns / 1e3, "µs"),
        ns => (ns / 1e6, "ms"),
    };
    let places = match value {
        v if v < 10.0 => 2,
        v if v < 100.0 => 1,
        _ => 0,
    };
    format!("{value:.places$} {unit}")
}

/// Lines `| operation | fieldc | fastest peer | ratio |`, with `throughput / latency` in a cell where a row has both.
pub fn table(results: &[Timing]) -> String {
    // By the operation and the tier, then by the form.
    let mut lines: BTreeMap<(String, &str), Vec<(usize, Pair<'_>)>> = BTreeMap::new();
    for ours in results.iter().filter(|t| t.is_ours()) {
        let peer = results
            .iter()
            .filter(|t| t.id == ours.id && !t.is_ours())
            .min_by(|a, b| a.ns.total_cmp(&b.ns));
        let form = FORMS.iter().position(|form| ours.id.ends_with(form));
        let operation = form.map_or(&*ours.id, |f| ours.id.trim_end_matches(FORMS[f]));
        let pair = Pair {
            ours: ours.ns,
            peer,
        };
        lines
            .entry((operation.into(), ours.who))
            .or_default()
            .push((form.unwrap_or(0), pair));
    }
    let mut text = "| operation | fieldc | fastest peer | ratio |\n|---|---|---|---|\n".to_owned();
    for ((operation, who), mut pairs) in lines {
        pairs.sort_by_key(|(form, _)| *form);
        let column = |i: usize| {
            let cells = pairs.iter().map(|(_, pair)| pair.cells()[i].clone());
            cells.collect::<Vec<_>>().join(" / ")
        };
        let tier = who.trim_start_matches("fieldc:");
        text += &format!(
            "| {operation} ({tier}) | {} | {} | {} |\n",
            column(0),
            column(1),
            column(2)
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Timing, table};

    #[test]
    fn both_forms_and_the_fastest_peer_are_in_a_line() {
        let timing = |id: &str, who, ns| Timing::new(id.into(), who, ns);
        let results = [
            timing("field/f/mul/latency", "fieldc:adx", 10.0),
            timing("field/f/mul/latency", "slow", 40.0),
            timing("field/f/mul/latency", "fast", 20.0),
            timing("field/f/mul/throughput", "fieldc:adx", 5.0),
            timing("pairing/c/miller", "fieldc:adx", 250_000.0),
        ];
        let text = table(&results);
        let lines: Vec<&str> = text.lines().skip(2).collect();
        assert_eq!(
            lines,
            [
                "| field/f/mul (adx) | 5.00 ns / 10.0 ns | - / 20.0 ns (fast) | - / 0.50 |",
                "| pairing/c/miller (adx) | 250 µs | - | - |",
            ]
        );
    }
}
