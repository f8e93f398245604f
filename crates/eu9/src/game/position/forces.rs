//! Stacks and fleets of a position.

use super::super::roster::Band;
use super::super::{Anchorage, Roster, Squadron, Trail, Troops};
use super::{BORDERS, DID, DONE, Names, flag, list, unless};
use crate::fleet::Fleet;
use crate::stack::Stack;
use crate::title::Border;
use grognard_charts::Page;
use grognard_umpire::Fact;

impl Band {
    fn fields(&self, names: &Names<'_>) -> Vec<(&'static str, Fact)> {
        vec![
            ("country", names.country(self.country)),
            ("counters", Fact::from(self.stack.to_string())),
            ("veterans", unless(self.veterans, 0)),
        ]
    }

    fn of_row(names: &Names<'_>, row: &Page<'_>) -> Option<Band> {
        let country = row.needed("country", row.named("country", |id| names.of_country(id)));
        let stack = row.needed("counters", row.text("counters")).and_then(|text| {
            Stack::read(text).inspect_err(|problem| row.wrong("counters", problem.clone())).ok()
        });
        let most = stack.map_or(u8::MAX, Stack::ld_count);
        let veterans = row.number("veterans", 0..=most, 0);
        Some(Band { country: country?, stack: stack?, veterans })
    }
}

impl Troops {
    pub(super) fn written(&self, names: &Names<'_>) -> Fact {
        let mut bands = self.roster.bands();
        let mut fields = vec![("at", names.province(self.at))];
        fields.extend(bands.next().unwrap_or_default().fields(names));
        fields.push(("with", list(bands.map(|band| Fact::record(band.fields(names))))));
        let mut troops = *self;
        fields.extend(DONE.iter().map(|(key, done)| (*key, flag(*done(&mut troops)))));
        let (from, border) = self.came;
        if self.came != (self.at, Border::None) {
            let border = BORDERS.iter().find(|(_, known)| *known == border).map(|(key, _)| *key);
            fields.extend([("came-from", names.province(from)), ("came-over", Fact::from(border))]);
        }
        fields.extend([
            ("hungry", unless(self.hungry, 0)),
            ("rested", unless(self.rested, self.roster.ld_count())),
            ("set-out-from", Fact::from(self.trail.set_out.map(|at| names.province(at)))),
            ("set-out-impulses-ago", unless(self.trail.impulses, 0)),
        ]);
        Fact::record(fields)
    }

    pub(super) fn of_row(names: &Names<'_>, row: &Page<'_>) -> Option<Troops> {
        let province = |key: &str| row.named(key, |id| names.0.province(id));
        let at = row.needed("at", province("at"));
        let mut bands = vec![Band::of_row(names, row)];
        bands.extend(row.rows("with").iter().map(|row| Band::of_row(names, row)));
        let roster = bands.into_iter().collect::<Option<Vec<Band>>>().and_then(|bands| {
            let roster = Roster::gather(bands).filter(|roster| !roster.is_empty());
            if roster.is_none() {
                row.wrong("counters", "a stack has counters, of three nations at most");
            }
            roster
        });
        let ld = roster.map_or(u8::MAX, |roster| roster.ld_count());
        let [hungry, rested] =
            [("hungry", 0), ("rested", ld)].map(|(key, usual)| row.number(key, 0..=ld, usual));
        let (from, border) = (province("came-from"), row.one_of("came-over", &BORDERS));
        let set_out = province("set-out-from");
        let impulses = row.number("set-out-impulses-ago", 0..=Trail::REMEMBERED, 0);
        let flags = DONE.map(|(key, done)| (row.flag(key), done));
        let mut troops = Troops::new(at?, 0, Stack::default(), 0);
        troops = Troops { roster: roster?, hungry, rested, trail: Trail { set_out, impulses }, ..troops };
        troops.came = (from.unwrap_or(troops.at), border.unwrap_or(Border::None));
        for (set, done) in flags {
            *done(&mut troops) = set;
        }
        Some(troops)
    }
}

impl Squadron {
    pub(super) fn written(&self, names: &Names<'_>) -> Fact {
        let at = match self.at {
            Anchorage::Port(port) => ("port", names.province(port)),
            Anchorage::Sea(sea) => ("sea", Fact::from(names.0.seas[usize::from(sea)].id.as_str())),
        };
        let ships = |fleet: Fleet| (fleet != Fleet::default()).then(|| fleet.to_string());
        let mut fields = vec![
            at,
            ("country", names.country(self.country)),
            ("ships", Fact::from(ships(self.fleet))),
            ("damaged", Fact::from(ships(self.damaged))),
            ("feeds", Fact::from(self.feeds.map(|at| names.province(at)))),
            ("blockades", Fact::from(self.blockades.map(|at| names.province(at)))),
        ];
        let mut squadron = *self;
        fields.extend(DID.iter().map(|(key, did)| (*key, flag(*did(&mut squadron)))));
        Fact::record(fields)
    }

    pub(super) fn of_row(names: &Names<'_>, row: &Page<'_>) -> Option<Squadron> {
        let province = |key: &str| row.named(key, |id| names.0.province(id));
        let country = row.needed("country", row.named("country", |id| names.of_country(id)));
        let (port, sea) = (province("port"), row.named("sea", |id| names.0.sea(id)));
        let at = match (port, sea) {
            (Some(port), None) => Some(Anchorage::Port(port)),
            (None, Some(sea)) => Some(Anchorage::Sea(sea)),
            (None, None) if row.has("port") || row.has("sea") => None,
            _ => {
                row.wrong("country", "a fleet lies in a `port` or a `sea`, and in one of them only");
                None
            }
        };
        let ships = |key: &str| {
            let read = |text: &str| Fleet::read(text).inspect_err(|problem| row.wrong(key, problem.clone()));
            row.text(key).map_or(Fleet::default(), |text| read(text).unwrap_or_default())
        };
        let (fleet, damaged) = (ships("ships"), ships("damaged"));
        let (feeds, blockades) = (province("feeds"), province("blockades"));
        let flags = DID.map(|(key, did)| (row.flag(key), did));
        let mut squadron = Squadron::in_port(0, country?, fleet, false);
        squadron = Squadron { at: at?, damaged, feeds, blockades, ..squadron };
        for (set, did) in flags {
            *did(&mut squadron) = set;
        }
        Some(squadron)
    }
}
