//! The table as a page that needs nothing else.

use super::{Timing, headings};
use std::fmt::Write;

const STYLE: &str = "body{font:15px/1.4 sans-serif;margin:2em auto;max-width:70em;padding:0 1em}\
table{border-collapse:collapse;width:100%}th,td{padding:.2em .6em;text-align:left;border-bottom:1px solid #8884}\
.n{text-align:right;font-variant-numeric:tabular-nums}.bar{width:20%}\
.bar i{display:block;height:.7em;background:#47a}@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}}";

/// A heading, the facts, and a table for each group of rows. A bar is the time against the longest of the same operation:
/// of the rows that differ in the tier only.
pub fn page(timings: &[Timing], facts: &str) -> String {
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>fieldc bench</title>\
         <style>{STYLE}</style></head><body>\n<h1>fieldc bench</h1>\n<p>{}</p>\n",
        escape(facts)
    );
    for rows in timings.chunk_by(|a, b| group(a) == group(b)) {
        let precompiles = rows.iter().any(|t| t.gas.is_some());
        let _ = write!(page, "<h2>{}</h2>\n<table><tr>", escape(group(&rows[0])));
        for heading in headings(precompiles) {
            let name = heading.trim_start_matches('>');
            let class = class(heading);
            let _ = write!(page, "<th{class}>{name}</th>");
        }
        page += "<th class=\"bar\"></th></tr>\n";
        for row in rows {
            page += "<tr>";
            for (cell, heading) in row.cells(precompiles).iter().zip(headings(precompiles)) {
                let _ = write!(page, "<td{}>{}</td>", class(heading), escape(cell));
            }
            let same = rows.iter().filter(|other| other.id == row.id);
            let longest = same.map(|other| other.ns).fold(0.0, f64::max);
            let width = 100.0 * row.ns / longest;
            let _ = writeln!(
                page,
                "<td class=\"bar\"><i style=\"width:{width:.1}%\"></i></td></tr>"
            );
        }
        page += "</table>\n";
    }
    page + "</body></html>\n"
}

fn group(timing: &Timing) -> &str {
    timing.id.split('/').next().unwrap_or_default()
}

fn class(heading: &str) -> &'static str {
    if heading.starts_with('>') {
        " class=\"n\""
    } else {
        ""
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
