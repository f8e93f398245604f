//! The procedures that have a file of their own: their accounts as a player reads them.

use crate::playing::*;

fn snapshot(name: &str, text: &str, answers: &[&str]) {
    let played = play(text, answers);
    insta::assert_snapshot!(name.to_owned(), format!("{}\n{}", played.account, played.end));
}

#[test]
fn accounts_read_as_written() {
    snapshot("road-to-poltava", &file("the-road-to-poltava.toml"), &["4", "pillage", "A+/A-"]);
    snapshot("cortes-to-honduras", &file("cortes-to-honduras.toml"), &["9"]);
    snapshot("before-vienna", &file("before-vienna.toml"), &["5", "A+/LD/pasha"]);
    snapshot("armada-homeward", &file("the-armada-homeward.toml"), &["1"]);
    snapshot("into-hainault", &file("into-hainault.toml"), &["yes", "9"]);
    snapshot("hunting-the-french", &file("hunting-the-french.toml"), &["yes", "6"]);
    snapshot("montecuccoli", &file("montecuccoli-slips-away.toml"), &["evade", "7", "pfalz"]);
    snapshot("out-of-brest", &file("out-of-brest.toml"), &["evade", "3", "yes"]);
    snapshot("peasants-war", &file("the-peasants-war.toml"), &["8"]);
    snapshot("corsairs", &file("corsairs-of-algiers.toml"), &["3"]);
    snapshot("swept-aside", &file("swept-aside.toml"), &["yes"]);
    snapshot("under-the-castles", &file("under-the-castles.toml"), &["8", "NTD"]);
    snapshot("a-vizier", &file("a-vizier-is-named.toml"), &["7"]);
    snapshot("round-the-cape", &file("round-the-cape.toml"), &["8", "6", "3"]);
    snapshot("down-the-amazon", &file("down-the-amazon.toml"), &["6", "5"]);
}
