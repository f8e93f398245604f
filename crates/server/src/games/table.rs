//! A game that is open: the rules with what the house keeps of them. All of it runs on a thread that may block.

use crate::games::entries::{By, Entries};
use crate::games::orders;
use crate::games::pace::{self, Clock, Out};
use crate::games::shelf;
use crate::games::{Around, randomness};
use crate::refused::Refused;
use axum::http::StatusCode;
use grognard::umpire::{
    BySide, DiceSource, Event, Header, Journal, Kind, Opening, Pledge, Proposal, Question, Seat as Who, Side,
};
use grognard::{Contest, Game, Seat, Strength, TableAct};
use grognard_store::{Beside, EntryRow, GameRow, SeatRow};
use grognard_wire::{CostCard, GameAct, Refusal};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// What a request is sent twice by is no longer than this.
const ONCE_BYTES_MAX: usize = 64;
/// So many answers standing orders give before somebody else is heard.
const ORDERS_AT_ONCE_MAX: usize = 1_000;
/// No answer is longer.
const KEY_BYTES_MAX: usize = 4096;

/// A game in memory. It is a cache of what the store has: whenever that is in doubt it is thrown away.
pub(crate) struct Open {
    pub(crate) game: Game,
    /// The secret of the dice, if they are thrown here.
    secret: Option<[u8; 32]>,
    /// The acts that were sent with a key, by it.
    onces: HashMap<String, usize>,
    /// The last act of each side by its own hand.
    pub(crate) by_hand: BySide<usize>,
    /// The entries that standing orders made, and whose.
    pub(crate) by_orders: BTreeMap<usize, Side>,
    /// Why computers made entries, in words that everybody may hear.
    pub(crate) spoken: BTreeMap<usize, String>,
    /// The clocks, where there are any.
    pub(crate) clock: Option<Clock>,
}

/// An act by whoever sits at a side.
#[derive(Clone)]
pub(crate) struct Act {
    pub(crate) side: Side,
    pub(crate) number: usize,
    pub(crate) once: String,
    pub(crate) act: GameAct,
    /// Whether it is left undone where it would cost something grave.
    pub(crate) careful: bool,
}

/// What an act came to: entries to be kept before anybody is told.
pub(crate) struct Made {
    /// The number of the first of them.
    pub(crate) number: usize,
    pub(crate) entries: Vec<EntryRow>,
    /// What changes with them.
    pub(crate) beside: Beside,
    /// What whoever asked is told instead, where something else was to be done first.
    pub(crate) refused: Option<Refused>,
}

/// Two sides' seats.
pub(crate) struct Seats(pub(crate) Vec<SeatRow>);

impl Seats {
    pub(crate) fn of(&self, side: Side) -> Option<&SeatRow> {
        self.0.iter().find(|seat| seat.side == side.key())
    }

    /// The sides somebody sits at.
    pub(crate) fn sides(&self, account: &str) -> Vec<Side> {
        let his = |side: &Side| self.of(*side).is_some_and(|seat| seat.account.as_deref() == Some(account));
        Side::ALL.into_iter().filter(his).collect()
    }

    fn is_taken(&self, side: Side) -> bool {
        self.of(side).is_some_and(|seat| seat.computer || seat.account.is_some())
    }

    /// Who plays a side stands in the journal; the store's own word on it is for its lists.
    pub(crate) fn as_in(&mut self, journal: &Journal) {
        let seats = journal.seats();
        for seat in &mut self.0 {
            if let Some(side) = Side::from_key(&seat.side) {
                seat.computer = seats[side] != Who::Person;
            }
        }
    }

    pub(crate) fn is_computers(&self, side: Side) -> bool {
        self.of(side).is_some_and(|seat| seat.computer)
    }

    /// Whether somebody sits there, whoever plays it.
    fn is_sat_at(&self, side: Side) -> bool {
        self.of(side).is_some_and(|seat| seat.account.is_some())
    }

    /// Whether one person plays both sides.
    fn is_hot(&self) -> bool {
        let account = |side| self.of(side).and_then(|seat| seat.account.as_deref());
        account(Side::First).is_some() && account(Side::First) == account(Side::Second)
    }
}

pub(super) fn broken(reason: impl std::fmt::Display) -> Refused {
    Refused::with(
        StatusCode::INTERNAL_SERVER_ERROR,
        format!("this game cannot be opened: {reason}. Nothing of it is lost"),
    )
}

