import { z } from 'zod';

/** What a value reads as that a program of another release sent and this one does not know. */
export const unknownValue = 'unknown';

/**
 * A closed list for the program that sends it, an open one for the program that reads it: any other text reads as `unknown`. `z.input` is
 * what may be sent, `z.output` what is read.
 */
export function openEnum<const V extends readonly [string, ...string[]]>(values: V) {
  const known: ReadonlySet<string> = new Set(values);
  const read = (value: V[number]): V[number] | typeof unknownValue =>
    typeof value === 'string' && !known.has(value) ? unknownValue : value;
  return z.preprocess(read, z.enum([...values, unknownValue]));
}
