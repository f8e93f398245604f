//! What the rules of Death of Empires ask: every throw and every decision, by name.

use grognard_umpire::topics;

topics! {
    /// What the rules of Death of Empires ask.
    pub enum Asks of "death-of-empires" {
        Barrage: "barrage", "barrage";
        Combat: "combat", "combat";
        FormOfLoss: "form-of-loss", "form of a loss result";
        FormOfLossResult1: "form-of-loss-result-1", "form of loss result 1";
        FormOfLossResult2: "form-of-loss-result-2", "form of loss result 2";
        FormOfLossResult3: "form-of-loss-result-3", "form of loss result 3";
        FormOfLossResult4: "form-of-loss-result-4", "form of loss result 4";
        FormOfLossResult5: "form-of-loss-result-5", "form of loss result 5";
        FormOfLossResult6: "form-of-loss-result-6", "form of loss result 6";
        FormOfLossResult7: "form-of-loss-result-7", "form of loss result 7";
        FormOfLossResult8: "form-of-loss-result-8", "form of loss result 8";
        MoraleCheckAfterTheBarrage: "morale-check-after-the-barrage", "morale check after the barrage";
        MoraleCheckAfterTheCombat: "morale-check-after-the-combat", "morale check after the combat";
        MoraleCheckOfAForcedMarch: "morale-check-of-a-forced-march", "morale check of a forced march";
        MoraleCheckOfTiredCavalry: "morale-check-of-tired-cavalry", "morale check of tired cavalry";
        StackThatChecksNext: "stack-that-checks-next", "stack that checks next";
        UnitThatTakesTheSPLoss: "unit-that-takes-the-sp-loss", "unit that takes the SP loss";
    }
}
