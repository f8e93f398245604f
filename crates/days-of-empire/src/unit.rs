//! Units: what they are, where they stand, and what dice make of them.

use crate::charts::Charts;
use crate::clerk::Clerk;
use crate::command::{Command, Commanded, OwnGeneral, Quality};
use crate::readings::Readings;

/// A closed list of words, one a variant: what files, keys and tables say for it.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// All of them.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// Its word in files, keys and tables.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }

            /// The one with that word.
            pub fn from_word(word: &str) -> Option<$name> {
                Self::ALL.iter().copied().find(|one| one.word() == word)
            }
        }
    };
}
pub(crate) use words;

words! {
    /// What a unit is.
    Arm {
        /// Line infantry, also in skirmish order. [8.1]
        Infantry "infantry",
        /// Light cavalry. [9.1]
        LightCavalry "light-cavalry",
        /// Heavy cavalry. [9.2]
        HeavyCavalry "heavy-cavalry",
        /// Cavalry on foot, its horses held elsewhere. [9.3]
        DismountedCavalry "dismounted-cavalry",
        /// A field gun. (10)
        FieldGun "field-gun",
        /// A field howitzer.
        FieldHowitzer "field-howitzer",
        /// A siege gun.
        SiegeGun "siege-gun",
        /// A siege howitzer.
        SiegeHowitzer "siege-howitzer",
        /// A general or an engineer officer by himself. (14)
        Staff "staff",
    }
}

impl Arm {
    /// In the saddle.
    pub const fn is_horse(self) -> bool {
        matches!(self, Arm::LightCavalry | Arm::HeavyCavalry)
    }

    /// Fighting on foot in ranks or in skirmish order.
    pub const fn is_foot(self) -> bool {
        matches!(self, Arm::Infantry | Arm::DismountedCavalry)
    }

    /// A gun model with its crew.
    pub const fn is_gun(self) -> bool {
        matches!(self, Arm::FieldGun | Arm::FieldHowitzer | Arm::SiegeGun | Arm::SiegeHowitzer)
    }
}

words! {
    /// How a unit is drawn up. (12)
    Formation {
        /// One rank. [12.2]
        Line "line",
        /// March column one stand wide. [12.1]
        MarchColumnOneWide "march-column-1",
        /// March column two stands wide.
        MarchColumn "march-column",
        /// Manoeuvre or assault column, four stands wide.
        ManoeuvreColumn "manoeuvre-column",
        /// The one column of cavalry.
        CavalryColumn "column",
        /// Square. [12.3]
        Square "square",
        /// Skirmish screen. [12.4]
        Skirmish "skirmish",
        /// A gun in action. [10.1]
        Deployed "deployed",
        /// A gun behind its team.
        Limbered "limbered",
    }
}

impl Formation {
    /// Whether it is some kind of march column.
    pub const fn is_march_column(self) -> bool {
        matches!(self, Formation::MarchColumn | Formation::MarchColumnOneWide)
    }
}

words! {
    /// The state of a unit's ranks, the gravest last. [17.2.8]
    Order {
        /// Good order.
        Good "good",
        /// Disordered.
        Disordered "disordered",
        /// Shaken.
        Shaken "shaken",
        /// Pursuing, which counts as disordered. (17-e)
        Pursuing "pursuing",
        /// Routing.
        Routing "routing",
    }
}

impl Order {
    /// Disordered in the sense of every factor. (17-e)
    pub const fn is_disordered(self) -> bool {
        matches!(self, Order::Disordered | Order::Pursuing)
    }

    /// The graver of two: a milder state never replaces a graver one. (17-d)
    pub fn or_worse(self, other: Order) -> Order {
        self.max(other)
    }
}

words! {
    /// What a unit shoots with.
    Weapon {
        /// Smoothbore musket.
        Musket "musket",
        /// Rifled musket.
        Rifle "rifle",
        /// Cavalry carbine.
        Carbine "carbine",
    }
}

words! {
    /// Cover, the better last. [13.5] [13.6]
    Cover {
        /// In the open.
        Open "none",
        /// Light cover.
        Light "light",
        /// Heavy cover.
        Heavy "heavy",
    }
}

