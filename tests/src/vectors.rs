//! Published test vectors, which are not part of this repository.

use std::path::PathBuf;

use serde_json::Value;

/// The folder of the vectors: `FIELDC_VECTORS`, else `shared/vectors` beside the repository.
pub fn folder() -> PathBuf {
    std::env::var_os("FIELDC_VECTORS").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/vectors")),
        PathBuf::from,
    )
}

/// The vectors of a file, none (with a line on standard error) if it is absent.
///
/// # Panics
/// A file that is there and is not JSON, or that is absent although `FIELDC_VECTORS` is set.
pub fn load(file: &str) -> Option<Value> {
    let path = folder().join(file);
    match std::fs::read(&path) {
        Ok(text) => Some(serde_json::from_slice(&text).expect("the vectors are JSON")),
        Err(error) => {
            let message = format!("{}: {error}", path.display());
            assert!(std::env::var_os("FIELDC_VECTORS").is_none(), "{message}");
            eprintln!("SKIPPED: {message}; set FIELDC_VECTORS to the folder of the vectors");
            None
        }
    }
}

/// The bytes of hexadecimal digits, with or without `0x`.
///
/// # Panics
/// Any other text.
pub fn bytes(digits: &str) -> Vec<u8> {
    let digits = digits.strip_prefix("0x").unwrap_or(digits);
    assert!(digits.len().is_multiple_of(2), "whole bytes");
    (0..digits.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&digits[i..i + 2], 16).expect("hexadecimal digits"))
        .collect()
}
