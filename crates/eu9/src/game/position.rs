//! Positions of the Italian Wars as text: who stands where, who serves whom, what is left of walls and money.
//!
//! Between two orders everything is written in the names of the map and of the counters. What is not named is as the
//! title begins with it, but for the pieces: troops, fleets and leaders that are not named are not on the map.

mod forces;

use super::market::Bought;
use super::playable::SIDE_KEYS;
use super::siege::Circuit;
use super::{Game, Impulse, Land, Post, Squadron, Stage, Troops};
use crate::attrition::Pillage;
use crate::campaign::{Aggression, Campaign, FreeUse};
use crate::charts::RoundBox;
use crate::siege::Works;
use crate::title::{Border, GameRules};
use grognard_charts::Page;
use grognard_umpire::{Fact, Misread, Offer, Side};

/// What a phase comes with: whose it is, the impulse, what has been bought, the sieges that are over.
struct With {
    side: Side,
    impulse: Impulse,
    bought: Bought,
    done: u128,
}

/// A phase, made of what it comes with.
type Begin = fn(With) -> Stage;

/// The phases between two orders, by their words in files.
const PHASES: [(&str, Begin); 12] = [
    ("start-of-turn", |_| Stage::Levy),
    ("upkeep", |with| Stage::Upkeep(with.side)),
    ("purchase", |with| Stage::Purchase(with.side, with.bought)),
    ("first-round", |_| Stage::FirstRound),
    ("impulse", |with| Stage::Opening(with.impulse)),
    ("campaign", |with| Stage::Campaign(with.impulse)),
    ("movement", |with| Stage::Move(with.impulse)),
    ("battles", |with| Stage::Battles(with.impulse)),
    ("sieges", |with| Stage::Sieges(Circuit { side: with.side, done: with.done })),
    ("refit", |with| Stage::Refit(with.side)),
    ("continuation", |_| Stage::Continuation),
    ("end-of-turn", |_| Stage::TurnEnd),
];

/// The phases that belong to a side.
const OF_A_SIDE: [&str; 8] =
    ["upkeep", "purchase", "impulse", "campaign", "movement", "battles", "sieges", "refit"];

const BORDERS: [(&str, Border); 4] =
    [("open", Border::None), ("river", Border::River), ("pass", Border::Pass), ("strait", Border::Strait)];

/// What a squadron may have done in an impulse, by its words in files.
type Did = (&'static str, fn(&mut Squadron) -> &mut bool);

const DID: [Did; 10] = [
    ("veteran", |squadron| &mut squadron.veteran),
    ("moved", |squadron| &mut squadron.moved),
    ("regrouped", |squadron| &mut squadron.formed),
    ("spent", |squadron| &mut squadron.spent),
    ("intercepted", |squadron| &mut squadron.intercepted),
    ("tried", |squadron| &mut squadron.tried),
    ("paid", |squadron| &mut squadron.paid),
    ("aggressive", |squadron| &mut squadron.aggressive),
    ("asked", |squadron| &mut squadron.asked),
    ("hit", |squadron| &mut squadron.hit),
];

/// The same of a land stack.
type Done = (&'static str, fn(&mut Troops) -> &mut bool);

const DONE: [Done; 6] = [
    ("inside", |troops| &mut troops.inside),
    ("moved", |troops| &mut troops.moved),
    ("spent", |troops| &mut troops.spent),
    ("intercepted", |troops| &mut troops.intercepted),
    ("foraging", |troops| &mut troops.foraging),
    ("regrouped", |troops| &mut troops.regrouped),
];

fn flag(flag: bool) -> Fact {
    Fact::from(flag.then_some(true))
}

/// A number that is not the usual one.
fn unless<T: Into<i64> + PartialEq>(number: T, usual: T) -> Fact {
    if number == usual { Fact::Nothing } else { Fact::Number(number.into()) }
}

fn list(items: impl Iterator<Item = Fact>) -> Fact {
    let items: Vec<Fact> = items.collect();
    if items.is_empty() { Fact::Nothing } else { Fact::List(items) }
}

fn side_key(side: Side) -> &'static str {
    SIDE_KEYS[side as usize].1
}

fn side_of(page: &Page<'_>, key: &str) -> Option<Side> {
    page.one_of(key, &SIDE_KEYS.map(|(side, key)| (key, side)))
}

/// The names of what a title numbers.
struct Names<'a>(&'a GameRules);

