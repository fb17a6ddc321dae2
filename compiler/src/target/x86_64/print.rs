//! Emitted code as Rust source: `asm!` blocks and naked functions.

use super::emit::{EmitError, Emitted, Form, Operand, POOL, emit};
use super::isa::Reg;
use crate::limb_ir::Function;
use crate::target::groups;
use crate::target::portable::{Signature, is_scalar, signature};
use std::fmt::Write;

/// The largest element, in limbs, whose products are put inline.
pub const INLINE_LIMBS: usize = 6;

/// Prints the native form of one kernel: `pub unsafe fn NAME` with the Rust signature, which is an `asm!` block where `inline`
/// is asked for and fits, and else calls the naked function `NAME_call`, which is always printed.
pub fn kernel(f: &Function, name: &str, limbs: usize, inline: bool) -> Result<String, EmitError> {
    let sig = signature(f, limbs);
    let call = emit(f, Form::OutOfLine)?;
    let mut s = naked(f, name, &sig, &call);
    let block = inline
        .then(|| {
            [Form::InlineRegisters, Form::Inline, Form::InlinePointers]
                .into_iter()
                .find_map(|form| emit(f, form).ok())
        })
        .flatten();
    s += &match block {
        Some(e) => asm_block(f, name, limbs, &sig, &e),
        None => wrapper(f, name, &sig),
    };
    Ok(s)
}

fn pool(name: &str, e: &Emitted) -> (String, String) {
    if !uses_pool(e) {
        return (String::new(), String::new());
    }
    let constant = format!("{}_CONSTS", name.to_uppercase());
    let words: Vec<String> = e.pool.iter().map(|w| format!("{w:#x}")).collect();
    (
        format!(
            "static {constant}: [u64; {}] = [{}];\n",
            words.len(),
            words.join(", ")
        ),
        constant,
    )
}

fn lines(e: &Emitted) -> String {
    e.insns.iter().fold(String::new(), |mut s, i| {
        let _ = writeln!(s, "        \"{i}\",");
        s
    })
}

fn uses_pool(e: &Emitted) -> bool {
    e.insns.iter().any(|i| i.to_string().contains(POOL))
}

fn naked(f: &Function, name: &str, sig: &Signature, e: &Emitted) -> String {
    let (constants, constant) = pool(&format!("{name}_call"), e);
    let sym = if uses_pool(e) {
        format!("        consts = sym {constant},\n")
    } else {
        String::new()
    };
    let mut body = lines(e);
    let signature = if sig.in_memory() {
        // System V: the place of a result in memory comes first, and is returned.
        assert!(!e.written.contains(Reg::Rdi), "the pointer is still there");
        let end = body.len() - "        \"ret\",\n".len();
        body.insert_str(end, "        \"mov rax, rdi\",\n");
        format!("{name}_call({}) -> {}", sig.parameters(), sig.result)
    } else {
        let arguments: String = groups(f)
            .iter()
            .map(|(g, _)| format!(", {g}: *const u64"))
            .collect();
        format!("{name}_call(out: *mut u64{arguments})")
    };
    let what = if sig.in_memory() {
        "/// Out of line.\n///\n/// # Safety\n/// BMI2 and ADX.\n"
    } else {
        "/// Out of line: `out` receives the result limbs and may be any of the operands.\n///\n/// # Safety\n/// BMI2 and ADX; every pointer valid for its limbs.\n"
    };
    format!(
        "{constants}{what}#[unsafe(naked)]\npub unsafe extern \"sysv64\" fn {signature} {{\n    core::arch::naked_asm!(\n{body}{sym}    )\n}}\n",
    )
}

/// The Rust expression of a pointer to a group.
fn pointer(f: &Function, group: usize) -> String {
    let (name, params) = &groups(f)[group];
    match (params.len(), is_scalar(name)) {
        (1, true) => format!("&raw const {name}"),
        (1, false) => format!("{name}.as_ptr()"),
        _ => format!("{name}.as_ptr().cast::<u64>()"),
    }
}

