//! What the rules of Days of Empire ask: every throw and every decision, by name.

use grognard_umpire::topics;

topics! {
    /// What the rules of Days of Empire ask.
    pub enum Asks of "days-of-empire" {
        AFormedEnemyNear: "a-formed-enemy-near", "a formed enemy near";
        AScreenBeforeTheTarget: "a-screen-before-the-target", "a screen before the target";
        AnUnknownWoodNear: "an-unknown-wood-near", "an unknown wood near";
        AnEnemyInSight: "an-enemy-in-sight", "an enemy in sight";
        Announce: "announce", "announce";
        ArtilleryFire: "artillery-fire", "artillery fire";
        AssaultFoughtNext: "assault-fought-next", "assault fought next";
        BadGroundAhead: "bad-ground-ahead", "bad ground ahead";
        BeingChargedTest: "being-charged-test", "Being Charged test";
        BounceLane: "bounce-lane", "bounce lane";
        BounceThrough: "bounce-through", "bounce-through";
        CasualtiesFromShootingTest: "casualties-from-shooting-test", "Casualties from Shooting test";
        CasualtiesToStaff: "casualties-to-staff", "casualties to staff";
        ChargeHomeTest: "charge-home-test", "Charge Home test";
        ChargeShootOrHold: "charge-shoot-or-hold", "charge, shoot or hold";
        Charges: "charges", "charges";
        ClassFourAgain: "class-four-again", "class 4 volley: die to throw again";
        CloseAssault: "close-assault", "close assault";
        CompulsoryAdvance: "compulsory-advance", "compulsory advance";
        CompulsoryMove: "compulsory-move", "compulsory move";
        Contact: "contact", "contact";
        CounterCharge: "counter-charge", "counter-charge";
        Cover: "cover", "cover";
        DamageToArtillery: "damage-to-artillery", "damage to artillery";
        Demolition: "demolition", "demolition";
        Dispute: "dispute", "a disputed matter";
        DistanceOfTheCharge: "distance-of-the-charge", "distance of the charge";
        EndOfTheTurn: "end-of-the-turn", "end of the turn";
        Feint: "feint", "feint";
        Fire: "fire", "fire";
        FireNowOrReserveIt: "fire-now-or-reserve-it", "fire now or reserve it";
        FirstFireAgain: "first-fire-again", "first fire: die to throw again";
        FormationOfTheRalliedUnit: "formation-of-the-rallied-unit", "formation of the rallied unit";
        FriendsOnTheRun: "friends-on-the-run", "friends on the run";
        GeneralsInReach: "generals-in-reach", "generals in reach";
        GunsPassed: "guns-passed", "guns passed";
        HaltAtTheEdgeOfBadGround: "halt-at-the-edge-of-bad-ground", "halt at the edge of bad ground";
        Heights: "heights", "heights";
        HigherGround: "higher-ground", "higher ground";
        HowItWent: "how-it-went", "how it went";
        Initiative: "initiative", "initiative";
        IsSomebodyHit: "is-somebody-hit", "is somebody attached hit";
        ItsMove: "its-move", "its move";
        Kindling: "kindling", "lighting a fire";
        KindOfWood: "kind-of-wood", "kind of wood";
        NearestEnemy: "nearest-enemy", "nearest enemy";
        NextMove: "next-move", "next move";
        OpportunityCharge: "opportunity-charge", "opportunity charge";
        Place: "place", "place";
        PromoteAGeneral: "promote-a-general", "promote a general";
        QualityOfAGeneral: "quality-of-a-general", "quality of a general";
        QualityOfThePromotedGeneral: "quality-of-the-promoted-general", "quality of the promoted general";
        RallyTest: "rally-test", "Rally test";
        ReactionToTheCharge: "reaction-to-the-charge", "reaction to the charge";
        Refuge: "refuge", "refuge";
        Reinforcements: "reinforcements", "reinforcements";
        Reroll: "reroll", "reroll";
        RoomAtTheEdge: "room-at-the-edge", "room at the edge";
        ScreensOnTheWay: "screens-on-the-way", "screens on the way";
        SearchForAFord: "search-for-a-ford", "search for a ford";
        SpareCasualty: "spare-casualty", "spare casualty";
        SquareOfSeveral: "square-of-several", "a square of several units";
        StandsInContact: "stands-in-contact", "stands in contact";
        StandsThatBear: "stands-that-bear", "stands that bear";
        StillInBadGround: "still-in-bad-ground", "still in bad ground";
        StillInWater: "still-in-water", "still in water";
        StraightAheadToTheTarget: "straight-ahead-to-the-target", "straight ahead to the target";
        Support: "support", "support";
        TheGeneralNear: "the-general-near", "the general near";
        ToChargeTest: "to-charge-test", "To Charge test";
        UnitThatTestsNext: "unit-that-tests-next", "unit that tests next";
        Volley: "volley", "volley";
        WhereTheGeneralStands: "where-the-general-stands", "where the general stands";
        WhoHoldsIt: "who-holds-it", "who holds it";
        WhoPlacesFirst: "who-places-first", "who places first";
        WhichTableSide: "which-table-side", "which side of the table";
        WhoPicksTheTableSide: "who-picks-the-table-side", "who picks the side of the table";
        Wind: "wind", "wind";
    }
}
