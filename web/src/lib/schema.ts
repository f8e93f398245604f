// The small, regular part of JSON Schema that battle files use.
export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  oneOf?: Schema[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  'x-clause'?: string;
  'x-unit'?: string;
  'x-default'?: string;
}

export interface Choice {
  value: string;
  about: string;
}

export type Field =
  | { kind: 'choice'; options: Choice[] }
  | { kind: 'number'; minimum: number | undefined; maximum: number | undefined }
  | { kind: 'flag' }
  | { kind: 'text' }
  | { kind: 'record'; schema: Schema }
  | { kind: 'list'; item: Schema }
  | { kind: 'row'; items: Schema[] }
  | { kind: 'either'; variants: Schema[] }
  | { kind: 'other' };

export interface Resolved {
  field: Field;
  /** What people call it. */
  label: string;
  about: string;
  clause: string;
  unit: string;
  /** What counts where it is left out, in words. */
  usual: string;
}

/** Follows references and leaves out "or nothing": what a field may hold, and what it is. */
export function resolve(schema: Schema, root: Schema): Resolved {
  let about = schema.description ?? '';
  let at = schema;
  for (let depth = 0; depth < 8; depth += 1) {
    if (at.$ref) at = root.$defs?.[at.$ref.split('/').pop() ?? ''] ?? {};
    else if (at.anyOf) {
      const real = at.anyOf.filter((one) => one.type !== 'null');
      if (real.length !== 1 || !real[0]) break;
      at = real[0];
    } else break;
    about ||= at.description ?? '';
  }
  const field = fieldOf(schema.enum ? schema : at);
  if (field.kind === 'number') {
    field.minimum = schema.minimum ?? field.minimum;
    field.maximum = schema.maximum ?? field.maximum;
  }
  const usual = schema['x-default'] ?? (schema.default === undefined || typeof schema.default === 'object' ? '' : String(schema.default));
  return { field, label: schema.title ?? '', about, clause: schema['x-clause'] ?? '', unit: schema['x-unit'] ?? '', usual };
}

function fieldOf(schema: Schema): Field {
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices?.every((one) => typeof one.const === 'string')) {
    return { kind: 'choice', options: choices.map((one) => ({ value: String(one.const), about: one.description ?? '' })) };
  }
  if (schema.anyOf) return { kind: 'either', variants: schema.anyOf.filter((one) => one.type !== 'null') };
  if (schema.enum) return { kind: 'choice', options: schema.enum.map((value) => ({ value: String(value), about: '' })) };
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type;
  switch (type) {
    case 'integer':
      return { kind: 'number', minimum: schema.minimum, maximum: schema.maximum };
    case 'boolean':
      return { kind: 'flag' };
    case 'string':
      return { kind: 'text' };
    case 'object':
      return { kind: 'record', schema };
    case 'array':
      if (schema.prefixItems) return { kind: 'row', items: schema.prefixItems };
      return schema.items ? { kind: 'list', item: schema.items } : { kind: 'other' };
    default:
      return { kind: 'other' };
  }
}

/** A first value for a field that was absent. */
export function blank(schema: Schema, root: Schema): unknown {
  const { field } = resolve(schema, root);
  switch (field.kind) {
    case 'choice':
      return field.options[0]?.value ?? '';
    case 'number':
      return Math.max(0, field.minimum ?? 0);
    case 'flag':
      return true;
    case 'text':
      return '';
    case 'list':
      return [];
    case 'row':
      return field.items.map((item) => blank(item, root));
    case 'either':
      return field.variants[0] ? blank(field.variants[0], root) : '';
    case 'record': {
      const record: Record<string, unknown> = {};
      for (const key of field.schema.required ?? []) {
        const inner = field.schema.properties?.[key];
        if (inner) record[key] = blank(inner, root);
      }
      return record;
    }
    case 'other':
      return '';
  }
}

/** Which of several forms a value has. */
export function formOf(value: unknown, variants: Schema[], root: Schema): number {
  const kinds = variants.map((one) => resolve(one, root).field.kind);
  const wanted = Array.isArray(value) ? ['list', 'row'] : typeof value === 'object' ? ['record'] : typeof value === 'number' ? ['number'] : typeof value === 'boolean' ? ['flag'] : ['text', 'choice'];
  return Math.max(0, kinds.findIndex((kind) => wanted.includes(kind)));
}

/** The number of a record that is changed most: the first it has. */
export function mainNumber(value: Record<string, unknown>, schema: Schema, root: Schema): string | undefined {
  return Object.keys(schema.properties ?? {}).find((key) => key in value && resolve(schema.properties?.[key] ?? {}, root).field.kind === 'number');
}

const TOLD_MAX = 5;

/** What a record holds, in a line: what is folded away must still say what it is. */
export function digest(value: unknown, schema: Schema, root: Schema, omit?: string): string {
  const { field } = resolve(schema, root);
  if (Array.isArray(value)) return value.length === 1 ? '1 entry' : `${value.length} entries`;
  if (field.kind !== 'record' || typeof value !== 'object' || value === null) return value === undefined ? '' : String(value).replaceAll('-', ' ');
  const record = value as Record<string, unknown>;
  const words = Object.entries(field.schema.properties ?? {}).flatMap(([key, inner]) => {
    const [one, told] = [record[key], resolve(inner, root)];
    const label = told.label || key.replaceAll('-', ' ');
    if (one === undefined || key === omit || key === 'key') return [];
    if (Array.isArray(one)) return one.length === 0 ? [] : [`${label}: ${one.length}`];
    if (typeof one === 'object') return typeof (one as { name?: unknown }).name === 'string' ? [`${label} ${(one as { name: string }).name}`] : [label];
    if (typeof one === 'number') return [`${label} ${one}`];
    if (typeof one === 'boolean') return one ? [label] : [];
    return one === '' ? [] : [String(one).replaceAll('-', ' ')];
  });
  return words.length > TOLD_MAX ? `${words.slice(0, TOLD_MAX).join(', ')} …` : words.join(', ');
}
