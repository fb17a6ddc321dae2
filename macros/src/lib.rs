//! The procedural macros behind `fieldc::field!` and `fieldc::curve!`.
//!
//! - `input`: the tokens of one invocation, as a name and options that remember where they stood
//! - `expand`: `field!`: options to a Spec, the compiler's kernel module, the type over it
//! - `curve`: `curve!`: options to a checked curve, the type with its constants
//! - `error`: an error at tokens
//!
//! The tokens are read by hand: a parser crate would cost every user its build.
#![deny(unsafe_code)]

mod curve;
mod error;
mod expand;
mod input;

use proc_macro::TokenStream;

/// What `fieldc::field!` hands over: `[path of fieldc] tokens of the user`. Use `fieldc::field!`.
#[doc(hidden)]
#[proc_macro]
pub fn field(tokens: TokenStream) -> TokenStream {
    input::Input::parse(tokens, &expand::FIELD)
        .and_then(|input| expand::expand(&input))
        .unwrap_or_else(|error| error.into_tokens())
}

/// What `fieldc::curve!` hands over: `[path of fieldc] tokens of the user`. Use `fieldc::curve!`.
#[doc(hidden)]
#[proc_macro]
pub fn curve(tokens: TokenStream) -> TokenStream {
    input::Input::parse(tokens, &curve::CURVE)
        .and_then(|input| curve::expand(&input))
        .unwrap_or_else(|error| error.into_tokens())
}
