//! What a player may ask at every prompt before he answers: odds, what stands where, what the computer would do, why not.

use crate::paint::{DIM, GOOD, HEAD, styled};
use crate::table::{Table, shown};
use crate::{menu, prompt};
use grognard::umpire::{BySide, Header, Question, Side};
use grognard::{Alternative, Player, Progress, SAME, Sees, StudyRequest, best_of, points, told_plainly};
use std::fmt::Write as _;

impl Table {
    /// The odds of the fight that an order leads to; of an answer in a fight, what it is worth beside the others.
    pub(crate) fn odds(&self, question: &Question, side: Side, key: &str) -> String {
        if let Some(refusal) = self.play.why_not(side, key) {
            return format!("{refusal}\n");
        }
        match self.play.prospects(side, key) {
            list if list.is_empty() => self
                .of_the_fight(question, side)
                .unwrap_or_else(|| format!("`{key}` leads to no fight whose odds can be told beforehand.\n")),
            list => prompt::prospects(&list),
        }
    }

    /// The odds of the fight that is on, and what each alternative is worth in it.
    fn of_the_fight(&self, question: &Question, side: Side) -> Option<String> {
        let (advice, counted) = self.reckoned(question, side);
        let worth = worth(&advice, side, &counted);
        let Some(fight) = self.play.fight(side) else { return worth };
        let head = "This fight from here on, if both decide by the plain policy";
        let figures = prompt::figures(&*fight.contest);
        Some(format!("{}\n{figures}{}", styled(HEAD, head), worth.unwrap_or_default()))
    }

    /// What each alternative of a decision is worth, in the battle or in the fight that is on in a game, and in what that
    /// is counted; empty where it cannot be reckoned.
    fn reckoned(&self, question: &Question, side: Side) -> (Vec<Alternative>, String) {
        let advice = self.play.advice();
        if !advice.is_empty() {
            return (advice, self.play.objective_words(side));
        }
        let Some(fight) = self.play.fight(side) else { return (Vec::new(), String::new()) };
        let inner = if fight.first == Side::First { side } else { side.other() };
        let counted = fight.contest.start(Header::default()).objective_words(inner);
        (fight.advice(side, question), counted)
    }

    /// The odds where a decision is due: what each alternative is worth, or of the fight that one of them leads to.
    pub(crate) fn odds_here(&self, question: &Question, side: Side) -> String {
        if let Some(text) = self.of_the_fight(question, side) {
            return text;
        }
        let fights = question.options();
        let fights = fights.iter().filter(|offered| !self.play.prospects(side, &offered.key).is_empty());
        let keys: Vec<&str> = fights.map(|offered| offered.key.as_str()).take(FIGHTS_NAMED + 1).collect();
        match keys[..] {
            [] => "Nothing that is offered here leads straight to a fight. `odds ORDER` tells the odds of an order \
                   that does.\n"
                .to_owned(),
            [key] => format!("{}\n{}", styled(HEAD, format!("`{key}`")), self.odds(question, side, key)),
            _ => {
                let named: Vec<String> =
                    keys.iter().take(FIGHTS_NAMED).map(|key| format!("`odds {key}`")).collect();
                let more = if keys.len() > FIGHTS_NAMED { " and others" } else { "" };
                format!("Write the order too, as {}{more}.\n", named.join(", "))
            }
        }
    }

    /// How it would come out from here, tried out many times, for two people who look at the same dice.
    pub(crate) fn odds_from_here(&self) -> String {
        let by_policy = BySide::new(Player::Policy, Player::Policy);
        let request = StudyRequest { time: Some(TRIED_FOR), ..StudyRequest::of(by_policy, TRIED, 1) };
        match self.play.study(Sees::What(None), &request, &Progress::default()) {
            Ok(report) => {
                let head = "From here on, if both decide by the plain policy";
                format!("{}\n{}", styled(HEAD, head), prompt::of_report(&report))
            }
            Err(why) => format!("{why}\n"),
        }
    }

    /// What stands at a place, as far as a side may know it.
    pub(crate) fn force(&self, side: Side, place: &str) -> String {
        let guide = self.play.guide(Some(side));
        match guide.place(place).and_then(|place| guide.presence(&place)) {
            Some(found) => prompt::presence(&found, &self.names),
            None if guide.pieces().is_empty() => {
                "There are no places in this battle; `show` tells how both sides stand.\n".to_owned()
            }
            None if place.is_empty() => {
                "Write `force PLACE`, by its number or its name, or the name of a unit or a leader.\n"
                    .to_owned()
            }
            None => match &prompt::units_called(&*guide, place, &self.names)[..] {
                [] => format!(
                    "There is no place and no unit `{place}` here{}.\n",
                    prompt::places_like(&*guide, place)
                ),
                units => prompt::units_told(units, &*guide, &self.names),
            },
        }
    }

