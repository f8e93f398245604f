// A battle, and a fight in progress, inside an address.
import type { Battle } from './api';

export interface Linked {
  battle: Battle;
  journal?: string;
  openings?: string[];
}

/** Longer addresses are cut by some programs they are sent through. */
export const LINK_MAX = 8000;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

export async function writeLink(linked: Linked): Promise<string> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(linked)), new CompressionStream('deflate-raw'));
  let letters = '';
  for (const byte of packed) letters += String.fromCharCode(byte);
  const content = btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `${location.origin}/#/d/${content}`;
}

export async function readLink(content: string): Promise<Linked> {
  const letters = atob(content.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const json = new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
  const linked = JSON.parse(json) as Partial<Linked> | null;
  if (typeof linked?.battle?.fields !== 'object' || linked.battle.fields === null) throw new Error('no battle');
  return linked as Linked;
}
