//! From an invocation of `curve!` to the type.

use crate::error::Error;
use crate::expand::{code, group, standard};
use crate::input::{Input, Macro, Value};
use fieldc_compiler::curve::{Curve, Endomorphism, Place, Spec};
use fieldc_compiler::spec::{self, expr};
use num_bigint::{BigInt, BigUint, Sign};
use proc_macro::{Delimiter, TokenStream, TokenTree};

/// `curve!`.
pub const CURVE: Macro = Macro {
    name: "curve",
    keys: &[
        "base",
        "scalar",
        "modulus",
        "order",
        "a",
        "b",
        "generator",
        "cofactor",
        "crate",
    ],
    many: false,
};

/// Factors up to this are made of additions.
const SMALL: u8 = 64;

/// ```text
/// attributes #[derive(…)] visibility struct NAME;
/// const _: () = {
///     use crate::curve as fieldc_curve; use crate::…;
///     assertions about the fields
///     impl fieldc_curve::Weierstrass for NAME { … }
/// };
/// ```
pub fn expand(input: &Input) -> Result<TokenStream, Error> {
    let base = required(
        input,
        "base",
        "the type of the coordinates, such as `base = Fp;`",
    )?;
    let scalar = required(
        input,
        "scalar",
        "the type of the scalars, such as `scalar = Fr;`",
    )?;
    let spec = read(input)?;
    let curve = spec.check().map_err(|e| {
        let key = match e.place {
            Place::Modulus => "modulus",
            Place::Order => "order",
            Place::A => "a",
            Place::B => "b",
            Place::Generator => "generator",
            Place::Cofactor => "cofactor",
        };
        let what = format!("{key}: {e}");
        match input.option(key) {
            Some(value) => value.error(what),
            None => Error::at(input.first.name.span(), what),
        }
    })?;

    let mut body = TokenStream::new();
    for (path, name) in [
        ("::curve", "fieldc_curve"),
        ("::tower::Element", "FieldcElement"),
        ("::__private::subtle::Choice", "FieldcChoice"),
    ] {
        body.extend(code("#[allow(unused_imports)] use")?);
        body.extend(input.krate.clone());
        body.extend(code(&format!("{path} as {name};"))?);
    }
    for (name, value) in [("FieldcBase", base), ("FieldcScalar", scalar)] {
        body.extend(code(&format!("type {name} ="))?);
        body.extend(value.tokens.iter().cloned());
        body.extend(code(";")?);
    }
    let fields = [
        (
            "FieldcBase",
            &curve.spec.modulus,
            "`modulus` is not the modulus of the type `base`",
        ),
        (
            "FieldcScalar",
            &curve.spec.order,
            "`order` is not the modulus of the type `scalar`",
        ),
    ];
    for (name, modulus, what) in fields {
        body.extend(code(&is_modulus(name, modulus, what))?);
    }
    body.extend(code("impl fieldc_curve::Weierstrass for")?);
    body.extend([TokenTree::Ident(input.first.name.clone())]);
    body.extend([group(Delimiter::Brace, code(&items(&curve))?)]);

    let mut out = input.first.attributes.clone();
    out.extend(code("#[derive(Clone, Copy, Debug, PartialEq, Eq)]")?);
    out.extend(input.first.visibility.clone());
    out.extend(code("struct")?);
    out.extend([TokenTree::Ident(input.first.name.clone())]);
    out.extend(code("; const _: () =")?);
    out.extend([group(Delimiter::Brace, body)]);
    out.extend(code(";")?);
    Ok(out)
}

/// The assertion that a field has a modulus.
pub fn is_modulus(name: &str, modulus: &BigUint, what: &str) -> String {
    format!(
        "const _: () = {{
            let (is, said) = ({name}::MODULUS, {});
            ::core::assert!(is.len() == said.len(), {what:?});
            let mut i = 0;
            while i < said.len() {{ ::core::assert!(is[i] == said[i], {what:?}); i += 1; }}
        }};",
        limbs(modulus, modulus)
    )
}

pub fn required<'a>(input: &'a Input, key: &str, what: &str) -> Result<&'a Value, Error> {
    input.option(key).ok_or_else(|| {
        let what = format!("`{key}` is missing: {what}");
        Error::at(input.first.name.span(), what)
    })
}

