// The games of whoever is logged in: which of them wait for him, and telling him so.
import { ask, who, type GameCard, type GameList } from './games.svelte';

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
  // Nobody is told of what lies open before his eyes, nor of what he knew already.
  if (known && document.hidden && 'Notification' in globalThis && Notification.permission === 'granted') {
    for (const game of now) if (!known.has(game.id)) new Notification(`Your move: ${game.name}`, { tag: game.id, icon: '/icon.svg' });
  }
  known = new Set(now.map((game) => game.id));
}

/** What stands before the title of the tab. */
export function count(): string {
  const games = waiting().length;
  return games > 0 ? `(${games}) ` : '';
}
