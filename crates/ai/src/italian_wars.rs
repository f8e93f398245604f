//! An opponent for the Italian Wars: the plain sense of the rules crate's own policy, with the exact odds of
//! every battle, storm and fight at sea in place of its rule of thumb.

use crate::play::carry_out;
use crate::{Decision, Player};
use grognard_eu9::{
    Army, Assault, Battle, Chances, Change, Charts, Commander, Contingent, Engagement, Fleet, Game, GameEnd,
    GameRules, Interception, Judge, NavalBattle, NavalEngagement, NavalProfile, Navy, Party, Period, Port,
    Profile, RuleOfThumb, Sea, SiegeGivens, SiegeProfile, Stack, Terrain, Theatre, Turn, Walls,
};
use grognard_odds::{Budget, exact_on};
use grognard_umpire::{
    BySide, Choice, Flow, Generator, Given, List, Openness, Playable, Procedure, Question, Side, Umpire,
    at_random,
};
use std::collections::HashMap;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::{Arc, Mutex, PoisonError};

/// So many fights are remembered before all are forgotten.
const REMEMBERED_MAX: usize = 1 << 14;

/// What fights came to: a computer looks at the same few again and again while it weighs its orders, and so do all the
/// others that play at the same time.
static MEMORY: Memory = Memory(Mutex::new(None));

/// Everything that who wins a fight depends on, but the tables: no names, and not the counters that survivors will stand
/// under, which differ from month to month while the fight is the same.
#[derive(PartialEq, Eq, Hash, Debug)]
enum Fight {
    Land(Profile, Period, Theatre, Terrain, Interception, BySide<Army>),
    Sea(NavalProfile, Turn, Period, Sea, BySide<Navy>),
    Walls(Assault, SiegeProfile, Period, (Theatre, Terrain), u8, Port, BySide<Party>, Siege),
}

impl Fight {
    fn on_land(engagement: &Engagement) -> Fight {
        let Engagement { profile, period, theatre, terrain, interception, ref armies, .. } = *engagement;
        let unnamed = |army: &Army| Army {
            name: String::new(),
            nations: army.nations.iter().map(unnamed_nation).collect(),
            change: Change::ENOUGH,
            commander: unnamed_commander(&army.commander),
            ..army.clone()
        };
        let armies = BySide::from_fn(|side| unnamed(&armies[side]));
        Fight::Land(profile, period, theatre, terrain, interception, armies)
    }

    fn at_sea(engagement: &NavalEngagement) -> Fight {
        let NavalEngagement { profile, turn, period, sea, ref navies, .. } = *engagement;
        let unnamed = |navy: &Navy| Navy {
            name: String::new(),
            commander: unnamed_commander(&navy.commander),
            ..navy.clone()
        };
        Fight::Sea(profile, turn, period, sea, BySide::from_fn(|side| unnamed(&navies[side])))
    }

    fn at_walls(start: Assault, givens: &SiegeGivens) -> Fight {
        let SiegeGivens { profile, period, theatre, terrain, level, port, ref parties, .. } = *givens;
        let unnamed = |party: &Party| Party {
            name: String::new(),
            nations: party.nations.iter().map(unnamed_nation).collect(),
            change: Change::ENOUGH,
            commander: unnamed_commander(&party.commander),
            ..party.clone()
        };
        let siege = if givens.from_an_earlier_turn { Siege::Old } else { Siege::New };
        let parties = BySide::from_fn(|side| unnamed(&parties[side]));
        Fight::Walls(start, profile, period, (theatre, terrain), level, port, parties, siege)
    }
}

/// Whether he is one of the game's named leaders decides how he is hurt, and nothing before.
fn unnamed_commander(commander: &Commander) -> Commander {
    match commander {
        Commander::Present { leader, .. } => {
            Commander::Present { name: String::new(), leader: *leader, named: false }
        }
        drawn => drawn.clone(),
    }
}

fn unnamed_nation(nation: &Contingent) -> Contingent {
    Contingent { name: String::new(), key: String::new(), ..nation.clone() }
}

/// Whether a siege goes on from an earlier turn.
#[derive(PartialEq, Eq, Hash, Debug)]
enum Siege {
    New,
    Old,
}

/// Fights that have been counted out by the same tables.
struct Memory(Mutex<Option<Known>>);

struct Known {
    charts: Arc<Charts>,
    fights: HashMap<Fight, Chances>,
}

