//! From a picture and a question alone an interface lights up what may be chosen: the law of targets on every title.

use crate::battle;
use grognard_days_of_empire::TITLES;
use grognard_testkit::targets;

#[test]
fn options_and_orders_name_the_units_they_touch() {
    for file in TITLES.files() {
        let (start, rules) = battle(file.contents_utf8().unwrap());
        let name = file.path().display().to_string();
        let looked = targets::are_found(&name, &start, &rules, 0..2, 5);
        assert!(looked.questions > 8 && looked.touching > 20 && looked.read > 20, "{name}: {looked:?}");
    }
}
