//! The procedural macros behind `fieldc::field!`, `fieldc::curve!` and `fieldc::extension!`.
//!
//! - `input`: the tokens of one invocation, as names and options that remember where they stood
//! - `expand`: `field!`: options to a Spec, the compiler's kernel module, the type over it
//! - `curve`: `curve!`: options to a checked curve, the type with its constants
//! - `extension`: `extension!`: options to a checked tower, a type a level
//! - `error`: an error at tokens
//!
//! The tokens are read by hand: a parser crate would cost every user its build.
#![deny(unsafe_code)]

mod curve;
mod error;
mod expand;
mod extension;
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

/// What `fieldc::extension!` hands over: `[path of fieldc] tokens of the user`. Use `fieldc::extension!`.
#[doc(hidden)]
#[proc_macro]
pub fn extension(tokens: TokenStream) -> TokenStream {
    input::Input::parse(tokens, &extension::EXTENSION)
        .and_then(|input| extension::expand(&input))
        .unwrap_or_else(|error| error.into_tokens())
}
