// The fields of a battle by their paths, with dots: read, written, listed with what each may hold.
import { resolve, type Schema } from './schema';

export interface Choosable {
  path: string;
  label: string;
  /** What it may be: words, numbers or yes and no. */
  values: (string | number | boolean)[];
}

export function at(fields: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], fields);
}

export function put(value: unknown, path: string, next: unknown): unknown {
  const [head = '', ...rest] = path.split('.');
  const inner = (old: unknown) => (rest.length === 0 ? next : put(old ?? {}, rest.join('.'), next));
  if (Array.isArray(value)) return value.map((one: unknown, index) => (String(index) === head ? inner(one) : one));
  const record = (value ?? {}) as Record<string, unknown>;
  return { ...record, [head]: inner(record[head]) };
}

const VALUES_MAX = 10;

/** Every field of a battle of which something may be chosen, absent ones included. */
export function choosable(schema: Schema, root: Schema, fields: unknown, path = '', depth = 0): Choosable[] {
  const { field, label } = resolve(schema, root);
  const name = path.split('.').slice(0, -1).concat(label).filter((part) => part !== '').join(', ');
  switch (field.kind) {
    case 'choice':
      return field.options.length > 1 ? [{ path, label: name, values: field.options.map((one) => one.value) }] : [];
    case 'flag':
      return [{ path, label: name, values: [false, true] }];
    case 'number': {
      const now = typeof fields === 'number' ? fields : Math.max(0, field.minimum ?? 0);
      const least = Math.max(field.minimum ?? now - 4, now - 4);
      const most = Math.min(field.maximum ?? least + 8, least + VALUES_MAX - 1);
      return [{ path, label: name, values: Array.from({ length: Math.max(0, most - least + 1) }, (_, index) => least + index) }];
    }
    case 'record':
      if (depth > 5) return [];
      return Object.entries(field.schema.properties ?? {}).flatMap(([key, inner]) => choosable(inner, root, (fields as Record<string, unknown> | undefined)?.[key], path ? `${path}.${key}` : key, depth + 1));
    case 'list':
      return Array.isArray(fields) ? fields.flatMap((one: unknown, index) => choosable(field.item, root, one, `${path}.${index}`, depth + 1)) : [];
    default:
      return [];
  }
}

/** What is worth trying first, by kind of battle: what each side may do against each other's. */
export const WORTH_TRYING: Record<string, [string, string][]> = {
  'eu9 land-battle': [['attacker.policy.retreat', 'defender.policy.retreat'], ['terrain', 'attacker.approach']],
  'eu9 naval-battle': [['attacker.policy.leave', 'defender.policy.leave'], ['attacker.policy.first-line', 'defender.policy.first-line']],
  'eu9 siege': [['besieger.policy.storm', 'rounds'], ['besieged.level', 'besieger.policy.lift-below']],
  'eu9 assault': [['besieged.level', 'breach']],
  'ancient-world battle': [['attacker.policy.unpredictable-guile', 'defender.policy.unpredictable-guile'], ['attacker.policy.elephants', 'defender.policy.elephants'], ['defender.policy.avoid', 'defender.policy.avoidance-guile']],
  'days-of-empire charge': [['attacker.policy.plan', 'defender.policy.answer'], ['attacker.policy.feint', 'defender.policy.fire']],
  'damos combat': [['ground', 'river']],
};
