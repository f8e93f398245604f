//! What can be typed: the commands and their options. Help, man page and completions are made from
//! this.

mod server;
mod shared;

use clap::{Parser, Subcommand};
use grognard::Strength;
pub(crate) use server::{Mail, Server};
pub(crate) use shared::{BattleFile, HouseTables};
use shared::{Ready, SYSTEMS, TITLES, ends, points, seconds, strength, two_figures};
use std::path::PathBuf;

/// An umpire for historical wargames: resolves battles by the book, with the clause for every ruling, and
/// tells the exact odds before anyone commits.
#[derive(Parser, Debug)]
#[command(name = "grognard", version, propagate_version = true, max_term_width = 100)]
#[command(
    after_help = "Begin with:\n  grognard example eu9\n  grognard resolve eu9/pavia\n  grognard odds eu9/pavia"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Lists the systems: titles, editions, clauses covered.
    #[command(after_help = "Example:\n  grognard systems --json")]
    Systems {
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Lists a system's clauses: our wording, where each is carried out, which tests exercise it.
    #[command(after_help = "Examples:\n  grognard rules eu9 --coverage\n  grognard rules damos --trace")]
    Rules {
        /// The system's key.
        #[arg(value_parser = Ready(&SYSTEMS), hide_possible_values = true)]
        system: String,
        /// With the places in the code and the tests, or why a clause is not applicable.
        #[arg(long)]
        coverage: bool,
        /// The sections of the book in its own order, each with the clauses that carry it.
        #[arg(long, conflicts_with = "coverage")]
        trace: bool,
        /// The switches of its files: how unclear and optional rules may be read, with the default of each.
        #[arg(long, conflicts_with_all = ["coverage", "trace"])]
        switches: bool,
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Prints one clause: our wording, its charts, where it is carried out and which tests exercise it.
    #[command(after_help = "Example:\n  grognard rule EU9-BATTLE-u")]
    Rule {
        /// The clause's id, as accounts and refusals give it.
        clause: String,
        #[command(flatten)]
        tables: HouseTables,
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Prints a system's charts as on the page, with their provenance.
    #[command(
        after_help = "Examples:\n  grognard tables eu9\n  grognard tables eu9 combat-results\n  grognard tables eu9 combat-results --toml > mine/charts.toml"
    )]
    Tables {
        /// The system's key.
        #[arg(value_parser = Ready(&SYSTEMS), hide_possible_values = true)]
        system: String,
        /// One table; without it all are listed.
        table: Option<String>,
        #[command(flatten)]
        tables: HouseTables,
        /// As a file to change and to give back with --tables.
        #[arg(long, conflicts_with = "json")]
        toml: bool,
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Writes quick-reference sheets: two printable pages made from the tables in force.
    #[command(
        after_help = "Examples:\n  grognard sheet days-of-empire > sheet.html\n  grognard sheet days-of-empire --svg --reading square-target=line > sheet.svg"
    )]
    Sheet {
        /// The system's key: days-of-empire.
        system: String,
        /// A switch that is not at its default, as KEY=VALUE; may be given several times.
        #[arg(long, value_name = "KEY=VALUE")]
        reading: Vec<String>,
        /// As one picture in SVG, the pages one below the other.
        #[arg(long, conflicts_with = "html")]
        svg: bool,
        /// As a page for a browser, which prints on two sheets; this is the default.
        #[arg(long)]
        html: bool,
        #[command(flatten)]
        tables: HouseTables,
    },
    /// Checks an order of battle and prints its sheet, with boxes for losses and what a point more would buy.
    #[command(
        after_help = "Examples:\n  grognard roster                lists the ready armies\n  grognard roster british-400\n  grognard roster british-400 --source > my-army.toml"
    )]
    Roster {
        /// A roster file, or the name of a ready army; without it the ready ones are listed.
        army: Option<String>,
        /// The file itself instead of its sheet, to change it.
        #[arg(long)]
        source: bool,
        #[command(flatten)]
        tables: HouseTables,
    },
    /// Keeps the account of a battle on a real table: asks only what it must know, takes real dice, forgets no factor.
    #[command(
        after_help = "Examples:\n  grognard umpire days-of-empire british-400 russian-400\n  grognard umpire days-of-empire the-alma\n  grognard umpire days-of-empire the-alma.journal    goes on where it was broken off\n\nAnswer what is asked; type the faces of your dice, one throw or a whole volley at once; `undo` takes a slip back, `quit` breaks off."
    )]
    Umpire {
        /// The system's key: days-of-empire.
        system: String,
        /// Two rosters (files, or ready armies), a battle, or the journal of one that was broken off.
        #[arg(required = true, num_args = 1..=2)]
        files: Vec<String>,
        /// The last turn of a battle of two rosters.
        #[arg(long, default_value_t = 12)]
        turns: u8,
        /// Where the journal goes.
        #[arg(long, value_name = "FILE")]
        journal: Option<PathBuf>,
        #[command(flatten)]
        tables: HouseTables,
    },
    /// Prints a ready battle file or a title's, to be changed, or lists them.
    #[command(
        after_help = "Examples:\n  grognard example eu9\n  grognard example eu9 pavia > my-battle.toml\n  grognard example eu9 italian-wars > my-war.toml"
    )]
    Example {
        /// The system's key.
        #[arg(value_parser = Ready(&SYSTEMS), hide_possible_values = true)]
        system: String,
        /// The name of the battle or title; without it all are listed.
        name: Option<String>,
    },
    /// Asks for both forces, question by question, and writes a battle file.
    ///
    /// It begins as a ready battle of the kind; Enter keeps what stands there. Nothing is written before the rules let it
    /// pass, and no file is written over.
    #[command(
        after_help = "Examples:\n  grognard battle eu9\n  grognard battle eu9 naval-battle\n  grognard battle damos --from smolensk-july --file my-attack.toml"
    )]
    Battle {
        /// The system's key.
        #[arg(value_parser = Ready(&SYSTEMS), hide_possible_values = true)]
        system: String,
        /// The kind of battle; the system's first if left out.
        kind: Option<String>,
        /// The ready battle to begin with.
        #[arg(long, value_name = "NAME", conflicts_with = "kind")]
        from: Option<String>,
        /// Where it goes; by default the title's name with `.toml`. It must not exist.
        #[arg(long, value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Prints the JSON Schemas of a system's battle files and of all output.
    #[command(after_help = "Example:\n  grognard schema eu9")]
    Schema {
        /// The system's key.
        #[arg(value_parser = Ready(&SYSTEMS), hide_possible_values = true)]
        system: String,
    },
    /// Fights a battle once, step by step, with every modifier, table cell and clause.
    #[command(
        after_help = "Examples:\n  grognard resolve eu9/pavia --seed 7\n  grognard resolve eu9/pavia --dice          your own dice, asked one by one\n  grognard resolve eu9/italian-plain --dice 9,6,6,7,7,3,10,7,6,3,3,5,5 --choose retreat,stay,A+/A-"
    )]
    Resolve {
        #[command(flatten)]
        battle: BattleFile,
        /// The seed of the dice; without it they are thrown afresh.
        #[arg(long, conflicts_with = "dice")]
        seed: Option<u64>,
        /// The faces you threw, in order, as 9,6,10; without a value each throw is asked for.
        #[arg(long, value_name = "FACES", num_args = 0..=1, default_missing_value = "")]
        dice: Option<String>,
        /// The decisions in order, as stay,retreat; what is not given is asked in a terminal, and decided
        /// by the file's policy elsewhere.
        #[arg(long, value_name = "KEYS", value_delimiter = ',')]
        choose: Vec<String>,
        /// Decide everything by the file's policy, without asking.
        #[arg(long, conflicts_with = "choose")]
        policy: bool,
        /// Write the journal to this file, which must not exist.
        #[arg(long, value_name = "FILE")]
        journal: Option<PathBuf>,
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Tells the odds: every end with its probability, figures, a chart.
    #[command(
        after_help = "Examples:\n  grognard odds eu9/pavia\n  grognard odds eu9/pavia --best both\n  grognard odds eu9/pavia --best defender --objective=-defender-losses\n  grognard odds eu9/pavia --given attacker-wins --joint attacker-losses,defender-losses"
    )]
    Odds {
        #[command(flatten)]
        battle: BattleFile,
        /// Sample so many battles instead of counting out exactly.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
        sample: Option<u64>,
        /// The seed of a sample.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Let a side decide at its best: attacker, defender or both.
        #[arg(long, value_name = "SIDE", value_parser = ["attacker", "defender", "first", "second", "both"])]
        best: Option<String>,
        /// What best play makes large: the key of a figure; a minus sign before it makes it small.
        #[arg(long, value_name = "FIGURE", requires = "best", allow_hyphen_values = true)]
        objective: Option<String>,
        /// Only what can happen given this: a figure that is yes or no, or FIGURE>=N, <=, =, !=; several
        /// must all be so.
        #[arg(long, value_name = "CONDITION")]
        given: Vec<String>,
        /// How two figures go together, as a table: their keys with a comma between.
        #[arg(long, value_name = "FIGURE,FIGURE", value_parser = two_figures)]
        joint: Option<(String, String)>,
        /// The longest it may take, in seconds: what is not counted out by then is sampled, and best play is
        /// given up. What is too much to count out is sampled sooner.
        #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = seconds)]
        seconds: f64,
        /// How uncertain a sampled probability may be, in percentage points either way.
        #[arg(long, value_name = "POINTS", default_value_t = 0.25, value_parser = points)]
        margin: f64,
        /// How many ends JSON has, likeliest first: a number or `all`; without it 20,000. How much is left
        /// out is said.
        #[arg(long, value_name = "N", requires = "json", value_parser = ends)]
        ends: Option<usize>,
        /// JSON without the ends: the figures only.
        #[arg(long, requires = "json", conflicts_with = "ends")]
        summary: bool,
        /// Also what one more of anything would change: of who wins, or of the yes-or-no figure that is named.
        #[arg(long, value_name = "FIGURE", num_args = 0..=1, default_missing_value = "")]
        sensitivity: Option<String>,
        /// Also which other reading of an unclear rule, or optional rule, would change most of the same.
        #[arg(long, value_name = "FIGURE", num_args = 0..=1, default_missing_value = "")]
        switches: Option<String>,
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Fights a battle many times; the same for a seed whatever the number of cores.
    #[command(after_help = "Example:\n  grognard simulate eu9/pavia -n 1000000 --seed 1 --csv")]
    Simulate {
        #[command(flatten)]
        battle: BattleFile,
        /// How many.
        #[arg(short, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
        n: u64,
        /// The seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The longest it may take, in seconds: what has been fought by then counts.
        #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = seconds)]
        seconds: f64,
        /// As JSON.
        #[arg(long, conflicts_with = "csv")]
        json: bool,
        /// As comma-separated values.
        #[arg(long)]
        csv: bool,
    },
    /// Allocates loss results one by one, for two people at a real table: what may be chosen, what should
    /// be, and why not the rest.
    #[command(
        after_help = "Examples:\n  grognard allocate death-of-empires/reference-combat\n  grognard allocate death-of-empires/reference-combat --all"
    )]
    Allocate {
        #[command(flatten)]
        battle: BattleFile,
        /// Count all legal sequences and list them.
        #[arg(long)]
        all: bool,
        /// How many to list.
        #[arg(long, value_name = "N", default_value_t = 100, requires = "all")]
        list: usize,
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Begins a game: writes a new journal.
    #[command(
        after_help = "Examples:\n  grognard new bialystok-minsk --computer second\n  grognard new eu9/pavia --journal pavia.journal\n  grognard new duel-for-apulia --dice         with your own dice\n  grognard new            lists the titles"
    )]
    New {
        /// A title, a battle file, or a ready battle as SYSTEM/NAME; without it the titles are listed.
        #[arg(value_parser = Ready(&TITLES), hide_possible_values = true)]
        title: Option<String>,
        /// Where the journal goes; by default the title's name with `.journal`. It must not exist.
        #[arg(long, value_name = "FILE")]
        journal: Option<PathBuf>,
        /// Dice from this seed, which anybody can foresee: for tests. Without it they come from a secret that is kept
        /// beside the journal until the game is over.
        #[arg(long)]
        seed: Option<u64>,
        /// Dice thrown at a real table: whoever plays types what they show, the computer's too.
        #[arg(long, conflicts_with = "seed")]
        dice: bool,
        /// Which side the computer plays: first, second, both or none; the journal keeps it.
        #[arg(long, value_name = "SIDE", value_parser = ["first", "second", "both", "none"])]
        computer: Option<String>,
        /// Begins from a position, a file such as `grognard show --position` prints.
        #[arg(long, value_name = "FILE")]
        position: Option<PathBuf>,
        #[command(flatten)]
        tables: HouseTables,
    },
    /// Plays a journal's game on, in the terminal: two people in turn, or one against the computer.
    #[command(
        after_help = "Examples:\n  grognard play bialystok-minsk.journal\n  grognard play bialystok-minsk.journal --computer second\n  grognard play bialystok-minsk.journal --nonce second='any words of yours'"
    )]
    Play {
        /// The journal.
        journal: PathBuf,
        /// Which side the computer plays from now on: first, second, both or none; without it whoever played before.
        #[arg(long, value_name = "SIDE", value_parser = ["first", "second", "both", "none"])]
        computer: Option<String>,
        /// How hard the computer thinks from now on: full, or easy in the titles whose player has two strengths; without it
        /// as hard as before.
        #[arg(long, value_name = "HOW", value_parser = strength())]
        strength: Option<Strength>,
        /// Words that a side adds to the dice when it first sits down, as second='any words'; without them it adds
        /// random ones.
        #[arg(long, value_name = "SIDE=WORDS")]
        nonce: Vec<String>,
        #[command(flatten)]
        tables: HouseTables,
    },
    /// Shows how a journal's game stands.
    #[command(
        after_help = "Examples:\n  grognard show bialystok-minsk.journal\n  grognard show bialystok-minsk.journal --entry 40\n  grognard show bialystok-minsk.journal --svg > map.svg"
    )]
    Show {
        /// The journal.
        journal: PathBuf,
        /// As it stood after this entry of the journal; 0 is the start.
        #[arg(long, value_name = "N")]
        entry: Option<usize>,
        /// Who looks: first, second or onlooker. While a game is on that has secrets this has to be said, unless one
        /// person plays against the computer.
        #[arg(long, value_name = "SIDE", value_parser = ["first", "second", "onlooker"])]
        side: Option<String>,
        /// As a picture in SVG.
        #[arg(long, conflicts_with = "json")]
        svg: bool,
        /// As JSON.
        #[arg(long)]
        json: bool,
        /// As a position: a small file that `grognard new --position` begins a game from. It holds what either side
        /// hides, so it is for games that hide nothing and games that are over.
        #[arg(long, conflicts_with_all = ["json", "svg", "side"])]
        position: bool,
        /// The board as data, in JSON: cells, outlines, lines and legend, and who stands where, as the side may know it.
        #[arg(long, conflicts_with_all = ["json", "svg", "position"])]
        board: bool,
        #[command(flatten)]
        tables: HouseTables,
    },
    /// Gives one answer at a journal's game, without a terminal, and tells what came of it and what is asked next.
    ///
    /// Dice are thrown and the computer's side is played until somebody has to answer again. Nothing is told that the
    /// side may not know.
    #[command(
        after_help = "Examples:\n  grognard answer pavia.journal                what is asked?\n  grognard answer pavia.journal stay --side second\n  grognard answer pavia.journal --take --json"
    )]
    Answer {
        /// The journal.
        journal: PathBuf,
        /// The answer: a key, or an order in words; the faces, as 7,3, where dice thrown at a table are due. Without it
        /// the game is brought to its next question.
        #[arg(conflicts_with_all = ["take", "undo"])]
        order: Option<String>,
        /// For whom: first or second. It can be left out against the computer, and where nothing is hidden.
        #[arg(long, value_name = "SIDE", value_parser = ["first", "second"])]
        side: Option<String>,
        /// Answer as the computer would.
        #[arg(long, conflicts_with = "undo")]
        take: bool,
        /// Take the side's last choice back.
        #[arg(long)]
        undo: bool,
        /// With the position, as the side may see it.
        #[arg(long, requires = "json")]
        view: bool,
        #[command(flatten)]
        tables: HouseTables,
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Plays with a program: questions and answers as lines of JSON on standard output and input.
    ///
    /// The program starts it, reads a line, writes a line; docs/bots.md has the protocol and a player in Python.
    #[command(
        after_help = "Examples:\n  grognard bot duel-for-apulia --side first\n  grognard bot eu9/pavia --side both --games 100 --seed 1"
    )]
    Bot {
        /// A title, a battle file, or a ready battle as SYSTEM/NAME.
        #[arg(value_parser = Ready(&TITLES), hide_possible_values = true)]
        title: String,
        /// Which side the program plays: first, second or both.
        #[arg(long, value_name = "SIDE", default_value = "first", value_parser = ["first", "second", "both"])]
        side: String,
        /// Who plays the other: the title's computer player, its plain policy, or chance.
        #[arg(long, value_name = "PLAYER", default_value = "computer", value_parser = ["computer", "easy", "naive", "policy", "random"])]
        opponent: String,
        /// How many games, one after another.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
        games: u64,
        /// The seed of the dice of the first game; the next has the next. Without it they are drawn anew, and told when
        /// a game is over.
        #[arg(long)]
        seed: Option<u64>,
        /// Send the position with every question; else the program asks for it.
        #[arg(long)]
        view: bool,
        /// Write the journal of the one game to this file, which must not exist.
        #[arg(long, value_name = "FILE")]
        journal: Option<PathBuf>,
        #[command(flatten)]
        tables: HouseTables,
    },
    /// Mends a journal whose last line was cut short by a power failure or a full disk.
    ///
    /// A copy of the file as it was is kept beside it. Nothing else is mended: what was changed after it was written is
    /// refused.
    #[command(after_help = "Example:\n  grognard repair bialystok-minsk.journal")]
    Repair {
        /// The journal.
        journal: PathBuf,
    },
    /// Carries a journal out again and checks every entry and every die.
    #[command(
        after_help = "Example:\n  grognard resolve eu9/pavia --seed 7 --journal pavia.journal\n  grognard verify pavia.journal"
    )]
    Verify {
        /// The journal.
        journal: PathBuf,
        #[command(flatten)]
        tables: HouseTables,
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Tells a journal's game again, step by step.
    ///
    /// At a terminal it stops before every turn, round, battle and day of one; `--all` and pipes have it in one piece.
    #[command(
        after_help = "Examples:\n  grognard replay pavia.journal\n  grognard replay pavia.journal --all | less -R"
    )]
    Replay {
        /// The journal.
        journal: PathBuf,
        /// Who looks: first, second or onlooker. While a game is on that has secrets this has to be said, unless one
        /// person plays against the computer.
        #[arg(long, value_name = "SIDE", value_parser = ["first", "second", "onlooker"])]
        side: Option<String>,
        /// Without stopping.
        #[arg(long)]
        all: bool,
        /// Writes a picture of the board after every part into this folder: 001.svg and so on.
        #[arg(long, value_name = "DIR", conflicts_with = "json")]
        svg: Option<PathBuf>,
        /// Writes the pictures as one page that plays by itself and needs nothing else.
        #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "svg"])]
        html: Option<PathBuf>,
        #[command(flatten)]
        tables: HouseTables,
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Plays a title many times, the computer against itself: who wins how often, with intervals.
    #[command(
        after_help = "Examples:\n  grognard study bialystok-minsk --games 100\n  grognard study bialystok-minsk --games 100 --second random --svg study.svg\n  grognard study my-scenario.toml --games 500 --tables my-tables --csv\n  grognard study italian-wars --against my-wars.toml --games 100\n  grognard study eu9/pavia --vary attacker.leader.fire=0..5 --svg fire.svg\n  grognard study duel-for-apulia --switches --games 200"
    )]
    Study {
        /// A title, a battle file, a ready battle as SYSTEM/NAME, or a journal: its game is played on from where it
        /// stands.
        #[arg(value_parser = Ready(&TITLES), hide_possible_values = true)]
        title: String,
        /// Of a journal: from the moment after this entry; 0 is the start.
        #[arg(long, value_name = "N")]
        entry: Option<usize>,
        /// Of a journal: who asks, first, second or onlooker. What he may not see is drawn anew for every game.
        #[arg(long, value_name = "SIDE", value_parser = ["first", "second", "onlooker"])]
        side: Option<String>,
        /// How many games, at most.
        #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
        games: u64,
        /// The longest it may take, in seconds: what has been played by then counts. With --against each of the two has so
        /// long, with --vary each value, with --switches each way.
        #[arg(long, value_name = "S", default_value_t = 600.0, value_parser = seconds)]
        seconds: f64,
        /// It is enough when every yes-or-no figure is known to so many percentage points either way; how many games
        /// that takes is told.
        #[arg(long, value_name = "POINTS", value_parser = points)]
        margin: Option<f64>,
        /// The seed of the dice.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Who plays the first side: the title's computer player, its plain policy, or chance.
        #[arg(long, value_name = "PLAYER", default_value = "computer", value_parser = ["computer", "easy", "naive", "policy", "random"])]
        first: String,
        /// Who plays the second side.
        #[arg(long, value_name = "PLAYER", default_value = "computer", value_parser = ["computer", "easy", "naive", "policy", "random"])]
        second: String,
        /// Play this title or battle too, with the same dice game for game, and tell the difference with its interval.
        #[arg(long, value_name = "TITLE", conflicts_with_all = ["entry", "side", "vary", "margin"])]
        against: Option<String>,
        /// The tables of the other, where they are not the same.
        #[arg(long, value_name = "DIR", requires = "against")]
        against_tables: Option<PathBuf>,
        /// One number at several values: FIELD=1..4 of the file, as attacker.leader.fire=0..5, or TABLE/ROW/COLUMN=1..4
        /// of a chart. Battles are counted out, games played; --svg draws a line for each chance.
        #[arg(long, value_name = "WHAT=VALUES", conflicts_with_all = ["entry", "side"])]
        vary: Option<String>,
        /// Every other reading of an unclear rule and every optional rule, with the same dice: which of them changes most of
        /// who wins, or of the figure that is named.
        #[arg(long, value_name = "FIGURE", num_args = 0..=1, default_missing_value = "",
            conflicts_with_all = ["entry", "side", "vary", "against", "svg", "margin"])]
        switches: Option<String>,
        /// Write the figures as a picture to this file, which must not exist.
        #[arg(long, value_name = "FILE")]
        svg: Option<PathBuf>,
        #[command(flatten)]
        tables: HouseTables,
        /// As JSON.
        #[arg(long, conflicts_with = "csv")]
        json: bool,
        /// As comma-separated values: every value of every figure with its share and interval.
        #[arg(long)]
        csv: bool,
    },
    #[command(flatten)]
    Server(Server),
    /// Writes completions for a shell.
    #[command(after_help = "Example:\n  grognard completions bash > /etc/bash_completion.d/grognard")]
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Writes the man page of the program, or of one command.
    #[command(
        after_help = "Examples:\n  grognard man > grognard.1\n  grognard man odds | man -l -\n  grognard man --dir ~/.local/share/man/man1"
    )]
    Man {
        /// The command.
        command: Option<String>,
        /// Write all pages into this folder, over no file.
        #[arg(long, value_name = "DIR", conflicts_with = "command")]
        dir: Option<PathBuf>,
    },
}

impl Command {
    /// Whether what it prints is for programs, which do not mind long lines and would mind broken ones.
    pub(crate) fn is_for_programs(&self) -> bool {
        match self {
            Command::Systems { json }
            | Command::Rules { json, .. }
            | Command::Rule { json, .. }
            | Command::Resolve { json, .. }
            | Command::Odds { json, .. }
            | Command::Allocate { json, .. }
            | Command::Verify { json, .. }
            | Command::Answer { json, .. }
            | Command::Replay { json, .. } => *json,
            Command::Simulate { json, csv, .. } | Command::Study { json, csv, .. } => *json || *csv,
            Command::Tables { toml, json, .. } => *toml || *json,
            Command::Show { svg, json, position, board, .. } => *svg || *json || *position || *board,
            Command::Example { name, .. } => name.is_some(),
            Command::Roster { source, .. } => *source,
            Command::Server(Server::Serve { openapi, .. }) => *openapi,
            Command::Sheet { .. }
            | Command::Schema { .. }
            | Command::Bot { .. }
            | Command::Completions { .. }
            | Command::Man { .. } => true,
            _ => false,
        }
    }
}
