// A player's own tables, kept in this browser and nowhere else. They travel with a battle when it is reckoned.
import type { HouseTable } from './api';

const KEY = 'house-tables';

function read(): Record<string, HouseTable[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, HouseTable[]>;
  } catch {
    return {};
  }
}

export const house = $state({ of: read() });

export function keep(system: string, tables: HouseTable[]) {
  const next = { ...house.of };
  if (tables.length > 0) next[system] = tables;
  else delete next[system];
  house.of = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing has them until the page is closed.
  }
}
