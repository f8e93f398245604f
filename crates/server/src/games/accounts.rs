//! Accounts and cookies.

use crate::Desk;
use crate::games::table::hex;
use crate::games::{Games, limits, on_thread, randomness};
use crate::refused::{Refused, Taken};
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::header::{COOKIE, ORIGIN, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use grognard_store::{Account, Failure};
use grognard_wire::{Credentials, LeaveRequest, MailWanted, Me, PasswordRequest, Refusal};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use unicode_normalization::UnicodeNormalization;

const COOKIE_NAME: &str = "grognard";
/// Whoever has been away longer logs in again.
const SESSION_SECONDS: i64 = 90 * 24 * 3600;
const PASSWORD_LETTERS: std::ops::RangeInclusive<usize> = 8..=200;
const NAME_LETTERS: std::ops::RangeInclusive<usize> = 2..=30;

/// The games of this server.
pub(crate) fn games(desk: &Desk) -> Result<&Arc<Games>, Refused> {
    desk.games.as_ref().ok_or_else(|| {
        Refused::with(StatusCode::SERVICE_UNAVAILABLE, "this server keeps no games; start it with --database")
    })
}

/// Whoever is logged in.
pub(crate) struct Player(pub(crate) Account);

/// Somebody who is logged in, or anybody. Where the store cannot say who it is, he is not taken for a stranger.
pub(crate) struct Whoever(pub(crate) Option<Account>);

impl FromRequestParts<Arc<Desk>> for Whoever {
    type Rejection = Refused;
    async fn from_request_parts(parts: &mut Parts, desk: &Arc<Desk>) -> Result<Self, Refused> {
        match session(&parts.headers) {
            Some(hash) => Ok(Whoever(games(desk)?.store.account_of_session(&hash, SESSION_SECONDS).await?)),
            None => Ok(Whoever(None)),
        }
    }
}

impl FromRequestParts<Arc<Desk>> for Player {
    type Rejection = Refused;
    async fn from_request_parts(parts: &mut Parts, desk: &Arc<Desk>) -> Result<Self, Refused> {
        let Whoever(found) = Whoever::from_request_parts(parts, desk).await?;
        found
            .map(Player)
            .ok_or_else(|| Refused::with(StatusCode::UNAUTHORIZED, "log in first, or play as a guest"))
    }
}

/// The hash of a browser's session. The cookie itself is kept nowhere.
fn session(headers: &HeaderMap) -> Option<String> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let value = cookies.flat_map(|value| value.split(';')).find_map(|pair| {
        pair.trim().strip_prefix(COOKIE_NAME)?.strip_prefix('=').filter(|value| value.len() == 64)
    })?;
    Some(hex(&Sha256::digest(value)))
}

type WithCookie<T> = ([(HeaderName, String); 1], Json<T>);

fn cookie(headers: &HeaderMap, value: &str, seconds: i64) -> [(HeaderName, String); 1] {
    let safe = headers.get(ORIGIN).is_some_and(|origin| origin.as_bytes().starts_with(b"https://"));
    let secure = if safe { "; Secure" } else { "" };
    let text = format!("{COOKIE_NAME}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}");
    [(SET_COOKIE, text)]
}

async fn logged_in(games: &Games, headers: &HeaderMap, account: &Account) -> Result<WithCookie<Me>, Refused> {
    let value = hex(&randomness::<32>()?);
    games.store.add_session(&hex(&Sha256::digest(&value)), &account.id).await?;
    Ok((cookie(headers, &value, SESSION_SECONDS), Json(me(account))))
}

fn me(account: &Account) -> Me {
    Me {
        name: account.name.clone(),
        guest: account.password.is_none(),
        email: account.email.clone(),
        mail: match account.mail.as_str() {
            "at-once" => MailWanted::AtOnce,
            "daily" => MailWanted::Daily,
            _ => MailWanted::None,
        },
    }
}

