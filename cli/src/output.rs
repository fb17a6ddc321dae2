//! Standard output: text, colour on a terminal only, tables.

use crate::error::CliError;
use std::io::{IsTerminal, Write};

/// Prints data and flushes it.
pub fn print(text: &str) -> Result<(), CliError> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|e| CliError::Io("standard output".into(), e))
}

/// Prints one JSON value on a line.
pub fn json(value: &serde_json::Value) -> Result<(), CliError> {
    print(&format!("{value}\n"))
}

/// How a piece of text is shown on a terminal.
#[derive(Clone, Copy)]
pub enum Style {
    /// Headings.
    Bold,
    /// What holds.
    Good,
    /// What does not.
    Bad,
}

/// The text, coloured where standard output is a terminal and `NO_COLOR` is not set.
pub fn paint(style: Style, text: &str) -> String {
    let colour = std::io::stdout().is_terminal()
        && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let code = match style {
        _ if !colour => return text.to_string(),
        Style::Bold => 1,
        Style::Good => 32,
        Style::Bad => 31,
    };
    format!("\x1b[{code}m{text}\x1b[0m")
}

/// Rows under their headings, columns aligned; a heading that begins with `>` is for a right-aligned column.
pub fn table(headings: &[&str], rows: &[Vec<String>]) -> String {
    let name = |h: &str| h.trim_start_matches('>').to_string();
    let width: Vec<usize> = (0..headings.len())
        .map(|i| {
            rows.iter()
                .filter_map(|r| r.get(i))
                .map(|c| c.chars().count())
                .chain([name(headings[i]).chars().count()])
                .max()
                .unwrap_or(0)
        })
        .collect();
    let line = |cells: Vec<String>| {
        let mut s = String::new();
        for ((cell, w), heading) in cells.iter().zip(&width).zip(headings) {
            let pad = " ".repeat(w - cell.chars().count());
            s += &if heading.starts_with('>') {
                format!("{pad}{cell}  ")
            } else {
                format!("{cell}{pad}  ")
            };
        }
        s.trim_end().to_string()
    };
    let mut text = paint(
        Style::Bold,
        &line(headings.iter().map(|h| name(h)).collect()),
    ) + "\n";
    for row in rows {
        text += &line(row.clone());
        text.push('\n');
    }
    text
}
