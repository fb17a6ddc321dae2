//! The tokens of one `field!`, `curve!` or `extension!`.
//!
//! ```text
//! input  = "[" crate path "]" type+ option*    one type, but for `extension!`
//! type   = attribute* visibility "struct" name ";"
//! option = key "=" token+ ";"                  the last ";" may be left out
//! ```

use crate::error::Error;
use proc_macro::{Delimiter, Group, Ident, Literal, Spacing, Span, TokenStream, TokenTree};
use std::iter::Peekable;
use std::ops::Range;

/// A macro.
pub struct Macro {
    /// Its name.
    pub name: &'static str,
    /// The options that it knows.
    pub keys: &'static [&'static str],
    /// Whether it may define more than one type.
    pub many: bool,
}

/// One invocation.
pub struct Input {
    /// The path of the `fieldc` crate.
    pub krate: TokenStream,
    /// The first type.
    pub first: Type,
    /// The others.
    pub others: Vec<Type>,
    options: Vec<Value>,
}

/// A type to define.
pub struct Type {
    /// Attributes and documentation.
    pub attributes: TokenStream,
    /// The visibility.
    pub visibility: TokenStream,
    /// The name.
    pub name: Ident,
}

/// The value of an option.
pub struct Value {
    /// The key.
    pub key: Ident,
    /// What stood between `=` and `;`, not empty.
    pub tokens: Vec<TokenTree>,
}

impl Input {
    /// Reads an invocation. Errors: at the token that does not fit, with what would.
    pub fn parse(tokens: TokenStream, of: &Macro) -> Result<Input, Error> {
        let mut tokens = tokens.into_iter().peekable();
        let krate = match tokens.next() {
            Some(TokenTree::Group(g)) if g.delimiter() == Delimiter::Bracket => g.stream(),
            _ => {
                let what = format!("use `fieldc::{}!`", of.name);
                return Err(Error::at(Span::call_site(), what));
            }
        };
        let first = Type::parse(&mut tokens)?;
        let mut others = vec![];
        while of.many && tokens.peek().is_some_and(begins_type) {
            others.push(Type::parse(&mut tokens)?);
        }

        let mut options: Vec<Value> = vec![];
        while let Some(token) = tokens.next() {
            if of.many && begins_type(&token) {
                return Err(Error::at(token.span(), "types come before options"));
            }
            let value = option(token, &mut tokens, of.keys)?;
            let key = value.key.to_string();
            if !of.keys.contains(&key.as_str()) {
                let known = of.keys.join("`, `");
                let what = format!("unknown option `{key}`; the options are `{known}`");
                return Err(Error::at(value.key.span(), what));
            }
            if options.iter().any(|o| o.key.to_string() == key) {
                let what = format!("`{key}` is given twice; leave one out");
                return Err(Error::at(value.key.span(), what));
            }
            options.push(value);
        }
        let krate = match options.iter().find(|o| o.key.to_string() == "crate") {
            Some(o) => o.tokens.iter().cloned().collect(),
            None => krate,
        };
        Ok(Input {
            krate,
            first,
            others,
            options,
        })
    }

    /// The value of an option, if it is given.
    pub fn option(&self, key: &str) -> Option<&Value> {
        self.options.iter().find(|o| o.key.to_string() == key)
    }
}

impl Type {
    fn parse(tokens: &mut Peekable<impl Iterator<Item = TokenTree>>) -> Result<Type, Error> {
        let mut attributes = TokenStream::new();
        while let Some(hash) = tokens.next_if(|t| is_punct(t, '#')) {
            attributes.extend([hash]);
            attributes.extend(tokens.next());
        }
        let mut visibility = TokenStream::new();
        if let Some(word) = tokens.next_if(|t| is_word(t, "pub")) {
            visibility.extend([word]);
            visibility.extend(tokens.next_if(
                |t| matches!(t, TokenTree::Group(g) if g.delimiter() == Delimiter::Parenthesis),
            ));
        } else if let Some(group) = tokens.next_if(is_invisible) {
            // A `$vis` of a macro around this one.
            visibility.extend([group]);
        }
        let mut last = Span::call_site();
        let mut next = |what: &str, wanted: &dyn Fn(&TokenTree) -> bool| {
            let token = tokens.next();
            match token {
                Some(t) if wanted(&t) => {
                    last = t.span();
                    Ok(t)
                }
                Some(t) => Err(Error::at(t.span(), format!("expected {what}"))),
                None => Err(Error::at(last, format!("expected {what}, after this"))),
            }
        };
        next("`struct NAME;` and then options", &|t| is_word(t, "struct"))?;
        let name = next("the name of the type", &|t| ident(t).is_some())?;
        next(
            "`;`: the fields of the type are not yours to choose, options follow as `modulus = …;`",
            &|t| is_punct(t, ';'),
        )?;
        let Some(name) = ident(&name) else {
            return Err(Error::at(name.span(), "expected the name of the type"));
        };
        Ok(Type {
            attributes,
            visibility,
            name,
        })
    }
}

/// Whether a type begins here, not an option.
fn begins_type(t: &TokenTree) -> bool {
    is_punct(t, '#') || is_word(t, "pub") || is_word(t, "struct") || is_invisible(t)
}

