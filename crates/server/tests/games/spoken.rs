//! What computers say of their moves: in a line, to everybody alike, kept with the entry, and nothing of what is done in
//! secret.

use super::*;

on_both!(a_computer_says_why_and_that_is_kept);

async fn a_computer_says_why_and_that_is_kept(place: Place) {
    let server = Server::at(Arc::new(place), Conduct { limits: 1e9, ..Conduct::default() }).await;
    let (anna, berta, game) = two_at(&server, "damos/bialystok-minsk").await;
    let over = |done: &Value| done["reason"] == json!("the game is over");
    for (player, side) in [(&anna, "first"), (&berta, "second")] {
        let (status, done) = player.act(&game, side, &json!(0), "hand over", json!("hand-over")).await;
        assert!(status == StatusCode::OK || over(&done), "{done}");
    }
    loop {
        let view = anna.look(&game).await;
        if view["spoken"].as_array().unwrap().len() >= 3 {
            break;
        }
        assert!(view["end"].is_null(), "they said too little: {}", view["spoken"]);
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    // Then nobody moves any more.
    for (player, side) in [(&anna, "first"), (&berta, "second")] {
        let (status, done) = player.act(&game, side, &json!(0), "take back", json!("take-back")).await;
        assert!(status == StatusCode::OK || over(&done), "{done}");
    }
    let spoken = anna.look(&game).await["spoken"].clone();
    let lines = spoken.as_array().unwrap();
    for two in lines.windows(2) {
        assert_ne!(two[0]["words"], two[1]["words"], "the same is not said again at every step");
    }
    // Everybody reads the same, also who comes to another server or after a restart.
    assert_eq!(berta.look(&game).await["spoken"], spoken);
    assert_eq!(server.nobody().look(&game).await["spoken"], spoken);
    let mut onlooker = server.nobody();
    let again = server.again().await;
    onlooker.app = again.app.clone();
    assert_eq!(onlooker.look(&game).await["spoken"], spoken);
    // It stands with the entries that it is said of; what is sealed is not spoken of.
    let entries = server.games.store().entries(&game, 0).await.unwrap();
    for entry in &entries {
        let said = lines.iter().find(|line| line["entry"] == json!(entry.number));
        assert_eq!(entry.spoken.as_deref(), said.and_then(|line| line["words"].as_str()));
        assert!(entry.opening.is_none() || entry.spoken.is_none(), "{}", entry.number);
    }
    // Whoever knows the first is told the rest.
    let first = &lines[0]["entry"];
    let (_, view) = berta.get(&format!("/api/games/{game}?since={first}")).await;
    assert_eq!(view["spoken"].as_array().unwrap().as_slice(), &lines[1..]);
    again.games.end();
}
