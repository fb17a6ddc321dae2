//! The program `ct_entries`, compiled in release mode as a user would compile it.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// Its file.
pub fn program() -> PathBuf {
    static DONE: OnceLock<PathBuf> = OnceLock::new();
    let build = || {
        // The folder of this test is `TARGET/PROFILE/deps`.
        let here = std::env::current_exe().expect("a path");
        let target = here.ancestors().nth(3).expect("a target folder").to_path_buf();
        let status = Command::new(env!("CARGO"))
            .args(["build", "-q", "--release", "-p", "fieldc-ct", "--bin", "ct_entries", "--target-dir"])
            .arg(&target)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env_remove("RUSTFLAGS")
            .status()
            .expect("cargo runs");
        assert!(status.success());
        target.join("release/ct_entries")
    };
    DONE.get_or_init(build).clone()
}

/// Its code.
#[allow(dead_code)]
pub fn image() -> fieldc_ct::Image {
    let bytes = std::fs::read(program()).expect("the program");
    fieldc_ct::Image::parse(&bytes).expect("an ELF file")
}
