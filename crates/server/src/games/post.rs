//! Mail: that a game waits for somebody, or is over, with what happened in it as his seat may hear it; once, and not
//! where he has it before his eyes. And what is sent so that a password can be chosen anew.

use crate::Desk;
use crate::games::accounts::{Player, games, hashed};
use crate::games::table::hex;
use crate::games::{Games, Who, limits, randomness};
use crate::refused::{Refused, Taken};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use grognard::Seat;
use grognard::umpire::Side;
use grognard_store::Tell;
use grognard_wire::{ConfirmRequest, ForgottenRequest, MailRequest, MailWanted, Refusal, ResetRequest};
use lettre::message::{Mailbox, header::ContentType};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

/// What a mail tells of a game at most.
const LINES_TOLD: usize = 30;
const LINES_TOLD_IN_DIGEST: usize = 5;
const PATIENCE: Duration = Duration::from_secs(20);
const RESET_SECONDS: i64 = 3600;
const CONFIRM_SECONDS: i64 = 3 * 24 * 3600;
/// More than this many are not remembered; they are kept once more, which does no harm.
const SEEN_MAX: usize = 10_000;

/// How mail is sent, and what stands in it.
#[derive(Clone)]
pub struct Mail {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// Where the pages are: `https://games.example`.
    site: String,
}

impl Mail {
    /// Mail through a server: `smtps://user:password@host`, or `smtp://127.0.0.1:25` on this machine.
    ///
    /// # Errors
    /// What is wrong with the addresses.
    pub fn new(server: &str, from: &str, site: &str) -> Result<Mail, String> {
        // What the address holds may be secret: it is not said again.
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(server)
            .map_err(|_| "no address of a mail server; write smtps://user:password@host".to_owned())?;
        let from = from.parse().map_err(|error| format!("`{from}` is no sender: {error}"))?;
        let site = site.trim_end_matches('/').to_owned();
        if !site.starts_with("http://") && !site.starts_with("https://") {
            return Err(format!("`{site}` is not where pages are; write https://games.example"));
        }
        Ok(Mail { transport: transport.timeout(Some(PATIENCE)).build(), from, site })
    }

    async fn send(&self, to: &str, subject: &str, words: String) -> Result<(), ()> {
        let to: Address = to.parse().map_err(drop)?;
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(subject)
            .header(ContentType::TEXT_PLAIN)
            .body(words)
            .map_err(drop)?;
        self.transport.send(message).await.map(drop).map_err(drop)
    }
}

/// What somebody is told of one game.
struct Told {
    head: String,
    lines: Vec<String>,
}

impl Told {
    fn text(&self, most: usize) -> String {
        let mut text = format!("{}\n", self.head);
        let left_out = self.lines.len().saturating_sub(most);
        if left_out > 0 {
            let lines = if left_out == 1 { "line is" } else { "lines are" };
            let _ = writeln!(text, "({left_out} earlier {lines} left out.)");
        }
        for line in &self.lines[left_out..] {
            let _ = writeln!(text, "- {line}");
        }
        text
    }
}

impl Games {
    /// Tells everybody who is to be told.
    pub async fn tell_all(self: &Arc<Self>) {
        let Some(mail) = &self.conduct.mail else { return };
        // A database or a mail server that is away is asked again in a moment.
        if let Ok(all) = self.store.to_tell("at-once", self.conduct.tell_after, self.conduct.tell_again).await
        {
            for tell in all {
                self.tell_at_once(mail, &tell).await;
            }
        }
        if let Ok(all) = self.store.to_tell("daily", self.conduct.tell_after, self.conduct.tell_again).await {
            for his in all.chunk_by(|one, other| one.account == other.account) {
                self.tell_together(mail, his).await;
            }
        }
    }

    async fn tell_at_once(self: &Arc<Self>, mail: &Mail, tell: &Tell) {
        if !matches!(self.store.set_about(tell, self.conduct.tell_again).await, Ok(true)) {
            return;
        }
        let sent = match self.what_happened(tell).await {
            Ok(told) => {
                let subject = match tell.over {
                    true => format!("{} is over", tell.game_name),
                    false => format!("{}: your move", tell.game_name),
                };
                let words = format!(
                    "{},\n\n{}\n{}/#/game/{}\n{}",
                    tell.name,
                    told.text(LINES_TOLD),
                    mail.site,
                    tell.game,
                    foot(mail)
                );
                mail.send(&tell.email, &subject, words).await
            }
            Err(_) => Err(()),
        };
        self.settle_told(tell, sent).await;
    }

