//! Readings: where the book can be read in two ways or leaves something to the players, each a named switch
//! with its default. The rulings they belong to are listed in the README.

use grognard_charts::switches;

switches! {
    /// All readings in force.
    pub struct Readings {
        /// A2: how many stands must fire at one target for the reroll of class 4?
        class_4_volley: Class4Volley = "class-4-volley" of "DOE-7.4-b" {
            /// Eight are enough, as the example has it.
            Eight = "8",
            /// More than eight, as the sentence has it.
            Nine = "9",
        }
        /// A5: how far may the 2nd Impulse go?
        second_impulse: SecondImpulse = "second-impulse" of "DOE-17.4.2-e" {
            /// As far as its own half of the charge allowance.
            OwnHalf = "own-half",
            /// As far as half of what the 1st Impulse left.
            HalfOfRest = "half-of-rest",
        }
        /// A29: what kind of target is a square?
        square_target: SquareTarget = "square-target" of "DOE-13.2-b" {
            /// Dense, like other closed ranks.
            Dense = "dense",
            /// A line.
            Line = "line",
        }
        /// A41: can heavy urban areas burn?
        stone_burns: StoneBurns = "stone-burns" of "DOE-15.9-a" {
            /// They can, like light ones.
            Yes = "yes",
            /// They cannot.
            No = "no",
        }
        /// A70: which compulsory moves may defenders of cover decline?
        cover_hold: CoverHold = "cover-hold" of "DOE-17.5.5-d" {
            /// Those of a minor result.
            MinorOnly = "minor-only",
            /// Every one; a major loser who stays is shaken.
            EveryMove = "every-compulsory-move",
        }
        /// A81: when are attached staff at risk from fire?
        staff_risk: StaffRisk = "staff-risk" of "DOE-14.4-c" {
            /// When the unit has casualties.
            Casualties = "casualties",
            /// Whenever the unit is shot at.
            UnderFire = "under-fire",
        }
        /// A94: how many hits make a unit test after shooting?
        test_from: TestFrom = "test-from" of "DOE-17.3-f" {
            /// One.
            OneHit = "1",
            /// Two.
            TwoHits = "2",
        }
        /// A124: how often does a factor count for a side of several units?
        assault_factors: AssaultFactors = "assault-factors" of "DOE-17.5-i" {
            /// Once, if any of its units qualifies.
            Once = "once",
            /// Once for every unit that qualifies.
            EveryUnit = "every-unit",
        }
        /// A140: how far does the 1st Impulse reach for screens?
        screen_reach: ScreenReach = "screen-reach" of "DOE-17.2.7-g" {
            /// Half the charge allowance.
            HalfAllowance = "half-allowance",
            /// As far as the charger has moved.
            AsMoved = "as-moved",
        }
        /// A146: may guns on a high hill fire at targets on a high hill?
        high_to_high: HighToHigh = "high-to-high" of "DOE-17.3.5-h" {
            /// They may.
            Yes = "yes",
            /// They may not.
            No = "no",
        }
        /// A148: does a senior general in reach stand in for a lost commander?
        lost_commander: LostCommander = "lost-commander" of "DOE-14.2-k" {
            /// He does.
            SeniorLifts = "senior-lifts",
            /// He does not: the unit is out of command until its own is replaced.
            OutUntilReplaced = "out-until-replaced",
        }
        /// A154: do victors over routers move when nobody else is in contact?
        router_victors: RouterVictors = "router-victors" of "DOE-17.5.3-e" {
            /// They do, as major victors.
            MoveIfAlone = "move-if-alone",
            /// They never do.
            Never = "never",
        }
        /// A170: where does a charging manoeuvre column have its factor?
        column_factor: ColumnFactor = "column-factor" of "DOE-T13-a" {
            /// In the open.
            Open = "open",
            /// Everywhere.
            Everywhere = "everywhere",
        }
        /// A13: which forced march disorders?
        forced_march: ForcedMarch = "forced-march" of "DOE-17.4.5-e" {
            /// Any, at once.
            AtOnce = "disorders-at-once",
            /// Only a second one in turn.
            SecondMove = "second-move",
        }
        /// A23: how many of a unit's stands hold the horses when it dismounts?
        holders: Holders = "holders" of "DOE-9.3-b" {
            /// One of every four.
            OneInFour = "one-in-four",
            /// One beside every four who fight.
            OneBesideFour = "one-beside-four",
        }
        /// 10.1: are limbers put on the table?
        limbers: Limbers = "limbers" of "DOE-10.1-d" {
            /// They are, with every rule on limbered guns.
            On = "on",
            /// They are not: every gun stays deployed.
            Off = "off",
        }
        /// A85: must a stream be crossed in column?
        stream_column: StreamColumn = "stream-column" of "DOE-15.4-h" {
            /// No: in any formation.
            No = "no",
            /// Yes.
            Yes = "yes",
        }
        /// 15.8: do skirmishers keep their order in woods, towns and difficult ground?
        loose_order_in_cover: LooseOrderInCover = "loose-order-in-cover" of "DOE-15.8-f" {
            /// They do not, as the book says of all units.
            No = "no",
            /// They do.
            Yes = "yes",
        }
        /// A142: when does disorder by woods, towns and difficult ground end?
        area_disorder: AreaDisorder = "area-disorder" of "DOE-15.7-j" {
            /// With the turn in which the unit is out of it.
            EndsOutside = "ends-outside",
            /// When the unit rallies.
            UntilRallied = "until-rallied",
        }
        /// A147: what is left of a move after a change of formation?
        change_balance: ChangeBalance = "change-balance" of "DOE-17.4.7-c" {
            /// The lesser allowance, less the cost of the change.
            LesserLessCost = "lesser-less-cost",
            /// The first formation's allowance less the cost, and never more than the second's.
            StartLessCost = "start-less-cost",
        }
        /// A155: do columns on roads through woods and towns keep their order?
        road_order: RoadOrder = "road-order" of "DOE-15.2-c" {
            /// They do.
            Kept = "kept",
            /// They are disordered like everybody else.
            Disordered = "disordered",
        }
        /// A46: do formed bodies of troops block sight?
        bodies_block_sight: BodiesBlockSight = "bodies-block-sight" of "DOE-16.3-h" {
            /// They do.
            Yes = "yes",
            /// They do not.
            No = "no",
        }
        /// A78: what is seen from a high crest beyond a wood or a town?
        over_cover: OverCoverSight = "over-cover" of "DOE-15.7-i" {
            /// What is 8 inches or more beyond its far edge.
            From8 = "from-8",
            /// What is within 8 inches of its far edge.
            UpTo8 = "up-to-8",
        }
        /// A141: does a unit declared behind a crest see over it?
        crest_behind: CrestBehindSight = "crest-behind" of "DOE-15.1-d" {
            /// It does not, so that sight is mutual.
            Blind = "blind",
            /// It does.
            Sees = "sees",
        }
        /// A45: when is the dust of troops off the table seen?
        reveal_reserves: RevealReserves = "reveal-reserves" of "DOE-16.5-h" {
            /// In the turn in which they come.
            SameTurn = "same-turn",
            /// In the turn before.
            TurnBefore = "turn-before",
        }
        /// A20: how wide a front does a skirmish screen cover?
        screen_width: ScreenWidth = "screen-width" of "DOE-12.4-b" {
            /// The ground its stands are spread over, and a stand's width to either side.
            AsPlaced = "as-placed",
            /// The front of the unit it belongs to, however few its stands are.
            Parent = "parent",
        }
        /// A150: does a general who rides with a routing unit keep his command?
        rally_command: RallyCommand = "rally-command" of "DOE-17.2.10-c" {
            /// He does not: generals help from where they stand.
            No = "no",
            /// He does.
            Keeps = "keeps",
        }
        /// A54: who is the nearest enemy of small arms?
        nearest_by: NearestBy = "nearest-by" of "DOE-17.3-u" {
            /// Each stand has its own.
            Stand = "stand",
            /// The unit has one.
            Unit = "unit",
        }
        /// A151: must pursuers try to rally?
        pursuers_rally: PursuersRally = "pursuers-rally" of "DOE-17.2.10-a" {
            /// They must, like everybody who is not in good order.
            Must = "must",
            /// Their owner says.
            May = "may",
        }
        /// A152: which moves does pass-through fire look back to?
        pass_through: PassThrough = "pass-through" of "DOE-17.3-t" {
            /// Those of the turn before.
            LastTurn = "last-turn",
            /// Those of the Morale Phase just over as well.
            AlsoMorale = "also-morale-phase",
        }
        /// A153: when do opportunity charges meet a charger?
        counter_by_opportunity: CounterByOpportunity = "counter-by-opportunity" of "DOE-17.4.12-f" {
            /// In their own order, after all 2nd Impulses.
            InOrder = "in-order",
            /// Just before his last run.
            Interrupt = "interrupt",
        }
        /// A76: may players measure before they declare?
        measuring: Measuring = "measuring" of "DOE-17.2.2-g" {
            /// As they like.
            Free = "free",
            /// Only when something has been declared: what is out of reach is wasted.
            WhenDeclared = "only-when-declared",
        }
        /// T16: does the loss of 25 per cent of the points weigh on rallies?
        army_morale: ArmyMorale = "army-morale" of "DOE-T16-a" {
            /// It does not.
            Off = "off",
            /// It adds 1.
            On = "on",
        }
        /// 19.4: by which table are generals rated?
        staff_quality: StaffQuality = "staff-quality" of "DOE-14.1-c" {
            /// The ordinary one.
            Ordinary = "ordinary",
            /// That of their nation.
            National = "national",
        }
        /// 19.1: does scouting decide who deploys first?
        scouting: Scouting = "scouting" of "DOE-19.1-a" {
            /// It does not.
            Off = "off",
            /// It does.
            On = "on",
        }
        /// 18.2: does the loss of 25 per cent of the points end the battle?
        percent_end: PercentEnd = "percent-end" of "DOE-18.2-l" {
            /// It does not.
            Off = "off",
            /// It does.
            On = "on",
        }
        /// T16: does a line shot at from a flank count as dense?
        enfilade: Enfilade = "enfilade" of "DOE-T16-a" {
            /// It does not.
            Off = "off",
            /// It does.
            On = "on",
        }
        /// T16: may guns fire beyond their long range?
        bombardment: Bombardment = "bombardment" of "DOE-T16-a" {
            /// They may not.
            Off = "off",
            /// They may, up to 12 inches beyond it.
            On = "on",
        }
    }
}