words! {
    /// What gives the cover.
    CoverOf {
        /// A wood.
        Wood "wood",
        /// An urban area.
        UrbanArea "urban-area",
        /// A hedge, fence or barricade of wood.
        WoodenObstacle "wooden-obstacle",
        /// A stone wall or works of earth, which do not burn.
        Works "works",
    }
}

words! {
    /// From where a unit is shot at or charged; on a charger, what it strikes. [5.6 of the table's geometry]
    Direction {
        /// From the front.
        Front "front",
        /// In the flank.
        Flank "flank",
        /// In the rear.
        Rear "rear",
    }
}

words! {
    /// Formed friends behind, neither shaken nor routing. (T11-c)
    Support {
        /// Nobody near enough.
        Unsupported "none",
        /// Within 8 inches: counts in tests.
        Within8 "within-8",
        /// Within 4 inches: counts in assaults too.
        Within4 "within-4",
    }
}

words! {
    /// The impetus of a unit in an assault. [17.4.12] [17.5.4-c]
    Impetus {
        /// It stands.
        Standing "standing",
        /// It charges, counter-charges, or breaks through.
        Charging "charging",
    }
}

words! {
    /// Whether a unit has its first fire. [17.3.2]
    FirstFire {
        /// Not fired yet in this battle.
        Kept "kept",
        /// Given away.
        Spent "spent",
    }
}

words! {
    /// Whether drilled like regulars. [12.3-b]
    Drill {
        /// Regular.
        Regular "regular",
        /// Irregular: no square.
        Irregular "irregular",
    }
}

/// A name at the head of a sentence.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}

/// So many of a thing: `1 hit`, `2 hits`.
pub(crate) fn counted(count: i64, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

/// What has become of a general or engineer who was with the unit. (T10)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rider {
    /// There is none.
    Nobody,
    /// With the unit and well.
    With,
    /// His horse was shot; he is still with the unit.
    Unhorsed,
    /// Wounded, out of command for so many turns.
    Wounded(u8),
    /// Killed.
    Killed,
    /// Taken.
    Captured,
}

impl Rider {
    /// Whether he is still with the unit.
    pub const fn is_with(self) -> bool {
        matches!(self, Rider::With | Rider::Unhorsed)
    }

    /// His fate in a word or two.
    pub fn words(self) -> String {
        match self {
            Rider::Nobody => "nobody".to_owned(),
            Rider::With => "unhurt".to_owned(),
            Rider::Unhorsed => "unhorsed".to_owned(),
            Rider::Wounded(1) => "wounded for 1 turn".to_owned(),
            Rider::Wounded(turns) => format!("wounded for {turns} turns"),
            Rider::Killed => "killed".to_owned(),
            Rider::Captured => "captured".to_owned(),
        }
    }
}

/// Whether a unit is still in the battle, and if not, why.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// It is.
    Fights,
    /// A gun that does not fire for so many turns.
    Silenced(u8),
    /// Its crew has left it.
    Abandoned,
    /// Too few stands are left. [17.5.8]
    Shattered,
    /// Destroyed.
    Destroyed,
    /// Taken by the enemy.
    Captured,
}

impl Fate {
    /// Whether it is off the table.
    pub const fn is_gone(self) -> bool {
        matches!(self, Fate::Shattered | Fate::Destroyed | Fate::Captured)
    }
}

/// What a unit is and how it stands, as the file gives it: what no die changes here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its name, with its article: `the 93rd`.
    pub name: String,
    /// What it is.
    pub arm: Arm,
    /// Its class, 1 to 4; for guns and staff that of the table. (7) (6-e)
    pub class: u8,
    /// What it shoots with.
    pub weapon: Option<Weapon>,
    /// Its drill.
    pub drill: Drill,
    /// Stands, or crew of a gun, at the start of the battle.
    pub start: u8,
    /// Stands of the unit that are elsewhere: skirmishers sent out, squadrons, horse holders.
    pub apart: u8,
    /// Its cover.
    pub cover: Cover,
    /// What gives the cover.
    pub cover_of: CoverOf,
    /// Its support.
    pub support: Support,
    /// Whether a visible friendly unit routs within 12 inches.
    pub friend_routing: bool,
    /// Whose command it is under.
    pub command: Command,
    /// The general attached to it, while he is with it.
    pub attached: Option<Quality>,
}