fn read(input: &Input) -> Result<Spec, Error> {
    let modulus = prime(input, "modulus", MODULUS)?;
    spec::check_modulus(&modulus, spec::MAX_FIELD_BITS).map_err(|e| {
        let what = format!("modulus: {}", e.problem);
        match input.option("modulus") {
            Some(value) => value.error(what),
            None => Error::at(input.first.name.span(), what),
        }
    })?;
    let order = prime(
        input,
        "order",
        "that of the generator, the modulus of `scalar`",
    )?;
    let coefficient = |key: &str| {
        let value = required(input, key, "an integer, such as `a = -3;`")?;
        signed(value, &modulus)
    };
    let (a, b) = (coefficient("a")?, coefficient("b")?);
    let shape = "generator: expected coordinates, such as `(1, 2)`";
    let value = required(
        input,
        "generator",
        "coordinates, such as `generator = (1, 2);`",
    )?;
    let [TokenTree::Group(pair)] = value.tokens.as_slice() else {
        return Err(value.error(shape));
    };
    let tokens: Vec<TokenTree> = pair.stream().into_iter().collect();
    let comma = |t: &TokenTree| matches!(t, TokenTree::Punct(p) if p.as_char() == ',');
    let mut coordinates: Vec<&[TokenTree]> = tokens.split(comma).collect();
    // A comma after the last.
    if coordinates.len() == 3 && coordinates[2].is_empty() {
        coordinates.pop();
    }
    let [x, y] = coordinates.as_slice() else {
        return Err(value.error(shape));
    };
    let coordinate = |tokens: &[TokenTree]| {
        if tokens.is_empty() {
            return Err(value.error(shape));
        }
        let of = Value {
            key: value.key.clone(),
            tokens: tokens.to_vec(),
        };
        signed(&of, &modulus)
    };
    let generator = (coordinate(x)?, coordinate(y)?);
    let cofactor = match input.option("cofactor") {
        Some(value) => integer(value)?,
        None => BigUint::from(1u8),
    };
    Ok(Spec {
        modulus,
        order,
        a,
        b,
        generator,
        cofactor,
    })
}

/// What the modulus is.
pub const MODULUS: &str = "that of `base`, such as `modulus = 2^255 - 19;`";

/// An integer that is needed, or the modulus of a standard field.
pub fn prime(input: &Input, key: &str, what: &str) -> Result<BigUint, Error> {
    let value = required(input, key, what)?;
    match standard(value)? {
        Some(spec) => Ok(spec.modulus),
        None => integer(value),
    }
}

fn integer(value: &Value) -> Result<BigUint, Error> {
    let text = value.text();
    expr::parse_at(&text.text, spec::Place::Modulus)
        .map_err(|e| text.error(e.span.clone(), format!("{}: {}", value.key, e.problem)))
}

/// An integer that may be negative, modulo p.
fn signed(value: &Value, p: &BigUint) -> Result<BigUint, Error> {
    let text = value.text();
    let x = expr::parse_signed(&text.text).map_err(|e| {
        text.error(
            Some(e.span.clone()),
            format!("{}: {}", value.key, e.problem),
        )
    })?;
    match x.to_biguint() {
        Some(x) => Ok(x),
        None if x.magnitude() > p => {
            Err(value.error(format!("{}: below minus the modulus", value.key)))
        }
        None => Ok((p - x.magnitude()) % p),
    }
}

/// As many words as the modulus has.
pub fn limbs(x: &BigUint, modulus: &BigUint) -> String {
    array(x, modulus.iter_u64_digits().count())
}

fn array(x: &BigUint, count: usize) -> String {
    let mut digits: Vec<u64> = x.iter_u64_digits().collect();
    assert!(
        digits.len() <= count,
        "what the curve's check lets through fits"
    );
    digits.resize(count, 0);
    let digits: Vec<String> = digits.iter().map(|d| format!("{d:#x}")).collect();
    format!("[{}]", digits.join(", "))
}