/// The whole journal of a game from how it is kept.
pub(crate) fn journal(row: &GameRow, entries: &[EntryRow]) -> Result<(Journal, Vec<Opening>), Refused> {
    let lines: String = entries.iter().flat_map(|entry| [entry.line.as_str(), "\n"]).collect();
    let journal = Journal::read(&format!("{}{lines}", row.header)).map_err(broken)?;
    let openings = entries.iter().filter_map(|entry| Opening::read(entry.opening.as_deref()?)).collect();
    Ok((journal, openings))
}

/// The contest that a journal's header names.
pub(crate) fn contest(header: &Header) -> Result<Arc<dyn Contest>, Refused> {
    shelf::contest(header).map_err(broken)
}

impl Open {
    /// Opens a game from the store.
    pub(crate) fn read(row: &GameRow, entries: &[EntryRow]) -> Result<Open, Refused> {
        let (journal, openings) = journal(row, entries)?;
        let contest = contest(journal.header())?;
        let play = contest.replay(&journal, &openings).map_err(broken)?;
        let mut open = Open {
            game: Game::new(play),
            secret: row.dice_secret.as_deref().and_then(unhex),
            onces: HashMap::new(),
            by_hand: BySide::default(),
            by_orders: BTreeMap::new(),
            spoken: BTreeMap::new(),
            clock: pace::timing(pace::read(&row.pace)).map(Clock::new),
        };
        entries.iter().for_each(|entry| open.take_note(entry));
        Ok(open)
    }

    /// What the house keeps with an entry.
    fn take_note(&mut self, entry: &EntryRow) {
        let Ok(number) = usize::try_from(entry.number) else { return };
        if let Some(once) = &entry.once {
            if let Some(side) = Side::ALL.into_iter().find(|&side| once.starts_with(&mark(side, ""))) {
                self.by_hand[side] = number;
            }
            self.onces.insert(once.clone(), number);
        }
        if let Some(side) = entry.by_order.as_deref().and_then(Side::from_key) {
            self.by_orders.insert(number, side);
        }
        if let Some(why) = &entry.spoken {
            self.spoken.insert(number, why.clone());
        }
        if let (Some(clock), Some(text)) = (self.clock, &entry.clock) {
            self.clock = Clock::read(clock.timing(), text).or(self.clock);
        }
    }

    /// Takes over what another server has kept.
    pub(crate) fn follow(&mut self, entries: &[EntryRow]) -> Result<(), Refused> {
        for entry in entries {
            let opening = entry.opening.as_deref().and_then(Opening::read);
            self.game.house().follow(&entry.line, opening.as_ref()).map_err(broken)?;
            self.take_note(entry);
        }
        Ok(())
    }

    /// The game as it stood after an entry, for looking back.
    pub(crate) fn as_of(&self, entry: usize) -> Result<Game, Refused> {
        self.game.at(entry).map_err(broken)
    }

    /// Whether an act was done already, and by which entry.
    pub(crate) fn done(&self, side: Side, once: &str) -> Option<usize> {
        self.onces.get(&mark(side, once)).copied()
    }

    /// What an act that is to be done with care would cost, if that is grave; what is refused costs nothing.
    pub(crate) fn would_cost(&self, act: &Act) -> Result<Vec<CostCard>, Refused> {
        let GameAct::Answer(key) = &act.act else { return Ok(Vec::new()) };
        if !act.careful || key.len() > KEY_BYTES_MAX {
            return Ok(Vec::new());
        }
        self.is_timely(act)?;
        let seat = Seat::Side(act.side);
        if self.game.why_not(seat, key).is_some() {
            return Ok(Vec::new());
        }
        let costs = self.game.consequences(seat, key);
        Ok(costs.iter().filter(|cost| cost.loss.is_grave()).map(CostCard::from).collect())
    }

