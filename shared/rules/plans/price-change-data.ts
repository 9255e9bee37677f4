import type { CalendarDate } from '../dates/dates.ts';

/** One change of a member's price in the customer's `price_change_data`. */
export interface PriceChangeEntry {
  on: CalendarDate;
  /** Cents per month from then on. */
  amount: number;
  /** Price ids. */
  from: string;
  to: string;
  /** The product class of the new price. */
  product: string;
}

/** The card provider's limit for a value, in characters; the history stays below it. */
const longestValue = 500;

/**
 * Returns the history with one more entry; the oldest are dropped if it would become too long.
 * @param history the value in the metadata; if unreadable, a new history begins
 */
export function withPriceChange(history: string | undefined, entry: PriceChangeEntry): string {
  return newestOf([...entriesIn(history), entry]);
}

/** Trims a given history to the provider's limit. Returns null if the text is not a list. */
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
