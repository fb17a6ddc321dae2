//! Changed text is refused, or means the same.

use super::*;
use crate::limb_ir::Contract;
use proc_macro2::TokenStream;
use std::collections::BTreeMap;
use std::ops::Range;

/// A small generator, so that failures repeat.
pub(super) struct Rng(pub u64);

impl Rng {
    fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.word() >> 11) as usize % n.max(1)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// At most `max`: edges, limbs of zeros and ones, runs of ones, random ones.
    pub fn number(&mut self, max: &BigUint) -> BigUint {
        let bits = max.bits();
        let x = match self.below(6) {
            0 => BigUint::from(self.word() % 3),
            1 => max - BigUint::from(self.word() % 3).min(max.clone()),
            2 => (0..bits.div_ceil(32)).fold(BigUint::ZERO, |x, _| {
                (x << 32) + if self.below(2) == 0 { 0 } else { u32::MAX }
            }),
            3 => (BigUint::one() << self.below(bits as usize + 1)) - (self.word() & 1),
            _ => (0..bits.div_ceil(64)).fold(BigUint::ZERO, |x, _| (x << 64) + self.word()),
        };
        x % (max + 1u8)
    }
}

/// A token of the text that can be changed.
#[derive(Clone)]
struct Piece {
    text: String,
    at: Range<usize>,
}

/// The tokens of the text but for documentation and the attributes that say nothing about meaning.
fn pieces(text: &str) -> Vec<Piece> {
    let stream: TokenStream = text.parse().unwrap();
    let all: Vec<Piece> = tokens::flat(&stream)
        .into_iter()
        .map(|t| Piece {
            text: t.text.trim_end_matches('~').to_string(),
            at: t.span.byte_range(),
        })
        .collect();
    let mut out = vec![];
    let mut i = 0;
    while i < all.len() {
        let quiet = ["doc", "inline", "allow", "cold"];
        let is = |k: usize, s: &str| all.get(k).is_some_and(|t| t.text == s);
        if is(i, "#") && is(i + 1, "[") && quiet.iter().any(|q| is(i + 2, q)) {
            let mut depth = 0;
            i += 1;
            loop {
                depth += i32::from(is(i, "[")) - i32::from(is(i, "]"));
                i += 1;
                if depth == 0 {
                    break;
                }
            }
            continue;
        }
        out.push(all[i].clone());
        i += 1;
    }
    out
}

/// Words that may stand for each other.
const CLASSES: &[&[&str]] = &[
    &["mul_wide_word", "mac", "select_word"],
    &["overflowing_add", "overflowing_sub", "wrapping_add"],
    &["carrying_add", "borrowing_sub"],
    &["wrapping_mul", "wrapping_sub", "wrapping_add"],
    &["portable", "adx"],
    &[
        "mul", "sqr", "add", "sub", "neg", "double", "half", "mul_lazy", "sqr_lazy", "reduce",
        "redc",
    ],
    &["mul", "add", "sub", "mul_lazy", "redc", "mul_wide"],
    &[
        "sqr",
        "neg",
        "double",
        "half",
        "sqr_lazy",
        "reduce",
        "from_internal",
    ],
    &["dot2", "dot3", "dot4", "dot5", "dot6", "dot7", "dot8"],
    &["mul_outlined", "sqr_n_outlined"],
    &["fp2_mul", "fp2_sqr"],
    &["a", "b", "c", "d", "lo", "hi", "t", "i", "n", "choice"],
    &["u32", "u64", "u128", "i32", "i64", "bool"],
    &["true", "false"],
    &["&", "|", "^", "+", "-", "*"],
    &["<", ">"],
    &["R", "R2", "R3", "DELTA", "TWO_INV", "GENERATOR"],
];

