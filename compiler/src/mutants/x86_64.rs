//! Mutants of native kernels.

use super::{Tally, judge};
use crate::adversarial::Random;
use crate::lift::native::Native;
use crate::lift::x86_64::{Entry, Input};

/// One change.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// What was changed, with the line.
    pub what: String,
    /// The changed function.
    pub native: Native,
}

/// What another instruction of the same shape a mnemonic may turn into.
const OTHERS: &[(&str, &[&str])] = &[
    ("add", &["adc", "sub", "adox"]),
    ("adc", &["add", "sbb", "adcx", "adox"]),
    ("sub", &["sbb", "add"]),
    ("sbb", &["sub", "adc"]),
    ("adcx", &["adox", "adc", "add"]),
    ("adox", &["adcx", "adc"]),
    ("cmp", &["test", "sub"]),
    ("test", &["cmp", "and"]),
    ("xor", &["or", "and", "test"]),
    ("and", &["or", "xor"]),
    ("or", &["and", "xor"]),
    ("cmovc", &["cmovnc", "cmovz", "mov"]),
    ("cmovnc", &["cmovc", "cmovnz", "mov"]),
    ("cmovz", &["cmovnz", "cmovc"]),
    ("cmovnz", &["cmovz", "cmovnc"]),
    ("mov", &["add", "xor"]),
    ("imul", &["add", "adc"]),
    ("shl", &["shr"]),
    ("shr", &["shl"]),
    ("shlx", &["shrx"]),
    ("shrx", &["shlx"]),
    ("shld", &["shrd"]),
    ("shrd", &["shld"]),
    ("neg", &["not", "inc"]),
    ("not", &["neg"]),
    ("inc", &["dec"]),
    ("dec", &["inc"]),
    ("setc", &["setnc"]),
    ("stc", &["clc", "cmc"]),
    ("clc", &["stc"]),
    ("push", &["pop"]),
    ("pop", &["push"]),
];

/// Every single change: each instruction deleted, doubled, exchanged with the next, given another mnemonic; each register replaced by
/// each of three others; each distance and constant moved; each word of the pool changed; each operand of an `asm!` block changed.
pub fn all(native: &Native) -> Vec<Mutant> {
    let mut out = vec![];
    let lines = &native.listing.lines;
    for (i, (number, text)) in lines.iter().enumerate() {
        let mut push = |what: &str, edit: &dyn Fn(&mut Vec<(usize, String)>)| {
            let mut native = native.clone();
            edit(&mut native.listing.lines);
            let what = format!("line {number} `{text}`: {what}");
            out.push(Mutant { what, native });
        };
        push("deleted", &|l| {
            l.remove(i);
        });
        push("twice", &|l| l.insert(i, l[i].clone()));
        if i + 1 < lines.len() {
            push("after the next", &|l| l.swap(i, i + 1));
        }
        for changed in variants(text, i) {
            push(&changed, &|l| l[i].1.clone_from(&changed));
        }
    }
    pool(native, &mut out);
    block(native, &mut out);
    out
}

/// Other texts for one line.
fn variants(text: &str, at: usize) -> Vec<String> {
    let (mnemonic, rest) = text.split_once(' ').unwrap_or((text, ""));
    let operands: Vec<&str> = rest.split(", ").filter(|o| !o.is_empty()).collect();
    let mut out = vec![];
    let others = OTHERS.iter().find(|(m, _)| *m == mnemonic);
    for other in others.map_or(&[][..], |(_, o)| o) {
        out.push(format!("{other} {rest}").trim_end().to_string());
    }
    for i in 0..operands.len() {
        let with = |operand: String| {
            let mut o: Vec<String> = operands.iter().map(|s| s.to_string()).collect();
            o[i] = operand;
            format!("{mnemonic} {}", o.join(", "))
        };
        out.extend(operand_variants(operands[i], at + i).into_iter().map(with));
        if i + 1 < operands.len() {
            let mut o = operands.clone();
            o.swap(i, i + 1);
            out.push(format!("{mnemonic} {}", o.join(", ")));
        }
    }
    out.retain(|v| v != text);
    out
}

const WIDE: [&str; 15] = [
    "rax", "rcx", "rdx", "rbx", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14",
    "r15",
];

/// Three other registers, which vary with the place.
fn registers(name: &str, at: usize) -> Vec<&'static str> {
    let Some(i) = WIDE.iter().position(|r| *r == name) else {
        return vec![];
    };
    [1, 5 + at % 4, 10 + at % 5]
        .iter()
        .map(|d| WIDE[(i + d) % WIDE.len()])
        .filter(|r| *r != name)
        .collect()
}

