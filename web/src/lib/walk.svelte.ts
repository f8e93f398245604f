// The board in words: one walks it cell by cell with the keys, and reads what stands there. On a measured table one goes
// from piece to piece.
import { ask } from './games.svelte';
import type { Schemas } from './api';

type BoardAnswer = Schemas['BoardAnswer'];
export type BoardCard = Schemas['BoardCard'];
export type BoardNow = Schemas['BoardNow'];
type Spot = Schemas['SpotPair'];
type Piece = Schemas['PieceCard'];

/** What never changes of a board is fetched once. */
const boards = new Map<string, BoardCard>();

/** The board of a game and how it stands. */
export async function board_of(game: string, around: Record<string, string>): Promise<{ board: BoardCard | null; now: BoardNow }> {
  const known = boards.get(game);
  const query = new URLSearchParams(known ? { ...around, known: known.hash } : around);
  const answer = await ask<BoardAnswer>('GET', `/games/${game}/board?${query}`);
  if (answer.board) boards.set(game, answer.board);
  return { board: answer.hash == null ? null : (boards.get(game) ?? null), now: answer.now };
}

/** Where a key leads: east and south. */
const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  h: [-1, 0],
  l: [1, 0],
  y: [-0.6, -0.8],
  u: [0.6, -0.8],
  b: [-0.6, 0.8],
  n: [0.6, 0.8],
};
const WINDS = ['east', 'south-east', 'south', 'south-west', 'west', 'north-west', 'north', 'north-east'];
/** Wider than this beside the way a key points, a cell does not lie that way. */
const ASIDE = Math.cos((70 * Math.PI) / 180);
const THOUSANDTHS = 1000;

/** The way from one point to another. */
const way = ([x = 0, y = 0]: Spot, [to_x = 0, to_y = 0]: Spot) => [to_x - x, to_y - y] as const;

/** A place to stand at: a cell, or a piece on a measured table. */
interface Place {
  id: string;
  middle: Spot;
}

export interface Around {
  game: string;
  /** What the board is asked with: seat and entry. */
  query: Record<string, string>;
  /** Changes whenever the game does. */
  version: string;
  sides: Schemas['SideNames'];
  lit: string[];
}

const wind = ([x, y]: readonly [number, number]) => WINDS[(Math.round((Math.atan2(y, x) * 4) / Math.PI) + 8) % 8] ?? '';
const plain = (id: string) => id.slice(id.indexOf(':') + 1);
const word = (key: string) => key.replaceAll('-', ' ').replaceAll('_', ' ');

export class Walker {
  /** Where one stands. */
  here = $state('');
  /** What is read of it. */
  sentence = $state('');
  #board: BoardCard | null = null;
  #now: BoardNow | null = null;
  #version = '';
  /** The same sentence again is read again: a mark nobody sees tells them apart. */
  #again = false;

