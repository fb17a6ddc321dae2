//! From an invocation of `extension!` to a type a level.

use crate::curve::{MODULUS, is_modulus, limbs, prime, required};
use crate::error::Error;
use crate::expand::{code, group};
use crate::input::{Input, Macro, Type};
use fieldc_compiler::extension::{Level, Linear, Place, Spec};
use fieldc_compiler::target::portable::formula;
use num_bigint::BigUint;
use proc_macro::{Delimiter, TokenStream, TokenTree};

/// `extension!`.
pub const EXTENSION: Macro = Macro {
    name: "extension",
    keys: &["base", "modulus", "tower", "crate"],
    many: true,
};

/// ```text
/// attributes #[derive(…)] visibility struct NAME([base; n]);          a level each
/// const _: () = {
///     use crate::tower as fieldc_tower; …
///     type FieldcBase = base;
///     assertion about the field
///     mod fieldc_formulas { the formulas, generic in the field }
///     impl NAME { new, c0, c1, … }
///     impl fieldc_tower::Level<degree> for NAME { … }
///     crate::__extension_level! { … }
/// };
/// ```
pub fn expand(input: &Input) -> Result<TokenStream, Error> {
    let what = "the type of the prime field, such as `base = Fp;`";
    let base = required(input, "base", what)?;
    let modulus = prime(input, "modulus", MODULUS)?;
    let what = "the levels, such as `tower = \"u^2 = -5, v^3 = u\";`";
    let text = required(input, "tower", what)?.inner().text();
    let spec = Spec {
        modulus,
        tower: text.text.clone(),
    };
    let extension = spec.check().map_err(|e| match e.place {
        Place::Tower => text.error(e.span.clone(), format!("tower: {e}")),
        Place::Modulus => match input.option("modulus") {
            Some(value) => value.error(format!("modulus: {e}")),
            None => Error::at(input.first.name.span(), format!("modulus: {e}")),
        },
    })?;
    let types: Vec<&Type> = [&input.first].into_iter().chain(&input.others).collect();
    let count = extension.levels.len();
    if types.len() != count {
        let what = format!(
            "types: {}, levels: {count}; name a type for each level, from the bottom",
            types.len()
        );
        let last = types[types.len().min(count + 1) - 1];
        return Err(Error::at(last.name.span(), what));
    }
    for (i, of) in types.iter().enumerate() {
        let name = of.name.to_string();
        if types[..i].iter().any(|t| t.name.to_string() == name) {
            let what = format!("`{name}` is the type of a level below; choose another name");
            return Err(Error::at(of.name.span(), what));
        }
    }

    let mut out = TokenStream::new();
    for (of, level) in types.iter().zip(&extension.levels) {
        out.extend(of.attributes.clone());
        out.extend(code(
            "#[derive(::core::clone::Clone, ::core::marker::Copy)]",
        )?);
        out.extend(of.visibility.clone());
        out.extend(code("struct")?);
        out.extend([TokenTree::Ident(of.name.clone())]);
        let mut array: TokenStream = base.tokens.iter().cloned().collect();
        array.extend(code(&format!("; {}", level.coordinates()))?);
        let array = group(Delimiter::Bracket, array);
        out.extend([group(Delimiter::Parenthesis, array.into())]);
        out.extend(code(";")?);
    }
    let mut body = code("use")?;
    body.extend(input.krate.clone());
    body.extend(code("::tower as fieldc_tower; type FieldcBase =")?);
    body.extend(base.tokens.iter().cloned());
    body.extend(code(";")?);
    let what = "`modulus` is not the modulus of the type `base`";
    body.extend(code(&is_modulus("FieldcBase", &spec.modulus, what))?);

    body.extend(code("#[allow(unreachable_pub)] mod fieldc_formulas")?);
    let mut formulas = code("use")?;
    formulas.extend(input.krate.clone());
    formulas.extend(code("::tower::Element;")?);
    let frobenius: Vec<Vec<Linear>> = (1..=count).map(|l| extension.frobenius(l)).collect();
    for level in 1..=count {
        let linear = frobenius[level - 1].iter().map(|l| &l.function);
        for f in extension.formulas(level).iter().chain(linear) {
            formulas.extend(code(&format!(
                "#[inline] {}",
                formula::function(f, "Element")
            ))?);
        }
    }
    body.extend([group(Delimiter::Brace, formulas)]);

    for (i, level) in extension.levels.iter().enumerate() {
        let printed = Printed {
            modulus: &spec.modulus,
            level,
            frobenius: &frobenius[i],
            number: i + 1,
            name: types[i].name.to_string(),
            below: match i {
                0 => "FieldcBase".to_string(),
                i => types[i - 1].name.to_string(),
            },
        };
        body.extend(code(&printed.items())?);
        for lower in &types[..i] {
            body.extend(code(&printed.from(&lower.name.to_string()))?);
        }
        body.extend(input.krate.clone());
        body.extend(code("::__extension_level!")?);
        body.extend([group(Delimiter::Brace, code(&printed.arguments())?)]);
    }
    out.extend(code("#[allow(long_running_const_eval)] const _: () =")?);
    out.extend([group(Delimiter::Brace, body)]);
    out.extend(code(";")?);
    Ok(out)
}

/// What is printed of a level.
struct Printed<'a> {
    modulus: &'a BigUint,
    level: &'a Level,
    frobenius: &'a [Linear],
    /// Counted from 1.
    number: usize,
    name: String,
    below: String,
}