impl Memory {
    /// Looks at the fights by these tables. Other tables are another world; those in mind are kept, so that no others
    /// can take their place.
    fn look<T>(&self, charts: &Arc<Charts>, look: impl FnOnce(&mut HashMap<Fight, Chances>) -> T) -> T {
        // Whoever fell over while he held it left nothing half done: fights are entered whole.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = known.take().filter(|known| Arc::ptr_eq(&known.charts, charts));
        let kept = kept.unwrap_or_else(|| Known { charts: Arc::clone(charts), fights: HashMap::new() });
        look(&mut known.insert(kept).fights)
    }

    /// What a fight comes to, counted out or remembered.
    fn of(
        &self,
        charts: &Arc<Charts>,
        fight: Fight,
        count: impl FnOnce() -> Option<Chances>,
    ) -> Option<Chances> {
        let known = self.look(charts, |fights| fights.get(&fight).copied());
        if known.is_some() {
            return known;
        }
        // Nobody waits for the counting: two may count the same fight out, and find the same.
        let chances = count()?;
        self.look(charts, |fights| {
            if fights.len() >= REMEMBERED_MAX {
                fights.clear();
            }
            fights.insert(fight, chances);
        });
        Some(chances)
    }
}

/// Counts battles out by running the battle rules themselves.
#[derive(Default)]
pub struct Reckoner {
    /// What was reckoned last, for the reason that is given.
    last: Option<u16>,
}

/// A fight whose winner is settled before it is over.
trait Fought: Procedure {
    /// Who has won, nobody in a draw, as soon as that is settled.
    fn decided(&self, givens: &Self::Rules) -> Option<Option<Side>>;
    /// The same when it is over.
    fn winner(end: &Self::End) -> Option<Side>;
    /// The fight without what makes no difference to that.
    fn until_verdict(self, givens: &Self::Rules) -> Self {
        self.trimmed(givens)
    }
}

impl Fought for Battle {
    fn decided(&self, _: &Engagement) -> Option<Option<Side>> {
        Battle::decided(self)
    }

    fn winner(end: &Self::End) -> Option<Side> {
        end.winner
    }

    fn until_verdict(self, engagement: &Engagement) -> Self {
        Battle::until_verdict(self, engagement)
    }
}

impl Fought for NavalBattle {
    fn decided(&self, _: &NavalEngagement) -> Option<Option<Side>> {
        NavalBattle::decided(self)
    }

    fn winner(end: &Self::End) -> Option<Side> {
        end.winner
    }
}

/// Whoever storms a place that does not fall has lost.
fn of_the_storm(falls: bool) -> Option<Side> {
    Some(if falls { Side::First } else { Side::Second })
}

impl Fought for Assault {
    fn decided(&self, givens: &SiegeGivens) -> Option<Option<Side>> {
        Assault::decided(self, givens).map(of_the_storm)
    }

    fn winner(end: &Self::End) -> Option<Side> {
        of_the_storm(end.falls)
    }
}

/// A fight as far as the verdict: who asks only for the winner need not bury the dead.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct UntilDecided<F>(F);

impl<F: Fought> Procedure for UntilDecided<F> {
    type Rules = F::Rules;
    type End = Option<Side>;

    fn step(self, givens: &F::Rules, ump: &mut impl Umpire) -> Flow<Self> {
        Ok(match self.0.step(givens, ump)? {
            Continue(fight) => match fight.decided(givens) {
                Some(winner) => Break(winner),
                None => Continue(UntilDecided(fight)),
            },
            Break(end) => Break(F::winner(&end)),
        })
    }

    fn rank(&self, givens: &F::Rules) -> Option<u32> {
        self.0.rank(givens)
    }

    fn trimmed(self, givens: &F::Rules) -> Self {
        UntilDecided(self.0.until_verdict(givens))
    }
}

/// The chances of both sides, counted out; none where there is too much to count.
fn counted<F>(start: F, givens: &F::Rules) -> Option<Chances>
where
    F: Fought + Playable + Send + Sync,
    F::Rules: Sync,
{
    let decide = |state: &UntilDecided<F>, choice: &Choice<'_>| state.0.policy(givens, choice);
    let odds = exact_on(1, &UntilDecided(start), givens, &decide, Budget::default()).ok()?;
    let wins = |side: Side| thousandths(odds.probability(|winner| *winner == Some(side)));
    Some(Chances { first: wins(Side::First), second: wins(Side::Second) })
}

