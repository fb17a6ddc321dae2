//! This project and the libraries its users would pick instead, measured in one process.
//!
//! `cargo run --release -p peers -- [FILTER] [--json | --markdown] [--list]`. A filter is a prefix or a substring of a row's id. Every row is
//! measured in interleaved rounds (ours, peer, ours, …) on one pinned thread; the minimum and the median over the rounds are
//! printed. Facts about the machine, and the calibrated clock, go to standard error. Every result is compared with big integers
//! before anything is timed.
//!
//! Which peers are compiled in is chosen by cargo features (`fields`, `small-fields`, `curves`), so that one group builds in a few
//! minutes.

// One group of peers needs only a part of the harness.
#![cfg_attr(
    not(all(feature = "fields", feature = "small-fields")),
    allow(dead_code, unused_imports)
)]

mod bench;
mod ids;
mod machine;
mod ours;
mod peers;
mod reference;
mod report;

use std::process::ExitCode;

const USAGE: &str = "usage: peers [FILTER] [--json | --markdown] [--list]";

/// What the command line asked for.
#[derive(Default)]
struct Arguments {
    filter: String,
    json: bool,
    markdown: bool,
    list: bool,
}

fn parse_arguments(arguments: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let mut parsed = Arguments::default();
    for argument in arguments {
        match argument.as_str() {
            "--json" => parsed.json = true,
            "--markdown" => parsed.markdown = true,
            "--list" => parsed.list = true,
            flag if flag.starts_with('-') => return Err(format!("unknown option {flag}\n{USAGE}")),
            _ if !parsed.filter.is_empty() => {
                return Err(format!("a second filter: {argument}\n{USAGE}"));
            }
            _ => parsed.filter = argument,
        }
    }
    Ok(parsed)
}

fn main() -> ExitCode {
    match parse_arguments(std::env::args().skip(1)).and_then(run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("peers: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<(), String> {
    let mut suite = bench::Suite::default();
    ours::register(&mut suite);
    peers::register(&mut suite);
    let rows = suite.select(&arguments.filter);
    if rows.is_empty() {
        return Err(format!(
            "no row matches {:?}; --list shows them",
            arguments.filter
        ));
    }
    if arguments.list {
        report::list(&rows);
        return Ok(());
    }

    machine::pin()?;
    let facts = machine::Facts::gather();
    eprint!("{facts}");

    // All workloads are checked before the first is timed: a peer that is wired wrong ends the run at once.
    let width = report::Widths::of(&rows);
    let mut ready = Vec::new();
    for row in rows {
        ready.push(row.prepare().map_err(|e| e.to_string())?);
    }
    if !arguments.json && !arguments.markdown {
        report::heading(&width);
    }
    let mut all = Vec::new();
    for mut row in ready {
        let results = row.measure();
        if arguments.markdown {
            all.extend(results);
        } else if arguments.json {
            report::json(&results);
        } else {
            report::table(&width, &results);
        }
    }
    if arguments.markdown {
        print!("{}", report::markdown::table(&all));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::parse_arguments;

    fn parse(line: &str) -> Result<super::Arguments, String> {
        parse_arguments(line.split_whitespace().map(String::from))
    }

    /// Every workload of every library that is compiled in computes what big integers say.
    #[test]
    fn every_library_is_wired_right() {
        let mut suite = super::bench::Suite::default();
        super::ours::register(&mut suite);
        super::peers::register(&mut suite);
        for row in suite.select("") {
            if let Err(mismatch) = row.prepare() {
                panic!("{mismatch}");
            }
        }
    }

    #[test]
    fn arguments_in_any_order() {
        let parsed = parse("--json bn254:fp --list").expect("valid");
        assert!(parsed.json && parsed.list);
        assert_eq!(parsed.filter, "bn254:fp");
    }

    #[test]
    fn unknown_options_and_second_filters_are_refused() {
        assert!(parse("--jsno").is_err());
        assert!(parse("a b").is_err());
    }
}
