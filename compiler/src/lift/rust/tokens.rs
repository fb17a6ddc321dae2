//! Source as a flat list of tokens with places. Layout and comments are gone; nothing else is.

use super::LiftError;
use proc_macro2::{Delimiter, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// One token; a group is its delimiters and what is between them.
pub(super) struct Token {
    pub text: String,
    pub span: Span,
}

/// How deep delimiters nest in printed code, and how many tokens a statement or item has at one level: far below this.
/// Deeper ones would exhaust the stack of the parser.
const MAX_DEPTH: usize = 24;
const MAX_RUN: usize = 160;

/// The tokens of a text, within the limits of what is printed.
pub(super) fn read(text: &str) -> Result<TokenStream, LiftError> {
    let stream: TokenStream = text
        .parse()
        .map_err(|e: proc_macro2::LexError| LiftError::at(e.span(), "not a token"))?;
    let mut stack = vec![(stream.clone().into_iter(), 0, 0)];
    while let Some((tokens, run, before)) = stack.last_mut() {
        let Some(token) = tokens.next() else {
            stack.pop();
            continue;
        };
        match &token {
            // What follows a block is a new statement, unless the block goes on.
            TokenTree::Group(g) if g.delimiter() == Delimiter::Brace => {
                (*before, *run) = (*run, 0);
            }
            TokenTree::Ident(i) if i == "else" => *run += *before + 1,
            TokenTree::Punct(p) if matches!(p.as_char(), ';' | ',') => *run = 0,
            _ => *run += 1,
        }
        let long = *run > MAX_RUN;
        if long || stack.len() > MAX_DEPTH {
            return Err(LiftError::at(token.span(), "nested deeper than any kernel"));
        }
        if let TokenTree::Group(g) = token {
            stack.push((g.stream().into_iter(), 0, 0));
        }
    }
    Ok(stream)
}

/// The flat list.
pub(super) fn flat(tokens: &impl ToTokens) -> Vec<Token> {
    let mut out = vec![];
    push(tokens.to_token_stream(), &mut out);
    out
}

fn push(stream: TokenStream, out: &mut Vec<Token>) {
    for token in stream {
        match token {
            TokenTree::Group(g) => {
                let (open, close) = match g.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                out.push(Token {
                    text: open.into(),
                    span: g.span_open(),
                });
                push(g.stream(), out);
                out.push(Token {
                    text: close.into(),
                    span: g.span_close(),
                });
            }
            TokenTree::Punct(p) => {
                // `- >` is not `->`: what belongs together is told apart by a mark.
                let joint = if p.spacing() == Spacing::Joint {
                    "~"
                } else {
                    ""
                };
                out.push(Token {
                    text: format!("{}{joint}", p.as_char()),
                    span: p.span(),
                });
            }
            TokenTree::Ident(i) => out.push(Token {
                text: i.to_string(),
                span: i.span(),
            }),
            TokenTree::Literal(l) => out.push(Token {
                text: l.to_string(),
                span: l.span(),
            }),
        }
    }
}

/// An item without its outer attributes, which [`attributes`] checks.
pub(super) fn bare(item: &impl ToTokens) -> Vec<Token> {
    let mut tokens = flat(item);
    let is = |t: &Token, s: &str| t.text == s;
    let mut start = 0;
    while start + 1 < tokens.len() && is(&tokens[start], "#") && is(&tokens[start + 1], "[") {
        let mut depth = 0;
        start += 1;
        for t in &tokens[start..] {
            start += 1;
            match t.text.as_str() {
                "[" => depth += 1,
                "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
    }
    tokens.drain(..start);
    tokens
}

/// The tokens with one space between any two.
pub(super) fn line(tokens: &impl ToTokens) -> String {
    let texts: Vec<String> = flat(tokens).into_iter().map(|t| t.text).collect();
    texts.join(" ")
}

/// `found` must be `wanted`, token by token.
pub(super) fn expect(found: &[Token], wanted: &str) -> Result<(), LiftError> {
    let end = || found.last().map_or_else(Span::call_site, |t| t.span);
    let wanted: TokenStream = wanted
        .parse()
        .map_err(|_| LiftError::at(end(), "a name that is no token"))?;
    let wanted = flat(&wanted);
    for (f, w) in found.iter().zip(&wanted) {
        if f.text != w.text {
            let shown = |s: &str| s.trim_end_matches('~').to_string();
            return Err(LiftError::at(
                f.span,
                format!("`{}` where `{}` is known", shown(&f.text), shown(&w.text)),
            ));
        }
    }
    if found.len() != wanted.len() {
        return Err(LiftError::at(
            end(),
            format!("{} tokens where {} are known", found.len(), wanted.len()),
        ));
    }
    Ok(())
}

/// Only attributes of these names: those that cannot change what code means.
pub(super) fn attributes(attrs: &[syn::Attribute], known: &[&str]) -> Result<(), LiftError> {
    for a in attrs {
        let inner = matches!(a.style, syn::AttrStyle::Inner(_));
        if inner || !known.iter().any(|k| a.path().is_ident(k)) {
            return Err(LiftError::at(
                flat(a).first().map_or_else(Span::call_site, |t| t.span),
                "an attribute that is not known here",
            ));
        }
    }
    Ok(())
}
