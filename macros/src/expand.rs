//! From an invocation of `field!` to the type.

use crate::error::Error;
use crate::input::{Input, Macro, Value};
use fieldc_compiler::spec::{Place, Spec, SpecError, expr, names};
use fieldc_compiler::target::module::{ModuleError, Options, module};
use proc_macro::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

/// `field!`.
pub const FIELD: Macro = Macro {
    name: "field",
    keys: &[
        "modulus",
        "generator",
        "root_of_unity",
        "uniform",
        "lazy",
        "crate",
    ],
    many: false,
};

/// Sums of more products than this are composed. The type has no such sums, and their certificates would cost the most.
const DOTS: u8 = 1;

/// A byte string of this length is accepted for uniform elements where it is long enough and nothing else is asked for.
const UNIFORM: u64 = 64;

/// The longest byte string for uniform elements.
const MAX_UNIFORM: u64 = 1 << 16;

/// ```text
/// mod __fieldc_NAME {
///     crate::field_type! {
///         attributes pub struct NAME;
///         kernels = { use crate::tier as fieldc_tier; the kernel module };
///         limbs = type;
///         uniform = [lengths];
///     }
/// }
/// visibility use __fieldc_NAME::NAME;
/// ```
///
/// In a module of its own the type sees none of the user's names, its field is out of the user's reach, and a name that is taken is an error
/// at the name and not one for each of its traits.
pub fn expand(input: &Input) -> Result<TokenStream, Error> {
    let spec = spec(input)?;
    let uniform = uniform(input, spec.modulus.bits())?;
    let options = Options {
        tier: "fieldc_tier".into(),
        command: "field!".into(),
        native: true,
        dots: DOTS,
        fp2: false,
    };
    let module = module(&spec, &options).map_err(|e| match e {
        ModuleError::Spec(e) => spec_error(input, e),
        e => Error::at(
            input.first.name.span(),
            format!("{e}; this modulus shows a defect of fieldc, please report it"),
        ),
    })?;

    let mut kernels = code("use")?;
    kernels.extend(input.krate.clone());
    kernels.extend(code("::tier as fieldc_tier;")?);
    kernels.extend(code(&module.text)?);

    let name = || TokenTree::Ident(input.first.name.clone());
    let mut body = input.first.attributes.clone();
    body.extend(code("pub struct")?);
    body.extend([name()]);
    body.extend(code("; kernels =")?);
    body.extend([group(Delimiter::Brace, kernels)]);
    body.extend(code(&format!(
        "; limbs = {}; uniform = {uniform:?};",
        module.limbs
    ))?);

    let mut inner = input.krate.clone();
    inner.extend(code("::field_type!")?);
    inner.extend([group(Delimiter::Brace, body)]);

    let plain = input.first.name.to_string();
    let plain = plain.strip_prefix("r#").unwrap_or(&plain);
    let module = || {
        TokenTree::Ident(Ident::new(
            &format!("__fieldc_{plain}"),
            input.first.name.span(),
        ))
    };
    // rustc shows a taken name by the span of the whole item: make it the user's token.
    let at_name = |mut t: TokenTree| {
        t.set_span(input.first.name.span());
        t
    };
    let mut out = code("#[doc(hidden)] #[allow(non_snake_case, unreachable_pub)]")?;
    out.extend(code("mod")?.into_iter().map(at_name));
    out.extend([module(), at_name(group(Delimiter::Brace, inner))]);
    out.extend(code("#[allow(unused_imports)]")?);
    out.extend(input.first.visibility.clone());
    out.extend(code("use")?);
    out.extend([module()]);
    out.extend(code("::")?);
    out.extend([name()]);
    out.extend(code(";")?);
    Ok(out)
}

pub fn group(delimiter: Delimiter, stream: TokenStream) -> TokenTree {
    TokenTree::Group(Group::new(delimiter, stream))
}

/// Tokens of our own text.
pub fn code(text: &str) -> Result<TokenStream, Error> {
    text.parse().map_err(|e| {
        Error::at(
            Span::call_site(),
            format!("the emitted code is not Rust: {e}"),
        )
    })
}