impl Names<'_> {
    fn province(&self, at: u8) -> Fact {
        Fact::from(self.0.provinces[usize::from(at)].id.as_str())
    }

    fn country(&self, country: u8) -> Fact {
        Fact::from(self.0.nations[usize::from(country)].id.as_str())
    }

    fn of_country(&self, id: &str) -> Option<u8> {
        self.0.nations.iter().position(|nation| nation.id == id).map(|index| index as u8)
    }

    fn of_leader(&self, id: &str) -> Option<u8> {
        self.0.leaders.iter().position(|leader| leader.id == id).map(|index| index as u8)
    }

    fn countries(&self, bits: u32) -> Fact {
        list((0..self.0.nations.len() as u8).filter(|at| bits & (1 << at) != 0).map(|at| self.country(at)))
    }

    fn leaders(&self, bits: u32) -> Fact {
        let name = |at: u8| Fact::from(self.0.leaders[usize::from(at)].id.as_str());
        list((0..self.0.leaders.len() as u8).filter(|at| bits & (1 << at) != 0).map(name))
    }

    fn provinces(&self, bits: u128) -> Fact {
        list((0..self.0.provinces.len() as u8).filter(|at| bits & (1 << at) != 0).map(|at| self.province(at)))
    }
}

impl Game {
    pub(super) fn is_between_orders(&self) -> bool {
        self.unformed.is_empty() && self.stage.key().is_some()
    }

    /// The position as a document.
    pub(super) fn written(&self, rules: &GameRules) -> Fact {
        let names = Names(rules);
        let start = Game::new(rules);
        let turn = self.turn_index(rules);
        let sides = self.allegiance.iter().zip(&rules.nations).enumerate();
        let changed = sides.filter(|(_, (side, nation))| **side != nation.sides[turn]);
        let sides = list(changed.map(|(country, (side, _))| {
            Fact::record([
                ("country", names.country(country as u8)),
                ("side", Fact::from(side.map_or("neutral", side_key))),
            ])
        }));
        let mut fields = vec![
            ("turn", Fact::from(self.turn_number(rules))),
            ("round", Fact::from(rules.charts.logistics.box_name(self.round))),
            ("bad-weather", flag(self.bad_weather)),
            ("extended", flag(self.extended)),
            ("phase", Fact::from(self.stage.key())),
        ];
        fields.extend(self.stage.written(&names));
        for (side, key) in SIDE_KEYS {
            fields.push((key, self.side_written(side, &start)));
        }
        fields.extend([
            ("preferred", names.leaders(self.preferred)),
            ("sides", sides),
            ("lands", list((0..self.lands.len() as u8).filter_map(|at| self.land_written(&names, at)))),
            ("troops", list(self.troops.iter().map(|troops| troops.written(&names)))),
            ("fleets", list(self.squadrons.iter().map(|squadron| squadron.written(&names)))),
            ("leaders", list((0..self.posts.len() as u8).filter_map(|at| self.post_written(&names, at)))),
        ]);
        Fact::record(fields)
    }

    fn side_written(&self, side: Side, start: &Game) -> Fact {
        let free = self.free_used[side].used();
        let campaign = Some(self.campaign[side]).filter(|&campaign| campaign != Campaign::default());
        let fields = [
            ("ducats", unless(self.purse[side], start.purse[side])),
            ("stability", unless(self.stability[side], start.stability[side])),
            ("points", unless(self.points[side], start.points[side])),
            ("campaign", Fact::from(campaign.map(|campaign| campaign.key()))),
            ("announced", flag(self.announced[side])),
            ("free-campaign", Fact::from(free.map(|(campaign, _)| campaign.key()))),
            ("free-times", Fact::from(free.map(|(_, times)| times))),
        ];
        match fields.iter().all(|(_, fact)| *fact == Fact::Nothing) {
            true => Fact::Nothing,
            false => Fact::record(fields),
        }
    }

    fn land_written(&self, names: &Names<'_>, at: u8) -> Option<Fact> {
        let (land, province) = (&self.lands[usize::from(at)], &names.0.provinces[usize::from(at)]);
        let usual = Land { owner: province.owner, level: province.fortress, ..Land::default() };
        let owner = if land.owner == usual.owner { Fact::Nothing } else { names.country(land.owner) };
        (*land != usual).then(|| {
            Fact::record([
                ("province", names.province(at)),
                ("owner", owner),
                ("taken-by", Fact::from(land.taken.map(side_key))),
                ("fortress", unless(land.level, usual.level)),
                ("pillage", unless(land.pillage.0, 0)),
                ("siegeworks-minus", unless(land.works.minus, 0)),
                ("siegeworks-plus", unless(land.works.plus, 0)),
                ("breached", flag(land.breached)),
                ("costly", flag(land.costly)),
                ("siege-rounds", unless(land.siege_rounds, 0)),
                ("old-siege", flag(land.old_siege)),
            ])
        })
    }

