//! The JSON of everything: what the command line prints under `--json`, what the server sends and takes, and what
//! a link holds. The types are their own structs, so that the rules stay free of JSON; each carries its schema.

mod account;
mod battle;
mod board;
mod books;
mod cards;
mod coming;
mod fight;
mod forms;
mod game;
mod guide;
mod link;
mod luck;
mod odds;
mod outputs;
mod question;
mod refusal;
mod schemas;
mod seats;
mod sensitivity;
mod shapes;
mod switches;
mod table;
mod told;
mod vary;

pub use account::{DiceThrown, LookUp, ModifierLine, RulingLine, fact};
pub use battle::{Battle, HouseTable};
pub use board::{
    BoardAnswer, BoardCard, BoardCell, BoardNow, CellNowCard, FigureCard, LineCard, NeighbourCard, PieceCard,
    SignCard, SpotPair, StanceCard, TownCard,
};
pub use books::{CellCard, ClauseCard, ClauseList, SourceCard, TableCard, TableList};
pub use cards::{
    BattleCard, CoverageCard, KindCard, ShownAs, SideNames, SystemCard, SystemList, system_list,
};
pub use coming::{ComingAnswer, ComingRequest, ComingResultLine, ComingThrow};
pub use fight::{Act, DiceFrom, Fight, FightRequest, Fresh};
pub use forms::battle_schema;
pub use game::{
    ActRequest, Begun, ClockCard, ConfirmRequest, Credentials, Done, ForgottenRequest, GameAct, GameCard,
    GameList, GameView, HowHard, JoinRequest, LeaveRequest, MailRequest, MailWanted, Me, MessageLine, Moment,
    NewGameRequest, Opponent, OrderAnswer, OrderLasts, OtherQuestion, Pace, PasswordRequest, ProposalCard,
    ResetRequest, Said, Saying, SeatCard, SideClock, SpokenLine, StandingOrder, ToldLine, Why, WhyRequest,
    seat_key, seen,
};
pub use guide::{
    AheadAnswer, AimCard, AimsCard, CostCard, FightAhead, GamePreview, PreviewRequest, StandingSwitch,
    TurnCard,
};
pub use link::{Linked, is_link, read_link, write_link};
pub use luck::{LuckCard, SideLuck};
pub use odds::{
    AlternativeLine, BestAnswer, BestPlay, EndLine, FigureLine, IntervalLine, Joint, OddsAnswer, OddsRequest,
    ValueLine,
};
pub use question::{BarredOption, OpenQuestion, OptionLine, QuestionKind, SlotLine, SlotTakes, VerbLine};
pub use refusal::Refusal;
pub use schemas::schemas;
pub use seats::{BOT_PROTOCOL, EndCard, FromBot, SeatNews, Sight, ToBot, Wish, end_card, seat_news};
pub use sensitivity::{Change, Sensitivity, sensitivity, switch_sensitivity};
pub use shapes::{Shape, Shaped, shape_lines};
pub use switches::{NamedSwitch, ProfiledCard, SwitchCard, SwitchList, SwitchWordCard, SwitchboardCard};
pub use table::TableLine;
pub use told::{Told, ruling, text};
pub use vary::Vary;
