//! Exact odds of the ready files.
fn main() {
    divan::main();
}
