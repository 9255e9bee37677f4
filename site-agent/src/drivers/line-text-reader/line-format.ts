import type { SerialSettings } from '../../transports/serial-settings.ts';

export interface ParsedRead {
  antenna: number;
  tag: string;
  rssi?: number;
  count: number;
}

export interface LineParser {
  /** Returns the read in a line; null for a heading, a response to a command or noise. */
  parse(line: string): ParsedRead | null;
  /** Returns why the reader's lines cannot be used, as a sentence for IT; null if nothing is wrong. */
  problem(line: string): string | null;
}

export interface LineFormat {
  /** The factory settings of such readers. */
  serial: Pick<SerialSettings, 'baudRate' | 'flowControl'>;
  /**
   * Returns a parser for one connection.
   * @param tagPattern of the tags that count
   */
  createParser(tagPattern?: RegExp): LineParser;
}

/** Hex EPCs and printed ids. */
const anyTag = /^[0-9A-Z+]{4,64}$/;

/** Maximum count of one line, so that one wrong number cannot decide a lane. */
const maxCount = 100;

/** Returns the tag without blanks, in upper case; null if it is none. */
export function tagOf(text: string, tagPattern = anyTag): string | null {
  const tag = text.replaceAll(/\s/g, '').toUpperCase();
  return anyTag.test(tag) && tagPattern.test(tag) ? tag : null;
}

export function countOf(count: number): number {
  return Math.min(Math.max(count, 1), maxCount);
}

export function wholeNumber(text: string): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}