fn thousandths(probability: f64) -> u16 {
    (probability * 1000.0).round() as u16
}

impl Judge for Reckoner {
    fn battle(&mut self, stacks: BySide<Stack>, givens: &dyn Fn() -> Engagement) -> Chances {
        let engagement = givens();
        let chances = MEMORY
            .of(&engagement.charts, Fight::on_land(&engagement), || counted(Battle::new(), &engagement));
        match chances {
            Some(chances) => self.told(chances),
            None => RuleOfThumb.battle(stacks, givens),
        }
    }

    fn naval(&mut self, fleets: BySide<Fleet>, givens: &dyn Fn() -> NavalEngagement) -> Chances {
        let engagement = givens();
        let chances = MEMORY
            .of(&engagement.charts, Fight::at_sea(&engagement), || counted(NavalBattle::new(), &engagement));
        match chances {
            Some(chances) => self.told(chances),
            None => RuleOfThumb.naval(fleets, givens),
        }
    }

    fn assault(&mut self, walls: Walls, storm: &dyn Fn() -> (Assault, Given<SiegeGivens>)) -> u16 {
        let (start, givens) = storm();
        let chances = MEMORY.of(&givens.charts, Fight::at_walls(start, &givens), || counted(start, &givens));
        match chances {
            Some(chances) => self.told(chances).first,
            None => RuleOfThumb.assault(walls, storm),
        }
    }
}

impl Reckoner {
    fn told(&mut self, chances: Chances) -> Chances {
        self.last = Some(chances.first);
        chances
    }
}

/// Answers one question put to a side of a game, `game` being the state at the start of the step that asks.
///
/// # Panics
/// For a throw of dice, which is no decision.
pub fn decide(game: &Game, rules: &GameRules, question: &Question) -> Decision {
    let (asking, list) = (question.asking, question.options());
    assert!(!list.is_empty(), "dice are thrown, not decided");
    let choice = Choice { asking, options: &List(list), openness: Openness::Open, barred: &Vec::new };
    let mut reckoner = Reckoner::default();
    let (index, why) = game.advise(rules, &choice, &mut reckoner);
    let why = match reckoner.last {
        Some(chance) => {
            format!("{why} (the fight last weighed: {}.{} % for whoever attacks)", chance / 10, chance % 10)
        }
        None => why.to_owned(),
    };
    Decision { key: list[index].key.clone(), why }
}