    /// Carries an act out. Where it is refused after all and the game has entries that nobody will keep, it is to be
    /// thrown away: its number tells.
    pub(crate) fn act(&mut self, around: &Around, act: &Act) -> Result<Made, Refused> {
        let seats = &around.seats;
        if !is_once(&act.once) {
            return Err(bad_once().into());
        }
        // Whoever comes too late hears that, and the journal has it.
        if let Some(mut made) = self.live_time_out(around)? {
            made.refused =
                Some(Refused::with(StatusCode::CONFLICT, "time was up before this; the game is over"));
            return Ok(made);
        }
        self.is_timely(act)?;
        self.has_room(around, act)?;
        let mut entries = Entries::default();
        let mut beside = Beside::default();
        let seat = Seat::Side(act.side);
        if seats.is_computers(act.side) && act.act != GameAct::TakeBack {
            return Err(Refusal::plain("the computer plays this side; take it back first").into());
        }
        let number = self.game.number() + 1;
        self.sit(seats, &mut entries)?;
        match &act.act {
            GameAct::Answer(key) if key.len() > KEY_BYTES_MAX => {
                return Err(Refusal::of_field("act", format!("longer than {KEY_BYTES_MAX} bytes")).into());
            }
            GameAct::Answer(key) => {
                let entered = self.game.answer(seat, key, randomness()?).map_err(Refusal::from)?;
                entries.entered(entered);
            }
            GameAct::Faces(faces) => entries.line(self.game.faces(seat, faces).map_err(Refusal::from)?),
            GameAct::Undo => entries.line(self.game.undo(seat).map_err(Refusal::from)?),
            GameAct::Rewind(entry) => {
                self.table(seat, TableAct::Propose(Proposal::Rewind(*entry)), &mut entries)?;
                // Whoever plays both sides agrees with himself, and the computer does not mind.
                if seats.is_hot() || seats.is_computers(act.side.other()) {
                    self.table(Seat::Side(act.side.other()), TableAct::Agree, &mut entries)?;
                }
            }
            GameAct::Draw => {
                self.table(seat, TableAct::Propose(Proposal::Draw), &mut entries)?;
                let other = Seat::Side(act.side.other());
                if seats.is_hot() {
                    self.table(other, TableAct::Agree, &mut entries)?;
                } else if seats.is_computers(act.side.other()) {
                    self.table(other, TableAct::Decline, &mut entries)?;
                }
            }
            GameAct::Agree => self.table(seat, TableAct::Agree, &mut entries)?,
            GameAct::Decline => self.table(seat, TableAct::Decline, &mut entries)?,
            GameAct::Resign => self.table(seat, TableAct::Resign, &mut entries)?,
            GameAct::ClaimTime => {
                let out = self.clock.and_then(|clock| clock.out(around.now));
                match out.filter(|out| *out != Out::Side(act.side)) {
                    Some(out) => entries.line(self.time_is_out(out)?),
                    None => return Err(Refusal::plain("the other side's time is not up").into()),
                }
            }
            GameAct::HandOver | GameAct::HandOverEasy | GameAct::TakeBack => {
                if self.game.end().is_some() {
                    return Err(Refusal::plain("the game is over").into());
                }
                let who = match act.act {
                    GameAct::HandOver => Who::Computer,
                    GameAct::HandOverEasy => Who::Easy,
                    _ => Who::Person,
                };
                if seats.is_computers(act.side) == (who != Who::Person) {
                    return Err(Refusal::plain("it is so already").into());
                }
                if who == Who::Easy {
                    has_easy(&self.game, "act")?;
                }
                entries.line(self.game.house().seat(act.side, who));
                beside.computer = Some((act.side.key().to_owned(), who != Who::Person));
            }
        }
        let once = mark(act.side, &act.once);
        self.onces.insert(once.clone(), number);
        self.by_hand[act.side] = number;
        self.settle(&mut entries)?;
        self.follow_orders(around, &mut entries)?;
        Ok(self.made(around, number, entries, (Some(once), beside)))
    }

    /// Entries as they are to be kept, with the clocks as they stand after them.
    pub(super) fn made(
        &mut self,
        around: &Around,
        number: usize,
        entries: Entries,
        (once, mut beside): (Option<String>, Beside),
    ) -> Made {
        if !entries.0.is_empty()
            && let Some(clock) = self.clock
        {
            let clock = clock.moved(around.now, self.clocks_that_run(&around.seats));
            beside.deadline = Some(clock.ends_at());
            self.clock = Some(clock);
        }
        let clock = self.clock.map(|clock| clock.text());
        Made { number, entries: entries.rows(&self.game, once, clock.as_deref()), beside, refused: None }
    }

    /// Whose clocks run: of everybody who is asked, also to throw his own dice. The computer's never does, and nobody's
    /// before both have sat down.
    fn clocks_that_run(&mut self, seats: &Seats) -> BySide<bool> {
        // Who plays a side may have changed just now.
        let who = self.game.kept_journal().seats();
        let all_there = Side::ALL.into_iter().all(|side| who[side] != Who::Person || seats.is_sat_at(side));
        let playing = self.game.end().is_none() && all_there;
        let pending = self.game.house().pending();
        BySide::from_fn(|side| {
            let asked = pending.iter().any(|question| question.asking.by == Some(side));
            playing && asked && who[side] == Who::Person
        })
    }