fn option(
    key: TokenTree,
    tokens: &mut impl Iterator<Item = TokenTree>,
    keys: &[&str],
) -> Result<Value, Error> {
    let Some(key) = ident(&key) else {
        return Err(Error::at(
            key.span(),
            "expected an option, such as `modulus = 2^255 - 19;`",
        ));
    };
    match tokens.next() {
        Some(t) if is_punct(&t, '=') => {}
        other => {
            let span = other.map_or(key.span(), |t| t.span());
            return Err(Error::at(span, format!("expected `= …;` after `{key}`")));
        }
    }
    let value: Vec<TokenTree> = tokens.take_while(|t| !is_punct(t, ';')).collect();
    // A forgotten `;` would otherwise be blamed on the value of this option.
    let next_key = value.windows(2).position(|pair| {
        is_punct(&pair[1], '=')
            && ident(&pair[0]).is_some_and(|i| keys.contains(&i.to_string().as_str()))
    });
    match (next_key, value.is_empty()) {
        (Some(i), _) => Err(Error::at(
            value[i].span(),
            "expected `;` before this option",
        )),
        (None, true) => Err(Error::at(key.span(), format!("`{key}` has no value"))),
        (None, false) => Ok(Value { key, tokens: value }),
    }
}

fn is_punct(t: &TokenTree, c: char) -> bool {
    matches!(t, TokenTree::Punct(p) if p.as_char() == c)
}

fn is_word(t: &TokenTree, word: &str) -> bool {
    ident(t).is_some_and(|i| i.to_string() == word)
}

fn is_invisible(t: &TokenTree) -> bool {
    matches!(t, TokenTree::Group(g) if g.delimiter() == Delimiter::None)
}

/// An identifier, also inside the invisible group that a `macro_rules` variable makes.
fn ident(t: &TokenTree) -> Option<Ident> {
    match t {
        TokenTree::Ident(i) => Some(i.clone()),
        TokenTree::Group(g) if g.delimiter() == Delimiter::None => {
            let mut inner = g.stream().into_iter();
            match (inner.next(), inner.next()) {
                (Some(TokenTree::Ident(i)), None) => Some(i),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The text of some tokens, and which bytes came from which token.
pub struct Text {
    /// The text: what the expression parser reads.
    pub text: String,
    parts: Vec<(Range<usize>, Span)>,
}

impl Value {
    /// The value as text. A string literal stands for what is between its quotes.
    pub fn text(&self) -> Text {
        let mut text = Text {
            text: String::new(),
            parts: vec![],
        };
        self.tokens.iter().for_each(|t| text.push(t));
        text
    }

    /// The same value out of the invisible group that a `macro_rules` variable makes.
    pub fn inner(&self) -> Value {
        let mut tokens = self.tokens.clone();
        while let [TokenTree::Group(g)] = tokens.as_slice()
            && g.delimiter() == Delimiter::None
        {
            tokens = g.stream().into_iter().collect();
        }
        Value {
            key: self.key.clone(),
            tokens,
        }
    }

    /// What is between the quotes, if the value is one string literal, also through a `macro_rules` variable.
    pub fn quoted(&self) -> Option<String> {
        fn literal(tokens: &[TokenTree]) -> Option<String> {
            match tokens {
                [TokenTree::Literal(l)] if l.to_string().starts_with('"') => Some(unquoted(l)),
                [group @ TokenTree::Group(g)] if is_invisible(group) => {
                    literal(&g.stream().into_iter().collect::<Vec<_>>())
                }
                _ => None,
            }
        }
        literal(&self.tokens)
    }

    /// An error at the whole value.
    pub fn error(&self, message: impl Into<String>) -> Error {
        let span = |t: Option<&TokenTree>| t.map_or(self.key.span(), TokenTree::span);
        Error::between(span(self.tokens.first()), span(self.tokens.last()), message)
    }
}

impl Text {
    fn push(&mut self, token: &TokenTree) {
        match token {
            TokenTree::Group(g) => self.push_group(g),
            TokenTree::Literal(l) => self.push_text(unquoted(l).as_str(), l.span(), true),
            TokenTree::Ident(i) => self.push_text(&i.to_string(), i.span(), true),
            TokenTree::Punct(p) => {
                let apart = p.spacing() == Spacing::Alone;
                self.push_text(p.as_char().encode_utf8(&mut [0; 4]), p.span(), apart);
            }
        }
    }

    fn push_group(&mut self, g: &Group) {
        let (open, close) = match g.delimiter() {
            // What a `macro_rules` variable stands for is one operand.
            Delimiter::Parenthesis | Delimiter::None => ("(", ")"),
            Delimiter::Brace => ("{", "}"),
            Delimiter::Bracket => ("[", "]"),
        };
        self.push_text(open, g.span_open(), true);
        g.stream().into_iter().for_each(|t| self.push(&t));
        self.push_text(close, g.span_close(), true);
    }

    /// `apart`: the next token is another one even where both are operators.
    fn push_text(&mut self, text: &str, span: Span, apart: bool) {
        let start = self.text.len();
        self.text.push_str(text);
        self.parts.push((start..self.text.len(), span));
        if apart {
            self.text.push(' ');
        }
    }

    /// An error at the tokens of some bytes; at all of them if there are none.
    pub fn error(&self, bytes: Option<Range<usize>>, message: String) -> Error {
        let bytes = bytes.unwrap_or(0..self.text.len());
        let touched = |(part, _): &&(Range<usize>, Span)| {
            part.start < bytes.end.max(bytes.start + 1)
                && bytes.start < part.end.max(part.start + 1)
        };
        let first = self.parts.iter().find(touched).or(self.parts.last());
        let last = self.parts.iter().rev().find(touched).or(self.parts.last());
        let span = |part: Option<&(Range<usize>, Span)>| part.map_or(Span::call_site(), |p| p.1);
        Error::between(span(first), span(last), message)
    }
}

fn unquoted(literal: &Literal) -> String {
    let text = literal.to_string();
    match text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
        Some(inner) => inner.to_string(),
        None => text,
    }
}
