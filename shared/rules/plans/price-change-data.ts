import type { CalendarDate } from '../dates/dates.ts';

/** One change of a member's price, as the customer's `price_change_data` keeps it. */
export interface PriceChangeEntry {
  on: CalendarDate;
  /** Cents a month from then on. */
  amount: number;
  /** Ids of prices. */
  from: string;
  to: string;
  /** The product class of the new price. */
  product: string;
}

/** The card provider takes no longer value; the history stays below it. */
const longestValue = 500;

/**
 * The history with one more entry; the oldest are dropped where it would become too long.
 * @param history as it is in the metadata; one that cannot be read begins anew
 */
export function withPriceChange(history: string | undefined, entry: PriceChangeEntry): string {
  return newestOf([...entriesIn(history), entry]);
}

/** A whole history as somebody else wrote it, brought to what the provider takes. Null for a text that is no list. */
export function trimmedPriceChanges(history: string): string | null {
  const entries = readList(history);
  if (!entries) return null;
  const kept = newestOf(entries);
  return kept.length < longestValue ? kept : null;
}

function newestOf(all: readonly unknown[]): string {
  let entries = all;
  while (entries.length > 1 && JSON.stringify(entries).length >= longestValue) entries = entries.slice(1);
  return JSON.stringify(entries);
}

const entriesIn = (history: string | undefined): unknown[] => readList(history || '[]') ?? [];

function readList(text: string): unknown[] | null {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read : null;
  } catch {
    return null;
  }
}
