//! The assault: one Fire, one Shock, and does the place fall?

mod account;
mod blow;

use super::leaguer::SiegeGivens;
use crate::asks::Asks;
use crate::battle::{Fate, capitalised};
use crate::change::explain_change;
use crate::charts::{AssaultColumn, AssaultModifier, Correction, Entry, FireEffect, Phase, Reading};
use crate::host::{Allies, Host, choose_standing};
use crate::leader::{Commander, Detail, Leader, Peril, casualty, is_in_danger};
use crate::modifier::Sheet;
use crate::power::{Technology, Theatre};
use crate::profile::{BesiegedFire, GarrisonShield, StormDanger};
use crate::stack::Stack;
use crate::thirds::Thirds;
use account::explain_run;
use blow::{Blow, Held, Reply, Walls};
use grognard_umpire::{Asked, Asking, BySide, Dice, Flow, Modifier, Procedure, Ruling, Side, Umpire};
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow::{Break, Continue};

/// An assault under way. The besieger is the first side, the besieged the second.
///
/// # Equality
/// Equal states have equal futures: what was dealt is kept as totals, and once the besieger has rolled for
/// the last time only what it came to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Assault {
    pub(super) stack: Stack,
    pub(super) garrison: Stack,
    /// What of both is their allies'.
    pub(super) allies: BySide<Allies>,
    pub(super) breach: bool,
    pub(super) costly: bool,
    leaders: BySide<Head>,
    edge: Edge,
    stage: Stage,
}

impl Hash for Assault {
    /// In few words: the odds of a siege tell thousands of assaults apart. Equality still looks at everything.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stack.hash(state);
        self.garrison.hash(state);
        self.allies.hash(state);
        let blow = |Blow { storms, routed, silent, killed, hurt }: Blow| {
            let flags =
                [storms, routed, silent, hurt].into_iter().fold(0, |bits, flag| bits << 1 | u64::from(flag));
            flags << 16 | u64::from(killed.0 as u16)
        };
        let stage = match self.stage {
            Stage::Muster => 0,
            Stage::Answer(dealt, stars) => 1 << 62 | u64::from(dealt.0 as u16) << 8 | u64::from(stars),
            Stage::LastRoll(of, dealt, stars) => {
                2 << 62 | blow(of) << 24 | u64::from(dealt.0 as u16) << 8 | u64::from(stars)
            }
            Stage::Regroup(of, losses, held) => {
                let held = u64::from(held.falls) << 1 | u64::from(held.routed);
                3 << 62 | blow(of) << 24 | u64::from(losses.0 as u16) << 8 | held
            }
        };
        let head = |head: Head| match head {
            Head::Own => 0,
            Head::Wanted => 1,
            Head::Drawn(face) => 2 + u64::from(face),
        };
        let edge = u64::from(self.edge.fire as u8) << 8 | u64::from(self.edge.shock as u8);
        let heads = head(self.leaders.first) << 4 | head(self.leaders.second);
        let flags = u64::from(self.breach) << 1 | u64::from(self.costly);
        state.write_u64(stage);
        state.write_u64(edge << 16 | heads << 8 | flags);
    }
}

/// By how much the besieger's leader is better than that of the besieged, as far as a roll to come asks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
struct Edge {
    fire: i8,
    shock: i8,
}

/// Who leads a side in an assault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(crate) enum Head {
    /// Whoever the file says; if it says nobody, a substitute is still to be drawn.
    #[default]
    Own,
    /// The leader is away: a substitute is still to be drawn.
    Wanted,
    /// A substitute, by the face that drew him.
    Drawn(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Stage {
    /// Nobody has rolled yet; who has no leader draws one, and the besieger fires.
    Muster,
    /// The besieged are about to answer the Fire of the besieger, after which he comes to Shock: what it has
    /// dealt, and the stars they have taken.
    Answer(Thirds, u8),
    /// The besieged are about to roll their Shock: the besieger's blow, what they have dealt, and the stars
    /// of the besieger.
    LastRoll(Blow, Thirds, u8),
    Regroup(Blow, Thirds, Held),
}

/// How an assault ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AssaultEnd {
    /// Whether the place fell.
    pub falls: bool,
    /// Who was routed.
    pub routed: BySide<bool>,
    /// What the besieger lost.
    pub losses: Thirds,
    /// What of the garrison is killed: whole LD in Europe.
    pub killed: Thirds,
    /// Whether the place took a whole loss or more, which helps the next assault.
    pub hurt: bool,
    /// What the besieger has left.
    pub kept: Stack,
    /// What of it is his allies'.
    pub allies: Allies,
    /// What became of the leaders.
    pub leaders: BySide<Fate>,
}