/// Another token of the same kind, or none.
fn other(p: &Piece, near: &[Piece], rng: &mut Rng) -> Option<String> {
    let t = p.text.as_str();
    if t.starts_with(|c: char| c.is_ascii_digit()) {
        let split = t.find('u').unwrap_or(t.len());
        let (digits, suffix) = t.split_at(split);
        let hex = digits.strip_prefix("0x");
        let x = match hex {
            Some(h) => u64::from_str_radix(h, 16).ok()?,
            None => digits.parse().ok()?,
        };
        let y = match rng.below(4) {
            0 => x.wrapping_add(1),
            1 => x.wrapping_sub(1),
            2 => x ^ (1 << rng.below(64 - x.leading_zeros() as usize)),
            _ => x ^ (1 << rng.below(if hex.is_some() { 32 } else { 4 })),
        };
        return Some(match hex {
            Some(_) => format!("{y:#x}{suffix}"),
            None => format!("{y}{suffix}"),
        });
    }
    let numbered = |s: &str, c: char| {
        s.strip_prefix(c)
            .is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()))
    };
    for c in ['v', 't'] {
        if numbered(t, c) {
            let all: Vec<&Piece> = near.iter().filter(|p| numbered(&p.text, c)).collect();
            return rng.pick(&all).map(|p| p.text.clone());
        }
    }
    if t.starts_with('"') {
        return Some(format!("\"{}{}\"", rng.below(16), &t[2..t.len() - 1]));
    }
    let classes: Vec<&&[&str]> = CLASSES.iter().filter(|c| c.contains(&t)).collect();
    let class = rng.pick(&classes)?;
    rng.pick(class).map(|s| s.to_string())
}

/// The text with one change, if the dice found one that is Rust. `original` are the tokens of the text.
fn mutate(
    text: &str,
    original: &[String],
    pieces: &[Piece],
    rng: &mut Rng,
) -> Option<(String, syn::File)> {
    let i = rng.below(pieces.len());
    let replace = |r: Range<usize>, s: &str| format!("{}{s}{}", &text[..r.start], &text[r.end..]);
    let swap = |a: &Range<usize>, b: &Range<usize>| {
        format!(
            "{}{}{}{}{}",
            &text[..a.start],
            &text[b.clone()],
            &text[a.end..b.start],
            &text[a.clone()],
            &text[b.end..]
        )
    };
    // The statement from the last `;` or brace to the next `;`.
    let statement = |i: usize| {
        let stop = |p: &Piece| matches!(p.text.as_str(), ";" | "{" | "}");
        let from = pieces[..i].iter().rposition(stop).map_or(0, |k| k + 1);
        let to = (from..pieces.len()).find(|k| pieces[*k].text == ";")?;
        let whole = pieces[from..to]
            .iter()
            .all(|p| p.text != "{" && p.text != "}");
        whole.then(|| (pieces[from].at.start..pieces[to].at.end, to + 1))
    };
    let changed = match rng.below(16) {
        // One token for another of its kind.
        0..=10 => {
            let near = &pieces[i.saturating_sub(200)..i];
            replace(pieces[i].at.clone(), &other(&pieces[i], near, rng)?)
        }
        // Two operands, of a call, an array or a pattern.
        11 | 12 => {
            let comma = (i..pieces.len().min(i + 20)).find(|k| pieces[*k].text == ",")?;
            let (before, after) = (pieces.get(comma.checked_sub(1)?)?, pieces.get(comma + 1)?);
            swap(&before.at, &after.at)
        }
        13 => replace(statement(i)?.0, ""),
        14 => {
            let (first, next) = statement(i)?;
            swap(&first, &statement(next)?.0)
        }
        _ => match rng.below(3) {
            0 => replace(pieces[i].at.clone(), ""),
            1 => replace(
                pieces[i].at.end..pieces[i].at.end,
                &format!(" {}", pieces[i].text),
            ),
            _ => {
                let next = pieces.get(i + 1)?;
                swap(&pieces[i].at, &next.at)
            }
        },
    };
    // Rust syntax, and not the same tokens.
    let parsed = changed.parse::<TokenStream>().ok()?;
    let same = tokens::flat(&parsed)
        .iter()
        .map(|t| &t.text)
        .eq(original.iter());
    let file = syn::parse2::<syn::File>(parsed).ok().filter(|_| !same)?;
    Some((changed, file))
}

/// The tokens of a text.
fn texts(text: &str) -> Vec<String> {
    let stream: TokenStream = text.parse().unwrap();
    tokens::flat(&stream).into_iter().map(|t| t.text).collect()
}

#[derive(Default, Debug, PartialEq)]
struct Count {
    /// Not lifted.
    form: usize,
    /// Lifted, not proven.
    proof: usize,
    /// Accepted, and the same on every input tried.
    same: usize,
}

/// Whether the function keeps the contract on many inputs.
fn keeps(f: &Function, c: &Contract, rng: &mut Rng) -> bool {
    (0..300).all(|_| {
        let args: Vec<BigUint> = f.params.iter().map(|p| rng.number(&p.max)).collect();
        let out = eval_integers(f, &args).unwrap();
        let names = |n: Vec<&String>, v: Vec<BigUint>| -> BTreeMap<String, BigUint> {
            n.into_iter().cloned().zip(v).collect()
        };
        let params = names(f.params.iter().map(|p| &p.name).collect(), args);
        let results = names(f.results.iter().map(|r| &r.name).collect(), out);
        c.check(&params, &results).is_ok()
    })
}

