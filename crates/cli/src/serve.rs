//! The web application, started from the command line.

use crate::paint::{DIM, HEAD, styled};
use crate::table::say;
use crate::{Failure, Outcome};
use grognard_server::Hosts;
use std::net::SocketAddr;

/// Serves until it is told to stop, and prints the address first.
pub(crate) fn serve(listen: SocketAddr, host: Vec<String>, openapi: bool) -> Outcome {
    if openapi {
        return Ok(grognard_server::document());
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let fail = |error: std::io::Error| Failure(format!("{listen}: {error}"));
        let listener = tokio::net::TcpListener::bind(listen).await.map_err(fail)?;
        let address = listener.local_addr().map_err(fail)?;
        let at = format!("http://{address}/");
        say(&format!("Grognard is at {}  {}\n", styled(HEAD, at), styled(DIM, "(Ctrl-C ends it)")))?;
        grognard_server::serve(listener, Hosts::and(host)).await.map_err(fail)?;
        Ok("Ended.\n".to_owned())
    })
}