    fn post_written(&self, names: &Names<'_>, leader: u8) -> Option<Fact> {
        let post = match self.posts[usize::from(leader)] {
            Post::Away => return None,
            Post::At(at) => ("at", names.province(at)),
            Post::Inside(at) => ("inside", names.province(at)),
            Post::Afloat(sea) => ("afloat", Fact::from(names.0.seas[usize::from(sea)].id.as_str())),
            Post::Wounded(rounds) => ("wounded", Fact::from(rounds)),
            Post::Aboard => ("state", Fact::from("aboard")),
            Post::Captive => ("state", Fact::from("captive")),
            Post::Gone => ("state", Fact::from("dead")),
        };
        let id = names.0.leaders[usize::from(leader)].id.as_str();
        Some(Fact::record([("leader", Fact::from(id)), post]))
    }

    /// The game of a document.
    pub(super) fn read(rules: &GameRules, position: &Fact) -> Result<Game, Vec<Misread>> {
        Page::position(position, |page| Game::of_page(rules, page))
    }

    fn of_page(rules: &GameRules, page: &Page<'_>) -> Option<Game> {
        let names = Names(rules);
        let mut game = Game::new(rules);
        let of_turn = |turn: i64| rules.turns.iter().position(|known| i64::from(*known) == turn);
        let (first, last) = (rules.turns.first()?, rules.turns.last()?);
        let turn = page.number("turn", i64::from(*first)..=i64::from(*last), i64::from(*first));
        match of_turn(turn) {
            Some(turn) => game.turn = turn as u8,
            None => page.wrong("turn", format!("turn {turn} is not played in this scenario")),
        }
        page.needed("turn", Some(turn).filter(|_| page.has("turn")));
        game.round = read_round(rules, page);
        (game.bad_weather, game.extended) = (page.flag("bad-weather"), page.flag("extended"));
        let stage = Stage::of_page(&names, page);
        for (side, key) in SIDE_KEYS {
            if let Some(part) = page.part(key) {
                game.read_side(side, &part);
            }
        }
        game.preferred = bits(page.all_named("preferred", |id| names.of_leader(id)));
        let turn = game.turn_index(rules);
        game.allegiance = rules.nations.iter().map(|nation| nation.sides[turn]).collect();
        for row in page.rows("sides") {
            let country = row.needed("country", row.named("country", |id| names.of_country(id)));
            let [(first, first_key), (second, second_key)] = SIDE_KEYS;
            let sides = [(first_key, Some(first)), (second_key, Some(second)), ("neutral", None)];
            let side = row.needed("side", row.one_of("side", &sides));
            if let (Some(country), Some(side)) = (country, side) {
                game.allegiance[usize::from(country)] = side;
            }
        }
        for row in page.rows("lands") {
            if let Some(at) = row.needed("province", row.named("province", |id| rules.province(id))) {
                let land = &mut game.lands[usize::from(at)];
                *land = read_land(&names, &row, *land);
            }
        }
        game.troops = page.rows("troops").iter().filter_map(|row| Troops::of_row(&names, row)).collect();
        game.squadrons = page.rows("fleets").iter().filter_map(|row| Squadron::of_row(&names, row)).collect();
        game.troops.sort_unstable();
        game.squadrons.sort_unstable();
        game.posts.fill(Post::Away);
        for row in page.rows("leaders") {
            let leader = row.needed("leader", row.named("leader", |id| names.of_leader(id)));
            let post = read_post(rules, &row);
            if let (Some(leader), Some(post)) = (leader, post) {
                game.posts[usize::from(leader)] = post;
            }
        }
        game.stage = stage?;
        // What no game comes to is no position of one.
        if let Err(problem) = game.check(rules) {
            page.wrong("troops", problem);
        }
        Some(game)
    }

    fn read_side(&mut self, side: Side, page: &Page<'_>) {
        self.purse[side] = page.number("ducats", i16::MIN..=i16::MAX, self.purse[side]);
        self.stability[side] = page.number("stability", i8::MIN..=i8::MAX, self.stability[side]);
        self.points[side] = page.number("points", i16::MIN..=i16::MAX, self.points[side]);
        self.campaign[side] = campaign_of(page, "campaign").unwrap_or_default();
        self.announced[side] = page.flag("announced");
        let times = page.number("free-times", 1..=u8::MAX, 1);
        let free = campaign_of(page, "free-campaign");
        self.free_used[side] = free.map_or_else(FreeUse::default, |campaign| FreeUse::of(campaign, times));
    }
}

