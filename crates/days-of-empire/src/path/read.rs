//! Reading orders: word by word, each with its place.

use super::{Act, BadOrder, Declared, MoveOrder, Reach, STEPS_MAX, Shape, TEXT_MAX, TableEdge, Turn};
use crate::unit::Formation;
use grognard_board::table::{Bend, Hand, Heading, Mils, Notches, Point, Swing};

/// Words of a text that are still to be read.
struct Words<'a> {
    text: &'a str,
    at: usize,
}

/// A word with its place.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    at: usize,
}

/// What steps begin with.
const VERBS: &str = "advance, back, wheel, turn, about, form, limber, unlimber, mount, dismount, lead, face, to, \
                     crest, enter, detach, recall, build, clear, demolish, search, span, join or hold";

/// The formations an order may name.
const SHAPES: &str = "line, march-column, march-column-1, manoeuvre-column, column, square or skirmish";

impl<'a> Words<'a> {
    /// Looks at the next word: a comma is a word of its own.
    fn peek(&self) -> Option<Word<'a>> {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start().len());
        let rest = &self.text[start..];
        let end = match rest.find(|c: char| c.is_whitespace() || c == ',') {
            Some(0) => 1,
            Some(end) => end,
            None => rest.len(),
        };
        (!rest.is_empty()).then(|| Word { text: &rest[..end], at: start })
    }

    fn next(&mut self) -> Option<Word<'a>> {
        let word = self.peek()?;
        self.at = word.at + word.text.len();
        Some(word)
    }

    /// What is wrong at a word, or at the end of the text.
    fn bad(&self, word: Option<Word<'_>>, wanted: impl Into<String>) -> BadOrder {
        let (at, said) = word.map_or((self.text.len(), ""), |word| (word.at, word.text));
        BadOrder { letter: self.text[..at].chars().count() + 1, said: said.to_owned(), wanted: wanted.into() }
    }

    /// The next word, read by something that says what would be right.
    fn read<T>(
        &mut self,
        read: impl FnOnce(&str) -> Result<T, String>,
        missing: &str,
    ) -> Result<T, BadOrder> {
        match self.next() {
            Some(word) if word.text != "," => read(word.text).map_err(|wanted| self.bad(Some(word), wanted)),
            other => Err(self.bad(other, missing)),
        }
    }

    /// The next word of a closed list.
    fn one_of<T>(&mut self, list: impl FnOnce(&str) -> Option<T>, wanted: &str) -> Result<T, BadOrder> {
        self.read(|word| list(word).ok_or_else(|| wanted.to_owned()), wanted)
    }

    fn key(&mut self, missing: &str) -> Result<String, BadOrder> {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-".contains(&byte);
        self.read(
            |word| {
                let fits = word.len() <= 32 && word.bytes().all(plain);
                fits.then(|| word.to_owned()).ok_or_else(|| missing.to_owned())
            },
            missing,
        )
    }

    fn length(&mut self) -> Result<Mils, BadOrder> {
        let missing = "write inches with up to three decimals, as 4 or 34.125";
        self.read(|word| Mils::read(word).map_err(|error| tail(&error.to_string())), missing)
    }

    fn reach(&mut self) -> Result<Reach, BadOrder> {
        let missing = "write inches with up to three decimals, as 4 or 34.125, or max";
        self.read(
            |word| match word {
                "max" => Ok(Reach::Max),
                _ => match Mils::read(word) {
                    Ok(Mils::ZERO) => Err("write more than 0 inches, or leave the step out".to_owned()),
                    Ok(by) => Ok(Reach::By(by)),
                    Err(error) => Err(tail(&error.to_string())),
                },
            },
            missing,
        )
    }

    fn turn(&mut self) -> Result<Turn, BadOrder> {
        let missing = "write degrees with up to one decimal, as 30 or 22.5, or max";
        self.read(
            |word| match word {
                "max" => Ok(Turn::Max),
                _ => match Notches::read(word) {
                    Ok(Notches(0)) => Err("write more than 0 degrees, or leave the step out".to_owned()),
                    Ok(by) => Ok(Turn::By(by)),
                    Err(error) => Err(tail(&error.to_string())),
                },
            },
            missing,
        )
    }

    fn hand(&mut self) -> Result<Hand, BadOrder> {
        let hand = |word: &str| match word {
            "left" => Some(Hand::Left),
            "right" => Some(Hand::Right),
            _ => None,
        };
        self.one_of(hand, "write left or right")
    }

    fn count(&mut self, wanted: &str) -> Result<u8, BadOrder> {
        let count = |word: &str| word.parse().ok().filter(|count| (1..=24).contains(count));
        self.one_of(count, wanted)
    }

    fn shape(&mut self) -> Result<Shape, BadOrder> {
        let wanted = format!("write {SHAPES}");
        let formation = self.one_of(
            |word| {
                let guns = [Formation::Deployed, Formation::Limbered];
                Formation::from_word(word).filter(|formation| !guns.contains(formation))
            },
            &wanted,
        )?;
        let mut shape = Shape::plain(formation);
        let more = self.peek().filter(|word| word.text != ",");
        match (formation, more) {
            (Formation::CavalryColumn, Some(_)) => {
                let wide = |word: &str| word.parse().ok().filter(|wide| (2..=4).contains(wide));
                shape.wide = Some(self.one_of(wide, "a column is 2 to 4 stands wide")?);
            }
            (Formation::Line, Some(_)) => {
                shape.bends[0] = Some(self.bend(0)?);
                if self.peek().is_some_and(|word| word.text != ",") {
                    let after = shape.bends[0].map_or(0, |bend| bend.hinge);
                    shape.bends[1] = Some(self.bend(after)?);
                }
            }
            _ => {}
        }
        Ok(shape)
    }

    /// A bend of a line: after so many stands from the left, and to the right of the bend before.
    fn bend(&mut self, after: u8) -> Result<Bend, BadOrder> {
        self.one_of(|word| (word == "bend").then_some(()), "write a comma, or bend 4 back 45")?;
        let hinge = self.peek();
        let found = self.count("after how many stands from the left? write 1 to 23")?;
        if found <= after {
            return Err(self.bad(hinge, format!("bends come from the left: write more than {after}")));
        }
        let swing = |word: &str| match word {
            "back" => Some(Swing::Back),
            "forward" => Some(Swing::Forward),
            _ => None,
        };
        let swing = self.one_of(swing, "write back or forward")?;
        let wanted = "a line bends by 0.1 to 90 degrees, with up to one decimal";
        let angle = |word: &str| Notches::read(word).ok().filter(|by| by.0 > 0 && *by <= Notches::QUARTER);
        Ok(Bend { hinge: found, swing, by: self.one_of(angle, wanted)? })
    }

    fn act(&mut self) -> Result<Act, BadOrder> {
        let verb = self.next();
        let Some(word) = verb.filter(|word| word.text != ",") else {
            return Err(self.bad(verb, format!("write a step: {VERBS}")));
        };
        let piece = "which piece of terrain? write its key";
        Ok(match word.text {
            "advance" => Act::Advance(self.reach()?),
            "back" => Act::Back(self.reach()?),
            "wheel" => Act::Wheel(self.hand()?, self.turn()?),
            "turn" => Act::Quarter(self.hand()?),
            "about" => Act::About,
            "form" => Act::Form(self.shape()?),
            "limber" => Act::Limber,
            "unlimber" => Act::Unlimber,
            "mount" => Act::Mount,
            "dismount" => Act::Dismount(self.one_of(
                |word| {
                    Formation::from_word(word)
                        .filter(|to| [Formation::Line, Formation::Skirmish].contains(to))
                },
                "write dismount line or dismount skirmish",
            )?),
            "lead" => Act::Lead,
            "face" => {
                let missing = "write degrees clockwise from north, from 0 to 359.9";
                Act::Face(self.read(|word| Heading::read(word).map_err(|_| missing.to_owned()), missing)?)
            }
            "to" => Act::To(Point::new(self.length()?.0, self.length()?.0)),
            "crest" => Act::Crest(self.one_of(Declared::from_word, "write crest over or crest behind")?),
            "enter" => {
                let edge = self.one_of(TableEdge::from_word, "write north, east, south or west")?;
                Act::Enter(edge, self.length()?)
            }
            "detach" => Act::Detach(self.count("how many stands? write 1 to 24")?),
            "recall" => Act::Recall,
            "build" => Act::Build,
            "clear" => Act::Clear(self.key(piece)?),
            "demolish" => Act::Demolish(self.key(piece)?),
            "search" => Act::Search(self.key(piece)?),
            "span" => Act::Span(self.key(piece)?),
            "join" => Act::Join(self.key("which unit? write its key")?),
            "hold" => Act::Hold,
            _ => return Err(self.bad(Some(word), format!("no such step: write {VERBS}"))),
        })
    }

    /// Steps up to the end of the text.
    fn acts(&mut self) -> Result<Vec<Act>, BadOrder> {
        let mut acts = vec![self.act()?];
        while let Some(comma) = self.next() {
            if comma.text != "," {
                return Err(self.bad(Some(comma), "the step ends before this: write a comma before the next"));
            }
            if acts.len() == STEPS_MAX {
                return Err(
                    self.bad(self.peek(), format!("a path has at most {STEPS_MAX} steps: leave this out"))
                );
            }
            acts.push(self.act()?);
        }
        Ok(acts)
    }

    /// Nothing more may come.
    fn end(&mut self) -> Result<(), BadOrder> {
        match self.next() {
            None => Ok(()),
            more => Err(self.bad(more, "the order ends before this: leave it out")),
        }
    }
}

