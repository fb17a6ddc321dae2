//! The same functions, executed by valgrind on secrets that it takes for undefined.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

mod program;

use std::collections::HashMap;
use std::process::Command;

#[test]
fn valgrind_sees_no_use_of_secrets() {
    let found = Command::new("valgrind").arg("--version").output();
    if !found.is_ok_and(|output| output.status.success()) {
        eprintln!("SKIPPED: no valgrind");
        return;
    }
    let file = program::build();
    let mut command = Command::new("valgrind");
    command.args([
        "-q",
        "--tool=memcheck",
        "--error-limit=no",
        "--log-file=/dev/null",
    ]);
    command.arg(&file).arg("run");
    // Valgrind's own processor never reports ADX: whether the real one has it, it cannot know.
    if std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("adx") {
        command.arg("adx");
    } else {
        eprintln!("SKIPPED: the native kernels (no BMI2 and ADX)");
    }
    let output = command.output().expect("valgrind runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).expect("text");
    let errors: HashMap<&str, u64> = text
        .lines()
        .filter_map(|line| {
            let (name, count) = line.split_once(' ')?;
            Some((name, count.parse().ok()?))
        })
        .collect();
    assert!(errors.len() > 700, "{text}");
    let mut wrong = vec![];
    for entry in program::entries(&file) {
        let Some(count) = errors.get(entry.name.as_str()) else {
            assert!(entry.name.contains("_adx_"), "{} was not run", entry.name);
            continue;
        };
        if (*count == 0) != entry.constant_time {
            wrong.push(format!("{}: {count} errors", entry.name));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
