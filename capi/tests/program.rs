//! A C program, compiled with the system's compiler and linked with the static library, calls every function.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Where cargo has put the static library: beside the test, or above it.
fn library() -> PathBuf {
    let here = std::env::current_exe().expect("a path");
    let folders = here.ancestors().skip(1).take(2);
    let files = folders.map(|folder| folder.join("libfieldc_capi.a"));
    files
        .into_iter()
        .find(|file| file.exists())
        .expect("cargo has built the static library")
}

fn run(command: &mut Command) {
    let output = command.output().expect("a program");
    assert!(
        output.status.success(),
        "{command:?}: {}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
#[cfg(unix)]
fn c_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    for (language, name) in [("c", "program_c"), ("c++", "program_cpp")] {
        // A C++ compiler need not be installed; what it would see is the same file.
        let program = folder.join(name);
        let mut command = Command::new(&compiler);
        command
            .args(["-Wall", "-Wextra", "-Werror", "-x", language])
            .arg(root.join("tests/program.c"))
            .args(["-x", "none"])
            .arg("-I")
            .arg(root.join("include"))
            .arg(library())
            .args(["-lpthread", "-ldl", "-lm", "-o"])
            .arg(&program);
        if language == "c++"
            && command
                .output()
                .is_ok_and(|output| !output.status.success())
        {
            eprintln!("SKIPPED: no C++ compiler");
            continue;
        }
        run(&mut command);
        run(&mut Command::new(&program));
    }
}
