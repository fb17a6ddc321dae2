//! What the tree looks like: who depends on whom, where `unsafe` stands, where data about fields may stand.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("the repository").to_path_buf()
}

/// Every file below a folder, by its path from the root; build output and the repository's own folder aside.
fn files(folder: &str) -> Vec<(String, String)> {
    fn walk(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            let name = path.file_name().unwrap_or_default();
            let is_output =
                name == ".git" || name == "shared" || path.join("CACHEDIR.TAG").exists();
            if is_output {
                continue;
            } else if path.is_dir() {
                walk(&path, out);
            } else {
                out.push(path);
            }
        }
    }
    let mut paths = vec![];
    walk(&root().join(folder), &mut paths);
    paths.sort();
    paths
        .into_iter()
        .filter_map(|p| {
            let name = p.strip_prefix(root()).ok()?.to_str()?.to_string();
            Some((name, fs::read_to_string(&p).ok()?))
        })
        .collect()
}

fn rust(folder: &str) -> impl Iterator<Item = (String, String)> {
    files(folder).into_iter().filter(|f| f.0.ends_with(".rs"))
}

/// Whether a file has tests only.
fn is_test(name: &str) -> bool {
    name.contains("/tests/") || name.ends_with("tests.rs") || name.ends_with("plan/expected.rs")
}

/// The part of a file before its module of tests.
fn before_tests(text: &str) -> &str {
    let end = text.match_indices("#[cfg(test)]\n").find(|(at, mark)| {
        let rest = &text[at + mark.len()..];
        rest.lines()
            .find(|line| !line.starts_with("#["))
            .is_some_and(|line| line.starts_with("mod ") && line.ends_with('{'))
    });
    end.map_or(text, |(at, _)| &text[..at])
}

/// The code of a file without its tests, its comments and the contents of its string literals.
fn code(text: &str) -> String {
    let text = before_tests(text).replace("'\"'", "' '");
    let mut out = String::new();
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\\' if quoted => drop(characters.next()),
            '"' => quoted = !quoted,
            '/' if !quoted && characters.peek() == Some(&'/') => {
                while characters.next_if(|c| *c != '\n').is_some() {}
            }
            _ if !quoted => out.push(c),
            _ => {}
        }
    }
    assert!(!quoted, "a string literal that does not end");
    out
}

/// Whether a word is a number above 64 bits, `0x` and digits or, in a text, bare digits.
fn is_wide(word: &str) -> bool {
    let word = word.replace('_', "");
    let digits = word.strip_prefix("0x").unwrap_or(&word);
    let run: String = digits.chars().take_while(char::is_ascii_hexdigit).collect();
    let decimal = digits == word && run.chars().all(|c| c.is_ascii_digit());
    let mixed = run.chars().any(|c| c.is_ascii_digit());
    mixed && run.len() > if decimal { 20 } else { 16 }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// What each crate of the workspace needs of the others, other than for its tests.
#[test]
fn crates_depend_one_way() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let name = |v: &serde_json::Value| v["name"].as_str().unwrap().to_string();
    let ours: BTreeSet<String> = packages.iter().map(name).collect();
    let edges: BTreeMap<String, BTreeSet<String>> = packages
        .iter()
        .map(|p| {
            let needs = p["dependencies"].as_array().unwrap().iter();
            let needs = needs.filter(|d| d["kind"] != "dev").map(name);
            (name(p), needs.filter(|n| ours.contains(n)).collect())
        })
        .collect();
    let allowed: &[(&str, &[&str])] = &[
        ("fieldc-compiler", &[]),
        ("fieldc-generated", &[]),
        ("fieldc-native", &[]),
        ("fieldc-macros", &["fieldc-compiler"]),
        ("fieldc", &["fieldc-generated", "fieldc-macros"]),
        (
            "fieldc-cli",
            &["fieldc", "fieldc-compiler", "fieldc-native"],
        ),
        ("fieldc-capi", &["fieldc"]),
        ("fieldc-revm", &["fieldc"]),
    ];
    for (package, needs) in allowed {
        let needs: BTreeSet<String> = needs.iter().map(|n| n.to_string()).collect();
        assert_eq!(edges[*package], needs, "{package}");
    }
    let unknown: Vec<&String> = edges
        .keys()
        .filter(|n| !allowed.iter().any(|(a, _)| a == n))
        .filter(|n| !["fieldc-tests", "fieldc-ct", "peers"].contains(&n.as_str()))
        .collect();
    assert!(unknown.is_empty(), "crates without a rule: {unknown:?}");
}

