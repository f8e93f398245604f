//! Work that takes time: off the threads that answer, a few at a time, one for each visitor.
//!
//! The threads are the same ones as long as the server runs: some that step back while people move at games, some that
//! need not. An allocator keeps what each thread has given back for
//! that thread, so that more threads are more memory though nothing in it is alive. How much it keeps for each is the
//! allocator's own affair, and not bounded here.

use crate::refused::Refused;
use crate::threads::{Manners, Threads, cores};
use axum::http::StatusCode;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use tokio::sync::{Semaphore, oneshot};

/// So many of one visitor's requests may wait or run; typing fast makes more than one.
const FOR_ONE_VISITOR_MAX: usize = 4;
/// So many of all visitors' may wait for a thread.
const WAITING_MAX: usize = 64;

/// Who reckons now.
pub(crate) struct Reckoning {
    plain: Threads,
    /// For work beside which people move.
    polite: Threads,
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
        Reckoning {
            plain: Threads::new(Manners::Plain),
            polite: Threads::new(Manners::Polite),
            threads: Arc::new(Semaphore::new(cores())),
            waiting: Arc::new(Semaphore::new(WAITING_MAX)),
            visitors: Arc::default(),
        }
    }

    /// Does a visitor's work on a thread of its own, when one is free: one that steps back where people move.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        (visitor, manners): (IpAddr, Manners),
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
        let ours = || {
            Refused::with(
                StatusCode::INTERNAL_SERVER_ERROR,
                "a mistake of the program's own; the rest of it goes on",
            )
        };
        let (tell, told) = oneshot::channel();
        let job = move || {
            // Both are held while the work runs, also when nobody waits for it any more.
            let held = (place, thread);
            let done = work();
            // Whoever is answered may ask again at once.
            drop(held);
            // Nobody may be left to hear it.
            drop(tell.send(done));
        };
        let threads = if manners == Manners::Plain { &self.plain } else { &self.polite };
        threads.give(job).ok_or_else(ours)?;
        told.await.map_err(|_| ours())
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

#[cfg(test)]
mod tests {
    use super::{Manners, Reckoning};
    use std::collections::HashSet;
    use std::net::{IpAddr, Ipv4Addr};
    use std::thread;

    const VISITOR: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    #[tokio::test]
    async fn the_threads_stay_the_same() {
        let (reckoning, mut seen) = (Reckoning::new(), HashSet::new());
        for _ in 0..200 {
            seen.insert(
                reckoning.run((VISITOR, Manners::Plain), || thread::current().id()).await.ok().unwrap(),
            );
        }
        assert!(seen.len() <= thread::available_parallelism().map_or(1, usize::from));
    }

    #[tokio::test]
    async fn a_mistake_in_one_work_costs_no_thread() {
        let reckoning = Reckoning::new();
        for _ in 0..50 {
            assert!(
                reckoning.run((VISITOR, Manners::Plain), || -> u8 { panic!("on purpose") }).await.is_err()
            );
        }
        assert_eq!(reckoning.run((VISITOR, Manners::Plain), || 7).await.ok(), Some(7));
    }
}