fn wrapper(f: &Function, name: &str, sig: &Signature) -> String {
    let pointers: String = (0..groups(f).len())
        .map(|g| format!(", {}", pointer(f, g)))
        .collect();
    if sig.in_memory() {
        return format!(
            "/// # Safety\n/// BMI2 and ADX.\n#[inline(always)]\npub unsafe fn {name}({}) -> {} {{\n    // SAFETY: the caller has the features.\n    \
             unsafe {{ {name}_call({}) }}\n}}\n",
            sig.parameters(),
            sig.result,
            sig.forward(),
        );
    }
    let (array, expression) = sig.array();
    format!(
        "/// # Safety\n/// BMI2 and ADX.\n#[inline(always)]\npub unsafe fn {name}({}) -> {} {{\n    let mut out = \
         core::mem::MaybeUninit::<{array}>::uninit();\n    // SAFETY: the pointers come from references to all limbs that the function reads and \
         writes, and it writes all limbs of `out`; the caller has the features.\n    let out = unsafe {{\n        \
         {name}_call(out.as_mut_ptr().cast::<u64>(){pointers});\n        out.assume_init()\n    }};\n    {expression}\n}}\n",
        sig.parameters(),
        sig.result,
    )
}

fn asm_block(f: &Function, name: &str, limbs: usize, sig: &Signature, e: &Emitted) -> String {
    let (constants, constant) = pool(name, e);
    let groups = groups(f);
    let total = e.results.len();
    // What goes in where; everything written that is not a result is a clobber.
    let mut inputs: Vec<(Reg, String)> = vec![];
    let mut vectors = String::new();
    let limb_of = |group: usize, limb: usize| {
        let (g, params) = &groups[group];
        let n = f.params[params[0]].limbs.len();
        match (params.len(), is_scalar(g)) {
            (1, true) => g.clone(),
            (1, false) => format!("{g}[{limb}]"),
            _ => format!("{g}[{}][{}]", limb / n, limb % n),
        }
    };
    for o in &e.operands {
        match o {
            Operand::Limb { group, limb, reg } => inputs.push((*reg, limb_of(*group, *limb))),
            Operand::Vector {
                group,
                limb,
                vector,
            } => {
                let _ = writeln!(
                    vectors,
                    "            in(\"xmm{vector}\") {},",
                    limb_of(*group, *limb)
                );
            }
            Operand::Pointer { group, reg } => inputs.push((*reg, pointer(f, *group))),
        }
    }
    if let Some(r) = e.scratch {
        inputs.push((r, "spill.as_mut_ptr()".into()));
    }
    let mut operands = vectors;
    for (reg, expression) in &inputs {
        let result = e.results.iter().position(|r| r == reg);
        let _ = match (result, e.written.contains(*reg)) {
            (Some(i), _) => writeln!(
                operands,
                "            inout(\"{reg}\") {expression} => o{i},"
            ),
            (None, true) => writeln!(operands, "            inout(\"{reg}\") {expression} => _,"),
            (None, false) => writeln!(operands, "            in(\"{reg}\") {expression},"),
        };
    }
    for reg in (e.written | e.results.iter().copied().collect()).iter() {
        if inputs.iter().any(|(r, _)| *r == reg) {
            continue;
        }
        let _ = match e.results.iter().position(|r| *r == reg) {
            Some(i) => writeln!(operands, "            out(\"{reg}\") o{i},"),
            None => writeln!(operands, "            out(\"{reg}\") _,"),
        };
    }
    if uses_pool(e) {
        let _ = writeln!(operands, "            consts = sym {constant},");
    }
    let spill = match e.scratch {
        Some(_) => format!(
            "    let mut spill = [const {{ core::mem::MaybeUninit::<u64>::uninit() }}; {}];\n",
            e.stack / 8
        ),
        None => String::new(),
    };
    let options = if e.scratch.is_some() {
        "nostack"
    } else {
        "pure, readonly, nostack"
    };
    let outs: Vec<String> = (0..total).map(|i| format!("o{i}")).collect();
    let declared = outs.iter().fold(String::new(), |mut s, o| {
        let _ = writeln!(s, "    let {o}: u64;");
        s
    });
    let body = lines(e).replace("        \"", "            \"");
    format!(
        "{constants}/// # Safety\n/// BMI2 and ADX.\n#[inline(always)]\npub unsafe fn {name}({}) -> {} {{\n{declared}{spill}    // SAFETY: reads the operands \
         through valid references and writes only the registers listed{}; the caller has the features.\n    unsafe {{\n        \
         core::arch::asm!(\n{body}{operands}            options({options}),\n        );\n    }}\n    {}\n}}\n",
        sig.parameters(),
        sig.result,
        if e.scratch.is_some() {
            " and `spill`"
        } else {
            ""
        },
        sig.pack(&outs, limbs),
    )
}
