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

/// Which of the two routes rejects a mutant, and which does not.
#[derive(Default, Debug)]
struct Count {
    total: usize,
    broken: usize,
    residual: usize,
    undecided: usize,
    accepted: usize,
    /// Accepted here, not by the prover.
    alone: usize,
    /// Accepted by the prover, not here.
    missed: usize,
}

/// Every `every`-th mutant of the prover's tests.
fn count_mutants(every: usize) -> Count {
    let mut n = Count::default();
    for (f, c, mutants) in crate::prove::tests::samples() {
        let ok = check(&f, &c);
        assert!(ok.is_ok(), "{}: {ok:?}\n{}", f.name, crate::limb_ir::print(&f));
        for m in mutants.into_iter().step_by(every) {
            n.total += 1;
            let mine = check(&m, &c);
            let proven = crate::prove::prove(&m, &c).is_ok();
            match &mine {
                Ok(_) => n.accepted += 1,
                Err(CheckError::Broken { .. }) => n.broken += 1,
                Err(CheckError::Residual { .. }) => n.residual += 1,
                Err(CheckError::Undecided { .. }) => n.undecided += 1,
                Err(e) => panic!("{e}"),
            }
            n.alone += usize::from(mine.is_ok() && !proven);
            n.missed += usize::from(mine.is_err() && proven);
            // A counterexample to a proof would be a fault of the prover.
            assert!(
                !(proven && matches!(mine, Err(CheckError::Broken { .. }))),
                "proven, but {mine:?}\n{}",
                crate::limb_ir::print(&m)
            );
            if mine.is_err() && proven || mine.is_ok() && !proven {
                eprintln!("{} prove {proven} check {mine:?}", m.name);
            }
        }
    }
    n
}

#[test]
#[ignore = "minutes"]
fn mutants() {
    let n = count_mutants(1);
    eprintln!("{n:?}");
}
