import { centsToDollars } from '../billing/money.ts';

type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json };

/** One value of an object before and after a change. */
export interface Difference {
  /** The path, such as 'metadata › sort order'. */
  field: string;
  before: string | null;
  after: string | null;
  kind: 'added' | 'removed' | 'changed' | 'same';
}

/** The label of a value without a path. */
const whole = 'Value';

/** Returns every single value of an object with its path. */
function valuesOf(value: Json, path: readonly string[] = []): [path: string, text: string][] {
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    // a list of words or numbers counts as one value
    if (list.every((one) => one === null || typeof one !== 'object'))
      return [[nameOf(path), list.length === 0 ? 'None' : list.map(textOf).join(', ')]];
    return list.flatMap((one, index) => valuesOf(one, [...path, identityOf(one) ?? `${index + 1}`]));
  }
  if (value !== null && typeof value === 'object') return Object.entries(value).flatMap(([name, one]) => valuesOf(one, [...path, name]));
  return [[nameOf(path), typeof value === 'number' && amounts.has(path.at(-1) ?? '') ? centsToDollars(value) : textOf(value)]];
}

/** Fields whose numbers are cents. */
const amounts = new Set(['min_price', 'max_car', 'max_truck', 'max_car_commercial', 'max_truck_commercial', 'refunded', 'charged']);

/** The words of the screen that changes these fields. */
const screenWords: Readonly<Record<string, string>> = {
  min_price: 'lowest price',
  max_car: 'highest, car',
  max_truck: 'highest, truck',
  max_car_commercial: 'highest, commercial car',
  max_truck_commercial: 'highest, commercial truck',
};

const nameOf = (path: readonly string[]): string => path.map(inWords).join(' › ') || whole;

/** Formats a field's name for display: 'max_car' as 'max car', 'withCode' as 'with code'. */
const inWords = (name: string): string =>
  screenWords[name] ?? name.replaceAll('_', ' ').replaceAll(/(?<=[a-z])[A-Z](?=[a-z])/g, (letter) => ` ${letter.toLowerCase()}`);

/** Returns the value that identifies a list entry, so that a moved entry is not taken for another. */
function identityOf(value: Json): string | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  const { name, id } = value as { name?: Json; id?: Json };
  const known = name ?? id;
  return typeof known === 'string' || typeof known === 'number' ? String(known) : null;
}

function textOf(value: Json): string {
  if (value === null || value === '') return 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the differences between two states by path, unchanged values last. */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const was = new Map(before === null ? [] : valuesOf(before as Json));
  const is = new Map(after === null ? [] : valuesOf(after as Json));
  const all = [...new Set([...was.keys(), ...is.keys()])].map((field): Difference => {
    const one = was.get(field) ?? null;
    const other = is.get(field) ?? null;
    return {
      field,
      before: one,
      after: other,
      kind: one === other ? 'same' : one === null ? 'added' : other === null ? 'removed' : 'changed',
    };
  });
  return [...all.filter(({ kind }) => kind !== 'same'), ...all.filter(({ kind }) => kind === 'same')];
}

const mostText = 60;
const short = (text: string | null): string => {
  const words = text ?? 'None';
  return words.length <= mostText ? words : `${words.slice(0, mostText - 1)}…`;
};

/** Returns the values that a change of an existing object changed, as one line each: 'highest, car: $44.99 → $47.99'. */
export function changesInWords(before: unknown, after: unknown): string[] {
  if (before === null || after === null) return [];
  return differencesOf(before, after)
    .filter(({ kind }) => kind !== 'same')
    .map(({ field, before: was, after: is }) => `${field}: ${short(was)} → ${short(is)}`);
}

/** Returns what people call the object, from its state after or before the change. */
export function nameInState(before: unknown, after: unknown): string | null {
  for (const state of [after, before]) {
    if (state === null || typeof state !== 'object') continue;
    const { name, product_class: productClass } = state as { name?: unknown; product_class?: unknown };
    const known = name ?? productClass;
    if (typeof known === 'string' && known !== '') return known;
  }
  return null;
}
