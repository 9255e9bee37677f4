import { z } from 'zod';

/**
 * The schema of a kind's facts, or all of its versions, earliest first. Facts are stored with the number of the last one. Facts of an
 * earlier release are read by their own version's schema, which converts them to the current form.
 */
export type FactsSchema<F extends object> = z.ZodType<F> | readonly [...z.ZodType<F>[], z.ZodType<F>];

const versionsOf = <F extends object>(schema: FactsSchema<F>): readonly z.ZodType<F>[] => (schema instanceof z.ZodType ? [schema] : schema);

/** The facts of a started operation cannot be read: it is left unchanged, for a release that can read them or for IT. */
export class UnreadableFacts extends Error {
  constructor(kind: string, why: string) {
    super(`the stored facts of ${kind} cannot be read, so nothing was done: ${why}`);
  }
}

/** Lists the problems with the names of their fields, never with values. */
const problemsIn = (error: z.ZodError): string =>
  error.issues.map(({ path, message }) => `${path.join('.') || 'facts'}: ${message}`).join('; ');

/** Checks facts against their schema before they are used. @throws Error for facts that could not be read again */
export function checkedFacts<F extends object>(kind: string, schema: FactsSchema<F>, facts: F): F {
  const { success, data, error } = versionsOf(schema).at(-1)!.safeParse(facts);
  if (!success) throw new Error(`the facts of ${kind} do not match its schema: ${problemsIn(error)}`);
  return data;
}

/** `v` beside the facts is their version. */
export const storedFacts = <F extends object>(schema: FactsSchema<F>, facts: F): object => ({ ...facts, v: versionsOf(schema).length });

/** @throws UnreadableFacts */
export function readFacts<F extends object>(kind: string, schema: FactsSchema<F>, stored: object): F {
  const { v: version, ...facts } = stored as { v?: unknown };
  const versioned = typeof version === 'number' ? versionsOf(schema)[version - 1] : undefined;
  if (!versioned) throw new UnreadableFacts(kind, `version ${version === undefined ? 'none' : JSON.stringify(version)} isn’t known`);
  const { success, data, error } = versioned.safeParse(facts);
  if (!success) throw new UnreadableFacts(kind, problemsIn(error));
  return data;
}
