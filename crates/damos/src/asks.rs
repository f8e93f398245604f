//! What the rules of DAMOS ask: every throw and every decision, by name.

use grognard_umpire::topics;

topics! {
    /// What the rules of DAMOS ask.
    pub enum Asks of "damos" {
        AdvanceTheRailheads: "advance-the-railheads", "advance the railheads";
        AirUnit: "air-unit", "air unit";
        AttackPlan: "attack-plan", "attack plan";
        AttackersCombatDice: "attackers-combat-dice", "attacker's combat dice";
        AttacksOwed: "attacks-owed", "attacks owed";
        Attrition: "attrition", "attrition";
        CallTheAirUnit: "call-the-air-unit", "call the air unit";
        ClaimTheOperationalPause: "claim-the-operational-pause", "claim the operational pause";
        CombatDiceOneByOne: "combat-dice-one-by-one", "combat dice, one at a time";
        Counterattack: "counterattack", "counterattack";
        DefendersCombatDice: "defenders-combat-dice", "defender's combat dice";
        DefensivePosture: "defensive-posture", "defensive posture";
        Exploit: "exploit", "exploit";
        KindOfConcertedAttack: "kind-of-concerted-attack", "kind of concerted attack";
        NameTheAttackingForce: "name-the-attacking-force", "name the attacking force";
        NameTheCossacksHex: "name-the-cossacks-hex", "name the Cossacks' hex";
        NameTheExploitingForce: "name-the-exploiting-force", "name the exploiting force";
        Operations: "operations", "operations";
        OrderToTheActiveForce: "order-to-the-active-force", "order to the active force";
        RailHexesConverted: "rail-hexes-converted", "rail hexes converted";
        React: "react", "react";
        ReactAlong: "react-along", "react along";
        Reaction: "reaction", "reaction";
        ReinforcementsAndReplacements: "reinforcements-and-replacements", "reinforcements and replacements";
        RetreatAlong: "retreat-along", "retreat along";
        HoldTheCity: "hold-the-city", "rout the strongest unit and hold the city";
        SetUp: "set-up", "set up";
        StraggleBack: "straggle-back", "straggle back";
        StrategicMove: "strategic-move", "strategic move";
        StrategicMovement: "strategic-movement", "strategic movement";
        TakeAttrition: "take-attrition", "take attrition";
        TakeLosses: "take-losses", "take losses";
        TheDieThrownAgain: "the-die-thrown-again", "the die thrown again";
        ThrowOneDieAgain: "throw-one-die-again", "throw one die again";
        TurnsUntilStragglersReturn: "turns-until-stragglers-return", "turns until stragglers return";
        WhichBenefitToKeep: "which-benefit-to-keep", "which benefit to keep";
        WhichBranch: "which-branch", "which branch";
        WhichUnitIsRouted: "which-unit-is-routed", "which unit is routed";
        WhichUnitLosesOnePointMore: "which-unit-loses-one-point-more", "which unit loses one point more";
        WhichUnitTakesThePoint: "which-unit-takes-the-point", "which unit takes the point";
        WhoIsTooMany: "who-is-too-many", "who is too many";
        WhoStaysOutOfTheCombat: "who-stays-out-of-the-combat", "who stays out of the combat";
        WithdrawAlong: "withdraw-along", "withdraw along";
    }
}
