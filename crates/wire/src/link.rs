//! Links: a whole desk or fight in an address, by content, so that no server has to store it.

use crate::battle::Battle;
use crate::refusal::Refusal;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};
use utoipa::ToSchema;

/// The part of an address that holds the content begins with this.
const MARK: &str = "#/d/";
/// More than any battle with its journal needs, unpacked.
const BYTES_MAX: u64 = 1 << 20;

/// What a link holds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Linked {
    /// The battle.
    pub battle: Battle,
    /// The fight in progress, as its journal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub journal: Option<String>,
    /// What opens its secret answers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<String>,
}

/// The part of an address that holds a battle: from its `#` on.
///
/// # Panics
/// Never: writing to memory does not fail.
pub fn write_link(linked: &Linked) -> String {
    let json = serde_json::to_vec(linked).expect("plain data");
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&json).expect("in memory");
    format!("{MARK}{}", URL_SAFE_NO_PAD.encode(packer.finish().expect("in memory")))
}

/// Whether an address is one that holds a battle, as far as can be told before reading it.
pub fn is_link(address: &str) -> bool {
    address.contains(MARK)
}

/// Reads an address that [`write_link`] or a browser made.
///
/// # Errors
/// Where it is not such an address, or was changed on the way.
pub fn read_link(address: &str) -> Result<Linked, Refusal> {
    let damaged = || Refusal::plain("this link was cut or changed on the way; ask for it again");
    let (_, content) = address
        .split_once(MARK)
        .ok_or_else(|| Refusal::plain(format!("not a link to a battle: nothing follows `{MARK}`")))?;
    let packed = URL_SAFE_NO_PAD.decode(content.trim()).map_err(|_| damaged())?;
    let mut json = Vec::new();
    DeflateDecoder::new(&packed[..]).take(BYTES_MAX + 1).read_to_end(&mut json).map_err(|_| damaged())?;
    if json.len() as u64 > BYTES_MAX {
        return Err(Refusal::plain(format!("this link holds more than {BYTES_MAX} bytes")));
    }
    serde_json::from_slice(&json).map_err(|_| damaged())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ready_battle_goes_into_a_link_and_back() {
        for system in grognard::systems() {
            for (name, text) in system.battles() {
                let linked =
                    Linked { battle: Battle::from_text(text).unwrap(), journal: None, openings: Vec::new() };
                let address = format!("http://127.0.0.1:1/{}", write_link(&linked));
                assert_eq!(read_link(&address).unwrap(), linked, "{name}");
                assert!(address.len() < 8_000, "{name}: {} characters", address.len());
            }
        }
    }

    #[test]
    fn an_edited_link_is_refused_in_words() {
        let (_, text) = grognard::system("eu9").unwrap().battles().remove(0);
        let address = write_link(&Linked {
            battle: Battle::from_text(text).unwrap(),
            journal: None,
            openings: Vec::new(),
        });
        assert!(read_link("http://elsewhere/").unwrap_err().reason.contains("not a link"));
        for at in MARK.len()..address.len() {
            let mut changed = address.clone().into_bytes();
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            // Whatever comes out, it is an answer and no panic.
            let _ = read_link(&String::from_utf8(changed).unwrap());
            let _ = read_link(&address[..at]);
        }
        assert!(read_link(&address[..address.len() / 2]).is_err());
    }

    #[test]
    fn a_link_that_swells_is_refused() {
        let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
        packer.write_all(&vec![b' '; 3 << 20]).unwrap();
        let address = format!("{MARK}{}", URL_SAFE_NO_PAD.encode(packer.finish().unwrap()));
        assert!(read_link(&address).unwrap_err().reason.contains("more than"));
    }
}
