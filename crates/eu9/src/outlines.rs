//! The outlines of the map of the Italian Wars, for drawing: read once from `titles/italian-wars/outlines.tsv`.

use crate::TITLES;
use grognard_umpire::Spot;
use std::sync::LazyLock;

/// The outline of a province, a sea zone or land out of play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Outline {
    /// `province`, `sea` or `land`.
    pub(crate) kind: &'static str,
    pub(crate) id: &'static str,
    pub(crate) city: Option<Spot>,
    pub(crate) middle: Spot,
    pub(crate) rings: Vec<Vec<Spot>>,
}

/// All outlines, and the size of the map.
pub(crate) struct Outlines {
    pub(crate) size: Spot,
    pub(crate) list: Vec<Outline>,
}

static OUTLINES: LazyLock<Outlines> = LazyLock::new(|| {
    let text = TITLES.get_file("italian-wars/outlines.tsv").and_then(|file| file.contents_utf8());
    let mut outlines = Outlines { size: (0, 0), list: Vec::new() };
    for line in text.unwrap_or("").lines().filter(|line| !line.starts_with('#')) {
        let [kind, id, city, middle, rings] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        if kind == "size" {
            outlines.size = spot(middle).unwrap_or((0, 0));
            continue;
        }
        let ring = |ring: &str| ring.split(' ').filter_map(spot).collect();
        outlines.list.push(Outline {
            kind,
            id,
            city: spot(city),
            middle: spot(middle).unwrap_or((0, 0)),
            rings: rings.split('|').map(ring).collect(),
        });
    }
    outlines
});

fn spot(text: &str) -> Option<Spot> {
    let (x, y) = text.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

impl Outlines {
    /// The outlines of the map.
    pub(crate) fn of_the_map() -> &'static Outlines {
        &OUTLINES
    }

    /// The outline of a province or a sea zone.
    pub(crate) fn find(&self, kind: &str, id: &str) -> Option<&Outline> {
        self.list.iter().find(|outline| outline.kind == kind && outline.id == id)
    }
}
