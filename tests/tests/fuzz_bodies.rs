//! The fuzz targets' bodies on their seeds and on changed copies of them, the same in every run: the fuzzer itself is `fuzz/run`.

use fieldc_tests::adversarial::Random;
use fieldc_tests::fuzz::{TARGETS, mutate};

/// Changed copies: `FIELDC_FUZZ_ROUNDS`, or enough for a few seconds.
fn rounds(usual: usize) -> usize {
    match std::env::var("FIELDC_FUZZ_ROUNDS") {
        Ok(text) => text.parse().expect("FIELDC_FUZZ_ROUNDS is a number"),
        Err(_) => usual,
    }
}

fn body(name: &str, usual: usize) {
    let target = TARGETS.iter().find(|t| t.name == name).expect("a target");
    let seeds = (target.seeds)();
    assert!(!seeds.is_empty());
    let mut random = Random(1);
    let changed = (0..rounds(usual)).map(|_| mutate(&seeds, &mut random));
    for data in seeds.iter().cloned().chain(changed) {
        let run = std::panic::AssertUnwindSafe(|| (target.run)(&data));
        if let Err(panic) = std::panic::catch_unwind(run) {
            eprintln!("{name}: {:?}", String::from_utf8_lossy(&data));
            std::panic::resume_unwind(panic);
        }
    }
}

macro_rules! bodies {
    ($($name:ident $usual:literal)*) => {
        $(#[test]
        fn $name() {
            body(stringify!($name), $usual);
        })*

        #[test]
        fn every_target_is_here() {
            let here = [$(stringify!($name)),*];
            assert_eq!(here.to_vec(), TARGETS.iter().map(|t| t.name).collect::<Vec<_>>());
        }
    };
}

bodies! {
    field_decoding 3000
    precompiles 60
    group_precompiles 60
    spec_expr 20000
    spec_file 3000
    limb_ir 3000
    addchain 3000
    x86_64 20000
    eval 1500
}
