//! `fieldc doctor`

use crate::error::CliError;
use crate::output;
use crate::{generate, kernel};
use fieldc::tier::{self, Tier};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Arguments of `fieldc doctor`.
#[derive(clap::Args)]
pub struct Args {
    /// A JSON list of rows: what, found, detail
    #[arg(long)]
    json: bool,
}

/// A thing that may be there.
struct Row {
    what: &'static str,
    found: bool,
    detail: String,
}

/// Looks around.
pub fn run(args: &Args) -> Result<(), CliError> {
    let rows = vec![
        cpu(),
        features(),
        adx(),
        ifma(),
        tier(),
        llvm(),
        vectors(),
        qemu(),
    ];
    if args.json {
        let rows: Vec<Value> = rows
            .iter()
            .map(|r| json!({"what": r.what, "found": r.found, "detail": r.detail}))
            .collect();
        return output::json(&Value::from(rows));
    }
    let cells: Vec<Vec<String>> = rows
        .into_iter()
        .map(|r| {
            vec![
                r.what.into(),
                if r.found { "yes" } else { "no" }.into(),
                r.detail,
            ]
        })
        .collect();
    output::print(&output::table(&["what", "found", "detail"], &cells))
}

fn cpu() -> Row {
    Row {
        what: "processor",
        found: true,
        detail: format!("{} ({})", processor(), std::env::consts::ARCH),
    }
}

/// The name of the processor.
pub fn processor() -> String {
    std::fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| {
            let line = text.lines().find(|l| l.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_string())
        })
        .unwrap_or_else(|| "unnamed processor".into())
}

fn features() -> Row {
    let found: Vec<&str> = detected()
        .into_iter()
        .filter_map(|(name, on)| on.then_some(name))
        .collect();
    Row {
        what: "features",
        found: !found.is_empty(),
        detail: match found.is_empty() {
            true => "none that kernels use".into(),
            false => found.join(" "),
        },
    }
}

/// The features that kernels of any target use, and whether they are here.
#[cfg(target_arch = "x86_64")]
fn detected() -> Vec<(&'static str, bool)> {
    macro_rules! features {
        ($($name:tt)*) => { vec![$(($name, std::is_x86_feature_detected!($name))),*] };
    }
    features!("bmi2" "adx" "avx2" "avx512f" "avx512vl" "avx512dq" "avx512vbmi2" "avx512ifma" "sha" "gfni" "vaes")
}

/// No feature of other processors is used.
#[cfg(not(target_arch = "x86_64"))]
fn detected() -> Vec<(&'static str, bool)> {
    vec![]
}

fn adx() -> Row {
    let found = kernel::native_here();
    Row {
        what: "target x86_64-adx",
        found,
        detail: match found {
            true => "kernels run natively",
            false => "needs BMI2 and ADX; kernels run in the interpreter",
        }
        .into(),
    }
}

fn ifma() -> Row {
    let on: Vec<bool> = detected()
        .iter()
        .filter(|(n, _)| n.starts_with("avx512"))
        .map(|(_, on)| *on)
        .collect();
    let found = !on.is_empty() && on.iter().all(|on| *on);
    Row {
        what: "AVX-512 IFMA",
        found,
        detail: match found {
            true => "usable by lanes of eight",
            false => "needs AVX-512 F, VL, DQ, VBMI2 and IFMA",
        }
        .into(),
    }
}

fn tier() -> Row {
    let current = tier::current();
    let problem = crate::tier::problem();
    let found = problem.is_none();
    let asked = problem.unwrap_or_else(|| match tier::requested() {
        None => "FIELDC_TIER is not set".to_string(),
        Some(_) => format!("as FIELDC_TIER={current} asks"),
    });
    let all = Tier::ALL.map(Tier::name).join(", ");
    Row {
        what: "tier",
        found,
        detail: format!("{current} (of {all}); {asked}"),
    }
}

fn llvm() -> Row {
    match on_path(|name| name == "llc" || name.starts_with("llc-")) {
        Some(path) => Row {
            what: "LLVM",
            found: true,
            detail: format!("{}; not used by this build", path.display()),
        },
        None => Row {
            what: "LLVM",
            found: false,
            detail: "no llc on PATH; not needed by this build".into(),
        },
    }
}

fn qemu() -> Row {
    let path = on_path(|name| name == "qemu-aarch64" || name == "qemu-aarch64-static");
    Row {
        what: "qemu-user",
        found: path.is_some(),
        detail: match path {
            Some(path) => path.display().to_string(),
            None => "install qemu-user (qemu-aarch64) to run kernels of other processors".into(),
        },
    }
}

fn vectors() -> Row {
    let named = std::env::var_os("FIELDC_VECTORS").map(PathBuf::from);
    let near = generate::root()
        .ok()
        .map(|root| root.join("../shared/vectors"));
    let found = named.iter().chain(&near).find(|p| is_vectors(p));
    Row {
        what: "test vectors",
        found: found.is_some(),
        detail: match found {
            Some(path) => path.display().to_string(),
            None => "put them in ../shared/vectors beside the repository, or name their folder in FIELDC_VECTORS; tests that need them are skipped".into(),
        },
    }
}

fn is_vectors(path: &Path) -> bool {
    path.join("evm-precompiles").is_dir()
}

/// The first program on PATH whose name fits.
fn on_path(fits: impl Fn(&str) -> bool) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).find_map(|folder| {
        let mut names: Vec<PathBuf> = std::fs::read_dir(folder)
            .ok()?
            .filter_map(|e| Some(e.ok()?.path()))
            .filter(|p| p.file_name().and_then(|n| n.to_str()).is_some_and(&fits))
            .collect();
        names.sort();
        names.into_iter().next()
    })
}