fn spec(input: &Input) -> Result<Spec, Error> {
    let integer = |value: &Value, place: Place| {
        let text = value.text();
        expr::parse_at(&text.text, place).map_err(|e| text.error(e.span.clone(), message(&e)))
    };
    let Some(modulus) = input.option("modulus") else {
        return Err(Error::at(
            input.first.name.span(),
            "the modulus is missing; add an option such as `modulus = 2^255 - 19;`",
        ));
    };
    // The name is the user's business: it may be any identifier of Rust.
    let mut spec = match standard(modulus)? {
        Some(standard) => Spec {
            name: "field".into(),
            // A root of the user's own need not belong to the usual generator.
            generator: standard
                .generator
                .filter(|_| input.option("root_of_unity").is_none()),
            ..standard
        },
        None => Spec::new("field", integer(modulus, Place::Modulus)?),
    };
    if let Some(value) = input.option("generator") {
        spec.generator = Some(integer(value, Place::Generator)?);
    }
    if let Some(value) = input.option("root_of_unity") {
        spec.root_of_unity = Some(integer(value, Place::RootOfUnity)?);
    }
    if let Some(value) = input.option("lazy") {
        spec.lazy = match value.text().text.trim() {
            "true" => true,
            "false" => false,
            _ => return Err(value.error("lazy: must be `true` or `false`")),
        };
    }
    Ok(spec)
}

/// The standard field whose name, in quotes, is the modulus; none if it begins as an expression does.
pub fn standard(modulus: &Value) -> Result<Option<Spec>, Error> {
    let Some(text) = modulus.quoted() else {
        return Ok(None);
    };
    if !text.trim().starts_with(|c: char| c.is_alphabetic()) {
        return Ok(None);
    }
    let resolved = match names::find(&text) {
        Some(standard) => standard.spec(),
        None => {
            let known: Vec<&str> = names::STANDARD.iter().map(|s| s.name).collect();
            let known = known.join(", ");
            return Err(modulus.error(format!(
                "modulus: no standard field has this name; expected one of {known}, or an expression such as `2^255 - 19`"
            )));
        }
    };
    resolved.map(Some).map_err(|e| modulus.error(message(&e)))
}

/// The place is said by the underlined tokens, but a reader of a log may not see them.
pub fn message(e: &SpecError) -> String {
    format!("{}: {}", e.place, e.problem)
}

fn spec_error(input: &Input, e: SpecError) -> Error {
    let key = match e.place {
        Place::Generator => "generator",
        Place::RootOfUnity => "root_of_unity",
        _ => "modulus",
    };
    match input.option(key) {
        Some(value) => value.error(message(&e)),
        None => Error::at(input.first.name.span(), message(&e)),
    }
}

/// The lengths in bytes from which uniform elements are made: each at least 128 bits longer than the modulus.
fn uniform(input: &Input, bits: u64) -> Result<Vec<u64>, Error> {
    let least = (bits + 128).div_ceil(8);
    let Some(value) = input.option("uniform") else {
        return Ok(vec![UNIFORM.max(least)]);
    };
    let shape = "uniform: expected a list of lengths in bytes, such as `[64, 96]`";
    let [TokenTree::Group(list)] = value.tokens.as_slice() else {
        return Err(value.error(shape));
    };
    if list.delimiter() != Delimiter::Bracket {
        return Err(value.error(shape));
    }
    let mut lengths = vec![];
    for (i, token) in list.stream().into_iter().enumerate() {
        let text = token.to_string();
        match (i % 2, text.parse::<u64>()) {
            (1, _) if text == "," => continue,
            (0, Ok(length)) if length < least => {
                let what = format!(
                    "uniform: {length} bytes are too short; for elements close to uniform take at least {least}: the bits of the modulus and 128 more"
                );
                return Err(Error::at(token.span(), what));
            }
            (0, Ok(length)) if length > MAX_UNIFORM => {
                let what = format!("uniform: more than {MAX_UNIFORM} bytes; use a smaller length");
                return Err(Error::at(token.span(), what));
            }
            (0, Ok(length)) if lengths.contains(&length) => {
                return Err(Error::at(
                    token.span(),
                    "uniform: this length is given twice",
                ));
            }
            (0, Ok(length)) => lengths.push(length),
            _ => return Err(Error::at(token.span(), shape)),
        }
    }
    Ok(lengths)
}
