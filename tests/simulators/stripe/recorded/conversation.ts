import type { FormObject } from '../wire/form.ts';

/** One request to real Stripe with its recorded answer. */
export interface Step {
  method: string;
  /** Without the query. */
  path: string;
  parameters: FormObject;
  /** Epoch seconds of the answer. */
  at: number;
  status: number;
  body: unknown;
  /** The name by which later steps refer to parts of the answer. */
  name?: string;
}

/** Requests of one recording, in order. Ids in them are those that real Stripe gave. */
export interface Conversation {
  name: string;
  steps: readonly Step[];
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every object inside a value, itself included. */
export function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const each of value) yield* objectsIn(each);
  if (!isObject(value)) return;
  yield value;
  for (const each of Object.values(value)) yield* objectsIn(each);
}

/** The fields that one of two objects has and the other has not, through all that both have as objects. */
export function fieldsApart(recorded: unknown, here: unknown, at: readonly string[] = []): string[] {
  if (!isObject(recorded) || !isObject(here)) return [];
  const names = new Set([...Object.keys(recorded), ...Object.keys(here)]);
  return [...names].flatMap((name) => {
    const path = [...at, name];
    if (!(name in recorded) || !(name in here)) return [path.join('.')];
    // Free keys are nobody's fields.
    return name === 'metadata' ? [] : fieldsApart(recorded[name], here[name], path);
  });
}
