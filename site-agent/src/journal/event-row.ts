import { z } from 'zod';
import { checksumOf } from './checksum.ts';

const row = z.object({
  seq: z.int(),
  first: z.int(),
  kind: z.string(),
  source: z.string(),
  at: z.iso.datetime(),
  payload: z.string(),
  /** Null in a row of an earlier release. */
  sum: z.string().nullable(),
});
type EventRow = z.infer<typeof row>;

/** Returns the checksum of an event's row. Its number is proven by the numbering, which has no gap. */
export const eventSum = ({ kind, source, at, payload }: Omit<EventRow, 'seq' | 'first' | 'sum'>): string =>
  checksumOf(`${kind}\n${source}\n${at}\n${payload}`);

/** Returns the row if it is as it was written; null for a damaged one. */
export function intactRow(found: unknown): EventRow | null {
  const { data } = row.safeParse(found);
  if (!data) return null;
  return (data.sum === null ? isJson(data.payload) : data.sum === eventSum(data)) ? data : null;
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
