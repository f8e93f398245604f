// Games that are kept: who plays, what happens, and one stream of events for all tabs of a browser.
import { Refused, type Refusal, type Schemas } from './api';

export type Me = Schemas['Me'];
export type GameList = Schemas['GameList'];
export type GameCard = Schemas['GameCard'];
export type GameView = Schemas['GameView'];
export type GameAct = Schemas['GameAct'];
export type ToldLine = Schemas['ToldLine'];
export type TableLine = Schemas['TableLine'];
export type SpokenLine = Schemas['SpokenLine'];
export type MessageLine = Schemas['MessageLine'];
export type Opponent = Schemas['Opponent'];
export type CostCard = Schemas['CostCard'];
export type AheadAnswer = Schemas['AheadAnswer'];
export type AimsCard = Schemas['AimsCard'];
export type ClockCard = Schemas['ClockCard'];
export type StandingOrder = Schemas['StandingOrder'];
export type GamePreview = Schemas['GamePreview'];
export type Pace = Schemas['Pace'];
export type Done = Schemas['Done'];

/** Who is logged in: not asked yet, nobody, or somebody. */
export const who = $state<{ me: Me | null | undefined }>({ me: undefined });

/** Whether the server can be reached. */
export const line = $state({ up: true });

/** How far the server's clock is ahead of this one, in milliseconds: only the server's counts. */
export const clock = $state({ ahead: 0 });

class Away extends Error {}

/** A line that has died without a word is given up after this long; what was sent is sent again, and done once. */
const PATIENCE_MS = 10_000;

async function once<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  } catch {
    line.up = false;
    throw new Away();
  }
  const now = Number(response.headers.get('grognard-now'));
  if (now > 0) clock.ahead = now - Date.now();
  let answer: unknown = null;
  let whole = true;
  try {
    answer = await response.json();
  } catch {
    whole = false;
  }
  // An answer that broke off on the way is none: it is asked for again. (`null` is one: there is nothing to say.)
  if (response.ok && !whole) {
    line.up = false;
    throw new Away();
  }
  if (!line.up) {
    line.up = true;
    awake();
  }
  if (response.ok) return answer as T;
  if (response.status === 401) who.me = null;
  const refusal = (answer as Refusal | null) ?? { reason: `The server answered ${response.status}.` };
  throw Object.assign(new Refused(refusal), { status: response.status });
}

const sleepers = new Set<() => void>();
/** Waits, but not longer than until there is reason to think that the line is back. */
const wait = (milliseconds: number) =>
  new Promise<void>((done) => {
    const wake = () => {
      clearTimeout(timer);
      sleepers.delete(wake);
      done();
    };
    const timer = setTimeout(wake, milliseconds);
    sleepers.add(wake);
  });
/** The line may be back: what waits to be sent again goes at once. */
function awake(): void {
  for (const wake of [...sleepers]) wake();
}
addEventListener('online', awake);

/** So often a server that is too busy to say is asked again. */
const BUSY_TRIES = 5;

/** Looking changes nothing: where the server is only too busy, it is asked again. */
const is_busy = (method: string, error: unknown) => method === 'GET' && error instanceof Refused && [429, 503].includes((error as { status?: number }).status ?? 0);

/** Asks until the server answers: waits grow, and are never the same for all. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await once<T>(method, path, body);
    } catch (error) {
      const away = error instanceof Away;
      if (!away && !(is_busy(method, error) && tries < BUSY_TRIES)) throw error;
      const milliseconds = Math.min(10_000, 300 * 2 ** tries) * (0.5 + Math.random());
      // Who is too busy is not asked sooner.
      await (away ? wait(milliseconds) : new Promise((done) => setTimeout(done, milliseconds)));
    }
  }
}

export function words(error: unknown): string {
  if (!(error instanceof Refused)) return String(error);
  return `${error.message}${error.refusal.clause ? ` (${error.refusal.clause})` : ''}`;
}

export async function find_out(): Promise<Me | null> {
  try {
    who.me = await ask<Me>('GET', '/me');
  } catch {
    who.me = null;
  }
  return who.me;
}

/** What this side adds to the dice: made here, so that the server cannot choose it. */
export function nonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Does something at a game. It carries a key of its own: sent again after a broken line, it is done once. With care it is
 * left undone where it would cost something grave, and what it would cost comes back.
 */
export function act(game: string, side: string, number: number, what: GameAct, careful = false): Promise<Done> {
  return ask('POST', `/games/${game}/acts`, { side, number, once: nonce(), act: what, careful });
}

type Heard = (game: string | null) => void;

/** Browsers know locks only where an address is safe: on this machine, or over TLS. Elsewhere there are none. */
export const locks: LockManager | undefined = (navigator as Partial<Navigator>).locks;

/**
 * Calls back when something has happened in a game of one's own, or, with nothing, where something may have been
 * missed. One tab holds the stream and tells the others: a browser opens only a few lines to one server.
 */
export function listen(heard: Heard): () => void {
  const channel = new BroadcastChannel('grognard-events');
  channel.onmessage = (event: MessageEvent<string | null>) => {
    awake();
    heard(event.data);
  };
  const tell: Heard = (game) => {
    heard(game);
    channel.postMessage(game);
  };
  if (!locks) {
    const close = whileSeen(tell, heard);
    return () => {
      close();
      channel.close();
    };
  }
  const ended = new AbortController();
  locks
    .request('grognard-events', { signal: ended.signal }, async () => {
      // It may have been let go of while the lock was on its way.
      if (ended.signal.aborted) return;
      const close = open('/api/events', tell);
      await new Promise((done) => ended.signal.addEventListener('abort', done));
      close();
    })
    .catch(() => undefined);
  return () => {
    ended.abort();
    channel.close();
  };
}

/**
 * Without locks no tab can be chosen for all of them: each has a stream of its own while it is to be seen, as a browser
 * opens only a few lines to one server, and looks now and then while it is not.
 */
function whileSeen(tell: Heard, heard: Heard): () => void {
  let close = () => {};
  const look = () => {
    close();
    if (document.hidden) {
      const steady = setInterval(() => heard(null), STEADY_MS);
      close = () => clearInterval(steady);
    } else close = open('/api/events', tell);
  };
  look();
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    close();
  };
}

/** The same for a game one only looks on at. */
export function watch(game: string, heard: Heard): () => void {
  return open(`/api/events?watch=${encodeURIComponent(game)}`, heard);
}

/** A stream that died without a word is noticed by then. */
const STEADY_MS = 30_000;
const AGAIN_MS = 2_000;

function open(path: string, tell: Heard): () => void {
  let source: EventSource;
  let again: ReturnType<typeof setTimeout> | undefined;
  const missed = () => tell(null);
  const begin = () => {
    source = new EventSource(path);
    source.addEventListener('game', (event) => tell((event as MessageEvent<string>).data));
    source.addEventListener('look', () => {
      line.up = true;
      awake();
      tell(null);
    });
    source.onerror = () => {
      line.up = false;
      // The browser comes back by itself after a broken line, but not after a refusal.
      if (source.readyState === EventSource.CLOSED) again = setTimeout(begin, AGAIN_MS * (0.5 + Math.random()));
    };
  };
  begin();
  const steady = setInterval(missed, STEADY_MS);
  addEventListener('online', missed);
  return () => {
    clearTimeout(again);
    clearInterval(steady);
    removeEventListener('online', missed);
    source.close();
  };
}
