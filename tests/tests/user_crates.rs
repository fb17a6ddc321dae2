//! Crates outside the workspace, as a user has them: cargo's default profiles, no dependency of fieldc's but `fieldc`.

use std::path::Path;
use std::process::{Command, Output};

fn user_crate(arguments: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("user-crate");
    Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(folder)
        .env("CARGO_NET_OFFLINE", "true")
        .env(
            "CARGO_TARGET_DIR",
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("user-crate"),
        )
        .output()
        .unwrap()
}

fn succeeds(arguments: &[&str]) -> String {
    let output = user_crate(arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "cargo {arguments:?}: {}\n{}",
        output.status,
        text(&output.stderr)
    );
    text(&output.stdout)
}

/// Two modules and two crates with the same field in one binary, a macro around `field!`, a function body, a foreign trait.
#[test]
fn a_user_builds_and_runs() {
    // A tier that the machine lacks is lowered to one that it has.
    for tier in ["portable", "adx"] {
        let setting = format!("env.FIELDC_TIER='{tier}'");
        let said = succeeds(&["run", "--quiet", "--config", &setting]);
        assert_eq!(said.trim(), "every field agrees", "{tier}");
    }
}

/// No standard library, no allocator, a renamed dependency.
#[test]
fn a_user_without_the_standard_library() {
    succeeds(&["check", "--quiet", "--package", "no-std"]);
}

/// A type may have any name, whatever the code of its field uses.
#[test]
fn a_user_names_a_field_as_he_likes() {
    succeeds(&["check", "--quiet", "--package", "names"]);
}

/// One family of the standard fields.
#[test]
fn a_user_with_one_family_of_fields() {
    succeeds(&["check", "--quiet", "--package", "one-family"]);
}
