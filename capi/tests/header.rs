//! `include/fieldc.h` is what cbindgen makes of the source. `FIELDC_BLESS=1` writes it.

use std::path::Path;

#[test]
fn header_is_current() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).expect("a valid file");
    let bindings = cbindgen::Builder::new()
        .with_config(config)
        .with_src(root.join("src/lib.rs"))
        .generate()
        .expect("a header");
    let mut text = vec![];
    bindings.write(&mut text);
    let text = String::from_utf8(text).expect("UTF-8");
    let path = root.join("include/fieldc.h");
    if std::env::var_os("FIELDC_BLESS").is_some() {
        std::fs::write(&path, &text).expect("a writable folder");
    }
    let committed = std::fs::read_to_string(&path).expect("the header");
    assert!(
        committed == text,
        "include/fieldc.h is old: FIELDC_BLESS=1 writes it"
    );
}