/// A name as it is shown, and as it is compared.
///
/// Letters of other scripts are welcome; what cannot be seen, or looks like nothing, is not.
pub(crate) fn name(name: &str) -> Result<(String, String), Refusal> {
    let bad = || {
        Refusal::of_field(
            "name",
            "two to thirty letters, figures, single blanks, dots or dashes, a letter or figure first",
        )
    };
    let letters: Vec<char> = name.chars().take(NAME_LETTERS.end() + 1).collect();
    // Letters that leave no mark on the page.
    let unseen = ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}', '\u{17b4}', '\u{17b5}'];
    let plain =
        |c: &char| (c.is_alphanumeric() && !unseen.contains(c)) || [' ', '-', '.', '_', '\''].contains(c);
    let blanks = letters.windows(2).any(|pair| pair == [' ', ' ']);
    let ends =
        letters.first().is_some_and(|c| c.is_alphanumeric()) && letters.last().is_some_and(|c| *c != ' ');
    if !NAME_LETTERS.contains(&letters.len()) || !letters.iter().all(plain) || blanks || !ends {
        return Err(bad());
    }
    if mixes_scripts(&letters) {
        return Err(Refusal::of_field(
            "name",
            "letters of one alphabet, so that nobody is taken for another",
        ));
    }
    Ok((name.to_owned(), folded(name)))
}

/// A name as it is compared: wide and narrow letters, large and small ones are the same.
fn folded(name: &str) -> String {
    name.nfkc().flat_map(char::to_lowercase).nfkc().collect()
}

/// Whether letters of alphabets that look alike stand side by side.
fn mixes_scripts(letters: &[char]) -> bool {
    let script = |c: &char| match *c {
        'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' => Some(0),
        '\u{370}'..='\u{3ff}' => Some(1),
        '\u{400}'..='\u{52f}' => Some(2),
        _ => None,
    };
    let mut scripts = letters.iter().filter_map(script);
    let first = scripts.next();
    scripts.any(|script| Some(script) != first)
}

pub(crate) async fn hashed(games: &Games, password: String) -> Result<String, Refused> {
    if !PASSWORD_LETTERS.contains(&password.chars().count()) {
        return Err(Refusal::of_field("password", "eight to two hundred characters").into());
    }
    let _turn = games.hashing.acquire().await.map_err(|_| crate::games::ours())?;
    let hash = on_thread(move || {
        let hash: Result<PasswordHash, _> = Argon2::default().hash_password(password.as_bytes());
        hash.map(|hash| hash.to_string())
    });
    hash.await?.map_err(|_| crate::games::ours())
}

/// Makes an account; a guest keeps his games under it.
#[utoipa::path(post, path = "/account", request_body = Credentials,
    responses((status = 200, body = Me), (status = 409, body = Refusal), (status = 422, body = Refusal)))]
pub(crate) async fn register(
    State(desk): State<Arc<Desk>>,
    visitor: crate::api::Visitor,
    Whoever(guest): Whoever,
    headers: HeaderMap,
    Taken(credentials): Taken<Credentials>,
) -> Result<WithCookie<Me>, Refused> {
    let games = games(&desk)?;
    games.limits.count("register", &crate::api::address(visitor).to_string(), limits::REGISTER)?;
    let (name, folded) = name(&credentials.name)?;
    let password = Some(hashed(games, credentials.password).await?);
    let taken = |failure: Failure| match failure {
        Failure::Taken => {
            let mut refusal = Refusal::plain("somebody goes by that name; choose another");
            refusal.field = Some("name".to_owned());
            Refused::of(StatusCode::CONFLICT, refusal)
        }
        failure => failure.into(),
    };
    let account = match guest.filter(|account| account.password.is_none()) {
        Some(guest) => {
            let account = Account { id: guest.id, name, password, email: None, mail: "none".to_owned() };
            games.store.change_account(&account, &folded).await.map_err(taken)?;
            account
        }
        None => {
            let id = hex(&randomness::<16>()?);
            let account = Account { id, name, password, email: None, mail: "none".to_owned() };
            games.store.add_account(&account, &folded).await.map_err(taken)?;
            account
        }
    };
    logged_in(games, &headers, &account).await
}

