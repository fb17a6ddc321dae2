//! The `fieldc` command; all of it is in the library beside, where tests reach it.

fn main() -> std::process::ExitCode {
    fieldc_cli::main()
}
