//! The land battle at speed: exact odds, sampling, and a session's answer.
fn main() {
    divan::main();
}