/// Plays without an account.
#[utoipa::path(post, path = "/guest", responses((status = 200, body = Me), (status = 429, body = Refusal)))]
pub(crate) async fn guest(
    State(desk): State<Arc<Desk>>,
    visitor: crate::api::Visitor,
    headers: HeaderMap,
) -> Result<WithCookie<Me>, Refused> {
    let games = games(&desk)?;
    games.limits.count("register", &crate::api::address(visitor).to_string(), limits::REGISTER)?;
    let id = hex(&randomness::<16>()?);
    let name = format!("Guest {}", &id[..6]);
    let account = Account { id, name: name.clone(), password: None, email: None, mail: "none".to_owned() };
    games.store.add_account(&account, &name.to_lowercase()).await?;
    logged_in(games, &headers, &account).await
}

/// Logs in.
#[utoipa::path(post, path = "/session", request_body = Credentials,
    responses((status = 200, body = Me), (status = 401, body = Refusal), (status = 429, body = Refusal)))]
pub(crate) async fn log_in(
    State(desk): State<Arc<Desk>>,
    visitor: crate::api::Visitor,
    headers: HeaderMap,
    Taken(credentials): Taken<Credentials>,
) -> Result<WithCookie<Me>, Refused> {
    let games = games(&desk)?;
    // What could be nobody's name is nobody's.
    let folded = name(&credentials.name).map_or_else(|_| String::new(), |(_, folded)| folded);
    games.limits.count("log in from", &crate::api::address(visitor).to_string(), limits::LOG_IN)?;
    games.limits.count("log in as", &folded, limits::LOG_IN)?;
    let account = games.store.account_named(&folded).await?;
    let hash = account.as_ref().and_then(|account| account.password.clone());
    let right = is_right(games, hash, &credentials.password).await?;
    match account {
        Some(account) if right => logged_in(games, &headers, &account).await,
        _ => Err(wrong()),
    }
}

/// Whether a password is the one that was hashed. Where there is none it takes as long, and is wrong.
async fn is_right(games: &Games, hash: Option<String>, password: &str) -> Result<bool, Refused> {
    let password: String = password.chars().take(PASSWORD_LETTERS.end() + 1).collect();
    let _turn = games.hashing.acquire().await.map_err(|_| crate::games::ours())?;
    on_thread(move || match hash.as_deref().map(PasswordHash::new) {
        Some(Ok(hash)) => Argon2::default().verify_password(password.as_bytes(), &hash).is_ok(),
        _ => {
            let hash: Result<PasswordHash, _> = Argon2::default().hash_password(password.as_bytes());
            drop(hash);
            false
        }
    })
    .await
}

/// Makes sure that whoever is logged in knows his password; a guest has none.
async fn knows_password(
    games: &Games,
    visitor: crate::api::Visitor,
    account: &Account,
    password: &str,
) -> Result<(), Refused> {
    games.limits.count("log in from", &crate::api::address(visitor).to_string(), limits::LOG_IN)?;
    games.limits.count("log in as", &folded(&account.name), limits::LOG_IN)?;
    match is_right(games, account.password.clone(), password).await? {
        true => Ok(()),
        false => Err(Refused::with(StatusCode::FORBIDDEN, "that is not your password")),
    }
}

/// Changes one's password, and logs out every other browser.
#[utoipa::path(put, path = "/account/password", request_body = PasswordRequest,
    responses((status = 200, body = Me), (status = 401, body = Refusal), (status = 403, body = Refusal),
        (status = 422, body = Refusal)))]
pub(crate) async fn change_password(
    State(desk): State<Arc<Desk>>,
    visitor: crate::api::Visitor,
    Player(account): Player,
    headers: HeaderMap,
    Taken(PasswordRequest { old, new }): Taken<PasswordRequest>,
) -> Result<WithCookie<Me>, Refused> {
    let games = games(&desk)?;
    games.limits.count("act", &account.id, limits::ACT)?;
    if account.password.is_none() {
        return Err(Refusal::plain("a guest has no password; choose a name and one first").into());
    }
    knows_password(games, visitor, &account, &old).await?;
    let password = hashed(games, new).await?;
    games.store.change_password(&account.id, &password).await?;
    logged_in(games, &headers, &account).await
}