/// What dice change of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Body {
    /// Stands, or the crew of a gun.
    pub strength: u8,
    /// Horses of a limbered gun.
    pub horses: u8,
    /// The state of its ranks.
    pub order: Order,
    /// How it is drawn up.
    pub formation: Formation,
    /// Whether it has its first fire.
    pub first_fire: FirstFire,
    /// Whether it is still there.
    pub fate: Fate,
    /// The attached general.
    pub general: Rider,
    /// The attached engineer.
    pub engineer: Rider,
    /// Its impetus, once an assault begins.
    pub impetus: Impetus,
}

impl Body {
    /// What somebody strikes of it who comes from a side: squares and screens have neither flank nor rear. (5.6 of the
    /// design)
    pub const fn struck_from(&self, side: Direction) -> Direction {
        match self.formation {
            Formation::Square | Formation::Skirmish => Direction::Front,
            _ => side,
        }
    }
}

impl Unit {
    /// The attached general's quality, if he is still with the unit.
    pub fn attached_now(&self, now: &Body) -> Option<Quality> {
        self.attached.filter(|_| now.general.is_with())
    }

    /// The best general usable for its tests. An attached one who falls was its own, unless it has another.
    pub fn commanded(&self, now: &Body, readings: &Readings, clerk: Clerk<'_>) -> Commanded {
        self.command.reckon(self.attached_now(now), readings, clerk)
    }

    /// Full quarters of the starting strength that are lost. (T11-a) (T9-c)
    pub const fn quarters_lost(&self, now: &Body) -> u8 {
        match self.start {
            0 => 0,
            start => (start.saturating_sub(now.strength) as u16 * 4 / start as u16) as u8,
        }
    }

    /// Whether less than half of the starting strength is left.
    pub const fn below_half(&self, now: &Body) -> bool {
        (now.strength as u16) * 2 < self.start as u16
    }

    /// How many stands it counts in numbers: a gun or a staff stand is one. [17.5-i]
    pub const fn stands(&self, now: &Body) -> u8 {
        if self.arm.is_gun() || matches!(self.arm, Arm::Staff) { 1 } else { now.strength }
    }

    /// A formed body: not skirmishers, not staff. Guns count as troops of their own kind.
    pub fn is_formed(&self, now: &Body) -> bool {
        now.formation != Formation::Skirmish && self.arm != Arm::Staff && now.order != Order::Routing
    }

    /// Foot that is neither in square nor in cover: what horse likes best.
    pub fn is_foot_in_the_open(&self, now: &Body) -> bool {
        self.arm.is_foot() && now.formation != Formation::Square && self.cover == Cover::Open
    }

    /// Whether so few stands are left that it goes off the table. [17.5.8-a] [17.5.8-b]
    pub fn is_shattered(&self, now: &Body, charts: &Charts) -> bool {
        let whole = now.strength.saturating_add(self.apart);
        match self.arm {
            Arm::Infantry => whole <= charts.figures.infantry_removed,
            Arm::LightCavalry | Arm::HeavyCavalry | Arm::DismountedCavalry => {
                whole <= charts.figures.cavalry_removed
            }
            _ => false,
        }
    }

    /// The command a unit has when nothing else is said: a capable general within reach.
    pub const fn ordinary_command() -> Command {
        Command { own: OwnGeneral::InReach(Quality::Capable), senior: None }
    }
}

impl Body {
    /// A fresh body of so many stands.
    pub const fn fresh(strength: u8, formation: Formation) -> Body {
        Body {
            strength,
            horses: 0,
            order: Order::Good,
            formation,
            first_fire: FirstFire::Kept,
            fate: Fate::Fights,
            general: Rider::Nobody,
            engineer: Rider::Nobody,
            impetus: Impetus::Standing,
        }
    }

    /// Takes stands away.
    pub fn lose(&mut self, stands: u8) {
        self.strength = self.strength.saturating_sub(stands);
    }
}
