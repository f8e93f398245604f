//! Upkeep and purchase as a bill, and the choice of a campaign, from their files.

use crate::playing::{file, play, refusal};
use grognard_eu9::*;
use grognard_odds::{Budget, exact};
use grognard_umpire::{Choice, Playable};

#[test]
fn a_bill_reads_item_by_item() {
    let played = play(&file("portugal-sets-sail.toml"), &[]);
    insta::assert_snapshot!("portugal", format!("{}\n{}", played.account, played.end));
    let played = play(&file("lion-of-the-north.toml"), &["major"]);
    insta::assert_snapshot!("sweden", format!("{}\n{}", played.account, played.end));
}

/// The guide's own example: 4 ND and 2 LD are free, an A+ costs the A- of 8 ducats more; by the tables the F- and
/// two of three cover the fleet, and the third an LD of the army.
#[test]
fn portugal_pays_by_guide_or_tables() {
    let text =
        file("portugal-sets-sail.toml").replace("counters = \"LD\"", "").replace("ships = \"NTD\"", "");
    let guide = text.replace("portugals-upkeep = \"published\"", "portugals-upkeep = \"guide\"");
    let (published, guided) = (play(&text, &[]), play(&guide, &[]));
    assert!(guided.end.contains("pays 8 ducats: 8 for troops, 0 for fleets"), "{}", guided.end);
    assert!(guided.account.contains("keeps 2 LD and 4 ND free\n"), "{}", guided.account);
    assert!(
        published.account.contains("keeps 0 LD and 2 ND free, and 3 of either kind"),
        "{}",
        published.account
    );
    assert!(published.end.contains("pays 14 ducats: 14 for troops, 0 for fleets"), "{}", published.account);
    // The one way of the guide the other editions do not know is Portugal's first period.
    let later = |text: &str| text.replace("year = 1497", "year = 1525").replace("medieval", "renaissance");
    assert_eq!(play(&later(&text), &[]).end, play(&later(&guide), &[]).end);
}

#[test]
fn peace_is_dearer_unless_a_group_ignores_it() {
    let peace = file("portugal-sets-sail.toml")
        .replace("at-peace = false", "at-peace = true")
        .replace("veteran = true", "veteran = false")
        .replace("counters = \"LD\"", "")
        .replace("ships = \"NTD\"", "")
        .replace("portugals-upkeep = \"published\"", "portugals-upkeep = \"guide\"");
    // By the column for peace all troops are veterans: half an A+ costs an A-, 12 ducats; as at war conscripts cost
    // 4 and veterans 8.
    assert!(play(&peace, &[]).end.contains("12 for troops"), "{}", play(&peace, &[]).end);
    assert!(play(&peace, &[]).account.contains("Lisbon: veteran A+"), "{}", play(&peace, &[]).account);
    let ignored = peace.replace("\"dearer\"", "\"as-at-war\"");
    assert!(play(&ignored, &[]).end.contains("4 for troops"), "{}", play(&ignored, &[]).end);
    let veterans = ignored.replace("veteran = false", "veteran = true");
    assert!(play(&veterans, &[]).end.contains("8 for troops"), "{}", play(&veterans, &[]).end);
}