/// The bits of what has been named.
fn bits(named: Vec<u8>) -> u32 {
    named.into_iter().fold(0, |bits, at| bits | 1 << at)
}

fn campaign_of(page: &Page<'_>, key: &str) -> Option<Campaign> {
    let keys = Campaign::ALL.map(|campaign| campaign.key());
    let list: Vec<(&str, Campaign)> = keys.iter().map(String::as_str).zip(Campaign::ALL).collect();
    page.one_of(key, &list)
}

fn read_round(rules: &GameRules, page: &Page<'_>) -> RoundBox {
    let logistics = &rules.charts.logistics;
    let boxes: Vec<(&str, RoundBox)> =
        (0..=logistics.end_box().0).map(RoundBox).map(|round| (logistics.box_name(round), round)).collect();
    page.one_of("round", &boxes).unwrap_or(RoundBox(0))
}

fn read_land(names: &Names<'_>, row: &Page<'_>, usual: Land) -> Land {
    Land {
        owner: row.named("owner", |id| names.of_country(id)).unwrap_or(usual.owner),
        taken: side_of(row, "taken-by"),
        level: row.number("fortress", 0..=5, usual.level),
        pillage: Pillage(row.number("pillage", 0..=Pillage::MAX.0, 0)),
        works: Works {
            minus: row.number("siegeworks-minus", 0..=2, 0),
            plus: row.number("siegeworks-plus", 0..=2, 0),
        },
        breached: row.flag("breached"),
        costly: row.flag("costly"),
        siege_rounds: row.number("siege-rounds", 0..=u8::MAX, 0),
        old_siege: row.flag("old-siege"),
    }
}

/// Where a leader may be, by the words of files.
const PLACES: [&str; 5] = ["at", "inside", "afloat", "wounded", "state"];

fn read_post(rules: &GameRules, row: &Page<'_>) -> Option<Post> {
    let province = |key: &str| row.named(key, |id| rules.province(id));
    let states = [("aboard", Post::Aboard), ("captive", Post::Captive), ("dead", Post::Gone)];
    let wounded = row.has("wounded").then(|| Post::Wounded(row.number("wounded", 1..=u8::MAX, 1)));
    let said = [
        province("at").map(Post::At),
        province("inside").map(Post::Inside),
        row.named("afloat", |id| rules.sea(id)).map(Post::Afloat),
        wounded,
        row.one_of("state", &states),
    ];
    match said.into_iter().flatten().collect::<Vec<_>>()[..] {
        [post] => Some(post),
        // What is wrong with what was said is noted already.
        [] if PLACES.iter().any(|key| row.has(key)) => None,
        [] => {
            row.wrong("leader", "say where he is: `at`, `inside`, `afloat`, `wounded` or `state`");
            None
        }
        _ => {
            row.wrong("leader", "a leader is in one place only");
            None
        }
    }
}

impl Stage {
    /// The phase's word in files; none where something is half done.
    fn key(&self) -> Option<&'static str> {
        Some(match self {
            Stage::Levy => "start-of-turn",
            Stage::Upkeep(_) => "upkeep",
            Stage::Purchase(..) => "purchase",
            Stage::FirstRound => "first-round",
            Stage::Opening(_) => "impulse",
            Stage::Campaign(_) => "campaign",
            Stage::Move(_) => "movement",
            Stage::Battles(_) => "battles",
            Stage::Sieges(_) => "sieges",
            Stage::Refit(_) => "refit",
            Stage::Continuation => "continuation",
            Stage::TurnEnd => "end-of-turn",
            _ => return None,
        })
    }

    /// What the phase comes with.
    fn written(&self, names: &Names<'_>) -> Vec<(&'static str, Fact)> {
        let side = |side: Side| ("side", Fact::from(side_key(side)));
        match self {
            Stage::Upkeep(of) | Stage::Refit(of) => vec![side(*of)],
            Stage::Purchase(of, bought) => vec![side(*of), ("bought", bought.written(names))],
            Stage::Sieges(Circuit { side: of, done }) => {
                vec![side(*of), ("sieges-done", names.provinces(*done))]
            }
            Stage::Opening(impulse)
            | Stage::Campaign(impulse)
            | Stage::Move(impulse)
            | Stage::Battles(impulse) => {
                vec![side(impulse.side), ("impulse", impulse.written(names))]
            }
            _ => Vec::new(),
        }
    }

    fn of_page(names: &Names<'_>, page: &Page<'_>) -> Option<Stage> {
        let begin = page.needed("phase", page.one_of("phase", &PHASES));
        let side = side_of(page, "side");
        if side.is_none() && page.text("phase").is_some_and(|phase| OF_A_SIDE.contains(&phase)) {
            page.needed("side", side);
        }
        let side = side.unwrap_or(Side::First);
        let part = page.part("impulse");
        let impulse = part.map_or_else(|| Impulse::first(side), |part| Impulse::of_page(names, side, &part));
        let done = page.all_named("sieges-done", |id| names.0.province(id));
        let done = done.into_iter().fold(0_u128, |bits, at| bits | 1 << at);
        let bought = page.part("bought").map_or_else(Bought::default, |part| Bought::of_page(names, &part));
        begin.map(|begin| begin(With { side, impulse, bought, done }))
    }
}

