//! What the rules of the Ancient World ask: every throw and every decision, by name.

use grognard_umpire::topics;

topics! {
    /// What the rules of the Ancient World ask.
    pub enum Asks of "ancient-world" {
        Assault: "assault", "assault";
        AttritionOfTheMarch: "attrition-of-the-march", "attrition of the march";
        AttritionOfTheRetirement: "attrition-of-the-retirement", "attrition of the retirement";
        AttritionOfTheRetreat: "attrition-of-the-retreat", "attrition of the retreat";
        Audience: "audience", "audience";
        Avoidance: "avoidance", "avoidance";
        BattleDie: "battle-die", "battle die";
        BuyTheAmbassadorBack: "buy-the-ambassador-back", "buy the ambassador back";
        CallInANearbyForce: "call-in-a-nearby-force", "call in a nearby force";
        CommitElephants: "commit-elephants", "commit elephants";
        Continuation: "continuation", "continuation";
        Coordination: "coordination", "coordination";
        DiplomacyOperation: "diplomacy-operation", "diplomacy operation";
        Disaster: "disaster", "disaster";
        EvenOrOdd: "even-or-odd", "even or odd";
        GuileForAvoidance: "guile-for-avoidance", "guile for avoidance";
        GuileForTheUnpredictableResult: "guile-for-the-unpredictable-result", "guile for the unpredictable result";
        Initiative: "initiative", "initiative";
        InterceptTheMarch: "intercept-the-march", "intercept the march";
        Interception: "interception", "interception";
        LeaderLossFirst: "leader-loss-first", "leader loss, first roll";
        LeaderLossSecond: "leader-loss-second", "leader loss, second roll";
        Losses: "losses", "losses";
        Operation: "operation", "operation";
        Pursue: "pursue", "pursue";
        Pursuit: "pursuit", "pursuit";
        PursuitLosses: "pursuit-losses", "pursuit losses";
        Ransom: "ransom", "ransom";
        ReplaceAKilledSubordinate: "replace-a-killed-subordinate", "replace a killed subordinate";
        SiegeAttritionOfTheBesieger: "siege-attrition-of-the-besieger", "siege attrition of the besieger";
        SiegeAttritionOfTheCity: "siege-attrition-of-the-city", "siege attrition of the city";
        StandOrAvoidBattle: "stand-or-avoid-battle", "stand or avoid battle";
        Star: "star", "star";
        TacticalAbility: "tactical-ability", "tactical ability";
        TheUnitHitByElephants: "the-unit-hit-by-elephants", "the unit hit by elephants";
        Treachery: "treachery", "treachery";
        UnpredictableResult: "unpredictable-result", "unpredictable result";
        WarElephants: "war-elephants", "war elephants";
        WayOfRetreat: "way-of-retreat", "way of retreat";
    }
}