/// The compiler treats every modulus alike: a field has a name in one table only.
#[test]
fn kernels_and_targets_know_no_curve() {
    let names = [
        "bn254",
        "bn128",
        "bls12",
        "secp256",
        "p256",
        "pallas",
        "vesta",
        "pasta",
        "bandersnatch",
        "jubjub",
        "25519",
        "grumpkin",
    ];
    let mut seen = 0;
    for folder in ["kernels", "target", "prove", "limb_ir", "passes"] {
        for (file, text) in rust(&format!("compiler/src/{folder}")) {
            if is_test(&file) {
                continue;
            }
            seen += 1;
            // A comment may give an example.
            let code = before_tests(&text).lines();
            let code = code.filter(|line| !line.trim_start().starts_with("//"));
            let text = code.collect::<String>().to_lowercase();
            let found: Vec<_> = names.iter().filter(|n| text.contains(**n)).collect();
            assert!(found.is_empty(), "{file} names {found:?}");
        }
    }
    assert!(seen > 20, "the folders are where they were");
}

/// Numbers wider than a machine word are data: they stand in the table of standard fields, in tests, or are computed.
#[test]
fn no_wide_literals() {
    // The table of fields, the table of proven step counts, the printed kernels, curves whose every number `curve!` checks.
    let data = [
        "compiler/src/spec/names.rs",
        "compiler/src/plan/inversion.rs",
        "generated/src/",
        "runtime/src/grumpkin.rs",
        "runtime/src/p256.rs",
        "runtime/src/secp256k1.rs",
    ];
    let mut seen = 0;
    for crate_folder in [
        "capi",
        "compiler",
        "macros",
        "generated",
        "revm",
        "runtime",
        "native",
        "cli",
    ] {
        for (file, text) in rust(&format!("{crate_folder}/src")) {
            if is_test(&file) || data.iter().any(|d| file.starts_with(d)) {
                continue;
            }
            seen += 1;
            for (number, line) in before_tests(&text).lines().enumerate() {
                if line.trim_start().starts_with("//") {
                    continue;
                }
                let wide = words(line).find(|word| is_wide(word));
                assert!(wide.is_none(), "{file}:{}: {wide:?}", number + 1);
            }
        }
    }
    assert!(seen > 50, "the folders are where they were");
}

/// `unsafe` in each crate, tests and printed kernels aside, as `tests/unsafe.txt` has it: whoever adds one changes the table.
#[test]
fn unsafe_is_counted() {
    let printed: Vec<String> = fs::read_to_string(root().join("generated/src/fields.rs"))
        .unwrap()
        .lines()
        .filter_map(|l| {
            Some(format!(
                "generated/src/{}.rs",
                l.strip_prefix("pub mod ")?.strip_suffix(';')?
            ))
        })
        .collect();
    assert!(!printed.is_empty());
    let mut found = String::new();
    for folder in [
        "capi",
        "cli",
        "compiler",
        "generated",
        "macros",
        "native",
        "revm",
        "runtime",
    ] {
        let count: usize = rust(&format!("{folder}/src"))
            .filter(|(file, _)| !printed.contains(file) && !is_test(file))
            .map(|(_, text)| words(&code(&text)).filter(|w| *w == "unsafe").count())
            .sum();
        found += &format!("{folder} {count}\n");
    }
    let table = fs::read_to_string(root().join("tests/unsafe.txt")).unwrap();
    let table: String = table
        .lines()
        .filter(|l| !l.starts_with('#'))
        .map(|l| format!("{l}\n"))
        .collect();
    assert_eq!(found, table, "left: the code; right: tests/unsafe.txt");
}

/// A clone works wherever it lies.
#[test]
fn no_absolute_paths() {
    let folders = ["/work", "/tmp", "/root", "/home", "/Users"];
    for (file, text) in files("") {
        for (number, line) in text.lines().enumerate() {
            let found = folders.iter().find(|f| line.contains(&format!("{f}/")));
            assert!(found.is_none(), "{file}:{}: {found:?}", number + 1);
        }
    }
}

/// Every publishable crate says what its users need to know.
#[test]
fn manifests_are_complete() {
    for folder in [
        "capi",
        "cli",
        "compiler",
        "generated",
        "macros",
        "native",
        "revm",
        "runtime",
    ] {
        let text = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
        for key in [
            "description = ",
            "license.workspace = true",
            "repository.workspace = true",
            "[lints]",
        ] {
            assert!(text.contains(key), "{folder}/Cargo.toml lacks `{key}`");
        }
    }
}

/// The sections of a function's documentation, in the order in which they stand where they apply.
const SECTIONS: [&str; 9] = [
    "Shape", "Domain", "Cost", "Time", "Aliasing", "Errors", "Panics", "Safety", "Source",
];

