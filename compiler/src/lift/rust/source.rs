//! The items of a kernel module.

use super::kernel::{self, Signature};
use super::tokens::{self, attributes, bare, expect, flat, line};
use super::{LiftError, Shape};
use crate::limb_ir::{Function, Word};
use proc_macro2::Span;
use std::collections::BTreeMap;
use syn::{Item, ItemConst, ItemFn, ItemMod};

/// A parsed text in which every item is of a known kind.
pub struct Source {
    pub(super) word: Word,
    pub(super) limbs: usize,
    pub(super) constants: BTreeMap<String, ItemConst>,
    /// The functions outside of `portable` and `adx`.
    pub(super) functions: Vec<ItemFn>,
    /// The functions of `portable` but its helpers.
    pub(super) portable: Vec<(String, ItemFn)>,
    /// The helpers of `portable`: their bodies are what their names say.
    helpers: Vec<&'static str>,
    /// The signatures in `adx`, where there is such a module.
    pub(super) native: Option<Vec<Signature>>,
}

/// Attributes of functions that say nothing about their meaning.
const ON_FUNCTIONS: &[&str] = &["doc", "inline"];

impl Source {
    /// Parses the text of a kernel module.
    ///
    /// # Errors
    /// [`LiftError`] at the first item that no kernel module has: nothing is skipped.
    pub fn parse(text: &str) -> Result<Source, LiftError> {
        let stream = tokens::read(text)?;
        let file: syn::File =
            syn::parse2(stream).map_err(|e| LiftError::at(e.span(), e.to_string()))?;
        Source::of(file)
    }

    pub(super) fn of(file: syn::File) -> Result<Source, LiftError> {
        attributes(&file.attrs, &[])?;
        let (word, limbs) = file
            .items
            .iter()
            .find_map(|i| match i {
                Item::Type(t) => Some(limbs_type(t)),
                _ => None,
            })
            .ok_or_else(|| LiftError::missing("no `pub type Limbs`"))??;
        let mut source = Source {
            word,
            limbs,
            constants: BTreeMap::new(),
            functions: vec![],
            portable: vec![],
            helpers: vec![],
            native: None,
        };
        let mut names = vec![];
        let mut portable = None;
        for item in file.items {
            let (ident, space) = match &item {
                Item::Type(t) => (t.ident.clone(), "type"),
                Item::Const(c) => (c.ident.clone(), "value"),
                Item::Fn(f) => (f.sig.ident.clone(), "value"),
                Item::Mod(m) => (m.ident.clone(), "type"),
                other => return Err(unknown(other)),
            };
            unique(&mut names, &ident, space)?;
            match item {
                Item::Type(_) if ident == "Limbs" => {}
                Item::Const(c) => {
                    attributes(&c.attrs, &["doc"])?;
                    source.constants.insert(ident.to_string(), c);
                }
                Item::Fn(f) => {
                    attributes(&f.attrs, ON_FUNCTIONS)?;
                    source.functions.push(f);
                }
                Item::Mod(m) if ident == "portable" => portable = Some(m),
                Item::Mod(m) if ident == "adx" => source.native = Some(native(m)?),
                other => return Err(unknown(&other)),
            }
        }
        source.read_portable(portable.ok_or_else(|| LiftError::missing("no `mod portable`"))?)?;
        Ok(source)
    }

    fn read_portable(&mut self, m: ItemMod) -> Result<(), LiftError> {
        attributes(&m.attrs, &["doc", "allow"])?;
        let mut names = vec![];
        for item in module_items(m, "portable")? {
            let Item::Fn(f) = item else {
                return Err(unknown(&item));
            };
            attributes(&f.attrs, ON_FUNCTIONS)?;
            unique(&mut names, &f.sig.ident, "value")?;
            if matches!(f.vis, syn::Visibility::Public(_)) {
                self.portable.push((f.sig.ident.to_string(), f));
            } else {
                self.helpers.push(helper(&f, self.word.container)?);
            }
        }
        Ok(())
    }

    /// The names of the kernels in `portable`, in the order of the text.
    pub fn kernels(&self) -> impl Iterator<Item = &str> {
        self.portable.iter().map(|(name, _)| name.as_str())
    }

    /// The machine word of the text.
    pub fn word(&self) -> Word {
        self.word
    }

    /// One kernel as limb IR.
    ///
    /// # Errors
    /// [`LiftError`] at what is not known, or where the text and the shape differ.
    pub fn lift(&self, name: &str, shape: &Shape) -> Result<Function, LiftError> {
        let item = self
            .find(name)
            .ok_or_else(|| LiftError::missing(format!("no kernel `{name}`")))?;
        kernel::lift(item, self.word, self.limbs, shape, &self.helpers)
    }

    /// An error at the kernel of that name.
    pub fn error(&self, name: &str, what: &str) -> LiftError {
        match self.find(name) {
            Some(f) => LiftError::at(f.sig.ident.span(), what),
            None => LiftError::missing(what),
        }
    }

    pub(super) fn find(&self, name: &str) -> Option<&ItemFn> {
        self.portable
            .iter()
            .find_map(|(n, f)| (n == name).then_some(f))
    }
}

