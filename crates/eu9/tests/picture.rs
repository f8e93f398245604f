//! The picture of the Italian Wars.

use grognard_eu9::*;
use grognard_umpire::*;
use std::ops::ControlFlow::Continue;
use std::sync::Arc;

#[test]
fn the_picture_shows_every_province_and_stack() {
    let (start, rules) = open_title("campaign", &Arc::new(Charts::load(&[]).unwrap())).unwrap();
    let mut dice = Generator::new(3);
    let mut state = start;
    for _ in 0..200 {
        let before = state.clone();
        let decide = |choice: &Choice<'_>, _: &mut Generator| before.policy(&rules, choice);
        let Ok(Continue(next)) = state.step(&rules, &mut Live { dice: &mut dice, decide }) else {
            panic!("ends early")
        };
        state = next;
    }
    let svg = state.picture(&rules, None).expect("a picture");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches("<polygon").count(), rules.provinces.len());
    assert_eq!(svg.matches("<ellipse").count(), rules.seas.len());
    for province in &rules.provinces {
        assert!(svg.contains(&format!(">{}<", province.name)), "{}", province.name);
    }
    let Fact::List(provinces) = state.view(&rules, None).get("provinces").unwrap().clone() else { panic!() };
    let stacks: usize = provinces
        .iter()
        .map(|province| match province.get("troops") {
            Some(Fact::List(troops)) => troops.len(),
            _ => 0,
        })
        .sum();
    assert!(stacks > 5 && svg.matches("class=\"counter\"").count() >= stacks, "{stacks} stacks");
}
