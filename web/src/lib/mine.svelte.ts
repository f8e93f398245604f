// The games of whoever is logged in: which of them wait for him, and telling him so.
import { ask, locks, who, type GameCard, type GameList } from './games.svelte';

export const mine = $state<{ list: GameList | null }>({ list: null });

/** The games that wait for an answer, the one that has waited longest first. */
export function waiting(): GameCard[] {
  return (mine.list?.yours ?? []).filter((game) => game.your_move && !game.over).toSorted((one, other) => one.at - other.at);
}

let known: Set<string> | null = null;
let soon: ReturnType<typeof setTimeout> | undefined;

/** Fetches the list again, once however often it is asked for in a moment. */
export function refresh(milliseconds = 0): void {
  clearTimeout(soon);
  soon = setTimeout(() => void fetchList(), milliseconds);
}

async function fetchList(): Promise<void> {
  if (!who.me) return;
  mine.list = await ask<GameList>('GET', '/games').catch(() => mine.list);
  const now = waiting();
  const fresh = now.filter((game) => known && !known.has(game.id));
  known = new Set(now.map((game) => game.id));
  // Nobody is told of what lies open before his eyes, in whichever tab, nor of what he knew already.
  if (fresh.length === 0 || !document.hidden || !('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const seen = new Set((await locks?.query())?.held?.map((lock) => lock.name));
  for (const game of fresh) if (!seen.has(eyes(game.id))) new Notification(`Your move: ${game.name}`, { tag: game.id, icon: '/icon.svg' });
}

const eyes = (game: string) => `grognard-eyes-${game}`;

/** Lets all tabs know that a game lies before somebody's eyes, for as long as its page is to be seen. */
export function before_eyes(game: string): () => void {
  // Where there are no locks, browsers tell nobody anything either.
  const known = locks;
  if (!known) return () => {};
  let release = () => {};
  const look = () => {
    release();
    if (document.hidden) return;
    // Resolved before the lock is there, it is let go of as soon as it is.
    const until = new Promise<void>((end) => (release = end));
    // Several tabs may show the same game.
    void known.request(eyes(game), { mode: 'shared' }, () => until);
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    release();
  };
}

/** What stands before the title of the tab. */
export function count(): string {
  const games = waiting().length;
  return games > 0 ? `(${games}) ` : '';
}