/// Kernels of one field, each with the helpers, changed once at a time.
fn kernel_mutants(field: &str, wanted: usize, seed: u64) -> Count {
    let spec = spec_of(field);
    let plan = Plan::for_spec(&spec).unwrap();
    let mut rng = Rng(seed);
    let mut count = Count::default();
    let kernels: Vec<(Kernel, String)> = Name::standard(&plan)
        .into_iter()
        .chain(
            [Name::Fp2Mul, Name::Fp2Sqr]
                .into_iter()
                .filter(|n| Name::extra(&plan).contains(n)),
        )
        // Long sums say nothing that short ones do not.
        .filter(|n| !matches!(n, Name::Dot(k) if *k > 3))
        .map(|n| {
            let k = build(&plan, Style::Mac, n);
            let text = portable::function(&k.function, n.as_str(), plan.limbs);
            (k, frame(plan.word.container, plan.limbs, &text))
        })
        .collect();
    let each = wanted.div_ceil(kernels.len());
    for (k, text) in kernels {
        let shape = Shape::of(&k.function);
        let lift = |file: syn::File| {
            let source = Source::of(file)?;
            let [name] = source.kernels().collect::<Vec<_>>()[..] else {
                return Err(LiftError::missing("not one kernel"));
            };
            source.lift(name, &shape)
        };
        let original = lift(syn::parse_str(&text).unwrap()).unwrap();
        // Helpers have their turn with the frames.
        let mut pieces = pieces(&text);
        let head = text.find("pub fn ").unwrap();
        pieces.retain(|p| p.at.start >= head);
        let original_texts = texts(&text);
        let mut done = 0;
        while done < each {
            // The places of earlier texts are kept by the thread otherwise.
            proc_macro2::extra::invalidate_current_thread_spans();
            let Some((mutant, file)) = mutate(&text, &original_texts, &pieces, &mut rng) else {
                continue;
            };
            done += 1;
            match lift(file) {
                Err(e) => {
                    assert!(e.line <= mutant.lines().count(), "{e}");
                    count.form += 1;
                }
                Ok(f) if f == original => count.same += 1,
                Ok(f) => match prove(&f, &k.contract) {
                    Err(_) => count.proof += 1,
                    Ok(_) => {
                        assert!(keeps(&f, &k.contract, &mut rng), "{field}\n{mutant}");
                        count.same += 1;
                    }
                },
            }
        }
    }
    count
}

#[test]
fn changed_kernels_are_refused_or_mean_the_same() {
    let fields = [
        ("bn254:fp", 700),
        ("secp256k1:fp", 500),
        ("babybear", 500),
        ("mersenne31", 500),
        ("goldilocks", 500),
    ];
    let counts = parallel(fields.len(), |i| {
        let (field, n) = fields[i];
        (field, kernel_mutants(field, n, 0x5eed_2001 + i as u64))
    });
    println!("{counts:?}");
    for (field, c) in counts {
        // Mutants that say nothing, or a prover that is not asked, would make this test empty.
        assert!(c.proof > 60 && c.form > 60, "{field}: {c:?}");
        assert!(c.same * 3 < c.proof + c.form, "{field}: {c:?}");
    }
}

/// The text without what compositions do not look at: the bodies of kernels, portable and native.
fn outline(text: &str) -> String {
    let mut out = String::new();
    let (mut module, mut skip) = ("", false);
    for line in text.lines() {
        if line.starts_with("pub mod ") {
            module = line;
        }
        let native = module.contains("adx");
        if skip {
            skip = line != "}";
            continue;
        }
        let wrapper = line.starts_with("pub unsafe fn ") || line.starts_with("pub fn ");
        if module.is_empty() || !(wrapper || native) {
            out += line;
        } else if wrapper {
            out += &format!("{} unimplemented }}", line);
            skip = true;
        } else if line.starts_with("pub unsafe extern") {
            skip = true;
        } else if matches!(line, "}" | "    use super::Limbs;") || line.starts_with("pub mod") {
            out += line;
        }
        out.push('\n');
    }
    out
}