/// What the implementation of the trait holds.
fn items(curve: &Curve) -> String {
    let spec = &curve.spec;
    let p = &spec.modulus;
    let element = |x: &BigUint| format!("FieldcBase::from_raw({})", limbs(x, p));
    let kind = if spec.a == BigUint::ZERO {
        "Zero"
    } else if &spec.a + 3u8 == *p {
        "MinusThree"
    } else {
        "Any"
    };
    let (x, y) = &spec.generator;
    let mut text = format!(
        "type Base = FieldcBase;
        type Scalar = FieldcScalar;
        const A: FieldcBase = {};
        const COEFFICIENT_A: fieldc_curve::CoefficientA = fieldc_curve::CoefficientA::{kind};
        const B: FieldcBase = {};
        const GENERATOR: (FieldcBase, FieldcBase) = ({}, {});
        const ORDER: [u64; 4] = {};
        #[inline(always)]
        fn mul_3b(x: &FieldcBase) -> FieldcBase {{ {} }}
        #[inline(always)]
        fn scalar_limbs(k: &FieldcScalar) -> [u64; 4] {{
            let mut out = [0; 4];
            for (word, limb) in out.iter_mut().zip(k.to_canonical_limbs()) {{ *word = limb.into(); }}
            out
        }}",
        element(&spec.a),
        element(&spec.b),
        element(x),
        element(y),
        array(&spec.order, 4),
        multiple(&(&spec.b * 3u8 % p), p, &element),
    );
    text += &if spec.cofactor == BigUint::from(1u8) {
        "fn is_in_subgroup<P: fieldc_curve::Coordinates<Self>>(_: &P) -> FieldcChoice { FieldcChoice::from(1) }
        fn clear_cofactor<P: fieldc_curve::Coordinates<Self>>(p: &P) -> P { *p }"
            .to_string()
    } else {
        format!(
            "fn is_in_subgroup<P: fieldc_curve::Coordinates<Self>>(p: &P) -> FieldcChoice {{
                p.times_limbs(&Self::ORDER).equals(&P::IDENTITY)
            }}
            fn clear_cofactor<P: fieldc_curve::Coordinates<Self>>(p: &P) -> P {{ p.times_limbs(&{}) }}",
            array(&spec.cofactor, 4)
        )
    };
    if let Some(endomorphism) = &curve.endomorphism {
        text += &split(endomorphism, &element);
    }
    text
}

/// `m x`.
fn multiple(m: &BigUint, p: &BigUint, element: &dyn Fn(&BigUint) -> String) -> String {
    let small = BigUint::from(SMALL);
    let (magnitude, sign) = match (p - m) <= small {
        true => (p - m, "-"),
        false => (m.clone(), ""),
    };
    if magnitude > small {
        return format!("const B3: FieldcBase = {}; B3 * x", element(m));
    }
    let mut text = "let r = *x;".to_string();
    for i in (0..magnitude.bits() - 1).rev() {
        text += "let r = FieldcElement::double(&r);";
        if magnitude.bit(i) {
            text += "let r = r + x;";
        }
    }
    format!("{text} {sign}r")
}

fn split(e: &Endomorphism, element: &dyn Fn(&BigUint) -> String) -> String {
    let signed = |x: &BigInt| {
        format!(
            "fieldc_curve::Signed {{ negative: {}, magnitude: {} }}",
            x.sign() == Sign::Minus,
            array(x.magnitude(), 4)
        )
    };
    let vectors = e
        .basis
        .each_ref()
        .map(|v| format!("[{}, {}]", signed(&v[0]), signed(&v[1])));
    let quotients = e.quotients.each_ref().map(|q| array(q, 4));
    format!(
        "const PARTS: usize = 2;
        const PART_BITS: u32 = {};
        fn split(k: &[u64; 4]) -> [fieldc_curve::Signed; 4] {{
            const LATTICE: fieldc_curve::Lattice<2> = fieldc_curve::Lattice {{ basis: [{}], quotients: [{}] }};
            let [first, second] = LATTICE.split(k);
            [first, second, fieldc_curve::Signed::ZERO, fieldc_curve::Signed::ZERO]
        }}
        #[inline(always)]
        fn map_x(x: &FieldcBase) -> FieldcBase {{ const BETA: FieldcBase = {}; BETA * x }}",
        e.part_bits,
        vectors.join(", "),
        quotients.join(", "),
        element(&e.beta),
    )
}
