//! What `field!` refuses, and the words and the place with which it does.

#[test]
fn errors_point_at_the_token_and_say_what_to_do() {
    trybuild::TestCases::new().compile_fail("ui/*.rs");
}
