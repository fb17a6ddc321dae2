//! Every native kernel of `generated/`, from its text.

use super::native::{Native, functions, prove_native};
use crate::claims::Field;
use crate::mutants::{Tally, x86_64};
use crate::plan::Plan;
use crate::spec::names::{STANDARD, Standard};
use std::path::Path;

fn natives(s: &Standard) -> Vec<Native> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated/src");
    let text = std::fs::read_to_string(root.join(format!("{}.rs", s.module))).unwrap();
    let plan = Plan::for_spec(&s.spec().unwrap()).unwrap();
    functions(&text, &Field::of(&plan)).unwrap()
}

#[test]
fn generated_kernels_are_proven_from_their_text() {
    let mut proven = 0;
    for s in STANDARD {
        for native in natives(s) {
            let p = prove_native(&native).unwrap_or_else(|e| panic!("{} {e}", s.name));
            assert!(native.claim.fits(&native.lift().unwrap().function));
            assert!(p.stack <= 1024, "{} {}: {}", s.name, p.symbol, p.stack);
            proven += 1;
        }
    }
    // Thirteen fields of several words; at least a dozen kernels each, most of them in two forms.
    assert!(proven >= 13 * 20, "{proven}");
}

#[test]
fn mutants_are_refused() {
    let mut total = Tally::default();
    for s in STANDARD {
        for native in natives(s) {
            if ["add_call", "mul", "sqr_lazy", "neg", "redc_call"]
                .contains(&native.symbol().as_str())
            {
                total.add(x86_64::tally(&native, Some(8)));
            }
        }
    }
    assert!(
        total.survived.is_empty(),
        "{total}\n{}",
        total.survived.join("\n")
    );
    assert!(
        total.tried > 400 && total.rejected > total.tried * 4 / 5,
        "{total}"
    );
}