/// What follows the first colon: what would be right.
fn tail(message: &str) -> String {
    message.split_once(": ").map_or(message, |(_, right)| right).to_owned()
}

/// Reads an order.
pub(super) fn order(text: &str) -> Result<MoveOrder, BadOrder> {
    if text.len() > TEXT_MAX {
        let letter = text.char_indices().take_while(|(at, _)| *at < TEXT_MAX).count();
        let wanted = format!("an order has at most {TEXT_MAX} letters: make it shorter");
        return Err(BadOrder { letter, said: "…".to_owned(), wanted });
    }
    let small = text.to_ascii_lowercase();
    let mut words = Words { text: &small, at: 0 };
    let trying = words.peek().is_some_and(|word| word.text == "try");
    if trying {
        words.next();
    }
    let first = words.peek();
    match (trying, plain(&mut words)?) {
        (true, MoveOrder::Done | MoveOrder::Dispute) => {
            Err(words.bad(first, "what is to be tried? write a unit's key and what it does"))
        }
        (true, order) => Ok(MoveOrder::Try(Box::new(order))),
        (false, order) => Ok(order),
    }
}

fn plain(words: &mut Words<'_>) -> Result<MoveOrder, BadOrder> {
    let first = words.peek();
    let who = words.key("write a unit's key and what it does, as k2 advance 4, or done")?;
    match who.as_str() {
        "done" => words.end().map(|()| MoveOrder::Done),
        "dispute" => words.end().map(|()| MoveOrder::Dispute),
        "try" => Err(words.bad(first, "try stands once, before the order")),
        "brigade" => {
            let brigade = words.key("which brigade? write its key")?;
            if words.peek().is_some_and(|word| word.text == "force") {
                words.next();
                words.one_of(|word| (word == "march").then_some(()), "write force march")?;
                words.end()?;
                return Ok(MoveOrder::ForceMarch(brigade));
            }
            Ok(MoveOrder::Brigade(brigade, words.acts()?))
        }
        _ => match words.peek() {
            None => Ok(MoveOrder::Unit(who)),
            Some(word) if word.text == "charge" => {
                words.next();
                let target = words.key("whom does it charge? write the enemy's key")?;
                words.end()?;
                Ok(MoveOrder::Charge(who, target))
            }
            Some(_) => Ok(MoveOrder::Path(who, words.acts()?)),
        },
    }
}