/// Plays a game from a position to its end; none where it was called off on the way.
///
/// # Panics
/// If a game should not end, which none does.
pub fn play(
    rules: &GameRules,
    start: Game,
    players: BySide<Player>,
    dice: &mut Generator,
    over: &dyn Fn() -> bool,
) -> Option<GameEnd> {
    let mut decide = |game: &Game, choice: &Choice<'_>, dice: &mut Generator| {
        let side = choice.asking.by.unwrap_or(Side::First);
        match players[side] {
            Player::Random => at_random(choice, dice),
            Player::Policy | Player::Naive => game.policy(rules, choice),
            Player::Computer | Player::Easy => game.advise(rules, choice, &mut Reckoner::default()).0,
        }
    };
    carry_out(start, rules, dice, &mut decide, over)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_eu9::{BATTLES, Contest, open, open_title};
    use grognard_odds::exact;
    use grognard_umpire::{Header, Phase, Session};

    /// A fight is counted out once, and again only for other tables.
    #[test]
    fn fights_are_remembered() {
        let [ours, theirs] = [(); 2].map(|()| Arc::new(Charts::load(&[]).unwrap()));
        let lepanto = BATTLES.get_file("lepanto.toml").unwrap().contents_utf8().unwrap();
        let Contest::NavalBattle(_, at_sea) = open("lepanto.toml", lepanto, &ours).unwrap() else { panic!() };
        // The same fight, but for the turn.
        let fight = |turn: u8| {
            let Fight::Sea(profile, _, period, sea, navies) = Fight::at_sea(&at_sea) else { panic!() };
            Fight::Sea(profile, Turn(turn), period, sea, navies)
        };
        let memory = Memory(Mutex::new(None));
        let mut counted = 0;
        let mut first = |charts: &Arc<Charts>, turn: u8| {
            let chances = memory.of(charts, fight(turn), || {
                counted += 1;
                Some(Chances { first: counted, second: 0 })
            });
            chances.unwrap().first
        };
        assert_eq!([first(&ours, 1), first(&ours, 1), first(&ours, 2), first(&ours, 1)], [1, 1, 2, 1]);
        assert_eq!([first(&theirs, 1), first(&ours, 1)], [3, 4]);
        assert!(memory.of(&ours, fight(3), || None).is_none());
    }

    /// A fight is the same whatever anybody is called and however many counters are left to make change with; and so is
    /// who wins it.
    #[test]
    fn names_and_counters_do_not_tell_fights_apart() {
        let charts = Arc::new(Charts::load(&[]).unwrap());
        let text = BATTLES.get_file("pavia.toml").unwrap().contents_utf8().unwrap();
        let here = Engagement::open("pavia.toml", text, &charts).unwrap();
        let name = here.armies.first.name.clone();
        let there = Engagement::open("pavia.toml", &text.replace(&name, "Somebody else"), &charts).unwrap();
        assert_ne!(here.armies.first.name, there.armies.first.name);
        assert_eq!(Fight::on_land(&here), Fight::on_land(&there));
        let mountains = text.replace("terrain = \"plain\"", "terrain = \"mountain\"");
        let other = Engagement::open("pavia.toml", &mountains, &charts).unwrap();
        assert_ne!(Fight::on_land(&other), Fight::on_land(&here));
    }

    /// Odds that end at the verdict are those of whole fights.
    #[test]
    fn the_verdict_is_that_of_the_whole_fight() {
        fn compared<F>(name: &str, start: F, givens: &F::Rules)
        where
            F: Fought + Playable + Send + Sync,
            F::Rules: Sync,
            F::End: Send,
        {
            let whole = |state: &F, choice: &Choice<'_>| state.policy(givens, choice);
            let whole = exact(&start, givens, &whole, Budget::default()).unwrap();
            let until = |state: &UntilDecided<F>, choice: &Choice<'_>| state.0.policy(givens, choice);
            let until = exact(&UntilDecided(start), givens, &until, Budget::default()).unwrap();
            assert!(until.states() < whole.states(), "{name}");
            for winner in [None, Some(Side::First), Some(Side::Second)] {
                let p = whole.probability(|end| F::winner(end) == winner);
                let q = until.probability(|other| *other == winner);
                assert!((p - q).abs() < 1e-12, "{name}: {winner:?} {p} or {q}");
            }
        }
        let charts = Arc::new(Charts::load(&[]).unwrap());
        for name in ["pavia", "cerignola", "mohacs", "lepanto", "gravelines", "storming-of-maastricht"] {
            let text = BATTLES.get_file(format!("{name}.toml")).unwrap().contents_utf8().unwrap();
            match open(name, text, &charts).unwrap() {
                Contest::LandBattle(start, givens) => compared(name, start, &givens),
                Contest::NavalBattle(start, givens) => compared(name, start, &givens),
                Contest::Assault(start, givens) => compared(name, start, &givens),
                _ => panic!("{name} is no fight"),
            }
        }
    }

    /// The computer plays one side of the short scenario, chance the other, and what it says is accepted.
    #[test]
    fn it_plays_games_out_and_beats_chance() {
        let charts = Arc::new(Charts::load(&[]).unwrap());
        let (start, rules) = open_title("pavia", &charts).unwrap();
        let (mut won, mut lost) = (0, 0);
        // Two games, one from either side: every decision counts battles out, which takes its time unoptimised.
        for seed in 0..2 {
            let mut dice = Generator::new(seed);
            let computer = Side::ALL[seed as usize % 2];
            let mut session = Session::start(start.clone(), Arc::clone(&rules), Header::default());
            while let Some(question) = session.pending().first().map(|q| (*q).clone()) {
                if session.throw(&mut dice).is_some() {
                    continue;
                }
                let side = question.asking.by.unwrap();
                let key = if side == computer {
                    let decision = decide(session.state(), &rules, &question);
                    assert!(!decision.why.is_empty());
                    decision.key
                } else {
                    let list = question.options();
                    list[dice.below(list.len() as u32) as usize].key.clone()
                };
                session.answer(side, &key).unwrap();
            }
            let Phase::Ended(end) = session.phase() else { panic!("it ends") };
            won += u32::from(end.winner == Some(computer));
            lost += u32::from(end.winner == Some(computer.other()));
        }
        assert!(won >= 1 && lost == 0, "{won} won, {lost} lost");
    }
}