  #say(sentence: string): void {
    this.#again = !this.#again;
    this.sentence = this.#again ? sentence : `${sentence}\u200b`;
  }

  async #fetch(around: Around): Promise<boolean> {
    if (this.#version === around.version && this.#now) return true;
    try {
      const found = await board_of(around.game, around.query);
      [this.#board, this.#now, this.#version] = [found.board, found.now, around.version];
    } catch {
      this.#say('The board cannot be had now.');
      return false;
    }
    return this.#board !== null;
  }

  get #measured(): boolean {
    return this.#board?.kind === 'table';
  }

  #places(): Place[] {
    if (!this.#measured) return this.#board?.cells ?? [];
    return (this.#now?.pieces ?? []).flatMap((piece) => (piece.stance ? [{ id: piece.id, middle: piece.stance.at }] : []));
  }

  #pieces(id: string): Piece[] {
    const cell = this.#board?.cells.find((one) => one.id === id);
    return (this.#now?.pieces ?? []).filter((piece) => piece.id === id || (piece.place != null && (piece.place === id || piece.place === cell?.town?.id)));
  }

  /** Everything that a click here would touch. */
  under(): string[] {
    const cell = this.#board?.cells.find((one) => one.id === this.here);
    return [this.here, ...(cell?.town ? [cell.town.id] : []), ...this.#pieces(this.here).map((one) => one.id)].filter((one) => one !== '');
  }

  #called(of: string, key: string): string {
    return this.#board?.legend.find((sign) => sign.of === of && sign.key === key)?.words ?? word(key);
  }

  #piece(piece: Piece, sides: Schemas['SideNames']): string {
    const whose = piece.side === 'first' ? sides.first : piece.side === 'second' ? sides.second : '';
    const figures = piece.figures.map((one) => `${word(one.key)} ${one.now ?? 'not known'}${one.of == null || one.of === one.now ? '' : ` of ${one.of}`}`);
    return [whose === '' ? piece.name : `${whose}: ${piece.name}`, word(piece.symbol), ...figures, ...piece.marks.map(word)].filter(Boolean).join(', ');
  }

  #here(around: Around): string {
    const sides = around.sides;
    const cell = this.#board?.cells.find((one) => one.id === this.here);
    const pieces = this.#pieces(this.here).map((piece) => `${this.#piece(piece, sides)}.`);
    const choose = this.under().some((one) => around.lit.includes(one)) ? ['It may be chosen: Enter.'] : [];
    if (!cell) return [...pieces, ...choose].join(' ');
    const now = this.#now?.cells.find((one) => one.id === cell.id);
    const holder = now?.holder === 'first' ? sides.first : now?.holder === 'second' ? sides.second : '';
    const facts = [
      this.#called('ground', cell.ground),
      ...(cell.town ? [this.#called('town', cell.town.kind)] : []),
      ...(holder === '' ? [] : [`held by ${holder}`]),
      ...(now?.figures ?? []).map((one) => `${word(one.key)} ${one.now ?? 'not known'}`),
      ...(now?.marks ?? []).map(word),
    ];
    const number = /\d/.test(plain(cell.id)) ? plain(cell.id) : '';
    return [`${[number, cell.name].filter(Boolean).join(' ')}: ${facts.join(', ')}.`, ...pieces, ...choose].join(' ');
  }

  #round(around: Around): string {
    const from = this.#places().find((one) => one.id === this.here);
    if (!from) return '';
    const off = (to: Spot) => way(from.middle, to);
    if (this.#measured) {
      const near = this.#places().filter((one) => one.id !== this.here).map((one) => ({ one, off: off(one.middle) }));
      const length = (off: readonly [number, number]) => Math.hypot(...off);
      const told = near.toSorted((a, b) => length(a.off) - length(b.off)).slice(0, 6).map(({ one, off }) => `${(length(off) / THOUSANDTHS).toFixed(1)} inches ${wind(off)}: ${this.#pieces(one.id).map((piece) => this.#piece(piece, around.sides)).join(', ')}.`);
      return told.join(' ') || 'Nothing else is on the table.';
    }
    const cell = this.#board?.cells.find((one) => one.id === this.here);
    const told = (cell?.neighbours ?? []).flatMap((next) => {
      const there = this.#board?.cells.find((one) => one.id === next.id);
      if (!there) return [];
      const between = this.#board?.legend.some((sign) => sign.of === 'between' && sign.key === next.between) ? `, across ${this.#called('between', next.between)}` : '';
      const who = this.#pieces(there.id).map((one) => one.name).join(', ');
      return [`${wind(off(there.middle))}${between}: ${there.name || plain(there.id)}, ${this.#called('ground', there.ground)}${who === '' ? '' : `, with ${who}`}.`];
    });
    return told.join(' ');
  }

  /** Goes to the next place that is called so, or where a piece stands that is. */
  async find(called: string, around: Around): Promise<void> {
    const wanted = called.trim().toLowerCase();
    if (wanted === '' || !(await this.#fetch(around))) return;
    const places = this.#places();
    const fits = (text: string) => text.toLowerCase().includes(wanted);
    const cell = (id: string) => this.#board?.cells.find((one) => one.id === id);
    const here = (one: Place) => plain(one.id).toLowerCase() === wanted || fits(cell(one.id)?.name ?? '') || this.#pieces(one.id).some((piece) => fits(piece.name) || plain(piece.id).toLowerCase() === wanted);
    const standing = places.findIndex((one) => one.id === this.here);
    const found = [...places.slice(standing + 1), ...places.slice(0, standing + 1)].find(here);
    if (found) {
      this.here = found.id;
      this.#say(this.#here(around));
      return;
    }
    const off = this.#now?.pieces.find((piece) => fits(piece.name));
    this.#say(off ? `${this.#piece(off, around.sides)}: ${off.elsewhere || 'on no board'}.` : `Nothing that is called «${called.trim()}» is known to you.`);
  }

  /** Whether the walker takes this key. */
  takes(key: string): boolean {
    return key in STEPS || key === ' ' || key === 'Enter';
  }

  /** Goes on by a key; nothing where the board is not known yet. Whoever presses Enter is told what is touched. */
  async press(key: string, around: Around): Promise<string[]> {
    if (!(await this.#fetch(around))) return [];
    const places = this.#places();
    const standing = places.find((one) => one.id === this.here);
    const step = STEPS[key];
    if (!standing) {
      const chosen = (one: Place) => around.lit.includes(one.id) || this.#pieces(one.id).some((piece) => around.lit.includes(piece.id));
      const own = this.#now?.pieces.find((piece) => piece.place != null && places.some((one) => one.id === piece.place))?.place;
      this.here = (places.find(chosen) ?? places.find((one) => one.id === own) ?? places[0])?.id ?? '';
      this.#say(this.#here(around));
      return [];
    }
    if (key === 'Enter') {
      const under = this.under();
      this.#say(under.some((one) => around.lit.includes(one)) ? `Chosen. ${this.#here(around)}` : `Nothing here may be chosen now. ${this.#here(around)}`);
      return under;
    }
    if (key === ' ') {
      this.#say(this.#round(around) || this.#here(around));
      return [];
    }
    if (!step) return [];
    const cell = this.#board?.cells.find((one) => one.id === standing.id);
    const next = this.#measured ? places.filter((one) => one.id !== standing.id) : places.filter((one) => cell?.neighbours.some((neighbour) => neighbour.id === one.id));
    const ranked = next
      .map((one) => {
        const [x, y] = way(standing.middle, one.middle);
        const length = Math.hypot(x, y) || 1;
        return { one, straight: (x * step[0] + y * step[1]) / length, length };
      })
      .filter((one) => one.straight > ASIDE)
      // On a table near counts as much as straight.
      .toSorted((a, b) => (this.#measured ? a.length / a.straight ** 2 - b.length / b.straight ** 2 : b.straight - a.straight));
    const there = ranked[0]?.one;
    if (there) this.here = there.id;
    this.#say(there ? this.#here(around) : 'Nothing lies that way.');
    return [];
  }
}
