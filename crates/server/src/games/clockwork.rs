//! What happens without anybody asking: clocks run out, mail goes out, a computer that was interrupted goes on.

use crate::games::Games;
use std::sync::Arc;
use std::time::Duration;

const TICK: Duration = Duration::from_secs(1);
/// Between two looks for those who are to be told.
const BETWEEN_MAILS: Duration = Duration::from_secs(10);

impl Games {
    /// Goes on until the server ends.
    pub async fn clockwork(self: Arc<Self>) {
        self.wake_computers().await;
        let mut ending = self.ending.subscribe();
        let clocks = async {
            loop {
                self.clocks().await;
                tokio::time::sleep(TICK).await;
            }
        };
        // By itself: a mail server that is slow to answer must not hold up anybody's clock.
        let mail = async {
            loop {
                self.tell_all().await;
                tokio::time::sleep(BETWEEN_MAILS).await;
            }
        };
        // What is cut off here is taken up again: an end of time by the next server, a mail when nobody has settled it.
        tokio::select! {
            () = clocks => {}
            () = mail => {}
            _ = ending.wait_for(|ending| *ending) => {}
        }
    }

    /// Ends the games whose time is out.
    pub async fn clocks(self: &Arc<Self>) {
        // A database that is away is asked again in a moment.
        let Ok(out) = self.store.out_of_time((self.conduct.now)()).await else { return };
        for id in out {
            // Where another server was first, or somebody has just moved, there is nothing left to do.
            let _ = self.time_out(&id).await;
        }
    }

    /// A computer that was interrupted in its thoughts goes on, whether or not anybody looks.
    async fn wake_computers(self: &Arc<Self>) {
        for id in self.store.computers_turn().await.unwrap_or_default() {
            self.wake_computer(&self.place(&id));
        }
    }
}
