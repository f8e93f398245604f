//! What a player of the Italian Wars is told when he asks. Nothing is hidden in these wars: everybody is told the
//! same.

use super::situation::squadron_words;
use super::{Anchorage, Game, Impulse, Level, Post, Squadron, Stage, Troops, picture, targets};
use crate::supply::Supply;
use crate::title::GameRules;
use grognard_umpire::{
    Aim, Aims, Board, CellNow, Consequence, Count, Guide, Line, Loss, Mark, Origin, Piece, Presence,
    Reckoned, Side, Stock, Sure, Target, TargetKind, Turns,
};

/// A game as everybody may be told of it.
pub(super) struct Guided<'a> {
    pub(super) game: &'a Game,
    pub(super) rules: &'a GameRules,
}

/// What ends the moves of an impulse.
const NO_MORE_MOVES: &str = "done";
/// What ends a march.
pub(super) const HALT: &str = "halt";

/// So many of something, one of which has a name of its own.
fn counted(count: i16, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

impl Guided<'_> {
    fn over_stack(
        &self,
        troops: &Troops,
        loss: Loss,
        clause: grognard_umpire::Clause,
        why: &str,
    ) -> Consequence {
        let words = format!("{} {why}", self.game.stack_words(self.rules, troops));
        let targets = match troops.inside {
            true => vec![
                self.rules.land(troops.at),
                targets::city(&self.rules.provinces[usize::from(troops.at)].id),
            ],
            false => vec![self.rules.land(troops.at)],
        };
        Consequence { loss, sure: Sure::Perhaps, clause, targets, words }
    }

    /// What it brings to move no more: the large and those at sea roll, and the hungry starve when the next impulse
    /// finds them as they are.
    fn no_more_moves(&self, impulse: Impulse) -> Vec<Consequence> {
        let (game, rules) = (self.game, self.rules);
        let mut list = Vec::new();
        for squadron in game.squadrons.iter().filter(|squadron| game.is_out_at_sea(impulse, squadron)) {
            let words = format!("{} stays at sea and rolls for attrition", squadron_words(rules, squadron));
            list.push(Consequence {
                loss: Loss::Worn,
                sure: Sure::Perhaps,
                clause: rule!("ATTRITION-k"),
                targets: vec![game.fleet_target(rules, squadron)],
                words,
            });
        }
        for troops in game.troops.iter().filter(|troops| game.tires_at_rest(rules, impulse, troops)) {
            let why = "has stayed where it was and rolls for attrition: it is too large";
            list.push(self.over_stack(troops, Loss::Worn, rule!("ATTRITION-i"), why));
        }
        let then = game.at_its_next_impulse(impulse.side);
        for troops in then.troops.iter().filter(|troops| then.side_of(troops) == Some(impulse.side)) {
            let Supply::Out(clause) = then.expected_supply(impulse.side, troops, rules) else { continue };
            let (loss, clause, why) = match troops.hungry {
                0 => (Loss::Worn, clause, "is out of supply as things stand"),
                ld if ld >= troops.roster.ld_count() => (
                    Loss::Eliminated,
                    rule!("SUPPLY-n"),
                    "starves to death if it is still out of supply next round",
                ),
                _ => (Loss::Worn, rule!("SUPPLY-n"), "loses those who are still out of supply next round"),
            };
            list.push(self.over_stack(troops, loss, clause, why));
        }
        list
    }

    fn sea_id(&self, at: u8) -> &str {
        &self.rules.seas[usize::from(at)].id
    }

    fn berth(&self, at: Anchorage) -> Target {
        match at {
            Anchorage::Port(port) => self.rules.land(port),
            Anchorage::Sea(sea) => targets::sea(self.sea_id(sea)),
        }
    }

    fn stack_piece(&self, troops: &Troops) -> Piece {
        let (game, rules) = (self.game, self.rules);
        let marks = [
            (troops.inside, "in the city"),
            (troops.moved, "moved"),
            (troops.spent, "may not intercept"),
            (troops.hungry > 0, "out of supply"),
            (troops.foraging, "foraging"),
        ];
        let id = rules.provinces[usize::from(troops.at)].id.as_str();
        let side = game.side_of(troops);
        let key = side.map_or("neutral", Side::key);
        let where_ = if troops.inside { "garrison" } else { "field" };
        Piece {
            id: Target::new(TargetKind::Stack, format_args!("{key}@{id}/{where_}")),
            side,
            name: troops.roster.words(rules),
            symbol: if troops.inside { "garrison" } else { "army" },
            figures: vec![
                Reckoned::of("ld", troops.roster.ld_count()),
                Reckoned::of("veterans", troops.roster.veterans()),
            ],
            marks: marks.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark).collect(),
            place: Some(rules.land(troops.at)),
            elsewhere: String::new(),
            stance: None,
        }
    }

    fn fleet_piece(&self, squadron: &Squadron) -> Piece {
        let (game, rules) = (self.game, self.rules);
        let marks = [
            (squadron.moved, "moved"),
            (squadron.blockades.is_some(), "blockading"),
            (squadron.feeds.is_some(), "feeding"),
            (!squadron.damaged.is_empty(), "damaged"),
        ];
        Piece {
            id: game.fleet_target(rules, squadron),
            side: game.flag(squadron.country),
            name: squadron_words(rules, squadron),
            symbol: "fleet",
            figures: Vec::new(),
            marks: marks.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark).collect(),
            place: Some(self.berth(squadron.at)),
            elsewhere: String::new(),
            stance: None,
        }
    }

    fn leader_piece(&self, index: usize) -> Option<Piece> {
        let (game, rules) = (self.game, self.rules);
        let leader = &rules.leaders[index];
        let (place, elsewhere, mark) = match game.posts[index] {
            Post::At(at) => (Some(rules.land(at)), "", None),
            Post::Inside(at) => (Some(rules.land(at)), "", Some("in the city")),
            Post::Afloat(sea) => (Some(targets::sea(self.sea_id(sea))), "", Some("at sea")),
            Post::Aboard => (None, "at sea with troops", None),
            Post::Wounded(_) => (None, "wounded", None),
            Post::Captive => (None, "a prisoner", None),
            Post::Gone => (None, "dead", None),
            Post::Away => return None,
        };
        let values = leader.values;
        Some(Piece {
            id: targets::leader(&leader.id),
            side: game.flag(leader.country),
            name: leader.name.clone(),
            symbol: "leader",
            figures: vec![
                Reckoned::of("manoeuvre", values.manoeuvre),
                Reckoned::of("fire", values.fire),
                Reckoned::of("shock", values.shock),
                Reckoned::of("siege", leader.siege),
            ],
            marks: mark.into_iter().collect(),
            place,
            elsewhere: elsewhere.to_owned(),
            stance: None,
        })
    }
}

