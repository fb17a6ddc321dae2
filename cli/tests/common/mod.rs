//! Running the command.
#![allow(dead_code)]

use std::io::Write;
use std::process::{Command, Stdio};

/// What a run of the command left.
pub struct Done {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// Runs `fieldc` in the repository.
pub fn fieldc(args: &[&str]) -> Done {
    with_input(args, b"")
}

/// Runs `fieldc` with something on standard input.
pub fn with_input(args: &[&str], input: &[u8]) -> Done {
    with_tier(None, args, input)
}

/// The same with a setting of FIELDC_TIER.
pub fn with_tier(tier: Option<&str>, args: &[&str], input: &[u8]) -> Done {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldc"));
    command.args(args).env_remove("FIELDC_TIER");
    if let Some(tier) = tier {
        command.env("FIELDC_TIER", tier);
    }
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // Both pipes may fill up.
    let feeder = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let done = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    Done {
        status: done.status.code().unwrap_or(-1),
        out: String::from_utf8(done.stdout).unwrap(),
        err: String::from_utf8(done.stderr).unwrap(),
    }
}

/// The answers of `fieldc eval` to these lines.
pub fn eval(lines: &[u8]) -> Vec<serde_json::Value> {
    let done = with_input(&["eval"], lines);
    assert_eq!(done.status, 0, "{}", done.err);
    done.out
        .lines()
        .map(|l| serde_json::from_str(l).unwrap_or_else(|e| panic!("{l}: {e}")))
        .collect()
}

/// The answer to one request.
pub fn ask(op: &str, input: serde_json::Value) -> serde_json::Value {
    let request = serde_json::json!({"id": 1, "op": op, "in": input});
    let answers = eval(format!("{request}\n").as_bytes());
    assert_eq!(answers.len(), 1);
    answers[0].clone()
}