impl Assault {
    /// An assault by a stack on a garrison.
    pub fn new(stack: Stack, garrison: Stack, breach: bool, costly: bool) -> Assault {
        let (leaders, edge) = (BySide::default(), Edge::default());
        let allies = BySide::default();
        Assault { stack, garrison, allies, breach, costly, leaders, edge, stage: Stage::Muster }
    }

    /// The same, some of the counters being allies'.
    pub(crate) fn with_allies(self, allies: BySide<Allies>) -> Assault {
        Assault { allies, ..self }
    }

    /// The storming stack, by nation.
    fn host(&self) -> Host {
        Host { stack: self.stack, allies: self.allies.first }
    }

    /// The same, led by these.
    pub(super) fn led_by(self, leaders: BySide<Head>) -> Assault {
        Assault { leaders, ..self }
    }

    /// The assault of an assault file.
    pub fn of(givens: &SiegeGivens) -> Assault {
        Assault::new(givens.parties.first.stack, givens.parties.second.stack, givens.breach, false)
            .with_allies(givens.allies())
    }

    /// Where it stands, in a word.
    pub(crate) fn stage_words(&self) -> &'static str {
        match self.stage {
            Stage::Muster => "muster",
            Stage::Answer(..) => "Fire",
            Stage::LastRoll(..) => "Shock",
            Stage::Regroup(..) => "regrouping",
        }
    }

    /// What each side has dealt, as far as it is still kept.
    pub(super) fn dealt(&self) -> BySide<Option<Thirds>> {
        match self.stage {
            Stage::Muster => BySide::new(Some(Thirds::ZERO), Some(Thirds::ZERO)),
            Stage::Answer(dealt, _) => BySide::new(Some(dealt), Some(Thirds::ZERO)),
            Stage::LastRoll(_, dealt, _) => BySide::new(None, Some(dealt)),
            Stage::Regroup(..) => BySide::new(None, None),
        }
    }

    /// Who has no leader draws a substitute for this assault; then it begins.
    fn begin(mut self, givens: &SiegeGivens, ump: &mut impl Umpire) -> Asked<Assault> {
        for side in Side::ALL {
            let present = matches!(givens.parties[side].commander, Commander::Present { .. });
            if self.leaders[side] == Head::Wanted || (self.leaders[side] == Head::Own && !present) {
                self.leaders[side] = Head::Drawn(draw_leader(givens, side, ump)?);
            }
        }
        let leaders = BySide::from_fn(|side| givens.leader(side, self.leaders[side]));
        let (own, enemy) = (leaders.first, leaders.second);
        self.edge = Edge { fire: own.fire - enemy.fire, shock: own.shock - enemy.shock };
        // Whoever was drawn is not tested afterwards.
        self.leaders = BySide::from_fn(|side: Side| match givens.parties[side].commander {
            Commander::Present { .. } if self.leaders[side] != Head::Own => Head::Wanted,
            _ => Head::Own,
        });
        self.describe(givens, ump);
        self.fire(Side::First, BySide::default(), BySide::default(), givens, ump)
    }

    fn put_modifiers(&self, givens: &SiegeGivens, side: Side, phase: Phase, sheet: &mut impl Sheet) {
        // A short list of its own: nothing of the field's terrain, numbers or artillery.
        let clause = rule!("ASSAULT-b");
        let (edge, words) = match phase {
            Phase::Fire => (self.edge.fire, "FIRE of the leader"),
            Phase::Shock => (self.edge.shock, "SHOCK of the leader"),
        };
        let difference = if side == Side::First { edge } else { -edge };
        let mut add = |value: i16, words: &str| sheet.add(value, clause, words);
        add(i16::from(difference.max(0)), words);
        if side == Side::First {
            let figure = |row: AssaultModifier| givens.charts.siege.assault_modifier(row);
            match givens.parties.second.technology {
                Technology::Medieval => add(figure(AssaultModifier::Medieval), "against medieval walls"),
                Technology::Renaissance => {}
                _ => add(figure(AssaultModifier::Modern), "against modern works"),
            }
            if !self.breach {
                let level = i16::from(givens.level);
                add(level * figure(AssaultModifier::Level), "level of the fortress");
            }
            let artillery = givens.besieger(self.host()).artillery;
            add(givens.charts.siege.artillery_bonus(givens.level, artillery), "siege artillery");
            if self.costly && !givens.is_old() {
                add(figure(AssaultModifier::Costly), "an earlier assault");
            }
        }
    }

    fn column(&self, side: Side, phase: Phase) -> AssaultColumn {
        // After a breach the besieged deal far less.
        match (side, phase, self.breach) {
            (Side::First, Phase::Fire, _) => AssaultColumn::BesiegerFire,
            (Side::First, Phase::Shock, _) => AssaultColumn::BesiegerShock,
            (Side::Second, Phase::Fire, false) => AssaultColumn::BesiegedFire,
            (Side::Second, Phase::Fire, true) => AssaultColumn::BesiegedFireBreach,
            (Side::Second, Phase::Shock, false) => AssaultColumn::BesiegedShock,
            (Side::Second, Phase::Shock, true) => AssaultColumn::BesiegedShockBreach,
        }
    }

    /// What technology leaves of a Fire; the besieged fire at full effect unless ruled otherwise.
    fn effect(&self, givens: &SiegeGivens, side: Side, phase: Phase) -> FireEffect {
        let walls = side == Side::Second;
        if phase == Phase::Shock || (walls && givens.profile.besieged_fire == BesiegedFire::Full) {
            return FireEffect::Full;
        }
        let technology = match side {
            Side::First => givens.besieger(self.host()).technology,
            Side::Second => givens.parties.second.technology,
        };
        let needs_army = technology == Technology::Renaissance && givens.theatre == Theatre::Europe;
        if !walls && needs_army && self.stack.armies() == 0 {
            return FireEffect::None;
        }
        givens.charts.fire_effect(technology)
    }

    /// One side's Fire or Shock: what `of` makes of it, and the reading itself for the account.
    fn roll<R: Clone + PartialEq>(
        &self,
        (phase, side): (Phase, Side),
        of: impl Fn(Reading) -> R,
        givens: &SiegeGivens,
        ump: &mut impl Umpire,
    ) -> Asked<(R, Reading)> {
        ump.cite(rule!("ASSAULT-a"));
        let effect = self.effect(givens, side, phase);
        if effect == FireEffect::None {
            ump.explain(|| {
                Ruling::new(rule!("BATTLE-b"), format!("{} has no Fire", givens.parties[side].name))
            });
            return Ok((of(Reading::default()), Reading::default()));
        }
        let mut sum = 0;
        self.put_modifiers(givens, side, phase, &mut sum);
        let column = self.column(side, phase);
        let read =
            |face: u16| effect.apply(givens.charts.siege.assault(column, face as i16 + sum, givens.is_old()));
        let topic = match phase {
            Phase::Fire => Asks::AssaultFire,
            Phase::Shock => Asks::AssaultShock,
        };
        let asking = Asking::of(side, rule!("ASSAULT-c"), topic);
        let result = ump.throw(asking, Dice::D10, |face| of(read(face)))?;
        let told = if ump.listening() { read(ump.last_throw()) } else { Reading::default() };
        ump.explain_throw(|face| {
            let total = face as i16 + sum;
            let printed = givens.charts.siege.assault(column, total, givens.is_old());
            let by = match printed == told {
                true => String::new(),
                false => format!(" is {printed}, which by its technology"),
            };
            let (what, name) = (capitalised(topic.topic().words()), &givens.parties[side].name);
            let text = format!("{what} of {name}: {total}{by} deals {told}");
            let mut list: Vec<Modifier> = Vec::new();
            self.put_modifiers(givens, side, phase, &mut list);
            Ruling::new(rule!("ASSAULT-c"), text)
                .with_modifiers(list)
                .with_look(givens.charts.siege.assault_look(&givens.charts.pages, column, total))
        });
        Ok((result, told))
    }

    /// The Fire of a side.
    fn fire(
        mut self,
        side: Side,
        mut dealt: BySide<Thirds>,
        mut stars: BySide<u8>,
        givens: &SiegeGivens,
        ump: &mut impl Umpire,
    ) -> Asked<Assault> {
        let morale = givens.besieger(self.host()).morale[side.other()];
        let most = match side {
            Side::First => Thirds(i16::MAX),
            Side::Second => self.most_of_the_besieged(givens),
        };
        let of = |reading: Reading| (reading.losses.min(most), reading.stars.min(morale));
        (dealt[side], stars[side.other()]) = self.roll((Phase::Fire, side), of, givens, ump)?.0;
        // Of the leaders only what a roll to come asks is kept.
        self.edge.fire = if side == Side::First { self.edge.fire.min(0) } else { 0 };
        if side == Side::Second {
            // The besieger's Shock follows at once.
            return self.shock(dealt, stars, givens, ump);
        }
        self.stage = Stage::Answer(dealt.first, stars.second);
        Ok(self)
    }

    /// The Shock of the besieger. Whoever Fire has routed does not roll Shock.
    fn shock(
        mut self,
        dealt: BySide<Thirds>,
        stars: BySide<u8>,
        givens: &SiegeGivens,
        ump: &mut impl Umpire,
    ) -> Asked<Assault> {
        let morale = givens.besieger(self.host()).morale;
        let silent = stars.second >= morale.second;
        let walls = self.walls(givens);
        let of = |reading: Reading| {
            let routed = stars.second + reading.stars >= morale.second;
            walls.blow(dealt.first + reading.losses, routed, silent)
        };
        let (blow, told) = match stars.first >= morale.first {
            true => {
                explain_run(givens, Side::First, ump);
                (of(Reading::default()), Reading::default())
            }
            false => self.roll((Phase::Shock, Side::First), of, givens, ump)?,
        };
        self.explain_blow(dealt.first + told.losses, givens, ump);
        self.edge.shock = if silent { 0 } else { self.edge.shock.min(0) };
        self.stage = Stage::LastRoll(blow, dealt.second, stars.first);
        Ok(self)
    }

    /// By how much the losses a besieger deals are corrected.
    fn correction(&self, givens: &SiegeGivens) -> Thirds {
        let corrections = self.corrections(givens);
        Thirds(corrections.iter().flatten().map(|&row| givens.charts.siege.correction(row).0).sum())
    }

    /// What the losses a besieger deals come to.
    fn inflicted(&self, givens: &SiegeGivens, dealt: Thirds) -> Thirds {
        (dealt + self.correction(givens)).max(Thirds::ZERO)
    }

    /// What the besieger's last roll is measured against.
    fn walls(&self, givens: &SiegeGivens) -> Walls {
        Walls {
            theatre: givens.theatre,
            correction: self.correction(givens),
            resistance: givens.resistance(self.breach),
            inside: self.garrison.size(),
            shield: self.shield(givens),
            outlasted: self.outlasts(givens),
        }
    }

    /// The troops inside that losses fall on before they count against the walls.
    fn shield(&self, givens: &SiegeGivens) -> Thirds {
        match givens.profile.garrison_shield {
            GarrisonShield::Aside => Thirds::ZERO,
            GarrisonShield::First => self.garrison.size(),
        }
    }

    /// What changes the losses a besieger deals: less for a small stack or one without an A, more for the
    /// large armies.
    fn corrections(&self, givens: &SiegeGivens) -> [Option<Correction>; 4] {
        let ld = self.stack.ld_count();
        let [small, smaller] = givens.small_besiegers();
        [
            (ld <= small).then_some(Correction::SixLd),
            (ld <= smaller).then_some(Correction::FourLd),
            (self.stack.armies() == 0).then_some(Correction::NoArmy),
            (self.stack.a_plus > 0 && givens.besieger(self.host()).large).then_some(Correction::LargeArmy),
        ]
    }

    /// The most the besieged can deal: twice what holds the walls, and those inside.
    fn most_of_the_besieged(&self, givens: &SiegeGivens) -> Thirds {
        Thirds(givens.charts.value(Entry::ResistanceCap) * givens.resistance(self.breach).0)
            + self.garrison.size()
    }

    /// What the besieged deal: capped, and more if the besieger ran.
    fn reply(&self, givens: &SiegeGivens) -> Reply {
        Reply {
            most: self.most_of_the_besieged(givens),
            for_a_rout: givens.charts.siege.correction(Correction::Routed),
        }
    }

    /// The Shock of the besieged, and what it all comes to.
    fn last_roll(
        mut self,
        blow: Blow,
        dealt: Thirds,
        stars: u8,
        givens: &SiegeGivens,
        ump: &mut impl Umpire,
    ) -> Asked<Assault> {
        let size = self.stack.size();
        let morale = givens.besieger(self.host()).morale.first;
        let reply = self.reply(givens);
        let of = |reading: Reading| {
            let routed = stars + reading.stars >= morale;
            let losses = reply.deals(dealt + reading.losses, routed);
            (Stack::round(givens.theatre, losses).min(size), routed)
        };
        let ((losses, routed), told) = match blow.silent {
            true => {
                explain_run(givens, Side::Second, ump);
                (of(Reading::default()), Reading::default())
            }
            false => self.roll((Phase::Shock, Side::Second), of, givens, ump)?,
        };
        ump.cite(rule!("ASSAULT-g"));
        let wiped_out = losses == size;
        let falls = !wiped_out && (blow.routed || blow.storms);
        ump.explain(|| {
            let name = &givens.parties.second.name;
            let (clause, result) = match (wiped_out, blow.routed, blow.storms) {
                (true, _, _) => (rule!("ASSAULT-g"), "the stormers are wiped out and the place holds"),
                (false, true, _) => (rule!("ASSAULT-f"), "the garrison routs and the place falls"),
                (false, false, true) => (rule!("ASSAULT-d"), "the walls are carried"),
                (false, false, false) => (rule!("ASSAULT-d"), "the place holds"),
            };
            let dealt = self.words_of_the_besieged(givens, dealt + told.losses, routed, losses);
            Ruling::new(clause, format!("{name} has dealt {dealt}: {result}"))
        });
        let killed = if falls { self.garrison.size() } else { blow.killed };
        if killed > Thirds::ZERO {
            ump.explain(|| {
                let (name, inside) = (&givens.parties.second.name, self.garrison.size());
                Ruling::new(rule!("ASSAULT-h"), format!("{name} loses {killed} of {inside} LD inside"))
            });
        }
        self.stage = Stage::Regroup(Blow { killed, ..blow }, losses, Held { falls, routed });
        self.edge = Edge::default();
        Ok(self)
    }

    /// Whether the place falls, whatever is still to come.
    pub(super) fn is_decided(&self, givens: &SiegeGivens) -> bool {
        match self.stage {
            Stage::LastRoll(blow, ..) => self.cannot_fail(blow, givens),
            Stage::Regroup(_, _, held) => held.falls,
            _ => false,
        }
    }

    /// Whether the place falls, as soon as that is settled: what follows is losses and leaders.
    pub fn decided(&self, givens: &SiegeGivens) -> Option<bool> {
        match self.stage {
            Stage::Regroup(_, _, held) => Some(held.falls),
            _ => self.is_decided(givens).then_some(true),
        }
    }

    /// Whether a blow takes the place: the walls are carried or the garrison runs, and the besieged cannot
    /// deal enough to wipe the stormers out.
    fn cannot_fail(&self, blow: Blow, givens: &SiegeGivens) -> bool {
        (blow.storms || blow.routed) && self.outlasts(givens)
    }

    /// Whether some of the stormers are left whatever the besieged deal.
    fn outlasts(&self, givens: &SiegeGivens) -> bool {
        let reply = self.reply(givens);
        Stack::round(givens.theatre, reply.deals(reply.most, true)) < self.stack.size()
    }

    /// Within a siege only what is left counts: how it came to that is forgotten.
    pub(super) fn forget(self) -> Assault {
        match self.stage {
            Stage::Regroup(Blow { killed, hurt, .. }, losses, held) => {
                let blow = Blow { storms: false, routed: false, silent: false, killed, hurt };
                let stage = Stage::Regroup(blow, losses, Held { routed: false, ..held });
                Assault { stage, breach: false, ..self }
            }
            _ => self,
        }
    }

    /// Whether the enemy is strong enough to endanger a side's leader.
    fn endangers(&self, givens: &SiegeGivens, side: Side) -> bool {
        let enemy = match side {
            Side::First if givens.profile.storm_danger == StormDanger::Walls => return true,
            Side::First => self.garrison.size(),
            Side::Second => self.stack.size(),
        };
        is_in_danger(&givens.charts, givens.theatre, enemy)
    }

    /// The besieger regroups, and the leaders are tested.
    fn regroup(
        self,
        (blow, losses, held): (Blow, Thirds, Held),
        detail: Detail,
        givens: &SiegeGivens,
        ump: &mut impl Umpire,
    ) -> Asked<AssaultEnd> {
        let party = &givens.parties.first;
        let ways = self.host().remainders_shown(party.country, &party.nations, losses, party.change);
        let asking = Asking::of(Side::First, rule!("STACK-r"), Asks::RegroupTheSurvivors);
        let left = choose_standing(asking, &ways, &party.nations, ump)?;
        explain_change(self.stack.size(), losses, left, ump);
        if losses > Thirds::ZERO {
            givens.explain_left(Side::First, left, ump);
        }
        let (kept, allies) = (left.stack, left.allies);
        let falls = held.falls;
        let destroyed = BySide::new(kept == Stack::default(), falls);
        let mut leaders = BySide::new(Fate::NotTested, Fate::NotTested);
        for side in Side::ALL {
            if self.leaders[side] != Head::Own || !self.endangers(givens, side) {
                continue;
            }
            let leader = givens.leader(side, Head::Own);
            let won = falls == (side == Side::First);
            let peril = Peril { won, destroyed: destroyed[side], daring: leader.is_daring() };
            let commander = &givens.parties[side].commander;
            leaders[side] = casualty(&givens.charts, side, commander, peril, detail, ump)?;
        }
        let routed = BySide::new(held.routed, blow.routed);
        Ok(AssaultEnd { falls, routed, losses, killed: blow.killed, hurt: blow.hurt, kept, allies, leaders })
    }

    /// One step, in as much detail as wanted.
    pub(super) fn step_in(self, detail: Detail, givens: &SiegeGivens, ump: &mut impl Umpire) -> Flow<Self> {
        Ok(Continue(match self.stage {
            Stage::Muster => self.begin(givens, ump)?,
            Stage::Answer(dealt, stars) => {
                let (dealt, stars) = (BySide::new(dealt, Thirds::ZERO), BySide::new(0, stars));
                self.fire(Side::Second, dealt, stars, givens, ump)?
            }
            Stage::LastRoll(blow, dealt, stars) => self.last_roll(blow, dealt, stars, givens, ump)?,
            Stage::Regroup(blow, losses, held) => {
                return Ok(Break(self.regroup((blow, losses, held), detail, givens, ump)?));
            }
        }))
    }
}

