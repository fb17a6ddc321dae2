//! Every native kernel of `generated/`, from its text.

use super::native::functions;
use crate::claims::Field;
use crate::plan::Plan;
use crate::prove::prove;
use crate::spec::names::STANDARD;
use std::path::Path;

fn text(module: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated/src");
    std::fs::read_to_string(root.join(format!("{module}.rs"))).unwrap()
}

#[test]
fn generated_kernels_are_proven_from_their_text() {
    let (mut proven, mut refused) = (0, vec![]);
    for s in STANDARD {
        let plan = Plan::for_spec(&s.spec().unwrap()).unwrap();
        let field = Field::of(&plan);
        for native in functions(&text(s.module), &field).unwrap() {
            let lifted = match native.lift() {
                Ok(l) => l,
                Err(e) => {
                    refused.push(format!("{} {}: {e}", s.name, native.symbol()));
                    continue;
                }
            };
            assert!(native.claim.fits(&lifted.function));
            match prove(&lifted.function, &native.claim.contract) {
                Ok(_) => proven += 1,
                Err(e) => refused.push(
                    format!("{} {}: {e}", s.name, native.symbol())
                        .chars()
                        .take(200)
                        .collect(),
                ),
            }
        }
    }
    assert!(
        refused.is_empty(),
        "{proven} proven, {} refused:\n{}",
        refused.len(),
        refused.join("\n")
    );
    println!("{proven}");
}
