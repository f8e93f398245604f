// The server's API. Types come from its own description; no rule, table or legality is known here.
import type { components } from './openapi';

export type Schemas = components['schemas'];
export type SystemList = Schemas['SystemList'];
export type SystemCard = Schemas['SystemCard'];
export type Battle = Schemas['Battle'];
export type OddsAnswer = Schemas['OddsAnswer'];
export type FigureLine = Schemas['FigureLine'];
export type Fight = Schemas['Fight'];
export type OpenQuestion = Schemas['OpenQuestion'];
export type RulingLine = Schemas['RulingLine'];
export type ClauseList = Schemas['ClauseList'];
export type ClauseCard = Schemas['ClauseCard'];
export type TableList = Schemas['TableList'];
export type TableCard = Schemas['TableCard'];
export type Refusal = Schemas['Refusal'];
export type HouseTable = Schemas['HouseTable'];
export type Act = Schemas['Act'];
export type SwitchList = Schemas['SwitchList'];
export type SwitchCard = Schemas['SwitchCard'];
export type ComingAnswer = Schemas['ComingAnswer'];
export type ComingThrow = Schemas['ComingThrow'];
export type BestPlay = Schemas['BestPlay'];
export type Fields = Record<string, unknown>;

/** A refusal of the server's, as it sent it. */
export class Refused extends Error {
  constructor(
    readonly refusal: Refusal,
    readonly status = 0,
  ) {
    super(refusal.reason);
  }
}

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Refused({ reason: 'The server does not answer. Is it still running?' });
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    throw new Refused((answer as Refusal | null) ?? { reason: `The server answered ${response.status}.` }, response.status);
  }
  return answer as T;
}

const kept = new Map<string, Promise<unknown>>();

/** What never changes while the page is open is asked for once. */
export function get<T>(path: string): Promise<T> {
  let answer = kept.get(path);
  if (!answer) {
    answer = ask<T>(path, {});
    kept.set(path, answer);
    answer.catch(() => kept.delete(path));
  }
  return answer as Promise<T>;
}

export function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  return ask<T>(path, { method: 'POST', headers, body: JSON.stringify(body), signal: signal ?? null });
}