    /// What is advised in a side's place, and why. Of what is decided in secret the computer's reasons are not spoken, but
    /// what each answer is worth may be told to whoever decides; and where that can be reckoned, nobody is advised to give
    /// any answer but the best.
    pub(crate) fn advised(&self, question: &Question, side: Side) -> Option<(String, String)> {
        let (key, spoken) = self.play.by_computer(side)?;
        let advice = match spoken.is_empty() || question.kind.is_secret() {
            true => self.reckoned(question, side).0,
            false => Vec::new(),
        };
        Some(best_of((key, spoken), question, side, &advice))
    }

    /// The same in words.
    pub(crate) fn advice_words(&self, question: &Question, side: Side) -> String {
        let Some((key, why)) = self.advised(question, side) else {
            return "The computer has no advice here.\n".to_owned();
        };
        let given = menu::given(&told_plainly(question, &*self.play.guide(Some(side))), &key);
        match why.is_empty() {
            true => format!("The computer would answer {given}. `take` does it.\n"),
            false => format!("The computer would answer {given}: {why}. `take` does it.\n"),
        }
    }

    /// Why an answer is not possible.
    pub(crate) fn why_not(&self, side: Side, key: &str) -> String {
        match self.play.why_not(side, key) {
            Some(refusal) => format!("{refusal}\n"),
            None => format!("`{key}` is possible.\n"),
        }
    }

    /// The game as a side may see it: drawn where it can be drawn, else as a list.
    pub(crate) fn shown(&self, viewer: Option<Side>) -> String {
        shown(&*self.play, viewer, &self.journal_name())
    }

    /// What the journal is called, for commands that are to be typed.
    fn journal_name(&self) -> String {
        let path = self.journal.as_ref().map(|journal| journal.path().display().to_string());
        path.unwrap_or_else(|| "JOURNAL".to_owned())
    }

    /// What a person needs to know on sitting down: how to win, how it stands, and the board where it fits.
    pub(crate) fn on_sitting_down(&self, viewer: Option<Side>) -> String {
        let Some(drawing) = self.play.drawing(viewer) else { return self.shown(viewer) };
        if crate::table::too_wide(&drawing).is_none() {
            return self.shown(viewer);
        }
        let aims = prompt::aims(&self.play.guide(viewer).aims(), &self.names);
        let words = format!(
            "The board is wider than this terminal. `show` lists who stands where.{}",
            crate::table::pictured(&*self.play, &self.journal_name())
        );
        format!("{aims}{}\n", styled(DIM, words))
    }

    /// Whether a side sees anything that the other does not.
    pub(crate) fn has_own_sight(&self, side: Side) -> bool {
        let (own, other) = (Some(side), Some(side.other()));
        self.play.view(own) != self.play.view(other)
            || self.play.guide(own).pieces() != self.play.guide(other).pieces()
    }
}

/// What each alternative of a decision is worth to a side, the best first; nothing where that cannot be reckoned.
fn worth(advice: &[Alternative], side: Side, counted: &str) -> Option<String> {
    let mut own: Vec<&Alternative> = advice.iter().filter(|a| a.by == side).collect();
    own.sort_by(|a, b| b.value.total_cmp(&a.value));
    let best = own.first()?.value;
    let mut text = String::new();
    for alternative in own {
        let worth = match best - alternative.value {
            less if less < SAME => styled(GOOD, "best"),
            less => format!("{} worse", points(less)),
        };
        let words = match alternative.words == alternative.key {
            true => String::new(),
            false => format!("  {}", styled(DIM, &alternative.words)),
        };
        let _ = writeln!(text, "  {:<24}  {worth}{words}", alternative.key);
    }
    let _ = writeln!(text, "{}", styled(DIM, what_counts(counted)));
    Some(text)
}

/// What each answer's worth is counted in.
pub(crate) fn what_counts(objective: &str) -> String {
    format!("counted in points: {}", objective.strip_prefix("points: ").unwrap_or(objective))
}

/// So often is it tried how a battle goes on, and no longer than this.
const TRIED: u64 = 4000;
const TRIED_FOR: std::time::Duration = std::time::Duration::from_secs(2);

/// So many orders that lead to a fight are named.
const FIGHTS_NAMED: usize = 3;
