import type { FormObject } from '../wire/form.ts';

/** One request to real Stripe with its recorded response. */
export interface Step {
  method: string;
  /** Without the query. */
  path: string;
  parameters: FormObject;
  /** Epoch seconds of the response. */
  at: number;
  status: number;
  body: unknown;
  /** The name that later steps use to reference parts of the response. */
  name?: string;
}

/** Requests of one recording, in order, with real Stripe's ids. */
export interface Conversation {
  name: string;
  steps: readonly Step[];
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Yields every object within a value, including itself. */
export function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const each of value) yield* objectsIn(each);
  if (!isObject(value)) return;
  yield value;
  for (const each of Object.values(value)) yield* objectsIn(each);
}

/** Returns the fields that only one of two objects has, in all objects that both have. */
export function fieldsApart(recorded: unknown, here: unknown, at: readonly string[] = []): string[] {
  if (!isObject(recorded) || !isObject(here)) return [];
  const names = new Set([...Object.keys(recorded), ...Object.keys(here)]);
  return [...names].flatMap((name) => {
    const path = [...at, name];
    if (!(name in recorded) || !(name in here)) return [path.join('.')];
    // arbitrary keys are not fields
    return name === 'metadata' ? [] : fieldsApart(recorded[name], here[name], path);
  });
}