/// Portugal's limit in period I is 2 LD and 4 ND: the third LD costs twice, the seventh is not to be had, and a
/// fifth ND neither, unless there is wood.
#[test]
fn what_is_bought_is_billed_within_its_limits() {
    let text = file("portugal-sets-sail.toml");
    let buys = |counters: &str, ships: &str| {
        text.replace("counters = \"LD\"", &format!("counters = \"{counters}\""))
            .replace("ships = \"NTD\"", &format!("ships = \"{ships}\""))
    };
    let bought = |counters: &str, ships: &str| {
        let end = play(&buys(counters, ships), &[]).end;
        let words =
            end.split("fleets, ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap_or("0").to_owned();
        words.parse::<u16>().unwrap()
    };
    assert_eq!(bought("2LD", ""), 20);
    assert_eq!(bought("A- LD", ""), 20 + 20);
    assert_eq!(bought("A- 4LD", ""), 20 + 2 * 20 + 2 * 30);
    assert!(refusal(&buys("A- 5LD", "")).contains("EU9-LOGISTICS-o"));
    assert!(refusal(&buys("A+", "")).contains("EU9-LOGISTICS-p"));
    assert_eq!(bought("", "F- NWD"), 80 + 35, "a full F- is 2 NWD and an NTD");
    assert_eq!(bought("", "NWD NTD"), 35 + 40);
    assert!(refusal(&buys("", "5NWD")).contains("EU9-LOGISTICS-m"));
    assert!(refusal(&buys("", "NGD")).contains("the price list has no NGD"));
    let wood = buys("", "5NWD").replace("wood = 0", "wood = 1");
    assert!(play(&wood, &[]).end.contains("175 for what"), "{}", play(&wood, &[]).end);
}

/// Every major has a bill in every period in which the tables know it, and the sums agree with the library's.
#[test]
fn all_majors_have_their_bills_in_all_periods() {
    let charts = std::sync::Arc::new(Charts::load(&[]).unwrap());
    let years = [1500, 1530, 1580, 1630, 1680, 1720, 1770];
    let mut bills = 0;
    for &country in Country::ALL {
        for (year, period) in years.into_iter().zip(Period::ALL.iter().copied()) {
            let Some(forces) = charts.logistics.forces(country, period) else { continue };
            let land =
                Technology::ALL.iter().copied().rfind(|&t| charts.logistics.land_price(country, t).is_some());
            let technology = land.expect("a major has prices");
            let text = format!(
                "system = \"eu9\"\nkind = \"upkeep\"\ntitle = \"t\"\ndate = \"d\"\nsources = []\nyear = {year}\n\
                 name = \"n\"\ncountry = \"{}\"\ntechnology = \"{}\"\n\
                 [[stacks]]\nname = \"a\"\ncounters = \"2A+\"\n[[stacks]]\nname = \"b\"\ncounters = \"A+ A- LD\"\n\
                 [rules]\nprofile = \"2020\"\n",
                country.key(),
                technology.key()
            );
            let price = charts.logistics.land_price(country, technology).unwrap();
            let stacks = ["2A+", "A+ A- LD"].map(|text| (&price, Stack::read(text).unwrap(), false));
            let (ld, _, either) = forces.allowance();
            let due = upkeep_of(&stacks, ld + either);
            let end = play(&text, &[]).end;
            assert!(end.contains(&format!("pays {due} ducats")), "{} {}: {end}", country.key(), period.key());
            bills += 1;
        }
    }
    assert_eq!(bills, 69, "twelve majors, each in its periods");
}

/// Gustav Adolf: a second free major, but no free multiple any more; under a common king nothing is left.
#[test]
fn a_great_king_has_campaigns_left() {
    let text = file("lion-of-the-north.toml");
    let played = play(&text, &["major"]);
    assert!(played.end.contains("Sweden pays 0 ducats for a major campaign"), "{}", played.end);
    assert!(played.account.contains("EU9-CAMPAIGN-u"), "{}", played.account);
    let (open, barred) = &played.choices[0];
    assert_eq!(open, &["none", "passive", "simple", "major"], "{barred:?}");
    assert!(barred.contains(&("multiple".to_owned(), "EU9-CAMPAIGN-o".to_owned())), "{barred:?}");
    assert!(barred.contains(&("simple-no-logistics".to_owned(), "EU9-CAMPAIGN-r".to_owned())), "{barred:?}");
    let fresh = text.replace("free-used = [\"major\"]", "free-used = []");
    assert!(play(&fresh, &["multiple"]).end.contains("pays 0 ducats for a multiple campaign"));
    let common = text.replace("mil = 9", "mil = 6").replace("treasury = 40", "treasury = 60");
    assert!(play(&common, &["major"]).end.contains("pays 50 ducats"), "{}", play(&common, &["major"]).end);
    let spent = text.replace("[\"major\"]", "[\"major\", \"multiple\"]");
    assert!(refusal(&spent).contains("EU9-CAMPAIGN-u"), "{}", refusal(&spent));
    let extended = common.replace("# extended", "extended");
    assert!(play(&extended, &["multiple"]).end.contains("pays 50 ducats for a multiple"));
}

/// What acts under which campaign, each stack with the clause that forbids it.
#[test]
fn a_campaign_says_who_may_act() {
    let text = file("lion-of-the-north.toml").replace("treasury = 40", "treasury = 200");
    let acts = |key: &str| {
        let played = play(&text, &[key]);
        let may: Vec<bool> = ["army (A+ LD)", "Baner (A-)", "fleet (F- 2NWD)"]
            .iter()
            .map(|name| played.account.contains(&format!("{name} may act")))
            .collect();
        (may, played.account)
    };
    assert_eq!(acts("passive").0, [false, false, false]);
    let (simple, account) = acts("simple");
    assert_eq!(simple, [true, false, true], "one on land and one at sea");
    assert!(account.contains("[EU9-CAMPAIGN-i] Baner (A-) may not: "), "{account}");
    assert_eq!(acts("major").0, [true, true, true]);
    let large = text.replace("\"A+ LD\"", "\"2A+\"");
    let account = play(&large, &["major"]).account;
    assert!(account.contains("[EU9-CAMPAIGN-m] Baner (A-) may not"), "{account}");
    // Nobody asked: the cheapest that lets the most act, which is the free one.
    assert_eq!(unasked(&text), Campaign::Major);
    let poor = text.replace("mil = 9", "mil = 5").replace("treasury = 200", "treasury = 30");
    assert_eq!(unasked(&poor), Campaign::Simple);
}

/// What is chosen when nobody is asked.
fn unasked(text: &str) -> Campaign {
    let charts = std::sync::Arc::new(Charts::load(&[]).unwrap());
    let Ok(Contest::Campaign(start, plan)) = open("test.toml", text, &charts) else { panic!("no campaign") };
    let decide = |state: &Council, choice: &Choice<'_>| state.policy(&plan, choice);
    let odds = exact(&start, &plan, &decide, Budget::default()).unwrap();
    let sure = |campaign: &Campaign| odds.probability(|end| end.campaign == *campaign) == 1.0;
    Campaign::ALL.into_iter().find(sure).expect("no dice are thrown")
}

/// A campaign may take the last ducat and no more; without money there is still none at all, and nobody is paid back for a
/// cheaper one in the winter.
#[test]
fn a_treasury_pays_to_the_last_ducat() {
    let common = file("lion-of-the-north.toml").replace("mil = 9", "mil = 6");
    let with = |ducats: i16| common.replace("treasury = 40", &format!("treasury = {ducats}"));
    let open = |text: &str| play(text, &["none"]).choices[0].0.clone();
    assert!(play(&with(50), &["major"]).end.contains("pays 50 ducats for a major"));
    assert!(!open(&with(49)).contains(&"major".to_owned()), "{:?}", open(&with(49)));
    let broke = play(&with(-5), &[]);
    assert!(broke.end.contains("Sweden announces no campaign"), "{}", broke.end);
    let extended = with(60).replace("# extended", "extended");
    assert!(play(&extended, &["major"]).end.contains("pays 0 ducats for a major"), "{extended}");
}

#[test]
fn campaign_files_are_refused_by_their_keys() {
    let text = file("lion-of-the-north.toml");
    for (from, to, expected) in [
        ("mil = 9", "mil = 10", "king.mil: 10 is no MIL"),
        ("year = 1632", "year = 1832", "1832 is outside the game"),
        ("\"A+ LD\"", "\"4LD\"", "EU9-STACK-a"),
        ("\"A+ LD\"", "\"A+ LF\"", "stacks[0].counters"),
        ("F- 2NWD", "4F- 2NWD", "EU9-STACK-f"),
        ("F- 2NWD", "F- 2NXD", "fleets[0].ships"),
        ("[\"major\"]", "[\"majestic\"]", "no campaign `majestic`"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        let message = refusal(&changed);
        assert!(message.contains(expected), "{expected}: {message}");
    }
}