    async fn tell_together(self: &Arc<Self>, mail: &Mail, all: &[Tell]) {
        let Some(first) = all.first() else { return };
        if !matches!(self.store.set_about_digest(&first.account, self.conduct.digest_every).await, Ok(true)) {
            return;
        }
        let (mut words, mut told) = (String::new(), Vec::new());
        for tell in all {
            if !matches!(self.store.set_about(tell, self.conduct.tell_again).await, Ok(true)) {
                continue;
            }
            match self.what_happened(tell).await {
                Ok(what) => {
                    let _ = writeln!(
                        words,
                        "{}{}/#/game/{}\n",
                        what.text(LINES_TOLD_IN_DIGEST),
                        mail.site,
                        tell.game
                    );
                    told.push(tell);
                }
                Err(_) => self.settle_told(tell, Err(())).await,
            }
        }
        if told.is_empty() {
            return;
        }
        let games = if told.len() == 1 { "game has" } else { "games have" };
        let subject = format!("{} {games} something for you", told.len());
        let words = format!("{},\n\n{words}{}", first.name, foot(mail));
        let sent = mail.send(&first.email, &subject, words).await;
        if sent.is_err() {
            let (every, again) = (self.conduct.digest_every, self.conduct.tell_again);
            let _ = self.store.digest_not_sent(&first.account, every, again).await;
        }
        for tell in told {
            self.settle_told(tell, sent).await;
        }
    }

    async fn settle_told(&self, tell: &Tell, sent: Result<(), ()>) {
        // What is not settled is tried again in a few minutes: rather twice than never.
        if sent.is_ok() {
            let _ = self.store.told(tell).await;
        }
    }

    /// What happened in a game since somebody's last act, as his seat may hear it.
    async fn what_happened(self: &Arc<Self>, tell: &Tell) -> Result<Told, Refused> {
        let side = Side::from_key(&tell.side).ok_or_else(crate::games::ours)?;
        let (name, over) = (tell.game_name.clone(), tell.over);
        self.look_as(&tell.game, Who::Player, move |open, _| {
            let own = &open.game.side_names()[side];
            let head = match open.game.end() {
                Some((_, words)) if over => format!("{name} is over. {words}"),
                _ => format!("It is your move as {own} in {name}."),
            };
            let told = open.game.told(Seat::Side(side), open.by_hand[side]);
            let lines = told.lines.into_iter().map(|(_, ruling)| plain(&ruling.text)).collect();
            Ok(Told { head, lines })
        })
        .await
    }

    /// Somebody has a game before his eyes: he need not be told of what he sees.
    pub(crate) async fn has_seen(&self, account: &str, game: &str, number: usize) {
        let number = i64::try_from(number).unwrap_or(i64::MAX);
        let key = (account.to_owned(), game.to_owned());
        {
            let mut seen = self.seen.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            if seen.get(&key).is_some_and(|&known| known >= number) {
                return;
            }
            if seen.len() >= SEEN_MAX {
                seen.clear();
            }
            seen.insert(key, number);
        }
        // Where it cannot be kept he is told once too often.
        let _ = self.store.seen(account, game, number).await;
    }
}

fn foot(mail: &Mail) -> String {
    format!("\nHow you are told of your games is changed at {}/#/games.\n", mail.site)
}

/// A line without anything that could be taken for another.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn mail_of(games: &Games) -> Result<&Mail, Refused> {
    games.conduct.mail.as_ref().ok_or_else(|| {
        Refused::with(StatusCode::SERVICE_UNAVAILABLE, "this server sends no mail; ask whoever runs it")
    })
}

/// Says where mail reaches one, and what one wants of it.
#[utoipa::path(put, path = "/account/mail", request_body = MailRequest,
    responses((status = 200, body = Object), (status = 401, body = Refusal), (status = 422, body = Refusal),
        (status = 503, body = Refusal)))]
pub(crate) async fn want_mail(
    State(desk): State<Arc<Desk>>,
    Player(account): Player,
    Taken(MailRequest { email, wanted }): Taken<MailRequest>,
) -> Result<Json<()>, Refused> {
    let games = games(&desk)?;
    games.limits.count("act", &account.id, limits::ACT)?;
    if account.password.is_none() {
        return Err(Refusal::plain("a guest gets no mail; choose a name and a password first").into());
    }
    let word = match wanted {
        MailWanted::None => "none",
        MailWanted::AtOnce => "at-once",
        MailWanted::Daily => "daily",
    };
    let Some(email) = email else {
        games.store.change_mail(&account.id, None, "none").await?;
        return Ok(Json(()));
    };
    if account.email.as_ref() == Some(&email) {
        games.store.change_mail(&account.id, Some(&email), word).await?;
        return Ok(Json(()));
    }
    let mail = mail_of(games)?;
    let sound = email.len() <= 254 && email.is_ascii() && email.parse::<Address>().is_ok();
    if !sound {
        return Err(Refusal::of_field("email", "an address such as anna@example.org").into());
    }
    games.limits.count("mail", &account.id, limits::MAIL)?;
    // The new address is used once it has been shown to be his; until then the old one is.
    let token = hex(&randomness::<32>()?);
    let detail = format!("{word} {email}");
    games.store.add_token(&hex(&Sha256::digest(&token)), &account.id, "confirm", &detail).await?;
    let words = format!(
        "{},\n\nthis address was given for your games. If that was you, open\n\n{}/#/confirm/{token}\n\n\
         within three days. If it was not, do nothing.\n",
        account.name, mail.site
    );
    mail.send(&email, "Is this your address?", words).await.map_err(|()| not_sent())?;
    Ok(Json(()))
}