/// The face that draws a substitute.
fn draw_leader(givens: &SiegeGivens, side: Side, ump: &mut impl Umpire) -> Asked<u8> {
    let leader = |face: u8| givens.leader(side, Head::Drawn(face));
    let asking = Asking::of(side, rule!("BATTLE-a"), Asks::ReplacementLeader);
    // Leaders of the same FIRE and SHOCK are one and the same to an assault.
    let drawn = ump.throw(asking, Dice::D10, |face| {
        let of = |face: u8| (leader(face).fire, leader(face).shock);
        (1..=face as u8).find(|&first| of(first) == of(face as u8)).unwrap_or(face as u8)
    })?;
    ump.explain_throw(|face| {
        let Leader { manoeuvre, fire, shock } = leader(face as u8);
        let name = &givens.parties[side].name;
        let values = format!("MAN {manoeuvre}, FIRE {fire}, SHOCK {shock}");
        Ruling::new(rule!("BATTLE-a"), format!("{name} has no leader and draws one with {values}"))
    });
    Ok(drawn)
}

impl Procedure for Assault {
    type Rules = SiegeGivens;
    type End = AssaultEnd;

    fn step(self, givens: &SiegeGivens, ump: &mut impl Umpire) -> Flow<Self> {
        self.step_in(Detail::Whole, givens, ump)
    }

    fn rank(&self, _: &SiegeGivens) -> Option<u32> {
        Some(match self.stage {
            Stage::Muster => 0,
            Stage::Answer(..) => 1,
            Stage::LastRoll(..) => 2,
            Stage::Regroup(..) => 3,
        })
    }
}
