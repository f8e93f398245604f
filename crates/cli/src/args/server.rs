//! The commands of the server and of the games it keeps.

use clap::{Args, Subcommand};
use std::path::PathBuf;

/// How mail is sent, if it is.
#[derive(Args, Debug)]
pub(crate) struct Mail {
    /// The mail server by which players are told of their games: smtps://user:password@host. Without it the variable
    /// GROGNARD_MAIL is looked at; without either no mail is sent.
    #[arg(long, value_name = "URL")]
    pub(crate) mail: Option<String>,
    /// Who the mail comes from.
    #[arg(long, value_name = "ADDRESS", default_value = "Grognard <grognard@localhost>")]
    pub(crate) mail_from: String,
    /// Where the pages are, as they stand in mails.
    #[arg(long, value_name = "URL", default_value = "http://localhost:8080")]
    pub(crate) site: String,
}

/// Where games are kept.
#[derive(Args, Debug, Clone)]
pub(crate) struct Database {
    /// Where games are kept: sqlite:FILE, or postgres://user@host/name.
    #[arg(long, value_name = "URL", default_value = "sqlite:grognard.db")]
    pub(crate) database: String,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Server {
    /// Serves the battle desk, games and the rulebook to browsers, and the API to programs.
    ///
    /// Battles and fights live in the visitors' links; games are kept in a database. Only this machine is answered
    /// unless --listen says otherwise.
    #[command(
        after_help = "Examples:\n  grognard serve\n  grognard serve --listen 127.0.0.1:8080\n  grognard serve --listen 0.0.0.0:8080 --host desk.example\n  grognard serve --database postgres://user@localhost/games\n  grognard serve --operator\n  grognard serve --mail smtp://localhost --mail-from games@example.org --site https://games.example.org\n  grognard serve --check"
    )]
    Serve {
        /// The address and port to listen on; port 0 takes a free one.
        #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:0")]
        listen: std::net::SocketAddr,
        /// A name under which visitors ask for it, besides localhost; may be given several times.
        #[arg(long, value_name = "NAME")]
        host: Vec<String>,
        #[command(flatten)]
        database: Database,
        #[command(flatten)]
        mail: Mail,
        /// An address of its own for whoever runs the server: health, figures, lists, blocking and closing. Whoever can
        /// reach it may do all of that; without ADDR it is 127.0.0.1:8090.
        #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = "127.0.0.1:8090")]
        operator: Option<std::net::SocketAddr>,
        /// Carry every stored game out again, say of each whether it is the same, and end.
        #[arg(long)]
        check: bool,
        /// Print the OpenAPI document and end.
        #[arg(long)]
        openapi: bool,
    },
    /// Copies the database of games into a new file, while it is in use.
    #[command(after_help = "Example:\n  grognard backup games-of-monday.db")]
    Backup {
        /// The file, which must not exist.
        file: PathBuf,
        #[command(flatten)]
        database: Database,
    },
    /// Writes stored games as journals into a folder: all, or those named.
    ///
    /// What is still secret in them lies in files of its own beside each journal, as `grognard play` keeps it.
    #[command(after_help = "Example:\n  grognard export games/\n  grognard export games/ --game 1f6b2a…")]
    Export {
        /// The folder.
        folder: PathBuf,
        /// A game by its number; may be given several times.
        #[arg(long, value_name = "NUMBER")]
        game: Vec<String>,
        #[command(flatten)]
        database: Database,
    },
    /// Brings a journal into the database of games, once it has been carried out again.
    #[command(after_help = "Example:\n  grognard import pavia.journal")]
    Import {
        /// The journal.
        journal: PathBuf,
        #[command(flatten)]
        database: Database,
    },
}