    /// The journal says that time is up.
    fn time_is_out(&mut self, out: Out) -> Result<String, Refused> {
        let (side, act) = match out {
            Out::Side(side) => (side, TableAct::TimeOut),
            Out::Both => (Side::First, TableAct::BothTimeOut),
        };
        Ok(self.game.house().at_table(side, act).map_err(Refusal::from)?)
    }

    /// Ends a game by the clock where a live one is out.
    pub(super) fn live_time_out(&mut self, around: &Around) -> Result<Option<Made>, Refused> {
        match self.clock.is_some_and(|clock| clock.is_live()) {
            true => self.time_out(around),
            false => Ok(None),
        }
    }

    /// Ends a game whose time is out, if it is. Where the house has been away, it is patient at first.
    pub(crate) fn time_out(&mut self, around: &Around) -> Result<Option<Made>, Refused> {
        let due = |clock: &Clock| clock.ends_at().is_some_and(|at| at <= around.now) && !around.patient;
        let Some(out) = self.clock.filter(due).and_then(|clock| clock.out(around.now)) else {
            return Ok(None);
        };
        if self.game.end().is_some() {
            return Ok(None);
        }
        let number = self.game.number() + 1;
        let mut entries = Entries::default();
        entries.line(self.time_is_out(out)?);
        self.settle(&mut entries)?;
        Ok(Some(self.made(around, number, entries, Default::default())))
    }

    /// A side gives up because whoever sat there has left.
    pub(crate) fn give_up(&mut self, around: &Around, side: Side) -> Result<Made, Refused> {
        let mut entries = Entries::default();
        let number = self.game.number() + 1;
        self.table(Seat::Side(side), TableAct::Resign, &mut entries)?;
        self.settle(&mut entries)?;
        Ok(self.made(around, number, entries, Default::default()))
    }

    /// A journal holds so much and no more; one that is nearly full can only be brought to an end.
    fn has_room(&self, around: &Around, act: &Act) -> Result<(), Refused> {
        use GameAct::{Agree, ClaimTime, Decline, Draw, Resign};
        let ends = matches!(act.act, Resign | Draw | Agree | Decline | ClaimTime);
        match self.game.number() < around.entries_max || ends {
            true => Ok(()),
            false => Err(Refusal::plain(
                "the journal of this game is full; agree on a draw, or give up, and begin another",
            )
            .into()),
        }
    }

    /// Gives the answers of standing orders as long as they are asked for.
    pub(super) fn follow_orders(&mut self, around: &Around, entries: &mut Entries) -> Result<(), Refused> {
        for _ in 0..ORDERS_AT_ONCE_MAX {
            if self.game.number() >= around.entries_max || self.game.end().is_some() {
                break;
            }
            let Some((side, key)) = orders::next(self, &around.seats, &around.orders) else { break };
            let entered = self.game.answer(Seat::Side(side), &key, randomness()?).map_err(Refusal::from)?;
            self.by_orders.insert(self.game.number(), side);
            entries.0.push((entered.line, entered.opening, Some(By::Order(side))));
            self.settle(entries)?;
        }
        Ok(())
    }

    /// Follows a standing order that has just been given, where it is asked for already.
    pub(crate) fn ordered(&mut self, around: &Around) -> Result<Made, Refused> {
        if let Some(made) = self.live_time_out(around)? {
            return Ok(made);
        }
        let mut entries = Entries::default();
        let number = self.game.number();
        self.follow_orders(around, &mut entries)?;
        Ok(self.made(around, number, entries, Default::default()))
    }

    /// Whoever has sat down adds to the dice; what can be thrown then is.
    pub(crate) fn seated(
        &mut self,
        around: &Around,
        sat: Option<Side>,
        own: Option<(Side, [u8; 16])>,
    ) -> Result<Made, Refused> {
        let seats = &around.seats;
        let mut entries = Entries::default();
        if let Some((side, nonce)) = own
            && self.wants_nonce(side)
        {
            entries.line(self.game.house().nonce(side, nonce).map_err(Refusal::from)?);
        }
        self.sit(seats, &mut entries)?;
        self.settle(&mut entries)?;
        // The clocks begin with an entry, also where nobody adds anything to the dice.
        if let (Some(side), Some(_), true, None) = (sat, self.clock, entries.0.is_empty(), self.game.end()) {
            entries.line(self.game.house().seat(side, Who::Person));
        }
        Ok(self.made(around, self.game.number(), entries, Default::default()))
    }

