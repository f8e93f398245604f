//! The web application, started from the command line.

use crate::args;
use crate::keeping::{self, opened, runtime};
use crate::paint::{DIM, HEAD, styled};
use crate::table::say;
use crate::{Failure, Outcome};
use grognard_server::{Conduct, Games, Hosts, Mail};
use std::net::SocketAddr;
use std::sync::Arc;

/// Carries a command of the server out.
pub(crate) fn run(command: args::Server) -> Outcome {
    use args::Server;
    match command {
        Server::Serve { openapi: true, .. } => Ok(grognard_server::document()),
        Server::Serve { check: true, database, .. } => keeping::check(&database.database),
        Server::Serve { listen, host, database, mail, operator, .. } => {
            serve(Where { listen, host, operator }, &mail, &database.database)
        }
        Server::Backup { file, database } => keeping::backup(&file, &database.database),
        Server::Export { folder, game, database } => keeping::export(&folder, &game, &database.database),
        Server::Import { journal, database } => keeping::import(&journal, &database.database),
    }
}

/// Where it is served.
struct Where {
    listen: SocketAddr,
    host: Vec<String>,
    operator: Option<SocketAddr>,
}

/// How mail is sent, where a server for it is named.
fn mail(asked: &args::Mail) -> Result<Option<Mail>, Failure> {
    let named = asked.mail.clone().or_else(|| std::env::var("GROGNARD_MAIL").ok());
    let mail = named.map(|server| Mail::new(&server, &asked.mail_from, &asked.site)).transpose();
    mail.map_err(|reason| Failure(format!("--mail: {reason}")))
}

/// Serves until it is told to stop, and prints the address first.
fn serve(at: Where, asked: &args::Mail, database: &str) -> Outcome {
    let Where { listen, host, operator } = at;
    let conduct = Conduct { mail: mail(asked)?, ..Conduct::default() };
    runtime()?.block_on(async {
        let fail = |error: std::io::Error| Failure(format!("{listen}: {error}"));
        let games = Games::conducted(opened(database).await?, conduct);
        let listener = tokio::net::TcpListener::bind(listen).await.map_err(fail)?;
        let address = listener.local_addr().map_err(fail)?;
        let at = format!("http://{address}/");
        let where_kept = format!("(games are kept in {}; Ctrl-C ends it)", shown(database));
        say(&format!("Grognard is at {}  {}\n", styled(HEAD, at), styled(DIM, where_kept)))?;
        if let Some(operator) = operator {
            let fail = |error: std::io::Error| Failure(format!("--operator: {operator}: {error}"));
            let listener = tokio::net::TcpListener::bind(operator).await.map_err(fail)?;
            let at = format!("http://{}/", listener.local_addr().map_err(fail)?);
            say(&format!("The operator's pages are at {}\n", styled(HEAD, at)))?;
            tokio::spawn(grognard_server::serve_operator(
                listener,
                Hosts::and(host.clone()),
                Arc::clone(&games),
            ));
        }
        grognard_server::serve(listener, Hosts::and(host), Some(games)).await.map_err(fail)?;
        Ok("Ended.\n".to_owned())
    })
}

/// A database's address without what may be secret in it.
fn shown(database: &str) -> &str {
    match database.split_once("://") {
        Some((_, rest)) => rest.rsplit_once('@').map_or(rest, |(_, place)| place),
        None => database.trim_start_matches("sqlite:"),
    }
}
