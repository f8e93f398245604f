//! Who plays: at random and taken down, from what was taken down, and listening.

use super::*;

/// Hears the last order given.
pub(super) struct Overheard<'a, U> {
    pub(super) inner: &'a mut U,
    pub(super) last: Option<(Asking, String)>,
}

impl<U: Umpire> Umpire for Overheard<'_, U> {
    fn throw<R: Clone + PartialEq>(
        &mut self,
        asking: Asking,
        dice: Dice,
        reading: impl Fn(u16) -> R,
    ) -> Asked<R> {
        self.inner.throw(asking, dice, reading)
    }
    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        self.inner.decide(choice)
    }
    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        self.inner.decide_together(first, second)
    }
    fn order<O: Orders>(&mut self, asking: Asking, orders: &O) -> Asked<O::Order> {
        let order = self.inner.order(asking, orders)?;
        self.last = Some((asking, order.key()));
        Ok(order)
    }
    fn listening(&self) -> bool {
        self.inner.listening()
    }
    fn hear(&mut self, ruling: Ruling) {
        self.inner.hear(ruling);
    }
    fn last_throw(&self) -> u16 {
        self.inner.last_throw()
    }
}

/// A line of an account: the clause, the words, and every factor.
pub(super) fn line(ruling: &Ruling) -> String {
    let factors: Vec<String> =
        ruling.modifiers.iter().map(|one| format!("{:+} {}", one.value, one.words)).collect();
    format!("{} {} [{}]", ruling.clause, ruling.text, factors.join(", "))
}

/// Plays at random and takes down dice, decisions and account.
pub(super) struct Player {
    pub(super) dice: Generator,
    pub(super) thrown: Vec<u16>,
    pub(super) last: u16,
    pub(super) taken_down: Arc<Mutex<Vec<Answered>>>,
    pub(super) account: Vec<String>,
}

impl Player {
    fn pick(&mut self, count: usize) -> usize {
        self.dice.below(count as u32) as usize
    }
    fn note(&self, asking: Asking, key: String) {
        // Moves are taken down in other words.
        if !matches!(Asks::of(asking.topic), Some(Asks::NextMove | Asks::ItsMove)) {
            self.taken_down.lock().unwrap().push((asking.by, asking.topic, key));
        }
    }
}

impl Umpire for Player {
    fn throw<R: Clone + PartialEq>(&mut self, _: Asking, dice: Dice, reading: impl Fn(u16) -> R) -> Asked<R> {
        let face = dice.throw(|die| self.dice.face(die));
        self.thrown.push(face);
        self.last = face;
        Ok(reading(face))
    }
    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        let index = self.pick(choice.options.count());
        self.note(choice.asking, choice.options.key(index));
        Ok(index)
    }
    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        Ok((self.decide(first)?, self.decide(second)?))
    }
    fn order<O: Orders>(&mut self, asking: Asking, orders: &O) -> Asked<O::Order> {
        // A whole brigade charges at a real table as its units do, one declaration each; the nearest enemy of a gun
        // and how to bring barricades along is for people to see.
        let told = |key: &str| !key.starts_with("charge brigade") && key != "all";
        let offers: Vec<O::Order> = orders.offers().into_iter().filter(|offer| told(&offer.key())).collect();
        // Half of the moves are straight ahead, so that the armies meet.
        let ahead: Vec<&O::Order> = offers
            .iter()
            .filter(|offer| offer.key().contains("advance") || offer.key().contains("charge"))
            .collect();
        let order = match ahead.is_empty() || self.dice.below(2) == 0 {
            true => offers[self.pick(offers.len())].clone(),
            false => ahead[self.pick(ahead.len())].clone(),
        };
        self.note(asking, order.key());
        Ok(order)
    }
    fn listening(&self) -> bool {
        true
    }
    fn hear(&mut self, ruling: Ruling) {
        self.account.push(line(&ruling));
    }
    fn last_throw(&self) -> u16 {
        self.last
    }
}

/// Reads from what was taken down.
pub(super) struct Reader {
    pub(super) dice: VecDeque<u16>,
    pub(super) last: u16,
    pub(super) answers: VecDeque<Answered>,
    pub(super) account: Vec<String>,
}

impl Reader {
    fn here(&mut self, asking: Asking) -> Option<String> {
        let fits = |front: &Answered| front.0 == asking.by && front.1 == asking.topic;
        self.answers.pop_front_if(|front| fits(front)).map(|front| front.2)
    }
    fn lost(&self, asking: Asking) -> String {
        let next = self.answers.front();
        let account: Vec<String> = self.account.iter().rev().take(8).rev().cloned().collect();
        format!("{:?} {}: next was {next:?}\n{}", asking.by, asking.words(), account.join("\n"))
    }
}

impl Umpire for Reader {
    fn throw<R: Clone + PartialEq>(
        &mut self,
        asking: Asking,
        _: Dice,
        reading: impl Fn(u16) -> R,
    ) -> Asked<R> {
        let face = self.dice.pop_front().unwrap_or_else(|| panic!("no die left: {}", self.lost(asking)));
        self.last = face;
        Ok(reading(face))
    }
    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        let wanted = match self.here(choice.asking) {
            Some(wanted) => wanted,
            // Where a measured table has room for one way only, it is the plain one, and people say so.
            None => {
                let room = [Asks::ReactionToTheCharge, Asks::FormationOfTheRalliedUnit, Asks::Refuge];
                let topic = Asks::of(choice.asking.topic).expect("a topic of this system");
                assert!(room.contains(&topic), "{}", self.lost(choice.asking));
                return Ok(0);
            }
        };
        let index = (0..choice.options.count()).find(|&index| choice.options.key(index) == wanted);
        Ok(index.unwrap_or_else(|| panic!("`{wanted}` is not offered: {}", self.lost(choice.asking))))
    }
    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        Ok((self.decide(first)?, self.decide(second)?))
    }
    fn order<O: Orders>(&mut self, asking: Asking, orders: &O) -> Asked<O::Order> {
        // Where a measured table knows that nothing can be done people say so.
        let text = self.here(asking).unwrap_or_else(|| "done".to_owned());
        Ok(orders.check(&text).unwrap_or_else(|refusal| panic!("{text}: {refusal}: {}", self.lost(asking))))
    }
    fn listening(&self) -> bool {
        true
    }
    fn hear(&mut self, ruling: Ruling) {
        self.account.push(line(&ruling));
    }
    fn last_throw(&self) -> u16 {
        self.last
    }
}
