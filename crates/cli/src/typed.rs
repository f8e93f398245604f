//! Lines that somebody types, or that a program sends, of bounded length.

use crate::Failure;
use std::io::{BufRead, Read};

/// More than anybody types.
const LINE_BYTES_MAX: u64 = 1 << 16;

/// One line from standard input with its end; empty where the input is over.
pub(crate) fn line() -> Result<String, Failure> {
    line_of(&mut std::io::stdin().lock())
}

fn line_of(input: &mut impl BufRead) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    input.take(LINE_BYTES_MAX).read_until(b'\n', &mut bytes)?;
    if bytes.len() as u64 == LINE_BYTES_MAX {
        return Err(Failure(format!("a line of {LINE_BYTES_MAX} bytes or more is no answer")));
    }
    String::from_utf8(bytes).map_err(|_| Failure("a line that is not text in UTF-8".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_an_end() {
        let read = |mut bytes: &[u8]| line_of(&mut bytes).map_err(|Failure(words)| words);
        assert_eq!(read(b"march\nhalt\n"), Ok("march\n".to_owned()));
        assert_eq!(read(b"march"), Ok("march".to_owned()));
        assert_eq!(read(b""), Ok(String::new()));
        assert_eq!(read(b"\xff\n").unwrap_err(), "a line that is not text in UTF-8");
        assert_eq!(read(&vec![0; 1 << 20]).unwrap_err(), "a line of 65536 bytes or more is no answer");
    }
}
