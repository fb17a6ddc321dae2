//! The program `ct_entries`, compiled in release mode as a user would compile it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A function of the program.
pub struct Entry {
    /// The symbol.
    pub name: String,
    /// Whether it must be constant time; if not, it must be refused.
    pub constant_time: bool,
    /// The operands: secret (`None`) or these bytes.
    #[allow(dead_code)]
    pub operands: [Option<Vec<u8>>; 2],
    /// Public counts to try.
    #[allow(dead_code)]
    pub counts: Vec<u64>,
}

/// Builds it.
pub fn build() -> PathBuf {
    build_for(None)
}

/// Builds it with these flags of rustc, beside what is built for all.
#[allow(dead_code)]
pub fn build_for(flags: Option<&str>) -> PathBuf {
    // The folder of this test is `TARGET/PROFILE/deps`.
    let here = std::env::current_exe().expect("a path");
    let target = here.ancestors().nth(3).expect("a target folder");
    let arguments =
        "build -q --release -p fieldc-ct --features entries --bin ct_entries --target-dir";
    let mut command = Command::new(env!("CARGO"));
    command
        .args(arguments.split(' '))
        .arg(target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    let mut folder = target.to_path_buf();
    if let Some(flags) = flags {
        // A target of its own name has a folder of its own.
        let triple = "x86_64-unknown-linux-gnu";
        command.args(["--target", triple]);
        command.env("RUSTFLAGS", flags);
        folder.push(triple);
    }
    assert!(command.status().expect("cargo runs").success());
    folder.join("release/ct_entries")
}

fn operand(text: &str) -> Option<Vec<u8>> {
    let byte = |i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).expect("hexadecimal digits");
    (text != "secret").then(|| (0..text.len() / 2).map(byte).collect())
}

/// Its functions.
pub fn entries(program: &Path) -> Vec<Entry> {
    let output = Command::new(program)
        .arg("list")
        .output()
        .expect("the program runs");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    text.lines()
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let [name, kind, a, b, counts] = words[..] else {
                panic!("{line}");
            };
            Entry {
                name: name.to_string(),
                constant_time: kind == "ct",
                operands: [operand(a), operand(b)],
                counts: counts
                    .split(',')
                    .map(|n| n.parse().expect("a number"))
                    .collect(),
            }
        })
        .collect()
}