/// The result of a chain for `a`, read line by line: nothing of the checker's.
fn run_chain(text: &str, name: &str, a: &BigUint, p: &BigUint) -> Option<BigUint> {
    let head = format!("pub fn {name}(");
    let lines = text.lines().skip_while(|l| !l.starts_with(&head)).skip(1);
    let mut values: BTreeMap<String, BigUint> = BTreeMap::new();
    let statements: String = lines.take_while(|l| *l != "}").collect();
    for s in statements.split(';') {
        let s: String = s.split_whitespace().collect::<Vec<_>>().join(" ");
        let Some(s) = s.strip_prefix("let ") else {
            return values.get(s.trim()).cloned();
        };
        let (target, value) = s.split_once(" = ")?;
        let value = if value == "*a" {
            a.clone()
        } else {
            let (call, arguments) = value.strip_suffix(')')?.split_once('(')?;
            let (x, y) = arguments.split_once(',')?;
            let get = |x: &str| values.get(x.trim().strip_prefix('&')?);
            match call {
                "mul_outlined" => get(x)? * get(y)? % p,
                "sqr_n_outlined" => {
                    let n: u32 = y.trim().parse().ok()?;
                    (0..n).fold(get(x)?.clone(), |x, _| &x * &x % p)
                }
                _ => return None,
            }
        };
        values.insert(target.to_string(), value);
    }
    None
}

/// Constants, helpers, dispatch, loops, sums (of more than `dots` terms: composed) and chains of one field, changed once at a time.
fn frame_mutants(field: &str, dots: u8, wanted: usize, seed: u64) -> Count {
    let spec = spec_of(field);
    let plan = Plan::for_spec(&spec).unwrap();
    let whole = match dots {
        8 => text_of(&spec.name),
        _ => {
            let mut options = crate::generate::options(field);
            options.dots = dots;
            crate::target::module::module(&spec, &options).unwrap().text
        }
    };
    let text = outline(&whole);
    let original = Source::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let claim = Claim::new(&original, &spec, &plan, "crate::tier").unwrap();
    claim.check(&original).unwrap();
    let signatures = |s: &Source| -> Vec<String> {
        let each = s.portable.iter();
        each.map(|(_, f)| tokens::line(&f.sig)).collect()
    };
    let known = signatures(&original);
    let original_texts = texts(&text);
    let pieces = pieces(&text);
    let mut rng = Rng(seed);
    let mut count = Count::default();
    while count.form + count.same < wanted {
        proc_macro2::extra::invalidate_current_thread_spans();
        let Some((mutant, file)) = mutate(&text, &original_texts, &pieces, &mut rng) else {
            continue;
        };
        // Bodies that were left out are not what is asked about.
        let kernels = |t: &str| t.matches("unimplemented").count();
        if kernels(&mutant) != kernels(&text) {
            continue;
        }
        let accepted = Source::of(file).and_then(|s| {
            // The lifter compares these with the shapes.
            if signatures(&s) != known {
                return Err(LiftError::missing("another signature"));
            }
            claim.check(&s)
        });
        if accepted.is_err() {
            count.form += 1;
            continue;
        }
        for name in ["sqrt_chain", "inv_chain"] {
            for _ in 0..20 {
                let a = rng.number(&(&spec.modulus - 1u8));
                let run = |t: &str| run_chain(t, name, &a, &spec.modulus).unwrap();
                assert_eq!(run(&mutant), run(&text), "{field} {name}\n{mutant}");
            }
        }
        // Nothing but a chain has two forms; the order of items means nothing.
        let rest = |t: &str| {
            let other = |l: &&str| !l.contains("_outlined(&t");
            let mut lines: Vec<String> = t.lines().filter(other).map(String::from).collect();
            lines.sort();
            lines
        };
        let changed = rest(&mutant)
            .into_iter()
            .zip(rest(&text))
            .find(|(m, t)| m != t);
        assert_eq!(changed, None, "{field}");
        count.same += 1;
    }
    count
}

#[test]
fn changed_frames_are_refused_or_mean_the_same() {
    let fields = [
        ("babybear", 8, 200),
        ("mersenne31", 1, 200),
        ("bn254:fp", 8, 300),
        ("secp256k1:fp", 3, 200),
    ];
    let counts = parallel(fields.len(), |i| {
        let (field, dots, n) = fields[i];
        (field, frame_mutants(field, dots, n, 0x5eed_3001 + i as u64))
    });
    println!("{counts:?}");
    for (field, c) in counts {
        assert!(c.same * 5 < c.form, "{field}: {c:?}");
    }
}
