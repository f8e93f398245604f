//! Work that takes time: off the threads that answer, a few at a time, one for each visitor.

use crate::refused::Refused;
use axum::http::StatusCode;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use tokio::sync::Semaphore;

/// So many of one visitor's requests may wait or run; typing fast makes more than one.
const FOR_ONE_VISITOR_MAX: usize = 4;
/// So many of all visitors' may wait for a thread.
const WAITING_MAX: usize = 64;

/// Who reckons now.
pub(crate) struct Reckoning {
    threads: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    visitors: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A visitor's place, given back when it is let go.
struct Place {
    visitor: IpAddr,
    visitors: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut visitors = self.visitors.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(count) = visitors.get_mut(&self.visitor) {
            *count -= 1;
            if *count == 0 {
                visitors.remove(&self.visitor);
            }
        }
    }
}

impl Reckoning {
    pub(crate) fn new() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Reckoning {
            threads: Arc::new(Semaphore::new(threads)),
            waiting: Arc::new(Semaphore::new(WAITING_MAX)),
            visitors: Arc::default(),
        }
    }

    /// Does a visitor's work on a thread of its own, when one is free.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        visitor: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let busy = |words: &str| Refused::with(StatusCode::TOO_MANY_REQUESTS, words);
        let place =
            self.place(visitor).ok_or_else(|| busy("your last questions are still being worked out"))?;
        let waiting = Arc::clone(&self.waiting)
            .try_acquire_owned()
            .map_err(|_| busy("too many ask at once; try again"))?;
        let thread = Arc::clone(&self.threads)
            .acquire_owned()
            .await
            .map_err(|_| Refused::with(StatusCode::SERVICE_UNAVAILABLE, "the server is stopping"))?;
        drop(waiting);
        let done = tokio::task::spawn_blocking(move || {
            // Both are held while the work runs, also when nobody waits for it any more.
            let _held = (place, thread);
            work()
        });
        done.await.map_err(|_| {
            Refused::with(
                StatusCode::INTERNAL_SERVER_ERROR,
                "a mistake of the program's own; the rest of it goes on",
            )
        })
    }

    fn place(&self, visitor: IpAddr) -> Option<Place> {
        let mut visitors = self.visitors.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let count = visitors.entry(visitor).or_default();
        if *count >= FOR_ONE_VISITOR_MAX {
            return None;
        }
        *count += 1;
        Some(Place { visitor, visitors: Arc::clone(&self.visitors) })
    }
}
