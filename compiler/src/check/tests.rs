//! The check agrees with the prover on every kernel, and rejects what is wrong.

use super::*;
use crate::kernels::{Name, Style, build};
use crate::plan::Plan;
use crate::spec::{Spec, names};

/// The plans of the standard fields.
fn plans() -> Vec<Plan> {
    names::STANDARD
        .iter()
        .map(|s| Plan::for_spec(&Spec::resolve(s.name).unwrap()).unwrap())
        .collect()
}

#[test]
#[ignore = "minutes"]
fn every_kernel_of_every_standard_field() {
    let mut failed = vec![];
    for plan in plans() {
        for style in [Style::DualChain, Style::Mac] {
            for name in Name::standard(&plan).into_iter().chain(Name::extra(&plan)) {
                let k = build(&plan, style, name);
                let start = std::time::Instant::now();
                let r = check(&k.function, &k.contract);
                let t = start.elapsed();
                match r {
                    Ok(c) => eprintln!(
                        "{t:9.1?} {} {style:?} rows {} cases {} pinned {} rounds {} error 2^{:.0} facts {}",
                        k.function.name, c.rows, c.cases, c.pinned, c.rounds, c.error, c.facts.len()
                    ),
                    Err(e) => {
                        eprintln!("{t:9.1?} {} {style:?} FAILED {e}", k.function.name);
                        failed.push(format!("{} {style:?}: {e}", k.function.name));
                    }
                }
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