fn operand_variants(o: &str, at: usize) -> Vec<String> {
    if let Ok(i) = o.parse::<i64>() {
        return vec![
            (i + 1).to_string(),
            (i - 1).to_string(),
            (i ^ 16).to_string(),
        ];
    }
    if let Some(n) = o.strip_prefix("xmm").and_then(|n| n.parse::<usize>().ok()) {
        return vec![format!("xmm{}", (n + 1) % 16), format!("xmm{}", n ^ 1)];
    }
    let Some((size, inside)) = o.split_once('[') else {
        return registers(o, at).into_iter().map(String::from).collect();
    };
    let inside = inside.trim_end_matches(']');
    let mut terms: Vec<&str> = inside.split(" + ").collect();
    let disp = terms.last().and_then(|t| t.parse::<i64>().ok());
    if disp.is_some() {
        terms.pop();
    }
    let disp = disp.unwrap_or(0);
    let base = terms.join(" + ");
    let mut out: Vec<String> = [8, -8, 16, 1]
        .iter()
        .map(|d| match disp + d {
            0 => format!("{size}[{base}]"),
            d if d < 0 => format!("{size}[{base} - {}]", -d),
            d => format!("{size}[{base} + {d}]"),
        })
        .collect();
    for other in registers(terms[0], at) {
        out.push(o.replacen(terms[0], other, 1));
    }
    out
}

/// Changes of constants.
fn pool(native: &Native, out: &mut Vec<Mutant>) {
    let Some((name, words)) = &native.listing.pool else {
        return;
    };
    for (i, word) in words.iter().enumerate() {
        let mut random = Random(*word ^ i as u64);
        for changed in [
            word.wrapping_add(1),
            word.wrapping_sub(1),
            word ^ 1 << random.below(64),
            !word,
            0,
        ] {
            if changed == *word {
                continue;
            }
            let mut native = native.clone();
            if let Some((_, w)) = &mut native.listing.pool {
                w[i] = changed;
            }
            out.push(Mutant {
                what: format!("constant {i} of {name}: {changed:#x}"),
                native,
            });
        }
    }
}

/// Changes of the operands of a block.
fn block(native: &Native, out: &mut Vec<Mutant>) {
    let Entry::Inline(b) = &native.entry else {
        return;
    };
    let mut push = |what: String, edit: &dyn Fn(&mut crate::lift::x86_64::Block)| {
        let mut native = native.clone();
        if let Entry::Inline(b) = &mut native.entry {
            edit(b);
        }
        out.push(Mutant { what, native });
    };
    for i in 0..b.inputs.len() {
        push(format!("input {i} left out"), &|b| {
            b.inputs.remove(i);
        });
        push(format!("input {i}: another limb"), &|b| {
            if let Input::Limb { limb, .. } = &mut b.inputs[i].1 {
                *limb += 1;
            } else {
                b.inputs[i].1 = Input::Limb { group: 0, limb: 0 };
            }
        });
        if i + 1 < b.inputs.len() {
            push(format!("inputs {i} and {} exchanged", i + 1), &|b| {
                let kept = b.inputs[i].1;
                b.inputs[i].1 = b.inputs[i + 1].1;
                b.inputs[i + 1].1 = kept;
            });
        }
    }
    for i in 1..b.outputs.len() {
        push(format!("outputs {} and {i} exchanged", i - 1), &|b| {
            b.outputs.swap(i - 1, i);
        });
    }
    for r in b.written.clone() {
        push(format!("register {r} not declared as written"), &|b| {
            b.written.remove(&r);
        });
    }
    if b.spill > 0 {
        push("less spill space".into(), &|b| b.spill -= 1);
    }
}

/// Tries mutants of a function: all, or about this many chosen by a fixed rule.
pub fn tally(native: &Native, sample: Option<usize>) -> Tally {
    let mutants = all(native);
    let step = match sample {
        Some(n) => mutants.len().div_ceil(n.max(1)).max(1),
        None => 1,
    };
    let mut random = Random(1);
    // Where the sample begins depends on the function, so that different functions show different changes.
    let offset = native
        .symbol()
        .bytes()
        .fold(native.listing.lines.len(), |h, b| h * 31 % 997 + b as usize)
        % step;
    let mut tally = Tally::default();
    for m in mutants.iter().skip(offset).step_by(step) {
        let lifted = m.native.lift().ok();
        let f = lifted.as_ref().map(|l| &l.function);
        let verdict = judge(f, &native.claim.contract, &mut random);
        tally.count(&format!("{}: {}", native.symbol(), m.what), verdict);
    }
    tally
}
