//! Lists every function of every kernel module, so that no test can forget one: `generated_kernels.rs` includes the list.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

/// The macro that calls a function of this signature.
fn shape(signature: &str) -> Option<&'static str> {
    let compact: String = signature.split_whitespace().collect();
    let (parameters, result) = compact
        .split_once('(')?
        .1
        .split_once(")->")
        .map(|(p, r)| (p, r.trim_end_matches('{')))
        .or_else(|| Some((compact.split_once('(')?.1.split_once(')')?.0, "")))?;
    let types: Vec<&str> = parameters
        .split(',')
        .filter_map(|p| Some(p.split_once(':')?.1))
        .collect();
    let sums = types.iter().all(|t| t.starts_with("&[Limbs;"));
    Some(match (types.as_slice(), result) {
        (["&Limbs"], "Limbs") => "one",
        (["&Limbs", "&Limbs"], "Limbs") => "two",
        (["&Limbs", "&Limbs"], "(Limbs,Limbs)") => "wide",
        (["&Limbs", "u32"], "Limbs") => "count",
        (["&Limbs", "&Limbs", "u64" | "u32"], "Limbs") => "choice",
        ([_, _], "Limbs") if sums => "sum",
        ([_, _], r) if sums && r.starts_with("[Limbs;") => "pairs",
        ([_, _, _], r) if sums && r.starts_with("[Limbs;") => "triples",
        ([_], r) if sums && r.starts_with("[Limbs;") => "pair",
        (["*mutu64", "*constu64"], "") => "call_one",
        (["*mutu64", "*constu64", "*constu64"], "") => "call_two",
        (["*mutu64", "*constu64", "*constu64", "*constu64"], "") => "call_three",
        _ => return None,
    })
}

/// `field!` lines for one module.
fn list(module: &str, text: &str) -> String {
    let mut out = format!("field! {{ {module}\n");
    let (mut inner, mut native) = (String::new(), String::new());
    let mut section = "dispatch";
    // Functions inside functions are indented; what the modules export is not.
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("pub mod ") {
            section = if name.starts_with("portable") {
                "portable"
            } else {
                "adx"
            };
            continue;
        }
        let Some(at) = line.starts_with("pub ").then(|| line.find("fn ")).flatten() else {
            continue;
        };
        if line.starts_with("pub const ") || line.starts_with("pub type ") {
            continue;
        }
        let name = line[at + 3..].split('(').next().unwrap_or_default();
        let shape = shape(&line[at..])
            .unwrap_or_else(|| panic!("{module}: a signature that no test knows: {line}"));
        let (target, path) = match section {
            "dispatch" => (&mut inner, name.to_string()),
            "portable" => (&mut inner, format!("portable::{name}")),
            _ => (&mut native, format!("adx::{name}")),
        };
        writeln!(target, "    {shape} {path} = {name};").expect("text");
    }
    write!(out, "  safe {{\n{inner}  }}\n").expect("text");
    if !native.is_empty() {
        write!(out, "  native {{\n{native}  }}\n").expect("text");
    }
    out.push_str("}\n");
    out
}

fn main() {
    let folder = Path::new("../generated/src");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut modules: Vec<String> = fs::read_to_string(folder.join("fields.rs"))
        .expect("generated/src/fields.rs")
        .lines()
        .filter_map(|l| Some(l.strip_prefix("pub mod ")?.strip_suffix(';')?.to_string()))
        .collect();
    modules.sort();
    let text: String = modules
        .iter()
        .map(|m| {
            let text = fs::read_to_string(folder.join(format!("{m}.rs"))).expect("a kernel module");
            list(m, &text)
        })
        .collect();
    let out = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("kernels.rs"), text).expect("OUT_DIR is writable");
}