fn unknown(item: &Item) -> LiftError {
    let span = flat(item).first().map_or_else(Span::call_site, |t| t.span);
    LiftError::at(span, "an item that no kernel module has")
}

fn unique(
    names: &mut Vec<(String, &'static str)>,
    ident: &syn::Ident,
    space: &'static str,
) -> Result<(), LiftError> {
    let name = (ident.to_string(), space);
    if names.contains(&name) {
        return Err(LiftError::at(ident.span(), "a second item of this name"));
    }
    names.push(name);
    Ok(())
}

/// `pub type Limbs = [u64; 4];`
fn limbs_type(t: &syn::ItemType) -> Result<(Word, usize), LiftError> {
    attributes(&t.attrs, &["doc"])?;
    let found = bare(t);
    let word = match found.get(5).map(|t| t.text.as_str()) {
        Some("u32") => Word::W32,
        _ => Word::W64,
    };
    let limbs: usize = found
        .get(7)
        .and_then(|t| t.text.parse().ok())
        .filter(|n| (1..=1024).contains(n))
        .ok_or_else(|| LiftError::at(t.ident.span(), "no array of limbs"))?;
    let wanted = format!("pub type Limbs = [u{}; {limbs}];", word.container);
    expect(&found, &wanted)?;
    Ok((word, limbs))
}

/// The items of `pub mod NAME { use super::Limbs; … }` after the import.
fn module_items(m: ItemMod, name: &str) -> Result<Vec<Item>, LiftError> {
    let public = matches!(m.vis, syn::Visibility::Public(_)) && m.unsafety.is_none();
    let span = m.ident.span();
    let mut items = m
        .content
        .filter(|_| public)
        .ok_or_else(|| LiftError::at(span, format!("not `pub mod {name} {{ … }}`")))?
        .1;
    match items.first() {
        Some(first @ Item::Use(_)) => expect(&flat(first), "use super::Limbs;")?,
        _ => return Err(LiftError::at(span, "no `use super::Limbs;`")),
    }
    items.remove(0);
    Ok(items)
}

/// The known helpers: name and text. What the limb IR of a call says is what these bodies compute.
fn known_helpers(container: u32) -> [(&'static str, String); 4] {
    let (w, d) = (format!("u{container}"), format!("u{}", 2 * container));
    [
        (
            "mul_wide_word",
            format!(
                "fn mul_wide_word(a: {w}, b: {w}) -> ({w}, {w}) {{ let t = a as {d} * b as {d}; (t as {w}, (t >> {container}) as {w}) }}"
            ),
        ),
        (
            "mac",
            format!(
                "fn mac(a: {w}, b: {w}, c: {w}, d: {w}) -> ({w}, {w}) {{ let t = a as {d} * b as {d} + c as {d} + d as {d}; (t as {w}, (t >> {container}) as {w}) }}"
            ),
        ),
        (
            "select_word",
            format!(
                "fn select_word(c: bool, a: {w}, b: {w}) -> {w} {{ core::hint::select_unpredictable(c, a, b) }}"
            ),
        ),
        (
            // b ^ ((a ^ b) & mask), the mask all ones where c is set.
            "select_loaded",
            format!(
                "fn select_loaded(c: bool, a: {w}, b: {w}) -> {w} {{ b ^ (a ^ b) & core::hint::black_box(c as {w}).wrapping_neg() }}"
            ),
        ),
    ]
}

fn helper(f: &ItemFn, container: u32) -> Result<&'static str, LiftError> {
    for (name, text) in known_helpers(container) {
        if f.sig.ident == name {
            expect(&bare(f), &text)?;
            return Ok(name);
        }
    }
    Err(LiftError::at(f.sig.ident.span(), "an unknown helper"))
}

/// The signatures of `adx`: `NAME`, which is safe to call where the tier says so, and its body `NAME_call`.
fn native(m: ItemMod) -> Result<Vec<Signature>, LiftError> {
    attributes(&m.attrs, &["doc", "allow", "cfg"])?;
    let cfg: Vec<String> = m
        .attrs
        .iter()
        .filter(|a| a.path().is_ident("cfg"))
        .map(line)
        .collect();
    if cfg != ["# [ cfg ( target_arch = \"x86_64\" ) ]"] {
        return Err(LiftError::at(
            m.ident.span(),
            "not only where `target_arch = \"x86_64\"`",
        ));
    }
    let mut names = vec![];
    let mut out = vec![];
    for item in module_items(m, "adx")? {
        let f = match item {
            Item::Fn(f) => f,
            // The constants of the assembly.
            Item::Static(c) if matches!(c.vis, syn::Visibility::Inherited) => {
                unique(&mut names, &c.ident, "value")?;
                continue;
            }
            other => return Err(unknown(&other)),
        };
        unique(&mut names, &f.sig.ident, "value")?;
        if f.sig.abi.is_none() {
            let signature = Signature::read(&f)?;
            let head = format!("pub unsafe {}", signature.head());
            let found = bare(&f);
            let body = flat(&f.block).len();
            expect(&found[..found.len().saturating_sub(body)], &head)?;
            out.push(signature);
        }
    }
    Ok(out)
}
