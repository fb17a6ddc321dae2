//! The procedural macro behind `fieldc::field!`.
//!
//! - `input`: the tokens of one invocation, as a name and options that remember where they stood
//! - `expand`: options to a Spec, the compiler's kernel module, the type over it
//! - `error`: an error at tokens
//!
//! The tokens are read by hand: a parser crate would cost every user its build.
#![deny(unsafe_code)]

mod error;
mod expand;
mod input;

use proc_macro::TokenStream;

/// What `fieldc::field!` hands over: `[path of fieldc] tokens of the user`. Use `fieldc::field!`.
#[doc(hidden)]
#[proc_macro]
pub fn field(tokens: TokenStream) -> TokenStream {
    input::Input::parse(tokens)
        .and_then(|input| expand::expand(&input))
        .unwrap_or_else(|error| error.into_tokens())
}
