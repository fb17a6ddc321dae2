//! An error at tokens.

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// What is wrong, from the first of two tokens to the second.
#[derive(Debug)]
pub struct Error {
    start: Span,
    end: Span,
    message: String,
}

impl Error {
    /// An error at one token.
    pub fn at(span: Span, message: impl Into<String>) -> Error {
        Error::between(span, span, message)
    }

    /// An error at a run of tokens.
    pub fn between(start: Span, end: Span, message: impl Into<String>) -> Error {
        Error {
            start,
            end,
            message: message.into(),
        }
    }

    /// `::core::compile_error! { "message" }`. rustc underlines an invocation from its first token to its last, so these two carry the spans.
    pub fn into_tokens(self) -> TokenStream {
        let first = |c| {
            let mut p = Punct::new(c, Spacing::Joint);
            p.set_span(self.start);
            TokenTree::Punct(p)
        };
        let alone = |c| {
            let mut p = Punct::new(c, Spacing::Alone);
            p.set_span(self.start);
            TokenTree::Punct(p)
        };
        let ident = |name| TokenTree::Ident(Ident::new(name, self.start));
        let mut message = Literal::string(&self.message);
        message.set_span(self.end);
        let mut body = Group::new(
            Delimiter::Brace,
            TokenStream::from(TokenTree::Literal(message)),
        );
        body.set_span(self.end);
        [
            first(':'),
            alone(':'),
            ident("core"),
            first(':'),
            alone(':'),
            ident("compile_error"),
            alone('!'),
            TokenTree::Group(body),
        ]
        .into_iter()
        .collect()
    }
}
