//! temporary
#![allow(clippy::print_stdout)]
use grognard_ai::{Player, play_watched};
use grognard_board::HexId;
use grognard_damos::{Charts, Game, TITLES, open_campaign, Place};
use grognard_umpire::{BySide, Side};
use std::sync::Arc;
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let p = |i: usize| Player::from_word(&a[i]).unwrap();
    let n: u64 = a[2].parse().unwrap();
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let name = "bialystok-minsk/title.toml";
    let text = TITLES.get_file(name).unwrap().contents_utf8().unwrap().replace("objective = 2819", &format!("objective = {}", a[3]));
    let rules = open_campaign(name, &text, &charts).unwrap();
    let mut counts = [0; 3];
    let mut minsk = 0;
    let mut lost = Vec::new();
    for seed in 0..n {
        let mut last: Option<Game> = None;
        let played = play_watched(&rules, Game::new(&rules), BySide::new(p(0), p(1)), seed, |g, _, _| last = Some(g.clone()));
        let g = last.unwrap();
        let held: String = [2819u16, 2614, 2814, 2915, 3515, 2917, 2716].iter().map(|&id| rules.board.hex(HexId(id)).map_or('?', |h| if g.controller(h) == Side::First { 'G' } else { 'r' })).collect();
        let mut east = 99;
        for u in g.on_map(&rules, Side::First).iter() { let c = rules.board.id(g.hex_of(u).unwrap()).column(); east = east.min(c); }
        let (mut sur, mut eli) = (0, 0);
        for i in 0..rules.counters.len() { let u = grognard_damos::UnitId(i as u8); if rules.side_of(u)==Side::Second { match g.place_of(u) { Place::SURRENDERED => sur+=1, Place::ELIMINATED => eli+=1, _=>{} } } }
        counts[played.end.verdict as usize] += 1;
        minsk += usize::from(held.starts_with('G'));
        lost.push(played.end.lost.second);
        if a.len() > 4 { println!("{seed} {:?} held {held} east {east} lost {:?} sp {:?} sur {sur} eli {eli}", played.end.verdict, played.end.lost, played.end.strength); }
    }
    lost.sort();
    println!("{} {} against {}: Russian {} minor {} major {}, Minsk {minsk}, lost {} {} {}", a[3], a[0], a[1], counts[0], counts[1], counts[2], lost[0], lost[lost.len()/2], lost[lost.len()-1]);
}