impl Printed<'_> {
    /// Coordinates of an element below as that element.
    fn element_below(&self, from: usize) -> String {
        match self.level.below {
            1 => format!("self.0[{from}]"),
            n => {
                let list: Vec<String> = (from..from + n).map(|i| format!("self.0[{i}]")).collect();
                format!("{}([{}])", self.below, list.join(", "))
            }
        }
    }

    /// A constant of the prime field.
    fn constant(&self, c: &BigUint) -> String {
        format!("FieldcBase::from_raw({})", limbs(c, self.modulus))
    }

    fn items(&self) -> String {
        let Printed {
            level,
            name,
            below,
            number,
            ..
        } = self;
        let (degree, n, m, root) = (level.degree, level.coordinates(), level.below, &level.root);
        let parts: Vec<String> = (0..degree).map(|i| format!("c{i}")).collect();
        let power = |i: usize| match i {
            0 => "1".to_string(),
            1 => format!("`{root}`"),
            i => format!("`{root}^{i}`"),
        };
        let flat: Vec<String> = match m {
            1 => parts.clone(),
            m => parts
                .iter()
                .flat_map(|c| (0..m).map(move |i| format!("{c}.0[{i}]")))
                .collect(),
        };
        let getters: String = (0..degree)
            .map(|i| {
                format!(
                    "/// The coefficient of {}.\n#[inline] pub const fn c{i}(&self) -> {below} {{ {} }}\n",
                    power(i),
                    self.element_below(i * m)
                )
            })
            .collect();
        let sum: Vec<String> = (0..degree)
            .map(|i| match i {
                0 => "c0".to_string(),
                1 => format!("c1 {root}"),
                i => format!("c{i} {root}^{i}"),
            })
            .collect();
        let arguments: Vec<String> = parts.iter().map(|c| format!("{c}: {below}")).collect();
        let calls: Vec<String> = parts.iter().map(|c| format!("self.{c}()")).collect();
        // A parameter or a result of one element is no array.
        let argument = if m == 1 { "x" } else { "&x.0" };
        let wrapped = |e: &str| match m {
            1 => e.to_string(),
            _ => format!("{below}({e})"),
        };
        let frobenius: String = self
            .frobenius
            .iter()
            .enumerate()
            .map(|(i, linear)| {
                let list: Vec<String> = linear.constants.iter().map(|c| self.constant(c)).collect();
                let count = list.len();
                let constants = match count {
                    0 => String::new(),
                    1 => format!(", const {{ &{} }}", list[0]),
                    _ => format!(
                        ", {{ const C: [FieldcBase; {count}] = [{}]; &C }}",
                        list.join(", ")
                    ),
                };
                let f = &linear.function.name;
                format!(
                    "{} => {name}(fieldc_formulas::{f}(&self.0{constants})),\n",
                    i + 1
                )
            })
            .collect();
        let non_square: Vec<String> = level.non_square.iter().map(|c| self.constant(c)).collect();
        format!(
            "impl {name} {{
                /// The degree over the prime field.
                pub const DEGREE: usize = {n};
                /// `{}`
                pub const fn new({}) -> Self {{ {name}([{}]) }}
                {getters}
                #[inline]
                fn fieldc_mul(&self, b: &Self) -> Self {{ {name}(fieldc_formulas::mul_{number}(&self.0, &b.0)) }}
                #[inline]
                fn fieldc_square(&self) -> Self {{ {name}(fieldc_formulas::sqr_{number}(&self.0)) }}
            }}
            impl fieldc_tower::Level<{degree}> for {name} {{
                type Base = FieldcBase;
                type Below = {below};
                const BELOW_DEGREE: u32 = {m};
                const NON_SQUARE: Self = {name}([{}]);
                fn from_parts([{}]: [{below}; {degree}]) -> Self {{ {name}::new({}) }}
                fn parts(&self) -> [{below}; {degree}] {{ [{}] }}
                fn times_non_residue(x: &{below}) -> {below} {{ {} }}
                fn adjugate(&self) -> (Self, {below}) {{
                    let (adjugate, norm) = fieldc_formulas::adjugate_{number}(&self.0);
                    ({name}(adjugate), {})
                }}
                fn frobenius(&self, k: u32) -> Self {{
                    match k % {n} {{
                        {frobenius}
                        _ => *self,
                    }}
                }}
            }}",
            sum.join(" + "),
            arguments.join(", "),
            flat.join(", "),
            non_square.join(", "),
            parts.join(", "),
            parts.join(", "),
            calls.join(", "),
            wrapped(&format!("fieldc_formulas::non_residue_{number}({argument})")),
            wrapped("norm"),
        )
    }

    /// From an element of a level below.
    fn from(&self, lower: &str) -> String {
        let name = &self.name;
        format!(
            "impl ::core::convert::From<{lower}> for {name} {{
                fn from(c: {lower}) -> Self {{
                    let mut out = Self::ZERO;
                    out.0[..{lower}::DEGREE].copy_from_slice(&c.0);
                    out
                }}
            }}"
        )
    }

    fn arguments(&self) -> String {
        let Printed {
            level, name, below, ..
        } = self;
        format!(
            "[{}] {name} over FieldcBase, {below}, &{:?}",
            level.degree, level.basis
        )
    }
}
