//! Threads for what takes time, beside those that answer. They are the same ones as long as the server runs.
//!
//! Where people move, whoever only reckons or thinks makes way: such work then goes to threads that the system lets run
//! when nobody else wants the processor. Where nobody moves it goes to threads like any others, so that a desk on a busy
//! machine is not starved by its neighbours.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

type Work = Box<dyn FnOnce() + Send>;

/// How gladly a thread lets others go first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manners {
    /// Like any other.
    Plain,
    /// It steps back for whoever answers people.
    Polite,
    /// It steps back for everybody.
    Humble,
}

impl Manners {
    /// Takes these manners on, for this thread and those it starts. Where the system knows none, it stays as it is.
    fn take_on(self) {
        #[cfg(target_os = "linux")]
        {
            let steps = match self {
                Manners::Plain => return,
                Manners::Polite => 10,
                Manners::Humble => 19,
            };
            // On this system it holds for the thread that asks. Where it may not, the work is done all the same.
            let _ = rustix::process::nice(steps);
        }
    }
}

/// So many threads of the same manners.
pub(crate) struct Threads {
    /// To whichever thread is free; they end when this is let go.
    work: Sender<Work>,
}

impl Threads {
    /// As many as there are cores.
    pub(crate) fn new(manners: Manners) -> Self {
        let (work, taken) = channel();
        let taken = Arc::new(Mutex::new(taken));
        for _ in 0..cores() {
            let taken = Arc::clone(&taken);
            std::thread::spawn(move || {
                manners.take_on();
                carry_out(&taken);
            });
        }
        Threads { work }
    }

    /// Has work done when a thread is free; nothing where there are none any more.
    pub(crate) fn give(&self, work: impl FnOnce() + Send + 'static) -> Option<()> {
        self.work.send(Box::new(work)).ok()
    }
}

/// How many things can be done at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What a thread does until nobody is left who could ask: one work after the other. A mistake in one of them ends
/// that work, and whoever waits for it is told; the thread goes on.
fn carry_out(taken: &Mutex<Receiver<Work>>) {
    loop {
        // The lock is let go before the work begins.
        let next = taken.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).recv();
        let Ok(work) = next else { return };
        drop(catch_unwind(AssertUnwindSafe(work)));
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{Manners, Threads};
    use std::sync::mpsc::channel;

    fn steps_back(manners: Manners) -> i32 {
        let (tell, told) = channel();
        let work = move || {
            let mine = rustix::process::nice(0).expect("a thread may ask how it stands");
            // What it starts itself stands no higher.
            let child =
                std::thread::spawn(|| rustix::process::nice(0)).join().expect("no panic").expect("asked");
            assert_eq!(mine, child);
            tell.send(mine).expect("somebody waits");
        };
        Threads::new(manners).give(work).expect("threads");
        told.recv().expect("done")
    }

    #[test]
    fn whoever_reckons_steps_back_for_whoever_answers_and_whoever_thinks_for_both() {
        let here = rustix::process::nice(0).expect("asked");
        let [plain, polite, humble] = [Manners::Plain, Manners::Polite, Manners::Humble].map(steps_back);
        assert_eq!(plain, here);
        assert!(here < polite || polite == 19, "{here} {polite}");
        assert!(polite < humble || humble == 19, "{polite} {humble}");
        // Nobody else has changed with them.
        assert_eq!(rustix::process::nice(0).expect("asked"), here);
    }
}