fn not_sent() -> Refused {
    Refused::with(StatusCode::SERVICE_UNAVAILABLE, "the mail could not be sent just now; try again later")
}

fn no_longer_good() -> Refused {
    Refused::with(StatusCode::FORBIDDEN, "this is good no longer; have another sent")
}

/// Shows that an address is one's own, with what was sent there.
#[utoipa::path(post, path = "/account/mail", request_body = ConfirmRequest,
    responses((status = 200, body = Object), (status = 403, body = Refusal)))]
pub(crate) async fn confirm(
    State(desk): State<Arc<Desk>>,
    visitor: crate::api::Visitor,
    Taken(ConfirmRequest { token }): Taken<ConfirmRequest>,
) -> Result<Json<()>, Refused> {
    let games = games(&desk)?;
    games.limits.count("log in from", &crate::api::address(visitor).to_string(), limits::LOG_IN)?;
    let hash = hex(&Sha256::digest(&token));
    let found = games.store.take_token(&hash, "confirm", CONFIRM_SECONDS).await?;
    let found = found.ok_or_else(no_longer_good)?;
    let (wanted, email) = found.detail.split_once(' ').ok_or_else(no_longer_good)?;
    games.store.change_mail(&found.account, Some(email), wanted).await?;
    Ok(Json(()))
}

/// Has something sent with which a password can be chosen anew. The answer is the same whether or not there is such a
/// name, and whether or not it has an address.
#[utoipa::path(post, path = "/account/reset", request_body = ForgottenRequest,
    responses((status = 200, body = Object), (status = 429, body = Refusal), (status = 503, body = Refusal)))]
pub(crate) async fn forgotten(
    State(desk): State<Arc<Desk>>,
    visitor: crate::api::Visitor,
    Taken(ForgottenRequest { name }): Taken<ForgottenRequest>,
) -> Result<Json<()>, Refused> {
    let games = Arc::clone(games(&desk)?);
    mail_of(&games)?;
    games.limits.count("mail", &crate::api::address(visitor).to_string(), limits::MAIL)?;
    let Ok((_, folded)) = crate::games::accounts::name(&name) else { return Ok(Json(())) };
    games.limits.count("mail", &folded, limits::MAIL)?;
    // Nobody can tell by the time it takes: it is done after the answer.
    tokio::spawn(async move {
        let Ok(Some(account)) = games.store.account_named(&folded).await else { return };
        let (Some(email), Ok(mail)) = (&account.email, mail_of(&games)) else { return };
        let Ok(bytes) = randomness::<32>() else { return };
        let token = hex(&bytes);
        let hash = hex(&Sha256::digest(&token));
        if games.store.add_token(&hash, &account.id, "reset", "").await.is_err() {
            return;
        }
        let words = format!(
            "{},\n\nsomebody wants to choose your password anew. If that was you, open\n\n{}/#/reset/{token}\n\n\
             within the hour. If it was not, do nothing: your password stays as it is.\n",
            account.name, mail.site
        );
        // Whoever waits for it in vain asks again.
        let _ = mail.send(email, "A new password", words).await;
    });
    Ok(Json(()))
}

/// Chooses a password anew, with what was sent; every browser is logged out.
#[utoipa::path(put, path = "/account/reset", request_body = ResetRequest,
    responses((status = 200, body = Object), (status = 403, body = Refusal), (status = 422, body = Refusal)))]
pub(crate) async fn reset(
    State(desk): State<Arc<Desk>>,
    visitor: crate::api::Visitor,
    Taken(ResetRequest { token, password }): Taken<ResetRequest>,
) -> Result<Json<()>, Refused> {
    let games = games(&desk)?;
    games.limits.count("log in from", &crate::api::address(visitor).to_string(), limits::LOG_IN)?;
    // First, so that a password that is too short does not use up what was sent.
    let password = hashed(games, password).await?;
    let hash = hex(&Sha256::digest(&token));
    let found = games.store.take_token(&hash, "reset", RESET_SECONDS).await?;
    let found = found.ok_or_else(no_longer_good)?;
    games.store.change_password(&found.account, &password).await?;
    Ok(Json(()))
}
