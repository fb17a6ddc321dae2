//! Every function that must be constant time, as it is compiled here in release mode, on both tiers.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

mod program;

use fieldc_ct::{Argument, Finding, Image, Memory, Reason, Report, Scan};
use program::Entry;
use std::path::Path;

/// The values of the byte that names the tier.
const TIERS: [(u8, &str); 2] = [(1, "portable"), (2, "adx")];

/// The place of that byte.
fn tier(image: &Image) -> u64 {
    let is_tier = |name: &str| {
        ["fieldc_generated", "tier", "CURRENT"]
            .iter()
            .all(|part| name.contains(part))
    };
    let found: Vec<u64> = image
        .symbols()
        .filter(|(name, _)| is_tier(name))
        .map(|(_, at)| at)
        .collect();
    assert_eq!(found.len(), 1, "one symbol for the tier in force");
    found[0]
}

/// With each count and the public operand as it is; then with any, at once.
fn scan(scan: &mut Scan, entry: &Entry) -> Result<Vec<Report>, Finding> {
    let mut call = |public: &dyn Fn(&[u8]) -> Memory, n: Argument| {
        let operand = |i: usize| match &entry.operands[i] {
            Some(bytes) => Argument::Pointer(public(bytes)),
            None => Argument::Pointer(Memory::Secret),
        };
        let out = Argument::Pointer(Memory::Secret);
        scan.function(&entry.name, &[out, operand(0), operand(1), n])
    };
    let exact = |n: &u64| call(&|bytes| Memory::Known(bytes.to_vec()), Argument::Known(*n));
    let mut reports: Vec<Report> = entry.counts.iter().map(exact).collect::<Result<_, _>>()?;
    // These write to an array on the stack at places that depend on the count: with any count that may be anywhere.
    let needs_exact = entry.name.contains("_from_bytes_reduced_");
    if entry.counts.len() > 1 && !needs_exact {
        reports.push(call(&|_| Memory::Public, Argument::Public)?);
    }
    Ok(reports)
}

/// Which code may be reported for a function that must be refused.
fn is_leak(reason: &Reason) -> bool {
    match reason {
        Reason::Branch | Reason::Address | Reason::Latency => true,
        Reason::Call(name) => name == "bcmp" || name == "memcmp",
        _ => false,
    }
}

#[test]
fn secrets_change_neither_branches_nor_addresses() {
    let wrong = all_entries(&program::build());
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// The same of code for newer processors: what LLVM makes with AVX2 and BMI, and with all that this processor has. With AVX-512 it makes loads
/// under a secret mask of some selections: nobody promises their time, and they are the only findings.
#[test]
#[ignore = "builds everything three times more"]
fn secrets_change_neither_branches_nor_addresses_on_newer_processors() {
    if !(std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("bmi2")) {
        eprintln!("SKIPPED: this processor has no AVX2 and BMI2");
        return;
    }
    for flags in [
        "-C target-cpu=x86-64-v3",
        "-C target-cpu=native -C target-feature=-avx512f",
        "-C target-cpu=native",
    ] {
        println!("{flags}");
        let wrong = all_entries(&program::build_for(Some(flags)));
        let masks: Vec<&String> = wrong
            .iter()
            .filter(|w| w.contains("reason: Mask,"))
            .collect();
        println!("{} under a secret mask", masks.len());
        let avx512 = flags.ends_with("native") && std::is_x86_feature_detected!("avx512f");
        let allowed = if avx512 { masks.len() } else { 0 };
        assert_eq!(wrong.len(), allowed, "{flags}:\n{}", wrong.join("\n"));
    }
}

/// What is not as it should be.
fn all_entries(file: &Path) -> Vec<String> {
    let entries = program::entries(file);
    assert!(entries.len() > 900, "the tables are read");
    let image = Image::parse(&std::fs::read(file).expect("the program")).expect("an ELF file");
    let at = tier(&image);
    let mut wrong = vec![];
    for (tier, name) in TIERS {
        let mut scanner = Scan::new(&image);
        scanner.assume(at, tier);
        for entry in &entries {
            let verdict = scan(&mut scanner, entry);
            let good = match &verdict {
                Ok(reports) => {
                    let most = |of: fn(&Report) -> u64| reports.iter().map(of).max().unwrap_or(0);
                    println!(
                        "{} {name}: accepted, {} instructions, {} branches ({} on public values), {} steps",
                        entry.name,
                        most(|r| r.instructions as u64),
                        most(|r| r.branches as u64),
                        most(|r| r.public_branches as u64),
                        most(|r| r.steps),
                    );
                    entry.constant_time
                }
                Err(finding) => {
                    println!("{} {name}: refused, {finding}", entry.name);
                    !entry.constant_time && is_leak(&finding.reason)
                }
            };
            if !good {
                wrong.push(format!("{} {name}: {verdict:?}", entry.name));
            }
        }
    }
    wrong
}
