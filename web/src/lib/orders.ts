// How an order is written: which verb it begins with, and what its next gap takes. Which orders are legal is the rules' to say.
import type { Schemas } from './api';

export type VerbLine = Schemas['VerbLine'];
type SlotLine = Schemas['SlotLine'];

/** Words that stand in an order as they are, and are no gap. */
const JOINS = /^(of|passing)$/;

/** A verb with its gaps, as people read it. */
export const form = (verb: VerbLine) =>
  [verb.key, ...verb.slots.map((slot) => (slot.may_be_left_out ? `[${slot.name}]` : JOINS.test(slot.name) ? slot.name : `<${slot.name}>`))].filter(Boolean).join(' ');

/** What a line that is being written may go on with. */
export interface Gap {
  verb: VerbLine;
  /** Nothing where the line has all it needs. */
  slot: SlotLine | null;
  /** The line without the word that is being written. */
  before: string;
  /** The word that is being written. */
  word: string;
}

/** The verbs that a line fits, each with the gap that is being filled; the longest beginning counts. */
export function gaps(line: string, verbs: VerbLine[]): Gap[] {
  const found = verbs.filter((verb) => (verb.key === '' ? line.trim() !== '' : line.startsWith(`${verb.key} `)));
  const longest = Math.max(0, ...found.map((verb) => verb.key.length));
  return found
    .filter((verb) => verb.key.length === longest)
    .map((verb) => {
      const rest = line.slice(verb.key.length).trimStart();
      const words = rest.split(/\s+/);
      const word = words.at(-1) ?? '';
      const last = verb.slots.at(-1);
      const slot = verb.slots[words.length - 1] ?? (last?.takes === 'rest' ? last : null);
      // Of things that are joined the last is being written.
      const part = slot?.takes === 'several' ? (word.split('+').at(-1) ?? '') : word;
      return { verb, slot, before: line.slice(0, line.length - part.length), word: part };
    });
}

/** A thing that can stand in a gap. */
export interface Thing {
  /** As pictures and options name it: `unit:hu1`. */
  id: string;
  name: string;
}

/** The things that begin like what is being written, by id or by name. */
export function fitting(gap: Gap, things: Thing[]): Thing[] {
  const kind = gap.slot?.kind;
  if (!kind) return [];
  const wanted = gap.word.toLowerCase();
  const plain = (id: string) => id.slice(id.indexOf(':') + 1).toLowerCase();
  const begins = (text: string) => text.startsWith(wanted) || text.split(/[\s.-]+/).some((word) => word.startsWith(wanted));
  const of_kind = things.filter((one) => one.id.startsWith(`${kind}:`));
  const by_id = of_kind.filter((one) => plain(one.id).startsWith(wanted));
  if (by_id.length === 1 && plain(by_id[0]!.id) === wanted) return [];
  return [...by_id, ...of_kind.filter((one) => !by_id.includes(one) && begins(one.name.toLowerCase()))];
}