impl Guide for Guided<'_> {
    fn aims(&self) -> Aims {
        let (game, rules) = (self.game, self.rules);
        let mut list = Vec::new();
        let figures = &rules.figures;
        for side in Side::ALL {
            let margin = game.points[side] - game.points[side.other()];
            let scores = game.scores(rules, side);
            let mut held: Vec<Target> = Vec::new();
            let wanted = rules.victory.iter().filter(|(_, who, _)| who.is_none_or(|who| who == side));
            held.extend(wanted.map(|(at, ..)| rules.land(*at)));
            let word = if scores == 1 { "point" } else { "points" };
            list.push(Aim {
                key: "points",
                side: Some(side),
                clause: Some(rule!("ITALY-e")),
                words: format!(
                    "a lead of more than {} points wins, of more than {} decisively; {} points now, and {scores} \
                     {word} for what is held when the turn ends",
                    figures.draw_up_to, figures.marginal_up_to, game.points[side]
                ),
                count: Some(Count { now: margin.into(), needed: i64::from(figures.draw_up_to) + 1 }),
                reached: margin > figures.draw_up_to,
                targets: held,
            });
            let capital = rules.sides[side.other()].capital;
            let holds = game.control(capital) == Some(side);
            list.push(Aim {
                key: "capital",
                side: Some(side),
                clause: Some(rule!("ITALY-f")),
                words: format!(
                    "{} held at the end of a turn wins at once",
                    rules.provinces[usize::from(capital)].city
                ),
                count: None,
                reached: holds,
                targets: vec![rules.land(capital)],
            });
            let (theirs, below) = (game.stability[side.other()], figures.stability_lost_below);
            list.push(Aim {
                key: "collapse",
                side: Some(side),
                clause: Some(rule!("ITALY-f")),
                words: format!("the enemy's stability below {below} wins at once; it is {theirs:+}"),
                count: None,
                reached: theirs < below,
                targets: Vec::new(),
            });
        }
        let end = game.end_by_points(rules);
        let standing = match (end.winner, end.level) {
            (Some(side), Level::Decisive) => format!("a decisive victory for {}", rules.sides[side].name),
            (Some(side), _) => format!("a marginal victory for {}", rules.sides[side].name),
            (None, _) => "a draw".to_owned(),
        };
        Aims {
            turns: Some(Turns {
                now: u16::from(game.turn) + 1,
                of: Some(rules.turns.len() as u16),
                date: format!(
                    "turn {} of the long game, {} to {}, {}",
                    game.turn_number(rules),
                    game.years(rules).0,
                    game.years(rules).1,
                    game.round_words(rules)
                ),
                phase: match game.stage {
                    // The round has just been told.
                    Stage::FirstRound | Stage::Continuation => String::new(),
                    _ => game.stage_words().to_owned(),
                },
            }),
            list,
            standing: Some(standing),
        }
    }

    fn consequences(&self, order: &str) -> Vec<Consequence> {
        match (&self.game.stage, order) {
            (Stage::Move(impulse), NO_MORE_MOVES) if !impulse.closing => self.no_more_moves(*impulse),
            (Stage::March(impulse, marching), HALT) if marching.steps > 0 => {
                match self.game.causes(self.rules, *impulse, marching).is_empty() {
                    true => Vec::new(),
                    false => {
                        let why = "rolls for attrition when it halts";
                        vec![self.over_stack(&marching.troops(), Loss::Worn, rule!("ATTRITION-o"), why)]
                    }
                }
            }
            _ => Vec::new(),
        }
    }

    fn place(&self, name: &str) -> Option<Target> {
        let wanted = name.to_lowercase();
        let rules = self.rules;
        let lands = rules.provinces.iter().map(|land| {
            (
                targets::province(&land.id),
                [land.id.to_lowercase(), land.name.to_lowercase(), land.city.to_lowercase()],
            )
        });
        let seas = rules.seas.iter().map(|sea| {
            (targets::sea(&sea.id), [sea.id.to_lowercase(), sea.name.to_lowercase(), String::new()])
        });
        let all: Vec<(Target, [String; 3])> = lands.chain(seas).collect();
        let exact = all.iter().find(|(_, names)| names.contains(&wanted));
        let begins = || {
            let fits =
                |(_, names): &&(Target, [String; 3])| names.iter().any(|name| name.starts_with(&wanted));
            let list: Vec<_> = all.iter().filter(fits).collect();
            (wanted.chars().count() > 2 && list.len() == 1).then(|| list[0])
        };
        exact.or_else(begins).map(|(target, _)| target.clone())
    }

    fn presence(&self, place: &Target) -> Option<Presence> {
        let (game, rules) = (self.game, self.rules);
        let pieces = self.pieces().into_iter().filter(|piece| piece.place.as_ref() == Some(place)).collect();
        if place.kind == TargetKind::Sea {
            let sea = &rules.seas[usize::from(rules.sea(&place.id)?)];
            let about = vec![format!("a sea zone of difficulty {}", sea.difficulty)];
            return Some(Presence { place: place.clone(), name: sea.name.clone(), about, pieces });
        }
        let at = rules.province(&place.id)?;
        let (land, province) = (&game.lands[usize::from(at)], &rules.provinces[usize::from(at)]);
        let holder = game.control(at).map_or("nobody", |side| rules.sides[side].name.as_str());
        let mut about = vec![
            province.terrain.key().to_owned(),
            format!("of {}, held by {holder}", rules.nations[usize::from(land.owner)].name),
            format!("{} with a fortress of level {}", province.city, land.level),
            format!("{} a turn", counted(province.income, "ducat", "ducats")),
        ];
        if land.works != Default::default() {
            about.push("siegeworks before it".to_owned());
        }
        about.extend(land.breached.then(|| "a breach in its walls".to_owned()));
        about.extend((land.pillage.0 > 0).then(|| "pillaged".to_owned()));
        let worth = rules.victory.iter().filter(|(scored, ..)| *scored == at);
        about.extend(worth.map(|(_, who, points)| match who {
            Some(side) => {
                format!("{} a turn for {}", counted(*points, "point", "points"), rules.sides[*side].name)
            }
            None => format!("{} a turn for whoever holds it", counted(*points, "point", "points")),
        }));
        let next: Vec<&str> = province
            .borders
            .iter()
            .map(|(to, _)| rules.provinces[usize::from(*to)].name.as_str())
            .chain(province.seas.iter().map(|sea| rules.seas[usize::from(*sea)].name.as_str()))
            .collect();
        about.push(format!("next to {}", next.join(", ")));
        for side in Side::ALL {
            let stacks = game.troops.iter().filter(|t| t.at == at && game.side_of(t) == Some(side));
            for troops in stacks {
                let grade = match game.expected_supply(side, troops, rules) {
                    Supply::Full => "in full supply",
                    Supply::Weak(_) => "in weak supply",
                    Supply::Out(_) => "out of supply",
                };
                let which = if troops.inside { "the garrison" } else { "the army" };
                about.push(format!("{which} of {} {grade}", rules.sides[side].name));
            }
        }
        Some(Presence {
            place: place.clone(),
            name: format!("{} ({})", province.name, province.id),
            about,
            pieces,
        })
    }

    fn pieces(&self) -> Vec<Piece> {
        let game = self.game;
        let stacks = game.troops.iter().map(|troops| self.stack_piece(troops));
        let marching = game.on_the_march().map(|troops| {
            let mut piece = self.stack_piece(&troops);
            piece.id.id.push_str("-marching");
            piece.marks.push("on the march");
            piece
        });
        let fleets = game.squadrons.iter().map(|squadron| self.fleet_piece(squadron));
        let leaders = (0..self.rules.leaders.len()).filter_map(|index| self.leader_piece(index));
        stacks.chain(marching).chain(fleets).chain(leaders).collect()
    }

    fn board(&self) -> Option<Board> {
        Some(picture::board(self.rules))
    }

    fn cells(&self) -> Vec<CellNow> {
        let (game, rules) = (self.game, self.rules);
        let cell = |at: u8| {
            let land = &game.lands[usize::from(at)];
            let marks = [
                (land.taken.is_some(), "taken"),
                (land.works != Default::default(), "siegeworks"),
                (land.breached, "breached"),
                (land.pillage.0 > 0, "pillaged"),
            ];
            CellNow {
                marks: marks.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark).collect(),
                figures: vec![Reckoned::of("fortress", land.level)],
                ..CellNow::held(rules.land(at), game.control(at))
            }
        };
        (0..rules.provinces.len() as u8).map(cell).collect()
    }

    fn lines(&self) -> Vec<Line> {
        let Some(troops) = self.game.on_the_march() else { return Vec::new() };
        let board = picture::board(self.rules);
        let spot = |at: u8| board.cell(&self.rules.land(at)).map(|cell| cell.middle);
        let way = spot(troops.came.0).zip(spot(troops.at)).filter(|(from, to)| from != to);
        way.map(|(from, to)| Line { kind: "way", spots: vec![from, to] }).into_iter().collect()
    }

    fn origins(&self) -> Vec<Origin> {
        let origin =
            |what: &str, mark, work: &str| Origin { what: what.to_owned(), mark, work: work.to_owned() };
        vec![
            origin(
                "provinces, seas, countries and leaders",
                Mark::Published,
                "data of the BAMGames implementation (MIT licence)",
            ),
            origin(
                "the set-up of spring 1521, sides by turn, money and victory",
                Mark::Reconstructed,
                "our design around the published basic forces and prices",
            ),
            origin(
                "the outlines on the picture",
                Mark::Reconstructed,
                "cells of ours within a published coast; no rule reads them",
            ),
        ]
    }

    fn stocks(&self) -> Vec<Stock> {
        let (game, rules) = (self.game, self.rules);
        let stock = |side: Side| Stock {
            key: "purse",
            side: Some(side),
            words: format!(
                "{} ducats, {} a turn, upkeep {}, stability {:+}",
                game.purse[side],
                game.income(rules, side),
                game.upkeep_due(side, rules),
                game.stability[side]
            ),
        };
        Side::ALL.map(stock).into()
    }
}
