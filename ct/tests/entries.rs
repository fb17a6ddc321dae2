//! Every function that must be constant time, as it is compiled here in release mode, on both tiers.
#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

mod build;

use fieldc_ct::entries::{self, Entry, Input};
use fieldc_ct::{Argument, Finding, Image, Memory, Reason, Report, Scan};

const PORTABLE: u8 = 1;
const ADX: u8 = 2;

fn arguments(entry: &Entry, n: usize) -> Vec<Argument> {
    let pointer = |input| {
        Argument::Pointer(match input {
            Input::Secret(_) => Memory::Secret,
            Input::Public(make) => Memory::Known(make(1)),
        })
    };
    let out = Argument::Pointer(Memory::Secret);
    vec![out, pointer(entry.a), pointer(entry.b), Argument::Known(n as u64)]
}

/// The place of the byte that names the tier.
fn tier(image: &Image) -> u64 {
    let is_tier = |name: &str| name.contains("fieldc_generated") && name.contains("tier") && name.contains("CURRENT");
    let found: Vec<u64> = image.symbols().filter(|(name, _)| is_tier(name)).map(|(_, at)| at).collect();
    assert_eq!(found.len(), 1, "one symbol for the tier in force");
    found[0]
}

fn scan(image: &Image, tier_at: u64, tier: u8, entry: &Entry) -> Result<Vec<Report>, Finding> {
    let mut scan = Scan::new(image);
    scan.assume(tier_at, tier);
    let counts = entry.counts.iter();
    counts.map(|n| scan.function(entry.name, &arguments(entry, *n))).collect()
}

#[test]
fn constant_time() {
    let image = build::image();
    let at = tier(&image);
    let mut refused = vec![];
    let entries = entries::all();
    for (tier, name) in [(PORTABLE, "portable"), (ADX, "adx")] {
        for entry in &entries {
            match scan(&image, at, tier, entry) {
                Ok(reports) => {
                    let most = |of: fn(&Report) -> u64| reports.iter().map(of).max().unwrap_or(0);
                    println!(
                        "{} {name}: accepted, {} instructions, {} branches ({} public), {} steps",
                        entry.name,
                        most(|r| r.instructions as u64),
                        most(|r| r.branches as u64),
                        most(|r| r.public_branches as u64),
                        most(|r| r.steps),
                    );
                    // A function that does nothing would be accepted, too.
                    assert!(most(|r| r.instructions as u64) > 1, "{}", entry.name);
                }
                Err(finding) => {
                    println!("{} {name}: REFUSED, {finding}", entry.name);
                    refused.push((entry.name, name));
                }
            }
        }
    }
    assert!(entries.len() > 800, "the tables are read");
    assert!(refused.is_empty(), "{} refused: {refused:?}", refused.len());
}

#[test]
fn variable_time_is_seen() {
    let image = build::image();
    let at = tier(&image);
    for entry in entries::leaky::all() {
        for tier in [PORTABLE, ADX] {
            let finding = scan(&image, at, tier, &entry).expect_err(entry.name);
            println!("{}: {finding}", entry.name);
            let leak = matches!(finding.reason, Reason::Branch | Reason::Address | Reason::Latency)
                || matches!(&finding.reason, Reason::Call(name) if name == "bcmp" || name == "memcmp");
            assert!(leak, "{}: {finding}", entry.name);
        }
    }
}