/// What is wrong with the documentation of a public function.
fn faults(doc: &[&str], signature: &str) -> Vec<String> {
    let mut out = vec![];
    if doc
        .first()
        .is_none_or(|line| line.is_empty() || line.starts_with('#'))
    {
        out.push("no line that says what it is".to_string());
    }
    let headings: Vec<(usize, &str)> = doc
        .iter()
        .enumerate()
        .filter_map(|(i, line)| Some((i, line.strip_prefix("# ")?)))
        .collect();
    let mut last = None;
    for (at, heading) in &headings {
        let place = SECTIONS.iter().position(|s| s == heading);
        match place {
            None => out.push(format!("`# {heading}` is no section")),
            Some(_) if place <= last => {
                out.push(format!("`# {heading}` is too late, or there twice"))
            }
            Some(_) => {}
        }
        last = last.max(place);
        if doc.get(at + 1).is_none_or(|line| line.is_empty()) {
            out.push(format!("`# {heading}` is empty"));
        }
    }
    // A section in running text escapes the order.
    for line in doc {
        let word = line.split_once(": ").map_or("", |(word, _)| word);
        if SECTIONS.contains(&word) {
            out.push(format!("`{word}:` is a section: `# {word}`"));
        }
    }
    let has = |heading: &str| headings.iter().any(|(_, h)| *h == heading);
    let fallible = signature.contains("-> Result<") || signature.contains("::Result<");
    if fallible && !has("Errors") {
        out.push("a result without `# Errors`".into());
    }
    if signature.contains("unsafe fn ") && !has("Safety") {
        out.push("unsafe without `# Safety`".into());
    }
    let name = signature.split_once("fn ").map_or("", |(_, rest)| rest);
    let name = name.split(['(', '<']).next().unwrap_or_default();
    let text = doc.join(" ").to_lowercase();
    // What refers to another function has that one's time.
    if name.contains("vartime") && !text.contains("time") && !text.contains("[`") {
        out.push("vartime, and no word about the time".into());
    }
    out
}

/// Every public function of a text with its documentation: the number of its line, the documentation, the signature.
fn public_functions(text: &str) -> Vec<(usize, Vec<&str>, String)> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut doc = vec![];
    let mut out = vec![];
    for (i, line) in lines.iter().enumerate() {
        if let Some(text) = line.strip_prefix("///") {
            doc.push(text.trim());
            continue;
        }
        if line.starts_with("#[") {
            continue;
        }
        let words = [
            "pub fn ",
            "pub const fn ",
            "pub unsafe fn ",
            "pub const unsafe fn ",
        ];
        if words.iter().any(|w| line.starts_with(w)) {
            let end = lines[i..].iter().position(|l| l.contains(['{', ';']));
            let signature = lines[i..=i + end.unwrap_or(0)].join(" ");
            let signature = signature.split('{').next().unwrap_or_default();
            out.push((i + 1, doc.clone(), signature.to_string()));
        }
        doc.clear();
    }
    out
}

/// Documentation of public functions has one form: what it is, then sections in one order.
#[test]
fn documentation_has_one_form() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    assert!(
        manifest.contains("missing_docs = "),
        "the lint that nothing is left out"
    );
    let mut seen = 0;
    let mut wrong = vec![];
    for folder in ["runtime/src", "compiler/src/plan", "compiler/src/kernels"] {
        for (file, text) in rust(folder) {
            if is_test(&file) {
                continue;
            }
            for (line, doc, signature) in public_functions(before_tests(&text)) {
                seen += 1;
                for fault in faults(&doc, &signature) {
                    wrong.push(format!("{file}:{line}: {fault}"));
                }
            }
        }
    }
    assert!(seen > 100, "the folders are where they were");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn faults_of_documentation_are_found() {
    let fault = |text: &str| {
        let functions = public_functions(text);
        let [(_, doc, signature)] = functions.as_slice() else {
            panic!("one function: {text}");
        };
        faults(doc, signature).join("; ")
    };
    let good = "/// a b.\n///\n/// # Time\n/// Constant.\n///\n/// # Errors\n/// Zero.\n#[inline]\npub fn f(\n a: u8,\n) -> Result<u8, E> {";
    assert_eq!(fault(good), "");
    for (text, expected) in [
        ("pub fn f() {", "no line that says what it is"),
        (
            "/// a.\n///\n/// # Errors\n/// b.\n///\n/// # Cost\n/// c.\npub fn f() {",
            "`# Cost` is too late, or there twice",
        ),
        (
            "/// a.\n/// # Cost\n/// b.\n/// # Cost\n/// c.\npub fn f() {",
            "`# Cost` is too late, or there twice",
        ),
        (
            "/// a.\n/// # Bugs\n/// b.\npub const fn f() {",
            "`# Bugs` is no section",
        ),
        ("/// a.\n/// # Cost\npub fn f() {", "`# Cost` is empty"),
        (
            "/// a.\n/// Source: b.\npub fn f() {",
            "`Source:` is a section: `# Source`",
        ),
        (
            "/// a.\npub fn f() -> Result<(), E> {",
            "a result without `# Errors`",
        ),
        ("/// a.\npub unsafe fn f() {", "unsafe without `# Safety`"),
        (
            "/// 1/a.\npub fn invert_vartime(&self) {",
            "vartime, and no word about the time",
        ),
    ] {
        assert_eq!(fault(text), expected, "{text}");
    }
}