/// Leaves for good: games that are running are given up, and everything that tells of the person is forgotten.
#[utoipa::path(delete, path = "/account", request_body = LeaveRequest,
    responses((status = 200, body = Object), (status = 401, body = Refusal), (status = 403, body = Refusal)))]
pub(crate) async fn leave(
    State(desk): State<Arc<Desk>>,
    visitor: crate::api::Visitor,
    Player(account): Player,
    headers: HeaderMap,
    Taken(LeaveRequest { password }): Taken<LeaveRequest>,
) -> Result<WithCookie<()>, Refused> {
    let games = games(&desk)?;
    games.limits.count("act", &account.id, limits::ACT)?;
    if account.password.is_some() {
        knows_password(games, visitor, &account, password.as_deref().unwrap_or_default()).await?;
    }
    for row in games.store.games_of(&account.id).await? {
        if row.turn != "over" {
            // A game that cannot be given up, because it is closed or broken, stays as it is.
            let _ = games.give_up(&row.id, &account.id).await;
        }
    }
    games.store.forget_account(&account).await?;
    Ok((cookie(&headers, "", 0), Json(())))
}

fn wrong() -> Refused {
    Refused::with(StatusCode::UNAUTHORIZED, "no such name with that password")
}

/// Who is logged in.
#[utoipa::path(get, path = "/me", responses((status = 200, body = Me), (status = 401, body = Refusal)))]
pub(crate) async fn who(State(desk): State<Arc<Desk>>, Player(account): Player) -> Result<Json<Me>, Refused> {
    games(&desk)?.limits.count("list", &account.id, limits::LOOK)?;
    Ok(Json(me(&account)))
}

/// Logs this browser out.
#[utoipa::path(delete, path = "/session", responses((status = 200, body = Object)))]
pub(crate) async fn log_out(
    State(desk): State<Arc<Desk>>,
    headers: HeaderMap,
) -> Result<WithCookie<()>, Refused> {
    if let Some(hash) = session(&headers) {
        games(&desk)?.store.end_session(&hash).await?;
    }
    Ok((cookie(&headers, "", 0), Json(())))
}

/// Logs out everywhere.
#[utoipa::path(delete, path = "/sessions", responses((status = 200, body = Object), (status = 401, body = Refusal)))]
pub(crate) async fn log_out_everywhere(
    State(desk): State<Arc<Desk>>,
    Player(account): Player,
    headers: HeaderMap,
) -> Result<WithCookie<()>, Refused> {
    let games = games(&desk)?;
    games.limits.count("act", &account.id, limits::ACT)?;
    games.store.end_sessions(&account.id).await?;
    Ok((cookie(&headers, "", 0), Json(())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_seen_and_told_apart() {
        for good in ["Anna", "Ольга", "Jean-Luc", "J. R. 2", "O'Neill", "李明"] {
            assert!(name(good).is_ok(), "{good}");
        }
        let long = "a".repeat(10_000);
        for bad in [
            "",
            "a",
            " anna",
            "anna ",
            "an  na",
            "\u{200b}\u{200b}",
            "anna\n",
            "<b>",
            long.as_str(),
            "\u{202e}anna",
            // Letters, all of them, that nobody sees.
            "\u{3164}\u{3164}",
            "\u{115f}\u{1160}",
            "\u{ffa0}\u{ffa0}",
            "a\u{3164}",
            // A Cyrillic а in a Latin name.
            "\u{430}nna",
            "anna\u{0}",
        ] {
            assert!(name(bad).is_err(), "{bad:?}");
        }
        assert_eq!(name("ANNA").unwrap().1, name("anna").unwrap().1);
        assert_eq!(name("\u{ff21}nna").unwrap().1, name("anna").unwrap().1, "a wide A");
    }
}