    fn table(&mut self, seat: Seat, act: TableAct, entries: &mut Entries) -> Result<(), Refused> {
        entries.line(self.game.at_table(seat, act).map_err(Refusal::from)?);
        Ok(())
    }

    /// An act was meant for how the game stands, or for how it stood before something that leaves its question as it is:
    /// the other side's part of a choice that both make at once, a proposal.
    fn is_timely(&self, act: &Act) -> Result<(), Refused> {
        let harmless = |event: &Event| match event {
            Event::Secret { by, .. } => *by != act.side && self.game.sealed()[act.side.other()],
            Event::Proposed { .. } | Event::Declined { .. } | Event::Nonce { .. } | Event::Seated { .. } => {
                true
            }
            _ => false,
        };
        let since = self.game.kept_journal().entries().get(act.number..);
        // Who plays a side has nothing to do with how the game stands.
        let any_time = act.act.is_at_any_time();
        let exact = !matches!(act.act, GameAct::Answer(_) | GameAct::Resign);
        match since {
            Some([]) => Ok(()),
            Some(_) if any_time => Ok(()),
            Some(since) if !exact && since.iter().all(|entry| harmless(&entry.event)) => Ok(()),
            _ => Err(moved_on(self.game.number())),
        }
    }

    fn wants_nonce(&self, side: Side) -> bool {
        let journal = self.game.kept_journal();
        matches!(journal.header().dice, DiceSource::Pledged(_)) && journal.nonces()[side].is_none()
    }

    /// Sides that somebody sits at and that have added nothing to the dice yet do.
    pub(super) fn sit(&mut self, seats: &Seats, entries: &mut Entries) -> Result<(), Refused> {
        for side in Side::ALL {
            if seats.is_taken(side) && self.wants_nonce(side) {
                entries.line(self.game.house().nonce(side, randomness()?).map_err(Refusal::from)?);
            }
        }
        Ok(())
    }

    /// Throws what is due, shows what is known, and at the end what the dice came from.
    pub(super) fn settle(&mut self, entries: &mut Entries) -> Result<(), Refused> {
        let house = self.game.house();
        loop {
            house.open_due().into_iter().for_each(|line| entries.line(line));
            let roll = match house.pending()[..] {
                [Question { kind: Kind::Roll(dice), .. }] => Some(*dice),
                _ => None,
            };
            let pledge = self.secret.and_then(|secret| Pledge::of(house.journal(), secret));
            let (Some(dice), Some(pledge)) = (roll, pledge) else { break };
            let faces = pledge.faces(house.journal().throws(), dice);
            entries.line(house.faces(&faces).map_err(Refusal::from)?);
        }
        let shown = house
            .journal()
            .entries()
            .iter()
            .rev()
            .any(|entry| matches!(entry.event, Event::DiceSecret { .. }));
        if let (Some(secret), true, false) = (self.secret, house.end().is_some(), shown) {
            entries.line(house.dice_secret(secret).map_err(Refusal::from)?);
        }
        Ok(())
    }
}

/// Whether something can be the key of what is sent. No database takes every character; the browser makes its own from
/// plain ones.
pub(crate) fn is_once(once: &str) -> bool {
    (1..=ONCE_BYTES_MAX).contains(&once.len()) && once.bytes().all(|c| (b' '..=b'~').contains(&c))
}

pub(crate) fn bad_once() -> Refusal {
    Refusal::of_field("once", format!("one to {ONCE_BYTES_MAX} plain characters"))
}

pub(crate) fn moved_on(number: usize) -> Refused {
    Refused::with(StatusCode::CONFLICT, format!("the game has moved on: its last entry is {number}"))
}

fn mark(side: Side, once: &str) -> String {
    format!("{side} {once}")
}

/// Makes sure that the computer of a title can be had at its easy strength.
pub(crate) fn has_easy(game: &Game, field: &str) -> Result<(), Refusal> {
    match game.strengths().contains(&Strength::Easy) {
        true => Ok(()),
        false => Err(Refusal::of_field(
            field,
            "the computer of this title has one strength, and no easy one".to_owned(),
        )),
    }
}

/// Who has to decide, as lists of games show it.
pub(crate) fn turn(game: &Game) -> &'static str {
    match (game.end().is_some(), &game.to_decide()[..]) {
        (true, _) => "over",
        (false, [side]) => side.key(),
        (false, [_, _]) => "both",
        (false, _) => "dice",
    }
}

/// Bytes as they are kept.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

pub(crate) fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    if text.len() != 2 * N || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(bytes)
}