impl Impulse {
    fn written(&self, names: &Names<'_>) -> Fact {
        let usual = Impulse::first(self.side);
        if *self == usual {
            return Fact::Nothing;
        }
        Fact::record([
            ("second", flag(self.last)),
            ("small-stacks", unless(self.aggression.small, 0)),
            ("large-stacks", unless(self.aggression.large, 0)),
            ("minors", names.countries(self.minors)),
            ("small-fleets", unless(self.sea_aggression.small, 0)),
            ("large-fleets", unless(self.sea_aggression.large, 0)),
            ("minors-at-sea", names.countries(self.sea_minors)),
            ("ridden", names.leaders(self.ridden)),
            ("marched", names.leaders(self.marched)),
            ("begun", flag(self.begun)),
            ("called-off", unless(self.called_off, 0)),
            ("closing", flag(self.closing)),
        ])
    }

    fn of_page(names: &Names<'_>, side: Side, page: &Page<'_>) -> Impulse {
        let number = |key: &str| page.number(key, 0..=u8::MAX, 0);
        let countries = |key: &str| bits(page.all_named(key, |id| names.of_country(id)));
        let leaders = |key: &str| bits(page.all_named(key, |id| names.of_leader(id)));
        Impulse {
            side,
            last: page.flag("second"),
            aggression: Aggression { small: number("small-stacks"), large: number("large-stacks") },
            minors: countries("minors"),
            sea_aggression: Aggression { small: number("small-fleets"), large: number("large-fleets") },
            sea_minors: countries("minors-at-sea"),
            ridden: leaders("ridden"),
            marched: leaders("marched"),
            begun: page.flag("begun"),
            called_off: number("called-off"),
            closing: page.flag("closing"),
        }
    }
}

impl Bought {
    fn written(&self, names: &Names<'_>) -> Fact {
        if *self == Bought::default() {
            return Fact::Nothing;
        }
        let row = |country: usize| {
            let (ld, half_nd) = (self.ld[country], self.half_nd[country]);
            (ld > 0 || half_nd > 0).then(|| {
                Fact::record([
                    ("country", names.country(country as u8)),
                    ("ld", unless(ld, 0)),
                    ("half-nd", unless(half_nd, 0)),
                ])
            })
        };
        Fact::record([
            ("by", list((0..self.ld.len()).filter_map(row))),
            ("galleasses-of", names.countries(self.galleass)),
            ("built", names.provinces(self.built)),
        ])
    }

    fn of_page(names: &Names<'_>, page: &Page<'_>) -> Bought {
        let mut bought = Bought::default();
        for row in page.rows("by") {
            let country = row.needed("country", row.named("country", |id| names.of_country(id)));
            let [ld, half_nd] = ["ld", "half-nd"].map(|key| row.number(key, 0..=u8::MAX, 0));
            match country.map(usize::from) {
                Some(country) if country < bought.ld.len() => {
                    (bought.ld[country], bought.half_nd[country]) = (ld, half_nd);
                }
                Some(_) => row.wrong("country", "only majors buy"),
                None => {}
            }
        }
        bought.galleass = bits(page.all_named("galleasses-of", |id| names.of_country(id)));
        let built = page.all_named("built", |id| names.0.province(id));
        bought.built = built.into_iter().fold(0, |bits, at| bits | 1 << at);
        bought
    }
}
